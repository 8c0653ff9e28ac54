#!/usr/bin/env bash
# Proves that the first player wins strong games, into a folder: those of K4, C5, K2,3 and books of two and three
# triangles on every board from some number of vertices on, and small boards.
#
#   scripts/theorems/strong_games.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
mkdir -p "$folder"

prove() {
    local file=$1
    shift
    "$program" prove "$@" --force --proof "$folder/$file.proof" >/dev/null 2>&1 && [[ -s $folder/$file.proof ]] ||
        { echo "theorems: $* was not proved" >&2; exit 1; }
}

prove strong-k4-from-11 ramsey-achieve:K4 --fresh 11 --moves 16
prove strong-k4-from-11-within-15 ramsey-achieve:K4 --fresh 11 --moves 15
prove strong-c5-from-7 ramsey-achieve:C5 --fresh 7 --moves 7
prove strong-k2,3-from-8 ramsey-achieve:K2,3 --fresh 8 --moves 10
prove strong-b2-from-6 ramsey-achieve:B2 --fresh 6
prove strong-b3-from-9 ramsey-achieve:B3 --fresh 9
prove strong-c4-6 ramsey-achieve:C4 -n 6
prove strong-c4-7 ramsey-achieve:C4 -n 7
prove strong-k3-from-5 ramsey-achieve:K3 --fresh 5
