// The page of solved games: what is said and shown of them.

import { Address } from "./address.js";
import { showCharts } from "./charts.js";
import { PROOF_PAGE } from "./client.js";
import { fame } from "./fame.js";
import { Game, sortedMoves, toneOf } from "./game.js";
import { alikeOf, edgesOf, edgesText, pairName } from "./graph.js";
import { HOW, HOW_TO_CHOOSE, HOW_TO_KEEP, capital, listenToMessages, notice, plural, sentence, wordsOf } from "./messages.js";
import {
  element, moverOf, picture, showCurrentMove, showFacts, showGame, showLegend, showLine, showMoves, showNothing, showVerdict,
} from "./panel.js";
import { learner } from "./learner.js";
import { Selection } from "./selection.js";
import { addressOf, chosen, solvedWords, stock } from "./shelf.js";
import { Table } from "./table.js";
import { theme } from "./theme.js";

const byId = (id) => document.getElementById(id);

const table = new Table({
  show,
  pair: (u, v) => (table.game.isChoosing && !table.game.busy ? selection.toggle(u, v, table.board.isEdge(u, v)) : [[u, v]]),
  made: (edges) => deed(table.game.player === "both" ? capital(moverOf(table.game)) : "You", { edges }),
  reply: (game) => (game.strength === "learner" ? learner.reply(game) : game.reply()),
  replied,
  open,
  followed: (address) => view(address.text("view") === "levels" ? "levels" : "board"),
  placeAt,
  settings,
  view: () => (byId("view-levels").hidden ? {} : { view: "levels" }),
  scene,
  keys: {
    c: () => table.game.now && table.copy(table.game.now.graph6, "graph6"),
    f: () => selection.make(),
    1: () => view("board"),
    2: () => view("levels"),
  },
  buttons: { copy: "c", "tab-board": "1", "tab-levels": "2" },
});

const selection = new Selection({
  changed: (names) => table.board.select(names),
  make: (edges) => table.person(edges),
  leave: () => table.board.focus(),
});

/** The solved games that are served. */
let databases = [];
/** The best play that is shown, as text. */
let bestPlay = "";

// Display

function show(what) {
  const { game, hints, board } = table;
  const { now } = game;
  const best = sortedMoves(game);
  // Where moves have several edges, no line is a move.
  const candidates = (game.demand.most > 1 ? [] : best).flatMap((move) =>
    alikeOf(move).map(([u, v]) => ({ name: pairName(u, v), u, v, tone: hints ? toneOf(move, best, game) : "hidden" })),
  );
  board.show(now.board, candidates, now.edge, { decides: now.witness.map((edge) => pairName(...edge)), threats: [] });
  selection.begin(game.now, game.isChoosing ? game.demand : null);
  table.layouts.arrange(now.board, now.board.n, byId("always-shake").checked && what === "position" && now.edge);
  byId("how").hidden = game.past.length > 1;
  byId("how").textContent = game.isChoosing ? HOW_TO_CHOOSE : game.demand.deed === "choose" ? HOW_TO_KEEP : HOW;
  byId("paste-error").hidden = true;
  showVerdict(game, hints);
  showGame(game, hints, (at) => game.walk(at));
  showMoves(game, hints, { choose: (move) => table.person(edgesOf(move)), near: (name, beside) => board.point(name, beside) });
  showFacts(game);
  showLegend(game, hints);
  byId("exercise").hidden = game.isScore;
  byId("side").value = game.side;
  document.querySelector(`[name=player][value=${game.player}]`).checked = true;
  byId("strength").value = game.strength;
  byId("strength-choice").hidden = game.player === "both";
  if (byId("line-block").open) tellLine();
  fame.look(game, game.strength === "learner" ? learner.title : null);
  learner.look(game);
}

/** What a player does with the edges of a move. */
function deed(who, move) {
  const verb = { add: "join", offer: "offer", choose: "keep" }[table.game.demand.deed];
  return `${who} ${verb}${who === "You" ? "" : "s"} ${edgesText(move)}`;
}

/** What the computer does with its reply, and the sentence about it. */
function replied(reply) {
  const made = deed("The computer", reply);
  if (!table.hints || ["best", "careless", "learned"].includes(reply.why)) return [made, `${made}.`];
  const trap = reply.trap?.errors
    ? `The computer is losing and sets a trap with ${edgesText(reply)}: ${reply.trap.errors} of ${reply.trap.replies} replies lose.`
    : `${made}. It is losing.`;
  return [made, { wins: `${made}. It is winning.`, ties: `${made}. With best play it is a tie.`, trap }[reply.why]];
}

/** Opens what an address says: a game, its position and its moves, who plays, and what is shown. */
async function open(address) {
  const description = address.named("db", databases, "solved game", solvedWords);
  const game = new Game(description, (what) => table.game === game && table.show(what));
  game.player = address.choice("you", ["first", "second", "both"]) ?? "both";
  game.strength = address.choice("opponent", ["perfect", "casual", "beginner", "learner"]) ?? "perfect";
  game.first = address.choice("first", ["max", "min"]) ?? "max";
  table.hints = byId("hints").checked = address.choice("hints", ["on", "off"]) !== "off";
  const [position, from, moves] = ["position", "from", "moves"].map((key) => address.text(key));
  const words = element("span");
  words.append(element("strong", "", `${description.title} on ${description.n} vertices`), ` — ${description.rules}${endText(description)}.`);
  byId("rules").replaceChildren(...description.graphs.map(picture), words);
  document.title = `${description.title}, ${description.n} vertices — retrograph`;
  byId("db").value = `db ${description.name}`;
  byId("side-choice").hidden = !game.isScore;
  byId("player-first").textContent = description.roles ? `You: ${description.roles[0]}` : "You first";
  byId("player-second").textContent = description.roles ? `You: ${description.roles[1]}` : "You second";
  table.game = game;
  table.layouts.arranged = null;
  view(address.choice("view", ["board", "levels"]) ?? "board");
  const canLearn = learner.open(game);
  if (game.strength === "learner" && !(await canLearn)) {
    game.strength = "perfect";
    address.wrong.push("The opponent that learns cannot play this game: the computer never errs.");
  }
  await table.enter(game, address, from ?? position ?? game.start, moves ?? "");
}

