// The opponent that learns, on the page: the engine has it, and what it knows stays in this browser, one table for each solved
// game. It learns from the games played against it and, on request, from games against itself.

import { plural } from "./messages.js";
import { shape } from "./svg.js";

const byId = (id) => document.getElementById(id);

/** Games against itself that one click asks for. */
const GAMES = 100;
/** Milliseconds of learning between two looks at the page. */
const STRETCH = 30;
/** Games with more positions are not measured: answers about them cost too much. */
const MEASURABLE = 3_000_000;

/** What belongs to the database that is shown: {key, isMeasurable, engine, state, isKept, isBusy}; the game as the engine has it
 * and what is known of its learner are null until they are there. */
let shown = null;
/** The beginnings of games that were learned from. */
const learned = new WeakSet();

/** Gives the engine the learner that this browser has kept, or one who knows nothing. */
function enrol(mine, isNew = false) {
  let kept = [];
  try {
    const text = isNew ? "" : atob(localStorage.getItem(mine.key) ?? "");
    kept = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } catch {
    // It lasts as long as the page, or the text is none of these bytes.
  }
  mine.state = mine.engine.learner(Math.floor(Math.random() * 2 ** 31), kept);
}

function save(mine) {
  try {
    const text = Array.from(mine.engine.kept(), (byte) => String.fromCharCode(byte)).join("");
    localStorage.setItem(mine.key, btoa(text));
    mine.isKept = true;
  } catch {
    mine.isKept = false;
  }
}

async function practise() {
  const mine = shown;
  if (mine.isBusy) return (mine.isBusy = false);
  mine.isBusy = true;
  show();
  const isDue = () => mine.isMeasurable && mine.state.due;
  try {
    const until = mine.state.games + GAMES;
    while (mine.isBusy && shown === mine) {
      if (isDue()) {
        say(mine, "measuring its strength …");
        mine.state = await mine.engine.ask("measure", {});
      } else if (mine.state.games < until) {
        const stretch = performance.now() + STRETCH;
        do mine.state = mine.engine.now("play", {});
        while (performance.now() < stretch && mine.state.games < until && !isDue());
        say(mine, `${until - mine.state.games} games to go …`);
      } else break;
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

/** Shows or hides what needs a learner. */
function offer(can) {
  byId("learner-block").hidden = byId("strength-learner").hidden = !can;
}

function say(mine, text) {
  if (mine === shown) byId("learner-now").textContent = text;
}

/** Shows what is known of the learner. */
function show() {
  if (!shown?.state) return;
  const { state, isBusy, isKept } = shown;
  const { games, positions, history } = state;
  const last = history.at(-1);
  const parts = [`It has learned from ${plural(games, "game")} and knows ${plural(positions, "position")}.`];
  if (last) parts.push(`After ${plural(last.games, "game")} it held ${last.won} of ${last.played} games against perfect play.`);
  if (!isKept) parts.push("This browser does not keep it.");
  byId("learner-words").textContent = parts.join(" ");
  byId("learner-train").textContent = isBusy ? "Stop" : `Let it play ${GAMES} games against itself`;
  byId("learner-forget").disabled = isBusy || games === 0;
  byId("learner-block").dataset.state = isBusy ? "busy" : "idle";
  draw(byId("learner-plot"), history);
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 150, 42, 10, 10, 26];

/** Draws the share of games held over the games learned from. */
function draw(svg, history) {
  svg.toggleAttribute("hidden", history.length === 0);
  const last = Math.max(history.at(-1)?.games ?? 0, 1);
  const x = (games) => LEFT + ((WIDTH - LEFT - RIGHT) * games) / last;
  const y = (share) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
  const rules = [0, 0.5, 1].flatMap((share) => [
    shape("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share), class: "grid" }),
    shape("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, null, `${100 * share} %`),
  ]);
  const points = history.map(({ games, played, won }) => [x(games).toFixed(1), y(won / played).toFixed(1)]);
  const dots = points.map(([cx, cy], i) => {
    const dot = shape("circle", { cx, cy, r: 3, class: "p-dot" });
    shape("title", {}, dot, `${history[i].won} of ${history[i].played} after ${plural(history[i].games, "game")}`);
    return dot;
  });
  svg.replaceChildren(
    ...rules,
    shape("text", { x: LEFT, y: HEIGHT - 8 }, null, "0"),
    shape("text", { x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, null, plural(last, "game")),
    shape("polyline", { points: points.map((point) => point.join(",")).join(" "), class: "p-line" }),
    ...dots,
  );
  const reported = history.map(({ games, played, won }) => `${won} of ${played} after ${games}`).join(", ");
  svg.setAttribute("aria-label", `Games held against perfect play: ${reported}`);
}

export const learner = {
  /** Begins with the game that is shown; whether it can be learned here. */
  async open(game) {
    if (shown?.isBusy) save(shown);
    if (shown) shown.isBusy = false;
    const { name, game: named, n, play, values, positions } = game.description;
    const key = `retrograph.learner ${name} ${named} n=${n} ${play} ${values}`;
    const mine = (shown = { key, isMeasurable: positions <= MEASURABLE, engine: null, state: null, isKept: true, isBusy: false });
    byId("learner-now").textContent = "";
    offer(false);
    try {
      // Scores do not tell who wins, learners know only moves of an edge by turns, and a page does not know the rules of all games.
      if (!game.isScore && !game.description.roles) mine.engine = await game.server.game();
      if (mine.engine) enrol(mine);
    } catch {
      // Then nothing offers it.
    }
    if (shown === mine) offer(mine.state);
    show();
    return mine.state !== null;
  },
  /** The learner's move, in the form of the server's answer. */
  reply(game) {
    const { edges } = shown.engine.now("choose", { position: game.now.graph6, seed: game.seed + game.at });
    return edges && { edges, why: "learned" };
  },
  /** Its name as an opponent. */
  get title() {
    return `a learner after ${plural(shown.state.games, "game")}`;
  },
  /** Looks at a game after a change: one that has ended against the learner teaches it. */
  look(game) {
    const { now } = game;
    const isOver = now?.moves?.length === 0 && game.player !== "both" && game.strength === "learner";
    if (!isOver || !["person", "computer"].includes(now.by) || learned.has(game.past[0])) return;
    learned.add(game.past[0]);
    try {
      shown.state = shown.engine.now("learn", { position: game.past[0].graph6, moves: game.movesTo(game.at) });
    } catch (refusal) {
      return say(shown, refusal.message);
    }
    save(shown);
    show();
  },
  /** Makes its buttons work. */
  listen() {
    byId("learner-train").addEventListener("click", practise);
    byId("learner-forget").addEventListener("click", () => {
      enrol(shown, true);
      save(shown);
      say(shown, "It knows nothing again.");
      show();
    });
    addEventListener("pagehide", () => shown?.isBusy && save(shown));
  },
};
