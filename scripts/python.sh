#!/usr/bin/env bash
# Prints the path of a Python that has what docs/python.md uses, and the package of python/ in it. With --wheel, makes that
# package as a wheel in FOLDER instead, and prints its path. The Python is made once a target folder, and again when
# python-requirements.txt changes. Needed: Python 3.11 or newer with pip (Debian: python3, python3-pip), and the package
# index the first time. What solves is compiled once for the program and the package; RocksDB comes from scripts/cargo.sh.
#
#   scripts/python.sh [--wheel FOLDER]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [ $# -ne 0 ]; then
    if [ $# -ne 2 ] || [ "$1" != --wheel ] || [ ! -d "$2" ]; then
        echo "python.sh: arguments are none or --wheel FOLDER, an existing folder" >&2
        exit 2
    fi
    out=$(cd "$2" && pwd)
fi
cd "$root/scripts"

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
folder=$CARGO_TARGET_DIR/python
mkdir -p "$folder"
# Two tests of one checkout may come at the same time.
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
wheel=$(echo "$folder"/wheels/*.whl)
# With --wheel the Python stays as it is, because others may be using it. The wheel is copied before anybody can make the
# next one.
if [ -n "${out:-}" ]; then
    cp "$wheel" "$out/"
    echo "$out/${wheel##*/}"
else
    python3 -m pip --python "$folder/venv/bin/python" --disable-pip-version-check install -q --force-reinstall --no-deps \
        "$wheel" >&2
    echo "$folder/venv/bin/python"
fi
