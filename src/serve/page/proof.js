// The page of proofs: clicks and keys go to the game, and its answers to board and panel.

import { Board } from "./board.js";
import { proofFile } from "./client.js";
import { Contest, moveText } from "./contest.js";
import { pairName, pairText } from "./graph.js";
import { circle, shuffled, springs } from "./layout.js";
import { clearMoves, element, fillMove, listKeys, unbroken } from "./panel.js";
import { offer } from "./picture.js";
import { addressOf, capital, chosen, stock } from "./shelf.js";
import { theme } from "./theme.js";

const byId = (id) => document.getElementById(id);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const WORDS = { win: "proven win", loss: "proven loss", unknown: "not in the proof" };
const TONES = { win: "wins", loss: "loses", unknown: "unknown" };

const page = { proofs: [], game: null, layout: "circle", hints: true, slots: null };
const board = new Board(byId("board"), {
  pair: (u, v) => person(pairName(u, v)),
  near: nearMove,
  dragged: () => {
    page.layout = "free";
    pressLayout();
  },
});

const pictures = offer(scene, say);

// Display

function show(what) {
  const { game, hints } = page;
  document.documentElement.dataset.state = game.busy || game.isComputersTurn ? "busy" : "idle";
  if (what === "busy" || !game.now) return;
  const { now, about } = game;
  if (byId("say").classList.contains("is-wrong")) byId("say").classList.remove("shown");
  const isPersons = !game.isComputersTurn;
  const candidates = now.choices
    .filter(({ edge }) => edge && isPersons)
    .map(({ edge: [u, v], verdict }) => ({ name: pairName(u, v), u, v, tone: hints ? TONES[verdict] : "hidden" }));
  const edges = now.edges.map(({ pair: [u, v], colour }) => ({ u, v, colour: colour === null ? undefined : `colour-${colour}` }));
  if (now.pending) edges.push({ u: now.pending[0], v: now.pending[1], colour: "pending" });
  board.show({ n: now.n, used: now.used, edges }, candidates, game.last, {
    decides: now.ending?.set.map((pair) => pairName(...pair)) ?? [],
    threats: now.threats.map(({ pair }) => pairName(...pair)),
  });
  arrange();
  pictures.hide();
  byId("how").hidden = game.isOver || game.past.length > 2;
  byId("how").textContent = now.pending
    ? `Choose the colour of the dotted edge: ${about.colours.join(" or ")}.`
    : "Click between two vertices, or on one and then the other, to join them.";
  showVerdict();
  showMoves();
  showColours();
  showLegend();
  byId("game").replaceChildren(...unbroken(now.moves ? now.moves.replaceAll("-", "–").split(",").join(", ") : "No move has been made."));
  byId("undo").disabled = game.before < 0;
  byId("redo").disabled = game.after < 0;
  byId("computer").disabled = game.isOver;
  remember();
  document.documentElement.dataset.over = game.isOver;
}

/** Moves the vertices to the places of the layout; on a board that grows, a circle with room for some more. */
function arrange() {
  const { n, edges } = page.game.now;
  const isFresh = board.places.length !== n;
  const key = `${page.layout} ${n} ${page.layout === "springs" ? edges.length : ""}`;
  if (!isFresh && page.arranged === key) return;
  page.arranged = key;
  if (page.layout === "free" && !isFresh) return;
  const room = page.game.n ?? Math.max(8, 4 * Math.ceil(n / 4));
  if (page.slots?.length !== room) page.slots = circle(room);
  const lines = edges.map(({ pair: [u, v] }) => ({ u, v }));
  if (page.layout === "springs") board.go(springs(n, lines, isFresh ? page.slots.slice(0, n) : board.places));
  else board.go(page.slots.slice(0, n));
}

function shake() {
  page.slots = shuffled(page.slots);
  page.layout = "circle";
  page.arranged = null;
  pressLayout();
  arrange();
}

function draw(layout) {
  page.layout = layout;
  page.slots = null;
  page.arranged = null;
  pressLayout();
  arrange();
}

function pressLayout() {
  for (const button of document.querySelectorAll("[data-layout]")) button.setAttribute("aria-pressed", button.dataset.layout === page.layout);
}

