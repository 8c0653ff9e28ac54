"""Writes the theorem of a proof file in Coq's language: theorem.py FILE NAME CLAIMS.

CLAIMS is the judge's program that makes the claims of proofs by choices.

Nothing here is trusted: Coq prints the theorem that it has checked.
"""

import subprocess
import sys
from pathlib import Path

from unpack import has_claims, head_lines, unpack

LETTERS = 4000


def letters(body):
    """The body as strings of Bytes.v: six bits a letter, three bytes in four letters."""
    filled = body + bytes(-len(body) % 3)
    text = []
    for at in range(0, len(filled), 3):
        bits = int.from_bytes(filled[at : at + 3], "little")
        text += [chr(48 + (bits >> shift & 63)) for shift in (0, 6, 12, 18)]
    text = "".join(text)
    return ";\n".join(f'"{text[at : at + LETTERS]}"' for at in range(0, len(text), LETTERS))


def graph6(text):
    """The number of vertices and the edges."""
    bits = [ord(letter) - 63 >> 5 - i & 1 for letter in text[1:] for i in range(6)]
    pairs = [(u, v) for v in range(ord(text[0]) - 63) for u in range(v)]
    return ord(text[0]) - 63, [pair for pair, bit in zip(pairs, bits) if bit]


def start(head, first, second):
    """The number of vertices, the edges of a player at the start, and those that are free."""
    n, board = graph6(head["board"])
    firsts, seconds = graph6(head[first])[1], graph6(head[second])[1]
    free = [edge for edge in board if edge not in firsts and edge not in seconds]

    def edge_set(edges):
        if len(edges) == n * (n - 1) // 2:
            return f"(complete {n})"
        return "(edge_set [" + "; ".join(f"({u}, {v})" for u, v in edges) + "])" if edges else "0"

    return n, edge_set(firsts), edge_set(free)


def maker_breaker(head):
    """The theorem of a Maker-Breaker game, and what it is an instance of."""
    n, maker, free = start(head, "maker", "breaker")
    game = {"hamilton-connected": "HamiltonConnected", "hamilton-cycle": "HamiltonCycle"}[head["game"].split(":")[1]]
    sets = head["game"].split(":")[1].replace("-", "_")
    claim = f"wins ({sets} {n}) {head['winner']} {head['starter']} {maker} {free}"
    numbers = f"(nodes := {head['nodes']}%N) (replies := {head['replies']}%N)"
    return claim, f"apply (strategy_bytes_sound {game}) with {numbers} (l := bytes_of {head['bytes']} body)."


CONVENTIONS = {"maker-breaker": "MakerBreaker", "avoider-enforcer": "AvoiderEnforcer"}
CONVENTIONS |= {"waiter-client": "WaiterClient", "client-waiter": "ClientWaiter"}


def goal(head):
    """The theorem of a game with a goal."""
    family, _, name = head["game"].partition(":")
    name, _, monotone = name.partition("/")
    n, red, free = start(head, "red", "green")
    if name == "connected":
        game, sets = "Connected", f"(connected {n})"
    else:
        order, graph, sets = copies(head)
        game = f"(Contains {order} {graph})"
    convention = ("Monotone" if monotone else "") + CONVENTIONS[family]
    winner, starter = (
        "Red" if head[word] in ("Maker", "Avoider", "Client") else "Green" for word in ("winner", "starter")
    )
    a, b = head["bias"].split(":")
    return (
        f"goal_won {convention} {a} {b} {sets} {winner} {starter} {red} {free}",
        f"apply (goal_won_sound {convention} {a} {b} {game} {n} {winner} {starter} {red} {free} _ next_text) "
        "with (most := length body) (from := body).",
    )


TARGETS = {"K1,3": "K1_3", "C6": "[(0, 5); (0, 1); (1, 2); (2, 3); (3, 4); (4, 5)]"} | {name: name for name in ("P3", "P4", "K3", "C4", "paw", "diamond", "K4")}


