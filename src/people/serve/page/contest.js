// A game against a proof: the moves so far, and what the server says of the position after them.

import { proof } from "./client.js";
import { Course, reviewed } from "./course.js";
import { label } from "./field.js";
import { pairName, pairText } from "./graph.js";
import { capital, listed, nounOf } from "./messages.js";

/** Moves of the proof are named up to this number. */
const NAMED = 4;

/** The text of a move, as in addresses. */
export function moveText(move, about) {
  if (move.element !== undefined) return about.elements[move.element];
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
    /** The moves of the last exercise. */
    this.exercise = null;
    /** The person's side, a number of a player, or null for both. */
    this.person = 1 - about.winner;
    // Moves that the proof leaves open differ from visit to visit.
    this.seed = Math.floor(Math.random() * 2 ** 31);
  }

  /** How many vertices the board has, null if it is infinite. */
  get n() {
    return this.order ?? this.about.n;
  }

  /** The moves of its start. */
  get start() {
    return "";
  }

  get cannotBeShown() {
    return "This proof cannot be shown";
  }

  isOverAt(at) {
    return this.past[at]?.next === null;
  }

  /** How the game has ended, as a sentence. */
  get end() {
    return `${this.now.ending.why}.`;
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
    if (this.about.elements) return [];
    if (pending) return [pairName(...pending)];
    return this.now.moves ? [pairName(...edges.at(-1).pair)] : [];
  }

  /** Goes to the position after moves, given as text, as far as they can be made. Returns why the rest cannot, or null. */
  async begin(start = "", moves = start) {
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

  /** The moves to a place of the past. */
  movesTo(at) {
    return this.past[at].moves;
  }

  /** What each move of the whole game, also of what was undone, has made of it. */
  async review() {
    const review = await this.server.review({ moves: this.past.at(-1).moves });
    return reviewed(review, this.about.players, (move, number) => left(move, number, this.about));
  }

  /** A position in which the proof makes one move, another one at each call; null if random games have none. */
  async findExercise() {
    return (await this.server.exercise({ seed: this.seed++ })).exercise;
  }

  get noExercise() {
    return "Random games in this proof have no position in which it makes one move.";
  }

  /** Shows the position of an exercise. */
  async pose({ moves }) {
    this.exercise = moves;
    this.person = null;
    await this.begin(moves);
  }

  /** Whether this place is that of an exercise, or the one after the move made in it. */
  get isExercise() {
    return this.isAnswered || this.now?.moves === this.exercise;
  }

  /** Whether it is the latter. */
  get isAnswered() {
    return this.at > 0 && this.past[this.at - 1].moves === this.exercise;
  }

  /** The text of a reply. */
  moveOf(reply) {
    return moveText(reply, this.about);
  }

  /** The program's move here: {edge or colour, is_proved}, or null at the end. */
  async reply() {
    return (await this.server.reply({ moves: this.now.moves, seed: this.seed })).reply;
  }
}

/** A move for people. */
export const moveWords = (move, about) => (move.edge ? pairText(...move.edge) : label(moveText(move, about)));

/** A move that has left the proof, as a sentence. */
function left(move, number, about) {
  if (!move.kept) return null;
  const kept = listed(move.kept.slice(0, NAMED).map((step) => moveWords(step, about)));
  const others = move.kept.length > NAMED ? ", or others" : "";
  return `Move ${number}: ${capital(nounOf(about.players[move.by]))} left the proof with ${moveWords(move, about)}. It makes ${kept}${others}.`;
}
