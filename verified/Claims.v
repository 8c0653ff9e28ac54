(** Claims that parts of a game have values, each by claims before it. They are lists of numbers. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists Sums Structures Covers Bytes.

(** Pairs, in rows. *)
Fixpoint set_bit (v : nat) (x : N) (rows : list N) : list N :=
  match rows, v with
  | [], _ => []
  | r :: rows, O => N.lor r x :: rows
  | r :: rows, S v => r :: set_bit v x rows
  end.
Definition add_pair (u v : nat) (rows : list N) : list N := set_bit u (bit v) (set_bit v (bit u) rows).
Fixpoint all_in (rows others : list N) : bool :=
  match rows, others with
  | [], _ => true
  | r :: rows, o :: others => N.eqb (N.ldiff r o) 0 &&& all_in rows others
  | _ :: _, [] => false
  end.
Lemma set_bit_spec x : forall rows v a b, has (set_bit v x rows) a b = true ->
  has rows a b = true \/ (a = v /\ N.testbit x (N.of_nat b) = true).
Proof.
  unfold has. induction rows as [|r rows IH]; intros v a b; [destruct v; tauto|]. destruct v as [|v], a as [|a]; cbn
    [set_bit nth]; auto.
  - rewrite lor_true. tauto.
  - intros H. destruct (IH v a b H) as [K|[-> K]]; auto.
Qed.
Lemma add_pair_spec u v rows a b : has (add_pair u v rows) a b = true -> has rows a b = true \/ joins u v a b.
Proof.
  unfold add_pair, joins. intros H. apply set_bit_spec in H. rewrite bit_spec in H. destruct H as [H|H]; [|tauto].
  apply set_bit_spec in H. rewrite bit_spec in H. tauto.
Qed.
Lemma all_in_spec : forall rows others, all_in rows others = true -> forall a b, has rows a b = true ->
  has others a b = true.
Proof.
  unfold has. induction rows as [|r rows IH]; intros others K a b H.
  - destruct a; cbn [nth] in H; rewrite N.bits_0 in H; discriminate.
  - destruct others as [|o others]; cbn [all_in] in K; [discriminate|]. rewrite and_true, N.eqb_eq in K.
    destruct K as [K1 K2]. destruct a as [|a]; cbn [nth] in *; [|eapply IH; eauto].
    destruct (N.testbit o (N.of_nat b)) eqn:E; auto.
    assert (V : N.testbit (N.ldiff r o) (N.of_nat b) = true) by (rewrite ldiff_true; split; congruence).
    rewrite K1, N.bits_0 in V. discriminate.
Qed.

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

(** A structure as the table keeps it: the open row and the edge row of a vertex in one number, eight numbers in a block.
    That it is the same structure is compared, not proved. *)
Inductive packed := Eight (a b c d e f g h : N) (rest : packed) | Four (a b c d : N) (rest : packed) | Few (l : list N).
Fixpoint blocks (l : list N) : packed :=
  match l with
  | a :: b :: c :: d :: l =>
      match l with
      | e :: f :: g :: h :: l => Eight a b c d e f g h (blocks l)
      | _ => Four a b c d (Few l)
      end
  | _ => Few l
  end.
Fixpoint words (p : packed) : list N :=
  match p with
  | Eight a b c d e f g h p => a :: b :: c :: d :: e :: f :: g :: h :: words p
  | Four a b c d p => a :: b :: c :: d :: words p
  | Few l => l
  end.
Definition pack (s : structure) : packed :=
  blocks (map (fun r => N.lor (fst r) (N.shiftl (snd r) 20)) (combine (open_rows s) (edge_rows s))).
Definition unpacked (p : packed) : structure :=
  let l := words p in Structure (map (fun w => N.land w 1048575) l) (map (fun w => N.shiftr w 20) l).
Fixpoint same_rows (l m : list N) : bool :=
  match l, m with [], [] => true | x :: l, y :: m => N.eqb x y &&& same_rows l m | _, _ => false end.
Lemma same_rows_spec : forall l m, same_rows l m = true -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m]; cbn [same_rows]; try discriminate; auto.
  rewrite and_true, N.eqb_eq. intros [-> H]. f_equal. auto.
