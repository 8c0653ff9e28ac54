#!/usr/bin/env bash
# Makes a book of the documents with mdBook and checks its links. mdBook is installed in the cache the first time: about four
# minutes of one core. With a second folder, a site of `retrograph export`, the games are in it, and a page leads to them.
#
#   scripts/book.sh FOLDER [SITE]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=0.5.4
tools=${XDG_CACHE_HOME:-$HOME/.cache}/retrograph/tools
mkdir -p "$1"
out=$(cd "$1" && pwd)

if [ "$("$tools/bin/mdbook" --version 2>/dev/null)" != "mdbook v$version" ]; then
    CARGO_TARGET_DIR=$tools/build cargo install --quiet mdbook --version $version --locked --no-default-features \
        --features search --root "$tools"
    rm -rf "$tools/build"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R docs/. "$work"
# The files of other folders stand beside the others in a book. The README is its first page.
links='s#\](\.\./README\.md#](index.md#g; s#\](\(\.\./\)\{0,1\}datasets/proofs/README\.md#](theorems.md#g
    s#\](\.\./datasets/README\.md#](datasets.md#g; s#\](proofs/README\.md#](theorems.md#g; s#\](\(\.\./\)*docs/#](#g'
for file in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md; do
    sed "$links" "$file" >"$work/${file#docs/}"
done
sed "$links" datasets/README.md >"$work/datasets.md"
sed "$links" datasets/proofs/README.md >"$work/theorems.md"
if [ $# -gt 1 ]; then
    cat >"$work/play.md" <<'PAGE'
# Play

In this browser, with nothing installed. Of the games every value is known, and each move says what it is worth; of the proofs
the winner plays against you, and he wins.

| play | what is known | the command that found it |
|---|---|---|
| [Sim](play/index.html#db=sim) | the second player wins | `retrograph solve sim` |
| [the triangle game on 8 vertices](play/index.html#db=triangle-8) | who wins each position | `retrograph solve triangle -n 8` |
| [no cycle of four edges, on 7 vertices](play/index.html#db=avoid-C4-7) | who wins each position | `retrograph solve avoid:C4 -n 7` |
| [tic-tac-toe on 4 x 4 x 4](play/proof.html#proof=qubic) | [the first player wins](theorems.md#games-from-files) | `retrograph board cube 4 3 > qubic.pg`; `retrograph prove strong:file=qubic.pg` |
| [K4 on a board that grows](play/proof.html#proof=strong-k4-from-11) | [the first player wins](theorems.md#strong-games) | `retrograph prove ramsey-achieve:K4 --fresh 11 --moves 16` |
| [P4 against K4, an on-line Ramsey game](play/proof.html#proof=online-ramsey-P4-K4) | [the number is 16](theorems.md#on-line-ramsey-numbers-proved) | `retrograph prove online-ramsey:P4,K4` |

More games: [results](results.md), [values](values.md), [atlas](atlas.md). All theorems: [with their files](theorems.md).
PAGE
    sed -i 's/^\[retrograph\](README.md)$/&\n[Play](play.md)/' "$work/SUMMARY.md"
    sed -i 's/^!\[The page: /**[Play here](play.md)**, with nothing installed.\n\n&/' "$work/README.md"
fi
cp LICENSE-MIT LICENSE-APACHE CITATION.cff Dockerfile "$work"
"$tools/bin/mdbook" build --dest-dir "$out" "$work" >&2
[ $# -lt 2 ] || cp -R "$2" "$out/play"
python3 scripts/links.py "$out" >&2
echo "$out/index.html"
