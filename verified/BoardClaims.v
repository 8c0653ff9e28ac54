(** Strategies of Maker-Breaker games on any board: families that the winner wins with the loser to move, each by those
    before it. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists MakerBreaker StrongGames Boards Families Leaves Bytes Strong.

(** How a reply ends: in an earlier node under a map, or as a rule says. *)
Inductive ending := Leads (next : N) (by_map : nat) | Decided | BySum | ByPairs (pairs : family).
(** What the winner takes in his turns, 255 for nothing. *)
Record board_reply := Board_reply { moves : list N; ends : ending }.
Record board_node := Board_node { own : stones; unplayed : stones; time : nat; ways : list board_reply }.

Definition same (t u : player) : bool := Bool.eqb (is_maker t) (is_maker u).
Lemma same_spec t u : same t u = true <-> t = u.
Proof. destruct t, u; cbn; intuition discriminate. Qed.
Fixpoint same_turns (l l' : list player) : bool :=
  match l, l' with
  | [], [] => true
  | t :: l, u :: l' => same t u &&& same_turns l l'
  | _, _ => false
  end.
Lemma same_turns_spec l : forall l', same_turns l l' = true -> l = l'.
Proof.
  induction l as [|t l IH]; intros [|u l']; cbn [same_turns]; try discriminate; auto. rewrite and_true, same_spec.
  intros [-> K]. f_equal. auto.
Qed.
Fixpoint nodupb (l : list N) : bool := match l with [] => true | x :: l => if is_in x l then false else nodupb l end.
Lemma nodupb_spec S : nodupb S = true -> NoDup S.
Proof.
  induction S as [|x S IH]; cbn [nodupb]; [constructor|]. destruct (is_in x S) eqn:I; [discriminate|]. intros K.
  constructor; auto. intros J. apply is_in_spec in J. congruence.
Qed.
Definition too_large (m : nat) (S : list N) : bool := Nat.ltb m (length S) &&& nodupb S.
Lemma too_large_spec m S : too_large m S = true -> NoDup S /\ m < length S.
Proof. unfold too_large. rewrite and_true, Nat.ltb_lt. intros [L D]. auto using nodupb_spec. Qed.
(** The sets that contain no other one. Nothing is proved of this, as what is left is compared with all. *)
Definition minimal (F : family) : family :=
  fold_left (fun kept S =>
    if any (fun T => includes S T) kept then kept else S :: filter (fun T => negb (includes T S)) kept) F [].
Definition elements_of (F : family) : list N :=
  fold_left (fun l x => if is_in x l then l else x :: l) (concat F) [].
Lemma elements_of_spec F S : In S F -> incl S (elements_of F).
Proof.
  assert (H : forall l U x, In x U \/ In x l -> In x (fold_left (fun l x => if is_in x l then l else x :: l) l U)).
  { induction l as [|y l IH]; intros U x; cbn [fold_left]; [now intros [|[]]|]. intros I. apply IH.
    destruct (is_in y U) eqn:E; cbn [In] in *; [|tauto]. apply is_in_spec in E. intuition (subst; auto). }
  intros I x J. apply H. right. apply in_concat. eauto.
Qed.
Lemma injective (f : N -> N) (l : list N) a b : NoDup (map f l) -> In a l -> In b l -> f a = f b -> a = b.
Proof.
  induction l as [|x l IH]; cbn [map In]; [easy|]. intros Nd. inversion Nd as [|y l' N0 Nd']; subst.
  intros [->|Ia] [->|Ib] E; auto.
  - destruct N0. rewrite E. now apply in_map.
  - destruct N0. rewrite <- E. now apply in_map.
Qed.

Lemma nodup_rest (l l' : list N) : NoDup (l ++ l') -> NoDup l'.
Proof. induction l as [|x l IH]; cbn; auto. intros D. inversion D; auto. Qed.

(** Where a map takes an element from. *)
Fixpoint from (images : list N) (x : N) : N :=
  match images with [] => 0%N | y :: images => if N.eqb x y then 0%N else N.succ (from images x) end.

Section Check.
  Variable n : N.
  Variable sets : family.
  Variable p : player.
  Variable turns : list player.
  Variable maps : list (list N).

  Definition good (ts : list player) (F : family) : Prop :=
    match p with Maker => maker_gets ts F | Breaker => breaker_holds ts F end.
  (** The family F is no worse for the winner than G, under other names, if Maker has m turns. *)
  Definition serves (m : nat) (f : N -> N) (G F : family) : bool :=
    let G := map (map f) G in
    match p with
    | Breaker => every (fun S => if any (fun T => includes S T) G then true else too_large m S) F
    | Maker => every (fun T => if any (fun S => includes T S) F then true else too_large m T) G
    end.
  Lemma serves_spec ts f G F : good ts G -> apart f G -> serves (makers ts) f G F = true -> good ts F.
  Proof.
    unfold good, serves. destruct p; intros K A H; rewrite every_spec in H.
    - apply (maker_weaker f ts G); auto. intros T IT. specialize (H _ (in_map (map f) _ _ IT)). cbn beta in H.
      destruct (any _ F) eqn:E; [right|left].
      + apply any_spec in E. destruct E as (S&IS&E). exists S. split; auto. intros x Ix.
        apply includes_spec in E. specialize (E x Ix). apply in_map_iff in E. destruct E as (y&E&Iy). eauto.
      + apply too_large_spec in H. destruct H as [Nd L]. rewrite map_length in L. split; auto.
        now apply NoDup_map_inv in Nd.
    - apply (breaker_weaker f ts G); auto. intros S IS. specialize (H _ IS). cbn beta in H.
      destruct (any _ _) eqn:E; [right|left; now apply too_large_spec].
      apply any_spec in E. destruct E as (T'&IT&E). apply in_map_iff in IT. destruct IT as (T&<-&IT). exists T.
      split; auto. intros x Ix. apply includes_spec in E. apply E. now apply in_map.
  Qed.
  Definition itself (x : N) : N := x.
  Lemma apart_itself G : apart itself G. Proof. apply apart_id. Qed.

  (** Turns to come, the family, and its elements. *)
  Definition nodes := PositiveMap.t (list player * family * list N).
  Definition right (t : nodes) : Prop := forall i ts G U, PositiveMap.find i t = Some (ts, G, U) ->
    good ts G /\ forall S, In S G -> incl S U.

  Definition leads_to (t : nodes) (next : N) (by_map : nat) (ts : list player) (F : family) : bool :=
    match PositiveMap.find (N.succ_pos next) t, nth_error maps by_map with
    | Some (ts', G, U), Some images =>
        let f x := from images x in
        let k := length U in
        same_turns (firstn k ts') (firstn k ts) &&& nodupb (map f U) &&& serves (makers ts) f G F
    | _, _ => false
    end.
  Lemma leads_to_spec t next by_map ts F : right t -> leads_to t next by_map ts F = true -> good ts F.
  Proof.
    unfold leads_to. intros R. destruct (PositiveMap.find _ t) as [[[ts' G] U]|] eqn:E; [|discriminate].
    destruct (nth_error maps by_map) as [images|]; [|discriminate]. rewrite !and_true. intros [[T A] H].
    destruct (R _ _ _ _ E) as [K I]. apply same_turns_spec in T. apply nodupb_spec in A.
    eapply serves_spec; [| |exact H].
    - revert K. unfold good. destruct p; [apply (maker_turns (length U) U)|apply (breaker_turns (length U) U)]; auto.
    - intros S S' a b IS IS' Ia Ib Eab. exact (injective _ U a b A (I S IS a Ia) (I S' IS' b Ib) Eab).
  Qed.

  Definition are_pairsb (G : family) : bool := every (fun P => Nat.eqb (length P) 2) G &&& nodupb (concat G).
  Lemma are_pairsb_spec G : are_pairsb G = true -> are_pairs G.
  Proof.
    unfold are_pairsb. rewrite and_true, every_spec. intros [L D]. apply nodupb_spec in D. split.
    - intros P I. specialize (L P I). apply Nat.eqb_eq in L. destruct P as [|a [|b [|c P]]]; cbn in L; try discriminate.
      exists a, b. split; auto. intros ->. clear L. induction G as [|Q G IH]; [easy|]. cbn [concat] in D.
      destruct I as [->|I]; [inversion D; subst; cbn in *; tauto|]. apply IH; auto. now apply nodup_rest in D.
    - intros P Q x IP IQ JP JQ. clear L. induction G as [|R G IH]; [easy|]. cbn [concat] in D.
      assert (No : forall S, In S G -> In x S -> ~ In x R).
      { intros S IS JS JR. clear - D IS JS JR. induction R as [|y R IH]; [easy|]. cbn in D.
        inversion D as [|z l N0 D']; subst. destruct JR as [->|JR]; [|auto]. apply N0, in_or_app. right.
        apply in_concat. eauto. }
      destruct IP as [->|IP], IQ as [->|IQ]; auto.
      + now destruct (No Q IQ JQ).
      + now destruct (No P IP JP).
      + apply IH; auto. now apply nodup_rest in D.
  Qed.

  Definition ends_well (t : nodes) (ts : list player) (F : family) (e : ending) : bool :=
    match e, p with
    | Leads next by_map, _ => leads_to t next by_map ts F
    | Decided, Maker => any (fun S => match S with [] => true | _ => false end) F
    | Decided, Breaker => serves (makers ts) itself [] F
    | BySum, Breaker =>
        let G := minimal (filter (fun S => Nat.leb (length S) (makers ts)) F) in
        let x := sum G in
        alternate ts &&& every nodupb G &&& N.ltb (match ts with Maker :: _ => N.add x x | _ => x end) one
        &&& serves (makers ts) itself G F
    | ByPairs pairs, Breaker => alternate ts &&& are_pairsb pairs &&& serves (makers ts) itself pairs F
    | _, Maker => false
    end.
  Lemma ends_well_spec t ts F e : right t -> ends_well t ts F e = true -> good ts F.
  Proof.
    intros R. unfold ends_well. destruct e as [next by_map| | |pairs]; [now apply leads_to_spec| | |].
    - destruct p eqn:Ep; intros K.
      + unfold good. rewrite Ep. apply any_spec in K. destruct K as (S&I&K). destruct S; [|discriminate].
        now apply maker_has.
      + apply serves_spec in K; auto using apart_itself. unfold good. rewrite Ep. apply breaker_nothing.
    - destruct p eqn:Ep; [discriminate|]. rewrite !and_true, every_spec, N.ltb_lt. intros [[[A Nd] W] K].
      apply serves_spec in K; auto using apart_itself. unfold good. rewrite Ep. apply small_wins; [exact A| |].
      + intros S I. now apply nodupb_spec, Nd.
      + now destruct ts as [|[|] ts].
    - destruct p eqn:Ep; [discriminate|]. rewrite !and_true. intros [[A P] K].
      apply serves_spec in K; auto using apart_itself. unfold good. rewrite Ep. apply pairs_win; [exact A|].
      now apply are_pairsb_spec.
  Qed.

  (** The winner's turns. *)
  Definition taken (m : N) (F : family) : family := match p with Maker => shrunk m F | Breaker => rid m F end.
  Fixpoint played (l : list N) (ts : list player) (F : family) : option (list player * family) :=
    match l, ts with
    | [], _ => Some (ts, F)
    | m :: l, t :: ts => if same t p then played l ts (if N.eqb m 255 then F else taken m F) else None
    | _ :: _, [] => None
    end.
  Lemma played_spec l : forall ts F ts' F', played l ts F = Some (ts', F') -> good ts' F' -> good ts F.
  Proof.
    induction l as [|m l IH]; intros ts F ts' F'; cbn [played]; [now intros [= <- <-]|].
    destruct ts as [|t ts]; [discriminate|]. destruct (same t p) eqn:E; [|discriminate]. apply same_spec in E. subst t.
    intros K G. specialize (IH _ _ _ _ K G). clear K G. unfold good, taken in *. destruct (N.eqb_spec m 255) as [->|D].
    - destruct p; cbn [maker_gets breaker_holds]; exists 0%N.
      + apply (maker_weaker (fun x => x) ts _ _ IH (apart_id _)). intros T I. right. exists (minus 0%N T).
        split; [apply in_shrunk; eauto|]. intros x. rewrite in_minus. intros [J _]. eauto.
      + apply (breaker_weaker (fun x => x) ts _ _ IH (apart_id _)). intros S I. apply in_rid in I. right.
        exists S. split; [tauto|auto].
    - destruct p; cbn [maker_gets breaker_holds]; eauto.
  Qed.
  (** Where Breaker took nothing in his only turn, it is still his for the sum. *)
  Definition waits (r : board_reply) : bool :=
    match ends r, moves r with BySum, [m] => N.eqb m 255 | _, _ => false end.
  Definition works (t : nodes) (ts : list player) (F : family) (r : board_reply) : bool :=
    if waits r then ends_well t ts F BySum
    else match played (moves r) ts F with Some (ts, F) => ends_well t ts F (ends r) | None => false end.
  Lemma works_spec t ts F r : right t -> works t ts F r = true -> good ts F.
  Proof.
    unfold works. intros R. destruct (waits r); [now apply ends_well_spec|].
    destruct (played _ _ _) as [[ts' F']|] eqn:E; [|discriminate]. intros K. apply (played_spec _ _ _ _ _ E).
    eapply ends_well_spec; eauto.
  Qed.

  (** What a node says of a set. Nothing is proved of this. *)
  Definition family_of (W F : stones) (ts : list player) : family :=
    let m := makers ts in
    let kept S := match p with
                  | Maker => every (fun x => if has W x then true else has F x) S
                  | Breaker => every (fun x => negb (has W x)) S
                  end in
    minimal (filter (fun S => Nat.leb (length S) m) (map (filter (has F)) (filter kept sets))).
  (** After the loser took e. *)
  Definition lost (e : N) (F : family) : family := match p with Maker => rid e F | Breaker => shrunk e F end.
  Definition node_of (t : nodes) (x : board_node) : option (list player * family * list N) :=
    match skipn (time x) turns with
    | l :: ts =>
        let F := family_of (own x) (unplayed x) (l :: ts) in
        let U := elements_of F in
        let decided := match p with
                       | Maker => any (fun S => match S with [] => true | _ => false end) F
                       | Breaker => match F with [] => true | _ => false end
                       end in
        if negb (same l p) &&& (match U with
              | [] => decided
              | _ => every (fun e => let F := lost e F in any (works t ts F) (ways x)) U
              end)
        then Some (l :: ts, F, U) else None
    | [] => None
    end.
  Lemma node_of_spec t x ts G U : right t -> node_of t x = Some (ts, G, U) -> good ts G /\ forall S, In S G -> incl S U.
  Proof.
    unfold node_of. intros R. destruct (skipn _ turns) as [|l ts1]; [discriminate|].
    set (F := family_of _ _ _). destruct (negb (same l p) &&& _) eqn:E; [|discriminate]. intros [= <- <- <-].
    split; [|intros S I; now apply elements_of_spec]. rewrite and_true, negb_true_iff in E. destruct E as [Lo E].
    pose proof (elements_of_spec F) as In_U.
    assert (Some_u : elements_of F = [] \/ exists u, In u (elements_of F)).
    { destruct (elements_of F) as [|u U]; [now left|right]. exists u. now left. }
    destruct Some_u as [Z|[v Iv]]; [rewrite Z in E|].
    - unfold good. destruct p.
      + apply any_spec in E. destruct E as (S&I&E). destruct S; [|discriminate]. now apply maker_has.
      + destruct F; [apply breaker_nothing|discriminate].
    - replace (match elements_of F with [] => _ | _ => every _ (elements_of F) end) with
        (every (fun e => let F := lost e F in any (works t ts1 F) (ways x)) (elements_of F)) in E
        by (destruct (elements_of F); [easy|reflexivity]).
      rewrite every_spec in E.
      assert (K : forall e, In e (elements_of F) -> good ts1 (lost e F)).
      { intros e I. specialize (E e I). apply any_spec in E. destruct E as (r&_&E). now apply works_spec in E. }
      assert (Out : forall e, ~ In e (elements_of F) -> ~ In e (concat F)).
      { intros e N0 I. apply in_concat in I. destruct I as (S&IS&I). now apply N0, (In_U S). }
      unfold good, lost in *. destruct p, l; try discriminate; cbn [maker_gets breaker_holds]; intros e;
        (destruct (in_dec N.eq_dec e (elements_of F)) as [I|N0]; [now apply K|]).
      + apply maker_elsewhere with v; auto.
      + apply breaker_elsewhere with v; auto.
  Qed.

  Fixpoint check_nodes (t : nodes) (i : N) (l : list board_node) : option nodes :=
    match l with
    | [] => Some t
    | x :: l =>
        match node_of t x with
        | Some c => check_nodes (PositiveMap.add (N.succ_pos i) c t) (N.succ i) l
        | None => None
        end
    end.
  Lemma check_nodes_spec l : forall t i t', right t -> check_nodes t i l = Some t' -> right t'.
  Proof.
    induction l as [|x l IH]; cbn [check_nodes]; intros t i t' R H; [now inversion H; subst|].
    destruct (node_of t x) as [[[ts G] U]|] eqn:E; [|discriminate]. eapply IH; [|exact H]. intros k ts1 G1 U1.
    destruct (Pos.eq_dec k (N.succ_pos i)) as [->|D].
    - rewrite PositiveMap.gss. intros [= <- <- <-]. eapply node_of_spec; eauto.
    - rewrite PositiveMap.gso by auto. apply R.
  Qed.

  (** * The board *)
  Hypothesis in_board : forall S x, In S sets -> In x S -> (x < n)%N.
  Lemma some_untaken M B : {exists e, untaken n M B e} + {forall e, ~ untaken n M B e}.
  Proof.
    set (f e := negb (is_in e M) &&& negb (is_in e B)).
    assert (S : forall e, In e (elements n) -> f e = true <-> untaken n M B e).
    { intros e I. unfold f, untaken. rewrite and_true, !negb_true_iff, <- !not_true_iff_false, !is_in_spec.
      apply in_elements in I. tauto. }
    destruct (any f (elements n)) eqn:E; [left|right].
    - apply any_spec in E. destruct E as (e&I&E). exists e. now apply S.
    - intros e U. apply not_true_iff_false in E. apply E, any_spec. exists e.
      assert (I : In e (elements n)) by (apply in_elements; apply U). split; auto. now apply S.
  Qed.
  Lemma is_untaken_or M B a : untaken n M B a \/ (n <= a)%N \/ In a M \/ In a B.
  Proof.
    unfold untaken. destruct (N.lt_ge_cases a n); [|tauto]. destruct (in_dec N.eq_dec a M); [tauto|].
    destruct (in_dec N.eq_dec a B); tauto.
  Qed.

  Lemma breaker_on_board : forall ts F M B, breaker_holds ts F -> (forall x, In x M -> ~ In x B) ->
    (forall S, In S sets -> (exists x, In x S /\ In x B) \/ exists T, In T F /\ forall x, In x T -> In x S /\ ~ In x M) ->
    board_won n sets Breaker ts M B.
  Proof.
    induction ts as [|t ts IH]; intros F M B K D C.
    - apply won_at_last; [now left|]. intros (S&IS&Sub). destruct (C S IS) as [(x&Ix&J)|(T&IT&P)].
      + exact (D x (Sub x Ix) J).
      + destruct T as [|x T]; [exact (K IT)|]. destruct (P x (or_introl eq_refl)) as [Ix N0]. now apply N0, Sub.
    - destruct (some_untaken M B) as [So|No].
      2:{ apply won_at_last; [now right|]. intros (S&IS&Sub). destruct (C S IS) as [(x&Ix&J)|(T&IT&P)].
          - exact (D x (Sub x Ix) J).
          - destruct T as [|x T]; [exact (breaker_not_empty _ _ K IT)|].
            destruct (P x (or_introl eq_refl)) as [Ix N0]. now apply N0, Sub. }
      destruct t; cbn [breaker_holds] in K.
      + apply (won_whatever n sets Breaker); auto. intros e (Le&NM&NB). cbn [other makers_after breakers_after].
        apply IH with (shrunk e F); auto.
        * intros x [<-|I]; auto.
        * intros S IS. destruct (C S IS) as [L|(T&IT&P)]; [now left|right]. exists (minus e T).
          split; [apply in_shrunk; eauto|]. intros x. rewrite in_minus. intros [Ix Dx]. destruct (P x Ix) as [J N0].
          split; auto. intros [E|I]; [congruence|auto].
      + destruct K as [a K].
        assert (T : exists e, untaken n M B e /\ (a = e \/ ~ untaken n M B a)).
        { destruct (is_untaken_or M B a) as [U|U]; [eauto|]. destruct So as [e U']. exists e. split; auto. right.
          unfold untaken. intros (L&N1&N2). destruct U as [L'|[|]]; auto. lia. }
        destruct T as (e&U&Ea). apply won_by_taking with e; auto. cbn [makers_after breakers_after].
        apply IH with (rid a F); auto.
        * intros x I [<-|J]; [destruct U as (_&NM&_); auto|exact (D x I J)].
        * intros S IS. destruct (C S IS) as [(x&Ix&J)|(T&IT&P)]; [left; exists x; cbn; auto|].
          destruct (in_dec N.eq_dec a T) as [Ia|Na]; [left|right; exists T; split; [apply in_rid|]; auto].
          destruct (P a Ia) as [JS NM]. destruct Ea as [->|NU]; [exists e; cbn; auto|].
          destruct (is_untaken_or M B a) as [U'|[L|[|]]]; try tauto; [|exists a; cbn; auto].
          specialize (in_board S a IS JS). lia.
  Qed.
  Lemma maker_on_board : forall ts F M B, maker_gets ts F ->
    (forall T, In T F -> exists S, In S sets /\ forall x, In x S -> ~ In x B /\ (In x M \/ In x T)) ->
    board_won n sets Maker ts M B.
  Proof.
    induction ts as [|t ts IH]; intros F M B K C.
    - apply won_at_last; [now left|]. destruct (C [] K) as (S&IS&P). exists S. split; auto. intros x Ix.
      destruct (P x Ix) as [_ [|[]]]; auto.
    - destruct (some_untaken M B) as [So|No].
      2:{ apply won_at_last; [now right|]. destruct (maker_some _ _ K) as [T IT]. destruct (C T IT) as (S&IS&P).
          exists S. split; auto. intros x Ix. destruct (P x Ix) as [NB _]. specialize (in_board S x IS Ix).
          destruct (is_untaken_or M B x) as [U|[L|[|]]]; try tauto; [now destruct (No x)|lia]. }
      destruct t; cbn [maker_gets] in K.
      + destruct K as [a K].
        assert (T : exists e, untaken n M B e /\ (a = e \/ ~ untaken n M B a)).
        { destruct (is_untaken_or M B a) as [U|U]; [eauto|]. destruct So as [e U']. exists e. split; auto. right.
          unfold untaken. intros (L&N1&N2). destruct U as [L'|[|]]; auto. lia. }
        destruct T as (e&U&Ea). apply won_by_taking with e; auto. cbn [makers_after breakers_after].
        apply IH with (shrunk a F); auto. intros T' HT. apply in_shrunk in HT. destruct HT as (T&IT&->).
        destruct (C T IT) as (S&IS&P). exists S. split; auto. intros x Ix. destruct (P x Ix) as [NB J]. split; auto.
        rewrite in_minus. cbn [In]. destruct J as [|J]; [tauto|]. destruct (N.eq_dec x a) as [->|Dx]; [|tauto].
        left. destruct Ea as [<-|NU]; [now left|right]. specialize (in_board S a IS Ix).
        destruct (is_untaken_or M B a) as [U'|[L|[|]]]; try tauto. lia.
      + apply (won_whatever n sets Maker); auto. intros e (Le&NM&NB). cbn [other makers_after breakers_after].
        apply IH with (rid e F); auto. intros T HT. apply in_rid in HT. destruct HT as [IT Ne].
        destruct (C T IT) as (S&IS&P). exists S. split; auto. intros x Ix. destruct (P x Ix) as [NB' J]. split; auto.
        intros [->|I]; [tauto|auto].
  Qed.

  (** What Maker lacks of the sets that Breaker has not touched. *)
  Definition lacking (M B : list N) : family :=
    map (filter (fun x => negb (is_in x M))) (filter (every (fun x => negb (is_in x B))) sets).
  Lemma lacking_won M B : (forall x, In x M -> ~ In x B) -> good turns (lacking M B) -> board_won n sets p turns M B.
  Proof.
    assert (L : forall T, In T (lacking M B) <-> exists S, In S sets /\ (forall x, In x S -> ~ In x B) /\
      T = filter (fun x => negb (is_in x M)) S).
    { intros T. unfold lacking. rewrite in_map_iff. split.
      - intros (S&<-&I). apply filter_In in I. destruct I as [IS E]. exists S. split; auto. split; auto.
        rewrite every_spec in E. intros x Ix. specialize (E x Ix). rewrite negb_true_iff, <- not_true_iff_false in E.
        now rewrite is_in_spec in E.
      - intros (S&IS&N0&->). exists S. split; auto. apply filter_In. split; auto. apply every_spec. intros x Ix.
        rewrite negb_true_iff, <- not_true_iff_false, is_in_spec. auto. }
    assert (I : forall x S, In x (filter (fun x => negb (is_in x M)) S) <-> In x S /\ ~ In x M).
    { intros x S. now rewrite filter_In, negb_true_iff, <- not_true_iff_false, is_in_spec. }
    intros D. unfold good. destruct p; intros K.
    - apply maker_on_board with (lacking M B); auto. intros T IT. apply L in IT. destruct IT as (S&IS&NB&->).
      exists S. split; auto. intros x Ix. split; auto. rewrite I. destruct (in_dec N.eq_dec x M); tauto.
    - apply breaker_on_board with (lacking M B); auto. intros S IS.
      destruct (any (fun x => is_in x B) S) eqn:E; [left|right].
      + apply any_spec in E. destruct E as (x&Ix&E). exists x. split; auto. now apply is_in_spec.
      + exists (filter (fun x => negb (is_in x M)) S). split; [|intros x; now rewrite I]. apply L. exists S.
        split; auto. split; auto. intros x Ix J. apply not_true_iff_false in E. apply E, any_spec. exists x.
        split; auto. now apply is_in_spec.
  Qed.
End Check.

(** The opening is a reply at the start. *)
Definition check_board (n : N) (sets : family) (p : player) (turns : list player) (M B : list N) (maps : list (list N))
    (found : list board_node) (opening : board_reply) : bool :=
  let stones_of := fold_right add [] in
  let taken := stones_of (M ++ B) in
  let free := stones_of (filter (fun e => negb (has taken e)) (elements n)) in
  let start := family_of sets p (stones_of (match p with Maker => M | Breaker => B end)) free turns in
  every (every (fun e => N.ltb e n)) sets &&& every (fun x => negb (is_in x B)) M
  &&& match check_nodes sets p turns maps (PositiveMap.empty _) 0 found with
      | Some t => works p maps t turns start opening
      | None => false
      end
  &&& serves p (makers turns) itself start (lacking sets M B).
Theorem board_sound n sets p turns M B maps found opening :
  check_board n sets p turns M B maps found opening = true -> board_won n sets p turns M B.
Proof.
  unfold check_board. rewrite !and_true. set (start := family_of _ _ _ _ _). intros [[[I D] K] L].
  apply lacking_won.
  - intros S x IS Ix. rewrite every_spec in I. specialize (I S IS). rewrite every_spec in I. now apply N.ltb_lt, I.
  - intros x Ix J. rewrite every_spec in D. specialize (D x Ix). apply is_in_spec in J. now rewrite J in D.
  - destruct (check_nodes _ _ _ _ _ _ found) as [t|] eqn:E; [|discriminate].
    apply check_nodes_spec in E; [|intros i ts G U F; rewrite PositiveMap.gempty in F; discriminate].
    apply (works_spec p maps t) in K; auto. eapply serves_spec; [exact K|apply apart_itself|exact L].
Qed.

(** * The bodies of files, without the board. Nothing is proved of reading. That maps are bijections is asked because the
    format says so. *)
Definition read_pair (l : list N) : option (list N * list N) := match l with a :: b :: l => Some ([a; b], l) | _ => None end.
Definition read_ending (kind : N) (l : list N) : option (ending * list N) :=
  if N.eqb kind 0 then
    match number 4 l with
    | Some (next, l) => match number 2 l with Some (m, l) => Some (Leads next (N.to_nat m), l) | None => None end
    | None => None
    end
  else if N.eqb kind 1 then Some (Decided, l)
  else if N.eqb kind 2 then Some (BySum, l)
  else if N.eqb kind 3 then
    match read_counted read_pair l with Some (pairs, l) => Some (ByPairs pairs, l) | None => None end
  else None.
(** As many moves as the winner has turns there. *)
Fixpoint turns_of (p : player) (ts : list player) : nat :=
  match ts with t :: ts => if same t p then S (turns_of p ts) else O | [] => O end.
Definition read_board_reply (p : player) (ts : list player) (l : list N) : option (board_reply * list N) :=
  match l with
  | kind :: l =>
      match read_many (number 1) (turns_of p ts) l [] with
      | Some (moves, l) =>
          match read_ending kind l with Some (e, l) => Some (Board_reply moves e, l) | None => None end
      | None => None
      end
  | [] => None
  end.
(** Two disjoint sets. *)
Definition read_two (n : N) (l : list N) : option (stones * stones * list N) :=
  match read_stones n l with
  | Some (W, l) =>
      match read_stones n l with
      | Some (F, l) => if any (fun e => has W e &&& has F e) (elements n) then None else Some (W, F, l)
      | None => None
      end
  | None => None
  end.
Definition read_board_node (n : N) (p : player) (turns : list player) (l : list N) : option (board_node * list N) :=
  match read_two n l with
  | Some (W, F, time :: l) =>
      match read_counted (read_board_reply p (skipn (S (N.to_nat time)) turns)) l with
      | Some (ways, l) => Some (Board_node W F (N.to_nat time) ways, l)
      | None => None
      end
  | _ => None
  end.
Definition check_board_bytes (n : N) (sets : family) (p : player) (turns : list player) (M B : list N)
    (maps nodes_count replies_count : N) (l : list N) : bool :=
  match read_body n (read_board_node n p turns) (read_board_reply p turns) maps nodes_count l with
  | Some (images, found, opening) =>
      N.eqb (sum_of (fun x => length (ways x)) found) replies_count
      &&& every nodupb images &&& every (every (fun x => N.ltb x n)) images
      &&& check_board n sets p turns M B images found opening
  | None => false
  end.
Theorem board_bytes_sound n sets p turns M B maps nodes_count replies_count l :
  check_board_bytes n sets p turns M B maps nodes_count replies_count l = true -> board_won n sets p turns M B.
Proof.
  unfold check_board_bytes. destruct (read_body _ _ _ _ _ l) as [[[images found] opening]|]; [|discriminate].
  rewrite !and_true. intros [_ K].
  eapply board_sound; eauto.
Qed.

(** The players do not both win. *)
Theorem not_both_on_board n sets turns M B :
  board_won n sets Maker turns M B -> board_won n sets Breaker turns M B -> False.
Proof.
  revert M B. induction turns as [|t turns IH]; intros M B K L.
  - inversion K as [ts M1 B1 _ W| |]; inversion L as [ts2 M2 B2 _ W2| |]; subst. auto.
  - inversion K as [ts M1 B1 E W|ts M1 B1 e U W|ts M1 B1 So W];
      inversion L as [ts2 M2 B2 E2 W2|ts2 M2 B2 e2 U2 W2|ts2 M2 B2 So2 W2];
      subst; cbn [other] in *; try discriminate; auto;
      repeat match goal with
        | H : _ :: _ = [] \/ _ |- _ => destruct H as [H|H]; [discriminate|]
        | H : forall e, ~ untaken n M B e, U : untaken n M B ?e |- _ => destruct (H e U)
        | H : forall e, ~ untaken n M B e, U : exists e, untaken n M B e |- _ => destruct U as [e U]; destruct (H e U)
        end; eauto.
Qed.
