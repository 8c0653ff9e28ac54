#!/usr/bin/env bash
# Packs the program with manual pages, completions and documents: a tar.gz to be unpacked anywhere, and a Debian package
# where dpkg-deb is installed. The same program gives the same bytes; SOURCE_DATE_EPOCH sets the time in them.
#
#   scripts/dist.sh PROGRAM FOLDER_OF_BROWSERS_PROGRAMS FOLDER
set -euo pipefail
program=$1 programs=$(cd "$2" && pwd) out=$3
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$("$program" --version | cut -d ' ' -f 2)
machine=$(uname -m)
name=retrograph-$version-$machine-$(uname -s | tr '[:upper:]' '[:lower:]')
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fill ROOT: all that is installed, below a folder like /usr.
fill() {
    local root=$1 doc=$1/share/doc/retrograph
    install -d "$root/bin" "$root/share/man/man1" "$root/share/bash-completion/completions" \
        "$root/share/zsh/site-functions" "$root/share/fish/vendor_completions.d" "$doc"
    install -m 755 "$program" "$root/bin/retrograph"
    local kind
    for kind in reader engine; do
        install -D -m 644 "$programs/retrograph-$kind.wasm" "$root/share/retrograph/$kind.wasm"
    done
    "$program" man --out "$root/share/man/man1" --force
    "$program" completions bash >"$root/share/bash-completion/completions/retrograph"
    "$program" completions zsh >"$root/share/zsh/site-functions/_retrograph"
    "$program" completions fish >"$root/share/fish/vendor_completions.d/retrograph.fish"
    install -m 644 README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT CITATION.cff docs/*.md "$doc"
    install -m 644 datasets/proofs/README.md "$doc/theorems.md"
    python3 scripts/licences.py Cargo.toml >"$doc/LICENSES-BUNDLED.txt"
    chmod -R u=rwX,go=rX "$root"
    find "$root" -exec touch --no-dereference --date="@$time" {} +
}

fill "$work/$name"
tar --create --directory="$work" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --format=gnu "$name" |
    gzip -9 --no-name >"$out/$name.tar.gz"
echo "$out/$name.tar.gz"

if ! command -v dpkg-deb >/dev/null; then
    echo "dist: no Debian package, because dpkg-deb is not installed" >&2
    exit 0
fi
root=$work/debian
fill "$root/usr"
gzip -9 --no-name "$root"/usr/share/man/man1/*
arch=$(dpkg --print-architecture)
# The C library that the program asks for, and the C++ library of its compiler.
libc=$(grep -ao 'GLIBC_2\.[0-9]*' "$program" | sort -uV | tail -n 1)
cxx=$(${CXX:-c++} -dumpversion 2>/dev/null || echo 12)
install -d "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: retrograph
Version: $version
Architecture: $arch
Maintainer: The retrograph authors <retrograph@localhost>
Installed-Size: $(du --apparent-size -sk "$root/usr" | cut -f 1)
Depends: libc6 (>= ${libc#GLIBC_}), libgcc-s1, libstdc++6 (>= ${cxx%%.*})
Section: math
Priority: optional
Description: Solves graph-building games, every position or by proof
 Retrograde solutions of games in which players add edges to a graph, kept on
 disk, and provers of single theorems whose proofs can be checked.
END
find "$root" -exec touch --no-dereference --date="@$time" {} +
SOURCE_DATE_EPOCH=$time dpkg-deb --root-owner-group --build -Zgzip "$root" "$out/retrograph_${version}_$arch.deb" >/dev/null
echo "$out/retrograph_${version}_$arch.deb"
