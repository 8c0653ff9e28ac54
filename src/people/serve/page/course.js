// The past of a game in progress: the positions so far, undo and redo. Whose turn it is and where it is over, a subclass says.

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
