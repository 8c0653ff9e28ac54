(** What a reader has to believe of two-colour games. Definitions alone; sets of pairs are those of MakerBreaker.v. *)
From Coq Require Import NArith List.
From Verified Require Import MakerBreaker Avoidance.

(** A copy in one's own colour: who completes one has lost, or nobody may complete one. *)
Inductive meaning := Loses | Forbidden.

Section Game.
  (** Two players colour pairs of the vertices 0 to n - 1 in turn, each in a colour of his own. *)
  Variable n : nat.
  (** Whether a set of edges holds a copy. *)
  Variable copy : N -> Prop.
  Variable completed : meaning.

  (** The pair e has no colour, if these are a player's edges and those of the other one. *)
  Definition uncoloured (own others e : N) : Prop := e ∈ complete n /\ ~ e ∈ own /\ ~ e ∈ others.

  (** Who is next, with the edges [own], can force a win, or the other player can. When all pairs are coloured without a
      copy, neither wins the game in which copies lose; where they are forbidden, who can colour no pair loses. *)
  Inductive mover_wins : N -> N -> Prop :=
  | wins_by_colouring own others e : uncoloured own others e -> ~ copy (N.setbit own e) ->
      mover_loses others (N.setbit own e) -> mover_wins own others
  with mover_loses : N -> N -> Prop :=
  | loses_by_colouring own others : (completed = Loses -> exists e, uncoloured own others e) ->
      (forall e, uncoloured own others e -> ~ copy (N.setbit own e) -> mover_wins others (N.setbit own e)) ->
      mover_loses own others.

  (** The game from its start, where no pair is coloured. *)
  Definition two_colour_won (winner : turn) : Prop :=
    match winner with First => mover_wins 0%N 0%N | Second => mover_loses 0%N 0%N end.
End Game.
