#!/usr/bin/env python3
"""Makes docs/atlas.md of datasets/positional/thresholds.csv, and solves what that lacks first. Run from anywhere:
atlas.py [PROGRAM N [SECONDS]]; with the program, games on up to N vertices, without those that take longer. Delete lines
to have them made anew. Compares the lines with theorems, and with one another."""

import json
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
csv = root / "datasets/positional/thresholds.csv"
GRAPHS = ["K3", "K4", "C4", "P4", "K1,3", "diamond", "paw"]
GOALS = ["connected", "2-connected", "min-degree:1", "min-degree:2", "perfect-matching", "hamilton-cycle", "hamilton-path"]
GOALS += ["odd-cycle", "non-planar"] + [f"contains:{graph}" for graph in GRAPHS]
# The heading, and what begins and ends the name of a game.
RULES = {
    "maker-breaker": ("Maker-Breaker: Maker wins", "maker-breaker:", ""),
    "strict": ("Avoider-Enforcer, strict: Enforcer wins", "avoider-enforcer:", ""),
    "monotone": ("Avoider-Enforcer, monotone: Enforcer wins", "avoider-enforcer:", "/monotone"),
    "waiter-client": ("Waiter-Client: Waiter wins", "waiter-client:", ""),
    "client-waiter": ("Client-Waiter: Client wins", "client-waiter:", ""),
}
HEAD = """\
# The b with which the player wins who wants the goal, with bias 1:b on the complete graph of n vertices: made by
# `make atlas` with `retrograph thresholds`; rules as in docs/conventions.md. starter: who begins, or - where moves are
# offers. wins: spans of b, or - for none.
rule;goal;n;starter;wins
"""


def spans(biases):
    """1-3 6-8 for 1, 2, 3, 6, 7, 8."""
    found = []
    for b in biases:
        if found and found[-1][1] + 1 == b:
            found[-1][1] = b
        else:
            found.append([b, b])
    return " ".join(f"{a}-{b}" if a < b else str(a) for a, b in found) or "-"


def biases(text):
    """The inverse."""
    found = set()
    for span in [] if text == "-" else text.split():
        first, _, last = span.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


lines = [line.split(";") for line in csv.read_text(encoding="utf-8").splitlines()[4:]] if csv.exists() else []
known = {(rule, goal, int(n), starter): biases(wins) for rule, goal, n, starter, wins in lines}


def place(cell):
    return list(RULES).index(cell[0]), GOALS.index(cell[1]), cell[2], cell[3] not in "maker avoider -"


def save():
    rows = "".join(f"{';'.join(map(str, cell))};{spans(sorted(known[cell]))}\n" for cell in sorted(known, key=place))
    csv.write_text(HEAD + rows, encoding="utf-8")


if len(sys.argv) > 2:
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else None
    missing = [
        (n, rule, goal)
        for n in range(4, int(sys.argv[2]) + 1)
        for rule in RULES
        for goal in GOALS
        if not any(cell[:3] == (rule, goal, n) for cell in known)
    ]
    for n, rule, goal in missing:
        _, begins, ends = RULES[rule]
        command = [sys.argv[1], "thresholds", f"{begins}{goal}{ends}", "-n", str(n), "--json"]
        try:
            listed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds).stdout
        except subprocess.TimeoutExpired:
            print(f"{rule} {goal} {n}: more than {seconds:.0f} s")
            continue
        for row in map(json.loads, listed.splitlines()):
            known[rule, goal, n, row.get("starter", "-")] = set(row["wins"])
        save()
order = sorted(known, key=place)
save()

wrong = []
for (rule, goal, n, starter), wins in known.items():
    cell = f"{rule} {goal} {n} {starter}"
    edges = n * (n - 1) // 2
    if rule != "strict" and wins != set(range(1, len(wins) + 1)):
        wrong.append(f"{cell}: not monotone")
    # A win as second is one as first.
    if starter == "breaker" and not wins <= known[rule, goal, n, "maker"]:
        wrong.append(f"{cell}: Maker wins as second alone")
    # Hefetz, Krivelevich, Szabo 2007: Enforcer wins iff Avoider ends with n - 1 edges or more.
    if (rule, goal) == ("strict", "connected"):
        first = 0 if starter == "avoider" else 1
        for b in range(1, edges + 1):
            avoiders = sum(m % (b + 1) == (0 if first == 0 else b) for m in range(edges))
            if (avoiders >= n - 1) != (b in wins):
                wrong.append(f"{cell}: 1:{b} against the theorem")
    # The spanning trees that K_n has disjointly, shared out.
    if (rule, goal) == ("waiter-client", "connected") and len(wins) != n // 2 - 1:
        wrong.append(f"{cell}: against the theorem")

page = (root / "docs/atlas.md").read_text(encoding="utf-8") if (root / "docs/atlas.md").exists() else "<!-- tables -->"
text = [page[: page.index("<!-- tables -->")] + "<!-- tables -->"]
for rule, (heading, *_) in RULES.items():
    orders = sorted({n for of, _, n, _ in known if of == rule})
    text.append(f"## {heading}\n\n| goal | " + " | ".join(f"n = {n}" for n in orders) + " |\n|---|" + "---|" * len(orders))

    def shown(wins):
        return str(len(wins)) if wins == set(range(1, len(wins) + 1)) else "{" + spans(sorted(wins)).replace(" ", ", ") + "}"

    for goal in GOALS:
        cells = []
        for n in orders:
            found = [shown(known[cell]) for cell in order if cell[:3] == (rule, goal, n)]
            cells.append(" / ".join(found) or "?")
        text.append(f"| {goal} | " + " | ".join(cells) + " |")
    text[-len(GOALS) - 1 :] = ["\n".join(text[-len(GOALS) - 1 :])]
(root / "docs/atlas.md").write_text("\n\n".join(text) + "\n", encoding="utf-8")
print("\n".join(wrong) or f"atlas: {len(known)} cells, {sum(len(wins) for wins in known.values())} wins")
sys.exit(bool(wrong))
