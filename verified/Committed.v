(** A Painter who commits herself to a colour unless an edge closes a triangle or a star of it, and forgets the edges
    that do not. *)
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

Lemma is_free_not P u v : is_free P u v = true -> forall c, ~ joined P u v c.
Proof.
  unfold is_free. rewrite every_spec. intros K c [J|J]; specialize (K _ J); cbn in K;
    rewrite ?Nat.eqb_refl in K; destruct (Nat.eqb v u), (Nat.eqb u v); discriminate.
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
  Lemma more_names f n H F P g m : remembers f n H F P -> n <= m -> (forall i, i < n -> g i = f i) ->
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
    { intros z Jz. split; auto. exists (filter (fun y => negb (Nat.eqb y z)) l). split; [now apply NoDup_filter|].
      split.
      - assert (K : length l <= length (z :: filter (fun y => negb (Nat.eqb y z)) l)); [|cbn in K; lia].
        apply NoDup_incl_length; auto. intros y Hy. destruct (Nat.eq_dec z y) as [->|D]; [now left|right].
        apply filter_In. split; auto. now apply negb_true_iff, Nat.eqb_neq, not_eq_sym.
      - intros y Hy. apply filter_In in Hy. destruct Hy as [Hy D]. apply negb_true_iff, Nat.eqb_neq in D.
        destruct (Jz y (J y Hy)); tauto. }
    destruct (Nat.eq_dec c b) as [->|Dc].
    - destruct (Nat.eq_dec x u) as [->|Du]; [|destruct (Nat.eq_dec x v) as [->|Dv]].
      + right. split; auto. split; auto. apply (One v). intros y K. apply joined_cons in K.
        destruct K as [K|[_ K]]; auto. apply norm_inj in K. right. intuition congruence.
      + right. split; auto. split; auto. apply (One u). intros y K. apply joined_cons in K.
        destruct K as [K|[_ K]]; auto. apply norm_inj in K. right. intuition congruence.
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
  Definition blue_at (H : board) (x : nat) : list nat :=
    fold_right (fun e l => let '(u, v, c) := e in
      if Nat.eqb c b then
        let more y := if mem y l then l else y :: l in
        if Nat.eqb u x then more v else if Nat.eqb v x then more u else l
      else l) [] H.
  Definition is_full (but : nat) (near : list nat) : bool :=
    Nat.ltb 0 star &&& Nat.leb star (length near + but).
  Definition is_starry (but : nat) (H : board) (x : nat) : bool := is_full but (blue_at H x).
  Definition meet (near far : list nat) : bool := any (fun z => mem z far) near.
  Definition in_triangle (H : board) (i j : nat) : bool := meet (blue_at H i) (blue_at H j).
  Lemma blue_at_spec H x : NoDup (blue_at H x) /\ forall z, In z (blue_at H x) <-> joined H x z b.
  Proof.
    induction H as [|[[u v] c] H [ND IH]]; cbn [blue_at fold_right].
    { split; [constructor|]. intros z. split; [intros []|intros [[]|[]]]. }
    change (fold_right _ [] H) with (blue_at H x).
    assert (More : forall y, NoDup (if mem y (blue_at H x) then blue_at H x else y :: blue_at H x) /\ forall z,
      In z (if mem y (blue_at H x) then blue_at H x else y :: blue_at H x) <-> z = y \/ joined H x z b).
    { intros y. destruct (mem y (blue_at H x)) eqn:E.
      - apply mem_spec in E. split; auto. intros z. rewrite IH. split; auto. intros [->|J]; auto. now apply IH.
      - split.
        + constructor; auto. intros K. apply mem_spec in K. congruence.
        + intros z. cbn [In]. rewrite IH. intuition. }
    assert (Cons : forall z, joined ((u, v, c) :: H) x z b <->
      c = b /\ (u = x /\ v = z \/ v = x /\ u = z) \/ joined H x z b).
    { intros z. unfold joined. cbn [In]. split.
      - intros [[E|J]|[E|J]]; try (inversion E; subst); auto 6.
      - intros [[-> [[-> ->]|[-> ->]]]|[J|J]]; auto. }
    destruct (Nat.eqb_spec c b) as [->|Dc]; [destruct (Nat.eqb_spec u x) as [->|Du];
      [|destruct (Nat.eqb_spec v x) as [->|Dv]]|].
    - split; [apply More|]. intros z. rewrite Cons, (proj2 (More v)). intuition congruence.
    - split; [apply More|]. intros z. rewrite Cons, (proj2 (More u)). intuition congruence.
    - split; auto. intros z. rewrite Cons, IH. tauto.
    - split; auto. intros z. rewrite Cons, IH. tauto.
  Qed.

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
    Definition closes (D : board) (A : list (nat * nat)) : bool :=
      any (fun e => let near := blue_at D (fst e) in let far := blue_at D (snd e) in
        if meet near far then true else any (is_full 0) [near; far]) A.

    (** What a triangle or a star through the pair lacks. Of new vertices, which are alike, the first are taken. *)
    Definition others (m : nat) : list nat := filter (fun w => negb (Nat.eqb w p) &&& negb (Nat.eqb w q)) (seq 0 m).
    Definition lacks (D : board) (x w : nat) : option (list (nat * nat)) :=
      if blue D x w then Some [] else if is_free D x w then Some [(x, w)] else None.
    Definition triangles (D : board) (m : nat) : list set :=
      (S m, [(p, m); (q, m)]) ::
      flat_map (fun w => match lacks D p w, lacks D q w with Some L, Some L' => [(m, L ++ L')] | _, _ => [] end)
        (others m).
    Definition stars (D : board) (m left x : nat) : list set :=
      let lack := pred star - length (blue_at D x) in
      if Nat.leb lack left then
        map (fun olds => let news := lack - length olds in (m + news, map (pair x) (olds ++ seq m news)))
          (choices lack (filter (is_free D x) (others m)))
      else [].

    Definition lacking (D : board) (m left : nat) : list set := triangles D m ++ stars D m left p ++ stars D m left q.

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
        let A := A ++ snd x in
        if Nat.ltb 0 size &&& Nat.leb size left &&& negb (closes (drawn A) A) then put (pred size) (fst x, A) levels
        else levels) (lacking D m left) levels.

    (** The pair closes something without any of them. *)
    Definition closed : bool := if in_triangle H p q then true else any (is_starry 1 H) [p; q].
    (** A set that another colour answers settles those that hold it; after one that only blue answers come larger
        ones. *)
    Fixpoint answered_all (level settled : list set) (levels : list (list set)) : option (list set * list (list set)) :=
      match level with
      | [] => Some (settled, levels)
      | x :: level =>
          if any (holds x) settled then answered_all level settled levels else
          let (m, A) := x in
          let D := drawn A in
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

    (** ** No move is missed *)
    Hypothesis p_in : p < n.
    Hypothesis q_in : q < n.
    Hypothesis apart : p <> q.
    Definition is_set (x : set) : Prop :=
      n <= fst x /\ NoDup (snd x) /\ forall i w, In (i, w) (snd x) -> (i = p \/ i = q) /\ w < fst x /\ w <> p /\ w <> q.
    Definition all (Q : set -> Prop) (levels : list (list set)) : Prop := forall l x, In l levels -> In x l -> Q x.
    Definition some (Q : set -> Prop) (levels : list (list set)) : Prop := exists l x, In l levels /\ In x l /\ Q x.

    Lemma holds_spec x y : holds x y = true -> fst y <= fst x /\ incl (snd y) (snd x).
    Proof.
      unfold holds. rewrite and_true, Nat.leb_le, every_spec. intros [L I]. split; auto. intros [i w] Hw.
      apply I, any_spec in Hw. destruct Hw as ([i' w']&Hw&E). cbn in E. rewrite and_true, !Nat.eqb_eq in E.
      destruct E as [-> ->]. exact Hw.
    Qed.
    Lemma put_all (Q : set -> Prop) i x : Q x -> forall levels, all Q levels -> all Q (put i x levels).
    Proof.
      intros K. induction i as [|i IH]; intros [|l levels] A; cbn [put].
      - intros l' x' [<-|[]] [<-|[]]. exact K.
      - intros l' x' [<-|Hl] Hx; [|now apply (A l'); [right|]].
        destruct (any _ _); [|destruct Hx as [<-|Hx]; auto]; now apply (A l); [left|].
      - intros l' x' [<-|Hl] Hx; [destruct Hx|]. apply (IH [] ltac:(intros ? ? []) l' x' Hl Hx).
      - intros l' x' [<-|Hl] Hx; [now apply (A l); [left|]|]. apply (IH levels) with l'; auto.
        intros l2 x2 H2. apply A. now right.
    Qed.
    Lemma put_old (Q : set -> Prop) i x : forall levels, some Q levels -> some Q (put i x levels).
    Proof.
      induction i as [|i IH]; intros [|l levels] (l'&x'&Hl&Hx&K); try destruct Hl as [<-|Hl]; try (destruct Hl);
        cbn [put].
      - eexists. exists x'. split; [now left|]. split; auto. destruct (any _ _); auto. now right.
      - exists l', x'. split; auto. now right.
      - exists l, x'. split; auto. now left.
      - destruct (IH levels) as (l2&x2&H2&K2); [exists l', x'; auto|]. exists l2, x2. split; auto. now right.
    Qed.
    Lemma put_new (Q : set -> Prop) i x : Q x -> (forall y, holds x y = true -> Q y) ->
      forall levels, some Q (put i x levels).
    Proof.
      intros K Le. induction i as [|i IH]; intros [|l levels]; cbn [put].
      - exists [x], x. split; [now left|]. split; auto. now left.
      - destruct (any (holds x) l) eqn:E.
        + apply any_spec in E. destruct E as (y&Hy&E). exists l, y. split; [now left|]. split; auto.
        + exists (x :: l), x. split; [now left|]. split; auto. now left.
      - destruct (IH []) as (l2&x2&H2&K2). exists l2, x2. split; auto. now right.
      - destruct (IH levels) as (l2&x2&H2&K2). exists l2, x2. split; auto. now right.
    Qed.

    Lemma choices_in l : forall k O, In O (choices k l) -> incl O l /\ (NoDup l -> NoDup O).
    Proof.
      assert (Nil : forall O l' : list nat, In O [[]] -> incl O l' /\ (NoDup l' -> NoDup O)).
      { intros O l' [<-|[]]. split; [intros x []|]. intros _. constructor. }
      induction l as [|x l IH]; intros [|k'] O; cbn [choices]; try apply Nil.
      intros HO. apply in_app_or in HO. destruct HO as [HO|HO].
      - apply in_map_iff in HO. destruct HO as (O'&<-&HO). destruct (IH _ _ HO) as [I N]. split.
        + intros y [<-|Hy]; [now left|right; auto].
        + intros ND. inversion ND; subst. constructor; auto.
      - destruct (IH _ _ HO) as [I N]. split; [intros y Hy; right; auto|]. intros ND. inversion ND; auto.
    Qed.
    Lemma choices_filter g l : forall k, length (filter g l) <= k -> In (filter g l) (choices k l).
    Proof.
      induction l as [|x l IH]; intros [|k'] L; cbn [choices filter] in *; try (now left).
      - destruct (g x); [cbn in L; lia|]. destruct (filter g l); [now left|cbn in L; lia].
      - apply in_or_app. destruct (g x); [left|right; now apply IH]. apply in_map, IH. cbn in L. lia.
    Qed.
    Lemma others_in m w : In w (others m) <-> w < m /\ w <> p /\ w <> q.
    Proof. unfold others. rewrite filter_In, in_seq, and_true, !negb_true_iff, !Nat.eqb_neq. lia. Qed.

    (** What is looked at, of whatever position. *)
    Lemma drawn_joined A i w : In (i, w) A -> joined (drawn A) i w b.
    Proof. intros I. left. apply in_or_app. right. apply in_map_iff. exists (i, w). auto. Qed.
    Lemma lacks_in D x w L : lacks D x w = Some L -> L = [] \/ L = [(x, w)] /\ is_free D x w = true.
    Proof.
      unfold lacks. destruct (blue D x w); [intros E; inversion E; auto|]. destruct (is_free D x w); [|discriminate].
      intros E. inversion E. auto.
    Qed.
    Lemma lacking_sets A m left c : is_set (m, A) -> In c (lacking (drawn A) m left) -> is_set (fst c, A ++ snd c).
    Proof.
      intros (Ln&ND&I) Hc. cbn [fst snd] in *.
      assert (X : m <= fst c /\ NoDup (snd c) /\ forall i w, In (i, w) (snd c) -> (i = p \/ i = q) /\ w < fst c /\
        w <> p /\ w <> q /\ (m <= w \/ is_free (drawn A) i w = true)).
      { assert (St : forall x, x = p \/ x = q -> In c (stars (drawn A) m left x) -> m <= fst c /\ NoDup (snd c) /\
          forall i w, In (i, w) (snd c) -> (i = p \/ i = q) /\ w < fst c /\ w <> p /\ w <> q /\
          (m <= w \/ is_free (drawn A) i w = true)).
        { intros x Hx K. unfold stars in K. destruct (Nat.leb _ _); [|destruct K]. apply in_map_iff in K.
          destruct K as (O&<-&HO). apply choices_in in HO. destruct HO as [IO NO]. cbn [fst snd].
          assert (O1 : forall w, In w O -> w < m /\ w <> p /\ w <> q /\ is_free (drawn A) x w = true).
          { intros w Hw. apply IO, filter_In in Hw. rewrite others_in in Hw. tauto. }
          split; [lia|]. split.
          - apply nodup_map; [|intros a e _ _ E; now inversion E]. apply nodup_app.
            + apply NO, NoDup_filter, NoDup_filter, seq_NoDup.
            + apply seq_NoDup.
            + intros w Hw Hs. apply O1 in Hw. apply in_seq in Hs. lia.
          - intros i w Hw. apply in_map_iff in Hw. destruct Hw as (w'&E&Hw). inversion E; subst i w'. clear E.
            apply in_app_or in Hw. destruct Hw as [Hw|Hw]; [apply O1 in Hw|apply in_seq in Hw].
            + split; [exact Hx|]. repeat split; try tauto. lia.
            + split; [exact Hx|]. repeat split; lia. }
        unfold lacking in Hc. rewrite !in_app_iff in Hc. destruct Hc as [Hc|[Hc|Hc]];
          [|apply (St p); auto|apply (St q); auto].
        destruct Hc as [<-|Hc]; cbn [fst snd].
        - split; [lia|]. split.
          + repeat constructor; [|intros []]. intros [E|[]]. inversion E. congruence.
          + intros i w [E|[E|[]]]; inversion E; subst; (split; [auto|]); repeat split; try lia; left; lia.
        - apply in_flat_map in Hc. destruct Hc as (w&Hw&Hc). apply others_in in Hw.
          destruct (lacks _ p w) as [L1|] eqn:E1; [|destruct Hc].
          destruct (lacks _ q w) as [L2|] eqn:E2; [|destruct Hc].
          destruct Hc as [<-|[]]. cbn [fst snd]. apply lacks_in in E1, E2. split; [lia|].
          destruct E1 as [->|[-> E1]], E2 as [->|[-> E2]]; cbn [app].
          + split; [constructor|intros ? ? []].
          + split; [repeat constructor; intros []|]. intros i w' [E|[]]. inversion E; subst. intuition.
          + split; [repeat constructor; intros []|]. intros i w' [E|[]]. inversion E; subst. intuition.
          + split; [repeat constructor; [|intros []]; intros [E|[]]; inversion E; congruence|].
            intros i w' [E|[E|[]]]; inversion E; subst; intuition. }
      destruct X as (Lm&NL&IL). split; cbn [fst snd]; [lia|]. split.
      - apply nodup_app; auto. intros [i w] H1 H2. pose proof (I i w H1) as (_&Lw&_).
        destruct (IL i w H2) as (_&_&_&_&[Ge|Fr]); [lia|]. apply drawn_joined in H1.
        now apply (is_free_not _ _ _ Fr) in H1.
      - intros i w Hw. apply in_app_or in Hw. destruct Hw as [Hw|Hw].
        + apply I in Hw. intuition lia.
        + apply IL in Hw. tauto.
    Qed.

    (** Builder has drawn the pair in a position with forgotten edges. *)
    Variable f : nat -> nat.
    Variable F : list (nat * nat).
    Variable P : board.
    Variable j : nat.
    Hypothesis R : remembers f n H F P.
    Hypothesis free : forall d, ~ joined P (f p) (f q) d.
    Hypothesis none : no_target P.
    Hypothesis paid : S j + length F <= k.
    Hypothesis k_most : k <= most.
    Hypothesis wins : forall c, c < length targets -> builder_wins j ((f p, f q, c) :: P).

    (** The set is among the forgotten edges, with these names of new vertices. *)
    Definition real_by (g : nat -> nat) (x : set) : Prop :=
      (forall i, i < n -> g i = f i) /\ (forall i i', i < fst x -> i' < fst x -> g i = g i' -> i = i') /\
      forall i w, In (i, w) (snd x) -> In (norm (g i) (g w)) F.
    Definition real (x : set) : Prop := exists g, real_by g x.
    Lemma real_less x y : holds x y = true -> real x -> real y.
    Proof.
      intros Hd (g&G1&G2&G3). apply holds_spec in Hd. destruct Hd as [L I]. exists g. repeat split; auto.
      intros i i' Hi Hi'. apply G2; lia.
    Qed.
    Notation image g := (fun e : nat * nat => norm (g (fst e)) (g (snd e))).
    Lemma images_nodup g x : is_set x -> real_by g x -> NoDup (map (image g) (snd x)).
    Proof.
      intros (Ln&ND&I) (G1&G2&_). apply nodup_map; auto. intros [i w] [i' w'] H1 H2 E. cbn [fst snd] in E.
      apply I in H1, H2. assert (i < fst x /\ i' < fst x) by intuition lia.
      apply norm_inj in E. destruct E as [[E1 E2]|[E1 E2]]; apply G2 in E1, E2; try tauto; subst; [auto|].
      exfalso. intuition congruence.
    Qed.
    Lemma images_most g x : is_set x -> real_by g x -> length (snd x) <= length F.
    Proof.
      intros Sx Rx. pose proof (images_nodup g x Sx Rx) as ND. rewrite <- (map_length (image g) (snd x)).
      apply NoDup_incl_length; auto. intros e He. apply in_map_iff in He. destruct He as ([i w]&<-&He).
      now apply (proj2 (proj2 Rx)).
    Qed.
    Lemma recalled g x : is_set x -> real_by g x -> exists F', remembers g (fst x) (drawn (snd x)) F' P /\
      length F' + length (snd x) <= length F /\ incl F' F.
    Proof.
      intros Sx Rx. assert (R0 : remembers g (fst x) H F P).
      { destruct Sx as (Ln&_&_), Rx as (G1&G2&_). apply more_names with f n; auto. }
      assert (X : forall A H F, remembers g (fst x) H F P -> (forall i w, In (i, w) A -> i < fst x /\ w < fst x /\
        In (norm (g i) (g w)) F) -> NoDup (map (image g) A) -> exists F', remembers g (fst x)
        (H ++ map (fun e => (fst e, snd e, b)) A) F' P /\ length F' + length A <= length F /\ incl F' F).
      { clear. induction A as [|[i w] A IH]; intros H F R I ND.
        - exists F. cbn. rewrite app_nil_r. split; auto. split; [lia|apply incl_refl].
        - cbn [map fst snd] in ND. inversion ND as [|e l N ND']; subst. destruct (I i w ltac:(now left)) as (Li&Lw&K).
          destruct (IH (H ++ [(i, w, b)]) (remove pair_dec (norm (g i) (g w)) F)) as (F'&R'&L&Inc); auto.
          + now apply recall.
          + intros i' w' Hw. destruct (I i' w' ltac:(now right)) as (Li'&Lw'&K'). repeat split; auto.
            apply in_in_remove; auto. intros E. apply N, in_map_iff. exists (i', w'). auto.
          + exists F'. rewrite <- app_assoc in R'. split; [exact R'|]. pose proof (recall_length _ _ K).
            cbn [length]. split; [lia|]. intros e He. apply Inc, in_remove in He. tauto. }
      apply X; auto.
      - intros i w Hw. destruct Sx as (Ln&_&I). pose proof (I i w Hw). split; [intuition lia|].
        split; [tauto|]. now apply (proj2 (proj2 Rx)).
      - now apply images_nodup.
    Qed.
    Lemma is_starry_spec but g m D F' x : remembers g m D F' P -> is_starry but D x = true -> x < m ->
      starry but P (g x).
    Proof.
      unfold is_starry, is_full. rewrite and_true, Nat.ltb_lt, Nat.leb_le. intros R' [S0 L] Lx. split; auto.
      destruct (blue_at_spec D x) as [ND J]. exists (map g (blue_at D x)).
      split; [|split; [rewrite map_length; exact L|]].
      - apply nodup_map; auto. intros a c Ha Hc. apply J, (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R')) in Ha, Hc.
        now apply (r_inj _ _ _ _ _ R').
      - intros y Hy. apply in_map_iff in Hy. destruct Hy as (w&<-&Hw). now apply (r_H _ _ _ _ _ R'), J.
    Qed.
    Lemma closes_not g x : is_set x -> real_by g x -> closes (drawn (snd x)) (snd x) = true -> False.
    Proof.
      intros Sx Rx K. destruct (recalled g x Sx Rx) as (F'&R'&_). unfold closes in K. apply any_spec in K.
      destruct K as ([i w]&Hw&K). cbn [fst snd] in K. pose proof (proj2 (proj2 Rx) i w Hw) as Fw.
      pose proof (proj2 (proj2 Sx) i w Hw) as (Hi&Lw&_). assert (Li : i < fst x) by (destruct Sx; intuition lia).
      destruct (meet _ _) eqn:E.
      - apply any_spec in E. destruct E as (z&E1&E2). apply mem_spec, blue_at_spec in E2. apply blue_at_spec in E1.
        apply (r_H _ _ _ _ _ R') in E1, E2.
        apply (r_triangle _ _ _ _ _ R (g i) (g w) (g z)); auto. now apply (r_F _ _ _ _ _ R).
      - apply any_spec in K. destruct K as (near&Hn&K).
        assert (Hv : exists v, In v [i; w] /\ near = blue_at (drawn (snd x)) v).
        { destruct Hn as [<-|[<-|[]]]; [exists i|exists w]; cbn; auto. }
        destruct Hv as (v&Hv&->). change (is_starry 0 (drawn (snd x)) v = true) in K.
        assert (Lv : v < fst x) by (destruct Hv as [<-|[<-|[]]]; auto). eapply is_starry_spec in K; eauto.
        apply (r_star _ _ _ _ _ R (g v) (g (if Nat.eqb v i then w else i)) K).
        destruct (Nat.eqb_spec v i) as [->|D]; auto. destruct Hv as [->|[->|[]]]; [congruence|]. now rewrite norm_sym.
    Qed.
    Lemma answer_ends g x F' c : is_set x -> real_by g x -> remembers g (fst x) (drawn (snd x)) F' P ->
      length F' + length (snd x) <= length F -> c < length targets ->
      survives (k - 1 - length (snd x)) (fst x) (drawn (snd x)) p q c = true ->
      (c = b -> forall w, ~ matters F' P (f p) (f q) w /\ ~ matters F' P (f q) (f p) w) -> False.
    Proof.
      intros (Ln&_) (G1&_) R' L Lc K Ma. rewrite <- !G1 in Ma by auto.
      assert (Fr : forall d, ~ joined P (g p) (g q) d) by (now rewrite !G1 by auto).
      apply survives_safe in K; auto; try apply R'; try lia.
      - eapply K; [eapply answered; eauto; lia| |rewrite !G1 by auto; exact (wins c Lc)]. lia.
      - intros d T E (phi&I&J). apply (none d T E). exists (fun y => g (phi y)). split.
        + assert (V : forall y, In y (vertices T) -> phi y < fst x).
          { intros y Hy. apply of_vertices in Hy. destruct Hy as (z&[Hz|Hz]); apply J in Hz;
              now apply (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R')) in Hz. }
          intros y z Hy Hz Q. apply I; auto. apply (r_inj _ _ _ _ _ R'); auto.
        + intros y z Hyz. now apply (r_H _ _ _ _ _ R'), J.
      - intros d J. apply (Fr d), (r_H _ _ _ _ _ R'), J.
    Qed.

    (** What is forgotten and matters is in a larger set. *)
    Lemma extended (g : nat -> nat) m (N : list nat) : (forall i i', i < m -> i' < m -> g i = g i' -> i = i') ->
      NoDup N -> (forall v i, In v N -> i < m -> g i <> v) -> exists g', (forall i, i < m -> g' i = g i) /\
      (forall i i', i < m + length N -> i' < m + length N -> g' i = g' i' -> i = i') /\
      forall i, m <= i -> i < m + length N -> In (g' i) N.
    Proof.
      intros G ND New. exists (fun i => if Nat.ltb i m then g i else nth (i - m) N 0).
      assert (V : forall i, m <= i -> i < m + length N -> In (nth (i - m) N 0) N) by (intros; apply nth_In; lia).
      split; [|split].
      - intros i Hi. now apply Nat.ltb_lt in Hi as ->.
      - intros i i' Hi Hi'. destruct (Nat.ltb_spec i m), (Nat.ltb_spec i' m); intros E; auto.
        + exfalso. apply (New (nth (i' - m) N 0) i); auto.
        + exfalso. apply (New (nth (i - m) N 0) i'); auto.
        + rewrite (NoDup_nth N 0) in ND. apply ND in E; lia.
      - intros i Hi Hi'. destruct (Nat.ltb_spec i m); [lia|]. now apply V.
    Qed.
    Lemma lacks_spec g m D F' x w : remembers g m D F' P -> x < m -> w < m -> joined P (g x) (g w) b ->
      exists L, lacks D x w = Some L /\ (forall i v, In (i, v) L -> In (norm (g i) (g v)) F') /\
      (In (norm (g x) (g w)) F' -> L <> []).
    Proof.
      intros R' Lx Lw J. unfold lacks. destruct (blue D x w) eqn:E.
      - apply joinedb_spec in E. exists []. split; auto. split; [intros ? ? []|]. intros K.
        now apply (r_apart _ _ _ _ _ R') in E.
      - destruct (r_P _ _ _ _ _ R' _ _ _ J) as [(i&v&Jh&E1&E2)|[_ K]].
        + destruct (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R') Jh) as [L1 L2].
          apply (r_inj _ _ _ _ _ R') in E1, E2; auto. subst. apply joinedb_spec in Jh. unfold blue in E. congruence.
        + destruct (is_free D x w) eqn:Fr.
          * exists [(x, w)]. split; auto. split; [|discriminate]. intros i v [Q|[]]. now inversion Q; subst.
          * apply is_free_spec in Fr. destruct Fr as (c&Jc). exfalso. now apply (r_apart _ _ _ _ _ R') in Jc.
    Qed.
    Lemma larger_one g m A F' x y w : is_set (m, A) -> real_by g (m, A) -> remembers g m (drawn A) F' P -> incl F' F ->
      x = p /\ y = q \/ x = q /\ y = p -> matters F' P (g x) (g y) w ->
      exists c, In c (lacking (drawn A) m (k - 1 - length A)) /\ 0 < length (snd c) /\
        length (snd c) <= k - 1 - length A /\ real (fst c, A ++ snd c).
    Proof.
      intros Sx Rx R' Inc Hxy [Fw Ma]. set (D := drawn A) in *. pose proof Rx as (G1&G2&G3). cbn [fst snd] in G2, G3.
      pose proof Sx as (Ln&_&IA). cbn [fst snd] in Ln, IA.
      assert (Lxy : x < m /\ y < m /\ x <> y /\ (x = p \/ x = q) /\ (y = p \/ y = q)) by (intuition (subst; auto; lia)).
      destruct Lxy as (Lx&Ly&Dxy&Hx&Hy).
      assert (Fr : forall d, ~ joined P (g x) (g y) d).
      { intros d J. apply (free d). destruct Hxy as [[-> ->]|[-> ->]]; rewrite !G1 in J by auto;
        auto using joined_sym. }
      assert (Enough : forall c g', In c (lacking D m (k - 1 - length A)) \/ (length (snd c) <= k - 1 - length A ->
          In c (lacking D m (k - 1 - length A))) -> is_set (fst c, A ++ snd c) -> 0 < length (snd c) ->
        (forall i, i < m -> g' i = g i) -> (forall i i', i < fst c -> i' < fst c -> g' i = g' i' -> i = i') ->
        (forall i v, In (i, v) (snd c) -> In (norm (g' i) (g' v)) F') -> exists c,
        In c (lacking D m (k - 1 - length A)) /\ 0 < length (snd c) /\ length (snd c) <= k - 1 - length A /\
        real (fst c, A ++ snd c)).
      { intros c g' Hc Sc Nc E Inj Im. assert (Rc : real_by g' (fst c, A ++ snd c)).
        { split; [|split]; cbn [fst snd]; auto.
          - intros i Hi. rewrite E, G1 by lia. reflexivity.
          - intros i v Hv. apply in_app_or in Hv. destruct Hv as [Hv|Hv]; auto.
            destruct (IA i v Hv) as (Hi&Lv&_). rewrite !E by (auto; intuition lia). auto. }
        pose proof (images_most g' _ Sc Rc) as Most. cbn [snd] in Most. rewrite app_length in Most.
        assert (length (snd c) <= k - 1 - length A) by lia.
        exists c. split; [tauto|]. split; auto. split; auto. now exists g'. }
      assert (Known : forall v, joined P (g x) v b -> (exists i, i < m /\ g i = v) \/ In (norm (g x) v) F').
      { intros v J. destruct (r_P _ _ _ _ _ R' _ _ _ J) as [(i&i'&Jh&E1&E2)|[_ K]]; auto. left. exists i'. split; auto.
        now apply (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R')) in Jh. }
      pose proof (r_F _ _ _ _ _ R' _ _ Fw) as Jw. destruct Ma as [Jy|St].
      - (* a triangle *)
        destruct (in_dec Nat.eq_dec w (map g (seq 0 m))) as [Old|New].
        + apply in_map_iff in Old. destruct Old as (i&<-&Hi). apply in_seq in Hi.
          assert (J : joined P (g p) (g i) b /\ joined P (g q) (g i) b) by (destruct Hxy as [[-> ->]|[-> ->]]; auto).
          destruct J as [Jp Jq].
          destruct (lacks_spec g m D F' p i) as (L1&E1&I1&N1); auto; try lia.
          destruct (lacks_spec g m D F' q i) as (L2&E2&I2&N2); auto; try lia.
          assert (Hc : In (m, L1 ++ L2) (lacking D m (k - 1 - length A))).
          { unfold lacking, triangles. apply in_or_app. left. right. apply in_flat_map. exists i. rewrite E1, E2.
            split; [|now left]. apply others_in. split; [lia|]. split; intros ->.
            - now apply (r_loops _ _ _ _ _ R) in Jp.
            - now apply (r_loops _ _ _ _ _ R) in Jq. }
          apply (Enough (m, L1 ++ L2) g); auto.
          * now apply (lacking_sets A m (k - 1 - length A) (m, L1 ++ L2)).
          * cbn [snd]. rewrite app_length. assert (X : L1 <> [] \/ L2 <> []).
            { destruct Hxy as [[-> ->]|[-> ->]]; auto. }
            destruct X as [X|X]; [destruct L1|destruct L2]; cbn [length]; try congruence; lia.
          * cbn [snd]. intros i' v Hv. apply in_app_or in Hv. destruct Hv; auto.
        + assert (NewP : forall i, i < m -> g i <> w).
          { intros i Hi E. apply New, in_map_iff. exists i. split; auto. apply in_seq. lia. }
          assert (Fy : In (norm (g y) w) F').
          { destruct (r_P _ _ _ _ _ R' _ _ _ Jy) as [(i&i'&Jh&E1&E2)|[_ K]]; auto. exfalso. apply (NewP i'); auto.
            now apply (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R')) in Jh. }
          destruct (extended g m [w]) as (g'&E1&E2&E3); auto.
          { repeat constructor. intros []. }
          { intros v i [<-|[]]; auto. }
          cbn [length] in E2, E3. assert (Ew : g' m = w) by (destruct (E3 m) as [|[]]; auto; lia).
          assert (Hc : In (S m, [(p, m); (q, m)]) (lacking D m (k - 1 - length A)))
            by (apply in_or_app; left; now left).
          apply (Enough (S m, [(p, m); (q, m)]) g'); auto.
          * now apply (lacking_sets A m (k - 1 - length A) (S m, [(p, m); (q, m)])).
          * cbn. lia.
          * intros i i' Hi Hi'. cbn [fst] in Hi, Hi'. apply E2; lia.
          * cbn [snd]. intros i v Hv.
            assert (v = m /\ (i = x \/ i = y)) as [-> Hi].
            { destruct Hv as [E|[E|[]]]; inversion E; intuition (subst; auto). }
            rewrite Ew. destruct Hi as [-> | ->]; rewrite E1 by auto; auto.
      - (* a star *)
        destruct St as (S0&l&ND&Ls&Jl).
        assert (Less : forall l', NoDup l' -> (forall v, In v l' -> joined P (g x) v b) -> length l' < star).
        { intros l' N' J'. destruct (Nat.lt_ge_cases (length l') star) as [|Ge]; auto. exfalso.
          apply (r_star _ _ _ _ _ R' (g x) w); auto. split; auto. exists l'. repeat split; auto. lia. }
        set (Bl := blue_at D x). set (cand := filter (is_free D x) (others m)).
        set (O := filter (fun i => if in_dec pair_dec (norm (g x) (g i)) F' then true else false) cand).
        set (N := filter (fun v => negb (mem v (map g (seq 0 m)))) l).
        assert (InB : forall i, In i Bl <-> i < m /\ joined D x i b).
        { intros i. unfold Bl. rewrite (proj2 (blue_at_spec D x)). split; [|tauto]. intros J. split; auto.
          now apply (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R')) in J. }
        assert (InO : forall i, In i O <->
          i < m /\ i <> p /\ i <> q /\ is_free D x i = true /\ In (norm (g x) (g i)) F').
        { intros i. unfold O, cand. rewrite !filter_In, others_in. destruct (in_dec _ _ _); intuition discriminate. }
        assert (InN : forall v, In v N <-> In v l /\ forall i, i < m -> g i <> v).
        { intros v. unfold N. rewrite filter_In, negb_true_iff. split; intros [I1 I2]; split; auto.
          - intros i Hi E. assert (T : mem v (map g (seq 0 m)) = true); [|congruence]. apply mem_spec, in_map_iff.
            exists i. split; auto. apply in_seq. lia.
          - destruct (mem v _) eqn:E; auto. apply mem_spec, in_map_iff in E. destruct E as (i&E&Hi). apply in_seq in Hi.
            exfalso. apply (I2 i); auto. lia. }
        assert (FN : forall v, In v N -> In (norm (g x) v) F').
        { intros v Hv. apply InN in Hv. destruct Hv as [Hv New]. destruct (Known v (Jl v Hv)) as [(i&Hi&E)|]; auto.
          exfalso. now apply (New i). }
        assert (NB : NoDup Bl) by apply blue_at_spec.
        assert (NO : NoDup O) by (apply NoDup_filter, NoDup_filter, NoDup_filter, seq_NoDup).
        assert (NN : NoDup N) by (now apply NoDup_filter).
        assert (NBO : NoDup (map g (Bl ++ O))).
        { apply nodup_map.
          - apply nodup_app; auto. intros i Hb Ho. apply InB in Hb. apply InO in Ho. destruct Ho as (_&_&_&Q&_).
            now apply (is_free_not _ _ _ Q b).
          - intros a c Ha Hc. apply in_app_or in Ha, Hc. apply G2;
              [destruct Ha as [Ha|Ha]; [apply InB in Ha|apply InO in Ha]|
               destruct Hc as [Hc|Hc]; [apply InB in Hc|apply InO in Hc]]; tauto. }
        assert (JBO : forall v, In v (map g (Bl ++ O)) -> joined P (g x) v b).
        { intros v Hv. apply in_map_iff in Hv. destruct Hv as (i&<-&Hi). apply in_app_or in Hi. destruct Hi as [Hi|Hi].
          - apply (r_H _ _ _ _ _ R'). now apply InB.
          - apply (r_F _ _ _ _ _ R'). now apply InO. }
        assert (Up : length Bl + length O + length N < star).
        { rewrite <- app_length, <- (map_length g (Bl ++ O)), <- app_length. apply Less.
          - apply nodup_app; auto. intros v Hv Hn. apply in_map_iff in Hv. destruct Hv as (i&<-&Hi). apply InN in Hn.
            apply (proj2 Hn i); auto. apply in_app_or in Hi.
            destruct Hi as [Hi|Hi]; [apply InB in Hi|apply InO in Hi]; tauto.
          - intros v Hv. apply in_app_or in Hv. destruct Hv as [Hv|Hv]; auto. now apply Jl, InN. }
        assert (Low : star <= length Bl + length O + length N + 1).
        { rewrite <- app_length, <- (map_length g (Bl ++ O)), <- app_length.
          assert (K : length l <= length (map g (Bl ++ O) ++ N)); [|lia]. apply NoDup_incl_length; auto. intros v Hv.
          apply in_or_app. destruct (in_dec Nat.eq_dec v (map g (seq 0 m))) as [Old|New].
          - left. apply in_map_iff in Old. destruct Old as (i&<-&Hi). apply in_seq in Hi. apply in_map, in_or_app.
            specialize (Jl _ Hv). destruct (r_P _ _ _ _ _ R' _ _ _ Jl) as [(i1&i2&Jh&E1&E2)|[_ K]].
            + left. destruct (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R') Jh).
              apply G2 in E1, E2; try lia. subst. apply InB. auto.
            + right. apply InO. split; [lia|]. assert (Di : i <> x /\ i <> y).
              { split; intros ->; [now apply (r_loops _ _ _ _ _ R) in Jl|now apply (Fr b)]. }
              split; [intuition congruence|]. split; [intuition congruence|]. split; auto.
              destruct (is_free D x i) eqn:E; auto. apply is_free_spec in E. destruct E as (c&Jc). exfalso.
              now apply (r_apart _ _ _ _ _ R') in Jc.
          - right. apply InN. split; auto. intros i Hi E. apply New, in_map_iff. exists i. split; auto.
            apply in_seq. lia. }
        assert (Some1 : 0 < length O + length N).
        { destruct (Nat.eq_0_gt_0_cases (length O + length N)) as [E|]; auto. exfalso.
          assert (K : length (w :: map g Bl) < star); [|cbn [length] in K; rewrite map_length in K; lia]. apply Less.
          - constructor.
            + intros Hw. apply in_map_iff in Hw. destruct Hw as (i&E2&Hi). apply InB in Hi. destruct Hi as [_ Hi].
              apply (r_apart _ _ _ _ _ R') in Hi. now rewrite E2 in Hi.
            + apply nodup_map; auto. intros a c Ha Hc. apply InB in Ha, Hc. apply G2; tauto.
          - intros v [<-|Hv]; auto. apply JBO. rewrite map_app. apply in_or_app. now left. }
        destruct (extended g m N) as (g'&E1&E2&E3); auto.
        { intros v i Hv Hi. now apply (proj1 (InN v) Hv). }
        set (c := (m + length N, map (pair x) (O ++ seq m (length N))) : set).
        assert (Lc : length (snd c) = length O + length N).
        { unfold c. cbn [snd]. now rewrite map_length, app_length, seq_length. }
        assert (Hs : forall left, length (snd c) <= left -> In c (lacking D m left)).
        { intros left Le. assert (K : In c (stars D m left x)).
          - unfold stars. fold Bl. destruct (Nat.leb_spec (pred star - length Bl) left) as [_|]; [|lia].
            apply in_map_iff. exists O. replace (pred star - length Bl - length O) with (length N) by lia. split; auto.
            apply choices_filter. change (length O <= pred star - length Bl). lia.
          - unfold lacking. rewrite !in_app_iff. destruct Hx as [<-|<-]; auto. }
        assert (Sc : is_set (fst c, A ++ snd c)) by (apply (lacking_sets A m (length (snd c))); auto).
        apply (Enough c g'); auto; [lia|].
        intros i v Hv. unfold c in Hv. cbn [snd] in Hv. apply in_map_iff in Hv. destruct Hv as (v'&E&Hv).
        inversion E; subst i v'. clear E. rewrite (E1 x Lx). apply in_app_or in Hv. destruct Hv as [Hv|Hv].
        + apply InO in Hv. rewrite E1 by tauto. tauto.
        + apply in_seq in Hv. apply FN, E3; lia.
    Qed.

    (** Sets that are in no such position. *)
    Definition is_settled (x : set) : Prop := is_set x /\ ~ real x.
    Lemma larger_all (A : list (nat * nat)) m left levels : is_set (m, A) -> all is_set levels ->
      all is_set (larger (drawn A) m A left levels).
    Proof.
      intros Sx. unfold larger. pose proof (fun c : set => lacking_sets A m left c Sx) as Sc. revert levels Sc.
      induction (lacking (drawn A) m left) as [|c l IH]; intros levels Sc Al; cbn [fold_left]; auto.
      apply IH; [intros c' Hc; apply Sc; now right|].
      match goal with |- all _ (if ?e then _ else _) => destruct e; auto end. apply put_all; auto.
      apply Sc. now left.
    Qed.
    Lemma larger_some m A left levels : is_set (m, A) -> (exists c : set, In c (lacking (drawn A) m left) /\
      0 < length (snd c) /\ length (snd c) <= left /\ real (fst c, A ++ snd c)) \/ some real levels ->
      some real (larger (drawn A) m A left levels).
    Proof.
      intros Sx. unfold larger. pose proof (fun c : set => lacking_sets A m left c Sx) as Sc. revert levels Sc.
      induction (lacking (drawn A) m left) as [|c l IH]; intros levels Sc K; cbn [fold_left].
      - destruct K as [(c&[]&_)|K]; auto.
      - apply IH; [intros c' Hc'; apply Sc; now right|]. destruct K as [(c'&[->|Hc]&L1&L2&Rc)|K].
        + right. assert (E : Nat.ltb 0 (length (snd c')) &&& Nat.leb (length (snd c')) left
            &&& negb (closes (drawn (A ++ snd c')) (A ++ snd c')) = true).
          { rewrite !and_true, Nat.ltb_lt, Nat.leb_le, negb_true_iff. split; auto.
            destruct (closes _ _) eqn:Ec; auto. exfalso. destruct Rc as (g&Rg).
            apply (closes_not g _ (Sc c' (or_introl eq_refl)) Rg Ec). }
          rewrite E. apply put_new; auto. intros y Hy.
          now apply (real_less _ _ Hy).
        + left. eauto.
        + right. match goal with |- some _ (if ?e then _ else _) => destruct e; auto end. now apply put_old.
    Qed.
    (** The pair closes a triangle or a star. *)
    Hypothesis closing : (forall w, joined P (f p) w b -> joined P (f q) w b -> False) -> ~ starry 1 P (f p) ->
      ~ starry 1 P (f q) -> False.
    Lemma answered_all_spec level : forall settled levels settled' levels',
      answered_all level settled levels = Some (settled', levels') ->
      (forall x, In x level -> is_set x) -> (forall x, In x settled -> is_settled x) -> all is_set levels ->
      (forall x, In x settled' -> is_settled x) /\ all is_set levels' /\
      (~ some real levels' -> ~ some real levels /\ forall x, In x level -> ~ real x).
    Proof.
      induction level as [|x level IH]; intros settled levels settled' levels' K Sl Se Al; cbn [answered_all] in K.
      - inversion K; subst. split; [exact Se|]. split; [exact Al|]. intros No. split; [exact No|intros y []].
      - assert (Sl' : forall y, In y level -> is_set y) by (intros y Hy; apply Sl; now right).
        assert (Sx : is_set x) by (apply Sl; now left).
        (* where x is not real *)
        assert (Out : forall settled1, answered_all level settled1 levels = Some (settled', levels') ->
          (forall y, In y settled1 -> is_settled y) -> ~ real x -> (forall x, In x settled' -> is_settled x) /\
          all is_set levels' /\ (~ some real levels' -> ~ some real levels /\ forall y, In y (x :: level) -> ~ real y)).
        { intros settled1 K1 Se1 Nx. destruct (IH _ _ _ _ K1 Sl' Se1 Al) as (I1&I2&I3). split; auto. split; auto.
          intros No. destruct (I3 No) as [I4 I5]. split; auto. intros y [<-|Hy]; auto. }
        destruct (any (holds x) settled) eqn:Eh.
        { apply (Out settled); auto. apply any_spec in Eh. destruct Eh as (y&Hy&Eh). intros Rx.
          apply (proj2 (Se y Hy)). now apply (real_less x). }
        destruct x as [m A].
        set (is_move := match A with [] => closed | _ => true end) in *.
        set (left := k - 1 - length A) in *.
        destruct (if is_move then _ else false) eqn:Er.
        { apply and_true in Er. destruct Er as [_ Er]. apply any_spec in Er. destruct Er as (c&Hc&Er).
          apply in_seq in Hc.
          destruct (Nat.eqb_spec c b) as [|Dc]; [discriminate|].
          assert (Nx : ~ real (m, A)).
          { intros (g&Rx). destruct (recalled g (m, A) Sx Rx) as (F'&R'&L&_).
            apply (answer_ends g (m, A) F' c); auto; lia. }
          apply (Out ((m, A) :: settled)); auto. intros y [<-|Hy]; auto. split; auto. }
        destruct (if is_move then _ else true) eqn:Eb; [|discriminate].
        destruct (IH _ _ _ _ K Sl' Se (larger_all A m left levels Sx Al)) as (I1&I2&I3).
        split; auto. split; auto. intros No. destruct (I3 No) as [I4 I5].
        assert (I6 : ~ some real levels) by (intros Q; apply I4, larger_some; auto; now right).
        split; auto. intros y [<-|Hy]; auto. intros (g&Rx). destruct (recalled g (m, A) Sx Rx) as (F'&R'&L&Inc).
        cbn [fst snd] in R', L.
        assert (Gp : g p = f p) by (now apply (proj1 Rx)). assert (Gq : g q = f q) by (now apply (proj1 Rx)).
        assert (Ma : forall w, ~ matters F' P (f p) (f q) w /\ ~ matters F' P (f q) (f p) w).
        { intros w. rewrite <- Gp, <- Gq. split; intros M; apply I4, larger_some; auto; left.
          - apply (larger_one g m A F' p q w); auto.
          - apply (larger_one g m A F' q p w); auto. }
        destruct is_move eqn:Em.
        + apply (answer_ends g (m, A) F' b); auto.
        + assert (A = []) as -> by (destruct A; auto; discriminate). unfold is_move, closed in Em.
          unfold drawn in R'. cbn [map] in R'. rewrite app_nil_r in R'. destruct Rx as (_&G2&_). cbn [fst snd] in G2.
          assert (Ln : n <= m) by apply Sx.
          assert (Known : forall x v, x = p \/ x = q -> joined P (f x) v b -> ~ In (norm (f x) v) F' ->
            exists i, i < n /\ g i = v /\ joined H x i b).
          { intros x v Hx J N. destruct (r_P _ _ _ _ _ R' _ _ _ J) as [(i&i'&Jh&E1&E2)|[_ Q]]; [|tauto].
            destruct (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R) Jh). exists i'. split; auto. split; auto.
            assert (E : g x = f x) by (destruct Hx as [-> | ->]; auto). rewrite <- E in E1.
            apply G2 in E1; [now subst|lia|destruct Hx; lia]. }
          destruct (in_triangle H p q) eqn:Et; [discriminate|].
          assert (Ns : forall x, x = p \/ x = q -> ~ starry 1 P (f x)).
          { intros x Hx St. assert (E : any (is_starry 1 H) [p; q] = true); [|congruence]. apply any_spec. exists x.
            split; [destruct Hx as [-> | ->]; cbn; auto|]. pose proof St as (S0&l&ND&Ls&Jl).
            unfold is_starry, is_full. rewrite and_true, Nat.ltb_lt, Nat.leb_le. split; auto.
            assert (Q : length l <= length (map g (blue_at H x))); [|rewrite map_length in Q; lia].
            apply NoDup_incl_length; auto. intros v Hv. destruct (Known x v Hx (Jl v Hv)) as (i&Li&<-&Ji).
            - intros Q. destruct (Ma v) as [M1 M2]. destruct Hx as [-> | ->]; [apply M1|apply M2]; split; auto.
            - now apply in_map, blue_at_spec. }
          apply closing; auto. intros w J1 J2. destruct (Ma w) as [M1 M2].
          destruct (Known p w) as (i&Li&E1&Ji); auto; [intros Q; apply M1; split; auto|].
          destruct (Known q w) as (i'&Li'&E2&Ji'); auto; [intros Q; apply M2; split; auto|].
          assert (i = i') as -> by (apply G2; [lia|lia|congruence]).
          assert (E : in_triangle H p q = true); [|congruence]. apply any_spec. exists i'.
          split; [now apply blue_at_spec|now apply mem_spec, blue_at_spec].
    Qed.
    Lemma sizes_spec fuel : forall settled levels, sizes fuel settled levels = true ->
      (forall x, In x settled -> is_settled x) -> all is_set levels -> ~ some real levels.
    Proof.
      induction fuel as [|fuel IH]; intros settled levels K Se Al; [discriminate|].
      destruct levels as [|level levels]; [intros (l&x&[]&_)|]. cbn [sizes] in K.
      destruct (answered_all level settled levels) as [[settled' levels']|] eqn:E; [|discriminate].
      destruct (answered_all_spec _ _ _ _ _ E) as (I1&I2&I3); auto.
      - intros x Hx. apply (Al level); auto. now left.
      - intros l x Hl. apply Al. now right.
      - destruct (I3 (IH _ _ K I1 I2)) as [I4 I5]. intros (l&x&[<-|Hl]&Hx&Rx); [exact (I5 x Hx Rx)|].
        apply I4. now exists l, x.
    Qed.
    Theorem move_safe : move = true -> False.
    Proof.
      intros K. apply (sizes_spec _ _ _ K).
      - intros x [].
      - intros l x [<-|[]] [<-|[]]. split; [exact (le_n n)|]. split; [constructor|intros i w []].
      - exists [(n, [])], (n, []). split; [now left|]. split; [now left|]. exists f. split; auto.
        split; [apply R|intros i w []].
    Qed.
  End Pair.
End Committed.
