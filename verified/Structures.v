(** What is left of a triangle game, and how it falls into parts. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists Sums.

(** * Structures *)

(** Row v has the neighbours of v: by open pairs, which may be played, and by edges. *)
Record structure := Structure { open_rows : list N; edge_rows : list N }.
Definition has (rows : list N) (u v : nat) : bool := N.testbit (nth u rows 0%N) (N.of_nat v).
Definition op (s : structure) : nat -> nat -> bool := has (open_rows s).
Definition ed (s : structure) : nat -> nat -> bool := has (edge_rows s).

Definition bit (v : nat) : N := N.shiftl 1 (N.of_nat v).
Lemma bit_spec v i : N.testbit (bit v) (N.of_nat i) = true <-> i = v.
Proof.
  unfold bit. rewrite N.shiftl_1_l. destruct (Nat.eq_dec i v) as [->|D].
  - rewrite N.pow2_bits_true. tauto.
  - rewrite N.pow2_bits_false by lia. split; [discriminate|tauto].
Qed.
Definition when (b : bool) (x : N) : N := if b then x else 0%N.
Lemma when_spec b x i : N.testbit (when b x) i = true <-> b = true /\ N.testbit x i = true.
Proof. destruct b; cbn [when]; [tauto|]. rewrite N.bits_0. split; [discriminate|intros []; discriminate]. Qed.
Lemma lor_true a b i : N.testbit (N.lor a b) i = true <-> N.testbit a i = true \/ N.testbit b i = true.
Proof. rewrite N.lor_spec. apply orb_true_iff. Qed.
Lemma land_true a b i : N.testbit (N.land a b) i = true <-> N.testbit a i = true /\ N.testbit b i = true.
Proof. rewrite N.land_spec. apply andb_true_iff. Qed.
Lemma ldiff_true a b i : N.testbit (N.ldiff a b) i = true <-> N.testbit a i = true /\ ~ N.testbit b i = true.
Proof. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, not_true_iff_false. tauto. Qed.

(** After the move u < v: it is an edge, and pairs are closed that complete a triangle. *)
Fixpoint close_rows (u v : nat) (eu ev : N) (a : nat) (rows : list N) : list N :=
  match rows with
  | [] => []
  | o :: rows =>
      let au := Nat.eqb a u in
      let av := Nat.eqb a v in
      let mask := N.lor (N.lor (when au (N.lor (bit v) ev)) (when av (N.lor (bit u) eu)))
                    (N.lor (when (if av then true else N.testbit ev (N.of_nat a)) (bit u))
                       (when (if au then true else N.testbit eu (N.of_nat a)) (bit v))) in
      N.ldiff o mask :: close_rows u v eu ev (S a) rows
  end.
Fixpoint join_rows (u v a : nat) (rows : list N) : list N :=
  match rows with
  | [] => []
  | e :: rows => N.lor e (N.lor (when (Nat.eqb a u) (bit v)) (when (Nat.eqb a v) (bit u))) :: join_rows u v (S a) rows
  end.
Definition after (s : structure) (u v : nat) : structure :=
  let x := Nat.min u v in
  let y := Nat.max u v in
  Structure (close_rows x y (nth x (edge_rows s) 0%N) (nth y (edge_rows s) 0%N) 0 (open_rows s))
    (join_rows x y 0 (edge_rows s)).

Lemma after_sym s u v : after s u v = after s v u.
Proof. unfold after. now rewrite Nat.min_comm, Nat.max_comm. Qed.

Definition hit (s : structure) (u v a b : nat) : Prop := a = u /\ (b = v \/ ed s v b = true).
Definition closed (s : structure) (u v a b : nat) : Prop :=
  hit s u v a b \/ hit s v u a b \/ hit s u v b a \/ hit s v u b a.
Definition joins (u v a b : nat) : Prop := (a = u /\ b = v) \/ (a = v /\ b = u).

Record good (s : structure) : Prop := Good {
  good_length : length (edge_rows s) = length (open_rows s);
  good_open : forall u v, op s u v = true -> op s v u = true;
  good_edge : forall u v, ed s u v = true -> ed s v u = true;
  good_open_loop : forall u, ~ op s u u = true;
  good_edge_loop : forall u, ~ ed s u u = true }.

Lemma has_inside rows u v : has rows u v = true -> u < length rows.
Proof.
  unfold has. intros H. destruct (Nat.lt_ge_cases u (length rows)); auto.
  rewrite nth_overflow, N.bits_0 in H by auto. discriminate.
Qed.
Lemma close_rows_length u v eu ev rows : forall a, length (close_rows u v eu ev a rows) = length rows.
Proof. induction rows; cbn; auto. Qed.
Lemma join_rows_length u v rows : forall a, length (join_rows u v a rows) = length rows.
Proof. induction rows; cbn; auto. Qed.
Lemma close_rows_spec u v eu ev rows : forall a i b,
  has (close_rows u v eu ev a rows) i b = true <-> has rows i b = true /\
    ~ ((a + i = u /\ (b = v \/ N.testbit ev (N.of_nat b) = true)) \/ (a + i = v /\ (b = u \/ N.testbit eu (N.of_nat b)
    = true))
       \/ (b = u /\ (a + i = v \/ N.testbit ev (N.of_nat (a + i)) = true))
       \/ (b = v /\ (a + i = u \/ N.testbit eu (N.of_nat (a + i)) = true))).
Proof.
  unfold has. induction rows as [|o rows IH]; intros a i b; cbn [close_rows].
  - destruct i; cbn [nth]; rewrite N.bits_0; (split; [discriminate|intros []; discriminate]).
  - destruct i as [|i]; cbn [nth].
    + rewrite Nat.add_0_r, ldiff_true, !lor_true, !when_spec, !lor_true, !bit_spec, !Nat.eqb_eq.
      destruct (Nat.eqb_spec a u), (Nat.eqb_spec a v); intuition.
    + rewrite IH. replace (a + S i) with (S a + i) by lia. tauto.
Qed.
Lemma join_rows_spec u v rows : forall a i b, i < length rows ->
  (has (join_rows u v a rows) i b = true <-> has rows i b = true \/ joins u v (a + i) b).
Proof.
  unfold has, joins. induction rows as [|e rows IH]; intros a i b L; cbn [join_rows length] in *; [lia|].
  destruct i as [|i]; cbn [nth].
  - rewrite Nat.add_0_r, !lor_true, !when_spec, !bit_spec, !Nat.eqb_eq. tauto.
  - replace (a + S i) with (S a + i) by lia. apply IH. lia.
Qed.

Lemma closed_swap s u v a b : closed s u v a b <-> closed s v u a b.
Proof. unfold closed. tauto. Qed.
Lemma closed_sym s u v a b : closed s u v a b <-> closed s u v b a.
Proof. unfold closed. tauto. Qed.

Lemma op_after s u v a b : op (after s u v) a b = true <-> op s a b = true /\ ~ closed s u v a b.
Proof.
  assert (W : forall u v, u <= v ->
    (op (after s u v) a b = true <-> op s a b = true /\ ~ closed s u v a b)).
  { clear u v. intros u v L. unfold after, op, ed. cbn [open_rows]. rewrite Nat.min_l, Nat.max_r by auto.
    rewrite close_rows_spec. cbn [Nat.add]. unfold closed, hit, ed, has. intuition. }
  destruct (Nat.le_ge_cases u v); [auto|]. rewrite after_sym, closed_swap. auto.
Qed.
Lemma ed_after s u v a b : good s -> op s u v = true ->
  (ed (after s u v) a b = true <-> ed s a b = true \/ joins u v a b).
Proof.
  intros G.
  assert (W : forall u v, u <= v -> op s u v = true ->
    (ed (after s u v) a b = true <-> ed s a b = true \/ joins u v a b)).
  { clear u v. intros u v L O. unfold after, ed. cbn [edge_rows]. rewrite Nat.min_l, Nat.max_r by auto.
    pose proof (has_inside _ _ _ O) as L1. pose proof (has_inside _ _ _ (good_open s G _ _ O)) as L2.
    rewrite <- (good_length s G) in L1, L2. destruct (Nat.lt_ge_cases a (length (edge_rows s))) as [La|La].
    - now rewrite join_rows_spec.
    - unfold has. rewrite !nth_overflow, N.bits_0; auto; [|now rewrite join_rows_length].
      split; [discriminate|]. intros [H|[[-> _]|[-> _]]]; [discriminate|lia|lia]. }
  intros O. destruct (Nat.le_ge_cases u v); [auto|]. rewrite after_sym, W by (auto; now apply good_open).
  unfold joins. tauto.
Qed.
Lemma good_after s u v : good s -> op s u v = true -> good (after s u v).
Proof.
  intros G O. constructor.
  - unfold after. cbn [open_rows edge_rows]. rewrite close_rows_length, join_rows_length. apply (good_length s G).
  - intros a b. rewrite !op_after. intros [H K]. split; [now apply (good_open s G)|]. now rewrite closed_sym.
  - intros a b. rewrite !ed_after by auto. intros [H|H]; [left; now apply (good_edge s G)|right].
    unfold joins in *. tauto.
  - intros a. rewrite op_after. intros [H _]. now apply (good_open_loop s G a).
  - intros a. rewrite ed_after by auto. intros [H|[[-> ->]|[-> ->]]].
    + now apply (good_edge_loop s G a).
    + now apply (good_open_loop s G v).
    + now apply (good_open_loop s G u).
Qed.

(** Open pairs in both directions. *)
Definition size (s : structure) : nat :=
  let l := length (open_rows s) in
  length (filter (fun e => op s (fst e) (snd e)) (list_prod (seq 0 l) (seq 0 l))).
Lemma filter_less {A} (f g : A -> bool) l : (forall x, f x = true -> g x = true) ->
  (exists x, In x l /\ g x = true /\ f x = false) -> length (filter f l) < length (filter g l).
Proof.
  intros I. assert (W : forall l, length (filter f l) <= length (filter g l)).
  { clear l. induction l as [|x l IH]; cbn; auto. destruct (f x) eqn:F.
    - rewrite (I x F). cbn. lia.
    - destruct (g x); cbn; lia. }
  induction l as [|x l IH]; cbn; intros (y&H&G&F); [tauto|]. destruct H as [->|H].
  - rewrite G, F. cbn. specialize (W l). lia.
  - destruct (f x) eqn:Fx; [rewrite (I x Fx)|destruct (g x)]; cbn; try (apply -> Nat.succ_lt_mono; eauto);
      [apply Nat.lt_lt_succ_r|]; eauto.
Qed.
Lemma size_after s u v : good s -> op s u v = true -> size (after s u v) < size s.
Proof.
  intros G O. unfold size.
  replace (length (open_rows (after s u v))) with (length (open_rows s)) by (symmetry; apply close_rows_length).
  apply filter_less.
  - intros [a b]. cbn [fst snd]. rewrite op_after. tauto.
  - exists (u, v). split; [|split; [exact O|]].
    + pose proof (has_inside _ _ _ O). pose proof (has_inside _ _ _ (good_open s G _ _ O)).
      apply in_prod; apply in_seq; lia.
    + cbn [fst snd]. apply not_true_iff_false. rewrite op_after. intros [_ K]. apply K. left. split; auto.
Qed.

(** * Covers *)

(** A structure of which the open pairs are those of some parts, and so are the sets that may not be played. *)
Record covers (s : structure) (ps : list (structure * list nat)) : Prop := Covers {
  c_good : good s;
  c_goods : forall i T f, nth_error ps i = Some (T, f) -> good T;
  c_into : forall i T f x y, nth_error ps i = Some (T, f) -> op T x y = true ->
    op s (apply_map f x) (apply_map f y) = true;
  c_onto : forall u v, op s u v = true -> exists i T f x y,
    nth_error ps i = Some (T, f) /\ op T x y = true /\ apply_map f x = u /\ apply_map f y = v;
  c_once : forall i T f x y i' T' f' x' y',
    nth_error ps i = Some (T, f) -> op T x y = true -> nth_error ps i' = Some (T', f') -> op T' x' y' = true ->
    apply_map f x = apply_map f' x' -> apply_map f y = apply_map f' y' -> i = i' /\ x = x' /\ y = y';
  c_near : forall i T f x y u, nth_error ps i = Some (T, f) -> op T x y = true -> op s (apply_map f x) u = true ->
    op s (apply_map f y) u = true \/ ed s (apply_map f y) u = true ->
    exists z, op T x z = true /\ apply_map f z = u /\ (ed s (apply_map f y) u = true -> ed T y z = true);
  c_far : forall i T f x y z, nth_error ps i = Some (T, f) -> op T x y = true -> op T x z = true ->
    ed T y z = true -> ed s (apply_map f y) (apply_map f z) = true }.

Fixpoint set_nth {A} (i : nat) (x : A) (l : list A) : list A :=
  match l, i with [], _ => [] | _ :: l, O => x :: l | y :: l, S i => y :: set_nth i x l end.
Lemma set_nth_spec {A} (i : nat) (x : A) l : i < length l -> forall j,
  nth_error (set_nth i x l) j = if Nat.eqb j i then Some x else nth_error l j.
Proof.
  revert i. induction l as [|y l IH]; intros i L j; cbn in L; [lia|].
  destruct i as [|i], j as [|j]; cbn; auto. apply IH. lia.
Qed.

Section Step.
  Variable s : structure.
  Variable ps : list (structure * list nat).
  Hypothesis C : covers s ps.

  Lemma triangle_up i T f x y z : nth_error ps i = Some (T, f) -> op T x y = true -> op T x z = true ->
    op s (apply_map f y) (apply_map f z) = true -> op T y z = true.
  Proof.
    intros E O1 O2 O3. pose proof (c_goods _ _ C _ _ _ E) as G.
    assert (P : op s (apply_map f y) (apply_map f x) = true) by (eapply c_into; eauto; now apply good_open).
    assert (Q : op s (apply_map f x) (apply_map f z) = true) by (eapply c_into; eauto).
    destruct (c_near _ _ C _ _ _ y x (apply_map f z) E (good_open _ G _ _ O1) O3 (or_introl Q)) as (z'&Oz&Ez&_).
    destruct (c_near _ _ C _ _ _ z x (apply_map f y) E (good_open _ G _ _ O2)) as (y'&Oy&Ey&_).
    { now apply (good_open _ (c_good _ _ C)). }
    { left. eapply c_into; eauto. }
    apply (good_open _ G) in Oy.
    destruct (c_once _ _ C _ _ _ _ _ _ _ _ _ _ E Oz E Oy) as (_&->&->); auto.
  Qed.

  Variables (i0 : nat) (T0 : structure) (f0 : list nat) (x0 y0 : nat).
  Hypothesis E0 : nth_error ps i0 = Some (T0, f0).
  Hypothesis O0 : op T0 x0 y0 = true.
  Let u0 := apply_map f0 x0.
  Let v0 := apply_map f0 y0.
  Let Os : op s u0 v0 = true.
  Proof. unfold u0, v0. eapply c_into; eauto. Qed.
  Let G0 : good T0.
  Proof. eapply c_goods; eauto. Qed.

  Lemma hit_down xx yy i T f x y : op T0 xx yy = true -> nth_error ps i = Some (T, f) -> op T x y = true ->
    hit s (apply_map f0 xx) (apply_map f0 yy) (apply_map f x) (apply_map f y) -> i = i0 /\ hit T0 xx yy x y.
  Proof.
    intros OO E O [Ex Hy]. destruct Hy as [Ey|Hy].
    - destruct (c_once _ _ C _ _ _ _ _ _ _ _ _ _ E O E0 OO Ex Ey) as (->&->&->). split; auto. split; auto.
    - destruct (c_near _ _ C _ _ _ xx yy (apply_map f y) E0 OO) as (z&Oz&Ez&Dz); auto.
      { rewrite <- Ex. eapply c_into; eauto. }
      destruct (c_once _ _ C _ _ _ _ _ _ _ _ _ _ E O E0 Oz Ex (eq_sym Ez)) as (->&->&->).
      split; auto. split; auto.
  Qed.
  Lemma hit_up xx yy x y : op T0 xx yy = true -> op T0 x y = true -> hit T0 xx yy x y ->
    hit s (apply_map f0 xx) (apply_map f0 yy) (apply_map f0 x) (apply_map f0 y).
  Proof.
    intros OO O [-> [->|Hy]]; split; auto. right. eapply (c_far _ _ C _ _ _ xx yy y); eauto.
  Qed.
  Lemma closed_both i T f x y : nth_error ps i = Some (T, f) -> op T x y = true ->
    (closed s u0 v0 (apply_map f x) (apply_map f y) <-> i = i0 /\ closed T0 x0 y0 x y).
  Proof.
    intros E O. pose proof (c_goods _ _ C _ _ _ E) as G. pose proof (good_open _ G _ _ O) as O'.
    pose proof (good_open _ G0 _ _ O0) as O0'. unfold closed, u0, v0. split.
    - intros [H|[H|[H|H]]]; eapply hit_down in H; eauto; tauto.
    - intros [-> K]. rewrite E0 in E. inversion E; subst T f.
      destruct K as [H|[H|[H|H]]]; eapply hit_up in H; eauto.
  Qed.

  Let ps' := set_nth i0 (after T0 x0 y0, f0) ps.
  Let s' := after s u0 v0.
  Let at_new i T' f : nth_error ps' i = Some (T', f) -> exists T, nth_error ps i = Some (T, f) /\
    (forall x y, op T' x y = true <-> op T x y = true /\ ~ (i = i0 /\ closed T0 x0 y0 x y)) /\
    (forall x y, ed T' x y = true <-> ed T x y = true \/ (i = i0 /\ joins x0 y0 x y)) /\ good T'.
  Proof.
    unfold ps'. rewrite set_nth_spec by (apply nth_error_Some; congruence).
    destruct (Nat.eqb_spec i i0) as [->|D]; intros E.
    - inversion E; subst. exists T0. split; [auto|]. split; [|split].
      + intros x y. rewrite op_after. tauto.
      + intros x y. rewrite ed_after by auto. tauto.
      + now apply good_after.
    - exists T'. split; [auto|]. split; [|split]; [intros; tauto|intros; tauto|]. eapply c_goods; eauto.
  Qed.
  Let at_old i T f : nth_error ps i = Some (T, f) -> exists T', nth_error ps' i = Some (T', f) /\
    (forall x y, op T' x y = true <-> op T x y = true /\ ~ (i = i0 /\ closed T0 x0 y0 x y)).
  Proof.
    intros E. unfold ps'. rewrite set_nth_spec by (apply nth_error_Some; congruence).
    destruct (Nat.eqb_spec i i0) as [->|D].
    - rewrite E0 in E. inversion E; subst. eexists. split; [reflexivity|]. intros x y. rewrite op_after. tauto.
    - exists T. split; auto. intros; tauto.
  Qed.

  Theorem covers_step : covers s' ps'.
  Proof.
    pose proof (c_good _ _ C) as Gs.
    assert (Up : forall i T f x y, nth_error ps i = Some (T, f) -> op T x y = true ->
      (op s' (apply_map f x) (apply_map f y) = true <-> ~ (i = i0 /\ closed T0 x0 y0 x y))).
    { intros i T f x y E O. unfold s'. rewrite op_after, (closed_both _ _ _ _ _ E O).
      pose proof (c_into _ _ C _ _ _ _ _ E O). tauto. }
    constructor.
    - now apply good_after.
    - intros i T' f E. destruct (at_new _ _ _ E) as (_&_&_&_&G). exact G.
    - intros i T' f x y E O. destruct (at_new _ _ _ E) as (T&E1&HO&_&_). apply HO in O. destruct O as [O N].
      now apply (Up _ _ _ _ _ E1 O).
    - intros u v O. unfold s' in O. rewrite op_after in O. destruct O as [O N].
      destruct (c_onto _ _ C _ _ O) as (i&T&f&x&y&E&Ox&<-&<-). destruct (at_old _ _ _ E) as (T'&E'&HO).
      exists i, T', f, x, y. split; [exact E'|]. split; [|auto]. apply HO. split; auto.
      now rewrite <- (closed_both _ _ _ _ _ E Ox).
    - intros i T f x y i' T' f' x' y' E O E' O'. destruct (at_new _ _ _ E) as (T1&E1&HO1&_&_).
      destruct (at_new _ _ _ E') as (T2&E2&HO2&_&_). apply HO1 in O. apply HO2 in O'.
      eapply (c_once _ _ C); [exact E1| |exact E2|]; tauto.
    - intros i T' f x y u E O Ou H. destruct (at_new _ _ _ E) as (T&E1&HO&HE&_). apply HO in O. destruct O as [O N].
      pose proof (c_goods _ _ C _ _ _ E1) as G.
      assert (Ou' := Ou). unfold s' in Ou'. rewrite op_after in Ou'. destruct Ou' as [Ou' _].
      (* The pair is open to x and its other end open or joined to y as before, or it is the new edge. *)
      assert (W : exists z, op T x z = true /\ apply_map f z = u /\
        (ed s' (apply_map f y) u = true -> ed T' y z = true)).
      { assert (D : (op s (apply_map f y) u = true \/ ed s (apply_map f y) u = true)
                    \/ joins u0 v0 (apply_map f y) u).
        { unfold s' in H. rewrite op_after, ed_after in H by auto. tauto. }
        assert (J : joins u0 v0 (apply_map f y) u -> op s (apply_map f y) u = true).
        { intros [[-> ->]|[-> ->]]; [exact Os|now apply good_open]. }
        destruct (c_near _ _ C _ _ _ x y u E1 O Ou') as (z&Oz&<-&Dz); [tauto|].
        exists z. split; auto. split; auto. intros K. apply HE. unfold s' in K. rewrite ed_after in K by auto.
        destruct K as [K|K]; [left; auto|right]. pose proof (triangle_up _ _ _ x y z E1 O Oz (J K)) as Oyz.
        destruct K as [[K1 K2]|[K1 K2]].
        - destruct (c_once _ _ C _ _ _ _ _ _ _ _ _ _ E1 Oyz E0 O0 K1 K2) as (->&->&->). split; auto. now left.
        - destruct (c_once _ _ C _ _ _ _ _ _ _ _ _ _ E1 Oyz E0 (good_open _ G0 _ _ O0) K1 K2) as (->&->&->).
          split; auto. now right. }
      destruct W as (z&Oz&<-&Dz). exists z. split; [|auto]. apply HO. split; auto. now apply (Up _ _ _ _ _ E1 Oz).
    - intros i T' f x y z E O1 O2 K. destruct (at_new _ _ _ E) as (T&E1&HO&HE&_).
      apply HO in O1, O2. apply HE in K. unfold s'. rewrite ed_after by auto. destruct K as [K|[-> K]].
      + left. eapply (c_far _ _ C); [exact E1| | |]; [exact (proj1 O1)|exact (proj1 O2)|exact K].
      + right. rewrite E0 in E1. inversion E1; subst. unfold joins, u0, v0 in *.
        destruct K as [[-> ->]|[-> ->]]; auto.
  Qed.
End Step.
