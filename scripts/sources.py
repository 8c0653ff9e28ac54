"""Checks datasets/sources.csv: every argument and published answer in it that says a value is compared with what the
program computed, and docs/values.md has a line for each row of its tables. Run from anywhere: sources.py"""

import re
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent


def table(name):
    """The cells of a file's lines, without comments and header."""
    lines = (root / "datasets" / name).read_text(encoding="utf-8").splitlines()
    return [line.split(";") for line in lines if not line.startswith("#")][1:]


answers = {(kind, game, int(n)): answer for game, n, kind, answer, _ in table("computed_values.csv")}
coloured = {(game, int(n)): (winner, int(moves)) for game, n, winner, moves, _ in table("computed_two_colours.csv")}
sources = table("sources.csv")
compared, wrong = {}, []


def compare(kind, game, status, n, is_right, said):
    key = kind, game, status
    compared[key] = compared.get(key, 0) + 1
    if not is_right:
        wrong.append(f"{kind} of {game} on {n} vertices is {said}, {status} says otherwise")


def check(kind, game, status, orders, is_right):
    """Compares the answers on the orders for which `orders` holds."""
    for (its_kind, its_game, n), answer in answers.items():
        if (its_kind, its_game) == (kind, game) and orders(n):
            compare(kind, game, status, n, is_right(n, answer), answer)


def first(wins):
    return lambda n, answer: (answer == "1") == wins(n)


def scores(expected):
    """Of Max begins, Min begins; None is not given."""
    return lambda n, answer: all(e in (None, int(a)) for e, a in zip(expected(n), answer.split()))


always = lambda n: True
# Laws of games whose positions are counts of components: from, values of a period, gain, and for which orders.
LAW = re.compile(
    r"period \d+ from n = (\d+): ([\d ]+)(?:, then (\d+) more)?, (?:proved for (every n)|checked to n = (\d+))"
)
laws = {}
for game, answer, law in table("counts.csv"):
    begin, values, gain, proved, checked = LAW.fullmatch(law).groups()
    orders = proved or f"n = 2..{checked}"
    laws[game, answer] = int(begin), [int(value) for value in values.split()], int(gain or 0), orders

