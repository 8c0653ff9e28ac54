// Which moves the rules allow, for the games of src/math/games: a graph is an array of 16 sets of neighbours, as in refine.js.

import { W, below, count, lowest, vertices } from "./refine.js";
import { decode } from "./graph.js";

/** The rows of a graph with these edges. */
export function rowsOf(edges) {
  const rows = new Array(W).fill(0);
  for (const [u, v] of edges) toggle(rows, u, v);
  return rows;
}

export function toggle(rows, u, v) {
  rows[u] ^= 1 << v;
  rows[v] ^= 1 << u;
}

export const has = (rows, u, v) => ((rows[u] >> v) & 1) === 1;

/** The edges [u, v], u < v, by v and then u. */
export function edgesOf(rows) {
  return rows.flatMap((row, v) => vertices(row & below(v)).map((u) => [u, v]));
}

/** The vertices that paths from `v` reach. */
function component(rows, v) {
  let reached = 1 << v;
  for (let fresh = reached; fresh; ) {
    fresh = vertices(fresh).reduce((set, u) => set | rows[u], 0) & ~reached;
    reached |= fresh;
  }
  return reached;
}

/** The vertices that have an edge. */
const built = (rows) => rows.reduce((set, row) => set | row, 0);

/** A graph that may not be completed, or that ends the game. */
class Copy {
  constructor({ name, graph6 }) {
    this.name = name;
    const { n, edges } = decode(graph6);
    this.order = n;
    this.isTriangle = name === "K3";
    const rows = rowsOf(edges);
    this.plans = [];
    for (const [u, v] of edges) {
      for (const [a, b] of [[u, v], [v, u]]) {
        // A copy of a graph in itself is an automorphism.
        if (!this.plans.some((plan) => followed(plan, n, rows, a, b))) this.plans.push(planned(n, rows, a, b));
      }
    }
  }

  isCompleted(n, rows, u, v) {
    if (this.order > n) return false;
    if (this.isTriangle) return (rows[u] & rows[v]) !== 0;
    const isNew = !has(rows, u, v);
    if (isNew) toggle(rows, u, v);
    const found = this.plans.some((plan) => followed(plan, n, rows, u, v));
    if (isNew) toggle(rows, u, v);
    return found;
  }

  openness(n, rows) {
    return (u, v) => !this.isCompleted(n, rows, u, v);
  }

  violation(n, rows, edges) {
    const edge = edges.find(([u, v]) => this.isCompleted(n, rows, u, v));
    return edge ? `the edge ${edge[0]}-${edge[1]} is in a copy of ${this.name}` : null;
  }
}

/** The order in which the vertices of a pattern are placed: the ends of the new edge, then those with most placed neighbours. */
function planned(n, rows, a, b) {
  const order = [a, b];
  const steps = [];
  const placed = (v) => order.flatMap((u, i) => (has(rows, u, v) ? [i] : []));
  for (;;) {
    const rest = rows.map((_, v) => v).filter((v) => v < n && rows[v] && !order.includes(v));
    if (!rest.length) break;
    const rank = (v) => placed(v).length * 32 + count(rows[v]);
    const next = rest.reduce((best, v) => (rank(v) >= rank(best) ? v : best));
    steps.push({ joined: placed(next), degree: count(rows[next]) });
    order.push(next);
  }
  return { steps, degrees: [a, b].map((v) => count(rows[v])) };
}

/** Whether a graph has a copy whose first edge is the edge `uv`. */
function followed({ steps, degrees }, n, rows, u, v) {
  if (count(rows[u]) < degrees[0] || count(rows[v]) < degrees[1]) return false;
  const places = [u, v];
  const place = (step, used) => {
    if (step === steps.length) return true;
    const { joined, degree } = steps[step];
    const candidates = joined.reduce((set, i) => set & rows[places[i]], below(n) & ~used);
    return vertices(candidates).some((w) => {
      places[step + 2] = w;
      return count(rows[w]) >= degree && place(step + 1, used | (1 << w));
    });
  };
  return place(0, (1 << u) | (1 << v));
}

/** For each component, the vertices at even and at odd distances from its first. */
function sides(n, rows) {
  const found = [];
  for (let rest = below(n); rest; ) {
    const both = [1 << lowest(rest), 0];
    for (let from = 0; ; from = 1 - from) {
      const next = vertices(both[from]).reduce((set, u) => set | rows[u], both[1 - from]);
      if (next === both[1 - from] && from === 1) break;
      both[1 - from] = next;
    }
    rest &= ~(both[0] | both[1]);
    found.push(both);
  }
  return found;
}

