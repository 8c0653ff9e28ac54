#!/usr/bin/env bash
# Compares the program compiled without RocksDB, $2, with the usual one, $1: about databases, exports and proofs both must
# say the same bytes, and what needs RocksDB must be refused.
set -euo pipefail
usual=$(realpath "$1") lean=$(realpath "$2")
proofs=$PWD/datasets/proofs
proof=$proofs/strong-k4-from-11.proof
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Both programs, with these arguments and the file `input`, must succeed and print the same.
same() {
    "$usual" "$@" <input >usual.out
    "$lean" "$@" <input >lean.out
    cmp usual.out lean.out || { echo "lean.sh: the programs differ in: $*" >&2; exit 1; }
}

while read -r game options; do
    # shellcheck disable=SC2086  # They are several arguments.
    "$usual" solve $game $options --db "$game" >solved 2>&1
    "$usual" export --db "$game" --out "$game-values" >/dev/null
    "$usual" positions --db "$game" >input
    same query --db "$game-values" --json
    same positions --db "$game" --format csv
    same sample --db "$game" --level 5 --count 9
    same stats --db "$game-values" --json
    "$lean" verify --db "$game-values" >verified
    "$lean" verify --db "$game" >verified
done <<'GAMES'
triangle -n 9
avoid:C4 -n 8
sim
GAMES
same check-proof "$proof" --json
same check-proof "$proofs/triangle-12.proof" --json
same check-proof "$proofs/triangle-8-positions.proof" --json

code=0
"$lean" solve triangle -n 5 --db none 2>refusal || code=$?
[ "$code" = 2 ] && grep -q "needs RocksDB" refusal && [ ! -e none ] || {
    echo "lean.sh: solving without RocksDB was not refused: exit code $code" >&2
    exit 1
}
