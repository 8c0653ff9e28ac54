// The levels of a solved game as charts.

import { element } from "./panel.js";
import { shape } from "./svg.js";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [280, 64, 12, 14, 30];
// Letters of a drawing 960 wide cannot be read on a phone.
const narrow = matchMedia("(max-width: 560px)");
let [width, labels] = [960, 22];
let last = null;
narrow.addEventListener("change", () => last && showCharts(...last));
const count = (number) => number.toLocaleString("en");
const percent = (share) => `${(100 * share).toFixed(share && share < 0.1 ? 1 : 0)} %`;

/** A level is nearly all P, or all N, from this share on. */
const NEARLY = 0.9;
/** So many levels are a rule. */
const RULE = 3;

/** The counts of positions by who wins them: their key, their class in drawings, what they are called and, as a phrase, who wins. */
const BY_LETTER = [["p", "p", "P", "the player who has just moved"], ["n", "n", "N", "the player to move"], ["t", "t", "ties", "nobody"]];
const BY_COLOUR = [["red", "n", "Red", "Red"], ["green", "p", "Green", "Green"]];

/** Those that the levels have. */
const kindsOf = (levels) => [...BY_LETTER, ...BY_COLOUR].filter(([key]) => levels.length && levels.every((level) => level[key] !== undefined));

/** What the levels show, as a title: of every second level, up to where most positions have one value; or where most are. */
function finding(rising, hasOutcome, unit) {
  const rule = (parity, letter) => {
    const own = rising.filter(({ edges }) => edges % 2 === parity);
    const end = own.findIndex((level) => level[letter] < NEARLY * level.positions);
    const run = end < 0 ? own : own.slice(0, end);
    return { words: parity ? "an odd number" : "an even number", letter: letter.toUpperCase(), count: run.length, last: run.at(-1)?.edges, isAll: end < 0 };
  };
  const rules = hasOutcome ? [rule(1, "p"), rule(1, "n"), rule(0, "p"), rule(0, "n")].sort((one, other) => other.count - one.count) : [];
  if (rules[0]?.count >= RULE) {
    const [{ words, letter, last, isAll }] = rules;
    return `Levels with ${words} of edges are nearly all ${letter}${isAll ? "" : ` up to ${last} edges`}`;
  }
  const largest = rising.reduce((most, level) => (level.positions > most.positions ? level : most));
  return `Most positions have ${largest.edges} ${unit}s`;
}

/** The numbers of the table as a file. */
function file(levels, columns, name) {
  const rows = [columns, ...levels.map((level) => columns.map((column) => level[column]))];
  const link = element("a", "csv", "CSV");
  link.href = URL.createObjectURL(new Blob([rows.map((row) => `${row.join(",")}\n`).join("")], { type: "text/csv" }));
  link.download = `${name}-levels.csv`;
  link.setAttribute("aria-label", "Download the numbers of the levels as CSV");
  return link;
}

const columnsOf = (levels) => ["edges", "positions", ...kindsOf(levels).map(([key]) => key), "saturated"];

/** Draws three charts and a table of `levels`, the one with the most edges first, into `place`. */
export function showCharts(place, description, levels) {
  last = [place, description, levels];
  [width, labels] = narrow.matches ? [380, 10] : [960, 22];
  const rising = [...levels].reverse();
  const unit = description.offers ? "offer" : "edge";
  const total = levels.reduce((sum, level) => sum + level.positions, 0);
  const lead = element("p", "lead", `${count(total)} positions on ${rising.length} levels, up to isomorphism. A level consists of all positions with the same number of ${unit}s.`);
  const kinds = kindsOf(rising);
  const title = element("header");
  title.append(element("h1", "", rising.length ? finding(rising, kinds[0]?.[0] === "p", unit) : "No level is solved"));
  place.replaceChildren(title, lead);
  if (!rising.length) return;
  title.append(file(levels, columnsOf(levels), description.name));
  if (kinds.length) {
    const [[, , one], [, , other]] = kinds;
    const meaning = one === "P" ? "P: the previous player wins. N: the next player wins." : `By who wins: ${namedBy(description)}.`;
    const series = kinds.map(([key, css, name]) => [css, name, (level) => level[key]]);
    place.append(
      counts(rising, unit, series, `${one} and ${other} on each level`, `Positions, on a logarithmic scale. ${meaning}`),
      shares(rising, unit, kinds[0]),
    );
  } else {
    place.append(counts(rising, unit, [["p", "positions", (level) => level.positions]], "Positions on each level", "On a logarithmic scale."));
  }
  place.append(saturated(rising, unit), table(levels, unit));
}

/** The colours with the names of the players. */
const namedBy = ({ roles: [red, green] }) => `Red is ${red}, Green ${green}`;

/** Creates an empty chart of levels that are numbers of a unit: its frame, and functions for the places of level `i` and of the share `t` of its height. */
function chart(levels, unit, title, words, tell) {
  const figure = element("figure", "chart");
  const caption = element("figcaption");
  caption.append(element("h2", "", title), element("p", "", words));
  const label = `${title}: ${words} The table below has the numbers.`;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
  const readout = element("p", "readout");
  readout.setAttribute("aria-hidden", "true");
  figure.append(caption, svg, readout);
  const step = (width - LEFT - RIGHT) / levels.length;
  const x = (i) => LEFT + step * (i + 0.5);
  const y = (t) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * t;
  const every = [1, 2, 5, 10, 20].find((each) => levels.length / each <= labels);
  levels.forEach((level, i) => {
    if (level.edges % every === 0) shape("text", { x: x(i), y: HEIGHT - 8, "text-anchor": "middle" }, svg, level.edges);
  });
  shape("text", { x: LEFT - 8, y: HEIGHT - 8, "text-anchor": "end" }, svg, `${unit}s`);
  /** A line across, with its name. */
  const rule = (t, name) => {
    shape("line", { x1: LEFT, x2: width - RIGHT, y1: y(t), y2: y(t), class: "grid" }, svg);
    shape("text", { x: LEFT - 8, y: y(t) + 4, "text-anchor": "end" }, svg, name);
  };
  /** Stripes on top that show the numbers of a level. */
  const finish = () => {
    levels.forEach((level, i) => {
      const stripe = shape("rect", { x: x(i) - step / 2, y: TOP, width: step, height: HEIGHT - TOP - BOTTOM, class: "hot", "data-level": level.edges }, svg);
      shape("title", {}, stripe, tell(level));
      stripe.addEventListener("pointerenter", () => (readout.textContent = tell(level)));
      stripe.addEventListener("pointerleave", () => (readout.textContent = ""));
    });
    return figure;
  };
  return { svg, step, x, y, rule, finish };
}