const ODD_CYCLE = {
  openness(n, rows) {
    const both = sides(n, rows).flat();
    return (u, v) => !both.some((side) => (side >> u) & (side >> v) & 1);
  },
  violation: (n, rows) => (sides(n, rows).some(([even, odd]) => even & odd) ? "it contains an odd cycle" : null),
};

/** For each vertex on demand: the other ends of Hamilton paths from it. */
function pathEnds(n, rows) {
  const degrees = rows.slice(0, n).map(count);
  const none = n < 3 || degrees.includes(0) || degrees.filter((degree) => degree === 1).length > 2;
  const known = [];
  return (start) => {
    if (none) return 0;
    if (known[start] !== undefined) return known[start];
    // The others are numbered without `start`.
    const squeezed = (set) => (set & below(start)) | ((set >> (start + 1)) << start);
    const others = rows.slice(0, n).filter((_, v) => v !== start).map(squeezed);
    const ends = new Uint16Array(1 << (n - 1));
    for (let set = 1; set < ends.length; set++) {
      if ((set & (set - 1)) === 0) ends[set] = set & squeezed(rows[start]);
      else for (let rest = set; rest; rest &= rest - 1) if (others[lowest(rest)] & ends[set & ~(rest & -rest)]) ends[set] |= rest & -rest;
    }
    const last = ends.at(-1);
    return (known[start] = (last & below(start)) | ((last >> start) << (start + 1)));
  };
}

const HAMILTON_CYCLE = {
  openness(n, rows) {
    const ends = pathEnds(n, rows);
    return (u, v) => !((ends(u) >> v) & 1);
  },
  violation(n, rows) {
    const ends = pathEnds(n, rows);
    const isClosed = rows.some((row, v) => v < n && ends(v) & row);
    return isClosed ? "it contains a Hamilton cycle" : null;
  },
};

const WHOLE = {
  openness(n, rows) {
    const first = component(rows, 0);
    const rest = below(n) & ~first;
    if (!rest || component(rows, lowest(rest)) !== rest) return () => true;
    return (u, v) => ((first >> u) & 1) === ((first >> v) & 1);
  },
  violation: (n, rows) => (n > 1 && component(rows, 0) === below(n) ? "it is connected" : null),
};

const AIMS = { "odd-cycle": ODD_CYCLE, "hamilton-cycle": HAMILTON_CYCLE, connected: WHOLE };
const MADE = { "odd-cycle": "an odd cycle", "hamilton-cycle": "a Hamilton cycle", connected: "the whole graph connected" };

/** A graph that one more edge completes: where who completes something wins, nobody may leave it. */
function shortOf(aim, made) {
  const isOffered = (n, rows) => {
    const open = aim.openness(n, rows);
    for (let v = 1; v < n; v++) for (let u = 0; u < v; u++) if (!has(rows, u, v) && !open(u, v)) return true;
    return false;
  };
  return {
    openness: (n, rows) => (u, v) => {
      const isNew = !has(rows, u, v);
      if (isNew) toggle(rows, u, v);
      const offered = isOffered(n, rows);
      if (isNew) toggle(rows, u, v);
      return !offered;
    },
    violation: (n, rows) => aim.violation(n, rows) ?? (isOffered(n, rows) ? `one more edge makes ${made}` : null),
  };
}

const PROPERTIES = { ...AIMS, ...Object.fromEntries(Object.entries(AIMS).map(([name, aim]) => [`short-of-${name}`, shortOf(aim, MADE[name])])) };

/** What one player, or both, may not complete. */
export class Rules {
  /** `parts`: graphs {name, graph6} and names of properties; `connected`: moves must touch an earlier edge. */
  constructor(n, parts, connected) {
    this.n = n;
    this.connected = connected;
    this.parts = parts.map((part) => (typeof part === "string" ? PROPERTIES[part] : new Copy(part)));
  }

  /** Whether a pair of a graph may be joined, as a function; whether it is joined already is not asked. */
  openness(rows) {
    const { n } = this;
    const tests = this.parts.map((part) => part.openness(n, rows));
    const touched = this.connected ? built(rows) : 0;
    const touches = (u, v) => !touched || (((touched >> u) | (touched >> v)) & 1) === 1;
    return (u, v) => touches(u, v) && tests.every((test) => test(u, v));
  }

  /** Why a graph is not a position, as the end of a sentence about it; null if it is one. */
  violation(rows) {
    const { n } = this;
    const all = built(rows);
    if (this.connected && all && component(rows, lowest(all)) !== all) return "its edges are not connected";
    const edges = edgesOf(rows);
    for (const part of this.parts) {
      const why = part.violation(n, rows, edges);
      if (why) return why;
    }
    return null;
  }
}

/** Whether all edges are in one component. */
export function hangsTogether(rows) {
  const all = built(rows);
  return !all || component(rows, lowest(all)) === all;
}
