(** A Painter who commits herself to a colour unless an edge closes a triangle or a star of it, and forgets the edges that
    do not. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies Recolour Held Painter Builder Walk Plans Planless.

(** One more vertex. *)
Definition with_vertex (f : nat -> nat) (n w i : nat) : nat := if Nat.eqb i n then w else f i.
Lemma with_vertex_old f n w i : i < n -> with_vertex f n w i = f i.
Proof. intros L. unfold with_vertex. destruct (Nat.eqb_spec i n); auto; lia. Qed.
Lemma with_vertex_new f n w : with_vertex f n w n = w.
Proof. unfold with_vertex. now rewrite Nat.eqb_refl. Qed.

Lemma nodup_map {A B} (h : A -> B) l : NoDup l -> (forall a c, In a l -> In c l -> h a = h c -> a = c) ->
  NoDup (map h l).
Proof.
  induction 1 as [|a l N ND IH]; intros I; cbn; constructor.
  - intros K. apply in_map_iff in K. destruct K as (c&E&Hc). apply I in E; [now subst|now right|now left].
  - apply IH. intros x y Hx Hy. apply I; now right.
Qed.

Section Committed.
  Variable targets : list graph.
  Notation builder_wins := (builder_wins targets).
  Variable b : nat.
  Hypothesis b_fits : b < length targets.
  (** The edges of the star; 0 if there is none. *)
  Variable star : nat.

  (** * What she remembers *)

  (** x has all blue edges of a star but so many. *)
  Definition starry (but : nat) (P : board) (x : nat) : Prop :=
    0 < star /\ exists l, NoDup l /\ star <= length l + but /\ forall y, In y l -> joined P x y b.

  (** A board P of which the vertices below n are those of H, and in which the edges of F are forgotten. *)
  Record remembers (f : nat -> nat) (n : nat) (H : board) (F : list (nat * nat)) (P : board) : Prop := {
    r_inj : forall i j, i < n -> j < n -> f i = f j -> i = j;
    r_inside : inside H n;
    r_H : forall i j c, joined H i j c -> joined P (f i) (f j) c;
    r_P : forall x y c, joined P x y c -> (exists i j, joined H i j c /\ f i = x /\ f j = y) \/ c = b /\ In (norm x y)
      F;
    r_F : forall x y, In (norm x y) F -> joined P x y b;
    r_apart : forall i j c, joined H i j c -> ~ In (norm (f i) (f j)) F;
    r_normed : forall e, In e F -> e = norm (fst e) (snd e);
    r_nodup : NoDup F;
    r_loops : forall x y c, joined P x y c -> x <> y;
    r_triangle : forall x y z, joined P x y b -> joined P y z b -> joined P x z b -> ~ In (norm x y) F;
    r_star : forall x y, starry 0 P x -> ~ In (norm x y) F;
    r_coloured : coloured targets P }.
  (** Painter survives k rounds, from which Builder has to pay the forgotten edges. *)
  Definition safe (k n : nat) (H : board) : Prop :=
    forall f F P, remembers f n H F P -> forall j, j + length F <= k -> ~ builder_wins j P.
  Definition no_target (H : board) : Prop := forall c T, nth_error targets c = Some T -> ~ copy T H c.
  (** Each edge of a graph is in a triangle or a star there. *)
  Definition degree (G : graph) (x : nat) : nat := length (filter (adjb G x) (nodup Nat.eq_dec (vertices G))).
  Definition is_covered (G : graph) : bool :=
    every (fun e => let (x, y) := e : nat * nat in
      if any (fun z => adjb G x z &&& adjb G y z) (vertices G) then true
      else any (fun v => Nat.ltb 0 star &&& Nat.leb star (degree G v)) [x; y]) G.
  Hypothesis covered : forall T, nth_error targets b = Some T -> is_covered T = true.

  Lemma inside_joined H n i j c : inside H n -> joined H i j c -> i < n /\ j < n.
  Proof. intros I [J|J]; apply I in J; tauto. Qed.
  (** An edge of a blue copy of a covered graph is not forgotten. *)
  Lemma covered_edge G f n H F P phi x y : is_covered G = true -> remembers f n H F P ->
    injective_on (vertices G) phi -> (forall x y, In (x, y) G -> joined P (phi x) (phi y) b) ->
    In (x, y) G -> ~ In (norm (phi x) (phi y)) F.
  Proof.
    intros Co R I J Hxy. unfold is_covered in Co. rewrite every_spec in Co. specialize (Co _ Hxy). cbv beta iota in Co.
    assert (Ja : forall u v, adjb G u v = true -> joined P (phi u) (phi v) b).
    { intros u v K. apply adjb_spec in K. destruct K as [K|K]; auto using joined_sym. }
    destruct (any _ (vertices G)) eqn:E.
    - apply any_spec in E. destruct E as (z&_&E). apply and_true in E. destruct E as [E1 E2].
      now apply (r_triangle _ _ _ _ _ R) with (phi z); auto.
    - clear E. apply any_spec in Co. destruct Co as (v&Hv&Co). rewrite and_true, Nat.ltb_lt, Nat.leb_le in Co.
      assert (St : starry 0 P (phi v)).
      { split; [tauto|]. exists (map phi (filter (adjb G v) (nodup Nat.eq_dec (vertices G)))).
        split; [|split; [rewrite map_length; unfold degree in Co; lia|]].
        - apply nodup_map; [apply NoDup_filter, NoDup_nodup|]. intros a c Ha Hc. apply filter_In in Ha, Hc.
          destruct Ha as [Ha _], Hc as [Hc _]. apply nodup_In in Ha, Hc. now apply I.
        - intros w Hw. apply in_map_iff in Hw. destruct Hw as (a&<-&Ha). apply filter_In in Ha. now apply Ja. }
      destruct Hv as [<-|[<-|[]]]; [now apply (r_star _ _ _ _ _ R)|].
      rewrite norm_sym. now apply (r_star _ _ _ _ _ R).
  Qed.
  Lemma pulled_copy G f n H c phi : (forall i j, i < n -> j < n -> f i = f j -> i = j) -> inside H n ->
    injective_on (vertices G) phi ->
    (forall x y, In (x, y) G -> exists i j, joined H i j c /\ f i = phi x /\ f j = phi y) -> copy G H c.
  Proof.
    intros Inj Ins I J.
    pose (inv := fun w => match find (fun i => Nat.eqb (f i) w) (seq 0 n) with Some i => i | None => 0 end).
    assert (V : forall i, i < n -> inv (f i) = i).
    { intros i Hi. unfold inv. destruct (find _ _) as [i'|] eqn:E.
      - apply find_some in E. destruct E as [E1 E2]. apply in_seq in E1. apply Nat.eqb_eq in E2. apply Inj; auto; lia.
      - pose proof (find_none _ _ E i ltac:(apply in_seq; lia)) as E2. cbn in E2. now rewrite Nat.eqb_refl in E2. }
    assert (X : forall x, In x (vertices G) -> exists i, i < n /\ f i = phi x).
    { intros x Hx. apply of_vertices in Hx. destruct Hx as (y&[Hy|Hy]); destruct (J _ _ Hy) as (i&j&Jh&E1&E2);
        destruct (inside_joined _ _ _ _ _ Ins Jh); eauto. }
    exists (fun x => inv (phi x)). split.
    - intros x y Hx Hy E. apply I; auto. destruct (X x Hx) as (i&Li&Ei). destruct (X y Hy) as (j&Lj&Ej).
      rewrite <- Ei, <- Ej in *. rewrite !V in E by auto. congruence.
    - intros x y Hxy. destruct (J x y Hxy) as (i&j&Jh&E1&E2). destruct (inside_joined _ _ _ _ _ Ins Jh).
      rewrite <- E1, <- E2, !V by auto. exact Jh.
  Qed.
  Lemma no_target_of f n H F P : remembers f n H F P -> no_target H -> no_target P.
  Proof.
    intros R N c T E (phi&I&J). apply (N c T E). apply (pulled_copy T f n H c phi); auto; try apply R.
    intros x y Hxy. pose proof (J x y Hxy) as Jp. apply (r_P _ _ _ _ _ R) in Jp. destruct Jp as [Jp|[-> Jp]]; auto.
    exfalso. revert Jp. apply (covered_edge T f n H F P phi x y); auto.
  Qed.
  Lemma safe_zero n H : no_target H -> safe 0 n H.
  Proof.
    intros N f F P R j L W. assert (j = 0) by lia. subst j. inversion W as [k Q c T E C|]; subst.
    exact (no_target_of _ _ _ _ _ R N c T E C).
  Qed.

  Lemma normed_pair f n H F P x y u v : remembers f n H F P -> norm x y = norm u v -> In (norm x y) F -> In (norm u v)
    F.
  Proof. intros _ <-. auto. Qed.
  Lemma joined_app H K i j c : joined (H ++ K) i j c <-> joined H i j c \/ joined K i j c.
  Proof. unfold joined. rewrite !in_app_iff. tauto. Qed.
  (** A forgotten edge is remembered. *)
  Lemma recall f n H F P i j : remembers f n H F P -> i < n -> j < n -> In (norm (f i) (f j)) F ->
    remembers f n (H ++ [(i, j, b)]) (remove pair_dec (norm (f i) (f j)) F) P.
  Proof.
    intros R Li Lj K.
    assert (One : forall x y c, joined [(i, j, b)] x y c -> c = b /\ norm (f x) (f y) = norm (f i) (f j)).
    { intros x y c [[E|[]]|[E|[]]]; inversion E; subst; auto using norm_sym. }
    constructor; try apply R.
    - intros x y c Hx. apply in_app_or in Hx. destruct Hx as [Hx|[E|[]]]; [now apply (r_inside _ _ _ _ _ R) in Hx|].
      inversion E; subst; auto.
    - intros x y c J. apply joined_app in J. destruct J as [J|J]; [now apply (r_H _ _ _ _ _ R)|].
      apply One in J. destruct J as [-> E]. apply joined_norm with (f i) (f j); auto. now apply (r_F _ _ _ _ _ R).
    - intros x y c J. destruct (r_P _ _ _ _ _ R _ _ _ J) as [(i'&j'&Jh&E1&E2)|[-> Kf]].
      + left. exists i', j'. split; auto. apply joined_app. auto.
      + destruct (pair_dec (norm x y) (norm (f i) (f j))) as [E|D].
        * left. apply norm_inj in E. destruct E as [[-> ->]|[-> ->]]; [exists i, j|exists j, i];
            (split; [apply joined_app; right|auto]); [left|right]; now left.
        * right. split; auto. now apply in_in_remove.
    - intros x y Hx. apply in_remove in Hx. now apply (r_F _ _ _ _ _ R).
    - intros x y c J Hx. apply in_remove in Hx. destruct Hx as [Hx D]. apply joined_app in J. destruct J as [J|J].
      + now apply (r_apart _ _ _ _ _ R) in J.
      + apply One in J. tauto.
    - intros e He. apply in_remove in He. now apply (r_normed _ _ _ _ _ R).
    - assert (G : forall l, NoDup l -> NoDup (remove pair_dec (norm (f i) (f j)) l)); [|apply G, R].
      induction 1 as [|x l Nx ND IH]; cbn [remove]; [constructor|]. destruct (pair_dec (norm (f i) (f j)) x); auto.
        constructor; auto.
      intros Hx. apply in_remove in Hx. tauto.
    - intros x y z J1 J2 J3 Hx. apply in_remove in Hx. now apply (r_triangle _ _ _ _ _ R) with (z := z) in J1.
    - intros x y St Hx. apply in_remove in Hx. now apply (r_star _ _ _ _ _ R) with (y := y) in St.
  Qed.
  Lemma recall_length (e : nat * nat) F : In e F -> S (length (remove pair_dec e F)) <= length F.
  Proof. intros K. now apply remove_length_lt. Qed.
  (** More vertices have names. *)
  Lemma renamed f n H F P g m : remembers f n H F P -> n <= m -> (forall i, i < n -> g i = f i) ->
    (forall i j, i < m -> j < m -> g i = g j -> i = j) -> remembers g m H F P.
  Proof.
    intros R L E Inj. assert (Old : forall i j c, joined H i j c -> g i = f i /\ g j = f j).
    { intros i j c J. destruct (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R) J). auto. }
    constructor; auto; try apply R.
    - intros i j c Hx. apply (r_inside _ _ _ _ _ R) in Hx. lia.
    - intros i j c J. destruct (Old _ _ _ J) as [-> ->]. now apply (r_H _ _ _ _ _ R).
    - intros x y c J. destruct (r_P _ _ _ _ _ R _ _ _ J) as [(i&j&Jh&E1&E2)|K]; [left|now right].
      exists i, j. destruct (Old _ _ _ Jh) as [-> ->]. auto.
    - intros i j c J. destruct (Old _ _ _ J) as [-> ->]. now apply (r_apart _ _ _ _ _ R) with c.
  Qed.
  Lemma starry_cons but u v c P x : starry but ((u, v, c) :: P) x ->
    starry but P x \/ c = b /\ (x = u \/ x = v) /\ starry (S but) P x.
  Proof.
    intros (S0&l&ND&L&J).
    assert (One : forall z, (forall y, joined ((u, v, c) :: P) x y b -> joined P x y b \/ y = z) ->
      starry (S but) P x).
    { intros z Jz. split; auto. exists (filter (fun y => negb (Nat.eqb y z)) l). split; [now apply NoDup_filter|]. split.
      - assert (K : length l <= length (z :: filter (fun y => negb (Nat.eqb y z)) l)); [|cbn in K; lia].
        apply NoDup_incl_length; auto. intros y Hy. destruct (Nat.eq_dec z y) as [->|D]; [now left|right].
        apply filter_In. split; auto. now apply negb_true_iff, Nat.eqb_neq, not_eq_sym.
      - intros y Hy. apply filter_In in Hy. destruct Hy as [Hy D]. apply negb_true_iff, Nat.eqb_neq in D.
        destruct (Jz y (J y Hy)); tauto. }
    destruct (Nat.eq_dec c b) as [->|Dc].
    - destruct (Nat.eq_dec x u) as [->|Du]; [|destruct (Nat.eq_dec x v) as [->|Dv]].
      + right. split; auto. split; auto. apply (One v). intros y K. apply joined_cons in K. destruct K as [K|[_ K]]; auto.
        apply norm_inj in K. right. intuition congruence.
      + right. split; auto. split; auto. apply (One u). intros y K. apply joined_cons in K. destruct K as [K|[_ K]]; auto.
        apply norm_inj in K. right. intuition congruence.
      + left. split; auto. exists l. split; auto. split; auto. intros y Hy. apply J, joined_cons in Hy.
        destruct Hy as [Hy|[_ Hy]]; auto. apply norm_inj in Hy. intuition congruence.
    - left. split; auto. exists l. split; auto. split; auto. intros y Hy. apply J, joined_cons in Hy. tauto.
  Qed.
  (** The edge u w, where the pair u v is drawn. *)
  Definition matters (F : list (nat * nat)) (P : board) (u v w : nat) : Prop :=
    In (norm u w) F /\ (joined P v w b \/ starry 1 P u).
  (** Painter's answer to a free pair. *)
  Lemma answered f n H F P p q c : remembers f n H F P -> p < n -> q < n -> p <> q ->
    (forall d, ~ joined P (f p) (f q) d) -> c < length targets ->
    (c = b -> forall w, ~ matters F P (f p) (f q) w /\ ~ matters F P (f q) (f p) w) ->
    remembers f n (H ++ [(p, q, c)]) F ((f p, f q, c) :: P).
  Proof.
    intros R Lp Lq Dpq Fr Lc Ma.
    assert (Tr : c = b -> forall w, joined P (f p) w b -> joined P (f q) w b -> ~ In (norm (f p) w) F /\
      ~ In (norm (f q) w) F).
    { intros E w J1 J2. destruct (Ma E w) as [M1 M2]. split; intros K; [apply M1|apply M2]; split; auto. }
    assert (Df : f p <> f q) by (intros E; apply Dpq, (r_inj _ _ _ _ _ R); auto).
    assert (Nf : ~ In (norm (f p) (f q)) F) by (intros K; apply (Fr b), (r_F _ _ _ _ _ R), K).
    assert (More : forall x y d, joined P x y d -> joined ((f p, f q, c) :: P) x y d).
    { intros x y d [J|J]; [left|right]; now right. }
    constructor; try apply R.
    - intros x y d Hx. apply in_app_or in Hx. destruct Hx as [Hx|[E|[]]]; [now apply (r_inside _ _ _ _ _ R) in Hx|].
      inversion E; subst; auto.
    - intros x y d J. apply joined_app in J. destruct J as [J|J]; [now apply More, (r_H _ _ _ _ _ R)|].
      destruct J as [[E|[]]|[E|[]]]; inversion E; subst; [left|right]; now left.
    - intros x y d J. apply joined_cons in J. destruct J as [J|[<- E]].
      + destruct (r_P _ _ _ _ _ R _ _ _ J) as [(i&j&Jh&E1&E2)|K]; [left|now right].
        exists i, j. split; auto. apply joined_app. auto.
      + left. apply norm_inj in E. destruct E as [[-> ->]|[-> ->]]; [exists p, q|exists q, p];
          (split; [apply joined_app; right|auto]); [left|right]; now left.
    - intros x y Hx. apply More, (r_F _ _ _ _ _ R), Hx.
    - intros x y d J. apply joined_app in J. destruct J as [J|J]; [now apply (r_apart _ _ _ _ _ R) with d|].
      destruct J as [[E|[]]|[E|[]]]; inversion E; subst; auto. now rewrite norm_sym.
    - intros x y d J. apply joined_cons in J. destruct J as [J|[_ E]]; [now apply (r_loops _ _ _ _ _ R) in J|].
      intros ->. apply norm_inj in E. intuition congruence.
    - intros x y z J1 J2 J3 K. assert (Jk := r_F _ _ _ _ _ R _ _ K).
      apply joined_cons in J2, J3. destruct J2 as [J2|[Ec E2]], J3 as [J3|[Ec' E3]].
      + exact (r_triangle _ _ _ _ _ R x y z Jk J2 J3 K).
      + (* x z is the pair, y the third vertex *)
        apply norm_inj in E3. destruct E3 as [[-> ->]|[-> ->]].
        * destruct (Tr Ec' y Jk (joined_sym _ _ _ _ J2)) as [T _]. auto.
        * destruct (Tr Ec' y (joined_sym _ _ _ _ J2) Jk) as [_ T]. auto.
      + apply norm_inj in E2. rewrite norm_sym in K. apply joined_sym in Jk. destruct E2 as [[-> ->]|[-> ->]].
        * destruct (Tr Ec x Jk (joined_sym _ _ _ _ J3)) as [T _]. auto.
        * destruct (Tr Ec x (joined_sym _ _ _ _ J3) Jk) as [_ T]. auto.
      + assert (x = y); [|subst; now apply (r_loops _ _ _ _ _ R) in Jk].
        apply norm_inj in E2, E3. intuition congruence.
    - intros x y St K. apply starry_cons in St.
      destruct St as [St|(Ec&[-> | ->]&St)]; [exact (r_star _ _ _ _ _ R _ _ St K)| |];
        [apply (proj1 (Ma Ec y))|apply (proj2 (Ma Ec y))]; split; auto.
    - intros x y d [E|Hx]; [now inversion E; subst|]. eapply (r_coloured _ _ _ _ _ R); eauto.
  Qed.
  (** An edge that closes no triangle and no star is forgotten. *)
  Lemma forgotten f n H F P u v : remembers f n H F P -> u <> v -> (forall d, ~ joined P u v d) ->
    (forall w, joined P u w b -> joined P v w b -> False) -> ~ starry 1 P u -> ~ starry 1 P v ->
    remembers f n H (norm u v :: F) ((u, v, b) :: P).
  Proof.
    intros R D Fr Tr Nu Nv.
    assert (More : forall x y d, joined P x y d -> joined ((u, v, b) :: P) x y d).
    { intros x y d [J|J]; [left|right]; now right. }
    constructor; try apply R.
    - intros i j c J. apply More. now apply (r_H _ _ _ _ _ R).
    - intros x y d J. apply joined_cons in J. destruct J as [J|[<- E]].
      + destruct (r_P _ _ _ _ _ R _ _ _ J) as [K|[-> K]]; [now left|right; split; auto; now right].
      + right. split; auto. rewrite E. now left.
    - intros x y [E|K]; [|now apply More, (r_F _ _ _ _ _ R)]. apply joined_norm with u v; auto. left. now left.
    - intros i j c J [E|K]; [|now apply (r_apart _ _ _ _ _ R) in J]. apply (r_H _ _ _ _ _ R) in J.
      apply (Fr c). now apply joined_norm with (f i) (f j).
    - intros e [<-|K]; [|now apply (r_normed _ _ _ _ _ R)]. unfold norm. cbn. f_equal; lia.
    - constructor; [|apply R]. intros K. apply (Fr b), (r_F _ _ _ _ _ R), K.
    - intros x y d J. apply joined_cons in J. destruct J as [J|[_ E]]; [now apply (r_loops _ _ _ _ _ R) in J|].
      intros ->. apply norm_inj in E. intuition congruence.
    - assert (T : forall x y z, joined ((u, v, b) :: P) x z b -> joined ((u, v, b) :: P) y z b -> norm x y = norm u v ->
      x <> y
        -> False).
      { intros x y z J1 J2 E Dxy. apply joined_cons in J1, J2. destruct J1 as [J1|[_ E1]].
        - destruct J2 as [J2|[_ E2]].
          + apply norm_inj in E. destruct E as [[-> ->]|[-> ->]]; eauto.
          + rewrite <- E2 in E. apply norm_inj in E. assert (x = z) by (intuition congruence). subst.
            now apply (r_loops _ _ _ _ _ R) in J1.
        - rewrite <- E1 in E. apply norm_inj in E. assert (y = z) by (intuition congruence). subst.
          destruct J2 as [J2|[_ E2]]; [now apply (r_loops _ _ _ _ _ R) in J2|]. apply norm_inj in E2. intuition
            congruence. }
      intros x y z J1 J2 J3 [E|K].
      + apply (T x y z J3 J2); auto. intros ->. apply norm_inj in E. intuition congruence.
      + assert (Jk := r_F _ _ _ _ _ R _ _ K).
        apply joined_cons in J2, J3. destruct J2 as [J2|[_ E2]].
        * destruct J3 as [J3|[_ E3]]; [exact (r_triangle _ _ _ _ _ R x y z Jk J2 J3 K)|].
          apply norm_inj in E3. destruct E3 as [[-> ->]|[-> ->]]; [apply (Tr y)|apply (Tr y)]; auto using joined_sym.
        * destruct J3 as [J3|[_ E3]].
          -- apply norm_inj in E2. destruct E2 as [[-> ->]|[-> ->]]; apply (Tr x); auto using joined_sym.
          -- assert (x = y); [|subst; now apply (r_loops _ _ _ _ _ R) in Jk].
             apply norm_inj in E2, E3. intuition congruence.
    - intros x y St K. apply starry_cons in St. destruct St as [St|(_&[-> | ->]&St)]; [|tauto|tauto].
      destruct K as [E|K]; [|exact (r_star _ _ _ _ _ R _ _ St K)]. apply norm_inj in E.
      assert (u = x \/ v = x) as [<- | <-] by tauto; [apply Nu|apply Nv];
        (destruct St as (S0&l&ND&L&J); split; auto; exists l; repeat split; auto; lia).
    - intros x y d [E|Hx]; [inversion E; subst; exact b_fits|]. eapply (r_coloured _ _ _ _ _ R); eauto.
  Qed.

  (** * Moves *)

  (** Whether Painter survives an answer, which is checked elsewhere: with so many rounds left, on so many vertices. *)
  Variable most : nat.
  Variable survives : nat -> nat -> board -> nat -> nat -> nat -> bool.
  Hypothesis survives_safe : forall k n H p q c, inside H n -> no_target H -> p < n -> q < n -> p <> q ->
    c < length targets -> (forall d, ~ joined H p q d) -> k < most -> survives k n H p q c = true ->
    safe k n (H ++ [(p, q, c)]).

  Definition blue (H : board) (i j : nat) : bool := joinedb H i j b.
  Definition blue_degree (H : board) (m x : nat) : nat := length (filter (blue H x) (seq 0 m)).
  Definition is_starry (but : nat) (H : board) (m x : nat) : bool :=
    Nat.ltb 0 star &&& Nat.leb star (blue_degree H m x + but).
  Definition in_triangle (H : board) (m i j : nat) : bool := any (fun z => blue H i z &&& blue H j z) (seq 0 m).

  (** Sublists of at most so many. *)
  Fixpoint choices (most : nat) (l : list nat) : list (list nat) :=
    match l, most with
    | x :: l, S most' => map (cons x) (choices most' l) ++ choices most l
    | _, _ => [[]]
    end.

  (** In a position of n vertices Builder, who has k rounds, draws the pair p q. *)
  Section Pair.
    Variables k n : nat.
    Variable H : board.
    Variables p q : nat.
    (** Forgotten edges at p and q that he draws with it, the other end second, and how many vertices there are then. *)
    Definition set := (nat * list (nat * nat))%type.
    Definition drawn (A : list (nat * nat)) : board := H ++ map (fun e => (fst e, snd e, b)) A.
    Definition holds (x y : set) : bool :=
      Nat.leb (fst y) (fst x) &&& every (fun e => any (fun e' => Nat.eqb (fst e) (fst e') &&& Nat.eqb (snd e) (snd e'))
        (snd x)) (snd y).
    (** None of them can have been forgotten: it is in a blue triangle or a blue star. *)
    Definition closes (D : board) (m : nat) (A : list (nat * nat)) : bool :=
      any (fun e => if in_triangle D m (fst e) (snd e) then true else any (is_starry 0 D m) [fst e; snd e]) A.

    (** What a triangle or a star through the pair lacks. Of new vertices, which are alike, the first are taken. *)
    Definition others (m : nat) : list nat := filter (fun w => negb (Nat.eqb w p) &&& negb (Nat.eqb w q)) (seq 0 m).
    Definition lacks (D : board) (x w : nat) : option (list (nat * nat)) :=
      if blue D x w then Some [] else if is_free D x w then Some [(x, w)] else None.
    Definition triangles (D : board) (m : nat) : list set :=
      (S m, [(p, m); (q, m)]) ::
      flat_map (fun w => match lacks D p w, lacks D q w with Some L, Some L' => [(m, L ++ L')] | _, _ => [] end)
        (others m).
    Definition stars (D : board) (m left x : nat) : list set :=
      let lack := pred star - blue_degree D m x in
      if Nat.leb lack left then
        map (fun olds => let news := lack - length olds in (m + news, map (pair x) (olds ++ seq m news)))
          (choices lack (filter (is_free D x) (others m)))
      else [].

    (** Sets by their sizes; of two of which one holds the other the older one is enough. *)
    Fixpoint put (i : nat) (x : set) (levels : list (list set)) : list (list set) :=
      match i, levels with
      | O, [] => [[x]]
      | O, l :: levels => (if any (holds x) l then l else x :: l) :: levels
      | S i, [] => [] :: put i x []
      | S i, l :: levels => l :: put i x levels
      end.
    Definition larger (D : board) (m : nat) (A : list (nat * nat)) (left : nat) (levels : list (list set))
      : list (list set) :=
      fold_left (fun levels (x : set) =>
        let size := length (snd x) in
        if Nat.ltb 0 size &&& Nat.leb size left then put (pred size) (fst x, A ++ snd x) levels else levels)
        (triangles D m ++ stars D m left p ++ stars D m left q) levels.

    (** The pair closes something without any of them. *)
    Definition closed : bool := if in_triangle H n p q then true else any (is_starry 1 H n) [p; q].
    (** Sets that are answered with another colour settle those that hold one. A set that only blue answers, or none that
        the pair closes nothing with, leaves larger ones to be looked at. *)
    Fixpoint answered_all (level settled : list set) (levels : list (list set)) : option (list set * list (list set)) :=
      match level with
      | [] => Some (settled, levels)
      | x :: level =>
          if any (holds x) settled then answered_all level settled levels else
          let (m, A) := x in
          let D := drawn A in
          if closes D m A then answered_all level settled levels else
          let left := k - 1 - length A in
          let is_move := match A with [] => closed | _ => true end in
          if is_move &&& any (fun c => if Nat.eqb c b then false else survives left m D p q c) (seq 0 (length targets))
          then answered_all level (x :: settled) levels
          else if (if is_move then survives left m D p q b else true)
          then answered_all level settled (larger D m A left levels)
          else None
      end.
    Fixpoint sizes (fuel : nat) (settled : list set) (levels : list (list set)) : bool :=
      match fuel, levels with
      | O, _ => false
      | _, [] => true
      | S fuel, level :: levels =>
          match answered_all level settled levels with
          | Some (settled, levels) => sizes fuel settled levels
          | None => false
          end
      end.
    Definition move : bool := sizes (S k) [] [[(n, [])]].

  End Pair.
End Committed.
