"""Values of solved graph-building games, and proofs of single theorems.

>>> import retrograph
>>> game = retrograph.Game("triangle", 8)
>>> game.value("0-1"), game.grundy("0-1")
('N', 2)

`open` reads a database or an export of `retrograph solve` and `retrograph export`, `Proof` a proof of `retrograph prove`,
and `Game` searches the values of small avoidance games itself. Wherever a position is expected, it can be graph6, an edge
list such as "0-1,1-2" ("-" is the empty graph), a list of edges, an adjacency matrix, a networkx graph or a SageMath graph;
of games with two colours a text, or a dictionary with the lists of edges of "red" and "green".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Union

from . import _native
from ._native import Unsolved

__all__ = ["Database", "Game", "Position", "Proof", "Unsolved", "open", "text_of"]

#: Anything that describes a position.
PositionLike = Union[str, "Position", Sequence[Sequence[int]], Mapping[str, Sequence[Sequence[int]]], Any]


def text_of(position: PositionLike, n: int) -> str:
    """The text of a position on `n` vertices, as the program reads it.

    >>> text_of([(0, 1), (1, 2)], 5)
    '0-1,1-2'
    >>> text_of([[0, 1, 0], [1, 0, 1], [0, 1, 0]], 3)
    '0-1,1-2'
    >>> text_of({"red": [(0, 1)], "green": []}, 3)
    'red:0-1 green:'

    Vertices of networkx and SageMath graphs are numbered in their order if they are not 0 to n - 1.
    """
    if isinstance(position, str):
        return position
    if isinstance(position, Position):
        return position.text
    if isinstance(position, Mapping) and set(position) <= {"red", "green"}:
        return " ".join(f"{colour}:{_edges(position.get(colour, ()))}" for colour in ("red", "green"))
    if hasattr(position, "number_of_nodes"):
        return _labelled(list(position.nodes), list(position.edges), n)
    if hasattr(position, "graph6_string"):
        return _labelled(list(position.vertices(sort=False)), [edge[:2] for edge in position.edges(labels=False)], n)
    rows = [list(map(int, row)) for row in position]
    if len(rows) == n and all(len(row) == n for row in rows) and (n != 2 or rows[0][0] == rows[1][1] == 0):
        if any(rows[u][v] != rows[v][u] for u in range(n) for v in range(u)) or any(rows[v][v] for v in range(n)):
            raise ValueError("an adjacency matrix is symmetric, with zeros on its diagonal")
        rows = [[u, v] for u in range(n) for v in range(u + 1, n) if rows[u][v]]
    return _edges(rows) or "-"


def _edges(edges: Iterable[Sequence[int]]) -> str:
    return ",".join(f"{int(u)}-{int(v)}" for u, v in edges)


def _labelled(nodes: list, edges: list, n: int) -> str:
    if len(nodes) != n:
        raise ValueError(f"the graph has {len(nodes)} vertices, but this game is played on {n}")
    number = {v: v for v in nodes} if set(nodes) == set(range(n)) else {v: i for i, v in enumerate(nodes)}
    return _edges((number[u], number[v]) for u, v, *_ in edges) or "-"


class Position:
    """A position of a game, which Jupyter shows as a picture.

    >>> position = Game("triangle", 6).at("0-1,2-3,4-5")
    >>> position.value, position.svg().startswith("<svg")
    ('P', True)
    """

    def __init__(self, source: "Database | Game", text: str) -> None:
        self._source = source
        #: The position as a text.
        self.text = text

    @property
    def value(self) -> str:
        """Its value, as `Database.value` gives it."""
        return self._source.value(self.text)

    def moves(self) -> list[dict[str, Any]]:
        """Its moves, as `Database.moves` gives them."""
        return self._source.moves(self.text)

    def svg(self, caption: str | None = None) -> str:
        """A picture of it; below it, unless there is a caption, its value."""
        if caption is None:
            try:
                caption = self.value
            except Unsolved:
                caption = ""
        return _native.svg(self.text, self._source.n, caption)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Position({self.text!r})"


class Database:
    """A solved game: a database or an export. `open` makes one.

    Its description has, among others, `game`, `title`, `rules`, `n`, `values`, `play`, `complete` and `positions`.
    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        self._native = _native.Database(folder)
        #: What it holds.
        self.description: dict[str, Any] = json.loads(self._native.description())
        #: Number of vertices.
        self.n: int = self.description["n"]

    def value(self, position: PositionLike) -> str:
        """Its value, as `retrograph query` prints it: 'P' (the previous player wins), 'N' or 'T', with a Grundy number or
        remoteness 'N 3', and for scores two numbers.

        Raises ValueError for what is no position, and Unsolved where its level is not solved.
        """
        return self._native.value(text_of(position, self.n))

    def values(self, positions: Iterable[PositionLike]) -> list[str]:
        """The values of many positions; a million graph6 texts take about a second."""
        return self._native.values([text_of(position, self.n) for position in positions])

    def position(self, position: PositionLike) -> dict[str, Any]:
        """What is known of a position: its value, canonical form and number of edges."""
        return json.loads(self._native.position(text_of(position, self.n)))

    def moves(self, position: PositionLike) -> list[dict[str, Any]]:
        """The moves up to symmetry, the best first: each with `edge`, those `alike`, `graph6` after it, `value` and `wins`."""
        return json.loads(self._native.moves(text_of(position, self.n)))["moves"]

    def line(self, position: PositionLike = "", max_begins: bool = True) -> list[dict[str, Any]]:
        """Best play to the end. Where values are scores, Max begins unless told otherwise."""
        text = text_of(position, self.n) if position != "" else self._start
        return json.loads(self._native.line(text, max_begins))["line"]

    def levels(self, as_: Literal["list", "pandas", "polars"] = "list") -> Any:
        """The levels, the one with the most edges first: `edges`, `positions`, `p`, `n`, `saturated`. As a list of
        dictionaries, or as a frame of pandas or polars."""
        rows = json.loads(self._native.levels())
        if as_ == "list":
            return rows
        if as_ == "pandas":
            import pandas

            return pandas.DataFrame(rows)
        if as_ == "polars":
            import polars

            return polars.DataFrame(rows)
        raise ValueError("levels are given as 'list', 'pandas' or 'polars'")

    def at(self, position: PositionLike) -> Position:
        """The position, to be looked at."""
        return Position(self, text_of(position, self.n))

    @property
    def _start(self) -> str:
        return "red: green:" if self.description["colours"] else "-"

    def __repr__(self) -> str:
        return f"<{self.description['title']}, n = {self.n}: {self.description['positions']:,} positions>"


