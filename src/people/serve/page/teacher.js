// What a learner is told of a game, and its strength, against a perfect player who knows the values.

import { inOrder } from "./learner.js";
import { Random } from "./random.js";

/** Games of a measurement. */
const GAMES = 20;
/** Turns and answers remembered; more are forgotten together. */
const REMEMBERED = 4000;

/** The value of a map, computed if it is not there. */
function kept(map, key, compute) {
  if (!map.has(key)) {
    if (map.size >= REMEMBERED) map.clear();
    map.set(key, compute());
  }
  return map.get(key);
}

export class Teacher {
  /** `rules`: {start, turn}, the engine's; `server` answers questions about values. */
  constructor(rules, server) {
    Object.assign(this, { rules, server, start: rules.start });
    this.turns = new Map();
    this.valued = new Map();
    this.traps = new Map();
  }

  /** What can happen in a position: {steps} or {over}. */
  turn(text) {
    return kept(this.turns, text, () => this.rules.turn(text));
  }

  /** The moves with their values; the best rank is 2 for a win, 1 for a tie. */
  moves(text) {
    return kept(this.valued, text, async () => (await this.server.moves({ position: text })).moves);
  }

  /** Measures a learner in games that it need not lose: {played, won}, where a tie counts if that is the best. The perfect
   * player at every second of its moves sets a trap, and otherwise makes any move that keeps the best result. `goesOn` is
   * asked between games. */
  async measured(learner, goesOn) {
    const random = new Random(new Random(learner.seed + 1).next() ^ BigInt(learner.games));
    const { value } = await this.server.moves({ position: this.start });
    let won = 0;
    for (let game = 0; game < GAMES; game++) {
      const begins = value === "T" ? game % 2 === 0 : value === "N";
      const outcome = await this.contest(learner, begins, random);
      if (outcome === "won" || (outcome === "tied" && value === "T")) won++;
      await new Promise((done) => setTimeout(done));
      if (!goesOn()) return null;
    }
    return { played: GAMES, won };
  }

  async contest(learner, isLearners, random) {
    for (let position = this.start; ; isLearners = !isLearners) {
      const { steps, over } = this.turn(position);
      let ends = over;
      if (!over) {
        const made = isLearners ? steps[learner.best(steps.map((step) => step.after), random)] : await this.perfect(position, random);
        ({ after: position, ends } = made);
        if (!ends) continue;
      }
      if (ends === "T") return "tied";
      // With `over` the learner may be next; after a last move it has made that move if it was its turn.
      const isLastLearners = over ? !isLearners : isLearners;
      return (ends === "P") === isLastLearners ? "won" : "lost";
    }
  }

  async perfect(position, random) {
    const rank = ({ value }) => ({ P: 2, T: 1 })[value] ?? 0;
    const moves = await this.moves(position);
    const most = Math.max(...moves.map(rank));
    const equal = moves.filter((move) => rank(move) === most).sort((one, other) => inOrder(one.canonical, other.canonical));
    let made = equal[random.below(equal.length)];
    if (most < 2 && random.below(2) === 1) {
      const trap = await kept(this.traps, position, async () => (await this.server.reply({ position, strength: "perfect" })).reply.canonical);
      made = equal.find((move) => move.canonical === trap) ?? made;
    }
    return { after: made.canonical, ends: made.ends ? made.value : null };
  }
}
