#!/usr/bin/env bash
# Makes the wheel of the Python package, for the stable ABI of CPython, with the program in it, and tests it in an
# environment that has nothing else. Nothing is left in the checkout outside FOLDER. Prints the path of the wheel.
#
#   scripts/wheel.sh FOLDER
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wheel=$(scripts/python.sh --wheel "$out")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv --without-pip "$work/venv" >&2
python3 -m pip --python "$work/venv/bin/python" --disable-pip-version-check install -q --no-index --no-deps "$wheel" >&2

# maturin looks for the C library that the module needs, and calls the wheel after it: manylinux_2_34 runs with glibc 2.34
# and newer. It does not look into the program.
tag=$(sed -n 's/.*manylinux_2_\([0-9]*\)_.*/\1/p' <<<"${wheel##*/}")
if [ -n "$tag" ]; then
    libc=$(grep -ao 'GLIBC_2\.[0-9]*' "$work/venv/bin/retrograph" | sort -uV | tail -n 1)
    if [ "${libc#GLIBC_2.}" -gt "$tag" ]; then
        echo "wheel.sh: the program needs $libc, more than the tag of ${wheel##*/} says" >&2
        exit 1
    fi
fi

cd "$work"
"$work/venv/bin/python" - "$version" >&2 <<'END'
import doctest
import pathlib
import subprocess
import sys
import sysconfig

import retrograph

assert retrograph.__version__ == sys.argv[1], retrograph.__version__
found = doctest.testmod(retrograph)
assert found.failed == 0 and found.attempted > 8, found


def ran(*words):
    command = pathlib.Path(sysconfig.get_path("scripts"), "retrograph")
    return subprocess.run([command, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


# By the module and by the command: the same values, and a proof of one is checked by the other.
solved = retrograph.Game("triangle", 7).solve("module", value="grundy")
ran("solve", "triangle", "-n", "7", "--db", "command", "--value", "grundy")
positions = ran("positions", "--db", "command").split()
assert len(positions) == solved.description["positions"] > 100, len(positions)
assert solved.values(positions) == retrograph.open("command").values(positions)
assert retrograph.open("command").values(positions) == [
    line.split(" ", 1)[1] for line in ran("query", "--db", "module", *positions).splitlines()
]
proof = retrograph.prove("triangle", 8)
proof.save("module.proof")
assert proof.theorem in ran("check-proof", "module.proof")
ran("prove", "triangle", "-n", "8", "--proof", "command.proof")
assert retrograph.Proof("command.proof").theorem == proof.theorem
END
echo "$wheel"
