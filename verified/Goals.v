(** What a reader has to believe of games with a goal: Maker-Breaker games with a bias, Avoider-Enforcer games, games of
    offers. Definitions alone; sets of pairs and goals are those of MakerBreaker.v. *)
From Coq Require Import NArith List.
From Verified Require Import MakerBreaker.

(** Red is Maker, Avoider or Client; Green is Breaker, Enforcer or Waiter. *)
Inductive side := Red | Green.
Definition opponent (s : side) : side := match s with Red => Green | Green => Red end.

Inductive convention := MakerBreaker | AvoiderEnforcer | MonotoneAvoiderEnforcer | WaiterClient | ClientWaiter.

(** Who wins if the red edges have the goal; the other player wins if they do not. They do not lose it, so it is enough
    to say who wins at the end. *)
Definition hunter (c : convention) : side := match c with MakerBreaker | ClientWaiter => Red | _ => Green end.

(** What comes next: a player colours k edges before the turn ends, Green makes an offer, or Red keeps edges of it. *)
Inductive stage := Colour (s : side) (k : nat) | Offer | Keep (offered : N).
Definition chooser (t : stage) : side := match t with Colour s _ => s | Offer => Green | Keep _ => Red end.
(** With the red edges and those that have no colour. All others are green, or the board lacks them. *)
Record position := Position { next_is : stage; red : N; free : N }.

(** The set A has k edges. *)
Definition has_size (A : N) (k : nat) : Prop := exists l, NoDup l /\ length l = k /\ forall e, e ∈ A <-> In e l.

Section Game.
  Variable c : convention.
  (** The bias: a red edges and b green ones, at least one each. In Client-Waiter games a is 1. *)
  Variables a b : nat.
  (** Whether the red edges have the goal. *)
  Variable goal : N -> Prop.

  Definition whole_turn (s : side) : stage := Colour s (match s with Red => a | Green => b end).
  Definition coloured (s : side) (R e : N) : N := match s with Red => N.setbit R e | Green => R end.
  (** How many edges an offer may have. *)
  Definition may_offer (k : nat) : Prop :=
    match c with WaiterClient => k = a + b | ClientWaiter => 1 <= k /\ k <= a + b | _ => False end.

  (** A turn is over after its last edge. In monotone games one may go on. Of an offer Red keeps a edges, and the others
      are green. *)
  Inductive move : position -> position -> Prop :=
  | colours_one s k R F e : e ∈ F ->
      move (Position (Colour s (S (S k))) R F) (Position (Colour s (S k)) (coloured s R e) (N.clearbit F e))
  | ends_turn s R F e : e ∈ F ->
      move (Position (Colour s 1) R F) (Position (whole_turn (opponent s)) (coloured s R e) (N.clearbit F e))
  | goes_on s R F e : c = MonotoneAvoiderEnforcer -> e ∈ F ->
      move (Position (Colour s 1) R F) (Position (Colour s 1) (coloured s R e) (N.clearbit F e))
  | offers R F O k : (forall e, e ∈ O -> e ∈ F) -> has_size O k -> may_offer k ->
      move (Position Offer R F) (Position (Keep O) R F)
  | keeps R F O K : (forall e, e ∈ K -> e ∈ O) -> has_size K a ->
      move (Position (Keep O) R F) (Position Offer (N.lor R K) (N.ldiff F O)).

  (** The player s can force a win. The game ends when there is no move: all edges are coloured, within a turn or after
      it, or too few are left for an offer. *)
  Inductive forces (s : side) : position -> Prop :=
  | by_the_end P : (forall Q, ~ move P Q) -> (s = hunter c <-> goal (red P)) -> forces s P
  | by_a_move P Q : chooser (next_is P) = s -> move P Q -> forces s Q -> forces s P
  | by_all_moves P : chooser (next_is P) <> s -> (exists Q, move P Q) -> (forall Q, move P Q -> forces s Q) ->
      forces s P.

  (** From the start, where R is red, F is free, and in games without offers the player [starter] begins. *)
  Definition goal_won (winner starter : side) (R F : N) : Prop :=
    forces winner
      (Position (match c with WaiterClient | ClientWaiter => Offer | _ => whole_turn starter end) R F).
End Game.
