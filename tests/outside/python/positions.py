"""What the package takes for a position, in every function that takes one: each form of a graph is that graph, as
networkx writes it, and anything else is refused in a sentence."""

import pathlib
from fractions import Fraction

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import retrograph
import scipy.sparse

N = 8
EDGES = [(0, 1), (1, 2), (4, 6)]
graph = nx.Graph(EDGES)
graph.add_nodes_from(range(N))
ordered = nx.Graph()
ordered.add_nodes_from(range(N))
ordered.add_edges_from(EDGES)
matrix = nx.to_numpy_array(ordered)
GRAPH6 = nx.to_graph6_bytes(ordered, header=False).decode().strip()


class Sage:
    """As a graph of SageMath answers."""

    def __init__(self, nodes, edges, is_directed=False):
        self._nodes, self._edges, self._is_directed = nodes, edges, is_directed

    def is_directed(self):
        return self._is_directed

    def vertices(self, sort=True):
        assert not sort
        return list(self._nodes)

    def edges(self, labels=True):
        return [edge if labels else edge[:2] for edge in self._edges]

    def graph6_string(self):
        raise AssertionError("of loops and parallel edges it says nothing")


class Whole:
    """A whole number of another library, as those of SageMath are."""

    def __init__(self, number):
        self._number = number

    def __index__(self):
        return self._number


def with_entry(u, v, entry):
    changed = matrix.astype(object).tolist()
    changed[u][v] = entry
    return changed


def frame_in_order(nodes):
    return nx.to_pandas_adjacency(graph, nodelist=nodes)


def labelled(graph, name):
    return nx.relabel_nodes(graph, name)


weighted = nx.Graph(graph)
nx.set_edge_attributes(weighted, 0, "weight")
multigraph = nx.MultiGraph(ordered)
parallel = nx.MultiGraph(ordered)
parallel.add_edge(0, 1)
loop = nx.Graph(ordered)
loop.add_edge(3, 3)
renamed = pd.DataFrame(matrix, index=list("abcdefgh"), columns=list("ijklmnop"))

