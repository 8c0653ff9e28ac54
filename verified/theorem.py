"""Writes the theorem of a proof file in Coq's language: theorem.py FILE NAME.

Nothing here is trusted: Coq prints the theorem that it has checked.
"""

import sys
from pathlib import Path

from unpack import head_lines, unpack

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


def maker_breaker(head):
    """The theorem of a Maker-Breaker game, and what it is an instance of."""
    n, board = graph6(head["board"])
    maker, breaker = graph6(head["maker"])[1], graph6(head["breaker"])[1]
    free = [edge for edge in board if edge not in maker and edge not in breaker]

    def edge_set(edges):
        if len(edges) == n * (n - 1) // 2:
            return f"(complete {n})"
        return "(edge_set [" + "; ".join(f"({u}, {v})" for u, v in edges) + "])" if edges else "0"

    game = {"hamilton-connected": "HamiltonConnected", "hamilton-cycle": "HamiltonCycle"}[head["game"].split(":")[1]]
    sets = head["game"].split(":")[1].replace("-", "_")
    claim = f"wins ({sets} {n}) {head['winner']} {head['starter']} {edge_set(maker)} {edge_set(free)}"
    numbers = f"(nodes := {head['nodes']}%N) (replies := {head['replies']}%N)"
    return claim, f"apply (strategy_bytes_sound {game}) with {numbers} (l := bytes_of {head['bytes']} body)."


head, body = unpack(Path(sys.argv[1]).read_bytes())
head = head_lines(head)
claim, applied = maker_breaker(head)
name = sys.argv[2]
print(
    f"""From Coq Require Import NArith List.
Import ListNotations.
From Verified Require Import MakerBreaker Bytes.

Definition body : list text := ([
{letters(body)}])%text.

Theorem {name} : {claim}.
Proof.
  {applied}
  vm_cast_no_check (eq_refl true).
Qed.
Check {name}.
Print Assumptions {name}."""
)