Qed.
Definition kept (s : structure) : option packed :=
  let p := pack s in
  let t := unpacked p in
  if same_rows (open_rows t) (open_rows s) &&& same_rows (edge_rows t) (edge_rows s) then Some p else None.
Lemma kept_spec s p : kept s = Some p -> unpacked p = s.
Proof.
  unfold kept. destruct (same_rows _ _ &&& same_rows _ _) eqn:E; [|discriminate]. rewrite and_true in E. destruct E as [E1 E2].
  intros K. inversion K; subst. apply same_rows_spec in E1, E2. destruct (unpacked (pack s)), s; cbn in *. congruence.
Qed.

Local Notation val := (val structure op after).
Local Notation total := (total structure op after).
Local Notation answered := (answered structure op after).
Definition width (s : structure) : nat := length (open_rows s).

Definition table := PositiveMap.t (packed * N).
Definition valued (t : table) : Prop :=
  forall i p k, PositiveMap.find i t = Some (p, k) -> good (unpacked p) /\ val (unpacked p) k.

(** Parts: 0, the number of a claim, and where its vertices lie; or 1 and a structure that is there twice. *)
Fixpoint read_parts (t : table) (count : nat) (l : list N) : option (list (structure * list nat) * N * list N) :=
  match count with
  | O => Some ([], 0%N, l)
  | S count =>
      match l with
      | N0 :: i :: l =>
          match PositiveMap.find (N.succ_pos i) t with
          | Some (p, k) =>
              let T := unpacked p in
              match vertices (width T) l [] with
              | Some (f, l) =>
                  match read_parts t count l with
                  | Some (ps, j, l) => Some ((T, f) :: ps, N.lxor k j, l)
                  | None => None
                  end
              | None => None
              end
          | None => None
          end
      | Npos _ :: l =>
          match read_structure l with
          | Some (T, l) =>
              match vertices (width T) l [] with
              | Some (f, l) =>
                  match vertices (width T) l [] with
                  | Some (g, l) =>
                      match read_parts t count l with
                      | Some (ps, j, l) => Some ((T, f) :: (T, g) :: ps, j, l)
                      | None => None
                      end
                  | None => None
                  end
              | None => None
              end
          | None => None
          end
      | _ => None
      end
  end.
(** The value of a position by its parts, of which the number comes first. *)
Definition value_of (t : table) (s : structure) (l : list N) : option (N * list N) :=
  match l with
  | count :: l =>
      match read_parts t (N.to_nat count) l with
      | Some (ps, k, l) => if coversb s ps then Some (k, l) else None
      | None => None
      end
  | [] => None
  end.

(** Moves of a position s that is claimed to have the value k. *)
Section Moves.
  Variable t : table.
  Variable s : structure.
  Variable k : N.
  (** Symmetries of s. *)
  Variable swaps : list (list nat).

  (** Pairs of which it is shown that they do not lead to the value k; values after moves. *)
  Definition shown := (list N * N)%type.
  Definition check_move (so_far : shown) (l : list N) : option (shown * list N) :=
    let (done, values) := so_far in
    match l with
    | u :: v :: kind :: l =>
        let u := N.to_nat u in
        let v := N.to_nat v in
        if op s u v then
          match kind with
          | 0%N =>
              (* The value after the move is another one. *)
              match value_of t (after s u v) l with
              | Some (j, l) => if N.eqb j k then None else Some ((add_pair u v done, N.setbit values j), l)
              | None => None
              end
          | 1%N =>
              (* A reply has the value. *)
              match l with
              | x :: y :: l =>
                  let x := N.to_nat x in
                  let y := N.to_nat y in
                  let s1 := after s u v in
                  if op s1 x y then
                    match value_of t (after s1 x y) l with
                    | Some (j, l) => if N.eqb j k then Some ((add_pair u v done, values), l) else None
                    | None => None
                    end
                  else None
              | _ => None
              end
          | _ =>
              (* A symmetry takes a move that is shown to another one. *)
              match l with
              | i :: l =>
                  match nth_error swaps (N.to_nat i) with
                  | Some f => if has done u v then Some ((add_pair (apply_map f u) (apply_map f v) done, values), l)
                              else None
                  | None => None
                  end
              | [] => None
              end
          end
        else None
    | _ => None
    end.
  Fixpoint check_moves (count : nat) (so_far : shown) (l : list N) : bool :=
    match count with
    | O => all_in (open_rows s) (fst so_far) &&& N.eqb (N.ldiff (N.ones k) (snd so_far)) 0
    | S count => match check_move so_far l with Some (so_far, l) => check_moves count so_far l | None => false end
    end.
