(** Strategies of Black in strong games: positions with White to move, each of which follows from those before it. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists Bytes StrongGames.

(** * Sets of elements: bytes, as in the files *)
Definition stones := list N.
Definition has (s : stones) (e : N) : bool := N.testbit (nth_of (N.to_nat (N.shiftr e 3)) s 0%N) (N.land e 7).
Fixpoint put (i : nat) (x : N) (s : stones) : stones :=
  match i, s with
  | O, [] => [x]
  | O, b :: s => N.lor b x :: s
  | S i, [] => 0%N :: put i x []
  | S i, b :: s => b :: put i x s
  end.
Definition add (e : N) (s : stones) : stones := put (N.to_nat (N.shiftr e 3)) (N.shiftl 1 (N.land e 7)) s.

Lemma put_spec x : forall i s j, nth j (put i x s) 0%N = if Nat.eqb i j then N.lor (nth j s 0%N) x else nth j s 0%N.
Proof.
  induction i as [|i IH]; intros [|b s] [|j]; cbn [put nth Nat.eqb]; auto; try now destruct j.
  all: rewrite IH; now destruct (Nat.eqb i j), j.
Qed.
(** An element is known by its byte and its bit. *)
Lemma place_inj e x : N.shiftr e 3 = N.shiftr x 3 -> N.land e 7 = N.land x 7 -> e = x.
Proof.
  change 7%N with (N.ones 3). rewrite !N.shiftr_div_pow2, !N.land_ones. intros E F.
  rewrite (N.div_mod' e (2 ^ 3)), (N.div_mod' x (2 ^ 3)). congruence.
Qed.
Lemma has_add e s x : has (add e s) x = true <-> x = e \/ has s x = true.
Proof.
  unfold has, add. rewrite !nth_of_nth, put_spec.
  destruct (Nat.eqb_spec (N.to_nat (N.shiftr e 3)) (N.to_nat (N.shiftr x 3))) as [E|E].
  - rewrite N.lor_spec, orb_true_iff, N.shiftl_1_l, N.pow2_bits_eqb, N.eqb_eq. apply N2Nat.inj in E.
    split; [intros [H|H]; auto; left; symmetry; now apply place_inj|intros [->|H]; auto].
  - split; auto. intros [->|H]; [congruence|auto].
Qed.
Lemma has_nothing e : has [] e = false.
Proof. unfold has. rewrite nth_of_nth. destruct (N.to_nat _); apply N.bits_0. Qed.

(** * The checker *)
Record answer := Answer { reply : N; step : N; next : N; by_map : nat }.
Record entry := Entry { black : stones; white : stones; sequences : list (list N); answers : list answer }.

Section Checker.
  Variable n : N.
  Variables blacks whites : list (list N).

  Definition elements : list N := map N.of_nat (seq 0 (N.to_nat n)).
  Definition is_untaken (B W : stones) (e : N) : bool := N.ltb e n &&& negb (has B e) &&& negb (has W e).
  Definition is_owned (sets : list (list N)) (own : stones) : bool := any (every (has own)) sets.

  (** The element that a player lacks of a set, if it is but one; and all such that the other player has not. *)
  Fixpoint lacks (own : stones) (s : list N) : option N :=
    match s with
    | [] => None
    | e :: s =>
        if has own e then lacks own s
        else if every (fun x => if has own x then true else N.eqb e x) s then Some e else None
    end.
  Fixpoint threats (sets : list (list N)) (own others : stones) : list N :=
    match sets with
    | [] => []
    | s :: sets =>
        match lacks own s with
        | Some e => if has others e then threats sets own others else e :: threats sets own others
        | None => threats sets own others
        end
    end.

  (** The sets in which an element is: only with these can it threaten. *)
  Variables blacks_of whites_of : N -> list (list N).
  (** Black, who is to move after White's [last], takes these elements: after each White has to take another one, and at
      last there are two. *)
  Fixpoint wins_by (B W : stones) (last : N) (l : list N) : bool :=
    match l with
    | [] => false
    | e :: l =>
        is_untaken B W e &&& every (N.eqb e) (threats (whites_of last) W B) &&&
        (let B := add e B in
         match threats (blacks_of e) B W with
         | [] => false
         | x :: more => if every (N.eqb x) more then wins_by B (add x W) x l else true
         end)
    end.

  (** Symmetries of both players' sets: pairs of an element and its image. *)
  Definition map_of (images : list N) : list (N * N) := combine elements images.
  Definition image (m : list (N * N)) (s : list N) : list N :=
    flat_map (fun e => map snd (filter (fun p => N.eqb (fst p) e) m)) s.
  Definition includes (s t : list N) : bool := every (fun e => any (N.eqb e) s) t.
  Definition is_symmetry (m : list (N * N)) : bool :=
    every (fun p => N.ltb (fst p) n &&& N.ltb (snd p) n
                    &&& every (fun q => Bool.eqb (N.eqb (fst p) (fst q)) (N.eqb (snd p) (snd q))) m) m
    &&& every (fun e => any (fun p => N.eqb (fst p) e) m &&& any (fun p => N.eqb (snd p) e) m) elements
    &&& (let images := map (image m) blacks in every (fun s => any (includes s) images) blacks)
    &&& every (fun s => let t := image m s in any (includes t) whites) whites.
  Definition same_under (m : list (N * N)) (s t : stones) : bool :=
    every (fun p => Bool.eqb (has s (fst p)) (has t (snd p))) m.

  Variable maps : list (list (N * N)).
  Definition table := PositiveMap.t (stones * stones).
  (** The position is one of the table, under the map. *)
  Definition leads (t : table) (next : N) (by_map : nat) (B W : stones) : bool :=
    match PositiveMap.find (N.succ_pos next) t, nth_error maps by_map with
    | Some (B', W'), Some m => same_under m B B' &&& same_under m W W'
    | _, _ => false
    end.
  Definition is_answer (t : table) (B W : stones) (a : answer) : bool :=
    is_untaken B W (reply a) &&&
    (let W := add (reply a) W in
     is_untaken B W (step a) &&& leads t (next a) (by_map a) (add (step a) B) W).
  Definition follows (t : table) (x : entry) : bool :=
    let B := black x in
    let replies := filter (is_untaken B (white x)) elements in
    let now := threats blacks B (white x) in
    match replies with [] => false | _ => true end
    &&& negb (is_owned whites (white x))
    &&& every (is_answer t B (white x)) (answers x)
    &&& every (fun e => negb (is_owned (whites_of e) (add e (white x)))) replies
    &&& every (fun e =>
          if any (fun a => N.eqb (reply a) e) (answers x) then true
          else if any (fun y => negb (N.eqb y e)) now then true
          else any (wins_by B (add e (white x)) e) (sequences x)) replies.

  Fixpoint check_entries (t : table) (i : N) (l : list entry) : option table :=
    match l with
    | [] => Some t
    | x :: l =>
        if follows t x then check_entries (PositiveMap.add (N.succ_pos i) (black x, white x) t) (N.succ i) l else None
    end.

  (** * Soundness *)
  Definition in_board (sets : list (list N)) : Prop := forall s e, In s sets -> In e s -> (e < n)%N.
  Hypothesis blacks_in : in_board blacks.
  Hypothesis whites_in : in_board whites.
  Hypothesis blacks_of_in : forall e, incl (blacks_of e) blacks.
  Hypothesis whites_of_all : forall e s, In s whites -> In e s -> In s (whites_of e).
  Notation untaken := (untaken n).
  Notation black_wins := (black_wins n blacks whites).

  Lemma in_elements e : In e elements <-> (e < n)%N.
  Proof.
    unfold elements. rewrite in_map_iff. split.
    - intros (k&<-&H). apply in_seq in H. lia.
    - intros H. exists (N.to_nat e). rewrite in_seq. lia.
  Qed.
  (** These bytes and this list are the same elements of the board. *)
  Definition shows (s : stones) (l : list N) : Prop := forall e, (e < n)%N -> (has s e = true <-> In e l).
  Lemma shows_add s l e : shows s l -> shows (add e s) (e :: l).
  Proof. intros S x L. rewrite has_add, (S x L). cbn. intuition congruence. Qed.
  Lemma shows_list s : shows s (filter (has s) elements).
  Proof. intros e L. rewrite filter_In, in_elements. tauto. Qed.
  Lemma shows_start l : shows (fold_right add [] l) l.
  Proof.
    induction l as [|e l IH]; cbn [fold_right]; [|now apply shows_add].
    intros e _. rewrite has_nothing. split; [discriminate|intros []].
  Qed.
  Lemma is_untaken_spec B W Bl Wl e : shows B Bl -> shows W Wl -> (is_untaken B W e = true <-> untaken Bl Wl e).
  Proof.
    intros SB SW. unfold is_untaken, StrongGames.untaken.
    rewrite !and_true, N.ltb_lt, !negb_true_iff, <- !not_true_iff_false.
    split; [intros [[L H] K]|intros (L&H&K)]; rewrite (SB e L), (SW e L) in *; auto.
  Qed.
  Lemma is_owned_spec sets s l : in_board sets -> shows s l -> (is_owned sets s = true <-> owns sets l).
  Proof.
    intros I S. unfold is_owned, owns, incl. rewrite any_spec. split; intros (x&H&K); exists x; split; auto.
    - rewrite every_spec in K. intros e He. apply S; eauto.
    - apply every_spec. intros e He. apply S; eauto.
  Qed.

  Lemma lacks_spec own s e :
    lacks own s = Some e <-> In e s /\ has own e = false /\ forall x, In x s -> x = e \/ has own x = true.
  Proof.
    induction s as [|y s IH]; cbn [lacks]; [split; [discriminate|intros [[] _]]|].
    destruct (has own y) eqn:Y.
    - rewrite IH. cbn. split; intros (H&K&F).
      + repeat split; auto. intros x [<-|Hx]; auto.
      + destruct H as [<-|H]; [congruence|]. auto.
    - destruct (every _ s) eqn:E.
      + rewrite every_spec in E. split.
        * intros [= <-]. cbn. repeat split; auto. intros x [<-|Hx]; auto. specialize (E x Hx). cbn in E.
          destruct (has own x); auto. apply N.eqb_eq in E. auto.
        * intros (_&_&F). f_equal. destruct (F y (or_introl eq_refl)); congruence.
      + split; [discriminate|]. intros (H&K&F). destruct (F y (or_introl eq_refl)) as [->|]; [|congruence].
        exfalso. rewrite <- not_true_iff_false in E. apply E, every_spec. intros x Hx. destruct (has own x) eqn:X; auto.
        destruct (F x (or_intror Hx)) as [->|]; [apply N.eqb_refl|congruence].
  Qed.
  Lemma threats_spec sets own others e :
    In e (threats sets own others) <-> has others e = false /\ exists s, In s sets /\ lacks own s = Some e.
  Proof.
    induction sets as [|s sets IH]; cbn [threats]; [split; [intros []|intros (_&s&[]&_)]|].
    destruct (lacks own s) as [x|] eqn:L.
    - destruct (has others x) eqn:X; [|cbn [In]]; rewrite IH; split.
      + intros (H&t&I&K). split; auto. exists t. split; [now right|auto].
      + intros (H&t&[<-|I]&K); [congruence|]. eauto.
      + intros [<-|(H&t&I&K)].
        * split; auto. exists s. split; [now left|auto].
        * split; auto. exists t. split; [now right|auto].
      + intros (H&t&[<-|I]&K); [left; congruence|]. eauto.
    - rewrite IH. split; intros (H&t&I&K); split; auto; exists t; split; auto; [now right|].
      destruct I as [<-|I]; [congruence|auto].
  Qed.
  (** What a player threatens completes a set, and all that completes one is threatened. *)
  Lemma threat_completes sets B W Bl Wl e : incl sets blacks -> shows B Bl -> shows W Wl -> In e (threats sets B W) ->
    untaken Bl Wl e /\ owns blacks (e :: Bl).
  Proof.
    intros In_blacks SB SW H. apply threats_spec in H. destruct H as (HW&s&I&H).
    apply lacks_spec in H. destruct H as (He&HB&F).
    assert (L : (e < n)%N) by eauto. repeat split; auto.
    - rewrite <- (SB e L). congruence.
    - rewrite <- (SW e L). congruence.
    - exists s. split; auto. intros x Hx. destruct (F x Hx) as [->|K]; [now left|]. right. apply SB; eauto.
  Qed.
  (** Where White completed no set with one element, he does after the element x with what a set of x lacks. *)
  Lemma completing_threat B W Bl Wl x y :
    shows B Bl -> shows W Wl -> ~ owns whites (x :: Wl) -> ~ owns whites (y :: Wl) -> untaken Bl (x :: Wl) y -> owns whites (y :: x :: Wl) -> In y (threats (whites_of x) (add x W) B).
  Proof.
    intros SB SW N M (L&HB&HW) (s&I&H). pose proof (shows_add _ _ x SW) as SW'. apply threats_spec. split.
    { rewrite <- (SB y L), not_true_iff_false in HB. exact HB. }
    exists s. split; [|apply lacks_spec; split; [|split]].
    - apply whites_of_all; auto. destruct (in_dec N.eq_dec x s) as [K|K]; auto. exfalso. apply M. exists s. split; auto.
      intros z Hz. destruct (H z Hz) as [->|[->|]]; [now left|contradiction|now right].
    - destruct (in_dec N.eq_dec y s) as [K|K]; auto. exfalso. apply N. exists s. split; auto.
      intros z Hz. destruct (H z Hz) as [->|]; [contradiction|auto].
    - rewrite <- (SW' y L), not_true_iff_false in HW. exact HW.
    - intros z Hz. destruct (H z Hz) as [->|K]; auto. right. apply SW'; eauto.
  Qed.

  Lemma wins_by_spec l : forall B W Bl Wl last, shows B Bl -> shows W Wl ->
    (forall y, untaken Bl Wl y -> owns whites (y :: Wl) -> In y (threats (whites_of last) W B)) ->
    wins_by B W last l = true -> black_wins Black Bl Wl.
  Proof.
    induction l as [|e l IH]; intros B W Bl Wl last SB SW All; cbn [wins_by]; [discriminate|].
    rewrite !and_true, (is_untaken_spec _ _ _ _ _ SB SW), every_spec. intros [[U Must] K].
    apply wins_taking with e; auto. pose proof (shows_add _ _ e SB) as SB'.
    destruct (threats (blacks_of e) (add e B) W) as [|x more] eqn:E; [discriminate|].
    assert (T : forall y, In y (x :: more) -> untaken (e :: Bl) Wl y /\ owns blacks (y :: e :: Bl)).
    { intros y Hy. apply (threat_completes (blacks_of e) (add e B) W); auto. now rewrite E. }
    (* White completes no set. *)
    assert (Safe : forall y, untaken (e :: Bl) Wl y -> ~ owns whites (y :: Wl)).
    { intros y (L&HB&HW) O. apply HB. left. apply N.eqb_eq, Must, All; auto. repeat split; auto. intros I. apply HB.
      now right. }
    (* Black completes one that White leaves him. *)
    assert (Other : forall y z, In z (x :: more) -> z <> y -> black_wins Black (e :: Bl) (y :: Wl)).
    { intros y z I D. destruct (T z I) as [(L&HB&HW) O]. apply wins_completing with z; auto. repeat split; auto.
      intros [->|]; auto. }
    apply wins_whatever; auto; [exists x; apply T; now left|]. intros y Uy.
    destruct (N.eq_dec x y) as [->|D]; [|apply Other with x; auto; now left].
    destruct (every (N.eqb y) more) eqn:Ev.
    - apply (IH (add e B) (add y W) _ _ y); auto using shows_add. intros z (L&HB&HW).
      apply completing_threat with (Bl := e :: Bl) (Wl := Wl); auto; [|now repeat split]. apply Safe. repeat split; auto. intros J. apply HW. now right.
    - assert (Z : exists z, In z more /\ z <> y).
      { clear - Ev. induction more as [|z more IH]; cbn in Ev; [discriminate|]. destruct (N.eqb_spec y z) as [_|D].
        - destruct (IH Ev) as (w&Hw&Dw). exists w. split; auto. now right.
        - exists z. split; auto. now left. }
      destruct Z as (z&Hz&Dz). apply Other with z; auto. now right.
  Qed.

  (** ** Symmetries *)
  Section Symmetry.
    Variable m : list (N * N).
    Hypothesis sym : is_symmetry m = true.
    Definition alike (l l' : list N) : Prop := forall e x, In (e, x) m -> (In e l <-> In x l').

    Lemma map_in e x : In (e, x) m -> (e < n)%N /\ (x < n)%N.
    Proof.
      assert (S := sym). unfold is_symmetry in S. rewrite !and_true, every_spec in S. destruct S as [[[H _] _] _].
      intros I. specialize (H _ I). rewrite !and_true, !N.ltb_lt in H. tauto.
    Qed.
    Lemma map_one e x f y : In (e, x) m -> In (f, y) m -> (e = f <-> x = y).
    Proof.
      assert (S := sym). unfold is_symmetry in S. rewrite !and_true, every_spec in S. destruct S as [[[H _] _] _].
      intros I J. specialize (H _ I). rewrite !and_true, every_spec in H. destruct H as [_ H]. specialize (H _ J).
      cbn [fst snd] in H. apply eqb_prop in H. rewrite <- !N.eqb_eq, H. tauto.
    Qed.
    Lemma map_to e : (e < n)%N -> (exists x, In (e, x) m) /\ exists f, In (f, e) m.
    Proof.
      assert (S := sym). unfold is_symmetry in S. rewrite !and_true, !every_spec in S. destruct S as [[[_ H] _] _].
      intros L. apply in_elements in L. specialize (H _ L). rewrite and_true, !any_spec in H.
      destruct H as [([f x]&I&E) ([g y]&J&F)]. cbn in *. apply N.eqb_eq in E, F. subst. eauto.
    Qed.
    Lemma in_image x s : In x (image m s) <-> exists e, In e s /\ In (e, x) m.
    Proof.
      unfold image. rewrite in_flat_map. split.
      - intros (e&He&K). apply in_map_iff in K. destruct K as ([f y]&E&K). apply filter_In in K. cbn in *.
        destruct K as [K F]. apply N.eqb_eq in F. subst. eauto.
      - intros (e&He&K). exists e. split; auto. apply in_map_iff. exists (e, x). split; auto. apply filter_In.
        cbn. now rewrite N.eqb_refl.
    Qed.
    Lemma includes_spec s t : includes s t = true <-> incl t s.
    Proof.
      unfold includes, incl. rewrite every_spec. split; intros H e He; specialize (H e He).
      - apply any_spec in H. destruct H as (x&I&E). apply N.eqb_eq in E. now subst.
      - apply any_spec. exists e. now rewrite N.eqb_refl.
    Qed.

    Lemma alike_cons l l' e x : In (e, x) m -> alike l l' -> alike (e :: l) (x :: l').
    Proof. intros I A f y J. cbn. rewrite (A f y J), (map_one e x f y I J). tauto. Qed.
    Lemma alike_untaken B W B' W' e x : In (e, x) m -> alike B B' -> alike W W' -> (untaken B W e <-> untaken B' W' x).
    Proof.
      intros I AB AW. unfold StrongGames.untaken. rewrite (AB e x I), (AW e x I). destruct (map_in e x I). tauto.
    Qed.
    Lemma alike_black B B' : alike B B' -> owns blacks B' -> owns blacks B.
    Proof.
      assert (S := sym). unfold is_symmetry in S. rewrite !and_true in S. destruct S as [[_ H] _].
      rewrite every_spec in H.
      intros A (s&I&K). specialize (H s I). apply any_spec in H. destruct H as (t&J&H). apply in_map_iff in J.
      destruct J as (r&<-&J). rewrite includes_spec in H. exists r. split; auto. intros e He.
      destruct (map_to e) as [(x&Hx) _]; eauto. apply (A e x Hx), K, H, in_image. eauto.
    Qed.
    Lemma alike_white W W' : alike W W' -> owns whites W -> owns whites W'.
    Proof.
      assert (S := sym). unfold is_symmetry in S. rewrite !and_true, !every_spec in S. destruct S as [_ H].
      intros A (s&I&K). specialize (H s I). cbn zeta in H. apply any_spec in H. destruct H as (t&J&H).
      rewrite includes_spec in H. exists t. split; auto. intros x Hx. apply H, in_image in Hx. destruct Hx as (e&He&Hx).
      apply (A e x Hx). auto.
    Qed.
    Lemma alike_wins c B' W' : black_wins c B' W' -> forall B W, alike B B' -> alike W W' -> black_wins c B W.
    Proof.
      assert (From : forall B W B' W' x, alike B B' -> alike W W' -> untaken B' W' x ->
        exists e, In (e, x) m /\ untaken B W e).
      { intros B W B1 W1 x AB AW U. destruct (map_to x) as [_ (e&I)]; [apply U|]. exists e. split; auto.
        now apply (alike_untaken B W B1 W1 e x). }
      assert (To : forall B W B' W' e, alike B B' -> alike W W' -> untaken B W e ->
        exists x, In (e, x) m /\ untaken B' W' x).
      { intros B W B1 W1 e AB AW U. destruct (map_to e) as [(x&I) _]; [apply U|]. exists x. split; auto.
        now apply (alike_untaken B W B1 W1 e x). }
      induction 1 as [B' W' x U O|B' W' x U _ IH|B' W' (x&U) N _ IH]; intros B W AB AW;
        destruct (From B W B' W' x AB AW U) as (e&I&V).
      - apply wins_completing with e; auto. apply alike_black with (x :: B'); auto using alike_cons.
      - apply wins_taking with e; auto. apply IH; auto using alike_cons.
      - apply wins_whatever; [now exists e| |]; intros f V'; destruct (To B W B' W' f AB AW V') as (y&J&U').
        + intros O. apply (N y U'). apply alike_white with (f :: W); auto using alike_cons.
        + apply (IH y U'); auto using alike_cons.
    Qed.
    Lemma same_under_spec s t l l' : shows s l -> shows t l' -> same_under m s t = true -> alike l l'.
    Proof.
      unfold same_under. rewrite every_spec. intros S T H e x I. specialize (H _ I). cbn in H. apply eqb_prop in H.
      destruct (map_in e x I). rewrite <- (S e), <- (T x), H by auto. tauto.
    Qed.
  End Symmetry.

  (** ** Entries *)
  Definition right (t : table) : Prop := forall i B W, PositiveMap.find i t = Some (B, W) ->
    forall Bl Wl, shows B Bl -> shows W Wl -> black_wins White Bl Wl.
  Hypothesis symmetries : every is_symmetry maps = true.

  Lemma leads_spec t next k B W Bl Wl : right t -> leads t next k B W = true -> shows B Bl -> shows W Wl ->
    black_wins White Bl Wl.
  Proof.
    intros R. unfold leads. destruct (PositiveMap.find _ t) as [[B' W']|] eqn:F; [|discriminate].
    destruct (nth_error maps k) as [m|] eqn:M; [|discriminate]. rewrite and_true. intros [KB KW] SB SW.
    assert (Sm : is_symmetry m = true) by (rewrite every_spec in symmetries; eauto using nth_error_In).
    apply alike_wins with m (filter (has B') elements) (filter (has W') elements); auto.
    - eapply R; eauto using shows_list.
    - apply (same_under_spec m Sm B B'); auto using shows_list.
    - apply (same_under_spec m Sm W W'); auto using shows_list.
  Qed.
  Lemma is_answer_spec t B W Bl Wl a : right t -> is_answer t B W a = true -> shows B Bl -> shows W Wl ->
    black_wins Black Bl (reply a :: Wl).
  Proof.
    intros R. unfold is_answer. rewrite !and_true. intros (_&U&L) SB SW. pose proof (shows_add _ _ (reply a) SW) as SW'.
    apply wins_taking with (step a); [now apply (is_untaken_spec B (add (reply a) W))|].
    eapply leads_spec; eauto using shows_add.
  Qed.
  Lemma follows_spec t x Bl Wl : right t -> follows t x = true -> shows (black x) Bl -> shows (white x) Wl ->
    black_wins White Bl Wl.
  Proof.
    intros R. unfold follows. cbn zeta. rewrite !and_true, !every_spec, negb_true_iff, <- not_true_iff_false.
    intros [[[[One N] A] O] H] SB SW. rewrite (is_owned_spec whites _ Wl) in N by auto.
    assert (I : forall e, untaken Bl Wl e <-> In e (filter (is_untaken (black x) (white x)) elements)).
    { intros e. rewrite filter_In, in_elements, (is_untaken_spec _ _ Bl Wl) by auto. split; [|tauto].
      intros U. split; auto. apply U. }
    assert (Safe : forall e, untaken Bl Wl e -> ~ owns whites (e :: Wl)).
    { intros e U (s&J&K). apply I, O in U. rewrite negb_true_iff, <- not_true_iff_false in U. apply U, any_spec.
      exists s. split.
      - apply whites_of_all; auto. destruct (in_dec N.eq_dec e s) as [L|L]; auto. exfalso. apply N. exists s.
        split; auto. intros y Hy. destruct (K y Hy) as [->|]; [contradiction|auto].
      - apply every_spec. intros y Hy. apply (shows_add _ _ e SW); eauto. }
    apply wins_whatever; auto.
    - destruct (filter _ elements) as [|e l] eqn:E; [discriminate|]. exists e. apply I. now left.
    - intros e U. pose proof (shows_add _ _ e SW) as SW'. pose proof (H e (proj1 (I e) U)) as K. cbn beta in K.
      destruct (any (fun a => _) (answers x)) eqn:E.
      { apply any_spec in E. destruct E as (a&J&E). apply N.eqb_eq in E. subst. eapply is_answer_spec; eauto. }
      clear E. destruct (any (fun y => _) _) eqn:E.
      + apply any_spec in E. destruct E as (y&J&E). rewrite negb_true_iff, N.eqb_neq in E.
        destruct (threat_completes blacks (black x) (white x) Bl Wl y) as [(L&HB&HW) W]; auto using incl_refl.
        apply wins_completing with y; auto. repeat split; auto. intros [->|]; auto.
      + apply any_spec in K. destruct K as (s&_&K). apply wins_by_spec with (Bl := Bl) (Wl := e :: Wl) in K; auto.
        intros y (L&HB&HW) Oy. apply completing_threat with (Bl := Bl) (Wl := Wl); auto; [|now repeat split].
        apply Safe. repeat split; auto. intros J. apply HW. now right.
  Qed.
  Lemma check_entries_spec l : forall t i t', right t -> check_entries t i l = Some t' -> right t'.
  Proof.
    induction l as [|x l IH]; cbn [check_entries]; intros t i t' R H; [now inversion H; subst|].
    destruct (follows t x) eqn:F; [|discriminate]. eapply IH; [|exact H]. intros k B W.
    destruct (Pos.eq_dec k (N.succ_pos i)) as [->|D].
    - rewrite PositiveMap.gss. intros [= <- <-] Bl Wl. now apply follows_spec with t.
    - rewrite PositiveMap.gso by auto. apply R.
  Qed.
End Checker.

(** The sets in which each element is, by the element. *)
Definition sets_by (n : N) (sets : list (list N)) : PositiveMap.t (list (list N)) :=
  fold_right (fun e t => PositiveMap.add (N.succ_pos e) (filter (any (N.eqb e)) sets) t) (PositiveMap.empty _)
    (elements n).
Definition those_of (t : PositiveMap.t (list (list N))) (e : N) : list (list N) :=
  match PositiveMap.find (N.succ_pos e) t with Some l => l | None => [] end.

(** The opening is an answer without a reply of White; without a move of Black, if White begins. *)
Definition check_strong (n : N) (blacks whites : list (list N)) (starter : stone) (B W : list N)
    (images : list (list N)) (entries : list entry) (opening : answer) : bool :=
  let maps := map (map_of n) images in
  let B0 := fold_right add [] B in
  let W0 := fold_right add [] W in
  let blacks_of := those_of (sets_by n blacks) in
  let whites_of := those_of (sets_by n whites) in
  every (every (fun e => N.ltb e n)) blacks &&& every (every (fun e => N.ltb e n)) whites
  &&& every (is_symmetry n blacks whites) maps
  &&& negb (is_owned blacks B0) &&& negb (is_owned whites W0)
  &&& match check_entries n blacks whites blacks_of whites_of maps (PositiveMap.empty _) 0 entries with
      | Some t =>
          match starter with
          | Black => is_untaken n B0 W0 (step opening)
                     &&& leads maps t (next opening) (by_map opening) (add (step opening) B0) W0
          | White => leads maps t (next opening) (by_map opening) B0 W0
          end
      | None => false
      end.

Lemma those_of_spec n sets e : those_of (sets_by n sets) e = if N.ltb e n then filter (any (N.eqb e)) sets else [].
Proof.
  assert (H : those_of (sets_by n sets) e = if any (N.eqb e) (elements n) then filter (any (N.eqb e)) sets else []).
  { unfold sets_by. generalize (elements n). intros l. induction l as [|x l IH]; cbn [fold_right any].
    - unfold those_of. now rewrite PositiveMap.gempty.
    - unfold those_of in *. destruct (N.eqb_spec e x) as [->|D]; [now rewrite PositiveMap.gss|].
      rewrite PositiveMap.gso; auto. intros E. apply D. now rewrite <- (N.pos_pred_succ e), E, N.pos_pred_succ. }
  rewrite H. replace (any (N.eqb e) (elements n)) with (N.ltb e n); auto. apply eq_iff_eq_true.
  rewrite N.ltb_lt, <- in_elements, any_spec. split; [intros I; exists e; now rewrite N.eqb_refl|].
  intros (x&I&E). apply N.eqb_eq in E. now subst.
Qed.

Theorem strong_sound n blacks whites starter B W images entries opening :
  check_strong n blacks whites starter B W images entries opening = true -> strong_won n blacks whites starter B W.
Proof.
  unfold check_strong. rewrite !and_true, !negb_true_iff, <- !not_true_iff_false. intros [[[[[IB IW] S] OB] OW] K].
  assert (In_board : forall sets, every (every (fun e => N.ltb e n)) sets = true -> in_board n sets).
  { intros sets H s e I J. rewrite every_spec in H. specialize (H s I). rewrite every_spec in H.
    now apply N.ltb_lt, H. }
  apply In_board in IB, IW. clear In_board. pose proof (shows_start n B) as SB. pose proof (shows_start n W) as SW.
  assert (Ib : forall e, incl (those_of (sets_by n blacks) e) blacks).
  { intros e s. rewrite those_of_spec. destruct (N.ltb e n); [|intros []]. rewrite filter_In. tauto. }
  assert (Aw : forall e s, In s whites -> In e s -> In s (those_of (sets_by n whites) e)).
  { intros e s I J. rewrite those_of_spec. replace (N.ltb e n) with true; [|symmetry; apply N.ltb_lt; eauto].
    apply filter_In. split; auto. apply any_spec. exists e. now rewrite N.eqb_refl. }
  destruct (check_entries _ _ _ _ _ _ _ _ entries) as [t|] eqn:E; [|discriminate].
  assert (R : right n blacks whites t).
  { apply check_entries_spec in E; auto. intros i B1 W1 H. rewrite PositiveMap.gempty in H. discriminate. }
  split; [now rewrite <- (is_owned_spec n blacks _ B IB SB)|].
  split; [now rewrite <- (is_owned_spec n whites _ W IW SW)|].
  destruct starter; [rewrite and_true in K; destruct K as [U K]; apply wins_taking with (step opening);
    [now apply (is_untaken_spec n _ _ B W) in U|]|]; eapply leads_spec; eauto using shows_add.
Qed.

(** * The bodies of files, without the board. Nothing is proved of reading. *)
(** So many bytes. *)
Definition read_bytes (count : nat) : list N -> option (list N * list N) := fun l => read_many (number 1) count l [].
(** Bits beyond the elements would be stones nowhere. *)
Definition read_stones (n : N) (l : list N) : option (stones * list N) :=
  let beyond := map (fun i => N.add n (N.of_nat i)) (seq 0 7) in
  match read_bytes (N.to_nat (N.shiftr (N.add n 7) 3)) l with
  | Some (s, l) => if any (has s) beyond then None else Some (s, l)
  | None => None
  end.
Definition read_move (l : list N) : option (answer * list N) :=
  match l with
  | step :: l =>
      match number 4 l with
      | Some (next, l) =>
          match number 2 l with Some (m, l) => Some (Answer 0 step next (N.to_nat m), l) | None => None end
      | None => None
      end
  | [] => None
  end.
Definition read_answer (l : list N) : option (answer * list N) :=
  match l with
  | e :: l => match read_move l with Some (a, l) => Some (Answer e (step a) (next a) (by_map a), l) | None => None end
  | [] => None
  end.
Definition read_entry (n : N) (l : list N) : option (entry * list N) :=
  match read_stones n l with
  | Some (B, l) =>
      match read_stones n l with
      | Some (W, l) =>
          match read_counted (read_counted (number 1)) l with
          | Some (sequences, l) =>
              match read_counted read_answer l with
              | Some (answers, l) => Some (Entry B W sequences answers, l)
              | None => None
              end
          | None => None
          end
      | None => None
      end
  | None => None
  end.
Definition sum_of {A} (f : A -> nat) (l : list A) : N := fold_left (fun sum x => N.add sum (N.of_nat (f x))) l 0%N.

(** The maps, the entries, the opening, and nothing else. *)
Definition read_body {entry opening : Type} (n : N) (read_entry : list N -> option (entry * list N))
    (read_opening : list N -> option (opening * list N)) (maps count : N) (l : list N) :
    option (list (list N) * list entry * opening) :=
  match read_many (read_bytes (N.to_nat n)) (N.to_nat maps) l [] with
  | Some (images, l) =>
      match read_many read_entry (N.to_nat count) l [] with
      | Some (found, l) => match read_opening l with Some (o, []) => Some (images, found, o) | _ => None end
      | None => None
      end
  | None => None
  end.

Definition check_strong_bytes (n : N) (blacks whites : list (list N)) (starter : stone) (B W : list N)
    (maps entries_count answers_count sequences_count : N) (l : list N) : bool :=
  match read_body n (read_entry n) read_move maps entries_count l with
  | Some (images, entries, opening) =>
      N.eqb (sum_of (fun x => length (answers x)) entries) answers_count
      &&& N.eqb (sum_of (fun x => length (sequences x)) entries) sequences_count
      &&& match starter with Black => true | White => N.eqb (step opening) 255 end
      &&& check_strong n blacks whites starter B W images entries opening
  | None => false
  end.
Theorem strong_bytes_sound n blacks whites starter B W maps entries_count answers_count sequences_count l :
  check_strong_bytes n blacks whites starter B W maps entries_count answers_count sequences_count l = true ->
  strong_won n blacks whites starter B W.
Proof.
  unfold check_strong_bytes. destruct (read_body _ _ _ _ _ l) as [[[images entries] opening]|]; [|discriminate].
  rewrite !and_true. intros [_ K].
  eapply strong_sound; eauto.
Qed.
