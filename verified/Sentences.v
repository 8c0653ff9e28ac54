(** What the program prints: the sentence of a claim, once a checker has accepted evidence of it. *)
From Coq Require Import NArith List Bool String Ascii DecimalString.
Import ListNotations.
From Verified Require Import StrongGames Strong Boards Families BoardClaims Holding.
From Verified Require Import MakerBreaker WinningSets OnlineRamsey Plans Numbers CommittedPainter Bytes.
From Verified Require Import Achievement Goals GoalClaims Avoidance TwoColours Triangle AvoidanceClaims Losses Completion.
From Verified Require Import Properties.
Open Scope string_scope.

(** * What is claimed *)
Inductive claim :=
| Wins (g : game) (n : nat) (winner starter : player) (maker free : N)
| Rounds (targets : list graph) (builder painter : nat)  (** Builder wins within, Painter survives; 0 if not claimed. *)
| Goal (c : convention) (a b : nat) (g : game) (n : nat) (winner starter : side) (red free : N)
| Triangle (n : nat) (winner : turn)
| Avoiding (n h : nat) (H : graph) (winner : turn)
| Completing (n h : nat) (H : graph) (winner : turn)
| AvoidingGoal (n : nat) (g : game) (winner : turn)
| CompletingGoal (n : nat) (g : game) (winner : turn)
| Coloured (n h : nat) (H : graph) (completed : meaning) (winner : turn)
| BoardGame (n : N) (sets : list (list N)) (winner : player) (turns : list player) (maker breaker : list N)
| StrongGame (n : N) (blacks whites : list (list N)) (starter : stone) (black white : list N)  (** Black wins. *)
| StrongHeld (n : N) (blacks whites : list (list N)) (starter : stone) (black white : list N)  (** White does not lose. *)
| Achieves (H : graph) (on : scope) (moves : nat).

Definition means (c : claim) : Prop :=
  match c with
  | Wins g n winner starter maker free => wins (winning_set g n) winner starter maker free
  | Rounds targets builder painter =>
      are_targets targets /\ (builder <> 0 -> builder_wins targets builder [])
      /\ (painter <> 0 -> ~ builder_wins targets painter [])
      /\ (painter <> 0 -> builder = S painter -> online_ramsey_number targets builder)
  | Goal c a b g n winner starter red free => goal_won c a b (winning_set g n) winner starter red free
  | Triangle n winner => avoidance_won n (has_triangle n) winner
  | Avoiding n h H winner => avoidance_won n (contains h H n) winner
  | Completing n h H winner => completion_won n (contains h H n) winner
  | AvoidingGoal n g winner => avoidance_won n (winning_set g n) winner
  | CompletingGoal n g winner => completion_won n (winning_set g n) winner
  | Coloured n h H completed winner => two_colour_won n (contains h H n) completed winner
  | BoardGame n sets winner turns maker breaker => board_won n sets winner turns maker breaker
  | StrongGame n blacks whites starter black white => strong_won n blacks whites starter black white
  | StrongHeld n blacks whites starter black white => strong_held n blacks whites starter black white
  | Achieves H on moves => achievement_won H on moves
  end.

(** * In English *)
Definition decimal (n : nat) : string := NilEmpty.string_of_uint (Nat.to_uint n).
Definition edges_of (H : graph) : string :=
  concat " " (map (fun e => decimal (fst e) ++ "-" ++ decimal (snd e)) H).
(** The set of pairs in graph6: six bits a letter, the first bit of which is the greatest. *)
Definition graph6 (n : nat) (A : N) : string :=
  let count := triangular n in
  let bit i := if Nat.ltb i count then if N.testbit A (N.of_nat i) then 1 else 0 else 0 in
  let letter i := ascii_of_nat (63 + fold_left (fun x k => 2 * x + bit (6 * i + k)) (seq 0 6) 0) in
  String (ascii_of_nat (63 + n)) (string_of_list_ascii (map letter (seq 0 (Nat.div (count + 5) 6)))).
Definition name (p : player) : string := match p with Maker => "Maker" | Breaker => "Breaker" end.
Definition wanted (g : game) : string :=
  match g with
  | HamiltonCycle => "a Hamilton cycle"
  | HamiltonPath => "a Hamilton path"
  | HamiltonPathBetween u v => "a Hamilton path from " ++ decimal u ++ " to " ++ decimal v
  | HamiltonConnected => "a Hamilton path between every two vertices"
  | OddCycle => "an odd cycle"
  | PerfectMatching => "a perfect matching"
  | Connected => "a connected graph on all vertices"
  | TwoConnected => "a 2-connected graph on all vertices"
  | MinDegree k => decimal k ++ " neighbours at each vertex"
  | Contains h H => "a copy of the graph " ++ edges_of H ++ " on " ++ decimal h ++ " vertices"
  end.
