// A game as its description says it: positions, moves and signatures.
//
// A position is {layers, next}: one graph, or the red and the green edges that moves have coloured, and the number of the
// colour that is next, null where there are no colours.

import { Refusal } from "./refusal.js";
import { decode } from "./graph.js";
import { Frame, canonical, canonicalPair, pairSignature, signatureOf } from "./canon.js";
import { below, lowest } from "./refine.js";
import { Rules, edgesOf, hangsTogether, has, rowsOf, toggle } from "./rules.js";
import { COLOURS, bare, encoded, listed, parsed, parsedPair, repeated, word } from "./texts.js";

/** The most bytes of a position's text, as the server has it. */
const LONGEST = 2_048;

const M64 = (1n << 64n) - 1n;

const illegal = (text, why, witness) =>
  new Refusal({ code: "illegal_position", message: `'${repeated(bare(text))}' is not a position of the game: ${why}`, witness });

export class Play {
  /** Reads the game of a description. */
  constructor({ n, signature, rules, connected, board, red_alone, values }) {
    Object.assign(this, { n, signature, redAlone: red_alone, values });
    this.isColoured = signature === "colours";
    this.mayEnd = values.completion !== null;
    this.rules = rules.map((parts) => new Rules(n, parts, connected));
    if (!this.isColoured) return;
    this.pairs = rowsOf(decode(board.pairs).edges);
    this.before = board.before.map(rowsOf);
    this.free = edgesOf(this.pairs).length;
    const taken = this.before[0].map((row, v) => row | this.before[1][v]);
    const absent = this.pairs.map((row, v) => (v < n ? below(n) & ~(row | taken[v] | (1 << v)) : 0));
    const isPlain = [...absent, ...taken].every((row) => row === 0);
    this.frame = isPlain ? undefined : new Frame(n, [absent, ...this.before]);
  }

  /** The position that a text says. */
  parse(text) {
    if (new TextEncoder().encode(text).length > LONGEST) {
      throw new Refusal({ code: "bad_position", message: `a text of more than ${LONGEST} bytes cannot be a position` });
    }
    const position = this.read(text);
    const broken = this.violation(position);
    if (broken) throw illegal(text, broken.why, this.witness(position));
    return position;
  }

  /** The same whether or not the rules allow it. */
  read(text) {
    if (!this.isColoured) return { layers: [parsed(text, this.n)], next: null };
    const { layers, next } = parsedPair(text, this.n);
    this.before.forEach((rows, colour) => {
      for (const [u, v] of edgesOf(rows)) {
        if (has(layers[1 - colour], u, v)) throw illegal(text, `${u}-${v} is ${COLOURS[colour]} before the game`);
        if (has(layers[colour], u, v)) toggle(layers[colour], u, v);
      }
    });
    const position = this.at(layers);
    const broken = this.violation(position);
    if (!broken && next !== null && next !== position.next) {
      throw illegal(text, `${COLOURS[position.next]} is next, as the numbers of edges say`);
    }
    return position;
  }

  at(layers) {
    if (!this.isColoured) return { layers, next: null };
    const [red, green] = layers.map((rows) => edgesOf(rows).length);
    return { layers, next: red === green ? 0 : 1 };
  }

  /** What keeps a position from being one, {why, by}: the end of a sentence, and whose edges are to blame; null if it is one. */
  violation({ layers }) {
    if (!this.isColoured) {
      const rows = layers[0];
      if (this.signature === "triangle") {
        const edge = edgesOf(rows).find(([u, v]) => rows[u] & rows[v]);
        const corners = edge && [...edge, lowest(rows[edge[0]] & rows[edge[1]])].sort((a, b) => a - b);
        return edge ? { why: `it contains the triangle ${corners.join("-")}`, by: 0 } : null;
      }
      const why = this.rules[0].violation(rows);
      return why && { why, by: 0 };
    }
    const union = layers[0].map((row, v) => row | layers[1][v]);
    const strange = edgesOf(union).find(([u, v]) => !has(this.pairs, u, v));
    if (strange) return { why: `${listed([strange])} is no edge of the board that a move can colour`, by: null };
    const [red, green] = layers.map((rows) => edgesOf(rows).length);
    if (red !== green && red !== green + 1) {
      return { why: `moves have coloured ${red} edges red and ${green} green, but Red begins and the players take turns`, by: null };
    }
    for (const by of this.redAlone ? [0] : [0, 1]) {
      const why = this.rules[by].violation(this.own(layers, by));
      if (why) return { why: `${this.mayEnd ? "the game is over: " : ""}in ${COLOURS[by]}, ${why}`, by };
    }
    return null;
  }

  /** All edges of a colour, those from before the game included. */
  own(layers, by) {
    return this.isColoured ? layers[by].map((row, v) => row | this.before[by][v]) : layers[0];
  }

  edges({ layers }) {
    return layers.reduce((sum, rows) => sum + edgesOf(rows).length, 0);
  }

