(** Painter's lists of rules: if Builder wins against one, the pairs that he draws are a plan. *)
From Coq Require Import List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies Recolour Held Painter Builder.

Lemma some_or_all {A} (P Q : A -> Prop) l : (forall x, In x l -> P x \/ Q x) ->
  (exists x, In x l /\ P x) \/ forall x, In x l -> Q x.
Proof.
  induction l as [|x l IH]; intros H; [right; intros ? []|].
  destruct (H x (or_introl eq_refl)) as [K|K]; [left; exists x; split; auto; now left|].
  destruct IH as [(y&Hy&HP)|IH]; [intros y Hy; apply H; now right|left; exists y; split; auto; now right|].
  right. intros y [<-|Hy]; auto.
Qed.
Lemma joined_cons u v c Q x y d : joined ((u, v, c) :: Q) x y d ->
  joined Q x y d \/ c = d /\ norm x y = norm u v.
Proof.
  intros [[E|J]|[E|J]]; [right|left; now left|right|left; now right]; inversion E; subst; split; auto using norm_sym.
Qed.
Lemma joined_norm Q x y u v c : norm x y = norm u v -> joined Q x y c -> joined Q u v c.
Proof. intros E J. apply norm_inj in E. destruct E as [[-> ->]|[-> ->]]; auto. now apply joined_sym. Qed.

Lemma directed_sym G a b : In (a, b) (directed G) -> In (b, a) (directed G).
Proof.
  unfold directed. rewrite !in_app_iff, !in_map_iff. intros [K|([x y]&E&K)].
  - right. exists (a, b). auto.
  - inversion E; subst. auto.
Qed.
Lemma forced_sym G c Q u v : forced G c Q u v -> forced G c Q v u.
Proof.
  intros (f&a&b&I&Hab&Ea&Eb&J). exists f, b, a. repeat split; auto using directed_sym.
  intros x y Hxy N. apply J; auto. now rewrite (norm_sym a b).
Qed.
Lemma forced_norm G c Q x y u v : norm x y = norm u v -> forced G c Q x y -> forced G c Q u v.
Proof. intros E F. apply norm_inj in E. destruct E as [[-> ->]|[-> ->]]; auto using forced_sym. Qed.
Lemma forced_weaker G c Q Q' u v : (forall x y, joined Q x y c -> joined Q' x y c) -> forced G c Q u v ->
  forced G c Q' u v.
Proof. intros S (f&a&b&I&Hab&Ea&Eb&J). exists f, a, b. repeat split; auto. Qed.
Lemma directed_vertices G a b : In (a, b) (directed G) -> In a (vertices G) /\ In b (vertices G).
Proof.
  unfold directed. rewrite in_app_iff, in_map_iff. intros [K|([x y]&E&K)]; [now apply in_vertices|].
  inversion E; subst. apply in_vertices in K. tauto.
Qed.
Lemma copy_edge_forced G c Q u v f a b : injective_on (vertices G) f ->
  (forall x y, In (x, y) G -> joined ((u, v, c) :: Q) (f x) (f y) c) -> In (a, b) G -> norm (f a) (f b) = norm u v ->
  forced G c Q u v.
Proof.
  intros I J Hab E. apply forced_norm with (f a) (f b); auto. exists f, a, b. repeat split; auto.
  - unfold directed. rewrite in_app_iff. auto.
  - intros x y Hxy N. destruct (joined_cons _ _ _ _ _ _ _ (J x y Hxy)) as [K|[_ K]]; auto. exfalso. apply N.
    rewrite <- E in K. apply norm_inj in K. destruct (in_vertices _ _ _ Hab), (in_vertices _ _ _ Hxy).
    destruct K as [[K1 K2]|[K1 K2]]; apply I in K1, K2; auto; subst; auto using norm_sym.
Qed.

