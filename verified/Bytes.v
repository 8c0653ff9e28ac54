(** The bodies of proof files, from their bytes. Nothing is proved of reading: what is read is checked afterwards. *)
From Coq Require Import NArith List Arith Strings.Byte.
Import ListNotations.
From Verified Require Import MakerBreaker Lists Strategy WinningSets OnlineRamsey Copies Search Painter Builder Numbers.
From Verified Require Import Walk Plans CommittedPainter Achievement Achiever.

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

(** ** So many things, one after the other. *)
Section Many.
  Context {A : Type}.
  Variable read : list N -> option (A * list N).
  Fixpoint read_many (count : nat) (l : list N) (found : list A) : option (list A * list N) :=
    match count with
    | O => Some (rev_append found [], l)
    | S count => match read l with Some (x, l) => read_many count l (x :: found) | None => None end
    end.
  (** A byte, which is their number, and these. *)
  Definition read_counted (l : list N) : option (list A * list N) :=
    match l with [] => None | count :: l => read_many (N.to_nat count) l [] end.
End Many.

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

  (** The two sets of a node have no pair in common. *)
  Definition read_node (l : list N) : option (node * list N) :=
    match number width l with
    | Some (W, l) =>
        match number width l with
        | Some (F, l) =>
            match number 1 l with
            | Some (count, l) =>
                if N.eqb (N.land W F) 0 then
                  match read_many read_reply (N.to_nat count) l [] with
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