# What is the graph, vertex by vertex.
SAME = {
    "graph6": lambda: GRAPH6,
    "an edge list": lambda: "0-1,1-2,4-6",
    "an edge list with blanks": lambda: "0-1, 1-2,4-6",
    "graph6 as bytes": lambda: nx.to_graph6_bytes(ordered, header=False),
    "with its header": lambda: nx.to_graph6_bytes(ordered),
    "as a bytearray": lambda: bytearray(nx.to_graph6_bytes(ordered)),
    "a mark before it": lambda: b"\xef\xbb\xbf" + GRAPH6.encode(),
    "of numpy": lambda: np.str_(GRAPH6),
    "edges": lambda: EDGES,
    "edges of lists": lambda: [list(edge) for edge in EDGES],
    "a tuple of edges": lambda: tuple(EDGES),
    "a set": lambda: set(EDGES),
    "a set of sets": lambda: {frozenset(edge) for edge in EDGES},
    "a generator": lambda: (edge for edge in EDGES),
    "a generator of generators": lambda: ((v for v in edge) for edge in EDGES),
    "edges of numpy": lambda: np.array(EDGES),
    "unsigned edges": lambda: np.array(EDGES, dtype=np.uint8),
    "a list of arrays": lambda: list(np.array(EDGES)),
    "numpy's numbers": lambda: [(np.int64(u), np.int8(v)) for u, v in EDGES],
    "other whole numbers": lambda: [(Whole(u), Whole(v)) for u, v in EDGES],
    "edges with data": lambda: [(u, v, {"weight": 3}) for u, v in EDGES],
    "edges with labels": lambda: [(u, v, None) for u, v in EDGES],
    "a frame of edges": lambda: pd.DataFrame(EDGES, columns=["source", "target"]),
    "a frame of edges of polars": lambda: pl.DataFrame(EDGES, schema=["source", "target"], orient="row"),
    "a column of edges": lambda: pd.Series(EDGES),
    "networkx": lambda: graph,
    "networkx, frozen": lambda: nx.freeze(nx.Graph(graph)),
    "networkx, a view": lambda: graph.subgraph(range(N)),
    "networkx, weighted": lambda: weighted,
    "networkx, its edges": lambda: graph.edges,
    "networkx, its edges with data": lambda: graph.edges(data=True),
    "a multigraph without parallel edges": lambda: multigraph,
    "igraph": lambda: igraph.Graph(n=N, edges=EDGES),
    "SageMath": lambda: Sage(range(N), [(u, v, None) for u, v in EDGES]),
    "SageMath, in another order": lambda: Sage([5, 3, 0, 1, 2, 4, 7, 6], [(v, u, "label") for u, v in EDGES]),
    "a matrix": lambda: matrix,
    "a matrix of whole numbers": lambda: matrix.astype(int),
    "a matrix of lists": lambda: matrix.astype(int).tolist(),
    "a matrix of booleans": lambda: matrix.astype(bool),
    "a list of rows": lambda: list(matrix.astype(bool)),
    "a quarter": lambda: 0.25 * matrix,
    "a tiny entry": lambda: 1e-300 * matrix,
    "negative entries": lambda: -matrix,
    "fractions": lambda: [[Fraction(int(entry), 3) for entry in row] for row in matrix],
    "numpy's old matrix": lambda: np.matrix(matrix),
    "another order of memory": lambda: np.asfortranarray(matrix),
    "a sparse matrix": lambda: nx.to_scipy_sparse_array(ordered),
    "a sparse matrix with a stored zero": lambda: scipy.sparse.coo_array(
        ([1, 1, 1, 1, 1, 1, 0], ([0, 1, 1, 2, 4, 6, 5], [1, 0, 2, 1, 6, 4, 7])), shape=(N, N)
    ),
    "a frame": lambda: frame_in_order(list(range(N))),
    "a frame in another order": lambda: frame_in_order([5, 3, 0, 1, 2, 4, 7, 6]),
    "a frame whose columns are in another order": lambda: frame_in_order(list(range(N)))[[5, 3, 0, 1, 2, 4, 7, 6]],
    "a frame of polars": lambda: pl.DataFrame(matrix),
}

