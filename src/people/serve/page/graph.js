// Positions as texts and as lists of edges. One colour: a graph6 word. Two colours: the red and the green word, and
// perhaps a word such as next:red or offer:0-1,0-2.

const COLOURS = ["red", "green"];

/** Vertices and edges of a graph6 word of at most 62 vertices. */
export function decode(word) {
  const n = word.charCodeAt(0) - 63;
  const edges = [];
  let bit = 0;
  for (let v = 1; v < n; v++) {
    for (let u = 0; u < v; u++, bit++) {
      if (((word.charCodeAt(1 + Math.floor(bit / 6)) - 63) >> (5 - (bit % 6))) & 1) edges.push([u, v]);
    }
  }
  return { n, edges };
}

/** The graph6 word of a graph on `n` vertices. */
export function encode(n, edges) {
  const has = new Set(edges.map(([u, v]) => pairName(u, v)));
  let word = String.fromCharCode(63 + n), six = 0, bits = 0;
  for (let v = 1; v < n; v++) {
    for (let u = 0; u < v; u++) {
      six = six * 2 + (has.has(pairName(u, v)) ? 1 : 0);
      if (++bits === 6) {
        word += String.fromCharCode(63 + six);
        six = bits = 0;
      }
    }
  }
  return bits ? word + String.fromCharCode(63 + (six << (6 - bits))) : word;
}

/** The board in an answer of the server: `n`, `edges` (`u`, `v`, optionally `colour`), the pairs that are offered, and optionally
 * `next`. */
export function boardOf(answer) {
  const words = coloured(answer.graph6.split(/\s+/).filter((word) => !word.includes(":")));
  const edges = [];
  let n = 0;
  for (const [colour, word] of words) {
    const graph = decode(word);
    n = graph.n;
    for (const [u, v] of graph.edges) edges.push({ u, v, colour });
  }
  const next = answer.next ?? answer.graph6.match(/next:(\w+)/)?.[1];
  return { n, edges, next, offer: answer.turn?.offer ?? [] };
}

function coloured(words) {
  return words.length === 1 ? [[undefined, words[0]]] : words.map((word, i) => [COLOURS[i], word]);
}

/** The name of a pair of vertices, the same in both directions. */
export function pairName(u, v) {
  return u < v ? `${u}-${v}` : `${v}-${u}`;
}

/** The edges that a move adds. */
export function edgesOf(move) {
  return move.edges ?? [move.edge];
}

/** The lines on the board that represent a move; none where it adds several edges. */
export function alikeOf(move) {
  if (move.edges) return [];
  return move.alike?.length ? move.alike : [move.edge];
}

/** The edges of a move, for people. */
export function edgesText(move) {
  return edgesOf(move).map((edge) => pairText(...edge)).join(" ");
}

/** An edge for people. */
export function pairText(u, v) {
  return `${Math.min(u, v)}–${Math.max(u, v)}`;
}