(** ** Certificates of on-line Ramsey games. *)
(** Whether each vertex below the greatest one has an edge. *)
Definition all_touched (P : board) : bool :=
  let touched := fold_right (fun e t => let '(u, v, _) := e in N.setbit (N.setbit t (N.of_nat u)) (N.of_nat v)) 0%N P in
  N.eqb touched (N.ones (N.of_nat (size P))).
Section Levels.
  Variable colours : nat.

  Fixpoint pair_from (fuel v : nat) (k : N) : option (nat * nat) :=
    match fuel with
    | O => None
    | S fuel => if N.ltb k (N.of_nat v) then Some (N.to_nat k, v) else pair_from fuel (S v) (N.sub k (N.of_nat v))
    end.
  (** A pair of 40 vertices. *)
  Definition pair_of (k : N) : option (nat * nat) := pair_from 39 1 k.

  Fixpoint read_edges (edges : nat) (l : list N) (found : board) : option (board * list N) :=
    match edges with
    | O => Some (rev_append found [], l)
    | S edges =>
        match number 2 l with
        | Some (code, l) =>
            match pair_of (N.shiftr code 2) with
            | Some (u, v) =>
                let colour := N.to_nat (N.land code 3) in
                if Nat.ltb colour colours &&& is_free found u v
                then read_edges edges l ((u, v, colour) :: found) else None
            | None => None
            end
        | None => None
        end
    end.
  (** A graph without isolated vertices. *)
  Definition read_position (edges : nat) (l : list N) : option (board * list N) :=
    match read_edges edges l [] with
    | Some (P, l) =>
        if all_touched P then Some (P, l) else None
    | None => None
    end.
  Definition read_draw (edges : nat) (l : list N) : option (entry * list N) :=
    match read_position edges l with
    | Some (P, l) => match number 2 l with
                     | Some (code, l) => match pair_of code with Some e => Some ((P, e), l) | None => None end
                     | None => None
                     end
    | None => None
    end.

  Section Entries.
    Context {A : Type}.
    Variable read : nat -> list N -> option (A * list N).
    (** The levels with [edges] edges and more; the first of all has one entry. *)
    Fixpoint read_levels (rounds edges : nat) (l : list N) (found : list (list A)) : option (list (list A) * list N) :=
      match rounds with
      | O => Some (rev_append found [], l)
      | S rounds =>
          match number 4 l with
          | Some (count, l) =>
              if (match edges with O => N.eqb count 1 | _ => N.leb count (N.of_nat (length l)) end) then
                match read_many (read edges) (N.to_nat count) l [] with
                | Some (level, l) => read_levels rounds (S edges) l (level :: found)
                | None => None
                end
              else None
          | None => None
          end
      end.
  End Entries.
  Definition count {A} (levels : list (list A)) : N := fold_right (fun l sum => N.add (N.of_nat (length l)) sum) 0%N
    levels.
End Levels.

(** How far Painter's positions are judged by themselves: strategies with up to so many rounds left, all moves with up
  to
    so many. *)
Definition simple_rounds : nat := 4.
Definition tried_rounds : nat := 2.

(** The two halves, of so many rounds and entries; one of no rounds is not there. *)
Definition check_halves_bytes (targets : list graph) (builder painter : nat) (builders painters : N) (l : list N) :
  bool :=
  every is_planned targets &&& Nat.leb 2 (length targets) &&&
  match read_levels (read_draw (length targets)) builder 0 l [] with
  | Some (draws, l) =>
      match read_levels (read_position (length targets)) painter 0 l [] with
      | Some (positions, []) =>
          N.eqb (count draws) builders &&& N.eqb (count positions) painters
          &&& Nat.eqb (length draws) builder &&& Nat.eqb (length positions) painter
          &&& (match builder with O => true | _ => check_builder targets draws end)
          &&& (match painter with O => true | _ => check_painter targets simple_rounds tried_rounds positions end)
      | _ => false
      end
  | None => false
  end.

Theorem halves_bytes_sound targets builder painter builders painters l :
  check_halves_bytes targets builder painter builders painters l = true ->
  are_targets targets /\ (builder <> 0 -> builder_wins targets builder []) /\
  (painter <> 0 -> ~ builder_wins targets painter []).
Proof.
  unfold check_halves_bytes. rewrite !and_true, Nat.leb_le. intros [[Pl Two] K]. split; [now apply planned_targets|].
  destruct (read_levels _ builder 0 l []) as [[draws l']|]; [|discriminate].
  destruct (read_levels _ painter 0 l' []) as [[positions [|x l'']]|]; try discriminate.
  rewrite !and_true, !Nat.eqb_eq in K. destruct K as [[[[[_ _] Ld] Lp] Kb] Kp]. split; intros N0.
  - destruct builder; [congruence|]. rewrite <- Ld. now apply builder_sound.
  - destruct painter; [congruence|]. rewrite <- Lp. eapply painter_sound; eauto.
Qed.

(** Both halves together. *)
Theorem number_bytes_sound targets painter builders painters l :
  painter <> 0 -> check_halves_bytes targets (S painter) painter builders painters l = true ->
  online_ramsey_number targets (S painter).
Proof. intros N0 K. destruct (halves_bytes_sound _ _ _ _ _ _ K) as (A&B&P). repeat split; auto; apply A. Qed.

(** ** A committed Painter, of whom there is no Builder's half. *)
Definition check_committed_bytes (width : nat) (targets : list graph) (b star : nat) (lists : list (list rule))
    (names : board -> list nat) (index : list board -> finder) (painter : nat) (painters : N) (l : list N) : bool :=
  match read_levels (read_position (length targets)) painter 0 l [] with
  | Some (levels, []) =>
      N.eqb (count levels) painters &&& Nat.eqb (length levels) painter
      &&& check_committed width targets b star lists names index levels
  | _ => false
  end.
Theorem committed_bytes_sound width targets b star lists names index painter painters l :
  check_committed_bytes width targets b star lists names index painter painters l = true ->
  are_targets targets /\ ~ builder_wins targets painter [].
Proof.
  unfold check_committed_bytes. intros K.
  destruct (read_levels _ painter 0 l []) as [[levels [|x l']]|]; try discriminate.
  rewrite !and_true, !Nat.eqb_eq in K. destruct K as [[_ <-] K]. split; [|eapply committed_sound; eauto].
  unfold check_committed in K. rewrite !and_true, Nat.leb_le in K. now apply planned_targets.
Qed.

(** ** Strategies of strong games. *)
(** An edge between two of 32 vertices. *)
Definition read_edge (l : list N) : option ((nat * nat) * list N) :=
  match l with
  | u :: v :: l => if N.ltb u 32 &&& N.ltb v 32 &&& negb (N.eqb u v) then Some ((N.to_nat u, N.to_nat v), l) else None
  | _ => None
  end.
Definition read_line (l : list N) : option (list (nat * nat) * list N) :=
  read_counted read_edge l.
(** Edges of a colour more. *)
Fixpoint coloured_edges (c : nat) (edges : list (nat * nat)) (P : board) : option board :=
  match edges with
  | [] => Some P
  | (u, v) :: edges => if is_free P u v then coloured_edges c edges ((u, v, c) :: P) else None
  end.
Definition read_achievement_entry (l : list N) : option (achievement_entry * list N) :=
  match l with
  | red :: green :: l =>
      match read_many read_edge (N.to_nat red) l [] with
      | Some (reds, l) =>
          match read_many read_edge (N.to_nat green) l [] with
          | Some (greens, l) =>
              match coloured_edges Red reds [] with
              | Some P =>
                  match coloured_edges Green greens P, read_edge l with
                  | Some P, Some (move, l) =>
                      match number 2 l with
                      | Some (count, l) =>
                          match read_many read_line (N.to_nat count) l [] with
                          | Some (lines, l) =>
                              if N.eqb red green &&& all_touched P then Some (Achievement_entry P move lines, l) else None
                          | None => None
                          end
                      | None => None
                      end
                  | _, _ => None
                  end
              | None => None
              end
          | None => None
          end
      | None => None
      end
  | _ => None
  end.
Definition check_achievement_bytes (H : graph) (b : scope) (moves : nat) (index : list board -> finder) (entries lines : N)
    (l : list N) : bool :=
  match read_many read_achievement_entry (N.to_nat entries) l [] with
  | Some (found, []) =>
      N.eqb (fold_left (fun sum E => N.add sum (N.of_nat (length (e_lines E)))) found 0%N) lines
      &&& check_achievement H b moves index found
  | _ => false
  end.
Theorem achievement_bytes_sound H b moves index entries lines l :
  check_achievement_bytes H b moves index entries lines l = true -> achievement_won H b moves.
Proof.
  unfold check_achievement_bytes. destruct (read_many _ _ l []) as [[found [|x l']]|]; try discriminate.
  rewrite and_true. intros [_ K]. eapply achievement_sound; eauto.
Qed.
