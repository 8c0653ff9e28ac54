// The canonical form of a graph of one or two colours, bit for bit as in src/math/canon: by colours alone where they distinguish
// all vertices but twins, otherwise by individualisation and refinement.

import { AWAY, EDGE, OTHER_AWAY, OTHER_EDGE, OTHER_OWN, W, below, count, farPairs, firstColours, individualised, lowest, otherHashes, refined, signature, stir, sums, unions, vertices } from "./refine.js";

const NOTHING = new Array(W).fill(0);

/**
 * What is to be labelled: `n`; `union`, all edges; `relations`, whose equality makes twins; `colours`, after the rounds of a
 * signature and those of a labelling; `round`, a round of refinement; `rounds`, how many follow an individualisation.
 */
function onePlain(n, rows) {
  const far = farPairs(n, rows);
  const first = firstColours(rows, far, NOTHING);
  const round = (colours) => refined(rows, far, colours);
  return { n, union: rows, relations: [rows], round, early: round(first), others: () => otherHashes(rows, far, first) };
}

/** The part of a board that never changes, as relations: pairs that are not on the board, and edges coloured before. */
export class Frame {
  constructor(n, relations) {
    this.n = n;
    this.relations = relations;
    let colours = NOTHING;
    for (let time = 0; time < 2; time++) {
      colours = colours.map((_, v) =>
        relations.reduce((next, relation, kind) => {
          const sum = vertices(relation[v]).reduce((sum, u) => sum + (colours[u] ^ AWAY), 0) & 0xffff;
          const turned = ((next << 3) | (next >> 13)) & 0xffff;
          return stir(turned ^ (Math.imul(sum, EDGE + 2 * kind) & 0xffff));
        }, colours[v]),
      );
    }
    this.colours = colours;
  }

  /** The canonical places of the vertices of the board itself. */
  labelled() {
    return labelling(pairs(this.n, [NOTHING, NOTHING], this)).places;
  }

  /** For each vertex of the graph that `places` labels, the vertex of the board: relations go back to the board. */
  back(places) {
    if (!this.home) {
      this.home = new Array(W).fill(0);
      this.labelled().forEach((place, v) => (this.home[place] = v));
    }
    const again = new Frame(this.n, this.relations.map((rows) => moved(rows, places))).labelled();
    return places.map((place) => this.home[again[place]]);
  }
}

function pairs(n, [red, green], frame) {
  const relations = [red, green, ...(frame?.relations ?? [])];
  const first = firstColours(red, green, frame?.colours ?? NOTHING);
  const round = (colours) => {
    const next = refined(red, green, colours);
    if (!frame) return next;
    const [absent, before, after] = frame.relations.map((relation) => sums(relation, colours));
    return next.map((own, v) => {
      const sum = Math.imul(absent[v], OTHER_EDGE) ^ Math.imul(before[v], OTHER_AWAY) ^ Math.imul(after[v], OTHER_OWN);
      return stir((own + sum) & 0xffff);
    });
  };
  const union = red.map((row, v) => row | green[v]);
  return { n, union, relations, round, early: round(refined(red, green, first)), others: () => otherHashes(red, green, first) };
}

/** The signature of a graph of one colour. */
export function signatureOf(n, rows) {
  const plain = onePlain(n, rows);
  return signature(plain.early, plain.others());
}

/** The signature of a graph of two colours. */
export function pairSignature(n, layers, frame) {
  const structure = pairs(n, layers, frame);
  return signature(structure.early, structure.others());
}

/** The canonical form of a graph of one colour: its upper triangle as bits, and `placeOf(u, v)`, equal for equivalent pairs. */
export function canonical(n, rows) {
  const structure = onePlain(n, rows);
  const found = labelling({ ...structure, early: structure.round(structure.early), isPlain: true });
  const order = laidOut(n, rows, found.order);
  const bits = [];
  for (let v = 1; v < n; v++) for (let u = 0; u < v; u++) bits.push((rows[order[v]] >> order[u]) & 1);
  return { bits, placeOf: found.placeOf };
}

