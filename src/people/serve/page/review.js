// The review of a game, drawn and in words: who was winning after each move, and the moves that gave it away.

import { plural } from "./messages.js";
import { element, unbroken } from "./panel.js";
import { shape } from "./svg.js";

const byId = (id) => document.getElementById(id);
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 104, 58, 10, 14, 26];

/** Draws who is winning over the moves; `at` is the place that is shown. */
function draw(svg, { names, worths, errors }, at) {
  const last = errors.length;
  const x = (at) => (LEFT + ((WIDTH - LEFT - RIGHT) * at) / last).toFixed(1);
  const y = (worth) => (TOP + ((HEIGHT - TOP - BOTTOM) * (1 - worth)) / 2).toFixed(1);
  const rows = [[1, names[0]], ...(worths.includes(0) ? [[0, "tie"]] : []), [-1, names[1]]];
  const steps = worths.flatMap((worth, at) => (worth === null ? [] : [`${at && worths[at - 1] !== null ? `H${x(at)}V` : `M${x(at)} `}${y(worth)}`]));
  svg.replaceChildren(
    ...rows.flatMap(([worth, name]) => [
      shape("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(worth), y2: y(worth), class: "grid" }),
      shape("text", { x: LEFT - 8, y: Number(y(worth)) + 4, "text-anchor": "end" }, null, name),
    ]),
    shape("path", { d: steps.join(""), class: "p-line" }),
    ...errors.flatMap((error, i) => (error ? [shape("circle", { cx: x(i + 1), cy: y(worths[i + 1] ?? worths[i]), r: 4, class: "wrong-dot" })] : [])),
    shape("line", { x1: x(at), x2: x(at), y1: TOP - 6, y2: HEIGHT - BOTTOM + 6, class: "now" }),
    shape("text", { x: LEFT, y: HEIGHT - 8, "text-anchor": "middle" }, null, "0"),
    shape("text", { x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, null, plural(last, "move")),
  );
  const course = worths.map((worth) => ({ 1: names[0], 0: "tie", "-1": names[1] })[worth] ?? "unknown");
  svg.setAttribute("aria-label", `Who wins with best play, from the start on: ${course.join(", ")}`);
}

/** Shows a review; `walk(at)` goes to a place in the game. */
function show(review, at, walk) {
  draw(byId("review-plot"), review, at);
  const rows = review.errors.flatMap((error, i) => {
    if (!error) return [];
    const row = element("li");
    const button = element("button", "", `Show move ${i + 1}`);
    button.type = "button";
    button.addEventListener("click", () => walk(i));
    row.append(...unbroken(error), " ", button);
    return [row];
  });
  byId("review").replaceChildren(...rows);
  byId("review-none").hidden = rows.length > 0;
}

function clear() {
  byId("review-plot").replaceChildren();
  byId("review-plot").setAttribute("aria-label", "");
  byId("review").replaceChildren();
  byId("review-none").hidden = true;
}

/** What is shown or asked for: {game, start, whole, review}, where `whole` are all its moves. */
let looked = null;

/** Shows the review where there is a game with values of who wins, once somebody opens it; while values are hidden, only
 * that of a game that has ended. */
export async function lookBack(game, hints) {
  const block = byId("review-block");
  const isOver = game.isOverAt(game.past.length - 1);
  block.hidden = game.isScore || game.past.length < 2 || !(hints || isOver);
  if (block.hidden || !block.open) return (looked = null);
  const whole = game.movesTo(game.past.length - 1);
  if (looked?.game !== game || looked.start !== game.past[0] || looked.whole !== whole) {
    const asked = { game, start: game.past[0], whole };
    looked = asked;
    clear();
    try {
      asked.review = await game.review();
    } catch (refusal) {
      if (looked !== asked) return null;
      looked = null;
      throw refusal;
    }
    // The user may be in another game by now.
    if (looked !== asked) return null;
  }
  return looked.review && show(looked.review, game.at, (at) => game.walk(at));
}
