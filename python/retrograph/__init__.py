"""Graph-building games: solved from every position, and proofs of who wins.

>>> import retrograph
>>> game = retrograph.Game("triangle", 8)
>>> game.value("0-1"), game.grundy("0-1")
('N', 2)

`Game.solve` solves a game into a folder, as `retrograph solve` does; `open` reads such a database, or an export or
archive of `retrograph export`. `Game` also searches the values of small avoidance and achievement games without one.
`prove` searches for a proof of who wins, in any family of games; `Proof` reads one. The command `retrograph` comes with
the package.

Wherever a position is expected, it can be graph6, an edge list such as "0-1,1-2" ("-" is the empty graph), a list of
edges, an adjacency matrix (of lists, numpy, scipy, pandas or polars), or a graph of networkx, SageMath or igraph; of
games with two colours a text, or a dictionary with the edges of "red" and "green". Anything but a simple undirected
graph on the game's vertices is refused.
"""

from __future__ import annotations

import json
from builtins import open as _open_file
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from itertools import product
from math import inf
from numbers import Number
from operator import index
from os import PathLike, fsdecode, fsencode
from typing import Any, Literal, Union

from . import _native
from ._native import Unsolved, __version__

__all__ = [
    "Database",
    "Game",
    "Position",
    "Proof",
    "Unsolved",
    "Value",
    "__version__",
    "open",
    "prove",
]


def __dir__() -> list[str]:
    """The public names alone, also for the Tab key."""
    return __all__


#: Anything that describes a position.
PositionLike = Union[str, bytes, "Position", Iterable[Sequence[int]], Mapping[str, Iterable[Sequence[int]]], Any]

#: The moves of a game, in their order: edges, words, or elements.
MovesLike = Union[str, Sequence[Union[Sequence[int], str, Hashable]]]


def _text_of(position: PositionLike, n: int) -> str:
    """The text of a position on `n` vertices, as the program reads it.

    >>> _text_of([(0, 1), (1, 2)], 5)
    '0-1,1-2'
    >>> _text_of([[0, 0.25, 0], [0.25, 0, 1], [0, 1, 0]], 3)
    '0-1,1-2'
    >>> _text_of({"red": [(0, 1)], "green": []}, 3)
    'red:0-1 green:'

    An entry of an adjacency matrix that is not 0 is an edge. Vertices of graphs and of frames of pandas are numbered in
    their order if they are not 0 to n - 1.

    Raises TypeError and ValueError for anything else. Whether edges are different and in range, and whether the rules
    allow the position, is asked where its text is used.
    """
    if isinstance(position, str):
        return position
    if isinstance(position, (bytes, bytearray)):
        return position.decode("utf-8-sig", "replace")
    if isinstance(position, Position):
        if position.n != n:
            raise ValueError(f"this position has {position.n} vertices, but this game is played on {n}")
        return position.text
    # A view of the edges of a networkx graph is a set too.
    if isinstance(position, Mapping) and not isinstance(position, Set):
        if not set(position) <= {"red", "green"}:
            raise ValueError(f"a dictionary has edges of 'red' and 'green', but this one has {_shown(list(position))}")
        layers = {colour: _text_of(position.get(colour, ()), n) for colour in ("red", "green")}
        return " ".join(f"{colour}:{'' if text == '-' else text}" for colour, text in layers.items())
    is_graph = hasattr(position, "is_directed") and not isinstance(position, type)
    edges = _edges_of_graph(position, n) if is_graph else _edges_of_rows(position, n)
    return ",".join(map(_edge, edges)) or "-"


_A_POSITION = "a position is a text, a list of edges, an adjacency matrix, or a graph of networkx, SageMath or igraph"
_AN_EDGE = "an edge is a pair of whole numbers"


