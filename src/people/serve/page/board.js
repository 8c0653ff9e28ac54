// The drawing: an SVG with vertices that can be dragged, chosen and joined.

import { pairName } from "./graph.js";
import { shape } from "./svg.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Distance of a point from the segment between two others. */
function distance(p, a, b) {
  const dx = b.x - a.x, dy = b.y - a.y;
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

export class Board {
  /** `on.pair(u, v)`: the user joins two vertices. `on.near(name)`: the pointer is near this non-edge, or near none.
   * `on.dragged()`: a vertex was put elsewhere. */
  constructor(svg, on) {
    this.svg = svg;
    this.on = on;
    this.places = [];
    this.board = { n: 0, edges: [] };
    this.candidates = new Map();
    this.witness = [];
    this.marks = { decides: [], threats: [] };
    this.chosen = null;
    /** The names of edges that are chosen for a move, and of those of the move that is pointed at besides `near`. */
    this.selected = [];
    this.beside = [];
    this.current = 0;
    this.layers = Object.fromEntries(
      ["areas", "candidates", "halo", "edges", "selected", "witness", "ghost", "vertices"].map((name) => [name, shape("g", { class: name }, svg)]),
    );
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => (this.held = null));
    svg.addEventListener("pointerleave", () => this.point(null));
    svg.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(svg);
  }

  /** Draws `board` ({n, edges}, perhaps `used`: how many vertices are not fresh, and `offer`: pairs that are offered); `candidates` are {name, u, v,
   * tone}; `last` are the names of the edges just made. `marks` are names of edges: those that decide the game, and
   * threats. */
  show(board, candidates, last, marks = { decides: [], threats: [] }) {
    if (board.n !== this.board.n) {
      this.current = 0;
      this.places.length = 0;
    }
    this.board = board;
    this.marks = marks;
    this.candidates = new Map(candidates.map((candidate) => [candidate.name, candidate]));
    this.last = last;
    this.witness = [];
    this.chosen = null;
    this.near = null;
    this.beside = [];
    this.draw();
  }

  /** Shows the edges of what a move would complete; missing ones are dashed. */
  blame(witness) {
    this.witness = witness;
    this.draw();
  }

  /** Moves the vertices to `places`, also one that is being dragged. */
  go(places) {
    cancelAnimationFrame(this.frame);
    const from = this.places.length === places.length ? this.places : places;
    const begin = performance.now();
    const step = (now) => {
      const t = calm.matches ? 1 : Math.min(1, (now - begin) / 380);
      const ease = t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
      this.places = places.map((to, i) => ({
        x: from[i].x + (to.x - from[i].x) * ease,
        y: from[i].y + (to.y - from[i].y) * ease,
      }));
      this.draw();
      if (t < 1) this.frame = requestAnimationFrame(step);
    };
    if (from === places) {
      this.places = places;
      this.draw();
    } else step(begin);
  }

  /** Shows edges as chosen for a move. */
  select(names) {
    this.selected = names;
    this.draw();
  }

  /** Highlights a non-edge, such as that of the move under the pointer or the keyboard; `beside` are other edges of that move. */
  point(name, beside = []) {
    if (name === this.near && beside.length === this.beside.length) return;
    this.near = name;
    this.beside = beside;
    this.drawLines();
    this.on.near(name);
  }

  focus() {
    this.layers.vertices.children[this.current]?.focus();
  }

  get unit() {
    const { width, height } = this.svg.getBoundingClientRect();
    return 1000 / Math.max(Math.min(width, height), 1);
  }

  /** What a picture shows: {n, used, places, edges}; each edge has a `rank`: `decides` the game, `beside` those that do, is
   * the `last` move's, or none. */
  get drawn() {
    const { n, used = n, offer = [] } = this.board;
    const { decides } = this.marks;
    const rankOf = (name) => (decides.includes(name) ? "decides" : decides.length ? "beside" : this.last?.includes(name) ? "last" : "");
    const offered = offer.map(([u, v]) => ({ u, v, colour: "pending" }));
    const edges = [...this.board.edges, ...offered].map((edge) => ({ ...edge, rank: rankOf(pairName(edge.u, edge.v)) }));
    return { n, used, places: this.places, edges };
  }

  isEdge(u, v) {
    return this.board.edges.some((edge) => pairName(edge.u, edge.v) === pairName(u, v));
  }

  // Drawing

  draw() {
    if (this.places.length !== this.board.n) return;
    this.drawLines();
    const { vertices } = this.layers;
    const radius = Math.max(22, Math.min(34, 13 * this.unit));
    while (vertices.children.length > this.board.n) vertices.lastChild.remove();
    while (vertices.children.length < this.board.n) {
      const vertex = shape("g", { class: "vertex", role: "button" }, vertices);
      shape("circle", { class: "reach" }, vertex);
      shape("circle", { class: "ring" }, vertex);
      shape("circle", { class: "dot" }, vertex);
      shape("text", {}, vertex);
    }
    this.places.forEach(({ x, y }, v) => {
      const vertex = vertices.children[v];
      const [reach, ring, dot, text] = vertex.children;
      const ends = (pairs) => pairs.flatMap(([a, b]) => (a === v ? [b] : b === v ? [a] : []));
      const joined = ends(this.board.edges.map(({ u, v }) => [u, v]));
      const offered = ends(this.board.offer ?? []);
      const selected = ends(this.selected.map((name) => name.split("-").map(Number)));
      const more = [offered.length ? `, offered ${offered.join(", ")}` : "", selected.length ? `, chosen ${selected.join(", ")}` : ""].join("");
      vertex.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      vertex.setAttribute("aria-label", `vertex ${v}, ${joined.length ? `joined to ${joined.join(", ")}` : "not joined"}${more}`);
      vertex.setAttribute("aria-pressed", this.chosen === v);
      vertex.setAttribute("tabindex", v === this.current ? 0 : -1);
      vertex.dataset.vertex = v;
      vertex.classList.toggle("selected", this.chosen === v);
      vertex.classList.toggle("fresh", v >= (this.board.used ?? this.board.n));
      reach.setAttribute("r", Math.max(radius, 22 * this.unit));
      ring.setAttribute("r", radius + 9);
      dot.setAttribute("r", radius);
      text.setAttribute("font-size", radius * 0.98);
      text.textContent = v;
    });
    const more = this.selected.length ? `, ${this.selected.length} chosen` : "";
    this.svg.setAttribute("aria-label", `Board of ${this.board.n} vertices with ${this.board.edges.length} edges${more}`);
  }

  drawLines() {
    const { areas, candidates, halo, edges, selected, witness, ghost } = this.layers;
    if (this.places.length !== this.board.n) return;
    for (const layer of [areas, candidates, halo, edges, selected, witness, ghost]) layer.replaceChildren();
    const line = (u, v, css, layer) => {
      const [a, b] = [this.places[u], this.places[v]];
      const ends = { x1: a.x.toFixed(1), y1: a.y.toFixed(1), x2: b.x.toFixed(1), y2: b.y.toFixed(1) };
      return shape("line", { ...ends, class: css, "data-edge": pairName(u, v) }, layer);
    };
    const moves = [...this.candidates.values()];
    const dense = moves.length > 40 ? " dense" : "";
    const many = moves.filter(({ tone }) => tone === "wins").length > 12 ? " many" : "";
    // The best are given first, and drawn last.
    for (const { name, u, v, tone } of moves.reverse()) {
      if (tone !== "hidden" || name === this.near) {
        line(u, v, `candidate ${tone === "hidden" ? "unknown" : tone}${dense}${many}${name === this.near ? " near" : ""}`, candidates);
      }
    }
    const { decides, threats } = this.marks;
    for (const name of threats) line(...name.split("-").map(Number), "threat", candidates);
    for (const { u, v, colour, rank } of this.drawn.edges) {
      if (rank === "decides") line(u, v, "halo decides", halo);
      else if (this.last?.includes(pairName(u, v))) line(u, v, "halo", halo);
      line(u, v, ["edge", colour, rank].filter(Boolean).join(" "), edges);
    }
    for (const name of this.selected) {
      const [u, v] = name.split("-").map(Number);
      line(u, v, "selected", selected);
      line(u, v, "selected core", selected);
    }
    for (const name of [this.near, ...this.beside]) {
      if (!name || this.candidates.has(name)) continue;
      const [u, v] = name.split("-").map(Number);
      line(u, v, "ghost", ghost);
    }
    const whole = this.witness.length ? this.witness : decides.map((name) => name.split("-").map(Number));
    if (whole.length === 3) {
      const corners = [...new Set(whole.flat())].map((v) => this.places[v]);
      if (corners.length === 3) shape("polygon", { points: corners.map(({ x, y }) => `${x},${y}`).join(" "), class: "witness-area" }, areas);
    }
    for (const [u, v] of this.witness) line(u, v, this.isEdge(u, v) ? "witness" : "witness missing", witness);
  }

  // Controls

  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  vertexAt(point) {
    const reach = Math.max(34, 22 * this.unit);
    let best = null, least = reach;
    this.places.forEach((place, v) => {
      const far = Math.hypot(place.x - point.x, place.y - point.y);
      if (far <= least) [best, least] = [v, far];
    });
    return best;
  }

  /** The pair without an edge whose line is nearest to the point, if it is near. */
  pairAt(point) {
    let best = null, least = 13 * this.unit;
    for (let v = 1; v < this.board.n; v++) {
      for (let u = 0; u < v; u++) {
        if (this.isEdge(u, v)) continue;
        // Legal moves are easier to hit.
        const far = distance(point, this.places[u], this.places[v]) + (this.candidates.has(pairName(u, v)) ? 0 : 4 * this.unit);
        if (far < least) [best, least] = [pairName(u, v), far];
      }
    }
    return best;
  }

  down(event) {
    if (event.button) return;
    const point = this.at(event), vertex = this.vertexAt(point);
    this.held = { point, vertex, pair: vertex === null ? this.pairAt(point) : null, far: false };
    if (vertex !== null) this.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    const point = this.at(event);
    if (this.held && this.held.vertex !== null) {
      const { held } = this;
      held.far ||= Math.hypot(point.x - held.point.x, point.y - held.point.y) > 6 * this.unit;
      if (!held.far) return;
      event.preventDefault();
      cancelAnimationFrame(this.frame);
      this.svg.classList.add("dragging");
      const inside = (t) => Math.max(30, Math.min(970, t));
      this.places = this.places.with(held.vertex, { x: inside(point.x), y: inside(point.y) });
      this.draw();
      return;
    }
    if (event.pointerType === "touch") return;
    const pair = this.vertexAt(point) === null ? this.pairAt(point) : null;
    this.svg.classList.toggle("pointing", pair !== null);
    this.point(pair);
  }

  up(event) {
    const { held } = this;
    this.held = null;
    this.svg.classList.remove("dragging");
    if (!held) return;
    if (held.far) return this.on.dragged();
    if (held.vertex !== null) return this.choose(held.vertex);
    const pair = this.pairAt(this.at(event));
    if (pair !== null && pair === held.pair) return this.on.pair(...pair.split("-").map(Number));
    this.choose(null);
  }

  choose(vertex) {
    const first = this.chosen;
    this.chosen = null;
    if (vertex !== null) this.current = vertex;
    if (vertex === null || first === vertex) return this.draw();
    if (first === null) {
      this.chosen = vertex;
      return this.draw();
    }
    this.draw();
    this.on.pair(first, vertex);
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      this.current = (this.current + step + this.board.n) % this.board.n;
      this.draw();
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") this.choose(this.current);
    else if (event.key === "Escape") this.choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
