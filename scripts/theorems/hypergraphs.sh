#!/usr/bin/env bash
# Proves who wins the games of datasets/positional/boards.csv into a folder. With LONG=1 also Qubic, tic-tac-toe on 4 x 4 x 4,
# which takes five minutes and 500 MB.
#
#   scripts/theorems/hypergraphs.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
games=$(dirname "$0")/../../datasets/positional/boards.csv
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

while IFS=';' read -r board rule options _; do
    name=$board-$rule$options
    # shellcheck disable=SC2086
    prove "${name//[ ,]/-}" "$rule" "$board" $options </dev/null
done < <(tail -n +4 "$games")
[[ ${LONG:-} != 1 ]] || prove qubic strong "cube 4 3"
