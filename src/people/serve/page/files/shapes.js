// What the files of a site look like. Who made them may have meant harm: what a page reads it reads only in these
// shapes, so that no name leads out of the site and no number makes it count for ever.

const whole = (least, most) => (x) => Number.isSafeInteger(x) && x >= least && x <= most;
const matching = (pattern) => (x) => typeof x === "string" && pattern.test(x);
const oneOf = (...values) => (x) => values.includes(x);
const listOf = (each, least, most) => (x) => Array.isArray(x) && x.length >= least && x.length <= most && x.every(each);
const record = (parts) => (x) => typeof x === "object" && x !== null && !Array.isArray(x) && Object.entries(parts).every(([key, is]) => is(Object.hasOwn(x, key) ? x[key] : undefined));
const maybe = (is) => (x) => x === undefined || is(x);
const either = (one, other) => (x) => one(x) || other(x);

const yesOrNo = oneOf(true, false);
const text = (x) => typeof x === "string" && x.length <= 10_000 && x.isWellFormed();
const anything = whole(0, Number.MAX_SAFE_INTEGER);
/** The last part of a path, and nothing that leads elsewhere. */
const name = (x) => text(x) && x.length <= 255 && !/^\.{0,2}$|[/\\\x00-\x1f\x7f-\x9f]/.test(x);

/** Games with rules as data have at most 16 vertices; proofs are about boards of at most 62, or of 128 elements. */
const [VERTICES, LEVELS, ELEMENTS] = [16, 500, 128];
/** A turn may have any edges of a board. */
const MOVES = 2 ** 32;
const vertex = whole(0, VERTICES - 1);
const edge = (x) => listOf(vertex, 2, 2)(x) && x[0] !== x[1];
const graph = (x) => {
  if (!matching(/^[?-O][?-~]{0,20}$/)(x)) return false;
  const n = x.charCodeAt(0) - 63;
  return x.length === 1 + Math.ceil((n * (n - 1)) / 12);
};
const digest = matching(/^[0-9a-f]{64}$/);
const file = record({ bytes: anything, sha256: digest });
const id = matching(/^[0-9a-f]{16}$/);

const database = record({
  name,
  id,
  game: text,
  title: text,
  rules: text,
  graphs: listOf(record({ name: text, graph6: graph, colour: maybe(oneOf("red", "green")) }), 0, 20),
  colours: yesOrNo,
  roles: maybe(listOf(text, 2, 2)),
  goal: maybe(text),
  offers: maybe(yesOrNo),
  n: whole(1, VERTICES),
  values: oneOf("outcome", "grundy", "remoteness", "score"),
  play: oneOf("normal", "misere", "rules"),
  complete: yesOrNo,
  positions: anything,
  files: record({ rules: file, levels: file, first: either(file, oneOf(null)) }),
});
export const DATABASES = (x) =>
  record({ databases: listOf(database, 0, 10_000), engine: either(file, oneOf(null)) })(x) && (x.databases.length === 0 || x.engine !== null);

const element = whole(0, ELEMENTS - 1);
const drawing = record({
  shape: oneOf("square", "hexagon", "circle"),
  places: listOf(listOf(whole(0, 8000 * ELEMENTS), 2, 2), 1, ELEMENTS),
  layers: maybe(listOf(element, 1, ELEMENTS)),
  edges: maybe(listOf(listOf(element, 2, 2), 1, ELEMENTS ** 2)),
});
/** A board of elements has a place for each, and in a layer where there are several. */
const isDrawn = ({ n, elements, drawing }) => {
  if (elements === undefined) return drawing === undefined && (n === null || n <= 62);
  if (elements.length !== n || drawing?.places.length !== n) return false;
  return (drawing.layers ?? elements).length === n && (drawing.edges ?? []).flat().every((element) => element < n);
};

const proof = record({
  name,
  id,
  game: text,
  title: text,
  rules: text,
  theorem: text,
  n: either(whole(0, ELEMENTS), oneOf(null)),
  boards: (x) => x === null || (listOf(whole(1, 62), 2, 2)(x) && x[0] <= x[1]),
  players: listOf(text, 2, 2),
  winner: whole(0, 1),
  colours: listOf(text, 0, 2),
  paints: yesOrNo,
  elements: maybe(listOf(text, 1, ELEMENTS)),
  drawing: maybe(drawing),
  file,
});
const about = (x) => proof(x) && isDrawn(x);
export const PROOFS = (x) =>
  record({ proofs: listOf(about, 0, 10_000), reader: either(file, oneOf(null)) })(x) && (x.proofs.length === 0 || x.reader !== null);

