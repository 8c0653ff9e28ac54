// The page: clicks and keys go to the game, and its answers to board and panel.

import { Address, Trail } from "./address.js";
import { Board } from "./board.js";
import { showCharts } from "./charts.js";
import { PROOF_PAGE } from "./client.js";
import { fame } from "./fame.js";
import { Game, sortedMoves, toneOf } from "./game.js";
import { alikeOf, edgesOf, edgesText, pairName } from "./graph.js";
import { circle, shuffled, sides, springs } from "./layout.js";
import { capital, complain, hush, listenToMessages, notice, say, sentence, wordsOf } from "./messages.js";
import {
  element, listKeys, moverOf, picture, showCurrentMove, showFacts, showGame, showLegend, showLine, showMoves, showNothing, showVerdict,
} from "./panel.js";
import { offer } from "./picture.js";
import { lookBack } from "./review.js";
import { school } from "./school.js";
import { addressOf, chosen, solvedWords, stock } from "./shelf.js";
import { theme } from "./theme.js";

const byId = (id) => document.getElementById(id);
const LAYOUTS = ["circle", "springs", "sides"];

const page = { databases: [], game: null, layout: "circle", hints: true, slots: null };
const board = new Board(byId("board"), {
  pair: (u, v) => person([[u, v]]),
  near: (name) => nearMove(name),
  dragged: () => {
    page.layout = "free";
    pressLayout();
  },
});

const pictures = offer(scene, say);
const trail = new Trail();

// Display

function show(what) {
  const { game, hints } = page;
  document.documentElement.dataset.state = game.busy ? "busy" : "idle";
  if (what === "busy" || !game.now) return;
  const { now } = game;
  if (what === "position" || what === "walked") hush();
  const best = sortedMoves(game);
  const candidates = best.flatMap((move) =>
    alikeOf(move).map(([u, v]) => ({ name: pairName(u, v), u, v, tone: hints ? toneOf(move, best, game) : "hidden" })),
  );
  board.show(now.board, candidates, now.edge, { decides: now.witness.map((edge) => pairName(...edge)), threats: [] });
  arrange(what);
  byId("how").hidden = game.past.length > 1;
  byId("paste-error").hidden = true;
  pictures.hide();
  showVerdict(game, hints);
  showGame(game, hints, (at) => game.walk(at));
  lookBack(game, hints);
  showMoves(game, hints, { choose: (move) => person(edgesOf(move)), near: (name) => board.point(name) });
  showFacts(game);
  showLegend(game, hints);
  byId("undo").disabled = game.before < 0;
  byId("redo").disabled = game.after < 0;
  byId("computer").disabled = !now.moves?.length;
  byId("exercise").hidden = game.isScore;
  byId("exercise").textContent = game.isExercise && game.at ? "Next one" : "Exercise";
  byId("side").value = game.side;
  document.querySelector(`[name=player][value=${game.player}]`).checked = true;
  byId("strength").value = game.strength;
  byId("strength-choice").hidden = game.player === "both";
  if (byId("line-block").open) tellLine();
  remember();
  fame.look(game, game.strength === "learner" ? school.title : null);
  school.look(game);
}

/** Moves the vertices to the places of the layout. */
function arrange(what) {
  const { now } = page.game;
  const { n, edges } = now.board;
  const key = `${page.layout} ${n} ${now.graph6}`;
  if (page.arranged === key) return;
  page.arranged = key;
  const isFresh = board.places.length !== n;
  if (isFresh) page.slots = null;
  if (page.layout === "free" && !isFresh) return;
  if (page.layout === "springs") board.go(springs(n, edges, isFresh ? circle(n) : board.places));
  else if (page.layout === "sides") board.go(sides(n, edges));
  else {
    page.slots ??= circle(n);
    if (byId("always-shake").checked && what === "position" && now.edge) page.slots = shuffled(page.slots);
    board.go(page.slots);
  }
}

function shake() {
  if (page.layout !== "circle") {
    board.go(shuffled(board.places));
    page.layout = "free";
    return pressLayout();
  }
  page.slots = shuffled(page.slots);
  board.go(page.slots);
}