function showVerdict() {
  const { game, hints } = page;
  const { now, about, person } = game;
  const name = (player) => about.players[player];
  const { tone, headline, detail } = (() => {
    if (game.isOver) {
      const { winner, why } = now.ending;
      const tone = winner === null ? "ties" : person === null ? "" : winner === person ? "wins" : "loses";
      const headline = winner === null ? "A tie" : { wins: "You have won", loses: "You have lost", "": `${name(winner)} has won` }[tone];
      return { tone, headline, detail: `${why}.` };
    }
    const winner = name(about.winner);
    if (!hints) return { tone: "", headline: game.isComputersTurn ? `${name(now.next)} is thinking` : "Your move", detail: "" };
    if (!now.is_proved) {
      return { tone: "", headline: "The game has left the proof", detail: `${winner} made a move that the proof does not make. Undo leads back.` };
    }
    const isWinner = person === about.winner;
    const tone = person === null ? "" : isWinner ? "wins" : "loses";
    const headline = person === null ? `${winner} wins` : isWinner ? "You are winning" : "You are losing";
    if (now.next !== about.winner) return { tone, headline, detail: `${winner} follows the proof: every move of ${name(now.next)} is a proven loss.` };
    const proven = now.choices.filter(({ verdict }) => verdict === "win").length;
    return { tone, headline, detail: `${proven} of ${plural(now.choices.length, "move")} ${proven === 1 ? "is a proven win" : "are proven wins"}; the proof says nothing of others.` };
  })();
  const verdict = byId("verdict");
  verdict.dataset.tone = tone;
  byId("headline").textContent = headline;
  byId("detail").replaceChildren(...unbroken(detail));
  const made = plural(now.edges.length, "edge");
  const whose = person === null ? name(now.next) : `${name(now.next)}${now.next === person ? ", you," : ""}`;
  byId("turn").textContent = game.isOver ? `${made}, the game is over` : `${made}, ${whose} to ${now.pending ? "choose a colour" : "move"}`;
}

function showMoves() {
  const { game, hints } = page;
  const { now, about } = game;
  const list = byId("moves");
  const hadFocus = list.contains(document.activeElement);
  const title = byId("moves-title");
  title.replaceChildren("Moves");
  clearMoves(game.isOver ? "The game is over." : "");
  if (game.isOver) {
    if (hadFocus) byId("undo").focus();
    return;
  }
  const order = Object.keys(WORDS);
  const choices = hints ? [...now.choices].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict)) : now.choices;
  title.append(element("small", "", plural(choices.length, "move")));
  choices.forEach((choice, i) => {
    const text = moveText(choice, about);
    const worth = hints ? WORDS[choice.verdict] : "";
    const item = element("li", hints ? TONES[choice.verdict] : "unknown");
    item.setAttribute("role", "option");
    item.tabIndex = i ? -1 : 0;
    item.dataset.move = text;
    if (hints) item.dataset.verdict = choice.verdict;
    const shown = choice.edge ? pairText(...choice.edge) : about.colours[choice.colour];
    fillMove(item, shown, worth);
    item.addEventListener("click", () => person(text));
    const near = (name) => choice.edge && board.point(name);
    item.addEventListener("pointerenter", () => near(text));
    item.addEventListener("pointerleave", () => near(null));
    item.addEventListener("focus", () => near(text));
    item.addEventListener("blur", () => near(null));
    list.append(item);
  });
  if (hadFocus) list.firstChild?.focus();
}

/** The buttons of the person who chooses colours. */
function showColours() {
  const { game, hints } = page;
  const { now, about } = game;
  const place = byId("colours");
  place.hidden = !about.paints;
  const may = now.choices.filter(({ colour }) => colour !== undefined && !game.isComputersTurn);
  place.replaceChildren(
    ...(about.paints ? about.colours : []).map((name, colour) => {
      const choice = may.find((each) => each.colour === colour);
      const button = element("button", `paint colour-${colour}`, hints && choice ? `${name}: ${WORDS[choice.verdict]}` : name);
      button.type = "button";
      button.disabled = !choice;
      button.addEventListener("click", () => person(name.toLowerCase()));
      return button;
    }),
  );
}

function showLegend() {
  const { game, hints } = page;
  const { now, about } = game;
  const kinds = about.colours.map((name, colour) => [`colour-${colour}`, name]);
  if (hints && !game.isOver) {
    for (const verdict of Object.keys(WORDS)) {
      if (now.choices.some((choice) => choice.verdict === verdict)) kinds.push([TONES[verdict], WORDS[verdict]]);
    }
  }
  if (now.threats.length) {
    const players = [...new Set(now.threats.map(({ player }) => about.players[player]))];
    kinds.push(["threat", `${players.join(" or ")} would win at once`]);
  }
  if (now.ending?.set.length) kinds.push(["decides", "what decides the game"]);
  byId("legend").replaceChildren(
    ...kinds.map(([kind, words]) => {
      const item = element("li");
      item.innerHTML = `<svg viewBox="0 0 30 8" aria-hidden="true"><path class="key ${kind}" d="M2 4h26"/></svg>`;
      item.append(words);
      return item;
    }),
  );
}