def _shown(thing: Any) -> str:
    text = " ".join(repr(thing).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _edge(ends: Sequence[Any]) -> str:
    is_pair = len(ends) == 2 and all(hasattr(v, "__index__") and not isinstance(v, bool) for v in ends)
    if not is_pair:
        raise TypeError(f"{_AN_EDGE}, not {_shown(ends)}")
    return f"{index(ends[0])}-{index(ends[1])}"


def _edges_of_graph(graph: Any, n: int) -> list[tuple[int, int]]:
    if graph.is_directed():
        raise ValueError("a position is an undirected graph, but this one is directed")
    if hasattr(graph, "number_of_nodes"):  # networkx
        return _numbered(list(graph.nodes), graph.edges, n)
    if hasattr(graph, "get_edgelist"):  # igraph
        return _numbered(range(graph.vcount()), graph.get_edgelist(), n)
    if hasattr(graph, "graph6_string"):  # SageMath
        return _numbered(list(graph.vertices(sort=False)), graph.edges(labels=False), n)
    raise TypeError(f"{_A_POSITION}, not {_shown(graph)} of type {type(graph).__name__}")


def _numbered(nodes: Sequence[Any], edges: Iterable[Sequence[Any]], n: int) -> list[tuple[int, int]]:
    if len(nodes) != n:
        raise ValueError(f"this graph has {len(nodes)} vertices, but this game is played on {n}")
    names = range(n) if set(nodes) == set(range(n)) else nodes
    number = {name: i for i, name in enumerate(names)}
    return [(number[u], number[v]) for u, v, *_ in edges]


def _edges_of_rows(table: Any, n: int) -> Sequence[Sequence[Any]]:
    """The edges of a list of edges, an array, a sparse matrix or a frame."""
    shape = tuple(getattr(table, "shape", ()))
    if len(shape) == 2 and (shape[1] != 2 or hasattr(table, "toarray")):
        _be_square(*shape, n)
    names = None
    if hasattr(table, "toarray"):  # scipy
        table = table.toarray()
    elif hasattr(table, "columns") and hasattr(table, "to_numpy"):  # pandas and polars
        if shape == (n, n) and hasattr(table, "index"):
            names = list(table.index)
            if set(names) != set(table.columns):
                raise ValueError("rows and columns of an adjacency matrix have the same names")
            table = table[names]
        table = table.to_numpy()
    rows = [_listed(row, _AN_EDGE) for row in _listed(table, _A_POSITION)]
    # Edges with data.
    rows = [row[:2] if len(row) == 3 and (row[2] is None or isinstance(row[2], Mapping)) else row for row in rows]
    # Two edges on two vertices look like a matrix, which has zeros on its diagonal.
    if len(rows) == n and all(len(row) == n for row in rows) and (n != 2 or rows[0][0] == rows[1][1] == 0):
        edges = _edges_of_matrix(rows)
        return edges if names is None else _numbered(names, [(names[u], names[v]) for u, v in edges], n)
    widths = {len(row) for row in rows}
    if len(widths) == 1 and widths != {2} and (len(rows) in widths or max(widths) > 3):
        _be_square(len(rows), *widths, n)
    return rows


def _be_square(rows: int, columns: int, n: int) -> None:
    if (rows, columns) != (n, n):
        raise ValueError(f"a {rows} x {columns} matrix is not a position on {n} vertices")


def _listed(thing: Any, expected: str) -> list[Any]:
    """As a list; numbers of numpy become Python's own."""
    things = thing.tolist() if hasattr(thing, "tolist") else thing
    is_mapping = isinstance(things, Mapping) and not isinstance(things, Set)
    if is_mapping or isinstance(things, (str, bytes, bytearray)) or not isinstance(things, Iterable):
        raise TypeError(f"{expected}, not {_shown(thing)} of type {type(thing).__name__}")
    return [one.tolist() if hasattr(one, "tolist") else one for one in things]


def _edges_of_matrix(rows: list[list[Any]]) -> list[tuple[int, int]]:
    edges = set()
    for (u, row), v in product(enumerate(rows), range(len(rows))):
        if not isinstance(row[v], Number) or not abs(row[v]) < inf:
            raise ValueError(f"an entry of an adjacency matrix is a finite number, not {_shown(row[v])}")
        if row[v] != 0:
            edges.add((u, v))
    if any(u == v or (v, u) not in edges for u, v in edges):
        raise ValueError("an adjacency matrix is symmetric, with zeros on its diagonal")
    return sorted((u, v) for u, v in edges if u < v)


class Value(str):
    """The value of a position. As a text it is what `retrograph query` prints.

    >>> value = Game("triangle", 6).value("-")
    >>> value, value.outcome, value.winner, value == "N"
    ('N', 'N', 'next', True)
    >>> value = Value("P 12", "remoteness")
    >>> value.winner, value.moves, value.grundy
    ('previous', 12, None)
    """

    __slots__ = ("kind",)

    def __new__(cls, text: str, kind: str) -> "Value":
        value = super().__new__(cls, text)
        value.kind = kind
        return value

    def __getnewargs__(self) -> tuple[str, str]:
        return str(self), self.kind

    #: What is known: "outcome", "grundy", "remoteness" or "score".
    kind: str

    @property
    def outcome(self) -> str | None:
        """'P' where the player who has just moved wins, 'N' where the player to move wins, 'T' where nobody does, 'R'
        or 'G' where Red or Green wins, whoever is next; None for scores."""
        return None if self.kind == "score" else self[0]

    @property
    def winner(self) -> str | None:
        """'previous', the player who has just moved, or 'next', the player to move; 'red' or 'green' for R and G; None
        for ties and scores."""
        return {"P": "previous", "N": "next", "R": "red", "G": "green"}.get(self.outcome or "")

    def _number(self, kind: str, place: int = -1) -> int | None:
        return int(self.split()[place]) if self.kind == kind else None

    @property
    def grundy(self) -> int | None:
        """The Sprague-Grundy number, if it was solved for."""
        return self._number("grundy")

    @property
    def moves(self) -> int | None:
        """Moves to the end when the winner hurries and the loser delays, if they were solved for."""
        return self._number("remoteness")

    @property
    def max(self) -> int | None:
        """Edges at the end when Max is next, if scores were solved for."""
        return self._number("score", 0)

    @property
    def min(self) -> int | None:
        """Edges at the end when Min is next, if scores were solved for."""
        return self._number("score", 1)


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
        #: Number of vertices.
        self.n = source.n

    @property
    def value(self) -> Value:
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
        return _native.svg(self.text, self.n, caption, self._source._has_colours)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Position({self.text!r})"


class Database:
    """A solved game: a database, an export, or an archive of one. `open` and `Game.solve` make one.

    Its description has, among others, `game`, `title`, `rules`, `n`, `values`, `play`, `complete` and `positions`.

    Threads can share it; a copy is the database itself. It cannot be pickled, because it holds files.
    """

    def __init__(self, folder: str | bytes | PathLike[str] | PathLike[bytes]) -> None:
        self._take(_native.Database(fsdecode(folder)))

    @classmethod
    def _of(cls, native: _native.Database) -> "Database":
        database = cls.__new__(cls)
        database._take(native)
        return database

    def _take(self, native: _native.Database) -> None:
        self._native = native
        #: What it holds.
        self.description: dict[str, Any] = json.loads(self._native.description())
        #: Number of vertices.
        self.n: int = self.description["n"]
        self._has_colours = bool(self.description["colours"])
        self._kind: str = self.description["values"]

    def value(self, position: PositionLike) -> Value:
        """Its value: a text as `retrograph query` prints it, 'P' (the previous player wins), 'N' or 'T', with a Grundy
        number or remoteness 'N 3', and for scores two numbers; `winner`, `moves` and others are its parts.

        Raises ValueError for what is no position and for damaged files, and Unsolved where its level is not solved.
        """
        return Value(self._native.value(_text_of(position, self.n)), self._kind)

    def values(self, positions: Iterable[PositionLike]) -> list[Value]:
        """The values of many positions; a million graph6 texts take about a second."""
        if isinstance(positions, (str, bytes, bytearray)):
            raise TypeError("values takes a list of positions; value takes one")
        texts = self._native.values([_text_of(position, self.n) for position in positions])
        return [Value(text, self._kind) for text in texts]

    def position(self, position: PositionLike) -> dict[str, Any]:
        """What is known of a position: its value, canonical form and number of edges."""
        return json.loads(self._native.position(_text_of(position, self.n)))

    def moves(self, position: PositionLike) -> list[dict[str, Any]]:
        """The moves up to symmetry, the best first: each with `edge`, those `alike`, `graph6` and `text` of the
        position after it, `value` and `wins`."""
        moves = json.loads(self._native.moves(_text_of(position, self.n)))["moves"]
        return [{**move, "text": move["graph6"]} for move in moves]

    def line(self, position: PositionLike = "", max_begins: bool = True) -> list[dict[str, Any]]:
        """Best play to the end. Where values are scores, Max begins unless `max_begins` is False."""
        is_start = isinstance(position, str) and not position
        text = self._start if is_start else _text_of(position, self.n)
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
        return Position(self, _text_of(position, self.n))

    def __copy__(self) -> "Database":
        return self

    def __deepcopy__(self, _: Any) -> "Database":
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a database holds files and cannot be pickled; send its path, and open it there")

    @property
    def _start(self) -> str:
        return "red: green:" if self._has_colours else "-"

    def __repr__(self) -> str:
        return f"<{self.description['title']}, n = {self.n}: {self.description['positions']:,} positions>"


def open(folder: str | bytes | PathLike[str] | PathLike[bytes]) -> Database:
    """Opens a database, an export, or an archive of one.

    Raises FileNotFoundError and other kinds of OSError as Python's own `open`, and ValueError for what is no database
    or damaged.
    """
    return Database(folder)


class Game:
    """A game on `n` vertices: `retrograph games` lists the names. `solve` solves it. Of avoidance and achievement games
    in normal play, values are also searched when they are asked for, on up to 16 vertices; of others, they are Unsolved.

    >>> game = Game("triangle", 9)
    >>> game.value("-"), game.grundy("0-1"), game.moves("0-1,2-3,4-5")[0]["grundy"]
    ('P', 1, 0)
    >>> Game("avoid:C4", 6).value("-"), Game("achieve:C4", 6).value("-")
    ('N', 'P')

    On up to 12 vertices the triangle game's positions take milliseconds to a second. Ctrl-C stops a search. What becomes
    known helps the next search; it takes `memory` bytes at most, 64 MiB if that is None and the machine has them.
    Threads can share a game. A copy, or a game that comes out of a pickle, is one that knows nothing yet.

    Raises ValueError for what is no such game, and MemoryError where the system has not so much memory.
    """

    def __init__(self, name: str, n: int, memory: int | None = None) -> None:
        self._native = _native.Game(name, n, memory)
        self._memory = memory
        #: The game's name.
        self.name: str = self._native.name()
        #: Number of vertices.
        self.n = n
        self._has_colours = self._native.has_colours()

    def solve(
        self,
        folder: str | bytes | PathLike[str] | PathLike[bytes],
        *,
        value: Literal["outcome", "grundy", "remoteness", "score"] | None = None,
        play: Literal["normal", "misere"] | None = None,
        memory: int | None = None,
        threads: int | None = None,
        keep: Literal["positions", "labels"] = "positions",
        down_to: int = 0,
        progress: Callable[[dict[str, Any]], Any] | None = None,
    ) -> Database:
        """Solves the game into a new folder, or continues there what was stopped or killed, and opens it.

        >>> import tempfile
        >>> levels = []
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     solved = Game("sim", 6).solve(f"{folder}/sim", progress=levels.append)
        ...     solved.value("-"), len([event for event in levels if event["event"] == "level_sealed"])
        ('P 15', 15)

        Options are those of `retrograph solve`: what to solve for, in which play, down to which level, and whether to
        keep positions or labels alone. None: who wins, of two-colour games the moves to the end; `memory` of 4 GiB,
        less on small machines; all processors as `threads`.

        `progress` is called with a dictionary for each level that is sealed: `event` ("level_sealed"), `level` (its
        number of edges), `positions`, `p`, `n`, `saturated`, `seconds`; and four times a second for the step under way:
        `event` ("progress"), `level`, `step`, `done`, `all` (0: not known). If it raises, or at Ctrl-C, the run ends
        soon; what was sealed stays, and the same call continues.

        Raises ValueError where the folder holds something else, MemoryError where `memory` is too little for the
        threads, BlockingIOError where another process solves into the folder, and other kinds of OSError for what the
        system refuses. The largest levels have more files open than most systems allow a process at first; the command
        raises that limit, here `resource.setrlimit` does.
        """
        return Database._of(
            self._native.solve(fsdecode(folder), value, play, memory, threads, keep, down_to, progress)
        )

    def grundy(self, position: PositionLike) -> int:
        """The Sprague-Grundy value."""
        return self._native.grundy(_text_of(position, self.n))

    def value(self, position: PositionLike) -> Value:
        """'P' where the previous player wins, 'N' where the next one does."""
        return Value("N" if self.grundy(position) else "P", "outcome")

    def moves(self, position: PositionLike) -> list[dict[str, Any]]:
        """All moves, those that win first: each with `edge`, `graph6` and `text` of the position after it, `value`,
        `wins` and `grundy`."""
        moves = []
        for edge, text, graph6 in self._native.moves(_text_of(position, self.n)):
            grundy = self.grundy(text)
            value = "N" if grundy else "P"
            move = {"edge": edge, "text": text, "graph6": graph6, "value": value, "wins": not grundy, "grundy": grundy}
            moves.append(move)
        return sorted(moves, key=lambda move: (move["grundy"], move["edge"]))

    def at(self, position: PositionLike) -> Position:
        """The position, to be looked at."""
        return Position(self, _text_of(position, self.n))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.name, self.n, self._memory)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {self.n})"


