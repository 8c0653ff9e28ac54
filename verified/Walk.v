(** A search for the copies of a graph through a pair, with the pairs that each lacks: it misses none. *)
From Coq Require Import List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Copies.

(** Sets of vertices as words: of OCaml's integers, or of Coq's numbers. *)
Record words := Words {
  word : Type; bit : nat -> word; has : word -> word -> bool; join : word -> word -> word; less : word -> word -> word;
  every_bit : word; no_bit : word }.
Arguments bit {w} _.
Arguments has {w} _ _.
Arguments join {w} _ _.
Arguments less {w} _ _.
Arguments every_bit {w}.
Arguments no_bit {w}.
(** Sets of vertices below the width. *)
Record lawful (W : words) (width : nat) : Prop := {
  l_bit : forall i j, i < width -> j < width -> has (w := W) (bit i) (bit j) = Nat.eqb i j;
  l_join : forall a b j, j < width -> has (w := W) (join a b) (bit j) = has a (bit j) || has b (bit j);
  l_less : forall a b j, j < width -> has (w := W) (less a b) (bit j) = has a (bit j) && negb (has b (bit j));
  l_every : forall j, j < width -> has (w := W) every_bit (bit j) = true;
  l_none : forall j, j < width -> has (w := W) no_bit (bit j) = false }.

