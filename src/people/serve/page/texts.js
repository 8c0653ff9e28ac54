// Positions as people and other programs write them: graph6, sparse6 or edge lists, and the sentences of src/math/graph where a
// text is none of them.

import { Refusal } from "./refusal.js";
import { below, vertices } from "./refine.js";
import { has, rowsOf, toggle } from "./rules.js";

export const COLOURS = ["red", "green"];

const bad = (message) => new Refusal({ code: "bad_position", message });

/** White space, as Unicode has it. */
const BLANK = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
/** Between the ends of an edge: hyphen-minus, and what pages, papers and word processors put in its place. */
const DASH = "\\-\\u2010\\u2011–—−";
const AROUND = new RegExp(`^[${BLANK}\\ufeff]+|[${BLANK}\\ufeff]+$`, "g");
const HEADERS = new RegExp(`^(>>(graph6|sparse6)<<[${BLANK}\\ufeff]*)+`);
const BLANKS = new RegExp(`[${BLANK}]+`);
const OF_LISTS = new RegExp(`^[${BLANK}${DASH}\\d,()[\\]]*$`);
const PAIR = (between) => new RegExp(`^[${BLANK}]*\\+?(\\d+)[${BLANK}]*[${between}][${BLANK}]*\\+?(\\d+)[${BLANK}]*$`);
const [DASHED, LISTED] = [PAIR(DASH), PAIR(",")];

const trimmed = (text) => text.replace(new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, "g"), "");
const isDash = (text) => new RegExp(`^[${DASH}]$`).test(text);
const isEdgeList = (text) => OF_LISTS.test(text) && (text.length <= 2 || !/^[[\]]*$/.test(text));

/** The text of a graph without what surrounds it in files: blanks, ends of lines, a byte order mark, and headers. */
export const bare = (text) => text.replace(AROUND, "").replace(HEADERS, "");

/** A text as sentences repeat it: a long one without its middle. */
export function repeated(text) {
  const characters = [...text];
  return characters.length <= 100 ? text : `${characters.slice(0, 50).join("")}...${characters.slice(-26).join("")}`;
}

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

const noEdge = (edge, n) => bad(`'${repeated(edge)}' is not an edge between two different vertices of 0..${Math.max(n - 1, 0)}`);
const twice = (edge) => bad(`the edge '${repeated(edge)}' is listed twice`);

