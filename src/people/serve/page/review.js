// The review of a game: who was winning after each move, and the moves that gave it away.

import { edgesText, pairText } from "./graph.js";
import { element, unbroken } from "./panel.js";

const byId = (id) => document.getElementById(id);
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 104, 58, 10, 14, 26];
/** Moves that would have been better are named up to this number. */
const NAMED = 4;

/** What a place in the game is worth to the first player: 1 for a win, 0 for a tie, -1 for a loss; null if nobody knows. */
function worthAt(game, at) {
  const { value } = game.past[at];
  if (value === undefined) return null;
  return value === "T" ? 0 : (value === "N") === game.isFirstAt(at) ? 1 : -1;
}

/** The players, the first one first. */
const players = (game) => (game.description.colours ? ["Red", "Green"] : ["First", "Second"]);

const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words[0]);

/** The moves after which their players were worse off than they need have been: {at, worth, kept}, where `kept` are the better
 * moves. */
export function mistakes(game) {
  return game.past.slice(1).flatMap((_, i) => {
    const sign = game.isFirstAt(i) ? 1 : -1;
    const [before, after] = [i, i + 1].map((at) => worthAt(game, at));
    if (before === null || after === null || sign * after >= sign * before) return [];
    const kept = game.past[i].moves.filter(({ value }) => value === (before === 0 ? "T" : "P"));
    return [{ at: i + 1, was: sign * before, is: sign * after, kept }];
  });
}

/** A mistake as a sentence. */
function told(game, { at, was, is, kept }) {
  const edges = game.past[at].edge.map((name) => pairText(...name.split("-").map(Number))).join(" ");
  const who = players(game)[game.isFirstAt(at - 1) ? 0 : 1];
  const lost = was === 0 ? "gave away a tie" : is === 0 ? "turned a win into a tie" : "threw the win away";
  const all = kept.reduce((sum, { equivalent }) => sum + equivalent, 0);
  const some = listed(kept.slice(0, NAMED).map(edgesText));
  const others = all > Math.min(kept.length, NAMED) ? `${some}, or a move like ${kept.length > 1 ? "these" : "it"},` : some;
  return `Move ${at}: ${who} ${lost} with ${edges}. ${others} would have kept it.`;
}

const shape = (svg, name, attributes, text) => {
  const made = document.createElementNS(svg.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

/** Draws who is winning over the moves. */
function draw(svg, game, wrong) {
  const last = game.past.length - 1;
  const x = (at) => (LEFT + ((WIDTH - LEFT - RIGHT) * at) / last).toFixed(1);
  const y = (worth) => (TOP + ((HEIGHT - TOP - BOTTOM) * (1 - worth)) / 2).toFixed(1);
  const worths = game.past.map((_, at) => worthAt(game, at));
  const names = players(game);
  const rows = [[1, names[0]], ...(worths.includes(0) ? [[0, "tie"]] : []), [-1, names[1]]];
  const steps = worths.flatMap((worth, at) => (worth === null ? [] : [`${at && worths[at - 1] !== null ? `H${x(at)}V` : `M${x(at)} `}${y(worth)}`]));
  svg.replaceChildren(
    ...rows.flatMap(([worth, name]) => [
      shape(svg, "line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(worth), y2: y(worth), class: "grid" }),
      shape(svg, "text", { x: LEFT - 8, y: Number(y(worth)) + 4, "text-anchor": "end" }, name),
    ]),
    shape(svg, "path", { d: steps.join(""), class: "p-line" }),
    ...wrong.map(({ at }) => shape(svg, "circle", { cx: x(at), cy: y(worths[at]), r: 4, class: "wrong-dot" })),
    shape(svg, "line", { x1: x(game.at), x2: x(game.at), y1: TOP - 6, y2: HEIGHT - BOTTOM + 6, class: "now" }),
    shape(svg, "text", { x: LEFT, y: HEIGHT - 8, "text-anchor": "middle" }, "0"),
    shape(svg, "text", { x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, `${last} move${last === 1 ? "" : "s"}`),
  );
  const course = worths.map((worth) => ({ 1: names[0], 0: "tie", "-1": names[1] })[worth] ?? "unknown");
  svg.setAttribute("aria-label", `Who wins with best play, from the start on: ${course.join(", ")}`);
}

/** Shows the review where there is a game whose values tell who wins; `walk(at)` goes to a place in it. While values are hidden, only
 * that of a game that has ended. */
export function showReview(game, hints, walk) {
  const isOver = game.past.at(-1).moves?.length === 0;
  const block = byId("review-block");
  block.hidden = game.isScore || game.past.length < 2 || !(hints || isOver);
  if (block.hidden) return;
  const wrong = mistakes(game);
  draw(byId("review-plot"), game, wrong);
  const rows = wrong.map((mistake) => {
    const row = element("li");
    const button = element("button", "", `Show move ${mistake.at}`);
    button.type = "button";
    button.addEventListener("click", () => walk(mistake.at - 1));
    row.append(...unbroken(told(game, mistake)), " ", button);
    return row;
  });
  byId("review").replaceChildren(...rows);
  byId("review-none").hidden = rows.length > 0;
}