Definition role (c : convention) (s : side) : string :=
  match c, s with
  | MakerBreaker, Red => "Maker"
  | MakerBreaker, Green => "Breaker"
  | WaiterClient, Red | ClientWaiter, Red => "Client"
  | WaiterClient, Green | ClientWaiter, Green => "Waiter"
  | _, Red => "Avoider"
  | _, Green => "Enforcer"
  end.
Definition the_game (c : convention) : string :=
  match c with
  | MakerBreaker => "the Maker-Breaker game"
  | AvoiderEnforcer => "the Avoider-Enforcer game"
  | MonotoneAvoiderEnforcer => "the monotone Avoider-Enforcer game"
  | WaiterClient => "the Waiter-Client game"
  | ClientWaiter => "the Client-Waiter game"
  end.
Definition to_move (c : convention) (s : side) : string :=
  match c with WaiterClient | ClientWaiter => "" | _ => ", " ++ role c s ++ " to move first," end.
Definition first_or_second (t : turn) : string :=
  match t with First => "the first player wins " | Second => "the second player wins " end.
Definition the_graph (h : nat) (H : graph) : string := "the graph " ++ edges_of H ++ " on " ++ decimal h ++ " vertices".
Definition set_text (l : list N) : string := concat "-" (map (fun e => decimal (N.to_nat e)) l).
Definition sets_text (sets : list (list N)) : string := concat " " (map set_text sets).
Definition stones_text (l : list N) : string := match l with [] => "no element" | _ => set_text l end.
Definition the_strong_game (n : N) (blacks whites : list (list N)) (black white : list N) : string :=
  "the strong game of " ++ decimal (N.to_nat n) ++ " elements, numbered from 0; Black's sets are " ++ sets_text blacks
  ++ "; White's sets are " ++ sets_text whites ++ "; before the game Black has " ++ stones_text black ++ " and White "
  ++ stones_text white.
Definition initial (p : player) : string := match p with Maker => "M" | Breaker => "B" end.
Definition sentence (c : claim) : string :=
  match c with
  | Wins g n winner starter maker free =>
      name winner ++ " wins with " ++ name starter ++ " to move first on " ++ decimal n ++ " vertices, free edges "
      ++ graph6 n free ++ ", Maker's edges " ++ graph6 n maker ++ "; Maker wants " ++ wanted g
  | Rounds targets builder painter =>
      let when (b : bool) (part : string) := if b then [part] else [] in
      concat ", " (List.concat
        [when (negb (Nat.eqb builder 0)) ("Builder wins within " ++ decimal builder ++ " rounds");
         when (negb (Nat.eqb painter 0)) ("Painter survives " ++ decimal painter ++ " rounds");
         when (negb (Nat.eqb painter 0) && Nat.eqb builder (S painter))
           ("the on-line Ramsey number is " ++ decimal builder)])
      ++ "; the targets of the colours are " ++ concat " and " (map edges_of targets)
  | Goal c a b g n winner starter red free =>
      role c winner ++ " wins " ++ the_game c ++ " with bias " ++ decimal a ++ ":" ++ decimal b ++ to_move c starter
      ++ " on " ++ decimal n ++ " vertices, free edges " ++ graph6 n free ++ ", " ++ role c Red ++ "'s edges "
      ++ graph6 n red ++ "; the goal is " ++ wanted g
  | Triangle n winner => first_or_second winner ++ "triangle avoidance on " ++ decimal n ++ " vertices"
  | Avoiding n h H winner =>
      first_or_second winner ++ "the game on " ++ decimal n ++ " vertices in which nobody may complete a copy of "
      ++ the_graph h H
  | Completing n h H winner =>
      first_or_second winner ++ "the game on " ++ decimal n ++ " vertices in which who completes a copy of "
      ++ the_graph h H ++ " wins"
  | AvoidingGoal n g winner =>
      first_or_second winner ++ "the game on " ++ decimal n ++ " vertices in which the edges may never make " ++ wanted g
  | CompletingGoal n g winner =>
      first_or_second winner ++ "the game on " ++ decimal n ++ " vertices in which the player wins whose edge makes " ++ wanted g
  | Coloured n h H completed winner =>
      first_or_second winner ++ "the game of two colours on " ++ decimal n ++ " vertices in which "
      ++ match completed with Loses => "loses who completes" | Forbidden => "nobody may complete" end
      ++ " a copy of " ++ the_graph h H ++ " in the own colour"
  | BoardGame n sets winner turns maker breaker =>
      name winner ++ " wins the Maker-Breaker game of " ++ decimal (N.to_nat n)
      ++ " elements, numbered from 0, with the turns " ++ concat "" (map initial turns) ++ "; Maker's sets are "
      ++ sets_text sets ++ "; before the game Maker has " ++ stones_text maker ++ " and Breaker " ++ stones_text breaker
  | StrongGame n blacks whites starter black white =>
      "Black, moving " ++ match starter with Black => "first" | White => "second" end ++ ", wins "
      ++ the_strong_game n blacks whites black white
  | StrongHeld n blacks whites starter black white =>
      "White, moving " ++ match starter with Black => "second" | White => "first" end ++ ", does not lose "
      ++ the_strong_game n blacks whites black white
  | Achieves H on moves =>
      "the first player wins the game in which who first owns a copy of the graph " ++ edges_of H ++ " wins, "
      ++ match on with
         | Exactly n => "on the complete graph with " ++ decimal n ++ " vertices"
         | Infinite => "on the complete graph with infinitely many vertices"
         | From n => "on every complete graph with at least " ++ decimal n ++ " vertices and on the infinite one"
         end
      ++ ", within " ++ decimal moves ++ " moves"
  end.

