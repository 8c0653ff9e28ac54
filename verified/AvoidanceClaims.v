(** Who wins the triangle game, from claims as numbers. *)
From Coq Require Import NArith List Arith Bool Strings.Byte.
Import ListNotations.
From Verified Require Import Lists MakerBreaker Avoidance Sums Structures Covers Triangle Claims Bytes.

Section Source.
  Variable state : Type.
  Variable next : state -> option (list N * state).

  (** The position after the winner's first turn is lost. *)
  Definition check_triangle (n : nat) (winner : turn) (most : nat) (from : state) : bool :=
    let lost s := is_lost state next s most from in
    match winner with
    | First => if op (start n) 0 1 then lost (after (start n) 0 1) else false
    | Second => lost (start n)
    end.

  Theorem triangle_sound n winner most from :
    check_triangle n winner most from = true -> avoidance_won n (has_triangle n) winner.
  Proof.
    assert (W : forall s, good s -> is_lost state next s most from = true -> val structure op after s 0).
    { intros s. apply is_lost_spec. }
    pose proof (m_good _ _ _ (start_mirrors n)) as G. unfold check_triangle. destruct winner.
    - destruct (op (start n) 0 1) eqn:O; [|discriminate]. intros K. apply W in K; [|now apply good_after].
      exact (first_wins n 0 1 O K).
    - intros K. apply W in K; auto. exact (second_wins n K).
  Qed.
End Source.

(** Claims in texts: five bits a letter, the least significant first; 32 more says that a number goes on. *)
Fixpoint words_of (l : list byte) (so_far shift : N) : list N :=
  match l with
  | [] => []
  | b :: l =>
      let x := six b in
      let sum := N.lor so_far (N.shiftl (N.land x 31) shift) in
      if N.ltb x 32 then sum :: words_of l 0 0 else words_of l sum (N.add shift 5)
  end.
Definition next_text (l : list text) : option (list N * list text) :=
  match l with t :: l => Some (words_of (letters_of t) 0 0, l) | [] => None end.