  /** The greatest number of further moves, where the game can go on to a full board. */
  mostLeft(position) {
    return this.isColoured ? this.free - this.edges(position) : null;
  }

  isTaken({ layers }, u, v) {
    return this.layersShown(layers).some((rows) => has(rows, u, v));
  }

  layersShown(layers) {
    return layers.map((_, by) => this.own(layers, by));
  }

  /** The text of a position. */
  text({ layers }) {
    return this.layersShown(layers).map((rows) => encoded(this.n, rows)).join(" ");
  }

  /** The canonical form of a position: its bits, and which pairs are equivalent. */
  canonical({ layers }) {
    return this.isColoured ? canonicalPair(this.n, layers, this.frame) : canonical(this.n, layers[0]);
  }

  /** The text of the canonical form with these bits. */
  canonicalText({ bits }) {
    if (!this.isColoured) return word(this.n, bits);
    const layers = [rowsOf([]), rowsOf([])];
    let at = 0;
    for (let v = 1; v < this.n; v++) for (const rows of layers) for (let u = 0; u < v; u++) if (bits[at++]) toggle(rows, u, v);
    return this.text({ layers });
  }

  /** The key with these bits, in bytes. */
  key({ bits }) {
    const bytes = new Uint8Array(Math.max(1, Math.ceil(bits.length / 8)));
    bits.forEach((bit, i) => (bytes[i >> 3] |= bit << (7 - (i & 7))));
    return bytes;
  }

  /** The argument of label functions. */
  sign(position) {
    if (this.signature === "triangle") return signatureOf(this.n, position.layers[0]);
    if (this.isColoured) return pairSignature(this.n, position.layers, this.frame);
    const { bits } = this.canonical(position);
    let hash = 0n;
    for (const half of [0, 1]) {
      let part = 0n;
      for (let i = 0; i < 64; i++) part = 2n * part + BigInt(bits[64 * half + i] ?? 0);
      hash ^= part;
      for (const factor of [0x9e3779b97f4a7c15n, 0xd6e8feb86659fd93n]) hash = ((hash ^ (hash >> 32n)) * factor) & M64;
      hash ^= hash >> 29n;
    }
    return hash;
  }

  /** The moves of a position: {u, v, ends}, by edge; those that end the game only where the rules have such moves. */
  pairsOpen(position) {
    const { n } = this;
    const by = position.next ?? 0;
    const isSafe = this.redAlone && by === 1 ? () => true : this.rules[by].openness(this.own(position.layers, by));
    const moves = [];
    for (let u = 0; u < n; u++) {
      for (let v = u + 1; v < n; v++) {
        if ((this.isColoured && !has(this.pairs, u, v)) || position.layers.some((rows) => has(rows, u, v))) continue;
        const ends = !isSafe(u, v);
        if (!ends || this.mayEnd) moves.push({ u, v, ends });
      }
    }
    return moves;
  }

  /** The moves up to automorphisms: {edge, alike, ends, child}, by edge. */
  moves(position) {
    const { placeOf } = this.canonical(position);
    const classes = new Map();
    for (const { u, v, ends } of this.pairsOpen(position)) {
      const name = `${ends} ${placeOf(u, v)}`;
      if (classes.has(name)) classes.get(name).alike.push([u, v]);
      else classes.set(name, { edge: [u, v], alike: [[u, v]], ends, child: this.after(position, [[u, v]]) });
    }
    return [...classes.values()];
  }

  /** The position after the edges of one move. */
  after({ layers, next }, edges) {
    const made = layers.map((rows) => rows.slice());
    for (const [u, v] of edges) toggle(made[next ?? 0], u, v);
    return { layers: made, next: next === null ? null : 1 - next };
  }

  /** The edges of a least part of an illegal position that is itself illegal: a copy of a forbidden graph. */
  witness({ layers }) {
    const shown = layers.map((rows) => rows.slice());
    const blamed = (layers) => this.violation({ layers })?.by ?? null;
    const by = blamed(shown);
    const mustHang = this.rules[0].connected;
    if (by === null || (mustHang && !hangsTogether(shown[0]))) return [];
    for (const [u, v] of edgesOf(shown[by])) {
      const without = shown.map((rows) => rows.slice());
      toggle(without[by], u, v);
      // The other colour is made equally small, so that a turn remains possible.
      if (this.isColoured) {
        const surplus = edgesOf(without[1 - by]).length - edgesOf(without[by]).length;
        for (const edge of edgesOf(without[1 - by]).slice(0, Math.max(surplus, 0))) toggle(without[1 - by], ...edge);
      }
      if (blamed(without) !== by || (mustHang && !hangsTogether(without[0]))) continue;
      without.forEach((rows, colour) => (shown[colour] = rows));
    }
    return edgesOf(shown[by]);
  }

  /** What is to be drawn for those who look at a position: its number of edges and who is next. */
  facts(position) {
    const next = position.next === null ? {} : { next: COLOURS[position.next] };
    return { graph6: this.text(position), edges: this.edges(position), ...next };
  }
}

