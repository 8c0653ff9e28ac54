#!/usr/bin/env bash
# Prints the path of a Python that has what docs/python.md uses. Its folder is made once, beside the target folder in the
# cache, and again when python-requirements.txt changes. Needed: Python 3.11 or newer with pip (Debian: python3,
# python3-pip), and the package index the first time. The package of python/ is compiled without RocksDB, in four minutes
# of one core the first time.
set -euo pipefail
cd "$(dirname "$0")"

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
# The package; maturin compiles what has changed.
target=${CARGO_TARGET_DIR:-$folder/target}
CARGO_TARGET_DIR=$target/python "$folder/venv/bin/maturin" build --quiet --release --locked --manifest-path ../python/Cargo.toml \
    --interpreter "$folder/venv/bin/python" --out "$folder/wheels" >&2
python3 -m pip --python "$folder/venv/bin/python" --disable-pip-version-check install -q --force-reinstall --no-deps \
    "$folder"/wheels/*.whl >&2
echo "$folder/venv/bin/python"
