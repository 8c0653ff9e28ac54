(** The checker of strategies, for any winning sets, and that it is sound: [check_sound]. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import MakerBreaker Lists.

(** * Pairs *)
Lemma triangular_le a b : a <= b -> triangular a <= triangular b.
Proof. induction 1; simpl; lia. Qed.

Lemma code_inj a b c d : a < b -> c < d -> triangular b + a = triangular d + c -> a = c /\ b = d.
Proof.
  intros H1 H2 H.
  destruct (lt_eq_lt_dec b d) as [[L|E]|L].
  - pose proof (triangular_le (S b) d L). simpl in *. lia.
  - subst. lia.
  - pose proof (triangular_le (S d) b L). simpl in *. lia.
Qed.

Lemma pair_sym u v : pair u v = pair v u.
Proof. unfold pair. now rewrite Nat.max_comm, Nat.min_comm. Qed.

Lemma pair_inj u v x y : u < v -> x <> y -> pair u v = pair x y -> (u = x /\ v = y) \/ (u = y /\ v = x).
Proof.
  unfold pair. intros H1 H2 H. apply Nat2N.inj in H.
  rewrite Nat.max_r, Nat.min_l in H by lia.
  destruct (Nat.lt_ge_cases x y).
  - rewrite Nat.max_r, Nat.min_l in H by lia. apply code_inj in H; lia.
  - rewrite Nat.max_l, Nat.min_r in H by lia. apply code_inj in H; lia.
Qed.

Lemma in_pairs n u v : In (u, v) (pairs n) <-> u < v /\ v < n.
Proof.
  unfold pairs. rewrite in_flat_map. split.
  - intros (w & Hw & H). apply in_map_iff in H. destruct H as (x & E & Hx).
    inversion E; subst. apply in_seq in Hw. apply in_seq in Hx. lia.
  - intros [H1 H2]. exists v. split; [apply in_seq; lia|].
    apply in_map_iff. exists u. split; [reflexivity|apply in_seq; lia].
Qed.

(** * Sets *)
Lemma testbit_0 e : N.testbit 0 e = false.
Proof. apply N.bits_0. Qed.

Lemma in_setbit A e x : x ∈ N.setbit A e <-> x = e \/ x ∈ A.
Proof. rewrite N.setbit_iff. intuition congruence. Qed.

Lemma in_clearbit A e x : x ∈ N.clearbit A e <-> x <> e /\ x ∈ A.
Proof. rewrite N.clearbit_iff. intuition congruence. Qed.

Lemma nonempty A : A <> 0%N -> exists e, e ∈ A.
Proof. intros H. exists (N.log2 A). now apply N.bit_log2. Qed.

Lemma ext A B : (forall e, e ∈ A <-> e ∈ B) -> A = B.
Proof.
  intros H. apply N.bits_inj. intros e. specialize (H e).
  destruct (N.testbit A e), (N.testbit B e); intuition congruence.
Qed.

Definition subset (A B : N) : bool := N.eqb (N.ldiff A B) 0.
Lemma subset_spec A B : subset A B = true -> forall e, e ∈ A -> e ∈ B.
Proof.
  unfold subset. rewrite N.eqb_eq. intros H e He.
  assert (K : N.testbit (N.ldiff A B) e = false) by (rewrite H; apply testbit_0).
  rewrite N.ldiff_spec, He in K. destruct (N.testbit B e); [reflexivity|discriminate].
Qed.

Lemma in_lor A B e : e ∈ N.lor A B <-> e ∈ A \/ e ∈ B.
Proof. rewrite N.lor_spec. now rewrite orb_true_iff. Qed.

Lemma in_land A B e : e ∈ N.land A B <-> e ∈ A /\ e ∈ B.
Proof. rewrite N.land_spec. now rewrite andb_true_iff. Qed.

Lemma in_ldiff A B e : e ∈ N.ldiff A B <-> e ∈ A /\ ~ e ∈ B.
Proof. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. destruct (N.testbit B e); intuition congruence. Qed.

Lemma in_edge_set l e : e ∈ edge_set l <-> exists u v, In (u, v) l /\ e = pair u v.
Proof.
  induction l as [|[u v] l IH]; cbn [edge_set fold_right fst snd].
  - rewrite testbit_0. split; [discriminate|]. intros (?&?&[]&_).
  - change (fold_right _ 0%N l) with (edge_set l). rewrite in_setbit, IH. split.
    + intros [->|(x&y&H&->)]; [exists u, v|exists x, y]; simpl; auto.
    + intros (x&y&[E|H]&->); [inversion E; auto|]. right. exists x, y. auto.
Qed.

Definition bounded (n : nat) (A : N) : Prop := forall e, e ∈ A -> exists u v, u < v /\ v < n /\ e = pair u v.

Lemma in_complete n e : e ∈ complete n <-> exists u v, u < v /\ v < n /\ e = pair u v.
Proof.
  unfold complete. rewrite in_edge_set. split.
  - intros (u&v&H&->). apply in_pairs in H. exists u, v. tauto.
  - intros (u&v&H1&H2&->). exists u, v. rewrite in_pairs. tauto.
Qed.

Lemma bounded_spec n A : subset A (complete n) = true -> bounded n A.
Proof. intros H e He. apply in_complete. eapply subset_spec; eauto. Qed.

(** * Relabelling *)
Section Board.
  Variable n : nat.
  (** Two vertices of which the game speaks: maps take their pair to itself. *)
  Variable ends : option (nat * nat).
  Definition keeps_ends (f : nat -> nat) : Prop :=
    match ends with
    | None => True
    | Some (u, v) => (u < n /\ v < n) /\ (f u = u /\ f v = v \/ f u = v /\ f v = u)
    end.

  Record bijection (f g : nat -> nat) : Prop := {
    b_f : forall v, v < n -> f v < n;
    b_g : forall v, v < n -> g v < n;
    b_gf : forall v, v < n -> g (f v) = v;
    b_fg : forall v, v < n -> f (g v) = v;
    b_ends : keeps_ends f }.

  Lemma bijection_sym f g : bijection f g -> bijection g f.
  Proof.
    intros [Hf Hg GF FG E]. constructor; auto. unfold keeps_ends in *. destruct ends as [[u v]|]; auto.
    destruct E as [[Hu Hv] E]. split; auto. pose proof (GF u Hu). pose proof (GF v Hv).
    destruct E as [[E1 E2]|[E1 E2]]; rewrite E1, E2 in *; auto.
  Qed.

  (** The pairs that f takes into A. *)
  Definition pull (f : nat -> nat) (A : N) : N :=
    fold_right (fun e B => if N.testbit A (pair (f (fst e)) (f (snd e))) then N.setbit B (pair (fst e) (snd e)) else B)
      0%N (pairs n).

  Lemma in_pull f A e :
    e ∈ pull f A <-> exists u v, u < v /\ v < n /\ e = pair u v /\ pair (f u) (f v) ∈ A.
  Proof.
    transitivity (exists u v, In (u, v) (pairs n) /\ e = pair u v /\ pair (f u) (f v) ∈ A).
    2:{ split; intros (u&v&H); exists u, v; rewrite in_pairs in *; tauto. }
    unfold pull. induction (pairs n) as [|[u v] l IH]; cbn [fold_right fst snd].
    - rewrite testbit_0. split; [discriminate|]. intros (?&?&[]&_).
    - destruct (N.testbit A (pair (f u) (f v))) eqn:T.
      + rewrite in_setbit, IH. split.
        * intros [->|(x&y&H&E)]; [exists u, v|exists x, y]; simpl; auto.
        * intros (x&y&[E|H]&->&K); [inversion E; subst; auto|]. right. exists x, y. auto.
      + rewrite IH. split.
        * intros (x&y&H&E). exists x, y. simpl; auto.
        * intros (x&y&[E|H]&->&K); [inversion E; congruence|]. exists x, y. auto.
  Qed.

  Lemma pull_bounded f A : bounded n (pull f A).
  Proof. intros e He. apply in_pull in He. destruct He as (u&v&H1&H2&->&_). eauto. Qed.

  Lemma pair_in_pull f A u v : u <> v -> u < n -> v < n -> (pair u v ∈ pull f A <-> pair (f u) (f v) ∈ A).
  Proof.
    intros D Hu Hv. rewrite in_pull. split.
    - intros (x&y&H1&H2&E&K). symmetry in E. apply pair_inj in E; auto.
      destruct E as [[-> ->]|[-> ->]]; [|rewrite pair_sym]; exact K.
    - intros K. destruct (Nat.lt_ge_cases u v).
      + exists u, v; auto.
      + exists v, u. repeat split; try lia; [apply pair_sym|now rewrite pair_sym].
  Qed.

  Lemma bij_neq f g u v : bijection f g -> u < n -> v < n -> u <> v -> f u <> f v.
  Proof. intros B Hu Hv D E. apply D. rewrite <- (b_gf _ _ B u Hu), <- (b_gf _ _ B v Hv). now f_equal. Qed.

  Lemma pull_pull f g A : bijection f g -> bounded n A -> pull f (pull g A) = A.
  Proof.
    intros B HA. apply ext. intros e. split.
    - intros H. apply in_pull in H. destruct H as (u&v&H1&H2&->&K).
      rewrite pair_in_pull in K; try (apply (b_f _ _ B); lia); try (eapply bij_neq; eauto; lia).
      rewrite !(b_gf _ _ B) in K by lia. exact K.
    - intros H. destruct (HA e H) as (u&v&H1&H2&->).
      rewrite pair_in_pull by lia.
      rewrite pair_in_pull; try (apply (b_f _ _ B); lia); try (eapply bij_neq; eauto; lia).
      rewrite !(b_gf _ _ B) by lia. exact H.
  Qed.

  (** The edge that f takes to e. *)
  Lemma pre_edge f g e A : bijection f g -> bounded n A -> e ∈ A ->
    exists u v, u < v /\ v < n /\ (forall x y, x <> y -> x < n -> y < n -> (pair (f x) (f y) = e <-> pair x y = pair u
      v)).
  Proof.
    intros B HA H. destruct (HA e H) as (a&b&H1&H2&->).
    assert (Da : g a < n) by (apply (b_g _ _ B); lia).
    assert (Db : g b < n) by (apply (b_g _ _ B); lia).
    assert (D : g a <> g b) by (eapply bij_neq; [eapply bijection_sym; eauto| | |]; lia).
    assert (G : forall x y, x <> y -> x < n -> y < n -> (pair (f x) (f y) = pair a b <-> pair x y = pair (g a) (g b))).
    { intros x y Dxy Hx Hy. split; intros E.
      - symmetry in E. apply pair_inj in E; [|lia|eapply bij_neq; eauto].
        destruct E as [[-> ->]|[-> ->]]; rewrite !(b_gf _ _ B) by lia; [reflexivity|apply pair_sym].
      - destruct (Nat.lt_ge_cases x y).
        + apply pair_inj in E; [|lia|lia]. destruct E as [[-> ->]|[-> ->]]; rewrite !(b_fg _ _ B) by lia;
          [reflexivity|apply pair_sym].
        + rewrite pair_sym in E. apply pair_inj in E; [|lia|lia].
          destruct E as [[-> ->]|[-> ->]]; rewrite !(b_fg _ _ B) by lia; [apply pair_sym|reflexivity]. }
    destruct (Nat.lt_ge_cases (g a) (g b)).
    - exists (g a), (g b). auto.
    - exists (g b), (g a). repeat split; try lia; intros E; [rewrite (pair_sym (g b)); now apply G|].
      apply G; auto. rewrite E. apply pair_sym.
  Qed.

  Lemma pull_setbit f g F e : bijection f g -> bounded n F -> e ∈ F -> exists e',
    e' ∈ pull f F /\ (forall B, pull f (N.setbit B e) = N.setbit (pull f B) e')
    /\ (forall B, pull f (N.clearbit B e) = N.clearbit (pull f B) e').
  Proof.
    intros B HF He. destruct (pre_edge f g e F B HF He) as (u&v&H1&H2&K).
    exists (pair u v). repeat split.
    - rewrite pair_in_pull by lia. rewrite (proj2 (K u v ltac:(lia) ltac:(lia) ltac:(lia)) eq_refl). exact He.
    - intros C. apply ext. intros x. rewrite in_setbit, !in_pull. split.
      + intros (a&b&L1&L2&->&J). rewrite in_setbit in J. destruct J as [J|J].
        * left. apply K; auto; lia.
        * right. exists a, b. auto.
      + intros [->|(a&b&L1&L2&->&J)].
        * exists u, v. repeat split; auto. rewrite in_setbit. left. apply K; auto; lia.
        * exists a, b. repeat split; auto. rewrite in_setbit. auto.
    - intros C. apply ext. intros x. rewrite in_clearbit, !in_pull. split.
      + intros (a&b&L1&L2&->&J). rewrite in_clearbit in J. destruct J as [J1 J2]. split.
        * intros E. apply J1. apply K; auto; lia.
        * exists a, b. auto.
      + intros [D (a&b&L1&L2&->&J)]. exists a, b. repeat split; auto. rewrite in_clearbit. split; auto.
        intros E. apply D. apply K; auto; lia.
  Qed.

  (** * Games that do not change when vertices get other names *)
  Variable win : N -> Prop.
  Hypothesis win_more : forall A B, (forall e, e ∈ A -> e ∈ B) -> win A -> win B.
  Hypothesis win_relabel : forall f g A, bijection f g -> win A -> win (pull f A).

  Lemma has_won_pull p f g M : bijection f g -> bounded n M -> has_won win p M -> has_won win p (pull f M).
  Proof.
    intros B HM. destruct p; simpl.
    - now apply win_relabel with g.
    - intros H W. apply H. apply win_relabel with (f := g) (g := f) in W; [|now apply bijection_sym].
      now rewrite (pull_pull g f) in W by (auto using bijection_sym).
  Qed.

  Lemma bounded_setbit A F e : bounded n A -> bounded n F -> e ∈ F -> bounded n (N.setbit A e).
  Proof. intros HA HF He x Hx. apply in_setbit in Hx. destruct Hx as [->|Hx]; auto. Qed.
  Lemma bounded_clearbit A e : bounded n A -> bounded n (N.clearbit A e).
  Proof. intros HA x Hx. apply in_clearbit in Hx. destruct Hx as [_ Hx]; auto. Qed.
  Lemma bounded_took p A F e : bounded n A -> bounded n F -> e ∈ F -> bounded n (took p A e).
  Proof. destruct p; simpl; eauto using bounded_setbit. Qed.

  Lemma pull_0 f : pull f 0 = 0%N.
  Proof. apply ext. intros e. rewrite in_pull. setoid_rewrite testbit_0. split; [intros (?&?&?&?&?&?)|]; discriminate.
    Qed.

  Lemma wins_pull p f g : bijection f g -> forall t M F, wins win p t M F ->
    bounded n M -> bounded n F -> wins win p t (pull f M) (pull f F).
  Proof.
    intros B t M F H. induction H as [t M H|M F e He H IH|M F HF H IH]; intros HM HF'.
    - rewrite pull_0. constructor. eapply has_won_pull; eauto.
    - destruct (pull_setbit f g F e B HF' He) as (e'&He'&Ks&Kc).
      apply wins_move with e'; auto.
      assert (E : took p (pull f M) e' = pull f (took p M e)) by (destruct p; simpl; auto).
      rewrite E, <- Kc. apply IH; eauto using bounded_took, bounded_clearbit.
    - apply wins_reply.
      + destruct (nonempty F HF) as (e&He). intros E.
        destruct (pull_setbit f g F e B HF' He) as (e'&He'&_). rewrite E, testbit_0 in He'. discriminate.
      + intros e' He'. apply in_pull in He'. destruct He' as (u&v&H1&H2&->&K).
        destruct (pull_setbit f g F _ B HF' K) as (e2&He2&Ks&Kc).
        assert (E2 : e2 = pair u v).
        { assert (X : e2 ∈ pull f (N.setbit 0 (pair (f u) (f v)))) by (rewrite Ks; apply in_setbit; auto).
          assert (Y : pair u v ∈ pull f (N.setbit 0 (pair (f u) (f v))))
            by (apply pair_in_pull; try lia; apply in_setbit; auto).
          rewrite Ks, pull_0 in Y. apply in_setbit in Y. destruct Y as [Y|Y]; [auto|]. rewrite testbit_0 in Y.
            discriminate. }
        subst e2. specialize (IH _ K).
        assert (E : took (other p) (pull f M) (pair u v) = pull f (took (other p) M (pair (f u) (f v))))
          by (destruct p; simpl; auto).
        rewrite E, <- Kc. apply IH; eauto using bounded_took, bounded_clearbit.
  Qed.

  (** * What a node claims *)
  Record fine (M F : N) : Prop := {
    fine_M : bounded n M;
    fine_F : bounded n F;
    fine_D : forall e, e ∈ M -> e ∈ F -> False }.

  Variable p : player.
  Definition own (M F e : N) : Prop := match p with Maker => e ∈ M | Breaker => ~ e ∈ M /\ ~ e ∈ F end.
  Definition may (M F e : N) : Prop := match p with Maker => e ∈ M \/ e ∈ F | Breaker => ~ e ∈ M end.

  Definition claim (W Fr : N) : Prop := forall M F, fine M F ->
    (forall e, e ∈ W -> own M F e) -> (forall e, e ∈ Fr -> may M F e) -> wins win p (other p) M F.

  Lemma own_may M F e : own M F e -> may M F e.
  Proof. unfold own, may. destruct p; tauto. Qed.
  Lemma may_own M F e : may M F e -> ~ e ∈ F -> own M F e.
  Proof. unfold own, may. destruct p; tauto. Qed.
  Lemma own_free M F e : fine M F -> own M F e -> e ∈ F -> False.
  Proof. intros [_ _ D]. unfold own. specialize (D e). destruct p; tauto. Qed.
  Lemma may_free M F e : fine M F -> e ∈ F -> may M F e.
  Proof. intros [_ _ D]. unfold may. specialize (D e). destruct p; tauto. Qed.

  Lemma fine_took t M F e : fine M F -> e ∈ F -> fine (took t M e) (N.clearbit F e).
  Proof.
    intros [HM HF D] He. constructor.
    - eapply bounded_took; eauto.
    - now apply bounded_clearbit.
    - intros x Hx Hc. apply in_clearbit in Hc. destruct Hc as [Hne Hc]. destruct t; simpl in Hx; eauto.
      apply in_setbit in Hx. destruct Hx; eauto.
  Qed.

  Lemma own_mine M F x e : own M F e -> own (took p M x) (N.clearbit F x) e.
  Proof. unfold own, took. destruct p; rewrite ?in_setbit, ?in_clearbit; tauto. Qed.
  Lemma own_taken M F x : fine M F -> x ∈ F -> own (took p M x) (N.clearbit F x) x.
  Proof. intros [_ _ D] Hx. specialize (D x). unfold own, took. destruct p; rewrite ?in_setbit, ?in_clearbit; tauto.
    Qed.
  Lemma may_mine M F x e : may M F e -> may (took p M x) (N.clearbit F x) e.
  Proof. unfold may, took. destruct (N.eq_dec e x); destruct p; rewrite ?in_setbit, ?in_clearbit; tauto. Qed.
  Lemma own_theirs M F x e : fine M F -> x ∈ F -> own M F e -> own (took (other p) M x) (N.clearbit F x) e.
  Proof.
    intros HF Hx Ho. pose proof (own_free M F e HF Ho). unfold own, took, other in *.
    destruct (N.eq_dec e x); [subst; tauto|].
    destruct p; rewrite ?in_setbit, ?in_clearbit; tauto.
  Qed.
  Lemma may_theirs M F x e : e <> x -> may M F e -> may (took (other p) M x) (N.clearbit F x) e.
  Proof. intros Hne. unfold may, took, other. destruct p; rewrite ?in_setbit, ?in_clearbit; tauto. Qed.

  Lemma claim_pull f g W F : bijection f g -> bounded n W -> bounded n F -> claim W F -> claim (pull f W) (pull f F).
  Proof.
    intros B HW HF C M Fr Hf HO HM. destruct Hf as [H1 H2 H3].
    rewrite <- (pull_pull f g M), <- (pull_pull f g Fr) by auto.
    apply wins_pull with g; auto using pull_bounded.
    apply C.
    - constructor; auto using pull_bounded. intros e X Y. destruct (pull_bounded _ _ e X) as (u&v&L1&L2&->).
      rewrite pair_in_pull in X, Y by lia. eauto.
    - intros e He. destruct (HW e He) as (u&v&L1&L2&->).
      assert (K : pair (g u) (g v) ∈ pull f W).
      { apply pair_in_pull; try (apply (b_g _ _ B); lia).
        - eapply bij_neq; [eapply bijection_sym; eauto| | |]; lia.
        - rewrite !(b_fg _ _ B) by lia. exact He. }
      apply HO in K. unfold own in *. destruct p; rewrite !pair_in_pull by lia; exact K.
    - intros e He. destruct (HF e He) as (u&v&L1&L2&->).
      assert (K : pair (g u) (g v) ∈ pull f F).
      { apply pair_in_pull; try (apply (b_g _ _ B); lia).
        - eapply bij_neq; [eapply bijection_sym; eauto| | |]; lia.
        - rewrite !(b_fg _ _ B) by lia. exact He. }
      apply HM in K. unfold may in *. destruct p; rewrite !pair_in_pull by lia; exact K.
  Qed.

  (** The winner answers with r. *)
  Lemma answer W F r M Fr : claim W F -> fine M Fr ->
    (forall e, e ∈ W -> own M Fr e \/ r = Some e) -> (forall e, e ∈ F -> may M Fr e) ->
    (forall x, r = Some x -> may M Fr x) -> wins win p p M Fr.
  Proof.
    intros C Hf HW HF Hr.
    assert (T : (exists x, r = Some x /\ x ∈ Fr) \/ (forall e, e ∈ W -> own M Fr e)).
    { destruct r as [x|]; [|right; intros e He; destruct (HW e He); [auto|discriminate]].
      destruct (N.testbit Fr x) eqn:T; [left; eauto|right]. intros e He. destruct (HW e He) as [|E]; auto.
      inversion E; subst. apply may_own; auto. congruence. }
    destruct T as [(x&->&Hx)|T].
    - apply wins_move with x; auto. apply C; auto using fine_took, may_mine.
      intros e He. destruct (HW e He) as [|E]; auto using own_mine. inversion E; subst. now apply own_taken.
    - destruct (N.eq_dec Fr 0) as [->|N0].
      + assert (K : wins win p (other p) M 0) by (apply C; auto).
        inversion K; subst; try (now constructor); try (rewrite testbit_0 in *; discriminate); congruence.
      + destruct (nonempty Fr N0) as (x&Hx). apply wins_move with x; auto.
        apply C; auto using fine_took, may_mine, own_mine.
  Qed.

  (** A node of which each reply leads to a claim follows. *)
  Definition right_reply (W F : N) (r : option N) (W1 F1 : N) : Prop :=
    claim W1 F1 /\ (forall x, r = Some x -> x ∈ F)
    /\ (forall e, e ∈ W1 -> e ∈ W \/ r = Some e) /\ (forall e, e ∈ F1 -> e ∈ W \/ e ∈ F).
  Definition answers (e : N) (r : option N) (W1 F1 : N) : Prop := ~ e ∈ W1 /\ ~ e ∈ F1 /\ r <> Some e.

  Lemma node_follows W F :
    (exists r W1 F1, right_reply W F r W1 F1) ->
    (forall e, e ∈ F -> exists r W1 F1, right_reply W F r W1 F1 /\ answers e r W1 F1) -> claim W F.
  Proof.
    intros (r0&W0&F0&R0) HA M Fr Hf HO HM.
    destruct (N.eq_dec Fr 0) as [->|N0].
    - destruct R0 as (C&Hr&HW&HF).
      assert (E0 : forall e, ~ e ∈ 0%N) by (intros e; rewrite testbit_0; discriminate).
      apply C; auto.
      + intros e He. destruct (HW e He) as [K|K]; auto. apply may_own; auto.
      + intros e He. destruct (HF e He) as [K|K]; auto using own_may.
    - apply wins_reply; auto. intros e He.
      assert (X : exists r W1 F1, right_reply W F r W1 F1 /\ answers e r W1 F1).
      { destruct (N.testbit F e) eqn:T; [now apply HA|].
        exists r0, W0, F0. split; auto. destruct R0 as (C&Hr&HW&HF).
        assert (NW : ~ e ∈ W) by (intros K; eapply own_free; eauto).
        repeat split.
        - intros K. destruct (HW e K) as [|E]; [tauto|]. apply Hr in E. congruence.
        - intros K. destruct (HF e K); [tauto|congruence].
        - intros E. apply Hr in E. congruence. }
      destruct X as (r&W1&F1&(C&Hr&HW&HF)&(A1&A2&A3)).
      apply answer with W1 F1 r; auto using fine_took.
      + intros x Hx. destruct (HW x Hx); auto. left. apply own_theirs; auto.
      + intros x Hx. destruct (HF x Hx) as [K|K].
        * apply own_may, own_theirs; auto.
        * apply may_theirs; auto. intros ->. tauto.
      + intros x ->. apply may_theirs; auto. congruence.
  Qed.

  (** * The checker *)
  Variable is_won : N -> bool.
  Hypothesis is_won_spec : forall A, is_won A = true <-> win A.

  Record reply := Reply { take : option N; next : N; vmap : list nat }.
  Record node := Node { node_W : N; node_F : N; replies : list reply }.

  Definition keeps_endsb (l : list nat) : bool :=
    match ends with
    | None => true
    | Some (u, v) => Nat.ltb u n &&& Nat.ltb v n &&&
        (if Nat.eqb (apply_map l u) u &&& Nat.eqb (apply_map l v) v then true
         else Nat.eqb (apply_map l u) v &&& Nat.eqb (apply_map l v) u)
    end.
  Lemma keeps_endsb_spec l : keeps_endsb l = true -> keeps_ends (apply_map l).
  Proof.
    unfold keeps_endsb, keeps_ends. destruct ends as [[u v]|]; auto.
    rewrite !and_true, !Nat.ltb_lt. intros [H K]. split; auto.
    destruct (Nat.eqb_spec (apply_map l u) u), (Nat.eqb_spec (apply_map l v) v); auto;
      rewrite and_true, !Nat.eqb_eq in K; auto.
  Qed.

  Definition is_bijection (l : list nat) : bool :=
    Nat.eqb (length l) n &&& every (fun v => mem v l) (seq 0 n) &&& keeps_endsb l.
  Lemma is_bijection_spec l : is_bijection l = true -> bijection (apply_map l) (fun v => index v l).
  Proof.
    unfold is_bijection. rewrite !and_true, Nat.eqb_eq, every_spec. intros [[HL H] HE].
    assert (I : incl (seq 0 n) l) by (intros v Hv; apply mem_spec; auto).
    assert (ND : NoDup l).
    { eapply NoDup_incl_NoDup; [apply seq_NoDup| |exact I]. rewrite seq_length. lia. }
    assert (I2 : incl l (seq 0 n)).
    { apply NoDup_length_incl; [apply seq_NoDup| |exact I]. rewrite seq_length. lia. }
    assert (Q : forall v, v < n -> In v l) by (intros v Hv; apply I, in_seq; lia).
    assert (Z : forall v, v < n -> apply_map l v < n).
    { intros v Hv. assert (K : In (nth v l 0) (seq 0 n)) by (apply I2, nth_In; lia). apply in_seq in K.
      unfold apply_map. lia. }
    constructor; auto using keeps_endsb_spec.
    - intros v Hv. destruct (index_spec v l (Q v Hv)). lia.
    - intros v Hv. destruct (index_spec (apply_map l v) l (Q _ (Z v Hv))) as [K1 K2].
      rewrite (NoDup_nth l 0) in ND. specialize (Z v Hv). apply ND in K2; lia.
    - intros v Hv. now destruct (index_spec v l (Q v Hv)).
  Qed.

  Definition table := PositiveMap.t (N * N).
  Definition single (r : option N) : N := match r with Some x => N.setbit 0 x | None => 0%N end.

  (** What the next node asks for, under the map: [None] if there is none or the map is wrong. *)
  Definition follow (t : table) (r : reply) : option (N * N) :=
    if is_bijection (vmap r) then
      match PositiveMap.find (N.succ_pos (next r)) t with
      | Some (W, F) => Some (pull (apply_map (vmap r)) W, pull (apply_map (vmap r)) F)
      | None => None
      end
    else None.

  (** The pairs that a reply does not answer, if it is right. *)
  Definition check_reply (t : table) (W F : N) (r : reply) : option N :=
    match follow t r with
    | Some (W1, F1) =>
        if subset (single (take r)) F && subset W1 (N.lor W (single (take r))) && subset F1 (N.lor W F)
        then Some (N.lor (N.lor W1 F1) (single (take r))) else None
    | None => None
    end.

  Fixpoint check_replies (t : table) (W F : N) (l : list reply) (left : N) : bool :=
    match l with
    | [] => N.eqb left 0
    | r :: l => match check_reply t W F r with
                | Some k => check_replies t W F l (N.land left k)
                | None => false
                end
    end.

  Definition is_decided (W : N) : bool :=
    match p with Maker => is_won W | Breaker => negb (is_won (N.ldiff (complete n) W)) end.

  Definition check_node (t : table) (x : node) : bool :=
    subset (node_W x) (complete n) && subset (node_F x) (complete n) &&
    match replies x with
    | [] => is_decided (node_W x)
    | l => check_replies t (node_W x) (node_F x) l (node_F x)
    end.

  Fixpoint check_nodes (t : table) (i : N) (l : list node) : option table :=
    match l with
    | [] => Some t
    | x :: l => if check_node t x
                then check_nodes (PositiveMap.add (N.succ_pos i) (node_W x, node_F x) t) (N.succ i) l
                else None
    end.

  Definition own_set (M F : N) : N :=
    match p with Maker => M | Breaker => N.ldiff (complete n) (N.lor M F) end.

  Definition same (a b : player) : bool := match a, b with Maker, Maker | Breaker, Breaker => true | _, _ => false end.

  Definition check_opening (t : table) (starter : player) (M F : N) (r : reply) : bool :=
    subset M (complete n) && subset F (complete n) && N.eqb (N.land M F) 0 &&
    (same starter p || match take r with None => true | Some _ => false end) &&
    match check_reply t (own_set M F) F r with Some _ => true | None => false end.

  Definition check (starter : player) (M F : N) (nodes : list node) (opening : reply) : bool :=
    match check_nodes (PositiveMap.empty _) 0 nodes with
    | Some t => check_opening t starter M F opening
    | None => false
    end.

  Definition good (t : table) : Prop := forall k W F, PositiveMap.find k t = Some (W, F) ->
    claim W F /\ bounded n W /\ bounded n F.

  Lemma single_spec r e : e ∈ single r <-> r = Some e.
  Proof.
    destruct r as [x|]; cbn [single].
    - rewrite in_setbit, testbit_0. intuition congruence.
    - rewrite testbit_0. intuition congruence.
  Qed.

  Lemma check_reply_spec t W F r k : good t -> check_reply t W F r = Some k ->
    exists W1 F1, right_reply W F (take r) W1 F1 /\ (forall e, ~ e ∈ k -> answers e (take r) W1 F1).
  Proof.
    intros G. unfold check_reply, follow. destruct (is_bijection (vmap r)) eqn:B; [|discriminate].
    destruct (PositiveMap.find _ t) as [[W0 F0]|] eqn:E; [|discriminate].
    set (W1 := pull (apply_map (vmap r)) W0). set (F1 := pull (apply_map (vmap r)) F0).
    destruct (subset (single (take r)) F && _ && _) eqn:S; [|discriminate].
    intros K. inversion K; subst k; clear K.
    rewrite !andb_true_iff in S. destruct S as [[S1 S2] S3].
    pose proof (subset_spec _ _ S1) as T1. pose proof (subset_spec _ _ S2) as T2. pose proof (subset_spec _ _ S3) as T3.
    exists W1, F1. split.
    - destruct (G _ _ _ E) as (C&B1&B2). repeat split.
      + eapply claim_pull; eauto using is_bijection_spec.
      + intros x Hx. apply T1. now apply single_spec.
      + intros e He. apply T2 in He. rewrite in_lor, single_spec in He. exact He.
      + intros e He. apply T3 in He. now rewrite in_lor in He.
    - intros e He. rewrite !in_lor, single_spec in He. unfold answers. tauto.
  Qed.

  Lemma check_replies_spec t W F l : good t -> forall left, check_replies t W F l left = true ->
    (forall r, In r l -> exists W1 F1, right_reply W F (take r) W1 F1) /\
    (forall e, e ∈ left -> exists r W1 F1, right_reply W F r W1 F1 /\ answers e r W1 F1).
  Proof.
    intros G. induction l as [|r l IH]; cbn [check_replies]; intros left H.
    - apply N.eqb_eq in H. subst. split; [intros r []|]. intros e He. rewrite testbit_0 in He. discriminate.
    - destruct (check_reply t W F r) as [k|] eqn:E; [|discriminate].
      destruct (check_reply_spec _ _ _ _ _ G E) as (W1&F1&R&A). destruct (IH _ H) as [I1 I2]. split.
      + intros x [<-|Hx]; [exists W1, F1; exact R|auto].
      + intros e He. destruct (N.testbit k e) eqn:T.
        * apply I2. rewrite in_land. auto.
        * exists (take r), W1, F1. split; auto. apply A. congruence.
  Qed.

  Lemma decided W M F : is_decided W = true -> fine M F -> (forall e, e ∈ W -> own M F e) -> has_won win p M.
  Proof.
    intros D [HM _ _] HO. unfold is_decided, has_won, own in *. destruct p.
    - apply is_won_spec in D. now apply win_more with W.
    - intros Hw. rewrite negb_true_iff in D. apply win_more with (B := N.ldiff (complete n) W) in Hw.
      + apply is_won_spec in Hw. congruence.
      + intros e He. rewrite in_ldiff. split; [apply in_complete; auto|]. intros HW. destruct (HO e HW); tauto.
  Qed.

  Lemma player_cases t : t = p \/ t = other p.
  Proof. destruct t, p; auto. Qed.

  (** A decided game stays decided until no edge is free. *)
  Lemma decided_wins W : is_decided W = true -> forall c l t M F, length l <= c -> (forall e, e ∈ F -> In e l) ->
    fine M F -> (forall e, e ∈ W -> own M F e) -> wins win p t M F.
  Proof.
    intros D. induction c as [|c IH]; intros l t M F Hc Hl Hf HO.
    - assert (F = 0%N) as ->.
      { destruct (N.eq_dec F 0) as [|N0]; auto. destruct (nonempty F N0) as (e&He). apply Hl in He.
        destruct l; [destruct He|inversion Hc]. }
      constructor. eapply decided; eauto.
    - destruct (N.eq_dec F 0) as [->|N0]; [constructor; eapply decided; eauto|].
      assert (S : forall e t', e ∈ F -> forall M', (forall x, x ∈ W -> own M' (N.clearbit F e) x) ->
                  fine M' (N.clearbit F e) -> wins win p t' M' (N.clearbit F e)).
      { intros e t' He M' HO' Hf'. apply IH with (l := remove N.eq_dec e l); auto.
        - pose proof (remove_length_lt N.eq_dec l e (Hl e He)). lia.
        - intros x Hx. apply in_clearbit in Hx. destruct Hx. apply in_in_remove; auto. }
      destruct (player_cases t) as [->| ->].
      + destruct (nonempty F N0) as (e&He). apply wins_move with e; auto using fine_took, own_mine.
      + apply wins_reply; auto. intros e He. apply S; auto using fine_took, own_theirs.
  Qed.

  Lemma is_decided_spec W F : is_decided W = true -> claim W F.
  Proof.
    intros D M Fr Hf HO _. apply decided_wins with (W := W) (l := map (fun e => pair (fst e) (snd e)) (pairs n))
      (c := length (map (fun e => pair (fst e) (snd e)) (pairs n))); auto.
    intros e He. destruct (fine_F _ _ Hf e He) as (u&v&H1&H2&->). apply in_map_iff. exists (u, v).
    rewrite in_pairs. auto.
  Qed.

  Lemma check_node_spec t x : good t -> check_node t x = true ->
    claim (node_W x) (node_F x) /\ bounded n (node_W x) /\ bounded n (node_F x).
  Proof.
    intros G. unfold check_node. rewrite !andb_true_iff. intros [[B1 B2] H].
    repeat split; auto using bounded_spec.
    destruct (replies x) as [|r l] eqn:E; [now apply is_decided_spec|].
    destruct (check_replies_spec _ _ _ _ G _ H) as [I1 I2]. apply node_follows; auto.
    destruct (I1 r (or_introl eq_refl)) as (W1&F1&R). eauto.
  Qed.

  Lemma check_nodes_spec l : forall t i t', good t -> check_nodes t i l = Some t' -> good t'.
  Proof.
    induction l as [|x l IH]; cbn [check_nodes]; intros t i t' G H.
    - now inversion H; subst.
    - destruct (check_node t x) eqn:E; [|discriminate]. eapply IH; [|exact H].
      intros k W F. destruct (Pos.eq_dec k (N.succ_pos i)) as [->|D].
      + rewrite PositiveMap.gss. intros K. inversion K; subst. now apply check_node_spec with t.
      + rewrite PositiveMap.gso by auto. apply G.
  Qed.

  Lemma own_set_spec M F e : e ∈ own_set M F -> own M F e.
  Proof. unfold own_set, own. destruct p; auto. rewrite in_ldiff, in_lor. tauto. Qed.

  Theorem check_sound starter M F nodes opening :
    check starter M F nodes opening = true -> wins win p starter M F.
  Proof.
    unfold check. destruct (check_nodes _ 0 nodes) as [t|] eqn:E; [|discriminate].
    assert (G : good t).
    { apply check_nodes_spec in E; auto. intros k W0 F0 H. rewrite PositiveMap.gempty in H. discriminate. }
    unfold check_opening. rewrite !andb_true_iff. intros [[[[B1 B2] B3] S] H].
    destruct (check_reply t (own_set M F) F opening) as [k|] eqn:K; [|discriminate].
    destruct (check_reply_spec _ _ _ _ _ G K) as (W1&F1&(C&Hr&HW&HF)&_).
    assert (Hf : fine M F).
    { constructor; auto using bounded_spec. intros e H1 H2. apply N.eqb_eq in B3.
      assert (X : e ∈ N.land M F) by (apply in_land; auto). rewrite B3, testbit_0 in X. discriminate. }
    assert (HM : forall e, e ∈ F1 -> may M F e).
    { intros e He. destruct (HF e He) as [J|J]; [apply own_may, own_set_spec; auto|now apply may_free]. }
    destruct (player_cases starter) as [->| ->].
    - apply answer with W1 F1 (take opening); auto.
      + intros e He. destruct (HW e He); auto using own_set_spec.
      + intros x Hx. apply may_free; auto.
    - apply C; auto. intros e He. destruct (HW e He) as [J|J]; [auto using own_set_spec|].
      assert (Q : same (other p) p = false) by (destruct p; reflexivity). rewrite Q, J in S. discriminate.
  Qed.
End Board.