function pressLayout() {
  for (const button of document.querySelectorAll("[data-layout]")) button.setAttribute("aria-pressed", button.dataset.layout === page.layout);
}

function draw(layout) {
  page.layout = layout;
  page.slots = null;
  page.arranged = null;
  pressLayout();
  arrange("layout");
}

function nearMove(name) {
  const move = (page.game?.now?.moves ?? []).find((move) => alikeOf(move).some((edge) => pairName(...edge) === name));
  for (const item of byId("moves").querySelectorAll("li")) {
    item.classList.toggle("near", move !== undefined && item.dataset.edge === pairName(...move.edge));
  }
}

// Actions

async function person(edges) {
  const { game } = page;
  if (game.busy || !game.now || game.isComputersTurn) return;
  hush();
  const who = game.player === "both" ? `${capital(moverOf(game))} joins` : "You join";
  try {
    await game.join(edges, "person");
  } catch (refusal) {
    complain(refusal);
    return board.blame(refusal.witness ?? []);
  }
  if (page.game === game && game.now.moves?.length === 0) say(endingOf(`${who} ${edgesText({ edges })}`));
  await computer();
}

/** The last move and what it has done. */
const endingOf = (made) => `${made}. ${page.game.ending || "No move is left."}`;

/** The computer's moves while it is its turn. */
async function computer() {
  const { game } = page;
  while (page.game === game && game.isComputersTurn && !game.busy) {
    const { now } = game;
    await new Promise((done) => setTimeout(done, 450));
    if (page.game !== game || game.now !== now) return;
    if (!(await computerMove())) return;
  }
}

/** Makes the computer's move; says whether it did. */
async function computerMove() {
  const { game } = page;
  if (!game.now) return false;
  try {
    const reply = game.strength === "learner" ? school.reply(game) : await game.reply();
    if (!reply) return false;
    await game.join(edgesOf(reply), "computer");
    if (page.game !== game) return false;
    const made = `The computer joins ${edgesText(reply)}`;
    const trap = reply.trap?.errors
      ? `The computer is losing and sets a trap with ${edgesText(reply)}: ${reply.trap.errors} of ${reply.trap.replies} replies lose.`
      : `${made}. It is losing.`;
    if (game.now.moves?.length === 0) say(endingOf(made));
    else if (!page.hints || ["best", "careless", "learned"].includes(reply.why)) say(`${made}.`);
    else say({ wins: `${made}. It is winning.`, ties: `${made}. With best play it is a tie.`, trap }[reply.why]);
    return true;
  } catch (refusal) {
    complain(refusal);
    return false;
  }
}

/** Shows a position in which one move wins, with its values hidden. */
async function exercise() {
  const { game } = page;
  const { now } = game;
  if (game.busy || !now || game.isScore) return;
  say("Looking for a position …");
  try {
    const found = await game.findExercise();
    if (page.game !== game || game.now !== now) return;
    if (!found) return say("Random games of this size have no position with one winning move.");
    game.exercise = found.graph6;
    game.player = "both";
    page.hints = byId("hints").checked = false;
    await game.begin(found.graph6);
  } catch (refusal) {
    if (page.game === game) complain(refusal);
  }
}

async function begin(text) {
  await page.game.begin(text);
  await computer();
}

