#!/usr/bin/env bash
# Proves who wins the triangle avoidance game up to 12 vertices and some other avoidance games, into a folder. With
# LONG=1 also the triangle game on 13 and 14 vertices.
#
#   scripts/theorems/avoidance.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
mkdir -p "$folder"

prove() {
    local game=$1 name
    shift
    name=${game//[:\/]/-}
    for n in "$@"; do
        "$program" prove "$game" -n "$n" --memory 2GiB --force --proof "$folder/$name-$n.proof" >/dev/null 2>&1 ||
            { echo "theorems: $game on $n vertices was not proved" >&2; exit 1; }
    done
}

prove triangle 3 4 5 6 7 8 9 10 11 12
prove triangle/connected 3 4 5 6 7 8 9 10
for game in avoid:C4 avoid:K4 avoid:C5 avoid:odd-cycle avoid:hamilton-cycle avoid:connected; do
    prove "$game" 4 5 6 7 8
done
[[ -z ${LONG:-} ]] || prove triangle 13 14
