(** A search for plans, which finds one if there is one. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies Recolour Held Painter Walk Plans.

Section Search.
  Variable width : nat.

  (** * Rows of a position *)

  (** A vertex with its neighbours in each colour, and those to which an edge may come. *)
  Record place := Place { idx : nat; mark : N; owns : list N; opens : N }.
  Definition fresh_place (i : nat) : place := Place i (bit i) [] (N.ldiff (every_bit width) (bit i)).
  Fixpoint joined_row (c : nat) (b : N) (rows : list N) : list N :=
    match c, rows with
    | O, [] => [N.lor 0 b]
    | O, w :: rows => N.lor w b :: rows
    | S c, [] => 0%N :: joined_row c b []
    | S c, w :: rows => w :: joined_row c b rows
    end.
  Definition add_pair (p : place) (e : nat * nat * nat) : place :=
    let '(u, v, c) := e in
    if Nat.eqb (idx p) u then Place (idx p) (mark p) (joined_row c (bit v) (owns p)) (N.ldiff (opens p) (bit v))
    else if Nat.eqb (idx p) v then Place (idx p) (mark p) (joined_row c (bit u) (owns p)) (N.ldiff (opens p) (bit u))
    else p.
  Definition with_pairs (L : board) (p : place) : place := fold_left add_pair L p.
  Definition spot_of (c : nat) (p : place) : spot := Spot (idx p) (mark p) (nth_of c (owns p) 0%N) (opens p).
  Definition fresh_spot (i : nat) : spot := Spot i (bit i) 0%N (N.ldiff (every_bit width) (bit i)).
  Definition place_of (x : spot) : place := Place (at_ x) (one x) [] (open x).

  (** * The search *)
  Variable rules : list rule.
  Notation colour_at := (colour_at rules).
  (** For each rule, the orders in which its graph's vertices are placed, and these. *)
  Definition ways_of (G : graph) : list (list nat * list (list nat)) :=
    fold_left (fun l e =>
      let vs := arranged G [snd e; fst e] in
      let order := order_of G [snd e; fst e] vs in
      if any (fun w => if list_eq_dec (list_eq_dec Nat.eq_dec) (snd w) order then true else false) l then l
      else (rev_append vs [snd e; fst e], order) :: l) (directed G) [].
  Variable orders : list (list (list (list nat))).
  Variable ways : list (list (list nat * list (list nat))).
  Variable colours : list nat.
  Variable H : board.

  Definition demand := (nat * nat * nat)%type.
  Definition spots_of (olds : list place) : list (list spot) := map (fun c => map (spot_of c) olds) colours.
  Definition copies (cols : list (list spot)) (news : list spot) (d : demand) (room : nat) : list copy_found :=
    let '(u, v, i) := d in
    let olds := nth_of (colour_at i) cols [] in
    let x := nth_of u olds (nowhere) in
    let y := nth_of v olds (nowhere) in
    fold_left (fun found order => found_by order olds news x y room found) (nth_of i orders []) [].
  Definition others (c : nat) (dearest : list nat) : nat :=
    fold_right (fun d sum => if Nat.eqb d c then sum else nth_of d dearest 0 + sum) 0 colours.
  (** The least number of pairs that a copy lacks, or this bound where it is no more. *)
  Definition closest (cols : list (list spot)) (news : list spot) (d : demand) (bound : nat) : nat :=
    let '(u, v, i) := d in
    let olds := nth_of (colour_at i) cols [] in
    let x := nth_of u olds (nowhere) in
    let y := nth_of v olds (nowhere) in
    fold_left (fun bound order => least_by order olds news x y bound) (nth_of i orders []) bound.
  Fixpoint raised_to (c k : nat) (dearest : list nat) : list nat :=
    match dearest with
    | [] => []
    | d :: dearest => if Nat.eqb c 0 then Nat.max d k :: dearest else d :: raised_to (Nat.pred c) k dearest
    end.
  Fixpoint needs (cols : list (list spot)) (news : list spot) (asked : list demand) (most : nat) (dearest : list nat)
      (left : list (demand * nat)) : option (list nat * list (demand * nat)) :=
    match asked with
    | [] => Some (dearest, left)
    | d :: asked =>
        let c := colour_at (snd d) in
        let spent := others c dearest in
        if Nat.ltb most spent then None else
        let room := most - spent in
        let k := closest cols news d (S room) in
        if Nat.ltb room k then None
        else needs cols news asked most (raised_to c k dearest) (if Nat.eqb k 0 then left else (d, k) :: left)
    end.
  Definition dearest_of (left : list (demand * nat)) : option (demand * nat) :=
    fold_left (fun best x => match best with
                             | None => Some x
                             | Some b => if Nat.ltb (snd b) (snd x) then Some x else best
                             end) left None.

  (** A copy of a rule's graph of pairs that have no later rule. *)
  Definition is_early (N : board) (i x y : nat) : bool :=
    any (fun e => let '(u, v, r) := e in
      Nat.leb r i &&& Nat.eqb (colour_at r) (colour_at i)
      &&& (if Nat.eqb u x &&& Nat.eqb v y then true else Nat.eqb u y &&& Nat.eqb v x)) N.
  Definition is_disorder (N : board) (i : nat) (m : list nat) : bool :=
    match nth_error rules i with
    | None => false
    | Some (c, G) =>
        distinct m &&& below (length m) (vertices G)
        &&& every (fun e => if is_early N i (apply_map m (fst e)) (apply_map m (snd e)) then true
                            else joinedb H (apply_map m (fst e)) (apply_map m (snd e)) c) G
        &&& any (fun e => is_early N i (apply_map m (fst e)) (apply_map m (snd e))) G
    end.
  (** Without some of its edges. *)
  Definition without (late : board) (x : spot) : spot :=
    Spot (at_ x) (one x)
      (fold_left (fun row (e : nat * nat * nat) => let '(u, v, _) := e in
         if Nat.eqb (at_ x) u then N.ldiff row (bit v) else if Nat.eqb (at_ x) v then N.ldiff row (bit u) else row)
         late (own x))
      (open x).
  (** Finds one with one of the first pairs. *)
  Definition disorder (cols : list (list spot)) (N : board) (fresh : nat) : option (nat * list nat) :=
    let recent := firstn fresh N in
    fold_left (fun best (ir : nat * rule) =>
      let (i, r) := ir in
      let c := fst r in
      match best with Some _ => best | None =>
        match filter (fun e => Nat.leb (snd e) i &&& Nat.eqb (colour_at (snd e)) c) recent with
        | [] => None
        | pairs =>
            let spots := nth_of c cols [] in
            let spots := match filter (fun e => Nat.ltb i (snd e) &&& Nat.eqb (colour_at (snd e)) c) N with
                         | [] => spots
                         | late => map (without late) spots
                         end in
            fold_left (fun best e => match best with Some _ => best | None =>
              let x := nth_of (fst (fst e)) spots (nowhere) in
              let y := nth_of (snd (fst e)) spots (nowhere) in
              fold_left (fun best (w : list nat * list (list nat)) => match best with Some _ => best | None =>
                (* Most often there is none, and this is seen at once. *)
                if Nat.ltb 0 (least_by (snd w) spots [] x y 1) then None else
                match walk (snd w) spots [] [y; x] (N.lor (one x) (one y)) 0 [] 0 [] with
                | [] => None
                | (_, images) :: _ =>
                    Some (i, map (fun a => nth (index a (fst w)) images 0) (seq 0 (S (fold_right Nat.max 0 (vertices
                      (snd r))))))
                end end) (nth_of i ways []) None end) pairs None
        end end) (combine (seq 0 (length rules)) rules) None.
  Definition later (i : nat) : option nat :=
    find (fun r => Nat.ltb i r &&& Nat.eqb (colour_at r) (colour_at i)) (seq 0 (length rules)).
  Definition first_of (c : nat) : nat :=
    match find (fun r => Nat.eqb (colour_at r) c) (seq 0 (length rules)) with Some r => r | None => 0 end.
  Definition raise (u v l : nat) (N : board) : board :=
    map (fun e => if Nat.eqb (fst (fst e)) u &&& Nat.eqb (snd (fst e)) v then (u, v, l) else e) N.
  Definition in_copy (m : list nat) (G : graph) (u v : nat) : bool :=
    any (fun e => let x := apply_map m (fst e) in let y := apply_map m (snd e) in
      if Nat.eqb u x &&& Nat.eqb v y then true else Nat.eqb u y &&& Nat.eqb v x) G.

  (** Of these rules the last of each colour: a copy of its graph is one of theirs. *)
  Definition last_ones (from k : nat) : list nat :=
    let l := seq from k in
    filter (fun i => negb (any (fun j => Nat.ltb i j &&& Nat.eqb (colour_at j) (colour_at i)) l)) l.
  Lemma last_ones_in from k i : In i (last_ones from k) -> In i (seq from k).
  Proof. unfold last_ones. rewrite filter_In. tauto. Qed.
  (** Copies that lack the same pairs are looked at once. *)
  Definition are_within (l q : list (nat * nat)) : bool :=
    every (fun e => any (fun d => if Nat.eqb (fst e) (fst d) &&& Nat.eqb (snd e) (snd d) then true
                                  else Nat.eqb (fst e) (snd d) &&& Nat.eqb (snd e) (fst d)) q) l.
  Definition is_alike (x y : copy_found) : bool :=
    Nat.eqb (fst (fst x)) (fst (fst y)) &&& Nat.eqb (length (snd (fst x))) (length (snd (fst y)))
    &&& are_within (snd (fst x)) (snd (fst y)) &&& are_within (snd (fst y)) (snd (fst x)).
  Definition different (cs : list copy_found) : list copy_found :=
    fold_left (fun kept x => if any (is_alike x) kept then kept else x :: kept) cs [].
  Lemma are_within_spec g l q : are_within l q = true -> incl (real g l) (real g q) /\
    forall a b, In (a, b) l -> In (a, b) q \/ In (b, a) q.
  Proof.
    unfold are_within. rewrite every_spec. intros K.
    assert (X : forall a b, In (a, b) l -> In (a, b) q \/ In (b, a) q).
    { intros a b Hab. specialize (K _ Hab). apply any_spec in K. destruct K as ([c d]&Hcd&K). cbn [fst snd] in K.
      destruct (Nat.eqb_spec a c), (Nat.eqb_spec b d), (Nat.eqb_spec a d), (Nat.eqb_spec b c); subst; auto;
        discriminate. }
    split; auto. intros z Hz. apply in_map_iff in Hz. destruct Hz as ([a b]&<-&Hab). cbn [fst snd].
    destruct (X a b Hab) as [Q|Q]; apply in_map_iff; eexists; (split; [|exact Q]); cbn; auto using norm_sym.
  Qed.
  Lemma different_spec cs x : In x cs -> exists y, In y (different cs) /\ (y = x \/ is_alike x y = true).
  Proof.
    unfold different. assert (G : forall cs kept, (In x cs \/ exists y, In y kept /\ (y = x \/ is_alike x y = true)) ->
      exists y, In y (fold_left (fun kept x => if any (is_alike x) kept then kept else x :: kept) cs kept) /\
        (y = x \/ is_alike x y = true)).
    { clear cs. induction cs as [|z cs IH]; intros kept K; cbn [fold_left]; [destruct K as [[]|K]; exact K|].
      apply IH. destruct K as [[->|K]|(y&Hy&K)]; auto; right.
      - destruct (any (is_alike x) kept) eqn:A; [apply any_spec in A; destruct A as (y&Hy&A); eauto|].
        exists x. split; auto. now left.
      - exists y. split; auto. destruct (any _ kept); auto. now right. }
    intros I. apply G. auto.
  Qed.

  (** Most vertices that a graph is_bit beside two. *)
  Variable news_most : nat.
  (** What is done where nothing more is asked: with the pairs, and with how many more there may be. *)
  Variable stop : board -> nat -> bool.
  Fixpoint search (fuel m : nat) (olds : list place) (news : list spot) (N : board) (fresh : nat) (asked : list demand)
      (most : nat) : bool :=
    match fuel with
    | O => true
    | S fuel =>
        if Nat.ltb width (m + news_most) then true else
        let cols := spots_of olds in
        match needs cols news asked most (map (fun _ => 0) colours) [] with
        | None => false
        | Some (dearest, unmet) =>
            match disorder cols N fresh with
            | Some (i, im) =>
                if is_disorder N i im then
                  match later i, nth_error rules i with
                  | Some l, Some (_, G) =>
                      any (fun e => let '(u, v, r) := e in
                        if Nat.leb r i &&& Nat.eqb (colour_at r) (colour_at i) &&& in_copy im G u v
                        then search fuel m olds news (raise u v l N) fresh
                               (map (fun j => (u, v, j)) (last_ones r (l - r)) ++ map fst unmet) most
                        else false) N
                  | _, _ => false
                  end
                else true
            | None =>
                match dearest_of unmet with
                | None => stop N most
                | Some (d, _) =>
                    let c := colour_at (snd d) in
                    let r := first_of c in
                    let room := most - others c dearest in
                    let cs := copies cols news d room in
                    let rest := filter (fun e => negb (Nat.eqb (snd e) (snd d) &&& Nat.eqb (fst (fst e)) (fst (fst d))
                                                       &&& Nat.eqb (snd (fst e)) (snd (fst d))))
                                  (map fst unmet) in
                    any (fun x : copy_found =>
                      let '(fr, lack, _) := x in
                      let k := length lack in
                      if Nat.leb k room then
                        search fuel (m + fr)
                          (map (with_pairs (map (fun e => (e, c)) lack)) (olds ++ map place_of (firstn fr news)))
                          (skipn fr news) (map (fun e => (e, r)) lack ++ N) k
                          (flat_map (fun e : nat * nat => map (fun j => (e, j)) (last_ones 0 r)) lack ++ rest) (most -
                            k)
                      else false) (different (filter (fun x : copy_found => Nat.leb (length (snd (fst x))) room) cs))
                end
            end
        end
    end.

  (** * Proofs *)

  Lemma joined_row_at c b d rows j : j < width ->
    is_bit (nth d (joined_row c b rows) 0%N) (bit j) =
    (is_bit (nth d rows 0%N) (bit j) || (Nat.eqb c d && is_bit b (bit j))).
  Proof.
    intros Hj. assert (Nil : forall k, nth k [] (0%N ) = 0%N) by (intros []; reflexivity).
    revert d rows. induction c as [|c IH]; intros d rows; destruct d as [|d]; destruct rows as [|w rows];
      cbn [joined_row nth Nat.eqb]; rewrite ?IH, ?Nil, ?l_join, ?l_none by auto;
      cbn; rewrite ?orb_false_r; auto.
    destruct d; now rewrite l_none.
  Qed.
  Lemma add_pair_same p e : idx (add_pair p e) = idx p /\ mark (add_pair p e) = mark p.
  Proof. destruct e as [[u v] c]. cbn. destruct (Nat.eqb (idx p) u), (Nat.eqb (idx p) v); auto. Qed.
  Lemma with_pairs_same L : forall p, idx (with_pairs L p) = idx p /\ mark (with_pairs L p) = mark p.
  Proof.
    unfold with_pairs. induction L as [|e L IH]; intros p; cbn [fold_left]; auto. destruct (IH (add_pair p e)) as [->
      ->].
    apply add_pair_same.
  Qed.
  Lemma add_pair_own p u v c d j : j < width -> u < width -> v < width ->
    is_bit (nth d (owns p) 0%N) (bit j) = true \/ (c = d /\ (idx p = u /\ j = v \/ idx p = v /\ j = u)) ->
    is_bit (nth d (owns (add_pair p (u, v, c))) 0%N) (bit j) = true.
  Proof.
    intros Hj Hu Hv K. cbn. destruct (Nat.eqb_spec (idx p) u) as [Eu|Du]; [|destruct (Nat.eqb_spec (idx p) v) as
      [Ev|Dv]];
      cbn [owns]; rewrite ?joined_row_at by auto; rewrite ?l_bit by auto.
    - destruct K as [K|[-> K]]; [now rewrite K|]. rewrite Nat.eqb_refl. apply orb_true_iff. right. cbn.
      apply Nat.eqb_eq. intuition congruence.
    - destruct K as [K|[-> K]]; [now rewrite K|]. rewrite Nat.eqb_refl. apply orb_true_iff. right. cbn.
      apply Nat.eqb_eq. intuition congruence.
    - destruct K as [K|[_ K]]; auto. tauto.
  Qed.
  Definition inside (L : board) (m : nat) : Prop := forall u v c, In (u, v, c) L -> u < m /\ v < m.
  Lemma with_pairs_own L d j : j < width -> inside L width -> forall p,
    is_bit (nth d (owns p) 0%N) (bit j) = true \/ joined L (idx p) j d ->
    is_bit (nth d (owns (with_pairs L p)) 0%N) (bit j) = true.
  Proof.
    intros Hj. unfold with_pairs. induction L as [|[[u v] c] L IH]; intros I p K; cbn [fold_left].
    - destruct K as [K|[[]|[]]]; auto.
    - destruct (I u v c) as [Hu Hv]; [now left|].
      apply IH; [intros a b e Hab; apply (I a b e); now right|]. destruct (add_pair_same p (u, v, c)) as [-> _].
      destruct K as [K|K]; [left; apply add_pair_own; auto|].
      destruct K as [[E|K]|[E|K]].
      + left. apply add_pair_own; auto. inversion E; subst. right. split; auto.
      + right. now left.
      + left. apply add_pair_own; auto. inversion E; subst. right. split; auto.
      + right. now right.
  Qed.
  Lemma with_pairs_open L j : j < width -> inside L width -> forall p, (forall c, ~ joined L (idx p) j c) ->
    is_bit (opens p) (bit j) = true -> is_bit (opens (with_pairs L p)) (bit j) = true.
  Proof.
    intros Hj. unfold with_pairs. induction L as [|[[u v] c] L IH]; intros I p F K; cbn [fold_left]; auto.
    destruct (I u v c) as [Hu Hv]; [now left|].
    apply IH; [intros a b e Hab; apply (I a b e); now right| |].
    - destruct (add_pair_same p (u, v, c)) as [-> _]. intros d [J|J]; apply (F d); [left|right]; now right.
    - cbn. destruct (Nat.eqb_spec (idx p) u) as [Eu|Du]; [|destruct (Nat.eqb_spec (idx p) v) as [Ev|Dv]]; auto;
        cbn [opens]; rewrite l_less, K, l_bit by auto; cbn; apply negb_true_iff, Nat.eqb_neq;
        intros ->; apply (F c); [left|right]; left; congruence.
  Qed.
  Lemma with_pairs_other L i : (forall u v c, In (u, v, c) L -> u <> i /\ v <> i) ->
    with_pairs L (fresh_place i) = fresh_place i.
  Proof.
    unfold with_pairs. induction L as [|[[u v] c] L IH]; intros F; cbn [fold_left]; auto.
    assert (E : add_pair (fresh_place i) (u, v, c) = fresh_place i).
    { destruct (F u v c) as [Du Dv]; [now left|]. cbn. destruct (Nat.eqb_spec i u), (Nat.eqb_spec i v); congruence. }
    rewrite E. apply IH. intros a b d K. apply (F a b d). now right.
  Qed.

  (** ** A plan, and what the search knows of it *)
  Hypothesis planned : forall i c G, nth_error rules i = Some (c, G) -> is_planned G = true.
  Hypothesis orders_fit : forall i c G, nth_error rules i = Some (c, G) -> nth i orders [] = through_edge (plan_of G).
  Hypothesis orders_short : forall i order, In order (nth i orders []) -> length order <= news_most.
  Hypothesis colours_all : forall r, r < length rules -> In (colour_at r) colours.
  Hypothesis colours_once : NoDup colours.
  Hypothesis colours_are : forall c, In c colours -> nth_error colours c = Some c.

  Variable B : board.
  Variable Ns : board.
  Variables us vs : nat.
  Hypothesis plan : is_plan rules B Ns us vs.

  Definition images (f : nat -> nat) (N : board) : list (nat * nat) :=
    map (fun e => norm (f (fst (fst e))) (f (snd (fst e)))) N.
  (** The plan's pairs that are not known yet, by their colours. *)
  Definition unknown (f : nat -> nat) (N : board) (e : nat * nat * nat) : bool :=
    if in_dec pair_dec (norm (fst (fst e)) (snd (fst e))) (images f N) then false else true.
  Definition rest_of (f : nat -> nat) (N : board) (c : nat) : list (nat * nat) :=
    normed (filter (fun e => Nat.eqb (colour_at (snd e)) c) (filter (unknown f N) Ns)).
  Record knows (f : nat -> nat) (m : nat) (L N : board) (most : nat) : Prop := {
    k_inj : forall i j, i < m -> j < m -> f i = f j -> i = j;
    k_inside : inside L m;
    k_own : forall x y c, joined B x y c -> exists i j, joined L i j c /\ f i = x /\ f j = y;
    k_pairs : forall u v r, In (u, v, r) N -> u < m /\ v < m /\ joined L u v (colour_at r) /\
      exists s, joined Ns (f u) (f v) s /\ colour_at s = colour_at r /\ r <= s;
    k_open : forall i j c, joined L i j c -> (exists s, joined Ns (f i) (f j) s) -> In (norm (f i) (f j)) (images f N);
    k_nodup : NoDup (images f N);
    k_count : length Ns <= length N + most;
    k_H : forall i j c, joined H i j c -> i < m /\ j < m /\ joined B (f i) (f j) c }.
  Definition asks (f : nat -> nat) (m : nat) (d : demand) : Prop :=
    let '(u, v, i) := d in u < m /\ v < m /\ u <> v /\ exists c G, nth_error rules i = Some (c, G) /\
      forced G c (board_of rules Ns ++ B) (f u) (f v).
  Definition at_place (L : board) (i : nat) : place := with_pairs L (fresh_place i).

  Lemma plan_nodup : NoDup (normed Ns).
  Proof. apply (g_nodup _ _ _ (p_good _ _ _ _ _ plan)). Qed.
  Lemma nodup_app {A} (l q : list A) : NoDup l -> NoDup q -> (forall x, In x l -> ~ In x q) -> NoDup (l ++ q).
  Proof.
    intros Nl Nq D. induction Nl as [|x l Nx Nl IH]; cbn; auto. constructor.
    - rewrite in_app_iff. intros [K|K]; [auto|]. apply (D x); auto. now left.
    - apply IH. intros y Hy. apply D. now right.
  Qed.
  Lemma nodup_filter_map {A B'} (g : A -> B') p l : NoDup (map g l) -> NoDup (map g (filter p l)).
  Proof.
    induction l as [|x l IH]; cbn; auto. intros K. inversion K as [|y q Ny Nq]; subst. destruct (p x); auto. cbn.
    constructor; auto. intros I. apply Ny. apply in_map_iff in I. destruct I as (z&E&I). apply filter_In in I.
    apply in_map_iff. exists z. tauto.
  Qed.
  Lemma rest_count f m L N most : knows f m L N most -> length (filter (unknown f N) Ns) <= most.
  Proof.
    intros K. assert (X : length (images f N ++ normed (filter (unknown f N) Ns)) <= length (normed Ns)).
    { apply NoDup_incl_length.
      - apply nodup_app; [apply K|apply nodup_filter_map, plan_nodup|]. intros x Hx Hy. unfold normed in Hy.
        apply in_map_iff in Hy. destruct Hy as (e&<-&He). apply filter_In in He. destruct He as [_ He].
        unfold unknown in He. destruct (in_dec _ _ _); [discriminate|auto].
      - apply incl_app.
        + intros x Hx. apply in_map_iff in Hx. destruct Hx as ([[u v] r]&<-&He). cbn.
          destruct (k_pairs _ _ _ _ _ K _ _ _ He) as (_&_&_&s&J&_). unfold normed. apply in_map_iff.
          destruct J as [J|J]; eexists; (split; [|exact J]); cbn; auto using norm_sym.
        + intros x Hx. unfold normed in *. apply in_map_iff in Hx. destruct Hx as (e&<-&He). apply filter_In in He.
          apply in_map_iff. exists e. tauto. }
    rewrite app_length in X. unfold images, normed in X. rewrite !map_length in X. pose proof (k_count _ _ _ _ _ K).
      lia.
  Qed.
  Lemma sum_of_colours (l : board) (dearest : nat -> nat) cs : NoDup cs ->
    (forall c, In c cs -> dearest c <= length (filter (fun e => Nat.eqb (colour_at (snd e)) c) l)) ->
    fold_right (fun c sum => dearest c + sum) 0 cs <= length l.
  Proof.
    intros ND. revert l. induction ND as [|c cs Nc ND IH]; intros l K; cbn [fold_right]; [lia|].
    assert (Sp : length l = length (filter (fun e : nat * nat * nat => Nat.eqb (colour_at (snd e)) c) l)
      + length (filter (fun e => negb (Nat.eqb (colour_at (snd e)) c)) l)).
    { clear. induction l as [|e l IH]; cbn; auto. destruct (Nat.eqb _ c); cbn; lia. }
    pose proof (K c (or_introl eq_refl)).
    assert (X : fold_right (fun c sum => dearest c + sum) 0 cs <=
      length (filter (fun e => negb (Nat.eqb (colour_at (snd e)) c)) l)); [|lia].
    apply IH. intros d Hd. specialize (K d (or_intror Hd)). eapply Nat.le_trans; [exact K|].
    assert (Dd : d <> c) by (intros ->; tauto). clear - Dd. induction l as [|e l IH]; cbn; auto.
    destruct (Nat.eqb_spec (colour_at (snd e)) d), (Nat.eqb_spec (colour_at (snd e)) c); cbn;
      try (destruct (Nat.eqb_spec (colour_at (snd e)) d)); cbn; try lia; congruence.
  Qed.
  Definition cheap (f : nat -> nat) (N : board) (dearest : list nat) : Prop :=
    forall c, In c colours -> nth c dearest 0 <= length (rest_of f N c).
  Lemma others_room f m L N most c dearest : knows f m L N most -> In c colours -> cheap f N dearest ->
    length (rest_of f N c) + others c dearest <= most.
  Proof.
    intros K Hc Ch. eapply Nat.le_trans; [|exact (rest_count _ _ _ _ _ K)].
    pose (d := fun x => if Nat.eqb x c then length (rest_of f N c) else nth_of x dearest 0).
    pose proof (sum_of_colours (filter (unknown f N) Ns) d colours colours_once) as X.
    assert (E : fold_right (fun c sum => d c + sum) 0 colours = length (rest_of f N c) + others c dearest).
    { unfold others. clear - Hc colours_once. revert Hc colours_once. induction colours as [|x l IH]; [intros []|].
      intros Hc ND. inversion ND as [|y q Nx ND']; subst. cbn [fold_right]. unfold d at 1.
      destruct (Nat.eqb_spec x c) as [->|D].
      - f_equal. clear - Nx. induction l as [|y l IH]; cbn [fold_right]; auto. unfold d at 1.
        destruct (Nat.eqb_spec y c) as [->|]; [exfalso; apply Nx; now left|]. rewrite IH; auto. intros I. apply Nx. now
          right.
      - destruct Hc as [->|Hc]; [tauto|]. rewrite IH by auto. lia. }
    rewrite <- E. apply X. intros x Hx. unfold d. destruct (Nat.eqb_spec x c) as [->|].
    - unfold rest_of, normed. now rewrite map_length.
    - specialize (Ch x Hx). rewrite nth_of_nth. unfold rest_of, normed in Ch. now rewrite map_length in Ch.
  Qed.

  (** What is asked of a pair is_bit a copy that the walk finds. *)
  Lemma copies_spec f m L N most news d c room : knows f m L N most -> asks f m d -> c = colour_at (snd d) ->
    In c colours ->
    news = map fresh_spot (seq m (length news)) -> m + length news <= width -> news_most <= length news ->
    length (rest_of f N c) <= room ->
    exists x, In x (copies (spots_of (map (at_place L) (seq 0 m))) news d room) /\
      exists g, (forall i j, i < m + fst (fst x) -> j < m + fst (fst x) -> g i = g j -> i = j) /\
        (forall i, i < m -> g i = f i) /\ NoDup (real g (snd (fst x))) /\ incl (real g (snd (fst x))) (rest_of f N c) /\
        m + fst (fst x) <= width /\
        forall a b, In (a, b) (snd (fst x)) -> a < m + fst (fst x) /\ b < m + fst (fst x) /\ a <> b.
  Proof.
    destruct d as [[u v] i]. cbn [snd]. intros K (Lu&Lv&Duv&c'&G&E&phi&a&b&I&Hab&Ea&Eb&J) -> Hc En Lw Ln Lr.
    assert (Ec : colour_at i = c') by (unfold Plans.colour_at; now rewrite nth_of_nth, (nth_error_nth _ _ _ E)).
    set (c := colour_at i) in *. subst c'.
    pose (spot_at := fun j => spot_of c (at_place L j)).
    assert (Es : nth c (spots_of (map (at_place L) (seq 0 m))) [] = map spot_at (seq 0 m)).
    { unfold spots_of. apply nth_error_nth. rewrite (map_nth_error _ _ _ (colours_are c Hc)), map_map. reflexivity. }
    assert (Ef : forall j, m <= j -> spot_at j = fresh_spot j).
    { intros j Hj. unfold spot_at, at_place. rewrite with_pairs_other.
      - unfold spot_of, fresh_spot, fresh_place. cbn. now destruct c.
      - intros x y e Hx. apply (k_inside _ _ _ _ _ K) in Hx. lia. }
    assert (Sp : forall j, j < width -> at_ (spot_at j) = j /\ one (spot_at j) = bit j).
    { intros j _. unfold spot_at, spot_of, at_place. cbn [at_ one]. destruct (with_pairs_same L (fresh_place j)) as [->
      ->]. auto. }
    assert (IL : inside L width) by (intros x y e Hx; apply (k_inside _ _ _ _ _ K) in Hx; lia).
    assert (Op : forall j k, j < width -> k < width -> j <> k -> (forall e, ~ joined L j k e) ->
      is_bit (open (spot_at j)) (bit k) = true).
    { intros j k Hj Hk D F. unfold spot_at, spot_of, at_place. cbn [open]. apply with_pairs_open; auto.
      cbn [fresh_place opens]. rewrite l_less, l_every, l_bit by auto. cbn.
      apply negb_true_iff, Nat.eqb_neq. auto. }
    assert (Fr : forall j k, j < width -> k < width -> j <> k -> m <= j \/ m <= k -> is_bit (open (spot_at j)) (bit k) =
      true).
    { intros j k Hj Hk D M. apply Op; auto. intros e [Q|Q]; apply (k_inside _ _ _ _ _ K) in Q; lia. }
    pose (O := fun x y => joined B x y c \/ exists p q r, In (p, q, r) N /\ norm (f p) (f q) = norm x y /\ colour_at r =
      c).
    pose (D := rest_of f N c).
    assert (Fi : fits spot_at m O D f m).
    { constructor; auto.
      - apply (k_inj _ _ _ _ _ K).
      - intros j k Hj Hk Q. unfold spot_at, spot_of, at_place. cbn [own]. rewrite nth_of_nth.
        apply with_pairs_own; auto; [lia|]. right.
        cbn [fresh_place idx]. destruct Q as [Q|(p&q&r&Q&Q2&Q3)].
        + destruct (k_own _ _ _ _ _ K _ _ _ Q) as (j'&k'&Jl&E1&E2). assert (T := Jl).
          assert (j' < m /\ k' < m) by (destruct T as [T|T]; apply (k_inside _ _ _ _ _ K) in T; tauto).
          apply (k_inj _ _ _ _ _ K) in E1, E2; try tauto. now subst.
        + destruct (k_pairs _ _ _ _ _ K _ _ _ Q) as (Lp&Lq&Jl&_). rewrite Q3 in Jl. apply norm_inj in Q2.
          destruct Q2 as [[E1 E2]|[E1 E2]]; apply (k_inj _ _ _ _ _ K) in E1, E2; auto; subst; auto using joined_sym.
      - intros j k Hj Hk Djk Q. apply Op; auto; try lia. intros e Jl. unfold D, rest_of, normed in Q.
        apply in_map_iff in Q. destruct Q as ([[x y] r]&Q1&Q2). cbn [fst snd] in Q1.
        apply filter_In in Q2. destruct Q2 as [Q2 _]. apply filter_In in Q2. destruct Q2 as [Q2 Q3].
        unfold unknown in Q3. cbn [fst snd] in Q3. rewrite Q1 in Q3. destruct (in_dec _ _ _) as [|Nn]; [discriminate|].
        apply Nn. apply (k_open _ _ _ _ _ K) with e; auto. exists r. apply joined_norm with x y; auto. now left.
      - intros x y [Q|(p&q&r&Q&Q2&Q3)].
        + destruct (k_own _ _ _ _ _ K _ _ _ Q) as (j&k&Jl&E1&E2). exists j, k.
          destruct Jl as [Jl|Jl]; apply (k_inside _ _ _ _ _ K) in Jl; tauto.
        + destruct (k_pairs _ _ _ _ _ K _ _ _ Q) as (Lp&Lq&_). apply norm_inj in Q2.
          destruct Q2 as [[E1 E2]|[E1 E2]]; eauto 8. }
    (* The order that begins with the edge. *)
    pose proof (planned _ _ _ E) as Pl. unfold is_planned in Pl. rewrite and_true, every_spec in Pl. destruct Pl as [Pl
      _].
    specialize (Pl (a, b) Hab). cbn [fst snd] in Pl. destruct (Nat.eqb_spec a b) as [|Dab]; [discriminate|].
    destruct (directed_vertices _ _ _ Hab) as [Va Vb].
    assert (Ar : NoDup (arranged G [b; a] ++ [b; a]) /\ forall x, In x (vertices G) <-> In x (arranged G [b; a] ++ [b;
      a])).
    { unfold is_arrangement in Pl. rewrite and_true, every_spec in Pl. destruct Pl as [P1 P2].
      split; [now apply distinct_spec|]. intros x. split; [intros Hx; now apply mem_spec, P2|].
      apply arranged_in. intros y [<-|[<-|[]]]; auto. }
    destruct Ar as [ND Sv].
    set (order := order_of G [b; a] (arranged G [b; a])).
    assert (Io : In order (nth i orders [])).
    { rewrite (orders_fit _ _ _ E). cbn [plan_of through_edge]. apply nodup_In, in_map_iff. exists (a, b). auto. }
    unfold copies. fold c. cbv zeta. rewrite !nth_of_nth, Es.
    rewrite !nth_map_seq by auto.
    assert (Len : forall l done, length (order_of G done l) = length l).
    { clear. induction l as [|x l IH]; intros done; cbn; auto. }
    pose proof (orders_short i order Io) as Sh. unfold order in Sh. rewrite Len in Sh.
    assert (Fd : exists x, In x (fold_left (fun found order => found_by order (map spot_at (seq 0 m)) news (spot_at u)
      (spot_at v) room found) (nth i orders []) []) /\ result width spot_at m O D f m x).
    { apply fold_finds with order; auto; [intros; now apply found_by_keeps|]. intros found.
      apply (found_by_spec width spot_at m O D room G phi Sp Fr Lr (arranged G [b; a]) a b u v f); auto.
      - intros x y Hx Hy. apply I; now apply Sv.
      - lia.
      - rewrite En at 1. apply map_ext_in. intros x Hx. apply in_seq in Hx. symmetry. apply Ef. lia.
      - lia.
      - intros x w Hx Hw A. assert (Nn : norm x w <> norm a b).
        { intros Q. assert (Nx : ~ In x [b; a]).
          { clear - ND Hx. intros Hd. induction (arranged G [b; a]) as [|y l IH]; [destruct Hx|]. cbn in ND.
            inversion ND as [|y' l' Ny ND']; subst. destruct Hx as [->|Hx]; auto. apply Ny, in_or_app. now right. }
          apply norm_inj in Q. apply Nx. cbn. intuition. }
        assert (Jw : joined (board_of rules Ns ++ B) (phi w) (phi x) c).
        { apply adjb_spec in A. destruct A as [A|A]; [apply J; auto; now rewrite norm_sym|apply joined_sym, J; auto]. }
        apply joined_both in Jw. destruct Jw as [(r&Jr&Er)|Jw]; [|left; now left].
        destruct (in_dec pair_dec (norm (phi w) (phi x)) (images f N)) as [Kn|Un].
        + left. right. apply in_map_iff in Kn. destruct Kn as ([[p q] r']&Q1&Q2). cbn in Q1. exists p, q, r'.
          repeat split; auto. destruct (k_pairs _ _ _ _ _ K _ _ _ Q2) as (_&_&_&s&Js&Es'&_). rewrite <- Es', <- Er.
            f_equal.
          assert (Js' : joined Ns (phi w) (phi x) s) by (apply joined_norm with (f p) (f q); auto).
          assert (U : forall x y r s, joined Ns x y r -> joined Ns x y s -> r = s).
          { clear - plan. pose proof plan_nodup as ND. unfold normed in ND. intros x y r s.
            assert (Z : forall e e', In e Ns -> In e' Ns -> norm (fst (fst e)) (snd (fst e)) = norm (fst (fst e')) (snd
              (fst e'))
              -> e = e').
            { clear - ND. induction Ns as [|z l IH]; [intros ? ? []|]. cbn in ND. inversion ND as [|y q Ny Nq]; subst.
              intros e e' [<-|He] [<-|He'] Q; auto; exfalso; apply Ny.
              - rewrite Q. exact (in_map (fun e : nat * nat * nat => norm (fst (fst e)) (snd (fst e))) _ _ He').
              - rewrite <- Q. exact (in_map (fun e : nat * nat * nat => norm (fst (fst e)) (snd (fst e))) _ _ He). }
            intros [J1|J1] [J2|J2]; assert (Q := Z _ _ J1 J2); cbn in Q; try (rewrite norm_sym in Q);
              specialize (Q eq_refl); now inversion Q. }
          eauto.
        + right. unfold D, rest_of, normed. apply in_map_iff.
          destruct Jr as [Jr|Jr]; eexists; (split; [|apply filter_In; split; [apply filter_In; split; [exact Jr|]|]]);
            cbn;
            rewrite ?Er, ?Nat.eqb_refl; auto using norm_sym; unfold unknown; cbn; destruct (in_dec _ _ _) as [Q|]; auto;
            exfalso; apply Un; auto; now rewrite norm_sym. }
    destruct Fd as (x&Hx&g&R1&R2&R3&R4&R5&R6&R7). exists x. split; auto. exists g.
    split; [apply (f_inj _ _ _ _ _ _ R1)|]. split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|].
    intros p q Hpq. exact (R7 p q Hpq).
  Qed.

  Lemma raised_to_at c k d dearest : nth d (raised_to c k dearest) 0 = nth d dearest 0 \/
    d = c /\ nth d (raised_to c k dearest) 0 = Nat.max (nth d dearest 0) k.
  Proof.
    revert c d. induction dearest as [|x l IH]; intros [|c] [|d]; cbn; auto.
    destruct (IH c d) as [E|[-> E]]; auto.
  Qed.
  Lemma closest_spec cols news d room x bound :
    (forall c z, In z (nth c cols []) \/ In z news -> is_single z) -> In x (copies cols news d room) -> closest cols news d bound <= length (snd (fst x)).
  Proof.
    destruct d as [[u v] i]. unfold copies, closest. intros Si I. rewrite !nth_of_nth in *.
    eapply (fold_under _ (fun bound order => least_by order _ news _ _ bound)
      (fun r : copy_found => length (snd (fst r))) 0) in I.
    - destruct I as [[]|[_ I]]. apply I.
    - intros. apply least_by_down.
    - intros l order r Hr. exact (least_by_spec _ _ _ _ _ _ _ _ (Si _) Hr).
  Qed.
  Lemma find_first p n r : find p (seq 0 n) = Some r -> p r = true /\ r < n /\ forall s, s < n -> p s = true -> r <= s.
  Proof.
    assert (G : forall n k r, find p (seq k n) = Some r -> p r = true /\ r < k + n /\ forall s, k <= s -> s < k + n ->
      p s = true -> r <= s).
    { clear. induction n as [|n IH]; cbn [seq find]; intros k r E; [discriminate|]. destruct (p k) eqn:P.
      - inversion E; subst. repeat split; auto; lia.
      - destruct (IH _ _ E) as (P1&P2&P3). repeat split; auto; [lia|]. intros s L1 L2 Ps.
        destruct (Nat.eq_dec s k) as [->|]; [congruence|]. apply P3; auto; lia. }
    intros E. destruct (G n 0 r E) as (P1&P2&P3). repeat split; auto. intros s L P. apply P3; auto; lia.
  Qed.
  Lemma find_exists n p s : s < n -> p s = true -> exists r, find p (seq 0 n) = Some r.
  Proof.
    intros L P. destruct (find p (seq 0 n)) as [r|] eqn:E; eauto.
    rewrite (find_none _ _ E s) in P; [discriminate|]. apply in_seq. lia.
  Qed.
  Lemma first_of_spec i : i < length rules -> colour_at (first_of (colour_at i)) = colour_at i /\
    forall s, s < length rules -> colour_at s = colour_at i -> first_of (colour_at i) <= s.
  Proof.
    intros L. unfold first_of. destruct (find_exists (length rules) (fun r => Nat.eqb (colour_at r) (colour_at i)) i L)
      as (r&E); [apply Nat.eqb_refl|]. rewrite E. apply find_first in E. destruct E as (E1&_&E2). apply Nat.eqb_eq in
        E1.
    split; auto. intros s Ls Es. apply E2; auto. now apply Nat.eqb_eq.
  Qed.
  Lemma plan_free x y r : joined Ns x y r -> x <> y /\ (forall c, ~ joined B x y c) /\ r < length rules.
  Proof. apply (g_free _ _ _ (p_good _ _ _ _ _ plan)). Qed.

  Lemma needs_spec f m L N most news : knows f m L N most -> news = map fresh_spot (seq m (length news)) ->
    m + length news <= width -> news_most <= length news -> forall asked dearest met,
    (forall d, In d asked -> asks f m d) -> cheap f N dearest ->
    let cols := spots_of (map (at_place L) (seq 0 m)) in
    (forall x, In x met -> asks f m (fst x)) ->
    exists dearest' met', needs cols news asked most dearest met = Some (dearest', met') /\
      cheap f N dearest' /\ forall x, In x met' -> asks f m (fst x).
  Proof.
    intros K En Lw Ln. induction asked as [|d asked IH]; intros dearest met As Ch cols Fm; cbn [needs]; [eauto|].
    set (c := colour_at (snd d)). assert (Ad : asks f m d) by (apply As; now left).
    assert (Hc : In c colours).
    { destruct d as [[u v] i]. destruct Ad as (_&_&_&c'&G&E&_). apply colours_all. cbn. apply nth_error_Some.
      congruence. }
    pose proof (others_room f m L N most c dearest K Hc Ch) as Ro.
    destruct (Nat.ltb_spec most (others c dearest)) as [|_]; [lia|].
    assert (Lr : length (rest_of f N c) <= most - others c dearest) by lia.
    destruct (copies_spec f m L N most news d c _ K Ad eq_refl Hc En Lw Ln Lr) as (x&Hx&g&G1&G2&G3&G4&_).
    fold cols in Hx. apply closest_spec with (bound := S (most - others c dearest)) in Hx.
    2: { intros e z [Iz|Iz]; [|rewrite En in Iz; apply in_map_iff in Iz; destruct Iz as (j&<-&_); now exists j].
         unfold cols, spots_of in Iz. destruct (nth_in_or_default e (map (fun c => map (spot_of c)
           (map (at_place L) (seq 0 m))) colours) []) as [I|I]; [|rewrite I in Iz; destruct Iz].
         apply in_map_iff in I. destruct I as (e'&I&_). rewrite <- I in Iz. apply in_map_iff in Iz.
         destruct Iz as (p&<-&Ip). apply in_map_iff in Ip. destruct Ip as (j&<-&_). exists j. unfold at_place.
         now destruct (with_pairs_same L (fresh_place j)) as [_ E]. }
    set (k := closest cols news d (S (most - others c dearest))) in *.
    pose proof (NoDup_incl_length G3 G4) as Lx. unfold real in Lx. rewrite map_length in Lx.
    destruct (Nat.ltb_spec (most - others c dearest) k) as [|_]; [lia|]. apply IH.
    - intros e He. apply As. now right.
    - intros e He. destruct (raised_to_at c k e dearest) as [->|[-> ->]]; auto. apply Nat.max_lub; auto. lia.
    - destruct (Nat.eqb k 0); [exact Fm|]. intros y [<-|Hy]; auto.
  Qed.

  Lemma raise_length u v l N : length (raise u v l N) = length N.
  Proof. apply map_length. Qed.
  Lemma raise_images f u v l N : images f (raise u v l N) = images f N.
  Proof.
    unfold images, raise. rewrite map_map. apply map_ext. intros [[x y] r]. cbn [fst snd].
    destruct (Nat.eqb_spec x u), (Nat.eqb_spec y v); cbn; subst; auto.
  Qed.
  Lemma is_early_spec N i x y : is_early N i x y = true -> exists u v r, In (u, v, r) N /\ r <= i /\
    colour_at r = colour_at i /\ (u = x /\ v = y \/ u = y /\ v = x).
  Proof.
    unfold is_early. rewrite any_spec. intros ([[u v] r]&I&K). rewrite !and_true, Nat.leb_le, Nat.eqb_eq in K.
    destruct K as [[K1 K2] K3]. exists u, v, r. repeat split; auto.
    destruct (Nat.eqb_spec u x), (Nat.eqb_spec v y), (Nat.eqb_spec u y), (Nat.eqb_spec v x); auto; discriminate.
  Qed.
  Lemma disorder_spec f m L N most i im : knows f m L N most -> is_disorder N i im = true ->
    exists c G u v r s, nth_error rules i = Some (c, G) /\ In (u, v, r) N /\ r <= i /\ colour_at r = colour_at i /\
      in_copy im G u v = true /\ joined Ns (f u) (f v) s /\ colour_at s = colour_at i /\ i < s.
  Proof.
    intros K. unfold is_disorder. destruct (nth_error rules i) as [[c G]|] eqn:E; [|discriminate].
    rewrite !and_true, every_spec, any_spec. intros [[[Di Be] Ev] ([p q]&Hpq&Ea)]. cbn [fst snd] in Ea.
    assert (Ec : colour_at i = c) by (unfold Plans.colour_at; now rewrite nth_of_nth, (nth_error_nth _ _ _ E)).
    assert (Ev' : forall a b, In (a, b) G -> (exists u v r, In (u, v, r) N /\ r <= i /\ colour_at r = c /\
      (u = apply_map im a /\ v = apply_map im b \/ u = apply_map im b /\ v = apply_map im a)) \/
      joined H (apply_map im a) (apply_map im b) c).
    { intros a b Hab. specialize (Ev (a, b) Hab). cbn [fst snd] in Ev.
      destruct (is_early N i (apply_map im a) (apply_map im b)) eqn:Ie; [|right; now apply joinedb_spec].
      left. apply is_early_spec in Ie. destruct Ie as (u&v&r&I1&I2&I3&I4). exists u, v, r. repeat split; auto.
        congruence. }
    assert (Lm : forall a, In a (vertices G) -> apply_map im a < m).
    { intros a Ha. apply of_vertices in Ha.
      assert (Q : forall a b, In (a, b) G -> apply_map im a < m /\ apply_map im b < m).
      { intros x y Hxy. destruct (Ev' x y Hxy) as [(u&v&r&I1&_&_&I4)|J].
        - destruct (k_pairs _ _ _ _ _ K _ _ _ I1) as (L1&L2&_). destruct I4 as [[<- <-]|[<- <-]]; auto.
        - apply (k_H _ _ _ _ _ K) in J. tauto. }
      destruct Ha as (b&[Ha|Ha]); apply Q in Ha; tauto. }
    destruct (g_two _ _ _ (p_good _ _ _ _ _ plan) i c G (fun a => f (apply_map im a)) E) as (a&b&s&H1&H2&H3&H4).
    - intros a b Ha Hb Q. apply (k_inj _ _ _ _ _ K) in Q; auto.
      apply (distinct_injective im (vertices G) Di) in Q; auto. now apply below_spec.
    - intros a b Hab. apply joined_both. destruct (Ev' a b Hab) as [(u&v&r&I1&_&I3&I4)|J].
      + left. destruct (k_pairs _ _ _ _ _ K _ _ _ I1) as (_&_&_&s&Js&Es&_). exists s. split; [|congruence].
        destruct I4 as [[<- <-]|[<- <-]]; auto using joined_sym.
      + right. now apply (k_H _ _ _ _ _ K).
    - apply is_early_spec in Ea. destruct Ea as (u&v&r&I1&_&I3&I4).
      destruct (k_pairs _ _ _ _ _ K _ _ _ I1) as (_&_&_&s&Js&Es&_). exists p, q, s. split; auto. split; [|congruence].
      destruct I4 as [[<- <-]|[<- <-]]; auto using joined_sym.
    - destruct (Ev' a b H1) as [(u&v&r&I1&I2&I3&I4)|J].
      + exists c, G, u, v, r, s. repeat split; auto; try congruence.
        * unfold in_copy. apply any_spec. exists (a, b). split; auto. cbn [fst snd].
          destruct I4 as [[<- <-]|[<- <-]]; rewrite !Nat.eqb_refl; auto.
          now destruct (Nat.eqb u v &&& Nat.eqb v u).
        * destruct I4 as [[-> ->]|[-> ->]]; auto using joined_sym.
      + exfalso. apply (k_H _ _ _ _ _ K) in J. destruct J as (_&_&J). now apply (plan_free _ _ _ H2) in J.
  Qed.
  Lemma later_spec i s : s < length rules -> i < s -> colour_at s = colour_at i ->
    exists l, later i = Some l /\ l <= s /\ i < l /\ colour_at l = colour_at i.
  Proof.
    intros L1 L2 E. unfold later.
    destruct (find_exists (length rules) (fun r => Nat.ltb i r &&& Nat.eqb (colour_at r) (colour_at i)) s L1) as (l&El).
    { rewrite and_true, Nat.ltb_lt, Nat.eqb_eq. auto. }
    exists l. split; auto. apply find_first in El. rewrite and_true, Nat.ltb_lt, Nat.eqb_eq in El.
    destruct El as ([E1 E2]&_&E3). repeat split; auto. apply E3; auto. rewrite and_true, Nat.ltb_lt, Nat.eqb_eq. auto.
  Qed.
  Lemma asks_forced f m u v s j : joined Ns (f u) (f v) s -> j < s -> u < m -> v < m -> asks f m (u, v, j).
  Proof.
    intros J L Lu Lv. destruct (plan_free _ _ _ J) as (D&_&Ls). split; auto. split; auto. split; [congruence|].
    destruct (nth_error rules j) as [[c G]|] eqn:E; [|apply nth_error_None in E; lia]. exists c, G. split; auto.
    apply (g_one _ _ _ (p_good _ _ _ _ _ plan) _ _ _ J j c G L E).
  Qed.

  Hypothesis stops : forall f m L N most, knows f m L N most -> stop N most = true.
  Theorem search_complete fuel : forall f m L N fresh asked most news, knows f m L N most ->
    (forall d, In d asked -> asks f m d) -> news = map fresh_spot (seq m (length news)) -> m + length news = width ->
    search fuel m (map (at_place L) (seq 0 m)) news N fresh asked most = true.
  Proof.
    induction fuel as [|fuel IH]; intros f m L N fresh asked most news K As En Ew; cbn [search]; auto.
    destruct (Nat.ltb_spec width (m + news_most)) as [|Ln']; auto. assert (Ln : news_most <= length news) by lia.
    destruct (needs_spec f m L N most news K En ltac:(lia) Ln asked (map (fun _ => 0) colours) []) as
    (dearest&met&->&Ch&Fm); auto.
    { intros c Hc. assert (Z : forall l k, nth k (map (fun _ : nat => 0) l) 0 = 0).
      { induction l as [|y l IHl]; intros [|k]; cbn; auto. }
      rewrite Z. lia. }
    { intros x []. }
    destruct (disorder (spots_of (map (at_place L) (seq 0 m))) N fresh) as [[i im]|].
    - destruct (is_disorder N i im) eqn:Di; auto.
      destruct (disorder_spec _ _ _ _ _ _ _ K Di) as (c&G&u&v&r&s&E&I&Lr&Ec&Ic&J&Es&Ls).
      destruct (plan_free _ _ _ J) as (_&_&Lsr). destruct (later_spec i s Lsr Ls Es) as (l&->&Ll&Li&El).
      rewrite E. apply any_spec. exists (u, v, r). split; auto.
      destruct (Nat.leb_spec r i) as [_|]; [|lia]. rewrite Ec, Nat.eqb_refl, Ic.
      destruct (k_pairs _ _ _ _ _ K _ _ _ I) as (Lu&Lv&Jl&_).
      apply (IH f); auto.
      + constructor; try apply K; rewrite ?raise_images, ?raise_length; try apply K.
        intros x y q Hq. unfold raise in Hq. apply in_map_iff in Hq. destruct Hq as ([[x' y'] q']&Q&Hq). cbn [fst snd]
          in Q.
        destruct (Nat.eqb_spec x' u), (Nat.eqb_spec y' v); inversion Q; subst;
          try (apply (k_pairs _ _ _ _ _ K _ _ _ Hq)).
        repeat split; auto; [rewrite El, <- Ec; exact Jl|]. exists s. repeat split; auto. congruence.
      + intros d Hd. apply in_app_or in Hd. destruct Hd as [Hd|Hd]; apply in_map_iff in Hd.
        2: { destruct Hd as (x&<-&Hx). now apply Fm. }
        destruct Hd as (j&<-&Hj). apply last_ones_in, in_seq in Hj. apply asks_forced with s; auto. lia.
    - unfold dearest_of. destruct (fold_left _ met None) as [[d k0]|] eqn:Ed; [|eapply stops; exact K].
      assert (Hd : In (d, k0) met).
      { revert Ed. assert (G : forall l best, (forall b, best = Some b -> In b met) -> incl l met ->
          fold_left (fun best x => match best with None => Some x | Some b =>
            if Nat.ltb (snd b) (snd x) then Some x else best end) l best = Some (d, k0) ->
          In (d, k0) met).
        { clear. induction l as [|y l IHl]; cbn [fold_left]; intros best Hb Hl E; auto. revert E. apply IHl.
          - destruct best as [b|]; [|intros ? [= <-]; apply Hl; now left].
            destruct (Nat.ltb _ _); [intros ? [= <-]; apply Hl; now left|auto].
          - intros z Hz. apply Hl. now right. }
        apply G; [discriminate|apply incl_refl]. }
      pose proof (Fm _ Hd) as Ad. cbn [fst] in Ad. destruct d as [[u v] i]. cbn [fst snd] in *.
      assert (Li : i < length rules).
      { destruct Ad as (_&_&_&c'&G&E&_). apply nth_error_Some. congruence. }
      set (c := colour_at i) in *. assert (Hc : In c colours) by (now apply colours_all).
      pose proof (others_room f m L N most c dearest K Hc Ch) as Ro.
      destruct (copies_spec f m L N most news (u, v, i) c (most - others c dearest) K Ad eq_refl Hc En ltac:(lia) Ln
        ltac:(lia)) as ([[fr lack0] im0]&Hx&g&G1&G2&G3'&G4'&G5&G6').
      cbn [fst snd] in *. set (cs := copies _ news (u, v, i) (most - others c dearest)) in *.
      pose proof (NoDup_incl_length G3' G4') as Lk0. unfold real in Lk0. rewrite map_length in Lk0.
      assert (Hx' : In (fr, lack0, im0) (filter (fun x : copy_found => Nat.leb (length (snd (fst x))) (most - others c
        dearest)) cs)).
      { apply filter_In. split; auto. cbn [fst snd]. apply Nat.leb_le. lia. }
      destruct (different_spec _ _ Hx') as ([[fr' lack] im]&Hin&Al).
      assert (X : fr' = fr /\ NoDup (real g lack) /\ incl (real g lack) (rest_of f N c) /\
        forall a b, In (a, b) lack -> a < m + fr /\ b < m + fr /\ a <> b).
      { destruct Al as [Q|Al]; [inversion Q; subst; auto|]. unfold is_alike in Al. cbn [fst snd] in Al.
        rewrite !and_true, !Nat.eqb_eq in Al. destruct Al as [[[<- Al] A1] A2].
        destruct (are_within_spec g _ _ A1) as [I1 _]. destruct (are_within_spec g _ _ A2) as [I2 O2].
        split; auto. split; [|split].
        - apply (NoDup_incl_NoDup (l := real g lack0)); auto. unfold real. rewrite !map_length. lia.
        - intros z Hz. apply G4', I2, Hz.
        - intros a b Hab. destruct (O2 a b Hab) as [Q|Q]; destruct (G6' _ _ Q) as (?&?&?); auto. }
      destruct X as (->&G3&G4&G6). apply any_spec. exists (fr, lack, im). split; [exact Hin|].
      pose proof (NoDup_incl_length G3 G4) as Lk. unfold real in Lk. rewrite map_length in Lk.
      destruct (Nat.leb_spec (length lack) (most - others c dearest)) as [_|]; [|lia].
      destruct (first_of_spec i Li) as [Fo1 Fo2]. fold c in Fo1, Fo2. set (r := first_of c) in *.
      set (M := map (fun e => (e, c)) lack : board).
      assert (Js : forall a b, In (a, b) lack -> exists s, joined Ns (g a) (g b) s /\ colour_at s = c /\ r <= s /\
        ~ In (norm (g a) (g b)) (images f N)).
      { intros a b Hab. assert (X : In (norm (g a) (g b)) (rest_of f N c)).
        { apply G4. unfold real. apply in_map_iff. exists (a, b). auto. }
        unfold rest_of, normed in X. apply in_map_iff in X. destruct X as ([[x y] s]&X1&X2). cbn [fst snd] in X1.
        apply filter_In in X2. destruct X2 as [X2 X3]. apply filter_In in X2. destruct X2 as [X2 X4].
        cbn [snd] in X3. apply Nat.eqb_eq in X3. unfold unknown in X4. cbn [fst snd] in X4. rewrite X1 in X4.
        assert (J : joined Ns (g a) (g b) s) by (apply joined_norm with x y; auto; now left).
        exists s. repeat split; auto.
        - apply Fo2; auto. now apply (plan_free _ _ _ J).
        - destruct (in_dec _ _ _); [discriminate|auto]. }
      assert (Ei : images g N = images f N).
      { apply map_ext_in. intros [[x y] q] Hq. cbn [fst snd]. destruct (k_pairs _ _ _ _ _ K _ _ _ Hq) as (L1&L2&_).
        now rewrite !G2. }
      assert (Ei' : images g (map (fun e => (e, r)) lack) = real g lack) by (unfold images, real; now rewrite map_map).
      assert (Eo : map (with_pairs M) (map (at_place L) (seq 0 m) ++ map place_of (firstn fr news)) =
        map (at_place (L ++ M)) (seq 0 (m + fr))).
      { rewrite seq_app, !map_app, !map_map. f_equal.
        - apply map_ext. intros x. unfold at_place, with_pairs. now rewrite fold_left_app.
        - rewrite En. assert (Lf : fr <= length news) by lia.
          replace (length news) with (fr + (length news - fr)) by lia.
          rewrite seq_app, map_app, firstn_app, map_length, seq_length, Nat.sub_diag, firstn_all2
            by (rewrite map_length, seq_length; auto). cbn [firstn Nat.add]. rewrite app_nil_r, map_map.
          apply map_ext_in. intros x Hy. apply in_seq in Hy.
          assert (Ep : at_place L x = fresh_place x).
          { apply with_pairs_other. intros a b e Hab. apply (k_inside _ _ _ _ _ K) in Hab. lia. }
          unfold at_place, with_pairs in *. rewrite fold_left_app, Ep. reflexivity. }
      match goal with |- search _ _ ?o _ _ _ _ _ = true => change o with
        (map (with_pairs M) (map (at_place L) (seq 0 m) ++ map place_of (firstn fr news))) end. rewrite Eo.
      assert (Es : skipn fr news = map fresh_spot (seq (m + fr) (length news - fr))).
      { rewrite En at 1. assert (Lf : fr <= length news) by lia.
        replace (length news) with (fr + (length news - fr)) at 1 by lia.
        rewrite seq_app, map_app, skipn_app, map_length, seq_length, Nat.sub_diag, skipn_all2
          by (rewrite map_length, seq_length; auto). reflexivity. }
      apply (IH g).
      + constructor.
        * exact G1.
        * intros x y e Hy. apply in_app_or in Hy. destruct Hy as [Hy|Hy].
          -- apply (k_inside _ _ _ _ _ K) in Hy. lia.
          -- unfold M in Hy. apply in_map_iff in Hy. destruct Hy as ([a b]&Q&Hab). inversion Q; subst.
             destruct (G6 _ _ Hab) as (?&?&_). auto.
        * intros x y e J. destruct (k_own _ _ _ _ _ K _ _ _ J) as (i'&j'&Jl&E1&E2). exists i', j'.
          assert (i' < m /\ j' < m) by (destruct Jl as [Q|Q]; apply (k_inside _ _ _ _ _ K) in Q; tauto).
          rewrite !G2 by tauto. split; auto. destruct Jl; [left|right]; apply in_or_app; auto.
        * intros x y q Hq. apply in_app_or in Hq. destruct Hq as [Hq|Hq].
          -- apply in_map_iff in Hq. destruct Hq as ([a b]&Q&Hab). inversion Q; subst. destruct (G6 _ _ Hab) as (?&?&_).
             rewrite Fo1. split; auto. split; auto. split.
             ++ left. apply in_or_app. right. unfold M. apply in_map_iff. exists (x, y). auto.
             ++ destruct (Js _ _ Hab) as (s&J1&J2&J3&_). eauto.
          -- destruct (k_pairs _ _ _ _ _ K _ _ _ Hq) as (L1&L2&Jl&X). rewrite !G2 by auto. split; [lia|]. split; [lia|].
             split; auto. destruct Jl; [left|right]; apply in_or_app; auto.
        * intros i' j' e Jl X. unfold images. rewrite map_app. fold (images g (map (fun e => (e, r)) lack)) (images g
          N).
          apply in_or_app. assert (Cs : joined L i' j' e \/ joined M i' j' e).
          { destruct Jl as [Jl|Jl]; apply in_app_or in Jl; destruct Jl as [Jl|Jl]; [left|right|left|right]; (now left)
            || now right. }
          destruct Cs as [Cs|Cs].
          -- right. assert (i' < m /\ j' < m) by (destruct Cs as [Q|Q]; apply (k_inside _ _ _ _ _ K) in Q; tauto).
             rewrite Ei. rewrite !G2 in * by tauto. now apply (k_open _ _ _ _ _ K) with e.
          -- left. rewrite Ei'. unfold real. apply in_map_iff. unfold M in Cs.
             destruct Cs as [Cs|Cs]; apply in_map_iff in Cs; destruct Cs as ([a b]&Q&Hab); inversion Q; subst;
               eexists; (split; [|exact Hab]); cbn; auto using norm_sym.
        * unfold images. rewrite map_app. fold (images g (map (fun e => (e, r)) lack)) (images g N). rewrite Ei, Ei'.
          apply nodup_app; auto; [apply K|]. intros x Hy. unfold real in Hy. apply in_map_iff in Hy.
          destruct Hy as ([a b]&<-&Hab). now destruct (Js _ _ Hab) as (s&_&_&_&X).
        * rewrite app_length, map_length. pose proof (k_count _ _ _ _ _ K). lia.
        * intros x y e Jh. destruct (k_H _ _ _ _ _ K _ _ _ Jh) as (L1&L2&Jb). rewrite !G2 by auto. split; [lia|]. split;
          [lia|auto].
      + intros d Hq. apply in_app_or in Hq. destruct Hq as [Hq|Hq].
        * apply in_flat_map in Hq. destruct Hq as ([a b]&Hab&Hq). apply in_map_iff in Hq. destruct Hq as (j&<-&Hj).
          apply last_ones_in, in_seq in Hj. destruct (Js _ _ Hab) as (s&J1&J2&J3&_). destruct (G6 _ _ Hab) as (La&Lb&_).
          apply asks_forced with s; auto. lia.
        * apply filter_In in Hq. destruct Hq as [Hq _]. apply in_map_iff in Hq. destruct Hq as (x&<-&Hq).
          pose proof (Fm _ Hq) as A2. destruct (fst x) as [[u' v'] i']. destruct A2 as (L1&L2&L3&L4).
          split; [lia|]. split; [lia|]. split; auto. now rewrite !G2 by auto.
      + rewrite Es, map_length, seq_length. reflexivity.
      + rewrite Es, map_length, seq_length. lia.
  Qed.
End Search.