(** * Evidence *)
Inductive evidence :=
| Strategy (nodes replies : N) (body : list N)
| Halves (builders painters : N) (body : list N)
| Committed (width b star : nat) (lists : list (list rule)) (names : board -> list nat) (index : list board -> finder)
    (painters : N) (body : list N)
| Claims (next : nat -> option (list N * nat)) (most : nat)
| Nodes (maps nodes replies : N) (body : list N)
| Entries (maps entries answers sequences : N) (body : list N)
| Achieving (index : list board -> finder) (entries lines : N) (body : list N).

Definition accepts (c : claim) (e : evidence) : bool :=
  match c, e with
  | Wins g n winner starter maker free, Strategy nodes replies body =>
      check_strategy_bytes g n winner starter maker free nodes replies body
  | Rounds targets builder painter, Halves builders painters body =>
      check_halves_bytes targets builder painter builders painters body
  | Rounds targets O painter, Committed width b star lists names index painters body =>
      check_committed_bytes width targets b star lists names index painter painters body
  | Goal c a b g n winner starter red free, Claims next most =>
      check_goal_won c a b g n winner starter red free nat next most 0
  | Triangle n winner, Claims next most => check_triangle nat next n winner most 0
  | Avoiding n h H winner, Claims next most => check_avoiding nat next n h H winner most 0
  | Completing n h H winner, Claims next most => check_completing nat next n h H winner most 0
  | AvoidingGoal n g winner, Claims next most => check_avoiding_goal nat next n g winner most 0
  | CompletingGoal n g winner, Claims next most => check_completing_goal nat next n g winner most 0
  | Coloured n h H completed winner, Claims next most => check_coloured nat next n h H completed winner most 0
  | BoardGame n sets winner turns maker breaker, Nodes maps nodes replies body =>
      check_board_bytes n sets winner turns maker breaker maps nodes replies body
  | StrongGame n blacks whites starter black white, Entries maps entries answers sequences body =>
      check_strong_bytes n blacks whites starter black white maps entries answers sequences body
  | StrongHeld n blacks whites starter black white, Entries maps entries answers sequences body =>
      check_strong_held_bytes n blacks whites starter black white maps entries answers sequences body
  | Achieves H on moves, Achieving index entries lines body => check_achievement_bytes H on moves index entries lines body
  | _, _ => false
  end.
Definition proved (c : claim) (e : evidence) : option string := if accepts c e then Some (sentence c) else None.

Theorem proved_sound c e s : proved c e = Some s -> s = sentence c /\ means c.
Proof.
  unfold proved. destruct (accepts c e) eqn:A; [|discriminate]. intros [= <-]. split; auto.
  destruct c as [g n winner starter maker free|targets builder painter|c r s g n winner starter red free|n winner
      |n h H winner|n h H winner|n g winner|n g winner|n h H completed winner
      |n sets winner turns maker breaker|n blacks whites starter black white
      |n blacks whites starter black white|H on moves],
    e as [nodes replies body|builders painters body|width b star lists names index painters body|next most
      |maps nodes replies body|maps entries answers sequences body|index entries lines body];
    try destruct builder; cbn [accepts means] in *; try discriminate.
  - eapply strategy_bytes_sound; eauto.
  - destruct (halves_bytes_sound _ _ _ _ _ _ A) as (T&B&P). split; auto. split; auto. split; auto. discriminate.
  - destruct (halves_bytes_sound _ _ _ _ _ _ A) as (T&B&P). split; auto. split; auto. split; auto.
    intros N0 [= ->]. eapply number_bytes_sound; eauto.
  - destruct (committed_bytes_sound _ _ _ _ _ _ _ _ _ _ A) as (T&P). split; auto. split; [congruence|].
    split; auto. discriminate.
  - eapply goal_won_sound; eauto.
  - eapply triangle_sound; eauto.
  - eapply avoiding_sound; eauto.
  - eapply completing_sound; eauto.
  - eapply avoiding_goal_sound; eauto.
  - eapply completing_goal_sound; eauto.
  - eapply coloured_sound; eauto.
  - eapply board_bytes_sound; eauto.
  - eapply strong_bytes_sound; eauto.
  - eapply strong_held_bytes_sound; eauto.
  - eapply achievement_bytes_sound; eauto.
Qed.
