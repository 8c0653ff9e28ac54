#!/usr/bin/env bash
# Proves theorems of every family of games into a folder, then checks every proof and prints what it proves. With LONG=1
# also those that take more than a minute each.
#
#   scripts/theorems/all.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
here=$(dirname "$0")
mkdir -p "$folder"
for family in "$here"/*.sh; do
    [[ $family == */all.sh ]] || "$family" "$program" "$folder"
done
for proof in "$folder"/*.proof; do
    "$program" check-proof "$proof"
done
