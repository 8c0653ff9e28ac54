#!/usr/bin/env bash
# Makes a book of the documents with mdBook and checks its links. mdBook is installed in the cache the first time: about four
# minutes of one core.
#
#   scripts/book.sh FOLDER
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
cp LICENSE-MIT LICENSE-APACHE CITATION.cff Dockerfile "$work"
"$tools/bin/mdbook" build --dest-dir "$out" "$work" >&2
python3 scripts/links.py "$out" >&2
echo "$out/index.html"