async function levels() {
  const { game } = table;
  const place = byId("charts");
  try {
    const { levels } = await game.server.levels();
    if (table.game === game) showCharts(place, game.description, levels);
  } catch (failure) {
    if (table.game === game) place.replaceChildren(element("p", "wrong", sentence(wordsOf(failure))));
  }
}

function view(name) {
  for (const each of ["board", "levels"]) {
    byId(`view-${each}`).hidden = each !== name;
    byId(`tab-${each}`).setAttribute("aria-pressed", each === name);
  }
  if (name === "levels") levels();
  else table.board.draw();
  table.remember();
}

async function tellLine() {
  const { game } = table;
  const { now, isFirst } = game;
  if (!now) return;
  const line = now.moves?.length ? await game.line() : [];
  if (table.game !== game || game.now !== now) return;
  bestPlay = line.map((move) => edgesOf(move).map((edge) => pairName(...edge)).join("+")).join(",");
  byId("copy-line").hidden = !line.length;
  showLine(line, isFirst, async (last) => {
    game.player = "both";
    for (const move of line.slice(0, last + 1)) await game.make(edgesOf(move), "line");
  });
}

// Links

/** What the address says of a place in the game: what is shown, and the moves that led there. */
function placeAt(at) {
  const { game } = table;
  const shown = { db: game.description.name, position: game.past[at].graph6 };
  return at > 0 ? { ...shown, from: game.past[0].graph6, moves: game.movesTo(at) } : shown;
}

/** What it says besides, where that is not as usual: who plays, and what is shown. */
function settings() {
  const { player, strength, first, isScore } = table.game;
  return {
    ...(player === "both" ? {} : { you: player }),
    ...(strength === "perfect" ? {} : { opponent: strength }),
    ...(isScore && first === "min" ? { first } : {}),
    ...(table.hints ? {} : { hints: "off" }),
  };
}

/** What a picture of the board is called. */
function scene() {
  const { description } = table.game;
  const title = `${description.title} on ${description.n} vertices, ${plural(table.board.drawn.edges.length, "edge")}`;
  return { title, name: description.name };
}

/** Who wins at the end, where the rules leave it open. */
function endText({ colours, values, play }) {
  if (colours) return "";
  return `; a player who cannot move ${values === "score" ? "ends the game" : play === "misere" ? "wins" : "loses"}`;
}

// Controls

function listen() {
  table.listen();
  fame.listen();
  learner.listen();
  byId("copy-line").addEventListener("click", () => table.copy(bestPlay, "Best play"));
  byId("canonical").addEventListener("click", () => table.game.now && table.begin(table.game.now.canonical));
  byId("db").addEventListener("change", (event) => {
    const thing = chosen(event.target);
    if (thing.kind === "db") open(new Address(`#${new URLSearchParams({ db: thing.name, ...settings() })}`));
    else location.assign(addressOf(thing));
  });
  byId("side").addEventListener("change", (event) => {
    const { game } = table;
    game.first = (event.target.value === "max") === game.isFirst ? "max" : "min";
    table.show("side");
  });
  byId("players").addEventListener("change", (event) => {
    table.game.player = event.target.value;
    table.show("players");
    table.computer();
  });
  byId("strength").addEventListener("change", (event) => {
    table.game.strength = event.target.value;
    table.show("players");
  });
  byId("line-block").addEventListener("toggle", (event) => event.target.open && tellLine());
  byId("paste").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = byId("paste-error");
    wrong.hidden = true;
    try {
      await table.begin(byId("text").value.trim());
    } catch (refusal) {
      wrong.textContent = capital(wordsOf(refusal));
      wrong.hidden = false;
    }
  });
  byId("typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = byId("typed-error");
    const { game } = table;
    wrong.hidden = true;
    try {
      await game.follow(byId("typed-moves").value);
      byId("review-block").open = true;
      if (!table.hints) table.setHints(true);
    } catch (refusal) {
      wrong.textContent = sentence(wordsOf(refusal));
      wrong.hidden = false;
    }
  });
  new ResizeObserver(showCurrentMove).observe(byId("game"));
}

async function start() {
  theme.listen(byId("theme"));
  listenToMessages();
  const { databases: served, proofs } = await stock(byId("db"));
  databases = served;
  if (!databases.length && proofs.length) return location.replace(PROOF_PAGE + location.hash);
  if (!databases.length) return nothing("Neither a solved game nor a proof is here.");
  listen();
  await open(new Address(location.hash));
}

function nothing(why) {
  showNothing("Nothing can be shown");
  notice([why]);
}

start().catch((failure) => nothing(sentence(wordsOf(failure))));
