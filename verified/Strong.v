(** Strategies of Black in strong games: positions with White to move, each of which follows from those before it. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists Bytes StrongGames.

(** * Sets of elements: bytes, as in the files *)
Definition stones := list N.
Definition has (s : stones) (e : N) : bool := N.testbit (nth_of (N.to_nat (N.shiftr e 3)) s 0%N) (N.land e 7).
Fixpoint put (i : nat) (x : N) (s : stones) : stones :=
  match i, s with
  | O, [] => [x]
  | O, b :: s => N.lor b x :: s
  | S i, [] => 0%N :: put i x []
  | S i, b :: s => b :: put i x s
  end.
Definition add (e : N) (s : stones) : stones := put (N.to_nat (N.shiftr e 3)) (N.shiftl 1 (N.land e 7)) s.

(** * The checker *)
Record answer := Answer { reply : N; step : N; next : N; by_map : nat }.
Record entry := Entry { black : stones; white : stones; sequences : list (list N); answers : list answer }.

Section Checker.
  Variable n : N.
  Variables blacks whites : list (list N).

  Definition elements : list N := map N.of_nat (seq 0 (N.to_nat n)).
  Definition is_untaken (B W : stones) (e : N) : bool := N.ltb e n &&& negb (has B e) &&& negb (has W e).
  Definition is_owned (sets : list (list N)) (own : stones) : bool := any (every (has own)) sets.

  (** The element that a player lacks of a set, if it is but one; and all of such, of which the other player has none. *)
  Fixpoint lacks (own : stones) (s : list N) : option N :=
    match s with
    | [] => None
    | e :: s => if has own e then lacks own s else if every (fun x => if has own x then true else N.eqb e x) s then Some e
      else None
    end.
  Fixpoint threats (sets : list (list N)) (own others : stones) : list N :=
    match sets with
    | [] => []
    | s :: sets =>
        match lacks own s with
        | Some e => if has others e then threats sets own others else e :: threats sets own others
        | None => threats sets own others
        end
    end.

  (** Black, who is to move, takes these elements: after each White has to take another one, and at last there are two. *)
  Fixpoint wins_by (B W : stones) (l : list N) : bool :=
    match l with
    | [] => false
    | e :: l =>
        is_untaken B W e &&& every (N.eqb e) (threats whites W B) &&&
        (let B := add e B in
         match threats blacks B W with
         | [] => false
         | x :: more => if every (N.eqb x) more then wins_by B (add x W) l else true
         end)
    end.

  (** Symmetries of both players' sets: pairs of an element and its image. *)
  Definition map_of (images : list N) : list (N * N) := combine elements images.
  Definition image (m : list (N * N)) (s : list N) : list N :=
    flat_map (fun e => map snd (filter (fun p => N.eqb (fst p) e) m)) s.
  Definition contains (s t : list N) : bool := every (fun e => any (N.eqb e) s) t.
  Definition is_symmetry (m : list (N * N)) : bool :=
    every (fun p => N.ltb (fst p) n &&& N.ltb (snd p) n
                    &&& every (fun q => Bool.eqb (N.eqb (fst p) (fst q)) (N.eqb (snd p) (snd q))) m) m
    &&& every (fun e => any (fun p => N.eqb (fst p) e) m &&& any (fun p => N.eqb (snd p) e) m) elements
    &&& (let images := map (image m) blacks in every (fun s => any (contains s) images) blacks)
    &&& every (fun s => let t := image m s in any (contains t) whites) whites.
  Definition same_under (m : list (N * N)) (s t : stones) : bool :=
    every (fun p => Bool.eqb (has s (fst p)) (has t (snd p))) m.

  Variable maps : list (list (N * N)).
  Definition table := PositiveMap.t (stones * stones).
  (** The position is one of the table, under the map. *)
  Definition leads (t : table) (next : N) (by_map : nat) (B W : stones) : bool :=
    match PositiveMap.find (N.succ_pos next) t, nth_error maps by_map with
    | Some (B', W'), Some m => same_under m B B' &&& same_under m W W'
    | _, _ => false
    end.
  Definition is_answer (t : table) (B W : stones) (a : answer) : bool :=
    is_untaken B W (reply a) &&&
    (let W := add (reply a) W in
     is_untaken B W (step a) &&& leads t (next a) (by_map a) (add (step a) B) W).
  Definition follows (t : table) (x : entry) : bool :=
    let B := black x in
    let replies := filter (is_untaken B (white x)) elements in
    match replies with [] => false | _ => true end
    &&& every (is_answer t B (white x)) (answers x)
    &&& every (fun e =>
          let W := add e (white x) in
          negb (is_owned whites W) &&&
          (if any (fun a => N.eqb (reply a) e) (answers x) then true
           else match threats blacks B W with [] => any (wins_by B W) (sequences x) | _ => true end)) replies.

  Fixpoint check_entries (t : table) (i : N) (l : list entry) : option table :=
    match l with
    | [] => Some t
    | x :: l =>
        if follows t x then check_entries (PositiveMap.add (N.succ_pos i) (black x, white x) t) (N.succ i) l else None
    end.
End Checker.

(** The opening is an answer without a reply of White; without a move of Black, if White begins. *)
Definition check_strong (n : N) (blacks whites : list (list N)) (starter : colour) (B W : list N)
    (images : list (list N)) (entries : list entry) (opening : answer) : bool :=
  let maps := map (map_of n) images in
  let B0 := fold_right add [] B in
  let W0 := fold_right add [] W in
  every (every (fun e => N.ltb e n)) blacks &&& every (is_symmetry n blacks whites) maps
  &&& negb (is_owned blacks B0) &&& negb (is_owned whites W0)
  &&& match check_entries n blacks whites maps (PositiveMap.empty _) 0 entries with
      | Some t =>
          match starter with
          | Black => is_untaken n B0 W0 (step opening)
                     &&& leads maps t (next opening) (by_map opening) (add (step opening) B0) W0
          | White => leads maps t (next opening) (by_map opening) B0 W0
          end
      | None => false
      end.

(** * The bodies of files, without the board. Nothing is proved of reading. *)
Fixpoint taken {A} (read : list N -> option (A * list N)) (count : nat) (l : list N) (found : list A) :
  option (list A * list N) :=
  match count with
  | O => Some (rev_append found [], l)
  | S count => match read l with Some (x, l) => taken read count l (x :: found) | None => None end
  end.
Definition read_counted {A} (read : list N -> option (A * list N)) (l : list N) : option (list A * list N) :=
  match l with [] => None | count :: l => taken read (N.to_nat count) l [] end.
(** So many bytes. *)
Definition read_bytes (count : nat) : list N -> option (list N * list N) := fun l => taken (number 1) count l [].
(** Bits beyond the elements would be stones nowhere. *)
Definition read_stones (n : N) (l : list N) : option (stones * list N) :=
  let beyond := map (fun i => N.add n (N.of_nat i)) (seq 0 7) in
  match read_bytes (N.to_nat (N.shiftr (N.add n 7) 3)) l with
  | Some (s, l) => if any (has s) beyond then None else Some (s, l)
  | None => None
  end.
Definition read_move (l : list N) : option (answer * list N) :=
  match l with
  | step :: l =>
      match number 4 l with
      | Some (next, l) =>
          match number 2 l with Some (m, l) => Some (Answer 0 step next (N.to_nat m), l) | None => None end
      | None => None
      end
  | [] => None
  end.
Definition read_answer (l : list N) : option (answer * list N) :=
  match l with
  | e :: l => match read_move l with Some (a, l) => Some (Answer e (step a) (next a) (by_map a), l) | None => None end
  | [] => None
  end.
Definition read_entry (n : N) (l : list N) : option (entry * list N) :=
  match read_stones n l with
  | Some (B, l) =>
      match read_stones n l with
      | Some (W, l) =>
          match read_counted (read_counted (number 1)) l with
          | Some (sequences, l) =>
              match read_counted read_answer l with
              | Some (answers, l) => Some (Entry B W sequences answers, l)
              | None => None
              end
          | None => None
          end
      | None => None
      end
  | None => None
  end.
Definition sum_of {A} (f : A -> nat) (l : list A) : N := fold_left (fun sum x => N.add sum (N.of_nat (f x))) l 0%N.

Definition check_strong_bytes (n : N) (blacks whites : list (list N)) (starter : colour) (B W : list N)
    (maps nodes replies sequences_count : N) (l : list N) : bool :=
  match taken (read_bytes (N.to_nat n)) (N.to_nat maps) l [] with
  | Some (images, l) =>
      match taken (read_entry n) (N.to_nat nodes) l [] with
      | Some (entries, l) =>
          match read_move l with
          | Some (opening, []) =>
              N.eqb (sum_of (fun x => length (answers x)) entries) replies
              &&& N.eqb (sum_of (fun x => length (sequences x)) entries) sequences_count
              &&& match starter with Black => true | White => N.eqb (step opening) 255 end
              &&& check_strong n blacks whites starter B W images entries opening
          | _ => false
          end
      | None => false
      end
  | None => false
  end.
