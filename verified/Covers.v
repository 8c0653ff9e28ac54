(** Parts of a position, and the check that they are its parts. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists Sums Structures.

(** * Covers and moves *)
Lemma moved_at ps ps' : moved structure op after ps ps' -> exists i T f x y,
  nth_error ps i = Some (T, f) /\ op T x y = true /\ ps' = set_nth i (after T x y, f) ps.
Proof.
  induction 1 as [T f x y ps O|p ps ps' M (i&T&f&x&y&E&O&->)].
  - exists 0, T, f, x, y. cbn. auto.
  - exists (S i), T, f, x, y. cbn. auto.
Qed.
Lemma at_moved ps : forall i T f x y, nth_error ps i = Some (T, f) -> op T x y = true ->
  moved structure op after ps (set_nth i (after T x y, f) ps).
Proof.
  induction ps as [|p ps IH]; intros [|i] T f x y E O; cbn in *; try discriminate.
  - inversion E; subst. now constructor.
  - constructor. now apply IH.
Qed.
Lemma covers_smaller s ps u v : covers s ps -> op s u v = true -> size (after s u v) < size s.
Proof. intros C. apply size_after, (c_good _ _ C). Qed.
Lemma covers_forth s ps u v : covers s ps -> op s u v = true ->
  exists ps', moved structure op after ps ps' /\ covers (after s u v) ps'.
Proof.
  intros C O. destruct (c_onto _ _ C _ _ O) as (i&T&f&x&y&E&Ox&<-&<-).
  eexists. split; [eapply at_moved; eauto|]. now apply covers_step.
Qed.
Lemma covers_back s ps ps' : covers s ps -> moved structure op after ps ps' ->
  exists u v, op s u v = true /\ covers (after s u v) ps'.
Proof.
  intros C M. destruct (moved_at _ _ M) as (i&T&f&x&y&E&O&->).
  exists (apply_map f x), (apply_map f y). split; [eapply c_into; eauto|]. now apply covers_step.
Qed.
Lemma covers_one s t f x y : covers s [(t, f)] -> op t x y = true ->
  op s (apply_map f x) (apply_map f y) = true /\
  covers (after s (apply_map f x) (apply_map f y)) [(after t x y, f)].
Proof.
  intros C O. split; [now apply (c_into _ _ C 0 t f)|].
  exact (covers_step s [(t, f)] C 0 t f x y eq_refl O).
Qed.

(** * The check of a cover *)

(** The images of the vertices in a row; [bits] are those of the images. *)
Fixpoint image_from (p : positive) (bits : list N) {struct bits} : N :=
  match bits with
  | [] => 0%N
  | b :: bits =>
      match p with xH => b | xO p => image_from p bits | xI p => N.lor b (image_from p bits) end
  end.
Definition image (m : N) (bits : list N) : N := match m with N0 => 0%N | Npos p => image_from p bits end.
(** What is left of a row without those images, all of which must be in it. *)
Fixpoint taken_from (p : positive) (bits : list N) (r : N) {struct bits} : option N :=
  match bits with
  | [] => None
  | b :: bits =>
      match p with
      | xH => if N.eqb (N.land b r) 0 then None else Some (N.ldiff r b)
      | xO p => taken_from p bits r
      | xI p => if N.eqb (N.land b r) 0 then None else taken_from p bits (N.ldiff r b)
      end
  end.
Definition taken (m : N) (bits : list N) (r : N) : option N :=
  match m with N0 => Some r | Npos p => taken_from p bits r end.
Fixpoint take_at (v : nat) (m : N) (bits : list N) (rows : list N) {struct rows} : option (list N) :=
  match rows, v with
  | [], _ => match m with N0 => Some [] | Npos _ => None end
  | r :: rows, O => match taken m bits r with Some r => Some (r :: rows) | None => None end
  | r :: rows, S v => match take_at v m bits rows with Some rows => Some (r :: rows) | None => None end
  end.
Fixpoint take_rows (opens : list N) (f : list nat) (bits : list N) (rows : list N) {struct opens} : option (list N) :=
  match opens, f with
  | [], [] => Some rows
  | o :: opens, v :: f =>
      match take_at v o bits rows with Some rows => take_rows opens f bits rows | None => None end
  | _, _ => None
  end.
Fixpoint take_parts (ps : list (structure * list nat)) (rows : list N) : option (list N) :=
  match ps with
  | [] => Some rows
  | (T, f) :: ps =>
      match take_rows (open_rows T) f (map bit f) rows with Some rows => take_parts ps rows | None => None end
  end.

(** A vertex of a part: where it lies, the open pairs and the edges there, and its own edges. *)
Definition spot := (N * N * N)%type.
Fixpoint near_from (p : positive) (spots : list spot) (bits : list N) (o within here : N) {struct spots} : bool :=
  match spots with
  | [] => true
  | (ow, ew, e) :: spots =>
      let fits := N.eqb (N.ldiff (N.land (N.lor ow ew) here) within) 0
                  &&& N.eqb (N.land ew here) (image (N.land e o) bits) in
      match p with
      | xH => fits
      | xO p => near_from p spots bits o within here
      | xI p => fits &&& near_from p spots bits o within here
      end
  end.
Definition near_at (o : N) (spots : list spot) (bits : list N) (here : N) : bool :=
  match o with N0 => true | Npos p => near_from p spots bits o (image o bits) here end.
Fixpoint near_rows (opens : list N) (all spots : list spot) (bits : list N) : bool :=
  match opens, spots with
  | o :: opens, (here, _, _) :: spots => near_at o all bits here &&& near_rows opens all spots bits
  | _, _ => true
  end.
Definition spots_of (s : structure) (T : structure) (f : list nat) : list spot :=
  map (fun x => (nth (fst x) (open_rows s) 0%N, nth (fst x) (edge_rows s) 0%N, snd x)) (combine f (edge_rows T)).
Definition near_part (s : structure) (p : structure * list nat) : bool :=
  let (T, f) := p in let spots := spots_of s T f in near_rows (open_rows T) spots spots (map bit f).
Definition coversb (s : structure) (ps : list (structure * list nat)) : bool :=
  match take_parts ps (open_rows s) with
  | Some rows => every (N.eqb 0) rows &&& every (near_part s) ps
  | None => false
  end.

(** ** It is right *)
Lemma has_cons_S o rows x y : has (o :: rows) (S x) y = has rows x y.
Proof. reflexivity. Qed.
Lemma has_cons_O o rows y : has (o :: rows) 0 y = N.testbit o (N.of_nat y).
Proof. reflexivity. Qed.

Lemma bit_of_positive_I p i : N.testbit (Npos (xI p)) (N.of_nat i) = match i with O => true | S i => N.testbit (Npos p)
  (N.of_nat i) end.
Proof.
  destruct i as [|i]; [reflexivity|]. rewrite Nat2N.inj_succ.
  change (Npos (xI p)) with (2 * Npos p + 1)%N. apply N.testbit_odd_succ, N.le_0_l.
Qed.
Lemma bit_of_positive_O p i : N.testbit (Npos (xO p)) (N.of_nat i) = match i with O => false | S i => N.testbit (Npos p)
  (N.of_nat i) end.
Proof.
  destruct i as [|i]; [reflexivity|]. rewrite Nat2N.inj_succ.
  change (Npos (xO p)) with (2 * Npos p)%N. apply N.testbit_even_succ, N.le_0_l.
Qed.
Lemma bit_of_positive_H i : N.testbit 1 (N.of_nat i) = match i with O => true | S _ => false end.
Proof. destruct i as [|i]; [reflexivity|]. apply N.bits_above_log2. cbn. lia. Qed.

Lemma image_from_spec f : forall p j, N.testbit (image_from p (map bit f)) (N.of_nat j) = true <->
  exists x, x < length f /\ N.testbit (Npos p) (N.of_nat x) = true /\ apply_map f x = j.
Proof.
  unfold apply_map. induction f as [|v f IH]; intros p j; cbn [map image_from length].
  - rewrite N.bits_0. split; [discriminate|]. intros (x&L&_). lia.
  - destruct p as [p|p|].
    + rewrite lor_true, bit_spec, IH. split.
      * intros [->|(x&L&H&E)]; [exists 0|exists (S x)]; rewrite bit_of_positive_I; cbn; repeat split; auto; lia.
      * intros ([|x]&L&H&E); rewrite bit_of_positive_I in H; cbn in E; [left; auto|right; exists x]. repeat split; auto;
        lia.
    + rewrite IH. split.
      * intros (x&L&H&E). exists (S x). rewrite bit_of_positive_O. cbn. repeat split; auto; lia.
      * intros ([|x]&L&H&E); rewrite bit_of_positive_O in H; cbn in E; [discriminate|exists x]. repeat split; auto; lia.
    + rewrite bit_spec. split.
      * intros ->. exists 0. cbn. repeat split; auto; lia.
      * intros ([|x]&L&H&E); cbn in E; auto. rewrite bit_of_positive_H in H. discriminate.
Qed.
Lemma image_spec f m j : N.testbit (image m (map bit f)) (N.of_nat j) = true <->
  exists x, x < length f /\ N.testbit m (N.of_nat x) = true /\ apply_map f x = j.
Proof.
  destruct m as [|p]; cbn [image]; [|apply image_from_spec].
  rewrite N.bits_0. split; [discriminate|]. intros (x&_&H&_). rewrite N.bits_0 in H. discriminate.
Qed.

(** What is taken of a row was in it, each once. *)
Definition takes (m : N) (f : list nat) (r r' : N) : Prop :=
  (forall y, N.testbit m (N.of_nat y) = true -> y < length f /\ N.testbit r (N.of_nat (apply_map f y)) = true) /\
  (forall y y', N.testbit m (N.of_nat y) = true -> N.testbit m (N.of_nat y') = true ->
     apply_map f y = apply_map f y' -> y = y') /\
  (forall j, N.testbit r' (N.of_nat j) = true <-> N.testbit r (N.of_nat j) = true /\
     ~ exists y, N.testbit m (N.of_nat y) = true /\ apply_map f y = j).
Lemma bit_in v r : N.eqb (N.land (bit v) r) 0 = false -> N.testbit r (N.of_nat v) = true.
Proof.
  intros H. destruct (N.testbit r (N.of_nat v)) eqn:E; auto. apply N.eqb_neq in H. destruct H.
  apply N.bits_inj. intros i. rewrite N.bits_0. apply not_true_iff_false. rewrite land_true. intros [K L].
  rewrite <- (N2Nat.id i), bit_spec in K. rewrite <- (N2Nat.id i), K, E in L. discriminate.
Qed.
Lemma taken_from_spec f : forall p r r', taken_from p (map bit f) r = Some r' -> takes (Npos p) f r r'.
Proof.
  unfold takes, apply_map. induction f as [|v f IH]; intros p r r'; cbn [map taken_from length]; [discriminate|].
  destruct p as [p|p|].
  - destruct (N.eqb _ 0) eqn:B; [discriminate|]. apply bit_in in B. intros K. destruct (IH _ _ _ K) as (P1&P2&P3).
    assert (Q : forall y, N.testbit (Npos p) (N.of_nat y) = true -> nth y f 0 <> v).
    { intros y Hy. apply P1 in Hy. destruct Hy as [_ Hy]. rewrite ldiff_true, bit_spec in Hy. tauto. }
    repeat split.
    + destruct y as [|y]; [lia|]. rewrite bit_of_positive_I in H. apply P1 in H. lia.
    + destruct y as [|y]; [exact B|]. rewrite bit_of_positive_I in H. apply P1 in H. destruct H as [_ H].
      rewrite ldiff_true in H. tauto.
    + intros [|y] [|y']; rewrite !bit_of_positive_I; cbn [nth]; auto.
      * intros _ H E. exfalso. now apply (Q y').
      * intros H _ E. exfalso. now apply (Q y).
    + rewrite P3, ldiff_true in H. tauto.
    + intros ([|y]&Hy&E); rewrite bit_of_positive_I in Hy; cbn [nth] in E.
      * rewrite P3, ldiff_true, bit_spec in H. subst. tauto.
      * rewrite P3 in H. destruct H as [_ H]. apply H. eauto.
    + intros [H N]. rewrite P3, ldiff_true, bit_spec. split; [split; auto|].
      * intros ->. apply N. exists 0. rewrite bit_of_positive_I. auto.
      * intros (y&Hy&E). apply N. exists (S y). rewrite bit_of_positive_I. auto.
  - intros K. destruct (IH _ _ _ K) as (P1&P2&P3). repeat split.
    + destruct y as [|y]; [lia|]. rewrite bit_of_positive_O in H. apply P1 in H. lia.
    + destruct y as [|y]; rewrite bit_of_positive_O in H; [discriminate|]. apply P1 in H. tauto.
    + intros [|y] [|y']; rewrite !bit_of_positive_O; cbn [nth]; try discriminate. intros. f_equal. auto.
    + rewrite P3 in H. tauto.
    + intros ([|y]&Hy&E); rewrite bit_of_positive_O in Hy; [discriminate|]. rewrite P3 in H. destruct H as [_ H].
      apply H. eauto.
    + intros [H N]. rewrite P3. split; auto. intros (y&Hy&E). apply N. exists (S y). rewrite bit_of_positive_O. auto.
  - destruct (N.eqb _ 0) eqn:B; [discriminate|]. apply bit_in in B. intros K. inversion K; subst r'. repeat split.
    + destruct y as [|y]; [lia|]. rewrite bit_of_positive_H in H. discriminate.
    + destruct y as [|y]; [exact B|]. rewrite bit_of_positive_H in H. discriminate.
    + intros [|y] [|y']; rewrite !bit_of_positive_H; auto; discriminate.
    + rewrite ldiff_true in H. tauto.
    + rewrite ldiff_true, bit_spec in H. intros ([|y]&Hy&E); [cbn in E; subst; tauto|].
      rewrite bit_of_positive_H in Hy. discriminate.
    + intros [H N]. rewrite ldiff_true, bit_spec. split; auto. intros ->. apply N. exists 0. auto.
Qed.
Lemma takes_none f r : takes 0 f r r.
Proof.
  assert (Z : forall y, N.testbit 0 (N.of_nat y) <> true) by (intros y; rewrite N.bits_0; discriminate).
  split; [|split].
  - intros y H. now apply Z in H.
  - intros y y' H. now apply Z in H.
  - intros j. split; [|tauto]. intros H. split; auto. intros (y&Hy&_). now apply Z in Hy.
Qed.
Lemma taken_spec f m r r' : taken m (map bit f) r = Some r' -> takes m f r r'.
Proof.
  destruct m as [|p]; cbn [taken]; [|apply taken_from_spec]. intros K. inversion K; subst. apply takes_none.
Qed.
Lemma take_at_spec f m : forall rows v rows', take_at v m (map bit f) rows = Some rows' ->
  takes m f (nth v rows 0%N) (nth v rows' 0%N) /\ forall u, u <> v -> nth u rows' 0%N = nth u rows 0%N.
Proof.
  induction rows as [|r rows IH]; intros v rows'; cbn [take_at].
  - destruct m; [|discriminate]. intros K. inversion K. split; auto. apply takes_none.
  - destruct v as [|v].
    + destruct (taken m (map bit f) r) eqn:E; [|discriminate]. intros K. inversion K; subst. cbn [nth]. split.
      * now apply taken_spec.
      * intros [|u] D; [congruence|reflexivity].
    + destruct (take_at v m (map bit f) rows) eqn:E; [|discriminate]. intros K. inversion K; subst. cbn [nth].
      destruct (IH _ _ E) as [H1 H2]. split; auto. intros [|u] D; cbn; auto.
Qed.
Lemma take_rows_spec F : forall opens f rows rows', take_rows opens f (map bit F) rows = Some rows' ->
  length opens = length f /\
  (forall x y, has opens x y = true -> y < length F /\ has rows (apply_map f x) (apply_map F y) = true) /\
  (forall x y x' y', has opens x y = true -> has opens x' y' = true -> apply_map f x = apply_map f x' ->
     apply_map F y = apply_map F y' -> x = x' /\ y = y') /\
  (forall u v, has rows' u v = true <-> has rows u v = true /\
     ~ exists x y, has opens x y = true /\ apply_map f x = u /\ apply_map F y = v).
Proof.
  unfold apply_map at 1 3 4 7.
  induction opens as [|o opens IH]; intros [|v f] rows rows'; cbn [take_rows]; try discriminate.
  - intros K. inversion K; subst. assert (Z : forall x y, has [] x y <> true).
    { intros x y. unfold has. destruct x; cbn [nth]; rewrite N.bits_0; discriminate. }
    split; [auto|]. split; [intros x y H; now apply Z in H|]. split; [intros x y x' y' H; now apply Z in H|].
    intros u v. split; [|tauto]. intros H. split; auto. intros (x&y&H'&_). now apply Z in H'.
  - destruct (take_at v o (map bit F) rows) as [rows1|] eqn:E; [|discriminate]. intros K.
    destruct (take_at_spec _ _ _ _ _ E) as ((A1&A2&A3)&A4). destruct (IH _ _ _ K) as (L&R1&R2&R3). clear IH K E.
    assert (One : forall a b, has rows1 a b = true <-> has rows a b = true /\
                    ~ (a = v /\ exists y, N.testbit o (N.of_nat y) = true /\ apply_map F y = b)).
    { intros a b. unfold has. destruct (Nat.eq_dec a v) as [->|D].
      - rewrite A3. tauto.
      - rewrite A4 by auto. tauto. }
    split; [cbn; lia|]. split; [|split].
    + intros [|x] y H; [rewrite has_cons_O in H; now apply A1 in H|]. rewrite has_cons_S in H.
      destruct (R1 _ _ H) as [H1 H2]. split; auto. apply One in H2. tauto.
    + assert (Q : forall x y y', has opens x y = true -> N.testbit o (N.of_nat y') = true -> nth x f 0 = v ->
                    apply_map F y = apply_map F y' -> False).
      { intros x y y' H H' Ev Ey. destruct (R1 _ _ H) as [_ H2]. apply One in H2. apply (proj2 H2). split; auto.
        exists y'. auto. }
      intros [|x] y [|x'] y'; rewrite ?has_cons_O, ?has_cons_S; cbn [nth]; intros H H' E1 E2.
      * split; auto.
      * exfalso. eapply Q; [exact H'|exact H| |]; auto.
      * exfalso. eapply Q; [exact H|exact H'| |]; auto.
      * destruct (R2 _ _ _ _ H H' E1 E2). auto.
    + intros a b. rewrite R3, One. split.
      * intros [[H N1] N2]. split; auto. intros ([|x]&y&Hx&E1&E2); cbn [nth] in E1.
        -- apply N1. split; [auto|]. exists y. split; auto.
        -- apply N2. exists x, y. auto.
      * intros [H N]. split; [split; auto|].
        -- intros [-> (y&Hy&E2)]. apply N. exists 0, y. auto.
        -- intros (x&y&Hx&E1&E2). apply N. exists (S x), y. auto.
Qed.
Lemma take_parts_spec : forall ps rows rows', take_parts ps rows = Some rows' ->
  (forall i T f, nth_error ps i = Some (T, f) -> length (open_rows T) = length f) /\
  (forall i T f x y, nth_error ps i = Some (T, f) -> op T x y = true ->
     y < length f /\ has rows (apply_map f x) (apply_map f y) = true) /\
  (forall i T f x y i' T' f' x' y',
    nth_error ps i = Some (T, f) -> op T x y = true -> nth_error ps i' = Some (T', f') -> op T' x' y' = true ->
    apply_map f x = apply_map f' x' -> apply_map f y = apply_map f' y' -> i = i' /\ x = x' /\ y = y') /\
  (forall u v, has rows u v = true -> has rows' u v = true \/ exists i T f x y,
    nth_error ps i = Some (T, f) /\ op T x y = true /\ apply_map f x = u /\ apply_map f y = v).
Proof.
  induction ps as [|[T f] ps IH]; intros rows rows'; cbn [take_parts].
  - intros K. inversion K; subst. repeat split; intros; try (destruct i; discriminate); auto.
  - destruct (take_rows _ _ _ _) as [rows1|] eqn:E; [|discriminate]. intros K.
    destruct (take_rows_spec _ _ _ _ _ E) as (L&R1&R2&R3). destruct (IH _ _ K) as (L'&P1&P2&P3). clear IH K E.
    split; [|split; [|split]].
    + intros [|i] T1 f1 H; cbn in H; [inversion H; now subst|eauto].
    + intros [|i] T1 f1 x y H O; cbn in H; [inversion H; subst; now apply R1|].
      destruct (P1 _ _ _ _ _ H O) as [B H2]. split; auto. apply R3 in H2. tauto.
    + assert (Q : forall i T1 f1 x y x' y', nth_error ps i = Some (T1, f1) -> op T1 x y = true -> op T x' y' = true ->
                    apply_map f1 x = apply_map f x' -> apply_map f1 y = apply_map f y' -> False).
      { intros i T1 f1 x y x' y' H O O' E1 E2. destruct (P1 _ _ _ _ _ H O) as [_ H2]. apply R3 in H2.
        apply (proj2 H2). exists x', y'. auto. }
      intros [|i] T1 f1 x y [|i'] T2 f2 x' y' H O H' O' E1 E2; cbn in H, H'.
      * inversion H; subst T1 f1. inversion H'; subst T2 f2. split; [reflexivity|]. eapply R2; eauto.
      * inversion H; subst T1 f1. exfalso. eapply Q; [exact H'|exact O'|exact O| |]; auto.
      * inversion H'; subst T2 f2. exfalso. eapply Q; [exact H|exact O|exact O'| |]; auto.
      * destruct (P2 _ _ _ _ _ _ _ _ _ _ H O H' O' E1 E2) as (->&->&->). auto.
    + intros u v H. destruct (has rows1 u v) eqn:H1.
      * destruct (P3 _ _ H1) as [H2|(i&T1&f1&x&y&H2)]; auto. right. exists (S i), T1, f1, x, y. exact H2.
      * assert (D : ~ ~ exists x y, op T x y = true /\ apply_map f x = u /\ apply_map f y = v).
        { intros D. assert (W : has rows1 u v = true) by (apply R3; split; auto). congruence. }
        (* A search decides it. *)
        right.
        pose (found := any (fun x => any (fun y => op T x y &&& Nat.eqb (apply_map f x) u &&& Nat.eqb (apply_map f y) v)
                              (seq 0 (length f))) (seq 0 (length f))).
        destruct found eqn:F; unfold found in F.
        -- apply any_spec in F. destruct F as (x&_&F). apply any_spec in F. destruct F as (y&_&F).
           rewrite !and_true, !Nat.eqb_eq in F. exists 0, T, f, x, y. cbn. tauto.
        -- exfalso. apply D. intros (x&y&O&E1&E2). apply not_true_iff_false in F. apply F.
           apply any_spec. exists x. split.
           { apply in_seq. split; [lia|]. cbn. rewrite <- L. eapply has_inside; eauto. }
           apply any_spec. exists y. split; [apply in_seq; split; [lia|]; cbn; now apply (R1 x)|].
           rewrite !and_true, !Nat.eqb_eq. auto.
Qed.

Lemma near_from_spec bits o within here : forall spots p, near_from p spots bits o within here = true ->
  forall y, N.testbit (Npos p) (N.of_nat y) = true -> y < length spots ->
  let '(ow, ew, e) := nth y spots (0, 0, 0)%N in
  N.ldiff (N.land (N.lor ow ew) here) within = 0%N /\ N.land ew here = image (N.land e o) bits.
Proof.
  induction spots as [|[[ow ew] e] spots IH]; intros p K y Hy L; cbn [length near_from] in *; [lia|].
  destruct p as [p|p|].
  - rewrite and_true in K. destruct K as [K1 K2]. rewrite and_true, !N.eqb_eq in K1.
    destruct y as [|y]; cbn [nth]; auto. apply (IH p); auto; [|lia]. now rewrite bit_of_positive_I in Hy.
  - destruct y as [|y]; cbn [nth]; rewrite bit_of_positive_O in Hy; [discriminate|]. apply (IH p); auto; lia.
  - rewrite and_true, !N.eqb_eq in K. destruct y as [|y]; cbn [nth]; auto.
    rewrite bit_of_positive_H in Hy. discriminate.
Qed.
Lemma near_rows_spec all bits : forall opens spots, near_rows opens all spots bits = true -> forall x y,
  has opens x y = true -> x < length spots -> y < length all ->
  let here := fst (fst (nth x spots (0, 0, 0)%N)) in
  let o := nth x opens 0%N in
  let '(ow, ew, e) := nth y all (0, 0, 0)%N in
  N.ldiff (N.land (N.lor ow ew) here) (image o bits) = 0%N /\ N.land ew here = image (N.land e o) bits.
Proof.
  induction opens as [|o opens IH]; intros spots K x y H L1 L2.
  - unfold has in H. destruct x; cbn [nth] in H; rewrite N.bits_0 in H; discriminate.
  - destruct spots as [|[[here a] b] spots]; cbn [length near_rows] in *; [lia|]. rewrite and_true in K.
    destruct K as [K1 K2]. destruct x as [|x]; cbn [nth fst].
    + rewrite has_cons_O in H. destruct o as [|p]; [rewrite N.bits_0 in H; discriminate|].
      apply (near_from_spec _ _ _ _ _ _ K1); auto.
    + rewrite has_cons_S in H. apply IH; auto. lia.
Qed.
Theorem coversb_spec s ps : good s -> (forall T f, In (T, f) ps -> good T) -> coversb s ps = true -> covers s ps.
Proof.
  intros Gs Gp. unfold coversb. destruct (take_parts ps (open_rows s)) as [rows|] eqn:E; [|discriminate].
  rewrite and_true, !every_spec. intros [Z Nr]. destruct (take_parts_spec _ _ _ E) as (L&P1&P2&P3). clear E.
  assert (Gi : forall i T f, nth_error ps i = Some (T, f) -> good T).
  { intros i T f E. eapply Gp, nth_error_In, E. }
  (* What the check of the neighbourhoods says. *)
  assert (Near : forall i T f x y, nth_error ps i = Some (T, f) -> op T x y = true ->
    (forall u, op s (apply_map f x) u = true -> op s (apply_map f y) u = true \/ ed s (apply_map f y) u = true ->
       exists z, op T x z = true /\ apply_map f z = u) /\
    (forall u, op s (apply_map f x) u = true /\ ed s (apply_map f y) u = true <->
       exists z, ed T y z = true /\ op T x z = true /\ apply_map f z = u)).
  { intros i T f x y Ei O. pose proof (Gi _ _ _ Ei) as G. pose proof (L _ _ _ Ei) as Lf.
    pose proof (good_length _ G) as Le.
    assert (Lx : x < length f) by (rewrite <- Lf; eapply has_inside, O).
    assert (Ly : y < length f) by (now apply (P1 _ _ _ _ _ Ei O)).
    assert (K := Nr _ (nth_error_In _ _ Ei)). cbn [near_part] in K.
    assert (Sp : forall x, nth x (spots_of s T f) (0, 0, 0)%N =
      if Nat.ltb x (length f) then
        (nth (apply_map f x) (open_rows s) 0%N, nth (apply_map f x) (edge_rows s) 0%N, nth x (edge_rows T) 0%N)
      else (0, 0, 0)%N).
    { intros a. destruct (Nat.ltb_spec a (length f)) as [La|La].
      - unfold spots_of. set (g := fun q : nat * N => _). rewrite (nth_indep _ _ (g (0, 0%N))).
        + rewrite map_nth, combine_nth by congruence. reflexivity.
        + rewrite map_length, combine_length. lia.
      - apply nth_overflow. unfold spots_of. rewrite map_length, combine_length. lia. }
    assert (Ls : length (spots_of s T f) = length f).
    { unfold spots_of. rewrite map_length, combine_length. lia. }
    pose proof (near_rows_spec _ _ _ _ K x y O) as H. rewrite Ls in H. specialize (H Lx Ly).
    rewrite !Sp in H. apply Nat.ltb_lt in Lx, Ly. rewrite Lx, Ly in H. cbn [fst] in H. destruct H as [H1 H2].
    assert (In_f : forall z, op T x z = true -> z < length f) by (intros z Oz; now apply (P1 _ _ _ _ _ Ei Oz)).
    split.
    - intros u Ou D.
      assert (W : N.testbit (image (nth x (open_rows T) 0%N) (map bit f)) (N.of_nat u) = true).
      { destruct (N.testbit (image _ _) (N.of_nat u)) eqn:Ew; auto. exfalso.
        assert (V : N.testbit (N.ldiff (N.land (N.lor (nth (apply_map f y) (open_rows s) 0%N)
          (nth (apply_map f y) (edge_rows s) 0%N)) (nth (apply_map f x) (open_rows s) 0%N))
          (image (nth x (open_rows T) 0%N) (map bit f))) (N.of_nat u) = true).
        { rewrite ldiff_true, land_true, lor_true. split; [split; [exact D|exact Ou]|congruence]. }
        rewrite H1, N.bits_0 in V. discriminate. }
      apply image_spec in W. destruct W as (z&_&Oz&Ez). exists z. auto.
    - intros u.
      assert (V : N.testbit (N.land (nth (apply_map f y) (edge_rows s) 0%N) (nth (apply_map f x) (open_rows s) 0%N))
                    (N.of_nat u) = true <-> op s (apply_map f x) u = true /\ ed s (apply_map f y) u = true).
      { rewrite land_true. unfold op, ed, has. tauto. }
      rewrite <- V, H2, image_spec. split.
      + intros (z&_&Hz&Ez). rewrite land_true in Hz. exists z. unfold ed, op, has. tauto.
      + intros (z&Ez&Oz&Eu). exists z. split; [now apply In_f|]. rewrite land_true. unfold ed, op, has in *. tauto. }
  constructor; auto.
  - intros i T f x y Ei O. now apply (P1 _ _ _ _ _ Ei O).
  - intros u v O. destruct (P3 u v O) as [H|H]; auto. exfalso. unfold has in H.
    destruct (Nat.lt_ge_cases u (length rows)) as [Lu|Lu].
    + assert (K := Z _ (nth_In rows 0%N Lu)). apply N.eqb_eq in K. rewrite <- K, N.bits_0 in H. discriminate.
    + rewrite nth_overflow, N.bits_0 in H by auto. discriminate.
  - intros i T f x y u Ei O Ou D. destruct (Near _ _ _ _ _ Ei O) as [N1 N2].
    destruct (ed s (apply_map f y) u) eqn:Ed.
    + destruct (proj1 (N2 u) (conj Ou Ed)) as (z&Ez&Oz&Eu). exists z. auto.
    + destruct (N1 u Ou) as (z&Oz&Eu); [destruct D; [auto|congruence]|].
      exists z. split; auto. split; auto. discriminate.
  - intros i T f x y z Ei O1 O2 K. destruct (Near _ _ _ _ _ Ei O1) as [_ N2].
    apply (N2 (apply_map f z)). exists z. auto.
Qed.

(** ** Good structures *)
Definition goodb (s : structure) : bool :=
  let l := seq 0 (length (open_rows s)) in
  Nat.eqb (length (edge_rows s)) (length (open_rows s))
  &&& every (fun r => Nat.leb (N.size_nat r) (length (open_rows s))) (open_rows s)
  &&& every (fun r => Nat.leb (N.size_nat r) (length (open_rows s))) (edge_rows s)
  &&& every (fun u => every (fun v => Bool.eqb (op s u v) (op s v u) &&& Bool.eqb (ed s u v) (ed s v u)) (seq 0 u)
                      &&& negb (op s u u) &&& negb (ed s u u)) l.
Lemma size_nat_above r i : N.size_nat r <= i -> N.testbit r (N.of_nat i) = false.
Proof.
  destruct r as [|p]; [intros _; apply N.bits_0|]. cbn [N.size_nat]. revert i.
  induction p as [p IH|p IH|]; intros i; cbn [Pos.size_nat]; intros H; (destruct i as [|i]; [lia|]).
  - rewrite bit_of_positive_I. apply IH. lia.
  - rewrite bit_of_positive_O. apply IH. lia.
  - now rewrite bit_of_positive_H.
Qed.
Lemma goodb_spec s : goodb s = true -> good s.
Proof.
  unfold goodb. rewrite !and_true, !every_spec, Nat.eqb_eq. intros [[[E B1] B2] H].
  assert (W : forall rows, (forall r, In r rows -> Nat.leb (N.size_nat r) (length (open_rows s)) = true) ->
    length rows = length (open_rows s) -> forall u v, has rows u v = true ->
    u < length (open_rows s) /\ v < length (open_rows s)).
  { intros rows B L u v K. pose proof (has_inside _ _ _ K) as Lu. split; [lia|].
    specialize (B _ (nth_In rows 0%N Lu)). apply Nat.leb_le in B.
    destruct (Nat.lt_ge_cases v (length (open_rows s))) as [|Lv]; auto.
    unfold has in K. rewrite size_nat_above in K by lia. discriminate. }
  assert (V : forall u, u < length (open_rows s) -> (op s u u = false /\ ed s u u = false) /\
    forall v, v < u -> op s u v = op s v u /\ ed s u v = ed s v u).
  { intros u Lu. specialize (H u). rewrite !and_true, !negb_true_iff, every_spec in H.
    destruct H as [[H H1] H2]; [apply in_seq; lia|]. split; auto. intros v Lv. specialize (H v).
    rewrite and_true, !Bool.eqb_true_iff in H. apply H. apply in_seq. lia. }
  constructor; auto.
  - intros u v O. destruct (W _ B1 eq_refl u v O) as [Lu Lv].
    destruct (Nat.lt_trichotomy u v) as [K|[->|K]]; auto.
    + destruct (V v Lv) as [_ D]. destruct (D u K) as [-> _]. exact O.
    + destruct (V u Lu) as [_ D]. destruct (D v K) as [<- _]. exact O.
  - intros u v O. destruct (W _ B2 E u v O) as [Lu Lv].
    destruct (Nat.lt_trichotomy u v) as [K|[->|K]]; auto.
    + destruct (V v Lv) as [_ D]. destruct (D u K) as [_ ->]. exact O.
    + destruct (V u Lu) as [_ D]. destruct (D v K) as [_ <-]. exact O.
  - intros u O. destruct (W _ B1 eq_refl u u O) as [Lu _]. destruct (V u Lu) as [[K _] _]. congruence.
  - intros u O. destruct (W _ B2 E u u O) as [Lu _]. destruct (V u Lu) as [[_ K] _]. congruence.
Qed.