def online_ramsey(head):
    """The theorem of an on-line Ramsey game: the number, or the halves that are claimed."""
    names = head["game"].split(":")[1].replace("K1,3", "K1_3").split(",")
    targets = "[" + "; ".join(TARGETS[name.replace("_", ",")] for name in names) + "]"
    builder, painter = (0 if head[word] == "none" else int(head[word]) for word in ("builder", "painter"))
    numbers = f"(builders := {head['builder-positions']}%N) (painters := {head['painter-positions']}%N)"
    given = f"{numbers} (l := bytes_of {head['bytes']} body)"
    if painter and builder == painter + 1:
        return f"online_ramsey_number {targets} {builder}", f"apply number_bytes_sound with {given}; [discriminate|]."
    claims = [f"builder_wins {targets} {builder} []"] * (builder > 0)
    claims += [f"~ builder_wins {targets} {painter} []"] * (painter > 0)
    halves = f"(halves_bytes_sound {targets} {builder} {painter})"
    return " /\\ ".join(claims), (
        f"enough (K : check_halves_bytes {targets} {builder} {painter} {head['builder-positions']} "
        f"{head['painter-positions']} (bytes_of {head['bytes']} body) = true)\n"
        f"    by (destruct {halves[:-1]} _ _ _ K) as (_ & B & P); repeat split; (apply B || apply P); discriminate)."
    )


def triangle(head):
    """The theorem of a triangle game."""
    winner = head["winner"].capitalize()
    return (
        f"avoidance_won {head['n']} (has_triangle {head['n']}) {winner}",
        "apply (triangle_sound _ next_text) with (most := length body) (from := body).",
    )


def copies(head):
    """The graph of which copies count, and the sets of edges that hold one."""
    graph = head["game"].split(":")[-1].partition("/")[0]
    order = {"C6": 6, "K1,3": 4, "P3": 3, "K3": 3, "P4": 4, "C4": 4, "paw": 4, "diamond": 4, "K4": 4}[graph]
    return order, TARGETS[graph], f"(contains {order} {TARGETS[graph]} {head['n']})"


def avoidance(head):
    """The theorem of an avoidance game."""
    order, graph, sets = copies(head)
    return (
        f"avoidance_won {head['n']} {sets} {head['winner'].capitalize()}",
        f"apply (avoiding_sound _ next_text {head['n']} {order} {graph}) with (most := length body) (from := body).",
    )


def completion(head):
    """The theorem of a game in which who completes a copy wins."""
    order, graph, sets = copies(head)
    return (
        f"completion_won {head['n']} {sets} {head['winner'].capitalize()}",
        f"apply (completing_sound _ next_text {head['n']} {order} {graph}) with (most := length body) (from := body).",
    )


def two_colours(head):
    """The theorem of a two-colour game."""
    order, graph, sets = copies(head)
    meaning = {"ramsey-lose": "Loses", "ramsey-avoid": "Forbidden"}[head["game"].split(":")[0]]
    return (
        f"two_colour_won {head['n']} {sets} {meaning} {head['winner'].capitalize()}",
        f"apply (coloured_sound _ next_text {head['n']} {order} {graph}) with (most := length body) (from := body).",
    )


def split_board(body):
    """The board of a game from a file: each element's number, the lines below each title, and the rest of the body."""
    end = 4 + int.from_bytes(body[:4], "little")
    numbers, lists, title = {}, {}, None
    for line in body[4:end].decode().splitlines():
        if line.startswith("#"):
            title = line
        elif title == "#positions":
            numbers |= {name: len(numbers) + at for at, name in enumerate(line.split(" "))}
        elif title != "#version":
            lists.setdefault(title, []).append([numbers[name] for name in line.split(" ")])
    return numbers, lists, body[end:]


def elements(sets):
    """A list of lists of elements."""
    return "[" + "; ".join("[" + "; ".join(map(str, set)) + "]" for set in sets) + "]"


def stones(lists):
    """Black's before the game, and White's."""
    titles = ("#blackinitials", "#whiteinitials")
    return " ".join(elements([sum(lists.get(title, []), [])])[1:-1] for title in titles)