/** Opens what an address says: a game, its position and its moves, who plays, and what is shown. */
async function open(address) {
  const description = address.named("db", page.databases, "solved game", solvedWords);
  const game = new Game(description, (what) => page.game === game && show(what));
  game.player = address.choice("you", ["first", "second", "both"]) ?? "both";
  game.strength = address.choice("opponent", ["perfect", "casual", "beginner", "learner"]) ?? "perfect";
  game.first = address.choice("first", ["max", "min"]) ?? "max";
  page.hints = byId("hints").checked = address.choice("hints", ["on", "off"]) !== "off";
  const [position, from, moves] = ["position", "from", "moves"].map((key) => address.text(key));
  const start = from ?? position ?? game.start;
  page.game = game;
  page.arranged = null;
  lookBack(game, page.hints);
  byId("db").value = `db ${description.name}`;
  byId("side-choice").hidden = !game.isScore;
  const words = element("span");
  words.append(element("strong", "", `${description.title} on ${description.n} vertices`), ` — ${description.rules}${endText(description)}.`);
  byId("rules").replaceChildren(...description.graphs.map(picture), words);
  document.title = `${description.title}, ${description.n} vertices — retrograph`;
  view(address.choice("view", ["board", "levels"]) ?? "board");
  notice(address.complaints());
  const canLearn = school.open(game);
  if (game.strength === "learner" && !(await canLearn)) {
    game.strength = "perfect";
    address.wrong.push("The opponent that learns cannot play this game: the computer never errs.");
  }
  try {
    try {
      const refusal = await game.begin(start, moves ?? "");
      if (refusal) address.refuseMoves(game.at, moves.split(",").length, wordsOf(refusal));
    } catch (failure) {
      if (start === game.start || page.game !== game) throw failure;
      await game.begin(game.start);
      address.refuseStart(start, wordsOf(failure));
    }
  } catch (failure) {
    if (page.game !== game) return;
    board.show({ n: 0, edges: [] }, [], []);
    showNothing("This game cannot be shown");
    address.wrong.push(sentence(wordsOf(failure)));
  }
  if (page.game !== game) return;
  notice(address.complaints());
  await computer();
}

async function levels() {
  const { game } = page;
  const place = byId("charts");
  try {
    const { levels } = await game.server.levels();
    if (page.game === game) showCharts(place, game.description, levels);
  } catch (failure) {
    if (page.game === game) place.replaceChildren(element("p", "wrong", sentence(wordsOf(failure))));
  }
}

function view(name) {
  for (const each of ["board", "levels"]) {
    byId(`view-${each}`).hidden = each !== name;
    byId(`tab-${each}`).setAttribute("aria-pressed", each === name);
  }
  if (name === "levels") levels();
  else board.draw();
  remember();
}

async function tellLine() {
  const { game } = page;
  const { now, isFirst } = game;
  if (!now) return;
  const line = now.moves?.length ? await game.line() : [];
  if (page.game !== game || game.now !== now) return;
  page.line = line.map((move) => edgesOf(move).map((edge) => pairName(...edge)).join("+")).join(",");
  byId("copy-line").hidden = !line.length;
  showLine(line, isFirst, async (last) => {
    game.player = "both";
    for (const move of line.slice(0, last + 1)) await game.join(edgesOf(move), "line");
  });
}

// Links

/** What the address says of a place in the game: what is shown, and the moves that led there. */
function placeAt(at) {
  const { game } = page;
  const shown = { db: game.description.name, position: game.past[at].graph6 };
  return at > 0 ? { ...shown, from: game.past[0].graph6, moves: game.movesTo(at) } : shown;
}

/** What it says besides, where that is not as usual: who plays, and what is shown. */
function settings() {
  const { player, strength, first, isScore } = page.game;
  return {
    ...(player === "both" ? {} : { you: player }),
    ...(strength === "perfect" ? {} : { opponent: strength }),
    ...(isScore && first === "min" ? { first } : {}),
    ...(page.hints ? {} : { hints: "off" }),
  };
}

/** The address holds the game, so that it can be sent to others, survives a reload, and Back takes back a move. */
function remember() {
  const { game } = page;
  if (!game?.now) return;
  const view = byId("view-levels").hidden ? {} : { view: "levels" };
  trail.remember(placeAt(game.at), { ...settings(), ...view }, !game.isComputersTurn);
}

function follow(place) {
  const address = new Address(location.hash);
  const { past } = page.game;
  const at = past.findIndex((_, at) => `${new URLSearchParams(placeAt(at))}` === place);
  if (at < 0) return open(address);
  view(address.text("view") === "levels" ? "levels" : "board");
  return page.game.walk(at);
}

/** What a picture of the board shows. */
function scene() {
  const { description } = page.game;
  const edges = board.drawn.edges.length;
  const title = `${description.title} on ${description.n} vertices, ${edges} ${edges === 1 ? "edge" : "edges"}`;
  return { ...board.drawn, title, name: description.name };
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    // Browsers deny the clipboard to pages without encryption.
    byId("text").value = text;
    byId("text").focus();
    byId("text").select();
    say(`${what}: copy it from the field.`);
  }
}

