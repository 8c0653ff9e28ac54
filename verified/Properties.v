(** Avoidance and achievement games of properties, such as that a graph is connected, and not of copies of a graph. Sets of
    pairs are numbers here, so that the program has up to 11 vertices. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists MakerBreaker Strategy WinningSets Avoidance Structures Triangle Claims Losses Completion.

Definition set_of (n : nat) (adj : nat -> nat -> bool) : N :=
  fold_right (fun e A => let (u, v) := (e : nat * nat) in
    if (if adj u v then true else adj v u) then N.setbit A (pair u v) else A) 0%N (pairs n).
Lemma in_set_of n adj e :
  e ∈ set_of n adj <-> exists u v, u < v /\ v < n /\ e = pair u v /\ (adj u v = true \/ adj v u = true).
Proof.
  transitivity (exists u v, In (u, v) (pairs n) /\ e = pair u v /\ (adj u v = true \/ adj v u = true)).
  2:{ split; intros (u&v&K); exists u, v; rewrite in_pairs in *; tauto. }
  unfold set_of. induction (pairs n) as [|[u v] l IH]; cbn [fold_right].
  - rewrite testbit_0. split; [discriminate|]. intros (?&?&[]&_).
  - assert (S : (if adj u v then true else adj v u) = true <-> adj u v = true \/ adj v u = true).
    { destruct (adj u v), (adj v u); intuition discriminate. }
    destruct (if adj u v then true else adj v u).
    + rewrite in_setbit, IH. split.
      * intros [->|(x&y&K&E)]; [exists u, v|exists x, y]; cbn; tauto.
      * intros (x&y&[E|K]&->&J); [inversion E; subst; auto|]. right. exists x, y. auto.
    + rewrite IH. split.
      * intros (x&y&K&E). exists x, y. cbn. auto.
      * intros (x&y&[E|K]&->&J); [|exists x, y; auto]. inversion E; subst. apply S in J. discriminate.
Qed.
Lemma pair_in_set_of n adj u v : u <> v -> u < n -> v < n ->
  (pair u v ∈ set_of n adj <-> adj u v = true \/ adj v u = true).
Proof.
  intros D Lu Lv. rewrite in_set_of. split.
  - intros (x&y&L1&L2&E&J). symmetry in E. apply pair_inj in E; auto. destruct E as [[-> ->]|[-> ->]]; tauto.
  - intros J. destruct (Nat.lt_ge_cases u v) as [L|L]; [exists u, v; tauto|exists v, u].
    repeat split; try lia; [apply pair_sym|tauto].
Qed.

Section Property.
  Variable n : nat.
  Variable test : N -> bool.
  Variable holds : N -> Prop.
  Hypothesis test_spec : forall A, test A = true <-> holds A.
  Hypothesis holds_more : forall A B, (forall e, e ∈ A -> e ∈ B) -> holds A -> holds B.
  Hypothesis holds_relabel : forall f g A, bijection n None f g -> holds A -> holds (pull n f A).

  Definition has_it (adj : nat -> nat -> bool) : bool := test (set_of n adj).
  Lemma set_of_renamed f g adj adj' : bijection n None f g ->
    (forall u v, u < n -> v < n -> adj (f u) (f v) = adj' u v) -> set_of n adj' = pull n f (set_of n adj).
  Proof.
    intros B A. apply ext. intros e. rewrite in_set_of, in_pull.
    assert (H : forall u v, u < v -> v < n -> (pair (f u) (f v) ∈ set_of n adj <-> adj' u v = true \/ adj' v u = true)).
    { intros u v L1 L2. rewrite pair_in_set_of, !A by (try apply (b_f _ _ _ _ B); try lia; eapply bij_neq; eauto; lia).
      tauto. }
    split; intros (u&v&L1&L2&E&J); exists u, v; (split; [exact L1|split; [exact L2|split; [exact E|now apply H]]]).
  Qed.
  Lemma it_renamed f g (adj adj' : nat -> nat -> bool) : bijection n None f g ->
    (forall u, adj u u <> true) -> (forall u, adj' u u <> true) ->
    (forall u v, u < n -> v < n -> adj (f u) (f v) = adj' u v) -> has_it adj = has_it adj'.
  Proof.
    intros B _ _ A. unfold has_it. apply eq_iff_eq_true. rewrite !test_spec.
    rewrite (set_of_renamed f g adj adj' B A). split; [now apply holds_relabel with g|]. intros K.
    apply (holds_relabel g f) in K; [|now apply bijection_sym]. rewrite (pull_pull n None g f) in K; auto.
    - now apply bijection_sym.
    - intros e J. apply in_set_of in J. destruct J as (u&v&J). exists u, v. tauto.
  Qed.
  Lemma itself_named : bijection n None (fun v => v) (fun v => v).
  Proof. constructor; auto. exact I. Qed.
  Lemma shows_it adj A : (forall u v, adj u v = true <-> u < n /\ v < n /\ adjacent A u v) ->
    (has_it adj = true <-> holds A).
  Proof.
    intros S. unfold has_it. rewrite test_spec. split.
    - apply holds_more. intros e J. apply in_set_of in J. destruct J as (u&v&L1&L2&->&[J|J]); apply S in J;
        destruct J as (_&_&_&J); auto. now rewrite pair_sym.
    - intros K. apply (holds_relabel _ _ _ itself_named) in K. revert K. apply holds_more. intros e J.
      apply in_pull in J. destruct J as (u&v&L1&L2&->&J). apply in_set_of. exists u, v. repeat split; auto. left.
      apply S. repeat split; auto; lia.
  Qed.
End Property.

(** * One edge more *)
Section Offered.
  Variables (g : game) (n : nat).
  Hypothesis no_ends : ends_of g = None.
  Notation goal := (winning_set g n).
  Lemma goal_relabel f h A : bijection n None f h -> goal A -> goal (pull n f A).
  Proof. rewrite <- no_ends. apply winning_set_relabel. Qed.

  Definition offered (A : N) : Prop := goal A \/ exists e, absent n A e /\ goal (N.setbit A e).
  Definition is_offered (A : N) : bool :=
    if decider g n A then true
    else any (fun e =>
      let e := pair (fst e) (snd e) in if N.testbit A e then false else decider g n (N.setbit A e)) (pairs n).
  Lemma is_offered_spec A : is_offered A = true <-> offered A.
  Proof.
    unfold is_offered, offered. rewrite <- decider_spec. destruct (decider g n A); [tauto|].
    transitivity (exists e, absent n A e /\ goal (N.setbit A e)); [|intuition discriminate].
    rewrite any_spec. unfold absent. split.
    - intros ([u v]&I&K). cbn [fst snd] in K. apply in_pairs in I. destruct (N.testbit A (pair u v)) eqn:E; [discriminate|].
      exists (pair u v). rewrite <- decider_spec, in_complete. repeat split; auto; [exists u, v; tauto|congruence].
    - intros (e&(Ce&Ne)&K). apply in_complete in Ce. destruct Ce as (u&v&L1&L2&->). exists (u, v).
      rewrite in_pairs. cbn [fst snd]. apply not_true_iff_false in Ne. rewrite Ne. rewrite decider_spec. auto.
  Qed.
  Lemma offered_more A B : (forall e, e ∈ A -> e ∈ B) -> offered A -> offered B.
  Proof.
    intros S [K|(e&(Ce&_)&K)]; [left; eapply winning_set_more; eauto|].
    assert (M : goal (N.setbit B e)).
    { eapply winning_set_more; [|exact K]. intros x. rewrite !in_setbit. intuition. }
    destruct (N.testbit B e) eqn:E; [left|right; exists e; split; [split; [exact Ce|congruence]|exact M]].
    eapply winning_set_more; [|exact M]. intros x. rewrite in_setbit. intros [->|J]; auto.
  Qed.
  Lemma offered_relabel f h A : bijection n None f h -> offered A -> offered (pull n f A).
  Proof.
    intros B [K|(e&(Ce&Ne)&K)]; [left; now apply goal_relabel with h|].
    assert (Bd : bounded n (complete n)) by (intros x J; now apply in_complete).
    destruct (pull_setbit n None f h (complete n) e B Bd Ce) as (e'&Ce'&Es&_).
    apply (goal_relabel f h _ B) in K. rewrite Es in K. destruct (N.testbit (pull n f A) e') eqn:E; [left|right].
    - eapply winning_set_more; [|exact K]. intros x. rewrite in_setbit. intros [->|J]; auto.
    - exists e'. split; [split; [|congruence]|exact K]. apply pull_bounded in Ce'. now apply in_complete.
  Qed.
End Offered.

Section Sound.
  Variable state : Type.
  Variable next : state -> option (list N * state).
  Variables (n : nat) (g : game).

  Definition has_no_ends : bool := match ends_of g with None => true | Some _ => false end.
  Definition check_avoiding_goal (winner : turn) (most : nat) (from : state) : bool :=
    has_no_ends &&& check_losses n (has_it n (decider g n)) true false state next winner most from.
  Theorem avoiding_goal_sound winner most from :
    check_avoiding_goal winner most from = true -> avoidance_won n (winning_set g n) winner.
  Proof.
    unfold check_avoiding_goal, has_no_ends. destruct (ends_of g) eqn:E; [discriminate|]. intros K.
    pose proof (fun A B => winning_set_more g n A B) as M. pose proof (goal_relabel g n E) as R.
    apply check_losses_spec in K; [|exact (it_renamed n _ _ (decider_spec g n) R)].
    exact (avoided_won _ _ _ _ _ (shows_it n _ _ (decider_spec g n) M R) _ eq_refl K).
  Qed.

  Definition check_completing_goal (winner : turn) (most : nat) (from : state) : bool :=
    has_no_ends &&& negb (is_offered g n 0)
    &&& check_losses n (has_it n (is_offered g n)) true false state next winner most from.
  Theorem completing_goal_sound winner most from :
    check_completing_goal winner most from = true -> completion_won n (winning_set g n) winner.
  Proof.
    unfold check_completing_goal, has_no_ends. destruct (ends_of g) eqn:E; [discriminate|].
    rewrite and_true, negb_true_iff. intros [L K].
    pose proof (offered_more g n) as M. pose proof (offered_relabel g n E) as R.
    apply check_losses_spec in K; [|exact (it_renamed n _ _ (is_offered_spec g n) R)].
    apply (avoided_won _ _ _ _ _ (shows_it n _ _ (is_offered_spec g n) M R) _ eq_refl) in K. revert K. apply completion_of.
    - intros A. destruct (is_offered g n A) eqn:D; [left; now apply is_offered_spec|right].
      rewrite <- is_offered_spec. congruence.
    - intros A. now left.
    - intros A [C|(e&Ab&C)] No; [easy|]. now apply completes_now with e.
    - intros A e Ab C. right. eauto.
    - rewrite <- is_offered_spec. congruence.
  Qed.
End Sound.
