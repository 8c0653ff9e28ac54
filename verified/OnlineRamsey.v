(** What a reader has to believe of on-line Ramsey numbers. Definitions alone. *)
From Coq Require Import List.
Import ListNotations.

(** A position: the edges with their colours, on the vertices 0, 1, 2, ... without end. *)
Definition board := list (nat * nat * nat).
(** u and v are joined by an edge of the colour c. *)
Definition joined (P : board) (u v c : nat) : Prop := In (u, v, c) P \/ In (v, u, c) P.

(** A graph without isolated vertices: its edges. *)
Definition graph := list (nat * nat).
Definition vertices (H : graph) : list nat := flat_map (fun e => [fst e; snd e]) H.
Definition injective_on (l : list nat) (f : nat -> nat) : Prop := forall a b, In a l -> In b l -> f a = f b -> a = b.
(** The edges of the colour c hold a copy of H, induced or not. *)
Definition copy (H : graph) (P : board) (c : nat) : Prop :=
  exists f, injective_on (vertices H) f /\ forall a b, In (a, b) H -> joined P (f a) (f b) c.

(** Colour c must not hold a copy of the c-th target. *)
Section Targets.
  Variable targets : list graph.
  (** Builder, who draws an edge in each round, can force a copy within k rounds, whatever colours Painter gives. *)
  Inductive builder_wins : nat -> board -> Prop :=
  | builder_has k P c H : nth_error targets c = Some H -> copy H P c -> builder_wins k P
  | builder_draws k P u v : u <> v -> (forall c, ~ joined P u v c) ->
      (forall c, c < length targets -> builder_wins k ((u, v, c) :: P)) -> builder_wins (S k) P.
  (** At least two colours, so that Painter has a choice, and no target with a loop, which no board holds. *)
  Definition are_targets : Prop := 2 <= length targets /\ forall H a, In H targets -> ~ In (a, a) H.
  (** The least number of rounds within which Builder wins. *)
  Definition online_ramsey_number (r : nat) : Prop :=
    are_targets /\ builder_wins r [] /\ ~ builder_wins (pred r) [].
End Targets.

Definition P3 : graph := [(0, 1); (1, 2)].
Definition P4 : graph := [(0, 1); (1, 2); (2, 3)].
Definition K1_3 : graph := [(0, 1); (0, 2); (0, 3)].
Definition K3 : graph := [(0, 1); (0, 2); (1, 2)].
Definition C4 : graph := [(0, 1); (1, 2); (2, 3); (0, 3)].
Definition paw : graph := [(0, 1); (0, 2); (1, 2); (2, 3)].
Definition diamond : graph := [(0, 1); (0, 2); (1, 2); (1, 3); (2, 3)].
Definition K4 : graph := [(0, 1); (0, 2); (1, 2); (0, 3); (1, 3); (2, 3)].
