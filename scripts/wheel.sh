#!/usr/bin/env bash
# Makes the wheel of the Python package, for the stable ABI of CPython, and tests it in an environment that has nothing
# else. Nothing is left in the checkout outside FOLDER. Prints the path of the wheel.
#
#   scripts/wheel.sh FOLDER
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=$(scripts/python.sh)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' python/Cargo.toml)
wheels=("$(dirname "$python")/../../wheels/retrograph-$version-"*-abi3-*.whl)
wheel=$out/$(basename "${wheels[0]}")
cp "${wheels[0]}" "$wheel"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv --without-pip "$work/venv" >&2
python3 -m pip --python "$work/venv/bin/python" --disable-pip-version-check install -q --no-index --no-deps "$wheel" >&2
cd "$work"
"$work/venv/bin/python" -c '
import doctest, sys, retrograph
assert retrograph.__version__ == sys.argv[1], retrograph.__version__
found = doctest.testmod(retrograph)
assert found.failed == 0 and found.attempted > 8, found
' "$version" >&2
echo "$wheel"
