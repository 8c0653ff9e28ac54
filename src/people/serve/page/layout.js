// The places of vertices in a square of side 1000. Every layout gives the same places for the same graph.

const MIDDLE = 500;

export function circle(n, radius = 420) {
  if (n === 1) return [{ x: MIDDLE, y: MIDDLE }];
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n - Math.PI / 2;
    return { x: MIDDLE + radius * Math.cos(angle), y: MIDDLE + radius * Math.sin(angle) };
  });
}

/** The classes of a two-colouring left and right, isolated vertices in the middle below; where there is an odd cycle
 * its last vertices go where fewer neighbours are. */
export function sides(n, edges) {
  const neighbours = neighboursOf(n, edges);
  const side = Array(n).fill(null);
  for (let first = 0; first < n; first++) {
    if (side[first] !== null || !neighbours[first].length) continue;
    side[first] = 0;
    const queue = [first];
    while (queue.length) {
      const u = queue.shift();
      for (const v of neighbours[u]) {
        if (side[v] !== null) continue;
        const at = [0, 1].map((s) => neighbours[v].filter((w) => side[w] === s).length);
        side[v] = at[0] > at[1] ? 1 : 0;
        queue.push(v);
      }
    }
  }
  const groups = [[], [], []];
  side.forEach((s, v) => groups[s ?? 2].push(v));
  // Each column in the order of its neighbours' places, so that fewer edges cross.
  for (let round = 0; round < 4; round++) {
    for (const column of [1, 0]) {
      const other = groups[1 - column];
      const mean = (v) => {
        const places = neighbours[v].map((w) => other.indexOf(w)).filter((i) => i >= 0);
        return places.length ? places.reduce((a, b) => a + b, 0) / places.length : 0;
      };
      groups[column].sort((a, b) => mean(a) - mean(b) || a - b);
    }
  }
  const places = Array(n);
  const alone = groups[2].length;
  const bottom = alone ? 790 : 920;
  for (const [column, x] of [[0, 220], [1, 780]]) {
    const { length } = groups[column];
    groups[column].forEach((v, i) => {
      // A slight curve, so that edges inside a column are visible.
      const t = length === 1 ? 0.5 : i / (length - 1);
      const bow = 70 * Math.sin(Math.PI * t) * (column ? 1 : -1);
      places[v] = { x: x + bow, y: 80 + (bottom - 80) * t };
    });
  }
  groups[2].forEach((v, i) => {
    places[v] = { x: alone === 1 ? MIDDLE : 110 + (780 * i) / (alone - 1), y: groups[0].length ? 930 : MIDDLE };
  });
  if (!groups[0].length) return circle(n);
  return places;
}

/** Springs along edges, repulsion between all vertices, from `start`. */
export function springs(n, edges, start) {
  const places = start.map(({ x, y }, i) => ({ x: x + Math.cos(i) * 3, y: y + Math.sin(i * 2) * 3 }));
  const ideal = 820 / Math.sqrt(n + 1);
  const part = partsOf(n, edges);
  for (let step = 0; step < 400; step++) {
    const heat = 60 * (1 - step / 400) + 0.5;
    const push = places.map(({ x, y }) => ({ x: (MIDDLE - x) * 0.5, y: (MIDDLE - y) * 0.5 }));
    const add = (i, j, force, dx, dy) => {
      push[i].x += dx * force;
      push[i].y += dy * force;
      push[j].x -= dx * force;
      push[j].y -= dy * force;
    };
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        const dx = places[i].x - places[j].x, dy = places[i].y - places[j].y;
        const distance = Math.max(Math.hypot(dx, dy), 1);
        // Vertices not joined by a path may come closer, so that parts have room to spread.
        add(i, j, ((part[i] === part[j] ? 1 : 0.45) * ideal * ideal) / (distance * distance), dx, dy);
      }
    }
    for (const { u, v } of edges) {
      const dx = places[u].x - places[v].x, dy = places[u].y - places[v].y;
      add(u, v, -Math.hypot(dx, dy) / ideal, dx, dy);
    }
    for (let i = 0; i < n; i++) {
      const length = Math.max(Math.hypot(push[i].x, push[i].y), 0.01);
      const far = Math.min(length, heat) / length;
      places[i].x += push[i].x * far;
      places[i].y += push[i].y * far;
    }
  }
  return fitted(places);
}

/** A number for each vertex, the same for vertices joined by a path. */
function partsOf(n, edges) {
  const part = Array.from({ length: n }, (_, i) => i);
  for (let round = 0; round < n; round++) {
    for (const { u, v } of edges) part[u] = part[v] = Math.min(part[u], part[v]);
  }
  return part;
}

/** Moves and scales the places into the square. */
function fitted(places) {
  const xs = places.map((p) => p.x), ys = places.map((p) => p.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(840 / Math.max(right - left, bottom - top, 1), 3);
  return places.map(({ x, y }) => ({
    x: MIDDLE + (x - (left + right) / 2) * scale,
    y: MIDDLE + (y - (top + bottom) / 2) * scale,
  }));
}

function neighboursOf(n, edges) {
  const neighbours = Array.from({ length: n }, () => []);
  for (const { u, v } of edges) {
    neighbours[u].push(v);
    neighbours[v].push(u);
  }
  return neighbours;
}

/** The places in another order; no vertex keeps its place if there are at least two. */
export function shuffled(places) {
  const order = places.map((_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    // Sattolo: one cycle through all.
    const j = Math.floor(Math.random() * i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order.map((i) => places[i]);
}
