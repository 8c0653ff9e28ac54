(** Lists and lazy booleans. *)
From Coq Require Import List Arith Bool Lia.
Import ListNotations.

(** [if] is lazy under call by value, where [&&], [existsb] and [forallb] are not. *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).
Lemma and_true (a b : bool) : a &&& b = true <-> a = true /\ b = true.
Proof. destruct a, b; intuition congruence. Qed.

Fixpoint any {A} (f : A -> bool) (l : list A) : bool := match l with [] => false | x :: q => if f x then true else any
  f q end.
Fixpoint every {A} (f : A -> bool) (l : list A) : bool := match l with [] => true | x :: q => if f x then every f q
  else false end.
Lemma any_spec {A} f (l : list A) : any f l = true <-> exists x, In x l /\ f x = true.
Proof.
  induction l as [|x l IH]; simpl; [split; [discriminate|intros (?&[]&_)]|].
  destruct (f x) eqn:E; [split; eauto|]. rewrite IH. split; [intros (y&H&K); eauto|].
  intros (y&[->|H]&K); [congruence|eauto].
Qed.
Lemma every_spec {A} f (l : list A) : every f l = true <-> forall x, In x l -> f x = true.
Proof.
  induction l as [|x l IH]; simpl; [split; auto; intros _ ? []|].
  destruct (f x) eqn:E; [rewrite IH; split; [intros H y [<-|K]; auto|auto]|].
  split; [discriminate|]. intros H. rewrite <- E. auto.
Qed.

(** [every] of what takes long: the program asks several at once. *)
Definition each {A} (f : A -> bool) (l : list A) : bool := every f l.
Lemma each_spec {A} f (l : list A) : each f l = true <-> forall x, In x l -> f x = true.
Proof. apply every_spec. Qed.
(** A function that is asked for the same again and again: the program keeps what it has answered. *)
Definition remembered {A B} (f : A -> B) : A -> B := f.

Definition mem (v : nat) (l : list nat) : bool := any (Nat.eqb v) l.
Lemma mem_spec v l : mem v l = true <-> In v l.
Proof.
  unfold mem. rewrite any_spec. split; [|intros H; exists v; now rewrite Nat.eqb_refl].
  intros (x&H&E). apply Nat.eqb_eq in E. now subst.
Qed.

(** [nth] by numbers alone, which is faster. *)
Fixpoint nth_of {A} (n : nat) (l : list A) (d : A) : A :=
  match l with [] => d | x :: l => if Nat.eqb n 0 then x else nth_of (Nat.pred n) l d end.
Lemma nth_of_nth {A} l (d : A) : forall n, nth_of n l d = nth n l d.
Proof. induction l as [|x l IH]; intros [|n]; cbn; auto. Qed.

(** Lists as maps of vertices. *)
Definition apply_map (l : list nat) (v : nat) : nat := nth v l 0.
Fixpoint index (v : nat) (l : list nat) : nat :=
  match l with [] => 0 | x :: q => if Nat.eqb x v then 0 else S (index v q) end.

Lemma index_spec v l : In v l -> index v l < length l /\ nth (index v l) l 0 = v.
Proof.
  induction l as [|x l IH]; simpl; [tauto|]. destruct (Nat.eqb_spec x v).
  - intros _. split; [lia|auto].
  - intros [|H]; [tauto|]. destruct (IH H). split; [lia|auto].
Qed.

(** Lists from anywhere, taken one after the other until one settles it; at most so many. *)
Section Run.
  Context {state table item : Type}.
  Variable step : table -> item -> table + bool.
  Variable next : state -> option (item * state).
  Fixpoint run (most : nat) (t : table) (from : state) : bool :=
    match most with
    | O => false
    | S most =>
        match next from with
        | Some (l, from) => match step t l with inl t => run most t from | inr settled => settled end
        | None => false
        end
    end.
  Lemma run_spec (right : table -> Prop) (settled : Prop) most t from :
    (forall t l t', right t -> step t l = inl t' -> right t') ->
    (forall t l, right t -> step t l = inr true -> settled) ->
    right t -> run most t from = true -> settled.
  Proof.
    intros Go End. revert t from. induction most as [|most IH]; intros t from R; cbn [run]; [discriminate|].
    destruct (next from) as [[l from1]|]; [|discriminate]. destruct (step t l) as [t1|[]] eqn:E; eauto. discriminate.
  Qed.
End Run.
