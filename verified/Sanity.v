(** The definitions mean what they say: they are compared with what expected.py finds by trying everything, and statements
    that are false are refuted. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import OnlineRamsey Embedding Copies Held Painter Builder Planless Committed Achievement Achiever.
From Verified Require Import StrongGames Boards BoardClaims MakerBreaker Lists Strategy WinningSets Avoidance TwoColours Triangle Losses Completion.
From Verified Require Import Goals GoalClaims Expected.

(** ** Numbers of pairs *)
Goal map (fun e => pair (fst e) (snd e)) (pairs 6) = map N.of_nat (seq 0 15). Proof. vm_compute. reflexivity. Qed.
Goal map (fun e => pair (snd e) (fst e)) (pairs 6) = map N.of_nat (seq 0 15). Proof. vm_compute. reflexivity. Qed.
Goal forallb (fun n => N.eqb (complete n) (N.ones (N.of_nat (n * (n - 1) / 2)))) (seq 0 12) = true. Proof. vm_compute. reflexivity. Qed.
(** The number of a loop is that of another pair, so loops must be excluded, and are. *)
Goal pair 1 1 = pair 0 2. Proof. reflexivity. Qed.
Goal forall A u, ~ adjacent A u u. Proof. intros A u [H _]. congruence. Qed.

(** ** What Maker must own: all graphs on 0 to 4 vertices *)
Definition count_of (g : game) (n : nat) : nat :=
  length (filter (decider g n) (map N.of_nat (seq 0 (2 ^ (n * (n - 1) / 2))))).
Goal map (fun e => map (count_of (fst e)) (seq 0 (length (snd e)))) counts = map snd counts.
Proof. vm_compute. reflexivity. Qed.

(** ** Who wins, by trying everything *)
Section Brute.
  Variable won : N -> bool.
  Variable win : N -> Prop.
  Hypothesis won_spec : forall A, won A = true <-> win A.
  Fixpoint brute (fuel : nat) (p t : player) (M : N) (l : list N) : bool :=
    match fuel, l with
    | _, [] => match p with Maker => won M | Breaker => negb (won M) end
    | O, _ => false
    | S fuel, _ =>
        let f e := brute fuel p (other t) (took t M e) (remove N.eq_dec e l) in
        match p, t with Maker, Maker | Breaker, Breaker => existsb f l | _, _ => forallb f l end
    end.
  Definition set_of (l : list N) : N := fold_right (fun e A => N.setbit A e) 0%N l.
  Lemma in_set_of l e : e ∈ set_of l <-> In e l.
  Proof.
    induction l as [|x l IH]; cbn [set_of fold_right].
    - rewrite N.bits_0. split; [discriminate|intros []].
    - change (fold_right _ 0%N l) with (set_of l). rewrite in_setbit, IH. cbn. intuition.
  Qed.
  Lemma set_of_remove l e : set_of (remove N.eq_dec e l) = N.clearbit (set_of l) e.
  Proof.
    apply ext. intros x. rewrite in_clearbit, !in_set_of. split.
    - intros H. apply in_remove in H. tauto.
    - intros [H K]. apply in_in_remove; auto.
  Qed.
  Lemma wins_0 p t M : wins win p t M 0 <-> has_won win p M.
  Proof.
    split; [|now constructor]. intros W. inversion W; subst; auto.
    - rewrite N.bits_0 in *. discriminate.
    - congruence.
  Qed.
  Lemma wins_own p M F : F <> 0%N ->
    (wins win p p M F <-> exists e, e ∈ F /\ wins win p (other p) (took p M e) (N.clearbit F e)).
  Proof.
    intros NE. split.
    - intros W. inversion W; subst; [congruence|eauto|destruct p; discriminate].
    - intros (e&H&K). eapply wins_move; eauto.
  Qed.
  Lemma wins_other p M F : F <> 0%N ->
    (wins win p (other p) M F <-> forall e, e ∈ F -> wins win p p (took (other p) M e) (N.clearbit F e)).
  Proof.
    intros NE. split.
    - intros W. inversion W; subst; [congruence|destruct p; discriminate|auto].
    - intros H. now apply wins_reply.
  Qed.
  Lemma brute_spec fuel : forall p t M l, length l <= fuel -> (brute fuel p t M l = true <-> wins win p t M (set_of l)).
  Proof.
    assert (E : forall p M, match p with Maker => won M | Breaker => negb (won M) end = true <-> has_won win p M).
    { intros [] M; cbn; [apply won_spec|]. rewrite negb_true_iff, <- won_spec. destruct (won M); intuition congruence. }
    induction fuel as [|fuel IH]; intros p t M [|x l] L; cbn [brute].
    1, 3: rewrite wins_0; apply E.
    { cbn in L. lia. }
    set (l' := x :: l) in *. assert (NE : set_of l' <> 0%N).
    { intros Z. assert (K : x ∈ set_of l') by (apply in_set_of; now left). rewrite Z, N.bits_0 in K. discriminate. }
    assert (Q : forall e q, In e l' -> (brute fuel p q (took t M e) (remove N.eq_dec e l') = true <->
      wins win p q (took t M e) (N.clearbit (set_of l') e))).
    { intros e q He. rewrite <- set_of_remove. apply IH. pose proof (remove_length_lt N.eq_dec l' e He). lia. }
    destruct p, t.
    - rewrite wins_own, existsb_exists by auto. split.
      + intros (e&He&K). exists e. rewrite in_set_of. split; auto. now apply Q.
      + intros (e&He&K). rewrite in_set_of in He. exists e. split; auto. now apply Q.
    - rewrite (wins_other Maker), forallb_forall by auto. split.
      + intros K e He. rewrite in_set_of in He. apply Q; auto.
      + intros K e He. apply Q; auto. apply K. now apply in_set_of.
    - rewrite (wins_other Breaker), forallb_forall by auto. split.
      + intros K e He. rewrite in_set_of in He. apply Q; auto.
      + intros K e He. apply Q; auto. apply K. now apply in_set_of.
    - rewrite wins_own, existsb_exists by auto. split.
      + intros (e&He&K). exists e. rewrite in_set_of. split; auto. now apply Q.
      + intros (e&He&K). rewrite in_set_of in He. exists e. split; auto. now apply Q.
  Qed.
End Brute.
Definition members (F : N) : list N := filter (N.testbit F) (map N.of_nat (seq 0 12)).
Definition value_of (g : game) (n : nat) (p t : player) (M F : N) : bool :=
  let l := members F in brute (decider g n) (length l) p t M l.
Lemma value_spec g n p t M F : set_of (members F) = F ->
  (value_of g n p t M F = true <-> wins (winning_set g n) p t M F).
Proof.
  intros E. unfold value_of. rewrite (brute_spec (decider g n) (winning_set g n)); [now rewrite E|apply decider_spec|auto].
Qed.
(** As in Python: Maker wins or not, Breaker just where Maker does not. *)
Goal forallb (fun e => let '(g, n, t, M, F, v) := e in
  N.eqb (set_of (members F)) F && eqb (value_of g n Maker t M F) v && eqb (value_of g n Breaker t M F) (negb v)) values = true.
Proof. vm_compute. reflexivity. Qed.
(** Statements that are false are refuted. *)
Goal ~ wins (hamilton_cycle 4) Maker Maker 0 (complete 4).
Proof. intros W. apply (value_spec HamiltonCycle 4 Maker Maker 0 (complete 4) eq_refl) in W. vm_compute in W. discriminate. Qed.
Goal ~ wins (connected 4) Breaker Breaker 0 (complete 4) /\ ~ wins (perfect_matching 4) Maker Breaker 0 (complete 4).
Proof.
  split; intros W;
    [apply (value_spec Connected 4 Breaker Breaker 0 (complete 4) eq_refl) in W
    |apply (value_spec PerfectMatching 4 Maker Breaker 0 (complete 4) eq_refl) in W]; vm_compute in W; discriminate.
Qed.
(** Odd and small orders. *)
Goal forall A, ~ hamilton_cycle 0 A /\ ~ hamilton_cycle 1 A /\ ~ hamilton_cycle 2 A.
Proof. intros A. repeat split; intros [L _]; lia. Qed.
Goal forall A, ~ hamilton_path 0 A /\ hamilton_path 1 A /\ connected 0 A /\ connected 1 A /\ hamilton_connected 1 A.
Proof.
  intros A. split; [intros (u&v&p&L&_); discriminate|]. split; [|split; [|split]].
  - exists 0, 0, []. repeat split; auto; [repeat constructor; auto|intros x [<-|[]]; lia].
  - intros u v [].
  - intros u v [<-|[]] [<-|[]]. exists []. cbn. tauto.
  - intros u v Hu Hv D. lia.
Qed.
(** A list with an edge that has an end outside of 0 to h - 1, or with a loop, is no graph of which there are copies. *)
Goal forall n A, ~ contains 1 [(0, 5)] n A /\ ~ contains 2 [(0, 0)] n A.
Proof.
  intros n A. split.
  - intros [L _]. destruct (L 0 5 (or_introl eq_refl)). lia.
  - intros (_&f&_&_&E). destruct (E 0 0 (or_introl eq_refl)) as [D _]. now apply D.
Qed.

(** ** Avoidance *)
Section Avoid.
  Variable n : nat.
  Definition tri (A : N) : bool := decider (Contains 3 [(0, 1); (0, 2); (1, 2)]) n A.
  Definition legals (A : N) : list N :=
    filter (fun e => negb (N.testbit A e) && negb (tri (N.setbit A e))) (map (fun e => pair (fst e) (snd e)) (pairs n)).
  Lemma legals_spec A e : In e (legals A) <-> legal n (has_triangle n) A e.
  Proof.
    unfold legals, legal, tri. rewrite filter_In, in_map_iff, in_complete, andb_true_iff, !negb_true_iff.
    assert (T : decider (Contains 3 [(0, 1); (0, 2); (1, 2)]) n (N.setbit A e) = true <-> has_triangle n (N.setbit A e))
      by apply decider_spec.
    destruct (decider _ _ _), (N.testbit A e); split; intros K; try (exfalso; intuition congruence).
    - destruct K as [([u v]&<-&H) _]. apply in_pairs in H. split; [exists u, v; tauto|]. split; [discriminate|]. intuition congruence.
    - destruct K as [(u&v&H1&H2&->) _]. split; [exists (u, v); rewrite in_pairs; cbn; tauto|auto].
  Qed.
  Fixpoint mover (fuel : nat) (A : N) : option bool :=
    match fuel with
    | O => None
    | S fuel =>
        (fix any (l : list N) : option bool :=
           match l with
           | [] => Some false
           | e :: l => match mover fuel (N.setbit A e) with
                       | None => None
                       | Some false => Some true
                       | Some true => any l
                       end
           end) (legals A)
    end.
  Lemma mover_spec fuel : forall A, (mover fuel A = Some true -> next_wins n (has_triangle n) A) /\
    (mover fuel A = Some false -> next_loses n (has_triangle n) A).
  Proof.
    induction fuel as [|fuel IH]; intros A; cbn [mover]; [split; discriminate|].
    assert (S : forall e, In e (legals A) -> legal n (has_triangle n) A e) by (intros e; apply legals_spec).
    assert (T : forall e, legal n (has_triangle n) A e -> In e (legals A)) by (intros e; apply legals_spec).
    revert S T. generalize (legals A). intros l S T.
    assert (G : forall l, (forall e, In e l -> legal n (has_triangle n) A e) -> forall r,
      (fix any (l : list N) : option bool :=
           match l with
           | [] => Some false
           | e :: l => match mover fuel (N.setbit A e) with
                       | None => None
                       | Some false => Some true
                       | Some true => any l
                       end
           end) l = Some r -> if r then next_wins n (has_triangle n) A else forall e, In e l -> next_wins n (has_triangle n) (N.setbit A e)).
    { clear l S T. induction l as [|e l IHl]; intros S r K.
      - inversion K; subst. intros e [].
      - destruct (mover fuel (N.setbit A e)) as [[]|] eqn:E; [|inversion K; subst|discriminate].
        + assert (S' : forall x, In x l -> legal n (has_triangle n) A x) by (intros x Hx; apply S; now right).
          specialize (IHl S' r K). destruct r; auto. intros x [<-|Hx]; auto. now apply IH.
        + apply wins_by with e; [apply S; now left|now apply IH]. }
    split; intros K; specialize (G l S _ K); cbn in G; auto. constructor. auto.
  Qed.
End Avoid.
(** The mover wins on 0 to 5 vertices just as in Python; so First or Second, and never both. *)
Goal map (fun n => mover n 12 0) (seq 0 6) = map Some movers. Proof. vm_compute. reflexivity. Qed.
Goal ~ avoidance_won 3 (has_triangle 3) First /\ ~ avoidance_won 0 (has_triangle 0) First /\ ~ avoidance_won 2 (has_triangle 2) Second.
Proof.
  repeat split; intros W.
  - refine (wins_not_loses _ _ _ W _). apply (mover_spec 3 12). vm_compute. reflexivity.
  - refine (wins_not_loses _ _ _ W _). apply (mover_spec 0 12). vm_compute. reflexivity.
  - refine (wins_not_loses _ _ _ _ W). apply (mover_spec 2 12). vm_compute. reflexivity.
Qed.

(** ** A copy completed wins *)
Section Completed.
  Variables n h : nat.
  Variable H : list (nat * nat).
  Definition all_absent (A : N) : list N :=
    filter (fun e => negb (N.testbit A e)) (map (fun e => pair (fst e) (snd e)) (pairs n)).
  Lemma all_absent_spec A e : In e (all_absent A) <-> absent n A e.
  Proof.
    unfold all_absent, absent. rewrite filter_In, in_map_iff, in_complete, negb_true_iff, <- not_true_iff_false. split.
    - intros (([u v]&<-&P)&K). apply in_pairs in P. split; [exists u, v; tauto|exact K].
    - intros ((u&v&L1&L2&->)&K). split; [|exact K]. exists (u, v). rewrite in_pairs. auto.
  Qed.
  Fixpoint completer (fuel : nat) (A : N) : option bool :=
    match fuel with
    | O => None
    | S fuel =>
        if existsb (fun e => decider (Contains h H) n (N.setbit A e)) (all_absent A) then Some true
        else
          let values := map (fun e => completer fuel (N.setbit A e)) (all_absent A) in
          if existsb (fun v => match v with Some false => true | _ => false end) values then Some true
          else if forallb (fun v => match v with Some true => true | _ => false end) values then Some false else None
    end.
  Lemma completer_spec fuel : forall A r, completer fuel A = Some r ->
    if r then next_completes n (contains h H n) A else other_completes n (contains h H n) A.
  Proof.
    induction fuel as [|fuel IH]; intros A r; cbn [completer]; [discriminate|]. cbv zeta.
    assert (D : forall B, decider (Contains h H) n B = true <-> contains h H n B) by (intros B; apply decider_spec).
    destruct (existsb (fun e => decider _ _ _) _) eqn:E.
    - intros [= <-]. apply existsb_exists in E. destruct E as (e&I&C).
      apply completes_now with e; [now apply all_absent_spec|now apply D].
    - assert (No : forall e, absent n A e -> ~ contains h H n (N.setbit A e)).
      { intros e Ab C. apply not_true_iff_false in E. apply E, existsb_exists. exists e.
        split; [now apply all_absent_spec|now apply D]. }
      set (values := map _ _). destruct (existsb _ values) eqn:X; [|destruct (forallb _ values) eqn:F; [|discriminate]];
        intros [= <-].
      + apply existsb_exists in X. destruct X as (v&I&V). apply in_map_iff in I. destruct I as (e&Q&I).
        apply all_absent_spec in I. destruct v as [[]|]; try discriminate. apply IH in Q.
        apply completes_later with e; auto.
      + rewrite forallb_forall in F. apply completes_after; auto. intros e Ab. apply all_absent_spec in Ab.
        specialize (F _ (in_map (fun e => completer fuel (N.setbit A e)) _ _ Ab)). cbn beta in F.
        destruct (completer fuel (N.setbit A e)) as [[]|] eqn:Q; try discriminate. exact (IH _ _ Q).
  Qed.
End Completed.
(** As in Python, with copies of six graphs on 0 to 4 vertices. *)
Goal map (fun '(h, H, n, r) => completer n h H 12 0) completed = map (fun '(_, _, _, r) => Some r) completed.
Proof. vm_compute. reflexivity. Qed.
Goal ~ completion_won 4 (contains 3 [(0, 1); (0, 2); (1, 2)] 4) First.
Proof.
  intros W. refine (completes_not_both _ _ _ W _). apply (completer_spec 4 3 [(0, 1); (0, 2); (1, 2)] 12 0 false).
  vm_compute. reflexivity.
Qed.

(** ** Two colours *)
Section Coloured.
  Variables n h : nat.
  Variable H : list (nat * nat).
  Variable completed : meaning.
  Notation copy := (contains h H n).
  Definition holds (A : N) : bool := decider (Contains h H) n A.
  Lemma holds_spec A : holds A = true <-> copy A. Proof. apply decider_spec. Qed.
  Definition all_free (own others : N) : list N :=
    filter (fun e => negb (N.testbit own e) && negb (N.testbit others e)) (map (fun e => pair (fst e) (snd e)) (pairs n)).
  Lemma all_free_spec own others e : In e (all_free own others) <-> uncoloured n own others e.
  Proof.
    unfold all_free, uncoloured. rewrite filter_In, in_map_iff, in_complete, andb_true_iff, !negb_true_iff,
      <- !not_true_iff_false. split.
    - intros (([u v]&<-&P)&K). apply in_pairs in P. split; [|exact K]. exists u, v. tauto.
    - intros ((u&v&L1&L2&->)&K). split; [|exact K]. exists (u, v). rewrite in_pairs. auto.
  Qed.
  (** Who is next wins, the other player does, or neither. *)
  Inductive result := Wins | Beaten | Neither.
  Fixpoint result_of (fuel : nat) (own others : N) : option result :=
    match fuel with
    | O => None
    | S fuel =>
        let free := all_free own others in
        let values := map (fun e => result_of fuel others (N.setbit own e))
          (filter (fun e => negb (holds (N.setbit own e))) free) in
        if forallb (fun v => match v with None => false | _ => true end) values then
          if existsb (fun v => match v with Some Beaten => true | _ => false end) values then Some Wins
          else if existsb (fun v => match v with Some Neither => true | _ => false end) values then Some Neither
          else match completed, free with Loses, [] => Some Neither | _, _ => Some Beaten end
        else None
    end.
  Definition means (r : result) (own others : N) : Prop :=
    match r with
    | Wins => mover_wins n copy completed own others
    | Beaten => mover_loses n copy completed own others
    | Neither => ~ mover_wins n copy completed own others /\ ~ mover_loses n copy completed own others
    end.
  Lemma result_spec fuel : forall own others r, result_of fuel own others = Some r -> means r own others.
  Proof.
    induction fuel as [|fuel IH]; intros own others r; cbn [result_of]; [discriminate|].
    set (values := map _ _). destruct (forallb _ values) eqn:Known; [|discriminate].
    rewrite forallb_forall in Known.
    (* A move has a result, and each result is that of a move. *)
    assert (To : forall e, uncoloured n own others e -> ~ copy (N.setbit own e) -> exists v,
      In (Some v) values /\ means v others (N.setbit own e)).
    { intros e U C. assert (I : In (result_of fuel others (N.setbit own e)) values).
      { unfold values. apply in_map_iff. exists e. split; auto. apply filter_In. rewrite all_free_spec. split; auto.
        rewrite negb_true_iff, <- not_true_iff_false, holds_spec. exact C. }
      pose proof (Known _ I) as K. destruct (result_of fuel others (N.setbit own e)) as [v|] eqn:E; [|discriminate].
      exists v. split; auto. }
    assert (From : forall v, In (Some v) values -> exists e, uncoloured n own others e /\ ~ copy (N.setbit own e) /\
      means v others (N.setbit own e)).
    { intros v I. unfold values in I. apply in_map_iff in I. destruct I as (e&E&I). apply filter_In in I.
      destruct I as [I C]. apply all_free_spec in I. rewrite negb_true_iff, <- not_true_iff_false, holds_spec in C.
      exists e. split; [exact I|]. split; [exact C|]. now apply IH. }
    destruct (existsb (fun v => match v with Some Beaten => true | _ => false end) values) eqn:B.
    { intros E. inversion E. apply existsb_exists in B. destruct B as ([[| |]|]&I&K); try discriminate.
      destruct (From _ I) as (e&U&C&M). now apply wins_by_colouring with e. }
    assert (NB : ~ In (Some Beaten) values).
    { intros I. apply not_true_iff_false in B. apply B, existsb_exists. now exists (Some Beaten). }
    assert (NW : ~ mover_wins n copy completed own others).
    { intros W. inversion W as [o t e U C L]; subst. destruct (To e U C) as ([| |]&I&M); cbn [means] in M; try tauto.
      exact (mover_wins_not_loses _ _ _ _ _ M L). }
    destruct (existsb (fun v => match v with Some Neither => true | _ => false end) values) eqn:D.
    { intros E. inversion E. split; [exact NW|]. apply existsb_exists in D.
      destruct D as ([[| |]|]&I&K); try discriminate. destruct (From _ I) as (e&U&C&[M _]).
      intros L. inversion L as [o t F G]; subst. apply M, G; auto. }
    assert (All : forall e, uncoloured n own others e -> ~ copy (N.setbit own e) ->
      mover_wins n copy completed others (N.setbit own e)).
    { intros e U C. destruct (To e U C) as ([| |]&I&M); [exact M|tauto|]. exfalso.
      apply not_true_iff_false in D. apply D, existsb_exists. now exists (Some Neither). }
    destruct completed eqn:Co; [destruct (all_free own others) as [|e l] eqn:Fr|]; rewrite <- Co in NW, All;
      intros E; inversion E; cbn [means].
    - split; [exact NW|]. intros L. inversion L as [o t F G]; subst. destruct (F Co) as (e&U).
      apply all_free_spec in U. rewrite Fr in U. exact U.
    - constructor; auto. intros _. exists e. apply all_free_spec. rewrite Fr. now left.
    - constructor; auto. congruence.
  Qed.
End Coloured.
(** As in Python. *)
Goal map (fun e => let '(h, H, completed, n, _) := e in result_of n h H completed 12 0 0) coloured =
  map (fun e => let '(_, v) := e in
    Some (match v with Some true => Wins | Some false => Beaten | None => Neither end)) coloured.
Proof. vm_compute. reflexivity. Qed.

(** ** Strong games *)
Section StrongGames.
  Variable n : N.
  Variables blacks whites : list (list N).
  Definition among (e : N) (l : list N) : bool := existsb (N.eqb e) l.
  Lemma among_spec e l : among e l = true <-> In e l.
  Proof.
    unfold among. rewrite existsb_exists. split; [intros (x&H&E); apply N.eqb_eq in E; now subst|].
    intros H. exists e. now rewrite N.eqb_refl.
  Qed.
  Definition has_set (sets : list (list N)) (l : list N) : bool := existsb (forallb (fun e => among e l)) sets.
  Lemma has_set_spec sets l : has_set sets l = true <-> owns sets l.
  Proof.
    unfold has_set, owns, incl. rewrite existsb_exists. split; intros (s&H&K); exists s; split; auto.
    - rewrite forallb_forall in K. intros e He. now apply among_spec, K.
    - apply forallb_forall. intros e He. now apply among_spec, K.
  Qed.
  Definition left_of (B W : list N) : list N :=
    filter (fun e => negb (among e B) && negb (among e W)) (map N.of_nat (seq 0 (N.to_nat n))).
  Lemma left_of_spec B W e : In e (left_of B W) <-> untaken n B W e.
  Proof.
    unfold left_of, untaken.
    rewrite filter_In, in_map_iff, andb_true_iff, !negb_true_iff, <- !not_true_iff_false, !among_spec.
    split; intros [H K]; split; auto.
    - destruct H as (k&<-&H). apply in_seq in H. lia.
    - exists (N.to_nat e). rewrite in_seq. lia.
  Qed.
  Definition is (v : bool) (o : option bool) : bool := match o with Some b => eqb b v | None => false end.
  Fixpoint black_value (fuel : nat) (t : stone) (B W : list N) : option bool :=
    match fuel with
    | O => None
    | S fuel =>
        let values := map (fun e =>
          match t with
          | Black => if has_set blacks (e :: B) then Some true else black_value fuel White (e :: B) W
          | White => if has_set whites (e :: W) then Some false else black_value fuel Black B (e :: W)
          end) (left_of B W) in
        if forallb (fun o => is true o || is false o) values then
          Some match t, values with
               | Black, _ => existsb (is true) values
               | White, [] => false
               | White, _ => forallb (is true) values
               end
        else None
    end.
  Notation wins := (black_wins n blacks whites).
  Lemma black_value_spec fuel : forall t B W v, black_value fuel t B W = Some v -> (v = true <-> wins t B W).
  Proof.
    induction fuel as [|fuel IH]; intros t B W v; cbn [black_value]; [discriminate|].
    match goal with |- context [map ?g (left_of B W)] => set (f := g) end.
    destruct (forallb _ (map f (left_of B W))) eqn:Known; [|discriminate]. intros [= <-].
    rewrite forallb_forall in Known. setoid_rewrite in_map_iff in Known.
    destruct t.
    - assert (G : forall e, untaken n B W e ->
        (is true (f e) = true <-> owns blacks (e :: B) \/ wins White (e :: B) W)).
      { intros e U. specialize (Known _ (ex_intro _ e (conj eq_refl (proj2 (left_of_spec B W e) U)))).
        rewrite <- has_set_spec. unfold f in *. destruct (has_set blacks (e :: B)); [cbn; tauto|].
        destruct (black_value fuel White (e :: B) W) as [b|] eqn:E; [|discriminate].
        apply IH in E. rewrite <- E. destruct b; cbn; intuition discriminate. }
      rewrite existsb_exists. setoid_rewrite in_map_iff. split.
      + intros (o&(e&<-&U)&K). apply left_of_spec in U. apply G in K; auto. destruct K as [K|K].
        * now apply wins_completing with e.
        * now apply wins_taking with e.
      + intros K. assert (E : exists e, untaken n B W e /\ (owns blacks (e :: B) \/ wins White (e :: B) W)).
        { inversion K; subst; eauto. }
        destruct E as (e&U&E). eexists. split; [exists e; split; [reflexivity|now apply left_of_spec]|]. now apply G.
    - assert (G : forall e, untaken n B W e ->
        (is true (f e) = true <-> ~ owns whites (e :: W) /\ wins Black B (e :: W))).
      { intros e U. specialize (Known _ (ex_intro _ e (conj eq_refl (proj2 (left_of_spec B W e) U)))).
        rewrite <- has_set_spec. unfold f in *. destruct (has_set whites (e :: W)); [cbn; intuition discriminate|].
        destruct (black_value fuel Black B (e :: W)) as [b|] eqn:E; [|discriminate].
        apply IH in E. rewrite <- E. destruct b; cbn; intuition discriminate. }
      pose proof (left_of_spec B W) as L. destruct (left_of B W) as [|x l].
      + cbn. split; [discriminate|]. intros K. inversion K as [| |? ? (e&U) _ _]; subst. now apply L in U.
      + set (q := x :: l) in *. change (forallb (is true) (map f q) = true <-> wins White B W).
        rewrite forallb_forall. setoid_rewrite in_map_iff. split.
        * intros K. assert (K' : forall e, untaken n B W e -> ~ owns whites (e :: W) /\ wins Black B (e :: W)).
          { intros e U. apply G; auto. apply K. exists e. split; auto. now apply L. }
          apply wins_whatever; [exists x; apply L; now left| |]; intros e U; now apply K'.
        * intros K o (e&<-&U). apply L in U. apply G; auto. inversion K; subst. auto.
  Qed.
  Lemma black_value_holds fuel : forall t B W, black_value fuel t B W = Some false -> white_holds n blacks whites t B W.
  Proof.
    induction fuel as [|fuel IH]; intros t B W; cbn [black_value]; [discriminate|].
    match goal with |- context [map ?g (left_of B W)] => set (f := g) end.
    destruct (forallb _ (map f (left_of B W))) eqn:Known; [|discriminate]. intros [= V].
    rewrite forallb_forall in Known.
    assert (Val : forall e, untaken n B W e -> f e = Some true \/ f e = Some false).
    { intros e U. specialize (Known _ (in_map f _ _ (proj2 (left_of_spec B W e) U))). destruct (f e) as [[|]|]; auto.
      discriminate. }
    destruct t.
    - assert (No : forall e, untaken n B W e -> f e = Some false).
      { intros e U. destruct (Val e U) as [E|E]; auto. apply not_true_iff_false in V. destruct V. apply existsb_exists.
        exists (f e). split; [apply in_map; now apply left_of_spec|now rewrite E]. }
      apply holds_whatever; intros e U; specialize (No e U); unfold f in No; rewrite <- ?has_set_spec;
        destruct (has_set blacks (e :: B)); try discriminate; auto.
    - destruct (left_of B W) as [|x l] eqn:L.
      + apply holds_at_last. intros e U. apply left_of_spec in U. rewrite L in U. destruct U.
      + assert (E : exists e, untaken n B W e /\ f e = Some false).
        { assert (K : exists o, In o (map f (x :: l)) /\ is true o = false).
          { clear - V. change (forallb (is true) (map f (x :: l)) = false) in V. induction (map f (x :: l)) as [|o q IH];
              [discriminate|]. cbn [forallb] in V. destruct (is true o) eqn:E; [destruct (IH V) as (r&I&R); exists r|exists o];
              cbn; auto. }
          destruct K as (o&I&K). rewrite <- L in I. apply in_map_iff in I. destruct I as (e&<-&I).
          apply left_of_spec in I. exists e. split; auto. destruct (Val e I) as [E|E]; auto. now rewrite E in K. }
        destruct E as (e&U&E). unfold f in E. destruct (has_set whites (e :: W)) eqn:O.
        * apply holds_completing with e; auto. now apply has_set_spec.
        * apply holds_taking with e; auto.
  Qed.
End StrongGames.
(** As in Python. *)
Definition strong_value (n : N) (blacks whites : list (list N)) (t : stone) (B W : list N) : option bool :=
  match black_value n blacks whites 8 t B W with
  | Some v => Some (negb (has_set blacks B) && negb (has_set whites W) && v)
  | None => None
  end.
Lemma strong_value_spec n blacks whites t B W v : strong_value n blacks whites t B W = Some v ->
  (v = true <-> strong_won n blacks whites t B W).
Proof.
  unfold strong_value, strong_won. destruct (black_value _ _ _ _ _ _ _) as [b|] eqn:E; [|discriminate]. intros [= <-].
  apply black_value_spec in E. rewrite <- E, <- !has_set_spec, !andb_true_iff, !negb_true_iff, <- !not_true_iff_false.
  tauto.
Qed.
Goal map (fun e => let '(n, blacks, whites, t, B, W, _, _) := e in strong_value n blacks whites t B W) strong =
  map (fun e => Some (snd (fst e))) strong.
Proof. vm_compute. reflexivity. Qed.
Definition held_value (n : N) (blacks whites : list (list N)) (t : stone) (B W : list N) : bool :=
  negb (has_set blacks B) && negb (has_set whites W) && is false (black_value n blacks whites 8 t B W).
Lemma held_value_spec n blacks whites t B W : held_value n blacks whites t B W = true -> strong_held n blacks whites t B W.
Proof.
  unfold held_value, strong_held. rewrite <- !has_set_spec, !andb_true_iff, !negb_true_iff, <- !not_true_iff_false.
  intros [[NB NW] K]. repeat split; auto. destruct (black_value _ _ _ _ _ _ _) as [[|]|] eqn:E; try discriminate.
  eapply black_value_holds; eauto.
Qed.
Goal map (fun e => let '(n, blacks, whites, t, B, W, _, _) := e in held_value n blacks whites t B W) strong = map snd strong.
Proof. vm_compute. reflexivity. Qed.

(** ** Maker-Breaker games on any board *)
Section Boards.
  Variable n : N.
  Variable sets : list (list N).
  Fixpoint board_winner (turns : list player) (M B : list N) : player :=
    let last := if has_set sets M then Maker else Breaker in
    match turns with
    | [] => last
    | t :: turns =>
        match left_of n M B with
        | [] => last
        | free =>
            let winners := map (fun e => board_winner turns (makers_after t e M) (breakers_after t e B)) free in
            if existsb (BoardClaims.same t) winners then t else other t
        end
    end.
  Lemma board_winner_spec turns : forall M B, board_won n sets (board_winner turns M B) turns M B.
  Proof.
    assert (Last : forall M, at_last sets (if has_set sets M then Maker else Breaker) M).
    { intros M. destruct (has_set sets M) eqn:E; cbn; rewrite <- has_set_spec; congruence. }
    induction turns as [|t turns IH]; intros M B; cbn [board_winner]; [apply won_at_last; auto|].
    pose proof (left_of_spec n M B) as L. destruct (left_of n M B) as [|x l] eqn:E.
    - apply won_at_last; auto. right. intros e U. now apply L in U.
    - set (f := fun e => board_winner turns (makers_after t e M) (breakers_after t e B)).
      destruct (existsb (BoardClaims.same t) (map f (x :: l))) eqn:X.
      + apply existsb_exists in X. destruct X as (w&I&X). apply in_map_iff in I. destruct I as (e&Ew&I).
        apply won_by_taking with e; [now apply L|]. specialize (IH (makers_after t e M) (breakers_after t e B)).
        fold (f e) in IH. rewrite Ew in IH. destruct t, w; try discriminate; exact IH.
      + assert (T : forall e, In e (x :: l) -> f e = other t).
        { intros e I. destruct (BoardClaims.same t (f e)) eqn:Y.
          - apply not_true_iff_false in X. destruct X. apply existsb_exists. exists (f e). split; auto. now apply in_map.
          - destruct t, (f e); try discriminate; reflexivity. }
        replace (t :: turns) with (other (other t) :: turns) by (now destruct t). apply won_whatever.
        * exists x. apply L. now left.
        * intros e U. apply L in U. specialize (T e U). specialize (IH (makers_after t e M) (breakers_after t e B)).
          fold (f e) in IH. rewrite T in IH. now destruct t.
  Qed.
End Boards.
(** As in Python. *)
Goal map (fun e => let '(n, sets, turns, M, B, _) := e in board_winner n sets turns M B) boards = map snd boards.
Proof. vm_compute. reflexivity. Qed.
Goal ~ board_won 3 [[0; 1]; [1; 2]]%N Breaker [Maker; Breaker; Maker] [] [].
Proof.
  intros W. refine (not_both_on_board 3 _ _ _ _ _ W).
  exact (board_winner_spec 3 [[0; 1]; [1; 2]]%N [Maker; Breaker; Maker] [] []).
Qed.
Section Achievement.
  Local Notation Red := Achievement.Red.
  Local Notation Green := Achievement.Green.
  Variables h n : nat.
  Variable H : graph.
  Hypothesis all_vertices : every (fun a => mem a (vertices H)) (seq 0 h) &&& below h (vertices H) = true.
  Definition same_edges (P Q : board) : Prop := forall u v c, joined P u v c <-> joined Q u v c.
  Lemma copy_same P Q c : same_edges P Q -> copy H P c -> copy H Q c.
  Proof. intros S (f&I&J). exists f. split; auto. intros a b Hab. apply S; auto. Qed.
  Lemma same_move P Q u v c : same_edges P Q -> same_edges ((u, v, c) :: P) ((u, v, c) :: Q).
  Proof. intros S x y d. rewrite !joined_more, (S x y d). tauto. Qed.
  Lemma free_same P Q u v : same_edges P Q -> Achievement.free (Some n) P u v -> Achievement.free (Some n) Q u v.
  Proof. intros S (D&Lu&Lv&F). repeat split; auto. intros c J. apply (F c), S, J. Qed.
  Lemma red_wins_same k : forall P Q, same_edges P Q -> red_wins H (Some n) k P -> red_wins H (Some n) k Q.
  Proof.
    induction k as [|k IH]; intros P Q S W; inversion W as [k' P' u v F R]; subst.
    apply red_claims with u v; [eapply free_same; eauto|]. pose proof (same_move P Q u v Red S) as S'.
    inversion R as [k' P' C|k' P' (x&y&E) A]; subst.
    - apply red_has. eapply copy_same; eauto.
    - apply green_claims; [exists x, y; eapply free_same; eauto|]. intros w z G.
      assert (S'' : same_edges ((u, v, Red) :: Q) ((u, v, Red) :: P)) by (intros a b c; symmetry; apply S').
      destruct (A w z (free_same _ _ _ _ S'' G)) as [N W']. split.
      + intros C. apply N. eapply copy_same; [apply same_move; exact S''|exact C].
      + eapply IH; [apply same_move; exact S'|exact W'].
  Qed.

  (** Pairs with the smaller vertex first are enough. *)
  Definition all_pairs (P : board) : list (nat * nat) := filter (fun e => is_free P (fst e) (snd e)) (pairs n).
  Lemma all_pairs_spec P u v : In (u, v) (all_pairs P) <-> u < v /\ Achievement.free (Some n) P u v.
  Proof.
    unfold all_pairs, Achievement.free. rewrite filter_In, in_pairs. cbn. split.
    - intros [[L1 L2] F]. pose proof (is_free_not P u v F). repeat split; auto; lia.
    - intros (L&_&Lu&Lv&F). repeat split; auto. destruct (is_free P u v) eqn:E; auto.
      apply is_free_spec in E. destruct E as (c&J). now apply F in J.
  Qed.
  Lemma in_order P u v : Achievement.free (Some n) P u v -> exists x y, In (x, y) (all_pairs P) /\ norm x y = norm u v.
  Proof.
    intros F. destruct (Nat.lt_total u v) as [L|[->|L]].
    - exists u, v. split; auto. now apply all_pairs_spec.
    - destruct F as [D _]. congruence.
    - exists v, u. split; [|apply norm_sym]. apply all_pairs_spec. split; auto. destruct F as (D&Lu&Lv&F).
      repeat split; auto. intros c J. apply (F c). now apply joined_sym.
  Qed.
  Lemma same_pair P x y u v c : norm x y = norm u v -> same_edges ((x, y, c) :: P) ((u, v, c) :: P).
  Proof. intros E a b d. rewrite !joined_more, E. tauto. Qed.

  Fixpoint maps (k : nat) : list (list nat) :=
    match k with O => [[]] | S k => flat_map (fun m => map (fun v => v :: m) (seq 0 n)) (maps k) end.
  Lemma maps_spec m : (forall v, In v m -> v < n) -> In m (maps (length m)).
  Proof.
    induction m as [|v m IH]; cbn; intros L; [now left|]. apply in_flat_map. exists m. split; [apply IH; auto|].
    apply in_map_iff. exists v. split; auto. apply in_seq. specialize (L v (or_introl eq_refl)). lia.
  Qed.
  Definition has (P : board) (c : nat) : bool := any (fun m => copyb m H P c) (maps h).
  Lemma distinct_complete l : NoDup l -> distinct l = true.
  Proof.
    induction 1 as [|x l N D IH]; cbn; auto. destruct (mem x l) eqn:E; auto. apply mem_spec in E. tauto.
  Qed.
  Lemma has_spec P c : inside P n -> (has P c = true <-> copy H P c).
  Proof.
    intros Ins. unfold has. rewrite any_spec. split.
    - intros (m&_&K). eapply copyb_spec; eauto.
    - intros (f&I&J). rewrite and_true, every_spec in all_vertices. destruct all_vertices as [V B].
      assert (Vh : forall a, In a (vertices H) <-> a < h).
      { intros a. split; [now apply below_spec|]. intros L. apply mem_spec, V, in_seq. lia. }
      exists (map f (seq 0 h)). split.
      + rewrite <- (seq_length h 0) at 2. rewrite <- (map_length f). apply maps_spec. intros v Hv.
        apply in_map_iff in Hv. destruct Hv as (a&<-&Ha). apply in_seq in Ha.
        assert (Va : In a (vertices H)) by (apply Vh; lia). apply of_vertices in Va.
        destruct Va as (a'&[K|K]); apply J in K; apply (inside_joined _ _ _ _ _ Ins) in K; tauto.
      + unfold copyb. rewrite !and_true, every_spec, map_length, seq_length. split; [split; [|exact B]|].
        * apply distinct_complete, nodup_map; [apply seq_NoDup|]. intros a c' Ha Hc. apply in_seq in Ha, Hc.
          apply I; apply Vh; lia.
        * intros [a a'] K. apply joinedb_spec. cbn [fst snd]. unfold apply_map. destruct (in_vertices H a a' K).
          rewrite !nth_map_seq by (apply Vh; auto). auto.
  Qed.

  Fixpoint red_brute (k : nat) (P : board) : bool :=
    match k with
    | O => false
    | S k => any (fun e =>
        let P := (fst e, snd e, Red) :: P in
        if has P Red then true else
        let replies := all_pairs P in
        negb (Nat.eqb (length replies) 0)
        &&& every (fun d => let P := (fst d, snd d, Green) :: P in negb (has P Green) &&& red_brute k P) replies)
        (all_pairs P)
    end.
  Lemma red_brute_spec k : forall P, inside P n -> (red_brute k P = true <-> red_wins H (Some n) k P).
  Proof.
    assert (In1 : forall P u v c, inside P n -> Achievement.free (Some n) P u v -> inside ((u, v, c) :: P) n).
    { intros P u v c Ins (_&Lu&Lv&_). now apply inside_move. }
    induction k as [|k IH]; intros P Ins; cbn [red_brute].
    { split; [discriminate|]. intros W. inversion W. }
    rewrite any_spec. split.
    - intros ([u v]&Huv&K). cbn [fst snd] in K. apply all_pairs_spec in Huv. destruct Huv as [_ F].
      apply red_claims with u v; auto. destruct (has _ Red) eqn:Hr.
      + apply red_has, has_spec; auto.
      + rewrite and_true, every_spec in K. destruct K as [K1 K2]. apply green_claims.
        * destruct (all_pairs _) as [|[x y] l] eqn:E; [discriminate|]. exists x, y.
          apply all_pairs_spec. rewrite E. now left.
        * intros x y G. destruct (in_order _ _ _ G) as (x'&y'&I&N). specialize (K2 _ I). cbn [fst snd] in K2.
          apply and_true in K2. destruct K2 as [K2 K3]. apply negb_true_iff, not_true_iff_false in K2.
          apply all_pairs_spec in I. destruct I as [_ I]. split.
          -- intros C. apply K2, has_spec; [auto|]. eapply copy_same; [|exact C]. now apply same_pair.
          -- apply (red_wins_same k ((x', y', Green) :: (u, v, Red) :: P)); [now apply same_pair|]. apply IH; auto.
    - intros W. inversion W as [k' P' u v F R]; subst. destruct (in_order _ _ _ F) as (x&y&I&N). exists (x, y).
      split; auto. cbn [fst snd]. apply all_pairs_spec in I. destruct I as [_ F'].
      pose proof (same_pair P u v x y Red (eq_sym N)) as S. destruct (has _ Red) eqn:Hr; auto.
      inversion R as [k' P' C|k' P' (w&z&E) A]; subst.
      + exfalso. apply not_true_iff_false in Hr. apply Hr, has_spec; auto. eapply copy_same; eauto.
      + apply and_true. split.
        * apply (free_same _ _ _ _ S), in_order in E. destruct E as (w'&z'&E&_).
          destruct (all_pairs _); [destruct E|reflexivity].
        * apply every_spec. intros [a b] Hab. apply all_pairs_spec in Hab. destruct Hab as [_ G]. cbn [fst snd].
          assert (S' : same_edges ((x, y, Red) :: P) ((u, v, Red) :: P)) by (apply same_pair; auto).
          destruct (A a b (free_same _ _ _ _ S' G)) as [NC W']. apply and_true. split.
          -- apply negb_true_iff, not_true_iff_false. intros C. apply NC. apply has_spec in C; auto.
             eapply copy_same; [|exact C]. now apply same_move.
          -- apply IH; auto. eapply red_wins_same; [|exact W']. now apply same_move.
  Qed.
End Achievement.
(** As in Python, on 1 to 5 vertices. *)
Goal map (fun e => let '(h, H, n, k, _) := e in red_brute h n H k []) achieved = map snd achieved.
Proof. vm_compute. reflexivity. Qed.
Goal forallb (fun e => let '(h, H, _, _, _) := e in
  every (fun a => mem a (vertices H)) (seq 0 h) &&& below h (vertices H)) achieved = true.
Proof. vm_compute. reflexivity. Qed.
(** Red has a path of two edges with her second on three vertices, not with her first, and never on two. *)
Goal achievement_won P3 (Exactly 3) 2 /\ ~ achievement_won P3 (Exactly 3) 1 /\ ~ achievement_won P3 (From 2) 3.
Proof.
  assert (B : forall n k, red_brute 3 n P3 k [] = true <-> red_wins P3 (Some n) k []).
  { intros n k. apply red_brute_spec; [reflexivity|]. intros u v c []. }
  split; [|split].
  - intros [n|] A; [cbn in A; subst n|destruct A]. apply B. reflexivity.
  - intros W. specialize (W (Some 3) eq_refl). apply B in W. discriminate.
  - intros W. specialize (W (Some 2) (le_n 2)). apply B in W. discriminate.
Qed.

(** ** Games with a goal *)
Section Goals.
  Variables (n : nat) (c : convention) (a b : nat) (g : game).
  Hypothesis a_least : 1 <= a.
  Notation forces := (forces c a b (winning_set g n)).
  Fixpoint winner_of (fuel : nat) (P : position) : option side :=
    match fuel with
    | O => None
    | S fuel =>
        let s := chooser (next_is P) in
        let is t v := match v with Some u => same t u | None => false end in
        match moves n c a b P with
        | [] => Some (if decider g n (red P) then hunter c else opponent (hunter c))
        | Qs =>
            let winners := map (winner_of fuel) Qs in
            if existsb (is s) winners then Some s
            else if forallb (is (opponent s)) winners then Some (opponent s) else None
        end
    end.
  Lemma winner_of_spec fuel : forall P s, proper n P -> winner_of fuel P = Some s -> forces s P.
  Proof.
    induction fuel as [|fuel IH]; intros P s W; cbn [winner_of]; [discriminate|].
    assert (I : forall t v, match v with Some u => same t u | None => false end = true -> v = Some t).
    { intros t [u|]; [|discriminate]. now intros ->%same_spec. }
    assert (M : forall Q, In Q (moves n c a b P) <-> move c a b P Q) by (intros Q; now apply moves_spec).
    assert (Next : forall Q t, move c a b P Q -> winner_of fuel Q = Some t -> forces t Q).
    { intros Q t H. apply IH. now apply (move_proper n c a b a_least P). }
    destruct (moves n c a b P) as [|Q0 Qs] eqn:E.
    - intros [= <-]. apply by_the_end; [intros Q H; now apply M in H|]. rewrite <- decider_spec.
      destruct (decider g n (red P)), (hunter c); cbn; intuition congruence.
    - set (l := Q0 :: Qs) in *. destruct (existsb _ _) eqn:X; [|destruct (forallb _ _) eqn:A; [|discriminate]];
        intros [= <-].
      + apply existsb_exists in X. destruct X as (v&H&V). apply I in V. subst v. apply in_map_iff in H.
        destruct H as (Q&V&H). apply M in H. apply by_a_move with Q; auto.
      + rewrite forallb_forall in A. apply by_all_moves.
        * now destruct (chooser (next_is P)).
        * exists Q0. apply M. now left.
        * intros Q H. apply Next; auto. apply I, A, in_map, M, H.
  Qed.
End Goals.
(** As in Python, where a player colours all edges of a turn at once, and the goal ends the game. *)
Definition start_of (c : convention) (a b : nat) (starter : side) (R F : N) : position :=
  Position (match c with WaiterClient | ClientWaiter => Offer | _ => whole_turn a b starter end) R F.
Goal forallb (fun e => let '(c, a, b, g, n, starter, R, F, s) := e in
  Nat.leb 1 a && on_board n (start_of c a b starter R F)
  && match winner_of n c a b g 20 (start_of c a b starter R F) with Some t => same s t | None => false end) goals = true.
Proof. vm_compute. reflexivity. Qed.
(** Statements that are false are refuted. *)
Goal ~ goal_won MakerBreaker 1 1 (contains 3 [(0, 1); (0, 2); (1, 2)] 4) Red Red 0 (complete 4).
Proof.
  intros W. refine (not_both_force _ _ _ _ _ _ W _).
  apply (winner_of_spec 4 MakerBreaker 1 1 (Contains 3 [(0, 1); (0, 2); (1, 2)]) (le_n 1) 20).
  - apply on_board_proper; [reflexivity|discriminate].
  - vm_compute. reflexivity.
Qed.