End Moves.

Definition swap_of (w a b : nat) : list nat :=
  map (fun x => if Nat.eqb x a then b else if Nat.eqb x b then a else x) (seq 0 w).
Fixpoint read_swaps (s : structure) (count : nat) (l : list N) (found : list (list nat)) :
  option (list (list nat) * list N) :=
  match count, l with
  | O, _ => Some (rev_append found [], l)
  | S count, a :: b :: l =>
      let f := swap_of (width s) (N.to_nat a) (N.to_nat b) in
      if coversb s [(s, f)] then read_swaps s count l (f :: found) else None
  | S _, _ => None
  end.
(** A position, its value, symmetries and moves. *)
Definition check_claim (t : table) (l : list N) : option (packed * N) :=
  match read_structure l with
  | Some (s, k :: count :: l) =>
      match read_swaps s (N.to_nat count) l [] with
      | Some (swaps, moves :: l) =>
          if check_moves t s k swaps (N.to_nat moves) (map (fun _ => 0%N) (open_rows s), 0%N) l
          then match kept s with Some p => Some (p, k) | None => None end
          else None
      | _ => None
      end
  | _ => None
  end.

(** A list that begins with 1 is a claim, of which the number comes next; one that had that number before is forgotten.
    A list that begins with 0 is the last: the parts of the position s, which is to have the value 0. *)
Definition check_list (s : structure) (t : table) (l : list N) : table + bool :=
  match l with
  | N0 :: l => inr match value_of t s l with Some (0%N, _) => true | _ => false end
  | Npos _ :: i :: l =>
      match check_claim t l with Some claim => inl (PositiveMap.add (N.succ_pos i) claim t) | None => inr false end
  | _ => inr false
  end.
Definition is_lost state next (s : structure) (most : nat) (from : state) : bool :=
  run (check_list s) next most (PositiveMap.empty (packed * N)) from.

(** ** Proofs *)
Lemma read_parts_spec t : valued t -> forall count l ps k l', read_parts t count l = Some (ps, k, l') ->
  total ps k /\ forall T f, In (T, f) ps -> good T.
Proof.
  intros V. induction count as [|count IH]; intros l ps k l'; cbn [read_parts].
  - intros K. inversion K; subst. split; [constructor|intros T f []].
  - destruct l as [|[|p] l]; [discriminate| |].
    + destruct l as [|i l1]; [discriminate|].
      destruct (PositiveMap.find _ t) as [[p j]|] eqn:F; [|discriminate].
      destruct (vertices _ l1 []) as [[f l2]|]; [|discriminate].
      destruct (read_parts t count l2) as [[[qs m] l3]|] eqn:R; [|discriminate].
      intros K. inversion K; subst. destruct (V _ _ _ F) as [G Vt]. destruct (IH _ _ _ _ R) as [H1 H2]. split.
      * now constructor.
      * intros T' f' [E|H]; [inversion E; now subst|eauto].
    + destruct (read_structure l) as [[T l1]|] eqn:P; [|discriminate]. apply read_structure_good in P.
      destruct (vertices _ l1 []) as [[f l2]|]; [|discriminate].
      destruct (vertices _ l2 []) as [[g l3]|]; [|discriminate].
      destruct (read_parts t count l3) as [[[qs m] l4]|] eqn:R; [|discriminate].
      intros K. inversion K; subst. destruct (IH _ _ _ _ R) as [H1 H2]. split.
      * now constructor.
      * intros T' f' [E|[E|H]]; [inversion E; now subst|inversion E; now subst|eauto].
