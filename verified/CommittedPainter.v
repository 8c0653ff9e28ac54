(** Certificates of a committed Painter, and positions that she survives by a list of rules. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies Recolour Held Search Painter Builder.
From Verified Require Import Walk Plans Planless Committed.

Lemma usual_pairs_in n P u v : usual n u v -> (forall c, ~ joined P u v c) -> In (u, v) (usual_pairs n P).
Proof.
  intros U F. unfold usual_pairs. rewrite !in_app_iff. destruct U as [[L1 L2]|[[L1 ->]|[-> ->]]].
  - left. apply filter_In. split.
    + apply in_flat_map. exists v. split; [apply in_seq; lia|]. apply in_map_iff. exists u. split; auto. apply in_seq.
      lia.
    + cbn. destruct (is_free P u v) eqn:E; auto. apply is_free_spec in E. destruct E as (c&J). now apply F in J.
  - right; left. apply in_map_iff. exists u. split; auto. apply in_seq. lia.
  - right; right. now left.
Qed.
Lemma named (f : nat -> nat) n u v : (forall i j, i < n -> j < n -> f i = f j -> i = j) -> u <> v -> exists g p q,
  usual n p q /\ (forall i, i < n -> g i = f i) /\
  (forall i j, i < Nat.max n (S q) -> j < Nat.max n (S q) -> g i = g j -> i = j) /\
  (g p = u /\ g q = v \/ g p = v /\ g q = u).
Proof.
  intros I D.
  assert (New : forall w, ~ In w (map f (seq 0 n)) -> forall i, i < n -> f i <> w).
  { intros w N i Hi E. apply N, in_map_iff. exists i. split; auto. apply in_seq. lia. }
  assert (One : forall i w, i < n -> ~ In w (map f (seq 0 n)) -> exists g, usual n i n /\ (forall j, j < n -> g j = f j)
    /\
    (forall j k, j < Nat.max n (S n) -> k < Nat.max n (S n) -> g j = g k -> j = k) /\ g i = f i /\ g n = w).
  { intros i w Hi N. exists (with_vertex f n w). split; [right; left; auto|].
    split; [intros j Hj; now apply with_vertex_old|]. split; [|split; [now apply with_vertex_old|apply
      with_vertex_new]].
    intros j k Hj Hk. unfold with_vertex. destruct (Nat.eqb_spec j n) as [->|], (Nat.eqb_spec k n) as [->|]; intros E;
      auto.
    - exfalso. apply (New w N k); [lia|congruence].
    - exfalso. apply (New w N j); [lia|exact E].
    - apply I; auto; lia. }
  destruct (in_dec Nat.eq_dec u (map f (seq 0 n))) as [Hu|Nu], (in_dec Nat.eq_dec v (map f (seq 0 n))) as [Hv|Nv].
  - apply in_map_iff in Hu, Hv. destruct Hu as (i&<-&Hi). destruct Hv as (j&<-&Hj). apply in_seq in Hi, Hj.
    assert (Dij : i <> j) by congruence.
    assert (X : forall p q, p < q -> q < n -> (f p = f i /\ f q = f j \/ f p = f j /\ f q = f i) -> exists g p q,
      usual n p q /\ (forall i, i < n -> g i = f i) /\
      (forall i j, i < Nat.max n (S q) -> j < Nat.max n (S q) -> g i = g j -> i = j) /\
      (g p = f i /\ g q = f j \/ g p = f j /\ g q = f i)).
    { intros p q L1 L2 C. exists f, p, q. split; [left; lia|]. split; [auto|]. split; [|exact C].
      intros a a' Ha Ha' E. apply I; auto; lia. }
    destruct (Nat.lt_ge_cases i j); [apply (X i j); auto; lia|apply (X j i); auto; lia].
  - apply in_map_iff in Hu. destruct Hu as (i&<-&Hi). apply in_seq in Hi.
    destruct (One i v ltac:(lia) Nv) as (g&G1&G2&G3&G4&G5). exists g, i, n.
    split; [exact G1|]. split; [exact G2|]. split; [exact G3|]. left; auto.
  - apply in_map_iff in Hv. destruct Hv as (i&<-&Hi). apply in_seq in Hi.
    destruct (One i u ltac:(lia) Nu) as (g&G1&G2&G3&G4&G5). exists g, i, n.
    split; [exact G1|]. split; [exact G2|]. split; [exact G3|]. right; auto.
  - exists (with_vertex (with_vertex f n u) (S n) v), n, (S n). split; [right; right; auto|].
    split; [intros i Hi; rewrite !with_vertex_old; auto; lia|]. split; [|left; split; [|apply with_vertex_new]].
    + set (g := with_vertex (with_vertex f n u) (S n) v).
      assert (V : forall j, j < S (S n) -> j = S n /\ g j = v \/ j = n /\ g j = u \/ j < n /\ g j = f j).
      { intros j Hj. unfold g, with_vertex. destruct (Nat.eqb_spec j (S n)); auto. destruct (Nat.eqb_spec j n); auto.
        right; right. split; auto. lia. }
      intros j k Hj Hk E.
      destruct (V j) as [[-> Ej]|[[-> Ej]|[Lj Ej]]]; [lia| | |];
        (destruct (V k) as [[-> Ek]|[[-> Ek]|[Lk Ek]]]; [lia| | |]); auto; try (exfalso; congruence).
      * exfalso. apply (New v Nv k); auto. congruence.
      * exfalso. apply (New u Nu k); auto. congruence.
      * exfalso. apply (New v Nv j); auto. congruence.
      * exfalso. apply (New u Nu j); auto. congruence.
      * apply I; auto. congruence.
    + rewrite with_vertex_old by lia. apply with_vertex_new.
Qed.

Section Lists.
  Variable width : nat.
  Variable targets : list graph.
  Notation builder_wins := (builder_wins targets).
  Notation colours := (seq 0 (length targets)).

  (** A list of rules, with what is computed once. *)
  Record prepared_list := Prepared {
    l_rules : list rule; l_orders : list (list (list (list nat))); l_ways : list (list (list nat * list (list nat)));
    l_news : nat; l_asked : list nat }.
  Definition prepare (rules : list rule) : prepared_list :=
    let orders := map (fun r : rule => through_edge (plan_of (snd r))) rules in
    Prepared rules orders (map (fun r : rule => ways_of (snd r)) rules)
      (list_max (flat_map (map (@length (list nat))) orders))
      (* Small graphs first. *)
      (flat_map (fun k => filter (fun i => Nat.eqb (length (snd (nth i rules (0, [])))) k) (last_ones rules 0 (length
        rules)))
        (seq 0 16)).
  Definition fresh_spots : list spot := map (fresh_spot width) (seq 0 width).
  Definition search_fuel : nat := 200.
  (** Whether there may be a plan of at most so many pairs, the last of which is p q. *)
  Definition plan_with (L : prepared_list) (news : list spot) (H : board) (places : list place) (n p q k : nat)
    : bool :=
    let m := Nat.max n (S q) in
    if Nat.ltb width m then true else
    search width (l_rules L) (l_orders L) (l_ways L) colours H (l_news L) (fun _ _ => true) search_fuel m
      (map (fun x => add_pair x (p, q, length targets)) (firstn m places)) (skipn m news) [] 0
      (map (fun i => (p, q, i)) (l_asked L)) (pred k).
  Definition places_of (n : nat) (H : board) : list place := map (at_place width H) (seq 0 (n + 2)).
  Definition has_no_plan (L : prepared_list) (news : list spot) (k n : nat) (H : board) : bool :=
    let places := places_of n H in
    every (fun e => negb (plan_with L news H places n (fst e) (snd e) k)) (usual_pairs n H).

  (** Whether rules may be searched for plans. *)
  Definition are_rules (rules : list rule) : bool :=
    every (fun r : rule => is_planned (snd r) &&& Nat.ltb (fst r) (length targets)) rules.

  Lemma plan_with_spec rules H n p q k f B Ns : are_rules rules = true ->
    inside H n -> usual n p q -> (forall i j, i < Nat.max n (S q) -> j < Nat.max n (S q) -> f i = f j -> i = j) ->
    (forall x y c, joined B x y c <-> exists i j, joined H i j c /\ f i = x /\ f j = y) ->
    is_plan rules B Ns (f p) (f q) -> S (length Ns) <= k ->
    plan_with (prepare rules) fresh_spots H (places_of n H) n p q k = true.
  Proof.
    intros Ar Ins U Inj EB Pl Lk. unfold plan_with. set (m := Nat.max n (S q)) in *.
    destruct (Nat.ltb_spec width m) as [|Lw]; auto. unfold prepare. cbn [l_rules l_orders l_ways l_news l_asked].
    unfold are_rules in Ar. rewrite every_spec in Ar.
    assert (Lpq : p < m /\ q < m /\ p <> q) by (unfold usual in U; lia). destruct Lpq as (Lp&Lq&Dpq).
    set (L := H ++ [(p, q, length targets)]).
    assert (Eo : map (fun x => add_pair x (p, q, length targets)) (firstn m (places_of n H)) = map (at_place width L) (seq
      0 m)).
    { unfold places_of. assert (Lm : m <= n + 2) by (unfold usual in U; lia).
      replace (n + 2) with (m + (n + 2 - m)) by lia. rewrite seq_app, map_app, firstn_app, map_length, seq_length,
        Nat.sub_diag.
      cbn [firstn]. rewrite app_nil_r, firstn_all2 by (rewrite map_length, seq_length; auto). rewrite map_map.
      apply map_ext. intros i. unfold at_place, with_pairs, L. now rewrite fold_left_app. }
    rewrite Eo.
    assert (En : skipn m fresh_spots = map (fresh_spot width) (seq m (width - m))).
    { unfold fresh_spots. replace (seq 0 width) with (seq 0 (m + (width - m))) by (f_equal; lia).
      rewrite seq_app, map_app, skipn_app, map_length, seq_length, Nat.sub_diag, skipn_all2
        by (rewrite map_length, seq_length; auto). reflexivity. }
    assert (Rl : forall i c G, nth_error rules i = Some (c, G) -> is_planned G = true /\ c < length targets).
    { intros i c G E. apply nth_error_In in E. specialize (Ar _ E). cbn [fst snd] in Ar. rewrite and_true, Nat.ltb_lt in
      Ar. tauto. }
    apply (search_complete width rules _ _ colours H _ (fun _ _ => true)) with (B := B) (Ns := Ns) (us := f p)
      (vs := f q) (f := f); auto.
    - intros i c G E. now apply Rl in E.
    - intros i c G E. apply nth_error_nth. now rewrite (map_nth_error _ _ _ E).
    - intros i order Io. apply (proj1 (Forall_forall _ _) (proj1 (list_max_le _ _) (le_n _))).
      apply in_flat_map. exists (nth i (map (fun r : rule => through_edge (plan_of (snd r))) rules) []). split.
      + destruct (Nat.lt_ge_cases i (length rules)).
        * apply nth_In. now rewrite map_length.
        * rewrite nth_overflow in Io by (rewrite map_length; auto). destruct Io.
      + now apply in_map.
    - intros r Hr. apply in_seq. destruct (nth_error rules r) as [[c G]|] eqn:E; [|apply nth_error_None in E; lia].
      unfold colour_at. rewrite nth_of_nth, (nth_error_nth _ _ _ E). cbn. apply Rl in E. lia.
    - apply seq_NoDup.
    - intros c Hc. apply in_seq in Hc. rewrite (nth_error_nth' _ 0) by (rewrite seq_length; lia). now rewrite seq_nth by
      lia.
    - constructor; auto.
      + intros x y c Hx. apply in_app_or in Hx. destruct Hx as [Hx|[E|[]]]; [apply Ins in Hx; lia|inversion E; subst;
        auto].
      + intros x y c J. apply EB in J. destruct J as (i&j&J&E1&E2). exists i, j. split; auto.
        destruct J as [J|J]; [left|right]; apply in_or_app; auto.
      + intros u v r [].
      + intros i j c J (s&Js). exfalso.
        assert (Cs : joined H i j c \/ norm i j = norm p q).
        { destruct J as [J|J]; apply in_app_or in J; destruct J as [J|[E|[]]]; try (left; (now left) || now right);
            inversion E; subst; auto using norm_sym. }
        destruct Cs as [Cs|Cs].
        * apply (g_free _ _ _ (p_good _ _ _ _ _ Pl)) in Js. apply (proj1 (proj2 Js) c), EB. eauto.
        * assert (Js' : joined Ns (f p) (f q) s).
          { apply norm_inj in Cs. destruct Cs as [[-> ->]|[-> ->]]; auto using joined_sym. }
          apply (p_free _ _ _ _ _ Pl (colour_at rules s)), joined_both. left. eauto.
      + constructor.
      + cbn. lia.
      + intros i j c J. assert (i < m /\ j < m) by (destruct J as [J|J]; apply Ins in J; lia).
        split; [tauto|]. split; [tauto|]. apply EB. eauto.
    - intros d Hd. apply in_map_iff in Hd. destruct Hd as (i&<-&Hi). apply in_flat_map in Hi. destruct Hi as (k0&_&Hi).
      apply filter_In in Hi. destruct Hi as [Hi _]. apply last_ones_in, in_seq in Hi. split; auto. split; auto. split;
        auto. destruct (nth_error rules i) as [[c G]|] eqn:E; [|apply nth_error_None in E; lia].
      exists c, G. split; auto. apply (p_last _ _ _ _ _ Pl i c G E).
    - rewrite En, map_length, seq_length. reflexivity.
    - rewrite En, map_length, seq_length. lia.
  Qed.

  (** ** The answer completes nothing *)
  Variable T : list prepared_list.
  Hypothesis T_are : T = map (fun c => prepare [(c, nth c targets [])]) colours.
  Hypothesis planned : every is_planned targets = true.
  Definition nothing_with (news : list spot) (H : board) (n p q c : nat) : bool :=
    negb (plan_with (nth c T (prepare [])) news H (places_of n H) n p q 1).
  Lemma nothing_with_spec H n p q c : inside H n -> no_target targets H -> usual n p q -> c < length targets ->
    (forall d, ~ joined H p q d) ->
    nothing_with fresh_spots H n p q c = true -> no_target targets (H ++ [(p, q, c)]).
  Proof.
    intros Ins NT U Lc Fr K d G E (phi&I&J).
    assert (Ed : nth d T (prepare []) = prepare [(d, G)] \/ d <> c).
    { destruct (Nat.eq_dec d c) as [->|]; auto. left. rewrite T_are.
      rewrite nth_indep with (d' := prepare [(0, nth 0 targets [])]) by (rewrite map_length, seq_length; auto).
      rewrite (map_nth (fun c => prepare [(c, nth c targets [])])), seq_nth by auto. cbn [Nat.add].
      now rewrite (nth_error_nth _ _ _ E). }
    assert (J' : forall x y, In (x, y) G -> joined ((p, q, c) :: H) (phi x) (phi y) d).
    { intros x y Hxy. specialize (J x y Hxy). destruct J as [J|J]; apply in_app_or in J;
        (destruct J as [J|[J|[]]]; [|rewrite J]); [left; now right|left; now left|right; now right|right; now left]. }
    assert (S1 : forall e, In e G -> (d = c /\ norm (phi (fst e)) (phi (snd e)) = norm p q) \/ joined H (phi (fst e))
      (phi (snd e)) d).
    { intros [x y] Hxy. specialize (J' x y Hxy). apply joined_cons in J'. destruct J' as [Q|[-> Q]]; auto. }
    destruct (some_or_all _ _ _ S1) as [([x y]&Hxy&->&Exy)|A].
    - destruct Ed as [Ed|]; [|congruence]. unfold nothing_with in K. apply negb_true_iff in K. rewrite Ed in K.
      assert (P : every is_planned [G] = true -> plan_with (prepare [(c, G)]) fresh_spots H (places_of n H) n p q 1 =
        true);
        [|rewrite P in K; [discriminate|]].
      + intros _. apply plan_with_spec with (f := fun x => x) (B := H) (Ns := []); auto.
        * unfold are_rules. apply every_spec. intros r [<-|[]]. cbn [fst snd]. rewrite and_true, Nat.ltb_lt. split;
          auto.
          rewrite every_spec in planned. apply planned. eapply nth_error_In; eauto.
        * intros a b' e. split; [intros Q; eauto|]. intros (i&j&Q&<-&<-). exact Q.
        * constructor.
          -- constructor.
             ++ intros a b' r [[]|[]].
             ++ constructor.
             ++ intros a b' r [[]|[]].
             ++ intros i e G' f Ei If Jf (a&b'&r&_&Q&_). destruct Q as [[]|[]].
          -- unfold usual in U. lia.
          -- exact Fr.
          -- intros [|i] e G' Ei; [|destruct i; discriminate]. inversion Ei; subst e G'.
             eapply copy_edge_forced; eauto.
      + apply every_spec. intros r [<-|[]]. rewrite every_spec in planned. apply planned. eapply nth_error_In; eauto.
    - apply (NT d G E). exists phi. split; auto. intros x y Hxy. exact (A (x, y) Hxy).
  Qed.

  (** ** Lists *)
  Variable b : nat.
  Hypothesis b_fits : b < length targets.
  Variable star : nat.
  Notation safe := (safe targets b star).
  Hypothesis covered : forall G, nth_error targets b = Some G -> is_covered star G = true.
  Definition is_list (rules : list rule) : bool :=
    are_rules rules
    &&& (match rules with (c, _) :: _ => Nat.eqb c b | [] => false end)
    &&& every (fun r : rule => if Nat.eqb (fst r) b then is_covered star (snd r) else true) rules
    &&& every (fun j => every (fun i => if Nat.eqb (colour_at rules i) (colour_at rules j)
          then is_within (snd (nth i rules (0, []))) (snd (nth j rules (0, []))) else true) (seq 0 j))
        (seq 0 (length rules))
    &&& every (fun c => any (fun i => Nat.eqb (colour_at rules i) c
          &&& graph_eqb (snd (nth i rules (0, []))) (nth c targets [])
          &&& every (fun r => if Nat.ltb i r then negb (Nat.eqb (colour_at rules r) c) else true) (seq 0 (length
            rules)))
        (seq 0 (length rules))) colours.

  Lemma plan_sym rules B N u v : is_plan rules B N u v -> is_plan rules B N v u.
  Proof.
    intros P. constructor; try apply P.
    - intros E. now apply (p_loop _ _ _ _ _ P).
    - intros c J. now apply (p_free _ _ _ _ _ P c), joined_sym.
    - intros i c G E. apply forced_sym, (p_last _ _ _ _ _ P i c G E).
  Qed.
  Definition image (f : nat -> nat) (H : board) : board := map (fun e => let '(i, j, c) := e in (f i, f j, c)) H.
  Lemma joined_image f H x y c : joined (image f H) x y c <-> exists i j, joined H i j c /\ f i = x /\ f j = y.
  Proof.
    unfold image, joined. rewrite !in_map_iff. split.
    - intros [([[i j] d]&E&I)|([[i j] d]&E&I)]; inversion E; subst; [exists i, j|exists j, i]; auto.
    - intros (i&j&[I|I]&<-&<-); [left|right]; eexists; (split; [|exact I]); reflexivity.
  Qed.
  Lemma list_safe rules k n H : is_list rules = true -> no_target targets H -> inside H n ->
    has_no_plan (prepare rules) fresh_spots k n H = true -> safe k n H.
  Proof.
    unfold is_list. rewrite !and_true. intros [[[[Ar Be] Co] Ne] En] NT Ins K f F P R j Lj Wn.
    assert (Ar' := Ar). unfold are_rules in Ar'. rewrite every_spec in Ar'. rewrite every_spec in Co.
    rewrite every_spec in Ne. rewrite every_spec in En.
    assert (Rl : forall i c G, nth_error rules i = Some (c, G) -> is_planned G = true /\ c < length targets /\
      (c = b -> is_covered star G = true) /\ colour_at rules i = c /\ nth i rules (0, []) = (c, G)).
    { intros i c G E. pose proof (nth_error_In _ _ E) as I. specialize (Ar' _ I). cbn [fst snd] in Ar'. rewrite
      and_true, Nat.ltb_lt in Ar'.
      specialize (Co _ I). cbn [fst snd] in Co. unfold colour_at. rewrite nth_of_nth, (nth_error_nth _ _ _ E). repeat split; try
        tauto.
      intros ->. now rewrite Nat.eqb_refl in Co. }
    assert (H0 : colour_at rules 0 = b /\ 0 < length rules).
    { destruct rules as [|[c0 G0] q]; [discriminate|]. apply Nat.eqb_eq in Be. split; [exact Be|cbn; lia]. }
    destruct H0 as [H0 H1].
    set (N0 := map (fun e : nat * nat => (e, 0)) F : board). set (B := image f H).
    assert (JN : forall x y r, joined N0 x y r -> r = 0 /\ In (norm x y) F).
    { intros x y r [J|J]; apply in_map_iff in J; destruct J as (e&E&He); inversion E; subst; split; auto;
        pose proof (r_normed _ _ _ _ _ _ _ _ R _ He) as Q; cbn in Q; [rewrite Q in He; exact He|].
      rewrite Q in He. cbn in He. now rewrite norm_sym. }
    assert (NJ : forall x y, In (norm x y) F -> joined N0 x y 0).
    { intros x y He. assert (I : In (norm x y, 0) N0) by (apply in_map_iff; eauto).
      unfold norm in I. destruct (Nat.le_gt_cases x y); [left; rewrite Nat.min_l, Nat.max_r in I by lia|
        right; rewrite Nat.min_r, Nat.max_l in I by lia]; exact I. }
    assert (JP : forall x y c, joined (board_of rules N0 ++ B) x y c <-> joined P x y c).
    { intros x y c. rewrite joined_both. unfold B. rewrite joined_image. split.
      - intros [(r&J&E)|(i&i'&J&<-&<-)]; [|now apply (r_H _ _ _ _ _ _ _ _ R)].
        apply JN in J. destruct J as [-> J]. rewrite H0 in E. subst c. now apply (r_F _ _ _ _ _ _ _ _ R).
      - intros J. apply (r_P _ _ _ _ _ _ _ _ R) in J. destruct J as [(i&i'&J&E1&E2)|[-> J]]; [right; eauto|].
        left. exists 0. split; [now apply NJ|exact H0]. }
    assert (Gd : good rules B N0).
    { constructor.
      - intros x y r J. apply JN in J. destruct J as [-> J]. split; [|split].
        + apply (r_F _ _ _ _ _ _ _ _ R) in J. now apply (r_loops _ _ _ _ _ _ _ _ R) in J.
        + intros c Jb. unfold B in Jb. apply joined_image in Jb. destruct Jb as (i&i'&Jb&<-&<-).
          now apply (r_apart _ _ _ _ _ _ _ _ R) in Jb.
        + exact H1.
      - unfold normed, N0. rewrite map_map. cbn [fst]. rewrite map_ext_in with (g := fun e => e); [rewrite map_id; apply
        R|].
        intros e He. symmetry. now apply (r_normed _ _ _ _ _ _ _ _ R).
      - intros x y r J i c G L. apply JN in J. lia.
      - intros i c G phi E I J (x&y&r&Hxy&Jr&Er). exfalso. apply JN in Jr. destruct Jr as [-> Jr]. rewrite H0 in Er.
        subst c.
        revert Jr. apply (covered_edge targets b b_fits star G f n H F P phi x y); auto.
        + now apply (Rl i b G E).
        + intros x' y' Hxy'. apply JP, J, Hxy'. }
    refine (builder_has_plan targets rules _ _ _ B _ j N0 Gd _ _).
    - intros i c G E. now apply Rl in E.
    - intros i i' c G G' L E E'. assert (L' : i' < length rules) by (apply nth_error_Some; congruence).
      specialize (Ne i' ltac:(apply in_seq; lia)). rewrite every_spec in Ne. specialize (Ne i ltac:(apply in_seq; lia)).
      destruct (Rl _ _ _ E) as (_&_&_&E1&E2). destruct (Rl _ _ _ E') as (_&_&_&E3&E4).
      rewrite E1, E3, E2, E4, Nat.eqb_refl in Ne. exact Ne.
    - intros c G E. assert (Lc : c < length targets) by (apply nth_error_Some; congruence).
      specialize (En c ltac:(apply in_seq; lia)). rewrite any_spec in En. destruct En as (i&Hi&En). apply in_seq in Hi.
      rewrite !and_true, every_spec, Nat.eqb_eq in En. destruct En as [[E1 E2] E3]. exists i.
      destruct (nth_error rules i) as [[c' G']|] eqn:Ei; [|apply nth_error_None in Ei; lia].
      destruct (Rl _ _ _ Ei) as (_&_&_&Q1&Q2). rewrite Q2 in E2. cbn in E2. rewrite (nth_error_nth _ _ _ E) in E2.
      unfold graph_eqb in E2. destruct (list_eq_dec _ _ _) as [Q3|]; [|discriminate]. split; [rewrite <- Q1, E1, Q3;
        reflexivity|].
      intros r Hr Lr Er. specialize (E3 r ltac:(apply in_seq; lia)). destruct (Nat.ltb_spec i r); [|lia].
      rewrite Er, Nat.eqb_refl in E3. discriminate.
    - intros c G E C. apply (NT c G E). destruct C as (phi&I&J).
      eapply pulled_copy with (f := f) (n := n) (phi := phi); eauto; [apply (r_inj _ _ _ _ _ _ _ _ R)|].
      intros x y Hxy. apply joined_image. now apply J.
    - eapply embedding with (f := fun x => x); [exact Wn| |].
      + intros x y c I. assert (J : joined P x y c) by (apply JP; now left).
        destruct J as [J|J]; eapply (r_coloured _ _ _ _ _ _ _ _ R); eauto.
      + split; [intros x y _ _ E; exact E|]. intros x y c I. apply JP. now left.
    - intros N' u v Pl Inc Len. unfold N0 in Len. rewrite map_length in Len.
      destruct (named f n u v (r_inj _ _ _ _ _ _ _ _ R) (p_loop _ _ _ _ _ Pl)) as (g&p&q&U&G1&G2&G3).
      assert (Pl' : is_plan rules B N' (g p) (g q)).
      { destruct G3 as [[-> ->]|[-> ->]]; auto using plan_sym. }
      assert (EB : forall x y c, joined B x y c <-> exists i i', joined H i i' c /\ g i = x /\ g i' = y).
      { intros x y c. unfold B. rewrite joined_image. split; intros (i&i'&J&<-&<-); exists i, i';
          (destruct (inside_joined _ _ _ _ _ Ins J)); rewrite !G1 by auto; auto. }
      assert (Fr : forall c, ~ joined H p q c).
      { intros c J. apply (p_free _ _ _ _ _ Pl' c), joined_both. right. apply EB. eauto. }
      unfold has_no_plan in K. rewrite every_spec in K. specialize (K (p, q) (usual_pairs_in n H p q U Fr)).
      cbn [fst snd] in K. rewrite (plan_with_spec rules H n p q k g B N') in K; auto; [discriminate|lia].
  Qed.

  (** ** Entries *)
  Hypothesis two : 2 <= length targets.
  Variable lists : list prepared_list.
  Hypothesis lists_are : forall L, In L lists -> exists rules, L = prepare rules /\ is_list rules = true.
  (** Whether so many pairs are no plan against some list. *)
  Definition planless (news : list spot) (kH : nat * board) : bool :=
    any (fun L => has_no_plan L news (fst kH) (size (snd kH)) (snd kH)) lists.
  (** The same, and new names for the vertices of a board, so that less is asked: any function. *)
  Variable asked : nat * board -> bool.
  Hypothesis asked_is : forall kH, asked kH = planless fresh_spots kH.
  Variable names : board -> list nat.
  Notation table := (PositiveMap.t board).
  Definition finder := board -> option (N * list nat).
  (** Where the vertices of Q are in H: the two are the same board. *)
  Definition is_same (m : list nat) (Q : board) (n : nat) (H : board) : bool :=
    let iv := map (fun v => index v m) (seq 0 (length m)) in
    let R := map (fun e => let '(i, j, c) := e in (apply_map iv i, apply_map iv j, c)) Q in
    Nat.eqb (length m) (size Q) &&& distinct iv &&& every (fun i => Nat.ltb i n) iv
    &&& every (fun e => joinedb H (fst (fst e)) (snd (fst e)) (snd e)) R
    &&& every (fun e => joinedb R (fst (fst e)) (snd (fst e)) (snd e)) H.
  Definition is_entry (t : table) (find : finder) (n : nat) (H : board) : bool :=
    match find H with
    | Some (i, m) => match PositiveMap.find (N.succ_pos i) t with Some Q => is_same m Q n H | None => false end
    | None => false
    end.
  (** A board with new names, its edges in order. *)
  Fixpoint in_order (e : nat * nat * nat) (H : board) : board :=
    match H with
    | [] => [e]
    | d :: H' => if (let '(u, v, _) := e in let '(x, y, _) := d in
                     if Nat.ltb u x then true else Nat.eqb u x &&& Nat.ltb v y) then e :: H else d :: in_order e H'
    end.
  Definition renamed (m : list nat) (H : board) : board :=
    fold_left (fun Q e => let '(i, j, c) := e in
      let u := apply_map m i in let v := apply_map m j in in_order (Nat.min u v, Nat.max u v, c) Q) H [].
  Definition is_planless (k n : nat) (H : board) : bool :=
    let m := names H in let Q := renamed m H in is_same m Q n H &&& asked (k, Q).
  Definition survives (tables : list (table * finder)) (news : list spot) (k : nat) (r n : nat) (H : board) (p q c :
    nat) : bool :=
    let n' := Nat.max p q in
    nothing_with news H n (Nat.min p q) n' c
    &&& (let H := H ++ [(p, q, c)] in
         if match r with O => true | _ => false end then true
         else if (let (t, find) := nth (k - 1 - r) tables (PositiveMap.empty board, fun _ => None) in is_entry t find n
           H)
         then true
         else is_planless r n H).
  Definition entry_is_right (tables : list (table * finder)) (news : list spot) (k : nat) (H : board) : bool :=
    let n := size H in
    every (fun e => Nat.ltb (snd e) (length targets)) H
    &&& below n (touched H)
    &&& (let plain := plain_boards targets n H in
         every (fun c => negb (whole (plan_at (prepared targets) c) (nth c plain []) (full n) 0)) (Painter.colours
           targets))
    &&& every (fun e =>
          move targets b star (survives tables news k) k (Nat.max n (S (snd e))) H (fst e) (snd e))
        (usual_pairs n H).

  Lemma is_same_safe m Q n H k : inside Q (size Q) -> safe k (size Q) Q -> is_same m Q n H = true -> safe k n H.
  Proof.
    unfold is_same. set (iv := map (fun v => index v m) (seq 0 (length m))).
    set (R := map (fun e => let '(i, j, c) := e in (apply_map iv i, apply_map iv j, c)) Q).
    rewrite !and_true, Nat.eqb_eq, !every_spec. intros IQ S [[[[L D] B] E1] E2] f F P Rm.
    assert (Li : length iv = size Q) by (unfold iv; rewrite map_length, seq_length; exact L).
    assert (Bi : forall i, i < size Q -> apply_map iv i < n).
    { intros i Hi. apply Nat.ltb_lt, B. apply nth_In. lia. }
    assert (JR : forall x y c, joined R x y c <-> exists i j, joined Q i j c /\ apply_map iv i = x /\ apply_map iv j =
      y).
    { intros x y c. apply joined_image. }
    assert (JH : forall i j c, joined Q i j c -> joined H (apply_map iv i) (apply_map iv j) c).
    { intros i j c [J|J]; [|apply joined_sym]; apply joinedb_spec;
        apply (E1 (_, _, c)), in_map_iff; eexists; (split; [|exact J]); reflexivity. }
    apply (S (fun i => f (apply_map iv i)) F P). constructor; try apply Rm.
    - intros i j Hi Hj E. apply (r_inj _ _ _ _ _ _ _ _ Rm) in E; auto. apply distinct_spec in D.
      rewrite (NoDup_nth iv 0) in D. apply D; auto; lia.
    - exact IQ.
    - intros i j c J. apply (r_H _ _ _ _ _ _ _ _ Rm), JH, J.
    - intros x y c J. destruct (r_P _ _ _ _ _ _ _ _ Rm _ _ _ J) as [(i&j&Jh&<-&<-)|K]; [left|now right].
      assert (Jr : joined R i j c).
      { destruct Jh as [I|I]; [|apply joined_sym]; apply joinedb_spec; exact (E2 (_, _, c) I). }
      apply JR in Jr. destruct Jr as (i'&j'&Jq&<-&<-). eauto.
    - intros i j c J. apply (r_apart _ _ _ _ _ _ _ _ Rm) with c, JH, J.
  Qed.

  Lemma is_same_no_target m Q n H : inside Q (size Q) -> is_same m Q n H = true -> no_target targets H ->
    no_target targets Q.
  Proof.
    unfold is_same. set (iv := map (fun v => index v m) (seq 0 (length m))).
    rewrite !and_true, Nat.eqb_eq, !every_spec. intros IQ [[[[L D] _] E] _] N c G EG (phi&I&J).
    apply (N c G EG). exists (fun x => apply_map iv (phi x)). split.
    - assert (V : forall x, In x (vertices G) -> phi x < size Q).
      { intros x Hx. apply of_vertices in Hx. destruct Hx as (y&[Hx|Hx]); apply J, (inside_joined _ _ _ _ _ IQ) in Hx;
          tauto. }
      intros x y Hx Hy Q'. apply I; auto. apply distinct_spec in D. rewrite (NoDup_nth iv 0) in D.
      apply D; auto; unfold iv; rewrite map_length, seq_length, L; auto.
    - intros x y Hxy. destruct (J x y Hxy) as [K|K]; [|apply joined_sym]; apply joinedb_spec, (E (_, _, c)), in_map_iff;
        eexists; (split; [|exact K]); reflexivity.
  Qed.

  Definition right (k : nat) (tables : list (table * finder)) : Prop :=
    forall r i Q, 0 < r -> r < k -> PositiveMap.find i (fst (nth (k - 1 - r) tables (PositiveMap.empty board, fun _ =>
      None))) = Some Q ->
      inside Q (size Q) /\ safe r (size Q) Q.
  Lemma size_inside H : inside H (size H).
  Proof.
    induction H as [|[[u v] c] H IH]; intros x y d Hx; [destruct Hx|]. cbn [size fold_right]. change (fold_right _ 0 H)
      with (size H).
    destruct Hx as [E|Hx]; [inversion E; subst; lia|]. apply IH in Hx. lia.
  Qed.
  Lemma survives_safe k tables : right k tables -> forall r n H p q c, inside H n -> no_target targets H -> p < n -> q <
    n ->
    p <> q -> c < length targets -> (forall d, ~ joined H p q d) -> r < k ->
    survives tables fresh_spots k r n H p q c = true -> safe r n (H ++ [(p, q, c)]).
  Proof.
    intros Rt r n H p q c Ins NT Lp Lq D Lc Fr Lr K. unfold survives in K. rewrite and_true in K. destruct K as [K1 K2].
    assert (NT' : no_target targets (H ++ [(p, q, c)])).
    { assert (X : no_target targets (H ++ [(Nat.min p q, Nat.max p q, c)])).
      { apply nothing_with_spec with n; auto.
        - left. lia.
        - intros d J. destruct (Nat.le_gt_cases p q); [rewrite Nat.min_l, Nat.max_r in J by lia|
            rewrite Nat.min_r, Nat.max_l in J by lia; apply joined_sym in J]; exact (Fr d J). }
      intros d G E (phi&I&J). apply (X d G E). exists phi. split; auto. intros x y Hxy. specialize (J x y Hxy).
      apply joined_app in J. apply joined_app. destruct J as [J|J]; auto. right.
      destruct (Nat.le_gt_cases p q); [rewrite Nat.min_l, Nat.max_r by lia|rewrite Nat.min_r, Nat.max_l by lia;
        apply joined_sym in J]; auto.
      destruct J as [[Q|[]]|[Q|[]]]; inversion Q; subst; [left; now left|right; now left]. }
    assert (Ins' : inside (H ++ [(p, q, c)]) n).
    { intros x y d Hx. apply in_app_or in Hx. destruct Hx as [Hx|[E|[]]]; [now apply Ins in Hx|inversion E; subst;
      auto]. }
    destruct r as [|r']; [apply safe_zero; auto|]. set (r := S r') in *. cbv beta iota zeta in K2.
    destruct (nth (k - 1 - r) tables (PositiveMap.empty board, fun _ => None)) as [t find] eqn:Et.
    destruct (is_entry t find n (H ++ [(p, q, c)])) eqn:Ie.
    - unfold is_entry in Ie. destruct (find _) as [[i m]|]; [|discriminate].
      destruct (PositiveMap.find _ t) as [Q|] eqn:Ef; [|discriminate].
      destruct (Rt r (N.succ_pos i) Q) as [IQ SQ]; [unfold r; lia|exact Lr|rewrite Et; exact Ef|].
      eapply is_same_safe; eauto.
    - change ((if match r with 0 => true | S _ => false end then true else is_planless r n (H ++ [(p, q, c)])) = true)
        in K2.
      cbn [r] in K2. unfold is_planless in K2. set (m := names _) in K2. set (Q := renamed m _) in K2.
      rewrite and_true in K2. destruct K2 as [Sm K2]. rewrite asked_is in K2. unfold planless in K2. cbn [fst snd] in K2.
      apply any_spec in K2. destruct K2 as (L&HL&K2). destruct (lists_are L HL) as (rules&->&Li).
      pose proof (size_inside Q) as IQ. eapply is_same_safe; eauto. eapply list_safe; eauto.
      eapply is_same_no_target; eauto.
  Qed.

  Lemma entry_safe k tables H : right k tables -> entry_is_right tables fresh_spots k H = true -> safe k (size H) H.
  Proof.
    intros Rt. unfold entry_is_right. set (n := size H). rewrite !and_true, !every_spec. intros [[[K1 K2] K3] K4].
    assert (CH : coloured targets H) by (intros u v c Hc; exact (proj1 (Nat.ltb_lt _ _) (K1 _ Hc))).
    pose proof (size_inside H) as Ins. fold n in Ins.
    assert (NT : no_target targets H).
    { intros c G E. eapply none_spec with (m := n); try exact planned; try exact two; try exact (below_spec _ _ K2); try
      exact E.
      apply negb_true_iff, K3. unfold Painter.colours. apply in_seq. split; [lia|]. apply nth_error_Some. congruence. }
    intros f F P R j. revert F P R. induction j as [|j IH]; intros F P R Lj Wn.
    - inversion Wn as [k' Q c G E C|]; subst. exact (no_target_of targets b b_fits star covered _ _ _ _ _ R NT c G E C).
    - assert (NP : no_target targets P) by exact (no_target_of targets b b_fits star covered _ _ _ _ _ R NT).
      inversion Wn as [k' Q c G E C|k' Q u v D Fr A]; subst; [exact (NP c G E C)|].
      assert (Tr : (forall w, joined P u w b -> joined P v w b -> False) -> ~ starry b star 1 P u ->
        ~ starry b star 1 P v -> False).
      { intros Tr Nu Nv. apply (IH (norm u v :: F) ((u, v, b) :: P)); [now apply forgotten|cbn; lia|auto]. }
      destruct (named f n u v (r_inj _ _ _ _ _ _ _ _ R) D) as (g&p&q&U&G1&G2&G3).
      set (m := Nat.max n (S q)) in *.
      assert (Lpq : p < m /\ q < m /\ p <> q /\ n <= m) by (unfold usual in U; lia). destruct Lpq as (Lp&Lq&Dpq&Lnm).
      assert (Rg : remembers targets b star g m H F P) by (apply more_names with f n; auto).
      assert (FrG : forall d, ~ joined P (g p) (g q) d).
      { intros d J. apply (Fr d). destruct G3 as [[<- <-]|[<- <-]]; auto using joined_sym. }
      assert (FrH : forall d, ~ joined H p q d) by (intros d J; apply (FrG d), (r_H _ _ _ _ _ _ _ _ Rg), J).
      assert (AG : forall c, c < length targets -> builder_wins j ((g p, g q, c) :: P)).
      { intros c Lc. destruct G3 as [[-> ->]|[-> ->]]; auto. eapply embedding with (f := fun x => x); [exact (A c Lc)|
        |].
        - intros x y d [E|Hx]; [now inversion E; subst|]. eapply (r_coloured _ _ _ _ _ _ _ _ R); eauto.
        - split; [intros x y _ _ E; exact E|]. intros x y d [E|Hx]; [inversion E; subst; right; now left|left; now
          right]. }
      specialize (K4 (p, q) (usual_pairs_in n H p q U FrH)). cbn [fst snd] in K4. fold m in K4.
      refine (move_safe targets b b_fits star k (survives tables fresh_spots k) _ k m H p q Lp Lq Dpq g F P j Rg FrG NP
        Lj (le_n k) AG _ K4).
      + intros r n' H' p' q' c Ins' NT' Lp' Lq' D' Lc Fr' Lr S. eapply survives_safe; eauto.
      + destruct G3 as [[-> ->]|[-> ->]]; [exact Tr|]. intros Tr' N1 N2. apply Tr; eauto.
  Qed.

  (** Levels, that with most edges first. *)
  Fixpoint check_entries (index : list board -> finder) (k : nat) (tables : list (table * finder)) (levels : list (list
    board)) : bool :=
    match levels with
    | [] => match PositiveMap.find (N.succ_pos 0) (fst (nth 0 tables (PositiveMap.empty board, fun _ => None))) with
            | Some [] => true | _ => false end
    | level :: levels =>
        if each (entry_is_right tables fresh_spots k) level
        then check_entries index (S k) ((add_all level, index level) :: tables) levels else false
    end.
  Lemma check_entries_spec index levels : forall k tables, 0 < k -> length tables = pred k -> right k tables ->
    check_entries index k tables levels = true -> ~ builder_wins (k - 1 + length levels) [].
  Proof.
    induction levels as [|level levels IH]; cbn [check_entries length]; intros k tables Lk Lt Rt K.
    - rewrite Nat.add_0_r. destruct (PositiveMap.find _ _) as [[|e Q]|] eqn:E; try discriminate.
      destruct k as [|[|k]]; [lia| |].
      + destruct tables; [|discriminate]. cbn [nth fst] in E. rewrite PositiveMap.gempty in E. discriminate.
      + replace 0 with (S (S k) - 1 - S k) in E by lia. destruct (Rt (S k) _ _ ltac:(lia) ltac:(lia) E) as [_ Sf].
        intros Wn. apply (Sf (fun x => x) [] []) with (S (S k) - 1); [|cbn; lia|exact Wn].
        constructor.
        * intros i j Hi. cbn in Hi. lia.
        * intros x y c [].
        * intros i j c [[]|[]].
        * intros x y c [[]|[]].
        * intros x y [].
        * intros i j c _ [].
        * intros e [].
        * constructor.
        * intros x y c [[]|[]].
        * intros x y z [[]|[]].
        * intros x y _ [].
        * intros x y c [].
    - destruct (each _ level) eqn:Ev; [|discriminate]. rewrite each_spec in Ev.
      replace (k - 1 + S (length levels)) with (S k - 1 + length levels) by lia. eapply IH; [lia| | |exact K].
      + cbn [length]. lia.
      + intros r i Q L1 L2 E. destruct (Nat.eq_dec r k) as [->|].
        * replace (S k - 1 - k) with 0 in E by lia. cbn [nth fst] in E. apply add_all_spec in E.
          split; [apply size_inside|]. apply entry_safe with tables; auto.
        * replace (S k - 1 - r) with (S (k - 1 - r)) in E by lia. cbn [nth] in E. apply (Rt r i Q); auto. lia.
  Qed.
End Lists.

(** Painter's lists and entries, the first level first. *)
Definition check_committed (width : nat) (targets : list graph) (b star : nat) (lists : list (list rule))
    (names : board -> list nat) (index : list board -> finder) (levels : list (list board)) : bool :=
  every is_planned targets &&& Nat.leb 2 (length targets) &&& Nat.ltb b (length targets)
  &&& is_covered star (nth b targets [])
  &&& every (is_list targets b star) lists
  &&& check_entries width targets (map (fun c => prepare [(c, nth c targets [])]) (seq 0 (length targets))) b star
        (remembered (planless width targets (map prepare lists) (fresh_spots width))) names index 1 [] (rev_append levels []).
Theorem committed_sound width targets b star lists names index levels :
  check_committed width targets b star lists names index levels = true -> ~ builder_wins targets (length levels) [].
Proof.
  unfold check_committed. rewrite !and_true, Nat.leb_le, Nat.ltb_lt, every_spec.
  intros [[[[[Pl Two] Lb] Co] Li] K].
  apply (check_entries_spec width targets _ eq_refl ltac:(now apply every_spec) b Lb star) with (lists := map prepare lists)
    in K; auto; try exact Two.
  - rewrite rev_append_rev, app_nil_r, rev_length in K. exact K.
  - intros G E. now rewrite (nth_error_nth _ _ _ E) in Co.
  - intros L HL. apply in_map_iff in HL. destruct HL as (rules&<-&HL). rewrite every_spec in Li. eauto.
  - intros r i Q L1 L2. lia.
Qed.
