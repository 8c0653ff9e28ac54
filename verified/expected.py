"""Writes what Sanity.v expects: the number of graphs with each property, and the winners of small games.

All is found by trying everything, from other definitions than those of the files in Coq: sets of frozen pairs, orders of
vertices, two colours instead of odd cycles, union of sets instead of walks.
"""

import random
from functools import cache
from itertools import combinations, permutations, product


def pairs(n):
    return [(u, v) for v in range(n) for u in range(v)]


def joined(edges, u, v):
    return (min(u, v), max(u, v)) in edges


def paths(n, edges):
    """The orders of all vertices in which neighbours are joined."""
    return [p for p in permutations(range(n)) if n > 0 and all(joined(edges, u, v) for u, v in zip(p, p[1:]))]


def is_connected(vertices, edges):
    sets = [{v} for v in vertices]
    for u, v in edges:
        if u in vertices and v in vertices:
            one, other = (next(s for s in sets if x in s) for x in (u, v))
            if one is not other:
                one |= other
                sets.remove(other)
    return len(sets) <= 1


def has_matching(vertices, edges):
    if not vertices:
        return True
    first, *rest = vertices
    return any(joined(edges, first, v) and has_matching([w for w in rest if w != v], edges) for v in rest)


def is_two_coloured(n, edges):
    return any(all(c[u] != c[v] for u, v in edges) for c in product((0, 1), repeat=n))


def has_copy(h, graph, n, edges):
    if any(a >= h or b >= h for a, b in graph):
        return False
    return any(all(joined(edges, p[a], p[b]) for a, b in graph) for p in permutations(range(n), h))


def contains(h, graph):
    edges = "; ".join(f"({a}, {b})" for a, b in graph)
    return f"Contains {h} [{edges}]", lambda n, edges: has_copy(h, graph, n, edges)


def degree(edges, v):
    return sum(v in edge for edge in edges)


K3, P3, P4, CLAW = [(0, 1), (0, 2), (1, 2)], [(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 3)], [(0, 1), (0, 2), (0, 3)]
GAMES = [
    ("HamiltonCycle", lambda n, E: n > 2 and any(joined(E, p[-1], p[0]) for p in paths(n, E))),
    ("HamiltonPath", lambda n, E: bool(paths(n, E))),
    ("HamiltonPathBetween 0 1", lambda n, E: any((p[0], p[-1]) == (0, 1) for p in paths(n, E))),
    (
        "HamiltonConnected",
        lambda n, E: all(any({p[0], p[-1]} == {u, v} for p in paths(n, E)) for u, v in pairs(n)),
    ),
    ("OddCycle", lambda n, E: not is_two_coloured(n, E)),
    ("PerfectMatching", lambda n, E: has_matching(list(range(n)), E)),
    ("Connected", lambda n, E: is_connected(range(n), E)),
    (
        "TwoConnected",
        lambda n, E: all(is_connected([v for v in range(n) if v != x], E) for x in range(-1, n)),
    ),
    ("MinDegree 1", lambda n, E: all(degree(E, v) >= 1 for v in range(n))),
    ("MinDegree 2", lambda n, E: all(degree(E, v) >= 2 for v in range(n))),
    contains(3, K3),
    contains(4, P4),
    contains(4, CLAW),
    # With vertices that have no edge, without edges, and what is no graph.
    contains(4, [(0, 1)]),
    contains(2, []),
    contains(1, [(0, 5)]),
    contains(2, [(0, 0)]),
]


def graphs(n):
    return [set(edges) for size in range(len(pairs(n)) + 1) for edges in combinations(pairs(n), size)]


def maker_wins(has, n, maker_next, maker, free):
    if not free:
        return has(n, maker)
    after = [maker_wins(has, n, not maker_next, maker | {e} if maker_next else maker, free - {e}) for e in free]
    return any(after) if maker_next else all(after)


@cache
def mover_wins(n, edges):
    """Triangle avoidance."""
    after = [edges | {e} for e in pairs(n) if e not in edges]
    return any(not mover_wins(n, more) for more in after if not has_copy(3, K3, n, more))


def mover_completes(graph, n, edges):
    """Whether who adds the next edge wins, where who completes a copy does; who has none to add loses."""
    h = 1 + max(v for e in graph for v in e)
    after = [edges | {e} for e in pairs(n) if e not in edges]
    return any(has_copy(h, graph, n, more) or not mover_completes(graph, n, more) for more in after)


def of_two_colours(graph, loses, n, own, others):
    """True if who is next wins, False if the other player does, None if neither."""
    h = 1 + max(v for e in graph for v in e)
    free = [e for e in pairs(n) if e not in own and e not in others]
    if not free:
        return None if loses else False
    values = []
    for e in free:
        more = own | {e}
        if has_copy(h, graph, n, more):
            values += [False] if loses else []
        else:
            value = of_two_colours(graph, loses, n, others, more)
            values.append(None if value is None else not value)
    return True if True in values else None if None in values else False


