(** Strategies with which White does not lose a strong game: entries with Black to move, each of which follows from those
    before it. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists MakerBreaker StrongGames Boards Families Leaves Bytes Strong BoardClaims.

(** Stones of White's, and elements that are free or White's; all others may be Black's. *)
Record place := Place { whites_own : N -> bool; may_be : N -> bool }.
(** How a line of White's moves ends, and the moves. *)
Record line := Line { steps : list N; last : ending }.
Record holding := Holding { stones_there : stones; free_there : stones; lines : list line }.

Definition without (e : N) (P : place) : place :=
  Place (whites_own P) (fun x => if N.eqb x e then false else may_be P x).
Definition with_stone (e : N) (P : place) : place :=
  Place (fun x => if N.eqb x e then true else whites_own P x) (fun x => if N.eqb x e then false else may_be P x).

Section Holding.
  Variable n : N.
  Variables blacks whites : list (list N).
  Hypothesis blacks_in : forall S x, In S blacks -> In x S -> (x < n)%N.
  Hypothesis whites_in : forall S x, In S whites -> In x S -> (x < n)%N.
  Notation untaken := (untaken n).
  Notation white_holds := (white_holds n blacks whites).

  Definition stands (P : place) (B W : list N) : Prop :=
    (forall x, whites_own P x = true -> In x W) /\ (forall x, may_be P x = true -> ~ In x B)
    /\ (forall x, In x B -> ~ In x W) /\ ~ owns whites W.
  (** With Black to move, or White. *)
  Definition black_next (P : place) : Prop := forall B W, stands P B W -> white_holds Black B W.
  Definition white_next (P : place) : Prop := forall B W, stands P B W -> white_holds White B W.

  Lemma owns_dec sets l : {owns sets l} + {~ owns sets l}.
  Proof.
    assert (E : any (every (fun x => is_in x l)) sets = true <-> owns sets l).
    { rewrite any_spec. unfold owns. split; intros (S&I&K); exists S; (split; [exact I|]).
      - intros x Ix. rewrite every_spec in K. now apply is_in_spec, K.
      - apply every_spec. intros x Ix. now apply is_in_spec, K. }
    destruct (any _ sets) eqn:A; [left|right]; rewrite <- E; congruence.
  Qed.
  Lemma stands_without e P B W : stands P B W -> stands (without e P) B W.
  Proof. intros (H1&H2&H3). repeat split; try tauto. cbn. intros x. destruct (N.eqb x e); [discriminate|auto]. Qed.
  Lemma stands_black e P B W : stands P B W -> untaken B W e -> may_be P e = false -> stands P (e :: B) W.
  Proof.
    intros (H1&H2&H3&H4) (_&_&NW) Ne. repeat split; auto.
    - intros x M [<-|I]; [congruence|now apply (H2 x)].
    - intros x [<-|I]; auto.
  Qed.
  Lemma without_not e P : may_be (without e P) e = false. Proof. cbn. now rewrite N.eqb_refl. Qed.

  (** White takes an element. *)
  Lemma taking P Q B W e : stands P B W -> untaken B W e -> black_next Q ->
    (forall x, whites_own Q x = true -> x = e \/ whites_own P x = true) ->
    (forall x, may_be Q x = true -> may_be P x = true) -> white_holds White B W.
  Proof.
    intros (H1&H2&H3&H4) U K Q1 Q2. destruct (owns_dec whites (e :: W)) as [O|O]; [now apply holds_completing with e|].
    apply holds_taking with e; auto. apply K. repeat split; auto.
    - intros x M. destruct (Q1 x M) as [->|M']; [now left|right; auto].
    - intros x I [<-|J]; [destruct U as (_&NB&_); auto|now apply (H3 x)].
  Qed.
  Lemma pass P : black_next P -> white_next P.
  Proof.
    intros K B W S. destruct (some_untaken n B W) as [(e&U)|No]; [|now apply holds_at_last].
    apply (taking P P B W e); auto.
  Qed.
  Lemma step e P : (e < n)%N -> may_be P e = true -> black_next (with_stone e P) -> white_next P.
  Proof.
    intros L M K B W S.
    assert (Q1 : forall x, whites_own (with_stone e P) x = true -> x = e \/ whites_own P x = true).
    { cbn. intros x. destruct (N.eqb_spec x e); auto. }
    assert (Q2 : forall x, may_be (with_stone e P) x = true -> may_be P x = true).
    { cbn. intros x. destruct (N.eqb x e); [discriminate|auto]. }
    destruct S as (H1&H2&H3&H4). assert (S : stands P B W) by now repeat split.
    destruct (in_dec N.eq_dec e W) as [I|I].
    - (* It is White's already. *)
      destruct (some_untaken n B W) as [(f&U)|No]; [|now apply holds_at_last].
      destruct (owns_dec whites (f :: W)) as [O|O]; [now apply holds_completing with f|].
      apply holds_taking with f; auto. apply K. repeat split; auto.
      + intros x Mx. right. destruct (Q1 x Mx) as [->|]; auto.
      + intros x J [<-|J']; [destruct U as (_&NB&_); auto|now apply (H3 x)].
    - apply (taking P (with_stone e P) B W e); auto. repeat split; auto.
  Qed.

  (** * What White threatens *)
  Definition completed (P : place) : bool := any (every (whites_own P)) whites.
  Definition threatened (P : place) : list N :=
    flat_map (fun S => match filter (fun x => negb (whites_own P x)) S with
                       | [y] => if may_be P y then [y] else []
                       | _ => []
                       end) whites.
  (** No set of Black's lacks fewer than two elements. *)
  Definition two (P : place) (S : list N) : bool :=
    any (fun x => if may_be P x then any (fun y => if may_be P y then negb (N.eqb x y) else false) S else false) S.
  Definition waiting (P : place) : bool := every (fun S => if any (whites_own P) S then true else two P S) blacks.
  Lemma threatened_spec P y B W : stands P B W -> In y (threatened P) -> untaken B W y /\ owns whites (y :: W).
  Proof.
    intros (H1&H2&H3&H4) I. unfold threatened in I. apply in_flat_map in I. destruct I as (S&IS&I).
    assert (F : forall x, In x S -> whites_own P x = true \/ In x (filter (fun x => negb (whites_own P x)) S)).
    { intros x Ix. rewrite filter_In. destruct (whites_own P x); auto. }
    assert (Iy : In y (filter (fun x => negb (whites_own P x)) S) -> In y S) by (rewrite filter_In; tauto).
    destruct (filter _ S) as [|z [|? ?]]; try easy. destruct (may_be P z) eqn:M; [|easy]. destruct I as [->|[]].
    assert (O : owns whites (y :: W)).
    { exists S. split; auto. intros x Ix. destruct (F x Ix) as [K|[->|[]]]; [right; auto|now left]. }
    split; auto. split; [apply (whites_in S); auto; apply Iy; now left|]. split; auto.
    intros J. apply H4. exists S. split; auto. intros x Ix. destruct (F x Ix) as [K|[->|[]]]; auto.
  Qed.
  Lemma waiting_spec P B W e : waiting P = true -> stands P B W -> untaken B W e -> ~ owns blacks (e :: B).
  Proof.
    unfold waiting. rewrite every_spec. intros K (H1&H2&H3&H4) (_&_&NW) (S&IS&Sub). specialize (K S IS).
    destruct (any (whites_own P) S) eqn:E.
    - apply any_spec in E. destruct E as (x&Ix&M). destruct (Sub x Ix) as [<-|J]; [auto|]. now apply (H3 x); [|apply H1].
    - unfold two in K. apply any_spec in K. destruct K as (x&Ix&K). destruct (may_be P x) eqn:Mx; [|discriminate].
      apply any_spec in K. destruct K as (y&Iy&K). destruct (may_be P y) eqn:My; [|discriminate].
      rewrite negb_true_iff, N.eqb_neq in K.
      destruct (Sub x Ix) as [<-|J]; [|now apply (H2 x)]. destruct (Sub y Iy) as [E'|J]; [congruence|now apply (H2 y)].
  Qed.
  Lemma completed_next P e : (e < n)%N -> may_be P e = true -> completed (with_stone e P) = true -> white_next P.
  Proof.
    intros L M C B W (H1&H2&H3&H4). unfold completed in C. apply any_spec in C. destruct C as (S&IS&C).
    rewrite every_spec in C. cbn in C.
    assert (O : owns whites (e :: W)).
    { exists S. split; auto. intros x Ix. specialize (C x Ix).
      destruct (N.eqb_spec x e) as [E|D]; [left; congruence|right; auto]. }
    apply holds_completing with e; auto. split; auto. split; auto. intros J. apply H4. destruct O as (T&IT&Sub).
    exists T. split; auto. intros x Ix. destruct (Sub x Ix) as [<-|]; auto.
  Qed.
  Lemma two_threats P y z : waiting P = true -> In y (threatened P) -> In z (threatened P) -> z <> y -> black_next P.
  Proof.
    intros K Iy Iz D B W S. apply holds_whatever; intros e U; [now apply (waiting_spec P B W e)|].
    assert (T : exists x, In x (threatened P) /\ x <> e) by (destruct (N.eq_dec y e) as [->|]; eauto).
    destruct T as (x&Ix&Dx). destruct (threatened_spec P x B W S Ix) as [(L&NB&NW) O].
    apply holds_completing with x; auto. repeat split; auto. intros [E|J]; auto.
  Qed.
  Lemma one_threat P y : waiting P = true -> In y (threatened P) -> white_next (without y P) -> black_next P.
  Proof.
    intros K Iy Next B W S. apply holds_whatever; intros e U; [now apply (waiting_spec P B W e)|].
    destruct (N.eq_dec y e) as [->|D].
    - apply Next. apply stands_black; auto using stands_without, without_not.
    - destruct (threatened_spec P y B W S Iy) as [(L&NB&NW) O]. apply holds_completing with y; auto.
      repeat split; auto. intros [E|J]; auto.
  Qed.

  (** * Where Breaker wins Black's sets *)
  Fixpoint turns_from (t : player) (k : nat) : list player :=
    match k with O => [] | S k => t :: turns_from (other t) k end.
  Lemma turns_alternate : forall k t, alternate (turns_from t k) = true.
  Proof.
    induction k as [|k IH]; intros t; auto. destruct k as [|k]; auto. specialize (IH (other t)). cbn [turns_from alternate] in *.
    now destruct t.
  Qed.
  Definition left (B W : list N) : list N := filter (fun e => if is_in e B then false else negb (is_in e W)) (elements n).
  Lemma in_left B W e : In e (left B W) <-> untaken B W e.
  Proof.
    unfold left, StrongGames.untaken. rewrite filter_In, in_elements, <- (is_in_spec e B), <- (is_in_spec e W).
    destruct (is_in e B), (is_in e W); cbn; intuition congruence.
  Qed.
  Lemma left_black B W e : left (e :: B) W = filter (fun x => negb (N.eqb x e)) (left B W).
  Proof.
    unfold left. induction (elements n) as [|x l IH]; cbn [filter]; auto. unfold is_in at 1. cbn [any].
    fold (is_in x B). destruct (N.eqb x e) eqn:E, (is_in x B) eqn:IB, (is_in x W) eqn:IW; cbn [negb filter];
      rewrite ?E; cbn [negb]; now rewrite ?IH.
  Qed.
  Lemma left_white B W e : left B (e :: W) = filter (fun x => negb (N.eqb x e)) (left B W).
  Proof.
    unfold left. induction (elements n) as [|x l IH]; cbn [filter]; auto. unfold is_in at 2. cbn [any].
    fold (is_in x W). destruct (N.eqb x e) eqn:E, (is_in x B) eqn:IB, (is_in x W) eqn:IW; cbn [negb filter];
      rewrite ?E; cbn [negb]; now rewrite ?IH.
  Qed.
  Lemma breaker_not_owned ts B W : board_won n blacks Breaker ts B W -> ~ owns blacks B.
  Proof.
    remember Breaker as p eqn:E. induction 1 as [ts M B' _ L|ts M B' e U _ IH|ts M B' [e U] _ IH]; subst; auto.
    - cbn [makers_after breakers_after other] in IH. intros (S&IS&Sub). apply (IH e U). exists S. split; auto.
      intros x Ix. right. now apply Sub.
  Qed.
  Lemma board_holds : forall k t B W, board_won n blacks Breaker (turns_from t k) B W -> length (left B W) <= k ->
    white_holds (match t with Maker => Black | Breaker => White end) B W.
  Proof.
    assert (Z : forall B W, (forall e, ~ untaken B W e) -> forall t, white_holds t B W).
    { intros B W No [|]; [apply holds_whatever; intros e U; destruct (No e U)|now apply holds_at_last]. }
    induction k as [|k IH]; intros t B W K L.
    - apply Z. intros e U. apply in_left in U. destruct (left B W); [easy|cbn in L; lia].
    - cbn [turns_from] in K. inversion K as [ts M B' [E|No] _|ts M B' e U K'|ts M B' So K']; subst.
      + discriminate.
      + now apply Z.
      + cbn [makers_after breakers_after other] in K'. apply holds_taking with e; auto. apply (IH Maker); auto.
        rewrite left_white. pose proof (minus_shorter e (left B W) (proj2 (in_left B W e) U)). unfold minus in *. lia.
      + cbn [makers_after breakers_after other] in *. apply holds_whatever; intros e U.
        * exact (breaker_not_owned _ _ _ (K' e U)).
        * apply (IH Breaker); auto. rewrite left_black.
          pose proof (minus_shorter e (left B W) (proj2 (in_left B W e) U)). unfold minus in *. lia.
  Qed.
  (** The sets of G lie in those of Black's that no stone of White's hits. *)
  Definition covered (P : place) (G : family) : bool :=
    every (fun S => if any (whites_own P) S then true
                    else any (every (fun x => if may_be P x then is_in x S else false)) G) blacks.
  Lemma covered_next P G : covered P G = true ->
    (forall k, breaker_holds (turns_from Maker k) G) -> black_next P.
  Proof.
    unfold covered. rewrite every_spec. intros C K B W (H1&H2&H3&H4).
    apply (board_holds (length (left B W)) Maker); auto. apply breaker_on_board with G; auto.
    intros S IS. specialize (C S IS). destruct (any (whites_own P) S) eqn:E; [left|right].
    - apply any_spec in E. destruct E as (x&Ix&M). exists x. auto.
    - apply any_spec in C. destruct C as (T&IT&C). exists T. split; auto. intros x Ix. rewrite every_spec in C.
      specialize (C x Ix). destruct (may_be P x) eqn:M; [|discriminate]. apply is_in_spec in C. auto.
  Qed.

  (** * Symmetries *)
  Variable maps : list (list (N * N)).
  (** The roles are exchanged: what Black owns is owned in the image, what White owns there is owned here. *)
  Definition symmetries : bool := every (is_symmetry n whites blacks) maps.
  Lemma alike_holds m c B' W' : is_symmetry n whites blacks m = true -> white_holds c B' W' ->
    forall B W, alike m B B' -> alike m W W' -> white_holds c B W.
  Proof.
    intros Sm.
    assert (From : forall B W B' W' x, alike m B B' -> alike m W W' -> untaken B' W' x ->
      exists e, In (e, x) m /\ untaken B W e).
    { intros B W B1 W1 x AB AW U. destruct (map_to n whites blacks m Sm x) as [_ (e&I)]; [apply U|]. exists e. split; auto.
      now apply (alike_untaken n whites blacks m Sm B W B1 W1 e x). }
    assert (To : forall B W B' W' e, alike m B B' -> alike m W W' -> untaken B W e ->
      exists x, In (e, x) m /\ untaken B' W' x).
    { intros B W B1 W1 e AB AW U. destruct (map_to n whites blacks m Sm e) as [(x&I) _]; [apply U|]. exists x. split; auto.
      now apply (alike_untaken n whites blacks m Sm B W B1 W1 e x). }
    assert (Add : forall e x l l', In (e, x) m -> alike m l l' -> alike m (e :: l) (x :: l')).
    { intros e x l l'. apply (alike_cons n whites blacks m Sm). }
    induction 1 as [B' W' N0 _ IH|B' W' No|B' W' x U O|B' W' x U _ IH]; intros B W AB AW.
    - apply holds_whatever; intros e V; destruct (To B W B' W' e AB AW V) as (x&I&U).
      + intros O. apply (N0 x U). apply (alike_white n whites blacks m Sm (e :: B)); auto.
      + apply (IH x U); auto.
    - apply holds_at_last. intros e V. destruct (To B W B' W' e AB AW V) as (x&I&U). exact (No x U).
    - destruct (From B W B' W' x AB AW U) as (e&I&V). apply holds_completing with e; auto.
      apply (alike_black n whites blacks whites_in m Sm (e :: W) (x :: W')); auto.
    - destruct (From B W B' W' x AB AW U) as (e&I&V). apply holds_taking with e; auto.
  Qed.

  (** * The check *)
  Definition held := PositiveMap.t place.
  Definition right (t : held) : Prop := forall i P, PositiveMap.find i t = Some P ->
    black_next P /\ (forall x, whites_own P x = true -> (x < n)%N) /\ forall x, may_be P x = true -> (x < n)%N.
  (** The place is at least as good as that of an entry, under a map. *)
  Definition leads_to (t : held) (next : N) (by_map : nat) (P : place) : bool :=
    match PositiveMap.find (N.succ_pos next) t, nth_error maps by_map with
    | Some Q, Some m =>
        every (fun p => let (e, x) := (p : N * N) in
          (if whites_own Q x then whites_own P e else true)
          &&& (if may_be Q x then if whites_own P e then true else may_be P e else true)) m
    | _, _ => false
    end.
  Lemma leads_to_spec t next by_map P : symmetries = true -> right t -> leads_to t next by_map P = true -> black_next P.
  Proof.
    unfold leads_to, symmetries. intros Sy R. destruct (PositiveMap.find _ t) as [Q|] eqn:F; [|discriminate].
    destruct (nth_error maps by_map) as [m|] eqn:M; [|discriminate]. rewrite every_spec. intros K B W (H1&H2&H3&H4).
    destruct (R _ _ F) as (Next&Lw&Lf).
    assert (Sm : is_symmetry n whites blacks m = true) by (rewrite every_spec in Sy; eauto using nth_error_In).
    assert (A : forall l, alike m l (image m l)).
    { intros l e x I. rewrite (in_image m x l). split; [eauto|]. intros (f&If&J).
      now rewrite (proj2 (map_one n whites blacks m Sm e x f x I J) eq_refl). }
    assert (At : forall x, (x < n)%N -> exists e, In (e, x) m) by (intros x L; now apply (map_to n whites blacks m Sm x)).
    apply (alike_holds m Black (image m B) (image m W)); auto. apply Next. repeat split.
    - intros x Mx. destruct (At x (Lw x Mx)) as [e I]. specialize (K _ I). cbn in K. rewrite Mx in K.
      apply and_true in K. destruct K as [K _]. apply in_image. exists e. auto.
    - intros x Mx J. destruct (At x (Lf x Mx)) as [e I]. specialize (K _ I). cbn in K. rewrite Mx in K.
      apply and_true in K. destruct K as [_ K]. apply (A B e x I) in J. destruct (whites_own P e) eqn:E.
      + apply (H3 e J). auto.
      + now apply (H2 e).
    - intros x J J'. apply in_image in J. destruct J as (e&J&I). apply (A W e x I) in J'. now apply (H3 e).
    - intros O. apply H4. apply (alike_black n whites blacks whites_in m Sm W (image m W)); auto.
  Qed.

  (** What Black lacks of the sets that no stone of White's hits. Nothing is proved of this. *)
  Definition lacked (P : place) : family :=
    minimal (map (filter (may_be P)) (filter (fun S => negb (any (whites_own P) S)) blacks)).
  Definition ends_well (t : held) (P : place) (e : ending) : bool :=
    match e with
    | Leads next by_map => leads_to t next by_map P
    | Decided => covered P []
    | BySum => let G := lacked P in let x := sum G in every nodupb G &&& N.ltb (N.add x x) one &&& covered P G
    | ByPairs pairs => are_pairsb pairs &&& covered P pairs
    end.
  Lemma ends_well_spec t P e : symmetries = true -> right t -> ends_well t P e = true -> black_next P.
  Proof.
    intros Sy R. destruct e as [next by_map| | |pairs]; cbn [ends_well].
    - now apply leads_to_spec.
    - intros C. apply covered_next with []; auto. intros k. apply breaker_nothing.
    - rewrite !and_true, every_spec, N.ltb_lt. intros [[Nd L] C]. apply covered_next with (lacked P); auto. intros k.
      apply small_wins; [apply turns_alternate|intros S I; now apply nodupb_spec, Nd|]. destruct k; cbn [turns_from]; [lia|auto].
    - rewrite and_true. intros [D C]. apply covered_next with pairs; auto. intros k.
      apply pairs_win; [apply turns_alternate|now apply are_pairsb_spec].
  Qed.

  (** White's moves: each but the last threatens one element, which Black takes. *)
  Fixpoint holds_by (t : held) (P : place) (moves : list N) (e : ending) : bool :=
    match moves with
    | [] => ends_well t P e
    | x :: moves =>
        N.ltb x n &&& may_be P x &&&
        (let P := with_stone x P in
         if completed P then true
         else
           let l := threatened P in
           match l with
           | y :: l =>
               if waiting P then
                 if every (N.eqb y) l then
                   match moves with [] => ends_well t P e | _ => holds_by t (without y P) moves e end
                 else true
               else match moves with [] => ends_well t P e | _ => false end
           | [] => match moves with [] => ends_well t P e | _ => false end
           end)
    end.
  Lemma holds_by_spec t e : symmetries = true -> right t -> forall moves P, holds_by t P moves e = true -> white_next P.
  Proof.
    intros Sy R. induction moves as [|x moves IH]; intros P; cbn [holds_by].
    - intros K. apply pass. eapply ends_well_spec; eauto.
    - rewrite !and_true, N.ltb_lt. intros [[L M] K]. destruct (completed (with_stone x P)) eqn:C.
      { now apply completed_next with x. }
      apply (step x P L M). set (Q := with_stone x P) in *.
      assert (Last : match moves with [] => ends_well t Q e | _ => false end = true -> black_next Q).
      { destruct moves; [|discriminate]. now apply ends_well_spec. }
      destruct (threatened Q) as [|y l] eqn:T; [now apply Last|]. destruct (waiting Q) eqn:Wt; [|now apply Last].
      destruct (every (N.eqb y) l) eqn:E.
      + destruct moves as [|z moves]; [now apply Last|]. apply one_threat with y; auto. rewrite T. now left.
      + assert (Z : exists z, In z l /\ z <> y).
        { clear - E. induction l as [|z l IH]; cbn [every] in E; [discriminate|]. destruct (N.eqb_spec y z) as [_|D].
          - destruct (IH E) as (w&Iw&Dw). exists w. split; auto. now right.
          - exists z. split; auto. now left. }
        destruct Z as (z&Iz&D). apply two_threats with y z; auto; rewrite T; [now left|now right].
  Qed.

  (** Black owns no set. *)
  Definition safe (P : place) : bool :=
    every (any (fun x => if whites_own P x then true else may_be P x)) blacks.
  Lemma safe_spec P B W : safe P = true -> stands P B W -> ~ owns blacks B.
  Proof.
    unfold safe. rewrite every_spec. intros K (H1&H2&H3&H4) (S&IS&Sub). specialize (K S IS). apply any_spec in K.
    destruct K as (x&Ix&K). destruct (whites_own P x) eqn:E; [apply (H3 x)|apply (H2 x)]; auto.
  Qed.
  Definition place_of (x : holding) : place :=
    Place (fun e => N.ltb e n &&& has (stones_there x) e) (fun e => N.ltb e n &&& has (free_there x) e).
  Definition follows (t : held) (P : place) (l : list line) : bool :=
    safe P &&& every (fun e => if may_be P e then
      let P := without e P in safe P &&& any (fun r => holds_by t P (steps r) (last r)) l else true) (elements n).
  Lemma follows_spec t P l : symmetries = true -> right t -> (forall x, may_be P x = true -> (x < n)%N) ->
    follows t P l = true -> black_next P.
  Proof.
    unfold follows. rewrite and_true, every_spec. intros Sy R In_n [Sf K] B W S.
    assert (One : forall e, may_be P e = true -> safe (without e P) = true /\ white_next (without e P)).
    { intros e M. specialize (K e (proj2 (in_elements n e) (In_n e M))). rewrite M in K. cbn zeta in K.
      apply and_true in K. destruct K as [Sf' K]. apply any_spec in K. destruct K as (r&_&K). split; auto.
      eapply holds_by_spec; eauto. }
    assert (St : forall e, untaken B W e -> stands (if may_be P e then without e P else P) (e :: B) W).
    { intros e U. destruct (may_be P e) eqn:M; [|now apply stands_black].
      apply stands_black; auto using stands_without, without_not. }
    apply holds_whatever; intros e U; specialize (St e U).
    - apply (safe_spec (if may_be P e then without e P else P) (e :: B) W); auto.
      destruct (may_be P e) eqn:M; [now apply One|auto].
    - destruct (may_be P e) eqn:M; [now apply (One e M)|].
      destruct (any (may_be P) (elements n)) eqn:E.
      + apply any_spec in E. destruct E as (f&_&Mf). apply (One f Mf). now apply stands_without.
      + assert (N0 : forall x, may_be P x = false).
        { intros x. apply not_true_iff_false. intros Mx. apply not_true_iff_false in E. apply E, any_spec. exists x.
          split; auto. now apply in_elements, In_n. }
        apply (pass P); auto. apply covered_next with []; [|intros k; apply breaker_nothing].
        unfold covered. apply every_spec. intros T IT. unfold safe in Sf. rewrite every_spec in Sf. specialize (Sf T IT).
        apply any_spec in Sf. destruct Sf as (x&Ix&Hx). rewrite (N0 x) in Hx. destruct (whites_own P x) eqn:Ew; [|discriminate].
        replace (any (whites_own P) T) with true; auto. symmetry. apply any_spec. eauto.
  Qed.
  Fixpoint check_holdings (t : held) (i : N) (l : list holding) : option held :=
    match l with
    | [] => Some t
    | x :: l =>
        let P := place_of x in
        if follows t P (lines x) then check_holdings (PositiveMap.add (N.succ_pos i) P t) (N.succ i) l else None
    end.
  Lemma place_of_in x : (forall e, whites_own (place_of x) e = true -> (e < n)%N) /\
    forall e, may_be (place_of x) e = true -> (e < n)%N.
  Proof. split; intros e; cbn; rewrite and_true, N.ltb_lt; tauto. Qed.
  Lemma check_holdings_spec l : symmetries = true -> forall t i t', right t -> check_holdings t i l = Some t' -> right t'.
  Proof.
    intros Sy. induction l as [|x l IH]; cbn [check_holdings]; intros t i t' R H; [now inversion H; subst|].
    destruct (follows t (place_of x) (lines x)) eqn:F; [|discriminate]. eapply IH; [|exact H]. intros k P.
    destruct (Pos.eq_dec k (N.succ_pos i)) as [->|D].
    - rewrite PositiveMap.gss. intros [= <-]. destruct (place_of_in x) as [Lw Lf]. split; [|now split].
      eapply follows_spec; eauto.
    - rewrite PositiveMap.gso by auto. apply R.
  Qed.
End Holding.

(** The opening is a line of White's at the start; without a move, if Black begins or no element is free. *)
Definition check_strong_held (n : N) (blacks whites : list (list N)) (starter : stone) (B W : list N)
    (images : list (list N)) (found : list holding) (opening : line) : bool :=
  let maps := map (map_of n) images in
  let start := Place (fun x => is_in x W)
    (fun x => N.ltb x n &&& negb (is_in x B) &&& negb (is_in x W)) in
  every (every (fun e => N.ltb e n)) blacks &&& every (every (fun e => N.ltb e n)) whites
  &&& symmetries n blacks whites maps &&& every (fun x => negb (is_in x W)) B
  &&& negb (any (every (fun x => is_in x W)) whites) &&& safe blacks start
  &&& match check_holdings n blacks whites maps (PositiveMap.empty _) 0 found with
      | Some t =>
          match starter with
          | Black => match steps opening with [] => ends_well blacks maps t start (last opening) | _ => false end
          | White => match steps opening with [] => negb (any (may_be start) (elements n)) | _ => true end
                     &&& holds_by n blacks whites maps t start (steps opening) (last opening)
          end
      | None => false
      end.
Theorem strong_held_sound n blacks whites starter B W images found opening :
  check_strong_held n blacks whites starter B W images found opening = true -> strong_held n blacks whites starter B W.
Proof.
  unfold check_strong_held. set (start := Place _ _). rewrite !and_true. intros [[[[[[IB IW] Sy] D] NW] Sf] K].
  assert (In_board : forall sets, every (every (fun e => N.ltb e n)) sets = true ->
    forall S x, In S sets -> In x S -> (x < n)%N).
  { intros sets H S x I J. rewrite every_spec in H. specialize (H S I). rewrite every_spec in H. now apply N.ltb_lt, H. }
  pose proof (In_board _ IB) as LB. pose proof (In_board _ IW) as LW. clear In_board.
  assert (St : stands whites start B W).
  { repeat split.
    - intros x M. now apply is_in_spec.
    - cbn. intros x M I. rewrite !and_true, !negb_true_iff in M. apply is_in_spec in I. destruct M as [[_ M] _]. congruence.
    - intros x I J. rewrite every_spec in D. specialize (D x I). apply is_in_spec in J. now rewrite J in D.
    - intros (S&IS&Sub). rewrite negb_true_iff, <- not_true_iff_false in NW. apply NW, any_spec. exists S. split; auto.
      apply every_spec. intros x Ix. now apply is_in_spec, Sub. }
  split; [now apply (safe_spec blacks whites start B W)|]. split; [apply St|].
  destruct (check_holdings _ _ _ _ _ _ found) as [t|] eqn:E; [|discriminate].
  apply check_holdings_spec in E; auto; [|intros i P F; rewrite PositiveMap.gempty in F; discriminate].
  destruct starter.
  - destruct (steps opening); [|discriminate]. eapply ends_well_spec; eauto.
  - apply and_true in K. destruct K as [_ K]. eapply holds_by_spec; eauto.
Qed.

(** * The bodies of files, without the board. Nothing is proved of reading. *)
Definition read_steps (l : list N) : option (line * list N) :=
  match l with
  | kind :: l =>
      match read_counted (number 1) l with
      | Some (moves, l) => match read_ending kind l with Some (e, l) => Some (Line moves e, l) | None => None end
      | None => None
      end
  | [] => None
  end.
Definition read_holding (n : N) (l : list N) : option (holding * list N) :=
  match read_two n l with
  | Some (W, F, l) =>
      match read_counted read_steps l with Some (found, l) => Some (Holding W F found, l) | None => None end
  | None => None
  end.
(** A sequence is a line that begins with a threat: one of more than one move. *)
Definition check_strong_held_bytes (n : N) (blacks whites : list (list N)) (starter : stone) (B W : list N)
    (maps entries_count lines_count sequences_count : N) (l : list N) : bool :=
  match read_body n (read_holding n) read_steps maps entries_count l with
  | Some (images, found, opening) =>
      N.eqb (sum_of (fun x => length (lines x)) found) lines_count
      &&& N.eqb (sum_of (fun x => length (filter (fun r => Nat.ltb 1 (length (steps r))) (lines x))) found)
            sequences_count
      &&& check_strong_held n blacks whites starter B W images found opening
  | None => false
  end.
Theorem strong_held_bytes_sound n blacks whites starter B W maps entries_count lines_count sequences_count l :
  check_strong_held_bytes n blacks whites starter B W maps entries_count lines_count sequences_count l = true ->
  strong_held n blacks whites starter B W.
Proof.
  unfold check_strong_held_bytes. destruct (read_body _ _ _ _ _ l) as [[[images found] opening]|]; [|discriminate].
  rewrite !and_true. intros [_ K].
  eapply strong_held_sound; eauto.
Qed.

(** That Black wins and that White holds are not both true. *)
Theorem not_won_and_held n blacks whites starter B W :
  black_wins n blacks whites starter B W -> white_holds n blacks whites starter B W -> False.
Proof.
  induction 1 as [B W e U O|B W e U _ IH|B W So N0 _ IH]; intros K.
  - inversion K as [B' W' N0 _| | |]; subst. exact (N0 e U O).
  - inversion K as [B' W' _ K'| | |]; subst. exact (IH (K' e U)).
  - inversion K as [|B' W' No|B' W' e U O|B' W' e U K']; subst.
    + destruct So as [e U]. exact (No e U).
    + exact (N0 e U O).
    + exact (IH e U K').
Qed.
