// The answers about a solved game, from its files: what src/solving/oracle says to the server's clients.

import { Refusal } from "./refusal.js";
import { LabelFunction } from "./labels.js";
import { ServedFile } from "./parts.js";
import { Play } from "./play.js";
import { Random } from "./random.js";
import { COLOURS, listed } from "./texts.js";

/** Values remembered; more are forgotten together. */
const REMEMBERED = 100_000;

/** A game with the label functions of its levels. */
export class Solved {
  /** `about`: what was exported beside the files, which lie below `base`. */
  constructor(about, base, name) {
    this.play = new Play(about);
    this.values = about.values;
    this.levels = new Map(about.levels.map(({ edges, functions }) => [edges, functions.map((each) => ({ bit: each.bit, labels: opened(each, base, name) }))]));
    this.remembered = new Map();
  }

  /** The labels of positions of one level, as {first, second}. */
  async labels(positions) {
    if (!positions.length) return [];
    const { play } = this;
    const level = play.edges(positions[0]);
    const functions = this.levels.get(level);
    if (!functions) throw this.unsolved(level);
    const signatures = positions.map((position) => play.sign(position));
    const names = positions.map((position, i) => `${level} ${signatures[i]} ${play.text(position)}`);
    const wanted = names.map((_, i) => i).filter((i) => !this.remembered.has(names[i]));
    if (wanted.length) {
      const asked = wanted.map((i) => signatures[i]);
      const keyOf = (i) => play.key(play.canonical(positions[wanted[i]]));
      const bits = await Promise.all(functions.map(({ labels }) => labels.get(asked, keyOf)));
      if (this.remembered.size > REMEMBERED) this.remembered.clear();
      wanted.forEach((i, at) => {
        const whole = functions.reduce((whole, { bit }, which) => whole | (bits[which][at] << bit), 0);
        this.remembered.set(names[i], { first: whole & 0xff, second: whole >> 8 });
      });
    }
    return names.map((name) => this.remembered.get(name));
  }

  unsolved(level) {
    const levels = [...this.levels.keys()].sort((a, b) => b - a);
    const ranges = [];
    for (const each of levels) {
      if (ranges.at(-1)?.[1] === each + 1) ranges.at(-1)[1] = each;
      else ranges.push([each, each]);
    }
    const said = ranges.map(([highest, least]) => `${highest} down to ${least}`).join(", ");
    return new Refusal({ code: "not_solved", message: `level ${level} is not solved in this database; levels ${said} are` });
  }

  /** Who wins: `P`, `N`, `T` for a tie; null for scores. */
  outcome({ first }) {
    const { kind, ties, last_mover_loses } = this.values;
    if (kind === "score") return null;
    if (kind === "outcome") return first === 1 ? "P" : "N";
    if (kind === "grundy") return first === 0 ? "P" : "N";
    if (ties && first === 0) return "T";
    return (first % 2 === 0) !== last_mover_loses ? "P" : "N";
  }

  /** A value as the server writes it. */
  worth(position, label) {
    const { kind } = this.values;
    const outcome = this.outcome(label);
    const left = this.play.mostLeft(position);
    const made = outcome ? { value: outcome } : {};
    if (kind === "grundy") made.grundy = label.first;
    if (kind === "remoteness") made.remoteness = outcome === "T" ? left ?? 0 : Math.min(left ?? Infinity, label.first);
    if (kind === "score") {
      made.max = this.play.edges(position) + label.first;
      made.min = this.play.edges(position) + label.second;
    }
    return made;
  }