Qed.
Lemma value_of_spec t s l k l' : valued t -> good s -> value_of t s l = Some (k, l') -> val s k.
Proof.
  unfold value_of. intros V G. destruct l as [|count l]; [discriminate|].
  destruct (read_parts t _ l) as [[[ps j] l1]|] eqn:R; [|discriminate].
  destruct (coversb s ps) eqn:C; [|discriminate]. intros K. inversion K; subst.
  destruct (read_parts_spec t V _ _ _ _ _ R) as [T Gs].
  eapply (sum_val structure op after covers size covers_smaller covers_forth covers_back); eauto using coversb_spec.
Qed.

Section MovesSpec.
  Variable t : table.
  Variable s : structure.
  Variable k : N.
  Variable swaps : list (list nat).
  Hypothesis V : valued t.
  Hypothesis G : good s.
  Hypothesis symmetries : forall f, In f swaps -> covers s [(s, f)].
  Definition right (so_far : shown) : Prop :=
    (forall u v, has (fst so_far) u v = true -> op s u v = true -> answered s k u v) /\
    (forall j, N.testbit (snd so_far) j = true -> exists u v, op s u v = true /\ val (after s u v) j).

  Lemma right_add done values u v : right (done, values) ->
    (op s u v = true \/ op s v u = true -> answered s k u v) ->
    right (add_pair u v done, values).
  Proof.
    intros [R1 R2] A. split; [|exact R2]. intros a b H O. apply add_pair_spec in H.
    destruct H as [H|[[-> ->]|[-> ->]]]; [now apply R1|now apply A; left|].
    assert (K : answered s k u v) by (now apply A; right).
    unfold Sums.answered in *. now rewrite after_sym.
  Qed.
  Lemma check_move_spec so_far l so_far' l' : right so_far -> check_move t s k swaps so_far l = Some (so_far', l') ->
    right so_far'.
  Proof.
    destruct so_far as [done values]. intros R. unfold check_move.
    destruct l as [|u [|v [|kind l]]]; try discriminate. destruct (op s _ _) eqn:O; [|discriminate].
    destruct kind as [|[p|p|]].
    - destruct (value_of t _ l) as [[j l1]|] eqn:E; [|discriminate].
      destruct (N.eqb_spec j k) as [|D]; [discriminate|].
      intros K. inversion K; subst. apply value_of_spec in E; auto using good_after.
      apply right_add; [|intros _; left; eauto]. destruct R as [R1 R2]. split; [exact R1|]. intros i Hi.
      cbn [snd] in Hi. rewrite N.setbit_iff in Hi. destruct Hi as [<-|Hi]; [eauto|now apply R2].
    - destruct l as [|i l]; [discriminate|]. destruct (nth_error swaps _) as [f|] eqn:F; [|discriminate].
      destruct (has done _ _) eqn:D; [|discriminate]. intros K. inversion K; subst. apply right_add; auto. intros _.
      eapply (answered_alike structure op after covers size covers_smaller covers_forth covers_back s s f).
      + eapply (fun C O => proj2 (covers_one _ _ _ _ _ C O)); [eapply symmetries, nth_error_In, F|exact O].
      + now apply (proj1 R).
    - destruct l as [|i l]; [discriminate|]. destruct (nth_error swaps _) as [f|] eqn:F; [|discriminate].
      destruct (has done _ _) eqn:D; [|discriminate]. intros K. inversion K; subst. apply right_add; auto. intros _.
      eapply (answered_alike structure op after covers size covers_smaller covers_forth covers_back s s f).
      + eapply (fun C O => proj2 (covers_one _ _ _ _ _ C O)); [eapply symmetries, nth_error_In, F|exact O].
      + now apply (proj1 R).
    - destruct l as [|x [|y l]]; try discriminate. destruct (op (after s _ _) _ _) eqn:O1; [|discriminate].
      destruct (value_of t _ l) as [[j l1]|] eqn:E; [|discriminate].
      destruct (N.eqb_spec j k) as [->|D]; [|discriminate].
      intros K. inversion K; subst. apply value_of_spec in E; auto using good_after.
      apply right_add; auto. intros _. right. eauto.
  Qed.
  Lemma check_moves_spec count : forall so_far l, right so_far -> check_moves t s k swaps count so_far l = true ->
    val s k.
  Proof.
    induction count as [|count IH]; intros so_far l R; cbn [check_moves].
    - rewrite and_true, N.eqb_eq. intros [A B]. destruct R as [R1 R2]. constructor.
      + intros u v O. apply R1; auto. eapply all_in_spec; [exact A|exact O].
      + intros j L. apply R2. destruct (N.testbit (snd so_far) j) eqn:E; auto.
        assert (W : N.testbit (N.ldiff (N.ones k) (snd so_far)) j = true).
        { rewrite ldiff_true, N.ones_spec_low by exact L. split; congruence. }
        rewrite B, N.bits_0 in W. discriminate.
    - destruct (check_move _ _ _ _ _ _) as [[so_far' l']|] eqn:E; [|discriminate]. intros K.
      eapply IH; [|exact K]. eapply check_move_spec; eauto.
  Qed.