/** Counts of levels: all have those by outcome, or none has. */
function counts(...names) {
  const numbers = ["positions", "saturated", ...names].map((name) => [name, anything]);
  return listOf(record({ edges: whole(0, LEVELS), ...Object.fromEntries(numbers) }), 0, LEVELS);
}
const KINDS = [["p", "n", "t"], ["p", "n"], ["red", "green"], []];
const lacks = (levels, names) => levels.every((level) => names.every((name) => level[name] === undefined));
export const LEVEL_COUNTS = record({
  levels: (x) => KINDS.some((names) => counts(...names)(x) && lacks(x, KINDS.flat().filter((name) => !names.includes(name)))),
});

const labels = record({
  bit: whole(0, 15),
  file: matching(/^level-\d+\/labels(-\d+)?$/),
  bytes: anything,
  header: matching(/^[0-9a-f]{256}$/),
  sha256: maybe(digest),
});
const property =
  /^(short-of-)?(odd-cycle|hamilton-cycle|hamilton-path|connected|2-connected|perfect-matching|non-planar|chromatic:\d+|min-degree:\d+)$/;
const part = either(record({ name: text, graph6: graph }), matching(property));
const rules = record({
  n: whole(1, VERTICES),
  signature: oneOf("triangle", "key", "colours"),
  rules: listOf(listOf(part, 0, 20), 1, 2),
  connected: yesOrNo,
  red_alone: yesOrNo,
  values: record({
    kind: oneOf("outcome", "grundy", "remoteness", "score"),
    ties: yesOrNo,
    last_mover_loses: yesOrNo,
    completion: oneOf(null, "loses", "wins", "red", "green"),
  }),
  turns: maybe(record({ bias: listOf(whole(1, LEVELS), 2, 2), starter: oneOf("red", "green"), step: oneOf("edge", "edges", "offer", "offer-up-to") })),
  levels: listOf(record({ edges: whole(0, LEVELS), functions: listOf(labels, 0, 16) }), 0, LEVELS),
});
const board = record({ pairs: graph, before: listOf(listOf(edge, 0, LEVELS), 2, 2) });

/** The rules of a game, and the files of its values. */
export const RULES = (x) => {
  if (!rules(x)) return false;
  const isInside = ([u, v]) => u < x.n && v < x.n;
  const isColoured = x.signature === "colours";
  if (!isColoured) return x.rules.length === 1 && x.board === null;
  return x.rules.length === 2 && board(x.board) && x.board.pairs.charCodeAt(0) - 63 === x.n && x.board.before.flat().every(isInside);
};

const isWord = (word) => graph(word) || /^(next:(red|green)|offer:\d+-\d+(,\d+-\d+)*)$/.test(word);
const graphsOf = (position) => position.split(" ").filter((word) => !word.includes(":"));
const words = (x) => text(x) && x.split(" ").every(isWord) && graphsOf(x).length >= 1 && graphsOf(x).length <= 2;
const valued = {
  graph6: words,
  canonical: words,
  value: maybe(oneOf("P", "N", "T", "R", "G")),
  ...Object.fromEntries(["grundy", "remoteness", "max", "min"].map((number) => [number, maybe(whole(0, LEVELS))])),
};
const step = record({
  ...valued,
  edge,
  edges: maybe(listOf(edge, 2, LEVELS)),
  alike: listOf(edge, 0, LEVELS),
  equivalent: whole(1, MOVES),
  wins: maybe(yesOrNo),
  ends: maybe(yesOrNo),
});
const demand = record({ deed: oneOf("add", "offer", "choose"), least: whole(1, LEVELS), most: whole(1, LEVELS), due: whole(1, LEVELS), offer: maybe(listOf(edge, 0, LEVELS)) });
const first = record({ ...valued, edges: whole(0, LEVELS), next: maybe(oneOf("red", "green")), turn: maybe(demand), moves: listOf(step, 0, MOVES) });

/** The answer about the position that a game begins with. */
export const FIRST = (x) => {
  if (!first(x)) return false;
  const [layers, n] = [graphsOf(x.graph6).length, x.graph6.charCodeAt(0) - 63];
  const isOf = (position) => graphsOf(position).length === layers && graphsOf(position).every((word) => word.charCodeAt(0) - 63 === n);
  const isValued = ({ value, max, min }) => value !== undefined || (max !== undefined && min !== undefined);
  return (layers === 2) === (x.next !== undefined) && [x, ...x.moves].every((each) => isValued(each) && isOf(each.graph6) && isOf(each.canonical)) && x.moves.every(({ alike, edge, edges = [] }) => [edge, ...edges, ...alike].flat().every((v) => v < n));
};
