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
# The files of the checkout's root stand beside the others in a book.
for file in README.md CONTRIBUTING.md CHANGELOG.md; do
    sed 's#\](docs/#](#g' "$file" >"$work/$file"
done
# The diaries of measurements are not chapters: the book has them as text. The README is its first page.
for file in docs/*.md; do
    sed -e 's#\](\(measurements/[^)]*\)\.md)#](\1.txt)#g' -e 's#\](\.\./README\.md#](index.md#g' "$file" >"$work/${file#docs/}"
done
for file in "$work"/measurements/*.md; do
    mv "$file" "${file%.md}.txt"
done
cp LICENSE-MIT LICENSE-APACHE CITATION.cff Dockerfile "$work"
"$tools/bin/mdbook" build --dest-dir "$out" "$work" >&2
python3 scripts/links.py "$out" >&2
echo "$out/index.html"