def first_to_own(n, sets, moving, stones):
    """Which player, 0 or 1, is the first to own one of his sets, if both play well; None if nobody is."""
    for player in (0, 1):
        if any(set(s) <= set(stones[player]) for s in sets[player]):
            return player
    results = []
    for e in range(n):
        if e not in stones[0] + stones[1]:
            after = [stones[player] + [e] * (player == moving) for player in (0, 1)]
            results.append(first_to_own(n, sets, 1 - moving, after))
    return next((r for r in (moving, None, 1 - moving) if r in results), None)


def board_winner(n, sets, turns, maker, breaker):
    """Who wins a Maker-Breaker game with the letters of `turns` to come."""
    free = [e for e in range(n) if e not in maker + breaker]
    if not turns or not free:
        return "Maker" if any(set(s) <= set(maker) for s in sets) else "Breaker"
    if turns[0] == "M":
        winners = [board_winner(n, sets, turns[1:], maker + [e], breaker) for e in free]
        return "Maker" if "Maker" in winners else "Breaker"
    winners = [board_winner(n, sets, turns[1:], maker, breaker + [e]) for e in free]
    return "Breaker" if "Breaker" in winners else "Maker"


def red_wins(graph, n, moves, red, green):
    """Whether Red, who is next, can own the first copy after so many moves or fewer."""
    h = 1 + max(v for e in graph for v in e)
    free = [e for e in pairs(n) if e not in red and e not in green]
    if moves == 0:
        return False
    for e in free:
        more = red | {e}
        if has_copy(h, graph, n, more):
            return True
        after = [(green | {d}) for d in free if d != e]
        if after and all(not has_copy(h, graph, n, G) and red_wins(graph, n, moves - 1, more, G) for G in after):
            return True
    return False


def goal_winner(rule, bias, has, n, by, red, free):
    """Who wins a game with a goal, 0 for Red, if this player is next: a move is all edges of a turn, or an offer."""
    hunter = 0 if rule in ("MakerBreaker", "ClientWaiter") else 1
    are_offers = rule in ("WaiterClient", "ClientWaiter")
    if has(n, red):
        return hunter
    if not free or (rule == "WaiterClient" and len(free) < sum(bias)):
        return 1 - hunter

    def sets(least, most, edges):
        sizes = range(min(least, len(edges)), min(most, len(edges)) + 1)
        return [set(chosen) for size in sizes for chosen in combinations(sorted(edges), size)]

    def after(by, reds, coloured):
        return goal_winner(rule, bias, has, n, by, red | reds, free - coloured)

    if are_offers:
        offers = sets(sum(bias) if rule == "WaiterClient" else 1, sum(bias), free)
        answers = [[after(1, kept, offer) for kept in sets(bias[0], bias[0], offer)] for offer in offers]
        return 1 if any(0 not in winners for winners in answers) else 0
    most = len(free) if rule == "MonotoneAvoiderEnforcer" else bias[by]
    winners = [after(1 - by, edges if by == 0 else set(), edges) for edges in sets(bias[by], most, free)]
    return by if by in winners else 1 - by