#: Of a proof's file. `retrograph check-proof` reads no longer one.
_MOST_BYTES = 4 << 30


class Proof:
    """A proof of `retrograph prove`, which is checked before it is opened. It plays the winner's side.

    `about` has the `game`, the `theorem`, the `players` in the order of their moves and the place of the `winner`
    among them. A game in progress is the text of its moves, such as "0-1,2-3", or a list of them in their order.

    The check takes as long as `retrograph check-proof`, on all processors; Ctrl-C stops it. Threads can share a proof.
    In a pickle it is its file, which is checked again when it is read.
    """

    def __init__(self, file: str | bytes | PathLike[str] | PathLike[bytes], n: int | None = None) -> None:
        name = fsdecode(file)
        with _open_file(name, "rb") as source:
            start = source.read(len(_native.PROOF_MAGIC))
            # What has another start is not read to its end, which some files do not have.
            rest = source.read(_MOST_BYTES) if start == _native.PROOF_MAGIC else b""
        self._take(_native.Proof(start + rest, fsencode(name).decode("utf-8", "replace"), n))

    @classmethod
    def _of(cls, native: _native.Proof) -> "Proof":
        proof = cls.__new__(cls)
        proof._take(native)
        return proof

    @classmethod
    def _read(cls, content: bytes, n: int | None) -> "Proof":
        return cls._of(_native.Proof(content, "a pickled proof", n))

    def __reduce__(self) -> tuple[Any, ...]:
        return Proof._read, (self._native.bytes(), self.about["n"] if self.about["boards"] else None)

    def _take(self, native: _native.Proof) -> None:
        self._native = native
        #: What it proves.
        self.about: dict[str, Any] = json.loads(native.about())

    @property
    def theorem(self) -> str:
        """What it proves, in one sentence."""
        return self.about["theorem"]

    def state(self, moves: MovesLike = "") -> dict[str, Any]:
        """The position after these moves, with what the proof says of each legal move."""
        return json.loads(self._native.state(self._moves(moves)))

    def reply(self, moves: MovesLike = "") -> str | None:
        """The winner's move; None where the loser is to move or the game has left the proof."""
        return self._native.reply(self._moves(moves))

    def _moves(self, moves: MovesLike) -> str:
        return _moves(moves, _name if self.about.get("elements") else _named_edge)

    def save(self, file: str | PathLike[str]) -> None:
        """Writes the proof to a new file, which `retrograph check-proof` and `retrograph serve --proof` read."""
        with _open_file(file, "xb") as out:
            out.write(self._native.bytes())

    def __repr__(self) -> str:
        return f"<{self.theorem}>"


