(** Sprague-Grundy values of positions that are sums of parts. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.

(** * Exclusive or *)
Lemma lxor_of (a b : N) (x y : bool) :
  N.lxor (2 * a + N.b2n x) (2 * b + N.b2n y) = (2 * N.lxor a b + N.b2n (xorb x y))%N.
Proof.
  apply N.bits_inj. intros i. rewrite N.lxor_spec. destruct (N.eq_dec i 0) as [->|Hi].
  - now rewrite !N.testbit_0_r.
  - replace i with (N.succ (N.pred i)) by lia. now rewrite !N.testbit_succ_r, N.lxor_spec.
Qed.
Lemma halves (a : N) : exists b x, a = (2 * b + N.b2n x)%N.
Proof. exists (N.div2 a), (N.odd a). apply N.div2_odd. Qed.
(** A value below that of a sum of two parts comes from a value below that of one of them. *)
Lemma lxor_less : forall j k m, (m < N.lxor j k)%N -> (N.lxor m k < j \/ N.lxor m j < k)%N.
Proof.
  intros j. induction j as [j IH] using (well_founded_induction N.lt_wf_0). intros k m H.
  destruct (N.eq_dec j 0) as [->|Hj].
  - right. rewrite N.lxor_0_l in H. now rewrite N.lxor_0_r.
  - destruct (halves j) as (j'&a&Ej), (halves k) as (k'&b&Ek), (halves m) as (m'&c&Em). subst.
    rewrite lxor_of in H. rewrite !lxor_of.
    assert (L : (j' < 2 * j' + N.b2n a)%N) by (destruct a; unfold N.b2n in *; lia).
    assert (C : (m' < N.lxor j' k')%N \/ m' = N.lxor j' k' /\ c = false /\ xorb a b = true).
    { destruct c, (xorb a b); unfold N.b2n in H; lia. }
    destruct C as [C|(->&->&X)].
    + destruct (IH j' L k' m' C) as [D|D]; [left|right]; destruct a, b, c; cbn [xorb]; unfold N.b2n; lia.
    + rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
      rewrite (N.lxor_comm j' k'), N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
      destruct a, b; try discriminate; [left|right]; cbn [xorb]; unfold N.b2n; lia.
Qed.
Lemma lxor_cancel_r a b c : N.lxor a c = N.lxor b c -> a = b.
Proof.
  intros H. assert (K : N.lxor (N.lxor a c) c = N.lxor (N.lxor b c) c) by now rewrite H.
  now rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in K.
Qed.
Lemma lxor_cancel_l a b c : N.lxor c a = N.lxor c b -> a = b.
Proof. rewrite !(N.lxor_comm c). apply lxor_cancel_r. Qed.

Section Sums.
  (** Positions, the moves of which are pairs of numbers. *)
  Variable pos : Type.
  Variable op : pos -> nat -> nat -> bool.
  Variable after : pos -> nat -> nat -> pos.

  (** [val s k]: after no move is the value k, for it is another one or a reply has the value k; and each smaller
      number is the value after some move. *)
  Inductive val (s : pos) (k : N) : Prop :=
  | val_intro :
      (forall u v, op s u v = true ->
         (exists j, j <> k /\ val (after s u v) j) \/
         (exists x y, op (after s u v) x y = true /\ val (after (after s u v) x y) k)) ->
      (forall j, (j < k)%N -> exists u v, op s u v = true /\ val (after s u v) j) ->
      val s k.
  Definition answered (s : pos) (k : N) (u v : nat) : Prop :=
    (exists j, j <> k /\ val (after s u v) j) \/
    (exists x y, op (after s u v) x y = true /\ val (after (after s u v) x y) k).

  (** A part of a position: where its vertices lie. *)
  Definition part := (pos * list nat)%type.
  Inductive moved : list part -> list part -> Prop :=
  | moved_here T f x y ps : op T x y = true -> moved ((T, f) :: ps) ((after T x y, f) :: ps)
  | moved_there p ps ps' : moved ps ps' -> moved (p :: ps) (p :: ps').

  (** Parts of which all but equal ones have values. *)
  Inductive total : list part -> N -> Prop :=
  | total_none : total [] 0
  | total_known T f ps j k : val T j -> total ps k -> total ((T, f) :: ps) (N.lxor j k)
  | total_twice T f g ps k : total ps k -> total ((T, f) :: (T, g) :: ps) k.

  Lemma total_moved ps k : total ps k -> forall ps', moved ps ps' ->
    (exists j, j <> k /\ total ps' j) \/ (exists ps'', moved ps' ps'' /\ total ps'' k).
  Proof.
    induction 1 as [|T f ps j k V TT IH|T f g ps k TT IH]; intros ps' M.
    - inversion M.
    - inversion M as [T' f' x y qs O|p qs qs' M']; subst.
      + destruct V as [A _]. destruct (A x y O) as [(j'&D&V)|(x'&y'&O'&V)].
        * left. exists (N.lxor j' k). split; [|now constructor]. intros E. apply D. eapply lxor_cancel_r; eauto.
        * right. exists ((after (after T x y) x' y', f) :: ps). split; [now constructor|now constructor].
      + destruct (IH _ M') as [(k'&D&V')|(ps''&M''&V')].
        * left. exists (N.lxor j k'). split; [|now constructor]. intros E. apply D. eapply lxor_cancel_l; eauto.
        * right. exists ((T, f) :: ps''). split; [now constructor|now constructor].
    - inversion M as [T' f' x y qs O|p qs qs' M']; subst.
      + right. exists ((after T x y, f) :: (after T x y, g) :: ps). split; [|now constructor].
        apply moved_there. now constructor.
      + inversion M' as [T' f' x y rs O|p rs rs' M'']; subst.
        * right. exists ((after T x y, f) :: (after T x y, g) :: ps). split; [now constructor|now constructor].
        * destruct (IH _ M'') as [(k'&D&V')|(ps''&M3&V')].
          -- left. exists k'. split; [auto|now constructor].
          -- right. exists ((T, f) :: (T, g) :: ps''). split; [now do 2 apply moved_there|now constructor].
  Qed.
  Lemma total_less ps k : total ps k -> forall m, (m < k)%N -> exists ps', moved ps ps' /\ total ps' m.
  Proof.
    induction 1 as [|T f ps j k V TT IH|T f g ps k TT IH]; intros m L; [lia| |].
    - destruct (lxor_less j k m L) as [D|D].
      + destruct V as [_ B]. destruct (B _ D) as (u&v&O&V). exists ((after T u v, f) :: ps).
        split; [now constructor|].
        replace m with (N.lxor (N.lxor m k) k) by now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
        now constructor.
      + destruct (IH _ D) as (ps'&M&V'). exists ((T, f) :: ps'). split; [now constructor|].
        replace m with (N.lxor j (N.lxor m j)); [now constructor|].
        now rewrite (N.lxor_comm m j), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
    - destruct (IH _ L) as (ps'&M&V'). exists ((T, f) :: (T, g) :: ps').
      split; [now do 2 apply moved_there|now constructor].
  Qed.

  (** A position that is the sum of parts: their moves are its moves, and it stays their sum. *)
  Variable covers : pos -> list part -> Prop.
  Variable size : pos -> nat.
  Hypothesis smaller : forall s ps u v, covers s ps -> op s u v = true -> size (after s u v) < size s.
  Hypothesis forth : forall s ps u v, covers s ps -> op s u v = true ->
    exists ps', moved ps ps' /\ covers (after s u v) ps'.
  Hypothesis back : forall s ps ps', covers s ps -> moved ps ps' ->
    exists u v, op s u v = true /\ covers (after s u v) ps'.

  Theorem sum_val : forall s ps k, covers s ps -> total ps k -> val s k.
  Proof.
    intros s. remember (size s) as c eqn:E. revert s E.
    induction c as [c IH] using (well_founded_induction lt_wf). intros s -> ps k C T.
    assert (IH' : forall u v ps' k', op s u v = true -> covers (after s u v) ps' -> total ps' k' ->
                  val (after s u v) k').
    { intros u v ps' k' O C' T'. eapply IH; eauto. }
    constructor.
    - intros u v O. destruct (forth _ _ _ _ C O) as (ps'&M&C').
      destruct (total_moved _ _ T _ M) as [(j&D&T')|(ps''&M'&T')].
      + left. exists j. eauto.
      + right. destruct (back _ _ _ C' M') as (x&y&O'&C''). exists x, y. split; auto.
        eapply IH; [|reflexivity|exact C''|exact T'].
        apply Nat.lt_trans with (size (after s u v)); eapply smaller; eauto.
    - intros j L. destruct (total_less _ _ T j L) as (ps'&M&T').
      destruct (back _ _ _ C M) as (u&v&O&C'). exists u, v. eauto.
  Qed.

  (** The same moves up to names are answered. *)
  Lemma answered_alike s t f k u v a b : covers (after s u v) [(after t a b, f)] -> answered t k a b ->
    answered s k u v.
  Proof.
    intros C [(j&D&V)|(x&y&O&V)].
    - left. exists j. split; auto. eapply sum_val; [exact C|]. rewrite <- (N.lxor_0_r j).
      apply total_known; [exact V|constructor].
    - right. destruct (back _ _ _ C (moved_here _ f x y [] O)) as (x'&y'&O'&C'). exists x', y'. split; auto.
      eapply sum_val; [exact C'|]. rewrite <- (N.lxor_0_r k). apply total_known; [exact V|constructor].
  Qed.
End Sums.