/** The same of two colours; the bits of a column of the red triangle, then those of the green one, and so on. */
export function canonicalPair(n, layers, frame) {
  const found = labelling(pairs(n, layers, frame));
  const at = frame ? frame.back(found.places) : found.places;
  const bits = [];
  const both = layers.map((rows) => moved(rows, at));
  for (let v = 1; v < n; v++) for (const rows of both) for (let u = 0; u < v; u++) bits.push((rows[v] >> u) & 1);
  return { bits, placeOf: found.placeOf };
}

/** The relation with every vertex at its place. */
function moved(rows, places) {
  const reached = unions(rows, places.map((place) => 1 << place));
  const made = new Array(W);
  places.forEach((place, v) => (made[place] = reached[v]));
  return made;
}

/** The vertices that share their colour with one that is not their twin. */
function mixedOf(relations, colours) {
  let mixed = 0;
  for (let v = 0; v < W; v++) {
    for (let w = 0; w < v; w++) {
      if (colours[v] === colours[w] && relations.some((rows) => rows[v] !== rows[w])) mixed |= (1 << v) | (1 << w);
    }
  }
  return mixed;
}

const areTwins = (relations, u, v) => relations.every((rows) => rows[u] === rows[v]);

/** The number of vertices before each: by degree in `rows`, largest first, then colour, then number. */
function placesBy(n, rows, colours) {
  const words = colours.map((colour, v) => ((30 - count(rows[v])) | (v >= n ? 1 : 0)) * 2 ** 21 + colour * 32 + v);
  const sorted = words.map((_, v) => v).sort((u, v) => words[u] - words[v]);
  const places = new Array(W);
  sorted.forEach((v, place) => (places[v] = place));
  return places;
}

function labelling(structure) {
  const { n, union, relations, early, isPlain } = structure;
  // Rows from n on count where a graph has one colour, as they do where this was first written.
  const mixed = mixedOf(relations, early) & (isPlain ? 0xffff : below(n));
  let firsts = below(n);
  for (let v = 1; v < n; v++) {
    for (let u = 0; u < v; u++) {
      if (areTwins(relations, u, v)) firsts &= ~(1 << v);
    }
  }
  const found = mixed ? new Tree(structure, firsts).searched() : { places: placesBy(n, union, early), generators: null };
  const order = new Array(W);
  found.places.forEach((place, v) => (order[place] = v));
  return { ...found, order, placeOf: placesOfPairs(n, order, firsts, found.generators) };
}

/** A function that gives equivalent pairs, and no others, the same number. */
function placesOfPairs(n, order, firsts, generators) {
  const name = (u, v) => (u < v ? v * W + u : u * W + v);
  if (!generators) {
    const cell = new Array(W).fill(0);
    let start = 0;
    for (let place = 0; place < n; place++) {
      if ((firsts >> order[place]) & 1) start = place;
      cell[order[place]] = start;
    }
    return (u, v) => name(cell[u], cell[v]);
  }
  const orbit = new Map();
  for (let v = 1; v < n; v++) {
    for (let u = 0; u < v; u++) {
      if (orbit.has(name(u, v))) continue;
      const reached = [[u, v]];
      orbit.set(name(u, v), name(u, v));
      for (const [a, b] of reached) {
        for (const generator of generators) {
          const image = [generator[a], generator[b]];
          if (orbit.has(name(...image))) continue;
          orbit.set(name(...image), name(u, v));
          reached.push(image);
        }
      }
    }
  }
  return (u, v) => orbit.get(name(u, v));
}

/** The search tree: sequences of individualised vertices. */
class Tree {
  constructor(structure, firsts) {
    this.structure = structure;
    this.path = [];
    this.first = this.best = null;
    this.generators = [];
    const { n, relations } = structure;
    for (const v of vertices(below(n) & ~firsts)) {
      let twin = v - 1;
      while (!areTwins(relations, twin, v)) twin--;
      const swap = NOTHING.map((_, w) => w);
      swap[v] = twin;
      swap[twin] = v;
      this.generators.push(swap);
    }
  }

