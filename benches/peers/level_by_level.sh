#!/usr/bin/env bash
# Solves the triangle avoidance game as Gordinowicz and Pralat did in 2012, with nauty's command line tools: every
# triangle-free graph is listed, a position is N if an edge less than a P position of the level above makes it, and P
# if nothing does.
#
# usage: level_by_level.sh VERTICES [PREFIX]    PREFIX: what the tools' names begin with, such as nauty- on Debian
# Prints "edges P N" for each level, highest first. In a temporary folder are the P positions of the level above and
# one whole level, 13 bytes a position at 12 vertices, which take 25 s of CPU on a 2.4 GHz x86-64 processor. One list of
# all graphs, made by labelg, from which pickg picks each level, and labelg after deledgeg, took 43 s.
set -euo pipefail
# Bytes are sorted and compared as bytes.
export LC_ALL=C

vertices=$1
prefix=${2:-}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

: > above_p
for ((edges = vertices * vertices / 4; edges >= 0; edges--)); do
    "${prefix}geng" -tlq "$vertices" "$edges:$edges" | sort > level
    "${prefix}deledgeg" -lq above_p | sort -u > n
    comm -23 level n > above_p
    echo "$edges $(wc -l < above_p) $(wc -l < n)"
done