/** Edges such as 0-1,1-2, or as Python prints them, [(0, 1), (1, 2)]. */
function edgeList(text, n) {
  const rows = rowsOf([]);
  text = trimmed(text);
  if (text === "" || isDash(text)) return rows;
  const add = (piece, ends) => {
    piece = trimmed(piece);
    const [u, v] = ends?.slice(1).map(Number) ?? [];
    if (u === undefined || u === v || u >= n || v >= n) throw noEdge(piece, n);
    if (has(rows, u, v)) throw twice(piece);
    toggle(rows, u, v);
  };
  if (/^[([]/.test(text)) pythonList(text, add);
  else for (const piece of text.split(",")) add(piece, DASHED.exec(piece));
  return rows;
}

/** Passes the pairs of a list such as [(0, 1), (1, 2)] to `add`, with their ends; with none what is not a pair. */
function pythonList(text, add) {
  const inner = /^\[[^]*\]$/.test(text) && text.length > 1 ? trimmed(text.slice(1, -1)) : null;
  let rest = inner !== null && /^($|[([])/.test(inner) ? inner : text;
  while (rest) {
    const end = /^[([]/.test(rest) ? rest.indexOf(rest[0] === "(" ? ")" : "]") : -1;
    if (end < 0) return add(rest, null);
    add(rest.slice(0, end + 1), LISTED.exec(rest.slice(1, end)));
    const after = trimmed(rest.slice(end + 1));
    if (after === "") return;
    rest = after.startsWith(",") ? trimmed(after.slice(1)) : "";
    if (!rest) return add(after, null);
  }
}

/** The order that the first characters say, and how many they are; null where there are too few. */
function orderOf(text) {
  const [skipped, digits] = text.startsWith("~~") ? [2, 6] : text.startsWith("~") ? [1, 3] : [0, 1];
  const said = text.slice(skipped, skipped + digits);
  if (said.length < digits) return null;
  return { n: [...said].reduce((n, digit) => 64 * n + digit.charCodeAt(0) - 63, 0), start: skipped + digits };
}

const strangeIn = (text) => [...text].find((character) => character < "?" || character > "~");

/** A character between quotation marks, as programs write it. */
function quotedCharacter(character) {
  const named = { "\0": "\\0", "\t": "\\t", "\r": "\\r", "\n": "\\n", "'": "\\'" }[character];
  const isSeen = character === " " || !/[\p{C}\p{Z}\p{M}]/u.test(character);
  return `'${named ?? (isSeen ? character : `\\u{${character.codePointAt(0).toString(16)}}`)}'`;
}

function refuseOrder(text, found, n) {
  if (found !== n) throw bad(`'${repeated(text)}' has ${found} vertices, but this game is played on ${n}`);
}

const bitAt = (text, i) => ((text.charCodeAt(Math.floor(i / 6)) - 63) >> (5 - (i % 6))) & 1;

function graph6(text, n) {
  const no = (why) => bad(`'${repeated(text)}' is not graph6: ${why}`);
  const strange = strangeIn(text);
  if (strange !== undefined) throw no(`it contains ${quotedCharacter(strange)}, outside the characters '?' to '~'`);
  const order = orderOf(text);
  // What follows a `~` alone would be 63 vertices at least.
  const { n: found, start } = order ?? { n: 63, start: 4 };
  const body = (BigInt(found) * BigInt(Math.max(found - 1, 0)) / 2n + 5n) / 6n;
  const length = body + BigInt(start);
  if (!order || BigInt(text.length) !== length) throw no(`${found} vertices take ${length} characters, but there are ${text.length}`);
  refuseOrder(text, found, n);
  const code = text.slice(start);
  const rows = rowsOf([]);
  let bit = 0;
  for (let v = 1; v < n; v++) {
    for (let u = 0; u < v; u++, bit++) if (bitAt(code, bit)) toggle(rows, u, v);
  }
  for (; bit < 6 * code.length; bit++) if (bitAt(code, bit)) throw no("bits after the last pair of vertices are set");
  return rows;
}

/** sparse6: src/math/graph/sparse6.rs says what the bits mean. */
function sparse6(text, n) {
  const no = (why) => bad(`'${repeated(text)}' is not sparse6: ${why}`);
  const whole = text.slice(1);
  if (strangeIn(whole) !== undefined) throw no("it contains a character outside '?' to '~'");
  const order = orderOf(whole);
  if (!order) throw no("it does not say how many vertices there are");
  refuseOrder(text, order.n, n);
  const code = whole.slice(order.start);
  const width = n > 1 ? 32 - Math.clz32(n - 1) : 0;
  const all = 6 * code.length;
  const rows = rowsOf([]);
  for (let at = 0, v = 0; at + 1 + width <= all; at += 1 + width) {
    let x = 0;
    for (let i = at + 1; i <= at + width; i++) x = 2 * x + bitAt(code, i);
    v += bitAt(code, at);
    if (v >= n || x >= n) {
      if (all - at >= 6) throw no("it names a vertex that is not there");
      break;
    }
    if (x > v) v = x;
    else if (x === v) throw noEdge(`${x}-${v}`, n);
    else if (has(rows, x, v)) throw twice(`${x}-${v}`);
    else toggle(rows, x, v);
  }
  return rows;
}

/** What is recognized and not read. */
const FORMATS = [
  [/^(&|>>digraph6<<)/, "digraph6, a directed graph"],
  [/^;/, "incremental sparse6, which needs the graph before it"],
  [/^>>planar_code/, "planar_code, an embedded graph in bytes"],
];

/** The graph on `n` vertices that a text says. */
export function parsed(text, n) {
  text = bare(text);
  if (!text) throw bad("an empty line is not a graph; give graph6 (such as DQc) or an edge list (such as 0-2,0-4)");
  if (isEdgeList(text)) return edgeList(text, n);
  if (text.startsWith(":")) return sparse6(text, n);
  const [, format] = FORMATS.find(([start]) => start.test(text)) ?? [];
  if (format) throw bad(`'${repeated(text)}' is ${format}; what is read is graph6, sparse6 and edge lists such as 0-1,1-2`);
  return graph6(text, n);
}

/** The name before a colon, and what follows; sparse6 has a colon and no name, headers have no colon of their own. */
function named(word) {
  const at = word.indexOf(":");
  return at > 0 && !word.startsWith(">") ? [word.slice(0, at), word.slice(at + 1)] : null;
}

/** The red and the green graph that a text says, and who is next if it says so: {layers, next}. */
export function parsedPair(text, n) {
  text = bare(text);
  const form = () => bad(`'${repeated(text)}' does not describe two graphs; give two words of graph6, red first, or edges by colour such as red:0-1,2-3 green:1-2`);
  let next = null;
  const words = text.split(BLANKS).filter((word) => {
    const [name, said] = named(word) ?? [];
    if (name !== "next" || !COLOURS.includes(said)) return word !== "";
    next ??= COLOURS.indexOf(said);
    return false;
  });
  let layers;
  if (words.some(named) || (!words.length && text.includes(":"))) {
    const lists = [null, null];
    let last = null;
    for (const word of words) {
      const [name, list] = named(word) ?? [];
      if (name !== undefined) {
        last = COLOURS.indexOf(name);
        if (last < 0) throw form();
        if (lists[last] !== null) throw bad(`'${repeated(text)}' has '${name}:' twice`);
        lists[last] = list;
      } else if (last !== null && isEdgeList(word)) lists[last] += ` ${word}`;
      else throw form();
    }
    layers = lists.map((list) => edgeList(list ?? "", n));
  } else if (words.length === 1 && isDash(words[0])) layers = [rowsOf([]), rowsOf([])];
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
