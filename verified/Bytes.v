(** The bodies of proof files, from their bytes. Nothing is proved of reading: what is read is checked afterwards. *)
From Coq Require Import NArith List Strings.Byte.
Import ListNotations.
From Verified Require Import MakerBreaker Lists Strategy WinningSets.

(** ** Text in which the theorems hold bodies: 64 letters from '0' on, six bits each, the least significant first. *)
Inductive text := Text (letters : list byte).
Definition text_of (l : list byte) : text := Text l.
Definition letters_of (t : text) : list byte := let (l) := t in l.
Declare Scope text_scope.
Delimit Scope text_scope with text.
String Notation text text_of letters_of : text_scope.

Definition six (b : byte) : N := N.sub (Byte.to_N b) 48.
Fixpoint unpack (l : list byte) (rest : list N) : list N :=
  match l with
  | a :: b :: c :: d :: l =>
      let n := N.lor (six a) (N.lor (N.shiftl (six b) 6) (N.lor (N.shiftl (six c) 12) (N.shiftl (six d) 18))) in
      N.land n 255 :: N.land (N.shiftr n 8) 255 :: N.shiftr n 16 :: unpack l rest
  | _ => rest
  end.
(** The last bytes may fill up the last letters. *)
Definition bytes_of (length : N) (t : list text) : list N :=
  firstn (N.to_nat length) (fold_right (fun t rest => unpack (letters_of t) rest) [] t).

(** ** Numbers, the least significant byte first. *)
Fixpoint number (width : nat) (l : list N) : option (N * list N) :=
  match width, l with
  | O, _ => Some (0%N, l)
  | S w, b :: l => match number w l with Some (x, l) => Some (N.lor b (N.shiftl x 8), l) | None => None end
  | S _, [] => None
  end.

Fixpoint vertices (n : nat) (l : list N) (map : list nat) : option (list nat * list N) :=
  match n, l with
  | O, _ => Some (rev_append map [], l)
  | S n, b :: l => vertices n l (N.to_nat b :: map)
  | S _, [] => None
  end.

(** ** Strategies of Maker-Breaker games. *)
Section Strategy.
  Variable n : nat.
  Definition width : nat := N.to_nat (N.div (N.add (N.of_nat (triangular n)) 7) 8).

  Definition read_reply (l : list N) : option (reply * list N) :=
    match number 1 l with
    | Some (r, l) =>
        match number 4 l with
        | Some (next, l) =>
            match vertices n l [] with
            | Some (map, l) => Some (Reply (if N.eqb r 255 then None else Some r) next map, l)
            | None => None
            end
        | None => None
        end
    | None => None
    end.

  Fixpoint read_replies (count : nat) (l : list N) (found : list reply) : option (list reply * list N) :=
    match count with
    | O => Some (rev_append found [], l)
    | S count => match read_reply l with Some (r, l) => read_replies count l (r :: found) | None => None end
    end.

  (** The two sets of a node have no pair in common. *)
  Definition read_node (l : list N) : option (node * list N) :=
    match number width l with
    | Some (W, l) =>
        match number width l with
        | Some (F, l) =>
            match number 1 l with
            | Some (count, l) =>
                if N.eqb (N.land W F) 0 then
                  match read_replies (N.to_nat count) l [] with
                  | Some (rs, l) => Some (Node W F rs, l)
                  | None => None
                  end
                else None
            | None => None
            end
        | None => None
        end
    | None => None
    end.

  Fixpoint read_nodes (count : nat) (l : list N) (found : list node) : option (list node * list N) :=
    match count with
    | O => Some (rev_append found [], l)
    | S count => match read_node l with Some (x, l) => read_nodes count l (x :: found) | None => None end
    end.

  (** So many nodes and replies, the opening, and nothing else. *)
  Definition read_strategy (nodes replies : N) (l : list N) : option (list node * reply) :=
    match read_nodes (N.to_nat nodes) l [] with
    | Some (found, l) =>
        match read_reply l with
        | Some (opening, []) =>
            let count := fold_left (fun sum x => N.add sum (N.of_nat (length (Strategy.replies x)))) found 0%N in
            if N.eqb count replies then Some (found, opening) else None
        | _ => None
        end
    | None => None
    end.
End Strategy.

Definition check_strategy_bytes (g : game) (n : nat) (p starter : player) (M F nodes replies : N) (l : list N) : bool :=
  match read_strategy n nodes replies l with
  | Some (found, opening) => check_strategy g n p starter M F found opening
  | None => false
  end.

Theorem strategy_bytes_sound g n p starter M F nodes replies l :
  check_strategy_bytes g n p starter M F nodes replies l = true -> wins (winning_set g n) p starter M F.
Proof.
  unfold check_strategy_bytes. destruct (read_strategy _ _ _ _) as [[found opening]|]; [|discriminate].
  apply strategy_sound.
Qed.