function nearMove(name) {
  for (const item of byId("moves").querySelectorAll("li")) item.classList.toggle("near", item.dataset.move === name);
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

const complain = (refusal) => say(capital(refusal.message), true);

async function person(text) {
  const { game } = page;
  if (game.busy || game.isComputersTurn) return;
  byId("say").classList.remove("shown");
  try {
    await game.make(text);
  } catch (refusal) {
    return complain(refusal);
  }
  await computer();
}

/** The program's moves while it is its turn. */
async function computer() {
  const { game } = page;
  while (page.game === game && game.isComputersTurn && !game.busy) {
    const { now } = game;
    await new Promise((done) => setTimeout(done, 450));
    if (page.game !== game || game.now !== now) return;
    if (!(await computerMove())) return;
  }
}

/** Makes the program's move; says whether it did. */
async function computerMove() {
  const { game } = page;
  const { now, about } = game;
  try {
    const reply = await game.reply();
    if (!reply || game.now !== now) return false;
    const text = moveText(reply, about);
    await game.make(text);
    const how = reply.edge ? `${about.paints ? "draws" : "takes"} ${pairText(...reply.edge)}` : `chooses ${text}`;
    say(`${about.players[now.next]} ${how}${reply.is_proved && page.hints ? ", as the proof does" : ""}.`);
    return true;
  } catch (refusal) {
    complain(refusal);
    return false;
  }
}

async function begin(moves) {
  byId("say").classList.remove("shown");
  await page.game.begin(moves);
  await computer();
}

/** Opens a proof, on its own board unless `order` is one of its others. */
async function open(name, { moves = "", side = null, order = null } = {}) {
  const about = page.proofs.find((proof) => proof.name === name) ?? page.proofs[0];
  const isOther = order !== null && about.boards && order >= about.boards[0] && order <= about.boards[1];
  const game = new Contest(about, isOther ? order : null, (what) => page.game === game && show(what));
  if (side === "both") game.person = null;
  else if (side !== null && about.players.includes(side)) game.person = about.players.indexOf(side);
  page.game = game;
  page.slots = page.arranged = null;
  byId("db").value = `proof ${about.name}`;
  showSides();
  showOrders();
  const where = game.n === null ? "on infinitely many vertices" : `on ${game.n} vertices`;
  const words = element("span");
  words.append(element("strong", "", `${capital(about.title)} ${where}`), ` — ${about.rules}. Proved: ${about.theorem}.`);
  byId("rules").replaceChildren(words);
  document.title = `${capital(about.title)}, ${game.n ?? "infinitely many"} vertices — retrograph`;
  showFile();
  try {
    await game.begin(moves);
  } catch (refusal) {
    await game.begin("");
    complain(refusal);
  }
  await computer();
}

/** The file of the proof, where the page can have it. */
async function showFile() {
  const { game } = page;
  const file = await proofFile(game.about.name);
  if (page.game !== game) return;
  page.file = file;
  byId("file-block").hidden = !file;
  byId("judged").replaceChildren();
  byId("check").disabled = false;
  if (!file) return;
  Object.assign(byId("file"), { href: file.address, textContent: `${game.about.name}.proof` });
  byId("file-facts").textContent = `${file.bytes.toLocaleString("en")} bytes, SHA-256 ${file.sha256}`;
}

async function check() {
  const { file } = page;
  const button = byId("check");
  const place = byId("judged");
  const tell = (text, isWrong) => {
    if (page.file !== file) return;
    place.textContent = text;
    place.classList.toggle("wrong", isWrong);
    button.disabled = false;
  };
  button.disabled = true;
  place.classList.remove("wrong");
  place.textContent = "The judge reads every entry…";
  try {
    tell(`Checked: ${await file.check()}.`, false);
  } catch (refusal) {
    tell(`${capital(refusal.message)}.`, refusal.code !== "needs");
  }
}

function showSides() {
  const { about, person } = page.game;
  const sides = [1 - about.winner, about.winner, null];
  const legend = byId("players").querySelector("legend");
  byId("players").replaceChildren(
    legend,
    ...sides.map((side) => {
      const label = element("label");
      const input = element("input");
      Object.assign(input, { type: "radio", name: "player", value: side ?? "both", checked: side === person });
      label.append(input, element("span", "", side === null ? "Both" : about.players[side]));
      return label;
    }),
  );
}

/** The boards of a proof about several. */
function showOrders() {
  const { about, order } = page.game;
  byId("order-choice").hidden = !about.boards;
  const [least, most] = about.boards ?? [0, -1];
  const orders = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const option = (text, value) => Object.assign(element("option", "", text), { value });
  byId("order").replaceChildren(option("infinite", ""), ...orders.map((n) => option(`${n} vertices`, n)));
  byId("order").value = order ?? "";
}

// Links

/** The address of a place in the game. */
function linkTo(at) {
  const { game } = page;
  const side = game.person === null ? "both" : game.about.players[game.person];
  const board = game.order === null ? {} : { n: game.order };
  return `#${new URLSearchParams({ proof: game.about.name, ...board, moves: game.past[at].moves, you: side })}`;
}

/** The address contains what is shown, so that it can be sent to others, and Back takes back a move. Where the program is
 * to move no one can come back to, so what follows replaces it. */
function remember() {
  const { game } = page;
  const link = linkTo(game.at);
  const isNew = page.link !== undefined && link !== page.link;
  page.link = link;
  if (isNew && page.isSettled && !page.isTravelling) history.pushState(null, "", link);
  else history.replaceState(null, "", link);
  page.isSettled = !game.isComputersTurn;
}

/** After Back, Forward, or an address typed in. */
async function travel() {
  if (location.hash === page.link) return;
  page.isTravelling = true;
  try {
    const at = page.game.past.findIndex((_, at) => linkTo(at) === location.hash);
    await (at < 0 ? followLink() : page.game.walk(at));
  } finally {
    page.isTravelling = false;
  }
}

function followLink() {
  const said = new URLSearchParams(location.hash.slice(1));
  const order = said.has("n") ? Number(said.get("n")) : null;
  return open(said.get("proof"), { moves: said.get("moves") ?? "", side: said.get("you"), order });
}

/** What a picture of the board shows. */
function scene() {
  const { about, n, now } = page.game;
  const where = n === null ? "infinitely many vertices" : `${n} vertices`;
  return { ...board.drawn, title: `${capital(about.title)} on ${where}, ${plural(now.edges.length, "edge")}`, name: about.name };
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("Link copied.");
  } catch {
    // Browsers deny the clipboard to pages without encryption.
    say("Copy the address of this page: it is the link.");
  }
}

