(** What a reader has to believe of games in which two players add edges of one colour, and avoid a graph or complete one.
    Definitions alone; sets of pairs are those of MakerBreaker.v. *)
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

Section Completion.
  (** Two players add pairs of the vertices 0 to n - 1 in turn, and who completes a copy wins. *)
  Variable n : nat.
  (** Whether a set of edges holds a copy. *)
  Variable copy : N -> Prop.

  Definition absent (A e : N) : Prop := e ∈ complete n /\ ~ e ∈ A.

  (** Who adds the next edge to A, which holds no copy, can force a win, or the other player can. Who has no pair to add
      loses; only where the board has no room for a copy it comes to that. *)
  Inductive next_completes : N -> Prop :=
  | completes_now (A e : N) : absent A e -> copy (N.setbit A e) -> next_completes A
  | completes_later (A e : N) : absent A e -> ~ copy (N.setbit A e) -> other_completes (N.setbit A e) -> next_completes A
  with other_completes : N -> Prop :=
  | completes_after (A : N) : (forall e, absent A e -> ~ copy (N.setbit A e)) ->
      (forall e, absent A e -> next_completes (N.setbit A e)) -> other_completes A.

  (** The game from its start, where there is no edge. *)
  Definition completion_won (winner : turn) : Prop :=
    match winner with First => next_completes 0%N | Second => other_completes 0%N end.
End Completion.
