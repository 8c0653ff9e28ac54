(** What a reader has to believe of Maker-Breaker games: the rules, and what Maker must own. Definitions alone. *)
From Coq Require Import NArith List Arith.
Import ListNotations.

(** * Sets of edges *)

(** The pair of the vertices u < v has the number v (v - 1) / 2 + u. A set of pairs is a number, bit e of which says
    whether pair e is in it. *)
Fixpoint triangular (v : nat) : nat := match v with O => 0 | S w => w + triangular w end.
Definition pair (u v : nat) : N := N.of_nat (triangular (Nat.max u v) + Nat.min u v).
Notation "e '∈' A" := (N.testbit A e = true) (at level 70).

Definition pairs (n : nat) : list (nat * nat) :=
  flat_map (fun v => map (fun u => (u, v)) (seq 0 v)) (seq 0 n).
Definition edge_set (l : list (nat * nat)) : N :=
  fold_right (fun e A => N.setbit A (pair (fst e) (snd e))) 0%N l.
(** The complete graph on the vertices 0 to n - 1. *)
Definition complete (n : nat) : N := edge_set (pairs n).

(** * The game *)

Inductive player := Maker | Breaker.
Definition other (p : player) : player := match p with Maker => Breaker | Breaker => Maker end.

Section Game.
  (** Whether a set of edges holds a winning set. *)
  Variable win : N -> Prop.

  Definition has_won (p : player) (M : N) : Prop := match p with Maker => win M | Breaker => ~ win M end.
  (** Maker's edges after [t] took e. *)
  Definition took (t : player) (M e : N) : N := match t with Maker => N.setbit M e | Breaker => M end.

  (** [wins p t M F]: with [t] to move, [p] can force a win if Maker has the edges of M, those of F are free, and
      Maker gets none of the others. The game ends when no edge is free. *)
  Inductive wins (p : player) : player -> N -> N -> Prop :=
  | wins_end (t : player) (M : N) :
      has_won p M -> wins p t M 0%N
  | wins_move (M F e : N) :
      e ∈ F -> wins p (other p) (took p M e) (N.clearbit F e) -> wins p p M F
  | wins_reply (M F : N) :
      F <> 0%N -> (forall e, e ∈ F -> wins p p (took (other p) M e) (N.clearbit F e)) -> wins p (other p) M F.
End Game.

(** * What Maker must own, on the vertices 0 to n - 1 *)

Definition adjacent (A : N) (u v : nat) : Prop := u <> v /\ pair u v ∈ A.
(** The vertices of p follow u, each adjacent to the one before. *)
Fixpoint walk (A : N) (u : nat) (p : list nat) : Prop :=
  match p with [] => True | v :: q => adjacent A u v /\ walk A v q end.
Fixpoint end_of (u : nat) (p : list nat) : nat := match p with [] => u | v :: q => end_of v q end.

(** A path on k of the vertices, from u to v. *)
Definition path (n k : nat) (A : N) (u v : nat) : Prop :=
  exists p, length (u :: p) = k /\ NoDup (u :: p) /\ (forall x, In x (u :: p) -> x < n)
            /\ walk A u p /\ end_of u p = v.
(** A cycle on k of the vertices. *)
Definition cycle (n k : nat) (A : N) : Prop :=
  3 <= k /\ exists u v, path n k A u v /\ adjacent A v u.

Definition hamilton_cycle (n : nat) (A : N) : Prop := cycle n n A.
Definition hamilton_path (n : nat) (A : N) : Prop := exists u v, path n n A u v.
Definition hamilton_path_between (u v n : nat) (A : N) : Prop := path n n A u v.
Definition hamilton_connected (n : nat) (A : N) : Prop :=
  forall u v, u < n -> v < n -> u <> v -> path n n A u v.
Definition odd_cycle (n : nat) (A : N) : Prop := exists k, Nat.Odd k /\ cycle n k A.

(** Each vertex has a mate. *)
Definition perfect_matching (n : nat) (A : N) : Prop :=
  exists mate, forall v, v < n -> mate v < n /\ mate (mate v) = v /\ adjacent A v (mate v).

(** From each of the vertices of l a walk among them leads to each other one. *)
Definition connected_among (l : list nat) (A : N) : Prop :=
  forall u v, In u l -> In v l -> exists p, (forall x, In x p -> In x l) /\ walk A u p /\ end_of u p = v.
Definition connected (n : nat) (A : N) : Prop := connected_among (seq 0 n) A.
Definition two_connected (n : nat) (A : N) : Prop :=
  connected n A /\ forall x, x < n -> connected_among (remove Nat.eq_dec x (seq 0 n)) A.

(** Each vertex has k neighbours. *)
Definition min_degree (k n : nat) (A : N) : Prop :=
  forall v, v < n -> exists l, length l = k /\ NoDup l /\ forall u, In u l -> u < n /\ adjacent A v u.

(** H is the edges of a graph on the vertices 0 to h - 1, and there is a copy of it, induced or not. *)
Definition contains (h : nat) (H : list (nat * nat)) (n : nat) (A : N) : Prop :=
  (forall a b, In (a, b) H -> a < h /\ b < h) /\
  exists f, (forall a, a < h -> f a < n) /\ (forall a b, a < h -> b < h -> f a = f b -> a = b)
            /\ forall a b, In (a, b) H -> adjacent A (f a) (f b).

Inductive game :=
  HamiltonCycle | HamiltonPath | HamiltonPathBetween (u v : nat) | HamiltonConnected | OddCycle | PerfectMatching
| Connected | TwoConnected | MinDegree (k : nat) | Contains (h : nat) (H : list (nat * nat)).

Definition winning_set (g : game) : nat -> N -> Prop :=
  match g with
  | HamiltonCycle => hamilton_cycle
  | HamiltonPath => hamilton_path
  | HamiltonPathBetween u v => hamilton_path_between u v
  | HamiltonConnected => hamilton_connected
  | OddCycle => odd_cycle
  | PerfectMatching => perfect_matching
  | Connected => connected
  | TwoConnected => two_connected
  | MinDegree k => min_degree k
  | Contains h H => contains h H
  end.
