(** Colours may be exchanged where their targets are equal. *)
From Coq Require Import List Arith Lia.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Copies.

(** ** Other names of colours *)
Definition recoloured (s : list nat) (P : board) : board :=
  map (fun e => let '(u, v, c) := e in (u, v, nth c s 0)) P.

Section Recolour.
  Variable ts : list graph.
  (** The new names of the colours. *)
  Variable s : list nat.
  Hypothesis onto : forall c, c < length ts -> exists d, d < length ts /\ nth d s 0 = c.
  Hypothesis alike : forall c H, nth_error ts c = Some H -> nth_error ts (nth c s 0) = Some H.

  Lemma joined_new P u v c : joined P u v c -> joined (recoloured s P) u v (nth c s 0).
  Proof. intros [J|J]; [left|right]; unfold recoloured; apply in_map_iff; eexists; (split; [|exact J]); reflexivity.
    Qed.
  Lemma joined_old P u v c : joined (recoloured s P) u v c -> exists d, joined P u v d.
  Proof.
    intros [J|J]; unfold recoloured in J; apply in_map_iff in J; destruct J as ([[x y] d]&E&J); inversion E; subst;
      exists d; [now left|now right].
  Qed.
  Lemma builder_recoloured k P : builder_wins ts k P -> builder_wins ts k (recoloured s P).
  Proof.
    induction 1 as [k P c H E (f&I&J)|k P u v D F W IH].
    - eapply builder_has; [exact (alike c H E)|]. exists f. split; auto. intros a b Hab. now apply joined_new, J.
    - apply builder_draws with u v; auto.
      + intros c J. apply joined_old in J. destruct J as (d&J). exact (F d J).
      + intros c L. destruct (onto c L) as (d&Ld&Ed). specialize (IH d Ld). unfold recoloured in *. cbn in IH.
        rewrite Ed in IH. exact IH.
  Qed.
End Recolour.

Lemma pair_dec (x y : nat * nat) : {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** ** Those that keep the targets *)
Fixpoint words (letters : list nat) (k : nat) : list (list nat) :=
  match k with
  | O => [[]]
  | S k => flat_map (fun w => map (fun c => c :: w) letters) (words letters k)
  end.
Definition graph_eqb (G H : graph) : bool := if list_eq_dec pair_dec G H then true else false.
Definition exchanges (ts : list graph) : list (list nat) :=
  let k := length ts in
  filter (fun s => Nat.eqb (length s) k &&& distinct s &&& every (fun c => Nat.ltb c k) s
                   &&& every (fun c => graph_eqb (nth c ts []) (nth (nth c s 0) ts [])) (seq 0 k))
    (words (seq 0 k) k).
Definition inverse (s : list nat) : list nat := map (fun c => index c s) (seq 0 (length s)).

Lemma builder_exchanged ts s k P : In s (exchanges ts) -> builder_wins ts k P -> builder_wins ts k (recoloured s P).
Proof.
  unfold exchanges. rewrite filter_In, !and_true, !every_spec, Nat.eqb_eq. intros [_ [[[L D] B] A]].
  apply distinct_spec in D. apply builder_recoloured.
  - intros c Hc. assert (I : In c s).
    { apply (NoDup_length_incl D (l' := seq 0 (length ts))); [rewrite seq_length; lia| |apply in_seq; lia].
      intros x Hx. apply B, Nat.ltb_lt in Hx. apply in_seq. lia. }
    destruct (index_spec c s I) as [I1 I2]. exists (index c s). split; [lia|exact I2].
  - intros c H E. assert (Lc : c < length ts) by (apply nth_error_Some; congruence).
    specialize (A c ltac:(apply in_seq; lia)). unfold graph_eqb in A. destruct (list_eq_dec _ _ _) as [Q|];
      [|discriminate].
    rewrite (nth_error_nth ts c [] E) in Q. subst H. apply nth_error_nth'.
    specialize (B (nth c s 0) ltac:(apply nth_In; lia)). now apply Nat.ltb_lt in B.
Qed.
