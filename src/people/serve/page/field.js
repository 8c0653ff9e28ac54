// A board without vertices: cells or points in the places that the proof's drawing has, to be chosen by mouse, finger or
// keys.

import { shape } from "./svg.js";

/** Pixels of a cell that fingers hit, and of the largest one. */
const FINGER = 40, LARGEST = 88;
/** The same for screens of four thousand pixels without a scale of their own. */
const enlarged = () => (matchMedia("(min-width: 2400px)").matches ? 1.6 : 1);
/** Distances in cells: from layer to layer, and below a layer for its name. */
const BETWEEN = 0.5, CAPTION = 0.55;
/** What hexagons and their sides reach beyond their rows, above and below, in cells. */
const BEYOND = 0.15;
/** Pixels around the board. */
const MARGIN = 8;

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** What is shown of a name: all before its place, as in `centre@3:4`. */
export const label = (name) => name.replace(/(?<=.)@\d{1,3}:\d{1,3}$/, "");

/** The corners of a hexagon, from that to the right and below on, clockwise. */
function hexagon(width) {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI * (2 * i + 1)) / 6;
    return [Math.cos(angle), Math.sin(angle)].map((part) => (part * width) / Math.sqrt(3));
  });
}

export class Field {
  /** `on.chosen(name)`: an element was chosen. `on.near(name)`: the pointer is on this one, or on none. */
  constructor(svg, on) {
    this.svg = svg;
    this.on = on;
    this.about = null;
    this.current = 0;
    this.layers = Object.fromEntries(["lines", "cells", "captions"].map((name) => [name, shape("g", { class: name }, svg)]));
    const elementOf = (event) => event.target.closest?.(".cell")?.dataset.element;
    svg.addEventListener("click", (event) => elementOf(event) && this.choose(Number(elementOf(event))));
    svg.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.point(this.names[elementOf(event)] ?? null));
    svg.addEventListener("pointerleave", () => this.point(null));
    svg.addEventListener("focusin", (event) => (this.current = Number(elementOf(event) ?? this.current)));
    svg.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.about && this.fit()).observe(svg.parentElement);
    addEventListener("resize", () => this.about && this.fit());
  }

  get names() {
    return this.about?.elements ?? [];
  }

  /** Shows a position: the stones in their order, the elements that decide the game, and of each element that can be
   * taken its tone and its words. */
  show(about, { stones, decides, last, choices }) {
    if (about !== this.about) {
      this.about = about;
      this.current = 0;
      this.fitted = null;
    }
    this.fit();
    this.stand();
    this.svg.setAttribute("aria-label", `Board of ${this.names.length} elements, ${stones.length} taken`);
    const colours = new Map(stones.map(({ element, colour }) => [element, colour]));
    [...this.layers.cells.children].forEach((cell, element) => {
      const colour = colours.get(element);
      const choice = choices.get(element);
      const isDeciding = decides.includes(element);
      const kinds = {
        [`colour-${colour}`]: colour !== undefined,
        open: choice,
        [choice?.tone]: choice?.tone,
        last: element === last,
        decides: isDeciding,
        beside: decides.length && colour !== undefined && !isDeciding,
      };
      cell.setAttribute("class", ["cell", ...Object.keys(kinds).filter((kind) => kinds[kind])].join(" "));
      const words = [
        colour === undefined ? "free" : about.colours[colour],
        choice?.words,
        element === last && "the last move",
        isDeciding && "decides the game",
      ];
      cell.setAttribute("aria-label", `${label(this.names[element])}: ${words.filter(Boolean).join(", ")}`);
      cell.setAttribute("aria-disabled", !choice);
      cell.setAttribute("tabindex", element === this.current ? 0 : -1);
    });
  }

  /** Highlights an element, such as that of the move under the pointer in the list. */
  point(name) {
    if (name === this.near) return;
    this.near = name;
    [...this.layers.cells.children].forEach((cell, element) => cell.toggleAttribute("data-near", this.names[element] === name));
    this.on.near(name);
  }

  focus() {
    this.go(this.current);
  }

  // Places

  /** Rows and columns of layers, and pixels of a cell: as few rows as leave cells that fingers hit, else what makes
   * cells the largest. Points may be turned to make them larger. */
  arranged(width, height) {
    const { drawing } = this.about;
    const count = Math.max(0, ...(drawing.layers ?? [])) + 1;
    const turns = drawing.shape === "circle" && count === 1 ? [false, true] : [false];
    const all = turns.flatMap((isTurned) => {
      const beyond = drawing.shape === "hexagon" ? 2 * BEYOND : 0;
      const span = (side) => Math.max(...drawing.places.map((place) => place[isTurned ? 1 - side : side])) / 1000 + 1;
      return Array.from({ length: count }, (_, i) => i + 1)
        .filter((columns) => count % columns === 0)
        .map((columns) => {
          const [w, h] = [span(0), span(1) + (count > 1 ? CAPTION : 0) + beyond];
          const rows = count / columns;
          const across = width / (columns * w + (columns - 1) * BETWEEN);
          const down = height / (rows * h + (rows - 1) * BETWEEN);
          return { isTurned, columns, rows, w, h, unit: Math.min(LARGEST * enlarged(), Math.max(Math.min(across, down), Math.min(across, FINGER))) };
        });
    });
    const byRows = all.sort((one, other) => one.isTurned - other.isTurned || one.rows - other.rows);
    return byRows.find(({ unit }) => unit >= FINGER) ?? byRows.reduce((best, each) => (each.unit > best.unit ? each : best));
  }

  /** Draws the board as large as the page has room. */
  fit() {
    const width = this.svg.parentElement.clientWidth;
    const isNarrow = matchMedia("(max-width: 560px)").matches;
    const height = isNarrow ? 0.76 * innerHeight : Math.max(300, innerHeight - 264);
    if (!width || this.svg.hasAttribute("hidden") || this.fitted === `${width} ${height}`) return;
    this.fitted = `${width} ${height}`;
    const { isTurned, columns, rows, w, h, unit } = this.arranged(width - 2 * MARGIN, height - 2 * MARGIN);
    const left = (width - unit * (columns * w + (columns - 1) * BETWEEN)) / 2;
    const corner = (layer) => [left + unit * (layer % columns) * (w + BETWEEN), MARGIN + unit * Math.floor(layer / columns) * (h + BETWEEN)];
    const { places, layers, shape: form } = this.about.drawing;
    const above = 0.5 + (form === "hexagon" ? BEYOND : 0);
    this.unit = unit;
    this.places = places.map((place, element) => {
      const [x, y] = corner(layers?.[element] ?? 0);
      const [right, down] = isTurned ? [place[1], place[0]] : place;
      return [x + unit * (right / 1000 + 0.5), y + unit * (down / 1000 + above)];
    });
    const whole = Math.ceil(2 * MARGIN + unit * (rows * h + (rows - 1) * BETWEEN));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${whole}`);
    this.isTall = whole > innerHeight - 60;
    this.stand();
    this.draw(corner, w, h);
  }

  /** What is higher than the screen must not stay while the rest is scrolled. */
  stand() {
    this.svg.closest(".stage").classList.toggle("tall", this.isTall);
  }

  draw(corner, w, h) {
    const { lines, cells, captions } = this.layers;
    const { drawing } = this.about;
    const { unit } = this;
    const before = [...cells.children];
    const hadFocus = cells.contains(document.activeElement);
    for (const layer of [lines, captions]) layer.replaceChildren();
    for (const [u, v] of drawing.edges ?? []) {
      const [[x1, y1], [x2, y2]] = [this.places[u], this.places[v]];
      shape("line", { x1, y1, x2, y2 }, lines);
    }
    if (drawing.shape === "hexagon") this.sides();
    const size = Math.min(14 * enlarged(), unit * 0.28);
    const last = Math.max(-1, ...(drawing.layers ?? []));
    for (let layer = 0; layer <= last; layer++) {
      const [x, y] = corner(layer);
      const name = this.names[drawing.layers.indexOf(layer)];
      shape("text", { x: x + (unit * w) / 2, y: y + unit * (h - CAPTION / 2), "font-size": Math.max(13, size), "aria-hidden": true }, captions, `layer ${name.slice(0, -2)}`);
    }
    cells.replaceChildren(
      ...this.names.map((name, element) => {
        const cell = shape("g", { role: "button", transform: `translate(${this.places[element].map((at) => at.toFixed(1)).join(" ")})` });
        // What a cell was is kept where only its size is another.
        for (const kept of ["class", "aria-label", "aria-disabled", "tabindex"]) {
          if (before.length === this.names.length) cell.setAttribute(kept, before[element].getAttribute(kept));
        }
        cell.dataset.element = element;
        shape("circle", { class: "reach", r: unit / 2 }, cell);
        this.body(cell, unit - 3);
        const text = label(name);
        shape("text", { class: "name", "font-size": size }, cell, text.length * size * 0.6 <= unit * 0.86 ? text : "");
        shape("circle", { class: "hint", r: unit * 0.06, cy: unit * 0.3 }, cell);
        const arm = unit * (drawing.shape === "square" ? 0.25 : 0.2);
        shape("path", { class: "cross", d: `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`, "stroke-width": unit * 0.1 }, cell);
        shape("circle", { class: "ring", r: arm * 1.15, "stroke-width": unit * 0.09 }, cell);
        return cell;
      }),
    );
    if (hadFocus) this.focus();
  }

  /** In Hex, the sides that the first player joins, left and right, and those of the second one. */
  sides() {
    const { places } = this.about.drawing;
    const bottom = Math.max(...places.map(([, y]) => y));
    // A row begins half a step to the right of the one above.
    const columns = places.map(([x, y]) => x - y / 1.732);
    const right = Math.max(...columns);
    const corners = hexagon(this.unit);
    places.forEach(([, y], element) => {
      const line = (from, colour) => {
        const points = [0, 1, 2].map((step) => corners[(from + step) % 6].map((part, side) => (part + this.places[element][side]).toFixed(1)));
        shape("polyline", { points: points.map((point) => point.join(",")).join(" "), class: `side-${colour}` }, this.layers.lines);
      };
      if (columns[element] < 100) line(1, 0);
      if (columns[element] > right - 100) line(4, 0);
      if (y === 0) line(3, 1);
      if (y === bottom) line(0, 1);
    });
  }

  /** The outline of an element. */
  body(cell, size) {
    const { shape: form } = this.about.drawing;
    if (form === "circle") return shape("circle", { class: "body", r: size * 0.42 }, cell);
    if (form === "square") return shape("rect", { class: "body", x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.1 }, cell);
    const corners = hexagon(size).map((corner) => corner.map((part) => part.toFixed(1)).join(","));
    return shape("polygon", { class: "body", points: corners.join(" ") }, cell);
  }

  // Controls

  choose(element) {
    this.go(element);
    this.on.chosen(this.names[element]);
  }

  go(element) {
    this.current = element;
    [...this.layers.cells.children].forEach((cell, i) => cell.setAttribute("tabindex", i === element ? 0 : -1));
    this.layers.cells.children[element]?.focus({ preventScroll: false });
  }

  /** The nearest element in a direction; this one where there is none. */
  neighbour([right, down]) {
    const [x, y] = this.places[this.current];
    let best = this.current, least = Infinity;
    this.places.forEach(([otherX, otherY], element) => {
      const [dx, dy] = [otherX - x, otherY - y];
      const along = dx * right + dy * down;
      const aside = dx * down - dy * right;
      if (along < this.unit * 0.2 || Math.abs(aside) > along) return;
      // Of two rows of hexagons the same column is the nearer one.
      const far = along + 1.5 * Math.abs(aside) - 0.01 * aside;
      if (far < least) [best, least] = [element, far];
    });
    return best;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) this.go(this.neighbour(ARROWS[event.key]));
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.names.length - 1);
    else if (event.key === "Enter" || event.key === " ") this.choose(this.current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
