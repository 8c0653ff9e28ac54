#!/usr/bin/env bash
# Gives the target folder that all checkouts share to this one. Cargo compares times, not places: what another checkout has
# compiled after the files here were written would pass for theirs. What this repository does not contain stays, RocksDB
# above all.
#
#   scripts/checkout.sh TARGET_DIR
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

last=$(cat "$1/checkout" 2>/dev/null || true)
[ "$last" != "$PWD" ] || exit 0
if [ "$last" ]; then
    echo "checkout: $1 was last used by $last; retrograph is compiled again, its dependencies are not" >&2
    find "$1" -type d -path '*/.fingerprint/retrograph-*' -prune -exec rm -rf {} +
fi
mkdir -p "$1"
echo "$PWD" >"$1/checkout"
