"""Hostile arguments of every function: each call answers, or raises a usual error with a sentence in one line. Run in a
folder with the database triangle-8 and the proof ham6.proof."""

import builtins

import retrograph

db, game, proof = retrograph.open("triangle-8"), retrograph.Game("triangle", 8), retrograph.Proof("ham6.proof")
closed = builtins.open("ham6.proof", "rb")
closed.close()
NUMBERS = [-(2**200), -1, 0, 1, 2, 33, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**200]
OTHERS = [float("nan"), float("inf"), -0.0, 1.5, True, None, "", "x", "\ud800", "a\0b", "0-1," * 50]
OTHERS += [b"", b"\xff", b"a\0b", [], [[]], {}, {1: 2}, (), object(), int, closed, range(3), lambda: 0]
HOSTILE = NUMBERS + OTHERS
USUAL = (TypeError, ValueError, OverflowError, OSError, MemoryError, IndexError, KeyError, retrograph.Unsolved)

# Each call with one place for the argument.
CALLS = [
    lambda it: retrograph.open(it),
    lambda it: retrograph.Database(it),
    lambda it: retrograph.Proof(it),
    lambda it: retrograph.Proof("ham6.proof", it),
    lambda it: retrograph.Game(it, 6),
    lambda it: retrograph.Game("triangle", it),
    lambda it: retrograph.Game("triangle", 6, it),
    lambda it: retrograph.Game("triangle", 6, memory=it).grundy("-"),
    lambda it: game.solve(it),
    lambda it: game.solve("solved", value=it),
    lambda it: game.solve("solved", play=it),
    lambda it: game.solve("solved", memory=it),
    lambda it: game.solve("solved", threads=it if it != 33 else 2),
    lambda it: game.solve("solved", keep=it),
    lambda it: game.solve("solved", down_to=it),
    lambda it: game.solve("solved", progress=it),
    lambda it: retrograph.prove(it, 5),
    lambda it: retrograph.prove("triangle", it if it != 33 else 34),
    lambda it: retrograph.prove("triangle", 5, memory=it),
    lambda it: retrograph.prove("triangle", 5, threads=it),
    lambda it: retrograph.prove("triangle", 5, nonsense=it),
    lambda it: retrograph.Value(it, "outcome").winner,
    lambda it: retrograph.Value("N 3", it).moves,
    lambda it: retrograph.Position(game, it).svg(),
    lambda it: db.at("-").svg(it),
    lambda it: db.values(it),
    lambda it: db.values([it]),
    lambda it: db.line("-", it),
    lambda it: db.levels(it),
    lambda it: proof.state(it),
    lambda it: proof.reply(it),
    lambda it: proof.state([it]),
]
CALLS += [getattr(db, name) for name in ("value", "position", "moves", "line", "at")]
CALLS += [getattr(game, name) for name in ("value", "grundy", "moves", "at")]
for word in ["starter", "maker", "breaker", "position", "board", "value"]:
    CALLS.append(lambda it, word=word: retrograph.prove("maker-breaker:connected", 4, **{word: it}))
for word in ["fresh", "moves"]:
    CALLS.append(lambda it, word=word: retrograph.prove("ramsey-achieve:P3", 4, **{word: it}))
for word in ["rounds", "vertices", "connected", "bounds"]:
    CALLS.append(lambda it, word=word: retrograph.prove("online-ramsey:P3,P3", **{"rounds": 3, word: it}))
CALLS.append(lambda it: retrograph.prove("avoid:P4", 5, replies=it))
CALLS += [
    lambda it: retrograph.prove(sets=it),
    lambda it: retrograph.prove(sets=[it]),
    lambda it: retrograph.prove(sets=[[it, "a"]]),
    lambda it: retrograph.prove(sets=[["a", "b"]], rule=it),
    lambda it: retrograph.prove(sets=[["a", "b"]], bias=it),
    lambda it: retrograph.prove(sets=[["a", "b"]]).state([it]),
]

answered = raised = 0
for call in CALLS:
    for it in HOSTILE:
        try:
            call(it)
            answered += 1
        except USUAL as error:
            raised += 1
            sentence = str(error)
            where = f"call {CALLS.index(call)}, {call}"
            assert sentence and "\n" not in sentence and len(sentence) < 600, (where, repr(it)[:60], sentence[:900])

# What is said of memory and threads.
def said(kind, ask, **arguments):
    try:
        ask("triangle", 5, **arguments)
    except kind as error:
        return str(error)
    raise AssertionError(arguments)


assert said(MemoryError, retrograph.Game, memory=2**63), "the system has not so much"
for threads in (0, 1025, 2**63):
    assert said(ValueError, retrograph.prove, threads=threads) == "give a number of threads from 1 to 1024"
for name in ("memory", "threads"):
    for number in (-1, 2**64):
        said(OverflowError, retrograph.prove, **{name: number})
    for thing in (1.5, float("nan"), "1"):
        said(TypeError, retrograph.prove, **{name: thing})

# A game that is not solved has its place.
def why_not(game):
    try:
        retrograph.Game(game, 6)
    except ValueError as error:
        return str(error)
    return None


assert why_not("maker-breaker:hamilton-cycle") is None
assert why_not("maker-breaker:hamilton-connected").endswith("; retrograph.prove finds proofs of who wins it")
assert why_not("online-ramsey:P3,P3").endswith("; retrograph.prove finds proofs of who wins it")
assert "retrograph." not in why_not("nim") + why_not("avoid:nothing")
try:
    retrograph.prove("sim")
except ValueError as error:
    assert str(error) == "'sim' is solved, not proved: Game.solve", error
print(answered, raised)