function counts(levels, unit, series, title, words) {
  const most = Math.max(...levels.map((level) => level.positions), 10);
  const tens = Math.ceil(Math.log10(most));
  // No count is below one, and the names of 0 and 1 stand apart.
  const below = Math.max(0.09 * tens, 0.35);
  const height = (number) => (number ? (Math.log10(number) + below) / (tens + below) : 0);
  const tell = (level) => `${level.edges} ${unit}s: ${series.map(([, name, of]) => `${name} ${count(of(level))}`).join(", ")}`;
  const { svg, step, x, y, rule, finish } = chart(levels, unit, title, words, tell);
  rule(0, "0");
  const each = tens > 8 ? 2 : 1;
  for (let ten = 0; ten <= tens; ten += each) rule(height(10 ** ten), ten < 4 ? count(10 ** ten) : `10${superscript(ten)}`);
  for (const [css, , of] of series) {
    const points = levels.map((level, i) => `${x(i).toFixed(1)},${y(height(of(level))).toFixed(1)}`);
    shape("polyline", { points: points.join(" "), class: `${css}-line` }, svg);
    levels.forEach((level, i) => shape("circle", { cx: x(i), cy: y(height(of(level))), r: Math.min(Math.max(0.4 * step, 1.6), 3.6), class: `${css}-dot` }, svg));
  }
  // The legend is where there are fewer positions.
  const left = levels[0].positions > levels.at(-1).positions ? width - RIGHT - 100 : LEFT + 14;
  series.forEach(([css, name], i) => {
    if (series.length === 1) return;
    const top = TOP + 16 + 22 * i;
    shape("line", { x1: left, x2: left + 30, y1: top, y2: top, class: `${css}-line` }, svg);
    shape("circle", { cx: left + 15, cy: top, r: 3.6, class: `${css}-dot sample` }, svg);
    shape("text", { x: left + 40, y: top + 4, class: `name ${css}` }, svg, name);
  });
  return finish();
}

function shares(levels, unit, [key, , name, who]) {
  const shareOf = (level) => level[key] / level.positions;
  const tell = (level) => `${level.edges} ${unit}s: ${count(level[key])} of ${count(level.positions)} are ${name}${name === who ? "'s" : ""}, ${percent(shareOf(level))}`;
  const { svg, step, x, y, rule, finish } = chart(levels, unit, `Share of ${name}`, `Fraction of a level's positions that ${who} wins.`, tell);
  for (const t of [0, 0.25, 0.5, 0.75, 1]) rule(t, `${100 * t} %`);
  const breadth = Math.max(step * 0.66, 2);
  levels.forEach((level, i) => {
    const share = shareOf(level);
    const box = { x: x(i) - breadth / 2, width: breadth, rx: Math.min(3, breadth / 4) };
    shape("rect", { ...box, y: y(1), height: y(0) - y(1), class: "rest" }, svg);
    if (share) shape("rect", { ...box, y: y(share), height: y(0) - y(share), class: "p-bar", "data-share": share.toFixed(6) }, svg);
  });
  return finish();
}

function saturated(levels, unit) {
  const tell = (level) => `${level.edges} ${unit}s: ${count(level.saturated)} saturated`;
  const { svg, step, x, y, rule, finish } = chart(levels, unit, "Saturated", "Positions without a legal move.", tell);
  const most = Math.max(...levels.map((level) => level.saturated), 1);
  const gap = niceStep(most / 4);
  const top = Math.ceil(most / gap) * gap;
  for (let value = 0; value <= top; value += gap) rule(value / top, count(value));
  const breadth = Math.max(step * 0.66, 2);
  levels.forEach((level, i) => {
    const t = level.saturated / top;
    if (t) shape("rect", { x: x(i) - breadth / 2, width: breadth, y: y(t), height: Math.max(y(0) - y(t), 1.5), rx: Math.min(3, breadth / 4), class: "bar-1" }, svg);
  });
  return finish();
}

function niceStep(least) {
  const ten = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((factor) => factor * ten).find((step) => step >= least);
}

function superscript(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
}

function table(levels, unit) {
  const details = element("details", "chart");
  details.append(element("summary", "", "As a table"));
  const scroll = element("div", "scroll");
  const made = element("table");
  const columns = columnsOf(levels);
  const head = element("tr");
  const names = { p: "P", n: "N", t: "Ties", red: "Red", green: "Green", edges: unit === "offer" ? "Offers" : "Edges", positions: "Positions", saturated: "Saturated" };
  head.append(...columns.map((column) => element("th", "", names[column])));
  made.append(head);
  for (const level of levels) {
    const row = element("tr");
    row.append(...columns.map((column) => element("td", "", count(level[column]))));
    made.append(row);
  }
  scroll.append(made);
  details.append(scroll);
  return details;
}
