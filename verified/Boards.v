(** What a reader has to believe of Maker-Breaker games on any board, with any turns. Definitions alone. *)
From Coq Require Import NArith List.
Import ListNotations.
From Verified Require Import MakerBreaker StrongGames.

Section Game.
  (** The elements are the numbers below n; these are the winning sets of Maker. *)
  Variable n : N.
  Variable sets : list (list N).

  (** What Maker has, and Breaker, after the player t took e. *)
  Definition makers_after (t : player) (e : N) (M : list N) : list N := match t with Maker => e :: M | Breaker => M end.
  Definition breakers_after (t : player) (e : N) (B : list N) : list N := match t with Maker => B | Breaker => e :: B end.
  Definition at_last (p : player) (M : list N) : Prop :=
    match p with Maker => owns sets M | Breaker => ~ owns sets M end.

  (** [board_won p turns M B]: p can force a win if Maker has the elements of M, Breaker those of B, and these are the turns
      to come. The game ends after the last turn, or when no element is left. *)
  Inductive board_won (p : player) : list player -> list N -> list N -> Prop :=
  | won_at_last turns M B : turns = [] \/ (forall e, ~ untaken n M B e) -> at_last p M -> board_won p turns M B
  | won_by_taking turns M B e : untaken n M B e ->
      board_won p turns (makers_after p e M) (breakers_after p e B) -> board_won p (p :: turns) M B
  | won_whatever turns M B : (exists e, untaken n M B e) ->
      (forall e, untaken n M B e -> board_won p turns (makers_after (other p) e M) (breakers_after (other p) e B)) ->
      board_won p (other p :: turns) M B.
End Game.
