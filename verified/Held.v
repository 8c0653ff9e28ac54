(** Painter's simple strategies: positions in which one of them holds, by a search for copies. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies Recolour.

(** * Rows of a position *)

Notation related R u v := (N.testbit (nth u R 0%N) (N.of_nat v) = true).

Definition bits (m : nat) : list N := map (fun i => N.setbit 0 (N.of_nat i)) (seq 0 m).
Definition row_with (is_shown : nat -> bool) (P : board) (u : nat) : N :=
  fold_right (fun e R => let '(a, b, d) := e in
    if is_shown d then
      let R := if Nat.eqb a u then N.setbit R (N.of_nat b) else R in
      if Nat.eqb b u then N.setbit R (N.of_nat a) else R
    else R) 0%N P.
Definition own_rows (m : nat) (P : board) (c : nat) : list N := map (row_with (Nat.eqb c) P) (seq 0 m).
Definition full (m : nat) : N := N.ones (N.of_nat m).
Definition free_rows (m : nat) (P : board) : list N :=
  map (fun u => N.clearbit (N.ldiff (full m) (row_with (fun _ => true) P u)) (N.of_nat u)) (seq 0 m).

Lemma nth_map_seq_from {A} (g : nat -> A) k m i d : i < m -> nth i (map g (seq k m)) d = g (k + i).
Proof.
  intros L. rewrite (nth_indep _ d (g 0)) by (rewrite map_length, seq_length; exact L).
  rewrite map_nth, seq_nth by exact L. reflexivity.
Qed.
Lemma nth_map_seq {A} (g : nat -> A) m i d : i < m -> nth i (map g (seq 0 m)) d = g i.
Proof. apply nth_map_seq_from. Qed.

Lemma row_with_spec q P u v : N.testbit (row_with q P u) (N.of_nat v) = true <-> exists c, q c = true /\ joined P u v c.
Proof.
  unfold joined. induction P as [|[[a b] d] P IH]; cbn [row_with fold_right].
  - rewrite N.bits_0. split; [discriminate|]. intros (c&_&[[]|[]]).
  - change (fold_right _ 0%N P) with (row_with q P u).
    assert (G : forall R x w, N.testbit (N.setbit R (N.of_nat x)) (N.of_nat w) = true <-> x = w \/ N.testbit R
      (N.of_nat w) = true).
    { intros R x w. rewrite N.setbit_iff. split; (intros [K|K]; [|now right]); left; [now apply Nat2N.inj|now subst]. }
    assert (T : (exists c, q c = true /\ (In (u, v, c) ((a, b, d) :: P) \/ In (v, u, c) ((a, b, d) :: P))) <->
      q d = true /\ (a = u /\ b = v \/ a = v /\ b = u) \/ exists c, q c = true /\ (In (u, v, c) P \/ In (v, u, c) P)).
    { split.
      - intros (c&Q&[[K|K]|[K|K]]); try (inversion K; subst); eauto 8.
      - intros [[Q [[-> ->]|[-> ->]]]|(c&Q&[K|K])]; cbn; eauto 8. }
    rewrite T, <- IH. clear T IH. destruct (q d) eqn:Q.
    + destruct (Nat.eqb_spec a u) as [E1|E1], (Nat.eqb_spec b u) as [E2|E2]; rewrite ?G; intuition congruence.
    + intuition congruence.
Qed.
Lemma own_rows_spec m P c u v : u < m -> (related (own_rows m P c) u v <-> joined P u v c).
Proof.
  intros L. unfold own_rows. rewrite nth_map_seq, row_with_spec by auto. split.
  - intros (d&E&J). apply Nat.eqb_eq in E. now subst.
  - intros J. exists c. now rewrite Nat.eqb_refl.
Qed.
Lemma full_spec m v : v < m -> N.testbit (full m) (N.of_nat v) = true.
Proof. intros L. apply N.ones_spec_low. lia. Qed.
Lemma free_rows_spec m P u v : u < m -> v < m -> u <> v -> (forall c, ~ joined P u v c) -> related (free_rows m P) u v.
Proof.
  intros Lu Lv D F. unfold free_rows. rewrite nth_map_seq by auto.
  rewrite N.clearbit_neq by lia. rewrite N.ldiff_spec, full_spec by auto.
  destruct (N.testbit (row_with _ P u) (N.of_nat v)) eqn:T; auto.
  apply row_with_spec in T. destruct T as (c&_&J). now apply F in J.
Qed.

Fixpoint zip (b o a : list N) : list place_of :=
  match b, o, a with x :: b, y :: o, z :: a => (x, y, z) :: zip b o a | _, _, _ => [] end.
Lemma zip_spec m own allow : length own = m -> length allow = m -> forall i, i < m ->
  nth_error (zip (bits m) own allow) i = Some (vt own allow i).
Proof.
  unfold bits. assert (G : forall k own allow m, length own = m -> length allow = m -> forall i, i < m ->
    nth_error (zip (map (fun i => N.setbit 0 (N.of_nat i)) (seq k m)) own allow) i =
    Some (N.setbit 0 (N.of_nat (k + i)), nth i own 0%N, nth i allow 0%N)).
  { clear. intros k own. revert k. induction own as [|o own IH]; intros k [|a allow] m <- L i Hi; cbn in *; try lia.
    destruct i as [|i]; cbn.
    - now rewrite Nat.add_0_r.
    - rewrite IH; auto; try lia. now rewrite Nat.add_succ_r. }
  intros L1 L2 i Hi. now rewrite G.
Qed.

(** * What may get another colour *)

(** The pairs through which a copy misses at most so many others: of the vertices below n, which alone have edges,
    those that V says may be missing; of the fresh ones, which are alike, the first or the first two are looked at. *)
Definition is_bit (R b : N) : bool := negb (N.eqb (N.land R b) 0).
Definition lower (p : plan) (V : list place_of) (n m : nat) (all : N) (budget : nat) : list N :=
  let old := firstn n V in
  let fresh := nth n V (0, 0, 0)%N in
  let among (v : place_of) := fold_right (fun (u : place_of) R =>
    if N.ltb (fst (fst u)) (fst (fst v)) &&& is_bit (snd v) (fst (fst u)) &&& through p V u v all budget
    then N.lor R (fst (fst u)) else R) 0%N old in
  let with_old := among fresh in
  let with_fresh := through p V fresh (nth (S n) V (0, 0, 0)%N) all budget in
  map among old ++
  map (fun v => if with_fresh then N.lor with_old (N.ldiff (N.ones (N.of_nat v)) (N.ones (N.of_nat n))) else with_old)
    (seq n (m - n)).
Definition both_ways (bs low : list N) : list N :=
  let pairs := combine bs low in
  map (fun u : N * N => fold_right (fun (w : N * N) R => if is_bit (snd w) (fst u) then N.lor R (fst w) else R) (snd u)
    pairs)
    pairs.

Lemma is_bit_spec R i : is_bit R (N.setbit 0 i) = N.testbit R i.
Proof.
  unfold is_bit. destruct (N.testbit R i) eqn:T.
  - destruct (N.eqb_spec (N.land R (N.setbit 0 i)) 0) as [E|]; auto.
    assert (K : N.testbit (N.land R (N.setbit 0 i)) i = true) by (now rewrite N.land_spec, T, N.setbit_eq).
    rewrite E, N.bits_0 in K. discriminate.
  - destruct (N.eqb_spec (N.land R (N.setbit 0 i)) 0) as [|E]; auto. exfalso. apply E.
    apply N.bits_inj_0. intros j. rewrite N.land_spec. destruct (N.eq_dec i j) as [->|D]; [now rewrite T|].
    rewrite N.setbit_neq, N.bits_0 by auto. apply andb_false_r.
Qed.
Lemma pairs_nth m low i : length low = m -> i < m ->
  nth_error (combine (bits m) low) i = Some (N.setbit 0 (N.of_nat i), nth i low 0%N).
Proof.
  unfold bits. assert (G : forall low k m i, length low = m -> i < m ->
    nth_error (combine (map (fun i => N.setbit 0 (N.of_nat i)) (seq k m)) low) i =
    Some (N.setbit 0 (N.of_nat (k + i)), nth i low 0%N)).
  { clear. induction low as [|x low IH]; intros k m i <- L; cbn in *; [lia|].
    destruct i as [|i]; cbn; [now rewrite Nat.add_0_r|]. rewrite IH by lia. now rewrite Nat.add_succ_r. }
  apply G.
Qed.
Lemma both_ways_at m low u : length low = m -> u < m -> nth u (both_ways (bits m) low) 0%N =
  fold_right (fun (w : N * N) R => if is_bit (snd w) (N.setbit 0 (N.of_nat u)) then N.lor R (fst w) else R)
    (nth u low 0%N) (combine (bits m) low).
Proof.
  intros L Lu. unfold both_ways. cbv zeta. apply nth_error_nth.
  match goal with |- nth_error (map ?g ?l) _ = _ => exact (map_nth_error g u l (pairs_nth m low u L Lu)) end.
Qed.
Lemma both_ways_low m low u v : length low = m -> u < m -> related low u v -> related (both_ways (bits m) low) u v.
Proof.
  intros L Lu K. rewrite both_ways_at by auto. induction (combine (bits m) low) as [|w l IH]; cbn [fold_right]; auto.
  destruct (is_bit _ _); auto. now rewrite N.lor_spec, IH.
Qed.
Lemma both_ways_high m low u v : length low = m -> u < m -> v < m -> related low v u ->
  related (both_ways (bits m) low) u v.
Proof.
  intros L Lu Lv K. rewrite both_ways_at by auto. pose proof (nth_error_In _ _ (pairs_nth m low v L Lv)) as I.
  induction (combine (bits m) low) as [|w l IH]; [destruct I|]. cbn [fold_right]. destruct I as [->|I].
  - cbn [fst snd]. rewrite is_bit_spec, K, N.lor_spec, N.setbit_eq. apply orb_true_r.
  - destruct (is_bit _ _); [rewrite N.lor_spec, (IH I)|]; auto.
Qed.
Lemma both_ways_length m low : length low = m -> length (both_ways (bits m) low) = m.
Proof. intros L. unfold both_ways, bits. rewrite map_length, combine_length, map_length, seq_length, L. apply
  Nat.min_id. Qed.

Section Lower.
  Variables n m : nat.
  Variable p : plan.
  Variables own allow : list N.
  Variable all : N.
  Variable budget : nat.
  Hypothesis own_m : length own = m.
  Hypothesis allow_m : length allow = m.
  Hypothesis n_m : n + 2 <= m.
  Notation V := (zip (bits m) own allow).
  Notation vt := (vt own allow).

  Lemma at_V i : i < m -> nth i V (0, 0, 0)%N = vt i.
  Proof. intros L. apply nth_error_nth. now apply zip_spec. Qed.
  Lemma in_old u : u < n -> In (vt u) (firstn n V).
  Proof.
    intros L. assert (E : nth_error V u = Some (vt u)) by (apply zip_spec; auto; lia).
    rewrite <- (firstn_skipn n V) in E. rewrite nth_error_app1 in E; [now apply nth_error_In in E|].
    rewrite firstn_length. assert (u < length V); [|lia]. apply nth_error_Some. rewrite zip_spec; auto;
      [discriminate|lia].
  Qed.
  Lemma old_length : length (firstn n V) = n.
  Proof.
    rewrite firstn_length. destruct n as [|k] eqn:En; auto. assert (k < length V); [|lia].
    apply nth_error_Some. rewrite zip_spec; auto; [discriminate|lia].
  Qed.
  Lemma among_spec u v l : u < v -> related allow v u -> through p V (vt u) (vt v) all budget = true -> In (vt u) l ->
    N.testbit (fold_right (fun (u : place_of) R =>
      if N.ltb (fst (fst u)) (fst (fst (vt v))) &&& is_bit (snd (vt v)) (fst (fst u)) &&& through p V u (vt v) all
        budget
      then N.lor R (fst (fst u)) else R) 0%N l) (N.of_nat u) = true.
  Proof.
    intros Huv A T. induction l as [|w l IH]; intros I; [destruct I|]. cbn [fold_right]. destruct I as [->|I].
    - rewrite T. cbn [Copies.vt fst snd]. rewrite is_bit_spec, A.
      assert (B : N.ltb (N.setbit 0 (N.of_nat u)) (N.setbit 0 (N.of_nat v)) = true).
      { apply N.ltb_lt. rewrite !N.setbit_spec', !N.lor_0_l. apply N.pow_lt_mono_r; lia. }
      rewrite B, N.lor_spec, N.setbit_eq. apply orb_true_r.
    - match goal with |- N.testbit (if ?b then _ else _) _ = true => destruct b end;
        [rewrite N.lor_spec, (IH I); reflexivity|auto].
  Qed.
  Lemma lower_old u v : u < v -> v < n -> related allow v u -> through p V (vt u) (vt v) all budget = true ->
    related (lower p V n m all budget) v u.
  Proof.
    intros Huv Hv A T. unfold lower; cbv zeta. rewrite app_nth1 by (rewrite map_length, old_length; exact Hv).
    assert (Ev : nth_error (firstn n V) v = Some (vt v)).
    { assert (E : nth_error V v = Some (vt v)) by (apply zip_spec; auto; lia).
      rewrite <- (firstn_skipn n V) in E. rewrite nth_error_app1 in E; auto. now rewrite old_length. }
    match goal with |- N.testbit (nth v (map ?g _) _) _ = true =>
      assert (E : nth v (map g (firstn n V)) 0%N = g (vt v)) by (apply nth_error_nth; exact (map_nth_error g v _ Ev))
        end.
    rewrite E. apply among_spec; auto. apply in_old. lia.
  Qed.
  Lemma lower_new v : n <= v -> v < m -> nth v (lower p V n m all budget) 0%N =
    (let with_old := fold_right (fun (u : place_of) R =>
      if N.ltb (fst (fst u)) (fst (fst (vt n))) &&& is_bit (snd (vt n)) (fst (fst u)) &&& through p V u (vt n) all
        budget
      then N.lor R (fst (fst u)) else R) 0%N (firstn n V) in
    if through p V (vt n) (vt (S n)) all budget
    then N.lor with_old (N.ldiff (N.ones (N.of_nat v)) (N.ones (N.of_nat n))) else with_old).
  Proof.
    intros Hn Hv. unfold lower; cbv zeta. rewrite app_nth2 by (rewrite map_length, old_length; exact Hn).
    rewrite map_length, old_length, !at_V by lia.
    match goal with |- nth ?i (map ?g (seq n ?k)) ?d = _ => rewrite (nth_map_seq_from g n k i d) by lia end.
    now replace (n + (v - n)) with v by lia.
  Qed.
  Lemma lower_with_old u v : u < n -> n <= v -> v < m -> related allow n u -> through p V (vt u) (vt n) all budget =
    true ->
    related (lower p V n m all budget) v u.
  Proof.
    intros Hu Hn Hv A T. rewrite lower_new by auto. cbv zeta.
    pose proof (among_spec u n (firstn n V) Hu A T (in_old u Hu)) as K.
    destruct (through p V (vt n) (vt (S n)) all budget); [rewrite N.lor_spec, K; reflexivity|exact K].
  Qed.
  Lemma lower_fresh u v : n <= u -> u < v -> v < m -> through p V (vt n) (vt (S n)) all budget = true ->
    related (lower p V n m all budget) v u.
  Proof.
    intros Hu Huv Hv T. rewrite lower_new by lia. cbv zeta. rewrite T, N.lor_spec, N.ldiff_spec.
    rewrite N.ones_spec_low, N.ones_spec_high by lia. apply orb_true_r.
  Qed.
End Lower.
Lemma lower_length n m p own allow all budget : length own = m -> length allow = m -> n <= m ->
  length (lower p (zip (bits m) own allow) n m all budget) = m.
Proof.
  intros L1 L2 L. unfold lower. cbv zeta. rewrite app_length, !map_length, seq_length, firstn_length.
  assert (m <= length (zip (bits m) own allow)); [|lia]. destruct m as [|k]; [lia|].
  assert (k < length (zip (bits (S k)) own allow)); [|lia]. apply nth_error_Some. rewrite zip_spec; auto. discriminate.
Qed.

(** Two vertices change places. *)
Definition swap (a b x : nat) : nat := if Nat.eqb x a then b else if Nat.eqb x b then a else x.
Lemma swap_left a b : swap a b a = b.
Proof. unfold swap. now rewrite Nat.eqb_refl. Qed.
Lemma swap_other a b x : x <> a -> x <> b -> swap a b x = x.
Proof. unfold swap. destruct (Nat.eqb_spec x a), (Nat.eqb_spec x b); tauto. Qed.
(** A renaming of fresh vertices. *)
Record renaming (n m : nat) (g : nat -> nat) : Prop := {
  r_injective : forall a b, g a = g b -> a = b;
  r_old : forall a, a < n -> g a = a;
  r_fresh : forall a, n <= a -> n <= g a;
  r_below : forall a, a < m -> g a < m }.
Lemma swap_renaming n m a b : n <= a -> n <= b -> a < m -> b < m -> renaming n m (swap a b).
Proof.
  intros. constructor; unfold swap; intros x; try intros y;
    destruct (Nat.eqb_spec x a), (Nat.eqb_spec x b); try destruct (Nat.eqb_spec y a), (Nat.eqb_spec y b); lia.
Qed.
Lemma renaming_twice n m f g : renaming n m f -> renaming n m g -> renaming n m (fun x => g (f x)).
Proof.
  intros [F1 F2 F3 F4] [G1 G2 G3 G4]. constructor; auto. intros a L. rewrite (F2 a L). auto.
Qed.

(** An edge uv can be completed to a copy of x's target, itself aside, in Q. *)
Definition forced (H : graph) (x : nat) (Q : board) (u v : nat) : Prop :=
  exists f a b, injective_on (vertices H) f /\ In (a, b) (directed H) /\ f a = u /\ f b = v /\
    forall c d, In (c, d) H -> norm c d <> norm a b -> joined Q (f c) (f d) x.

(** Where the colour x would complete its target. *)
Lemma copy_forced Hx x Q u v : ~ copy Hx Q x -> copy Hx ((u, v, x) :: Q) x -> forced Hx x Q u v /\ forced Hx x Q v u.
Proof.
  intros NC (f&I&J).
  assert (X : exists a b, In (a, b) (directed Hx) /\ f a = u /\ f b = v).
  { assert (K : (exists a b, In (a, b) (directed Hx) /\ f a = u /\ f b = v) \/ forall a b, In (a, b) (directed Hx) -> ~
    (f a = u /\ f b = v)).
    { clear. induction (directed Hx) as [|[a b] l IHl]; [right; intros ? ? []|].
      destruct (Nat.eq_dec (f a) u), (Nat.eq_dec (f b) v); try (left; exists a, b; cbn; auto; fail);
      (destruct IHl as [(a'&b'&Hl&K')|IHl]; [left; exists a', b'; cbn; auto|right; intros a' b' [E'|Hl]; [inversion E';
        subst; tauto|auto]]). }
    destruct K as [K|K]; auto. exfalso. apply NC. exists f. split; auto. intros c d Hcd.
    destruct (J c d Hcd) as [[E|E]|[E|E]]; try (now left); try (now right); inversion E; exfalso.
    - apply (K c d); auto. apply in_or_app. auto.
    - apply (K d c); auto. apply in_or_app. right. apply in_map_iff. exists (c, d). auto. }
  destruct X as (a&b&Hab&Ea&Eb).
  assert (Va : In a (vertices Hx) /\ In b (vertices Hx)).
  { apply in_app_or in Hab. destruct Hab as [Hab|Hab]; [now apply in_vertices|].
    apply in_map_iff in Hab. destruct Hab as ([a' b']&E2&Hab). inversion E2; subst. apply in_vertices in Hab. tauto. }
  assert (O : forall c d, In (c, d) Hx -> norm c d <> norm a b -> joined Q (f c) (f d) x).
  { intros c d Hcd Nd. destruct (in_vertices _ _ _ Hcd) as [Vc Vd].
    destruct (J c d Hcd) as [[E|E]|[E|E]]; try (now left); try (now right); inversion E; exfalso; apply Nd.
    - assert (a = c) by (apply I; try tauto; congruence). assert (b = d) by (apply I; try tauto; congruence). now subst.
    - assert (a = d) by (apply I; try tauto; congruence). assert (b = c) by (apply I; try tauto; congruence). subst.
      apply norm_sym. }
  split; [exists f, a, b; auto|]. exists f, b, a. repeat split; auto.
  - unfold directed in *. apply in_app_or in Hab. apply in_or_app. destruct Hab as [Hab|Hab].
    + right. apply in_map_iff. exists (a, b). auto.
    + left. apply in_map_iff in Hab. destruct Hab as ([a' b']&E2&Hab). inversion E2; subst. auto.
  - intros c d Hcd Nd. apply O; auto. rewrite (norm_sym a b). exact Nd.
Qed.

Section Targets.
  Variable targets : list graph.
  Hypothesis planned : forall c H, nth_error targets c = Some H -> is_planned H = true.
  Notation builder_wins := (builder_wins targets).
  Notation coloured := (coloured targets).

  (** * The bound *)
  Section Base.
    (** m vertices, of which those below n have edges. *)
    Variables n m : nat.
    Variable P : board.
    Definition all : N := full m.

    (** What may get another colour than x while at most [t] - 1 other edges are drawn: too many pairs do no harm. *)
    Definition may_change (x t : nat) : list N :=
      match nth_error targets x with
      | None => free_rows m P
      | Some H => if Nat.leb (length H) t then free_rows m P
                  else both_ways (bits m) (lower (plan_of H) (zip (bits m) (own_rows m P x) (free_rows m P)) n m all (t
                    - 1))
      end.
    Definition board_of (y x t : nat) : list place_of := zip (bits m) (own_rows m P y) (may_change x t).

    Lemma own_length c : length (own_rows m P c) = m.
    Proof. unfold own_rows. now rewrite map_length, seq_length. Qed.
    Lemma free_length : length (free_rows m P) = m.
    Proof. unfold free_rows. now rewrite map_length, seq_length. Qed.
    Hypothesis room : n <= m.
    Lemma may_change_length x t : length (may_change x t) = m.
    Proof.
      unfold may_change. destruct (nth_error targets x); [destruct (Nat.leb _ _)|]; auto using free_length.
      apply both_ways_length, lower_length; auto using own_length, free_length.
    Qed.

    Variable B : board.
    Variables x r n' : nat.
    Variable Hx : graph.
    Hypothesis target_x : nth_error targets x = Some Hx.
    Hypothesis B_coloured : coloured B.
    Hypothesis P_below : forall a, In a (touched P) -> a < n.
    Hypothesis B_below : forall a, In a (touched B) -> a < n'.
    Hypothesis n_n' : n <= n'.
    Hypothesis m_enough : n' + 2 * r <= m.
    Hypothesis B_none : forall c H, nth_error targets c = Some H -> ~ copy H B c.
    (** Edges of P, and at most one more, of another colour than x. *)
    Variable extra : option (nat * nat * nat).
    Hypothesis B_spec : forall u v c, joined B u v c <->
      joined P u v c \/ exists a b, extra = Some (a, b, c) /\ (a = u /\ b = v \/ a = v /\ b = u).
    Hypothesis extra_x : forall a b c, extra = Some (a, b, c) -> c <> x /\ a < m /\ b < m.
    Hypothesis held : forall t y H, 1 <= t -> t <= r -> nth_error targets y = Some H -> y <> x ->
      whole (plan_of H) (board_of y x t) all (r + 1 - t) = false.
    Hypothesis held_extra : forall t a b y H, 1 <= t -> t <= r -> extra = Some (a, b, y) -> nth_error targets y = Some
      H ->
      through (plan_of H) (board_of y x t) (vt (own_rows m P y) (may_change x t) a) (vt (own_rows m P y) (may_change x
        t) b)
        all (r + 1 - t) = false.
    Variable other : nat.
    Hypothesis other_spec : other < length targets /\ other <> x.

    Record good (N : board) : Prop := {
      g_coloured : coloured (N ++ B);
      g_below : forall a, In a (touched (N ++ B)) -> a < n' + 2 * length N;
      g_none : ~ copy Hx (N ++ B) x;
      g_free : forall u v c, In (u, v, c) N -> u <> v /\ forall d, ~ joined B u v d;
      g_forced : forall u v c, In (u, v, c) N -> c <> x -> forced Hx x (N ++ B) u v /\ forced Hx x (N ++ B) v u }.

    Lemma joined_app (A C : board) u v c : joined (A ++ C) u v c <-> joined A u v c \/ joined C u v c.
    Proof. unfold joined. rewrite !in_app_iff. tauto. Qed.

    Definition of_x (N : board) : list (nat * nat) :=
      map (fun e => norm (fst (fst e)) (snd (fst e))) (filter (fun e => Nat.eqb (snd e) x) N).
    Definition of_others (N : board) : list (nat * nat) :=
      map (fun e => norm (fst (fst e)) (snd (fst e))) (filter (fun e => negb (Nat.eqb (snd e) x)) N).
    Lemma of_length N : length (of_x N) + length (of_others N) = length N.
    Proof.
      unfold of_x, of_others. rewrite !map_length. induction N as [|e N IH]; cbn; auto.
      destruct (Nat.eqb (snd e) x); cbn; lia.
    Qed.
    Lemma of_x_in N u v : joined N u v x -> In (norm u v) (of_x N).
    Proof.
      unfold of_x. intros [J|J]; apply in_map_iff; [exists (u, v, x)|exists (v, u, x)]; cbn;
        (split; [auto using norm_sym|]); apply filter_In; cbn; now rewrite Nat.eqb_refl.
    Qed.
    Lemma of_others_in N u v y : y <> x -> joined N u v y -> In (norm u v) (of_others N).
    Proof.
      intros D. unfold of_others. intros [J|J]; apply in_map_iff; [exists (u, v, y)|exists (v, u, y)]; cbn;
        (split; [auto using norm_sym|]); apply filter_In; cbn; destruct (Nat.eqb_spec y x); tauto.
    Qed.

    Lemma good_free N u v c : good N -> length N <= r -> joined N u v c ->
      u < m /\ v < m /\ u <> v /\ related (free_rows m P) u v.
    Proof.
      intros G L J.
      assert (T : In u (touched (N ++ B)) /\ In v (touched (N ++ B))).
      { apply in_touched with c, joined_app. auto. }
      destruct T as [Tu Tv]. apply (g_below _ G) in Tu, Tv.
      assert (F : u <> v /\ forall d, ~ joined B u v d).
      { destruct J as [J|J]; apply (g_free _ G) in J; auto. destruct J as [D F]. split; auto.
        intros d K. apply (F d), joined_sym, K. }
      destruct F as [D F]. repeat split; auto; try lia. apply free_rows_spec; auto; try lia.
      intros d K. apply (F d), B_spec. auto.
    Qed.

    (** What the search says of an edge that got another colour. *)
    Lemma changed N u v : good N -> length N <= r -> u < m -> v < m -> u <> v -> related (free_rows m P) u v ->
      related (free_rows m P) v u -> 1 <= r -> forced Hx x (N ++ B) u v -> forced Hx x (N ++ B) v u ->
      related (may_change x (S (length (of_x N)))) u v.
    Proof.
      intros G L Lu Lv D Fu Fv R1 Fuv Fvu. unfold may_change. rewrite target_x.
      destruct (Nat.leb_spec (length Hx) (S (length (of_x N)))) as [|_]; auto. cbn [Nat.sub]. rewrite Nat.sub_0_r.
      set (k := length (of_x N)). set (V := zip (bits m) (own_rows m P x) (free_rows m P)).
      set (at_ := vt (own_rows m P x) (free_rows m P)).
      assert (S1 : forall g u v, renaming n m g -> u < m -> v < m -> forced Hx x (N ++ B) u v ->
        through (plan_of Hx) V (at_ (g u)) (at_ (g v)) all k = true).
      { clear u v Lu Lv D Fu Fv Fuv Fvu. intros g u v Rg Lu Lv (f&a&b&I&Hab&Ea&Eb&J). subst u v.
        assert (Fm : forall w, In w (vertices Hx) -> f w < m).
        { intros w Hw. apply of_vertices in Hw. destruct Hw as (w2&Hw).
          assert (K : norm w w2 = norm a b \/ exists d, joined (N ++ B) (f w) (f w2) d).
          { destruct Hw as [Hw|Hw].
            - destruct (pair_dec (norm w w2) (norm a b)); eauto.
            - destruct (pair_dec (norm w w2) (norm a b)); eauto. right. exists x. apply joined_sym, J; auto.
              now rewrite norm_sym. }
          destruct K as [K|(d&K)].
          - apply norm_inj in K. destruct K as [[-> _]|[-> _]]; auto.
          - apply in_touched in K. destruct K as [K _]. apply (g_below _ G) in K. lia. }
        set (D := map (fun e => norm (g (fst e)) (g (snd e))) (of_x N)).
        assert (LD : length D = k) by (unfold D; apply map_length).
        eapply (through_complete m V (own_rows m P x) (free_rows m P)) with (f := fun w => g (f w)) (D := D);
          eauto using zip_spec, own_length, free_length.
        - lia.
        - intros w Hw. apply (r_below _ _ _ Rg). auto.
        - intros w w2 Hw Hw2 E. apply (r_injective _ _ _ Rg) in E. auto.
        - intros. now apply full_spec.
        - assert (K : forall c d, joined (N ++ B) (f c) (f d) x -> In c (vertices Hx) -> In d (vertices Hx) ->
              fine_pair (own_rows m P x) (free_rows m P) (fun w => g (f w)) D c d).
          { intros c d Jcd Hc Hd. unfold fine_pair. apply joined_app in Jcd. destruct Jcd as [Jcd|Jcd].
            - right. destruct (good_free N _ _ x G L Jcd) as (Lc&Ld&Dcd&_). split.
              + apply free_rows_spec; try (apply (r_below _ _ _ Rg); auto).
                * intros E. apply (r_injective _ _ _ Rg) in E. auto.
                * intros e Je. assert (Te := Je). apply in_touched in Te. destruct Te as [T1 T2]. apply P_below in T1,
                  T2.
                  assert (O : forall w, g w < n -> g w = w).
                  { intros w Lw. apply (r_old _ _ _ Rg). destruct (Nat.lt_ge_cases w n) as [|Lg]; auto.
                    apply (r_fresh _ _ _ Rg) in Lg. lia. }
                  rewrite !O in Je by auto. assert (JB : joined B (f c) (f d) e) by (apply B_spec; auto).
                  destruct Jcd as [Jcd|Jcd]; apply (g_free _ G) in Jcd; destruct Jcd as [_ F]; [apply (F e), JB|].
                  apply (F e), joined_sym, JB.
              + unfold D. apply in_map_iff. exists (norm (f c) (f d)). split; [|now apply of_x_in].
                unfold norm at 2 3. cbn [fst snd]. destruct (Nat.le_ge_cases (f c) (f d)).
                * now rewrite Nat.min_l, Nat.max_r by auto.
                * rewrite Nat.min_r, Nat.max_l by auto. apply norm_sym.
            - left. apply B_spec in Jcd. destruct Jcd as [Jcd|(p&q&E&_)]; [|destruct (extra_x _ _ _ E) as [[] _]; auto].
              assert (Te := Jcd). apply in_touched in Te. destruct Te as [T1 T2]. apply P_below in T1, T2.
              rewrite !(r_old _ _ _ Rg) by auto. apply own_rows_spec; [now apply Fm|exact Jcd]. }
          intros c d Hcd Nd. specialize (J c d Hcd Nd). destruct (in_vertices Hx c d Hcd). split; apply K; auto using
            joined_sym. }
      assert (S2 : forall u v, u < v -> v < m -> related (free_rows m P) v u -> forced Hx x (N ++ B) u v ->
        related (lower (plan_of Hx) V n m all k) v u).
      { clear u v Lu Lv D Fu Fv Fuv Fvu. intros u v Huv Lv Fv Fuv.
        destruct (Nat.lt_ge_cases v n) as [Hv|Hv]; [|destruct (Nat.lt_ge_cases u n) as [Hu|Hu]].
        - apply lower_old; auto using own_length, free_length; [lia|].
          apply (S1 (fun w => w)); auto; [constructor; auto|lia].
        - assert (Rg : renaming n m (swap v n)) by (apply swap_renaming; lia).
          pose proof (S1 _ u v Rg ltac:(lia) Lv Fuv) as K. rewrite swap_left, (r_old _ _ _ Rg) in K by auto.
          apply lower_with_old; auto using own_length, free_length; try lia.
          apply free_rows_spec; try lia. intros c Jc. apply in_touched in Jc. destruct Jc as [Jc _]. apply P_below in
            Jc. lia.
        - pose (v1 := swap u n v). assert (R1' : renaming n m (swap u n)) by (apply swap_renaming; lia).
          assert (Hv1 : n <= v1 /\ v1 < m /\ v1 <> n).
          { unfold v1. split; [now apply (r_fresh _ _ _ R1')|]. split; [now apply (r_below _ _ _ R1')|].
            intros E. assert (E2 : swap u n v = swap u n u) by (rewrite swap_left; exact E). apply (r_injective _ _ _
              R1') in E2. lia. }
          assert (R2' : renaming n m (swap v1 (S n))) by (apply swap_renaming; lia).
          pose proof (S1 _ u v (renaming_twice _ _ _ _ R1' R2') ltac:(lia) Lv Fuv) as K. cbv beta in K.
          fold v1 in K. rewrite !swap_left, swap_other in K by lia.
          apply lower_fresh; auto using own_length, free_length; lia. }
      destruct (Nat.lt_ge_cases u v).
      - apply both_ways_high; auto. apply lower_length; auto using own_length, free_length.
      - apply both_ways_low; auto; [apply lower_length; auto using own_length, free_length|]. apply S2; auto. lia.
    Qed.

    Lemma no_copy N y H : good N -> length N <= r -> nth_error targets y = Some H -> ~ copy H (N ++ B) y.
    Proof.
      intros G L T C. destruct (Nat.eq_dec y x) as [->|D].
      { rewrite target_x in T. inversion T; subst. now apply (g_none _ G). }
      pose proof (of_length N) as E. set (t := S (length (of_x N))). destruct C as (f&I&J).
      assert (Fm : forall w, In w (vertices H) -> f w < m).
      { intros w Hw. apply of_vertices in Hw. destruct Hw as (w2&[Hw|Hw]); apply J in Hw; apply in_touched in Hw;
        destruct Hw as [K1 K2]; apply (g_below _ G) in K1, K2; lia. }
      destruct (Nat.le_gt_cases t r) as [Lt|Lt].
      - assert (K : forall c d, joined N (f c) (f d) y -> fine_pair (own_rows m P y) (may_change x t) f (of_others N) c
        d).
        { intros c d Jcd. right. split; [|now apply of_others_in with y].
          destruct (good_free N _ _ y G L Jcd) as (Lc&Ld&Dcd&Fcd).
          destruct (good_free N _ _ y G L (joined_sym _ _ _ _ Jcd)) as (_&_&_&Fdc).
          assert (Q : forced Hx x (N ++ B) (f c) (f d) /\ forced Hx x (N ++ B) (f d) (f c)).
          { destruct Jcd as [Jcd|Jcd]; apply (g_forced _ G) in Jcd; tauto. }
          apply changed; try tauto. unfold t in Lt. lia. }
        assert (K2 : forall c d, In c (vertices H) -> joined P (f c) (f d) y -> fine_pair (own_rows m P y) (may_change
          x t) f (of_others N) c d).
        { intros c d Hc Jcd. left. apply own_rows_spec; auto. }
        assert (Ds : length (of_others N) <= r + 1 - t) by (unfold t; lia).
        assert (X : (exists a b p q, In (a, b) (directed H) /\ extra = Some (p, q, y) /\ f a = p /\ f b = q) \/
                    forall c d, In (c, d) H -> joined N (f c) (f d) y \/ joined P (f c) (f d) y).
        { destruct extra as [[[p q] y2]|] eqn:Ex.
          - destruct (Nat.eq_dec y2 y) as [->|Dy].
            + assert (Q : (exists a b, In (a, b) (directed H) /\ f a = p /\ f b = q) \/ forall a b, In (a, b) (directed
              H) -> ~ (f a = p /\ f b = q)).
              { induction (directed H) as [|[a b] l IHl]; [right; intros ? ? []|].
                destruct (Nat.eq_dec (f a) p), (Nat.eq_dec (f b) q); try (left; exists a, b; cbn; auto; fail);
                (destruct IHl as [(a'&b'&Hl&K')|IHl]; [left; exists a', b'; cbn; auto|right; intros a' b' [E'|Hl];
                  [inversion E'; subst; tauto|auto]]). }
              destruct Q as [(a&b&Hab&Ea&Eb)|Q]; [left; exists a, b, p, q; auto|].
              right. intros c d Hcd. specialize (J c d Hcd). apply joined_app in J. destruct J as [J|J]; auto.
              apply B_spec in J. destruct J as [J|(a&b&E'&J)]; auto. inversion E'; subst a b. exfalso.
              destruct J as [[E1 E2]|[E1 E2]].
              * apply (Q c d); auto. unfold directed. apply in_or_app. auto.
              * apply (Q d c); auto. unfold directed. apply in_or_app. right. apply in_map_iff. exists (c, d). auto.
            + right. intros c d Hcd. specialize (J c d Hcd). apply joined_app in J. destruct J as [J|J]; auto.
              apply B_spec in J. destruct J as [J|(a&b&E'&_)]; auto. inversion E'. congruence.
          - right. intros c d Hcd. specialize (J c d Hcd). apply joined_app in J. destruct J as [J|J]; auto.
            apply B_spec in J. destruct J as [J|(a&b&E'&_)]; auto. discriminate. }
        destruct X as [(a&b&p&q&Hab&Ex&Ea&Eb)|X].
        + pose proof (held_extra t p q y H ltac:(unfold t; lia) Lt Ex T) as F. subst p q.
          rewrite (through_complete m (board_of y x t) (own_rows m P y) (may_change x t)) with (D := of_others N) in F;
            eauto using zip_spec, own_length, may_change_length; [discriminate| |].
          * intros. now apply full_spec.
          * intros c d Hcd Nd. destruct (in_vertices H c d Hcd) as [Hc Hd].
            assert (Q : joined N (f c) (f d) y \/ joined P (f c) (f d) y).
            { specialize (J c d Hcd). apply joined_app in J. destruct J as [J|J]; auto.
              apply B_spec in J. destruct J as [J|(a'&b'&E'&J)]; auto. rewrite Ex in E'. inversion E'; subst a' b'.
                exfalso.
              apply Nd. assert (Va : In a (vertices H) /\ In b (vertices H)).
              { apply in_app_or in Hab. destruct Hab as [Hab|Hab]; [now apply in_vertices|].
                apply in_map_iff in Hab. destruct Hab as ([a' b']&E2&Hab). inversion E2; subst.
                apply in_vertices in Hab. tauto. }
              destruct J as [[E1 E2]|[E1 E2]]; apply I in E1, E2; try tauto; subst; auto using norm_sym. }
            destruct Q as [Q|Q]; split; auto using joined_sym.
        + pose proof (held t y H ltac:(unfold t; lia) Lt T D) as F.
          rewrite (whole_complete m (board_of y x t) (own_rows m P y) (may_change x t)) with (D := of_others N) (f :=
            f) in F;
            eauto using zip_spec, own_length, may_change_length; [discriminate| |].
          * intros. now apply full_spec.
          * intros c d Hcd. destruct (in_vertices H c d Hcd) as [Hc Hd].
            destruct (X c d Hcd) as [Q|Q]; split; auto using joined_sym.
      - apply (B_none y H T). exists f. split; auto. intros c d Hcd. specialize (J c d Hcd).
        apply joined_app in J. destruct J as [J|J]; auto. apply (of_others_in N _ _ y D) in J.
        destruct (of_others N); [destruct J|]. unfold t in Lt. cbn in E. lia.
    Qed.

    Lemma forced_more N e u v : forced Hx x (N ++ B) u v -> forced Hx x ((e :: N) ++ B) u v.
    Proof.
      intros (f&a&b&I&Hab&Ea&Eb&J). exists f, a, b. repeat split; auto. intros c d Hcd Nd.
      destruct (J c d Hcd Nd) as [K|K]; [left|right]; now right.
    Qed.
    Lemma good_survives k : forall N, length N + k <= r -> good N -> ~ builder_wins k (N ++ B).
    Proof.
      induction k as [|k IH]; intros N L G.
      - apply painter_end. intros c H T. apply no_copy; auto; lia.
      - apply painter_step with (n' + 2 * length N); try apply G.
        + intros c H T. apply no_copy; auto; lia.
        + intros u v U F K.
          assert (S1 : forall c, c < length targets ->
            (c = x -> ~ copy Hx (((u, v, c) :: N) ++ B) x) ->
            (c <> x -> forced Hx x (N ++ B) u v /\ forced Hx x (N ++ B) v u) -> False).
          { intros c Hc Kx Ko. apply K. exists c. split; auto. change ((u, v, c) :: N ++ B) with (((u, v, c) :: N) ++
            B).
            apply IH; [cbn; lia|]. constructor.
            - intros a b d [E|Hd]; [now inversion E; subst|]. apply (g_coloured _ G a b d Hd).
            - cbn [length app touched flat_map]. intros a Ha. cbn in Ha. unfold usual in U.
              destruct Ha as [<-|[<-|Ha]]; [lia|lia|]. apply (g_below _ G) in Ha. lia.
            - destruct (Nat.eq_dec c x) as [->|Dc]; auto.
              intros (f&I&J). apply (g_none _ G). exists f. split; auto. intros a b Hab.
              destruct (J a b Hab) as [[E|E]|[E|E]]; try (inversion E; congruence); [left|right]; auto.
            - intros a b d [E|Hd]; [|now apply (g_free _ G) in Hd]. inversion E; subst. split.
              + unfold usual in U. lia.
              + intros d' Jd. apply (F d'), joined_app. auto.
            - intros a b d [E|Hd] Dd.
              + inversion E; subst. destruct (Ko Dd). split; now apply forced_more.
              + destruct (g_forced _ G a b d Hd Dd). split; now apply forced_more. }
          assert (Lx : x < length targets) by (apply nth_error_Some; congruence).
          apply (S1 x Lx); [|congruence]. intros _ C.
          apply (S1 other); [tauto|tauto|]. intros _. apply copy_forced; auto. apply G.
    Qed.

    Theorem held_sound : ~ builder_wins r B.
    Proof.
      change B with ([] ++ B). apply good_survives; [cbn; lia|]. constructor; cbn [app length].
      - exact B_coloured.
      - intros a Ha. rewrite Nat.mul_0_r, Nat.add_0_r. auto.
      - apply B_none, target_x.
      - intros u v c [].
      - intros u v c [].
    Qed.
  End Base.
End Targets.
