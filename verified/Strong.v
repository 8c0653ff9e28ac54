(** Strategies of Red in strong games. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey StrongGames Embedding Copies Held Search Threats Painter Builder.
From Verified Require Import Planless Committed CommittedPainter.

(** * The checker *)

(** An entry: a position, Red's move, and lines of moves with which she wins after Green's reply. *)
Record strong_entry := Strong_entry { e_board : board; e_move : nat * nat; e_lines : list (list (nat * nat)) }.

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
  (** Whether an edge is free, and on every board; new vertices come in order. *)
  Definition may_take (t : nat) (P : board) (e : nat * nat) : bool :=
    let low := Nat.min (fst e) (snd e) in
    let high := Nat.max (fst e) (snd e) in
    Nat.ltb low high &&& Nat.ltb high (t + room (sure b) t) &&& Nat.leb high (Nat.max t (S low))
    &&& is_free P (fst e) (snd e).
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
          if Nat.ltb 0 k &&& may_take t P e then
            let t := after t e in
            let P := colour_edge Red e P in
            if match last with Some d => is_quiet t P d | None => true end then
              match find_threats t P Red e with
              | [] => green_next k t P
              | [x] => if completes t P x
                       then answered (red k) k (after t (fst x)) (colour_edge Green (fst x) P) (fst x) else false
              | x :: y :: _ => completes t P x &&& completes t P y &&& negb (is_pair (fst x) (fst y))
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
    Definition leaf (k t : nat) (P : board) : bool := if any (fun l => line l k t P) lines then true else is_known k t P.
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
  Definition entry_is_right (E : strong_entry) : bool :=
    let P := e_board E in red (leaf (e_lines E)) (green (e_lines E) moves) (moves_left P) (size P) P None (e_move E).
End Checker.

(** The first entry is the empty board. A graph with three vertices or more has no copy of one edge. *)
Definition check_strong (H : graph) (b : scope) (moves : nat) (index : list board -> finder) (entries : list strong_entry)
  : bool :=
  let positions := map e_board entries in
  is_planned H &&& Nat.leb 3 (length (nodup Nat.eq_dec (vertices H)))
  &&& (match positions with [] :: _ => true | _ => false end)
  &&& each (entry_is_right H (plan_of H) (named_orders H) b moves (add_all positions) (index positions)) entries.
