(** Builder's certificates. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding.

Section Targets.
  Variable targets : list graph.
  Notation builder_wins := (builder_wins targets).
  Notation coloured := (coloured targets).

  (** * Builder's certificates *)
  (** What a colour leads to: a copy, with its vertices, or an entry, with the places of its vertices. *)
  Inductive answer := Completes (m : list nat) | Leads (next : N) (m : list nat).
  Record entry := Entry { position : board; draw_u : nat; draw_v : nat; answers : list answer }.

  Definition joinedb (P : board) (u v c : nat) : bool :=
    any (fun e => Nat.eqb (snd e) c &&&
                  (if Nat.eqb (fst (fst e)) u &&& Nat.eqb (snd (fst e)) v then true
                   else Nat.eqb (fst (fst e)) v &&& Nat.eqb (snd (fst e)) u)) P.
  Lemma joinedb_spec P u v c : joinedb P u v c = true <-> joined P u v c.
  Proof.
    unfold joinedb, joined. rewrite any_spec. split.
    - intros ([[x y] d]&H&K). cbn in K. rewrite and_true, Nat.eqb_eq in K. destruct K as [-> K].
      destruct (Nat.eqb_spec x u) as [E1|E1], (Nat.eqb_spec y v) as [E2|E2], (Nat.eqb_spec x v) as [E3|E3],
        (Nat.eqb_spec y u) as [E4|E4]; try discriminate; subst; auto.
    - intros [H|H]; eexists; (split; [exact H|]); cbn; rewrite !Nat.eqb_refl; auto.
      destruct (Nat.eqb v u); auto. destruct (Nat.eqb u v); auto.
  Qed.

  Fixpoint distinct (l : list nat) : bool := match l with [] => true | x :: q => if mem x q then false else distinct q end.
  Lemma distinct_spec l : distinct l = true -> NoDup l.
  Proof.
    induction l as [|x l IH]; simpl; [constructor|]. destruct (mem x l) eqn:M; [discriminate|].
    intros H. constructor; auto. intros K. apply mem_spec in K. congruence.
  Qed.
  Lemma distinct_injective m l : distinct m = true -> (forall a, In a l -> a < length m) -> injective_on l (apply_map m).
  Proof.
    intros D L a b Ha Hb E. apply distinct_spec in D. rewrite (NoDup_nth m 0) in D. apply D; auto.
  Qed.
  Definition below (k : nat) (l : list nat) : bool := every (fun a => Nat.ltb a k) l.
  Lemma below_spec k l : below k l = true -> forall a, In a l -> a < k.
  Proof. unfold below. rewrite every_spec. intros H a Ha. now apply Nat.ltb_lt, H. Qed.

  Definition embedsb (m : list nat) (P Q : board) : bool :=
    distinct m &&& below (length m) (touched P)
    &&& every (fun e => joinedb Q (apply_map m (fst (fst e))) (apply_map m (snd (fst e))) (snd e)) P.
  Lemma embedsb_spec m P Q : embedsb m P Q = true -> embeds (apply_map m) P Q.
  Proof.
    unfold embedsb. rewrite !and_true, every_spec. intros [[D B] E]. split.
    - apply distinct_injective; [exact D|now apply below_spec].
    - intros u v c H. apply joinedb_spec. exact (E _ H).
  Qed.
  Definition copyb (m : list nat) (H : graph) (P : board) (c : nat) : bool :=
    distinct m &&& below (length m) (vertices H)
    &&& every (fun e => joinedb P (apply_map m (fst e)) (apply_map m (snd e)) c) H.
  Lemma copyb_spec m H P c : copyb m H P c = true -> copy H P c.
  Proof.
    unfold copyb. rewrite !and_true, every_spec. intros [[D B] E]. exists (apply_map m). split.
    - apply distinct_injective; [exact D|now apply below_spec].
    - intros a b K. apply joinedb_spec. exact (E _ K).
  Qed.

  Definition known := PositiveMap.t (nat * board).
  Definition check_answer (t : known) (k : nat) (P : board) (c : nat) (H : graph) (a : answer) : bool :=
    match a with
    | Completes m => copyb m H P c
    | Leads j m => match PositiveMap.find (N.succ_pos j) t with
                   | Some (k', Q) => Nat.leb k' k &&& embedsb m Q P
                   | None => false
                   end
    end.
  Fixpoint check_answers (t : known) (k : nat) (e : board) (u v c : nat) (hs : list graph) (l : list answer) : bool :=
    match hs, l with
    | [], _ => true
    | H :: hs, a :: l => check_answer t k ((u, v, c) :: e) c H a &&& check_answers t k e u v (S c) hs l
    | _, _ => false
    end.
  Definition check_entry (t : known) (k : nat) (e : entry) : bool :=
    (if Nat.eqb (draw_u e) (draw_v e) then false else true)
    &&& every (fun x => Nat.ltb (snd x) (length targets)) (position e)
    &&& every (fun x => if joinedb (position e) (draw_u e) (draw_v e) (snd x) then false else true) (position e)
    &&& check_answers t k (position e) (draw_u e) (draw_v e) 0 targets (answers e).

  (** Entries with the rounds left after the draw, later rounds first. *)
  Fixpoint check_builder (t : known) (i : N) (l : list (nat * entry)) : option known :=
    match l with
    | [] => Some t
    | (k, e) :: l => if check_entry t k e
                     then check_builder (PositiveMap.add (N.succ_pos i) (S k, position e) t) (N.succ i) l else None
    end.
  Definition check_builder_wins (r : nat) (l : list (nat * entry)) (first : N) : bool :=
    match check_builder (PositiveMap.empty _) 0 l with
    | Some t => match PositiveMap.find (N.succ_pos first) t with
                | Some (k, []) => Nat.leb k r
                | _ => false
                end
    | None => false
    end.

  Definition right (t : known) : Prop := forall i k P, PositiveMap.find i t = Some (k, P) -> builder_wins k P.

  Lemma check_answers_spec t k P u v : right t -> coloured P ->
    forall hs c0 l, check_answers t k P u v c0 hs l = true -> (forall i H, nth_error hs i = Some H -> nth_error targets (c0 + i) = Some H) ->
    forall i, i < length hs -> builder_wins k ((u, v, c0 + i) :: P).
  Proof.
    intros R CP. induction hs as [|H hs IH]; intros c0 l E T i Hi; [inversion Hi|].
    destruct l as [|a l]; [discriminate|]. cbn [check_answers] in E. rewrite and_true in E. destruct E as [E1 E2].
    destruct i as [|i].
    - rewrite Nat.add_0_r. pose proof (T 0 H eq_refl) as T0. rewrite Nat.add_0_r in T0.
      assert (Hc : c0 < length targets) by (apply nth_error_Some; congruence).
      destruct a as [m|j m]; cbn [check_answer] in E1.
      + eapply builder_has; [exact T0|]. eapply copyb_spec; eauto.
      + destruct (PositiveMap.find _ t) as [[k' Q]|] eqn:F; [|discriminate].
        rewrite and_true, Nat.leb_le in E1. destruct E1 as [L E1].
        apply more_rounds with k'; auto. eapply embedding; [eapply R; eauto| |eapply embedsb_spec; eauto].
        intros x y d [K|K]; [now inversion K; subst|eauto].
    - replace (c0 + S i) with (S c0 + i) by lia. eapply IH; eauto.
      + intros i' H' K. replace (S c0 + i') with (c0 + S i') by lia. now apply T.
      + simpl in Hi. lia.
  Qed.

  Lemma check_entry_spec t k e : right t -> check_entry t k e = true -> builder_wins (S k) (position e).
  Proof.
    unfold check_entry. rewrite !and_true, !every_spec. intros R [[[D C] F] A].
    assert (CP : coloured (position e)) by (intros u v c H; exact (proj1 (Nat.ltb_lt _ _) (C _ H))).
    apply builder_draws with (draw_u e) (draw_v e).
    - destruct (Nat.eqb_spec (draw_u e) (draw_v e)); [discriminate|auto].
    - intros c J. assert (K : exists x, In x (position e) /\ snd x = c) by (destruct J as [J|J]; eexists; (split; [exact J|reflexivity])).
      destruct K as (x&Hx&<-). specialize (F x Hx). apply joinedb_spec in J. rewrite J in F. discriminate.
    - intros c Hc. exact (check_answers_spec _ _ _ _ _ R CP _ _ _ A (fun i H K => K) c Hc).
  Qed.

  Lemma check_builder_spec l : forall t i t', right t -> check_builder t i l = Some t' -> right t'.
  Proof.
    induction l as [|[k e] l IH]; cbn [check_builder]; intros t i t' R H; [now inversion H; subst|].
    destruct (check_entry t k e) eqn:E; [|discriminate]. eapply IH; [|exact H].
    intros j k' P. destruct (Pos.eq_dec j (N.succ_pos i)) as [->|D].
    - rewrite PositiveMap.gss. intros K. inversion K; subst. eapply check_entry_spec; eauto.
    - rewrite PositiveMap.gso by auto. apply R.
  Qed.

  Theorem builder_sound r l first : check_builder_wins r l first = true -> builder_wins r [].
  Proof.
    unfold check_builder_wins. destruct (check_builder _ 0 l) as [t|] eqn:E; [|discriminate].
    destruct (PositiveMap.find _ t) as [[k [|x P]]|] eqn:F; try discriminate. rewrite Nat.leb_le. intros L.
    apply more_rounds with k; auto. eapply check_builder_spec; [|exact E|exact F].
    intros i k' P H. rewrite PositiveMap.gempty in H. discriminate.
  Qed.
End Targets.