(** A rule: a colour, given unless that completes the graph. *)
Definition rule := (nat * graph)%type.
(** Where a copy of G goes through each edge of G'. *)
Definition is_within (G G' : graph) : bool :=
  let vs := nodup Nat.eq_dec (vertices G) in
  let maps := words (nodup Nat.eq_dec (vertices G')) (length vs) in
  every (fun e => any (fun m =>
      let at_ a := apply_map m (index a vs) in
      distinct m &&& any (fun d => Nat.eqb (at_ (fst d)) (fst e) &&& Nat.eqb (at_ (snd d)) (snd e)) (directed G)
      &&& every (fun d => adjb G' (at_ (fst d)) (at_ (snd d))) G) maps) (directed G').
Lemma words_length letters k m : In m (words letters k) -> length m = k.
Proof.
  revert m. induction k as [|k IH]; cbn [words]; intros m H; [destruct H as [<-|[]]; auto|].
  apply in_flat_map in H. destruct H as (w&Hw&H). apply in_map_iff in H. destruct H as (c&<-&_). cbn. now rewrite IH.
Qed.
(** What is there around an edge of G' is there around one of G. *)
Lemma is_within_spec G G' : is_within G G' = true -> forall a b, In (a, b) (directed G') ->
  exists g p q, injective_on (vertices G) g /\ In (p, q) (directed G) /\ g p = a /\ g q = b /\
    forall x y, In (x, y) G -> In (g x, g y) (directed G').
Proof.
  unfold is_within. rewrite every_spec. intros K a b Hab. specialize (K _ Hab). rewrite any_spec in K.
  destruct K as (m&Hm&K). rewrite !and_true, any_spec, every_spec in K. destruct K as [[D ([p q]&Hpq&E)] A].
  cbn [fst snd] in E. rewrite and_true, !Nat.eqb_eq in E. destruct E as [Ep Eq].
  set (vs := nodup Nat.eq_dec (vertices G)) in *. exists (fun x => apply_map m (index x vs)), p, q. repeat split; auto.
  - intros x y Hx Hy E. apply (nodup_In Nat.eq_dec) in Hx, Hy. fold vs in Hx, Hy.
    destruct (index_spec x vs Hx) as [Lx Ex]. destruct (index_spec y vs Hy) as [Ly Ey].
    apply words_length in Hm. apply distinct_spec in D. rewrite (NoDup_nth m 0) in D. apply D in E; [|lia|lia].
    rewrite <- Ex, <- Ey. now rewrite E.
  - intros x y Hxy. specialize (A _ Hxy). cbn in A. apply adjb_spec in A. unfold directed. rewrite in_app_iff,
    in_map_iff.
    destruct A as [A|A]; [now left|right; eexists; split; [|exact A]; reflexivity].
Qed.
Lemma is_within_forced G G' c Q u v : is_within G G' = true -> forced G' c Q u v -> forced G c Q u v.
Proof.
  intros K (f&a&b&I&Hab&Ea&Eb&J). destruct (is_within_spec G G' K a b Hab) as (g&p&q&Ig&Hpq&Ep&Eq&Jg).
  assert (V : forall x, In x (vertices G) -> In (g x) (vertices G')).
  { intros x Hx. apply of_vertices in Hx. destruct Hx as (y&[Hy|Hy]); apply Jg, directed_vertices in Hy; tauto. }
  exists (fun x => f (g x)), p, q. repeat split; try congruence.
  - intros x y Hx Hy E. apply Ig; auto.
  - intros x y Hxy N. assert (Gn : norm (g x) (g y) <> norm a b).
    { intros E. apply N. destruct (in_vertices _ _ _ Hxy), (directed_vertices _ _ _ Hpq). rewrite <- Ep, <- Eq in E.
      apply norm_inj in E. destruct E as [[E1 E2]|[E1 E2]]; apply Ig in E1, E2; auto; subst; auto using norm_sym. }
    specialize (Jg x y Hxy). unfold directed in Jg. apply in_app_or in Jg. destruct Jg as [Jg|Jg]; [now apply J|].
    apply in_map_iff in Jg. destruct Jg as ([y' x']&E&Jg). inversion E; subst. apply joined_sym, J; auto.
    now rewrite norm_sym.
Qed.

Section List.
  Variable targets : list graph.
  Notation builder_wins := (builder_wins targets).
  Variable rules : list rule.
  Hypothesis colours_fit : forall i c G, nth_error rules i = Some (c, G) -> c < length targets.
  Hypothesis nested : forall i j c G G', i < j -> nth_error rules i = Some (c, G) -> nth_error rules j = Some (c, G') ->
    is_within G G' = true.
  Definition colour_at (r : nat) : nat := fst (nth_of r rules (0, [])).
  Hypothesis ends : forall c H, nth_error targets c = Some H -> exists i, nth_error rules i = Some (c, H) /\
    forall r, r < length rules -> i < r -> colour_at r <> c.

  (** Pairs with their rules. *)
  Notation ruled := (list (nat * nat * nat)).
  Definition board_of (N : ruled) : board := map (fun e => (fst e, colour_at (snd e))) N.
  Lemma joined_of N x y c : joined (board_of N) x y c <-> exists r, joined N x y r /\ colour_at r = c.
  Proof.
    unfold joined, board_of. rewrite !in_map_iff. split.
    - intros [([[a b] r]&E&H)|([[a b] r]&E&H)]; cbn in E; inversion E; subst; eauto.
    - intros (r&[H|H]&<-); [left|right]; eexists; (split; [|exact H]); reflexivity.
  Qed.
  Lemma joined_both N B x y c : joined (board_of N ++ B) x y c <->
    (exists r, joined N x y r /\ colour_at r = c) \/ joined B x y c.
  Proof. rewrite <- joined_of. unfold joined. rewrite !in_app_iff. tauto. Qed.

  Section Base.
    Variable B : board.
    Definition normed (N : ruled) : list (nat * nat) := map (fun e => norm (fst (fst e)) (snd (fst e))) N.
    Record good (N : ruled) : Prop := {
      g_free : forall x y r, joined N x y r -> x <> y /\ (forall c, ~ joined B x y c) /\ r < length rules;
      g_nodup : NoDup (normed N);
      g_one : forall x y r, joined N x y r -> forall i c G, i < r -> nth_error rules i = Some (c, G) ->
        forced G c (board_of N ++ B) x y;
      g_two : forall i c G f, nth_error rules i = Some (c, G) -> injective_on (vertices G) f ->
        (forall a b, In (a, b) G -> joined (board_of N ++ B) (f a) (f b) c) ->
        (exists a b r, In (a, b) G /\ joined N (f a) (f b) r /\ colour_at r = c) ->
        exists a b r, In (a, b) G /\ joined N (f a) (f b) r /\ colour_at r = c /\ i < r }.
    (** A plan: its pairs but the last one, and this. *)
    Record is_plan (N : ruled) (u v : nat) : Prop := {
      p_good : good N;
      p_loop : u <> v;
      p_free : forall c, ~ joined (board_of N ++ B) u v c;
      p_last : forall i c G, nth_error rules i = Some (c, G) -> forced G c (board_of N ++ B) u v }.

    Hypothesis none : forall c H, nth_error targets c = Some H -> ~ copy H B c.
    Lemma in_normed N x y : In (norm x y) (normed N) -> exists r, joined N x y r.
    Proof.
      unfold normed. rewrite in_map_iff. intros ([[a b] r]&E&H). cbn in E. exists r.
      apply norm_inj in E. destruct E as [[<- <-]|[<- <-]]; [now left|now right].
    Qed.

    Lemma good_more N u v i c G : good N -> u <> v -> (forall d, ~ joined (board_of N ++ B) u v d) ->
      nth_error rules i = Some (c, G) ->
      (forall j d G', j < i -> nth_error rules j = Some (d, G') -> forced G' d (board_of N ++ B) u v) ->
      ~ forced G c (board_of N ++ B) u v -> good ((u, v, i) :: N).
    Proof.
      intros Gd D F E C NF. assert (Ec : colour_at i = c) by (unfold colour_at; now rewrite nth_of_nth, (nth_error_nth _ _ _ E)).
      assert (Li : i < length rules) by (apply nth_error_Some; congruence).
      assert (W : forall x y d, joined (board_of N ++ B) x y d -> joined (board_of ((u, v, i) :: N) ++ B) x y d).
      { intros x y d [J|J]; [left|right]; now right. }
      constructor.
      - intros x y r J. apply joined_cons in J. destruct J as [J|[<- J]]; [now apply (g_free N Gd)|].
        split; [|split; auto].
        + intros ->. apply norm_inj in J. intuition congruence.
        + intros d J2. apply (F d), joined_both. right. apply joined_norm with x y; auto.
      - cbn. constructor; [|apply Gd]. intros K. apply in_normed in K. destruct K as (r&K).
        apply (F (colour_at r)), joined_both. left. eauto.
      - intros x y r J j d G' L Ej. apply joined_cons in J. destruct J as [J|[<- J]].
        + apply forced_weaker with (board_of N ++ B); auto. now apply (g_one N Gd x y r J j).
        + apply forced_weaker with (board_of N ++ B); auto. apply forced_norm with u v; auto. now apply C with j.
      - intros j d G' f Ej I J X.
        assert (S1 : forall e, In e G' -> (d = c /\ norm (f (fst e)) (f (snd e)) = norm u v) \/
          joined (board_of N ++ B) (f (fst e)) (f (snd e)) d).
        { intros [a b] Hab. specialize (J a b Hab). cbn [board_of map app fst snd] in J. rewrite Ec in J.
          apply joined_cons in J. destruct J as [J|[-> J]]; auto. }
        destruct (some_or_all _ _ _ S1) as [([a b]&Hab&->&Eab)|A].
        + cbn [fst snd] in Eab. destruct (Nat.lt_ge_cases j i) as [L|L].
          * exists a, b, i. repeat split; auto. apply joined_norm with u v; auto. left. now left.
          * exfalso. apply NF. assert (Fj : forced G' c (board_of N ++ B) u v).
            { eapply copy_edge_forced; eauto. intros x y Hxy. specialize (J x y Hxy). cbn [board_of map app fst snd] in
              J.
              now rewrite Ec in J. }
            destruct (Nat.eq_dec i j) as [->|Dj]; [congruence|]. apply is_within_forced with G'; auto.
            apply (nested i j c); auto; lia.
        + destruct X as (a&b&r&Hab&Jr&Er).
          destruct (g_two N Gd j d G' f Ej I) as (a'&b'&r'&H1&H2&H3&H4).
          * intros x y Hxy. exact (A (x, y) Hxy).
          * apply joined_cons in Jr. destruct Jr as [Jr|[_ Q]]; [eauto 6|]. exfalso. apply (F d).
            apply joined_norm with (f a) (f b); auto. exact (A (a, b) Hab).
          * exists a', b', r'. repeat split; auto. destruct H2 as [H2|H2]; [left|right]; now right.
    Qed.

    Theorem builder_has_plan k : forall N, good N -> builder_wins k (board_of N ++ B) ->
      (forall N' u v, is_plan N' u v -> incl N N' -> S (length N') <= length N + k -> False) -> False.
    Proof.
      induction k as [|k IH]; intros N Gd W X.
      - inversion W as [k P c H E C|]; subst. clear W. revert X. assert (K : False); [|tauto].
        destruct (ends c H E) as (i&Ei&Last). destruct C as (f&I&J).
        assert (S1 : forall e, In e H -> (exists r, joined N (f (fst e)) (f (snd e)) r /\ colour_at r = c) \/
          joined B (f (fst e)) (f (snd e)) c).
        { intros [a b] Hab. apply joined_both. now apply J. }
        destruct (some_or_all _ _ _ S1) as [([a b]&Hab&r&Jr&Er)|A].
        + destruct (g_two N Gd i c H f Ei I J) as (a'&b'&r'&H1&H2&H3&H4); [exists a, b, r; auto|].
          apply (Last r'); auto. now apply (g_free N Gd _ _ _ H2).
        + apply (none c H E). exists f. split; auto. intros a b Hab. exact (A (a, b) Hab).
      - inversion W as [k' P c H E C|k' P u v D F A]; subst; clear W.
        + apply (IH N Gd); [eapply builder_has; eauto|]. intros N' u v Pl In' L. apply (X N' u v Pl In'). lia.
        + assert (Q : forall n i, n + i = length rules ->
            (forall j c G, j < i -> nth_error rules j = Some (c, G) -> forced G c (board_of N ++ B) u v) -> False).
          { induction n as [|n IHn]; intros i L C.
            - apply (X N u v); [|apply incl_refl|lia]. constructor; auto. intros j c G Ej. apply (C j); auto.
              assert (j < length rules) by (apply nth_error_Some; congruence). lia.
            - destruct (nth_error rules i) as [[c G]|] eqn:E; [|apply nth_error_None in E; lia].
              assert (NN : ~ ~ forced G c (board_of N ++ B) u v).
              { intros NF. apply (IH ((u, v, i) :: N)).
                - eapply good_more; eauto.
                - cbn [board_of map app fst snd]. unfold colour_at at 1. rewrite nth_of_nth, (nth_error_nth _ _ _ E). cbn [fst].
                  apply A. eapply colours_fit; eauto.
                - intros N' x y Pl In' L'. apply (X N' x y Pl); [|cbn in L'; lia]. intros z Hz. apply In'. now right. }
              apply NN. intros Fi. apply (IHn (S i)); [lia|]. intros j d G' Lj Ej.
              destruct (Nat.eq_dec j i) as [->|]; [rewrite E in Ej; now inversion Ej; subst|]. apply (C j); auto. lia. }
          apply (Q (length rules) 0); [lia|]. intros; lia.
    Qed.
  End Base.
End List.