Section Walk.
  Variable W : words.
  Notation word := (word W).
  (** A vertex, its bit, its neighbours, and those to which an edge may come. *)
  Record spot := Spot { at_ : nat; one : word; own : word; open : word }.
  Definition nowhere : spot := Spot 0 no_bit no_bit no_bit.

  Fixpoint lacks (x : spot) (images : list spot) (near : list nat) : option (list (nat * nat)) :=
    match near with
    | [] => Some []
    | i :: near =>
        let y := nth i images nowhere in
        if has (own y) (one x) then lacks x images near
        else if has (open y) (one x) then
          match lacks x images near with Some l => Some ((at_ y, at_ x) :: l) | None => None end
        else None
    end.
  Definition copy_found := (nat * list (nat * nat) * list nat)%type.
  (** The copies, as the number of their new vertices and the pairs that they lack, at most so many; and where
      the vertices are, the last one first. *)
  Fixpoint walk (order : list (list nat)) (olds news images : list spot) (used : word) (room : nat)
      (lacking : list (nat * nat)) (fresh : nat) (found : list copy_found) : list copy_found :=
    match order with
    | [] => (fresh, lacking, map at_ images) :: found
    | near :: order =>
        let try olds news fresh found x :=
          if has used (one x) then found else
          match lacks x images near with
          | Some l =>
              let k := length l in
              if Nat.leb k room
              then walk order olds news (x :: images) (join used (one x)) (room - k) (l ++ lacking) fresh found
              else found
          | None => found
          end in
        let found := fold_left (try olds news fresh) olds found in
        match news with [] => found | x :: news => try (x :: olds) news (S fresh) found x end
    end.

  (** The least number of pairs that a copy lacks, or this bound where it is no more. *)
  Fixpoint least_walk (order : list (list nat)) (olds news images : list spot) (used : word) (cost bound : nat) : nat :=
    match order with
    | [] => Nat.min cost bound
    | near :: order =>
        let try olds news bound x :=
          if has used (one x) then bound else
          match lacks x images near with
          | Some l =>
              let cost := length l + cost in
              if Nat.ltb cost bound then least_walk order olds news (x :: images) (join used (one x)) cost bound
              else bound
          | None => bound
          end in
        let bound := fold_left (try olds news) olds bound in
        match news with [] => bound | x :: news => try (x :: olds) news bound x end
    end.

  Variable width : nat.
  Hypothesis laws : lawful W width.

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
    - assert (T : forall olds news fresh found x r, In r found -> In r (if has used (one x) then found else
        match lacks x images near with
        | Some l => if Nat.leb (length l) room
            then walk order olds news (x :: images) (join used (one x)) (room - length l) (l ++ lacking) fresh found
            else found
        | None => found end)).
      { intros. destruct (has used (one x)); auto. destruct (lacks x images near) as [l|]; auto.
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
  Lemma least_walk_down order : forall olds news images used cost bound,
    least_walk order olds news images used cost bound <= bound.
  Proof.
    induction order as [|near order IH]; cbn [least_walk]; intros olds news images used cost bound; [lia|].
    assert (T : forall olds news bound x, (if has used (one x) then bound else
      match lacks x images near with
      | Some l => if Nat.ltb (length l + cost) bound
          then least_walk order olds news (x :: images) (join used (one x)) (length l + cost) bound else bound
      | None => bound end) <= bound).
    { intros. destruct (has used (one x)); auto. destruct (lacks x images near); auto. destruct (Nat.ltb _ _); auto. }
    assert (F : forall olds news xs bound, fold_left (fun bound x => if has used (one x) then bound else
      match lacks x images near with
      | Some l => if Nat.ltb (length l + cost) bound
          then least_walk order olds news (x :: images) (join used (one x)) (length l + cost) bound else bound
      | None => bound end) xs bound <= bound).
    { intros olds' news'. induction xs as [|x xs IHx]; intros b; cbn [fold_left]; auto.
      eapply Nat.le_trans; [apply IHx|apply T]. }
    destruct news as [|x news]; [apply F|]. eapply Nat.le_trans; [apply T|apply F].
  Qed.
  (** No copy of the walk lacks fewer. *)
  Lemma least_walk_spec order : forall olds news images used room lacking fresh found r,
    In r (walk order olds news images used room lacking fresh found) -> In r found \/
    length lacking <= length (snd (fst r)) /\
    forall bound, least_walk order olds news images used (length lacking) bound <= length (snd (fst r)).
  Proof.
    induction order as [|near order IH]; cbn [walk least_walk]; intros olds news images used room lacking fresh found r
      Hr.
    - destruct Hr as [<-|Hr]; [right|now left]. cbn [fst snd]. split; auto. intros. lia.
    - assert (T : forall olds news fresh found x r, In r (if has used (one x) then found else
        match lacks x images near with
        | Some l => if Nat.leb (length l) room
            then walk order olds news (x :: images) (join used (one x)) (room - length l) (l ++ lacking) fresh found
            else found
        | None => found end) -> In r found \/ length lacking <= length (snd (fst r)) /\ forall bound,
        (if has used (one x) then bound else
        match lacks x images near with
        | Some l => if Nat.ltb (length l + length lacking) bound
          then least_walk order olds news (x :: images) (join used (one x)) (length l + length lacking) bound else bound
        | None => bound end) <= length (snd (fst r))).
      { clear r Hr. intros olds' news' fresh' found' x r Hr. destruct (has used (one x)); auto.
        destruct (lacks x images near) as [l|]; auto. destruct (Nat.leb _ room); auto.
        destruct (IH _ _ _ _ _ _ _ _ _ Hr) as [|[K1 K2]]; auto. right. rewrite app_length in K1, K2. split; [lia|].
        intros bound. destruct (Nat.ltb_spec (length l + length lacking) bound); auto. lia. }
      set (h := fun olds news bound x => if has used (one x) then bound else
        match lacks x images near with
        | Some l => if Nat.ltb (length l + length lacking) bound
          then least_walk order olds news (x :: images) (join used (one x)) (length l + length lacking) bound else bound
        | None => bound end) in *.
      assert (Dn : forall olds news bound x, h olds news bound x <= bound).
      { intros. unfold h. destruct (has used (one x)); auto. destruct (lacks x images near); auto.
        destruct (Nat.ltb _ _); auto. apply least_walk_down. }
      assert (F := fun fresh => fold_under _ (h olds news) (fun r : copy_found => length (snd (fst r))) (length lacking)
        (Dn olds news) (fun l x r Hr => T olds news fresh l x r Hr) olds).
      cbv beta in F. destruct news as [|x news]; [now apply F in Hr|]. apply T in Hr. destruct Hr as [Hr|[K1 K2]].
      + apply F in Hr. destruct Hr as [Hr|[K1 K2]]; auto. right. split; auto. intros bound.
        eapply Nat.le_trans; [apply Dn|apply K2].
      + right. split; auto.
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
      has (open (spot_at i)) (bit j) = true.
    Hypothesis D_s : length D <= s.

    (** Where the vertices below m are. *)
    Record fits (f : nat -> nat) (m : nat) : Prop := {
      f_inj : forall i j, i < m -> j < m -> f i = f j -> i = j;
      f_more : m0 <= m;
      f_own : forall i j, i < m0 -> j < m0 -> O (f i) (f j) -> has (own (spot_at i)) (bit j) = true;
      f_open : forall i j, i < m0 -> j < m0 -> i <> j -> In (norm (f i) (f j)) D -> has (open (spot_at i)) (bit j) =
        true;
      f_O : forall x y, O x y -> exists i j, i < m0 /\ j < m0 /\ f i = x /\ f j = y }.

    Lemma row f m i j : fits f m -> m <= width -> i < m -> j < m -> i <> j ->
      O (f i) (f j) \/ In (norm (f i) (f j)) D ->
      has (own (spot_at i)) (bit j) = true \/ has (open (spot_at i)) (bit j) = true /\ In (norm (f i) (f j)) D.
    Proof.
      intros F L Hi Hj N [K|K].
      - left. destruct (f_O _ _ F _ _ K) as (i'&j'&Li&Lj&Ei&Ej). pose proof (f_more _ _ F).
        apply (f_inj _ _ F) in Ei, Ej; try lia. subst. now apply (f_own _ _ F).
      - right. split; auto. destruct (Nat.lt_ge_cases i m0), (Nat.lt_ge_cases j m0);
          try (apply fresh_open; lia). now apply (f_open _ _ F).
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
        destruct (has (own (spot_at a)) (bit i)) eqn:Eo.
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
      (forall j, j < width -> has used (bit j) = true -> In j ids) ->
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
        set (try := fun olds news fresh found x => if has used (one x) then found else
          match lacks x (map spot_at ids) (earlier G done v) with
          | Some l => if Nat.leb (length l) (s - length lacking)
              then walk (order_of G (v :: done) vs) olds news (x :: map spot_at ids) (join used (one x))
                (s - length lacking - length l) (l ++ lacking) fresh found
              else found
          | None => found end).
        (* What follows once v has a place. *)
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
          destruct (has used (bit i)) eqn:Hu; [exfalso; apply Ni, U; auto; lia|].
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
          destruct (IH (v :: done) (i :: ids) g (m0 + fresh') olds' news' (join used (bit i)) (l ++ lacking) fresh'
            found')
            as (r&Hr&g'&R1&R2&R3&R4); auto.
          - intros a b Ha Hb. apply Q in Ha, Hb. now apply I.
          - cbn. now rewrite Egi, Ei.
          - intros a [<-|Ha]; auto. apply Lm in Ha. lia.
          - intros j Hj. rewrite (l_join _ _ laws) by auto. rewrite orb_true_iff. intros [K|K]; [right; auto|].
            rewrite (l_bit _ _ laws) in K by lia. apply Nat.eqb_eq in K. now left.
          - intros a b Hab. apply in_app_or in Hab. destruct Hab as [Hab|Hab].
            + destruct (Sh _ _ Hab) as (->&k&Hk&->). apply filter_In in Hk. destruct Hk as [Hk _]. apply in_seq in Hk.
              assert (K : In (nth k ids 0) ids) by (apply nth_In; lia).
              split; [now right|]. split; [now left|]. intros E. apply Ni. now rewrite <- E.
            + destruct (Sl _ _ Hab) as (Ha&Hb&N). repeat split; auto; now right.
          - intros x w Hx Hw. apply Q in Hw. apply A; auto. now right.
          - exists r. split; auto. exists g'. split; auto. split; [|split; [lia|auto]].
            intros j Hj. rewrite R2 by lia. auto. }
        assert (K : forall olds news fresh l x r, In r l -> In r (try olds news fresh l x)).
        { intros. unfold try. destruct (has used (one x)); auto. destruct (lacks _ _ _); auto.
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
          set (g := fun j => if Nat.eqb j m then phi v else f j).
          assert (Gm : g m = phi v) by (unfold g; now rewrite Nat.eqb_refl).
          assert (Gl : forall j, j < m -> g j = f j) by (intros j Hj; unfold g; destruct (Nat.eqb_spec j m); auto; lia).
          assert (Nf : forall j, j < m -> f j <> phi v).
          { intros j Hj E. apply Hv, in_map_iff. exists j. split; auto. apply in_seq. lia. }
          subst x. apply (T m g (S m)); auto; try (unfold m; lia).
          * pose proof (f_more _ _ F). constructor; try lia.
            -- intros i j Hi Hj E. destruct (Nat.eq_dec i m) as [->|], (Nat.eq_dec j m) as [->|]; auto.
               ++ rewrite Gm, Gl in E by lia. symmetry in E. apply Nf in E; [tauto|lia].
               ++ rewrite Gm, Gl in E by lia. apply Nf in E; [tauto|lia].
               ++ rewrite !Gl in E by lia. apply (f_inj _ _ F); auto; lia.
            -- intros i j Hi Hj. rewrite !Gl by lia. now apply (f_own _ _ F).
            -- intros i j Hi Hj. rewrite !Gl by lia. now apply (f_open _ _ F).
            -- intros y z Hyz. destruct (f_O _ _ F _ _ Hyz) as (i&j&Hi&Hj&Ey&Ez). exists i, j.
               rewrite !Gl by lia. auto.
          * intros j Hj. destruct (Nat.eq_dec j m) as [->|]; [now left|right; apply Ho; lia].
          * cbn in Ln. lia.
    Qed.
  End Complete.
End Walk.