// Controls

function hints(on) {
  page.hints = byId("hints").checked = on;
  show("hints");
}

const SHORTCUTS = {
  u: () => page.game.undo(),
  r: () => page.game.redo(),
  n: () => begin(""),
  o: () => !page.game.busy && computerMove().then(computer),
  m: () => byId("moves").querySelector("[tabindex='0']")?.focus(),
  v: () => board.focus(),
  s: shake,
  h: () => hints(!page.hints),
  l: copyLink,
  p: pictures.copy,
  t: theme.next,
  "?": () => byId("help").showModal(),
};

function listen() {
  listKeys(byId("moves"));
  byId("check").addEventListener("click", check);
  const buttons = { undo: "u", redo: "r", new: "n", computer: "o", shake: "s", share: "l", "help-button": "?" };
  for (const [id, key] of Object.entries(buttons)) byId(id).addEventListener("click", SHORTCUTS[key]);
  for (const button of document.querySelectorAll("[data-layout]")) button.addEventListener("click", () => draw(button.dataset.layout));
  byId("hints").addEventListener("change", (event) => hints(event.target.checked));
  byId("db").addEventListener("change", (event) => {
    const thing = chosen(event.target);
    if (thing.kind === "proof") open(thing.name);
    else location.assign(addressOf(thing));
  });
  byId("order").addEventListener("change", (event) => {
    const { about, person } = page.game;
    const side = person === null ? "both" : about.players[person];
    open(about.name, { side, order: event.target.value ? Number(event.target.value) : null });
  });
  byId("players").addEventListener("change", (event) => {
    page.game.person = event.target.value === "both" ? null : Number(event.target.value);
    show("players");
    computer();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("select, textarea") || byId("help").open;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !(event.key in SHORTCUTS)) return;
    event.preventDefault();
    SHORTCUTS[event.key]();
  });
  addEventListener("hashchange", travel);
}

async function start() {
  theme.listen(byId("theme"));
  const { proofs } = await stock(byId("db"));
  page.proofs = proofs;
  if (!proofs.length) return location.replace("./");
  listen();
  await followLink();
}

start().catch(complain);
