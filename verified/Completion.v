(** Who completes a copy wins: nobody may leave a graph that lacks one edge of a copy. So this is an avoidance game. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists MakerBreaker Strategy WinningSets Avoidance Structures Triangle Claims Losses.

(** [lacks] is a property of what has a copy, or lacks but an edge of one. *)
Section Lacking.
  Variable n : nat.
  Variables copy lacks : N -> Prop.
  Hypothesis lacks_dec : forall A, {lacks A} + {~ lacks A}.
  Hypothesis copy_lacks : forall A, copy A -> lacks A.
  Hypothesis lacking_completed : forall A, lacks A -> ~ copy A -> next_completes n copy A.
  Hypothesis completed_lacks : forall A e, absent n A e -> copy (N.setbit A e) -> lacks A.

  (** The game in which nobody may leave a graph that lacks one edge. *)
  Lemma loses_completion : forall A, next_loses n lacks A -> ~ lacks A -> other_completes n copy A.
  Proof.
    fix IH 2. intros A [A' R] L.
    assert (C : forall e, absent n A' e -> ~ copy (N.setbit A' e)).
    { intros e Ab C. apply L. now apply completed_lacks with e. }
    constructor; [exact C|]. intros e Ab. specialize (C e Ab).
    destruct (lacks_dec (N.setbit A' e)) as [K|K]; [now apply lacking_completed|].
    destruct (R e) as [B e' (N1&N2&N3) W]; [now destruct Ab|].
    apply completes_later with e'; [now split| |now apply IH]. intros K'. now apply N3, copy_lacks.
  Qed.
  Theorem completion_of winner : ~ lacks 0%N -> avoidance_won n lacks winner -> completion_won n copy winner.
  Proof.
    intros L. destruct winner; cbn [avoidance_won completion_won]; [|intros K; now apply loses_completion].
    intros [B e (N1&N2&N3) W]. apply completes_later with e; [now split| |now apply loses_completion].
    intros K. now apply N3, copy_lacks.
  Qed.
End Lacking.

(** The graph without one of its edges, for each of them. *)
Definition deleted (e : nat * nat) (H : list (nat * nat)) : list (nat * nat) :=
  filter (fun x => negb (N.eqb (pair (fst x) (snd x)) (pair (fst e) (snd e)))) H.
Definition deletions (H : list (nat * nat)) : list (list (nat * nat)) := map (fun e => deleted e H) H.

Section Completion.
  Variables n h : nat.
  Variable H : list (nat * nat).

  Definition lacks_one (A : N) : Prop := exists D, In D (deletions H) /\ contains h D n A.
  Definition has_lacking (adj : nat -> nat -> bool) : bool := any (fun D => has_copy n h D adj) (deletions H).
  Lemma lacking_renamed f g (adj adj' : nat -> nat -> bool) : bijection n None f g ->
    (forall u, adj u u <> true) -> (forall u, adj' u u <> true) ->
    (forall u v, u < n -> v < n -> adj (f u) (f v) = adj' u v) -> has_lacking adj = has_lacking adj'.
  Proof.
    intros B N1 N2 A. unfold has_lacking. induction (deletions H) as [|D l IH]; cbn [any]; auto.
    now rewrite IH, (copy_renamed n h D f g adj adj' B N1 N2 A).
  Qed.
  Lemma shows_lacking adj A : (forall u v, adj u v = true <-> u < n /\ v < n /\ adjacent A u v) ->
    (has_lacking adj = true <-> lacks_one A).
  Proof.
    intros S. unfold has_lacking, lacks_one. rewrite any_spec.
    split; intros (D&I&K); exists D; (split; [exact I|]); now apply (shows_copy n h D adj A S).
  Qed.

  (** A graph on h vertices with an edge. *)
  Definition is_graph : bool :=
    negb (Nat.eqb (length H) 0)
    &&& every (fun e => Nat.ltb (fst e) h &&& Nat.ltb (snd e) h &&& negb (Nat.eqb (fst e) (snd e))) H.
  Lemma is_graph_spec : is_graph = true <-> H <> [] /\ forall a b, In (a, b) H -> a < h /\ b < h /\ a <> b.
  Proof.
    unfold is_graph. rewrite and_true, negb_true_iff, Nat.eqb_neq, every_spec. split.
    - intros [L E]. split; [now intros ->|]. intros a b I. specialize (E _ I). cbn [fst snd] in E.
      rewrite !and_true, !Nat.ltb_lt, negb_true_iff, Nat.eqb_neq in E. tauto.
    - intros [L E]. split; [destruct H; cbn; congruence|]. intros [a b] I. cbn [fst snd].
      rewrite !and_true, !Nat.ltb_lt, negb_true_iff, Nat.eqb_neq. specialize (E _ _ I). tauto.
  Qed.
  Hypothesis Graph : is_graph = true.

  Lemma in_deleted e x : In x (deleted e H) -> In x H.
  Proof. unfold deleted. rewrite filter_In. tauto. Qed.
  Lemma copy_lacks A : contains h H n A -> lacks_one A.
  Proof.
    destruct (proj1 is_graph_spec Graph) as [L _]. intros (Hh&f&F1&F2&F3). destruct H as [|e H'] eqn:E; [easy|].
    rewrite <- E in *. exists (deleted e H). split.
    - unfold deletions. apply in_map_iff. exists e. split; auto. rewrite E. now left.
    - split; [|exists f; split; [|split]; auto]; intros a b I; apply in_deleted in I; auto.
  Qed.
  (** Who moves from where one edge is lacking completes a copy. *)
  Lemma lacking_completed A : lacks_one A -> ~ contains h H n A -> next_completes n (contains h H n) A.
  Proof.
    destruct (proj1 is_graph_spec Graph) as [_ G]. intros (D&I&_&f&F1&F2&F3) C. unfold deletions in I.
    apply in_map_iff in I. destruct I as ([a b]&<-&I). destruct (G _ _ I) as (La&Lb&Dab).
    assert (Df : f a <> f b) by (intros K; apply Dab, F2; auto).
    assert (All : forall A', (forall u v, adjacent A u v -> adjacent A' u v) -> adjacent A' (f a) (f b) ->
      contains h H n A').
    { intros A' S J. split; [intros x y Ixy; destruct (G _ _ Ixy); tauto|]. exists f. split; [|split]; auto.
      intros x y Ixy. destruct (N.eqb_spec (pair x y) (pair a b)) as [E|E].
      - destruct (G _ _ Ixy) as (_&_&Dxy). apply Nat.lt_gt_cases in Dxy.
        assert (K : x = a /\ y = b \/ x = b /\ y = a).
        { destruct Dxy as [Lt|Lt]; [exact (pair_inj x y a b Lt Dab E)|].
          rewrite (pair_sym x y) in E. destruct (pair_inj y x a b Lt Dab E); tauto. }
        destruct K as [[-> ->]|[-> ->]]; auto. destruct J as [J1 J2]. split; [congruence|]. now rewrite pair_sym.
      - apply S, F3. unfold deleted. rewrite filter_In. split; auto. cbn [fst snd]. apply negb_true_iff. now apply N.eqb_neq. }
    apply completes_now with (pair (f a) (f b)).
    - split; [apply in_board; auto|]. intros K. apply C, All; auto. now split.
    - apply All.
      + intros u v J. apply adjacent_setbit; auto.
      + split; auto. apply N.setbit_eq.
  Qed.
  (** An edge that completes a copy is lacking before. *)
  Lemma completed_lacks A e : absent n A e -> contains h H n (N.setbit A e) -> lacks_one A.
  Proof.
    destruct (proj1 is_graph_spec Graph) as [_ G]. intros (Ce&_) (Hh&f&F1&F2&F3).
    apply in_complete in Ce. destruct Ce as (u&v&Luv&Lv&->).
    assert (Duv : u <> v) by lia.
    destruct (any (fun x => N.eqb (pair (f (fst x)) (f (snd x))) (pair u v)) H) eqn:E.
    - apply any_spec in E. destruct E as ([a b]&I&E). apply N.eqb_eq in E. cbn [fst snd] in E.
      exists (deleted (a, b) H). split; [apply in_map_iff; now exists (a, b)|].
      split; [intros x y J; apply in_deleted in J; auto|]. exists f. split; [|split]; auto.
      intros x y J. pose proof (in_deleted _ _ J) as J'. unfold deleted in J. rewrite filter_In in J. destruct J as [_ J].
      cbn [fst snd] in J. apply negb_true_iff, N.eqb_neq in J. destruct (G _ _ I) as (La&Lb&Dab), (G _ _ J') as (Lx&Ly&Dxy).
      specialize (F3 _ _ J'). apply adjacent_setbit in F3; auto. destruct F3 as [F3|K]; auto. exfalso. apply J.
      assert (Same : forall p q r s, p < h -> q < h -> r < h -> s < h -> p <> q -> r <> s ->
        pair (f p) (f q) = pair (f r) (f s) -> pair p q = pair r s).
      { intros p q r s Lp Lq Lr Ls Dpq Drs Q.
        assert (Dp : f p <> f q) by (intros X; apply Dpq, F2; auto).
        assert (Dr : f r <> f s) by (intros X; apply Drs, F2; auto).
        assert (X : f p = f r /\ f q = f s \/ f p = f s /\ f q = f r).
        { apply Nat.lt_gt_cases in Dp. destruct Dp as [Lt|Lt]; [exact (pair_inj _ _ _ _ Lt Dr Q)|].
          rewrite (pair_sym (f p)) in Q. destruct (pair_inj _ _ _ _ Lt Dr Q); tauto. }
        destruct X as [[X Y]|[X Y]]; apply F2 in X, Y; auto; subst; auto. apply pair_sym. }
      apply Same; auto. rewrite E. unfold joins in K. destruct K as [[-> ->]|[-> ->]]; auto using pair_sym.
    - apply copy_lacks. split; auto. exists f. split; [|split]; auto. intros a b I. specialize (F3 _ _ I).
      apply adjacent_setbit in F3; auto. destruct F3 as [F3|K]; auto. exfalso.
      apply not_true_iff_false in E. apply E, any_spec. exists (a, b). split; auto. cbn [fst snd]. apply N.eqb_eq.
      unfold joins in K. destruct K as [[-> ->]|[-> ->]]; auto using pair_sym.
  Qed.

  Lemma lacks_one_dec A : {lacks_one A} + {~ lacks_one A}.
  Proof.
    set (adj u v := Nat.ltb u n &&& Nat.ltb v n &&& adjacentb A u v).
    assert (S : forall u v, adj u v = true <-> u < n /\ v < n /\ adjacent A u v).
    { intros u v. unfold adj. rewrite !and_true, !Nat.ltb_lt, adjacentb_spec. tauto. }
    destruct (has_lacking adj) eqn:E; [left|right]; rewrite <- (shows_lacking adj A S); congruence.
  Qed.
End Completion.

Section Sound.
  Variable state : Type.
  Variable next : state -> option (list N * state).
  Variables (n h : nat) (H : list (nat * nat)).

  Definition check_completing (winner : turn) (most : nat) (from : state) : bool :=
    is_graph h H &&& negb (has_lacking n h H (fun _ _ => false))
    &&& check_losses n (has_lacking n h H) true false state next winner most from.
  Theorem completing_sound winner most from :
    check_completing winner most from = true -> completion_won n (contains h H n) winner.
  Proof.
    unfold check_completing. rewrite !and_true, negb_true_iff. intros [[G L] K].
    apply check_losses_spec in K; [|apply lacking_renamed].
    apply (avoided_won _ _ _ _ _ (shows_lacking n h H) _ eq_refl) in K.
    revert K. apply completion_of.
    - apply lacks_one_dec.
    - now apply copy_lacks.
    - now apply lacking_completed.
    - now apply completed_lacks.
    - rewrite <- (shows_lacking n h H (fun _ _ => false)); [congruence|]. intros u v. split; [discriminate|].
      intros (_&_&_&K'). now rewrite N.bits_0 in K'.
  Qed.
End Sound.

(** The players do not both win. *)
Scheme completes_next := Induction for next_completes Sort Prop
  with completes_other := Induction for other_completes Sort Prop.
Theorem completes_not_both n copy A : next_completes n copy A -> other_completes n copy A -> False.
Proof.
  revert A. apply (completes_next n copy (fun A _ => other_completes n copy A -> False)
    (fun A _ => next_completes n copy A -> False)).
  - intros A e Ab C O. inversion O as [A' N0 _]; subst. exact (N0 e Ab C).
  - intros A e Ab _ _ IH O. inversion O as [A' _ W]; subst. exact (IH (W e Ab)).
  - intros A N0 _ IH W. inversion W as [A' e Ab C|A' e Ab C O]; subst; [exact (N0 e Ab C)|exact (IH e Ab O)].
Qed.
