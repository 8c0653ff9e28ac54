(** What Maker lacks of the sets that Breaker has not touched, a family of sets, and who wins it in given turns. *)
From Coq Require Import NArith List Arith Bool Lia.
Import ListNotations.
From Verified Require Import Lists MakerBreaker StrongGames Boards.

Definition family := list (list N).
Definition minus (e : N) (S : list N) : list N := filter (fun x => negb (N.eqb x e)) S.
Definition is_in (e : N) (S : list N) : bool := any (N.eqb e) S.
(** The family after Maker took e, and after Breaker did. *)
Definition shrunk (e : N) (F : family) : family := map (minus e) F.
Definition rid (e : N) (F : family) : family := filter (fun S => negb (is_in e S)) F.

(** The elements of a turn may be any, also such as are in no set. *)
Fixpoint breaker_holds (ts : list player) (F : family) : Prop :=
  match ts with
  | [] => ~ In [] F
  | Maker :: ts => forall e, breaker_holds ts (shrunk e F)
  | Breaker :: ts => exists e, breaker_holds ts (rid e F)
  end.
Fixpoint maker_gets (ts : list player) (F : family) : Prop :=
  match ts with
  | [] => In [] F
  | Maker :: ts => exists e, maker_gets ts (shrunk e F)
  | Breaker :: ts => forall e, maker_gets ts (rid e F)
  end.
Fixpoint makers (ts : list player) : nat :=
  match ts with [] => 0 | Maker :: ts => S (makers ts) | Breaker :: ts => makers ts end.

(** * Sets *)
Lemma is_in_spec e S : is_in e S = true <-> In e S.
Proof.
  unfold is_in. rewrite any_spec. split; [|intros I; exists e; now rewrite N.eqb_refl].
  intros (x&I&E). apply N.eqb_eq in E. now subst.
Qed.
Lemma in_minus x e S : In x (minus e S) <-> In x S /\ x <> e.
Proof. unfold minus. now rewrite filter_In, negb_true_iff, N.eqb_neq. Qed.
Lemma in_shrunk e F S : In S (shrunk e F) <-> exists T, In T F /\ S = minus e T.
Proof. unfold shrunk. rewrite in_map_iff. firstorder. Qed.
Lemma in_rid e F S : In S (rid e F) <-> In S F /\ ~ In e S.
Proof. unfold rid. now rewrite filter_In, negb_true_iff, <- not_true_iff_false, is_in_spec. Qed.
Lemma minus_same e S : ~ In e S -> minus e S = S.
Proof.
  induction S as [|x S IH]; cbn; auto. intros N0. destruct (N.eqb_spec x e) as [->|D]; [tauto|]. cbn. f_equal. auto.
Qed.
Lemma minus_length e S : NoDup S -> length S <= 1 + length (minus e S).
Proof.
  induction 1 as [|x S N0 _ IH]; cbn; auto. fold (minus e S). destruct (N.eqb_spec x e) as [->|D]; cbn; [|lia].
  now rewrite minus_same.
Qed.
Lemma minus_nodup e S : NoDup S -> NoDup (minus e S). Proof. apply NoDup_filter. Qed.
Lemma minus_shorter e S : In e S -> length (minus e S) < length S.
Proof.
  assert (L : forall l, length (minus e l) <= length l).
  { induction l as [|x l IH]; cbn; auto. fold (minus e l). destruct (negb _); cbn; lia. }
  induction S as [|x S IH]; cbn; [easy|]. fold (minus e S). pose proof (L S).
  destruct (N.eqb_spec x e) as [->|D]; cbn; [lia|]. intros [E|I]; [congruence|]. specialize (IH I). lia.
Qed.

(** * What is no worse *)
Definition apart (f : N -> N) (G : family) : Prop :=
  forall S T a b, In S G -> In T G -> In a S -> In b T -> f a = f b -> a = b.
