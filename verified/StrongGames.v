(** What a reader has to believe of strong games on any board: the first to own a winning set of his wins. Definitions
    alone. *)
From Coq Require Import NArith List.
Import ListNotations.

Inductive stone := Black | White.

Section Game.
  (** The elements are the numbers below n; these are the winning sets of Black and those of White. *)
  Variable n : N.
  Variables blacks whites : list (list N).

  (** One of the sets has no element but of the stones. *)
  Definition owns (sets : list (list N)) (stones : list N) : Prop := exists s, In s sets /\ incl s stones.
  (** Neither Black, who has the elements of B, nor White, who has those of W, has the element e. *)
  Definition untaken (B W : list N) (e : N) : Prop := (e < n)%N /\ ~ In e B /\ ~ In e W.

  (** With this player to move, Black can force a win: he completes a set, or takes an element after which he still can;
      or White has an element to take, for a full board is no win, completes no set with any, and Black can after each. *)
  Inductive black_wins : stone -> list N -> list N -> Prop :=
  | wins_completing B W e : untaken B W e -> owns blacks (e :: B) -> black_wins Black B W
  | wins_taking B W e : untaken B W e -> black_wins White (e :: B) W -> black_wins Black B W
  | wins_whatever B W :
      (exists e, untaken B W e) -> (forall e, untaken B W e -> ~ owns whites (e :: W)) ->
      (forall e, untaken B W e -> black_wins Black B (e :: W)) -> black_wins White B W.

  (** The same at the start, where neither has won before. *)
  Definition strong_won (starter : stone) (B W : list N) : Prop :=
    ~ owns blacks B /\ ~ owns whites W /\ black_wins starter B W.

  (** With this player to move, White can keep Black from winning: whatever Black takes completes no set, and White still
      can; White completes a set himself, or takes an element after which he still can, or no element is left. *)
  Inductive white_holds : stone -> list N -> list N -> Prop :=
  | holds_whatever B W : (forall e, untaken B W e -> ~ owns blacks (e :: B)) ->
      (forall e, untaken B W e -> white_holds White (e :: B) W) -> white_holds Black B W
  | holds_at_last B W : (forall e, ~ untaken B W e) -> white_holds White B W
  | holds_completing B W e : untaken B W e -> owns whites (e :: W) -> white_holds White B W
  | holds_taking B W e : untaken B W e -> white_holds Black B (e :: W) -> white_holds White B W.

  (** The same at the start, where neither has won before. *)
  Definition strong_held (starter : stone) (B W : list N) : Prop :=
    ~ owns blacks B /\ ~ owns whites W /\ white_holds starter B W.
End Game.
