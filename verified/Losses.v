(** Claims that positions of two-colour and avoidance games are lost, each by claims before it. They are lists of
    numbers. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists MakerBreaker Strategy WinningSets Avoidance TwoColours Structures Covers Triangle Bytes.
From Verified Require Import Claims.

(** * Pairs added to rows *)
Lemma set_bit_length x : forall rows v, length (set_bit v x rows) = length rows.
Proof. induction rows as [|r rows IH]; intros [|v]; cbn; auto. Qed.
Lemma set_bit_iff x : forall rows v a b, v < length rows ->
  (has (set_bit v x rows) a b = true <-> has rows a b = true \/ (a = v /\ N.testbit x (N.of_nat b) = true)).
Proof.
  unfold has. induction rows as [|r rows IH]; intros v a b L; cbn [length] in L; [lia|].
  destruct v as [|v], a as [|a]; cbn [set_bit nth].
  - rewrite lor_true. tauto.
  - intuition discriminate.
  - intuition discriminate.
  - rewrite IH by lia. intuition lia.
Qed.
Lemma set_bit_comm x y : forall rows u v, u <> v ->
  set_bit u x (set_bit v y rows) = set_bit v y (set_bit u x rows).
Proof.
  induction rows as [|r rows IH]; intros u v D; [now destruct u, v|].
  destruct u as [|u], v as [|v]; cbn [set_bit]; auto; [congruence|]. f_equal. apply IH. congruence.
Qed.
Lemma add_pair_sym u v rows : u <> v -> add_pair u v rows = add_pair v u rows.
Proof. intros D. unfold add_pair. now apply set_bit_comm. Qed.
Lemma add_pair_length u v rows : length (add_pair u v rows) = length rows.
Proof. unfold add_pair. now rewrite !set_bit_length. Qed.
Lemma add_pair_iff u v rows a b : u < length rows -> v < length rows ->
  (has (add_pair u v rows) a b = true <-> has rows a b = true \/ joins u v a b).
Proof.
  intros Lu Lv. unfold add_pair, joins. rewrite set_bit_iff, bit_spec, set_bit_iff, bit_spec; rewrite ?set_bit_length; auto.
  tauto.
Qed.

(** * Copies keep to the n vertices *)
Section Copies.
  Variables n h : nat.
  Variable H : list (nat * nat).

  Lemma copy_renamed f g (adj adj' : nat -> nat -> bool) : bijection n None f g ->
    (forall u, adj u u <> true) -> (forall u, adj' u u <> true) ->
    (forall u v, u < n -> v < n -> adj (f u) (f v) = adj' u v) -> has_copy n h H adj = has_copy n h H adj'.
  Proof.
    intros B N1 N2 A. apply eq_iff_eq_true. rewrite !has_copy_spec by auto. split; intros (Hh&e&F1&F2&F3);
      (split; [exact Hh|]).
    - exists (fun a => g (e a)). split; [|split].
      + intros a La. apply (b_g _ _ _ _ B). auto.
      + intros a b La Lb K. apply F2; auto. rewrite <- (b_fg _ _ _ _ B (e a)), <- (b_fg _ _ _ _ B (e b)) by auto.
        now f_equal.
      + intros a b Hab. destruct (Hh _ _ Hab). rewrite <- A by (apply (b_g _ _ _ _ B); auto).
        rewrite !(b_fg _ _ _ _ B) by auto. auto.
    - exists (fun a => f (e a)). split; [|split].
      + intros a La. apply (b_f _ _ _ _ B). auto.
      + intros a b La Lb K. apply F2; auto. rewrite <- (b_gf _ _ _ _ B (e a)), <- (b_gf _ _ _ _ B (e b)) by auto.
        now f_equal.
      + intros a b Hab. destruct (Hh _ _ Hab). rewrite A by auto. auto.
  Qed.
  Lemma shows_copy adj A : (forall u v, adj u v = true <-> u < n /\ v < n /\ adjacent A u v) ->
    (has_copy n h H adj = true <-> contains h H n A).
  Proof.
    intros S. rewrite has_copy_spec.
    - split; intros (Hh&f&F1&F2&F3); (split; [exact Hh|]); exists f; (split; [|split]; auto); intros a b Hab.
      + now apply S, F3.
      + destruct (Hh _ _ Hab). apply S. auto.
    - intros u K. apply S in K. destruct K as (_&_&D&_). now apply D.
  Qed.
End Copies.

Section Losses.
  (** Vertices; whether a set of edges is one to be avoided, such as one with a copy, as it is asked and as it is meant;
      whether all edges have one colour, and whether copies lose: then the loser must have a move. *)
  Variable n : nat.
  Variable has_copy : (nat -> nat -> bool) -> bool.
  Variable copy : N -> Prop.
  Variable one must : bool.
  Hypothesis copy_renamed : forall f g (adj adj' : nat -> nat -> bool), bijection n None f g ->
    (forall u, adj u u <> true) -> (forall u, adj' u u <> true) ->
    (forall u v, u < n -> v < n -> adj (f u) (f v) = adj' u v) -> has_copy adj = has_copy adj'.
  Hypothesis shows_copy : forall adj A,
    (forall u v, adj u v = true <-> u < n /\ v < n /\ adjacent A u v) -> (has_copy adj = true <-> copy A).

  (** Open pairs of a structure stand for the edges of the winner or of both, its edges for those of the loser. *)
  Definition free (s : structure) (u v : nat) : Prop :=
    u < n /\ v < n /\ u <> v /\ op s u v = false /\ ed s u v = false.
  Definition winner_adds (s : structure) (u v : nat) : structure :=
    Structure (add_pair u v (open_rows s)) (edge_rows s).
  Definition loser_adds (s : structure) (u v : nat) : structure :=
    if one then winner_adds s u v else Structure (open_rows s) (add_pair u v (edge_rows s)).
  Definition loser_has (s : structure) : bool := has_copy (if one then op s else ed s).
  Definition winner_has (s : structure) : bool := has_copy (op s).

  (** The loser, who is next, loses. *)
  Inductive loses (s : structure) : Prop :=
  | loses_all : (must = true -> exists u v, free s u v) ->
      (forall u v, free s u v -> loser_has (loser_adds s u v) = true \/ answered (loser_adds s u v)) -> loses s
  with answered (s : structure) : Prop :=
  | answer x y : free s x y -> winner_has (winner_adds s x y) = false -> loses (winner_adds s x y) -> answered s.

  Record whole (s : structure) : Prop := Whole { whole_good : good s; whole_length : length (open_rows s) = n }.
  Lemma whole_winner s u v : whole s -> free s u v -> whole (winner_adds s u v).
  Proof.
    intros [G L] (Lu&Lv&D&_). pose proof (good_length s G) as E. constructor; [constructor|].
    - cbn. now rewrite add_pair_length.
    - intros a b. unfold op, winner_adds. cbn [open_rows]. rewrite !add_pair_iff by lia. intros [O|J].
      + left. now apply (good_open s G).
      + right. unfold joins in *. tauto.
    - exact (good_edge s G).
    - intros a. unfold op, winner_adds. cbn [open_rows]. rewrite add_pair_iff by lia. intros [O|J].
      + now apply (good_open_loop s G a).
      + unfold joins in J. lia.
    - exact (good_edge_loop s G).
    - cbn. now rewrite add_pair_length.
  Qed.
  Lemma whole_loser s u v : whole s -> free s u v -> whole (loser_adds s u v).
  Proof.
    unfold loser_adds. destruct one; [apply whole_winner|]. intros [G L] (Lu&Lv&D&_).
    pose proof (good_length s G) as E. constructor; [constructor|].
    - cbn. now rewrite add_pair_length.
    - exact (good_open s G).
    - intros a b. unfold ed. cbn [edge_rows]. rewrite !add_pair_iff by lia. intros [O|J].
      + left. now apply (good_edge s G).
      + right. unfold joins in *. tauto.
    - exact (good_open_loop s G).
    - intros a. unfold ed. cbn [edge_rows]. rewrite add_pair_iff by lia. intros [O|J].
      + now apply (good_edge_loop s G a).
      + unfold joins in J. lia.
    - exact L.
  Qed.

  (** * Other names *)
  Section Renamed.
    Variables f g : nat -> nat.
    Hypothesis B : bijection n None f g.
    (** t is s, if its vertex v is the vertex f v of s. *)
    Definition alike (s t : structure) : Prop := forall u v, u < n -> v < n ->
      op s (f u) (f v) = op t u v /\ ed s (f u) (f v) = ed t u v.

    Lemma joins_renamed a b u v : a < n -> b < n -> u < n -> v < n ->
      (joins (f a) (f b) (f u) (f v) <-> joins a b u v).
    Proof.
      intros La Lb Lu Lv. unfold joins. split; [|intros [[-> ->]|[-> ->]]; tauto].
      assert (I : forall x y, x < n -> y < n -> f x = f y -> x = y).
      { intros x y Lx Ly E. rewrite <- (b_gf _ _ _ _ B x Lx), <- (b_gf _ _ _ _ B y Ly). now f_equal. }
      intros [[E1 E2]|[E1 E2]]; apply I in E1, E2; auto.
    Qed.
    Lemma has_renamed rows rows' a b u v : length rows = n -> length rows' = n -> a < n -> b < n -> u < n -> v < n ->
      has rows (f u) (f v) = has rows' u v ->
      has (add_pair (f a) (f b) rows) (f u) (f v) = has (add_pair a b rows') u v.
    Proof.
      intros L L' La Lb Lu Lv E. apply eq_iff_eq_true.
      rewrite !add_pair_iff, joins_renamed by (rewrite ?L, ?L'; auto; now apply (b_f _ _ _ _ B)). now rewrite E.
    Qed.
    Lemma free_renamed s t u v : alike s t -> free t u v -> free s (f u) (f v).
    Proof.
      intros A (Lu&Lv&D&O&E). destruct (A u v Lu Lv) as [E1 E2]. unfold free. rewrite E1, E2.
      repeat split; auto using (b_f _ _ _ _ B). intros K. apply D.
      rewrite <- (b_gf _ _ _ _ B u Lu), <- (b_gf _ _ _ _ B v Lv). now f_equal.
    Qed.
    Lemma free_named s t u v : alike s t -> free s u v -> free t (g u) (g v).
    Proof.
      intros A (Lu&Lv&D&O&E). pose proof (b_g _ _ _ _ B u Lu) as Gu. pose proof (b_g _ _ _ _ B v Lv) as Gv.
      destruct (A _ _ Gu Gv) as [E1 E2]. unfold free. rewrite <- E1, <- E2, !(b_fg _ _ _ _ B) by auto. repeat split; auto.
      intros K. apply D. rewrite <- (b_fg _ _ _ _ B u Lu), <- (b_fg _ _ _ _ B v Lv). now f_equal.
    Qed.
    Lemma winner_renamed s t u v : whole s -> whole t -> alike s t -> u < n -> v < n ->
      alike (winner_adds s (f u) (f v)) (winner_adds t u v).
    Proof.
      intros W W' A Lu Lv a b La Lb. destruct (A a b La Lb) as [E1 E2]. split; [|exact E2].
      apply has_renamed; auto using whole_length.
    Qed.
    Lemma loser_renamed s t u v : whole s -> whole t -> alike s t -> u < n -> v < n ->
      alike (loser_adds s (f u) (f v)) (loser_adds t u v).
    Proof.
      unfold loser_adds. destruct one; [apply winner_renamed|]. intros [G L] [G' L'] A Lu Lv a b La Lb.
      destruct (A a b La Lb) as [E1 E2]. split; [exact E1|].
      apply has_renamed; auto; now rewrite good_length.
    Qed.
    Lemma winner_has_renamed s t : whole s -> whole t -> alike s t -> winner_has s = winner_has t.
    Proof.
      intros [G _] [G' _] A. apply (copy_renamed f g); [exact B|apply good_open_loop; auto|apply good_open_loop; auto|].
      intros u v Lu Lv. now apply A.
    Qed.
    Lemma loser_has_renamed s t : whole s -> whole t -> alike s t -> loser_has s = loser_has t.
    Proof.
      unfold loser_has. destruct one; [apply winner_has_renamed|]. intros [G _] [G' _] A.
      apply (copy_renamed f g); [exact B|apply good_edge_loop; auto|apply good_edge_loop; auto|]. intros u v Lu Lv. now apply A.
    Qed.

    (** Positions are lost whatever the names. *)
    Lemma loses_renamed : forall t, loses t -> forall s, whole s -> whole t -> alike s t -> loses s.
    Proof.
      fix IH 2. intros t [M R] s W W' A. constructor.
      - intros E. destruct (M E) as (u&v&F). exists (f u), (f v). now apply (free_renamed s t).
      - intros u v F. pose proof (free_named s t u v A F) as F'. destruct F as (Lu&Lv&_).
        pose proof (b_g _ _ _ _ B u Lu) as Gu. pose proof (b_g _ _ _ _ B v Lv) as Gv.
        pose proof (whole_loser t _ _ W' F') as W1'. pose proof (free_renamed s t _ _ A F') as F1.
        pose proof (whole_loser s _ _ W F1) as W1. pose proof (loser_renamed s t _ _ W W' A Gu Gv) as A1.
        rewrite !(b_fg _ _ _ _ B) in W1, A1 by auto.
        destruct (R _ _ F') as [C|[x y Fx C K]].
        + left. now rewrite (loser_has_renamed _ _ W1 W1' A1).
        + right. assert (Fx' := Fx). destruct Fx' as (Lx&Ly&_).
          pose proof (free_renamed _ _ _ _ A1 Fx) as F2. pose proof (whole_winner _ _ _ W1 F2) as W2.
          pose proof (whole_winner _ _ _ W1' Fx) as W2'. pose proof (winner_renamed _ _ _ _ W1 W1' A1 Lx Ly) as A2.
          apply answer with (f x) (f y); auto.
          * now rewrite (winner_has_renamed _ _ W2 W2' A2).
          * exact (IH _ K _ W2 W2' A2).
    Qed.
  End Renamed.

  (** * Games on sets of edges *)
  Definition shows (rows : list N) (A : N) : Prop :=
    forall u v, has rows u v = true <-> u < n /\ v < n /\ adjacent A u v.
  Lemma shows_add rows A u v : length rows = n -> shows rows A -> u < n -> v < n -> u <> v ->
    shows (add_pair u v rows) (N.setbit A (pair u v)).
  Proof.
    intros L S Lu Lv D a b. rewrite add_pair_iff, adjacent_setbit, (S a b) by (rewrite ?L; auto).
    unfold joins. intuition (subst; auto).
  Qed.
  Lemma shows_empty : shows (repeat 0%N n) 0.
  Proof.
    intros u v. unfold has. rewrite nth_repeat, N.bits_0. split; [discriminate|].
    intros (_&_&_&K). rewrite N.bits_0 in K. discriminate.
  Qed.
  Definition empty : structure := Structure (repeat 0%N n) (repeat 0%N n).
  Lemma whole_empty : whole empty.
  Proof.
    assert (Z : forall u v, has (repeat 0%N n) u v <> true).
    { intros u v. unfold has. rewrite nth_repeat, N.bits_0. discriminate. }
    constructor; [constructor|]; unfold op, ed; cbn; rewrite ?repeat_length; auto.
    - intros u v K. now apply Z in K.
    - intros u v K. now apply Z in K.
  Qed.
  Lemma not_shown rows A u v : shows rows A -> u < n -> v < n -> u <> v -> (has rows u v = false <-> ~ pair u v ∈ A).
  Proof.
    intros S Lu Lv D. specialize (S u v). unfold adjacent in S. destruct (has rows u v); intuition congruence.
  Qed.
  Lemma in_board u v : u < n -> v < n -> u <> v -> pair u v ∈ complete n.
  Proof.
    intros Lu Lv D. apply in_complete. destruct (Nat.lt_ge_cases u v); [exists u, v|exists v, u]; repeat split; auto; [lia|].
    apply pair_sym.
  Qed.

  (** Each colour has its edges. *)
  Lemma uncoloured_spec s W L e : shows (open_rows s) W -> shows (edge_rows s) L ->
    (uncoloured n L W e <-> exists u v, e = pair u v /\ free s u v).
  Proof.
    intros SW SL. split.
    - intros (C&NL&NW). apply in_complete in C. destruct C as (u&v&L1&L2&->). exists u, v. split; auto.
      repeat split; try lia; eapply not_shown; eauto; lia.
    - intros (u&v&->&Lu&Lv&D&O&E). split; [now apply in_board|]. split; eapply not_shown; eauto.
  Qed.
  Lemma uncoloured_swap L W e : uncoloured n L W e <-> uncoloured n W L e.
  Proof. unfold uncoloured. tauto. Qed.
  Theorem loses_coloured completed : one = false -> (completed = Loses -> must = true) ->
    forall s, loses s -> forall W L, whole s -> shows (open_rows s) W -> shows (edge_rows s) L ->
    mover_loses n copy completed L W.
  Proof.
    intros O Mu. fix IH 2. intros s [M R] W L Wh SW SL. pose proof (whole_length s Wh) as Le.
    pose proof (good_length s (whole_good s Wh)) as Le2. constructor.
    - intros E. destruct (M (Mu E)) as (u&v&F). exists (pair u v). apply (uncoloured_spec s W L); eauto.
    - intros e F C. apply (uncoloured_spec s W L) in F; auto. destruct F as (u&v&->&F).
      pose proof (whole_loser s u v Wh F) as Wh1. destruct (R u v F) as [K|[x y Fx K Q]].
      + exfalso. apply C. revert K. unfold loser_has, loser_adds. rewrite O. apply shows_copy.
        destruct F as (Lu&Lv&D&_). apply shows_add; auto. lia.
      + assert (SL1 : shows (edge_rows (loser_adds s u v)) (N.setbit L (pair u v))).
        { unfold loser_adds. rewrite O. destruct F as (Lu&Lv&D&_). apply shows_add; auto. lia. }
        assert (SW1 : shows (open_rows (loser_adds s u v)) W) by (unfold loser_adds; rewrite O; exact SW).
        assert (SW2 : shows (open_rows (winner_adds (loser_adds s u v) x y)) (N.setbit W (pair x y))).
        { destruct Fx as (Lx&Ly&D&_). apply shows_add; auto. apply Wh1. }
        apply wins_by_colouring with (pair x y).
        * apply uncoloured_swap, (uncoloured_spec (loser_adds s u v)); eauto.
        * intros C'. apply not_true_iff_false in K. apply K. apply (shows_copy _ _ SW2), C'.
        * apply (IH _ Q); auto. now apply whole_winner.
  Qed.

  (** All edges are of one colour. *)
  Lemma legal_spec s A e : shows (open_rows s) A -> shows (edge_rows s) 0 ->
    (e ∈ complete n /\ ~ e ∈ A <-> exists u v, e = pair u v /\ free s u v).
  Proof.
    intros SW SL. rewrite <- (uncoloured_spec s A 0 e SW SL). unfold uncoloured. rewrite N.bits_0. intuition discriminate.
  Qed.
  Theorem loses_avoiding : one = true -> forall s, loses s -> forall A, whole s -> shows (open_rows s) A ->
    shows (edge_rows s) 0 -> next_loses n copy A.
  Proof.
    intros O. fix IH 2. intros s [_ R] A Wh SA S0. pose proof (whole_length s Wh) as Le. constructor.
    intros e (F1&F2&C). assert (F : exists u v, e = pair u v /\ free s u v) by (apply (legal_spec s A); auto).
    destruct F as (u&v&->&F). pose proof (whole_loser s u v Wh F) as Wh1.
    assert (SA1 : shows (open_rows (loser_adds s u v)) (N.setbit A (pair u v))).
    { unfold loser_adds. rewrite O. destruct F as (Lu&Lv&D&_). now apply shows_add. }
    assert (S01 : shows (edge_rows (loser_adds s u v)) 0) by (unfold loser_adds; rewrite O; exact S0).
    destruct (R u v F) as [K|[x y Fx K Q]].
    - exfalso. apply C. revert K. unfold loser_has. rewrite O. now apply shows_copy.
    - assert (SA2 : shows (open_rows (winner_adds (loser_adds s u v) x y)) (N.setbit (N.setbit A (pair u v)) (pair x y))).
      { destruct Fx as (Lx&Ly&D&_). apply shows_add; auto. apply Wh1. }
      apply wins_by with (pair x y).
      + split; [|split].
        * apply (legal_spec (loser_adds s u v) (N.setbit A (pair u v))); eauto.
        * apply (legal_spec (loser_adds s u v) (N.setbit A (pair u v))); eauto.
        * intros C'. apply not_true_iff_false in K. apply K. apply (shows_copy _ _ SA2), C'.
      + apply (IH _ Q); auto. now apply whole_winner.
  Qed.

  (** * The check *)
  Definition freeb (s : structure) (u v : nat) : bool :=
    Nat.ltb u n &&& Nat.ltb v n &&& negb (Nat.eqb u v) &&& negb (op s u v) &&& negb (ed s u v).
  Lemma freeb_spec s u v : freeb s u v = true <-> free s u v.
  Proof. unfold freeb, free. rewrite !and_true, !Nat.ltb_lt, !negb_true_iff, Nat.eqb_neq. tauto. Qed.

  Definition losses := PositiveMap.t packed.
  Definition lost_all (t : losses) : Prop :=
    forall i p, PositiveMap.find i t = Some p -> whole (unpacked p) /\ loses (unpacked p).

  (** A position is a claim under other names: the number of the claim, and where its vertices lie. *)
  Definition reach (t : losses) (s : structure) (l : list N) : option (list N) :=
    match l with
    | i :: l =>
        match PositiveMap.find (N.succ_pos i) t, vertices n l [] with
        | Some p, Some (f, l) =>
            let c := unpacked p in
            let fits u v := let x := apply_map f u in let y := apply_map f v in
              Bool.eqb (op s x y) (op c u v) &&& Bool.eqb (ed s x y) (ed c u v) in
            if is_bijection n None f &&& every (fun u => every (fits u) (seq 0 u)) (seq 0 n) then Some l else None
        | _, _ => None
        end
    | [] => None
    end.
  (** For each move: 0 if a copy ends the game or forbids the move; 1, a reply, and the claim that it leads to. *)
  Fixpoint check_answers (t : losses) (s : structure) (moves : list (nat * nat)) (l : list N) : bool :=
    match moves with
    | [] => true
    | (u, v) :: moves =>
        if freeb s u v then
          let s1 := loser_adds s u v in
          match l with
          | N0 :: l => loser_has s1 &&& check_answers t s moves l
          | Npos _ :: x :: y :: l =>
              let x := N.to_nat x in
              let y := N.to_nat y in
              let s2 := winner_adds s1 x y in
              if freeb s1 x y &&& negb (winner_has s2) then
                match reach t s2 l with Some l => check_answers t s moves l | None => false end
              else false
          | _ => false
          end
        else check_answers t s moves l
    end.
  Definition check_loss (t : losses) (l : list N) : option packed :=
    match read_structure l with
    | Some (s, l) =>
        if Nat.eqb (length (open_rows s)) n
           &&& (if must then any (fun e => freeb s (fst e) (snd e)) (pairs n) else true)
           &&& check_answers t s (pairs n) l
        then kept s else None
    | None => None
    end.
  (** A list that begins with 1 is a claim, of which the number comes next. A list that begins with 0 is the last: the
      winner's first move, if it is the winner who begins, and the claim that is reached. *)
  Definition check_list (winner : turn) (t : losses) (l : list N) : losses + bool :=
    match l with
    | N0 :: l => inr
        match winner, l with
        | First, x :: y :: l =>
            let x := N.to_nat x in
            let y := N.to_nat y in
            let s := winner_adds empty x y in
            freeb empty x y &&& negb (winner_has s) &&& match reach t s l with Some _ => true | None => false end
        | Second, l => match reach t empty l with Some _ => true | None => false end
        | _, _ => false
        end
    | Npos _ :: i :: l =>
        match check_loss t l with Some p => inl (PositiveMap.add (N.succ_pos i) p t) | None => inr false end
    | _ => inr false
    end.
  Definition check_losses state next (winner : turn) (most : nat) (from : state) : bool :=
    run (check_list winner) next most (PositiveMap.empty packed) from.

  (** ** It is right *)
  Lemma reach_spec t s l l' : lost_all t -> whole s -> reach t s l = Some l' -> loses s.
  Proof.
    unfold reach. intros T W. destruct l as [|i l]; [discriminate|].
    destruct (PositiveMap.find _ t) as [p|] eqn:F; [|discriminate]. destruct (T _ _ F) as [W' K].
    destruct (vertices n l []) as [[f l1]|]; [|discriminate].
    destruct (is_bijection n None f &&& _) eqn:E; [|discriminate]. rewrite and_true, every_spec in E.
    destruct E as [B E]. intros _. apply is_bijection_spec in B.
    assert (A : forall u v, v < u -> u < n -> op s (apply_map f u) (apply_map f v) = op (unpacked p) u v /\
      ed s (apply_map f u) (apply_map f v) = ed (unpacked p) u v).
    { intros u v L1 L2. specialize (E u ltac:(apply in_seq; lia)). rewrite every_spec in E.
      specialize (E v ltac:(apply in_seq; lia)). rewrite and_true, !Bool.eqb_true_iff in E. exact E. }
    assert (Sym : forall c u v, whole c -> op c u v = op c v u /\ ed c u v = ed c v u).
    { intros c u v [G _]. split; apply eq_iff_eq_true; split; first [now apply (good_open c G)|now apply (good_edge c G)]. }
    assert (Loop : forall c u, whole c -> op c u u = false /\ ed c u u = false).
    { intros c u [G _]. split; apply not_true_iff_false; [apply (good_open_loop c G)|apply (good_edge_loop c G)]. }
    eapply (loses_renamed _ _ B _ K); auto. intros u v Lu Lv. destruct (Nat.lt_trichotomy u v) as [L|[->|L]]; auto.
    - destruct (A v u L Lv), (Sym s (apply_map f u) (apply_map f v) W), (Sym (unpacked p) u v W'). split; congruence.
    - destruct (Loop s (apply_map f v) W), (Loop (unpacked p) v W'). split; congruence.
  Qed.
  Lemma check_answers_spec t s : lost_all t -> whole s -> forall moves l, check_answers t s moves l = true ->
    forall u v, In (u, v) moves -> free s u v -> loser_has (loser_adds s u v) = true \/ answered (loser_adds s u v).
  Proof.
    intros T W. induction moves as [|[a b] moves IH]; intros l; cbn [check_answers]; [intros _ u v []|].
    destruct (freeb s a b) eqn:Fa.
    - apply freeb_spec in Fa. pose proof (whole_loser s a b W Fa) as W1. destruct l as [|[|p] l]; [discriminate| |].
      + rewrite and_true. intros [K1 K2] u v [E|Hin]; [inversion E; subst; now left|eauto].
      + destruct l as [|x [|y l]]; try discriminate.
        destruct (freeb _ _ _ &&& negb _) eqn:C; [|discriminate]. rewrite and_true, negb_true_iff, freeb_spec in C.
        destruct C as [Fx C]. destruct (reach _ _ _) as [l'|] eqn:R; [|discriminate].
        intros K u v [E|Hin]; [inversion E; subst; right|eauto].
        eapply answer; eauto. eapply reach_spec; eauto. now apply whole_winner.
    - intros K u v [E|Hin]; [|eauto]. inversion E; subst. intros F. apply freeb_spec in F. congruence.
  Qed.
  Lemma check_loss_spec t l p : lost_all t -> check_loss t l = Some p -> whole (unpacked p) /\ loses (unpacked p).
  Proof.
    unfold check_loss. intros T. destruct (read_structure l) as [[s l1]|] eqn:R; [|discriminate].
    apply read_structure_good in R. destruct (Nat.eqb _ n &&& _ &&& _) eqn:E; [|discriminate].
    rewrite !and_true, Nat.eqb_eq in E. destruct E as [[E M] K]. intros Q. rewrite (kept_spec _ _ Q).
    assert (W : whole s) by now constructor. split; auto. constructor.
    - intros Mu. rewrite Mu, any_spec in M. destruct M as ([u v]&_&F). exists u, v. now apply freeb_spec.
    - intros u v F. assert (F' := F). destruct F' as (Lu&Lv&D&O&Ed).
      destruct (Nat.lt_ge_cases u v).
      + eapply check_answers_spec; eauto. apply in_pairs. lia.
      + replace (loser_adds s u v) with (loser_adds s v u).
        * eapply check_answers_spec; eauto; [apply in_pairs; lia|]. repeat split; auto.
          -- apply not_true_iff_false. intros C. apply (good_open s R) in C. congruence.
          -- apply not_true_iff_false. intros C. apply (good_edge s R) in C. congruence.
        * unfold loser_adds, winner_adds. destruct one; now rewrite add_pair_sym by auto.
  Qed.
  (** The winner wins from the start. *)
  Definition won (winner : turn) : Prop :=
    match winner with First => answered empty | Second => loses empty end.
  Theorem check_losses_spec state next winner most from :
    check_losses state next winner most from = true -> won winner.
  Proof.
    apply run_spec with (right := lost_all).
    - intros t [|[|p] [|i l]] t' V; cbn [check_list]; try discriminate.
      destruct (check_loss t l) as [q|] eqn:C; [|discriminate]. intros E. inversion E; subst.
      intros i' q' F. destruct (Pos.eq_dec i' (N.succ_pos i)) as [->|D].
      + rewrite PositiveMap.gss in F. inversion F; subst. eapply check_loss_spec; eauto.
      + rewrite PositiveMap.gso in F by auto. eauto.
    - intros t [|[|p] l] V; cbn [check_list]; try discriminate.
      + intros E. inversion E as [K]. clear E. destruct winner.
        * destruct l as [|x [|y l]]; try discriminate. rewrite !and_true, negb_true_iff, freeb_spec in K.
          destruct K as [[F C] K]. destruct (reach _ _ _) as [l'|] eqn:R; [|discriminate].
          eapply answer; eauto. eapply reach_spec; eauto. apply whole_winner; auto. apply whole_empty.
        * destruct (reach _ _ _) as [l'|] eqn:R; [|discriminate]. eapply reach_spec; eauto. apply whole_empty.
      + destruct l as [|i l]; [discriminate|]. destruct (check_loss t l); discriminate.
    - intros i q F. rewrite PositiveMap.gempty in F. discriminate.
  Qed.

  (** * What is won *)
  Lemma shows_first x y : free empty x y -> shows (open_rows (winner_adds empty x y)) (N.setbit 0 (pair x y)).
  Proof. intros (Lx&Ly&D&_). apply shows_add; auto; [apply repeat_length|apply shows_empty]. Qed.
  Lemma not_copied s A : winner_has s = false -> shows (open_rows s) A -> ~ copy A.
  Proof. intros C S K. apply not_true_iff_false in C. apply C. now apply (shows_copy _ A). Qed.
  Theorem coloured_won completed winner : one = false -> (completed = Loses -> must = true) ->
    won winner -> two_colour_won n copy completed winner.
  Proof.
    intros O Mu K. pose proof shows_empty as S. destruct winner; cbn [won] in K.
    - destruct K as [x y F C L]. pose proof (shows_first x y F) as SA. apply wins_by_colouring with (pair x y).
      + apply (uncoloured_spec empty 0 0); eauto.
      + now apply (not_copied _ _ C).
      + apply (loses_coloured completed O Mu _ L); auto. apply whole_winner; auto. apply whole_empty.
    - apply (loses_coloured completed O Mu _ K); auto. apply whole_empty.
  Qed.
  Theorem avoided_won winner : one = true -> won winner -> avoidance_won n copy winner.
  Proof.
    intros O K. pose proof shows_empty as S. destruct winner; cbn [won] in K.
    - destruct K as [x y F C L]. pose proof (shows_first x y F) as SA. apply wins_by with (pair x y).
      + split; [|split].
        * apply (legal_spec empty 0); eauto.
        * apply (legal_spec empty 0); eauto.
        * now apply (not_copied _ _ C).
      + apply (loses_avoiding O _ L); auto. apply whole_winner; auto. apply whole_empty.
    - apply (loses_avoiding O _ K); auto. apply whole_empty.
  Qed.
End Losses.

Section Sound.
  Variable state : Type.
  Variable next : state -> option (list N * state).
  Variables (n h : nat) (H : list (nat * nat)).

  Definition is_loses (completed : meaning) : bool := match completed with Loses => true | Forbidden => false end.
  Definition check_coloured (completed : meaning) : turn -> nat -> state -> bool :=
    check_losses n (has_copy n h H) false (is_loses completed) state next.
  Theorem coloured_sound completed winner most from :
    check_coloured completed winner most from = true -> two_colour_won n (contains h H n) completed winner.
  Proof.
    intros K. apply check_losses_spec in K; [|apply copy_renamed].
    refine (coloured_won _ _ _ _ _ (shows_copy n h H) _ _ eq_refl _ K). now intros ->.
  Qed.

  Definition check_avoiding : turn -> nat -> state -> bool := check_losses n (has_copy n h H) true false state next.
  Theorem avoiding_sound winner most from :
    check_avoiding winner most from = true -> avoidance_won n (contains h H n) winner.
  Proof.
    intros K. apply check_losses_spec in K; [|apply copy_renamed].
    exact (avoided_won _ _ _ _ _ (shows_copy n h H) _ eq_refl K).
  Qed.
End Sound.

(** The players do not both win. *)
Scheme coloured_wins := Induction for mover_wins Sort Prop with coloured_loses := Induction for mover_loses Sort Prop.
Theorem mover_wins_not_loses n copy completed own others :
  mover_wins n copy completed own others -> mover_loses n copy completed own others -> False.
Proof.
  revert own others.
  apply (coloured_wins n copy completed (fun own others _ => mover_loses n copy completed own others -> False)
           (fun own others _ => mover_wins n copy completed own others -> False)).
  - intros own others e U C _ IH H. inversion H as [o t E K]; subst. apply IH, K; auto.
  - intros own others _ _ IH H. inversion H as [o t e U C K]; subst. exact (IH e U C K).
Qed.