/** Who wins at the end, where the rules leave it open. */
function endText({ colours, values, play }) {
  if (colours) return "";
  return `; a player who cannot move ${values === "score" ? "ends the game" : play === "misere" ? "wins" : "loses"}`;
}

// Controls

function press(id, act) {
  byId(id).addEventListener("click", act);
}

function hints(on) {
  page.hints = byId("hints").checked = on;
  show("hints");
}

const SHORTCUTS = {
  u: () => page.game.undo(),
  r: () => page.game.redo(),
  n: () => begin(page.game.start),
  o: () => !page.game.busy && computerMove().then(computer),
  e: exercise,
  m: () => byId("moves").querySelector("[tabindex='0']")?.focus(),
  v: () => board.focus(),
  s: shake,
  d: () => draw(LAYOUTS[(LAYOUTS.indexOf(page.layout) + 1) % LAYOUTS.length]),
  h: () => hints(!page.hints),
  c: () => page.game.now && copy(page.game.now.graph6, "graph6"),
  l: () => copy(location.href, "Link"),
  p: pictures.copy,
  1: () => view("board"),
  2: () => view("levels"),
  t: theme.next,
  "?": () => byId("help").showModal(),
};

function listen() {
  listKeys(byId("moves"));
  fame.listen();
  school.listen();
  press("undo", SHORTCUTS.u);
  press("redo", SHORTCUTS.r);
  press("new", SHORTCUTS.n);
  press("computer", SHORTCUTS.o);
  press("exercise", exercise);
  press("shake", shake);
  press("copy", SHORTCUTS.c);
  press("share", SHORTCUTS.l);
  press("copy-line", () => copy(page.line, "Best play"));
  press("canonical", () => page.game.now && begin(page.game.now.canonical));
  press("tab-board", SHORTCUTS[1]);
  press("tab-levels", SHORTCUTS[2]);
  press("help-button", SHORTCUTS["?"]);
  for (const button of document.querySelectorAll("[data-layout]")) button.addEventListener("click", () => draw(button.dataset.layout));
  byId("hints").addEventListener("change", (event) => hints(event.target.checked));
  byId("db").addEventListener("change", (event) => {
    const thing = chosen(event.target);
    if (thing.kind === "db") open(new Address(`#${new URLSearchParams({ db: thing.name, ...settings() })}`));
    else location.assign(addressOf(thing));
  });
  byId("side").addEventListener("change", (event) => {
    const { game } = page;
    game.first = (event.target.value === "max") === game.isFirst ? "max" : "min";
    show("side");
  });
  byId("players").addEventListener("change", (event) => {
    page.game.player = event.target.value;
    show("players");
    computer();
  });
  byId("strength").addEventListener("change", (event) => {
    page.game.strength = event.target.value;
    show("players");
  });
  byId("line-block").addEventListener("toggle", (event) => event.target.open && tellLine());
  byId("review-block").addEventListener("toggle", () => page.game?.now && lookBack(page.game, page.hints));
  byId("paste").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = byId("paste-error");
    wrong.hidden = true;
    try {
      await begin(byId("text").value.trim());
    } catch (refusal) {
      wrong.textContent = capital(wordsOf(refusal));
      wrong.hidden = false;
    }
  });
  byId("typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = byId("typed-error");
    const { game } = page;
    wrong.hidden = true;
    try {
      await game.follow(byId("typed-moves").value);
      byId("review-block").open = true;
      if (!page.hints) hints(true);
    } catch (refusal) {
      wrong.textContent = sentence(wordsOf(refusal));
      wrong.hidden = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input:not([type=checkbox]):not([type=radio]), select, textarea") || byId("help").open;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !(event.key in SHORTCUTS)) return;
    event.preventDefault();
    SHORTCUTS[event.key]();
  });
  new ResizeObserver(showCurrentMove).observe(byId("game"));
  trail.listen(follow);
}

async function start() {
  theme.listen(byId("theme"));
  listenToMessages();
  const { databases, proofs } = await stock(byId("db"));
  page.databases = databases;
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
