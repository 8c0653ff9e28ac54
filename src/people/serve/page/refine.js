// Colour refinement over two relations of at most 16 vertices, bit for bit as in src/math/canon/colours.rs. A set of vertices
// is a number whose bit v is vertex v; a relation is an array of 16 sets; the rows from n on are empty.

/** Number of rows, whatever the number of vertices: the empty ones count in signatures. */
export const W = 16;

// The constants of colours and signatures; src/math/canon/signature.rs says what each is, and a test there compares them.
export const DEGREES = 0x9e37;
export const STIR_FIRST = 0xa3d3;
export const STIR_SECOND = 0x4b2d;
export const EDGE = 0x9e3b;
export const AWAY = 0x2c1b;
export const OTHER_OWN = 0x7feb;
export const OTHER_EDGE = 0x68e3;
export const OTHER_AWAY = 0xb5c9;
export const ADDED = 0x6659fd93;
export const FLIPPED = 0x85ebca77;
export const SUM = 0x9fb21c651e98df25n;
export const APART = 0x5a5a;

export const below = (n) => (1 << n) - 1;
const ALL = 0xffff;

/** The number of vertices of a set. */
export function count(set) {
  let number = 0;
  for (; set; set &= set - 1) number++;
  return number;
}

/** The least vertex of a set that is not empty. */
export const lowest = (set) => 31 - Math.clz32(set & -set);

/** The vertices of a set, the least first. */
export function vertices(set) {
  const found = [];
  for (; set; set &= set - 1) found.push(lowest(set));
  return found;
}

/** For each vertex, the union of `sets` over its neighbours. */
export function unions(rows, sets) {
  const made = new Array(W).fill(0);
  for (let v = 0; v < W; v++) for (let rest = rows[v]; rest; rest &= rest - 1) made[v] |= sets[lowest(rest)];
  return made;
}

/** The pairs that are different, not joined, and without a common neighbour. */
export function farPairs(n, rows) {
  const once = unions(rows, rows);
  return rows.map((row, v) => (v < n ? below(n) & ~(row | once[v] | (1 << v)) : 0));
}

function stir(x) {
  x = Math.imul(x ^ (x >> 7), STIR_FIRST) & ALL;
  x = Math.imul(x ^ (x >> 9), STIR_SECOND) & ALL;
  return x ^ (x >> 8);
}

export { stir };

/** For each vertex, the sum of `colours` over a relation; low and high bytes are added separately. */
export function sums(rows, colours) {
  const made = new Array(W);
  for (let v = 0; v < W; v++) {
    let low = 0, high = 0;
    for (let rest = rows[v]; rest; rest &= rest - 1) {
      const colour = colours[lowest(rest)];
      low += colour & 0xff;
      high += colour >> 8;
    }
    made[v] = (low & 0xff) | ((high & 0xff) << 8);
  }
  return made;
}

/** The first colours: degrees in both relations, and what `extra` says of each vertex. */
export function firstColours(rows, away, extra) {
  return rows.map((row, v) => stir((Math.imul(count(row) | (count(away[v]) << 8), DEGREES) & ALL) ^ extra[v]));
}

function mixed(own, edge, away) {
  const turned = ((own << 5) | (own >> 11)) & ALL;
  return stir((Math.imul(edge, EDGE) + Math.imul(away, AWAY) + turned) & ALL);
}

/** One round: each vertex mixes in the colours of both relations. */
export function refined(rows, away, colours) {
  const edge = sums(rows, colours), far = sums(away, colours);
  return colours.map((own, v) => mixed(own, edge[v], far[v]));
}

/** Other hashes of what one round makes of the first colours. */
export function otherHashes(rows, away, first) {
  const edge = sums(rows, first), far = sums(away, first);
  return first.map((own, v) => ((own ^ OTHER_OWN) + Math.imul(edge[v], OTHER_EDGE) + Math.imul(far[v], OTHER_AWAY)) & ALL);
}

const M64 = (1n << 64n) - 1n;

/** The signature of colours and other hashes: a number of 64 bits that isomorphic graphs share. */
export function signature(colours, others) {
  // Products of 32 by 32 bits in two exact sums of products of 16 by 32 bits.
  let low = 0, high = 0;
  for (let v = 0; v < W; v++) {
    const word = ((colours[v] | (others[v] << 16)) + ADDED) >>> 0;
    const turned = ((others[v] | (colours[v] << 16)) ^ FLIPPED) >>> 0;
    low += (word & ALL) * turned;
    high += (word >>> 16) * turned;
  }
  let sum = (BigInt(low) + (BigInt(high) << 16n)) & M64;
  sum = ((sum ^ (sum >> 32n)) * SUM) & M64;
  return sum ^ (sum >> 29n);
}

/** Separates `v` from all others, as the `depth`th such vertex. */
export function individualised(colours, v, depth) {
  const made = colours.slice();
  made[v] = stir(((colours[v] ^ APART) + depth) & ALL);
  return made;
}
