#!/usr/bin/env bash
# Makes a site that shows what the program does: the documents as a book, and in its folder `play` small games with every value
# and proofs of theorems, to be played.
#
#   scripts/site.sh PROGRAM FOLDER
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
"$program" solve triangle -n 8 --db "$work/triangle-8"
"$program" solve avoid:C4 -n 7 --db "$work/avoid-C4-7"
"$program" solve sim --db "$work/sim"
"$program" export --db "$work/triangle-8" "$work/avoid-C4-7" "$work/sim" --proof datasets/proofs/qubic.proof \
    datasets/proofs/strong-k4-from-11.proof datasets/proofs/online-ramsey-P4-K4.proof --site "$work/play"
if [ -d "$2" ]; then chmod -R u+w "$2" && rm -rf "$2"; fi
scripts/book.sh "$2" "$work/play"