def prove(
    game: str | None = None,
    n: int | None = None,
    *,
    sets: Iterable[Iterable[Hashable]] | None = None,
    rule: Literal["maker-breaker", "strong"] | None = None,
    memory: int | None = None,
    threads: int = 1,
    **said: str | int | bool,
) -> Proof:
    """Proves who wins a game from its start, and returns the proof, checked. Games and options are those of
    `retrograph prove`: `starter`, `maker`, `breaker` or `position`, and `board` of Maker-Breaker games, `fresh` and
    `moves` of strong games, `rounds`, `vertices`, `connected` and `bounds` of on-line Ramsey games, `replies` of
    avoidance games.

    >>> prove("triangle", 6)
    <The first player wins the triangle avoidance game on 6 vertices>
    >>> about = prove("maker-breaker:hamilton-cycle", 5, starter="breaker").about
    >>> about["players"][about["winner"]]
    'Breaker'

    In place of a name, `sets` are the winning sets of a positional game, lists of any things that can be keys of a
    dictionary, by the `rule` "maker-breaker", which is meant where none is said, or "strong". `starter`, `bias`, `moves` and
    `breaker_moves` can be said of it, too. The elements have the text of these things as names, tuples with points between their parts, and the
    board has no others.

    >>> rows = [[(r, c) for c in range(3)] for r in range(3)]
    >>> lines = rows + [list(column) for column in zip(*rows)] + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    >>> proof = prove(sets=lines)
    >>> proof.theorem[:40], proof.reply(), proof.reply([(1, 1), (0, 1)]) is not None
    ('Maker, moving first, wins the Maker-Brea', '1.1', True)

    `memory` is in bytes, 1 GiB if it is None, less on small machines; `threads` are 1 to 1024. Ctrl-C stops the search. Raises ValueError for what is no game,
    TypeError for what cannot be said of it, Unsolved where nothing is proved, and MemoryError where `memory` does not
    suffice.
    """
    texts = [] if n is None else [("n", str(index(n)))]
    if sets is not None:
        if game is not None:
            raise TypeError("prove() takes the name of a game or sets, not both")
        game = f"{'maker-breaker' if rule is None else rule}:file="
        if game not in ("maker-breaker:file=", "strong:file="):
            raise ValueError(f"rule is 'maker-breaker' or 'strong', not {_shown(rule)}")
        texts.append(("file", _board(sets)))
    elif rule is not None:
        raise TypeError("prove() has an argument rule where sets are given")
    elif game is None:
        raise TypeError("prove() needs the name of a game, or sets")
    for name, value in said.items():
        if value is True:
            texts.append((name, ""))
        elif value is not None and value is not False:
            texts.append((name, str(value)))
    return Proof._of(_native.Proof.found(game, texts, memory, threads))


