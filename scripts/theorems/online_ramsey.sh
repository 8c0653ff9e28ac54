#!/usr/bin/env bash
# Proves the exact cells of Table 2 of P. Gordinowicz, P. Pralat, Small on-line Ramsey numbers - a new approach (2018),
# both bounds of each, numbers of paths and cycles, and the upper bounds of C4 and a path on n vertices (arXiv 2211.12204),
# into a folder. Prints the cells as CSV: targets, number, the published one (- where no source was seen), seconds,
# positions of the search and of the proof, bytes. Checks each proof. A number that differs from a theorem ends it; of
# Table 2 two cells do. With LONG=1 also paw, K4 (two minutes to prove, longer to check), three numbers of paths and the
# path on 13 vertices (half a minute to two minutes each), and that Painter survives 25 rounds of K3, K5 and of K4, K4, and
# 20 of C4, K4 (4 to 14 minutes each, checks as long).
#
# Then lower bounds of large numbers by a Painter who commits herself: docs/committed-painter.md.
#
# Theorems: P3 and a path or cycle with m >= 5 edges, the least integer that is at least 5m/4 (Cyman, Dzido, Lapinskas, Lo
# 2015); K1,3 and a path on m vertices, the integer part of 3m/2 (Song, Wang, Zhang, arXiv 2302.08787). Paths on up to 9
# vertices were computed by Pralat (A note on off-diagonal small on-line Ramsey numbers for paths), C4 and C5 by Cyman and
# Dzido (2014): values not seen.
#
#   scripts/theorems/online_ramsey.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
mkdir -p "$folder"

prove() {
    local name=$1 file=$2
    shift 2
    local proof=$folder/online-ramsey-$file.proof
    "$program" prove "online-ramsey:$name" --force --proof "$proof" --json "$@" 2>/dev/null ||
        { echo "theorems: the on-line Ramsey number of $name was not proved" >&2; exit 1; }
    "$program" check-proof "$proof" >/dev/null || { echo "theorems: the proof of $name is wrong" >&2; exit 1; }
}

# The value of a word in a line of JSON.
value() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p"; }

cell() {
    local name=$1 printed=$2 said number
    said=$(prove "$name" "${name//,/-}")
    number=$(value builder <<<"$said")
    [[ $(value painter <<<"$said") == $((number - 1)) ]] || { echo "theorems: $name has no number" >&2; exit 1; }
    echo "$name;$number;$printed;$(value seconds <<<"$said");$(value nodes <<<"$said");$(value proof_positions <<<"$said");$(value proof_bytes <<<"$said")"
}

echo "targets;number;printed;seconds;nodes;proof_positions;proof_bytes"
while read -r name printed; do
    cell "$name" "$printed"
done <<'CELLS'
P3,P3 3
P3,K3 5
P3,P4 4
P3,C4 6
P3,K1,3 4
P3,paw 6
P3,diamond 7
P3,K4 10
K3,K3 8
K3,P4 8
K3,C4 11
K3,K1,3 8
K3,paw 9
K3,diamond 12
K3,K4 17
P4,P4 5
P4,C4 8
P4,K1,3 6
P4,paw 8
P4,diamond 10
P4,K4 15
C4,C4 10
C4,K1,3 8
C4,paw 11
C4,diamond 14
K1,3,K1,3 5
K1,3,paw 8
K1,3,diamond 11
K1,3,K4 15
paw,paw 10
paw,diamond 13
diamond,diamond 16
CELLS
theorem() {
    local row
    row=$(cell "$1" "$2")
    echo "$row"
    [[ $2 == - || $row == "$1;$2;"* ]] || { echo "theorems: a theorem says $2 of $1" >&2; exit 1; }
}
while read -r name printed; do
    theorem "$name" "$printed"
done <<'CELLS'
P3,P6 7
P3,P7 8
P3,P8 9
P3,P9 10
P3,C5 7
P3,C6 8
P3,C7 9
K1,3,P5 7
K1,3,P6 9
K1,3,P7 10
P3,P5 -
P4,P5 -
P4,P6 -
P4,P7 -
P4,P8 -
P5,P5 -
P5,P6 -
P5,P7 -
P6,P6 -
P6,P7 -
P4,C5 -
P4,C6 -
K1,3,C5 -
K1,3,C6 -
C4,P5 -
C4,P6 -
C4,C5 -
CELLS
if [[ ${LONG:-} == 1 ]]; then
    cell paw,K4 19
    theorem P4,P9 -
    theorem P5,P8 -
    theorem P7,P7 -
fi
bounds="3:6 4:8 5:9 6:11 7:13 8:14 9:16 10:18 11:20 12:22"
[[ ${LONG:-} != 1 ]] || bounds+=" 13:24"
for bound in $bounds; do
    n=${bound%:*} rounds=${bound#*:}
    prove "C4,P$n" "C4-P$n-$rounds" --vertices $((n < 4 ? 5 : n + 1)) --rounds "$rounds" >/dev/null
done
bounds="K3,K5:20 K4,K4:20 K3,K4:14 C4,K4:15 diamond,K4:16 K3,K3,K3:13"
[[ ${LONG:-} != 1 ]] || bounds+=" K3,K5:25 K4,K4:25 C4,K4:20"
for bound in $bounds; do
    name=${bound%:*} rounds=${bound#*:}
    said=$(prove "$name" "${name//,/-}-$rounds" --rounds "$rounds")
    [[ $(value painter <<<"$said") == "$rounds" && $said == *'"commit":"'* ]] ||
        { echo "theorems: no committed Painter survives $rounds rounds of $name" >&2; exit 1; }
done
