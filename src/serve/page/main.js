// The page: clicks and keys go to the game, and its answers to board and panel.

import { Board } from "./board.js";
import { showCharts } from "./charts.js";
import { PROOF_PAGE } from "./client.js";
import { fame } from "./fame.js";
import { Game, sortedMoves, toneOf } from "./game.js";
import { alikeOf, edgesOf, edgesText, pairName } from "./graph.js";
import { circle, shuffled, sides, springs } from "./layout.js";
import { element, listKeys, picture, showFacts, showGame, showLegend, showLine, showMoves, showVerdict } from "./panel.js";
import { offer } from "./picture.js";
import { school } from "./school.js";
import { addressOf, chosen, stock } from "./shelf.js";
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

// Display

function show(what) {
  const { game, hints } = page;
  document.documentElement.dataset.state = game.busy ? "busy" : "idle";
  if (what === "busy" || !game.now) return;
  const { now } = game;
  if (byId("say").classList.contains("is-wrong")) byId("say").classList.remove("shown");
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
  showMoves(game, hints, { choose: (move) => person(edgesOf(move)), near: (name) => board.point(name) });
  showFacts(game);
  showLegend(game, hints);
  byId("undo").disabled = game.before < 0;
  byId("redo").disabled = game.after < 0;
  byId("computer").disabled = !now.moves?.length;
  byId("side").value = game.side;
  if (byId("line-block").open) tellLine();
  remember();
  fame.look(game, game.strength === "learner" ? school.title : byId("strength").selectedOptions[0].textContent);
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

let quiet;
function say(text, isWrong = false) {
  const place = byId("say");
  place.textContent = text;
  place.classList.toggle("is-wrong", isWrong);
  place.classList.add("shown");
  clearTimeout(quiet);
  // An error stays until the next action.
  if (!isWrong) quiet = setTimeout(() => place.classList.remove("shown"), 3500);
}

// Actions

async function person(edges) {
  const { game } = page;
  if (game.busy || game.isComputersTurn) return;
  byId("say").classList.remove("shown");
  await join(edges, "person");
  await computer();
}

async function join(edges, by) {
  try {
    await page.game.join(edges, by);
  } catch (refusal) {
    say(refusal.message.replace(/^\w/, (c) => c.toUpperCase()), true);
    board.blame(refusal.witness ?? []);
  }
}

/** The computer's moves while it is its turn. */
async function computer() {
  const { game } = page;
  while (page.game === game && game.isComputersTurn && !game.busy) {
    const { now } = game;
    await new Promise((done) => setTimeout(done, 450));
    if (page.game !== game || game.now !== now) return;
    await computerMove();
  }
}

async function computerMove() {
  const { game } = page;
  try {
    const reply = game.strength === "learner" ? school.reply(game) : await game.reply();
    if (!reply) return;
    const made = `The computer joins ${edgesText(reply)}`;
    await game.join(edgesOf(reply), "computer");
    const trap = reply.trap?.errors
      ? `The computer is losing and sets a trap with ${edgesText(reply)}: ${reply.trap.errors} of ${reply.trap.replies} replies lose.`
      : `${made}. It is losing.`;
    if (game.now.witness.length) say(`${made}. ${game.ending}`);
    else if (!game.now.moves?.length) say(`${made}. No move is left.`);
    else if (!page.hints || ["best", "careless", "learned"].includes(reply.why)) say(`${made}.`);
    else say({ wins: `${made} and wins.`, ties: `${made} for a tie.`, trap }[reply.why]);
  } catch (refusal) {
    say(refusal.message, true);
  }
}

async function begin(text) {
  await page.game.begin(text);
  await computer();
}

async function open(said) {
  const description = page.databases.find((database) => database.name === said.get("db")) ?? page.databases[0];
  const game = new Game(description, (what) => page.game === game && show(what));
  const player = document.querySelector("[name=player]:checked").value;
  page.game = game;
  page.arranged = null;
  game.player = player;
  game.strength = byId("strength").value;
  school.open(game);
  byId("db").value = `db ${description.name}`;
  byId("side-choice").hidden = !game.isScore;
  const rules = byId("rules");
  const words = element("span");
  words.append(element("strong", "", `${description.title} on ${description.n} vertices`), ` — ${description.rules}${endText(description)}.`);
  rules.replaceChildren(...description.graphs.map(picture), words);
  document.title = `${description.title}, ${description.n} vertices — retrograph`;
  try {
    await game.resume(said.get("from") ?? said.get("position") ?? game.start, said.get("moves") ?? "");
  } catch (refusal) {
    say(refusal.message, true);
    await game.begin(game.start);
  }
  if (!byId("view-levels").hidden) levels();
  await computer();
}

async function levels() {
  const { game } = page;
  const { levels } = await game.server.levels();
  showCharts(byId("charts"), game.description, levels);
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
  const line = now.moves?.length ? await game.line() : [];
  if (game.now !== now) return;
  page.line = line.map((move) => edgesOf(move).map((edge) => pairName(...edge)).join("+")).join(",");
  byId("copy-line").hidden = !line.length;
  showLine(line, isFirst, async (last) => {
    game.player = "both";
    document.querySelector("[name=player][value=both]").checked = true;
    byId("strength-choice").hidden = true;
    for (const move of line.slice(0, last + 1)) await game.join(edgesOf(move), "line");
  });
}

// Links

/** The address of a place in the game: what is shown, and the moves that led there. */
function linkTo(at) {
  const { game } = page;
  const said = new URLSearchParams({ db: game.description.name, position: game.past[at].graph6 });
  if (at > 0) {
    said.set("from", game.past[0].graph6);
    said.set("moves", game.movesTo(at));
  }
  return said;
}

/** The address contains the game, so that it can be sent to others, and Back takes back a move. Where the computer is to
 * move no one can come back to, so what follows replaces it. */
function remember() {
  const { game } = page;
  if (!game?.now) return;
  const said = linkTo(game.at);
  const isNew = page.said !== undefined && `${said}` !== page.said;
  page.said = `${said}`;
  if (!byId("view-levels").hidden) said.set("view", "levels");
  page.link = `#${said}`;
  if (isNew && page.isSettled && !page.isTravelling) history.pushState(null, "", page.link);
  else history.replaceState(null, "", page.link);
  page.isSettled = !game.isComputersTurn;
}

function followLink() {
  const said = new URLSearchParams(location.hash.slice(1));
  const { game } = page;
  view(said.get("view") === "levels" && game ? "levels" : "board");
  said.delete("view");
  const at = game?.now ? game.past.findIndex((_, at) => `${linkTo(at)}` === `${said}`) : -1;
  return at < 0 ? open(said) : game.walk(at);
}

/** After Back, Forward, or an address typed in. */
async function travel() {
  if (location.hash === page.link) return;
  page.isTravelling = true;
  try {
    await followLink();
  } finally {
    page.isTravelling = false;
  }
}

/** What a picture of the board shows. */
function scene() {
  const { description, now } = page.game;
  const edges = now.board.edges.length;
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
  m: () => byId("moves").querySelector("[tabindex='0']")?.focus(),
  v: () => board.focus(),
  s: shake,
  d: () => draw(LAYOUTS[(LAYOUTS.indexOf(page.layout) + 1) % LAYOUTS.length]),
  h: () => hints(!page.hints),
  c: () => copy(page.game.now.graph6, "graph6"),
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
  school.listen(() => page.game);
  press("undo", SHORTCUTS.u);
  press("redo", SHORTCUTS.r);
  press("new", SHORTCUTS.n);
  press("computer", SHORTCUTS.o);
  press("shake", shake);
  press("copy", SHORTCUTS.c);
  press("share", SHORTCUTS.l);
  press("copy-line", () => copy(page.line, "Best play"));
  press("canonical", () => begin(page.game.now.canonical));
  press("tab-board", SHORTCUTS[1]);
  press("tab-levels", SHORTCUTS[2]);
  press("help-button", SHORTCUTS["?"]);
  for (const button of document.querySelectorAll("[data-layout]")) button.addEventListener("click", () => draw(button.dataset.layout));
  byId("hints").addEventListener("change", (event) => hints(event.target.checked));
  byId("db").addEventListener("change", (event) => {
    const thing = chosen(event.target);
    if (thing.kind === "db") open(new URLSearchParams({ db: thing.name }));
    else location.assign(addressOf(thing));
  });
  byId("side").addEventListener("change", (event) => {
    const { game } = page;
    game.first = (event.target.value === "max") === game.isFirst ? "max" : "min";
    show("side");
  });
  byId("players").addEventListener("change", (event) => {
    page.game.player = event.target.value;
    byId("strength-choice").hidden = event.target.value === "both";
    show("players");
    computer();
  });
  byId("strength").addEventListener("change", (event) => (page.game.strength = event.target.value));
  byId("line-block").addEventListener("toggle", (event) => event.target.open && tellLine());
  byId("paste").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = byId("paste-error");
    wrong.hidden = true;
    try {
      await begin(byId("text").value.trim());
    } catch (refusal) {
      wrong.textContent = refusal.message.replace(/^\w/, (c) => c.toUpperCase());
      wrong.hidden = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input:not([type=checkbox]):not([type=radio]), select, textarea") || byId("help").open;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !(event.key in SHORTCUTS)) return;
    event.preventDefault();
    SHORTCUTS[event.key]();
  });
  addEventListener("hashchange", travel);
}

async function start() {
  theme.listen(byId("theme"));
  const { databases, proofs } = await stock(byId("db"));
  page.databases = databases;
  if (!databases.length && proofs.length) return location.replace(PROOF_PAGE);
  listen();
  const wantsLevels = new URLSearchParams(location.hash.slice(1)).get("view") === "levels";
  await followLink();
  if (wantsLevels) view("levels");
}

start().catch((refusal) => say(refusal.message, true));
