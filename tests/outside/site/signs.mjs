// The signs of small graphs, drawn by the page's script in several numberings of their vertices: the same picture each
// time, as people draw it.
//
//   node signs.mjs SITE

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { sign } = await import(pathToFileURL(resolve(process.argv[2], "js/signs.js")));

const GRAPHS = {
  bowtie: "0-1 0-2 1-2 2-3 2-4 3-4",
  house: "0-1 1-2 2-3 0-3 0-4 1-4",
  bull: "0-1 0-2 1-2 1-3 2-4",
  paw: "0-1 0-2 1-2 2-3",
  diamond: "0-1 0-2 1-2 1-3 2-3",
  C4: "0-1 1-2 2-3 0-3",
  K4: "0-1 1-2 2-3 0-3 0-2 1-3",
  claw: "0-1 0-2 0-3",
  W4: "0-1 1-2 2-3 0-3 0-4 1-4 2-4 3-4",
  W5: "0-1 1-2 2-3 3-4 0-4 0-5 1-5 2-5 3-5 4-5",
  P5: "0-1 1-2 2-3 3-4",
  "2K2": "0-1 2-3",
  Q3: "0-1 1-2 2-3 0-3 0-4 1-5 2-6 3-7 4-5 5-6 6-7 4-7",
  petersen: "0-1 1-2 2-3 3-4 0-4 0-5 1-6 2-7 3-8 4-9 5-7 7-9 6-9 6-8 5-8",
  "K3,3": "0-3 0-4 0-5 1-3 1-4 1-5 2-3 2-4 2-5",
};
// How many pairs of edges without a common end cross, as people draw them.
const CROSSINGS = { K4: 1, Q3: 2, petersen: 5, "K3,3": 9 };

const side = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
const cross = (a, b, c, d) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

let drawn = 0;
for (const [name, text] of Object.entries(GRAPHS)) {
  const edges = text.split(" ").map((edge) => edge.split("-").map(Number));
  const n = 1 + Math.max(...edges.flat());
  const pictures = new Set();
  for (let turn = 0; turn < n; turn++) {
    // Each step is prime to n, so that this is another numbering.
    const step = n === 10 ? 3 : n === 8 ? 5 : n === 6 ? 5 : n === 4 ? 3 : 2;
    const other = (v) => (v * (turn % 2 ? step : 1) + turn) % n;
    const renamed = edges.map((edge) => edge.map(other));
    const places = sign(n, renamed);
    const inside = places.length === n && places.every(({ x, y }) => x > 40 && x < 960 && y > 40 && y < 960);
    if (!inside) throw new Error(`${name}: ${JSON.stringify(places)}`);
    const apart = places.every((a, i) => places.every((b, j) => i === j || Math.hypot(a.x - b.x, a.y - b.y) > 130));
    if (!apart) throw new Error(`${name}: two vertices touch`);
    const lines = renamed.map(([u, v]) => [places[u], places[v]]);
    const pairs = lines.flatMap((one, i) => lines.slice(i + 1).map((two) => [...one, ...two]));
    const crossings = pairs.filter((four) => cross(...four)).length;
    if (crossings !== (CROSSINGS[name] ?? 0)) throw new Error(`${name}: ${crossings} crossings`);
    pictures.add(lines.map((line) => line.map(({ x, y }) => `${x.toFixed()},${y.toFixed()}`).sort().join("-")).sort().join(" "));
    drawn++;
  }
  if (pictures.size !== 1) throw new Error(`${name} has ${pictures.size} pictures`);
}
console.log(drawn);
