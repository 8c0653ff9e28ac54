// The edges chosen for a move of several, such as an offer: one after the other on the board, until the person makes the move.

import { pairName, pairText } from "./graph.js";
import { plural, say } from "./messages.js";

const byId = (id) => document.getElementById(id);
const VERBS = { add: "Colour", offer: "Offer", choose: "Keep" };

/** What a button makes of so many chosen edges. */
function words({ deed, least, most }, count) {
  const verb = VERBS[deed];
  if (count >= least && count > 0) return `${verb} ${count === 1 ? "this edge" : `these ${count} edges`}`;
  const all = least === most ? plural(most, "edge") : deed === "offer" ? `1 to ${plural(most, "edge")}` : `${plural(least, "edge")} or more`;
  return count ? `${verb} ${count} of ${all}` : `${verb} ${all}`;
}

export class Selection {
  /** `on.changed(names)`: these edges are chosen; `on.make(edges)`: the person makes the move; `on.leave()`: the button that has been
   * pressed cannot be any more. */
  constructor(on) {
    this.on = on;
    this.place = this.demand = null;
    this.edges = [];
    byId("make").addEventListener("click", () => this.make());
    byId("unchoose").addEventListener("click", () => {
      this.take([]);
      say("No edge is chosen.");
      this.on.leave();
    });
  }

  /** Shows a place in a game that demands `demand`, or null where there is nothing to choose; at another place nothing is chosen. */
  begin(place, demand) {
    const isSame = place === this.place && (demand === null) === (this.demand === null);
    byId("selection").hidden = demand === null;
    [this.place, this.demand] = [place, demand];
    if (!isSame) this.take([]);
  }

  /** Chooses an edge, or takes it back; says so, or why not. `isTaken`: it is on the board already. */
  toggle(u, v, isTaken) {
    const { deed, most, offer = [] } = this.demand;
    const name = pairName(u, v), text = pairText(u, v);
    const rest = this.edges.filter((edge) => pairName(...edge) !== name);
    if (rest.length < this.edges.length) {
      this.take(rest);
      return say(`${text} taken back, ${plural(rest.length, "edge")} chosen.`);
    }
    if (deed === "choose" && !offer.some((edge) => pairName(...edge) === name)) return say(`${text} is not offered.`, true);
    if (isTaken) return say(`${text} is already there.`, true);
    if (rest.length === most) return say(`${plural(most, "edge")} ${most === 1 ? "is" : "are"} chosen already: take one back first.`, true);
    this.take([...rest, [u, v]]);
    return say(`${text} chosen: ${words(this.demand, this.edges.length)}.`);
  }

  take(edges) {
    this.edges = edges;
    const names = edges.map((edge) => pairName(...edge));
    if (this.demand) {
      byId("make").textContent = words(this.demand, edges.length);
      byId("make").disabled = !this.isEnough;
      byId("unchoose").disabled = edges.length === 0;
      byId("chosen").textContent = edges.length ? edges.map((edge) => pairText(...edge)).join(", ") : "";
    }
    this.on.changed(names);
  }

  get isEnough() {
    return this.demand !== null && this.edges.length >= Math.max(this.demand.least, 1);
  }

  make() {
    if (!this.isEnough) return;
    if (document.activeElement === byId("make")) this.on.leave();
    this.on.make(this.edges);
  }
}
