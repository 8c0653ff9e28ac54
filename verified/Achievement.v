(** What a reader has to believe of strong games. Definitions alone; boards and copies are those of OnlineRamsey.v. *)
From Coq Require Import List.
Import ListNotations.
From Verified Require Import OnlineRamsey.

(** The players' colours. *)
Definition Red : nat := 0.
Definition Green : nat := 1.

Section Game.
  (** Who first owns a copy of H wins. *)
  Variable H : graph.
  (** How many vertices there are; [None]: infinitely many. *)
  Variable order : option nat.

  Definition on_board (v : nat) : Prop := match order with Some n => v < n | None => True end.
  (** The edge uv may be claimed in the position P. *)
  Definition free (P : board) (u v : nat) : Prop := u <> v /\ on_board u /\ on_board v /\ forall c, ~ joined P u v c.

  (** Red, who claims the next edge, can force that she owns the first copy after at most k edges more of hers;
      [red_won] says so where Green claims the next edge, or Red has the copy. *)
  Inductive red_wins : nat -> board -> Prop :=
  | red_claims k P u v : free P u v -> red_won k ((u, v, Red) :: P) -> red_wins (S k) P
  with red_won : nat -> board -> Prop :=
  | red_has k P : copy H P Red -> red_won k P
  | green_claims k P : (exists u v, free P u v) ->
      (forall u v, free P u v -> ~ copy H ((u, v, Green) :: P) Green /\ red_wins k ((u, v, Green) :: P)) -> red_won k P.
End Game.

(** The complete graphs of a claim: the one with n vertices, the infinite one, or that and all with at least n. *)
Inductive scope := Exactly (n : nat) | Infinite | From (n : nat).
Definition among (b : scope) (order : option nat) : Prop :=
  match b, order with
  | Exactly n, Some m => m = n
  | Infinite, None => True
  | From n, Some m => n <= m
  | From _, None => True
  | _, _ => False
  end.
(** Red, who begins, can force a win with her k-th edge or an earlier one on each of the boards. *)
Definition achievement_won (H : graph) (b : scope) (k : nat) : Prop := forall order, among b order -> red_wins H order k [].
