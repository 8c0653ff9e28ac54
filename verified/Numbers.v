(** A number is the least, and there is only one. *)
From Coq Require Import List Arith Lia.
Import ListNotations.
From Verified Require Import Lists OnlineRamsey Embedding Copies.

Lemma planned_targets ts : every is_planned ts = true -> 2 <= length ts -> are_targets ts.
Proof.
  rewrite every_spec. intros P L. split; auto. intros H a I E. specialize (P H I). unfold is_planned in P.
  rewrite and_true, every_spec in P. destruct P as [P _]. specialize (P (a, a)). unfold directed in P.
  rewrite in_app_iff in P. specialize (P (or_introl E)). cbn [fst snd] in P. now rewrite Nat.eqb_refl in P.
Qed.

Theorem number_least ts r k : online_ramsey_number ts r -> builder_wins ts k [] -> r <= k.
Proof.
  intros (_&_&N) W. destruct (Nat.le_gt_cases r k) as [L|L]; auto. exfalso. apply N.
  apply more_rounds with k; auto. lia.
Qed.
Theorem number_unique ts r s : online_ramsey_number ts r -> online_ramsey_number ts s -> r = s.
Proof.
  intros R S. apply Nat.le_antisymm; [apply (number_least ts r s R), S|apply (number_least ts s r S), R].
Qed.
Theorem number_positive ts : ~ online_ramsey_number ts 0.
Proof. intros (_&B&N). auto. Qed.
