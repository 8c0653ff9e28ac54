// The opponent that learns, on the page: what it knows stays in this browser, one table for each solved game. It learns from
// the games played against it and, on request, from games against itself.

import { Learner, inOrder } from "./learner.js";
import { Random } from "./random.js";

const byId = (id) => document.getElementById(id);
const plural = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** Games against itself that one click asks for. */
const GAMES = 100;
/** Milliseconds of learning between two looks at the page. */
const STRETCH = 30;
/** Games with more positions are not measured: answers about them cost too much. */
const MEASURABLE = 3_000_000;

/** What belongs to the database that is shown: {description, key, learner, rules, teacher, isKept, isBusy}. */
let pupil = null;
/** The beginnings of games that were learned from. */
const learned = new WeakSet();

function load({ description }) {
  const { name, game, n, play, values } = description;
  const words = `${game} n=${n} ${play} ${values}`;
  const key = `retrograph.learner ${name} ${words}`;
  let text = null;
  try {
    text = localStorage.getItem(key);
  } catch {
    // It lasts as long as the page.
  }
  const learner = Learner.of(text, words) ?? new Learner(words, Math.floor(Math.random() * 2 ** 31));
  return { description, key, learner, teacher: null, isKept: true, isBusy: false };
}

function save(pupil) {
  try {
    localStorage.setItem(pupil.key, pupil.learner.text());
    pupil.isKept = true;
  } catch {
    pupil.isKept = false;
  }
}

/** The teacher is made when it is needed first. */
async function taught(game, pupil) {
  if (!pupil.teacher) {
    const [{ Teacher }, rules] = await Promise.all([import("./teacher.js"), pupil.rules]);
    pupil.teacher = new Teacher(rules, game.server);
  }
  return pupil.teacher;
}

/** Measures if it is time; whether to go on. */
async function measure(mine, teacher) {
  const { learner } = mine;
  if (mine.description.positions > MEASURABLE || !learner.isToBeMeasured) return mine.isBusy;
  say(mine, "measuring its strength …");
  const found = await teacher.measured(learner, () => mine.isBusy && pupil === mine);
  if (found) learner.measured(found.played, found.won);
  return found !== null;
}

async function practise(game) {
  const mine = pupil;
  if (mine.isBusy) return (mine.isBusy = false);
  mine.isBusy = true;
  show();
  try {
    const teacher = await taught(game, mine);
    const { learner } = mine;
    const until = learner.games + GAMES;
    while ((await measure(mine, teacher)) && mine.isBusy && pupil === mine && learner.games < until) {
      const stretch = performance.now() + STRETCH;
      do learner.learn(learner.play((position) => teacher.turn(position), teacher.start));
      while (performance.now() < stretch && learner.games < until && !learner.isToBeMeasured);
      say(mine, `${until - learner.games} games to go …`);
      await new Promise((done) => setTimeout(done));
    }
    say(mine, "");
  } catch (refusal) {
    say(mine, refusal.message);
  } finally {
    mine.isBusy = false;
    save(mine);
    show();
  }
}

function say(mine, text) {
  if (mine === pupil) byId("school-now").textContent = text;
}

/** Shows what is known of the learner. */
function show() {
  if (!pupil) return;
  const { learner, isBusy, isKept } = pupil;
  const last = learner.history.at(-1);
  const parts = [`It has learned from ${plural(learner.games, "game")} and knows ${plural(learner.table.size, "position")}.`];
  if (last) parts.push(`After ${plural(last[0], "game")} it held ${last[2]} of ${last[1]} games against perfect play.`);
  if (!isKept) parts.push("This browser does not keep it.");
  byId("school-words").textContent = parts.join(" ");
  byId("school-train").textContent = isBusy ? "Stop" : `Let it play ${GAMES} games against itself`;
  byId("school-forget").disabled = isBusy || learner.games === 0;
  byId("school-block").dataset.state = isBusy ? "busy" : "idle";
  draw(byId("school-plot"), learner.history);
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 150, 42, 10, 10, 26];

