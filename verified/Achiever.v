(** Strategies of Red in strong games. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Achievement Embedding Copies Held Search Threats Painter Builder.
From Verified Require Planless.
From Verified Require Import Planless Committed CommittedPainter.

(** * The checker *)

(** An entry: a position, Red's move, and lines of moves with which she wins after Green's reply. *)
Record achievement_entry := Achievement_entry { e_board : board; e_move : nat * nat; e_lines : list (list (nat * nat)) }.

(** Vertices that all of the boards have, and that one of them has. *)
Definition sure (b : scope) : option nat := match b with Exactly n | From n => Some n | Infinite => None end.
Definition possible (b : scope) : option nat := match b with Exactly n => Some n | Infinite | From _ => None end.
(** How many new vertices, besides t, have to be looked at: two stand for all. *)
Definition room (order : option nat) (t : nat) : nat := match order with Some n => Nat.min 2 (n - t) | None => 2 end.

Section Checker.
  Variable H : graph.
  Variable plan : plan.
  Variable orders : list (list nat * list (list nat)).
  Variable b : scope.
  Variable moves : nat.

  (** ** Moves. A position is on the vertices below t. *)
  (** Whether an edge is free, and on every board. *)
  Definition may_take (t : nat) (P : board) (e : nat * nat) : bool :=
    let (u, v) := e in
    negb (Nat.eqb u v) &&& Nat.ltb (Nat.max u v) (t + room (sure b) t) &&& is_free P u v.
  (** New vertices come in order. *)
  Definition in_turn (t : nat) (e : nat * nat) : bool :=
    let (u, v) := e in Nat.leb (Nat.max u v) (Nat.max t (S (Nat.min u v))).
  Definition after (t : nat) (e : nat * nat) : nat := Nat.max t (S (Nat.max (fst e) (snd e))).
  Definition colour_edge (c : nat) (e : nat * nat) (P : board) : board := (fst e, snd e, c) :: P.

  (** Whether Green has no free edge that completes a copy together with the edge e. *)
  Definition is_quiet (t : nat) (P : board) (e : nat * nat) : bool :=
    let m := t + room (possible b) t in
    let V := zip (bits m) (own_rows m P Green) (free_rows m P) in
    negb (through plan V (nth (fst e) V (0, 0, 0)%N) (nth (snd e) V (0, 0, 0)%N) (full m) 1).
  (** Edges that may complete a copy for a player together with the edge e. *)
  Definition find_threats (t : nat) (P : board) (c : nat) (e : nat * nat) : list threat :=
    let m := t + room (if Nat.eqb c Red then sure b else possible b) t in
    threats_through orders (combine (combine (seq 0 m) (own_rows m P c)) (free_rows m P)) e.
  (** Whether Red can complete a copy. *)
  Definition completes (t : nat) (P : board) (x : threat) : bool :=
    may_take t P (fst x) &&& copyb (snd x) H (colour_edge Red (fst x) P) Red.

  (** An edge, whichever end is first. *)
  Definition either (e : nat * nat) : nat * nat := norm (fst e) (snd e).

  (** ** Moves that are forced *)
  (** k is how many edges Red may still take. All edges that complete a copy for Green do so together with his [last]
      one, if there is such. [red_next] and [green_next] are asked where Green has none of these. *)
  Section Forced.
    Variables red_next green_next : nat -> nat -> board -> bool.
    (** After Green's edge e. *)
    Definition answered (red : nat -> board -> option (nat * nat) -> nat * nat -> bool) (k t : nat) (P : board)
        (e : nat * nat) : bool :=
      if is_quiet t P e then red_next k t P
      else match find_threats t P Green e with (d, _) :: _ => red t P (Some e) d | [] => false end.
    (** Red takes the edge e. *)
    Fixpoint red (k t : nat) (P : board) (last : option (nat * nat)) (e : nat * nat) : bool :=
      match k with
      | O => false
      | S k =>
          if Nat.ltb 0 k &&& in_turn t e &&& may_take t P e then
            let t := after t e in
            let P := colour_edge Red e P in
            if match last with Some d => is_quiet t P d | None => true end then
              match find_threats t P Red e with
              | [] => green_next k t P
              | [x] => if completes t P x
                       then answered (red k) k (after t (fst x)) (colour_edge Green (fst x) P) (fst x) else false
              | x :: y :: _ => completes t P x &&& completes t P y &&& negb (is_pair (either (fst x)) (either (fst y)))
              end
            else false
          else false
      end.
  End Forced.

  (** Red's moves, each of which forces Green's until she wins. *)
  Fixpoint line (l : list (nat * nat)) (k t : nat) (P : board) : bool :=
    match l with
    | [] => false
    | e :: l => red (line l) (fun _ _ _ => false) k t P None e
    end.

  (** ** Entries *)
  Variable table : PositiveMap.t board.
  Variable find : finder.
  Definition moves_left (P : board) : nat := moves - length (filter (fun e => Nat.eqb (snd e) Red) P).
  Definition is_known (k t : nat) (P : board) : bool :=
    match find P with
    | Some (i, m) =>
        match PositiveMap.find (N.succ_pos i) table with
        | Some Q => Nat.eqb (moves_left Q) k &&& is_same m Q t P
        | None => false
        end
    | None => false
    end.
  Section Lines.
    Variable lines : list (list (nat * nat)).
    Definition leaf (k t : nat) (P : board) : bool :=
      if any (fun l => line l k t P) lines then true else is_known k t P.
    (** All replies of Green. On every board he has one. *)
    Fixpoint green (fuel k t : nat) (P : board) : bool :=
      match fuel with
      | O => false
      | S fuel =>
          let pairs := usual_pairs t P in
          any (may_take t P) pairs
          &&& every (fun e =>
                if Nat.ltb (snd e) (t + room (possible b) t)
                then answered leaf (red leaf (green fuel) k) k (after t e) (colour_edge Green e P) e
                else true) pairs
      end.
  End Lines.
  Definition entry_is_right (E : achievement_entry) : bool :=
    let P := e_board E in red (leaf (e_lines E)) (green (e_lines E) moves) (moves_left P) (size P) P None (e_move E).
End Checker.

(** The first entry is the empty board. A graph with three vertices or more has no copy of one edge. *)
Definition check_achievement (H : graph) (b : scope) (moves : nat) (index : list board -> finder)
    (entries : list achievement_entry) : bool :=
  let positions := map e_board entries in
  is_planned H &&& Nat.leb 3 (length (nodup Nat.eq_dec (vertices H)))
  &&& (match positions with [] :: _ => true | _ => false end)
  &&& each (entry_is_right H (plan_of H) (Planless.ways_of H) b moves (add_all positions) (index positions)) entries.

(** * Why that is enough *)

Lemma fresh_vertex l : exists x, x <= length l /\ ~ In x l.
Proof.
  destruct (find (fun x => negb (mem x l)) (seq 0 (S (length l)))) as [x|] eqn:E.
  - apply find_some in E. destruct E as [E1 E2]. apply in_seq in E1. exists x. split; [lia|]. intros I.
    apply mem_spec in I. now rewrite I in E2.
  - assert (I : incl (seq 0 (S (length l))) l).
    { intros x Hx. pose proof (find_none _ _ E x Hx) as K. now apply negb_false_iff, mem_spec in K. }
    apply NoDup_incl_length in I; [|apply seq_NoDup]. rewrite seq_length in I. lia.
Qed.
Lemma injective_most g m n : (forall i j, i < m -> j < m -> g i = g j -> i = j) -> (forall i, i < m -> g i < n) ->
  m <= n.
Proof.
  intros I L. assert (K : incl (map g (seq 0 m)) (seq 0 n)).
  { intros x Hx. apply in_map_iff in Hx. destruct Hx as (i&<-&Hi). apply in_seq in Hi. apply in_seq. split; [lia|].
    apply L. lia. }
  apply NoDup_incl_length in K; [rewrite map_length, !seq_length in K; exact K|].
  apply nodup_map; [apply seq_NoDup|]. intros i j Hi Hj. apply in_seq in Hi, Hj. apply I; lia.
Qed.
Lemma is_pair_spec e d : is_pair e d = true <-> e = d.
Proof.
  unfold is_pair. rewrite and_true, !Nat.eqb_eq. destruct e, d; cbn. split; [intros [-> ->]; auto|now intros [= -> ->]].
Qed.
Lemma joined_more (P : board) u v c x y a : joined ((u, v, c) :: P) x y a <->
  a = c /\ norm x y = norm u v \/ joined P x y a.
Proof.
  unfold joined. cbn. split.
  - intros [[E|I]|[E|I]]; auto; inversion E; subst; auto using norm_sym.
  - intros [[-> E]|[I|I]]; auto. apply norm_inj in E. destruct E as [[-> ->]|[-> ->]]; auto.
Qed.

Section Sound.
  Variable H : graph.
  Variable b : scope.
  Variable order : option nat.
  Hypothesis in_scope : among b order.
  Notation on_board := (on_board order).
  Notation free := (free order).
  Notation red_wins := (red_wins H order).
  Notation red_won := (red_won H order).

  Lemma sure_on i : (forall n, sure b = Some n -> i < n) -> on_board i.
  Proof.
    unfold Achievement.on_board. destruct b as [n| |n], order as [m|]; cbn in *; intros K; try tauto;
      specialize (K n eq_refl); lia.
  Qed.
  Lemma possible_on n i : possible b = Some n -> on_board i -> i < n.
  Proof. unfold Achievement.on_board. destruct b as [m| |m], order as [k|]; cbn in *; try discriminate; try tauto.
    intros [= <-]. lia.
  Qed.

  (** ** A position of the board *)
  (** Q is the position P, of which the vertices below t are where f says. *)
  Record placed (f : nat -> nat) (t : nat) (P Q : board) : Prop := {
    p_inj : forall i j, i < t -> j < t -> f i = f j -> i = j;
    p_on : forall i, i < t -> on_board (f i);
    p_inside : inside P t;
    p_joined : forall x y c, joined Q x y c <-> exists i j, joined P i j c /\ f i = x /\ f j = y }.

  Lemma placed_names f g s t P Q : placed f t P Q -> (forall i, i < t -> g i = f i) -> inside P s ->
    (forall i j, i < s -> j < s -> g i = g j -> i = j) -> (forall i, i < s -> on_board (g i)) -> placed g s P Q.
  Proof.
    intros R A Ins I O. constructor; auto. intros x y c. rewrite (p_joined _ _ _ _ R).
    split; intros (i&j&J&E1&E2); exists i, j; destruct (inside_joined _ _ _ _ _ (p_inside _ _ _ _ R) J);
      (split; [exact J|]); rewrite !A in * by auto; auto.
  Qed.
  Lemma placed_one_more f t P Q : placed f t P Q -> (forall n, sure b = Some n -> t < n) ->
    exists g, placed g (S t) P Q /\ forall i, i < t -> g i = f i.
  Proof.
    intros R K. destruct (fresh_vertex (map f (seq 0 t))) as (w&Lw&Nw). rewrite map_length, seq_length in Lw.
    assert (New : forall i, i < t -> f i <> w).
    { intros i Hi E. apply Nw, in_map_iff. exists i. split; auto. apply in_seq. lia. }
    exists (with_vertex f t w). split; [|intros; now apply with_vertex_old]. apply (placed_names f) with t; auto.
    - intros; now apply with_vertex_old.
    - intros u v c Hx. apply (p_inside _ _ _ _ R) in Hx. lia.
    - intros i j Hi Hj. unfold with_vertex. destruct (Nat.eqb_spec i t) as [->|], (Nat.eqb_spec j t) as [->|]; auto.
      + intros E. exfalso. apply (New j); [lia|auto].
      + intros E. exfalso. apply (New i); [lia|auto].
      + intros E. apply (p_inj _ _ _ _ R); auto; lia.
    - intros i Hi. unfold with_vertex. destruct (Nat.eqb_spec i t) as [->|]; [|apply R; lia].
      apply sure_on. intros n E. specialize (K n E). lia.
  Qed.
  Lemma placed_more s f t P Q : placed f t P Q -> (forall n, sure b = Some n -> t + s <= Nat.max t n) ->
    exists g, placed g (t + s) P Q /\ forall i, i < t -> g i = f i.
  Proof.
    intros R. induction s as [|s IH]; intros K.
    - exists f. rewrite Nat.add_0_r. auto.
    - destruct IH as (g&Rg&Ag); [intros n E; specialize (K n E); lia|].
      destruct (placed_one_more g (t + s) P Q Rg) as (h&Rh&Ah); [intros n E; specialize (K n E); lia|].
      exists h. rewrite Nat.add_succ_r. split; auto. intros i Hi. rewrite Ah by lia. auto.
  Qed.
  Lemma placed_room f t P Q : placed f t P Q ->
    exists g, placed g (t + room (sure b) t) P Q /\ forall i, i < t -> g i = f i.
  Proof. intros R. apply (placed_more _ f); auto. unfold room. intros n ->. lia. Qed.
  Lemma placed_fewer f s t P Q : placed f t P Q -> s <= t -> inside P s -> placed f s P Q.
  Proof.
    intros R L Ins. apply (placed_names f) with t; auto; intros.
    - apply (p_inj _ _ _ _ R); auto; lia.
    - apply R. lia.
  Qed.
  Lemma inside_move t P u v c : inside P t -> u < t -> v < t -> inside ((u, v, c) :: P) t.
  Proof. intros I Lu Lv x y d [E|Hx]; [inversion E; subst; auto|eauto]. Qed.
  Lemma placed_move f t P Q u v x y c : placed f t P Q -> u < t -> v < t -> norm (f u) (f v) = norm x y ->
    placed f t ((u, v, c) :: P) ((x, y, c) :: Q).
  Proof.
    intros R Lu Lv E. constructor; try apply R; [apply inside_move; auto; apply R|]. intros w z d.
    rewrite joined_more. rewrite (p_joined _ _ _ _ R). split.
    - intros [[-> N]|(i&j&J&E1&E2)].
      + rewrite <- E in N. apply norm_inj in N. destruct N as [[-> ->]|[-> ->]].
        * exists u, v. split; auto. left. now left.
        * exists v, u. split; auto. right. now left.
      + exists i, j. split; auto. apply joined_more; auto.
    - intros (i&j&J&<-&<-). apply joined_more in J. destruct J as [[-> N]|J]; [left|right; eauto].
      split; auto. rewrite <- E. apply norm_inj in N. destruct N as [[-> ->]|[-> ->]]; auto using norm_sym.
  Qed.
  Lemma placed_free f t P Q u v : placed f t P Q -> u < t -> v < t -> u <> v -> (forall c, ~ joined P u v c) ->
    free Q (f u) (f v).
  Proof.
    intros R Lu Lv D F. split; [intros E; apply D, (p_inj _ _ _ _ R); auto|].
    split; [now apply R|]. split; [now apply R|].
    intros c J. apply (p_joined _ _ _ _ R) in J. destruct J as (i&j&J&E1&E2).
    destruct (inside_joined _ _ _ _ _ (p_inside _ _ _ _ R) J).
    apply (p_inj _ _ _ _ R) in E1, E2; auto. subst. now apply F in J.
  Qed.
  Lemma may_take_spec t P e : may_take b t P e = true -> fst e <> snd e /\ (forall c, ~ joined P (fst e) (snd e) c) /\
    fst e < t + room (sure b) t /\ snd e < t + room (sure b) t /\ after t e <= t + room (sure b) t.
  Proof.
    destruct e as [u v]. unfold may_take, after. cbn [fst snd]. rewrite !and_true, Nat.ltb_lt, negb_true_iff, Nat.eqb_neq.
    intros [[K1 K2] K3]. split; [lia|]. split; [now apply is_free_not|]. lia.
  Qed.
  (** Green's edge gets a name. *)
  Lemma placed_reply f t P Q x y : placed f t P Q -> free Q x y -> exists g p q, usual t p q /\
    q < t + room (possible b) t /\ (forall c, ~ joined P p q c) /\ (forall i, i < t -> g i = f i) /\
    norm (g p) (g q) = norm x y /\ placed g (Nat.max t (S q)) P Q.
  Proof.
    intros R (D&Ox&Oy&Fr). destruct (named f t x y (p_inj _ _ _ _ R) D) as (g&p&q&U&A&I&G). exists g, p, q.
    assert (Og : forall i, i < Nat.max t (S q) -> on_board (g i)).
    { intros i Hi. assert (C : i < t \/ i = p \/ i = q) by (unfold usual in U; lia). destruct C as [C|[->| ->]].
      - rewrite A by auto. now apply R.
      - destruct G as [[-> _]|[-> _]]; auto.
      - destruct G as [[_ ->]|[_ ->]]; auto. }
    assert (Rg : placed g (Nat.max t (S q)) P Q).
    { apply (placed_names f) with t; auto. intros u v c Hx. apply (p_inside _ _ _ _ R) in Hx. lia. }
    assert (Eg : norm (g p) (g q) = norm x y) by (destruct G as [[-> ->]|[-> ->]]; auto using norm_sym).
    split; auto. split; [|split; [|auto]].
    - unfold room. destruct (possible b) as [n|] eqn:E; [|unfold usual in U; lia].
      assert (L : Nat.max t (S q) <= n) by (apply (injective_most g); auto; intros i Hi; apply (possible_on n); auto).
      unfold usual in U. lia.
    - intros c J. apply (Fr c). assert (J' : joined Q (g p) (g q) c) by (apply (p_joined _ _ _ _ Rg); eauto).
      apply norm_inj in Eg. destruct Eg as [[<- <-]|[<- <-]]; auto using joined_sym.
  Qed.
  (** What is a copy in P, is one on the board. *)
  Lemma placed_copy f t P Q c : placed f t P Q -> copy H P c -> copy H Q c.
  Proof.
    intros R (phi&I&J). exists (fun a => f (phi a)). split.
    - intros x y Hx Hy E. apply I; auto.
      assert (L : forall x, In x (vertices H) -> phi x < t).
      { intros z Hz. apply of_vertices in Hz. destruct Hz as (z'&[K|K]); apply J in K;
          apply (inside_joined _ _ _ _ _ (p_inside _ _ _ _ R)) in K; tauto. }
      apply (p_inj _ _ _ _ R); auto.
    - intros x y Hxy. apply (p_joined _ _ _ _ R). exists (phi x), (phi y). auto.
  Qed.

  (** ** Threats of Green *)
  (** Each of his free edges that completes a copy does so together with an edge, if there is one that completes any. *)
  Definition threats_by (last : option (nat * nat)) (Q : board) : Prop := forall x y phi, free Q x y ->
    injective_on (vertices H) phi -> (forall a c, In (a, c) H -> joined ((x, y, Green) :: Q) (phi a) (phi c) Green) ->
    match last with
    | None => False
    | Some (u, v) => exists a c, In (a, c) H /\ norm (phi a) (phi c) = norm u v
    end.
  Notation quiet := (threats_by None).

  Lemma quiet_no_copy Q x y : quiet Q -> free Q x y -> ~ copy H ((x, y, Green) :: Q) Green.
  Proof. intros T F (phi&I&J). exact (T x y phi F I J). Qed.
  Lemma free_less Q x y u v c : free ((x, y, c) :: Q) u v -> free Q u v.
  Proof. intros (D&Ou&Ov&F). repeat split; auto. intros d J. apply (F d), joined_more; auto. Qed.
  Lemma threats_red last Q x y : threats_by last Q -> threats_by last ((x, y, Red) :: Q).
  Proof.
    intros T u v phi F I J. apply (T u v phi); auto; [now apply free_less in F|].
    intros a c Hac. specialize (J a c Hac).
    apply joined_more in J. apply joined_more. destruct J as [J|J]; auto.
    apply joined_more in J. destruct J as [[E _]|J]; [discriminate|auto].
  Qed.
  Lemma threats_green Q x y u v : quiet Q -> norm u v = norm x y -> threats_by (Some (u, v)) ((x, y, Green) :: Q).
  Proof.
    intros T E w z phi F I J.
    destruct (existsb (fun e => is_pair (norm (phi (fst e)) (phi (snd e))) (norm u v)) H) eqn:X.
    - apply existsb_exists in X. destruct X as ([a c]&Hac&X). apply is_pair_spec in X. eauto.
    - exfalso. apply (T w z phi); auto; [now apply free_less in F|]. intros a c Hac. specialize (J a c Hac).
      apply joined_more in J. apply joined_more. destruct J as [J|J]; auto.
      apply joined_more in J. destruct J as [[_ N]|J]; auto. exfalso.
      assert (K : existsb (fun e => is_pair (norm (phi (fst e)) (phi (snd e))) (norm u v)) H = true).
      { apply existsb_exists. exists (a, c). split; auto. apply is_pair_spec. cbn. congruence. }
      congruence.
  Qed.

  Hypothesis planned : is_planned H = true.
  Notation plan := (plan_of H).

  Lemma is_quiet_spec f t P Q e : placed f t P Q -> fst e < t -> snd e < t ->
    threats_by (Some (f (fst e), f (snd e))) Q -> is_quiet plan b t P e = true -> quiet Q.
  Proof.
    intros R Lu Lv T K x y phi F I J. destruct e as [u v]. cbn [fst snd] in *.
    pose proof (T x y phi F I J) as (a&c&Hac&Eac).
    destruct (placed_reply f t P Q x y R F) as (g&p&q&U&Lq&Fpq&A&E&Rg).
    unfold is_quiet in K. cbv zeta in K. cbn [fst snd] in K. set (m := t + room (possible b) t) in *.
    set (own := own_rows m P Green) in *. set (allow := free_rows m P) in *.
    assert (Lm : Nat.max t (S q) <= m) by (unfold m in *; lia).
    assert (Lp : p < Nat.max t (S q) /\ q < Nat.max t (S q) /\ p <> q) by (unfold usual in U; lia).
    assert (Len : length own = m /\ length allow = m).
    { unfold own, allow, own_rows, free_rows. now rewrite !map_length, seq_length. }
    set (s := Nat.max t (S q)) in *.
    (* The copy in names. *)
    pose (inv := fun w => match find (fun i => Nat.eqb (g i) w) (seq 0 s) with Some i => i | None => 0 end).
    assert (V : forall i, i < s -> inv (g i) = i).
    { intros i Hi. unfold inv. destruct (find _ _) as [i'|] eqn:X.
      - apply find_some in X. destruct X as [X1 X2]. apply in_seq in X1. apply Nat.eqb_eq in X2.
        apply (p_inj _ _ _ _ Rg); auto; lia.
      - pose proof (find_none _ _ X i ltac:(apply in_seq; lia)) as X2. cbn in X2. now rewrite Nat.eqb_refl in X2. }
    assert (X : forall a c, In (a, c) H -> exists i j, i < s /\ j < s /\ g i = phi a /\ g j = phi c /\
      (joined P i j Green \/ norm i j = norm p q)).
    { intros a' c' Hac'. specialize (J a' c' Hac'). apply joined_more in J. destruct J as [[_ N]|J].
      - rewrite <- E in N. apply norm_inj in N. destruct N as [[N1 N2]|[N1 N2]]; [exists p, q|exists q, p];
          repeat split; auto; try tauto; right; auto using norm_sym.
      - apply (p_joined _ _ _ _ Rg) in J. destruct J as (i&j&J&E1&E2).
        destruct (inside_joined _ _ _ _ _ (p_inside _ _ _ _ Rg) J). exists i, j. tauto. }
    assert (Xv : forall a, In a (vertices H) -> inv (phi a) < s /\ g (inv (phi a)) = phi a).
    { intros a' Ha. apply of_vertices in Ha. destruct Ha as (c'&[Ha|Ha]); apply X in Ha;
        destruct Ha as (i&j&Li&Lj&Ei&Ej&_); [rewrite <- Ei|rewrite <- Ej]; rewrite V; auto. }
    assert (Pair : forall i j, i < s -> j < s -> joined P i j Green \/ norm i j = norm p q ->
      N.testbit (nth i own 0%N) (N.of_nat j) = true \/
      N.testbit (nth i allow 0%N) (N.of_nat j) = true /\ In (norm i j) [norm p q]).
    { intros i j Li Lj [Jg|N].
      - left. apply own_rows_spec; auto. lia.
      - right. split; [|left; auto]. apply free_rows_spec; try lia.
        + intros ->. destruct Lp as (_&_&D). apply D. apply norm_inj in N. destruct N as [[-> ->]|[-> ->]]; auto.
        + intros d Jd. apply (Fpq d). apply norm_inj in N. destruct N as [[-> ->]|[-> ->]]; auto using joined_sym. }
    assert (Lus : u < s /\ v < s) by lia.
    assert (Ends : exists a' c', In (a', c') (directed H) /\ inv (phi a') = u /\ inv (phi c') = v).
    { rewrite <- (A u), <- (A v) in Eac by auto. unfold directed. apply norm_inj in Eac.
      destruct Eac as [[E1 E2]|[E1 E2]].
      - exists a, c. split; [apply in_or_app; auto|]. rewrite E1, E2, !V; auto; tauto.
      - exists c, a. split; [apply in_or_app; right; apply in_map_iff; exists (a, c); auto|].
        rewrite E1, E2, !V; auto; tauto. }
    destruct Ends as (a'&c'&Hd&Eu&Ev).
    assert (At : forall i, i < m -> nth i (zip (bits m) own allow) (0, 0, 0)%N = vt own allow i).
    { intros i Hi. apply nth_error_nth, zip_spec; tauto. }
    rewrite !At in K by lia. rewrite <- Eu, <- Ev in K.
    rewrite (through_complete m _ own allow) with (D := [norm p q]) (H := H) (f := fun x => inv (phi x)) in K; auto.
    - discriminate.
    - intros i Hi. apply zip_spec; tauto.
    - intros z Hz. apply Xv in Hz. lia.
    - intros z w Hz Hw Ez. apply I; auto. destruct (Xv z Hz) as [_ <-], (Xv w Hw) as [_ <-]. congruence.
    - intros z Hz. now apply full_spec.
    - intros z w Hzw _. destruct (X z w Hzw) as (i&j&Li&Lj&Ei&Ej&C). unfold fine_pair. rewrite <- Ei, <- Ej, !V by auto.
      split; [now apply Pair|]. apply Pair; auto. destruct C as [C|C]; [left; now apply joined_sym|right].
      now rewrite norm_sym.
  Qed.

  (** ** Moves *)
  Definition red_next_wins (k t : nat) (P : board) : Prop := forall f Q, placed f t P Q -> quiet Q -> red_wins k Q.
  Definition green_next_loses (k t : nat) (P : board) : Prop := forall f Q, placed f t P Q -> quiet Q -> red_won k Q.
  Notation is_threat := (completes H b).

  (** Whatever Green claims but this edge, Red completes a copy with it. *)
  Lemma threat_wins g t P Q x k u v : placed g (t + room (sure b) t) P Q -> is_threat t P x = true -> free Q u v ->
    norm u v <> norm (g (fst (fst x))) (g (snd (fst x))) -> red_wins (S k) ((u, v, Green) :: Q).
  Proof.
    intros R K F D. unfold completes in K. rewrite and_true in K. destruct K as [K1 K2]. apply copyb_spec in K2.
    apply may_take_spec in K1. destruct K1 as (Dx&Fx&L1&L2&_).
    pose proof (placed_free _ _ _ _ _ _ R L1 L2 Dx Fx) as (D'&O1&O2&F').
    apply red_claims with (g (fst (fst x))) (g (snd (fst x))).
    - repeat split; auto. intros c J. apply joined_more in J. destruct J as [[_ E]|J]; [congruence|].
      now apply F' in J.
    - apply red_has. pose proof (placed_move _ _ _ _ _ _ _ _ Red R L1 L2 eq_refl) as Rm.
      destruct (placed_copy _ _ _ _ _ Rm K2) as (phi&I&J). exists phi. split; auto. intros a c Hac.
      specialize (J a c Hac). apply joined_more in J. apply joined_more.
      destruct J as [J|J]; auto. right. apply joined_more. auto.
  Qed.

  Section Forced.
    Variables red_next green_next : nat -> nat -> board -> bool.
    Variable most : nat.
    Hypothesis red_next_right : forall k t P, k < most -> red_next k t P = true -> red_next_wins k t P.
    Hypothesis green_next_right : forall k t P, k < most -> green_next k t P = true -> green_next_loses k t P.
    Notation red := (red H plan (Planless.ways_of H) b red_next green_next).
    Notation answered := (answered plan (Planless.ways_of H) b red_next).

    Definition red_is_right (k : nat) : Prop := forall t P last e f Q, placed f t P Q ->
      (forall d, last = Some d -> fst d < t /\ snd d < t) ->
      threats_by (option_map (fun d => (f (fst d), f (snd d))) last) Q -> red k t P last e = true -> red_wins k Q.
    Lemma answered_spec k t P e f Q : k < most -> red_is_right k -> placed f t P Q -> fst e < t -> snd e < t ->
      threats_by (Some (f (fst e), f (snd e))) Q -> answered (red k) k t P e = true -> red_wins k Q.
    Proof.
      intros Lk Rk R L1 L2 T. unfold Achievement.free, Achiever.answered. destruct (is_quiet plan b t P e) eqn:E.
      - intros K. apply (red_next_right _ _ _ Lk K f Q R). eapply is_quiet_spec; eauto.
      - destruct (find_threats _ _ _ _ _ _) as [|[d m] l]; [discriminate|]. intros K.
        apply (Rk t P (Some e) d f Q); auto. intros ? [= <-]. auto.
    Qed.
    Lemma after_inside t P e c : inside P t -> inside (colour_edge c e P) (after t e).
    Proof.
      intros I. unfold colour_edge, after. apply inside_move; [|lia|lia]. intros u v d Hx. apply I in Hx. lia.
    Qed.
    Lemma red_spec k : k <= most -> red_is_right k.
    Proof.
      induction k as [|k IH]; intros Lk t P last e f Q R Ll T; cbn [Achiever.red]; [discriminate|].
      destruct (Nat.ltb 0 k &&& in_turn t e &&& may_take b t P e) eqn:M; [|discriminate].
      rewrite !and_true in M. destruct M as [[Pk _] M].
      apply Nat.ltb_lt in Pk. apply may_take_spec in M. destruct M as (De&Fe&L1&L2&La).
      set (t1 := after t e) in *. set (P1 := colour_edge Red e P).
      destruct (placed_room f t P Q R) as (g&Rg&Ag).
      set (Q1 := (g (fst e), g (snd e), Red) :: Q).
      assert (R1 : placed g t1 P1 Q1).
      { apply placed_fewer with (t + room (sure b) t); auto.
        - apply placed_move; auto.
        - apply after_inside, R. }
      pose proof (placed_free _ _ _ _ _ _ Rg L1 L2 De Fe) as Fg.
      assert (Lt : t <= t1) by (unfold t1, after; lia).
      destruct (match last with Some d => is_quiet plan b t1 P1 d | None => true end) eqn:Qt; [|discriminate].
      assert (T1 : quiet Q1).
      { destruct last as [d|]; [|now apply threats_red]. destruct (Ll d eq_refl). cbn [option_map] in T.
        rewrite <- !Ag in T by auto. apply is_quiet_spec with g t1 P1 d; auto; try lia. now apply threats_red. }
      intros K. apply red_claims with (g (fst e)) (g (snd e)); auto. fold Q1.
      destruct (find_threats _ _ _ _ _ _) as [|x [|y l]].
      - apply (green_next_right k t1 P1) with g; auto.
      - destruct (is_threat t1 P1 x) eqn:Tx; [|discriminate].
        destruct (placed_room g t1 P1 Q1 R1) as (h&Rh&Ah). assert (Mx := Tx). unfold completes in Mx.
        apply and_true, proj1, may_take_spec in Mx. destruct Mx as (Dx&Fx&L3&L4&L5).
        apply green_claims.
        + exists (h (fst (fst x))), (h (snd (fst x))). now apply placed_free with (t1 + room (sure b) t1) P1.
        + intros u v Fuv. split; [now apply quiet_no_copy|].
          destruct (is_pair (norm u v) (norm (h (fst (fst x))) (h (snd (fst x))))) eqn:E.
          * apply is_pair_spec in E.
            apply answered_spec with (after t1 (fst x)) (colour_edge Green (fst x) P1) (fst x) h; auto.
            -- apply IH. lia.
            -- apply placed_fewer with (t1 + room (sure b) t1); auto.
               ++ apply placed_move; auto.
               ++ apply after_inside, R1.
            -- unfold after. lia.
            -- unfold after. lia.
            -- apply threats_green; auto.
          * destruct k as [|k']; [lia|]. apply threat_wins with h t1 P1 x; auto.
            intros N. apply is_pair_spec in N. congruence.
      - rewrite !and_true, negb_true_iff in K. destruct K as [[Tx Ty] Nxy].
        destruct (placed_room g t1 P1 Q1 R1) as (h&Rh&Ah).
        assert (Mx := Tx). assert (My := Ty). unfold completes in Mx, My.
        apply and_true, proj1, may_take_spec in Mx. destruct Mx as (Dx&Fx&L3&L4&L5).
        apply and_true, proj1, may_take_spec in My. destruct My as (Dy&Fy&L6&L7&L8).
        destruct k as [|k']; [lia|]. apply green_claims.
        + exists (h (fst (fst x))), (h (snd (fst x))). now apply placed_free with (t1 + room (sure b) t1) P1.
        + intros u v Fuv. split; [now apply quiet_no_copy|].
          destruct (is_pair (norm u v) (norm (h (fst (fst x))) (h (snd (fst x))))) eqn:E.
          * apply threat_wins with h t1 P1 y; auto. apply is_pair_spec in E. intros N. rewrite E in N.
            apply norm_inj in N. apply not_true_iff_false in Nxy. apply Nxy, is_pair_spec. unfold either.
            destruct N as [[N1 N2]|[N1 N2]]; apply (p_inj _ _ _ _ Rh) in N1, N2; auto; rewrite N1, N2;
              auto using norm_sym.
          * apply threat_wins with h t1 P1 x; auto. intros N. apply is_pair_spec in N. congruence.
    Qed.
  End Forced.

  Lemma line_spec l : forall k t P, line H plan (Planless.ways_of H) b l k t P = true -> red_next_wins k t P.
  Proof.
    induction l as [|e l IH]; intros k t P; cbn [line]; [discriminate|]. intros K f Q R T.
    eapply (red_spec _ _ k) in K; eauto; try discriminate.
  Qed.

  Section Entries.
    Variable moves : nat.
    Variable entries : list achievement_entry.
    Variable find : finder.
    Notation table := (add_all (map e_board entries)).
    Notation left := (moves_left moves).
    Definition entry_wins (P : board) : Prop := red_next_wins (left P) (size P) P.

    Lemma placed_same m E f t P Q : inside E (size E) -> is_same m E t P = true -> placed f t P Q ->
      exists g, placed g (size E) E Q.
    Proof.
      unfold is_same. set (iv := map (fun v => index v m) (seq 0 (length m))).
      set (R := map (fun e => let '(i, j, c) := e in (apply_map iv i, apply_map iv j, c)) E).
      rewrite !and_true, Nat.eqb_eq, !every_spec. intros IE [[[[L D] B] E1] E2] Pl.
      exists (fun i => f (apply_map iv i)).
      assert (Li : length iv = size E) by (unfold iv; rewrite map_length, seq_length; exact L).
      assert (Bi : forall i, i < size E -> apply_map iv i < t).
      { intros i Hi. apply Nat.ltb_lt, B. apply nth_In. lia. }
      assert (JR : forall x y c, joined R x y c <->
        exists i j, joined E i j c /\ apply_map iv i = x /\ apply_map iv j = y) by apply joined_image.
      assert (JP : forall x y c, joined P x y c <-> joined R x y c).
      { intros x y c. split; (intros [J|J]; [|apply joined_sym]); apply joinedb_spec.
        - exact (E2 (_, _, c) J).
        - exact (E2 (_, _, c) J).
        - exact (E1 (_, _, c) J).
        - exact (E1 (_, _, c) J). }
      constructor; auto.
      - intros i j Hi Hj E'. apply (p_inj _ _ _ _ Pl) in E'; auto. apply distinct_spec in D.
        rewrite (NoDup_nth iv 0) in D. apply D; auto; lia.
      - intros i Hi. apply Pl. auto.
      - intros x y c. rewrite (p_joined _ _ _ _ Pl). split.
        + intros (i&j&J&<-&<-). apply JP, JR in J. destruct J as (i'&j'&J&<-&<-). eauto.
        + intros (i&j&J&<-&<-). exists (apply_map iv i), (apply_map iv j). split; auto. apply JP, JR. eauto.
    Qed.

    Section Below.
      Variable most : nat.
      Hypothesis known_right : forall P, In P (map e_board entries) -> left P < most -> entry_wins P.
      Lemma leaf_spec lines k t P : k < most ->
        leaf H plan (Planless.ways_of H) b moves table find lines k t P = true -> red_next_wins k t P.
      Proof.
        intros Lk. unfold leaf. destruct (any _ lines) eqn:A.
        - intros _. apply any_spec in A. destruct A as (l&_&A). now apply line_spec in A.
        - unfold is_known. destruct (find P) as [[i m]|]; [|discriminate].
          destruct (PositiveMap.find _ table) as [E|] eqn:F; [|discriminate]. apply add_all_spec in F.
          rewrite and_true, Nat.eqb_eq. intros [<- S] f Q R T.
          pose proof (size_inside [[]; []] 0 ltac:(cbn; lia) ltac:(cbn; lia) E) as IE.
          destruct (placed_same m E f t P Q IE S R) as (g&Rg). exact (known_right E F Lk g Q Rg T).
      Qed.
      Lemma green_spec lines fuel : forall k t P, k < most ->
        green H plan (Planless.ways_of H) b moves table find lines fuel k t P = true -> green_next_loses k t P.
      Proof.
        induction fuel as [|fuel IH]; intros k t P Lk; cbn [green]; [discriminate|].
        rewrite and_true, any_spec, every_spec. intros [(e&_&M) K] f Q R T. apply green_claims.
        - destruct (placed_room f t P Q R) as (g&Rg&_). apply may_take_spec in M. destruct M as (De&Fe&L1&L2&_).
          exists (g (fst e)), (g (snd e)). now apply placed_free with (t + room (sure b) t) P.
        - intros x y F. split; [now apply quiet_no_copy|].
          destruct (placed_reply f t P Q x y R F) as (g&p&q&U&Lq&Fpq&A&E&Rg).
          specialize (K (p, q) (usual_pairs_in t P p q U Fpq)). cbv beta in K. cbn [fst snd] in K.
          destruct (Nat.ltb_spec q (t + room (possible b) t)) as [_|]; [|lia].
          assert (Ea : after t (p, q) = Nat.max t (S q)) by (unfold after, usual in *; cbn; lia).
          assert (Lpq : p < Nat.max t (S q) /\ q < Nat.max t (S q)) by (unfold usual in U; lia).
          refine (answered_spec _ _ most _ _ _ _ _ g _ _ _ _ _ _ _ K); auto.
          + intros k' t' P' Lk'. apply leaf_spec; auto.
          + apply red_spec with (most := most); [|exact IH|lia]. intros k' t' P' Lk'. apply leaf_spec; auto.
          + rewrite Ea. apply placed_move; tauto.
          + rewrite Ea. tauto.
          + rewrite Ea. tauto.
          + cbn [fst snd]. now apply threats_green.
      Qed.
    End Below.

    Hypothesis all_right : forall E, In E entries ->
      entry_is_right H plan (Planless.ways_of H) b moves table find E = true.
    Lemma entries_win most : forall P, In P (map e_board entries) -> left P < most -> entry_wins P.
    Proof.
      induction most as [|most IH]; intros P I L; [lia|]. apply in_map_iff in I. destruct I as (E&<-&I).
      specialize (all_right E I). unfold entry_is_right in all_right. intros f Q R T.
      eapply (red_spec _ _ (left (e_board E))) in all_right; eauto.
      - intros k t P Lk. apply leaf_spec with (most := most); [exact IH|lia].
      - intros k t P Lk. apply green_spec with (most := most); [exact IH|lia].
      - discriminate.
    Qed.
  End Entries.

  (** A graph with three vertices is not in one edge. *)
  Lemma empty_quiet : 3 <= length (nodup Nat.eq_dec (vertices H)) -> quiet [].
  Proof.
    intros L x y phi F I J. assert (K : incl (map phi (nodup Nat.eq_dec (vertices H))) [x; y]).
    { intros z Hz. apply in_map_iff in Hz. destruct Hz as (a&<-&Ha). apply nodup_In, of_vertices in Ha.
      destruct Ha as (c&[Ha|Ha]); apply J in Ha; apply joined_more in Ha;
        (destruct Ha as [[_ N]|[[]|[]]]; apply norm_inj in N; cbn; intuition). }
    apply NoDup_incl_length in K; [rewrite map_length in K; cbn in K; lia|].
    apply nodup_map; [apply NoDup_nodup|]. intros a c Ha Hc. apply nodup_In in Ha, Hc. now apply I.
  Qed.
End Sound.

Theorem achievement_sound H b moves index entries : check_achievement H b moves index entries = true -> achievement_won H b moves.
Proof.
  unfold check_achievement. rewrite !and_true, Nat.leb_le, each_spec. intros [[[Pl Three] First] K] order A.
  assert (I : In [] (map e_board entries)).
  { destruct (map e_board entries) as [|[|]]; [discriminate|now left|discriminate]. }
  pose proof (entries_win H b order A Pl moves entries (index (map e_board entries)) K (S moves) [] I) as W.
  unfold entry_wins in W. replace (moves_left moves []) with moves in W by (unfold moves_left; cbn; lia).
  apply (W ltac:(lia) (fun x => x)); [|now apply empty_quiet]. constructor; cbn; intros; try lia.
  - intros ? ? ? [].
  - split; [intros [[]|[]]|intros (i&j&[[]|[]]&_)].
Qed.
