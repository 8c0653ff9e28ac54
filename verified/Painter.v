(** Painter's certificates. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies Recolour Held Search.

(** * Checks of maps *)
Definition joinedb (P : board) (u v c : nat) : bool :=
  any (fun e => Nat.eqb (snd e) c &&&
                (if Nat.eqb (fst (fst e)) u &&& Nat.eqb (snd (fst e)) v then true
                 else Nat.eqb (fst (fst e)) v &&& Nat.eqb (snd (fst e)) u)) P.
Lemma joinedb_spec P u v c : joinedb P u v c = true <-> joined P u v c.
Proof.
  unfold joinedb, joined. rewrite any_spec. split.
  - intros ([[x y] d]&H&K). cbn in K. rewrite and_true, Nat.eqb_eq in K. destruct K as [-> K].
    destruct (Nat.eqb_spec x u) as [E1|E1], (Nat.eqb_spec y v) as [E2|E2], (Nat.eqb_spec x v) as [E3|E3],
      (Nat.eqb_spec y u) as [E4|E4]; try discriminate; subst; auto.
  - intros [H|H]; eexists; (split; [exact H|]); cbn; rewrite !Nat.eqb_refl; auto.
    destruct (Nat.eqb v u); auto. destruct (Nat.eqb u v); auto.
Qed.
Lemma distinct_injective m l : distinct m = true -> (forall a, In a l -> a < length m) -> injective_on l (apply_map m).
Proof.
  intros D L a b Ha Hb E. apply distinct_spec in D. rewrite (NoDup_nth m 0) in D. apply D; auto.
Qed.
Definition below (k : nat) (l : list nat) : bool := every (fun a => Nat.ltb a k) l.
Lemma below_spec k l : below k l = true -> forall a, In a l -> a < k.
Proof. unfold below. rewrite every_spec. intros H a Ha. now apply Nat.ltb_lt, H. Qed.

Definition embedsb (m : list nat) (P Q : board) : bool :=
  distinct m &&& below (length m) (touched P)
  &&& every (fun e => joinedb Q (apply_map m (fst (fst e))) (apply_map m (snd (fst e))) (snd e)) P.
Lemma embedsb_spec m P Q : embedsb m P Q = true -> embeds (apply_map m) P Q.
Proof.
  unfold embedsb. rewrite !and_true, every_spec. intros [[D B] E]. split.
  - apply distinct_injective; [exact D|now apply below_spec].
  - intros u v c H. apply joinedb_spec. exact (E _ H).
Qed.

Section Targets.
  Variable targets : list graph.
  Notation builder_wins := (builder_wins targets).
  Notation coloured := (coloured targets).
  Hypothesis planned : every is_planned targets = true.
  Hypothesis two : 2 <= length targets.

  (** The targets with the orders of their vertices, which are found once. *)
  Definition prepared : list (graph * plan) := map (fun H => (H, plan_of H)) targets.
  Definition colours : list nat := seq 0 (length targets).

  Section Computed.
    (** The same as [prepared], computed. *)
    Variable T : list (graph * plan).
    (** The same as [exchanges], computed. *)
    Variable renamings : list (list nat).
    Definition nothing : graph * plan := ([], Plan [] []).
    Definition plan_at (c : nat) : plan := snd (nth c T nothing).

    (** ** What is computed once for a position *)
    Definition boards := list (list (list place_of)).
    Definition changing (bs : list N) (all : N) (n m : nat) (free : list N) (own : list N) (x t : nat) : list N :=
      if Nat.leb (length (fst (nth x T nothing))) t then free
      else both_ways bs (lower (plan_at x) (zip bs own free) n m all (t - 1)).
    Definition boards_at (bs : list N) (all : N) (n m : nat) (owns : list (list N)) (free : list N) (x t : nat) : list
      (list place_of) :=
      let e := changing bs all n m free (nth x owns []) x t in map (fun own => zip bs own e) owns.
    Definition holds_at (all : N) (x : nat) (Vs : list (list place_of)) (budget : nat) : bool :=
      every (fun y => if Nat.eqb y x then true else negb (whole (plan_at y) (nth y Vs []) all budget)) colours.
    (** For each t, and for each colour, its edges and the pairs that may be missing, if the strategy x holds. *)
    Fixpoint held_boards (bs : list N) (all : N) (n m : nat) (owns : list (list N)) (free : list N) (x : nat) (ts :
      list nat)
        (budget : nat) : option boards :=
      match ts with
      | [] => Some []
      | t :: ts =>
          let Vs := boards_at bs all n m owns free x t in
          if holds_at all x Vs budget then
            match held_boards bs all n m owns free x ts (pred budget) with Some b => Some (Vs :: b) | None => None end
          else None
      end.
    Definition at_vertex (V : list place_of) (u : nat) : place_of := nth u V (0, 0, 0)%N.
    Fixpoint holds_with (all : N) (u v c : nat) (b : boards) (budget : nat) : bool :=
      match b with
      | [] => true
      | Vs :: b =>
          let V := nth c Vs [] in
          if through (plan_at c) V (at_vertex V u) (at_vertex V v) all budget then false
          else holds_with all u v c b (pred budget)
      end.
    Definition completes (V : list place_of) (all : N) (u v c : nat) : bool :=
      through (plan_at c) V (at_vertex V u) (at_vertex V v) all 0.

    (** The pairs that Builder may draw. *)
    Definition is_free (P : board) (u v : nat) : bool :=
      every (fun e => let '(a, b, _) := e in
        if Nat.eqb a u &&& Nat.eqb b v then false else negb (Nat.eqb a v &&& Nat.eqb b u)) P.
    Definition usual_pairs (n : nat) (P : board) : list (nat * nat) :=
      filter (fun e => is_free P (fst e) (snd e)) (flat_map (fun v => map (fun u => (u, v)) (seq 0 v)) (seq 0 n))
      ++ map (fun u => (u, n)) (seq 0 n) ++ [(n, S n)].

    (** ** Positions judged by themselves *)
    (** Some strategy holds for r rounds. *)
    Definition is_held (r n : nat) (P : board) : bool :=
      let m := n + 2 * r in
      let bs := bits m in
      let all := full m in
      let free := free_rows m P in
      let owns := map (own_rows m P) colours in
      any (fun x => match held_boards bs all n m owns free x (seq 1 r) r with Some _ => true | None => false end)
        colours.
    Definition plain_boards (m : nat) (P : board) : list (list place_of) :=
      let bs := bits m in
      let none := repeat 0%N m in
      map (fun c => zip bs (own_rows m P c) none) colours.

    (** Whether Painter has an answer to each pair, after which he survives r rounds: by a strategy that holds before,
        or as [lead] says, or by itself, in which all pairs are tried with up to [tried] rounds left. Strategies are
        looked for with up to [simple] rounds left. *)
    Fixpoint follows (simple tried : nat) (fuel : nat) (lead : board -> bool) (r n : nat) (P : board) : bool :=
      let k := if Nat.leb r simple then r else 0 in
      let m := n + 2 + 2 * k in
      let bs := bits m in
      let all := full m in
      let free := free_rows m P in
      let owns := map (own_rows m P) colours in
      let plain := plain_boards m P in
      let by_colour := map (fun x => if Nat.eqb k r then held_boards bs all n m owns free x (seq 1 r) r else None)
        colours in
      every (fun e => let (u, v) := e : nat * nat in
        let open := filter (fun c => negb (completes (nth c plain []) all u v c)) colours in
        if any (fun c => any (fun x => if Nat.eqb x c then false else
                           match nth x by_colour None with
                           | Some b => holds_with all u v c b r
                           | None => false
                           end) colours) open then true
        else if any (fun c => lead ((u, v, c) :: P)) open then true
        else any (fun c =>
               let Q := (u, v, c) :: P in
               let n := Nat.max n (S v) in
               if match fuel, r with
                  | S fuel, S r => if Nat.ltb r tried then follows simple tried fuel (fun _ => false) r n Q else false
                  | _, _ => false
                  end then true
               (* With two colours nothing else is found where all pairs are tried. *)
               else if Nat.leb r tried &&& Nat.eqb (length targets) 2 then false else is_held r n Q) open)
        (usual_pairs n P).

    (** ** Entries *)
    Definition table := PositiveMap.t board.
    Definition leads (t : table) (find : board -> option (N * list nat)) (P : board) : bool :=
      any (fun s =>
        let P := recoloured s P in
        match find P with
        | Some (i, m) => match PositiveMap.find (N.succ_pos i) t with Some Q => embedsb m P Q | None => false end
        | None => false
        end) renamings.
    (** With r rounds left after the next. *)
    Definition entry_follows (simple tried : nat) (t : table) (find : board -> option (N * list nat)) (r : nat) (P :
      board) : bool :=
      let n := size P in
      every (fun e => Nat.ltb (snd e) (length targets)) P
      &&& below n (touched P)
      &&& (let plain := plain_boards n P in every (fun c => negb (whole (plan_at c) (nth c plain []) (full n) 0))
        colours)
      &&& follows simple tried tried (leads t find) r n P.

    Definition add_all (l : list board) : table :=
      snd (fold_left (fun so_far P => let '(i, t) := so_far in (N.succ i, PositiveMap.add (N.succ_pos i) P t)) l
             (0%N, PositiveMap.empty board)).
    (** Levels, that with most edges first; r rounds are left after the moves from the first of them. *)
    Fixpoint check_levels (simple tried r : nat) (t : table) (find : board -> option (N * list nat)) (levels : list
      (list board)) : bool :=
      match levels with
      | [] => match PositiveMap.find (N.succ_pos 0) t with Some [] => true | _ => false end
      | level :: levels =>
          if each (entry_follows simple tried t find r) level
          then let index := index_of level in check_levels simple tried (S r) (add_all level) (find_entry index) levels
          else false
      end.
  End Computed.

  Definition check_painter (simple tried : nat) (levels : list (list board)) : bool :=
    let T := prepared in
    check_levels T (exchanges targets) simple tried 0 (PositiveMap.empty board) (fun _ => None) (rev_append levels []).

  (** * Proofs *)
  Lemma nth_prepared c H : nth_error targets c = Some H -> nth c prepared nothing = (H, plan_of H).
  Proof. intros E. apply nth_error_nth. exact (map_nth_error (fun H => (H, plan_of H)) c targets E). Qed.
  Lemma plan_spec c H : nth_error targets c = Some H -> plan_at prepared c = plan_of H.
  Proof. intros E. unfold plan_at. now rewrite (nth_prepared c H E). Qed.
  Lemma is_planned_spec c H : nth_error targets c = Some H -> is_planned H = true.
  Proof. intros E. rewrite every_spec in planned. apply planned. eapply nth_error_In; eauto. Qed.
  Lemma nth_colours {A} (g : nat -> A) c d : c < length targets -> nth c (map g colours) d = g c.
  Proof. apply nth_map_seq. Qed.
  Lemma target_at c : c < length targets -> exists H, nth_error targets c = Some H.
  Proof. intros L. destruct (nth_error targets c) eqn:E; eauto. apply nth_error_None in E. lia. Qed.
  Lemma in_colours c : In c colours <-> c < length targets.
  Proof. unfold colours. rewrite in_seq. lia. Qed.

  Lemma changing_spec n m P x t : x < length targets ->
    changing prepared (bits m) (full m) n m (free_rows m P) (own_rows m P x) x t = may_change targets n m P x t.
  Proof.
    intros L. destruct (target_at x L) as (H&E). unfold changing, may_change.
    now rewrite E, (plan_spec x H E), (nth_prepared x H E).
  Qed.
  Lemma boards_at_spec n m P x y t : x < length targets -> y < length targets ->
    nth y (boards_at prepared (bits m) (full m) n m (map (own_rows m P) colours) (free_rows m P) x t) [] =
    board_of targets n m P y x t.
  Proof.
    intros Lx Ly. unfold boards_at. rewrite (nth_colours (own_rows m P)) by exact Lx.
    rewrite map_map, nth_colours by exact Ly. rewrite changing_spec by exact Lx. reflexivity.
  Qed.
  Lemma holds_at_spec all x Vs budget : holds_at prepared all x Vs budget = true -> forall y H,
    nth_error targets y = Some H -> y <> x -> whole (plan_of H) (nth y Vs []) all budget = false.
  Proof.
    unfold holds_at. rewrite every_spec. intros K y H E D. specialize (K y). rewrite in_colours in K.
    assert (Ly : y < length targets) by (apply nth_error_Some; congruence). specialize (K Ly).
    destruct (Nat.eqb_spec y x); [tauto|]. rewrite (plan_spec y H E) in K. now apply negb_true_iff.
  Qed.
  Lemma held_boards_spec n m P x : x < length targets -> forall r t budget b,
    held_boards prepared (bits m) (full m) n m (map (own_rows m P) colours) (free_rows m P) x (seq t r) budget = Some b
      ->
    length b = r /\ forall i, i < r ->
      (forall y, y < length targets -> nth y (nth i b []) [] = board_of targets n m P y x (t + i)) /\
      forall y H, nth_error targets y = Some H -> y <> x ->
        whole (plan_of H) (board_of targets n m P y x (t + i)) (full m) (budget - i) = false.
  Proof.
    intros Lx. induction r as [|r IH]; cbn [seq held_boards]; intros t budget b K.
    - inversion K; subst. split; auto. intros i Hi. lia.
    - destruct (holds_at _ _ _ _ _) eqn:Hh; [|discriminate].
      destruct (held_boards _ _ _ _ _ _ _ _ _ _) as [b'|] eqn:E; [|discriminate]. inversion K; subst b. clear K.
      destruct (IH _ _ _ E) as [L S1]. split; [cbn; lia|]. intros [|i] Hi.
      + rewrite Nat.add_0_r, Nat.sub_0_r. cbn [nth]. split.
        * intros y Hy. now apply boards_at_spec.
        * intros y H Ey D. rewrite <- boards_at_spec; auto; [|apply nth_error_Some; congruence].
          eapply holds_at_spec; eauto.
      + cbn [nth]. replace (t + S i) with (S t + i) by lia. replace (budget - S i) with (pred budget - i) by lia.
        apply S1. lia.
  Qed.
  Lemma holds_with_spec all u v c H b : nth_error targets c = Some H -> forall budget,
    holds_with prepared all u v c b budget = true -> forall i, i < length b ->
    through (plan_of H) (nth c (nth i b []) []) (at_vertex (nth c (nth i b []) []) u) (at_vertex (nth c (nth i b [])
      []) v) all (budget - i) = false.
  Proof.
    intros E. induction b as [|Vs b IH]; cbn [holds_with length]; intros budget K i L; [lia|].
    rewrite (plan_spec c H E) in K. destruct (through _ _ _ _ _ _) eqn:Th; [discriminate|]. destruct i as [|i].
    - now rewrite Nat.sub_0_r.
    - cbn [nth]. replace (budget - S i) with (pred budget - i) by lia. apply IH; auto. lia.
  Qed.
  Lemma at_vertex_spec m own allow u : length own = m -> length allow = m -> u < m ->
    at_vertex (zip (bits m) own allow) u = vt own allow u.
  Proof. intros L1 L2 L. unfold at_vertex. apply nth_error_nth. now apply zip_spec. Qed.

  Lemma other_colour x : exists y, y < length targets /\ y <> x.
  Proof. destruct x; [exists 1|exists 0]; lia. Qed.

  Lemma is_free_spec P u v : is_free P u v = false -> exists c, joined P u v c.
  Proof.
    unfold is_free. induction P as [|[[a b] c] P IH]; cbn [every]; [discriminate|].
    assert (K : is_free P u v = false -> exists d, joined ((a, b, c) :: P) u v d).
    { intros K. destruct (IH K) as (d&[J|J]); exists d; [left|right]; now right. }
    destruct (Nat.eqb_spec a u), (Nat.eqb_spec b v), (Nat.eqb_spec a v), (Nat.eqb_spec b u); cbn; subst; auto;
      intros _; exists c; (left; now left) || (right; now left).
  Qed.
  Lemma usual_pairs_spec n P u v : usual n u v -> (forall c, ~ joined P u v c) -> In (u, v) (usual_pairs n P).
  Proof.
    intros U F. unfold usual_pairs. rewrite !in_app_iff. destruct U as [[L1 L2]|[[L1 ->]|[-> ->]]].
    - left. apply filter_In. split.
      + apply in_flat_map. exists v. split; [apply in_seq; lia|]. apply in_map_iff. exists u. split; auto. apply
        in_seq. lia.
      + cbn. destruct (is_free P u v) eqn:E; auto. apply is_free_spec in E. destruct E as (c&J). now apply F in J.
    - right; left. apply in_map_iff. exists u. split; auto. apply in_seq. lia.
    - right; right. now left.
  Qed.

  (** No copy before, none after. *)
  Lemma no_new_copy n m P u v c : (forall a, In a (touched P) -> a < n) -> n + 2 <= m -> usual n u v -> c < length
    targets ->
    (forall d H, nth_error targets d = Some H -> ~ copy H P d) ->
    completes prepared (nth c (plain_boards m P) []) (full m) u v c = false ->
    forall d H, nth_error targets d = Some H -> ~ copy H ((u, v, c) :: P) d.
  Proof.
    intros TP Lm U Lc NC K d H E. destruct (Nat.eq_dec d c) as [->|D].
    - intros C. pose proof (NC c H E) as NP. destruct (copy_forced H c P u v NP C) as [(f&a&b&I&Hab&Ea&Eb&J) _].
      unfold completes in K. rewrite (plan_spec c H E) in K. unfold plain_boards in K. rewrite nth_colours in K by auto.
      set (none := repeat 0%N m) in *.
      assert (Ln : length none = m) by apply repeat_length.
      assert (Lu : u < m /\ v < m) by (unfold usual in U; lia).
      rewrite !at_vertex_spec in K by (auto using own_length; tauto). subst u v.
      rewrite (through_complete m) with (D := []) (H := H) in K; auto; try discriminate.
      + intros i Hi. apply zip_spec; auto using own_length.
      + intros w Hw. apply of_vertices in Hw. destruct Hw as (w2&Hw).
        assert (Q : norm w w2 = norm a b \/ exists d, joined P (f w) (f w2) d).
        { destruct Hw as [Hw|Hw]; destruct (pair_dec (norm w w2) (norm a b)); eauto. right. exists c. apply joined_sym,
          J; auto.
          now rewrite norm_sym. }
        destruct Q as [Q|(d&Q)].
        * apply norm_inj in Q. destruct Q as [[-> _]|[-> _]]; tauto.
        * apply in_touched in Q. destruct Q as [Q _]. apply TP in Q. lia.
      + intros. now apply full_spec.
      + eapply is_planned_spec; eauto.
      + intros x y Hxy Nxy. specialize (J x y Hxy Nxy). assert (J2 := J). apply in_touched in J2.
        destruct J2 as [T1 T2]. apply TP in T1, T2.
        split; left; apply own_rows_spec; auto using joined_sym; lia.
    - intros (f&I&J). apply (NC d H E). exists f. split; auto. intros a b Hab.
      destruct (J a b Hab) as [[Q|Q]|[Q|Q]]; try (inversion Q; congruence); [left|right]; auto.
  Qed.
  Lemma none_spec m P c H : (forall a, In a (touched P) -> a < m) -> nth_error targets c = Some H ->
    whole (plan_at prepared c) (nth c (plain_boards m P) []) (full m) 0 = false -> ~ copy H P c.
  Proof.
    intros TP E K (f&I&J). assert (Lc : c < length targets) by (apply nth_error_Some; congruence).
    rewrite (plan_spec c H E) in K. unfold plain_boards in K. rewrite nth_colours in K by auto.
    assert (Fm : forall w, In w (vertices H) -> f w < m).
    { intros w Hw. apply of_vertices in Hw. destruct Hw as (w2&[Hw|Hw]); apply J in Hw; apply in_touched in Hw;
      destruct Hw as [T1 T2]; apply TP in T1, T2; lia. }
    rewrite (whole_complete m) with (D := []) (H := H) (f := f) (own := own_rows m P c) (allow := repeat 0%N m) in K;
      auto; try discriminate.
    - intros i Hi. apply zip_spec; auto using own_length, repeat_length.
    - intros. now apply full_spec.
    - eapply is_planned_spec; eauto.
    - intros x y Hxy. destruct (in_vertices _ _ _ Hxy). specialize (J x y Hxy).
      split; left; apply own_rows_spec; auto using joined_sym.
  Qed.

  Lemma coloured_cons u v c P : coloured P -> c < length targets -> coloured ((u, v, c) :: P).
  Proof. intros CP L a b d [E|Hd]; [now inversion E; subst|]. eapply CP; eauto. Qed.
  Lemma touched_cons n u v c P : (forall a, In a (touched P) -> a < n) -> forall a, In a (touched ((u, v, c) :: P)) ->
    a < Nat.max n (S (Nat.max u v)).
  Proof. intros TP a Ha. cbn in Ha. destruct Ha as [<-|[<-|Ha]]; [lia|lia|]. apply TP in Ha. lia. Qed.

  Lemma is_held_spec r n P : coloured P -> (forall a, In a (touched P) -> a < n) ->
    (forall c H, nth_error targets c = Some H -> ~ copy H P c) -> is_held prepared r n P = true -> ~ builder_wins r P.
  Proof.
    intros CP TP NC. assert (room : n <= n + 2 * r) by lia. unfold is_held. rewrite any_spec. intros (x&Hx&K). apply
      in_colours in Hx.
    destruct (held_boards _ _ _ _ _ _ _ _ _ _) as [b|] eqn:Eb; [|discriminate].
    destruct (held_boards_spec _ _ _ _ Hx _ _ _ _ Eb) as [_ S1].
    destruct (target_at x Hx) as (H&E). destruct (other_colour x) as (y&Hy&Dy).
    eapply (held_sound targets) with (x := x) (n := n) (n' := n) (m := n + 2 * r) (P := P) (extra := None) (other :=
      y); eauto.
    - apply is_planned_spec.
    - intros u v c. split; auto. intros [J|(a&b'&Q&_)]; [auto|discriminate].
    - intros a b' c Q. discriminate.
    - intros t z Hz L1 L2 Ez Dz. destruct (S1 (t - 1) ltac:(lia)) as [_ S2]. specialize (S2 z Hz Ez Dz).
      replace (1 + (t - 1)) with t in S2 by lia. replace (r - (t - 1)) with (r + 1 - t) in S2 by lia. exact S2.
    - intros t a b' z Hz _ _ Q. discriminate.
  Qed.

  Lemma follows_spec simple tried fuel : forall lead r n P, coloured P -> (forall a, In a (touched P) -> a < n) ->
    (forall c H, nth_error targets c = Some H -> ~ copy H P c) -> (forall Q, lead Q = true -> ~ builder_wins r Q) ->
    follows prepared simple tried fuel lead r n P = true -> ~ builder_wins (S r) P.
  Proof.
    induction fuel as [fuel IH] using (well_founded_induction Wf_nat.lt_wf). intros lead r n P CP TP NC LS K.
    assert (K' : exists k m, k <= r /\ m = n + 2 + 2 * k /\ every (fun e => let (u, v) := e : nat * nat in
        let open := filter (fun c => negb (completes prepared (nth c (plain_boards m P) []) (full m) u v c)) colours in
        if any (fun c => any (fun x => if Nat.eqb x c then false else
             match nth x (map (fun x => if Nat.eqb k r then held_boards prepared (bits m) (full m) n m (map (own_rows m
               P) colours)
                       (free_rows m P) x (seq 1 r) r else None) colours) None with
             | Some b => holds_with prepared (full m) u v c b r | None => false end) colours) open then true
        else if any (fun c => lead ((u, v, c) :: P)) open then true
        else any (fun c =>
               if match fuel, r with
                  | S fuel, S r => if Nat.ltb r tried then follows prepared simple tried fuel (fun _ => false) r
                    (Nat.max n (S v)) ((u, v, c) :: P) else false
                  | _, _ => false
                  end then true
               else if Nat.leb r tried &&& Nat.eqb (length targets) 2 then false
               else is_held prepared r (Nat.max n (S v)) ((u, v, c) :: P)) open) (usual_pairs n P) = true).
    { exists (if Nat.leb r simple then r else 0), (n + 2 + 2 * (if Nat.leb r simple then r else 0)).
      split; [destruct (Nat.leb r simple); lia|]. split; auto. destruct fuel; exact K. }
    clear K. destruct K' as (k&m&Lk&Em&K). assert (room : n <= m) by lia. rewrite every_spec in K.
    apply painter_step with n; auto. intros u v U F J.
    specialize (K (u, v) (usual_pairs_spec n P u v U F)). cbv beta iota zeta in K.
    set (open := filter _ colours) in K.
    assert (O : forall c, In c open -> c < length targets /\ coloured ((u, v, c) :: P)
                  /\ forall d H, nth_error targets d = Some H -> ~ copy H ((u, v, c) :: P) d).
    { intros c Hc. apply filter_In in Hc. destruct Hc as [Hc Cm]. apply in_colours in Hc. apply negb_true_iff in Cm.
      split; auto. split; [now apply coloured_cons|]. apply (no_new_copy n m); auto. lia. }
    assert (TC : forall c a, In a (touched ((u, v, c) :: P)) -> a < Nat.max n (S v)).
    { intros c a Ha. apply (touched_cons n) in Ha; auto. unfold usual in U. lia. }
    apply J. clear J. match type of K with (if ?b then _ else _) = true => destruct b eqn:A1 end.
    { clear K. apply any_spec in A1. destruct A1 as (c&Hc&A1). destruct (O c Hc) as (Lc&CC&NCC).
      apply any_spec in A1. destruct A1 as (x&Hx&A1). apply in_colours in Hx.
      destruct (Nat.eqb_spec x c) as [|D]; [discriminate|]. rewrite nth_colours in A1 by auto.
      destruct (Nat.eqb_spec k r) as [->|]; [|discriminate].
      destruct (held_boards _ _ _ _ _ _ _ _ _ _) as [b|] eqn:Eb; [|discriminate].
      destruct (held_boards_spec _ _ _ _ Hx _ _ _ _ Eb) as [Lb S1].
      destruct (target_at x Hx) as (H&E). destruct (other_colour x) as (y&Hy&Dy).
      exists c. split; auto.
      eapply (held_sound targets) with (x := x) (n := n) (n' := n + 2) (m := m) (P := P) (extra := Some (u, v, c))
        (other := y); eauto.
      - apply is_planned_spec.
      - intros a Ha. apply TC in Ha. unfold usual in U. lia.
      - lia.
      - lia.
      - intros a b' d. split.
        + intros [[Q|Q]|[Q|Q]]; [|left; now left| |left; now right]; right; exists u, v;
            (split; [congruence|]); [left|right]; split; congruence.
        + intros [[Q|Q]|(a'&b2&Q&Q2)]; [left; now right|right; now right|]. injection Q as <- <- <-.
          destruct Q2 as [[E1 E2]|[E1 E2]]; rewrite <- E1, <- E2; [left|right]; now left.
      - intros a b' d Q. injection Q as <- <- <-. unfold usual in U. repeat split; auto; lia.
      - intros t z Hz L1 L2 Ez Dz. destruct (S1 (t - 1) ltac:(lia)) as [_ S2]. specialize (S2 z Hz Ez Dz).
        replace (1 + (t - 1)) with t in S2 by lia. replace (r - (t - 1)) with (r + 1 - t) in S2 by lia. exact S2.
      - intros t a b' z Hz L1 L2 Q Ez. injection Q as <- <- <-.
        pose proof (holds_with_spec _ u v c Hz _ Ez _ A1 (t - 1)) as G. rewrite Lb in G. specialize (G ltac:(lia)).
        destruct (S1 (t - 1) ltac:(lia)) as [S2 _]. rewrite S2 in G by auto.
        unfold board_of in G. rewrite !at_vertex_spec in G by
          (auto using own_length, may_change_length; unfold usual in U; lia).
        replace (1 + (t - 1)) with t in G by lia. replace (r - (t - 1)) with (r + 1 - t) in G by lia. exact G. }
    match type of K with (if ?b then _ else _) = true => destruct b eqn:A2 end.
    { apply any_spec in A2. destruct A2 as (c&Hc&A2). exists c. split; [now apply O|]. now apply LS. }
    apply any_spec in K. destruct K as (c&Hc&A3). destruct (O c Hc) as (Lc&CC&NCC). exists c. split; auto.
    match type of A3 with (if ?b then _ else _) = true => destruct b eqn:A4 end.
    - destruct fuel as [|fuel]; [discriminate|]. destruct r as [|r]; [discriminate|].
      destruct (Nat.ltb r tried); [|discriminate]. eapply (IH fuel); [lia|exact CC|apply TC|exact NCC| |exact A4].
        discriminate.
    - destruct (Nat.leb r tried &&& _); [discriminate|]. eapply is_held_spec; [exact CC|apply TC|exact NCC|exact A3].
  Qed.

  (** What a level says of its entries. *)
  Definition right (r : nat) (t : table) : Prop :=
    forall i Q, PositiveMap.find i t = Some Q -> coloured Q /\ ~ builder_wins r Q.

  Lemma leads_spec r t find P : right r t -> leads (exchanges targets) t find P = true -> ~ builder_wins r P.
  Proof.
    unfold leads. rewrite any_spec. intros R (s&Hs&K). destruct (find _) as [[i m]|]; [|discriminate].
    destruct (PositiveMap.find _ t) as [Q|] eqn:E; [|discriminate]. destruct (R _ _ E) as [CQ NB].
    intros B. apply NB. eapply embedding; [exact (builder_exchanged _ _ _ _ Hs B)|exact CQ|]. eapply embedsb_spec;
      eauto.
  Qed.

  Lemma entry_follows_spec simple tried t find r P : right r t -> entry_follows prepared (exchanges targets) simple
    tried t find r P = true
    ->
    coloured P /\ ~ builder_wins (S r) P.
  Proof.
    intros R. unfold entry_follows. rewrite !and_true, !every_spec. intros [[[K1 K2] K3] K4].
    assert (CP : coloured P) by (intros u v c Hc; exact (proj1 (Nat.ltb_lt _ _) (K1 _ Hc))).
    pose proof (below_spec _ _ K2) as TP. split; auto.
    eapply follows_spec; [exact CP|exact TP| | |exact K4].
    - intros c H E. apply none_spec with (size P); auto. apply negb_true_iff, K3, in_colours, nth_error_Some.
      congruence.
    - intros Q HQ. eapply leads_spec; eauto.
  Qed.

  Lemma add_all_spec l : forall i Q, PositiveMap.find i (add_all l) = Some Q -> In Q l.
  Proof.
    unfold add_all. assert (G : forall l k t (L : list board), (forall i Q, PositiveMap.find i t = Some Q -> In Q L) ->
      forall i Q, PositiveMap.find i (snd (fold_left (fun so_far P => let '(i, t) := so_far in
        (N.succ i, PositiveMap.add (N.succ_pos i) P t)) l (k, t))) = Some Q -> In Q L \/ In Q l).
    { clear l. induction l as [|P l' IH]; cbn [fold_left snd]; intros k t L Ht i Q HQ; [left; eauto|].
      assert (Ht' : forall i' Q', PositiveMap.find i' (PositiveMap.add (N.succ_pos k) P t) = Some Q' -> In Q' (P :: L)).
      { intros i' Q' HQ'. destruct (Pos.eq_dec i' (N.succ_pos k)) as [->|D].
        - rewrite PositiveMap.gss in HQ'. inversion HQ'. now left.
        - rewrite PositiveMap.gso in HQ' by auto. right. eauto. }
      destruct (IH _ _ _ Ht' i Q HQ) as [[->|K]|K]; cbn; auto. }
    intros i Q K. destruct (G l 0%N (PositiveMap.empty board) [] ltac:(intros i' Q'; rewrite PositiveMap.gempty;
      discriminate) i Q K) as [[]|]; auto.
  Qed.

  Lemma check_levels_spec simple tried levels : forall r t find, right r t ->
    check_levels prepared (exchanges targets) simple tried r t find levels = true -> ~ builder_wins (r + length levels)
      [].
  Proof.
    induction levels as [|level levels IH]; cbn [check_levels length]; intros r t find R K.
    - rewrite Nat.add_0_r. destruct (PositiveMap.find _ t) as [[|e Q]|] eqn:E; try discriminate. now apply (R _ _ E).
    - destruct (each _ level) eqn:Ev; [|discriminate]. rewrite each_spec in Ev.
      replace (r + S (length levels)) with (S r + length levels) by lia. eapply IH; [|exact K].
      intros i Q HQ. apply add_all_spec in HQ. apply entry_follows_spec with simple tried t find; auto.
  Qed.

  Theorem painter_sound simple tried levels : check_painter simple tried levels = true ->
    ~ builder_wins (length levels) [].
  Proof.
    unfold check_painter. intros K. apply check_levels_spec in K.
    - rewrite rev_append_rev, app_nil_r, rev_length in K. exact K.
    - intros i Q E. rewrite PositiveMap.gempty in E. discriminate.
  Qed.
End Targets.
