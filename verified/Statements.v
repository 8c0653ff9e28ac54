(** What the checkers prove, and on what that rests: what Coq prints is compared with statements.txt. *)
From Verified Require Import StrongGames Strong Boards BoardClaims Holding.
From Verified Require Import MakerBreaker WinningSets OnlineRamsey Painter Builder Numbers CommittedPainter Bytes.
From Verified Require Import Achievement Achiever Avoidance TwoColours Triangle AvoidanceClaims Losses Completion.
From Verified Require Import Properties Goals GoalClaims Sentences.
Set Printing Width 100.

(** Maker-Breaker games. *)
Check strategy_sound.
Print Assumptions strategy_sound.
Check strategy_bytes_sound.
Print Assumptions strategy_bytes_sound.
Check not_both_win.
Print Assumptions not_both_win.

(** On-line Ramsey numbers. *)
Check builder_sound.
Print Assumptions builder_sound.
Check painter_sound.
Print Assumptions painter_sound.
Check halves_bytes_sound.
Print Assumptions halves_bytes_sound.
Check number_bytes_sound.
Print Assumptions number_bytes_sound.
Check committed_sound.
Print Assumptions committed_sound.
Check committed_bytes_sound.
Print Assumptions committed_bytes_sound.
Check number_least.
Print Assumptions number_least.
Check number_unique.
Print Assumptions number_unique.

(** Avoidance games. *)
Check triangle_sound.
Print Assumptions triangle_sound.
Check wins_not_loses.
Print Assumptions wins_not_loses.
Check avoiding_sound.
Print Assumptions avoiding_sound.
Check completing_sound.
Print Assumptions completing_sound.
Check avoiding_goal_sound.
Print Assumptions avoiding_goal_sound.
Check completing_goal_sound.
Print Assumptions completing_goal_sound.
Check completes_not_both.
Print Assumptions completes_not_both.

(** Two-colour games. *)
Check coloured_sound.
Print Assumptions coloured_sound.
Check mover_wins_not_loses.
Print Assumptions mover_wins_not_loses.

(** Maker-Breaker games on any board. *)
Check board_sound.
Print Assumptions board_sound.
Check board_bytes_sound.
Print Assumptions board_bytes_sound.
Check not_both_on_board.
Print Assumptions not_both_on_board.

(** Strong games. *)
Check strong_sound.
Print Assumptions strong_sound.
Check strong_bytes_sound.
Print Assumptions strong_bytes_sound.
Check strong_held_sound.
Print Assumptions strong_held_sound.
Check strong_held_bytes_sound.
Print Assumptions strong_held_bytes_sound.
Check not_won_and_held.
Print Assumptions not_won_and_held.
Check achievement_sound.
Print Assumptions achievement_sound.
Check achievement_bytes_sound.
Print Assumptions achievement_bytes_sound.

(** Games with a goal. *)
Check goal_won_sound.
Print Assumptions goal_won_sound.
Check not_both_force.
Print Assumptions not_both_force.

(** What the program prints. *)
Check proved_sound.
Print Assumptions proved_sound.
