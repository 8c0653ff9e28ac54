(** The checkers as OCaml programs. *)
From Coq Require Import Extraction ExtrOcamlBasic NArith PArith.
From Verified Require Import MakerBreaker Search Bytes AvoidanceClaims Losses.

(** Only booleans, options, pairs and lists become OCaml's own. *)
Extraction "checker.ml" check_strategy_bytes check_halves_bytes check_committed_bytes index_of
  find_entry.

(** Claims are millions: their numbers become OCaml's integers of 63 bits, and what is here is trusted. No number that
    main.ml reads has more than 40 bits, [and], [or] and the like make none that is longer, and a shift that would ends
    the program. *)
Extract Inductive nat => int [ "0" "Int.succ" ] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inductive positive => int [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))".
Extract Inductive N => int [ "0" "" ] "(fun zero some n -> if n = 0 then zero () else some n)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.ldiff => "(fun x y -> x land lnot y)".
Extract Inlined Constant N.testbit => "(fun x i -> i < 62 && x lsr i land 1 = 1)".
Extract Inlined Constant N.shiftl => "(fun x i -> if i > 60 || x lsr (61 - i) > 0 then failwith ""shift"" else x lsl i)".
Extract Inlined Constant N.shiftr => "(fun x i -> if i > 62 then 0 else x lsr i)".
Extract Inlined Constant N.eqb => "Int.equal".
Extract Inlined Constant N.succ_pos => "Int.succ".
Extract Inlined Constant N.of_nat => "(fun (x : int) -> x)".
Extract Inlined Constant N.to_nat => "(fun (x : int) -> x)".
Extract Inlined Constant Init.Nat.eqb => "Int.equal".
Extract Inlined Constant PeanoNat.Nat.eqb => "Int.equal".
Extract Inlined Constant N.odd => "(fun x -> x land 1 = 1)".
Extract Inlined Constant N.div2 => "(fun x -> x lsr 1)".
Extraction "claims.ml" check_triangle check_coloured check_avoiding.
