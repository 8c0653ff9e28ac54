(** Deciders of the winning sets, and that the games do not change when vertices get other names: [strategy_sound]. *)
From Coq Require Import NArith List Arith Bool Lia Permutation.
Import ListNotations.
From Verified Require Import MakerBreaker Lists Strategy.

Section WinningSets.
  Variable n : nat.
  Variable ends : option (nat * nat).
  Notation bijection := (bijection n ends).
  Notation pull := (pull n).
  Notation more win := (forall A B, (forall e, e ∈ A -> e ∈ B) -> win A -> win B).
  Notation relabel win := (forall f g A, bijection f g -> win A -> win (pull f A)).

  Definition adjacentb (A : N) (u v : nat) : bool := negb (Nat.eqb u v) && N.testbit A (pair u v).
  Lemma adjacentb_spec A u v : adjacentb A u v = true <-> adjacent A u v.
  Proof. unfold adjacentb, adjacent. rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq. tauto. Qed.
  Lemma adjacent_sym A u v : adjacent A u v -> adjacent A v u.
  Proof. intros [D H]. split; auto. now rewrite pair_sym. Qed.
  Lemma adjacent_more A B u v : (forall e, e ∈ A -> e ∈ B) -> adjacent A u v -> adjacent B u v.
  Proof. intros H [D K]. split; auto. Qed.
  Lemma adjacent_pull f g A u v : bijection f g -> u < n -> v < n -> adjacent A u v ->
    adjacent (pull f A) (g u) (g v).
  Proof.
    intros B Hu Hv [D H]. assert (D' : g u <> g v) by (eapply bij_neq; eauto using bijection_sym).
    split; auto. rewrite pair_in_pull; auto; try (now apply (b_g _ _ _ _ B)). now rewrite !(b_fg _ _ _ _ B) by auto.
  Qed.

  Lemma walk_more A B : (forall e, e ∈ A -> e ∈ B) -> forall p u, walk A u p -> walk B u p.
  Proof. intros H. induction p; simpl; auto. intuition eauto using adjacent_more. Qed.
  Lemma walk_pull f g A : bijection f g -> forall p u, (forall x, In x (u :: p) -> x < n) -> walk A u p ->
    walk (pull f A) (g u) (map g p).
  Proof.
    intros B. induction p as [|x p IH]; simpl; auto. intros u I [Ha Wk]. split; [apply adjacent_pull; auto|].
    apply IH; auto.
  Qed.
  Lemma end_of_map (g : nat -> nat) p : forall u, end_of (g u) (map g p) = g (end_of u p).
  Proof. induction p; simpl; auto. Qed.
  Lemma end_of_in p : forall u, In (end_of u p) (u :: p).
  Proof. induction p as [|x p IH]; intros u; [now left|]. right. apply IH. Qed.
  Lemma map_NoDup f g l : bijection f g -> NoDup l -> (forall x, In x l -> x < n) -> NoDup (map g l).
  Proof.
    intros B. induction 1 as [|x l Hx ND IH]; simpl; intros Hl; constructor; auto.
    intros K. apply in_map_iff in K. destruct K as (y&K&Hy). apply Hx.
    assert (x = y) as ->; auto. rewrite <- (b_fg _ _ _ _ B x), <- (b_fg _ _ _ _ B y) by auto. now f_equal.
  Qed.

  (** * Paths *)

  Definition rows (A : N) : list (list nat) := map (fun u => filter (adjacentb A u) (seq 0 n)) (seq 0 n).
  Definition row (r : list (list nat)) (u : nat) : list nat := nth u r [].
  Lemma row_spec A u v : u < n -> (In v (row (rows A) u) <-> v < n /\ adjacent A u v).
  Proof.
    intros Hu. unfold row, rows.
    rewrite nth_indep with (d' := filter (adjacentb A 0) (seq 0 n)) by (rewrite map_length, seq_length; lia).
    rewrite (map_nth (fun u => filter (adjacentb A u) (seq 0 n))), seq_nth by lia.
    rewrite filter_In, in_seq, adjacentb_spec. simpl. intuition lia.
  Qed.

  (** Whether a path of k more vertices leads from u to v past those seen. *)
  Fixpoint search (r : list (list nat)) (k : nat) (seen : list nat) (u v : nat) : bool :=
    match k with
    | O => Nat.eqb u v
    | S k => any (fun x => if mem x seen then false else search r k (x :: seen) x v) (row r u)
    end.

  Lemma search_spec A k : forall seen u v, u < n -> (search (rows A) k seen u v = true <->
    exists p, length p = k /\ NoDup p /\ (forall x, In x p -> ~ In x seen /\ x < n) /\ walk A u p /\ end_of u p = v).
  Proof.
    induction k as [|k IH]; intros seen u v Hu; cbn [search].
    - rewrite Nat.eqb_eq. split.
      + intros ->. exists []. split; [reflexivity|]. split; [constructor|]. split; [intros x []|]. split; reflexivity.
      + intros (p&L&_&_&_&E). destruct p; [exact E|discriminate].
    - rewrite any_spec. split.
      + intros (x&Hx&H). apply row_spec in Hx; [|exact Hu]. destruct Hx as [Hx Ha].
        destruct (mem x seen) eqn:Hs; [discriminate|].
        apply IH in H; [|exact Hx]. destruct H as (p&L&D&I&Wk&E).
        exists (x :: p). cbn. repeat split; auto.
        * constructor; auto. intros Hp. apply I in Hp. simpl in Hp. tauto.
        * destruct H as [<-|H]; [|apply I in H; simpl in H; tauto].
          intros K. apply mem_spec in K. congruence.
        * destruct H as [<-|H]; [exact Hx|apply I in H; tauto].
        * apply Ha.
        * apply Ha.
      + intros (p&L&D&I&Wk&E). destruct p as [|x p]; [discriminate|]. cbn in *. inversion D; subst.
        destruct (I x (or_introl eq_refl)) as [Ix Hx]. exists x. split.
        * apply row_spec; tauto.
        * destruct (mem x seen) eqn:M.
          -- apply mem_spec in M. tauto.
          -- apply IH; auto. exists p. repeat split; try tauto; try lia.
             ++ intros [<-|K]; [tauto|]. now apply (I x0 (or_intror H)).
             ++ now apply (I x0 (or_intror H)).
  Qed.

  Definition has_path (r : list (list nat)) (k u v : nat) : bool :=
    match k with O => false | S k => search r k [u] u v end.
  Lemma has_path_spec A k u v : u < n -> (has_path (rows A) k u v = true <-> path n k A u v).
  Proof.
    intros Hu. unfold has_path, path. destruct k as [|k].
    { split; [discriminate|]. intros (p&L&_). discriminate. }
    rewrite search_spec by exact Hu. split.
    - intros (p&L&D&I&Wk&E). exists p. repeat split; auto.
      + simpl. lia.
      + constructor; auto. intros K. apply I in K. simpl in K. tauto.
      + intros x [<-|Hx]; auto. now apply I.
    - intros (p&L&D&I&Wk&E). exists p. apply NoDup_cons_iff in D. destruct D as [D1 D2]. simpl in L.
      split; [lia|]. split; [exact D2|]. split; [|split; [exact Wk|exact E]].
      intros x Hx. split; [intros [<-|[]]; tauto|]. apply I. now right.
  Qed.
  Lemma path_more k A B u v : (forall e, e ∈ A -> e ∈ B) -> path n k A u v -> path n k B u v.
  Proof. intros H (p&L&D&I&Wk&E). exists p. eauto 8 using walk_more. Qed.
  Lemma path_pull k f g A u v : bijection f g -> path n k A u v -> path n k (pull f A) (g u) (g v).
  Proof.
    intros B (p&L&D&I&Wk&E). exists (map g p). change (g u :: map g p) with (map g (u :: p)). repeat split.
    - now rewrite map_length.
    - eapply map_NoDup; eauto.
    - intros x Hx. apply in_map_iff in Hx. destruct Hx as (y&<-&Hy). apply (b_g _ _ _ _ B). auto.
    - eapply walk_pull; eauto.
    - subst v. apply end_of_map.
  Qed.
  Lemma path_ends k A u v : path n k A u v -> u < n /\ v < n.
  Proof. intros (p&_&_&I&_&<-). split; apply I; [now left|apply end_of_in]. Qed.
  Lemma path_reverse_ends k A u v : path n k A u v -> path n k A v u.
  Proof.
    intros (p&L&D&I&Wk&E). subst v.
    assert (R : forall p u, walk A u p -> exists q, Permutation (end_of u p :: q) (u :: p)
                /\ walk A (end_of u p) q /\ end_of (end_of u p) q = u).
    { clear. induction p as [|x p IH]; intros u Wk.
      - exists []. simpl. repeat split; auto.
      - destruct Wk as [Ha Wk]. destruct (IH x Wk) as (q&P&W&E). cbn [end_of].
        exists (q ++ [u]).
        assert (W2 : forall q v, walk A v q -> end_of v q = x -> walk A v (q ++ [u]) /\ end_of v (q ++ [u]) = u).
        { clear - Ha. induction q as [|y q IH]; simpl; intros v W E.
          - subst. split; auto. split; auto using adjacent_sym.
          - destruct W as [Hv W]. destruct (IH y W E). auto. }
        destruct (W2 q _ W E). repeat split; auto.
        change (end_of x p :: q ++ [u]) with ((end_of x p :: q) ++ [u]).
        etransitivity; [apply Permutation_app_comm|]. simpl. now constructor. }
    destruct (R p u Wk) as (q&P&W&E). exists q. repeat split; auto.
    - rewrite (Permutation_length P). exact L.
    - eapply Permutation_NoDup; [symmetry; exact P|exact D].
    - intros x Hx. apply I. eapply Permutation_in; [exact P|exact Hx].
  Qed.

  Definition is_hamilton_path (A : N) : bool :=
    let r := rows A in any (fun u => any (fun v => has_path r n u v) (seq 0 n)) (seq 0 n).
  Lemma is_hamilton_path_spec A : is_hamilton_path A = true <-> hamilton_path n A.
  Proof.
    unfold is_hamilton_path, hamilton_path. rewrite any_spec. split.
    - intros (u&Hu&H). apply in_seq in Hu. apply any_spec in H. destruct H as (v&Hv&H).
      rewrite has_path_spec in H by lia. eauto.
    - intros (u&v&H). destruct (path_ends _ _ _ _ H). exists u. rewrite in_seq. split; [lia|].
      apply any_spec. exists v. rewrite in_seq, has_path_spec by lia. split; [lia|auto].
  Qed.
  Lemma hamilton_path_more : more (hamilton_path n).
  Proof. intros A B H (u&v&K). exists u, v. eapply path_more; eauto. Qed.
  Lemma hamilton_path_relabel : relabel (hamilton_path n).
  Proof. intros f g A B (u&v&K). exists (g u), (g v). now apply path_pull. Qed.

  Lemma between_more u v : more (hamilton_path_between u v n).
  Proof. intros A B H. now apply path_more. Qed.
  Lemma between_relabel u v : ends = Some (u, v) -> relabel (hamilton_path_between u v n).
  Proof.
    intros E f g A B K. pose proof (b_ends _ _ _ _ (bijection_sym _ _ _ _ B)) as Ke. unfold keeps_ends in Ke.
    rewrite E in Ke. destruct Ke as [_ Ke]. pose proof (path_pull _ _ _ _ _ _ B K) as P.
    destruct Ke as [[E1 E2]|[E1 E2]]; rewrite E1, E2 in P; [exact P|now apply path_reverse_ends].
  Qed.
  Definition is_between (u v : nat) (A : N) : bool := Nat.ltb u n &&& has_path (rows A) n u v.
  Lemma is_between_spec u v A : is_between u v A = true <-> hamilton_path_between u v n A.
  Proof.
    unfold is_between, hamilton_path_between. rewrite and_true, Nat.ltb_lt. split.
    - intros [H K]. now apply has_path_spec in K.
    - intros K. destruct (path_ends _ _ _ _ K). split; auto. now apply has_path_spec.
  Qed.

  Definition is_hamilton_connected (A : N) : bool :=
    let r := rows A in
    every (fun u => every (fun v => if Nat.eqb u v then true else has_path r n u v) (seq 0 n)) (seq 0 n).
  Lemma is_hamilton_connected_spec A : is_hamilton_connected A = true <-> hamilton_connected n A.
  Proof.
    unfold is_hamilton_connected, hamilton_connected. rewrite every_spec. split.
    - intros H u v Hu Hv D. specialize (H u). rewrite in_seq, every_spec in H.
      specialize (H ltac:(lia) v). rewrite in_seq in H.
      apply has_path_spec; auto. destruct (Nat.eqb_spec u v); [tauto|]. apply H. lia.
    - intros H u Hu. apply in_seq in Hu. rewrite every_spec. intros v Hv. apply in_seq in Hv.
      destruct (Nat.eqb_spec u v); auto. apply has_path_spec; [lia|]. apply H; lia.
  Qed.
  Lemma hamilton_connected_more : more (hamilton_connected n).
  Proof. intros A B H K u v Hu Hv D. eapply path_more; eauto. Qed.
  Lemma hamilton_connected_relabel : relabel (hamilton_connected n).
  Proof.
    intros f g A B H u v Hu Hv D. rewrite <- (b_gf _ _ _ _ B u), <- (b_gf _ _ _ _ B v) by auto.
    apply path_pull; auto. apply H; try (now apply (b_f _ _ _ _ B)). eapply bij_neq; eauto.
  Qed.

  (** * Cycles *)

  Definition has_cycle (r : list (list nat)) (A : N) (k : nat) : bool :=
    Nat.leb 3 k &&&
    any (fun u => any (fun v => if adjacentb A v u then has_path r k u v else false) (seq 0 n)) (seq 0 n).
  Lemma has_cycle_spec A k : has_cycle (rows A) A k = true <-> cycle n k A.
  Proof.
    unfold has_cycle, cycle. rewrite and_true, Nat.leb_le, any_spec. split.
    - intros (H3&u&Hu&H). split; auto. apply in_seq in Hu. apply any_spec in H. destruct H as (v&Hv&H).
      rewrite and_true, adjacentb_spec, has_path_spec in H by lia. exists u, v. tauto.
    - intros (H3&u&v&Hp&Ha). split; auto. destruct (path_ends _ _ _ _ Hp) as [Hu Hv].
      exists u. split; [apply in_seq; lia|]. apply any_spec. exists v. split; [apply in_seq; lia|].
      rewrite and_true, adjacentb_spec, has_path_spec by lia. tauto.
  Qed.
  Lemma cycle_more k : more (cycle n k).
  Proof. intros A B H (H3&u&v&K&E). split; auto. exists u, v. eauto using path_more, adjacent_more. Qed.
  Lemma cycle_relabel k : relabel (cycle n k).
  Proof.
    intros f g A B (H3&u&v&K&E). split; auto. exists (g u), (g v). destruct (path_ends _ _ _ _ K).
    split; [now apply path_pull|now apply adjacent_pull].
  Qed.
  Lemma cycle_least k A : cycle n k A -> k <= n.
  Proof.
    intros (_&u&v&(p&L&D&I&_)&_). rewrite <- L, <- (seq_length n 0). apply NoDup_incl_length; auto.
    intros x Hx. apply in_seq. specialize (I x Hx). lia.
  Qed.

  Definition is_hamilton_cycle (A : N) : bool := has_cycle (rows A) A n.
  Lemma is_hamilton_cycle_spec A : is_hamilton_cycle A = true <-> hamilton_cycle n A.
  Proof. apply has_cycle_spec. Qed.

  (** A proper colouring by two colours, which may be any, shows at once that there is no odd cycle. *)
  Fixpoint colours (A : N) (fuel : nat) (l : list (nat * bool)) : list (nat * bool) :=
    match fuel with
    | O => l
    | S fuel =>
        let new := flat_map (fun v => if any (fun x => Nat.eqb (fst x) v) l then [] else
          flat_map (fun x => if adjacentb A (fst x) v then [(v, negb (snd x))] else []) l) (seq 0 n) in
        match new with
        | x :: _ => colours A fuel (x :: l)
        | [] => match filter (fun v => negb (any (fun x => Nat.eqb (fst x) v) l)) (seq 0 n) with
                | v :: _ => colours A fuel ((v, false) :: l)
                | [] => l
                end
        end
    end.
  Definition colour (l : list (nat * bool)) (v : nat) : bool :=
    match filter (fun x => Nat.eqb (fst x) v) l with x :: _ => snd x | [] => false end.
  Definition is_proper (A : N) (c : nat -> bool) : bool :=
    every (fun u => every (fun v => if adjacentb A u v then negb (Bool.eqb (c u) (c v)) else true) (seq 0 n)) (seq 0 n).
  Lemma is_proper_spec A c u v : is_proper A c = true -> u < n -> v < n -> adjacent A u v -> c v = negb (c u).
  Proof.
    unfold is_proper. rewrite every_spec. intros H Hu Hv Ha. specialize (H u). rewrite every_spec, in_seq in H.
    specialize (H ltac:(lia) v). rewrite in_seq in H. specialize (H ltac:(lia)). apply adjacentb_spec in Ha.
    rewrite Ha in H. destruct (c u), (c v); auto; discriminate.
  Qed.
  Lemma proper_walk A c : is_proper A c = true -> forall p u, (forall x, In x (u :: p) -> x < n) -> walk A u p ->
    c (end_of u p) = xorb (Nat.odd (length p)) (c u).
  Proof.
    intros P. induction p as [|x p IH]; intros u I Wk; [cbn; now destruct (c u)|]. destruct Wk as [Ha Wk]. cbn [end_of
      length].
    rewrite IH, Nat.odd_succ, <- Nat.negb_odd; auto using in_cons.
    rewrite (is_proper_spec A c u x) by (auto; apply I; simpl; auto).
    destruct (Nat.odd (length p)), (c u); reflexivity.
  Qed.
  Lemma proper_no_odd_cycle A c : is_proper A c = true -> ~ odd_cycle n A.
  Proof.
    intros P (k&O&H3&u&v&K&Ha). destruct (path_ends _ _ _ _ K) as [Hu Hv]. destruct K as (p&L&_&I&Wk&E).
    pose proof (proper_walk A c P p u I Wk) as W. rewrite E in W.
    pose proof (is_proper_spec A c v u P Hv Hu Ha) as W2.
    apply Nat.odd_spec in O. rewrite <- L in O. cbn [length] in O. rewrite Nat.odd_succ, <- Nat.negb_odd in O.
    rewrite W2 in W. destruct (Nat.odd (length p)), (c v); discriminate.
  Qed.
  Definition is_odd_cycle (A : N) : bool :=
    if is_proper A (colour (colours A n [])) then false
    else let r := rows A in any (fun k => Nat.odd k &&& has_cycle r A k) (seq 0 (S n)).
  Lemma is_odd_cycle_spec A : is_odd_cycle A = true <-> odd_cycle n A.
  Proof.
    unfold is_odd_cycle. destruct (is_proper A _) eqn:P.
    - split; [discriminate|]. intros H. now apply proper_no_odd_cycle in P.
    - unfold odd_cycle. rewrite any_spec. split.
      + intros (k&_&H). rewrite and_true, has_cycle_spec, Nat.odd_spec in H. eauto.
      + intros (k&O&H). exists k. rewrite and_true, has_cycle_spec, Nat.odd_spec, in_seq.
        pose proof (cycle_least _ _ H). split; [lia|auto].
  Qed.
  Lemma odd_cycle_more : more (odd_cycle n).
  Proof. intros A B H (k&O&K). exists k. split; auto. eapply cycle_more; eauto. Qed.
  Lemma odd_cycle_relabel : relabel (odd_cycle n).
  Proof. intros f g A B (k&O&K). exists k. split; auto. eapply cycle_relabel; eauto. Qed.

  (** * Matchings *)

  Definition matched (A : N) (l : list nat) : Prop :=
    exists mate, forall v, In v l -> In (mate v) l /\ mate (mate v) = v /\ adjacent A v (mate v).
  Fixpoint is_matched (A : N) (fuel : nat) (l : list nat) : bool :=
    match l, fuel with
    | [], _ => true
    | v :: q, S fuel => any (fun u => adjacentb A v u &&& is_matched A fuel (remove Nat.eq_dec u q)) q
    | _, O => false
    end.
  Lemma remove_NoDup u (l : list nat) : NoDup l -> NoDup (remove Nat.eq_dec u l).
  Proof.
    induction 1 as [|x l H ND IH]; simpl; [constructor|]. destruct (Nat.eq_dec u x); auto. constructor; auto.
    intros K. apply in_remove in K. tauto.
  Qed.
  Lemma is_matched_spec A fuel : forall l, NoDup l -> length l <= fuel -> (is_matched A fuel l = true <-> matched A l).
  Proof.
    induction fuel as [|fuel IH]; intros [|v q] ND L; try (cbn in L; lia); cbn [is_matched].
    1,2: split; auto; intros _; exists (fun v => v); intros v [].
    inversion ND as [|v' q' Hv NDq E]; subst. rewrite any_spec. split.
    - intros (u&Hu&H). rewrite and_true, adjacentb_spec, IH in H.
      2:{ now apply remove_NoDup. }
      2:{ pose proof (remove_length_le Nat.eq_dec q u). cbn in L. lia. }
      destruct H as [Ha (g&G)]. exists (fun w => if Nat.eqb w v then u else if Nat.eqb w u then v else g w).
      assert (D : u <> v) by (intros ->; tauto).
      intros w Hw. destruct (Nat.eqb_spec w v) as [->|D1].
      { rewrite (proj2 (Nat.eqb_neq u v) D), Nat.eqb_refl. simpl; auto. }
      destruct (Nat.eqb_spec w u) as [->|D2].
      { rewrite Nat.eqb_refl. simpl. auto using adjacent_sym. }
      destruct Hw as [<-|Hw]; [tauto|]. destruct (G w) as (G1&G2&G3); [now apply in_in_remove|].
      apply in_remove in G1. destruct G1 as [G1 G4].
      destruct (Nat.eqb_spec (g w) v) as [E1|_]; [rewrite E1 in G1; tauto|].
      destruct (Nat.eqb_spec (g w) u); [tauto|]. simpl; auto.
    - intros (f&F). destruct (F v (or_introl eq_refl)) as (F1&F2&F3). exists (f v).
      assert (Hu : In (f v) q) by (destruct F1 as [E|]; auto; destruct F3 as [D _]; congruence).
      split; auto. rewrite and_true, adjacentb_spec. split; auto. apply IH.
      + now apply remove_NoDup.
      + pose proof (remove_length_le Nat.eq_dec q (f v)). cbn in L. lia.
      + exists f. intros w Hw. apply in_remove in Hw. destruct Hw as [Hw D].
        destruct (F w (or_intror Hw)) as (G1&G2&G3). split; auto. apply in_in_remove.
        * intros E. apply Hv. rewrite <- F2, <- E, G2. exact Hw.
        * destruct G1 as [E|]; auto. exfalso. apply D. rewrite E. auto.
  Qed.
  Lemma perfect_matching_matched A : perfect_matching n A <-> matched A (seq 0 n).
  Proof.
    split; intros (f&F); exists f; intros v Hv; [apply in_seq in Hv; rewrite in_seq|];
      (destruct (F v) as (F1&F2&F3); [try apply in_seq; lia|]).
    - repeat split; auto; try lia; apply F3.
    - apply in_seq in F1. repeat split; auto; try lia; apply F3.
  Qed.
  Definition is_perfect_matching (A : N) : bool := is_matched A n (seq 0 n).
  Lemma is_perfect_matching_spec A : is_perfect_matching A = true <-> perfect_matching n A.
  Proof.
    rewrite perfect_matching_matched. apply is_matched_spec; [apply seq_NoDup|now rewrite seq_length].
  Qed.
  Lemma perfect_matching_more : more (perfect_matching n).
  Proof. intros A B H (f&F). exists f. intros v Hv. destruct (F v Hv) as (F1&F2&F3). eauto using adjacent_more. Qed.
  Lemma perfect_matching_relabel : relabel (perfect_matching n).
  Proof.
    intros f g A B (m&M). exists (fun v => g (m (f v))). intros v Hv.
    destruct (M (f v)) as (M1&M2&M3); [now apply (b_f _ _ _ _ B)|]. repeat split.
    - now apply (b_g _ _ _ _ B).
    - rewrite (b_fg _ _ _ _ B), M2, (b_gf _ _ _ _ B); auto.
    - pose proof (adjacent_pull f g A (f v) (m (f v)) B ltac:(apply (b_f _ _ _ _ B); auto) M1 M3) as P.
      rewrite (b_gf _ _ _ _ B) in P by auto. apply P.
    - pose proof (adjacent_pull f g A (f v) (m (f v)) B ltac:(apply (b_f _ _ _ _ B); auto) M1 M3) as P.
      rewrite (b_gf _ _ _ _ B) in P by auto. apply P.
  Qed.

  (** * Connectivity *)

  (** The vertices of l that walks from those of s reach. *)
  Fixpoint reach (A : N) (fuel : nat) (l s : list nat) : list nat :=
    match fuel with
    | O => s
    | S fuel =>
        match filter (fun v => if mem v s then false else any (fun u => adjacentb A u v) s) l with
        | [] => s
        | v :: _ => reach A fuel l (v :: s)
        end
    end.
  Definition leads (A : N) (l : list nat) (u v : nat) : Prop :=
    exists p, (forall x, In x p -> In x l) /\ walk A u p /\ end_of u p = v.
  Lemma leads_step A l u v w : leads A l u v -> In w l -> adjacent A v w -> leads A l u w.
  Proof.
    intros (p&I&Wk&E) Hw Ha. exists (p ++ [w]). split.
    { intros x Hx. apply in_app_or in Hx. destruct Hx as [|[<-|[]]]; auto. }
    clear I. revert u Wk E. induction p as [|x p IH]; simpl; intros u Wk E.
    - subst. auto.
    - destruct Wk as [H Wk]. destruct (IH x Wk E). auto.
  Qed.
  Lemma reach_spec A l u fuel : forall s, NoDup s -> incl s l -> In u s -> (forall v, In v s -> leads A l u v) ->
    length l < length s + fuel ->
    forall v, In v l -> (In v (reach A fuel l s) <-> leads A l u v).
  Proof.
    induction fuel as [|fuel IH]; intros s ND I Hu H L v Hv.
    { exfalso. pose proof (NoDup_incl_length ND I). lia. }
    cbn [reach]. destruct (filter _ l) as [|w q] eqn:E.
    - split; auto. intros (p&Ip&Wk&Ep).
      assert (C : forall a b, In a s -> In b l -> adjacent A a b -> In b s).
      { intros a b Ha Hb Hab. destruct (mem b s) eqn:M; [now apply mem_spec|].
        assert (K : In b (filter (fun v => if mem v s then false else any (fun u => adjacentb A u v) s) l)).
        { apply filter_In. rewrite M. split; auto. apply any_spec. exists a. rewrite adjacentb_spec. auto. }
        rewrite E in K. destruct K. }
      clear - C Hu Ip Wk Ep. revert u Hu Wk Ep. induction p as [|x p IH]; intros u Hu Wk Ep; [simpl in Ep; now subst|].
      destruct Wk as [Ha Wk]. apply (IH ltac:(intros; apply Ip; now right) x); auto.
      apply C with u; auto. apply Ip. now left.
    - assert (K : In w (w :: q)) by now left. rewrite <- E in K. apply filter_In in K. destruct K as [Hw K].
      destruct (mem w s) eqn:M; [discriminate|]. apply any_spec in K. destruct K as (x&Hx&Ha).
      apply adjacentb_spec in Ha.
      assert (Nw : ~ In w s) by (intros J; apply mem_spec in J; congruence).
      apply IH; auto.
      + constructor; auto.
      + intros y [<-|Hy]; auto.
      + now right.
      + intros y [<-|Hy]; eauto using leads_step.
      + simpl. lia.
  Qed.
  Definition is_connected_among (l : list nat) (A : N) : bool :=
    every (fun u => let r := reach A (length l) l [u] in every (fun v => mem v r) l) l.
  Lemma is_connected_among_spec l A : is_connected_among l A = true <-> connected_among l A.
  Proof.
    unfold is_connected_among, connected_among. rewrite every_spec.
    assert (S : forall u v, In u l -> In v l -> (In v (reach A (length l) l [u]) <-> leads A l u v)).
    { intros u v Hu Hv. apply reach_spec; [| | | | |exact Hv].
      - constructor; [intros []|constructor].
      - intros x [<-|[]]; auto.
      - now left.
      - intros x [<-|[]]. exists []. split; [intros x []|split; reflexivity].
      - simpl. lia. }
    split.
    - intros H u v Hu Hv. specialize (H u Hu). rewrite every_spec in H. apply S; auto. now apply mem_spec, H.
    - intros H u Hu. rewrite every_spec. intros v Hv. apply mem_spec, S; auto. now apply H.
  Qed.
  Lemma connected_among_more l : more (connected_among l).
  Proof. intros A B H C u v Hu Hv. destruct (C u v Hu Hv) as (p&I&Wk&E). eauto 6 using walk_more. Qed.
  Lemma connected_among_pull f g A l l' : bijection f g -> (forall x, In x l -> x < n) ->
    (forall x, In x l' -> x < n) -> (forall x, x < n -> (In (f x) l <-> In x l')) ->
    connected_among l A -> connected_among l' (pull f A).
  Proof.
    intros B L L' M C u v Hu Hv. destruct (C (f u) (f v)) as (p&I&Wk&E); try (apply M; auto).
    exists (map g p). repeat split.
    - intros x Hx. apply in_map_iff in Hx. destruct Hx as (y&<-&Hy).
      assert (Ly : y < n) by auto. apply M; [now apply (b_g _ _ _ _ B)|]. rewrite (b_fg _ _ _ _ B); auto.
    - rewrite <- (b_gf _ _ _ _ B u) by auto. eapply walk_pull; eauto.
      intros x [<-|Hx]; auto. apply (b_f _ _ _ _ B). auto.
    - rewrite <- (b_gf _ _ _ _ B u), <- (b_gf _ _ _ _ B v), end_of_map by auto. now f_equal.
  Qed.
  Lemma connected_more : more (connected n).
  Proof. apply connected_among_more. Qed.
  Lemma connected_relabel : relabel (connected n).
  Proof.
    intros f g A B. apply connected_among_pull with g; auto; intros x; rewrite ?in_seq; try lia.
    intros Hx. pose proof (b_f _ _ _ _ B x Hx). lia.
  Qed.

  Definition is_two_connected (A : N) : bool :=
    is_connected_among (seq 0 n) A &&&
    every (fun x => is_connected_among (remove Nat.eq_dec x (seq 0 n)) A) (seq 0 n).
  Lemma is_two_connected_spec A : is_two_connected A = true <-> two_connected n A.
  Proof.
    unfold is_two_connected, two_connected, connected. rewrite and_true, is_connected_among_spec, every_spec.
    split; intros [H1 H2]; split; auto; intros x Hx.
    - apply is_connected_among_spec, H2, in_seq. lia.
    - apply is_connected_among_spec, H2. apply in_seq in Hx. lia.
  Qed.
  Lemma two_connected_more : more (two_connected n).
  Proof. intros A B H [C1 C2]. split; [|intros x Hx]; eapply connected_among_more; eauto. Qed.
  Lemma two_connected_relabel : relabel (two_connected n).
  Proof.
    intros f g A B [C1 C2]. split; [eapply connected_relabel; eauto|]. intros x Hx.
    assert (Hfx := b_f _ _ _ _ B x Hx).
    apply connected_among_pull with g (remove Nat.eq_dec (f x) (seq 0 n)); auto.
    - intros y Hy. apply in_remove in Hy. destruct Hy as [Hy _]. apply in_seq in Hy. lia.
    - intros y Hy. apply in_remove in Hy. destruct Hy as [Hy _]. apply in_seq in Hy. lia.
    - intros y Hy. assert (Hfy := b_f _ _ _ _ B y Hy). split; intros K; apply in_remove in K; destruct K as [_ K];
        apply in_in_remove; try (apply in_seq; lia); intros E; apply K; [now subst|].
      rewrite <- (b_gf _ _ _ _ B x), <- (b_gf _ _ _ _ B y) by auto. now f_equal.
  Qed.

  (** * Degrees *)

  Definition is_min_degree (k : nat) (A : N) : bool :=
    every (fun v => Nat.leb k (length (filter (adjacentb A v) (seq 0 n)))) (seq 0 n).
  Lemma is_min_degree_spec k A : is_min_degree k A = true <-> min_degree k n A.
  Proof.
    unfold is_min_degree, min_degree. rewrite every_spec.
    assert (S : forall v, k <= length (filter (adjacentb A v) (seq 0 n)) <->
      exists l, length l = k /\ NoDup l /\ forall u, In u l -> u < n /\ adjacent A v u).
    { intros v. set (L := filter (adjacentb A v) (seq 0 n)).
      assert (HL : forall u, In u L <-> u < n /\ adjacent A v u).
      { intros u. unfold L. rewrite filter_In, in_seq, adjacentb_spec. intuition lia. }
      assert (ND : NoDup L) by (apply NoDup_filter, seq_NoDup). split.
      - intros H. exists (firstn k L). split; [now apply firstn_length_le|].
        rewrite <- (firstn_skipn k L) in ND. split.
        + clear - ND. induction (firstn k L) as [|x q IH]; [constructor|]. inversion ND; subst. constructor; auto.
          intros K. apply H1, in_or_app. now left.
        + intros u Hu. apply HL. rewrite <- (firstn_skipn k L). apply in_or_app. now left.
      - intros (l&<-&D&I). apply NoDup_incl_length; auto. intros u Hu. now apply HL, I. }
    split.
    - intros H v Hv. apply S. specialize (H v). rewrite in_seq, Nat.leb_le in H. apply H. lia.
    - intros H v Hv. apply in_seq in Hv. apply Nat.leb_le, S, H. lia.
  Qed.
  Lemma min_degree_more k : more (min_degree k n).
  Proof.
    intros A B H M v Hv. destruct (M v Hv) as (l&L&D&I). exists l. repeat split; auto; destruct (I u H0) as [K1 K2];
      auto; eapply adjacent_more; eauto.
  Qed.
  Lemma min_degree_relabel k : relabel (min_degree k n).
  Proof.
    intros f g A B M v Hv. destruct (M (f v)) as (l&L&D&I); [now apply (b_f _ _ _ _ B)|]. exists (map g l).
    split; [now rewrite map_length|]. split.
    - eapply map_NoDup; eauto. intros x Hx. now apply I.
    - intros u Hu. apply in_map_iff in Hu. destruct Hu as (y&<-&Hy). destruct (I y Hy) as [I1 I2].
      split; [now apply (b_g _ _ _ _ B)|]. rewrite <- (b_gf _ _ _ _ B v) by auto. apply adjacent_pull; auto.
      now apply (b_f _ _ _ _ B).
  Qed.

  (** * Copies of a graph *)

  Section Copies.
    Variable h : nat.
    Variable H : list (nat * nat).

    (** The images of the vertices 0 to k - 1 are l, the last one first: those of the others are tried. *)
    Variable adj : nat -> nat -> bool.
    Hypothesis no_loop : forall u, adj u u <> true.
    Definition fits (l : list nat) (k x : nat) : bool :=
      if mem x l then false else
      every (fun e : nat * nat => let (a, b) := e in
        if Nat.eqb a k then
          if Nat.ltb b k then adj x (nth (k - 1 - b) l 0) else negb (Nat.eqb b k)
        else if Nat.eqb b k then if Nat.ltb a k then adj (nth (k - 1 - a) l 0) x else true else true) H.
    Fixpoint place (l : list nat) (k todo : nat) : bool :=
      match todo with
      | O => true
      | S todo => any (fun x => fits l k x &&& place (x :: l) (S k) todo) (seq 0 n)
      end.
    (** The edges of H lie on its vertices, and there is a copy. *)
    Definition has_copy : bool := every (fun e => Nat.ltb (fst e) h &&& Nat.ltb (snd e) h) H &&& place [] 0 h.

    Definition image (l : list nat) (a : nat) : nat := nth (length l - 1 - a) l 0.
    Definition partial (l : list nat) : Prop :=
      NoDup l /\ (forall x, In x l -> x < n) /\
      forall a b, In (a, b) H -> a < length l -> b < length l -> adj (image l a) (image l b) = true.

    Lemma image_cons x l a : a < length l -> image (x :: l) a = image l a.
    Proof.
      intros L. unfold image. cbn [length]. replace (S (length l) - 1 - a) with (S (length l - 1 - a)) by lia.
        reflexivity.
    Qed.
    Lemma image_last x l : image (x :: l) (length l) = x.
    Proof. unfold image. cbn [length]. replace (S (length l) - 1 - length l) with 0 by lia. reflexivity. Qed.
    Lemma fits_spec l x : length l < h -> partial l ->
      (fits l (length l) x = true /\ x < n <-> partial (x :: l)).
    Proof.
      intros Lh (ND&I&E). unfold fits. split.
      - intros [F Hx]. destruct (mem x l) eqn:M; [discriminate|]. rewrite every_spec in F. split; [|split].
        + constructor; auto. intros K. apply mem_spec in K. congruence.
        + intros y [<-|Hy]; auto.
        + intros a b Hab La Lb. specialize (F (a, b) Hab). cbv beta iota in F. cbn [length] in La, Lb.
          change (nth (length l - 1 - b) l 0) with (image l b) in F.
          change (nth (length l - 1 - a) l 0) with (image l a) in F.
          destruct (Nat.eqb_spec a (length l)) as [->|Da].
          * destruct (Nat.ltb_spec b (length l)).
            -- now rewrite image_last, image_cons by lia.
            -- assert (Eb : b = length l) by lia. rewrite (proj2 (Nat.eqb_eq _ _) Eb) in F. discriminate.
          * destruct (Nat.eqb_spec b (length l)) as [Eb|Db]; [subst b|].
            -- rewrite (proj2 (Nat.ltb_lt a (length l)) ltac:(lia)) in F. now rewrite image_last, image_cons by lia.
            -- rewrite !image_cons by lia. apply E; auto; lia.
      - intros (ND'&I'&E'). split; [|apply I'; now left]. apply NoDup_cons_iff in ND'. destruct ND' as [Nx _].
        destruct (mem x l) eqn:M; [apply mem_spec in M; tauto|]. rewrite every_spec. intros [a b] Hab.
        specialize (E' a b Hab). cbn [length] in E'.
        change (nth (length l - 1 - b) l 0) with (image l b). change (nth (length l - 1 - a) l 0) with (image l a).
        destruct (Nat.eqb_spec a (length l)) as [->|Da].
        + destruct (Nat.ltb_spec b (length l)).
          * rewrite image_last, image_cons in E' by lia. apply E'; lia.
          * destruct (Nat.eqb_spec b (length l)) as [->|]; auto. destruct (no_loop _ (E' ltac:(lia) ltac:(lia))).
        + destruct (Nat.eqb_spec b (length l)) as [Eb|Db]; [subst b|]; auto. destruct (Nat.ltb_spec a (length l)); auto.
          rewrite image_last, image_cons in E' by lia. apply E'; lia.
    Qed.

    Lemma place_spec todo : forall l, length l + todo = h -> partial l ->
      (place l (length l) todo = true <-> exists q, length q = todo /\ partial (q ++ l)).
    Proof.
      induction todo as [|todo IH]; intros l L P; cbn [place].
      - split; auto. intros _. exists []. auto.
      - rewrite any_spec. split.
        + intros (x&Hx&K). apply in_seq in Hx. rewrite and_true in K. destruct K as [F K].
          assert (P' : partial (x :: l)) by (apply fits_spec; auto; [lia|]; split; auto; lia).
          change (S (length l)) with (length (x :: l)) in K. apply IH in K; [|cbn; lia|exact P'].
          destruct K as (q&Lq&Pq). exists (q ++ [x]). rewrite app_length, <- app_assoc. cbn. split; [lia|auto].
        + intros (q&Lq&Pq). destruct (exists_last (l := q)) as (q'&x&->); [intros ->; discriminate|].
          rewrite app_length in Lq. cbn in Lq. rewrite <- app_assoc in Pq. cbn in Pq.
          assert (P' : partial (x :: l)).
          { clear IH P L Lq. induction q' as [|y q' IH]; auto. apply IH.
            destruct Pq as (N1&I1&E1). cbn [app] in *. inversion N1; subst. split; auto. split.
            - intros z Hz. apply I1. now right.
            - intros a b Hab La Lb. specialize (E1 a b Hab). rewrite !image_cons in E1 by assumption.
              apply E1; cbn [length]; lia. }
          exists x. apply fits_spec in P'; auto; [|lia]. destruct P' as [F Hx].
          split; [apply in_seq; lia|]. rewrite F. change (S (length l)) with (length (x :: l)).
          apply IH; [cbn; lia| |exists q'; split; [lia|auto]]. apply fits_spec; auto. lia.
    Qed.

    Lemma has_copy_spec : has_copy = true <-> (forall a b, In (a, b) H -> a < h /\ b < h) /\ exists f,
      (forall a, a < h -> f a < n) /\ (forall a b, a < h -> b < h -> f a = f b -> a = b)
      /\ forall a b, In (a, b) H -> adj (f a) (f b) = true.
    Proof.
      assert (P0 : partial []) by (split; [constructor|]; split; [intros x []|]; intros a b _ L; cbn in L; lia).
      assert (In_h : every (fun e => Nat.ltb (fst e) h &&& Nat.ltb (snd e) h) H = true <->
        forall a b, In (a, b) H -> a < h /\ b < h).
      { rewrite every_spec. split.
        - intros E a b Hab. specialize (E _ Hab). rewrite and_true, !Nat.ltb_lt in E. exact E.
        - intros E [a b] Hab. rewrite and_true, !Nat.ltb_lt. now apply E. }
      unfold has_copy. rewrite and_true, In_h. change 0 with (@length nat []) at 1. rewrite place_spec by auto.
      split; intros [Hh K]; (split; [exact Hh|]); revert K.
      - intros (q&L&P). rewrite app_nil_r in P. destruct P as (ND&I&E). exists (image q). split; [|split].
        + intros a La. apply I. unfold image. apply nth_In. lia.
        + intros a b La Lb K. unfold image in K. rewrite (NoDup_nth q 0) in ND. apply ND in K; lia.
        + intros a b Hab. destruct (Hh _ _ Hab). apply E; auto; lia.
      - intros (f&F1&F2&F3). exists (rev (map f (seq 0 h))). rewrite app_nil_r.
        rewrite rev_length, map_length, seq_length. split; auto.
        assert (Im : forall a, a < h -> image (rev (map f (seq 0 h))) a = f a).
        { intros a La. unfold image. rewrite rev_length, map_length, seq_length.
          rewrite rev_nth by (rewrite map_length, seq_length; lia). rewrite map_length, seq_length.
          replace (h - S (h - 1 - a)) with a by lia.
          rewrite nth_indep with (d' := f 0) by (rewrite map_length, seq_length; lia).
          now rewrite map_nth, seq_nth by lia. }
        split; [|split].
        + apply NoDup_rev. clear - F2. assert (G : forall k m, k + m <= h -> NoDup (map f (seq k m))).
          { intros k m. revert k. induction m as [|m IH]; intros k L; cbn; constructor; [|apply IH; lia].
            intros K. apply in_map_iff in K. destruct K as (y&E&Hy). apply in_seq in Hy.
            apply F2 in E; lia. }
          apply G. lia.
        + intros x Hx. apply in_rev in Hx. apply in_map_iff in Hx. destruct Hx as (a&<-&Ha). apply in_seq in Ha.
          apply F1. lia.
        + intros a b Hab La Lb. rewrite rev_length, map_length, seq_length in La, Lb. rewrite !Im by lia. auto.
    Qed.
  End Copies.

  Section Contains.
    Variable h : nat.
    Variable H : list (nat * nat).
    Definition is_contains (A : N) : bool := has_copy h H (adjacentb A).
    Lemma is_contains_spec A : is_contains A = true <-> contains h H n A.
    Proof.
      unfold is_contains. rewrite has_copy_spec.
      - split; intros (L&f&F1&F2&F3); (split; [exact L|]); exists f; (split; [|split]; auto); intros a b Hab;
          apply adjacentb_spec; auto.
      - intros u E. apply adjacentb_spec in E. destruct E as [D _]. now apply D.
    Qed.
    Lemma contains_more : more (contains h H n).
    Proof.
      intros A B M (L&f&F1&F2&F3). split; [exact L|]. exists f. split; [|split]; auto. intros a b Hab.
      eapply adjacent_more; eauto.
    Qed.
    Lemma contains_relabel : relabel (contains h H n).
    Proof.
      intros f g A B (L&e&F1&F2&F3). split; [exact L|]. exists (fun a => g (e a)). split; [|split].
      - intros a La. apply (b_g _ _ _ _ B). auto.
      - intros a b La Lb K. apply F2; auto. rewrite <- (b_fg _ _ _ _ B (e a)), <- (b_fg _ _ _ _ B (e b)) by auto. now
        f_equal.
      - intros a b Hab. destruct (L _ _ Hab). apply adjacent_pull; auto.
    Qed.
  End Contains.
End WinningSets.

(** * All of them *)

Definition decider (g : game) : nat -> N -> bool :=
  match g with
  | HamiltonCycle => is_hamilton_cycle
  | HamiltonPath => is_hamilton_path
  | HamiltonPathBetween u v => fun n => is_between n u v
  | HamiltonConnected => is_hamilton_connected
  | OddCycle => is_odd_cycle
  | PerfectMatching => is_perfect_matching
  | Connected => fun n => is_connected_among (seq 0 n)
  | TwoConnected => is_two_connected
  | MinDegree k => fun n => is_min_degree n k
  | Contains h H => fun n => is_contains n h H
  end.

Definition ends_of (g : game) : option (nat * nat) :=
  match g with HamiltonPathBetween u v => Some (u, v) | _ => None end.

Definition check_strategy (g : game) (n : nat) (p starter : player) (M F : N) (l : list node) (o : reply) : bool :=
  check n (ends_of g) p (decider g n) starter M F l o.

Lemma winning_set_more g n A B : (forall e, e ∈ A -> e ∈ B) -> winning_set g n A -> winning_set g n B.
Proof.
  revert A B. destruct g; cbn [winning_set].
  all: eauto using cycle_more, hamilton_path_more, between_more, hamilton_connected_more, odd_cycle_more,
    perfect_matching_more, connected_more, two_connected_more, min_degree_more, contains_more.
  all: exact (cycle_more n n).
Qed.
Lemma winning_set_relabel g n f h A :
  bijection n (ends_of g) f h -> winning_set g n A -> winning_set g n (pull n f A).
Proof.
  revert f h A. destruct g; cbn [winning_set ends_of].
  all: eauto using cycle_relabel, hamilton_path_relabel, between_relabel, hamilton_connected_relabel, odd_cycle_relabel,
    perfect_matching_relabel, connected_relabel, two_connected_relabel, min_degree_relabel, contains_relabel.
  all: exact (cycle_relabel n None n).
Qed.
Lemma decider_spec g n A : decider g n A = true <-> winning_set g n A.
Proof.
  revert A. destruct g; cbn [winning_set decider].
  all: auto using is_hamilton_cycle_spec, is_hamilton_path_spec, is_between_spec, is_hamilton_connected_spec,
    is_odd_cycle_spec, is_perfect_matching_spec, is_connected_among_spec, is_two_connected_spec, is_min_degree_spec,
    is_contains_spec.
  all: exact (is_connected_among_spec (seq 0 n)).
Qed.

Theorem strategy_sound g n p starter M F l o :
  check_strategy g n p starter M F l o = true -> wins (winning_set g n) p starter M F.
Proof.
  apply check_sound; eauto using winning_set_more, winning_set_relabel, decider_spec.
Qed.

(** The definition of [wins] is not idle: the two players never both win. *)
Theorem not_both_win win p q t M F : q = other p -> wins win p t M F -> wins win q t M F -> False.
Proof.
  intros Q. induction 1 as [t M H|M F e He H IH|M F HF H IH]; intros K.
  - inversion K as [t' M' H'|M' F' e' He'|M' F' HF']; subst q.
    + destruct p; simpl in *; tauto.
    + rewrite testbit_0 in He'. discriminate.
    + congruence.
  - inversion K as [t' M' H'|M' F' e' He' H' E1|M' F' HF' H' E1]; subst q.
    + subst F. rewrite testbit_0 in He. discriminate.
    + destruct p; discriminate.
    + apply IH. specialize (H' e He). destruct p; exact H'.
  - inversion K as [t' M' H'|M' F' e' He' H' E1|M' F' HF' H' E1]; subst q.
    + congruence.
    + apply (IH e' He'). destruct p; exact H'.
    + destruct p; discriminate.
Qed.