# What is refused, and words of the sentence.
REFUSED = {
    "a directed graph": (lambda: nx.DiGraph(ordered), "directed"),
    "a directed multigraph": (lambda: nx.MultiDiGraph(ordered), "directed"),
    "parallel edges": (lambda: parallel, "listed twice"),
    "a loop": (lambda: loop, "not an edge"),
    "5 vertices": (lambda: nx.path_graph(5), "5 vertices"),
    "9 vertices": (lambda: nx.path_graph(9), "9 vertices"),
    "no vertices": (nx.Graph, "0 vertices"),
    "igraph, directed": (lambda: igraph.Graph(n=N, edges=EDGES, directed=True), "directed"),
    "igraph, parallel": (lambda: igraph.Graph(n=N, edges=[(0, 1), (1, 0)]), "listed twice"),
    "igraph, a loop": (lambda: igraph.Graph(n=N, edges=[(1, 1)]), "not an edge"),
    "igraph, 7 vertices": (lambda: igraph.Graph(n=7, edges=EDGES), "7 vertices"),
    "SageMath, directed": (lambda: Sage(range(N), EDGES, is_directed=True), "directed"),
    "SageMath, parallel": (lambda: Sage(range(N), [(0, 1, 1), (0, 1, 2)]), "listed twice"),
    "SageMath, a loop": (lambda: Sage(range(N), [(2, 2, None)]), "not an edge"),
    "SageMath, 9 vertices": (lambda: Sage(range(9), []), "9 vertices"),
    "the class": (lambda: nx.Graph, "a position is"),
    "an entry that is no number": (lambda: with_entry(5, 7, float("nan")), "finite number"),
    "the same on both sides": (lambda: np.where(matrix > 0, 1, np.nan), "finite number"),
    "an infinite entry": (lambda: np.where(matrix > 0, 1, np.inf), "finite number"),
    "an entry that is a text": (lambda: matrix.astype(int).astype(str), "finite number"),
    "no entry": (lambda: with_entry(0, 1, None), "finite number"),
    "an asymmetric matrix": (lambda: np.triu(matrix), "symmetric"),
    "a small asymmetry": (lambda: with_entry(5, 7, 0.25), "symmetric"),
    "a diagonal": (lambda: matrix + np.eye(N), "symmetric"),
    "a small diagonal": (lambda: with_entry(5, 5, 0.25), "symmetric"),
    "a matrix of 7 rows": (lambda: matrix[:7, :7], "7 x 7"),
    "a matrix of 9 rows": (lambda: np.zeros((9, 9)), "9 x 9"),
    "a matrix of 7 rows as lists": (lambda: matrix[:7, :7].tolist(), "7 x 7"),
    "a matrix of 2 rows": (lambda: [[0, 1], [1, 0]], "listed twice"),
    "a matrix of 1 row": (lambda: [[0]], "1 x 1"),
    "not square": (lambda: matrix[:3], "3 x 8"),
    "not square, as lists": (lambda: matrix[:3].tolist(), "3 x 8"),
    "rows of several lengths": (lambda: [[0, 1], [1, 0, 1]], "pair"),
    "one dimension": (lambda: matrix.ravel(), "pair"),
    "three dimensions": (lambda: np.zeros((N, N, N)), "finite number"),
    "a sparse matrix of 7 rows": (lambda: nx.to_scipy_sparse_array(ordered)[:7, :7], "7 x 7"),
    "a sparse matrix of 2 columns": (lambda: scipy.sparse.csr_array(np.array(EDGES)), "3 x 2"),
    "a huge sparse matrix": (lambda: scipy.sparse.csr_array((10**9, 10**9)), "1000000000 x 1000000000"),
    "a frame of other names": (lambda: renamed, "same names"),
    "a frame of 7 rows": (lambda: frame_in_order(list(range(7))), "7 x 7"),
    "a frame of weighted edges": (lambda: nx.to_pandas_edgelist(nx.Graph([(0, 1, {"weight": 2})])), "1 x 3"),
    "a frame of names": (lambda: pd.DataFrame([("a", "b")], columns=["source", "target"]), "whole numbers"),
    "a broken number": (lambda: [(0.9, 1.9)], "whole numbers"),
    "a broken number of numpy": (lambda: np.array([(0.9, 1.9)]), "whole numbers"),
    "a whole number with a point": (lambda: [(1.0, 2.0)], "whole numbers"),
    "one of numpy": (lambda: [(np.float64(1), np.float64(2))], "whole numbers"),
    "a boolean": (lambda: [(True, 2)], "whole numbers"),
    "a boolean of numpy": (lambda: [(np.True_, 2)], "whole numbers"),
    "a fraction": (lambda: [(Fraction(1), 2)], "whole numbers"),
    "a letter": (lambda: [("0", "1")], "whole numbers"),
    "a word": (lambda: ["01", "12"], "pair"),
    "words": (lambda: ["0-1", "1-2"], "pair"),
    "bytes": (lambda: [b"\x00\x01"], "pair"),
    "one end": (lambda: [(0,)], "1 x 1"),
    "three ends": (lambda: [(0, 1, 2)], "pair"),
    "a weight": (lambda: [(0, 1, 2), (1, 2, 2)], "pair"),
    "an edge of sets": (lambda: [{0}], "1 x 1"),
    "a vertex too far": (lambda: [(0, 8)], "not an edge"),
    "a negative vertex": (lambda: [(0, -1)], "not an edge"),
    "an edge twice": (lambda: [(0, 1), (1, 0)], "listed twice"),
    "a triangle": (lambda: [(0, 1), (1, 2), (0, 2)], "0-1"),
    "None": (lambda: None, "a position is"),
    "a number": (lambda: 7, "a position is"),
    "another number": (lambda: 2.5, "a position is"),
    "a number of numpy": (lambda: np.int64(3), "a position is"),
    "an object": (object, "a position is"),
    "a path": (lambda: pathlib.Path("0-1"), "a position is"),
    "vertices": (lambda: range(N), "pair"),
    "neighbours": (lambda: {0: [1], 1: [0]}, "'red' and 'green'"),
    "weights": (lambda: {(0, 1): 3}, "'red' and 'green'"),
    "networkx, its neighbours": (lambda: graph.adj, "'red' and 'green'"),
    "networkx, those alone": (lambda: list(nx.cycle_graph(N).adj.values()), "pair"),
    "two colours": (lambda: {"red": [(0, 1)]}, "not graph6"),
    "other bytes": (lambda: b"\xff\xfe", "not graph6"),
    "no bytes": (lambda: b"", "an empty line"),
    "another game's position": (lambda: retrograph.Game("triangle", 9).at("0-1"), "9 vertices"),
}


