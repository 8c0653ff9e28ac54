// The review of a game, drawn and in words: who was winning after each move, and the moves that gave it away.

import { element, unbroken } from "./panel.js";

const byId = (id) => document.getElementById(id);
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 104, 58, 10, 14, 26];

/** What a value is worth to the first player where he has moved last, or the other one: 1 for a win, 0 for a tie, -1 for a loss;
 * null if nobody knows. */
function worth(value, isFirst) {
  if (value === undefined) return null;
  return value === "T" ? 0 : (value === "P") === isFirst ? 1 : -1;
}

/** A review of the server as it is shown: the names of the players, what each place is worth to the first one, and for each move
 * what was wrong with it as a sentence, or null; `thrown(move, number)` says so. */
export function courseOf({ value, moves }, names, thrown) {
  const isFirst = ({ by }) => ["first", "red", 0].includes(by);
  const worths = [worth(value, !isFirst(moves[0])), ...moves.map((move) => worth(move.value, isFirst(move)))];
  return { names, worths, errors: moves.map((move, i) => thrown(move, i + 1)) };
}

const shape = (svg, name, attributes, text) => {
  const made = document.createElementNS(svg.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

/** Draws who is winning over the moves; `at` is the place that is shown. */
function draw(svg, { names, worths, errors }, at) {
  const last = errors.length;
  const x = (at) => (LEFT + ((WIDTH - LEFT - RIGHT) * at) / last).toFixed(1);
  const y = (worth) => (TOP + ((HEIGHT - TOP - BOTTOM) * (1 - worth)) / 2).toFixed(1);
  const rows = [[1, names[0]], ...(worths.includes(0) ? [[0, "tie"]] : []), [-1, names[1]]];
  const steps = worths.flatMap((worth, at) => (worth === null ? [] : [`${at && worths[at - 1] !== null ? `H${x(at)}V` : `M${x(at)} `}${y(worth)}`]));
  svg.replaceChildren(
    ...rows.flatMap(([worth, name]) => [
      shape(svg, "line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(worth), y2: y(worth), class: "grid" }),
      shape(svg, "text", { x: LEFT - 8, y: Number(y(worth)) + 4, "text-anchor": "end" }, name),
    ]),
    shape(svg, "path", { d: steps.join(""), class: "p-line" }),
    ...errors.flatMap((error, i) => (error ? [shape(svg, "circle", { cx: x(i + 1), cy: y(worths[i + 1] ?? worths[i]), r: 4, class: "wrong-dot" })] : [])),
    shape(svg, "line", { x1: x(at), x2: x(at), y1: TOP - 6, y2: HEIGHT - BOTTOM + 6, class: "now" }),
    shape(svg, "text", { x: LEFT, y: HEIGHT - 8, "text-anchor": "middle" }, "0"),
    shape(svg, "text", { x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, `${last} move${last === 1 ? "" : "s"}`),
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
