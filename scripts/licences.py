#!/usr/bin/env python3
"""Prints the licences of the crates that a program has compiled in, each text once, below the names of its crates.

    scripts/licences.py MANIFEST

Of a choice that has MIT, the text of MIT. The same Cargo.lock gives the same bytes."""

import json
import pathlib
import subprocess
import sys

command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"]
found = json.loads(subprocess.run([*command, "--manifest-path", sys.argv[1]], stdout=subprocess.PIPE, check=True).stdout)
packages = {package["id"]: package for package in found["packages"]}
nodes = {node["id"]: node for node in found["resolve"]["nodes"]}


def is_compiled_in(dependency):
    kinds = [kind["kind"] for kind in dependency["dep_kinds"]]
    targets = packages[dependency["pkg"]]["targets"]
    return None in kinds and not any("proc-macro" in target["kind"] for target in targets)


root = found["resolve"]["root"]
inside, left = set(), [root]
while left:
    crate = left.pop()
    if crate not in inside:
        inside.add(crate)
        left += [dependency["pkg"] for dependency in nodes[crate]["deps"] if is_compiled_in(dependency)]

texts = {}
for crate in sorted((packages[crate] for crate in inside), key=lambda crate: (crate["name"], crate["version"])):
    if crate["source"] is None:
        continue
    folder = pathlib.Path(crate["manifest_path"]).parent
    # Libraries in C bring their own texts, one or two folders down.
    depth = ["*", "*/*"] if crate["name"].endswith("-sys") else ["*"]
    files = sorted(path for pattern in depth for path in folder.glob(pattern) if path.is_file())
    files = [path for path in files if path.name.upper().startswith(("LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICEN"))]
    # Beside a licence it is the other one of a choice: RocksDB and zstd can also be had under the GPL.
    licensed = {path.parent for path in files if path.name.upper().startswith("LICEN")}
    files = [path for path in files if not (path.name == "COPYING" and path.parent in licensed)]
    mit = [path for path in files if path.name == "LICENSE-MIT"]
    if not files:
        texts.setdefault("Their packages name these licences and have no text.", []).append(
            f"{crate['name']} ({crate['license']}, {', '.join(crate['authors'])})"
        )
    for path in mit if mit and " AND " not in crate["license"] else files:
        text = "\n".join(line.rstrip() for line in path.read_text(errors="replace").strip().splitlines())
        texts.setdefault(text, []).append(f"{crate['name']} ({crate['license']})")

print("This file has the licences of the libraries that are compiled into retrograph.")
for text, crates in texts.items():
    print(f"\n{'-' * 80}\n{', '.join(dict.fromkeys(crates))}\n{'-' * 80}\n\n{text}")