/** Draws the share of games held over the games learned from. */
function draw(svg, history) {
  svg.toggleAttribute("hidden", history.length === 0);
  const last = Math.max(history.at(-1)?.[0] ?? 0, 1);
  const x = (games) => LEFT + ((WIDTH - LEFT - RIGHT) * games) / last;
  const y = (share) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
  const shape = (name, attributes, text) => {
    const made = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const rules = [0, 0.5, 1].flatMap((share) => [
    shape("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share), class: "grid" }),
    shape("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, `${100 * share} %`),
  ]);
  const points = history.map(([games, played, won]) => [x(games).toFixed(1), y(won / played).toFixed(1)]);
  const dots = points.map(([cx, cy], i) => {
    const dot = shape("circle", { cx, cy, r: 3, class: "p-dot" });
    dot.append(shape("title", {}, `${history[i][2]} of ${history[i][1]} after ${plural(history[i][0], "game")}`));
    return dot;
  });
  svg.replaceChildren(
    ...rules,
    shape("text", { x: LEFT, y: HEIGHT - 8 }, "0"),
    shape("text", { x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, plural(last, "game")),
    shape("polyline", { points: points.map((point) => point.join(",")).join(" "), class: "p-line" }),
    ...dots,
  );
  const told = history.map(([games, played, won]) => `${won} of ${played} after ${games}`).join(", ");
  svg.setAttribute("aria-label", `Games held against perfect play: ${told}`);
}

/** A finished game as the learner sees it; null where it was not played here. */
function played(game) {
  const plies = [];
  for (let at = 1; at <= game.at; at++) {
    const after = (game.past[at - 1].moves ?? []).map((move) => move.canonical).sort(inOrder);
    const made = after.indexOf(game.past[at].canonical);
    if (made < 0) return null;
    plies.push({ after, made });
  }
  return { plies, outcome: game.now.value };
}

export const school = {
  /** Begins with the game that is shown; whether it can be learned here. */
  async open(game) {
    if (pupil) pupil.isBusy = false;
    const mine = (pupil = load(game));
    byId("school-now").textContent = "";
    show();
    // Scores do not tell who wins, and a page does not know the rules of all games.
    mine.rules = game.isScore ? Promise.reject() : game.server.rules();
    const can = await mine.rules.then(() => true, () => false);
    if (pupil === mine) byId("school-block").hidden = byId("strength-learner").hidden = !can;
    return can;
  },
  /** The learner's move, in the form of the server's answer. */
  reply(game) {
    if (!game.now.moves?.length) return null;
    const moves = [...game.now.moves].sort((one, other) => inOrder(one.canonical, other.canonical));
    const random = new Random(game.seed + game.at);
    return { ...moves[pupil.learner.best(moves.map((move) => move.canonical), random)], why: "learned" };
  },
  /** Its name as an opponent. */
  get title() {
    return `a learner after ${plural(pupil.learner.games, "game")}`;
  },
  /** Looks at a game after a change: one that has ended against the learner teaches it. */
  look(game) {
    const { now } = game;
    const isOver = now?.moves?.length === 0 && game.player !== "both" && game.strength === "learner";
    if (!isOver || !["person", "computer"].includes(now.by) || learned.has(game.past[0])) return;
    const finished = played(game);
    if (!finished) return;
    learned.add(game.past[0]);
    pupil.learner.learn(finished);
    save(pupil);
    show();
  },
  /** `current()` is the game that is shown. */
  listen(current) {
    byId("school-train").addEventListener("click", () => practise(current()));
    byId("school-forget").addEventListener("click", () => {
      pupil.learner = new Learner(pupil.learner.words, pupil.learner.seed);
      save(pupil);
      say(pupil, "It knows nothing again.");
      show();
    });
    addEventListener("pagehide", () => pupil?.isBusy && save(pupil));
  },
};
