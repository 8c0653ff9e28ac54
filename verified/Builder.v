(** Builder's certificates. *)
From Coq Require Import NArith List Arith Bool Lia FMapPositive.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies Recolour Search Painter.

Section Targets.
  Variable targets : list graph.
  Notation builder_wins := (builder_wins targets).
  Notation coloured := (coloured targets).

  Definition copyb (m : list nat) (H : graph) (P : board) (c : nat) : bool :=
    distinct m &&& below (length m) (vertices H)
    &&& every (fun e => joinedb P (apply_map m (fst e)) (apply_map m (snd e)) c) H.
  Lemma copyb_spec m H P c : copyb m H P c = true -> copy H P c.
  Proof.
    unfold copyb. rewrite !and_true, every_spec. intros [[D B] E]. exists (apply_map m). split.
    - apply distinct_injective; [exact D|now apply below_spec].
    - intros a b K. apply joinedb_spec. exact (E _ K).
  Qed.

  (** An entry: a position and the edge that Builder draws. *)
  Definition entry := (board * (nat * nat))%type.
  Section Computed.
    (** The same as [exchanges], computed. *)
    Variable renamings : list (list nat).
    Definition is_won (t : table) (find : board -> option (N * list nat)) (P : board) (c : nat) (H : graph) : bool :=
      if match find_copy H P c with Some m => copyb m H P c | None => false end then true
      else any (fun s => match find (recoloured (inverse s) P) with
                         | Some (i, m) =>
                             match PositiveMap.find (N.succ_pos i) t with
                             | Some Q => embedsb (map (fun v => index v m) (seq 0 (length m))) (recoloured s Q) P
                             | None => false
                             end
                         | None => false
                         end) renamings.
    Fixpoint are_won (t : table) (find : board -> option (N * list nat)) (P : board) (u v c : nat) (hs : list graph) :
      bool :=
      match hs with [] => true | H :: hs => is_won t find ((u, v, c) :: P) c H &&& are_won t find P u v (S c) hs end.
    Definition draw_wins (t : table) (find : board -> option (N * list nat)) (e : entry) : bool :=
      let '(P, (u, v)) := e in
      (if Nat.eqb u v then false else true)
      &&& every (fun x => Nat.ltb (snd x) (length targets)) P
      &&& is_free P u v
      &&& are_won t find P u v 0 targets.
    (** Levels, that with most edges first. *)
    Fixpoint check_draws (t : table) (find : board -> option (N * list nat)) (levels : list (list entry)) : bool :=
      match levels with
      | [] => match PositiveMap.find (N.succ_pos 0) t with Some [] => true | _ => false end
      | level :: levels =>
          if each (draw_wins t find) level then
            let positions := map fst level in
            let index := index_of positions in check_draws (add_all positions) (find_entry index) levels
          else false
      end.
  End Computed.
  Definition check_builder (levels : list (list entry)) : bool :=
    check_draws (exchanges targets) (PositiveMap.empty board) (fun _ => None) (rev_append levels []).

  Definition won (r : nat) (t : table) : Prop := forall i Q, PositiveMap.find i t = Some Q -> builder_wins r Q.

  Lemma is_won_spec r t find P c H : won r t -> coloured P -> nth_error targets c = Some H ->
    is_won (exchanges targets) t find P c H = true -> builder_wins r P.
  Proof.
    unfold is_won. intros R CP E K. destruct (match find_copy H P c with Some m => _ | None => _ end) eqn:C.
    - destruct (find_copy H P c) as [m|]; [|discriminate]. eapply builder_has; [exact E|]. eapply copyb_spec; eauto.
    - apply any_spec in K. destruct K as (s&Hs&K). destruct (find _) as [[i m]|]; [|discriminate].
      destruct (PositiveMap.find _ t) as [Q|] eqn:F; [|discriminate].
      eapply embedding; [apply builder_exchanged; eauto|exact CP|eapply embedsb_spec; eauto].
  Qed.
  Lemma are_won_spec r t find P u v : won r t -> coloured P -> forall hs c0, are_won (exchanges targets) t find P u v c0
    hs = true ->
    (forall i H, nth_error hs i = Some H -> nth_error targets (c0 + i) = Some H) ->
    forall i, i < length hs -> builder_wins r ((u, v, c0 + i) :: P).
  Proof.
    intros R CP. induction hs as [|H hs IH]; intros c0 K T i L; [inversion L|]. cbn [are_won] in K.
    rewrite and_true in K. destruct K as [K1 K2]. destruct i as [|i].
    - pose proof (T 0 H eq_refl) as E. rewrite Nat.add_0_r in *. eapply is_won_spec; eauto.
      apply coloured_cons; auto. apply nth_error_Some. congruence.
    - replace (c0 + S i) with (S c0 + i) by lia. apply IH; auto; [|cbn in L; lia].
      intros j H' E. replace (S c0 + j) with (c0 + S j) by lia. now apply T.
  Qed.
  Lemma draw_wins_spec r t find e : won r t -> draw_wins (exchanges targets) t find e = true -> builder_wins (S r) (fst
    e).
  Proof.
    destruct e as [P [u v]]. unfold draw_wins. rewrite !and_true, every_spec. intros R [[[D C] F] W].
    assert (CP : coloured P) by (intros a b c Hc; exact (proj1 (Nat.ltb_lt _ _) (C _ Hc))).
    apply builder_draws with u v.
    - destruct (Nat.eqb_spec u v); [discriminate|auto].
    - intros c J. assert (K : is_free P u v = false); [|congruence].
      clear - J. unfold is_free. destruct (every _ P) eqn:E; auto. rewrite every_spec in E.
      destruct J as [J|J]; specialize (E _ J); cbn in E; rewrite !Nat.eqb_refl in E; cbn in E; try discriminate.
      destruct (if Nat.eqb v u then Nat.eqb u v else false); discriminate.
    - intros c L. exact (are_won_spec r t find P u v R CP targets 0 W (fun i H K => K) c L).
  Qed.
  Lemma check_draws_spec levels : forall r t find, won r t -> check_draws (exchanges targets) t find levels = true ->
    builder_wins (r + length levels) [].
  Proof.
    induction levels as [|level levels IH]; cbn [check_draws length]; intros r t find R K.
    - rewrite Nat.add_0_r. destruct (PositiveMap.find _ t) as [[|e Q]|] eqn:E; try discriminate. exact (R _ _ E).
    - destruct (each _ level) eqn:Ev; [|discriminate]. rewrite each_spec in Ev.
      replace (r + S (length levels)) with (S r + length levels) by lia. eapply IH; [|exact K].
      intros i Q HQ. apply add_all_spec, in_map_iff in HQ. destruct HQ as (e&<-&He).
      apply draw_wins_spec with t find; auto.
  Qed.
  Theorem builder_sound levels : check_builder levels = true -> builder_wins (length levels) [].
  Proof.
    unfold check_builder. intros K. apply check_draws_spec with (r := 0) in K.
    - rewrite rev_append_rev, app_nil_r, rev_length in K. exact K.
    - intros i Q E. rewrite PositiveMap.gempty in E. discriminate.
  Qed.
End Targets.