def takers(db):
    """Everything that takes a position of a database."""
    return [
        db.value,
        lambda position: db.values([position]),
        db.position,
        db.moves,
        db.line,
        lambda position: db.at(position).value,
        lambda position: db.at(position).moves(),
        lambda position: db.at(position).svg(),
    ]


def takers_of_game(game):
    """Everything that takes a position of a game without a database."""
    return [
        game.value,
        game.grundy,
        game.moves,
        lambda position: game.at(position).value,
        lambda position: game.at(position).svg(),
    ]


def must_refuse(ask, argument, words):
    try:
        answer = ask(argument)
    except (TypeError, ValueError) as error:
        sentence = str(error)
        assert words in sentence and "\n" not in sentence and len(sentence) < 300, sentence
    else:
        raise AssertionError(f"{argument!r} was answered: {answer!r}")


db = retrograph.open("triangle-8")
game = retrograph.Game("triangle", N)
assert db.value("-") != db.value(GRAPH6), "the empty board would be noticed by its value"
for name, make in SAME.items():
    assert db.position(make())["graph6"] == GRAPH6, name
    for ask in takers(db):
        assert ask(make()) == ask(GRAPH6) or "<svg" in ask(GRAPH6), name
    for ask in takers_of_game(game):
        # The texts of moves are edge lists.
        assert ask(make()) == ask("0-1,1-2,4-6"), name
for name, (make, words) in REFUSED.items():
    for ask in takers(db) + takers_of_game(game):
        try:
            must_refuse(ask, make(), words)
        except AssertionError as error:
            raise AssertionError(name) from error

# Other names are numbers in their order, whatever they are.
for name in [lambda v: f"v{v}", lambda v: 8 - v, lambda v: v / 2, lambda v: (v, "x"), str]:
    named = labelled(ordered, name)
    numbered = nx.convert_node_labels_to_integers(named)
    assert db.position(named)["graph6"] == nx.to_graph6_bytes(numbered, header=False).decode().strip()
    frame = nx.to_pandas_adjacency(named)
    assert db.position(frame)["graph6"] == db.position(named)["graph6"]

# No edges, in every way.
nothing = [[], (), set(), iter([]), "-", b"-", np.zeros((N, N)), np.empty((0, 2), int)]
nothing += [nx.empty_graph(N), nx.empty_graph(N).edges, igraph.Graph(N), Sage(range(N), []), pd.DataFrame(np.zeros((N, N))), scipy.sparse.csr_array((N, N))]
for empty in nothing:
    assert db.position(empty)["graph6"] == "G?????"

# One and two vertices, where lists of edges look like matrices.
for form in [[[0, 1], [1, 0]], np.array([[0, 0.5], [0.5, 0]]), [(0, 1)], [(1, 0)], nx.path_graph(2), "0-1", "A_"]:
    assert retrograph.Game("triangle", 2).grundy(form) == 0 and retrograph._text_of(form, 2) in ("0-1", "1-0", "A_")
for form in [[[0, 0], [0, 0]], [], "-", "A?"]:
    assert retrograph.Game("triangle", 2).grundy(form) == 1, form
