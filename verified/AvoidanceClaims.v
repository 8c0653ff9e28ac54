(** Who wins the triangle game, from claims as numbers. *)
From Coq Require Import NArith List Arith Bool Strings.Byte.
Import ListNotations.
From Verified Require Import Lists MakerBreaker Avoidance Sums Structures Covers Triangle Claims Bytes.

(** A number of vertices, the rows of open pairs, and those of edges. *)
Fixpoint read_rows (count : nat) (l : list N) (found : list N) : option (list N * list N) :=
  match count, l with
  | O, _ => Some (rev_append found [], l)
  | S count, r :: l => read_rows count l (r :: found)
  | S _, [] => None
  end.
Definition read_structure (l : list N) : option (structure * list N) :=
  match l with
  | m :: l =>
      match read_rows (N.to_nat m) l [] with
      | Some (opens, l) =>
          match read_rows (N.to_nat m) l [] with
          | Some (edges, l) => let s := Structure opens edges in if goodb s then Some (s, l) else None
          | None => None
          end
      | None => None
      end
  | [] => None
  end.
Lemma read_structure_good l s l' : read_structure l = Some (s, l') -> good s.
Proof.
  unfold read_structure. destruct l as [|m l]; [discriminate|].
  destruct (read_rows _ l []) as [[opens l1]|]; [|discriminate].
  destruct (read_rows _ l1 []) as [[edges l2]|]; [|discriminate]. destruct (goodb _) eqn:G; [|discriminate].
  intros K. inversion K; subst. now apply goodb_spec.
Qed.

Section Source.
  Variable state : Type.
  Variable next : state -> option (list N * state).

  (** The position after the winner's first turn is lost. *)
  Definition check_triangle (n : nat) (winner : turn) (most : nat) (from : state) : bool :=
    let lost s := is_lost structure op after read_structure open_rows (fun s => length (open_rows s)) coversb
      state next s most from in
    match winner with
    | First => if op (start n) 0 1 then lost (after (start n) 0 1) else false
    | Second => lost (start n)
    end.

  Theorem triangle_sound n winner most from :
    check_triangle n winner most from = true -> avoidance_won n (has_triangle n) winner.
  Proof.
    assert (W : forall s, good s -> is_lost structure op after read_structure open_rows
      (fun s => length (open_rows s)) coversb state next s most from = true -> val structure op after s 0).
    { intros s. apply (is_lost_spec structure op after good covers size covers_smaller covers_forth covers_back).
      - intros. now apply covers_one.
      - exact good_after.
      - exact after_sym.
      - exact read_structure_good.
      - auto.
      - exact coversb_spec. }
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