  /** The moves of a position up to symmetry with labels, the best first. */
  async valued(position) {
    const moves = this.play.moves(position);
    const going = moves.filter(({ ends }) => !ends);
    const labels = await this.labels(going.map(({ child }) => child));
    going.forEach((move, i) => Object.assign(move, { label: labels[i], outcome: this.outcome(labels[i]) }));
    const ended = this.values.completion === "loses" ? "N" : "P";
    for (const move of moves.filter(({ ends }) => ends)) Object.assign(move, { label: { first: 0, second: 0 }, outcome: ended });
    return moves.map((move) => ({ ...move, order: this.order(move) })).sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1]);
  }

  order({ outcome, label }) {
    const rank = { P: 0, T: 1, N: 2 }[outcome] ?? 0;
    switch (this.values.kind) {
      case "grundy":
        return [rank, label.first];
      case "remoteness":
        return [rank, rank === 2 ? -label.first : label.first];
      case "score":
        return [rank, -label.second];
      default:
        return [rank, 0];
    }
  }

  /** A position as the server writes it. */
  entry(position, label) {
    return { ...this.identified(position), ...this.worth(position, label) };
  }

  identified(position) {
    const { graph6, ...facts } = this.play.facts(position);
    return { graph6, canonical: this.play.canonicalText(this.play.canonical(position)), ...facts };
  }

  /** A move as the server writes it. */
  told({ edge, alike, ends, child, label, outcome }, by) {
    const { graph6, canonical, next, edges, ...value } = this.entry(child, label);
    const shown = ends ? { value: outcome, remoteness: 0 } : value;
    const wins = outcome === null || outcome === "T" ? {} : { wins: outcome === "P" };
    return {
      edge,
      ...(by === null ? {} : { colour: COLOURS[by] }),
      ...(ends ? { ends } : {}),
      graph6,
      canonical,
      ...shown,
      ...wins,
      equivalent: alike.length,
    };
  }

  async moves({ position: text }) {
    const position = this.play.parse(text);
    const [label] = await this.labels([position]);
    const moves = await this.valued(position);
    return { ...this.entry(position, label), moves: moves.map((move) => ({ ...this.told(move, position.next), alike: move.alike })) };
  }

  async canonical({ position: text }) {
    return this.identified(this.play.parse(text));
  }

  async value({ position: text }) {
    const position = this.play.parse(text);
    const [label] = await this.labels([position]);
    return this.entry(position, label);
  }

  /** The position after a move, or why it cannot be made. */
  async move({ position: text, edge: list }) {
    const { play } = this;
    const { n } = play;
    const refused = (code, message, witness = []) => new Refusal({ code, message, witness });
    const edges = list.split(",").map((edge) => /^\+?(\d+)-\+?(\d+)$/.exec(edge)?.slice(1).map(Number));
    if (!edges.every((edge) => edge?.every((end) => end < 2 ** 64))) {
      throw refused("bad_request", "an edge is two vertices joined by '-', such as 0-1; several are separated by ','");
    }
    const position = play.parse(text);
    for (const [u, v] of edges) {
      if (!(u >= 0 && u < n && v >= 0 && v < n) || u === v) throw refused("bad_request", `${u}-${v} is not a pair of different vertices of 0..${n - 1}`);
      if (play.isTaken(position, u, v)) throw refused("illegal_move", `the edge ${u}-${v} is already there`);
    }
    const after = play.after(position, edges);
    const broken = play.violation(after);
    if (!broken) return this.identified(after);
    const [u, v] = edges[0];
    const ending = edges.length === 1 && play.pairsOpen(position).find((move) => move.ends && move.u === Math.min(u, v) && move.v === Math.max(u, v));
    const witness = play.witness(after);
    if (ending) return { ...this.identified(after), ends: true, witness };
    throw refused("illegal_move", `after ${listed(edges)} the graph would be illegal: ${broken.why}`, witness);
  }

  /** The first best move for the side whose turn it is, where values are scores. */
  best(moves, side) {
    if (side !== "min" || this.values.kind !== "score") return moves[0];
    return moves.reduce((best, move) => (move.label.first < best.label.first ? move : best), moves[0]);
  }

  /** Best play to the end. */
  async line({ position: text, side = "max" }) {
    const start = this.play.parse(text);
    const [label] = await this.labels([start]);
    const line = [];
    let position = start;
    for (let turn = side; ; turn = turn === "max" ? "min" : "max") {
      const best = this.best(await this.valued(position), turn);
      if (!best) break;
      line.push(this.told(best, position.next));
      if (best.ends) break;
      position = best.child;
    }
    return { ...this.entry(start, label), line };
  }

  /** The move of an opponent of this strength. */
  async reply({ position: text, side = "max", strength = "perfect", seed = 0 }) {
    const position = this.play.parse(text);
    const random = new Random(seed);
    if (strength === "beginner" || (strength === "casual" && random.below(3) === 0)) {
      const step = await this.careless(position, random);
      return { reply: step && { ...this.told(step, position.next), why: "careless" } };
    }
    const [label] = await this.labels([position]);
    const moves = await this.valued(position);
    const kept = { P: "N", T: "T" }[this.outcome(label)];
    if (!kept) {
      const best = this.best(moves, side);
      const isWin = best && best.outcome !== null && best.outcome !== "T";
      return { reply: best ? { ...this.told(best, position.next), why: isWin ? "wins" : "best" } : null };
    }
    const going = moves.filter(({ outcome, ends }) => outcome === kept && !ends);
    if (await this.isAtHand(position)) for (const move of going) move.trap = await this.trap(move);
    const share = ({ trap }) => (trap ? Math.floor((trap.errors * 1_000_000) / Math.max(trap.replies, 1)) : -1);
    const rank = (move) => (move.outcome === kept ? 2_000_000 : 0) + share(move);
    const best = moves.reduce((best, move) => (best && rank(best) >= rank(move) ? best : move), null);
    if (!best) return { reply: null };
    const trap = best.trap ? { trap: best.trap } : {};
    return { reply: { ...this.told(best, position.next), ...trap, why: kept === "T" ? "ties" : "trap" } };
  }

  /** Whether the values of what follows replies to moves of `position` can be told without a request for each. */
  async isAtHand(position) {
    const functions = this.levels.get(this.play.edges(position) + 2) ?? [];
    const opened = await Promise.all(functions.map(({ labels }) => labels.open(true)));
    return opened.every((isWhole) => isWhole);
  }

  /** Any legal move, but none that loses at once where others are left. */
  async careless(position, random) {
    let moves = await this.valued(position);
    const losesAtOnce = (move) => move.ends && move.outcome === "N";
    if (!moves.every(losesAtOnce)) moves = moves.filter((move) => !losesAtOnce(move));
    const all = moves.reduce((sum, move) => sum + move.alike.length, 0);
    if (!all) return null;
    let left = random.below(all);
    return moves.find((move) => (left -= move.alike.length) < 0);
  }

  /** The replies to a move, and how many of them are errors. */
  async trap(step) {
    const replies = await this.valued(step.child);
    const counted = (is) => replies.filter(is).reduce((sum, reply) => sum + reply.alike.length, 0);
    const isError = (reply) => (step.outcome === "N" ? reply.outcome !== "P" : reply.outcome === "N");
    const winsAtOnce = replies.some((reply) => reply.ends && reply.outcome === "P");
    return {
      errors: winsAtOnce ? 0 : counted((reply) => !reply.ends && isError(reply)),
      replies: counted((reply) => !reply.ends || reply.outcome === "P"),
    };
  }
}

function opened({ file, bytes, header, sha256 }, base, name) {
  const bare = header.match(/../g).map((pair) => parseInt(pair, 16));
  return new LabelFunction(new ServedFile(new URL(file, base), `${name}/${file}`, bytes, sha256), Uint8Array.from(bare));
}
