(** A Painter who commits herself to a colour unless an edge closes a triangle of it, and forgets the edges that do not.
  *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies Recolour Held Painter Builder Walk Plans Planless.

(** One more vertex. *)
Definition with_vertex (f : nat -> nat) (n w i : nat) : nat := if Nat.eqb i n then w else f i.
Lemma with_vertex_old f n w i : i < n -> with_vertex f n w i = f i.
Proof. intros L. unfold with_vertex. destruct (Nat.eqb_spec i n); auto; lia. Qed.
Lemma with_vertex_new f n w : with_vertex f n w n = w.
Proof. unfold with_vertex. now rewrite Nat.eqb_refl. Qed.

Section Committed.
  Variable targets : list graph.
  Notation builder_wins := (builder_wins targets).
  Variable b : nat.
  Hypothesis b_fits : b < length targets.

  (** * What she remembers *)

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
    r_coloured : coloured targets P }.
  (** Painter survives k rounds, from which Builder has to pay the forgotten edges. *)
  Definition safe (k n : nat) (H : board) : Prop :=
    forall f F P, remembers f n H F P -> forall j, j + length F <= k -> ~ builder_wins j P.
  Definition no_target (H : board) : Prop := forall c T, nth_error targets c = Some T -> ~ copy T H c.
  Hypothesis covered : forall T, nth_error targets b = Some T -> is_within K3 T = true.

  Lemma inside_joined H n i j c : inside H n -> joined H i j c -> i < n /\ j < n.
  Proof. intros I [J|J]; apply I in J; tauto. Qed.
  (** An edge of a blue copy of a covered graph is not forgotten. *)
  Lemma covered_edge G f n H F P phi x y : is_within K3 G = true -> remembers f n H F P ->
    injective_on (vertices G) phi -> (forall x y, In (x, y) G -> joined P (phi x) (phi y) b) ->
    In (x, y) G -> ~ In (norm (phi x) (phi y)) F.
  Proof.
    intros Co R I J Hxy. assert (Hd : In (x, y) (directed G)) by (unfold directed; apply in_or_app; now left).
    destruct (is_within_spec K3 G Co x y Hd) as (g&p&q&Ig&Hpq&<-&<-&Jg).
    assert (Jd : forall u v, In (u, v) (directed G) -> joined P (phi u) (phi v) b).
    { intros u v K. unfold directed in K. apply in_app_or in K. destruct K as [K|K]; auto.
      apply in_map_iff in K. destruct K as ([a c]&E&K). inversion E; subst. apply joined_sym; auto. }
    pose proof (Jd _ _ (Jg 0 1 ltac:(cbn; auto))) as J01. pose proof (Jd _ _ (Jg 0 2 ltac:(cbn; auto))) as J02.
    pose proof (Jd _ _ (Jg 1 2 ltac:(cbn; auto))) as J12.
    cbn in Hpq. destruct Hpq as [E|[E|[E|[E|[E|[E|[]]]]]]]; inversion E; subst.
    - apply (r_triangle _ _ _ _ _ R) with (phi (g 2)); auto.
    - apply (r_triangle _ _ _ _ _ R) with (phi (g 1)); auto using joined_sym.
    - apply (r_triangle _ _ _ _ _ R) with (phi (g 0)); auto using joined_sym.
    - rewrite norm_sym. apply (r_triangle _ _ _ _ _ R) with (phi (g 2)); auto.
    - rewrite norm_sym. apply (r_triangle _ _ _ _ _ R) with (phi (g 1)); auto using joined_sym.
    - rewrite norm_sym. apply (r_triangle _ _ _ _ _ R) with (phi (g 0)); auto using joined_sym.
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
  Qed.
  Lemma recall_length (e : nat * nat) F : In e F -> S (length (remove pair_dec e F)) <= length F.
  Proof. intros K. now apply remove_length_lt. Qed.
  Lemma grow f n H F P w : remembers f n H F P -> (forall i, i < n -> f i <> w) ->
    remembers (with_vertex f n w) (S n) H F P.
  Proof.
    intros R N. assert (Old : forall i j c, joined H i j c -> with_vertex f n w i = f i /\ with_vertex f n w j = f j).
    { intros i j c J. destruct (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R) J).
      split; now apply with_vertex_old. }
    constructor; try apply R.
    - intros i j Hi Hj. unfold with_vertex. destruct (Nat.eqb_spec i n), (Nat.eqb_spec j n); intros E; subst; auto.
      + exfalso. apply (N j); auto. lia.
      + exfalso. apply (N i); auto. lia.
      + apply (r_inj _ _ _ _ _ R); auto; lia.
    - intros i j c Hx. apply (r_inside _ _ _ _ _ R) in Hx. lia.
    - intros i j c J. destruct (Old _ _ _ J) as [-> ->]. now apply (r_H _ _ _ _ _ R).
    - intros x y c J. destruct (r_P _ _ _ _ _ R _ _ _ J) as [(i&j&Jh&E1&E2)|K]; [left|now right].
      exists i, j. destruct (Old _ _ _ Jh) as [-> ->]. auto.
    - intros i j c J. destruct (Old _ _ _ J) as [-> ->]. now apply (r_apart _ _ _ _ _ R) with c.
  Qed.
  (** Painter's answer to a free pair. *)
  Lemma answered f n H F P p q c : remembers f n H F P -> p < n -> q < n -> p <> q ->
    (forall d, ~ joined P (f p) (f q) d) -> c < length targets ->
    (c = b -> forall w, joined P (f p) w b -> joined P (f q) w b -> ~ In (norm (f p) w) F /\ ~ In (norm (f q) w) F) ->
    remembers f n (H ++ [(p, q, c)]) F ((f p, f q, c) :: P).
  Proof.
    intros R Lp Lq Dpq Fr Lc Tr.
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
    - intros x y d [E|Hx]; [now inversion E; subst|]. eapply (r_coloured _ _ _ _ _ R); eauto.
  Qed.
  (** An edge that closes no triangle is forgotten. *)
  Lemma forgotten f n H F P u v : remembers f n H F P -> u <> v -> (forall d, ~ joined P u v d) ->
    (forall w, joined P u w b -> joined P v w b -> False) -> remembers f n H (norm u v :: F) ((u, v, b) :: P).
  Proof.
    intros R D Fr Tr.
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
  (** The blue edge that a triangle lacks; none if there cannot be one. *)
  Definition lacking (H : board) (i j : nat) : option board :=
    if blue H i j then Some [] else if is_free H i j then Some [(i, j, b)] else None.
  Definition closes (H : board) (m : nat) (L : board) : bool :=
    any (fun e => let '(i, j, _) := e in any (fun z => blue H i z &&& blue H j z) (seq 0 m)) L.
  Fixpoint over (step : nat -> list nat -> bool) (last : bool) (ws : list nat) : bool :=
    match ws with [] => last | w :: ws => step w ws &&& over step last ws end.
  (** Builder draws the pair p q with forgotten edges: those to the vertices of ws and to new ones are still open. *)
  Fixpoint move (fuel k m : nat) (H : board) (p q : nat) (ws : list nat) (closed : bool) : bool :=
    match fuel, k with
    | O, _ => false
    | _, O => true
    | S fuel, S r =>
        let more (_ : unit) :=
          over (fun w ws =>
            match lacking H p w, lacking H q w with
            | Some L1, Some L2 =>
                let L := L1 ++ L2 in
                match L with
                | [] => true
                | _ => let H' := H ++ L in
                       if closes H' m L then true else move fuel (k - length L) m H' p q ws true
                end
            | _, _ => true
            end) (move fuel (k - 2) (S m) ((H ++ [(p, m, b)]) ++ [(q, m, b)]) p q [] true) ws in
        if closed then
          if any (fun c => if Nat.eqb c b then false else survives r m H p q c) (seq 0 (length targets)) then true
          else survives r m H p q b &&& more tt
        else more tt
    end.

  (** Edges to w that are forgotten, in a blue triangle with the pair. *)
  Definition witness (f : nat -> nat) (F : list (nat * nat)) (P : board) (p q w : nat) : Prop :=
    joined P (f p) w b /\ joined P (f q) w b /\ (In (norm (f p) w) F \/ In (norm (f q) w) F).
  Lemma lacking_spec f n H F P i j : remembers f n H F P -> i < n -> j < n -> joined P (f i) (f j) b ->
    exists L, lacking H i j = Some L /\
      (L = [] /\ ~ In (norm (f i) (f j)) F \/ L = [(i, j, b)] /\ In (norm (f i) (f j)) F).
  Proof.
    intros R Li Lj J. unfold lacking, blue. destruct (joinedb H i j b) eqn:E.
    - apply joinedb_spec in E. exists []. split; auto. left. split; auto. now apply (r_apart _ _ _ _ _ R) with b.
    - destruct (r_P _ _ _ _ _ R _ _ _ J) as [(i'&j'&Jh&E1&E2)|[_ K]].
      + destruct (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R) Jh) as [L1 L2].
        apply (r_inj _ _ _ _ _ R) in E1, E2; auto. subst. apply joinedb_spec in Jh. congruence.
      + destruct (is_free H i j) eqn:Fr; [exists [(i, j, b)]; auto|]. apply is_free_spec in Fr. destruct Fr as (c&Jc).
        exfalso. now apply (r_apart _ _ _ _ _ R) in Jc.
  Qed.
  Lemma recall_both f n H F P p q w L1 L2 : remembers f n H F P -> p < n -> q < n -> w < n -> p <> q ->
    (L1 = [] /\ ~ In (norm (f p) (f w)) F \/ L1 = [(p, w, b)] /\ In (norm (f p) (f w)) F) ->
    (L2 = [] /\ ~ In (norm (f q) (f w)) F \/ L2 = [(q, w, b)] /\ In (norm (f q) (f w)) F) ->
    exists F', remembers f n (H ++ L1 ++ L2) F' P /\ length F' + length (L1 ++ L2) <= length F /\ incl F' F /\
      ~ In (norm (f p) (f w)) F' /\ ~ In (norm (f q) (f w)) F'.
  Proof.
    intros R Lp Lq Lw D S1 S2.
    assert (X : exists F1, remembers f n (H ++ L1) F1 P /\ length F1 + length L1 <= length F /\ incl F1 F /\
      ~ In (norm (f p) (f w)) F1 /\ (In (norm (f q) (f w)) F -> In (norm (f q) (f w)) F1)).
    { destruct S1 as [[-> N]|[-> I]].
      - exists F. rewrite app_nil_r. cbn [length]. split; [exact R|]. split; [lia|]. split; [apply incl_refl|auto].
      - exists (remove pair_dec (norm (f p) (f w)) F). split; [now apply recall|]. pose proof (recall_length _ _ I).
        cbn [length]. split; [lia|]. split; [intros e He; now apply in_remove in He|]. split; [apply remove_In|].
        intros K. apply in_in_remove; auto. intros E. apply norm_inj in E. apply D.
        destruct E as [[E _]|[E1 E2]]; [apply (r_inj _ _ _ _ _ R) in E; auto|].
        apply (r_inj _ _ _ _ _ R) in E1, E2; auto. congruence. }
    destruct X as (F1&R1&Len&I1&N1&K1). rewrite app_assoc, app_length. destruct S2 as [[-> N2]|[-> I2]].
    - exists F1. rewrite app_nil_r. cbn [length]. split; [exact R1|]. split; [lia|]. split; [exact I1|].
      split; [exact N1|]. intros K. apply N2, I1, K.
    - exists (remove pair_dec (norm (f q) (f w)) F1). split; [apply recall; auto|].
      pose proof (recall_length _ _ (K1 I2)). cbn [length]. split; [lia|].
      split; [intros e He; apply in_remove in He; apply I1; tauto|].
      split; [intros He; apply in_remove in He; tauto|apply remove_In].
  Qed.

  Theorem move_safe fuel : forall k m H p q ws closed, move fuel k m H p q ws closed = true ->
    forall f F P j, remembers f m H F P -> p < m -> q < m -> p <> q -> (forall d, ~ joined P (f p) (f q) d) ->
    no_target P -> (forall w, In w ws -> w < m) ->
    (forall w, witness f F P p q w -> (exists i, In i ws /\ f i = w) \/ forall i, i < m -> f i <> w) ->
    (closed = false -> exists w, witness f F P p q w) ->
    S j + length F <= k -> k <= most ->
    (forall c, c < length targets -> builder_wins j ((f p, f q, c) :: P)) -> False.
  Proof.
    induction fuel as [|fuel IH]; [intros; discriminate|].
    intros k m H p q ws closed Mv f F P j R Lp Lq D Fr NT Lw Wi Cl L Lmost W. cbn [move] in Mv. destruct k as [|r];
      [lia|].
    set (step := fun (w : nat) (ws : list nat) => match lacking H p w, lacking H q w with
      | Some L1, Some L2 => match L1 ++ L2 with [] => true | _ =>
          if closes (H ++ L1 ++ L2) m (L1 ++ L2) then true
          else move fuel (S r - length (L1 ++ L2)) m (H ++ L1 ++ L2) p q ws true end
      | _, _ => true end).
    set (last := move fuel (S r - 2) (S m) ((H ++ [(p, m, b)]) ++ [(q, m, b)]) p q [] true).
    assert (Mv' : (closed = true -> any (fun c => if Nat.eqb c b then false else survives r m H p q c)
          (seq 0 (length targets)) = true \/ survives r m H p q b = true /\ over step last ws = true) /\
        (closed = false -> over step last ws = true)).
    { destruct closed; split; intros E; try discriminate; auto. destruct (any _ _); auto. right. now apply and_true in
      Mv. }
    clear Mv. destruct Mv' as [M1 M2].
    assert (Safe : forall c, c < length targets -> survives r m H p q c = true ->
      (c = b -> forall w, joined P (f p) w b -> joined P (f q) w b -> ~ In (norm (f p) w) F /\ ~ In (norm (f q) w) F) ->
        False).
    { intros c Lc S Tr. assert (FrH : forall d, ~ joined H p q d) by (intros d J; apply (Fr d), (r_H _ _ _ _ _ R), J).
      apply survives_safe in S; auto; [|apply R|].
      - eapply S; [eapply answered; eauto| |exact (W c Lc)]. lia.
      - intros d T E (phi&I&J). apply (NT d T E). exists (fun x => f (phi x)). split.
        + intros x y Hx Hy Q. apply I; auto. apply (r_inj _ _ _ _ _ R); auto.
          * apply of_vertices in Hx. destruct Hx as (z&[Hz|Hz]); apply J in Hz;
              now apply (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R)) in Hz.
          * apply of_vertices in Hy. destruct Hy as (z&[Hz|Hz]); apply J in Hz;
              now apply (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R)) in Hz.
        + intros x y Hxy. now apply (r_H _ _ _ _ _ R), J. }
    assert (Mo : over step last ws = true).
    { destruct closed; auto. destruct M1 as [M1|[_ M1]]; auto. exfalso. apply any_spec in M1. destruct M1 as (c&Hc&S).
      apply in_seq in Hc. destruct (Nat.eqb_spec c b) as [|Dc]; [discriminate|]. apply (Safe c); [lia|exact S|tauto]. }
    assert (No : forall w, ~ witness f F P p q w).
    { clear M1 M2 Cl Safe. revert Wi Lw Mo. induction ws as [|i ws IHw]; cbn [over]; intros Wi Lw Mo w Hw.
      - destruct (Wi w Hw) as [(i&[]&_)|New]. destruct Hw as (J1&J2&_).
        assert (In1 : forall x, x < m -> joined P (f x) w b -> In (norm (f x) w) F).
        { intros x Lx J. destruct (r_P _ _ _ _ _ R _ _ _ J) as [(i'&j'&Jh&E1&E2)|[_ K]]; auto. exfalso.
          apply (New j'); auto. now apply (inside_joined _ _ _ _ _ (r_inside _ _ _ _ _ R)) in Jh. }
        pose proof (grow _ _ _ _ _ w R New) as Rg. set (g := with_vertex f m w) in *.
        assert (Gp : g p = f p) by (now apply with_vertex_old). assert (Gq : g q = f q) by (now apply with_vertex_old).
        assert (Gm : g m = w) by apply with_vertex_new.
        destruct (recall_both g (S m) H F P p q m [(p, m, b)] [(q, m, b)] Rg) as (F'&R'&Len&Inc&N1&N2); auto;
          try lia; try (right; rewrite ?Gp, ?Gq, Gm; auto).
        rewrite app_assoc in R'. apply (IH _ _ _ _ _ _ _ Mo g F' P j); auto; try lia.
        + now rewrite Gp, Gq.
        + intros x [].
        + intros x (X1&X2&X3). rewrite Gm in N1, N2. rewrite Gp in X1, X3, N1. rewrite Gq in X2, X3, N2. right. intros i
          Li Ei.
          destruct (Nat.eq_dec i m) as [->|Dm].
          * rewrite Gm in Ei. subst x. tauto.
          * unfold g in Ei. rewrite with_vertex_old in Ei by lia.
            destruct (Wi x) as [(y&[]&_)|New2]; [|apply (New2 i); auto; lia].
            split; auto. split; auto. destruct X3; auto.
        + cbn [length app] in Len. lia.
        + now rewrite Gp, Gq.
      - apply and_true in Mo. destruct Mo as [St Mo].
        assert (Li : i < m) by (apply Lw; now left).
        assert (Ni : ~ witness f F P p q (f i)).
        { intros (J1&J2&J3). destruct (lacking_spec _ _ _ _ _ p i R Lp Li J1) as (L1&E1&S1).
          destruct (lacking_spec _ _ _ _ _ q i R Lq Li J2) as (L2&E2&S2). unfold step in St. rewrite E1, E2 in St.
          destruct (recall_both f m H F P p q i L1 L2 R) as (F'&R'&Len&Inc&N1&N2); auto.
          assert (St' : move fuel (S r - length (L1 ++ L2)) m (H ++ L1 ++ L2) p q ws true = true).
          { destruct (L1 ++ L2) as [|e l] eqn:El.
            - apply app_eq_nil in El. destruct El as [-> ->].
              destruct S1 as [[_ S1]|[? _]]; [|discriminate]. destruct S2 as [[_ S2]|[? _]]; [|discriminate]. tauto.
            - destruct (closes (H ++ e :: l) m (e :: l)) eqn:Ec; auto. exfalso. rewrite <- El in Ec. unfold closes in
              Ec.
              apply any_spec in Ec. destruct Ec as ([[x y] d]&Hx&Ec). apply any_spec in Ec. destruct Ec as (z&Hz&Ec).
              unfold blue in Ec. rewrite and_true, !joinedb_spec in Ec. destruct Ec as [Z1 Z2].
              rewrite <- El in R'. apply (r_H _ _ _ _ _ R') in Z1, Z2.
              assert (Kx : In (norm (f x) (f y)) F).
              { apply in_app_or in Hx. destruct Hx as [Hx|Hx].
                - destruct S1 as [[-> _]|[-> K]]; [destruct Hx|]. destruct Hx as [E|[]]. now inversion E; subst.
                - destruct S2 as [[-> _]|[-> K]]; [destruct Hx|]. destruct Hx as [E|[]]. now inversion E; subst. }
              apply (r_triangle _ _ _ _ _ R (f x) (f y) (f z)); auto. now apply (r_F _ _ _ _ _ R). }
          apply (IH _ _ _ _ _ _ _ St' f F' P j); auto; try lia.
          - intros x Hx. apply Lw. now right.
          - intros x (X1&X2&X3). destruct (Wi x) as [(y&[->|Hy]&Ey)|New]; eauto.
            + split; auto. split; auto. destruct X3; auto.
            + subst x. destruct X3; tauto. }
        apply (IHw) with w; auto.
        + intros x Hx. destruct (Wi x Hx) as [(y&[->|Hy]&Ey)|New]; eauto. subst x. tauto.
        + intros x Hx. apply Lw. now right. }
    destruct closed; [|destruct (Cl eq_refl) as (w&Hw); exact (No w Hw)].
    destruct (M1 eq_refl) as [M|[M _]].
    - apply any_spec in M. destruct M as (c&Hc&S). apply in_seq in Hc.
      destruct (Nat.eqb_spec c b) as [|Dc]; [discriminate|]. apply (Safe c); [lia|exact S|tauto].
    - apply (Safe b b_fits M). intros _ w J1 J2. split; intros K; apply (No w); repeat split; auto.
  Qed.
End Committed.
