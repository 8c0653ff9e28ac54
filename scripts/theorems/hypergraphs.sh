#!/usr/bin/env bash
# Proves who wins positional games from files, into a folder. With LONG=1 also Qubic, tic-tac-toe on 4 x 4 x 4, which takes
# five minutes and 500 MB.
#
#   scripts/theorems/hypergraphs.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
mkdir -p "$folder"
files=$(mktemp -d)
trap 'rm -r "$files"' EXIT

# prove NAME RULE "BOARD..." OPTION...
prove() {
    local name=$1 rule=$2 board=$3
    shift 3
    # shellcheck disable=SC2086
    "$program" board $board >"$files/$name.pg"
    "$program" prove "$rule:file=$files/$name.pg" "$@" --force --proof "$folder/$name.proof" >/dev/null 2>&1 &&
        [[ -s $folder/$name.proof ]] || { echo "theorems: $name was not proved" >&2; exit 1; }
}

prove n5-5 strong "polyomino N5 5 5"
prove tetromino-6 maker-breaker "polyomino O4 6 6"
prove p2xp13-11 maker-breaker "domination P2xP13" --starter breaker --breaker-moves 11
prove p2xp13-10 maker-breaker "domination P2xP13" --starter breaker --breaker-moves 10
[[ ${LONG:-} != 1 ]] || prove qubic strong "cube 4 3"
