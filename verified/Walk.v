(** A search for the copies of a graph through a pair, with the pairs that each lacks: it misses none. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Copies Held.

(** Sets of vertices as numbers. *)
Definition bit (i : nat) : N := N.setbit 0 (N.of_nat i).
Definition every_bit (width : nat) : N := N.ones (N.of_nat width).
Arguments is_bit _ _ : simpl never.
Arguments bit _ : simpl never.
Arguments every_bit _ : simpl never.
Lemma l_bit i j : is_bit (bit i) (bit j) = Nat.eqb i j.
Proof.
  unfold bit. rewrite is_bit_spec. destruct (Nat.eqb_spec i j) as [->|D]; [apply N.setbit_eq|].
  rewrite N.setbit_neq by lia. apply N.bits_0.
Qed.
Lemma l_join a b j : is_bit (N.lor a b) (bit j) = is_bit a (bit j) || is_bit b (bit j).
Proof. unfold bit. rewrite !is_bit_spec. apply N.lor_spec. Qed.
Lemma l_less a b j : is_bit (N.ldiff a b) (bit j) = is_bit a (bit j) && negb (is_bit b (bit j)).
Proof. unfold bit. rewrite !is_bit_spec. apply N.ldiff_spec. Qed.
Lemma l_every width j : j < width -> is_bit (every_bit width) (bit j) = true.
Proof. intros L. unfold bit. rewrite is_bit_spec. apply N.ones_spec_low. lia. Qed.
Lemma l_none j : is_bit 0 (bit j) = false.
Proof. unfold bit. rewrite is_bit_spec. apply N.bits_0. Qed.

Section Walk.
  (** A vertex, its bit, its neighbours, and those to which an edge may come. *)
  Record spot := Spot { at_ : nat; one : N; own : N; open : N }.
  Definition nowhere : spot := Spot 0 0%N 0%N 0%N.

  Fixpoint lacks (x : spot) (images : list spot) (near : list nat) : option (list (nat * nat)) :=
    match near with
    | [] => Some []
    | i :: near =>
        let y := nth i images nowhere in
        if is_bit (own y) (one x) then lacks x images near
        else if is_bit (open y) (one x) then
          match lacks x images near with Some l => Some ((at_ y, at_ x) :: l) | None => None end
        else None
    end.
  Definition copy_found := (nat * list (nat * nat) * list nat)%type.
  (** The copies, as the number of their new vertices and the pairs that they lack, at most so many; and where
      the vertices are, the last one first. *)
  Fixpoint walk (order : list (list nat)) (olds news images : list spot) (used : N) (room : nat)
      (lacking : list (nat * nat)) (fresh : nat) (found : list copy_found) : list copy_found :=
    match order with
    | [] => (fresh, lacking, map at_ images) :: found
    | near :: order =>
        let try olds news fresh found x :=
          if is_bit used (one x) then found else
          match lacks x images near with
          | Some l =>
              let k := length l in
              if Nat.leb k room
              then walk order olds news (x :: images) (N.lor used (one x)) (room - k) (l ++ lacking) fresh found
              else found
          | None => found
          end in
        let found := fold_left (try olds news fresh) olds found in
        match news with [] => found | x :: news => try (x :: olds) news (S fresh) found x end
    end.

  (** Sets of vertices, the i-th of those that lack i pairs beside the vertices taken; after one more is taken, so many of
      them. The vertices of [before] lack one less than those of the first set. *)
  Fixpoint narrowed (y : spot) (count : nat) (before : N) (sets : list N) : list N :=
    if Nat.eqb count 0 then [] else
    match sets with
    | [] => [N.land before (open y)]
    | set :: sets =>
        N.lor (N.land set (own y)) (N.land before (open y)) :: narrowed y (Nat.pred count) set sets
    end.
  (** The number of the first set with a vertex, and of the first set with any, from c on; or this bound where it is no
      more. *)
  Fixpoint first_with (b : N) (sets : list N) (c bound : nat) : nat :=
    match sets with
    | [] => bound
    | set :: sets => if is_bit set b then Nat.min c bound else first_with b sets (S c) bound
    end.
  Fixpoint first_some (sets : list N) (c bound : nat) : nat :=
    match sets with
    | [] => bound
    | set :: sets => if N.eqb set 0 then first_some sets (S c) bound else Nat.min c bound
    end.
  (** The least number of pairs that a copy lacks, or this bound where it is no more. All vertices are in [every_one]; those
      that may be the last one of a copy are looked at together. *)
  Definition least_last (every_one : N) (near : list nat) (images : list spot) (used : N) (cost bound : nat) : nat :=
    first_some (fold_right (fun i sets => narrowed (nth i images nowhere) (bound - cost) 0%N sets)
      [N.ldiff every_one used] near) cost bound.
  Fixpoint least_walk (every_one : N) (order : list (list nat)) (olds news images : list spot) (used : N)
      (cost bound : nat) : nat :=
    match order with
    | [] => Nat.min cost bound
    | near :: order =>
        match order with [] => least_last every_one near images used cost bound | _ =>
        let try olds news bound x :=
          if is_bit used (one x) then bound else
          match lacks x images near with
          | Some l =>
              let cost := length l + cost in
              if Nat.ltb cost bound
              then least_walk every_one order olds news (x :: images) (N.lor used (one x)) cost bound
              else bound
          | None => bound
          end in
        let bound := fold_left (try olds news) olds bound in
        match news with [] => bound | x :: news => try (x :: olds) news bound x end
        end
    end.

  (** For complete graphs each set of vertices is looked at once. *)
  Fixpoint is_full (done : nat) (order : list (list nat)) : bool :=
    match order with
    | [] => true
    | near :: order => if Nat.eqb (length near) done then is_full (S done) order else false
    end.
  Fixpoint lacks_all (x : spot) (images : list spot) : option (list (nat * nat)) :=
    match images with
    | [] => Some []
    | y :: images =>
        if is_bit (own y) (one x) then lacks_all x images
        else if is_bit (open y) (one x) then
          match lacks_all x images with Some l => Some ((at_ y, at_ x) :: l) | None => None end
        else None
    end.
  (** What so many new vertices lack, beside each other and those done; and a copy with them. *)
  Fixpoint new_cost (k done : nat) : nat := match k with O => 0 | S k => done + new_cost k (S done) end.
  Fixpoint all_new (k : nat) (news images : list spot) (lacking : list (nat * nat)) (fresh : nat) : list copy_found :=
    match k, news with
    | O, _ => [(fresh, lacking, map at_ images)]
    | S k, [] => []
    | S k, x :: news =>
        all_new k news (x :: images) (map (fun y => (at_ y, at_ x)) images ++ lacking) (S fresh)
    end.
  Fixpoint pick (olds : list spot) (k : nat) (news images : list spot) (room : nat) (lacking : list (nat * nat))
      (found : list copy_found) : list copy_found :=
    match k with
    | O => (0, lacking, map at_ images) :: found
    | S less =>
        match olds with
        | [] => if Nat.leb (new_cost k (length images)) room then all_new k news images lacking 0 ++ found else found
        | x :: olds =>
            let found := pick olds k news images room lacking found in
            match lacks_all x images with
            | Some l => if Nat.leb (length l) room
                then pick olds less news (x :: images) (room - length l) (l ++ lacking) found else found
            | None => found
            end
        end
    end.
  Fixpoint least_pick (k done : nat) (olds : list spot) (sets : list N) (cost bound : nat) {struct k} : nat :=
    match k with
    | O => Nat.min cost bound
    | S less =>
        if Nat.eqb less 0 then first_some sets cost (Nat.min (done + cost) bound)
        else
          (fix go (olds : list spot) (bound : nat) {struct olds} : nat :=
            match olds with
            | [] => Nat.min (new_cost k done + cost) bound
            | x :: olds =>
                let more := first_with (one x) sets cost bound in
                go olds (if Nat.ltb more bound
                  then least_pick less (S done) olds (narrowed x (bound - more) 0%N sets) more bound
                  else bound)
            end) olds bound
    end.
  (** The copies with an edge at x y. *)
  Definition found_by (order : list (list nat)) (olds news : list spot) (x y : spot) (room : nat)
      (found : list copy_found) : list copy_found :=
    if is_full 2 order then pick olds (length order) news [y; x] room [] found
    else walk order olds news [y; x] (N.lor (one x) (one y)) room [] 0 found.
  Definition least_by (order : list (list nat)) (olds news : list spot) (x y : spot) (bound : nat) : nat :=
    if is_full 2 order
    then least_pick (length order) 2 olds (narrowed y bound 0%N [own x; open x]) 0 bound
    else
      let every_one := fold_left (fun set z => N.lor set (one z)) news (fold_left (fun set z => N.lor set (one z)) olds 0%N) in
      least_walk every_one order olds news [y; x] (N.lor (one x) (one y)) 0 bound.

  Variable width : nat.

  Lemma fold_keeps {A B} (f : list A -> B -> list A) : (forall l x r, In r l -> In r (f l x)) ->
    forall xs l r, In r l -> In r (fold_left f xs l).
  Proof. intros M. induction xs as [|x xs IH]; cbn [fold_left]; auto. Qed.
  Lemma fold_finds {A B} (f : list A -> B -> list A) (P : A -> Prop) x : (forall l x r, In r l -> In r (f l x)) ->
    (forall l, exists r, In r (f l x) /\ P r) -> forall xs, In x xs -> forall l, exists r, In r (fold_left f xs l) /\ P
      r.
  Proof.
    intros M F. induction xs as [|y xs IH]; intros I l; [destruct I|]. cbn [fold_left]. destruct I as [->|I]; [|auto].
    destruct (F l) as (r&Hr&HP). exists r. split; auto. now apply fold_keeps.
  Qed.
  Lemma walk_keeps order : forall olds news images used room lacking fresh found r, In r found ->
    In r (walk order olds news images used room lacking fresh found).
  Proof.
    induction order as [|near order IH]; cbn [walk]; intros olds news images used room lacking fresh found r Hr.
    - now right.
    - assert (T : forall olds news fresh found x r, In r found -> In r (if is_bit used (one x) then found else
        match lacks x images near with
        | Some l => if Nat.leb (length l) room
            then walk order olds news (x :: images) (N.lor used (one x)) (room - length l) (l ++ lacking) fresh found
            else found
        | None => found end)).
      { intros. destruct (is_bit used (one x)); auto. destruct (lacks x images near) as [l|]; auto.
        destruct (Nat.leb _ room); auto. }
      destruct news as [|x news]; [|apply T]; (apply fold_keeps; [|exact Hr]); intros; now apply T.
  Qed.

  Lemma fold_under {A B} (f : list A -> B -> list A) (h : nat -> B -> nat) (size : A -> nat) (low : nat) :
    (forall k x, h k x <= k) -> (forall l x r, In r (f l x) -> In r l \/ low <= size r /\ forall k, h k x <= size r) ->
    forall xs l r, In r (fold_left f xs l) -> In r l \/ low <= size r /\ forall k, fold_left h xs k <= size r.
  Proof.
    intros D C. assert (M : forall xs k, fold_left h xs k <= k).
    { induction xs as [|x xs IH]; intros k; cbn [fold_left]; auto. eapply Nat.le_trans; [apply IH|apply D]. }
    induction xs as [|x xs IH]; intros l r I; cbn [fold_left] in *; auto.
    destruct (IH _ _ I) as [I'|[K1 K2]]; [|now right]. destruct (C _ _ _ I') as [|[K1 K2]]; auto. right. split; auto.
    intros k. eapply Nat.le_trans; [apply M|apply K2].
  Qed.
  Lemma lacks_all_spec x images : forall before,
    lacks x (before ++ images) (seq (length before) (length images)) = lacks_all x images.
  Proof.
    induction images as [|y images IH]; intros before; cbn [length seq lacks lacks_all]; auto.
    specialize (IH (before ++ [y])). rewrite app_length, <- app_assoc, Nat.add_1_r in IH. cbn [app] in IH. rewrite IH.
    now rewrite nth_middle.
  Qed.
  Lemma pick_keeps olds : forall k news images room lacking found r, In r found ->
    In r (pick olds k news images room lacking found).
  Proof.
    induction olds as [|x olds IH]; intros [|k] news images room lacking found r Hr; cbn [pick]; try (now right).
    - destruct (Nat.leb _ _); auto using in_or_app.
    - destruct (lacks_all x images) as [l|]; auto. destruct (Nat.leb _ _); auto.
  Qed.
  Lemma all_new_length k : forall news images lacking fresh r, In r (all_new k news images lacking fresh) ->
    length (snd (fst r)) = new_cost k (length images) + length lacking.
  Proof.
    induction k as [|k IH]; intros [|x news] images lacking fresh r; cbn [all_new new_cost];
      try solve [intros [<-|[]]; auto|intros []].
    intros Hr. apply IH in Hr. rewrite Hr, app_length, map_length. cbn [length]. lia.
  Qed.
  Definition is_single (x : spot) : Prop := exists i, one x = bit i.
  Lemma l_meet a b x : is_single x -> is_bit (N.land a b) (one x) = is_bit a (one x) && is_bit b (one x).
  Proof. intros (i&->). unfold bit. rewrite !is_bit_spec. apply N.land_spec. Qed.
  Lemma l_either a b x : is_single x -> is_bit (N.lor a b) (one x) = is_bit a (one x) || is_bit b (one x).
  Proof. intros (i&->). apply l_join. Qed.
  (** The sets have all vertices but some that lack too much. *)
  Definition has_all (below : nat) (images olds : list spot) (sets : list N) : Prop :=
    forall x l, In x olds -> lacks_all x images = Some l -> length l < below ->
    is_bit (nth (length l) sets 0%N) (one x) = true.
  Lemma narrowed_at y x : is_single x -> forall sets count before i, i < count ->
    is_bit (nth i (before :: sets) 0%N) (one x) = true -> is_bit (open y) (one x) = true ->
    is_bit (nth i (narrowed y count before sets) 0%N) (one x) = true.
  Proof.
    intros Sx. induction sets as [|set sets IH]; intros count before i Li B Op; cbn [narrowed];
      (destruct (Nat.eqb_spec count 0); [lia|]).
    - destruct i as [|i]; cbn [nth] in *; [rewrite l_meet by auto; now rewrite B, Op|].
      destruct i; cbn in B; unfold is_bit in B; now rewrite N.land_0_l in B.
    - destruct i as [|i]; cbn [nth].
      + rewrite l_either, !l_meet by auto. cbn [nth] in B. rewrite B, Op. apply orb_true_r.
      + apply IH; auto. lia.
  Qed.
  Lemma narrowed_own y x : is_single x -> forall sets count before i, i < count ->
    is_bit (nth i sets 0%N) (one x) = true -> is_bit (own y) (one x) = true ->
    is_bit (nth i (narrowed y count before sets) 0%N) (one x) = true.
  Proof.
    intros Sx. induction sets as [|set sets IH]; intros count before i Li B Ow; cbn [narrowed];
      (destruct (Nat.eqb_spec count 0); [lia|]).
    - destruct i; cbn in B; unfold is_bit in B; now rewrite N.land_0_l in B.
    - destruct i as [|i]; cbn [nth] in *.
      + rewrite l_either, !l_meet by auto. now rewrite B, Ow.
      + apply IH; auto. lia.
  Qed.
  Lemma narrowed_all y count images olds sets : (forall x, In x olds -> is_single x) ->
    has_all count images olds sets -> has_all count (y :: images) olds (narrowed y count 0%N sets).
  Proof.
    intros Si K x l Ix. cbn [lacks_all]. destruct (is_bit (own y) (one x)) eqn:Ow.
    - intros E L. apply narrowed_own; auto.
    - destruct (is_bit (open y) (one x)) eqn:Op; [|discriminate]. destruct (lacks_all x images) as [q|] eqn:Q; [|discriminate].
      intros [= <-] L. cbn [length] in *. apply narrowed_at; auto. cbn [nth]. apply K; auto. lia.
  Qed.
  Lemma has_all_less below below' images olds olds' sets : has_all below images olds sets -> below' <= below ->
    incl olds' olds -> has_all below' images olds' sets.
  Proof. intros K L I x l Ix E Ll. apply K; auto. lia. Qed.
  Lemma first_with_least b sets : forall c bound,
    (forall i, is_bit (nth i sets 0%N) b = true -> first_with b sets c bound <= i + c) /\
    first_with b sets c bound <= bound /\ Nat.min c bound <= first_with b sets c bound.
  Proof.
    induction sets as [|set sets IH]; intros c bound; cbn [first_with].
    - split; [|lia]. intros i. replace (nth i [] 0%N) with 0%N by (now destruct i). unfold is_bit. now rewrite N.land_0_l.
    - destruct (is_bit set b) eqn:E; [split; [|lia]; intros; lia|]. destruct (IH (S c) bound) as (I1&I2&I3).
      split; [|lia]. intros [|i]; cbn [nth]; [congruence|]. intros B. apply I1 in B. lia.
  Qed.
  Lemma first_some_least b sets : forall c bound,
    (forall i, is_bit (nth i sets 0%N) b = true -> first_some sets c bound <= i + c) /\
    first_some sets c bound <= bound.
  Proof.
    assert (Z : is_bit 0 b = false) by (unfold is_bit; now rewrite N.land_0_l).
    induction sets as [|set sets IH]; intros c bound; cbn [first_some].
    - split; [|lia]. intros i. replace (nth i [] 0%N) with 0%N by (now destruct i). congruence.
    - destruct (IH (S c) bound) as (I1&I2). destruct (N.eqb_spec set 0) as [->|]; (split; [|lia]); intros [|i];
        cbn [nth]; try lia; [congruence|]. intros B. apply I1 in B. lia.
  Qed.
  Lemma least_walk_more every_one near order olds news images used cost bound : order <> [] ->
    least_walk every_one (near :: order) olds news images used cost bound =
    let try olds news bound x :=
      if is_bit used (one x) then bound else
      match lacks x images near with
      | Some l =>
          if Nat.ltb (length l + cost) bound
          then least_walk every_one order olds news (x :: images) (N.lor used (one x)) (length l + cost) bound
          else bound
      | None => bound
      end in
    let bound := fold_left (try olds news) olds bound in
    match news with [] => bound | x :: news => try (x :: olds) news bound x end.
  Proof. destruct order; [congruence|reflexivity]. Qed.
  Lemma least_walk_down every_one order : forall olds news images used cost bound,
    least_walk every_one order olds news images used cost bound <= bound.
  Proof.
    induction order as [|near [|near' order] IH]; intros olds news images used cost bound; [cbn; lia| |].
    { cbn [least_walk]. apply (first_some_least 0%N). }
    rewrite least_walk_more by discriminate. remember (near' :: order) as rest. cbv zeta.
    assert (T : forall olds news bound x, (if is_bit used (one x) then bound else
      match lacks x images near with
      | Some l => if Nat.ltb (length l + cost) bound
          then least_walk every_one rest olds news (x :: images) (N.lor used (one x)) (length l + cost) bound else bound
      | None => bound end) <= bound).
    { intros. destruct (is_bit used (one x)); auto. destruct (lacks x images near); auto. destruct (Nat.ltb _ _); auto. }
    assert (F : forall olds news xs bound, fold_left (fun bound x => if is_bit used (one x) then bound else
      match lacks x images near with
      | Some l => if Nat.ltb (length l + cost) bound
          then least_walk every_one rest olds news (x :: images) (N.lor used (one x)) (length l + cost) bound else bound
      | None => bound end) xs bound <= bound).
    { intros olds' news'. induction xs as [|x xs IHx]; intros b; cbn [fold_left]; auto.
      eapply Nat.le_trans; [apply IHx|apply T]. }
    destruct news as [|x news]; [apply F|]. eapply Nat.le_trans; [apply T|apply F].
  Qed.
  Lemma lacks_at x images near : lacks x images near = lacks_all x (map (fun i => nth i images nowhere) near).
  Proof. induction near as [|i near IH]; cbn [lacks lacks_all map]; auto. now rewrite IH. Qed.
  Lemma least_last_spec every_one near images used cost bound x l : is_single x -> is_bit every_one (one x) = true ->
    is_bit used (one x) = false -> lacks x images near = Some l ->
    least_last every_one near images used cost bound <= length l + cost.
  Proof.
    intros Sx Ev Us El. unfold least_last. rewrite lacks_at in El.
    assert (K : has_all (bound - cost) (map (fun i => nth i images nowhere) near) [x]
      (fold_right (fun i sets => narrowed (nth i images nowhere) (bound - cost) 0%N sets) [N.ldiff every_one used] near)).
    { clear El. induction near as [|i near IH]; cbn [map fold_right].
      - intros z l' [<-|[]] [= <-] _. cbn [length nth]. destruct Sx as (i&Ei). rewrite Ei in *. now rewrite l_less, Ev, Us.
      - apply narrowed_all; auto. intros z [<-|[]]. exact Sx. }
    set (sets := fold_right _ _ near) in *. destruct (first_some_least (one x) sets cost bound) as [B1 B2].
    destruct (Nat.lt_ge_cases (length l) (bound - cost)) as [L|]; [|lia].
    apply B1, (K x l); auto. now left.
  Qed.
  (** No copy of the walk lacks fewer. *)
  Lemma least_walk_spec every_one order : forall olds news images used room lacking fresh found r,
    (forall x, In x olds \/ In x news -> is_single x /\ is_bit every_one (one x) = true) ->
    In r (walk order olds news images used room lacking fresh found) -> In r found \/
    length lacking <= length (snd (fst r)) /\
    forall bound, least_walk every_one order olds news images used (length lacking) bound <= length (snd (fst r)).
  Proof.
    induction order as [|near order IH]; intros olds news images used room lacking fresh found r Ev; cbn [walk]; intros Hr.
    - destruct Hr as [<-|Hr]; [right|now left]. cbn [fst snd least_walk]. split; auto. intros. lia.
    - set (least bound olds news x := if is_bit used (one x) then bound else
        match lacks x images near with
        | Some l => if Nat.ltb (length l + length lacking) bound
          then least_walk every_one order olds news (x :: images) (N.lor used (one x)) (length l + length lacking) bound
          else bound
        | None => bound end).
      assert (T : forall olds news fresh found x r,
        (forall y, In y olds \/ In y news -> is_single y /\ is_bit every_one (one y) = true) ->
        is_single x /\ is_bit every_one (one x) = true -> In r (if is_bit used (one x) then found else
        match lacks x images near with
        | Some l => if Nat.leb (length l) room
            then walk order olds news (x :: images) (N.lor used (one x)) (room - length l) (l ++ lacking) fresh found
            else found
        | None => found end) -> In r found \/ length lacking <= length (snd (fst r)) /\ forall bound,
        match order with
        | [] => least_last every_one near images used (length lacking) bound
        | _ => least bound olds news x
        end <= length (snd (fst r))).
      { clear olds news fresh found r Ev Hr. intros olds news fresh found x r Ev Ex Hr. unfold least.
        destruct (is_bit used (one x)) eqn:Us; auto.
        destruct (lacks x images near) as [l|] eqn:El; auto. destruct (Nat.leb _ room); auto.
        pose proof (IH _ _ _ _ _ _ _ _ _ Ev Hr) as [|[K1 K2]]; auto. right. rewrite app_length in K1, K2. split; [lia|].
        intros bound. destruct order.
        - eapply Nat.le_trans; [apply (least_last_spec _ _ _ _ _ _ x l); auto; apply Ex|exact K1].
        - destruct (Nat.ltb_spec (length l + length lacking) bound); auto. lia. }
      destruct order as [|near' order].
      + assert (F : forall xs found, (forall y, In y xs -> In y olds) -> In r (fold_left (fun found x =>
          if is_bit used (one x) then found else
          match lacks x images near with
          | Some l => if Nat.leb (length l) room
              then walk [] olds news (x :: images) (N.lor used (one x)) (room - length l) (l ++ lacking) fresh found
              else found
          | None => found end) xs found) -> In r found \/ length lacking <= length (snd (fst r)) /\
          forall bound, least_last every_one near images used (length lacking) bound <= length (snd (fst r))).
        { induction xs as [|x xs IHx]; intros found' Sub Hx; cbn [fold_left] in Hx; auto.
          apply IHx in Hx; [|intros; apply Sub; now right]. destruct Hx as [Hx|]; auto.
          apply (T olds news fresh found' x r Ev) in Hx; auto. apply Ev. left. apply Sub. now left. }
        cbn [least_walk]. destruct news as [|x news]; [now apply (F olds)|].
        apply T in Hr; [| |now apply Ev; right; left].
        * destruct Hr as [Hr|]; auto. now apply (F olds) in Hr.
        * intros y Hy. apply Ev. destruct Hy as [[<-|Hy]|Hy]; auto with datatypes.
      + assert (Dn : forall olds news bound x, least bound olds news x <= bound).
        { intros. unfold least. destruct (is_bit used (one x)); auto. destruct (lacks x images near); auto.
          destruct (Nat.ltb _ _); auto. apply least_walk_down. }
        assert (F : forall xs found, (forall y, In y xs -> In y olds) -> In r (fold_left (fun found x =>
          if is_bit used (one x) then found else
          match lacks x images near with
          | Some l => if Nat.leb (length l) room
              then walk (near' :: order) olds news (x :: images) (N.lor used (one x)) (room - length l) (l ++ lacking)
                fresh found
              else found
          | None => found end) xs found) -> In r found \/ length lacking <= length (snd (fst r)) /\
          forall bound, fold_left (fun bound x => least bound olds news x) xs bound <= length (snd (fst r))).
        { assert (M : forall xs bound, fold_left (fun bound x => least bound olds news x) xs bound <= bound).
          { induction xs as [|x xs IHx]; intros bound; cbn [fold_left]; auto.
            eapply Nat.le_trans; [apply IHx|apply Dn]. }
          induction xs as [|x xs IHx]; intros found' Sub Hx; cbn [fold_left] in *; auto.
          apply IHx in Hx; [|intros; apply Sub; now right]. destruct Hx as [Hx|[K1 K2]]; auto.
          apply (T olds news fresh found' x r Ev) in Hx; [|apply Ev; left; apply Sub; now left].
          destruct Hx as [|[K1 K2]]; auto. right. split; auto. intros bound.
          eapply Nat.le_trans; [apply M|apply K2]. }
        assert (E : forall bound, least_walk every_one (near :: near' :: order) olds news images used (length lacking)
          bound = let bound := fold_left (fun bound x => least bound olds news x) olds bound in
          match news with [] => bound | x :: news => least bound (x :: olds) news x end).
        { intros. now rewrite least_walk_more by discriminate. }
        destruct news as [|x news].
        * now apply F in Hr.
        * apply T in Hr; [| |now apply Ev; right; left].
          -- destruct Hr as [Hr|[K1 K2]]; [apply F in Hr; auto; destruct Hr as [|[K1 K2]]; auto|]; right; (split; [auto|]);
               intros; rewrite E; cbv zeta; [eapply Nat.le_trans; [apply Dn|]; apply K2|apply K2].
          -- intros y Hy. apply Ev. destruct Hy as [[<-|Hy]|Hy]; auto with datatypes.
  Qed.
  Lemma least_pick_cons k done x olds sets cost bound : least_pick (S (S k)) done (x :: olds) sets cost bound =
    let more := first_with (one x) sets cost bound in
    least_pick (S (S k)) done olds sets cost (if Nat.ltb more bound
      then least_pick (S k) (S done) olds (narrowed x (bound - more) 0%N sets) more bound else bound).
  Proof. reflexivity. Qed.
  Lemma least_pick_down k : forall done olds sets cost bound, least_pick k done olds sets cost bound <= bound.
  Proof.
    induction k as [|[|k] IH]; intros done olds sets cost; [intros; apply Nat.le_min_r|intros bound; cbn [least_pick Nat.eqb]|].
    { destruct (first_some_least 0%N sets cost (Nat.min (done + cost) bound)). lia. }
    induction olds as [|x olds IHr]; intros bound; [apply Nat.le_min_r|].
    rewrite least_pick_cons. cbv zeta.
    eapply Nat.le_trans; [apply IHr|]. destruct (Nat.ltb_spec (first_with (one x) sets cost bound) bound); auto.
  Qed.
  Lemma least_pick_spec olds : (forall x, In x olds -> is_single x) ->
    forall k news images room lacking found r,
    In r (pick olds k news images room lacking found) -> In r found \/ length lacking <= length (snd (fst r)) /\
    forall cost bound sets, cost <= length lacking -> has_all (bound - cost) images olds sets ->
      least_pick k (length images) olds sets cost bound <= length (snd (fst r)).
  Proof.
    induction olds as [|x olds IH]; intros Si [|k] news images room lacking found r; cbn [pick];
      try (intros [<-|Hr]; [right|now left]; split; auto; intros; cbn [least_pick fst snd]; lia).
    - destruct (Nat.leb _ _); auto. rewrite in_app_iff. intros [Hr|]; auto. right.
      rewrite (all_new_length _ _ _ _ _ _ Hr). split; [lia|]. intros cost bound sets Lc K.
      destruct k as [|k]; cbn [least_pick new_cost Nat.eqb]; [|lia].
      destruct (first_some_least 0%N sets cost (Nat.min (length images + cost) bound)). lia.
    - intros Hr. assert (Si' : forall y, In y olds -> is_single y) by (intros y Hy; apply Si; now right).
      specialize (IH Si').
      assert (Sk : In r (pick olds (S k) news images room lacking found) -> In r found \/
        length lacking <= length (snd (fst r)) /\ forall cost bound sets, cost <= length lacking ->
        has_all (bound - cost) images (x :: olds) sets ->
        least_pick (S k) (length images) (x :: olds) sets cost bound <= length (snd (fst r))).
      { intros Hs. apply IH in Hs. destruct Hs as [|[K1 K2]]; auto. right. split; auto. intros cost bound sets Lc K.
        assert (K' : has_all (bound - cost) images olds sets) by (apply (has_all_less _ _ _ _ _ _ K); auto with datatypes).
        destruct k as [|k]; [exact (K2 _ _ _ Lc K')|]. rewrite least_pick_cons. cbv zeta. apply K2; auto.
        apply (has_all_less _ _ _ _ _ _ K'); auto with datatypes. apply Nat.sub_le_mono_r.
        destruct (Nat.ltb _ _); auto using least_pick_down. }
      destruct (lacks_all x images) as [l|] eqn:El; [|auto]. destruct (Nat.leb _ room); [|auto].
      apply IH in Hr. destruct Hr as [Hr|[K1 K2]]; auto. rewrite app_length in K1, K2. right. split; [lia|].
      intros cost bound sets Lc K.
      destruct (Nat.le_gt_cases bound (length l + cost)) as [Lb|Lb].
      { eapply Nat.le_trans; [apply least_pick_down|]. lia. }
      assert (B : is_bit (nth (length l) sets 0%N) (one x) = true) by (apply K; [now left|exact El|lia]).
      destruct k as [|k].
      + apply (first_some_least _ _ cost (Nat.min (length images + cost) bound)) in B. cbn [least_pick Nat.eqb]. lia.
      + rewrite least_pick_cons. cbv zeta. eapply Nat.le_trans; [apply least_pick_down|].
        destruct (first_with_least (one x) sets cost bound) as (Lf&_&Lm). apply Lf in B. clear Lf.
        set (more := first_with (one x) sets cost bound) in *.
        destruct (Nat.ltb_spec more bound); [|lia]. apply (K2 more bound); [lia|].
        apply narrowed_all; auto. apply (has_all_less _ _ _ _ _ _ K); auto with datatypes.
        lia.
  Qed.
  Lemma found_by_keeps order olds news x y room found r : In r found -> In r (found_by order olds news x y room found).
  Proof. unfold found_by. destruct (is_full 2 order); auto using pick_keeps, walk_keeps. Qed.
  Lemma least_by_down order olds news x y bound : least_by order olds news x y bound <= bound.
  Proof. unfold least_by. destruct (is_full 2 order); auto using least_pick_down, least_walk_down. Qed.
  Lemma joined_ones zs : forall set z, is_single z -> In z zs \/ is_bit set (one z) = true ->
    is_bit (fold_left (fun set z => N.lor set (one z)) zs set) (one z) = true.
  Proof.
    induction zs as [|a zs IH]; cbn [fold_left]; intros set z Sz Hz; [now destruct Hz|]. apply IH; auto.
    rewrite l_either by auto. destruct Sz as (i&Ei). destruct Hz as [[->|Hz]|Hz]; auto; right.
    - rewrite Ei, l_bit, Nat.eqb_refl. apply orb_true_r.
    - now rewrite Hz.
  Qed.
  Lemma least_by_spec order olds news x y room found r : (forall z, In z olds \/ In z news -> is_single z) ->
    In r (found_by order olds news x y room found) ->
    In r found \/ 0 <= length (snd (fst r)) /\
    forall bound, least_by order olds news x y bound <= length (snd (fst r)).
  Proof.
    unfold found_by, least_by. intros Si. destruct (is_full 2 order); intros Hr.
    - apply least_pick_spec in Hr; auto. destruct Hr as [|[K1 K2]]; auto. right. split; [lia|]. intros bound.
      apply (K2 0 bound); auto. rewrite Nat.sub_0_r. apply narrowed_all; auto. intros z l Iz. cbn [lacks_all].
      destruct (is_bit (own x) (one z)) eqn:Ow; [intros [= <-]; auto|].
      destruct (is_bit (open x) (one z)) eqn:Op; [|discriminate]. intros [= <-]. auto.
    - eapply least_walk_spec in Hr; [exact Hr|]. intros z Hz. split; auto.
      destruct Hz; apply joined_ones; auto. right. apply joined_ones; auto.
  Qed.

  Section Complete.
    Variable spot_at : nat -> spot.
    Variable m0 : nat.
    Variable O : nat -> nat -> Prop.
    Variable D : list (nat * nat).
    Variable s : nat.
    Variable G : graph.
    Variable phi : nat -> nat.
    Hypothesis spots : forall i, i < width -> at_ (spot_at i) = i /\ one (spot_at i) = bit i.
    Hypothesis fresh_open : forall i j, i < width -> j < width -> i <> j -> m0 <= i \/ m0 <= j ->
      is_bit (open (spot_at i)) (bit j) = true.
    Hypothesis D_s : length D <= s.

    (** Where the vertices below m are. *)
    Record fits (f : nat -> nat) (m : nat) : Prop := {
      f_inj : forall i j, i < m -> j < m -> f i = f j -> i = j;
      f_more : m0 <= m;
      f_own : forall i j, i < m0 -> j < m0 -> O (f i) (f j) -> is_bit (own (spot_at i)) (bit j) = true;
      f_open : forall i j, i < m0 -> j < m0 -> i <> j -> In (norm (f i) (f j)) D -> is_bit (open (spot_at i)) (bit j) =
        true;
      f_O : forall x y, O x y -> exists i j, i < m0 /\ j < m0 /\ f i = x /\ f j = y }.

    Lemma row f m i j : fits f m -> m <= width -> i < m -> j < m -> i <> j ->
      O (f i) (f j) \/ In (norm (f i) (f j)) D ->
      is_bit (own (spot_at i)) (bit j) = true \/ is_bit (open (spot_at i)) (bit j) = true /\ In (norm (f i) (f j)) D.
    Proof.
      intros F L Hi Hj N [K|K].
      - left. destruct (f_O _ _ F _ _ K) as (i'&j'&Li&Lj&Ei&Ej). pose proof (f_more _ _ F).
        apply (f_inj _ _ F) in Ei, Ej; try lia. subst. now apply (f_own _ _ F).
      - right. split; auto. destruct (Nat.lt_ge_cases i m0), (Nat.lt_ge_cases j m0);
          try (apply fresh_open; lia). now apply (f_open _ _ F).
    Qed.
    (** One more vertex. *)
    Lemma fits_more f m p : fits f m -> (forall i, i < m -> f i <> p) -> exists g, fits g (S m) /\ g m = p /\
      forall i, i < m -> g i = f i.
    Proof.
      intros F Np. set (g := fun i => if Nat.eqb i m then p else f i).
      assert (Gm : g m = p) by (unfold g; now rewrite Nat.eqb_refl).
      assert (Gl : forall i, i < m -> g i = f i) by (intros i Hi; unfold g; destruct (Nat.eqb_spec i m); auto; lia).
      exists g. split; auto. pose proof (f_more _ _ F). constructor; try lia.
      - intros i j Hi Hj E. destruct (Nat.eq_dec i m) as [->|], (Nat.eq_dec j m) as [->|]; auto.
        + rewrite Gm, Gl in E by lia. symmetry in E. apply Np in E; [tauto|lia].
        + rewrite Gm, Gl in E by lia. apply Np in E; [tauto|lia].
        + rewrite !Gl in E by lia. apply (f_inj _ _ F); auto; lia.
      - intros i j Hi Hj. rewrite !Gl by lia. now apply (f_own _ _ F).
      - intros i j Hi Hj. rewrite !Gl by lia. now apply (f_open _ _ F).
      - intros y z Hyz. destruct (f_O _ _ F _ _ Hyz) as (i&j&Hi&Hj&Ey&Ez). exists i, j. rewrite !Gl by lia. auto.
    Qed.
    Definition real (f : nat -> nat) (l : list (nat * nat)) : list (nat * nat) :=
      map (fun e => norm (f (fst e)) (f (snd e))) l.

    Lemma lacks_spec f m ids i : fits f m -> m <= width -> (forall a, In a ids -> a < m) -> i < m -> NoDup ids ->
      ~ In i ids ->
      forall near, NoDup near -> (forall k, In k near -> k < length ids /\
        (O (f (nth k ids 0)) (f i) \/ In (norm (f (nth k ids 0)) (f i)) D)) ->
      exists l, lacks (spot_at i) (map spot_at ids) near = Some l /\ NoDup (real f l) /\ incl (real f l) D /\
        forall a b, In (a, b) l -> b = i /\ exists k, In k near /\ a = nth k ids 0.
    Proof.
      intros F L Hids Hi Nids Ni. induction near as [|k near IH]; intros ND K; cbn [lacks].
      - exists []. split; [reflexivity|]. split; [constructor|]. split; [intros ? []|intros ? ? []].
      - inversion ND as [|k' near' Nk ND']; subst. destruct IH as (l&El&NDl&Il&Sl); auto.
        { intros k' Hk'. apply K. now right. }
        destruct (K k (or_introl eq_refl)) as [Lk Q].
        rewrite nth_indep with (d' := spot_at 0) by (rewrite map_length; exact Lk). rewrite map_nth.
        set (a := nth k ids 0) in *. assert (Ha : In a ids) by (apply nth_In; auto).
        assert (Da : a <> i) by (intros ->; tauto).
        assert (La : a < m) by auto.
        destruct (spots i) as [Ei Ei']; [lia|]. destruct (spots a) as [Ea Ea']; [lia|]. rewrite Ei', El, Ei, Ea.
        assert (Nn : ~ In (norm (f a) (f i)) (real f l)).
        { unfold real. rewrite in_map_iff. intros ([a2 b2]&E&I2). cbn in E. destruct (Sl _ _ I2) as (->&k2&Hk2&->).
          destruct (K k2 (or_intror Hk2)) as [Lk2 _].
          assert (H2 : nth k2 ids 0 < m) by (apply Hids, nth_In; auto).
          apply norm_inj in E. assert (E' : nth k2 ids 0 = a).
          { destruct E as [[E _]|[E E']]; [now apply (f_inj _ _ F) in E|].
            apply (f_inj _ _ F) in E; auto. exfalso. apply Ni. rewrite <- E. apply nth_In. auto. }
          unfold a in E'. rewrite (NoDup_nth ids 0) in Nids. apply Nids in E'; auto. now subst. }
        destruct (is_bit (own (spot_at a)) (bit i)) eqn:Eo.
        + exists l. split; [reflexivity|]. split; [exact NDl|]. split; [exact Il|].
          intros b c Hbc. destruct (Sl _ _ Hbc) as (->&k2&Hk2&->). split; auto. exists k2. split; auto. now right.
        + destruct (row f m a i F L La Hi Da Q) as [R|[R R2]]; [congruence|]. rewrite R.
          exists ((a, i) :: l). split; [reflexivity|]. split; [now constructor|].
          split; [intros x [<-|Hx]; auto|]. intros b c [E|Hbc].
          * inversion E; subst. split; auto. exists k. split; auto. now left.
          * destruct (Sl _ _ Hbc) as (->&k2&Hk2&->). split; auto. exists k2. split; auto. now right.
    Qed.

    Definition result (f : nat -> nat) (m : nat) (x : copy_found) : Prop :=
      let r := fst x in exists g, fits g (m0 + fst r) /\ (forall i, i < m -> g i = f i) /\ m <= m0 + fst r /\ NoDup
        (real g (snd r)) /\
        incl (real g (snd r)) D /\ m0 + fst r <= width /\
        forall a b, In (a, b) (snd r) -> a < m0 + fst r /\ b < m0 + fst r /\ a <> b.

    Lemma walk_spec vs : forall done ids f m olds news used lacking fresh found,
      NoDup (vs ++ done) -> (forall a b, In a (vs ++ done) -> In b (vs ++ done) -> phi a = phi b -> a = b) ->
      map f ids = map phi done -> (forall i, In i ids -> i < m) ->
      fits f m -> m = m0 + fresh -> m + length vs <= width -> (forall i, i < m -> In (spot_at i) olds) ->
      news = map spot_at (seq m (length news)) -> length vs <= length news ->
      (forall j, j < width -> is_bit used (bit j) = true -> In j ids) ->
      NoDup (real f lacking) -> incl (real f lacking) D ->
      (forall a b, In (a, b) lacking -> In a ids /\ In b ids /\ a <> b) ->
      (forall v w, In v vs -> In w (vs ++ done) -> adjb G w v = true ->
         O (phi w) (phi v) \/ In (norm (phi w) (phi v)) D) ->
      exists r, In r (walk (order_of G done vs) olds news (map spot_at ids) used (s - length lacking) lacking fresh
        found)
        /\ result f m r.
    Proof.
      induction vs as [|v vs IH]; intros done ids f m olds news used lacking fresh found ND I Em Lm F -> Lw Ho En Ln U
        NDl Il
        Sl A; cbn [order_of walk].
      - eexists. split; [now left|]. exists f. cbn [fst snd]. cbn [app] in *.
        split; [exact F|]. split; [auto|]. split; [auto|]. split; [exact NDl|]. split; [exact Il|].
        split; [cbn in Lw; lia|]. intros a b Hab. destruct (Sl a b Hab) as (Ha&Hb&N). auto.
      - cbn [app length] in *.
        assert (P : NoDup (vs ++ v :: done)).
        { apply NoDup_cons_iff in ND. destruct ND as [N1 N2]. apply NoDup_Add with (a := v) (l := vs ++ done); auto.
          apply Add_app. }
        assert (Q : forall x, In x (vs ++ v :: done) <-> In x (v :: vs ++ done)).
        { intros x. cbn. rewrite !in_app_iff. cbn. tauto. }
        assert (NDd : NoDup (v :: done)). { clear - P. induction vs; [exact P|]. inversion P; auto. }
        assert (Nids : NoDup ids).
        { apply (NoDup_map_inv f). rewrite Em. apply NoDup_cons_iff in NDd. destruct NDd as [_ NDd]. clear - NDd I.
          assert (K : forall a b, In a done -> In b done -> phi a = phi b -> a = b).
          { intros a b Ha Hb. apply I; right; apply in_or_app; auto. }
          clear I. induction NDd as [|x l Nx NDl IH]; cbn; constructor.
          - rewrite in_map_iff. intros (y&E&Hy). apply K in E; cbn; auto. now subst.
          - apply IH. intros a b Ha Hb. apply K; now right. }
        assert (Lids : length ids = length done) by (rewrite <- (map_length f ids), Em; apply map_length).
        assert (Eids : forall k, k < length done -> f (nth k ids 0) = phi (nth k done 0)).
        { intros k Hk. rewrite <- (map_nth f), <- (map_nth phi), Em. apply nth_indep. rewrite map_length. exact Hk. }
        set (try := fun olds news fresh found x => if is_bit used (one x) then found else
          match lacks x (map spot_at ids) (earlier G done v) with
          | Some l => if Nat.leb (length l) (s - length lacking)
              then walk (order_of G (v :: done) vs) olds news (x :: map spot_at ids) (N.lor used (one x))
                (s - length lacking - length l) (l ++ lacking) fresh found
              else found
          | None => found end).
        (* What follows once v is_bit a place. *)
        assert (T : forall i g m' olds' news' fresh' found', m' = m0 + fresh' -> fits g m' -> i < m' ->
          m0 + fresh <= m' -> (forall j, j < m0 + fresh -> g j = f j) -> g i = phi v ->
          m' + length vs <= width -> (forall j, j < m' -> In (spot_at j) olds') ->
          news' = map spot_at (seq m' (length news')) -> length vs <= length news' ->
          exists r, In r (try olds' news' fresh' found' (spot_at i)) /\ result f (m0 + fresh) r).
        { intros i g m' olds' news' fresh' found' -> Fg Li Lf Eg Ei Lw' Ho' En' Ln'.
          assert (Egi : map g ids = map phi done).
          { rewrite <- Em. apply map_ext_in. intros a Ha. apply Eg, Lm, Ha. }
          assert (Ni : ~ In i ids).
          { intros Hi. assert (K : In (phi v) (map phi done)) by (rewrite <- Egi, <- Ei; now apply in_map).
            apply in_map_iff in K. destruct K as (w&Ew&Hw). apply I in Ew; [|right; apply in_or_app; auto|now left].
            subst w. apply NoDup_cons_iff in NDd. tauto. }
          destruct (spots i) as [Ea Eb]; [lia|]. unfold try. rewrite Eb.
          destruct (is_bit used (bit i)) eqn:Hu; [exfalso; apply Ni, U; auto; lia|].
          destruct (lacks_spec g (m0 + fresh') ids i Fg) with (near := earlier G done v) as (l&El&NDn&Inn&Sh); auto; try
            lia.
          { intros a Ha. apply Lm in Ha. lia. }
          { apply NoDup_filter, seq_NoDup. }
          { intros k Hk. apply filter_In in Hk. destruct Hk as [Hk Ak]. apply in_seq in Hk. split; [lia|].
            assert (E : g (nth k ids 0) = phi (nth k done 0)).
            { rewrite Eg; [apply Eids; lia|]. apply Lm, nth_In. lia. }
            rewrite E, Ei. apply A; [now left| |exact Ak]. right. apply in_or_app. right. apply nth_In. lia. }
          rewrite El.
          assert (Er : real g lacking = real f lacking).
          { apply map_ext_in. intros [a b] Hab. destruct (Sl _ _ Hab) as (Ha&Hb&_). cbn. now rewrite !Eg by auto. }
          assert (NDa : NoDup (real g (l ++ lacking))).
          { unfold real. rewrite map_app. fold (real g l) (real g lacking). rewrite Er.
            assert (Dj : forall x, In x (real g l) -> ~ In x (real f lacking)).
            { rewrite <- Er. unfold real. intros x Hx Hx'. apply in_map_iff in Hx, Hx'. destruct Hx as ([a b]&<-&Hab).
              destruct Hx' as ([c d]&E&Hcd). cbn in E. destruct (Sh _ _ Hab) as (->&k&Hk&->).
              destruct (Sl _ _ Hcd) as (Hc&Hd&_). apply norm_inj in E. apply Ni.
              assert (Lc : c < m0 + fresh') by (apply Lm in Hc; lia). assert (Ld : d < m0 + fresh') by (apply Lm in Hd;
                lia).
              destruct E as [[_ E]|[E _]]; apply (f_inj _ _ Fg) in E; auto; subst; auto. }
            clear - NDn NDl Dj. induction NDn as [|x q Nx ND IHn]; cbn; auto. constructor.
            - rewrite in_app_iff. intros [K|K]; [tauto|]. apply (Dj x); auto. now left.
            - apply IHn. intros y Hy. apply Dj. now right. }
          assert (Ia : incl (real g (l ++ lacking)) D).
          { unfold real. rewrite map_app. fold (real g l) (real g lacking). rewrite Er. now apply incl_app. }
          pose proof (NoDup_incl_length NDa Ia) as La. unfold real in La. rewrite map_length, app_length in La.
          destruct (Nat.leb_spec (length l) (s - length lacking)) as [_|]; [|lia].
          replace (s - length lacking - length l) with (s - length (l ++ lacking)) by (rewrite app_length; lia).
          destruct (IH (v :: done) (i :: ids) g (m0 + fresh') olds' news' (N.lor used (bit i)) (l ++ lacking) fresh'
            found')
            as (r&Hr&g'&R1&R2&R3&R4); auto.
          - intros a b Ha Hb. apply Q in Ha, Hb. now apply I.
          - cbn. now rewrite Egi, Ei.
          - intros a [<-|Ha]; auto. apply Lm in Ha. lia.
          - intros j Hj. rewrite l_join by auto. rewrite orb_true_iff. intros [K|K]; [right; auto|].
            rewrite l_bit in K by lia. apply Nat.eqb_eq in K. now left.
          - intros a b Hab. apply in_app_or in Hab. destruct Hab as [Hab|Hab].
            + destruct (Sh _ _ Hab) as (->&k&Hk&->). apply filter_In in Hk. destruct Hk as [Hk _]. apply in_seq in Hk.
              assert (K : In (nth k ids 0) ids) by (apply nth_In; lia).
              split; [now right|]. split; [now left|]. intros E. apply Ni. now rewrite <- E.
            + destruct (Sl _ _ Hab) as (Ha&Hb&N). repeat split; auto; now right.
          - intros x w Hx Hw. apply Q in Hw. apply A; auto. now right.
          - exists r. split; auto. exists g'. split; auto. split; [|split; [lia|auto]].
            intros j Hj. rewrite R2 by lia. auto. }
        assert (K : forall olds news fresh l x r, In r l -> In r (try olds news fresh l x)).
        { intros. unfold try. destruct (is_bit used (one x)); auto. destruct (lacks _ _ _); auto.
          destruct (Nat.leb _ _); auto using walk_keeps. }
        change (exists r, In r (match news with [] => fold_left (try olds news fresh) olds found | x :: news' =>
          try (x :: olds) news' (S fresh) (fold_left (try olds news fresh) olds found) x end) /\ result f (m0 + fresh)
            r).
        destruct (in_dec Nat.eq_dec (phi v) (map f (seq 0 (m0 + fresh)))) as [Hv|Hv].
        + apply in_map_iff in Hv. destruct Hv as (i&Ei&Hi). apply in_seq in Hi.
          destruct (fold_finds (try olds news fresh) (result f (m0 + fresh)) (spot_at i)) with (xs := olds) (l := found)
            as (r&Hr&HP); auto.
          { intros l. apply (T i f (m0 + fresh)); auto; lia. }
          { apply Ho. lia. }
          exists r. split; auto. destruct news; auto.
        + destruct news as [|x news]; [cbn in Ln; lia|]. cbn [length seq map] in En. inversion En as [[Ex En']]. rewrite
          <- En'.
          rewrite <- Ex. set (m := m0 + fresh) in *.
          assert (Nf : forall j, j < m -> f j <> phi v).
          { intros j Hj E. apply Hv, in_map_iff. exists j. split; auto. apply in_seq. lia. }
          destruct (fits_more f m (phi v) F Nf) as (g&Fg&Gm&Gl).
          subst x. apply (T m g (S m)); auto; try (unfold m; lia).
          * intros j Hj. destruct (Nat.eq_dec j m) as [->|]; [now left|right; apply Ho; lia].
          * cbn in Ln. lia.
    Qed.

    (** Of complete graphs. *)
    Lemma lacking_more f m ids i l lacking : fits f m -> (forall a, In a ids -> a < m) -> i < m -> ~ In i ids ->
      NoDup (real f l) -> incl (real f l) D -> (forall a b, In (a, b) l -> b = i /\ In a ids) ->
      NoDup (real f lacking) -> incl (real f lacking) D ->
      (forall a b, In (a, b) lacking -> In a ids /\ In b ids /\ a <> b) ->
      NoDup (real f (l ++ lacking)) /\ incl (real f (l ++ lacking)) D /\
      forall a b, In (a, b) (l ++ lacking) -> In a (i :: ids) /\ In b (i :: ids) /\ a <> b.
    Proof.
      intros F Lm Li Ni NDl Il Sh ND I Sl. unfold real. rewrite map_app. fold (real f l) (real f lacking).
      split; [|split; [now apply incl_app|]].
      - assert (Dj : forall x, In x (real f l) -> ~ In x (real f lacking)).
        { intros x Hx Hx'. apply in_map_iff in Hx, Hx'. destruct Hx as ([a b]&<-&Hab).
          destruct Hx' as ([c d]&E&Hcd). cbn in E. destruct (Sh _ _ Hab) as (->&_). destruct (Sl _ _ Hcd) as (Hc&Hd&_).
          apply norm_inj in E. apply Ni. destruct E as [[_ E]|[E _]]; apply (f_inj _ _ F) in E; auto; now subst. }
        clear - NDl ND Dj. induction NDl as [|x q Nx NDq IHn]; cbn; auto. constructor.
        + rewrite in_app_iff. intros [K|K]; [tauto|]. apply (Dj x); auto. now left.
        + apply IHn. intros y Hy. apply Dj. now right.
      - intros a b Hab. apply in_app_or in Hab. destruct Hab as [Hab|Hab].
        + destruct (Sh _ _ Hab) as (->&Ha). split; [now right|]. split; [now left|]. intros ->. auto.
        + destruct (Sl _ _ Hab) as (Ha&Hb&N). repeat split; auto; now right.
    Qed.
    Lemma all_new_spec P : forall f m ids lacking fresh news, fits f m -> m = m0 + fresh -> NoDup P ->
      (forall p i, In p P -> i < m -> f i <> p) -> NoDup ids -> (forall i, In i ids -> i < m) ->
      (forall p i, In p P -> In i ids -> O (f i) p \/ In (norm (f i) p) D) ->
      (forall p q, In p P -> In q P -> p <> q -> O p q \/ In (norm p q) D) ->
      NoDup (real f lacking) -> incl (real f lacking) D ->
      (forall a b, In (a, b) lacking -> In a ids /\ In b ids /\ a <> b) ->
      m + length P <= width -> news = map spot_at (seq m (length news)) -> length P <= length news ->
      exists r, In r (all_new (length P) news (map spot_at ids) lacking fresh) /\ result f m r.
    Proof.
      induction P as [|p P IH]; intros f m ids lacking fresh news F Em NP Np Nids Lids A B NDl Il Sl Lw En Ln;
        cbn [length all_new].
      - eexists. split; [now left|]. exists f. cbn [fst snd]. subst m. cbn [length] in Lw.
        split; [exact F|]. split; [auto|]. split; [lia|]. split; [exact NDl|]. split; [exact Il|]. split; [lia|].
        intros a b Hab. destruct (Sl a b Hab) as (Ha&Hb&N). auto.
      - destruct news as [|x news]; [cbn in Ln; lia|]. cbn [length seq map] in *. injection En as Ex En'. subst x.
        apply NoDup_cons_iff in NP. destruct NP as [Nq NP].
        destruct (fits_more f m p F) as (g&Fg&Gm&Gl); [intros i Hi; apply Np; auto; now left|].
        set (l := map (fun y => (at_ y, at_ (spot_at m))) (map spot_at ids)).
        assert (El : l = map (fun a => (a, m)) ids).
        { unfold l. rewrite map_map. apply map_ext_in. intros a Ha. apply Lids in Ha.
          destruct (spots a) as [-> _]; [lia|].
          destruct (spots m) as [-> _]; [lia|]. auto. }
        assert (Er : real g lacking = real f lacking).
        { apply map_ext_in. intros [a b] Hab. destruct (Sl _ _ Hab) as (Ha&Hb&_). cbn. now rewrite !Gl by auto. }
        assert (Nm : ~ In m ids) by (intros K; apply Lids in K; lia).
        destruct (lacking_more g (S m) ids m l lacking) as (L1&L2&L3); auto; try (rewrite Er; auto).
        { intros a Ha. apply Lids in Ha. lia. }
        { rewrite El. unfold real. rewrite map_map. cbn [fst snd]. rewrite Gm. clear - Nids Lids Gl Np F.
          induction Nids as [|a ids Na Nids IH]; cbn; constructor.
          - rewrite in_map_iff. intros (b&E&Hb). apply norm_inj in E.
            assert (La : a < m) by (apply Lids; now left). assert (Lb : b < m) by (apply Lids; now right).
            rewrite !Gl in E by auto. destruct E as [[E _]|[E _]].
            + apply (f_inj _ _ F) in E; auto. now subst.
            + apply (Np p b); auto. now left.
          - apply IH. intros c Hc. apply Lids. now right. }
        { rewrite El. unfold real. rewrite map_map. cbn [fst snd]. rewrite Gm. intros z Hz. apply in_map_iff in Hz.
          destruct Hz as (a&<-&Ha). rewrite Gl by auto. destruct (A p a (or_introl eq_refl) Ha) as [K|K]; auto.
          exfalso. destruct (f_O _ _ F _ _ K) as (_&j&_&Hj&_&Ej). pose proof (f_more _ _ F).
          apply (Np p j); auto; [now left|lia]. }
        { rewrite El. intros a b Hab. apply in_map_iff in Hab. destruct Hab as (c&E&Hc). inversion E; subst. auto. }
        change (spot_at m :: map spot_at ids) with (map spot_at (m :: ids)).
        destruct (IH g (S m) (m :: ids) (l ++ lacking) (S fresh) news) as (r&Hr&g'&R1&R2&R3&R4); auto; try lia.
        + intros q i Hq Hi. destruct (Nat.eq_dec i m) as [->|].
          * rewrite Gm. intros ->. tauto.
          * rewrite Gl by lia. apply Np; [now right|lia].
        + now constructor.
        + intros i [<-|Hi]; auto. apply Lids in Hi. lia.
        + intros q i Hq [<-|Hi].
          * rewrite Gm. apply B; [now left|now right|intros ->; tauto].
          * rewrite Gl by auto. apply A; auto. now right.
        + intros q q' Hq Hq'. apply B; now right.
        + exists r. split; [exact Hr|]. exists g'. split; auto. split; [|split; [lia|auto]].
          intros j Hj. rewrite R2 by lia. auto.
    Qed.
    Lemma pick_spec f ids' : fits f m0 -> (forall i, In i ids' -> i < m0) -> forall P ids lacking news found, NoDup P ->
      (forall p i, In p P -> i < m0 -> f i = p -> In i ids') -> NoDup ids ->
      (forall i, In i ids -> i < m0 /\ ~ In (f i) P) ->
      (forall p i, In p P -> In i ids -> O (f i) p \/ In (norm (f i) p) D) ->
      (forall p q, In p P -> In q P -> p <> q -> O p q \/ In (norm p q) D) ->
      NoDup (real f lacking) -> incl (real f lacking) D ->
      (forall a b, In (a, b) lacking -> In a ids /\ In b ids /\ a <> b) ->
      m0 + length P <= width -> news = map spot_at (seq m0 (length news)) -> length P <= length news ->
      exists r, In r (pick (map spot_at ids') (length P) news (map spot_at ids) (s - length lacking) lacking found)
        /\ result f m0 r.
    Proof.
      intros F. induction ids' as [|i ids' IH]; intros L' P ids lacking news found NP Pi Nids Lids A B NDl Il Sl Lw En
        Ln;
        (destruct P as [|p0 P0] eqn:EP; cbn [length map pick]; [eexists; split; [now left|]; exists f; cbn [fst snd];
          rewrite Nat.add_0_r; split; [exact F|]; split; [auto|]; split; [lia|]; split; [exact NDl|];
          split; [exact Il|]; split; [cbn in Lw; lia|]; intros a b Hab; destruct (Sl a b Hab) as (Ha&Hb&N);
          apply Lids in Ha, Hb; tauto|]).
      - rewrite <- EP in *. assert (Np : forall p i, In p P -> i < m0 -> f i <> p).
        { intros p i Hp Hi E. destruct (Pi p i Hp Hi E). }
        assert (Lm : forall i, In i ids -> i < m0) by (intros i Hi; now apply Lids).
        destruct (all_new_spec P f m0 ids lacking 0 news) as (r&Hr&R); auto; try lia.
        pose proof (all_new_length _ _ _ _ _ _ Hr) as Lr. assert (Ls : length (snd (fst r)) <= s).
        { destruct R as (g&_&_&_&R1&R2&_). pose proof (NoDup_incl_length R1 R2) as K. unfold real in K.
          rewrite map_length in K. lia. }
        rewrite EP in Hr, Lr. cbn [length] in Hr, Lr.
        match goal with |- context [Nat.leb ?c ?d] => destruct (Nat.leb_spec c d); [|lia] end.
        exists r. split; auto. apply in_or_app. now left.
      - rewrite <- EP in *. assert (Li : i < m0) by (apply L'; now left).
        destruct (in_dec Nat.eq_dec (f i) P) as [Hi|Hi].
        + assert (X : exists Q, NoDup Q /\ ~ In (f i) Q /\ (forall q, In q Q -> In q P) /\ length P = S (length Q)).
          { destruct (in_split _ _ Hi) as (P1&P2&E'). exists (P1 ++ P2). rewrite E' in NP. apply NoDup_remove in NP.
            destruct NP as [NQ Nq]. split; [exact NQ|]. split; [exact Nq|]. rewrite E'. split.
            - intros q. rewrite !in_app_iff. cbn. tauto.
            - rewrite !app_length. cbn [length]. lia. }
          destruct X as (Q&NQ&Nq&IQ&LQ).
          assert (Ni : ~ In i ids) by (intros K; destruct (Lids i K) as [_ K']; auto).
          assert (Lm : forall a, In a ids -> a < m0) by (intros a Ha; now apply Lids).
          assert (Ak : forall k, In k (seq 0 (length ids)) -> k < length ids /\
            (O (f (nth k ids 0)) (f i) \/ In (norm (f (nth k ids 0)) (f i)) D)).
          { intros k Hk. apply in_seq in Hk. split; [lia|]. apply A; auto. apply nth_In. lia. }
          destruct (lacks_spec f m0 ids i F ltac:(lia) Lm Li Nids Ni (seq 0 (length ids)) (seq_NoDup _ _) Ak)
            as (l&El&N1&N2&N3).
          pose proof (lacks_all_spec (spot_at i) (map spot_at ids) []) as Ea. rewrite map_length in Ea.
          cbn [app length] in Ea. rewrite Ea in El. rewrite El.
          assert (Sh : forall a b, In (a, b) l -> b = i /\ In a ids).
          { intros a b Hab. destruct (N3 _ _ Hab) as (E1&k&Hk&E2). split; auto. subst a. apply in_seq in Hk.
            apply nth_In. lia. }
          destruct (lacking_more f m0 ids i l lacking F Lm Li Ni N1 N2 Sh NDl Il Sl) as (L1&L2&L3).
          pose proof (NoDup_incl_length L1 L2) as La. unfold real in La. rewrite map_length, app_length in La.
          destruct (Nat.leb_spec (length l) (s - length lacking)) as [_|]; [|lia].
          replace (s - length lacking - length l) with (s - length (l ++ lacking)) by (rewrite app_length; lia).
          change (spot_at i :: map spot_at ids) with (map spot_at (i :: ids)).
          assert (E0 : length P0 = length Q) by (rewrite EP in LQ; cbn [length] in LQ; lia). rewrite E0.
          assert (L2' : forall a, In a ids' -> a < m0) by (intros a Ha; apply L'; now right).
          assert (Pi2 : forall q j, In q Q -> j < m0 -> f j = q -> In j ids').
          { intros q j Hq Hj E. destruct (Pi q j (IQ q Hq) Hj E) as [K|]; auto. exfalso. apply Nq. now rewrite K, E. }
          assert (Nids2 : NoDup (i :: ids)) by (now constructor).
          assert (Lids2 : forall a, In a (i :: ids) -> a < m0 /\ ~ In (f a) Q).
          { intros a [<-|Ha]; auto. destruct (Lids a Ha) as [La1 La2]. split; auto. }
          assert (A2 : forall q a, In q Q -> In a (i :: ids) -> O (f a) q \/ In (norm (f a) q) D).
          { intros q a Hq [<-|Ha]; [|auto]. apply B; auto. intros E. apply Nq. now rewrite E. }
          assert (B2 : forall p q, In p Q -> In q Q -> p <> q -> O p q \/ In (norm p q) D) by auto.
          apply IH; auto; lia.
        + assert (R : exists r, In r (pick (map spot_at ids') (length P) news (map spot_at ids) (s - length lacking)
            lacking found) /\ result f m0 r).
          { assert (L2' : forall a, In a ids' -> a < m0) by (intros a Ha; apply L'; now right).
            assert (Pi2 : forall q j, In q P -> j < m0 -> f j = q -> In j ids').
            { intros q j Hq Hj E. destruct (Pi q j Hq Hj E) as [K|]; auto. exfalso. apply Hi. now rewrite K, E. }
            apply IH; auto. }
          rewrite EP in R. cbn [length] in R. destruct R as (r&Hr&R). exists r. split; auto.
          destruct (lacks_all _ _); auto. destruct (Nat.leb _ _); auto. now apply pick_keeps.
    Qed.
    Lemma filter_whole {A} (p : A -> bool) l : length (filter p l) = length l -> forall x, In x l -> p x = true.
    Proof.
      assert (Le : forall l, length (filter p l) <= length l).
      { induction l0 as [|y q IH]; cbn; auto. destruct (p y); cbn; lia. }
      induction l as [|y l IH]; cbn; intros E x Hx; [tauto|]. destruct (p y) eqn:Py.
      - destruct Hx as [<-|Hx]; auto.
      - specialize (Le l). lia.
    Qed.
    Lemma is_full_spec vs : forall done, is_full (length done) (order_of G done vs) = true ->
      (forall v w, In v vs -> In w done -> adjb G w v = true) /\
      forall v w, In v vs -> In w vs -> v <> w -> adjb G w v = true \/ adjb G v w = true.
    Proof.
      induction vs as [|v vs IH]; intros done; cbn [order_of is_full]; [split; intros ? ? []|].
      destruct (Nat.eqb_spec (length (earlier G done v)) (length done)) as [E|]; [|discriminate]. intros K.
      change (S (length done)) with (length (v :: done)) in K. apply IH in K. destruct K as [K1 K2].
      assert (Av : forall w, In w done -> adjb G w v = true).
      { intros w Hw. destruct (In_nth _ _ 0 Hw) as (i&Hi&<-). unfold earlier in E.
        rewrite <- (seq_length (length done) 0) in E at 2. apply (filter_whole _ _ E i). apply in_seq. lia. }
      split.
      - intros x w [<-|Hx] Hw; auto. apply K1; auto. now right.
      - intros x w Hx Hw N. destruct Hx as [Hx|Hx], Hw as [Hw|Hw]; subst; [congruence|right|left|auto];
          apply K1; auto; now left.
    Qed.
    Lemma found_by_spec vs a b u v f olds news found : NoDup (vs ++ [b; a]) ->
      (forall x y, In x (vs ++ [b; a]) -> In y (vs ++ [b; a]) -> phi x = phi y -> x = y) ->
      f u = phi a -> f v = phi b -> u < m0 -> v < m0 -> u <> v -> fits f m0 -> m0 + length vs <= width ->
      olds = map spot_at (seq 0 m0) -> news = map spot_at (seq m0 (length news)) -> length vs <= length news ->
      (forall x w, In x vs -> In w (vs ++ [b; a]) -> adjb G w x = true ->
         O (phi w) (phi x) \/ In (norm (phi w) (phi x)) D) ->
      exists r, In r (found_by (order_of G [b; a] vs) olds news (spot_at u) (spot_at v) s found) /\ result f m0 r.
    Proof.
      intros ND I Ea Eb Lu Lv Duv F Lw -> En Ln A. unfold found_by.
      change [spot_at v; spot_at u] with (map spot_at [v; u]).
      replace s with (s - length (@nil (nat * nat))) by (cbn; lia). destruct (is_full 2 _) eqn:Fu.
      - apply (is_full_spec vs [b; a]) in Fu. destruct Fu as [Fu1 Fu2].
        assert (Len : forall l done, length (order_of G done l) = length (map phi l)).
        { clear. induction l as [|x l IH]; intros done; cbn; auto. }
        rewrite Len. assert (Vs : forall x, In x vs -> In x (vs ++ [b; a]) /\ ~ In x [b; a]).
        { intros x Hx. split; [apply in_or_app; auto|]. intros Hd. clear - ND Hx Hd.
          induction vs as [|y l IH]; [destruct Hx|]. cbn in ND. inversion ND as [|y' l' Ny ND']; subst.
          destruct Hx as [->|Hx]; auto. apply Ny, in_or_app. now right. }
        assert (Ab : In a (vs ++ [b; a]) /\ In b (vs ++ [b; a])) by (rewrite !in_app_iff; cbn; auto).
        apply pick_spec; auto; rewrite ?map_length; auto.
        + intros i Hi. apply in_seq in Hi. lia.
        + assert (K : forall x y, In x vs -> In y vs -> phi x = phi y -> x = y)
            by (intros x y Hx Hy; apply I; now apply Vs).
          assert (NV : NoDup vs). { clear - ND. induction vs as [|y l IH]; [constructor|]. cbn in ND.
            inversion ND as [|y' l' Ny ND']; subst. constructor; auto. intros Hy. apply Ny, in_or_app. auto. }
          clear - K NV. induction NV as [|x l Nx NV IH]; cbn; constructor.
          * rewrite in_map_iff. intros (y&E&Hy). apply K in E; [|now right|now left]. now subst.
          * apply IH. intros x' y' Hx' Hy'. apply K; now right.
        + intros p i Hp Hi _. apply in_seq. lia.
        + repeat constructor; cbn; intuition.
        + intros i Hi. split; [destruct Hi as [<-|[<-|[]]]; auto|]. rewrite in_map_iff. intros (x&E&Hx).
          destruct (Vs x Hx) as [V1 V2]. apply V2. destruct Hi as [<-|[<-|[]]]; [left|right; left].
          * rewrite Eb in E. apply I in E; tauto || auto.
          * rewrite Ea in E. apply I in E; tauto || auto.
        + intros p i Hp Hi. apply in_map_iff in Hp. destruct Hp as (x&<-&Hx).
          destruct Hi as [<-|[<-|[]]]; rewrite ?Ea, ?Eb; apply A; auto; try tauto; apply Fu1; cbn; auto.
        + intros p q Hp Hq N. apply in_map_iff in Hp, Hq. destruct Hp as (x&<-&Hx), Hq as (y&<-&Hy).
          apply A; auto; [now apply Vs|]. assert (Nyx : y <> x) by congruence.
          destruct (Fu2 y x Hy Hx Nyx) as [K|K]; auto.
          apply adjb_spec in K. apply adjb_spec. tauto.
        + constructor.
        + intros x [].
        + intros x y [].
      - destruct (spots u) as [_ Eu]; [lia|]. destruct (spots v) as [_ Ev]; [lia|]. rewrite Eu, Ev.
        apply walk_spec with (f := f); auto; try lia.
        + cbn. congruence.
        + intros i [<-|[<-|[]]]; auto.
        + intros i Hi. apply in_map_iff. exists i. split; auto. apply in_seq. lia.
        + intros j Hj. rewrite l_join, !l_bit by lia. rewrite orb_true_iff, !Nat.eqb_eq. cbn.
          intuition.
        + constructor.
        + intros x [].
        + intros x y [].
    Qed.
  End Complete.
End Walk.