def open(folder: str | PathLike[str]) -> Database:
    """Opens a database or an export."""
    return Database(folder)


class Game:
    """An avoidance game in normal play, solved on demand: values are searched when they are asked for.

    >>> game = Game("triangle", 9)
    >>> game.value("-"), game.grundy("0-1"), game.moves("0-1,2-3,4-5")[0]["grundy"]
    ('P', 1, 0)
    >>> Game("avoid:C4", 6).value("-")
    'N'

    On up to 12 vertices the triangle game's positions take milliseconds to a second. Ctrl-C stops a search.
    """

    def __init__(self, name: str, n: int, memory: int = 64 << 20) -> None:
        self._native = _native.Game(name, n, memory)
        #: The game's name.
        self.name: str = self._native.name()
        #: Number of vertices.
        self.n = n

    def grundy(self, position: PositionLike) -> int:
        """The Sprague-Grundy value."""
        return self._native.grundy(text_of(position, self.n))

    def value(self, position: PositionLike) -> str:
        """'P' where the previous player wins, 'N' where the next one does."""
        return "N" if self.grundy(position) else "P"

    def moves(self, position: PositionLike) -> list[dict[str, Any]]:
        """All moves, those that win first: each with `edge`, `text` of the position after it, `value` and `grundy`."""
        edges = _edges_in(text_of(position, self.n))
        moves = []
        for u, v in self._native.moves(_edges(edges) or "-"):
            text = _edges([*edges, (u, v)])
            grundy = self.grundy(text)
            moves.append({"edge": [u, v], "text": text, "value": "N" if grundy else "P", "grundy": grundy})
        return sorted(moves, key=lambda move: (move["grundy"], move["edge"]))

    def at(self, position: PositionLike) -> Position:
        """The position, to be looked at."""
        return Position(self, text_of(position, self.n))

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {self.n})"


def _edges_in(text: str) -> list[tuple[int, int]]:
    """The edges of an edge list or of graph6."""
    if set(text) <= set("0123456789-, "):
        words = text.replace(",", " ").split()
        return [(int(u), int(v)) for u, v in (word.split("-") for word in words if word != "-")]
    text = text.removeprefix(">>graph6<<")
    bits = (ord(letter) - 63 >> (5 - i) & 1 for letter in text[1:] for i in range(6))
    pairs = ((u, v) for v in range(ord(text[0]) - 63) for u in range(v))
    return [pair for pair, bit in zip(pairs, bits) if bit]


class Proof:
    """A proof of `retrograph prove`, which is checked before it is opened. It plays the winner's side.

    `about` has the `game`, the `theorem`, the `players` and the `winner`. A game in progress is the text of its moves, such
    as "0-1,2-3".
    """

    def __init__(self, file: str | PathLike[str], n: int | None = None) -> None:
        self._native = _native.Proof(file, n)
        #: What it proves.
        self.about: dict[str, Any] = json.loads(self._native.about())

    @property
    def theorem(self) -> str:
        """What it proves, in one sentence."""
        return self.about["theorem"]

    def state(self, moves: str = "") -> dict[str, Any]:
        """The position after these moves, with what the proof says of each legal move."""
        return json.loads(self._native.state(moves))

    def reply(self, moves: str = "") -> str | None:
        """The winner's move; None where the loser is to move or the game has left the proof."""
        return self._native.reply(moves)

    def __repr__(self) -> str:
        return f"<{self.theorem}>"
