(** The triangle game on a board, and what is left of it. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists MakerBreaker Strategy Avoidance Sums Structures Covers.

Lemma adjacent_swap A u v : adjacent A u v -> adjacent A v u.
Proof. intros [D H]. split; auto. now rewrite pair_sym. Qed.
Lemma adjacent_setbit A u v a b : u <> v ->
  (adjacent (N.setbit A (pair u v)) a b <-> adjacent A a b \/ joins u v a b).
Proof.
  intros D. unfold adjacent, joins. rewrite in_setbit. split.
  - intros [Dab [E|H]]; [right|now left].
    destruct (Nat.lt_trichotomy a b) as [L|[->|L]]; [| tauto |].
    + destruct (pair_inj a b u v L D E) as [[-> ->]|[-> ->]]; auto.
    + rewrite (pair_sym a b) in E. destruct (pair_inj b a u v L D E) as [[-> ->]|[-> ->]]; auto.
  - intros [[Dab H]|[[-> ->]|[-> ->]]]; auto. split; auto. left. apply pair_sym.
Qed.
Lemma triangle_spec n A : has_triangle n A <-> exists a b c, a < n /\ b < n /\ c < n /\
  adjacent A a b /\ adjacent A a c /\ adjacent A b c.
Proof.
  split.
  - intros (_&f&B&_&E). exists (f 0), (f 1), (f 2).
    repeat split; try (apply B; lia); apply E; cbn; auto; lia.
  - intros (a&b&c&La&Lb&Lc&Hab&Hac&Hbc). split.
    { intros x y [E|[E|[E|[]]]]; inversion E; subst; lia. }
    exists (fun i => match i with 0 => a | 1 => b | _ => c end).
    split; [|split].
    + intros [|[|i]] _; auto.
    + destruct Hab as [D1 _], Hac as [D2 _], Hbc as [D3 _].
      intros [|[|[|i]]] [|[|[|j]]] Hi Hj E; auto; try lia; congruence.
    + intros x y [E|[E|[E|[]]]]; inversion E; subst; auto.
Qed.

(** ** The structure of a board *)
Definition start (n : nat) : structure :=
  Structure (map (fun u => N.ldiff (N.ones (N.of_nat n)) (bit u)) (seq 0 n)) (repeat 0%N n).

Section Board.
  Variable n : nat.

  Record mirrors (A : N) (s : structure) : Prop := Mirrors {
    m_good : good s;
    m_free : ~ has_triangle n A;
    m_edge : forall u v, ed s u v = true <-> u < n /\ v < n /\ adjacent A u v;
    m_open : forall u v, op s u v = true <-> u < n /\ v < n /\ u <> v /\ ~ adjacent A u v /\
      forall w, w < n -> ~ (adjacent A u w /\ adjacent A v w) }.

  Lemma start_mirrors : mirrors 0 (start n).
  Proof.
    assert (NA : forall u v, ~ adjacent 0 u v) by (intros u v [_ H]; rewrite N.bits_0 in H; discriminate).
    assert (O : forall u v, op (start n) u v = true <-> u < n /\ v < n /\ u <> v).
    { intros u v. unfold op, has, start. cbn [open_rows]. destruct (Nat.lt_ge_cases u n) as [L|L].
      - set (g := fun u => _). rewrite (nth_indep _ _ (g 0)) by now rewrite map_length, seq_length.
        rewrite map_nth, seq_nth by auto. unfold g. cbn [Nat.add]. rewrite ldiff_true, bit_spec.
        destruct (Nat.lt_ge_cases v n).
        + rewrite N.ones_spec_low by lia. intuition.
        + rewrite N.ones_spec_high by lia. intuition; try discriminate; lia.
      - rewrite nth_overflow, N.bits_0 by now rewrite map_length, seq_length. split; [discriminate|lia]. }
    assert (E : forall u v, ed (start n) u v <> true).
    { intros u v. unfold ed, has, start. cbn [edge_rows]. rewrite nth_repeat, N.bits_0. discriminate. }
    constructor.
    - constructor.
      + unfold start. cbn. now rewrite repeat_length, map_length, seq_length.
      + intros u v. rewrite !O. intuition.
      + intros u v H. now apply E in H.
      + intros u. rewrite O. tauto.
      + intros u. apply E.
    - rewrite triangle_spec. intros (a&b&c&_&_&_&H&_). now apply NA in H.
    - intros u v. split; [intros H; now apply E in H|]. intros (_&_&H). now apply NA in H.
    - intros u v. rewrite O. split; [|tauto]. intros (L1&L2&D). repeat split; auto.
      intros w _ [H _]. now apply NA in H.
  Qed.

  Lemma mirrors_legal A s e : mirrors A s ->
    (legal n (has_triangle n) A e <-> exists u v, e = pair u v /\ op s u v = true).
  Proof.
    intros M. unfold legal. rewrite in_complete. split.
    - intros ((u&v&L1&L2&->)&NA&NT). exists u, v. split; auto. apply (m_open _ _ M).
      split; [lia|]. split; [auto|]. split; [lia|]. split; [now intros [_ K]|].
      intros w Lw [H1 H2]. apply NT, triangle_spec. exists u, v, w.
      rewrite !adjacent_setbit by lia. unfold joins. repeat split; auto; lia.
    - intros (u&v&->&O). apply (m_open _ _ M) in O. destruct O as (L1&L2&D&NA&NW). split; [|split].
      + destruct (Nat.lt_ge_cases u v); [exists u, v|exists v, u]; repeat split; auto; try lia. apply pair_sym.
      + intros K. apply NA. now split.
      + rewrite triangle_spec. intros (a&b&c&La&Lb&Lc&H1&H2&H3). rewrite !adjacent_setbit in * by auto.
        destruct H1 as [H1|J1], H2 as [H2|J2], H3 as [H3|J3].
        * apply (m_free _ _ M), triangle_spec. now exists a, b, c.
        * apply (NW a La). destruct J3 as [[-> ->]|[-> ->]]; split; now apply adjacent_swap.
        * apply (NW b Lb). destruct J2 as [[-> ->]|[-> ->]]; split; auto; now apply adjacent_swap.
        * destruct H1 as [D1 _]. unfold joins in *. lia.
        * apply (NW c Lc). destruct J1 as [[-> ->]|[-> ->]]; split; auto.
        * destruct H2 as [D2 _]. unfold joins in *. lia.
        * destruct H3 as [D2 _]. unfold joins in *. lia.
        * unfold joins in *. lia.
  Qed.
  Lemma mirrors_step A s u v : mirrors A s -> op s u v = true -> mirrors (N.setbit A (pair u v)) (after s u v).
  Proof.
    intros M O. pose proof (m_good _ _ M) as G.
    pose proof (proj1 (m_open _ _ M u v) O) as (L1&L2&D&NA&NW).
    assert (NT : ~ has_triangle n (N.setbit A (pair u v))).
    { apply (mirrors_legal A s (pair u v) M). now exists u, v. }
    constructor; auto.
    - now apply good_after.
    - intros a b. rewrite ed_after, (m_edge _ _ M), adjacent_setbit by auto. split; [|tauto].
      unfold joins. intros [H|[[-> ->]|[-> ->]]]; tauto.
    - intros a b. rewrite op_after, (m_open _ _ M). split.
      + intros ((La&Lb&Dab&Nab&Nw)&C). repeat split; auto.
        * rewrite adjacent_setbit by auto. intros [H|J]; [auto|]. apply C. unfold closed, hit, joins in *. tauto.
        * intros w Lw. rewrite !adjacent_setbit by auto. intros [[H1|J1] [H2|J2]].
          -- now apply (Nw w).
          -- apply C. unfold closed, hit. rewrite !(m_edge _ _ M). destruct J2 as [[-> ->]|[-> ->]].
             ++ right. right. left. split; auto. right. split; [auto|]. split; [auto|]. now apply adjacent_swap.
             ++ right. right. right. split; auto. right. split; [auto|]. split; [auto|]. now apply adjacent_swap.
          -- apply C. unfold closed, hit. rewrite !(m_edge _ _ M). destruct J1 as [[-> ->]|[-> ->]].
             ++ left. split; auto. right. split; [auto|]. split; [auto|]. now apply adjacent_swap.
             ++ right. left. split; auto. right. split; [auto|]. split; [auto|]. now apply adjacent_swap.
          -- unfold joins in *. lia.
      + intros (La&Lb&Dab&Nab&Nw). rewrite adjacent_setbit in Nab by auto. split.
        * repeat split; auto. intros w Lw [H1 H2]. apply (Nw w Lw). rewrite !adjacent_setbit by auto. auto.
        * assert (W : forall x y a b, joins u v x y -> ~ (adjacent A a b \/ joins u v a b) ->
                    (forall w, w < n -> ~ (adjacent (N.setbit A (pair u v)) a w /\
                                           adjacent (N.setbit A (pair u v)) b w))
                    -> ~ hit s x y a b).
          { clear a b La Lb Dab Nab Nw. intros x y a b J Nab Nw [-> [->|H]].
            - apply Nab. now right.
            - rewrite (m_edge _ _ M) in H. destruct H as (Ly&Lb&H). apply (Nw y Ly).
              rewrite !adjacent_setbit by auto. split; [now right|left]. now apply adjacent_swap. }
          assert (J1 : joins u v u v) by now left. assert (J2 : joins u v v u) by now right.
          assert (Nba : ~ (adjacent A b a \/ joins u v b a)).
          { intros [H|H]; apply Nab; [left; now apply adjacent_swap|right; unfold joins in *; tauto]. }
          assert (Nw' : forall w, w < n -> ~ (adjacent (N.setbit A (pair u v)) b w /\
                          adjacent (N.setbit A (pair u v)) a w)).
          { intros w Lw K. apply (Nw w Lw). tauto. }
          intros [H|[H|[H|H]]]; eapply W in H; eauto.
  Qed.

  (** A position of the value 0 is lost. *)
  Theorem val_loses s A : mirrors A s -> val structure op after s 0 -> next_loses n (has_triangle n) A.
  Proof.
    remember (size s) as c eqn:E. revert s A E.
    induction c as [c IH] using (well_founded_induction lt_wf). intros s A -> M [V _].
    constructor. intros e L. apply (mirrors_legal A s e M) in L. destruct L as (u&v&->&O).
    pose proof (mirrors_step _ _ _ _ M O) as M1.
    assert (W : exists x y, op (after s u v) x y = true /\ val structure op after (after (after s u v) x y) 0).
    { destruct (V u v O) as [(j&D&[_ B])|W]; auto. apply (B 0%N). lia. }
    destruct W as (x&y&O'&V'). apply wins_by with (pair x y).
    - apply (mirrors_legal _ _ _ M1). now exists x, y.
    - eapply IH; [|reflexivity|exact (mirrors_step _ _ _ _ M1 O')|exact V'].
      apply Nat.lt_trans with (size (after s u v)); apply size_after; auto;
        [apply (m_good _ _ M1)|apply (m_good _ _ M)].
  Qed.
  Corollary second_wins : val structure op after (start n) 0 -> avoidance_won n (has_triangle n) Second.
  Proof. apply val_loses, start_mirrors. Qed.
  Corollary first_wins u v : op (start n) u v = true -> val structure op after (after (start n) u v) 0 ->
    avoidance_won n (has_triangle n) First.
  Proof.
    intros O V. apply wins_by with (pair u v).
    - apply (mirrors_legal _ _ _ start_mirrors). now exists u, v.
    - eapply val_loses; [|exact V]. apply mirrors_step; auto. apply start_mirrors.
  Qed.
End Board.

(** The players do not both win. *)
Scheme wins_both := Induction for next_wins Sort Prop with loses_both := Induction for next_loses Sort Prop.
Theorem wins_not_loses n forbidden A : next_wins n forbidden A -> next_loses n forbidden A -> False.
Proof.
  revert A.
  apply (wins_both n forbidden (fun A _ => next_loses n forbidden A -> False)
           (fun A _ => next_wins n forbidden A -> False)).
  - intros A e L _ IH H. inversion H as [A' K]; subst. apply IH, K, L.
  - intros A _ IH H. inversion H as [A' e L K]; subst. exact (IH e L K).
Qed.
