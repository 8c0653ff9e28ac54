"""What the package's objects are to Python: their names and modules, copies, pickles, threads and Ctrl-C. Run in a folder
with the database triangle-8 and the proofs ham6.proof and long.proof."""

import ast
import copy
import inspect
import multiprocessing
import pathlib
import pickle
import signal
import threading

import retrograph
from retrograph import _native

PUBLIC = ["Database", "Game", "Position", "Proof", "Unsolved", "Value", "__version__", "open", "prove"]
assert dir(retrograph) == sorted(retrograph.__all__) == PUBLIC
assert {name for name in dir(_native) if not name.startswith("__")} == {"Database", "Game", "PROOF_MAGIC", "Proof", "Unsolved", "svg"}
for module in (retrograph, _native):
    for name in set(dir(module)) - {"__version__", "PROOF_MAGIC"}:
        thing = getattr(module, name)
        if inspect.isclass(thing) or callable(thing):
            home = "retrograph" if thing is getattr(retrograph, name, None) else "retrograph._native"
            assert thing.__module__ == home and thing.__qualname__ == name, (thing.__module__, name)


def signatures(body, owner):
    """Names and parameters in a stub."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from signatures(node.body, node.name)
        elif isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args if argument.arg not in ("self", "cls")]
            yield (owner, node.name), names


stub = ast.parse(pathlib.Path(_native.__file__).with_name("_native.pyi").read_text())
stubs = dict(signatures(stub.body, None))
for (owner, name), names in stubs.items():
    thing = getattr(_native, name) if owner is None else getattr(_native, owner) if name == "__new__" else getattr(getattr(_native, owner), name)
    found = [parameter for parameter in inspect.signature(thing).parameters if parameter != "self"]
    assert found == names, (owner, name, found, names)
for owner in ("Database", "Game", "Proof"):
    own = {name for name in vars(getattr(_native, owner)) if not name.startswith("__")} | {"__new__"}
    assert own == {name for of, name in stubs if of == owner}, own


def refused(kind, words, ask, *arguments):
    try:
        answer = ask(*arguments)
    except kind as error:
        assert words in str(error), error
    else:
        raise AssertionError(answer)


def again(thing):
    return pickle.loads(pickle.dumps(thing))


# Values, games, positions and proofs are what they were.
db, game, proof = retrograph.open("triangle-8"), retrograph.Game("triangle", 8, 1 << 20), retrograph.Proof("ham6.proof")
for same in (again, copy.copy, copy.deepcopy):
    value = same(db.value("-"))
    assert (type(value), value, value.kind, value.winner) == (retrograph.Value, "P", "outcome", "previous")
    assert repr(same(game)) == repr(game) and same(game).grundy("0-1") == game.grundy("0-1")
    position = same(game.at("0-1,2-3"))
    assert (position.text, position.n, position.value) == ("0-1,2-3", 8, "P")
    assert (same(proof).about, same(proof).state("0-1")) == (proof.about, proof.state("0-1"))
    error = same(retrograph.Unsolved("why"))
    assert type(error) is retrograph.Unsolved and error.args == ("why",)
# A database holds files.
for holder in (db, db.at("-")):
    refused(TypeError, "holds files", pickle.dumps, holder)
assert copy.copy(db) is copy.deepcopy(db) is db and copy.deepcopy(db.at("-")).value == "P"
# A pickle proves nothing by itself.
forged = pickle.dumps(proof).replace(b"rgproof", b"rgp1oof")
refused(ValueError, "a pickled proof proves nothing", pickle.loads, forged)


def fails(kind):
    if kind == "unsolved":
        raise retrograph.Unsolved("its level is not solved")
    {"position": lambda: game.value("0-9"), "file": lambda: retrograph.open("nothing"), "search": lambda: retrograph.prove("sim")}[kind]()


# Errors and answers cross processes. They are started anew, as everywhere but on Linux.
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(game.grundy, ["0-1", "-"]) == [game.grundy("0-1"), game.grundy("-")]
        for kind, of in [("unsolved", retrograph.Unsolved), ("position", ValueError), ("file", FileNotFoundError), ("search", ValueError)]:
            refused(of, "", pool.apply, fails, (kind,))


class Stop(Exception):
    pass


class Signals:
    """Sends a signal again and again, each after the one before was handled, while a call runs; the third one stops it.
    A call that took no notice would be at its end before the first one is handled."""

    def __init__(self):
        self.handled, self.ended, self.count = threading.Event(), threading.Event(), 0
        signal.signal(signal.SIGUSR1, self.handle)

    def handle(self, *_):
        self.count += 1
        self.handled.set()
        if self.count == 3:
            self.ended.set()
            raise Stop

    def send(self):
        while not self.ended.is_set():
            self.handled.clear()
            signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
            while not (self.handled.wait(0.05) or self.ended.is_set()):
                pass

    def stop(self, call, *arguments):
        sender = threading.Thread(target=self.send)
        sender.start()
        try:
            refused(Stop, "", call, *arguments)
        finally:
            self.ended.set()
            sender.join()


searched = retrograph.Game("avoid:C4", 12)
Signals().stop(db._native.values, ["0-1,1-2,2-3,3-4,4-5"] * 5_000_000)
Signals().stop(_native.Proof, pathlib.Path("long.proof").read_bytes(), "long.proof")
Signals().stop(searched._native.grundy, "-")
Signals().stop(retrograph.Game("triangle", 14).solve, "stopped")
Signals().stop(_native.Proof.found, "avoid:C4", [("n", "12")], 1 << 30, 2)
# The same objects answer again.
assert retrograph.open("stopped").n == 14
windmill = [(0, v) for v in range(1, 12)] + [(v, v + 1) for v in range(1, 11, 2)]
assert db.value("-") == "P" and searched.moves(windmill) == [] and searched.grundy(windmill) == 0

# Several threads ask one object; the end of one search ends no other one.
answers = []
threads = [threading.Thread(target=lambda: answers.append((db.value("-"), game.grundy("0-1"), proof.reply("0-1")))) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(answers) == 8 and len(set(answers)) == 1, answers
print("done")
