(** Positions with more edges and other names: what Builder wins, he wins there too. Two fresh vertices stand for all.
  *)
From Coq Require Import List Arith Bool Lia.
Import ListNotations.
From Verified Require Import OnlineRamsey.

Section Targets.
  Variable targets : list graph.
  Notation builder_wins := (builder_wins targets).

  (** * Embeddings *)
  Definition touched (P : board) : list nat := flat_map (fun e => [fst (fst e); snd (fst e)]) P.
  Definition embeds (f : nat -> nat) (P Q : board) : Prop :=
    injective_on (touched P) f /\ forall u v c, In (u, v, c) P -> joined Q (f u) (f v) c.
  Definition coloured (Q : board) : Prop := forall u v c, In (u, v, c) Q -> c < length targets.

  Lemma in_touched P u v c : joined P u v c -> In u (touched P) /\ In v (touched P).
  Proof.
    unfold touched. intros [H|H]; split; apply in_flat_map; eexists; (split; [exact H|]); simpl; auto.
  Qed.
  Lemma in_vertices H a b : In (a, b) H -> In a (vertices H) /\ In b (vertices H).
  Proof. unfold vertices. intros K. split; apply in_flat_map; eexists; (split; [exact K|]); simpl; auto. Qed.
  Lemma of_vertices H a : In a (vertices H) -> exists b, In (a, b) H \/ In (b, a) H.
  Proof.
    unfold vertices. intros K. apply in_flat_map in K. destruct K as ([x y]&K&[E|[E|[]]]); simpl in E; subst; eauto.
  Qed.
  Lemma joined_sym P u v c : joined P u v c -> joined P v u c.
  Proof. unfold joined. tauto. Qed.
  Lemma embeds_joined f P Q u v c : embeds f P Q -> joined P u v c -> joined Q (f u) (f v) c.
  Proof. intros [_ E] [H|H]; [auto|apply joined_sym; auto]. Qed.

  Lemma more_rounds k P : builder_wins k P -> forall k', k <= k' -> builder_wins k' P.
  Proof.
    induction 1 as [k P c H E C|k P u v D F _ IH]; intros k' L; [eapply builder_has; eauto|].
    destruct k' as [|k']; [lia|]. apply builder_draws with u v; auto. intros c Hc. apply IH; [auto|lia].
  Qed.

  Lemma extend f l x : injective_on l f -> exists g, (forall a, In a l -> g a = f a) /\ injective_on (x :: l) g.
  Proof.
    intros I. destruct (in_dec Nat.eq_dec x l) as [Hx|Hx].
    - exists f. split; auto. intros a b [<-|Ha] [<-|Hb]; auto.
    - pose (y := S (list_max (map f l))).
      assert (Hy : forall a, In a l -> f a < y).
      { intros a Ha. unfold y. pose proof (list_max_le (map f l) (list_max (map f l))) as [K _].
        specialize (K (le_n _)). rewrite Forall_forall in K. specialize (K (f a) (in_map f l a Ha)). lia. }
      exists (fun a => if Nat.eqb a x then y else f a). split.
      + intros a Ha. destruct (Nat.eqb_spec a x); [subst; tauto|auto].
      + intros a b Ha Hb. destruct (Nat.eqb_spec a x), (Nat.eqb_spec b x); subst; auto.
        * destruct Hb as [<-|Hb]; auto. specialize (Hy b Hb). lia.
        * destruct Ha as [<-|Ha]; auto. specialize (Hy a Ha). lia.
        * destruct Ha as [<-|Ha]; [tauto|]. destruct Hb as [<-|Hb]; [tauto|]. apply I; auto.
  Qed.

  Lemma joined_dec Q u v : (exists c, joined Q u v c) \/ (forall c, ~ joined Q u v c).
  Proof.
    induction Q as [|[[x y] d] Q IH]; [right; intros c [[]|[]]|].
    destruct IH as [(c&[H|H])|H]; [left; exists c; left; now right|left; exists c; right; now right|].
    destruct (Nat.eq_dec x u) as [E1|E1], (Nat.eq_dec y v) as [E2|E2], (Nat.eq_dec x v) as [E3|E3],
      (Nat.eq_dec y u) as [E4|E4];
      try (left; exists d; left; left; congruence); try (left; exists d; right; left; congruence);
      right; intros c [[E|K]|[E|K]]; try (injection E; intros; congruence); apply (H c); unfold joined; auto.
  Qed.

  (** What Builder wins, he wins with more edges and other names. *)
  Lemma embedding k P : builder_wins k P -> forall f Q, coloured Q -> embeds f P Q -> builder_wins k Q.
  Proof.
    induction 1 as [k P c H E (g&Ig&C)|k P u v D F _ IH]; intros f Q CQ Ef.
    - apply builder_has with c H; auto. exists (fun a => f (g a)). split.
      + assert (T : forall a, In a (vertices H) -> In (g a) (touched P)).
        { intros a Ha. apply of_vertices in Ha. destruct Ha as (b&[K|K]); apply C in K; apply in_touched in K; tauto. }
        intros a b Ha Hb K. apply Ig; auto. apply (proj1 Ef); auto.
      + intros a b K. eapply embeds_joined; eauto.
    - destruct Ef as [I Ef].
      destruct (extend f (touched P) v I) as (f1&A1&I1). destruct (extend f1 (v :: touched P) u I1) as (f2&A2&I2).
      assert (A : forall a, In a (touched P) -> f2 a = f a) by (intros a Ha; rewrite A2 by (now right); auto).
      assert (N : f2 u <> f2 v) by (intros K; apply D, I2; simpl; auto).
      assert (J : forall c Q', joined Q' (f2 u) (f2 v) c -> (forall x y d, joined Q x y d -> joined Q' x y d) ->
                  embeds f2 ((u, v, c) :: P) Q').
      { intros c Q' Hc S. split; [exact I2|]. intros x y d [K|K]; [inversion K; subst; exact Hc|].
        assert (K' : joined P x y d) by (now left). apply in_touched in K'. destruct K'.
        rewrite !A by auto. auto. }
      destruct (joined_dec Q (f2 u) (f2 v)) as [(c&Hc)|Hn].
      + apply more_rounds with k; auto. apply IH with c f2; auto.
        destruct Hc as [Hc|Hc]; eapply CQ; eauto.
      + apply builder_draws with (f2 u) (f2 v); auto. intros c Hc. apply IH with c f2; auto.
        * intros x y d [K|K]; [now inversion K; subst|eauto].
        * apply J; [left; now left|]. intros x y d [K|K]; [left|right]; now right.
  Qed.

  (** * Fresh vertices *)

  (** The pairs that Builder may draw when all edges are between vertices below n: up to names. *)
  Definition usual (n u v : nat) : Prop := (u < v /\ v < n) \/ (u < n /\ v = n) \/ (u = n /\ v = S n).

  Lemma usual_enough n P u v : (forall a, In a (touched P) -> a < n) -> u <> v -> (forall c, ~ joined P u v c) ->
    exists u' v' f, usual n u' v' /\ (forall c, ~ joined P u' v' c) /\
      forall c, embeds f ((u, v, c) :: P) ((u', v', c) :: P).
  Proof.
    intros HP D F.
    assert (W : forall u v, u <> v -> (forall c, ~ joined P u v c) -> (u < v \/ n <= v) -> (v < n \/ ~ u < n \/ n <= v)
      ->
              (u < n \/ n <= v) ->
              exists u' v' f, usual n u' v' /\ (forall c, ~ joined P u' v' c) /\
              forall c, embeds f ((u, v, c) :: P) ((u', v', c) :: P)).
    { clear u v D F. intros u v D F L _ L2.
      pose (u' := if u <? n then u else n). pose (v' := if v <? n then v else if u <? n then n else S n).
      pose (f := fun x => if x =? u then u' else if x =? v then v' else x).
      exists u', v', f.
      assert (fu : f u = u') by (unfold f; now rewrite Nat.eqb_refl).
      assert (fv : f v = v').
      { unfold f. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec v u); [congruence|auto]. }
      assert (fx : forall x, In x (touched P) -> f x = x).
      { intros x Hx. apply HP in Hx. unfold f, u', v'.
        destruct (Nat.eqb_spec x u), (Nat.eqb_spec x v), (Nat.ltb_spec u n), (Nat.ltb_spec v n); lia. }
      assert (U : usual n u' v').
      { unfold usual, u', v'. destruct (Nat.ltb_spec u n), (Nat.ltb_spec v n); lia. }
      assert (G : forall c, ~ joined P u' v' c).
      { intros c J. assert (J' := J). apply in_touched in J'. destruct J' as [Ju Jv]. apply HP in Ju, Jv.
        apply (F c). revert J Ju Jv. unfold u', v'.
        destruct (Nat.ltb_spec u n), (Nat.ltb_spec v n); auto; intros; lia. }
      split; [exact U|]. split; [exact G|]. intros c. split.
      - intros a b Ha Hb. cbn in Ha, Hb.
        assert (K : forall x, In x (touched P) -> x < n) by auto.
        assert (Q : forall x, x = u \/ x = v \/ In x (touched P) -> f x = if x =? u then u' else if x =? v then v' else
          x) by reflexivity.
        destruct Ha as [<-|[<-|Ha]], Hb as [<-|[<-|Hb]]; rewrite ?fu, ?fv, ?(fx _ Ha), ?(fx _ Hb); auto;
          try (apply HP in Ha); try (apply HP in Hb); unfold u', v';
          destruct (Nat.ltb_spec u n), (Nat.ltb_spec v n); lia.
      - intros x y d [K|K].
        + inversion K; subst. rewrite fu, fv. left. now left.
        + assert (K' : joined P x y d) by (now left). apply in_touched in K'. destruct K'.
          rewrite !fx by auto. left. now right. }
    assert (V : u < v /\ v < n \/ n <= v \/ v < u /\ u < n \/ n <= u /\ v < n) by lia.
    destruct V as [V|[V|V]].
    - apply W; auto; lia.
    - apply W; auto; lia.
    - destruct (W v u) as (u'&v'&f&U&G&E); try lia.
      + intros c J. apply (F c), joined_sym, J.
      + exists u', v', f. split; [exact U|]. split; [exact G|]. intros c. destruct (E c) as [I J]. split.
        * intros a b Ha Hb. apply I; cbn in *; tauto.
        * intros x y d [K|K].
          -- inversion K; subst. apply joined_sym. apply J. now left.
          -- apply J. now right.
  Qed.

  Lemma embeds_trans f g P Q R : embeds f P Q -> embeds g Q R -> embeds (fun x => g (f x)) P R.
  Proof.
    intros [I1 E1] E2. assert (T : forall x, In x (touched P) -> In (f x) (touched Q)).
    { intros x Hx. unfold touched in Hx. apply in_flat_map in Hx. destruct Hx as ([[a b] c]&K&[E|[E|[]]]);
      cbn in E; subst; apply E1, in_touched in K; tauto. }
    split.
    - intros a b Ha Hb K. apply I1; auto. apply (proj1 E2); auto.
    - intros u v c K. eapply embeds_joined; eauto.
  Qed.

  (** * Painter *)
  (** He is not beaten within one round more if each pair has a colour after which he is not. *)
  Lemma painter_step n k P : coloured P -> (forall a, In a (touched P) -> a < n) ->
    (forall c H, nth_error targets c = Some H -> ~ copy H P c) ->
    (forall u v, usual n u v -> (forall c, ~ joined P u v c) ->
       ~ ~ exists c, c < length targets /\ ~ builder_wins k ((u, v, c) :: P)) ->
    ~ builder_wins (S k) P.
  Proof.
    intros CP T NC HS B. inversion B as [k' P' c H E C|k' P' u v D F A]; subst.
    - eapply NC; eauto.
    - destruct (usual_enough n P u v T D F) as (u'&v'&g&U&G&E). apply (HS u' v' U G).
      intros (c&Hc&HB). apply HB. eapply embedding; [exact (A c Hc)| |exact (E c)].
      intros x y d [K|K]; [now inversion K; subst|eauto].
  Qed.
  Lemma painter_end P : (forall c H, nth_error targets c = Some H -> ~ copy H P c) -> ~ builder_wins 0 P.
  Proof. intros NC B. inversion B; subst. eapply NC; eauto. Qed.
End Targets.
