#!/usr/bin/env python3
"""Measures whole runs of PROGRAM, one after the other, and prints the tables of docs/performance.md as Markdown.

    scripts/performance.py PROGRAM [PART...]

Parts: solve, games, provers, proofs, forecast; all of them take some 20 minutes and 8 GiB of disk. Run it on an idle
machine. CPU is user and system time of the run, memory its largest resident set.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
# Game, order, further options.
SOLVE = [
    ("triangle", 12, "--threads 1"),
    ("triangle", 13, "--threads 1"),
    ("triangle", 13, "--threads 2"),
    ("triangle", 13, "--threads 2 --memory 88MiB"),
    ("triangle", 14, "--threads 2 --memory 2GiB"),
    ("triangle", 16, "--threads 2 --memory 4GiB --down-to 42"),
]
GAMES = [
    ("avoid:odd-cycle", 12, ""),
    ("avoid:connected", 11, ""),
    ("avoid:K4", 10, ""),
    ("avoid:hamilton-cycle", 10, ""),
    ("avoid:C4", 14, ""),
    ("triangle", 11, "--value grundy"),
    ("triangle", 11, "--value remoteness"),
    ("triangle", 11, "--value score"),
    ("ramsey-lose:K3", 7, ""),
    ("ramsey-lose:K3", 8, ""),
]
PROVERS = [
    "triangle -n 12",
    "triangle -n 13",
    "triangle -n 14",
    "maker-breaker:hamilton-cycle -n 8 --starter breaker",
    "maker-breaker:hamilton-cycle -n 9 --starter breaker",
    "maker-breaker:hamilton-path:0-1 -n 9 --starter breaker",
    "maker-breaker:hamilton-connected -n 9",
    "ramsey-achieve:K4 --fresh 11 --moves 16",
    "ramsey-achieve:K4 --fresh 11 --moves 15",
    "online-ramsey:K3,K4",
    "online-ramsey:diamond,diamond",
    "online-ramsey:C4,diamond",
    "online-ramsey:K3,K3,K3 --rounds 15 --commit none",
    "online-ramsey:K4,K4 --rounds 19 --commit none",
    "online-ramsey:K3,K5 --rounds 18 --commit none",
]
FORECASTS = [13, 14, 15, 16, 17]


def run(arguments):
    """Wall and CPU seconds, peak in MiB, and what the run printed."""
    with tempfile.TemporaryFile("w+") as out:
        begun = time.monotonic()
        child = subprocess.Popen([PROGRAM, *arguments], stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - begun
        out.seek(0)
        printed = out.read()
    if status != 0:
        sys.exit(f"{' '.join(arguments)} failed: {printed}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10, printed


def seconds(value):
    if value < 10:
        return f"{value:.2f} s"
    return f"{value:.1f} s" if value < 100 else f"{value // 60:.0f} min {value % 60:.0f} s"


def positions(folder):
    reported = run(["info", "--db", folder, "--json"])[3]
    return int(re.search(r'"positions":(\d+)', reported)[1])


def solutions(place, games, verified):
    print("| game | options | positions | wall | CPU | peak memory |" + (" `verify --full`, CPU |" if verified else ""))
    print("|---|---|---|---|---|---|" + ("---|" if verified else ""))
    for game, n, options in games:
        folder = str(place / "db")
        wall, cpu, peak, _ = run(["solve", game, "-n", str(n), "--db", folder, *options.split()])
        row = f"| `{game}`, n = {n} | {options} | {positions(folder):,} | {seconds(wall)} | {seconds(cpu)} | {peak} MiB |"
        if verified:
            row += f" {seconds(run(['verify', '--full', '--db', folder])[1])} |"
        print(row, flush=True)
        shutil.rmtree(folder)


def provers(place, checked):
    print("| `prove` | CPU | peak memory |" + (" bytes | check, CPU | check, peak memory |" if checked else ""))
    print("|---|---|---|" + ("---|---|---|" if checked else ""))
    for words in PROVERS:
        proof = str(place / "p.proof")
        options = ["--threads", "1"] + (["--proof", proof, "--force"] if checked else [])
        _, cpu, peak, _ = run(["prove", *words.split(), *options])
        row = f"| `{words}` | {seconds(cpu)} | {peak} MiB |"
        if checked:
            _, check, most, _ = run(["check-proof", proof, "--threads", "1"])
            row += f" {os.path.getsize(proof):,} | {seconds(check)} | {most} MiB |"
        print(row, flush=True)


def forecast():
    for n in FORECASTS:
        print(f"n = {n}:\n", run(["estimate", "triangle", "-n", str(n)])[3], flush=True)


PARTS = {
    "solve": lambda place: solutions(place, SOLVE, False),
    "games": lambda place: solutions(place, GAMES, True),
    "provers": lambda place: provers(place, False),
    "proofs": lambda place: provers(place, True),
    "forecast": lambda place: forecast(),
}

parts = sys.argv[2:] or list(PARTS)
if unknown := set(parts) - set(PARTS):
    sys.exit(f"no part {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
with tempfile.TemporaryDirectory() as folder:
    for part in parts:
        print(f"## {part}\n")
        PARTS[part](pathlib.Path(folder))
        print()
