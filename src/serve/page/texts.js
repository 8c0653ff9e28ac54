// Positions as users type them: graph6 or edge lists, the sentences of src/graph where a text is neither.

import { Refusal } from "./refusal.js";
import { below, vertices } from "./refine.js";
import { has, rowsOf, toggle } from "./rules.js";

export const COLOURS = ["red", "green"];

const bad = (message) => new Refusal({ code: "bad_position", message });

/** The graph6 word of bits, column by column. */
export function word(n, bits) {
  let text = String.fromCharCode(63 + n);
  for (let at = 0; at < bits.length; at += 6) {
    let six = 0;
    for (let i = at; i < at + 6; i++) six = 2 * six + (bits[i] ?? 0);
    text += String.fromCharCode(63 + six);
  }
  return text;
}

export function encoded(n, rows) {
  const bits = [];
  for (let v = 1; v < n; v++) for (let u = 0; u < v; u++) bits.push((rows[v] >> u) & 1);
  return word(n, bits);
}

function edgeList(text, n) {
  const rows = rowsOf([]);
  if (text === "" || text === "-") return rows;
  for (const piece of text.split(",")) {
    const [, u, v] = /^\s*\+?(\d+)\s*-\s*\+?(\d+)\s*$/.exec(piece) ?? [];
    if (u === undefined || Number(u) === Number(v) || u >= n || v >= n) {
      throw bad(`'${piece}' is not an edge between two different vertices of 0..${Math.max(n - 1, 0)}`);
    }
    if (has(rows, Number(u), Number(v))) throw bad(`the edge '${piece}' is listed twice`);
    toggle(rows, Number(u), Number(v));
  }
  return rows;
}

function graph6(text, n) {
  const strange = [...text].find((character) => character < "?" || character > "~");
  if (strange !== undefined) throw bad(`'${text}' is not graph6: it contains '${strange}', outside the characters '?' to '~'`);
  const found = text.charCodeAt(0) - 63;
  if (found === 63) throw bad(`'${text}' has 63 or more vertices; at most 32 are supported`);
  const pairs = (found * (found - 1)) / 2;
  const length = 1 + Math.ceil(pairs / 6);
  if (text.length !== length) throw bad(`'${text}' is not graph6: ${found} vertices take ${length} characters, but there are ${text.length}`);
  if (found !== n) throw bad(`'${text}' has ${found} vertices, but this game is played on ${n}`);
  const rows = rowsOf([]);
  let bit = 0;
  for (let v = 1; v < n; v++) {
    for (let u = 0; u < v; u++, bit++) if (bitOf(text, bit)) toggle(rows, u, v);
  }
  for (; bit < 6 * (length - 1); bit++) if (bitOf(text, bit)) throw bad(`'${text}' is not graph6: bits after the last pair of vertices are set`);
  return rows;
}

const bitOf = (text, bit) => ((text.charCodeAt(1 + Math.floor(bit / 6)) - 63) >> (5 - (bit % 6))) & 1;

/** The graph on `n` vertices that a text says. */
export function parsed(text, n) {
  text = text.trim().replace(/^>>graph6<</, "");
  if (!text) throw bad("an empty line is not a graph; give graph6 (such as DQc) or an edge list (such as 0-2,0-4)");
  return /^[-0-9, ]*$/.test(text) ? edgeList(text, n) : graph6(text, n);
}

/** The red and the green graph that a text says, and who is next if it says so: {layers, next}. */
export function parsedPair(text, n) {
  let next = null;
  const isList = (word) => COLOURS.includes(word.slice(0, Math.max(word.indexOf(":"), 0)));
  const words = text.trim().split(/\s+/).filter((word) => {
    const named = COLOURS.indexOf(/^next:(.*)$/.exec(word)?.[1]);
    if (isList(word) || named < 0) return word !== "";
    next ??= named;
    return false;
  });
  const form = () => bad(`'${text.trim()}' does not describe two graphs; give two words of graph6, red first, or edges by colour such as red:0-1,2-3 green:1-2`);
  let layers;
  if (words.some((word) => word.includes(":")) || (!words.length && text.includes(":"))) {
    layers = [null, null];
    for (const each of words) {
      const at = each.includes(":") ? each.indexOf(":") : each.length;
      const colour = COLOURS.indexOf(each.slice(0, at));
      if (colour < 0) throw form();
      const layer = edgeList(each.slice(at + 1), n);
      if (layers[colour]) throw bad(`'${text.trim()}' has '${COLOURS[colour]}:' twice`);
      layers[colour] = layer;
    }
    layers = layers.map((layer) => layer ?? rowsOf([]));
  } else if (words.length === 1 && words[0] === "-") layers = [rowsOf([]), rowsOf([])];
  else if (words.length === 2) layers = words.map((each) => parsed(each, n));
  else throw form();
  for (let v = 0; v < n; v++) {
    const both = layers[0][v] & layers[1][v] & below(v);
    if (both) throw bad(`the edge ${vertices(both)[0]}-${v} is both red and green`);
  }
  return { layers, next };
}

/** Edges as a list, for sentences. */
export const listed = (edges) => edges.map(([u, v]) => `${u}-${v}`).join(",");

