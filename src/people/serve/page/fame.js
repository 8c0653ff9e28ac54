// The hall of fame: who has beaten which opponent here. It stays in this browser.

import { element } from "./panel.js";
import { ofNext } from "./values.js";

const KEY = "retrograph.fame";
const VERSION = 1;
const MOST = 50;
const LONGEST = 40;

/** Opponents by their strengths, as nouns. */
const OPPONENTS = { perfect: "a perfect player", casual: "a player who errs sometimes", beginner: "a beginner" };
/** The strengths by the words that older rows have for them. */
const BEFORE = { "never errs": "perfect", "errs sometimes": "casual", "is a beginner": "beginner" };

const byId = (id) => document.getElementById(id);

/** The rows [name, game, opponent, moves, date], the newest first; none where the storage holds something else. */
function read() {
  try {
    const { version, rows } = JSON.parse(localStorage.getItem(KEY));
    const isRow = (row) =>
      Array.isArray(row) && row.length === 5 && Number.isSafeInteger(row[3]) && row.every((cell, i) => i === 3 || (typeof cell === "string" && cell.length <= 200));
    const read = version === VERSION ? rows.filter(isRow).slice(0, MOST) : [];
    return read.map((row) => row.with(2, OPPONENTS[BEFORE[row[2]]] ?? row[2]));
  } catch {
    return [];
  }
}

/** Whether the browser keeps the rows. */
function write(rows) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, rows: rows.slice(0, MOST) }));
    return true;
  } catch {
    return false;
  }
}

function show() {
  const rows = read();
  byId("fame-none").hidden = rows.length > 0;
  byId("fame-table").hidden = byId("fame-clear").hidden = rows.length === 0;
  byId("fame-rows").replaceChildren(
    ...rows.map((row) => {
      const line = element("tr");
      line.append(...row.map((cell) => element("td", "", String(cell))));
      return line;
    }),
  );
}

/** What the form would enter, and the games that were entered or declined, by their beginnings. */
let won = null;
const asked = new WeakSet();

export const fame = {
  /** Looks at a game after a change: a person who has just won may enter a name. `learner` is the opponent if it learns. */
  look(game, learner) {
    const { now } = game;
    const isOver = now?.moves?.length === 0 && !game.isScore && game.player !== "both";
    const isMine = isOver && (ofNext(now.value, now.board.next) === "wins") === !game.isComputersAt(game.at) && now.value !== "T";
    if (isMine && now.by !== "link" && now.by && !asked.has(game.past[0])) {
      asked.add(game.past[0]);
      const { title, n } = game.description;
      won = { start: game.past[0], row: [`${title}, n = ${n}`, learner ?? OPPONENTS[game.strength], game.at, new Date().toISOString().slice(0, 10)] };
    } else if (won && won.start !== game.past[0]) won = null;
    byId("fame-form").hidden = won === null;
    if (won && isMine) byId("fame-block").open = true;
  },
  listen() {
    show();
    byId("fame-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const name = byId("fame-name").value.trim().slice(0, LONGEST);
      if (!name || !won) return byId("fame-name").focus();
      const isKept = write([[name, ...won.row], ...read()]);
      byId("fame-said").textContent = isKept ? `${name} is in the hall of fame.` : "This browser keeps nothing for this page.";
      won = null;
      byId("fame-form").hidden = true;
      byId("fame-block").querySelector("summary").focus();
      show();
    });
    byId("fame-clear").addEventListener("click", () => {
      write([]);
      byId("fame-said").textContent = "The hall of fame is empty.";
      byId("fame-block").querySelector("summary").focus();
      show();
    });
    // Another tab has changed it.
    addEventListener("storage", ({ key }) => key === KEY && show());
  },
};