def number(edges):
    return sum(1 << (v * (v - 1) // 2 + u) for u, v in edges)


def text(value):
    return {True: "true", False: "false"}[value]


def listed(items):
    return "[" + ";\n".join(items) + "]"


rng = random.Random(3)
counts = [
    f"({name}, [{'; '.join(str(sum(has(n, E) for E in graphs(n))) for n in range(5))}])" for name, has in GAMES
]
values = []
for name, has in GAMES:
    for n in (2, 3, 4):
        for maker_next in (True, False):
            for part in range(1 if n < 4 else 2):
                board = set(rng.sample(pairs(n), min(len(pairs(n)), 5)))
                maker = set(rng.sample(sorted(board), min(part, len(board))))
                wins = maker_wins(has, n, maker_next, maker, frozenset(board - maker))
                starter = "Maker" if maker_next else "Breaker"
                values.append(f"({name}, {n}, {starter}, {number(maker)}%N, {number(board - maker)}%N, {text(wins)})")
movers = [text(mover_wins(n, frozenset())) for n in range(6)]
completed = []
for graph in ([(0, 1)], P3, K3, P4, CLAW, [(0, 1), (2, 3)]):
    h = 1 + max(v for e in graph for v in e)
    edges = "; ".join(f"({a}, {b})" for a, b in graph)
    completed += [f"({h}, [{edges}], {n}, {text(mover_completes(graph, n, frozenset()))})" for n in range(5)]
coloured = []
for graph in (K3, P3):
    for loses in (True, False):
        for n in range(5):
            value = of_two_colours(graph, loses, n, frozenset(), frozenset())
            edges = "; ".join(f"({a}, {b})" for a, b in graph)
            result = "None" if value is None else f"Some {text(value)}"
            coloured.append(f"(3, [{edges}], {'Loses' if loses else 'Forbidden'}, {n}, {result})")
strong = []
for at in range(120):
    n = at % 6
    sizes = rng.choice([[1, 2, 2], [2, 2, 3], [2, 3], [0, 1, 2, 3]])
    sets = [[rng.sample(range(n), min(n, rng.choice(sizes))) for _ in range(rng.randrange(7))] for _ in range(2)]
    if at % 12 < 6:
        sets[1] = sets[0]
    taken = rng.sample(range(n), min(n, rng.choice([0, 0, 1, 2])))
    stones = [taken[:1], taken[1:]]
    moving = rng.randrange(2)
    # Who has won before the game begins does not win it.
    before = any(set(s) <= set(stones[player]) for player in (0, 1) for s in sets[player])
    first = first_to_own(n, sets, moving, stones)
    lists, own = (", ".join(str(l).replace(",", ";") for l in part) for part in (sets, stones))
    results = f"{text(not before and first == 0)}, {text(not before and first != 0)}"
    strong.append(f"({n}, {lists}, {('Black', 'White')[moving]}, {own}, {results})")
boards = []
for at in range(120):
    n = at % 7
    sets = [rng.sample(range(n), min(n, rng.choice([1, 2, 2, 3]))) for _ in range(rng.randrange(6))]
    taken = rng.sample(range(n), min(n, rng.choice([0, 0, 1, 2])))
    turns = "".join(rng.choice("MB") for _ in range(rng.randint(0, min(n + 1, 5))))
    letters = "; ".join({"M": "Maker", "B": "Breaker"}[letter] for letter in turns)
    winner = board_winner(n, sets, turns, taken[:1], taken[1:])
    own = ", ".join(str(l).replace(",", ";") for l in (taken[:1], taken[1:]))
    boards.append(f"({n}, {str(sets).replace(',', ';')}, [{letters}], {own}, {winner})")
achieved = []
for graph in ([(0, 1)], P3, K3, P4, CLAW):
    h = 1 + max(v for e in graph for v in e)
    for n in range(1, 6):
        for moves in range(4):
            wins = red_wins(graph, n, moves, frozenset(), frozenset())
            edges = "; ".join(f"({a}, {b})" for a, b in graph)
            achieved.append(f"({h}, [{edges}], {n}, {moves}, {text(wins)})")
goals = []
for rule in ("MakerBreaker", "AvoiderEnforcer", "MonotoneAvoiderEnforcer", "WaiterClient", "ClientWaiter"):
    for name, has in GAMES:
        if name not in ("Connected", "HamiltonPath", "PerfectMatching", "MinDegree 1", contains(3, K3)[0]):
            continue
        for bias in ((1, 1), (1, 2), (1, 3)) + (((2, 1), (2, 2)) if rule != "ClientWaiter" else ()):
            for n in (3, 4):
                board = set(rng.sample(pairs(n), min(len(pairs(n)), 6 if "Client" in rule else 5)))
                red = set(rng.sample(sorted(board), rng.randrange(2)))
                starter = rng.randrange(2)
                wins = goal_winner(rule, bias, has, n, starter, red, board - red)
                sides = ("Red", "Green")
                start = f"{n}, {sides[starter]}, {number(red)}%N, {number(board - red)}%N"
                goals.append(f"({rule}, {bias[0]}, {bias[1]}, {name}, {start}, {sides[wins]})")
print(
    f"""From Coq Require Import NArith List.
Import ListNotations.
From Verified Require Import MakerBreaker StrongGames Goals Avoidance TwoColours.
Definition counts : list (game * list nat) := {listed(counts)}.
Definition values : list (game * nat * player * N * N * bool) := {listed(values)}.
Definition movers : list bool := {listed(movers)}.
Definition completed : list (nat * list (nat * nat) * nat * bool) := {listed(completed)}.
Definition coloured : list (nat * list (nat * nat) * meaning * nat * option bool) := {listed(coloured)}.
Definition strong : list (N * list (list N) * list (list N) * stone * list N * list N * bool * bool) := {listed(strong)}%N.
Definition boards : list (N * list (list N) * list player * list N * list N * player) := {listed(boards)}%N.
Definition achieved : list (nat * list (nat * nat) * nat * nat * bool) := {listed(achieved)}.
Definition goals : list (convention * nat * nat * game * nat * side * N * N * side) := {listed(goals)}."""
)
