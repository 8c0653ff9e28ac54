#!/usr/bin/env bash
# Proves the theorems of the tables of M. Stojakovic, N. Trkulja, Hamiltonian Maker-Breaker games on small graphs,
# arXiv 1708.07579, and Hamiltonian-connectivity up to 9 vertices, into a folder.
#
#   scripts/theorems/maker_breaker.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
mkdir -p "$folder"

prove() {
    local name=$1 starter
    shift
    for n in "$@"; do
        for starter in maker breaker; do
            "$program" prove "maker-breaker:$name" -n "$n" --starter "$starter" --force \
                --proof "$folder/${name//:/-}-$n-$starter.proof" >/dev/null 2>&1 ||
                { echo "theorems: $name on $n vertices, $starter first, was not proved" >&2; exit 1; }
        done
    done
}

prove hamilton-cycle 4 5 6 7 8 9
prove hamilton-path 4 5 6 7
prove hamilton-path:0-1 4 5 6 7 8 9
prove hamilton-connected 4 5 6 7 8 9
