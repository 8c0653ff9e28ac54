// The places of the vertices on the board: layouts to choose from, shaking, and vertices that were dragged.

import { pairName } from "./graph.js";
import { circle, shuffled, sides, springs } from "./layout.js";

const buttons = () => document.querySelectorAll("[data-layout]");

export class Layouts {
  constructor(board) {
    this.board = board;
    this.layout = "circle";
    this.reset();
    for (const button of buttons()) button.addEventListener("click", () => this.choose(button.dataset.layout));
  }

  /** Forgets where the vertices were. */
  reset() {
    this.slots = this.arranged = null;
  }

  /** Moves the vertices of {n, edges} to the places of the layout, on a circle with room for `room`; `isShaken`: to other places of
   * it. */
  arrange(graph, room = graph.n, isShaken = false) {
    const { n, edges } = graph;
    this.graph = graph;
    this.room = room;
    const isFresh = this.board.places.length !== n;
    const now = `${this.layout} ${n} ${edges.map(({ u, v }) => pairName(u, v))}`;
    if (!isFresh && this.arranged === now) return;
    this.arranged = now;
    if (this.layout === "free" && !isFresh) return;
    if (this.slots?.length !== room) this.slots = circle(room);
    if (this.layout === "springs") this.board.go(springs(n, edges, isFresh ? circle(room).slice(0, n) : this.board.places));
    else if (this.layout === "sides") this.board.go(sides(n, edges));
    else {
      if (isShaken) this.slots = shuffled(this.slots);
      this.board.go(this.slots.slice(0, n));
    }
  }

  choose(layout) {
    this.use(layout);
    this.reset();
    if (this.graph) this.arrange(this.graph, this.room);
  }

  /** The layout after this one. */
  next() {
    const names = [...buttons()].map((button) => button.dataset.layout);
    this.choose(names[(names.indexOf(this.layout) + 1) % names.length]);
  }

  shake() {
    if (this.layout === "circle") {
      this.slots = shuffled(this.slots);
      return this.board.go(this.slots.slice(0, this.graph.n));
    }
    this.board.go(shuffled(this.board.places));
    return this.use("free");
  }

  use(layout) {
    this.layout = layout;
    for (const button of buttons()) button.setAttribute("aria-pressed", button.dataset.layout === layout);
  }
}