for form in [[[0, 1], [0, 0]], [[1, 1], [1, 1]], [[0, 1], [1, 1]], [[0.5, 1], [1, 0]], [[1, 0], [0, 1]]]:
    must_refuse(retrograph.Game("triangle", 2).grundy, form, "")
for form in [[[0]], [[0.0]], [], nx.empty_graph(1)]:
    assert retrograph.Game("triangle", 1).grundy(form) == 0
assert retrograph._text_of([(0, 1, {}), (1, 2, {}), (0, 2, {})], 3) == "0-1,1-2,0-2"

# Several at once are positions, not the letters of one.
for wrong in ["0-1", "-", b"-"]:
    must_refuse(db.values, wrong, "a list of positions")
must_refuse(db.values, matrix, "pair")
must_refuse(db.values, EDGES, "pair")
assert db.values(make() for make in SAME.values()) == [db.value(GRAPH6)] * len(SAME)

# Two colours: each list is any form of a graph.
sim = retrograph.open("sim")
red, green = nx.Graph(), nx.Graph()
for colour, edges in [(red, [(0, 1), (2, 3)]), (green, [(1, 2)])]:
    colour.add_nodes_from(range(6))
    colour.add_edges_from(edges)
words = [nx.to_graph6_bytes(colour, header=False).decode().strip() for colour in (red, green)]
for position in [
    " ".join(words),
    " ".join(words).encode(),
    "red:0-1,2-3 green:1-2",
    {"red": [(0, 1), (2, 3)], "green": [(1, 2)]},
    {"green": {(2, 1)}, "red": np.array([(0, 1), (2, 3)])},
    {"red": red, "green": green},
    {"red": 0.25 * nx.to_numpy_array(red), "green": nx.to_pandas_adjacency(green)},
    {"red": "0-1,2-3", "green": "1-2"},
]:
    assert sim.position(position)["graph6"] == " ".join(words), position
    for ask in takers(sim):
        assert ask(position) == ask(" ".join(words)), position
assert sim.position({"red": [(0, 1)]})["graph6"] == "E_?? E???"
assert sim.position({})["graph6"] == sim.position("-")["graph6"] == sim.position([])["graph6"] == "E??? E???"
for position, said in [
    ({"red": [(0.9, 1.9)]}, "whole numbers"),
    ({"green": np.array([(0.9, 1.9)])}, "whole numbers"),
    ({"red": nx.DiGraph(red)}, "directed"),
    ({"red": [(0, 1)], "green": [(1, 0)]}, "both red and green"),
    ({"red": [(0, 1), (1, 0)]}, "listed twice"),
    ({"red": None}, "a position is"),
    ({"red": nx.path_graph(5)}, "5 vertices"),
    ({"red": np.where(nx.to_numpy_array(red) > 0, 1, np.nan)}, "finite number"),
    ({"red": {"red": [(0, 1)]}}, ""),
    ({"red": "0-1 green:2-3"}, ""),
    ({"blue": [(0, 1)]}, "'red' and 'green'"),
    ([(0, 1)], ""),
    (red, ""),
]:
    for ask in takers(sim):
        must_refuse(ask, position, said)

# Games in progress against a proof.
proof = retrograph.Proof("ham6.proof")
for moves in ["0-1,2-3", [(0, 1), (2, 3)], ((0, 1), [3, 2]), ["0-1", (2, 3)], np.array([(0, 1), (2, 3)]).tolist()]:
    assert proof.state(moves) == proof.state("0-1,2-3"), moves
    assert proof.reply(moves) == proof.reply("0-1,2-3"), moves
assert proof.state([]) == proof.state("") == proof.state()
for moves in [None, 5, {(0, 1)}, graph, matrix, [(0.9, 1)], [(True, 2)], [0, 1], b"0-1", [(0, 1, 2)], [{0: 1, 1: 2}]]:
    for ask in (proof.state, proof.reply):
        must_refuse(ask, moves, "")

print(len(SAME), len(REFUSED))