(** Each set of F contains one of G, under other names, or is too large for Maker's m turns. *)
Definition no_better (m : nat) (f : N -> N) (G F : family) : Prop :=
  forall S, In S F -> (NoDup S /\ m < length S) \/ exists T, In T G /\ forall x, In x T -> In (f x) S.
(** Each set of G but those that are too large contains one of F. *)
Definition no_worse (m : nat) (f : N -> N) (G F : family) : Prop :=
  forall T, In T G -> (NoDup T /\ m < length T) \/ exists S, In S F /\ forall x, In x S -> exists y, In y T /\ f y = x.

(** The element that is e under the other names, or any. *)
Lemma named f G e : apart f G -> exists a, forall T x, In T G -> In x T -> x <> a -> f x <> e.
Proof.
  intros A. destruct (in_dec N.eq_dec e (map f (concat G))) as [I|I].
  - apply in_map_iff in I. destruct I as (a&E&I). apply in_concat in I. destruct I as (S&IS&Ia). exists a.
    intros T x IT Ix D E'. apply D. apply (A T S); auto. congruence.
  - exists 0%N. intros T x IT Ix _ E. apply I. rewrite <- E. apply in_map, in_concat. eauto.
Qed.
Lemma apart_shrunk f G a : apart f G -> apart f (shrunk a G).
Proof.
  intros A S T x y HS HT. apply in_shrunk in HS, HT. destruct HS as (S'&IS&->), HT as (T'&IT&->).
  rewrite !in_minus. intros [Ix _] [Iy _]. now apply (A S' T').
Qed.
Lemma apart_rid f G a : apart f G -> apart f (rid a G).
Proof. intros A S T x y HS HT. apply in_rid in HS, HT. destruct HS, HT. now apply (A S T). Qed.
Lemma apart_id G : apart (fun x => x) G. Proof. now intros S T a b _ _ _ _. Qed.

Theorem breaker_weaker f : forall ts G F,
  breaker_holds ts G -> apart f G -> no_better (makers ts) f G F -> breaker_holds ts F.
Proof.
  induction ts as [|[|] ts IH]; cbn [breaker_holds makers]; intros G F K A C.
  - intros Z. destruct (C [] Z) as [[_ L]|(T&IT&Sub)]; [cbn in L; lia|].
    destruct T as [|x T]; [auto|destruct (Sub x (or_introl eq_refl))].
  - intros e. destruct (named f G e A) as [a Na]. apply IH with (shrunk a G); auto using apart_shrunk.
    intros S' HS. apply in_shrunk in HS. destruct HS as (S&IS&->).
    destruct (C S IS) as [[Nd L]|(T&IT&Sub)]; [left|right].
    + pose proof (minus_length e S Nd). split; [now apply minus_nodup|lia].
    + exists (minus a T). split; [apply in_shrunk; eauto|]. intros x. rewrite !in_minus. intros [Ix D].
      split; auto. now apply (Na T).
  - destruct K as [a K]. exists (f a). apply IH with (rid a G); auto using apart_rid.
    intros S HS. apply in_rid in HS. destruct HS as [IS Na]. destruct (C S IS) as [L|(T&IT&Sub)]; [now left|right].
    exists T. split; auto. apply in_rid. split; auto.
Qed.
Theorem maker_weaker f : forall ts G F, maker_gets ts G -> apart f G -> no_worse (makers ts) f G F -> maker_gets ts F.
Proof.
  induction ts as [|[|] ts IH]; cbn [maker_gets makers]; intros G F K A C.
  - destruct (C [] K) as [[_ L]|(S&IS&Sub)]; [cbn in L; lia|].
    destruct S as [|x S]; [auto|]. destruct (Sub x (or_introl eq_refl)) as (y&[]&_).
  - destruct K as [a K]. exists (f a). apply IH with (shrunk a G); auto using apart_shrunk.
    intros T' HT. apply in_shrunk in HT. destruct HT as (T&IT&->).
    destruct (C T IT) as [[Nd L]|(S&IS&Sub)]; [left|right].
    + pose proof (minus_length a T Nd). split; [now apply minus_nodup|lia].
    + exists (minus (f a) S). split; [apply in_shrunk; eauto|]. intros x. rewrite in_minus. intros [Ix D].
      destruct (Sub x Ix) as (y&Iy&E). exists y. rewrite in_minus. repeat split; auto. congruence.
  - intros e. destruct (named f G e A) as [a Na]. apply IH with (rid a G); auto using apart_rid.
    intros T HT. apply in_rid in HT. destruct HT as [IT Nt]. destruct (C T IT) as [L|(S&IS&Sub)]; [now left|right].
    exists S. split; auto. apply in_rid. split; auto. intros Ie. destruct (Sub e Ie) as (y&Iy&E).
    apply (Na T y); auto. intros ->. auto.
Qed.

(** * Nothing left *)
Lemma breaker_not_empty ts F : breaker_holds ts F -> ~ In [] F.
Proof.
  revert F. induction ts as [|[|] ts IH]; cbn [breaker_holds]; intros F K I; auto.
  - apply (IH _ (K 0%N)). apply in_shrunk. now exists [].
  - destruct K as [a K]. apply (IH _ K). apply in_rid. auto.
Qed.
Lemma breaker_nothing ts : breaker_holds ts [].
Proof. induction ts as [|[|] ts IH]; cbn; auto. now exists 0%N. Qed.
Lemma maker_some ts F : maker_gets ts F -> exists S, In S F.
Proof.
  revert F. induction ts as [|[|] ts IH]; cbn [maker_gets]; intros F K; eauto.
  - destruct K as [a K]. destruct (IH _ K) as [S I]. apply in_shrunk in I. destruct I as (T&I&_). eauto.
  - destruct (IH _ (K 0%N)) as [S I]. apply in_rid in I. destruct I. eauto.
Qed.
Lemma maker_has ts F : In [] F -> maker_gets ts F.
Proof.
  revert F. induction ts as [|[|] ts IH]; cbn [maker_gets]; intros F I; auto.
  - exists 0%N. apply IH, in_shrunk. now exists [].
  - intros e. apply IH, in_rid. auto.
Qed.

(** * A turn outside of the family is no better than one within *)
Lemma breaker_elsewhere ts F u e : ~ In e (concat F) -> breaker_holds ts (shrunk u F) -> breaker_holds ts (shrunk e F).
Proof.
  intros N0 K. apply (breaker_weaker (fun x => x) ts _ _ K (apart_id _)). intros S' HS. apply in_shrunk in HS.
  destruct HS as (S&IS&->). right. exists (minus u S). split; [apply in_shrunk; eauto|]. intros x.
  rewrite !in_minus. intros [Ix _]. split; auto. intros ->. apply N0, in_concat. eauto.
Qed.
Lemma maker_elsewhere ts F u e : ~ In e (concat F) -> maker_gets ts (rid u F) -> maker_gets ts (rid e F).
Proof.
  intros N0 K. apply (maker_weaker (fun x => x) ts _ _ K (apart_id _)). intros T HT. apply in_rid in HT.
  destruct HT as [IT _]. right. exists T. split; [|eauto]. apply in_rid. split; auto. intros I. apply N0, in_concat. eauto.
Qed.
(** So as many turns matter as the family has elements. *)
Lemma within_nothing F : (forall S, In S F -> incl S (@nil N)) -> forall S, In S F -> S = [].
Proof. intros I S IS. destruct S as [|x S]; auto. destruct (I _ IS x). now left. Qed.
Lemma within_shrunk F U e : (forall S, In S F -> incl S U) -> forall S, In S (shrunk e F) -> incl S (minus e U).
Proof.
  intros I S HS x. apply in_shrunk in HS. destruct HS as (T&IT&->). rewrite !in_minus. intros [Ix D]. split; auto.
  now apply (I T).
Qed.
Lemma within_rid F U e : (forall S, In S F -> incl S U) -> forall S, In S (rid e F) -> incl S (minus e U).
Proof.
  intros I S HS x Ix. apply in_rid in HS. destruct HS as [IS Ne]. apply in_minus. split; [now apply (I S)|].
  intros ->. auto.
Qed.
Lemma breaker_turns : forall k U ts ts' F, length U <= k -> (forall S, In S F -> incl S U) ->
  firstn k ts = firstn k ts' -> breaker_holds ts F -> breaker_holds ts' F.
Proof.
  induction k as [|k IH]; intros U ts ts' F L I E K.
  - destruct U; cbn in L; [|lia]. destruct F as [|S F]; [apply breaker_nothing|].
    destruct (breaker_not_empty _ _ K). left. exact (within_nothing _ I S (or_introl eq_refl)).
  - destruct U as [|u U].
    { destruct F as [|S F]; [apply breaker_nothing|]. destruct (breaker_not_empty _ _ K). left.
      exact (within_nothing _ I S (or_introl eq_refl)). }
    assert (Go : forall e ts ts' G, In e (u :: U) -> (forall S, In S G -> incl S (minus e (u :: U))) ->
      firstn k ts = firstn k ts' -> breaker_holds ts G -> breaker_holds ts' G).
    { intros e ts1 ts2 G Ie IG. apply IH with (minus e (u :: U)); auto.
      pose proof (minus_shorter e (u :: U) Ie). cbn [length] in *. lia. }
    destruct ts as [|t ts], ts' as [|t' ts']; cbn [firstn] in E; try discriminate; auto.
    injection E as <- E. destruct t; cbn [breaker_holds] in *.
    + intros e. destruct (in_dec N.eq_dec e (u :: U)) as [Ie|Ne].
      * apply (Go e ts); auto. now apply within_shrunk.
      * apply breaker_elsewhere with u.
        -- intros J. apply in_concat in J. destruct J as (S&IS&J). now apply Ne, (I S).
        -- apply (Go u ts); auto; [now left|now apply within_shrunk].
    + destruct K as [e K]. destruct (in_dec N.eq_dec e (u :: U)) as [Ie|Ne].
      * exists e. apply (Go e ts); auto. now apply within_rid.
      * exists u. apply (Go u ts); auto; [now left|now apply within_rid|].
        apply (breaker_weaker (fun x => x) ts _ _ K (apart_id _)). intros S HS. apply in_rid in HS. destruct HS as [IS _].
        right. exists S. split; auto. apply in_rid. split; auto. intros J. now apply Ne, (I S).
Qed.
Lemma maker_turns : forall k U ts ts' F, length U <= k -> (forall S, In S F -> incl S U) ->
  firstn k ts = firstn k ts' -> maker_gets ts F -> maker_gets ts' F.
Proof.
  assert (Z : forall ts ts' F, (forall S, In S F -> incl S (@nil N)) -> maker_gets ts F -> maker_gets ts' F).
  { intros ts ts' F I K. destruct (maker_some _ _ K) as [S IS]. apply maker_has.
    now rewrite <- (within_nothing _ I S IS). }
  induction k as [|k IH]; intros U ts ts' F L I E K.
  - destruct U; cbn in L; [|lia]. eauto.
  - destruct U as [|u U]; [eauto|].
    assert (Go : forall e ts ts' G, In e (u :: U) -> (forall S, In S G -> incl S (minus e (u :: U))) ->
      firstn k ts = firstn k ts' -> maker_gets ts G -> maker_gets ts' G).
    { intros e ts1 ts2 G Ie IG. apply IH with (minus e (u :: U)); auto.
      pose proof (minus_shorter e (u :: U) Ie). cbn [length] in *. lia. }
    destruct ts as [|t ts], ts' as [|t' ts']; cbn [firstn] in E; try discriminate; auto.
    injection E as <- E. destruct t; cbn [maker_gets] in *.
    + destruct K as [e K]. destruct (in_dec N.eq_dec e (u :: U)) as [Ie|Ne].
      * exists e. apply (Go e ts); auto. now apply within_shrunk.
      * exists u. apply (Go u ts); auto; [now left|now apply within_shrunk|].
        apply (maker_weaker (fun x => x) ts _ _ K (apart_id _)). intros T HT. apply in_shrunk in HT.
        destruct HT as (S&IS&->). right. exists (minus u S). split; [apply in_shrunk; eauto|].
        intros x. rewrite in_minus. intros [Ix _]. exists x. rewrite in_minus. repeat split; auto.
        intros ->. now apply Ne, (I S).
    + intros e. destruct (in_dec N.eq_dec e (u :: U)) as [Ie|Ne].
      * apply (Go e ts); auto. now apply within_rid.
      * apply maker_elsewhere with u.
        -- intros J. apply in_concat in J. destruct J as (S&IS&J). now apply Ne, (I S).
        -- apply (Go u ts); auto; [now left|now apply within_rid].
Qed.
