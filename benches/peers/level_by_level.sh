#!/usr/bin/env bash
# Solves the triangle avoidance game as Gordinowicz and Pralat did in 2012, with nauty's command line tools: every
# triangle-free graph is listed, a position is N if an edge less than a P position of the level above makes it, and P
# if nothing does.
#
# usage: level_by_level.sh VERTICES HOW [PREFIX]
#   HOW     whole: one list of all graphs, relabelled by labelg, from which pickg picks each level
#           apart: geng makes and relabels each level, deledgeg relabels what it makes; quicker
#   PREFIX  what the tools' names begin with, such as nauty- on Debian
# Prints "edges P N" for each level, highest first. Temporary files: 13 bytes a position at 12 vertices.
set -euo pipefail
# Bytes are sorted and compared as bytes.
export LC_ALL=C

vertices=$1
how=$2
prefix=${3:-}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

if [ "$how" = whole ]; then
    "${prefix}geng" -tq "$vertices" | "${prefix}labelg" -q > all
fi

# The graphs with $1 edges.
level() {
    if [ "$how" = whole ]; then
        "${prefix}pickg" -q "-e$1" all
    else
        "${prefix}geng" -tlq "$vertices" "$1:$1"
    fi
}

# The graphs on standard input with any one edge deleted.
one_edge_less() {
    if [ "$how" = whole ]; then
        "${prefix}deledgeg" -q | "${prefix}labelg" -q
    else
        "${prefix}deledgeg" -lq
    fi
}

: > above_p
for ((edges = vertices * vertices / 4; edges >= 0; edges--)); do
    level "$edges" | sort > level
    one_edge_less < above_p | sort -u > n
    comm -23 level n > above_p
    echo "$edges $(wc -l < above_p) $(wc -l < n)"
done
