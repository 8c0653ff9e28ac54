// An opponent that starts from nothing and learns from its games: what src/people/learner does, number for number, and its table
// in the browser's storage.
//
// A game is {plies, outcome}: each ply {after, made} has the texts of the positions that could be reached, sorted, and the
// index of the one that was; `outcome` is "P" where the last mover has won, "N" where the other has, "T" for a tie.

import { Random } from "./random.js";

/** The value of a certain win. */
export const ONE = 1 << 16;
/** The most positions that are remembered: about a megabyte of the browser's storage. Further ones count as unknown. */
export const MOST = 1 << 15;
/** What an unknown position counts as: a little worse than a tie. */
const UNKNOWN = -ONE / 256;
/** A correction is never less than one `SLOWEST`th of the difference. */
const SLOWEST = 2;
/** After so many games half of the first random moves are left. */
const HALF_LIFE = 1000;
/** The most measurements that are kept. */
const MEASURED_MOST = 64;

const VERSION = 1;
const LONGEST_KEY = 255;

/** The order of positions, by their characters. */
export const inOrder = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

export class Learner {
  /** One who knows nothing of the game with these words. */
  constructor(words, seed) {
    Object.assign(this, { words, seed, games: 0 });
    /** [games, played, won] after growing numbers of games. */
    this.history = [];
    /** Positions with [value, visits]. */
    this.table = new Map();
  }

  value(position) {
    return this.table.get(position)?.[0] ?? UNKNOWN;
  }

  /** The index of the best of sorted positions; `random` chooses among equals. */
  best(positions, random) {
    const values = positions.map((position) => this.value(position));
    const most = Math.max(...values);
    const equal = values.flatMap((value, i) => (value === most ? [i] : []));
    return equal[random.below(equal.length)];
  }

  /** Plays a game against itself, at times at random. `turn(position)` gives {steps: [{after, ends}]}, where `ends` is an
   * outcome or null, or {over: outcome}. */
  play(turn, start) {
    const random = new Random(new Random(this.seed).next() ^ BigInt(this.games));
    const share = Math.floor((HALF_LIFE * (ONE / 4)) / (HALF_LIFE + this.games));
    const plies = [];
    for (let position = start; ; ) {
      const { steps, over } = turn(position);
      if (over) return { plies, outcome: over };
      const after = steps.map((step) => step.after);
      const made = random.below(ONE) < share ? random.below(steps.length) : this.best(after, random);
      plies.push({ after, made });
      if (steps[made].ends) return { plies, outcome: steps[made].ends };
      position = after[made];
    }
  }

  /** Corrects the values of a game's positions, the last one first. */
  learn({ plies, outcome }) {
    let target = { P: ONE, N: -ONE, T: 0 }[outcome];
    for (const { after, made } of [...plies].reverse()) {
      this.correct(after[made], target);
      const best = Math.max(...after.map((position) => this.value(position)));
      target = this.value(after[made]) === best ? -target : -best;
    }
    this.games++;
  }

  correct(position, target) {
    let entry = this.table.get(position);
    if (!entry) {
      if (this.table.size >= MOST || position.length > LONGEST_KEY) return;
      this.table.set(position, (entry = [0, 0]));
    }
    entry[1]++;
    entry[0] += Math.trunc((target - entry[0]) / Math.min(entry[1], SLOWEST));
  }

  /** Whether it is time to measure its strength: the first ones close together, later ones ever further apart. */
  get isToBeMeasured() {
    const last = this.history.at(-1)?.[0];
    return last === undefined || this.games >= last + Math.max(25, Math.floor(last / 8));
  }

  measured(played, won) {
    this.history = this.history.filter(([games]) => games !== this.games);
    this.history.push([this.games, played, won]);
    // The first and the last stay.
    if (this.history.length > MEASURED_MOST) this.history = this.history.filter((_, i) => i % 2 === 0 || i === this.history.length - 1);
  }

  /** The learner as text. */
  text() {
    const { words, seed, games, history } = this;
    return JSON.stringify({ version: VERSION, words, seed, games, history, table: [...this.table].map(([key, entry]) => [key, ...entry]) });
  }

  /** The learner in a text; null where the text is nothing that a learner of the game with these words has written. */
  static of(text, words) {
    try {
      const read = JSON.parse(text);
      const isCount = (number) => Number.isSafeInteger(number) && number >= 0;
      const isRow = ([games, played, won], i) => [games, played, won].every(isCount) && won <= played && games <= read.games && (i === 0 || games > read.history[i - 1][0]);
      const isEntry = ([key, value, visits]) => typeof key === "string" && key.length <= LONGEST_KEY && Number.isInteger(value) && Math.abs(value) <= ONE && isCount(visits) && visits > 0;
      const { version, seed, games, history, table } = read;
      if (version !== VERSION || read.words !== words || !isCount(seed) || !isCount(games)) return null;
      if (history.length > 2 * MEASURED_MOST || !history.every(isRow) || table.length > MOST || !table.every(isEntry)) return null;
      const learner = new Learner(words, seed);
      Object.assign(learner, { games, history: history.map((row) => row.slice(0, 3)) });
      for (const [key, value, visits] of table) learner.table.set(key, [value, visits]);
      return learner;
    } catch {
      return null;
    }
  }
}
