(** What a reader has to believe of avoidance games. Definitions alone; sets of pairs are those of MakerBreaker.v. *)
From Coq Require Import NArith List.
Import ListNotations.
From Verified Require Import MakerBreaker.

(** The player who adds the first edge, and the other one. *)
Inductive turn := First | Second.

Section Game.
  (** Two players add pairs of the vertices 0 to n - 1 in turn, and no graph may come to be that is forbidden. *)
  Variable n : nat.
  Variable forbidden : N -> Prop.

  (** The pair e may be added to the edges A. *)
  Definition legal (A e : N) : Prop := e ∈ complete n /\ ~ e ∈ A /\ ~ forbidden (N.setbit A e).

  (** Who adds the next edge to A can force a win, or the other player can. Who has no legal edge loses. *)
  Inductive next_wins : N -> Prop :=
  | wins_by (A e : N) : legal A e -> next_loses (N.setbit A e) -> next_wins A
  with next_loses : N -> Prop :=
  | loses_by_all (A : N) : (forall e, legal A e -> next_wins (N.setbit A e)) -> next_loses A.

  (** The game from its start, where there is no edge. *)
  Definition avoidance_won (winner : turn) : Prop :=
    match winner with First => next_wins 0%N | Second => next_loses 0%N end.
End Game.

Definition has_triangle (n : nat) (A : N) : Prop := contains 3 [(0, 1); (0, 2); (1, 2)] n A.
