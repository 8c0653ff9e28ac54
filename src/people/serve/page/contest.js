// A game against a proof: the moves so far, and what the server says of the position after them.

import { proof } from "./client.js";
import { Course } from "./course.js";
import { pairName } from "./graph.js";

/** The text of a move, as in addresses. */
export function moveText(move, about) {
  return move.edge ? pairName(...move.edge) : about.colours[move.colour].toLowerCase();
}

export class Contest extends Course {
  /**
   * `about` describes the proof, which is played on `order` vertices unless that is null; `changed` is called after every
   * change.
   */
  constructor(about, order, changed) {
    super(changed);
    this.about = about;
    /** How many vertices were chosen, null for the proof's own board. */
    this.order = order;
    this.server = proof(about.name, order);
    /** The person's side, a number of a player, or null for both. */
    this.person = 1 - about.winner;
    // Moves that the proof leaves open differ from visit to visit.
    this.seed = Math.floor(Math.random() * 2 ** 31);
  }

  /** How many vertices the board has, null if it is infinite. */
  get n() {
    return this.order ?? this.about.n;
  }

  get isOver() {
    return this.now.next === null;
  }

  isComputersAt(at) {
    const { next } = this.past[at];
    return this.person !== null && next !== null && next !== this.person;
  }

  get isComputersTurn() {
    return this.now !== undefined && this.isComputersAt(this.at);
  }

  /** What the last move added: the name of its edge. */
  get last() {
    const { edges, pending } = this.now;
    if (pending) return [pairName(...pending)];
    return this.now.moves ? [pairName(...edges.at(-1).pair)] : [];
  }

  /** Goes to the position after moves, given as text, as far as they can be made. Returns why the rest cannot, or null. */
  async begin(moves = "") {
    let refusal = null;
    await this.working(async () => {
      const past = [await this.server.position({ moves: "" })];
      const words = moves ? moves.split(",") : [];
      for (let count = 1; count <= words.length && !refusal; count++) {
        const reached = this.server.position({ moves: words.slice(0, count).join(",") });
        await reached.then((position) => past.push(position), (why) => (refusal = why));
      }
      this.past = past;
      this.at = past.length - 1;
    });
    return refusal;
  }

  /** Makes a move, given as text. Fails with the server's reason, without any change. */
  async make(text) {
    const from = this.now;
    await this.working(async () => {
      const moves = from.moves ? `${from.moves},${text}` : text;
      const reached = await this.server.position({ moves });
      this.reach(from, reached);
    });
  }

  /** The program's move here: {edge or colour, is_proved}, or null at the end. */
  async reply() {
    return (await this.server.reply({ moves: this.now.moves, seed: this.seed })).reply;
  }
}