End MovesSpec.

Lemma read_swaps_spec s count : good s -> forall l found swaps l', (forall f, In f found -> covers s [(s, f)]) ->
  read_swaps s count l found = Some (swaps, l') -> forall f, In f swaps -> covers s [(s, f)].
Proof.
  intros G. induction count as [|count IH]; intros l found swaps l' Hf; cbn [read_swaps].
  - intros K. inversion K; subst. intros f H. rewrite rev_append_rev, app_nil_r, <- in_rev in H. auto.
  - destruct l as [|a [|b l]]; try discriminate. destruct (coversb s _) eqn:C; [|discriminate].
    apply IH. intros f [<-|H]; auto. apply coversb_spec; auto. intros T g [E|[]]. inversion E; now subst.
Qed.
Lemma check_claim_spec t l p k : valued t -> check_claim t l = Some (p, k) -> good (unpacked p) /\ val (unpacked p) k.
Proof.
  unfold check_claim. intros V. destruct (read_structure l) as [[s1 l1]|] eqn:P; [|discriminate]. apply read_structure_good in P.
  destruct l1 as [|k1 [|count l1]]; try discriminate.
  destruct (read_swaps s1 _ l1 []) as [[swaps l2]|] eqn:W; [|discriminate].
  destruct l2 as [|moves l2]; [discriminate|].
  destruct (check_moves _ _ _ _ _ _ _) eqn:C; [|discriminate]. destruct (kept s1) as [p1|] eqn:Q; [|discriminate].
  intros K. inversion K; subst. rewrite (kept_spec _ _ Q). split; auto.
  eapply check_moves_spec; [exact V|exact P| | |exact C].
  - eapply read_swaps_spec; [exact P| |exact W]. intros f [].
  - split; [|intros j H; cbn [snd] in H; rewrite N.bits_0 in H; discriminate].
    intros u v H. cbn [fst] in H. exfalso. unfold has in H.
    replace (nth u (map (fun _ => 0%N) (open_rows s1)) 0%N) with 0%N in H; [rewrite N.bits_0 in H; discriminate|].
    symmetry. apply (map_nth (fun _ => 0%N) (open_rows s1) 0%N u).
Qed.
Theorem is_lost_spec state next s most from : good s -> is_lost state next s most from = true -> val s 0.
Proof.
  intros G. apply run_spec with (right := valued).
  - intros t [|[|p] [|i l]] t' V; cbn [check_list]; try discriminate.
    destruct (check_claim t l) as [[q k]|] eqn:C; [|discriminate]. intros E. inversion E; subst.
    intros i' q' k' F. destruct (Pos.eq_dec i' (N.succ_pos i)) as [->|D].
    + rewrite PositiveMap.gss in F. inversion F; subst. eapply check_claim_spec; eauto.
    + rewrite PositiveMap.gso in F by auto. eauto.
  - intros t [|[|p] l] V; cbn [check_list]; try discriminate.
    + destruct (value_of t s l) as [[k l']|] eqn:E; [|discriminate]. apply value_of_spec in E; auto using good_after.
      destruct k; [auto|discriminate].
    + destruct l as [|i l]; [discriminate|]. destruct (check_claim t l); discriminate.
  - intros i q k F. rewrite PositiveMap.gempty in F. discriminate.
Qed.
