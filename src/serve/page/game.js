// A game in progress: the positions so far, whose turn it is, and the server's answer about each.

import { database } from "./client.js";
import { boardOf, pairName } from "./graph.js";

/** Who plays which turns. */
export const PLAYERS = ["both", "first", "second"];

export class Game {
  /** Creates a game on a database ({name, n, values, play, ...}); `changed` is called after every change. */
  constructor(description, changed) {
    this.description = description;
    this.server = database(description.name);
    this.changed = changed;
    this.player = "both";
    this.first = "max";
    this.past = [];
    this.at = -1;
    this.busy = 0;
  }

  get now() {
    return this.past[this.at];
  }

  /** Whether the first player is to move at this place of the past. */
  isFirstAt(at) {
    const { board } = this.past[at];
    return board.next ? board.next === "red" : board.edges.length % 2 === 0;
  }

  get isFirst() {
    return this.isFirstAt(this.at);
  }

  /** Max or Min, where values are scores. */
  get side() {
    return this.isFirst === (this.first === "max") ? "max" : "min";
  }

  get isScore() {
    return this.description.values === "score";
  }

  /** Whether the computer plays at this place of the past. */
  isComputersAt(at) {
    return this.player !== "both" && this.isFirstAt(at) !== (this.player === "first");
  }

  get isComputersTurn() {
    return this.now?.moves?.length > 0 && this.isComputersAt(this.at);
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

  /** The position without an edge, or with only the edges coloured beforehand. */
  get start() {
    return this.description.colours ? "red: green:" : "-";
  }

  /** Requests the answer about a position. A level that is not solved can still be shown. */
  async about(text) {
    try {
      return { ...(await this.server.moves({ position: text })), unsolved: null };
    } catch (refusal) {
      if (refusal.code !== "not_solved") throw refusal;
      return { ...(await this.server.canonical({ position: text })), moves: null, unsolved: refusal.message };
    }
  }

  /** Starts from a position. When the server refuses it, fails without any change. */
  async begin(text) {
    await this.working(async () => {
      const answer = await this.about(text);
      this.past = [{ ...answer, board: boardOf(answer), edge: null, by: null }];
      this.at = 0;
    });
  }

  /** Makes the move that adds `edges`. Fails with the server's reason, without any change. */
  async join(edges, by = "person") {
    const from = this.now;
    const names = edges.map((edge) => pairName(...edge));
    await this.working(async () => {
      const after = await this.server.move({ position: from.graph6, edge: names.join(",") });
      // A move may end the game; then the resulting position has the move's value, and no moves.
      const ending = from.moves?.find((move) => move.ends && (move.alike ?? []).some((edge) => pairName(...edge) === names[0]));
      const answer = after.ends ? { ...after, value: ending?.value ?? "P", moves: [] } : await this.about(after.graph6);
      if (this.now !== from) return;
      this.past.length = this.at + 1;
      this.past.push({ ...answer, board: boardOf(answer), edge: names, by });
      this.at++;
    });
  }

  /** Returns the computer's move here, or null at the end. */
  async reply() {
    const parameters = { position: this.now.graph6, ...(this.isScore && { side: this.side }) };
    return (await this.server.reply(parameters)).reply;
  }

  async line() {
    const parameters = { position: this.now.graph6, ...(this.isScore && { side: this.side }) };
    return (await this.server.line(parameters)).line;
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

/** The result of a move for the player who makes it: `wins`, `loses`, `ties`, or `unknown`. For scores, the best moves win. */
export function toneOf(move, moves, game) {
  if (move.value === "T") return "ties";
  if (game.isScore) return scoreOf(move, game) === scoreOf(moves[0], game) ? "wins" : "ties";
  if (move.wins === true) return "wins";
  return move.wins === false ? "loses" : "unknown";
}

/** Edges at the end after a move. */
export function scoreOf(move, game) {
  return game.side === "max" ? move.min : move.max;
}

/** Returns the moves, the best first for the player to move. */
export function sortedMoves(game) {
  const moves = game.now?.moves ?? [];
  if (!game.isScore) return moves;
  const sign = game.side === "max" ? -1 : 1;
  return [...moves].sort((a, b) => sign * (scoreOf(a, game) - scoreOf(b, game)));
}
