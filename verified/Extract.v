(** The checkers as an OCaml program. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString NArith PArith.
From Verified Require Import Lists MakerBreaker Search Bytes Walk CommittedPainter AvoidanceClaims Losses Sentences.

(** Booleans, options, pairs, lists and letters become OCaml's own, numbers its integers of 63 bits, and what is here is trusted.
    None that main.ml reads has more than 56 bits; [and], [or] and the like make none that is longer, and a sum or a
    shift that would be too long ends the program. *)
Extract Inductive nat => int [ "0" "Int.succ" ] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inductive positive => int [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))".
Extract Inductive N => int [ "0" "" ] "(fun zero some n -> if n = 0 then zero () else some n)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.ldiff => "(fun x y -> x land lnot y)".
Extract Inlined Constant N.testbit => "(fun x i -> i < 62 && x lsr i land 1 = 1)".
Extract Inlined Constant N.setbit => "(fun x i -> if i > 61 then failwith ""bit"" else x lor (1 lsl i))".
Extract Inlined Constant N.shiftl => "(fun x i -> if i > 60 || x lsr (61 - i) > 0 then failwith ""shift"" else x lsl i)".
Extract Inlined Constant N.shiftr => "(fun x i -> if i > 62 then 0 else x lsr i)".
Extract Inlined Constant N.add => "(fun x y -> let z = x + y in if z < 0 then failwith ""sum"" else z)".
Extract Inlined Constant N.eqb => "Int.equal".
Extract Inlined Constant N.ltb => "(fun (x : int) y -> x < y)".
Extract Inlined Constant N.succ_pos => "Int.succ".
Extract Inlined Constant N.of_nat => "(fun (x : int) -> x)".
Extract Inlined Constant N.to_nat => "(fun (x : int) -> x)".
Extract Inlined Constant N.div2 => "(fun x -> x lsr 1)".
Extract Inlined Constant PeanoNat.Nat.eqb => "Int.equal".
Extract Inlined Constant PeanoNat.Nat.leb => "(fun (x : int) y -> x <= y)".
Extract Inlined Constant PeanoNat.Nat.ltb => "(fun (x : int) y -> x < y)".
Extract Inlined Constant Init.Nat.add => "(fun x y -> let z = x + y in if z < 0 then failwith ""sum"" else z)".
Extract Inlined Constant Init.Nat.sub => "(fun x y -> if x < y then 0 else x - y)".
Extract Inlined Constant Init.Nat.max => "Int.max".
Extract Inlined Constant PeanoNat.Nat.max => "Int.max".
Extract Inlined Constant PeanoNat.Nat.min => "Int.min".
Extract Inlined Constant Init.Nat.pred => "(fun x -> if x = 0 then 0 else x - 1)".
Extract Inlined Constant PeanoNat.Nat.pred => "(fun x -> if x = 0 then 0 else x - 1)".

(** In several processes, see slices.ml. *)
Extract Constant each => "Slices.each".
(** With a table, see memory.ml. *)
Extract Constant remembered => "Memory.remembered".

Extraction "checker.ml" proved names_of index_of find_entry.