  searched() {
    this.descend(this.node(this.structure.early));
    return { places: (this.best ?? this.first).places, generators: this.generators };
  }

  /** The node of the path, from the colours of the node before its last vertex. */
  node(colours) {
    const { n, union, relations, round } = this.structure;
    if (this.path.length) {
      colours = individualised(colours, this.path.at(-1), this.path.length);
      colours = round(round(colours));
    }
    const marked = colours.map((colour) => Math.max(colour, W));
    this.path.forEach((v, depth) => (marked[v] = depth));
    const cell = smallestCell(marked, mixedOf(relations, marked) & below(n));
    if (cell) return { colours, cell };
    const places = placesBy(n, union, marked);
    return { colours, cell, places, form: relations.flatMap((rows) => moved(rows, places)) };
  }

  /** Explores the node. Returns the depth at which to continue. */
  descend(node) {
    const depth = this.path.length;
    if (!node.cell) return this.leaf(node);
    let explored = 0;
    for (const v of vertices(node.cell)) {
      if (explored && this.isEquivalent(v, explored)) continue;
      explored |= 1 << v;
      this.path.push(v);
      const back = this.descend(this.node(node.colours));
      this.path.length = depth;
      if (back < depth) return back;
    }
    return depth;
  }

  /** Whether an automorphism found so far that fixes the path maps `v` to a vertex of `explored`. */
  isEquivalent(v, explored) {
    const fixing = this.generators.filter((generator) => this.path.every((fixed) => generator[fixed] === fixed));
    for (let orbit = 1 << v; ; ) {
      let grown = orbit;
      for (const generator of fixing) for (const u of vertices(orbit)) grown |= 1 << generator[u];
      if (grown & explored) return true;
      if (grown === orbit) return false;
      orbit = grown;
    }
  }

  leaf(node) {
    const known = [this.first, this.best].find((leaf) => leaf && compared(leaf.form, node.form) === 0);
    if (known) {
      const order = new Array(W);
      node.places.forEach((place, v) => (order[place] = v));
      this.generators.push(known.places.map((place) => order[place]));
      const common = this.path.findIndex((v, depth) => known.path[depth] !== v);
      return common < 0 ? this.path.length : common;
    }
    const leaf = { form: node.form, places: node.places, path: this.path.slice() };
    if (!this.first) this.first = leaf;
    else if (compared((this.best ?? this.first).form, leaf.form) <= 0) this.best = leaf;
    return this.path.length;
  }
}

/** Which of two forms, arrays of the same length, is larger: negative, zero or positive. */
function compared(a, b) {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** The smallest cell of vertices in `mixed`, the one of least colour if there are several. */
function smallestCell(colours, mixed) {
  let smallest = 0, least = [Infinity, Infinity];
  for (let rest = mixed; rest; ) {
    const colour = colours[lowest(rest)];
    const cell = vertices(mixed).reduce((set, v) => (colours[v] === colour ? set | (1 << v) : set), 0);
    rest &= ~cell;
    const size = count(cell);
    if (size < least[0] || (size === least[0] && colour < least[1])) [smallest, least] = [cell, [size, colour]];
  }
  return smallest;
}

/** The vertices of a graph of one colour in the order of its key: src/math/canon/layout.rs. */
function laidOut(n, rows, order) {
  const first = order[0];
  const near = rows[first];
  const label = new Array(W).fill(0);
  for (let i = 0; i < n; i++) label[order[i]] = 31 - i;
  let waiting = below(n) & ~near & ~(1 << first);
  const laid = [first];
  let bit = 2 ** 30;
  for (let place = count(near) + 1; place < n; place++) {
    const next = vertices(waiting).reduce((best, v) => (label[v] > label[best] ? v : best), lowest(waiting));
    laid[place] = next;
    waiting ^= 1 << next;
    for (const v of vertices(rows[next])) label[v] |= bit;
    bit /= 2;
  }
  vertices(near)
    .sort((u, v) => label[v] - label[u])
    .forEach((v, i) => (laid[1 + i] = v));
  return laid;
}
