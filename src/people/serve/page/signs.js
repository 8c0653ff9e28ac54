// Where the vertices of small graphs stand when people draw them: the bowtie as a bowtie, wheels with their hub in the
// middle. What is not here stands on a circle.

import { circle } from "./layout.js";

/** Graphs by their edges, and the places of their vertices in a square of side 100. */
const DRAWN = [
  ["0-1 0-2 1-2 2-3", "15,30 15,90 55,60 95,60"], // paw
  ["0-1 1-2 2-3 0-3", "12,12 88,12 88,88 12,88"], // C4
  ["0-1 1-2 2-3 0-3 0-2 1-3", "12,12 88,12 88,88 12,88"], // K4
  ["0-1 0-2 1-2 1-3 2-3", "50,8 12,50 88,50 50,92"], // diamond
  ["0-1 0-2 1-2 0-3 0-4 3-4", "50,50 8,20 8,80 92,20 92,80"], // bowtie
  ["0-1 0-2 1-2 1-3 2-4", "50,92 28,50 72,50 8,10 92,10"], // bull
  ["0-1 1-2 2-3 0-3 0-4 1-4", "20,44 80,44 80,94 20,94 50,6"], // house
  ["0-1 1-2 2-3 0-4 1-4 2-4 3-4", "8,62 30,14 70,14 92,62 50,90"], // gem
  ["0-1 0-2 1-2 1-3 2-3 3-4", "50,8 18,38 82,38 50,68 50,96"], // kite
  ["0-1 0-2 1-2 1-3 2-3 0-4", "50,36 16,62 84,62 50,92 50,6"], // dart
  ["0-1 1-2 0-2 3-4 4-5 3-5 0-3 1-4 2-5", "50,6 94,90 6,90 50,38 68,70 32,70"], // prism
  ["0-1 1-2 2-3 0-3 0-4 1-5 2-6 3-7 4-5 5-6 6-7 4-7", "8,32 68,32 68,92 8,92 32,8 92,8 92,68 32,68"], // Q3
  [
    "0-1 1-2 2-3 3-4 0-4 0-5 1-6 2-7 3-8 4-9 5-7 7-9 6-9 6-8 5-8",
    "50,5 95,38 78,92 22,92 5,38 50,29 72,45 64,71 36,71 28,45",
  ], // Petersen
].map(([edges, places]) => ({
  edges: edges.split(" ").map((edge) => edge.split("-").map(Number)),
  places: places.split(" ").map((place) => place.split(",").map(Number)),
}));

const neighbours = (n, edges) =>
  Array.from({ length: n }, (_, v) => new Set(edges.filter((edge) => edge.includes(v)).map(([a, b]) => (a === v ? b : a))));

/** For each vertex of the second graph one of the first, so that edges are edges; nothing where there is no such way. */
function matched(first, second, found = []) {
  const v = found.length;
  if (v === second.length) return found;
  for (const [u, around] of first.entries()) {
    const fits = !found.includes(u) && around.size === second[v].size && found.every((one, w) => around.has(one) === second[v].has(w));
    const whole = fits && matched(first, second, [...found, u]);
    if (whole) return whole;
  }
  return null;
}

/** The vertices of a connected graph without branches, from one end to the other or round. */
function walk(around, start) {
  const order = [start];
  for (let next = start; next !== undefined; next = [...around[next]].find((v) => !order.includes(v))) {
    if (next !== start) order.push(next);
  }
  return order;
}

/** The places of `vertices` from left to right at this height. */
const row = (vertices, y, places) =>
  vertices.forEach((v, i) => (places[v] = { x: vertices.length === 1 ? 500 : 80 + (840 * i) / (vertices.length - 1), y }));

/** The places of a graph's vertices in a square of side 1000. */
export function sign(n, edges) {
  const around = neighbours(n, edges);
  const all = around.map((_, v) => v);
  const places = [];
  for (const drawn of DRAWN) {
    if (drawn.places.length !== n || drawn.edges.length !== edges.length) continue;
    const found = matched(neighbours(n, drawn.edges), around);
    if (found) return found.map((u) => ({ x: 10 * drawn.places[u][0], y: 10 * drawn.places[u][1] }));
  }
  const ends = all.filter((v) => around[v].size === 1);
  if (edges.length === n - 1 && ends.length === 2 && all.every((v) => around[v].size <= 2)) {
    const path = walk(around, ends[0]);
    if (path.length === n) {
      row(path, 500, places);
      return places;
    }
  }
  if (n > 2 && ends.length === n) {
    edges.forEach(([u, v], i) => {
      const x = edges.length === 1 ? 500 : 80 + (840 * i) / (edges.length - 1);
      [places[u], places[v]] = [{ x, y: 150 }, { x, y: 850 }];
    });
    return places;
  }
  const hub = n > 3 ? all.find((v) => around[v].size === n - 1) : undefined;
  const rim = all.filter((v) => v !== hub);
  const isStar = edges.length === n - 1;
  const isWheel = n > 4 && edges.length === 2 * (n - 1) && rim.every((v) => around[v].size === 3);
  if (hub !== undefined && (isStar || isWheel)) {
    const inside = around.map((set) => new Set([...set].filter((v) => v !== hub)));
    const order = isStar ? rim : walk(inside, rim[0]);
    if (order.length === n - 1) {
      circle(n - 1).forEach((place, i) => (places[order[i]] = place));
      places[hub] = { x: 500, y: 500 };
      return places;
    }
  }
  const left = all.filter((v) => v === 0 || !around[0]?.has(v));
  const right = all.filter((v) => !left.includes(v));
  const isBipartite = edges.length === left.length * right.length && edges.every(([u, v]) => left.includes(u) !== left.includes(v));
  if (isBipartite && left.length > 1 && right.length > 1 && n > 4) {
    row(left, 150, places);
    row(right, 850, places);
    return places;
  }
  return circle(n);
}
