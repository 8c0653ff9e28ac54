(** Finding entries and copies. Nothing is proved here: what is found is checked where it is used. *)
From Coq Require Import NArith List Arith FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey.

(** One more than the greatest vertex. *)
Definition size (P : board) : nat :=
  fold_right (fun e n => let '(u, v, _) := e in Nat.max n (S (Nat.max u v))) 0 P.

(** The neighbours of each vertex with the colours of the edges. *)
Definition neighbours (n : nat) (P : board) : list (list (nat * nat)) :=
  map (fun w => fold_right (fun e l => let '(u, v, c) := e in
    if Nat.eqb u w then (v, c) :: l else if Nat.eqb v w then (u, c) :: l else l) [] P) (seq 0 n).

(** Numbers that isomorphic positions share. *)
Definition mask (x : N) : N := N.land x 1048575.
Definition stir (x : N) : N :=
  let x := mask (N.add (N.add x (N.shiftl x 3)) 40503) in N.lxor x (N.add (N.shiftr x 7) (N.shiftl (N.land x 255) 11)).
Definition marked (around : list (list (nat * nat))) (marks : list N) : list N :=
  let stirred := map (fun x => (stir x, stir (N.add x 7919), stir (N.add x 15803))) marks in
  map (fun near => stir (fold_right (fun e sum =>
    let '(a, b, c) := nth (fst e) stirred (0, 0, 0)%N in
    N.add sum (match snd e with 0 => a | 1 => b | _ => c end)) 0%N near)) around.
Definition marks_of (around : list (list (nat * nat))) : list N :=
  let first := map (fun near => fold_right (fun e sum => N.add sum (match snd e with 0 => 1 | 1 => 64 | _ => 4096 end))
    0%N near) around in
  let second := marked around first in
  map (fun x => mask (N.add (N.shiftl (fst x) 2) (snd x))) (combine (marked around second) second).
Definition key_of (marks : list N) : positive :=
  N.succ_pos (mask (fold_right (fun x sum => N.add (stir x) sum) 0%N marks)).

Record known := Known { known_number : N; known_around : list (list (nat * nat)); known_marks : list N }.
Definition index_of (entries : list board) : PositiveMap.t (list known) :=
  snd (fold_left (fun so_far P =>
    let '(i, index) := so_far in
    let around := neighbours (size P) P in
    let marks := marks_of around in
    let key := key_of marks in
    let others := match PositiveMap.find key index with Some l => l | None => [] end in
    (N.succ i, PositiveMap.add key (Known i around marks :: others) index)) entries (0%N, PositiveMap.empty _)).

(** An isomorphism to an entry, as the images of 0, 1, 2, ..., found vertex by vertex. *)
Fixpoint images (to : known) (rest : list (list (nat * nat) * N)) (i : nat) (found : list nat) : option (list nat) :=
  match rest with
  | [] => Some (rev_append found [])
  | (near, mark) :: rest =>
      let before := filter (fun e => Nat.ltb (fst e) i) near in
      let fits y := if mem y found then false else
        let close := nth y (known_around to) [] in
        every (fun e => any (fun e' => Nat.eqb (fst e') (nth (i - 1 - fst e) found 0) &&& Nat.eqb (snd e') (snd e))
          close) before in
      (fix go (l : list N) (y : nat) : option (list nat) :=
         match l with
         | [] => None
         | other :: l =>
             if N.eqb other mark &&& fits y
             then match images to rest (S i) (y :: found) with Some m => Some m | None => go l (S y) end
             else go l (S y)
         end) (known_marks to) 0
  end.
Definition find_entry (index : PositiveMap.t (list known)) (P : board) : option (N * list nat) :=
  if PositiveMap.is_empty index then None else
  let around := neighbours (size P) P in
  let marks := marks_of around in
  match PositiveMap.find (key_of marks) index with
  | None => None
  | Some l => fold_left (fun so_far to => match so_far with
                                          | Some _ => so_far
                                          | None => if Nat.eqb (length (known_marks to)) (length marks) then
                                                      match images to (combine around marks) 0 [] with
                                                      | Some m => Some (known_number to, m)
                                                      | None => None
                                                      end
                                                    else None
                                          end) l None
  end.

(** Names for the vertices, most often the same for isomorphic positions: vertices are told apart by their marks, and
    where two have the same, the first of them gets another. *)
Fixpoint apart (fuel : nat) (around : list (list (nat * nat))) (marks : list N) : list N :=
  match fuel with
  | O => marks
  | S fuel =>
      let shared := filter (fun x => negb (Nat.eqb (length (filter (N.eqb x) marks)) 1)) marks in
      match shared with
      | [] => marks
      | x :: shared =>
          let least := fold_left N.min shared x in
          let fix other (marks : list N) : list N :=
            match marks with
            | [] => []
            | y :: marks => if N.eqb y least then stir (N.add y 104729) :: marks else y :: other marks
            end in
          let first := other marks in
          let second := marked around first in
          apart fuel around
            (map (fun x => mask (N.add (N.shiftl (fst x) 2) (snd x))) (combine (marked around second) first))
      end
  end.
Definition names_of (P : board) : list nat :=
  let around := neighbours (size P) P in
  let marks := apart (size P) around (marks_of around) in
  map (fun x => length (filter (fun y => N.ltb y x) marks)) marks.

(** A copy of H with edges of the colour c, as the images of H's vertices 0, 1, 2, ... *)
Fixpoint copy_images (H : graph) (n : nat) (P : board) (c : nat) (rest : nat) (found : list nat) : option (list nat) :=
  match rest with
  | O => Some (rev_append found [])
  | S rest =>
      let i := length found in
      let joined u v := any (fun e => let '(a, b, d) := e in Nat.eqb d c &&&
        (if Nat.eqb a u &&& Nat.eqb b v then true else Nat.eqb a v &&& Nat.eqb b u)) P in
      let fits y := if mem y found then false else
        every (fun e => let (a, b) := e : nat * nat in
          let image x := nth (i - 1 - x) found 0 in
          if Nat.eqb b i &&& Nat.ltb a i then joined (image a) y
          else if Nat.eqb a i &&& Nat.ltb b i then joined y (image b) else true) H in
      (fix go (todo y : nat) : option (list nat) :=
         match todo with
         | O => None
         | S todo => if fits y
                     then match copy_images H n P c rest (y :: found) with Some m => Some m | None => go todo (S y) end
                     else go todo (S y)
         end) n 0
  end.
Definition find_copy (H : graph) (P : board) (c : nat) : option (list nat) :=
  copy_images H (size P) P c (fold_right (fun v n => Nat.max n (S v)) 0 (vertices H)) [].
