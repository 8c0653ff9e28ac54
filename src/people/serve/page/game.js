// A game in progress: the positions so far, whose turn it is, and the server's answer about each.

import { database } from "./client.js";
import { Course, reviewed } from "./course.js";
import { startOf } from "./engine.js";
import { boardOf, edgesOf, edgesText, pairName, pairText } from "./graph.js";
import { capital, listed, nounOf } from "./messages.js";
import { Refusal } from "./refusal.js";

/** Moves that would have been better are named up to this number. */
const NAMED = 4;

export class Game extends Course {
  /** Creates a game on a database ({name, n, values, play, ...}); `changed` is called after every change. */
  constructor(description, changed) {
    super(changed);
    this.description = description;
    this.server = database(description.name);
    this.player = "both";
    this.first = "max";
    /** How well the computer plays, a strength of the server. */
    this.strength = "perfect";
    /** The position of the last exercise. */
    this.exercise = null;
    // Careless moves and exercises differ from visit to visit.
    this.seed = Math.floor(Math.random() * 2 ** 31);
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

  /** What the next move must be, as the server says it. */
  get demand() {
    return this.now.turn ?? { deed: "add", least: 1, most: 1, due: 1 };
  }

  /** Whether a person chooses the edges of a move one after the other. */
  get isChoosing() {
    return this.now?.moves?.length > 0 && !this.isComputersTurn && this.demand.most > 1;
  }

  /** What the player of a colour is called. */
  roleOf(colour) {
    return this.description.roles?.[colour === "red" ? 0 : 1] ?? capital(colour);
  }

  isOverAt(at) {
    return this.past[at]?.moves?.length === 0;
  }

  get cannotBeShown() {
    return "This game cannot be shown";
  }

  /** The position without an edge, or with only the edges coloured beforehand. */
  get start() {
    return startOf(this.description.colours);
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

  /** Starts from a position with moves as in addresses, as far as they can be made; returns why the rest cannot, or null. When the
   * server refuses the position, fails without any change. */
  async begin(text, moves = "") {
    let refusal = null;
    await this.working(async () => {
      const answer = await this.about(text);
      const past = [{ witness: [], ...answer, board: boardOf(answer), edge: null, by: null }];
      for (const word of moves ? moves.split(",") : []) {
        const reached = this.reached(past.at(-1), word.split("+"), "link");
        await reached.then((position) => past.push(position), (why) => (refusal = why));
        if (refusal) break;
      }
      this.past = past;
      this.at = past.length - 1;
    });
    return refusal;
  }

  /** Plays the moves of a text from the start, as people write them, for both sides. Fails without any change where they are not
   * moves of this game. */
  async follow(text) {
    const { moves } = await this.server.review({ position: this.start, moves: text });
    if (!moves.length) throw new Refusal({ code: "bad_request", message: "there is no move in this; give moves such as 0-1, 1-2" });
    this.player = "both";
    await this.begin(this.start, moves.map(({ edges }) => edges.map((edge) => pairName(...edge)).join("+")).join(","));
  }

  /** The moves to a place of the past, as in addresses. */
  movesTo(at) {
    return this.past.slice(1, at + 1).map(({ edge }) => edge.join("+")).join(",");
  }

  /** Who has completed which graph, as a sentence; empty where the game did not end so. */
  get ending() {
    const { witness, board } = this.now;
    const { goal, graphs } = this.description;
    if (!witness.length) return goal && this.isOver ? `The game has ended without a red ${goal}.` : "";
    const { colour } = board.edges.find(({ u, v }) => pairName(u, v) === pairName(...witness[0]));
    const named = graphs.find((graph) => (graph.colour ?? colour) === colour);
    const edges = witness.map((edge) => pairText(...edge)).join(", ");
    const what = goal ? `red ${goal}` : (named?.name ?? "copy");
    return `${this.roleOf(colour)} has completed ${/^[aeiou]/i.test(what) ? "an" : "a"} ${what}: ${edges}.`;
  }

  /** Makes the move that adds `edges`. Fails with the server's reason, without any change. */
  async make(edges, by = "person") {
    const from = this.now;
    const names = edges.map((edge) => pairName(...edge));
    await this.working(async () => this.reach(from, await this.reached(from, names, by)));
  }

  /** The place that a move leads to. */
  async reached(from, names, by) {
    const after = await this.server.move({ position: from.graph6, edge: names.join(",") });
    // A move may end the game; then there is a value, and no move.
    const answer = after.ends ? { ...after, moves: [] } : await this.about(after.graph6);
    return { witness: [], ...answer, board: boardOf(answer), edge: names, by };
  }

  /** What each move of the whole game, also of what was undone, has made of it. */
  async review() {
    const review = await this.server.review({ position: this.past[0].graph6, moves: this.movesTo(this.past.length - 1) });
    const names = review.next ? [this.roleOf("red"), this.roleOf("green")] : ["First", "Second"];
    const nameOf = (by) => (review.next ? this.roleOf(by) : nounOf(capital(by)));
    return reviewed(review, names, (move, number) => thrown(move, number, nameOf(move.by)));
  }

  /** A position in which one move wins, another one at each call; null if random games have none. */
  async findExercise() {
    return (await this.server.exercise({ position: this.start, seed: this.seed++ })).exercise;
  }

  get noExercise() {
    return "Random games of this size have no position with one winning move.";
  }

  /** Begins at the position of an exercise. */
  async pose(found) {
    this.exercise = found.graph6;
    this.player = "both";
    await this.begin(found.graph6);
  }

  /** Whether this place is that of an exercise, or the one after the move made in it. */
  get isExercise() {
    return this.past[0]?.graph6 === this.exercise && this.at < 2;
  }

  /** Whether it is the latter. */
  get isAnswered() {
    return this.isExercise && this.at > 0;
  }

  /** The move of a reply. */
  moveOf(reply) {
    return edgesOf(reply);
  }

  /** How the game has ended, as a sentence. */
  get end() {
    return this.ending || "No move is left.";
  }

  /** Returns the computer's move here, or null at the end. */
  async reply() {
    const seed = this.seed + this.at;
    const parameters = { position: this.now.graph6, strength: this.strength, seed, ...(this.isScore && { side: this.side }) };
    return (await this.server.reply(parameters)).reply;
  }

  async line() {
    const parameters = { position: this.now.graph6, ...(this.isScore && { side: this.side }) };
    return (await this.server.line(parameters)).line;
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

/** A move that `who` has thrown something away with, as a sentence. */
function thrown({ edges, value, lost, kept }, number, who) {
  if (!lost) return null;
  const what = lost === "tie" ? "gave away a tie" : value === "T" ? "turned a win into a tie" : "threw the win away";
  const all = kept.reduce((sum, { equivalent }) => sum + equivalent, 0);
  const some = listed(kept.slice(0, NAMED).map(edgesText));
  const others = all > Math.min(kept.length, NAMED) ? `${some}, or a move like ${kept.length > 1 ? "these" : "it"},` : some;
  return `Move ${number}: ${capital(who)} ${what} with ${edgesText({ edges })}. ${others} would have kept it.`;
}