# What the lines say of them, by column of docs/values.md, from which order on.
SAID = {
    ("avoid:P4", "winner"): (26, lambda n, at: at[n] == int("2212122"[(n - 26) % 7])),
    ("avoid:P4", "misere"): (24, lambda n, at: at[n] == int("2212122"[(n - 24) % 7])),
    ("avoid:P4", "max begins"): (13, lambda n, at: at[n] == at[n - 5] + 4),
    ("avoid:P4", "min begins"): (7, lambda n, at: at[n] == at[n - 5] + 4),
    ("avoid:P5", "winner"): (2, lambda n, at: at[n] == int("1122"[(n - 2) % 4])),
    ("avoid:P5", "misere"): (2, lambda n, at: at[n] == int("2212"[(n - 2) % 4])),
    ("avoid:P5", "max begins"): (12, lambda n, at: at[n] == n + 2),
    ("avoid:P5", "min begins"): (12, lambda n, at: at[n] == n + 2),
    ("avoid:K1,3", "winner"): (8, lambda n, at: at[n] == 1 + n % 2),
    ("avoid:K1,3", "misere"): (3, lambda n, at: at[n] == 1 + n % 2),
    ("avoid:K1,3", "max begins"): (8, lambda n, at: at[n] == n // 2 * 2),
    ("avoid:K1,3", "min begins"): (5, lambda n, at: at[n] == n - 1 + n % 2),
    ("avoid:3K2", "winner"): (4, lambda n, at: at[n] == 2),
    ("avoid:3K2", "misere"): (6, lambda n, at: at[n] == 1 + n % 2),
    ("avoid:3K2", "max begins"): (7, lambda n, at: at[n] == 10),
    ("avoid:3K2", "min begins"): (8, lambda n, at: at[n] == n + 2),
}
for (game, answer), (said_from, is_right) in SAID.items():
    kind, cell = {"max begins": ("score", 0), "min begins": ("score", 1)}.get(answer, (answer, 0))
    begin, values, gain, orders = laws[game, answer]
    period = len(values)
    at = {n: values[(n - begin) % period] + (n - begin) // period * gain for n in range(begin, 301)}
    check(kind, game, "counted", lambda n: n >= begin, lambda n, said: int(said.split()[cell]) == at[n])
    for n in range(said_from, 301):
        compare(kind, game, "counted", n, is_right(n, at), at[n])
    lines = [line[3] for line in sources if line[:3] == [kind, game, "counted"]]
    if lines != [orders]:
        wrong.append(f"{kind};{game};counted is known for {orders}, not for {lines}")

NONHAMILTONIAN = [0, 2, 3, 8, 26, 108, 661, 6150, 97585, 2700050, 135841840, 12568984762, 2179513027405]  # from n = 1
for game, n, _, _, positions in table("computed_values.csv"):
    if game == "avoid:hamilton-cycle":
        compare("positions", game, "published", n, int(positions) == NONHAMILTONIAN[int(n) - 1], positions)
for game, n, winner in table("addedge_winners.csv"):
    said = answers["winner", game, int(n)]
    compare("winner", game, "published", n, said == winner, said)
for line in (root / "datasets/triangle_winners.csv").read_text().splitlines()[4:]:
    n, winner = line.split(",")[:2]
    said = answers.get(("winner", "triangle", int(n)), winner)
    compare("winner", "triangle", "published", n, said == winner, said)
check("winner", "triangle/connected", "published", always, first(lambda n: n % 2 == 0))
check("winner", "avoid:P3", "elementary", always, first(lambda n: n // 2 % 2 == 1))
check("misere", "avoid:P3", "elementary", always, first(lambda n: n // 2 % 2 == 0))
check("score", "avoid:P3", "elementary", always, scores(lambda n: (n // 2, n // 2)))
check("winner", "avoid:K1,3", "conjectured", lambda n: n % 4 in (1, 2), first(lambda n: n % 4 == 2))
check("winner", "avoid:2K2", "elementary", always, first(always))
check("misere", "avoid:2K2", "elementary", always, first(lambda n: n % 2 == 1 and n > 4))
check("score", "avoid:2K2", "elementary", lambda n: n > 3, scores(lambda n: (n - 1, 3)))
for kind in "winner", "misere", "score":
    same = lambda n, answer: answer == answers[kind, "avoid:odd-cycle", n]
    check(kind, "avoid:K3+C5", "elementary", lambda n: n < 7, same)
check("winner", "avoid:odd-cycle", "published", always, first(lambda n: n % 4 == 2))
check("misere", "avoid:odd-cycle", "elementary", always, first(lambda n: n % 4 != 2))
check("score", "avoid:odd-cycle", "elementary", lambda n: n % 2 == 0, scores(lambda n: (n * n // 4,) * 2))
check("score", "avoid:odd-cycle", "published", lambda n: n % 2, scores(lambda n: (n * n // 4, None)))
check("winner", "avoid:hamilton-cycle", "published", lambda n: 2 < n < 10, first(lambda n: n % 4 in (1, 2)))
check("winner", "avoid:hamilton-cycle", "conjectured", lambda n: n > 9, first(lambda n: n % 4 in (1, 2)))
check("winner", "avoid:connected", "published", lambda n: n > 2, first(lambda n: n % 4 in (2, 3)))
cliques = lambda n, k: (k * (k - 1) + (n - k) * (n - k - 1)) // 2
for n in range(9, 100, 4):  # two cliques: one with all vertices but one, but two, but three
    ends = [cliques(n, k) for k in (1, 2, 3)]
    right = ends[0] % 2 == ends[1] % 2 == 0 and ends[2] < ends[1] == (n - 2) * (n - 3) // 2 + 1
    compare("misere", "avoid:connected", "follows", n, right, ends)
check("misere", "avoid:connected", "follows", lambda n: n % 4 == 1 and n > 5, first(always))
check("score", "avoid:connected", "published", lambda n: n > 5, scores(lambda n: (cliques(n, 2), None)))
for game, orders, edges in (
    ("avoid:non-planar", lambda n: n > 2, lambda n: 3 * n - 6),
    ("avoid:min-degree:1", always, lambda n: (n - 1) * (n - 2) // 2),
    ("avoid:min-degree:2", always, lambda n: (n - 1) * (n - 2) // 2 + 1),
):
    check("winner", game, "elementary", orders, first(lambda n: edges(n) % 2 == 1))
    check("misere", game, "elementary", orders, first(lambda n: edges(n) % 2 == 0))
    check("score", game, "elementary", orders, scores(lambda n: (edges(n),) * 2))
for aim, least in ("K3", 3), ("odd-cycle", 3), ("K1,3", 4):
    check("winner", f"achieve:{aim}", "elementary", lambda n: n >= least, first(lambda n: n // 2 % 2 == 1))
for aim, least, wins in ("P3", 3, False), ("2K2", 4, False), ("P4", 4, True):
    check("winner", f"achieve:{aim}", "elementary", lambda n: n >= least, first(lambda n: wins))
for aim, avoided, least, status in (
    ("C4", "P4", 4, "published"), ("C5", "P5", 5, "elementary"), ("K4", "diamond", 4, "elementary"),
    ("K1,4", "K1,3", 5, "elementary"), ("3K2", "2K2", 6, "elementary"),
):
    same = lambda n, answer: answer == answers.get(("winner", f"avoid:{avoided}", n), answer)
    check("winner", f"achieve:{aim}", status, lambda n: n >= least, same)
check("score", "avoid:K1,3", "published", lambda n: n > 7, scores(lambda n: (n // 2 * 2, None)))
check("score", "avoid:P4", "bounds", lambda n: n > 4, lambda n, a: int(a.split()[0]) in (4 * n // 5, -(-4 * n // 5)))

RAMSEY = {"K3": (3, 6), "P4": (3, 5), "K1,3": (3, 6), "C4": (4, 6), "K4": (6, 18)}  # edges, Ramsey number
for (game, n), (winner, moves) in coloured.items():
    form, _, rest = game.partition(":")
    graph, _, second = rest.partition("/")
    edges, ramsey = RAMSEY[graph]
    board = n * (n - 1) // 2
    strong = coloured.get((f"ramsey-achieve:{graph}", n))
    said = winner, moves

    def two(status, is_right):
        compare("two-colours", game, status, n, is_right, said)

    if second:
        two("elementary", winner == strong[0].replace("T", "2"))
    elif (board + 1) // 2 < edges and form != "ramsey-avoid-plus":
        no_copy = {"ramsey-avoid": "12"[board % 2 == 0], "ramsey-achieve-weak": "2"}.get(form, "T")
        two("elementary", said == (no_copy, board))
    elif form == "ramsey-avoid" and n >= ramsey:
        loses = coloured[f"ramsey-lose:{graph}", n]
        two("elementary", said == (loses[0], loses[1] - 1))
    elif form == "ramsey-achieve" and n >= ramsey:
        two("elementary", winner == "1")
    elif form == "ramsey-achieve-weak" and strong and strong[0] == "1":
        two("elementary", winner == "1" and moves <= strong[1])
PUBLISHED = [
    ("ramsey-lose:K3", 6, "2"), ("ramsey-avoid:K3", 6, "2"), ("ramsey-avoid-plus:K3", 6, "2"),
    ("ramsey-achieve:K3", 4, "T"), ("ramsey-achieve:K3", 5, "1"), ("ramsey-achieve:K3", 6, "1"),
    ("ramsey-achieve:K1,3", 4, "T"), ("ramsey-achieve:K1,3", 5, "1"), ("ramsey-achieve-weak:P4", 4, "2"),
    *((f"ramsey-lose:{graph}", n, "2") for graph in ("P4", "K1,3") for n in (6, 7, 8)),
]
for game, n, winner in PUBLISHED:
    compare("two-colours", game, "published", n, coloured[game, n][0] == winner, coloured[game, n])

# Lines that say a value must have been compared; bounds of large orders cannot be.
rows = {}
for kind, game, status, orders, what, source, names in sources:
    rows.setdefault((kind, game), []).append((status, what, source))
    if not names or (status != "no source found" and not what and not source):
        wrong.append(f"{kind};{game} lacks names or what is known")
    if status != "not seen" and status != "no source found" and (kind, game, status) not in compared:
        if status != "bounds":
            wrong.append(f"{kind};{game};{status} is compared with nothing")
for key in compared:
    if not any(key[:2] == (kind, game) and key[2] == status for kind, game, status, *_ in sources):
        if key[0] != "winner" or key[2] != "published":  # answers of AddEdge beside better sources
            wrong.append(f"{';'.join(key)} is compared, but not in sources.csv")

# The page: a table of each kind under its heading, one row a game, with all that is known of it in the last cell.
KINDS = {
    "Normal play": "winner", "Who wins, by what is achieved": "winner", "Misère play": "misere",
    "Game saturation": "score", "For every n": "law", "Two colours": "two-colours",
}
kind, shown = None, set()
for line in (root / "docs/values.md").read_text(encoding="utf-8").splitlines():
    if line.startswith("#"):
        heading = line.lstrip("# ")
        kind = next((KINDS[start] for start in KINDS if heading.startswith(start)), kind)
    if line.startswith(("| `", "| winner | `")):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        key = kind, cells[kind == "law"].strip("`")
        shown.add(key)
        # A law says itself that it is proved or checked.
        for status, what, source in rows.get(key, [] if kind == "law" else [("a line in sources.csv", "", "")]):
            for part in status, what, source:
                if part not in cells[-1]:
                    wrong.append(f"docs/values.md: {kind} of {key[1]} does not say: {part} (make results)")
for key in rows.keys() - shown:
    if key[0] not in ("grundy", "moves", "positions"):
        wrong.append(f"docs/values.md has no row for {';'.join(key)}")

print("\n".join(wrong) or f"sources: {sum(compared.values())} comparisons of {len(compared)} lines")
sys.exit(bool(wrong))