def strong(head):
    """The theorem of a strong game."""
    numbers, lists, rest = split_board(body)
    blacks, whites = (elements(lists.get(title, [])) for title in ("#blackwins", "#whitewins"))
    starter = "Black" if head["turns"].startswith("B") else "White"
    counts = " ".join(head[word] for word in ("maps", "nodes", "replies", "sequences"))
    kind = "won" if head["winner"] == "Black" else "held"
    sound = {"won": "strong_bytes_sound", "held": "strong_held_bytes_sound"}[kind]
    return (
        f"strong_{kind} {len(numbers)} {blacks} {whites} {starter} {stones(lists)}",
        f"apply ({sound} _ _ _ _ _ _ {counts}) with (l := bytes_of {len(rest)} body).",
    )


def on_board(head):
    """The theorem of a Maker-Breaker game from a file."""
    numbers, lists, rest = split_board(body)
    turns = "; ".join({"M": "Maker", "B": "Breaker"}[letter] for letter in head["turns"])
    counts = " ".join(head[word] for word in ("maps", "nodes", "replies"))
    return (
        f"board_won {len(numbers)} {elements(lists['#blackwins'])} {head['winner']} [{turns}] {stones(lists)}",
        f"apply (board_bytes_sound _ _ _ _ _ _ {counts}) with (l := bytes_of {len(rest)} body).",
    )


STRONG = {
    "C5": "[(0, 1); (1, 2); (2, 3); (3, 4); (4, 0)]",
    "K2,3": "[(0, 2); (0, 3); (0, 4); (1, 2); (1, 3); (1, 4)]",
    "B3": "[(0, 1); (0, 2); (1, 2); (0, 3); (1, 3); (0, 4); (1, 4)]",
}


def achieved(head):
    """The theorem of a strong game."""
    graph = head["game"].split(":")[1]
    boards = head["boards"]
    scope = "Infinite" if boards == "infinite" else f"(From {boards[:-1]})" if boards[-1] == "+" else f"(Exactly {boards})"
    index = "(fun l => find_entry (index_of l))"
    numbers = f"(entries := {head['entries']}%N) (lines := {head['lines']}%N)"
    return (
        f"achievement_won {STRONG.get(graph) or TARGETS[graph]} {scope} {head['moves']}",
        f"apply achievement_bytes_sound with (index := {index}) {numbers} (l := bytes_of {head['bytes']} body).",
    )


def claims(path):
    """The claims of a proof by choices as strings of AvoidanceClaims.v."""
    made = subprocess.run([sys.argv[3], path], stdout=subprocess.PIPE, check=True)
    return ";\n".join(f'"{text}"' for text in made.stdout.decode().splitlines())


FAMILIES = {"maker-breaker": maker_breaker, "online-ramsey": online_ramsey, "triangle": triangle, "avoid": avoidance}
FAMILIES |= {"achieve": completion}
FAMILIES |= {"ramsey-lose": two_colours, "ramsey-avoid": two_colours, "ramsey-achieve": achieved, "strong": strong}

packed, body = unpack(Path(sys.argv[1]).read_bytes())
head = head_lines(packed)
family, _, game = head["game"].partition(":")
is_file = game.startswith("file=")
theorem = goal if "bias" in head else on_board if is_file and family == "maker-breaker" else FAMILIES[family]
claim, applied = theorem(head)
texts = claims(sys.argv[1]) if has_claims(packed) else letters(split_board(body)[2] if is_file else body)
name = sys.argv[2]
print(
    f"""From Coq Require Import NArith List.
Import ListNotations.
From Verified Require Import StrongGames Strong Boards BoardClaims Holding.
From Verified Require Import MakerBreaker OnlineRamsey Search Bytes Achievement Goals GoalClaims.
From Verified Require Import Avoidance TwoColours AvoidanceClaims Losses Completion.

Definition body : list text := ([
{texts}])%text.

Open Scope {"N" if is_file else "nat"}_scope.
Theorem {name} : {claim}.
Proof.
  {applied}
  vm_cast_no_check (eq_refl true).
Qed.
Check {name}.
Print Assumptions {name}."""
)