def _board(sets: Iterable[Iterable[Hashable]]) -> str:
    """The file of a game with these winning sets.

    >>> print(_board([["a", ("b", 1)], {"a"}]), end="")
    #positions
    a b.1
    #blackwins
    a b.1
    a
    """
    names: dict[Hashable, str] = {}
    lines = []
    for one in sets:
        if isinstance(one, (str, bytes)) or not isinstance(one, Iterable):
            raise TypeError(f"a winning set is a list of elements, not {_shown(one)}")
        elements = list(one)
        for element in elements:
            names.setdefault(element, _name(element))
        lines.append(" ".join(names[element] for element in elements))
    if len(set(names.values())) < len(names):
        seen: dict[str, Hashable] = {}
        for element, name in names.items():
            if name in seen:
                raise ValueError(f"{_shown(seen[name])} and {_shown(element)} have the same name, {name}")
            seen[name] = element
    return "\n".join(["#positions", " ".join(names.values()), "#blackwins", *lines, ""])


def _name(element: Hashable) -> str:
    """What an element is called in files, which have no spaces, commas and comments within names."""
    name = ".".join(map(_name, element)) if isinstance(element, tuple) else str(element)
    name = "".join("_" if letter.isspace() or not letter.isprintable() or letter in ",%" else letter for letter in name)
    if not name or name.startswith("#"):
        raise ValueError(f"{_shown(element)} is no name of an element: a name has a letter, and does not begin with #")
    return name


def _named_edge(move: Sequence[int] | str) -> str:
    """An edge, or of two colours a word."""
    return move if isinstance(move, str) else _edge(_listed(move, _AN_EDGE))


def _moves(moves: MovesLike, name: Callable[[Any], str]) -> str:
    """The text of a game in progress."""
    if isinstance(moves, str):
        return moves
    if not isinstance(moves, (list, tuple)):
        raise TypeError(f"moves are a text such as '0-1,2-3', or a list in their order, not {_shown(moves)}")
    return ",".join(map(name, moves))
