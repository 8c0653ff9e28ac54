(** The checkers as an OCaml program. Only booleans, options, pairs and lists become OCaml's own. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Verified Require Import MakerBreaker Bytes AvoidanceClaims.
Extraction "checker.ml" check_strategy_bytes check_halves_bytes check_triangle.
