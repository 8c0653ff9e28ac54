(** A search for copies of a graph of which some edges may be missing: it finds one if there is one. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey.

(** * The search *)

(** A vertex of the board: its bit, its neighbours, and those to which an edge is missing that may be. *)
Definition place_of := (N * N * N)%type.

(** The candidates for a vertex by the number of missing edges; after one more neighbour, with the rows o and a. *)
Fixpoint step (o a before : N) (cs : list N) : list N :=
  match cs with
  | [] => []
  | c :: cs => N.lor (N.land c o) (N.land before a) :: step o a c cs
  end.
Fixpoint candidates (images : list place_of) (neighbours : list nat) (start : list N) : list N :=
  match neighbours with
  | [] => start
  | w :: ws => let '(_, o, a) := nth w images (0, 0, 0)%N in step o a 0 (candidates images ws start)
  end.

Fixpoint any_bit (f : place_of -> bool) (p : positive) (V : list place_of) : bool :=
  match V with
  | [] => false
  | v :: V =>
      match p with
      | xH => f v
      | xO p => any_bit f p V
      | xI p => if f v then true else any_bit f p V
      end
  end.
Definition any_in (f : place_of -> bool) (c : N) (V : list place_of) : bool :=
  match c with N0 => false | Npos p => any_bit f p V end.
Fixpoint visit (f : nat -> place_of -> bool) (V : list place_of) (cs : list N) (budget : nat) : bool :=
  match cs with
  | [] => false
  | c :: cs => if any_in (f budget) c V then true else visit f V cs (pred budget)
  end.

(** Whether the vertices of which the neighbours among those before are listed, counted from the last one, can be
    placed so that at most so many edges are missing. *)
Fixpoint place (V : list place_of) (order : list (list nat)) (images : list place_of) (free : N) (budget : nat) : bool
  :=
  match order with
  | [] => true
  | neighbours :: order =>
      visit (fun budget v => place V order (v :: images) (N.ldiff free (fst (fst v))) budget) V
        (candidates images neighbours (free :: repeat 0%N budget)) budget
  end.

(** The order in which a graph's vertices are placed. *)
Definition adjb (H : graph) (a b : nat) : bool :=
  any (fun e => if Nat.eqb (fst e) a &&& Nat.eqb (snd e) b then true else Nat.eqb (fst e) b &&& Nat.eqb (snd e) a) H.
Definition earlier (H : graph) (done : list nat) (v : nat) : list nat :=
  filter (fun i => adjb H (nth i done 0) v) (seq 0 (length done)).
Fixpoint order_of (H : graph) (done vs : list nat) : list (list nat) :=
  match vs with [] => [] | v :: vs => earlier H done v :: order_of H (v :: done) vs end.

(** Vertices with most neighbours before first. *)
Fixpoint greedy (H : graph) (fuel : nat) (done rest : list nat) : list nat :=
  match fuel with
  | O => rest
  | S fuel =>
      let count v := length (earlier H done v) in
      match fold_left (fun best v => match best with
                                     | None => Some v
                                     | Some b => if Nat.ltb (count b) (count v) then Some v else best
                                     end) rest None with
      | None => []
      | Some v => v :: greedy H fuel (v :: done) (remove Nat.eq_dec v rest)
      end
  end.
Definition arranged (H : graph) (done : list nat) : list nat :=
  let all := nodup Nat.eq_dec (vertices H) in
  greedy H (length all) done (filter (fun v => negb (mem v done)) all).

Fixpoint distinct (l : list nat) : bool :=
  match l with [] => true | x :: q => if mem x q then false else distinct q end.
Definition is_arrangement (H : graph) (done vs : list nat) : bool :=
  distinct (vs ++ done) &&& every (fun v => mem v (vs ++ done)) (vertices H).

Definition directed (H : graph) : list (nat * nat) := H ++ map (fun e => (snd e, fst e)) H.
(** The orders that begin with an edge, and one of all vertices. *)
Record plan := Plan { through_edge : list (list (list nat)); from_start : list (list nat) }.
Definition plan_of (H : graph) : plan :=
  Plan (nodup (list_eq_dec (list_eq_dec Nat.eq_dec))
          (map (fun e => order_of H [snd e; fst e] (arranged H [snd e; fst e])) (directed H)))
       (order_of H [] (arranged H [])).
(** Whether the orders are of use, and the graph has no loop. *)
Definition is_planned (H : graph) : bool :=
  every (fun e => if Nat.eqb (fst e) (snd e) then false else
                  is_arrangement H [snd e; fst e] (arranged H [snd e; fst e])) (directed H)
  &&& is_arrangement H [] (arranged H []).

Definition through (p : plan) (V : list place_of) (u v : place_of) (free : N) (budget : nat) : bool :=
  let free := N.ldiff (N.ldiff free (fst (fst u))) (fst (fst v)) in
  any (fun order => place V order [v; u] free budget) (through_edge p).
Definition whole (p : plan) (V : list place_of) (free : N) (budget : nat) : bool :=
  place V (from_start p) [] free budget.

(** * It finds what there is *)

Lemma distinct_spec l : distinct l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; [constructor|]. destruct (mem x l) eqn:M; [discriminate|].
  intros H. constructor; auto. intros K. apply mem_spec in K. congruence.
Qed.

Lemma step_length o a before cs : length (step o a before cs) = length cs.
Proof. revert before. induction cs; simpl; auto. Qed.
Lemma step_own o a before cs j x : j < length cs -> N.testbit (nth j cs 0%N) x = true -> N.testbit o x = true ->
  N.testbit (nth j (step o a before cs) 0%N) x = true.
Proof.
  revert before j. induction cs as [|c cs IH]; cbn [length step]; intros before j L Hc Ho; [lia|].
  destruct j as [|j]; cbn [nth] in *; [|apply IH; auto; lia].
  now rewrite N.lor_spec, N.land_spec, Hc, Ho.
Qed.
Lemma step_allow o a before cs j x : S j < length cs -> N.testbit (nth j cs 0%N) x = true -> N.testbit a x = true ->
  N.testbit (nth (S j) (step o a before cs) 0%N) x = true.
Proof.
  revert before j. induction cs as [|c cs IH]; cbn [length step]; intros before j L Hc Ha; [lia|].
  cbn [nth]. destruct j as [|j]; [|apply IH; auto; lia].
  destruct cs as [|d cs]; cbn in L; [lia|]. cbn [step nth] in *. rewrite N.lor_spec, !N.land_spec, Hc, Ha.
  cbn. apply orb_true_r.
Qed.

Lemma any_bit_spec f p : forall V i v, N.testbit (Npos p) (N.of_nat i) = true -> nth_error V i = Some v ->
  f v = true -> any_bit f p V = true.
Proof.
  induction p as [p IH|p IH|]; intros [|v0 V] i v Hb Hv Hf; try (destruct i; discriminate); cbn [any_bit].
  - destruct i as [|i]; cbn in Hv.
    + inversion Hv; subst. now rewrite Hf.
    + destruct (f v0); auto. apply IH with i v; auto. clear - Hb.
      rewrite Nat2N.inj_succ in Hb. change (Npos (xI p)) with (2 * Npos p + 1)%N in Hb.
      now rewrite N.testbit_odd_succ in Hb by apply N.le_0_l.
  - destruct i as [|i]; cbn in Hv; [discriminate|]. apply IH with i v; auto. clear - Hb.
    rewrite Nat2N.inj_succ in Hb. change (Npos (xO p)) with (2 * Npos p)%N in Hb.
    now rewrite N.testbit_even_succ in Hb by apply N.le_0_l.
  - destruct i as [|i]; cbn in Hv; [now inversion Hv; subst|].
    rewrite Nat2N.inj_succ in Hb. change 1%N with (2 * 0 + 1)%N in Hb.
    rewrite N.testbit_odd_succ, N.bits_0 in Hb by apply N.le_0_l. discriminate.
Qed.
Lemma any_in_spec f c V i v : N.testbit c (N.of_nat i) = true -> nth_error V i = Some v -> f v = true ->
  any_in f c V = true.
Proof. destruct c; [rewrite N.bits_0; discriminate|]. apply any_bit_spec. Qed.
Lemma visit_spec f V cs : forall budget j i v, j < length cs -> N.testbit (nth j cs 0%N) (N.of_nat i) = true ->
  nth_error V i = Some v -> f (budget - j) v = true -> visit f V cs budget = true.
Proof.
  induction cs as [|c cs IH]; cbn [length visit]; intros budget j i v L Hb Hv Hf; [lia|].
  destruct j as [|j]; cbn [nth] in Hb.
  - rewrite Nat.sub_0_r in Hf. now rewrite (any_in_spec (f budget) c V i v Hb Hv Hf).
  - destruct (any_in (f budget) c V); auto. apply IH with j i v; auto; [lia|].
    now replace (pred budget - j) with (budget - S j) by lia.
Qed.

Lemma adjb_spec H a b : adjb H a b = true <-> In (a, b) H \/ In (b, a) H.
Proof.
  unfold adjb. rewrite any_spec. split.
  - intros ([x y]&Hx&K). cbn in K.
    destruct (Nat.eqb_spec x a) as [E1|E1], (Nat.eqb_spec y b) as [E2|E2], (Nat.eqb_spec x b) as [E3|E3],
      (Nat.eqb_spec y a) as [E4|E4]; try discriminate; subst; auto.
  - intros [K|K]; eexists; (split; [exact K|]); cbn; rewrite !Nat.eqb_refl; auto.
    destruct (Nat.eqb b a &&& Nat.eqb a b); auto.
Qed.

(** A pair of vertices, whichever is first. *)
Definition norm (u v : nat) : nat * nat := (Nat.min u v, Nat.max u v).
Lemma norm_sym u v : norm u v = norm v u.
Proof. unfold norm. f_equal; lia. Qed.
Lemma norm_inj u v x y : norm u v = norm x y -> u = x /\ v = y \/ u = y /\ v = x.
Proof. unfold norm. intros E. inversion E. lia. Qed.

Section Complete.
  Variable m : nat.
  Variable V : list place_of.
  Variables own allow : list N.
  Definition vt (i : nat) : place_of := (N.setbit 0 (N.of_nat i), nth i own 0%N, nth i allow 0%N).
  Hypothesis V_spec : forall i, i < m -> nth_error V i = Some (vt i).
  Notation related R u v := (N.testbit (nth u R 0%N) (N.of_nat v) = true).

  Inductive costs (im : list nat) (x : nat) : list nat -> nat -> Prop :=
  | costs_nil : costs im x [] 0
  | costs_own w ws j : related own (nth w im 0) x -> costs im x ws j -> costs im x (w :: ws) j
  | costs_allow w ws j : related allow (nth w im 0) x -> costs im x ws j -> costs im x (w :: ws) (S j).

  Lemma candidates_length images ws start : length (candidates images ws start) = length start.
  Proof.
    induction ws as [|w ws IH]; cbn [candidates]; auto. destruct (nth w images _) as [[? ?] ?].
    now rewrite step_length.
  Qed.
  Lemma candidates_spec im x free budget ws j : costs im x ws j -> (forall w, In w ws -> w < length im) -> j <= budget
    ->
    N.testbit free (N.of_nat x) = true ->
    N.testbit (nth j (candidates (map vt im) ws (free :: repeat 0%N budget)) 0%N) (N.of_nat x) = true.
  Proof.
    intros C. induction C as [|w ws j R C IH|w ws j R C IH]; intros L Hj Hf; cbn [candidates].
    - exact Hf.
    - rewrite nth_indep with (d' := vt 0) by (rewrite map_length; apply L; now left). rewrite map_nth. cbn [vt].
      unfold vt. apply step_own.
      + rewrite candidates_length. cbn. rewrite repeat_length. lia.
      + apply IH; auto. intros; apply L; now right.
      + exact R.
    - rewrite nth_indep with (d' := vt 0) by (rewrite map_length; apply L; now left). rewrite map_nth.
      unfold vt. apply step_allow.
      + rewrite candidates_length. cbn. rewrite repeat_length. lia.
      + apply IH; auto; [|lia]. intros; apply L; now right.
      + exact R.
  Qed.

  Variable H : graph.
  Variable f : nat -> nat.
  Variable D : list (nat * nat).
  Variable s : nat.
  Hypothesis D_s : length D <= s.

  Definition fine_pair (w v : nat) : Prop :=
    related own (f w) (f v) \/ related allow (f w) (f v) /\ In (norm (f w) (f v)) D.

  Lemma new_codes done v : NoDup (v :: done) -> (forall a b, In a (v :: done) -> In b (v :: done) -> f a = f b -> a =
    b) ->
    forall ws, NoDup ws -> (forall i, In i ws -> i < length done /\ fine_pair (nth i done 0) v) ->
    exists j new, costs (map f done) (f v) ws j /\ length new = j /\ NoDup new /\ incl new D
      /\ forall c, In c new -> exists i, In i ws /\ c = norm (f (nth i done 0)) (f v).
  Proof.
    intros ND I. induction ws as [|i ws IH]; intros NDw F.
    - exists 0, []. repeat split; try constructor; intros c [].
    - inversion NDw as [|i' ws' Ni NDw']; subst. destruct IH as (j&new&C&L&NDn&Inn&Sh); auto.
      { intros k Hk. apply F. now right. }
      destruct (F i (or_introl eq_refl)) as [Li Fi].
      assert (E : nth i (map f done) 0 = f (nth i done 0)).
      { rewrite nth_indep with (d' := f 0) by (rewrite map_length; exact Li). apply map_nth. }
      destruct Fi as [O|[A HD]].
      + exists j, new. repeat split; auto.
        * apply costs_own; auto. now rewrite E.
        * intros c Hc. destruct (Sh c Hc) as (k&Hk&->). exists k. split; auto. now right.
      + exists (S j), (norm (f (nth i done 0)) (f v) :: new). repeat split.
        * apply costs_allow; auto. now rewrite E.
        * cbn. now f_equal.
        * constructor; auto. intros K. destruct (Sh _ K) as (k&Hk&Ek). apply Ni.
          assert (Lk : k < length done) by (apply F; now right).
          assert (Ek' : f (nth i done 0) = f (nth k done 0)).
          { apply norm_inj in Ek. destruct Ek as [[Ek _]|[E1 E2]]; auto.
            congruence. }
          apply I in Ek'; try (right; now apply nth_In).
          apply NoDup_cons_iff in ND. destruct ND as [_ ND]. rewrite (NoDup_nth done 0) in ND.
          apply ND in Ek'; auto. now subst.
        * intros c [<-|Hc]; auto.
        * intros c [<-|Hc]; [exists i; split; auto; now left|]. destruct (Sh c Hc) as (k&Hk&->).
          exists k. split; auto. now right.
  Qed.

  Lemma place_spec vs : forall done U free, NoDup (vs ++ done) ->
    (forall v, In v (vs ++ done) -> f v < m) ->
    (forall a b, In a (vs ++ done) -> In b (vs ++ done) -> f a = f b -> a = b) ->
    NoDup U -> incl U D -> (forall c, In c U -> exists a b, In a done /\ In b done /\ c = norm (f a) (f b)) ->
    (forall v w, In v vs -> In w (vs ++ done) -> adjb H w v = true -> fine_pair w v) ->
    (forall v, In v vs -> N.testbit free (N.of_nat (f v)) = true) ->
    place V (order_of H done vs) (map vt (map f done)) free (s - length U) = true.
  Proof.
    induction vs as [|v vs IH]; intros done U free ND Fm I NDU IU SU Fi Ff; cbn [order_of place]; [reflexivity|].
    cbn [app] in *.
    assert (P : NoDup (vs ++ v :: done)).
    { apply NoDup_cons_iff in ND. destruct ND as [N1 N2]. apply NoDup_Add with (a := v) (l := vs ++ done); auto.
      apply Add_app. }
    assert (Q : forall x, In x (vs ++ v :: done) <-> In x (v :: vs ++ done)).
    { intros x. cbn. rewrite !in_app_iff. cbn. tauto. }
    assert (NDd : NoDup (v :: done)).
    { clear - P. induction vs; [exact P|]. inversion P; auto. }
    destruct (new_codes done v NDd) with (ws := earlier H done v) as (j&new&C&L&NDn&Inn&Sh).
    { intros a b Ha Hb. apply I; rewrite <- Q, in_app_iff; auto. }
    { apply NoDup_filter, seq_NoDup. }
    { intros i Hi. apply filter_In in Hi. destruct Hi as [Hi Ha]. apply in_seq in Hi. split; [lia|].
      apply Fi; auto; [now left|]. right. apply in_or_app. right. apply nth_In. lia. }
    assert (NDU' : NoDup (new ++ U)).
    { clear - NDn NDU Sh SU I NDd Q. induction new as [|c new IHn]; auto. cbn. inversion NDn; subst. constructor.
      - rewrite in_app_iff. intros [K|K]; auto. destruct (Sh c (or_introl eq_refl)) as (i&Hi&->).
        destruct (SU _ K) as (a&b&Ha&Hb&E). apply norm_inj in E. apply NoDup_cons_iff in NDd. destruct NDd as [Nv _].
        apply Nv. destruct E as [[_ E]|[_ E]].
        + rewrite (I v b); auto; rewrite <- Q, in_app_iff; cbn; auto.
        + rewrite (I v a); auto; rewrite <- Q, in_app_iff; cbn; auto.
      - apply IHn; auto. intros c' Hc'. apply Sh. now right. }
    assert (IU' : incl (new ++ U) D) by (apply incl_app; auto).
    pose proof (NoDup_incl_length NDU' IU') as LU. rewrite app_length in LU.
    apply visit_spec with j (f v) (vt (f v)).
    - rewrite candidates_length. cbn. rewrite repeat_length. lia.
    - apply candidates_spec; auto; [|lia|].
      + intros w Hw. rewrite map_length. apply filter_In in Hw. destruct Hw as [Hw _]. apply in_seq in Hw. lia.
      + apply Ff. now left.
    - apply V_spec, Fm. now left.
    - replace (s - length U - j) with (s - length (new ++ U)) by (rewrite app_length; lia).
      change (vt (f v) :: map vt (map f done)) with (map vt (map f (v :: done))). apply IH; auto.
      + intros x Hx. apply Fm. now apply Q in Hx.
      + intros a b Ha Hb. apply Q in Ha, Hb. now apply I.
      + intros c Hc. apply in_app_or in Hc. destruct Hc as [Hc|Hc].
        * destruct (Sh c Hc) as (i&Hi&->). apply filter_In in Hi. destruct Hi as [Hi _]. apply in_seq in Hi.
          exists (nth i done 0), v. cbn. split; [right; apply nth_In; lia|auto].
        * destruct (SU c Hc) as (a&b&Ha&Hb&->). exists a, b. cbn; auto.
      + intros x w Hx Hw. apply Q in Hw. apply Fi; auto. now right.
      + intros x Hx. rewrite N.ldiff_spec, (Ff x) by now right. cbn [vt fst].
        rewrite N.setbit_neq; [now rewrite N.bits_0|]. intros E. apply Nat2N.inj in E.
        apply I in E; [|now left|right; apply in_or_app; now left]. subst x.
        apply NoDup_cons_iff in ND. destruct ND as [N1 _]. apply N1, in_or_app. now left.
  Qed.

  Hypothesis f_m : forall a, In a (vertices H) -> f a < m.
  Hypothesis f_inj : injective_on (vertices H) f.

  Lemma in_vertices_of a b : adjb H a b = true -> In a (vertices H) /\ In b (vertices H).
  Proof.
    rewrite adjb_spec. intros [K|K]; split; apply in_flat_map; eexists; (split; [exact K|]); cbn; auto.
  Qed.
  Lemma is_arrangement_spec done vs : is_arrangement H done vs = true -> incl (vs ++ done) (vertices H) ->
    NoDup (vs ++ done) /\ forall a, In a (vertices H) <-> In a (vs ++ done).
  Proof.
    unfold is_arrangement. rewrite and_true, every_spec. intros [K1 K2] K3. split; [now apply distinct_spec|].
    intros a. split; auto. intros Ha. now apply mem_spec, K2.
  Qed.

  Lemma greedy_in fuel : forall done rest, incl (greedy H fuel done rest) rest.
  Proof.
    induction fuel as [|fuel IH]; cbn [greedy]; intros done rest; [apply incl_refl|].
    destruct (fold_left _ rest None) as [v|] eqn:E; [|intros x []].
    intros x [<-|Hx].
    - revert E. assert (G : forall l best, (forall b, best = Some b -> In b rest) -> incl l rest ->
        fold_left (fun best v => match best with None => Some v | Some b =>
          if Nat.ltb (length (earlier H done b)) (length (earlier H done v)) then Some v else best end) l best = Some v
            ->
        In v rest).
      { induction l as [|y l IHl]; cbn [fold_left]; intros best Hb Hl K; auto. revert K. apply IHl.
        - destruct best as [b|]; [|intros ? [= <-]; apply Hl; now left].
          destruct (Nat.ltb _ _); [intros ? [= <-]; apply Hl; now left|auto].
        - intros z Hz. apply Hl. now right. }
      intros E. apply (G rest None); auto; [discriminate|apply incl_refl].
    - apply IH in Hx. apply in_remove in Hx. tauto.
  Qed.
  Lemma arranged_in done : incl done (vertices H) -> incl (arranged H done ++ done) (vertices H).
  Proof.
    intros I x Hx. apply in_app_or in Hx. destruct Hx as [Hx|Hx]; auto. unfold arranged in Hx.
    apply greedy_in, filter_In in Hx. destruct Hx as [Hx _]. now apply nodup_In in Hx.
  Qed.

  Variable free : N.
  Hypothesis free_m : forall v, v < m -> N.testbit free (N.of_nat v) = true.

  Theorem whole_complete : is_planned H = true -> (forall a b, In (a, b) H -> fine_pair a b /\ fine_pair b a) ->
    whole (plan_of H) V free s = true.
  Proof.
    unfold is_planned, whole. rewrite and_true. intros [_ K] F. cbn [plan_of from_start].
    destruct (is_arrangement_spec [] _ K) as [ND Sp]; [apply arranged_in; intros ? []|].
    pose proof (place_spec (arranged H []) [] [] free) as G. cbn [length map] in G. rewrite Nat.sub_0_r in G.
    apply G; auto.
    - intros v Hv. apply f_m, Sp, Hv.
    - intros a b Ha Hb. apply f_inj; now apply Sp.
    - constructor.
    - intros ? [].
    - intros ? [].
    - intros v w _ _ A. apply adjb_spec in A. destruct A as [A|A]; now apply F in A.
    - intros v Hv. apply free_m, f_m, Sp, in_or_app. now left.
  Qed.

  Theorem through_complete a b : is_planned H = true -> In (a, b) (directed H) ->
    (forall x y, In (x, y) H -> norm x y <> norm a b -> fine_pair x y /\ fine_pair y x) ->
    through (plan_of H) V (vt (f a)) (vt (f b)) free s = true.
  Proof.
    unfold is_planned, through. rewrite and_true, every_spec. intros [K _] Hab F.
    specialize (K (a, b) Hab). cbn [fst snd] in K. destruct (Nat.eqb_spec a b) as [|D0]; [discriminate|].
    assert (Vab : In a (vertices H) /\ In b (vertices H)).
    { unfold directed in Hab. apply in_app_or in Hab. apply in_vertices_of, adjb_spec. destruct Hab as [Hab|Hab]; auto.
      apply in_map_iff in Hab. destruct Hab as ([x y]&E&Hxy). inversion E; subst. auto. }
    destruct (is_arrangement_spec _ _ K) as [ND Sp].
    { apply arranged_in. intros x [<-|[<-|[]]]; tauto. }
    apply any_spec. exists (order_of H [b; a] (arranged H [b; a])). split.
    { cbn [plan_of through_edge]. apply nodup_In, in_map_iff. exists (a, b). auto. }
    pose proof (place_spec (arranged H [b; a]) [b; a] []) as G. cbn [length map] in G.
    rewrite Nat.sub_0_r in G. apply G; auto.
    - intros v Hv. apply f_m, Sp, Hv.
    - intros x y Hx Hy. apply f_inj; now apply Sp.
    - constructor.
    - intros ? [].
    - intros ? [].
    - intros v w Hv Hw A. assert (A' := A). apply in_vertices_of in A'. apply adjb_spec in A.
      assert (Nv : ~ In v [b; a]).
      { intros Hd. clear - ND Hv Hd. induction (arranged H [b; a]) as [|x l IH]; [destruct Hv|].
        cbn in ND. inversion ND; subst. destruct Hv as [->|Hv]; auto. apply H2, in_or_app. now right. }
      assert (Nn : norm v w <> norm a b /\ norm w v <> norm a b).
      { rewrite (norm_sym w v). assert (norm v w <> norm a b); auto. intros E. apply norm_inj in E. apply Nv.
        cbn. intuition. }
      destruct A as [A|A]; apply F in A; tauto.
    - intros v Hv. cbn [vt fst]. rewrite !N.ldiff_spec, free_m; [|apply f_m, Sp, in_or_app; now left].
      assert (Nv : forall x, In x [b; a] -> In x (vertices H) -> N.testbit (N.setbit 0 (N.of_nat (f x))) (N.of_nat (f
        v)) = false).
      { intros x Hx Hvx. rewrite N.setbit_neq; [now rewrite N.bits_0|]. intros E. apply Nat2N.inj in E.
        apply f_inj in E; auto; [|apply Sp, in_or_app; now left]. subst x.
        clear - ND Hv Hx. induction (arranged H [b; a]) as [|x l IH]; [destruct Hv|].
        cbn in ND. inversion ND; subst. destruct Hv as [->|Hv]; auto. apply H2, in_or_app. now right. }
      rewrite !Nv; cbn; tauto.
  Qed.
End Complete.
