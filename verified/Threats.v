(** Edges that complete a copy. Nothing is proved here: what is found is checked where it is used. *)
From Coq Require Import NArith List Arith Bool.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Copies.

(** A vertex, its neighbours, and those to which an edge is free. *)
Definition spot := (nat * N * N)%type.
(** The missing edge, at most one, of a copy that has the vertex v at the next place. *)
Fixpoint missing_at (ws : list nat) (images : list spot) (v : nat) (missing : option (nat * nat))
  : option (option (nat * nat)) :=
  match ws with
  | [] => Some missing
  | w :: ws =>
      let '(u, own, free) := nth w images (0, 0%N, 0%N) in
      if N.testbit own (N.of_nat v) then missing_at ws images v missing else
      match missing with
      | None => if N.testbit free (N.of_nat v) then missing_at ws images v (Some (Nat.min u v, Nat.max u v)) else None
      | Some _ => None
      end
  end.
(** An edge, and the images of the graph's vertices 0, 1, 2, ... *)
Definition threat := (nat * nat * list nat)%type.
Definition is_pair (e d : nat * nat) : bool := Nat.eqb (fst e) (fst d) &&& Nat.eqb (snd e) (snd d).
Fixpoint threats_from (V : list spot) (names : list nat) (order : list (list nat)) (images : list spot)
    (missing : option (nat * nat)) (found : list threat) : list threat :=
  match order with
  | [] =>
      match missing with
      | Some e =>
          if any (fun x => is_pair e (fst x)) found then found else
          let images := map (fun v => fst (fst v)) images in
          let most := fold_right Nat.max 0 names in
          (e, map (fun a => nth (index a names) images 0) (seq 0 (S most))) :: found
      | None => found
      end
  | ws :: order =>
      fold_left (fun found v =>
        if Nat.ltb 1 (length found) then found else
        let u := fst (fst v) in
        if any (fun w => Nat.eqb (fst (fst w)) u) images then found else
        match missing_at ws images u missing with
        | Some missing => threats_from V names order (v :: images) missing found
        | None => found
        end) V found
  end.
(** At most two edges that each complete a copy through the edge uv. *)
Definition threats_through (orders : list (list nat * list (list nat))) (V : list spot) (e : nat * nat) : list threat :=
  let at_vertex v := nth v V (0, 0%N, 0%N) in
  fold_left (fun found o => threats_from V (fst o) (snd o) [at_vertex (snd e); at_vertex (fst e)] None found) orders [].
