(** Families that Breaker wins where turns alternate: by pairs, and by the sum of 2^-|S| (P. Erdos, J. L. Selfridge,
    J. Combin. Theory A 14, 1973). *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists MakerBreaker Families.

Definition is_maker (t : player) : bool := match t with Maker => true | Breaker => false end.
Fixpoint alternate (ts : list player) : bool :=
  match ts with
  | [] => true
  | t :: ts =>
      match ts with [] => true | t' :: _ => if Bool.eqb (is_maker t) (is_maker t') then false else alternate ts end
  end.
Lemma alternate_next t t' ts : alternate (t :: t' :: ts) = true -> t' = other t /\ alternate (t' :: ts) = true.
Proof.
  change (alternate (t :: t' :: ts)) with (if Bool.eqb (is_maker t) (is_maker t') then false else alternate (t' :: ts)).
  destruct t, t'; cbn [is_maker Bool.eqb other]; try discriminate; auto.
Qed.
Lemma alternate_tail t ts : alternate (t :: ts) = true -> alternate ts = true.
Proof. destruct ts as [|t' ts]; auto. intros A. now apply alternate_next in A. Qed.

(** * Disjoint pairs: Breaker answers one element with the other *)
Definition are_pairs (G : family) : Prop :=
  (forall P, In P G -> exists a b, a <> b /\ P = [a; b]) /\
  forall P Q x, In P G -> In Q G -> In x P -> In x Q -> P = Q.
Lemma are_pairs_rid e G : are_pairs G -> are_pairs (rid e G).
Proof.
  intros [P D]. split; [intros Q I; apply in_rid in I; now apply P|].
  intros Q R x I J. apply in_rid in I, J. now apply D.
Qed.
Lemma pairs_hold : forall k ts G, length ts <= k -> alternate ts = true -> are_pairs G -> breaker_holds ts G.
Proof.
  induction k as [|k IH]; intros ts G L A [P D].
  - destruct ts; cbn in L; [|lia]. intros I. destruct (P _ I) as (a&b&_&E). discriminate.
  - destruct ts as [|[|] ts]; cbn [breaker_holds length] in *.
    + intros I. destruct (P _ I) as (a&b&_&E). discriminate.
    + intros e. destruct ts as [|t ts].
      * intros I. apply in_shrunk in I. destruct I as (Q&I&E). destruct (P _ I) as (a&b&Dab&->).
        assert (J : exists x, In x (minus e [a; b])).
        { destruct (N.eq_dec a e) as [->|Da]; [exists b|exists a]; apply in_minus; cbn; auto. }
        destruct J as [x J]. rewrite <- E in J. destruct J.
      * apply alternate_next in A. destruct A as [-> A]. cbn [other breaker_holds length] in *.
        assert (Mate : exists b, forall Q, In Q G -> In e Q -> In b Q /\ b <> e).
        { destruct (in_dec N.eq_dec e (concat G)) as [I|I].
          - apply in_concat in I. destruct I as (Q&IQ&Ie). destruct (P _ IQ) as (a&b&Dab&EQ).
            exists (if N.eq_dec a e then b else a). intros R IR Je. rewrite <- (D Q R e IQ IR Ie Je), EQ.
            destruct (N.eq_dec a e) as [->|Da]; cbn; auto.
          - exists 0%N. intros Q IQ J. destruct I. apply in_concat. eauto. }
        destruct Mate as [b Mate]. exists b.
        apply (breaker_weaker (fun x => x) ts (rid e G)); auto using apart_id.
        -- apply IH; [lia|now apply alternate_tail in A|now apply are_pairs_rid].
        -- intros S HS. apply in_rid in HS. destruct HS as [HS Nb]. apply in_shrunk in HS. destruct HS as (Q&IQ&->).
           right. exists Q. assert (Ne : ~ In e Q).
           { intros Ie. destruct (Mate Q IQ Ie). apply Nb, in_minus. auto. }
           split; [apply in_rid; auto|]. intros x Ix. apply in_minus. split; auto. intros ->. auto.
    + exists 0%N. apply (breaker_weaker (fun x => x) ts G); auto using apart_id.
      * apply IH; [lia|now apply alternate_tail in A|now split].
      * intros S HS. apply in_rid in HS. destruct HS as [IS _]. right. eauto.
Qed.
Theorem pairs_win ts G : alternate ts = true -> are_pairs G -> breaker_holds ts G.
Proof. intros. now apply (pairs_hold (length ts)). Qed.

(** * Sums. 2^40 stands for 1, and a set has at least 1 *)
Fixpoint twofold (k : nat) : N := match k with O => 1 | Datatypes.S k => let x := twofold k in N.add x x end.
Definition weight (S : list N) : N := twofold (40 - length S).
Definition one : N := weight [].
Fixpoint sum (F : family) : N := match F with [] => 0 | T :: F => N.add (weight T) (sum F) end.
(** Of the sets in which e is. *)
Fixpoint share (e : N) (F : family) : N :=
  match F with [] => 0 | T :: F => if is_in e T then N.add (weight T) (share e F) else share e F end.

Lemma twofold_less a b : a <= b -> (twofold a <= twofold b)%N.
Proof. induction 1; cbn [twofold]; lia. Qed.
Lemma weight_minus e S : NoDup S -> (weight (minus e S) <= weight S + if is_in e S then weight S else 0)%N.
Proof.
  intros Nd. destruct (is_in e S) eqn:I.
  - pose proof (minus_length e S Nd) as L. unfold weight. apply N.le_trans with (twofold (Datatypes.S (40 - length S))).
    + apply twofold_less. lia.
    + cbn [twofold]. lia.
  - rewrite <- not_true_iff_false, is_in_spec in I. rewrite minus_same by auto. lia.
Qed.
Definition nodups (F : family) : Prop := forall S, In S F -> NoDup S.
Lemma nodups_shrunk e F : nodups F -> nodups (shrunk e F).
Proof. intros H S I. apply in_shrunk in I. destruct I as (T&I&->). apply minus_nodup. auto. Qed.
Lemma nodups_rid e F : nodups F -> nodups (rid e F).
Proof. intros H S I. apply in_rid in I. now apply H. Qed.
Lemma sum_shrunk e F : nodups F -> (sum (shrunk e F) <= sum F + share e F)%N.
Proof.
  induction F as [|S F IH]; cbn [sum share shrunk map]; [lia|]. intros H.
  pose proof (weight_minus e S (H S (or_introl eq_refl))). fold (shrunk e F).
  assert (sum (shrunk e F) <= sum F + share e F)%N by (apply IH; intros T I; apply H; now right).
  destruct (is_in e S); lia.
Qed.
Lemma sum_rid e F : sum F = (sum (rid e F) + share e F)%N.
Proof.
  induction F as [|S F IH]; cbn [sum share rid filter]; [lia|]. fold (rid e F). rewrite IH.
  destruct (is_in e S); cbn [negb sum]; lia.
Qed.
Lemma share_rid e f F : (share e (rid f F) <= share e F)%N.
Proof.
  induction F as [|S F IH]; cbn [share rid filter]; [lia|]. fold (rid f F).
  destruct (is_in f S); cbn [negb share]; destruct (is_in e S); lia.
Qed.
Lemma share_sum e F : (share e F <= sum F)%N. Proof. rewrite (sum_rid e F). lia. Qed.
Lemma share_nowhere e F : ~ In e (concat F) -> share e F = 0%N.
Proof.
  induction F as [|S F IH]; cbn [share concat]; auto. rewrite in_app_iff. intros N0.
  destruct (is_in e S) eqn:I; [apply is_in_spec in I; tauto|]. apply IH. tauto.
Qed.
Lemma greatest F : exists f, forall e, (share e F <= share f F)%N.
Proof.
  assert (H : forall l, exists f, forall e, In e l -> (share e F <= share f F)%N).
  { induction l as [|x l [f IH]]; [now exists 0%N|].
    destruct (N.le_ge_cases (share x F) (share f F)) as [L|L]; [exists f|exists x]; intros e [<-|I]; auto; [lia|].
    specialize (IH e I). lia. }
  destruct (H (concat F)) as [f G]. exists f. intros e. destruct (in_dec N.eq_dec e (concat F)); auto.
  rewrite share_nowhere by auto. lia.
Qed.
Lemma sum_member S F : In S F -> (weight S <= sum F)%N.
Proof. induction F as [|T F IH]; cbn [In sum]; [easy|]. intros [->|I]; [|specialize (IH I)]; lia. Qed.
Lemma sum_empty F : In [] F -> (one <= sum F)%N. Proof. exact (sum_member [] F). Qed.
(** [one], as what it is would be computed below. *)
Lemma small_holds one : (forall F, In [] F -> (one <= sum F)%N) ->
  forall k ts F, length ts <= k -> alternate ts = true -> nodups F ->
  (match ts with Maker :: _ => sum F + sum F | _ => sum F end < one)%N -> breaker_holds ts F.
Proof.
  intros Empty. induction k as [|k IH]; intros ts F L A Nd W.
  - destruct ts; cbn in L; [|lia]. intros I. apply Empty in I. lia.
  - destruct ts as [|[|] ts]; cbn [breaker_holds length] in *.
    + intros I. apply Empty in I. lia.
    + intros e. apply IH; [lia|now apply alternate_tail in A|now apply nodups_shrunk|].
      pose proof (sum_shrunk e F Nd). pose proof (share_sum e F).
      destruct ts as [|t ts]; [lia|]. apply alternate_next in A. destruct A as [-> _]. cbn [other]. lia.
    + destruct (greatest F) as [f G]. exists f. destruct ts as [|t ts].
      * intros I. apply in_rid in I. destruct I as [I _]. apply Empty in I. lia.
      * apply alternate_next in A. destruct A as [-> A]. cbn [other breaker_holds length] in *. intros e.
        pose proof (sum_shrunk e _ (nodups_rid f F Nd)). pose proof (sum_rid f F). pose proof (share_rid e f F).
        specialize (G e). apply IH; [lia|now apply alternate_tail in A|now apply nodups_shrunk, nodups_rid|].
        destruct ts as [|t ts]; [lia|]. apply alternate_next in A. destruct A as [-> _]. cbn [other]. lia.
Qed.
(** The sum is less than 1 with Breaker to move, or less than 1/2 with Maker. *)
Theorem small_wins ts F : alternate ts = true -> nodups F ->
  (match ts with Maker :: _ => sum F + sum F | _ => sum F end < one)%N -> breaker_holds ts F.
Proof. intros. apply (small_holds one sum_empty (length ts)); auto. Qed.
