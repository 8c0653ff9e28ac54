#!/usr/bin/env bash
# Prints the path of a Python that has what docs/python.md uses, and the package of python/ in it. Its folder is made once,
# beside the target folder in the cache, and again when python-requirements.txt changes. Needed: Python 3.11 or newer with
# pip (Debian: python3, python3-pip), and the package index the first time. What solves is compiled once for the program
# and the package; RocksDB comes from scripts/cargo.sh.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root/scripts"

folder=${RETROGRAPH_PYTHON:-${XDG_CACHE_HOME:-$HOME/.cache}/retrograph/python}
mkdir -p "$folder"
# Tests of several checkouts may come at the same time.
if command -v flock >/dev/null 2>&1; then
    exec 9> "$folder/lock"
    flock 9
fi
if ! cmp -s python-requirements.txt "$folder/requirements.txt"; then
    # pip of the system installs into it, so that Debian's package of ensurepip is not needed.
    python3 -m venv --clear --without-pip "$folder/venv" >&2
    python3 -m pip --python "$folder/venv/bin/python" --disable-pip-version-check install -q \
        -r python-requirements.txt >&2
    cp python-requirements.txt "$folder/requirements.txt"
fi

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
program=$CARGO_TARGET_DIR/release/retrograph
[ -e "$program" ] || ./cargo.sh build --quiet --release --locked --manifest-path "$root/Cargo.toml" >&2

# The wheel carries the program itself, as maturin's own wheel does: the one that all tests run. As an entry point it would
# be compiled in, start Python first, and could not start itself again. maturin takes programs from a folder beside
# pyproject.toml, so it works on a copy, and nothing is left in the checkout.
rm -rf "$folder/package" "$folder/wheels"
cp -RL ../python "$folder/package"
rm "$folder/package/Cargo.toml"
printf 'manifest-path = "%s"\ndata = "data"\n' "$root/python/Cargo.toml" >>"$folder/package/pyproject.toml"
data=$folder/package/data share=$folder/package/data/data/share
mkdir -p "$data/scripts" "$share/man/man1" "$share/retrograph"
cp "$program" "$data/scripts/"
"$program" man --out "$share/man/man1" --force
for kind in reader engine; do # what browsers run, if it is compiled
    [ ! -e "$program-$kind.wasm" ] || cp "$program-$kind.wasm" "$share/retrograph/$kind.wasm"
done
python3 licences.py ../python/Cargo.toml >"$folder/package/LICENSES-BUNDLED.txt"
(
    cd "$folder/package"
    CARGO=$root/scripts/cargo.sh "$folder/venv/bin/maturin" build --quiet --release --locked \
        --interpreter "$folder/venv/bin/python" --out "$folder/wheels" >&2
)
python3 -m pip --python "$folder/venv/bin/python" --disable-pip-version-check install -q --force-reinstall --no-deps \
    "$folder"/wheels/*.whl >&2
echo "$folder/venv/bin/python"
