"""Game.solve makes the files of `retrograph solve`, reports what it does, and goes on after it was stopped. Run in an
empty folder."""

import copy
import pathlib
import pickle
import subprocess

import retrograph


def ran(*words):
    return subprocess.run(["retrograph", *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout


def exported(folder):
    """Names and bytes of what is exported."""
    out = pathlib.Path(f"{folder}-export")
    ran("export", "--db", folder, "--out", out)
    return {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def refused(kind, words, ask, *arguments, **named):
    try:
        answer = ask(*arguments, **named)
    except kind as error:
        assert words in str(error), error
        return error
    raise AssertionError(answer)


# The same labels and values, whatever is solved for.
compared = 0
for name, n, options in [
    ("triangle", 8, {}),
    ("triangle", 8, {"play": "misere"}),
    ("avoid:C4", 7, {"value": "grundy"}),
    ("triangle", 7, {"value": "remoteness", "play": "misere"}),
    ("triangle", 7, {"value": "score"}),
    ("achieve:K3", 7, {"value": "remoteness"}),
    ("sim", 6, {}),
    ("waiter-client:contains:K3", 5, {}),
    ("avoider-enforcer:contains:P4/bias=1:2/monotone", 4, {}),
    ("triangle", 8, {"keep": "labels", "down_to": 4}),
    ("triangle", 8, {"memory": 100 << 20, "threads": 1}),
]:
    compared += 1
    events = []
    db = retrograph.Game(name, n).solve(f"module-{compared}", progress=events.append, **options)
    words = [[f"--{option.replace('_', '-')}", value] for option, value in options.items()]
    ran("solve", name, "-n", n, "--db", f"command-{compared}", *sum(words, []))
    left, right = exported(f"module-{compared}"), exported(f"command-{compared}")
    assert left == right and len(left) >= len(db.levels()), (name, options, left.keys() ^ right.keys())
    # What is reported of the levels is what they have.
    sealed = [event for event in events if event["event"] == "level_sealed"]
    assert [(event["level"], event["positions"], event["saturated"]) for event in sealed] == [
        (level["edges"], level["positions"], level["saturated"]) for level in db.levels()
    ], (name, options)
    assert db.description["complete"] == ("down_to" not in options)
    if "down_to" not in options:
        start = "red: green:" if name == "sim" else "[]"
        assert ran("query", "--db", f"command-{compared}", start).strip().endswith(str(db.value(start)))

# Waiter offers edges, and Client chooses one.
db = retrograph.Game("waiter-client:contains:K3", 5).solve("waiter")
value = db.value("[]")
assert (value, value.outcome, value.winner, value.moves) == ("G 4", "G", "green", 4)
offers = db.moves("[]")
assert [(move["edges"], move["wins"], move["equivalent"]) for move in offers] == [
    ([[0, 1], [0, 2]], True, 30),
    ([[0, 1], [2, 3]], True, 15),
]
answer = db.moves(offers[0]["text"])[0]
assert (answer["edge"], answer["colour"], answer["value"], answer["wins"]) == ([0, 1], "red", "G", False)
assert db.value(answer["text"]) == "G 3"

# A solved game is not solved again, and another one is not written over it.
events = []
assert retrograph.Game("triangle", 8).solve("module-1", progress=events.append).value("-") == "P" and events == []
for game, named, words in [
    (retrograph.Game("avoid:C4", 8), {}, "module-1 holds triangle on 8 vertices"),
    (retrograph.Game("triangle", 8), {"value": "grundy"}, "values of the kind 'outcome', not 'grundy'"),
    (retrograph.Game("triangle", 8), {"keep": "labels"}, "keeps positions of each level"),
    (retrograph.Game("triangle", 8), {"value": "winner"}, "'remoteness' or 'score', not \"winner\""),
    (retrograph.Game("triangle", 8), {"play": "rules"}, "'normal' or 'misere'"),
    (retrograph.Game("sim", 6), {"play": "misere"}, "says how it ends"),
    (retrograph.Game("triangle", 8), {"value": "grundy", "play": "misere"}, "no meaning in misère play"),
    (retrograph.Game("triangle", 8), {"down_to": 17}, "above the highest level, 16"),
    (retrograph.Game("triangle", 8), {"threads": 0}, "from 1 to 1024"),
]:
    refused(ValueError, words, game.solve, "module-1", **named)
refused(MemoryError, "too little for 2 threads", retrograph.Game("triangle", 8).solve, "new", memory=1 << 20, threads=2)
pathlib.Path("plain").touch()
refused(NotADirectoryError, "", retrograph.Game("triangle", 8).solve, "plain/new")
refused(TypeError, "callable", retrograph.Game("triangle", 8).solve, "untold", progress=7)
assert not pathlib.Path("new").exists()


class Stop(Exception):
    pass


# An error in `progress` ends the run; what was sealed stays, and the same call goes on. Small levels are sealed together,
# and the largest of 13 vertices has too many positions to be among them, so the run ends in the middle on any machine.
def stop_after(levels):
    seen = []

    def progress(event):
        if event["event"] == "level_sealed":
            seen.append(event["level"])
            if len(seen) == levels:
                raise Stop(event["level"])

    return seen, progress


game = retrograph.Game("triangle", 13)
seen, progress = stop_after(1)
error = refused(Stop, "", game.solve, "stopped", progress=progress, down_to=20)
left = retrograph.open("stopped")
assert left.levels()[0]["edges"] == error.args[0] == 42 and seen == [42] and not left.description["complete"]
unsolved = refused(retrograph.Unsolved, "level 0 is not solved", left.value, "-")
assert str(pickle.loads(pickle.dumps(unsolved))) == str(unsolved)
before = [level["edges"] for level in left.levels()]
events = []
again = game.solve("stopped", progress=events.append, down_to=20)
sealed = [event["level"] for event in events if event["event"] == "level_sealed"]
assert before + sealed == [level["edges"] for level in again.levels()] == list(range(42, 19, -1))
assert 1 <= len(before) < 23, before
ran("solve", "triangle", "-n", 13, "--down-to", 20, "--db", "whole")
assert exported("stopped") == exported("whole")

# Steps are reported on the way, about the level under way.
steps = [event for event in events if event["event"] == "progress"]
assert all(set(step) == {"event", "level", "step", "done", "all"} and step["done"] >= 0 for step in steps), steps[:3]

# One folder has one writer.
tried = []


def solve_too(event):
    if not tried:
        other = retrograph.Game("triangle", 10)
        tried.append(refused(BlockingIOError, "is being written by", other.solve, "locked"))


retrograph.Game("triangle", 10).solve("locked", progress=solve_too)
assert tried

# What is not searched is solved.
sim = retrograph.Game("sim", 6)
for ask in (sim.value, sim.grundy, sim.moves, lambda position: sim.at(position).moves()):
    refused(retrograph.Unsolved, "values of ramsey-lose:K3 are not searched; solve ramsey-lose:K3", ask, "-")
assert sim.at("red:0-1 green:2-3").svg().startswith("<svg")
assert copy.copy(sim).solve("module-7").value("-").winner == "previous"
print("done", compared)
