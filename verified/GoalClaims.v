(** Claims that positions of games with a goal are won, each by claims before it. They are lists of numbers. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive Wellfounded.
Import ListNotations.
From Verified Require Import Lists MakerBreaker Strategy WinningSets Bytes Goals.

(** * Sizes of sets *)
Lemma has_size_0 A : has_size A 0 <-> A = 0%N.
Proof.
  split.
  - intros (l&_&L&I). destruct l; [|discriminate]. apply ext. intros e. rewrite I, testbit_0. cbn.
    intuition discriminate.
  - intros ->. exists []. split; [constructor|]. split; auto. intros e. rewrite testbit_0. cbn. intuition discriminate.
Qed.
Lemma has_size_add A k e : ~ e ∈ A -> has_size A k -> has_size (N.setbit A e) (S k).
Proof.
  intros D (l&N&L&I). exists (e :: l). split; [constructor; auto; now rewrite <- I|]. split; [cbn; auto|].
  intros x. rewrite in_setbit, I. cbn. intuition congruence.
Qed.
Lemma has_size_remove A k e : e ∈ A -> has_size A (S k) -> has_size (N.clearbit A e) k.
Proof.
  intros H (l&N&L&I). apply I in H. destruct (in_split _ _ H) as (l1&l2&->).
  pose proof (NoDup_remove _ _ _ N) as [N1 N2]. exists (l1 ++ l2). split; auto. split.
  - rewrite app_length in *. cbn in L. lia.
  - intros x. rewrite in_clearbit, I, !in_app_iff. cbn. split; [intuition congruence|].
    intros K. split; [|tauto]. intros ->. apply N2, in_app_iff. exact K.
Qed.
Lemma has_size_some A k : has_size A (S k) -> exists e, e ∈ A.
Proof. intros (l&_&L&I). destruct l as [|e l]; [discriminate|]. exists e. apply I. now left. Qed.
Lemma setbit_clearbit A e : e ∈ A -> N.setbit (N.clearbit A e) e = A.
Proof.
  intros H. apply ext. intros x. rewrite in_setbit, in_clearbit. destruct (N.eq_dec x e) as [->|]; tauto.
Qed.
(** Sets are smaller numbers than those in which they lie. *)
Lemma smaller A B e : (forall x, x ∈ A -> x ∈ B) -> e ∈ B -> ~ e ∈ A -> (A < B)%N.
Proof.
  intros I H D. assert (Z : N.ldiff A B = 0%N).
  { apply ext. intros x. rewrite in_ldiff, testbit_0. split; [intros [K1 K2]; destruct K2; auto|discriminate]. }
  apply N.sub_nocarry_ldiff in Z. assert (X : N.ldiff B A <> 0%N).
  { intros E. assert (K : e ∈ N.ldiff B A) by now apply in_ldiff. rewrite E, testbit_0 in K. discriminate. }
  lia.
Qed.

(** The sets of k elements of a list, by the order of their elements. *)
Fixpoint subsets (l : list N) (k : nat) : list N :=
  match k, l with
  | O, _ => [0%N]
  | S _, [] => []
  | S j, e :: rest =>
      if Nat.ltb (length l) k then [] else map (fun A => N.setbit A e) (subsets rest j) ++ subsets rest k
  end.
Lemma subsets_spec l : NoDup l -> forall k A, In A (subsets l k) <-> has_size A k /\ forall e, e ∈ A -> In e l.
Proof.
  induction 1 as [|e l De Nl IH]; intros [|k] A.
  - cbn. rewrite has_size_0. split; [intros [<-|[]]|intros [-> _]; auto]. split; auto. intros e. now rewrite testbit_0.
  - cbn. split; [tauto|]. intros [S I]. destruct (has_size_some _ _ S) as (e&H). exact (I e H).
  - cbn [subsets In]. rewrite has_size_0. split; [intros [<-|[]]|intros [-> _]; auto]. split; auto. intros x.
    now rewrite testbit_0.
  - change (subsets (e :: l) (S k)) with (if Nat.ltb (length (e :: l)) (S k) then [] else
      map (fun A => N.setbit A e) (subsets l k) ++ subsets l (S k)).
    destruct (Nat.ltb_spec (length (e :: l)) (S k)) as [Lt|_].
    { split; [intros []|]. intros [(q&Nq&Lq&Iq) I]. enough (length q <= length (e :: l)) by lia.
      apply NoDup_incl_length; auto. intros x Hx. now apply I, Iq. }
    rewrite in_app_iff, in_map_iff, IH. split.
    + intros [(B&<-&H)|[S I]]; [apply IH in H; destruct H as [S I]|].
      * split; [apply has_size_add; auto|]. intros x Hx. apply in_setbit in Hx. cbn. destruct Hx; auto.
      * split; auto. intros x Hx. cbn. auto.
    + intros [S I]. destruct (N.testbit A e) eqn:T.
      * left. exists (N.clearbit A e). split; [now apply setbit_clearbit|]. apply IH. split.
        -- now apply has_size_remove.
        -- intros x Hx. apply in_clearbit in Hx. destruct Hx as [Dx Hx]. apply I in Hx. cbn in Hx. intuition congruence.
      * right. split; auto. intros x Hx. assert (Hx' := Hx). apply I in Hx'. cbn in Hx'. intuition congruence.
Qed.

Definition same (s t : side) : bool := match s, t with Red, Red | Green, Green => true | _, _ => false end.
Lemma same_spec s t : same s t = true <-> s = t.
Proof. destruct s, t; cbn; split; congruence. Qed.

Section Checker.
  Variable n : nat.
  Variable c : convention.
  Variables a b : nat.
  Variable ends : option (nat * nat).
  Variable goal : N -> Prop.
  Variable is_goal : N -> bool.
  Variable winner : side.
  Notation move := (move c a b).
  Notation forces := (forces c a b goal).

  (** * Moves *)
  Definition members (A : N) : list N := filter (N.testbit A) (map N.of_nat (seq 0 (triangular n))).
  Definition sizes : list nat := match c with WaiterClient => [a + b] | ClientWaiter => seq 1 (a + b) | _ => [] end.
  Definition moves (P : position) : list position :=
    let R := red P in
    let F := free P in
    match next_is P with
    | Colour _ O => []
    | Colour s (S O) =>
        flat_map (fun e =>
          let after t := Position t (coloured s R e) (N.clearbit F e) in
          after (whole_turn a b (opponent s))
            :: match c with MonotoneAvoiderEnforcer => [after (Colour s 1)] | _ => [] end) (members F)
    | Colour s (S k) => map (fun e => Position (Colour s k) (coloured s R e) (N.clearbit F e)) (members F)
    | Offer => map (fun offer => Position (Keep offer) R F) (flat_map (subsets (members F)) sizes)
    | Keep offer => map (fun K => Position Offer (N.lor R K) (N.ldiff F offer)) (subsets (members offer) a)
    end.

  (** * The check *)

  (** The rules say who has won. *)
  Definition is_settled (P : position) : bool :=
    if same winner (hunter c) then is_goal (red P)
    else if is_goal (N.lor (red P) (free P)) then
      match moves P with [] => negb (is_goal (red P)) | _ => false end
    else true.

  Definition table := PositiveMap.t position.
  Definition same_stage (t u : stage) : bool :=
    match t, u with Colour s k, Colour s' k' => same s s' &&& Nat.eqb k k' | Offer, Offer => true | _, _ => false end.
  (** A position is settled, or it is a claim under other names: 1, the number of the claim, and where its vertices
      lie. *)
  Definition reach (t : table) (P : position) (l : list N) : option (list N) :=
    match l with
    | N0 :: l => if is_settled P then Some l else None
    | Npos _ :: i :: l =>
        match PositiveMap.find (N.succ_pos i) t, vertices n l [] with
        | Some Q, Some (f, l) =>
            let seen A := pull n (apply_map f) A in
            if same_stage (next_is P) (next_is Q) &&& is_bijection n ends f &&& N.eqb (seen (red P)) (red Q)
               &&& N.eqb (seen (free P)) (free Q)
            then Some l else None
        | _, _ => None
        end
    | _ => None
    end.

  Section Choose.
    Variable reach : position -> list N -> option (list N).
    Fixpoint reach_all (Qs : list position) (l : list N) : option (list N) :=
      match Qs with
      | [] => Some l
      | Q :: Qs => match reach Q l with Some l => reach_all Qs l | None => None end
      end.
    (** The number of the winner's move, from 0, which is reached; all moves of the other player, one or more, are. *)
    Definition choose (P : position) (l : list N) : option (list N) :=
      if same (chooser (next_is P)) winner then
        match l with
        | i :: l => match nth_error (moves P) (N.to_nat i) with Some Q => reach Q l | None => None end
        | [] => None
        end
      else match moves P with [] => None | Qs => reach_all Qs l end.
  End Choose.
  (** An offer is followed by the answer. *)
  Definition reach_answer (t : table) (P : position) (l : list N) : option (list N) :=
    match next_is P with Keep _ => choose (reach t) P l | _ => reach t P l end.

  (** Edges due, or 0 before an offer; whose, 0 for Red; and the red and the free edges, each as the least 30 bits and
      those above. *)
  Definition read_position (l : list N) : option (position * list N) :=
    match l with
    | k :: s :: r :: r' :: f :: f' :: l =>
        let set x y := N.lor x (N.shiftl y 30) in
        let next := if N.eqb k 0 then Offer else Colour (if N.eqb s 0 then Red else Green) (N.to_nat k) in
        Some (Position next (set r r') (set f f'), l)
    | _ => None
    end.
  Definition on_board (P : position) : bool := subset (red P) (complete n) &&& subset (free P) (complete n).
  (** A list that begins with 1 is a claim, of which the number comes next. A list that begins with 0 is the last: how
      the start is reached. *)
  Definition check_list (start : position) (t : table) (l : list N) : table + bool :=
    match l with
    | N0 :: l => inr match reach t start l with Some _ => true | None => false end
    | Npos _ :: i :: l =>
        match read_position l with
        | Some (P, l) =>
            if on_board P then
              match choose (reach_answer t) P l with
              | Some _ => inl (PositiveMap.add (N.succ_pos i) P t)
              | None => inr false
              end
            else inr false
        | None => inr false
        end
    | _ => inr false
    end.
  Definition check_won (starter : side) (R F : N) state next (most : nat) (from : state) : bool :=
    let start :=
      Position (match c with WaiterClient | ClientWaiter => Offer | _ => whole_turn a b starter end) R F in
    Nat.leb 1 a &&& on_board start &&& run (check_list start) next most (PositiveMap.empty position) from.

  (** * It is right *)
  Hypothesis is_goal_spec : forall A, is_goal A = true <-> goal A.
  Hypothesis goal_more : forall A B, (forall e, e ∈ A -> e ∈ B) -> goal A -> goal B.
  Hypothesis goal_relabel : forall f g A, bijection n ends f g -> goal A -> goal (pull n f A).
  Hypothesis a_least : 1 <= a.

  Record proper (P : position) : Prop := Proper {
    red_bounded : bounded n (red P);
    free_bounded : bounded n (free P);
    offered_free : forall O, next_is P = Keep O -> (exists e, e ∈ O) /\ forall e, e ∈ O -> e ∈ free P }.

  Lemma members_spec A e : bounded n A -> (In e (members A) <-> e ∈ A).
  Proof.
    intros B. unfold members. rewrite filter_In, in_map_iff. split; [tauto|]. intros H. split; auto.
    destruct (B e H) as (u&v&L1&L2&->). exists (triangular v + u). split.
    - unfold pair. now rewrite Nat.max_r, Nat.min_l by lia.
    - apply in_seq. pose proof (triangular_le (S v) n L2). cbn [triangular] in *. lia.
  Qed.
  Lemma members_NoDup A : NoDup (members A).
  Proof.
    apply NoDup_filter, FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros x y. apply Nat2N.inj.
  Qed.
  Lemma sizes_spec k : In k sizes <-> may_offer c a b k.
  Proof. unfold sizes, may_offer. destruct c; cbn [In]; rewrite ?in_seq; intuition lia. Qed.
  Lemma bounded_sub A B : bounded n B -> (forall e, e ∈ A -> e ∈ B) -> bounded n A.
  Proof. intros H I e He. auto. Qed.

  Lemma moves_spec P Q : proper P -> (In Q (moves P) <-> move P Q).
  Proof.
    intros [_ BF OF]. destruct P as [t R F]. unfold moves. cbn [next_is red free] in *.
    destruct t as [s [|[|k]]| |O].
    - split; [intros []|]. intros M. inversion M.
    - rewrite in_flat_map. split.
      + intros (e&He&H). apply members_spec in He; auto. destruct H as [<-|H]; [now constructor|].
        destruct c; try (now destruct H). destruct H as [<-|[]]. now constructor.
      + intros M. inversion M; subst; exists e; (split; [now apply members_spec|]); [now left|right]. now left.
    - rewrite in_map_iff. split.
      + intros (e&<-&He). apply members_spec in He; auto. now constructor.
      + intros M. inversion M; subst. exists e. split; auto. now apply members_spec.
    - rewrite in_map_iff. split.
      + intros (O&<-&HO). apply in_flat_map in HO. destruct HO as (k&Hk&HO). apply sizes_spec in Hk.
        apply subsets_spec in HO; [|apply members_NoDup]. destruct HO as [S I]. econstructor; eauto.
        intros e He. apply I in He. now apply members_spec in He.
      + intros M. inversion M; subst. exists O. split; auto. apply in_flat_map. exists k.
        split; [now apply sizes_spec|].
        apply subsets_spec; [apply members_NoDup|]. split; auto. intros e He. apply members_spec; auto.
    - destruct (OF O eq_refl) as [_ I]. pose proof (bounded_sub O F BF I) as BO. rewrite in_map_iff. split.
      + intros (K&<-&HK). apply subsets_spec in HK; [|apply members_NoDup]. destruct HK as [S J]. constructor; auto.
        intros e He. apply J in He. now apply members_spec in He.
      + intros M. inversion M; subst. exists K. split; auto. apply subsets_spec; [apply members_NoDup|]. split; auto.
        intros e He. apply members_spec; auto.
  Qed.
  Lemma no_moves P : proper P -> moves P = [] -> forall Q, ~ move P Q.
  Proof. intros W E Q M. apply moves_spec in M; auto. rewrite E in M. exact M. Qed.

  Lemma coloured_bounded s R F e : bounded n R -> bounded n F -> e ∈ F -> bounded n (coloured s R e).
  Proof. destruct s; cbn; eauto using bounded_setbit. Qed.
  Lemma move_proper P Q : proper P -> move P Q -> proper Q.
  Proof.
    intros [BR BF OF] M. destruct M as [s k R F e H|s R F e H|s R F e _ H|R F O k I S A|R F O K I S]; cbn in *.
    1-3: constructor; cbn; eauto using coloured_bounded, bounded_clearbit; discriminate.
    - constructor; cbn; auto. intros O' E. inversion E; subst O'. split; auto. assert (L : 1 <= k).
      { unfold may_offer in A. destruct c; intuition lia. }
      destruct k; [lia|]. eapply has_size_some; eauto.
    - destruct (OF O eq_refl) as [_ J]. constructor; cbn; [| |discriminate].
      + intros e He. apply in_lor in He. destruct He; eauto.
      + intros e He. apply in_ldiff in He. apply BF, He.
  Qed.

  (** What grows and what does not. *)
  Lemma move_red P Q : move P Q -> forall e, e ∈ red P -> e ∈ red Q.
  Proof.
    intros M x. destruct M as [s k R F e H|s R F e H|s R F e _ H|R F O k I S A|R F O K I S]; cbn; auto.
    1-3: destruct s; cbn; rewrite ?in_setbit; tauto.
    rewrite in_lor. tauto.
  Qed.
  Lemma move_all P Q : proper P -> move P Q ->
    forall e, e ∈ N.lor (red Q) (free Q) -> e ∈ N.lor (red P) (free P).
  Proof.
    intros [_ _ OF] M x. destruct M as [s k R F e H|s R F e H|s R F e _ H|R F O k I S A|R F O K I S]; cbn in *; auto.
    1-3: destruct s; cbn; rewrite !in_lor, ?in_setbit, in_clearbit; intuition congruence.
    destruct (OF O eq_refl) as [_ J]. rewrite !in_lor, in_ldiff. intuition auto.
  Qed.
  Definition left (P : position) : N := 2 * free P + match next_is P with Keep _ => 0 | _ => 1 end.
  Lemma move_less P Q : proper P -> move P Q -> (left Q < left P)%N.
  Proof.
    intros [_ _ OF] M. unfold left.
    destruct M as [s k R F e H|s R F e H|s R F e _ H|R F O k I S A|R F O K I S]; cbn [next_is free whole_turn] in *.
    1-3: assert (L : (N.clearbit F e < F)%N); [|lia];
      apply smaller with e; auto; intros; rewrite ?in_clearbit in *; tauto.
    - lia.
    - destruct (OF O eq_refl) as [(e&He) J]. assert (L : (N.ldiff F O < F)%N); [|lia].
      apply smaller with e; auto; intros; rewrite ?in_ldiff in *; tauto.
  Qed.

  Lemma side_dec (s t : side) : {s = t} + {s <> t}.
  Proof. decide equality. Qed.
  (** Who wins whatever happens can play on to the end. *)
  Lemma play_on (J : position -> Prop) s : (forall P Q, proper P -> J P -> move P Q -> J Q) ->
    (forall P, J P -> (forall Q, ~ move P Q) -> (s = hunter c <-> goal (red P))) ->
    forall P, proper P -> J P -> forces s P.
  Proof.
    intros Go End P. induction P as [P IH] using (well_founded_induction (wf_inverse_image _ _ _ left N.lt_wf_0)).
    intros W K. assert (Next : forall Q, move P Q -> forces s Q).
    { intros Q M. apply IH; eauto using move_less, move_proper. }
    destruct (moves P) as [|Q l] eqn:E.
    - pose proof (no_moves P W E). apply by_the_end; auto.
    - assert (M : move P Q) by (apply moves_spec; auto; rewrite E; now left).
      destruct (side_dec (chooser (next_is P)) s); [apply by_a_move with Q|apply by_all_moves]; eauto.
  Qed.
  Lemma settled_spec P : proper P -> is_settled P = true -> forces winner P.
  Proof.
    intros W. unfold is_settled. destruct (same winner (hunter c)) eqn:S.
    - apply same_spec in S. rewrite is_goal_spec. apply (play_on (fun P => goal (red P))); auto.
      + intros P1 Q _ H M. apply goal_more with (red P1); auto. now apply move_red.
      + intros P1 H _. tauto.
    - assert (D : winner <> hunter c) by (intros E; apply same_spec in E; congruence).
      destruct (is_goal (N.lor (red P) (free P))) eqn:G; [destruct (moves P) eqn:E; [|discriminate]|]; intros K.
      + apply by_the_end; [now apply no_moves|]. rewrite <- is_goal_spec. apply negb_true_iff in K.
        intuition congruence.
      + apply (play_on (fun P => ~ goal (N.lor (red P) (free P)))); auto.
        * intros P1 Q W1 H M C. apply H. apply goal_more with (N.lor (red Q) (free Q)); auto. now apply move_all.
        * intros P1 H _. split; [tauto|]. intros C. destruct H. apply goal_more with (red P1); auto.
          intros e He. apply in_lor. tauto.
        * rewrite <- is_goal_spec. congruence.
  Qed.

  (** * Other names *)
  Section Renamed.
    Variables f g : nat -> nat.
    Hypothesis B : bijection n ends f g.
    Notation pull := (pull n).

    Lemma pull_lor A C : pull f (N.lor A C) = N.lor (pull f A) (pull f C).
    Proof.
      apply ext. intros e. rewrite in_lor, !in_pull. setoid_rewrite in_lor. split.
      - intros (u&v&L1&L2&E&[K|K]); [left|right]; eauto 6.
      - intros [(u&v&L1&L2&E&K)|(u&v&L1&L2&E&K)]; exists u, v; auto.
    Qed.
    Lemma pull_ldiff A C : pull f (N.ldiff A C) = N.ldiff (pull f A) (pull f C).
    Proof.
      apply ext. intros e. rewrite in_ldiff. split.
      - intros H. apply in_pull in H. destruct H as (u&v&L1&L2&->&K). apply in_ldiff in K.
        rewrite !pair_in_pull by lia. exact K.
      - intros [H D]. apply in_pull in H. destruct H as (u&v&L1&L2&->&K). rewrite pair_in_pull in * by lia.
        apply in_ldiff. auto.
    Qed.
    Lemma pull_sub A C : (forall e, e ∈ A -> e ∈ C) -> forall e, e ∈ pull f A -> e ∈ pull f C.
    Proof. intros I e. rewrite !in_pull. intros (u&v&L1&L2&E&K). exists u, v. auto. Qed.
    Lemma pull_size k : forall A, bounded n A -> has_size A k -> has_size (pull f A) k.
    Proof.
      induction k as [|k IH]; intros A BA S.
      - apply has_size_0 in S. subst. apply has_size_0. apply pull_0.
      - destruct (has_size_some _ _ S) as (e&He). destruct (pull_setbit n ends f g A e B BA He) as (e'&He'&_&Ec).
        rewrite <- (setbit_clearbit _ _ He'). apply has_size_add; [rewrite in_clearbit; tauto|].
        rewrite <- Ec. apply IH; [now apply bounded_clearbit|now apply has_size_remove].
    Qed.
    Definition renamed (P : position) : position :=
      Position (match next_is P with Keep offer => Keep (pull f offer) | t => t end) (pull f (red P)) (pull f (free P)).
    Lemma renamed_proper P : proper P -> proper (renamed P).
    Proof.
      intros [BR BF OF]. constructor; cbn; auto using pull_bounded. intros O E.
      destruct (next_is P) as [| |O1]; try discriminate. inversion E. destruct (OF O1 eq_refl) as [(e&He) I].
      split; [|now apply pull_sub]. destruct (pull_setbit n ends f g O1 e B (bounded_sub _ _ BF I) He) as (e'&He'&_).
      eauto.
    Qed.
    Lemma coloured_renamed s R F e : bounded n F -> e ∈ F -> exists e', e' ∈ pull f F /\
      pull f (coloured s R e) = coloured s (pull f R) e' /\ pull f (N.clearbit F e) = N.clearbit (pull f F) e'.
    Proof.
      intros BF He. destruct (pull_setbit n ends f g F e B BF He) as (e'&He'&Es&Ec). exists e'.
      split; auto. split; auto. destruct s; cbn; auto.
    Qed.
    Lemma move_renamed P Q : proper P -> move P Q -> move (renamed P) (renamed Q).
    Proof.
      intros [BR BF OF] M. destruct M as [s k R F e H|s R F e H|s R F e E H|R F O k I S A|R F O K I S];
        cbn [next_is red free] in *; unfold renamed; cbn [next_is red free].
      1-3: destruct (coloured_renamed s R F e BF H) as (e'&He'&->&->); now constructor.
      - apply offers with k; auto; [now apply pull_sub|]. apply pull_size; auto. now apply bounded_sub with F.
      - rewrite pull_lor, pull_ldiff. constructor; [now apply pull_sub|]. apply pull_size; auto.
        destruct (OF O eq_refl) as [_ J]. apply bounded_sub with F; auto.
    Qed.
  End Renamed.
  Lemma renamed_back f g P : bijection n ends f g -> proper P -> renamed f (renamed g P) = P.
  Proof.
    intros B [BR BF OF]. destruct P as [t R F]. unfold renamed. cbn [next_is red free] in *. f_equal.
    - destruct t as [| |O]; auto. f_equal. apply (pull_pull n ends); auto. destruct (OF O eq_refl).
      now apply bounded_sub with F.
    - now apply (pull_pull n ends).
    - now apply (pull_pull n ends).
  Qed.
  Lemma forces_renamed f g s P : bijection n ends f g -> forces s P -> proper P -> forces s (renamed f P).
  Proof.
    intros B. pose proof (bijection_sym _ _ _ _ B) as B'.
    assert (Back : forall P Q, proper P -> move (renamed f P) Q -> proper Q /\ move P (renamed g Q)).
    { intros P1 Q W M. pose proof (renamed_proper f g B _ W) as W'. split; [eapply move_proper; eauto|].
      apply (move_renamed g f B') in M; auto. now rewrite (renamed_back g f) in M. }
    assert (Goal : forall A, bounded n A -> (goal A <-> goal (pull n f A))).
    { intros A BA. split; [now apply goal_relabel with g|]. intros H. apply (goal_relabel g f) in H; auto.
      now rewrite (pull_pull n ends g f) in H. }
    induction 1 as [P NM E|P Q C M F IH|P C (Q0&M0) A IH]; intros W.
    - apply by_the_end.
      + intros Q M. destruct (Back _ _ W M) as [_ M']. exact (NM _ M').
      + cbn [renamed red]. rewrite <- Goal; auto. apply W.
    - apply by_a_move with (renamed f Q).
      + cbn [renamed next_is]. now destruct (next_is P).
      + now apply (move_renamed f g B).
      + apply IH. eapply move_proper; eauto.
    - apply by_all_moves.
      + cbn [renamed next_is]. now destruct (next_is P).
      + exists (renamed f Q0). now apply (move_renamed f g B).
      + intros Q M. destruct (Back _ _ W M) as [WQ M']. rewrite <- (renamed_back f g Q B WQ). apply IH; auto.
        now apply move_proper with P.
  Qed.

  (** * Claims *)
  Definition all_won (t : table) : Prop :=
    forall i P, PositiveMap.find i t = Some P -> proper P /\ forces winner P.
  Lemma same_stage_spec t u : same_stage t u = true -> t = u /\ forall O, t <> Keep O.
  Proof.
    destruct t, u; cbn; try discriminate; [|split; auto; discriminate].
    rewrite and_true, same_spec, Nat.eqb_eq. intros [-> ->]. split; auto. discriminate.
  Qed.
  Lemma reach_spec t P l l' : all_won t -> proper P -> reach t P l = Some l' -> forces winner P.
  Proof.
    intros T W. unfold reach. destruct l as [|[|p] l]; [discriminate| |].
    - destruct (is_settled P) eqn:S; [|discriminate]. intros _. now apply settled_spec.
    - destruct l as [|i l]; [discriminate|]. destruct (PositiveMap.find _ t) as [Q|] eqn:E; [|discriminate].
      destruct (T _ _ E) as [WQ FQ]. destruct (vertices n l []) as [[f l1]|]; [|discriminate].
      destruct (same_stage _ _ &&& _ &&& _ &&& _) eqn:S; [|discriminate]. intros _.
      rewrite !and_true, !N.eqb_eq in S. destruct S as [[[S Bi] ER] EF]. apply is_bijection_spec in Bi.
      apply same_stage_spec in S. destruct S as [S NK].
      assert (EQ : Q = renamed (apply_map f) P).
      { destruct Q as [u R F]. cbn [next_is red free] in *. unfold renamed. rewrite ER, EF, <- S.
        destruct (next_is P) as [| |O]; auto. destruct (NK O eq_refl). }
      subst Q. apply bijection_sym in Bi. rewrite <- (renamed_back _ _ P Bi W).
      eapply forces_renamed; eauto.
  Qed.
  Lemma choose_spec reach P l l' : (forall Q l l', proper Q -> reach Q l = Some l' -> forces winner Q) ->
    proper P -> choose reach P l = Some l' -> forces winner P.
  Proof.
    intros T W. unfold choose. destruct (same _ winner) eqn:S.
    - apply same_spec in S. destruct l as [|i l]; [discriminate|].
      destruct (nth_error (moves P) _) as [Q|] eqn:E; [|discriminate]. intros K. apply nth_error_In in E.
      apply moves_spec in E; auto. apply by_a_move with Q; auto. eapply T; eauto. eapply move_proper; eauto.
    - assert (D : chooser (next_is P) <> winner) by (intros E; apply same_spec in E; congruence).
      assert (All : forall Qs l l', reach_all reach Qs l = Some l' -> (forall Q, In Q Qs -> proper Q) ->
        forall Q, In Q Qs -> forces winner Q).
      { induction Qs as [|Q Qs IH]; cbn [reach_all]; [intros ? ? _ _ Q []|]. intros l1 l2.
        destruct (reach Q l1) as [l3|] eqn:E; [|discriminate]. intros K WQ Q' [<-|Hin].
        - eapply T; eauto. apply WQ. now left.
        - apply (IH l3 l2 K); auto. intros Q2 H2. apply WQ. now right. }
      intros K. destruct (moves P) as [|Q0 Qs] eqn:E; [discriminate|].
      assert (M : forall Q, In Q (Q0 :: Qs) <-> move P Q) by (intros Q; rewrite <- E; now apply moves_spec).
      apply by_all_moves; auto.
      + exists Q0. apply M. now left.
      + intros Q H. apply (All _ _ _ K).
        * intros Q' H'. apply M in H'. eapply move_proper; eauto.
        * now apply M.
  Qed.
  Lemma reach_answer_spec t P l l' : all_won t -> proper P -> reach_answer t P l = Some l' -> forces winner P.
  Proof.
    intros T W. unfold reach_answer. destruct (next_is P); try now apply reach_spec.
    apply choose_spec; auto. intros. eapply reach_spec; eauto.
  Qed.
  Lemma on_board_proper P : on_board P = true -> (forall O, next_is P <> Keep O) -> proper P.
  Proof.
    unfold on_board. rewrite and_true. intros [H1 H2] NK. constructor; auto using bounded_spec.
    intros O E. now destruct (NK O).
  Qed.
  Lemma read_position_spec l P l' : read_position l = Some (P, l') -> forall O, next_is P <> Keep O.
  Proof.
    unfold read_position. destruct l as [|k [|s [|r [|r' [|f [|f' l]]]]]]; try discriminate. intros E O.
    inversion E. cbn. destruct (N.eqb k 0); discriminate.
  Qed.
End Checker.

Definition check_goal_won c a b (g : game) (n : nat) (winner starter : side) (R F : N) state next (most : nat)
  (from : state) : bool :=
  check_won n c a b (ends_of g) (decider g n) winner starter R F state next most from.

Theorem goal_won_sound c a b g n winner starter R F state next most from :
  check_goal_won c a b g n winner starter R F state next most from = true ->
  goal_won c a b (winning_set g n) winner starter R F.
Proof.
  unfold check_goal_won, check_won. rewrite !and_true, Nat.leb_le. intros [[A W] K].
  set (start := Position _ R F) in *. unfold goal_won. fold start.
  pose proof (decider_spec g n) as D. pose proof (winning_set_more g n) as Mo.
  pose proof (winning_set_relabel g n) as Re.
  apply on_board_proper in W; [|intros O; cbn; destruct c; discriminate].
  revert K. apply run_spec with (right := all_won n c a b (winning_set g n) winner).
  - intros t [|[|p] [|i l]] t' V; cbn [check_list]; try discriminate.
    destruct (read_position l) as [[P l1]|] eqn:RP; [|discriminate].
    destruct (on_board n P) eqn:OB; [|discriminate]. apply on_board_proper in OB; [|eapply read_position_spec; eauto].
    destruct (choose _ _ _ _ _ _ _ _) as [l2|] eqn:C; [|discriminate]. intros E. inversion E; subst.
    assert (X : forces c a b (winning_set g n) winner P).
    { eapply choose_spec; eauto. intros. eapply reach_answer_spec; eauto. }
    intros i' P' H. destruct (Pos.eq_dec i' (N.succ_pos i)) as [->|Di].
    + rewrite PositiveMap.gss in H. inversion H; subst. auto.
    + rewrite PositiveMap.gso in H by auto. eauto.
  - intros t [|[|p] l] V; cbn [check_list]; try discriminate.
    + destruct (reach _ _ _ _ _ _ _ _ _ _) as [l'|] eqn:Q; [|discriminate]. intros _. eapply reach_spec; eauto.
    + destruct l as [|i l]; [discriminate|]. destruct (read_position l) as [[P l1]|]; [|discriminate].
      destruct (on_board n P); [|discriminate]. destruct (choose _ _ _ _ _ _ _ _); discriminate.
  - intros i P H. rewrite PositiveMap.gempty in H. discriminate.
Qed.

(** The players do not both win. *)
Theorem not_both_force c a b goal s P : forces c a b goal s P -> forces c a b goal (opponent s) P -> False.
Proof.
  induction 1 as [P N E|P Q C M F IH|P C (Q&M) A IH]; intros K;
    inversion K as [P' N' E'|P' Q' C' M' F'|P' C' (Q'&M') A']; subst P'.
  - destruct s, (hunter c); cbn in *; intuition discriminate.
  - exact (N _ M').
  - exact (N _ M').
  - exact (N' _ M).
  - destruct s; cbn in *; congruence.
  - exact (IH (A' _ M)).
  - exact (N' _ M).
  - exact (IH _ M' F').
  - destruct s, (chooser (next_is P)); cbn in *; congruence.
Qed.
