// The past of a game in progress: the positions so far, undo and redo. Whose turn it is and where it is over, a subclass says.

import { ofMover } from "./values.js";

export class Course {
  /** `changed` is called after every change. */
  constructor(changed) {
    this.changed = changed;
    this.past = [];
    this.at = -1;
    this.busy = 0;
  }

  get now() {
    return this.past[this.at];
  }

  get isOver() {
    return this.isOverAt(this.at);
  }

  /** The target of undo: one step back, or against the computer the user's previous turn; -1 if there is none. */
  get before() {
    let at = this.at - 1;
    while (at >= 0 && this.isComputersAt(at)) at--;
    return at;
  }

  /** The target of redo, -1 if nothing was undone. */
  get after() {
    let at = this.at + 1;
    while (at < this.past.length - 1 && this.isComputersAt(at)) at++;
    return at < this.past.length ? at : -1;
  }

  /** Adds the position that a move from `from` leads to; nothing if the user has gone elsewhere meanwhile. */
  reach(from, position) {
    if (this.now !== from) return;
    this.past.length = this.at + 1;
    this.past.push(position);
    this.at++;
  }

  undo() {
    this.walk(this.before);
  }

  redo() {
    this.walk(this.after);
  }

  walk(at) {
    if (at < 0 || this.busy) return;
    this.at = at;
    this.changed("walked");
  }

  async working(task) {
    this.busy++;
    this.changed("busy");
    try {
      await task();
    } finally {
      this.busy--;
      this.changed("position");
    }
  }
}

/** What a value is worth to the first player, or Red, where he has moved last, or the other one: 1 for a win, 0 for a tie, -1 for a
 * loss; null if nobody knows. */
function worth(value, isFirst) {
  if (value === undefined) return null;
  const verdict = ofMover(value, isFirst ? "red" : "green");
  return verdict === "ties" ? 0 : (verdict === "wins") === isFirst ? 1 : -1;
}

/** The server's review of a game as it is shown: the names of the players, what each place is worth to the first one, and for
 * each move what was wrong with it as a sentence, or null; `thrown(move, number)` says so. */
export function reviewed({ value, moves }, names, thrown) {
  const isFirst = ({ by }) => ["first", "red", 0].includes(by);
  const worths = [worth(value, !isFirst(moves[0])), ...moves.map((move) => worth(move.value, isFirst(move)))];
  return { names, worths, errors: moves.map((move, i) => thrown(move, i + 1)) };
}
