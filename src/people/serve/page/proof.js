// The page of proofs: clicks and keys go to the game, and its answers to board and panel.

import { Address, Trail } from "./address.js";
import { Board } from "./board.js";
import { proofFile } from "./client.js";
import { Contest, moveText } from "./contest.js";
import { pairName, pairText } from "./graph.js";
import { circle, shuffled, springs } from "./layout.js";
import { HOW, capital, complain, hush, listenToMessages, notice, nounOf, say, sentence, wordsOf } from "./messages.js";
import { clearMoves, element, fillMove, listKeys, showNothing, unbroken } from "./panel.js";
import { offer } from "./picture.js";
import { addressOf, chosen, provedWords, stock } from "./shelf.js";
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
const trail = new Trail();

// Display

function show(what) {
  const { game, hints } = page;
  document.documentElement.dataset.state = game.busy || game.isComputersTurn ? "busy" : "idle";
  if (what === "busy" || !game.now) return;
  const { now, about } = game;
  if (what === "position" || what === "walked") hush();
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
  const isEmpty = game.n === null && !edges.length;
  byId("how").textContent = now.pending
    ? `Choose the colour of the dotted edge: ${about.colours.join(" or ")}.`
    : `${isEmpty ? "No edge is there yet. Dashed vertices are new ones, of which there are always more. " : ""}${HOW}`;
  showVerdict();
  showMoves();
  showColours();
  showLegend();
  byId("game").replaceChildren(...unbroken(now.moves ? now.moves.replaceAll("-", "–").split(",").join(", ") : "No move has been made."));
  byId("undo").disabled = game.before < 0;
  byId("redo").disabled = game.after < 0;
  byId("computer").disabled = game.isOver;
  trail.remember(placeAt(game.at), settings(), !game.isComputersTurn);
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
  const name = (player) => nounOf(about.players[player]);
  const { tone, headline, detail } = (() => {
    if (game.isOver) {
      const { winner, why } = now.ending;
      const tone = winner === null ? "ties" : person === null ? "" : winner === person ? "wins" : "loses";
      const headline = winner === null ? "A tie" : { wins: "You have won", loses: "You have lost", "": `${capital(name(winner))} has won` }[tone];
      return { tone, headline, detail: `${why}.` };
    }
    const winner = name(about.winner);
    if (!hints) return { tone: "", headline: game.isComputersTurn ? `${capital(name(now.next))} is thinking` : "Your move", detail: "" };
    if (!now.is_proved) {
      return { tone: "", headline: "The game has left the proof", detail: `${capital(winner)} made a move that the proof does not make. Undo leads back.` };
    }
    if (game.isComputersTurn) return { tone: "", headline: `${capital(name(now.next))} to move`, detail: "The proof has a move here." };
    const isWinner = person === about.winner;
    const tone = person === null ? "" : isWinner ? "wins" : "loses";
    const headline = person === null ? `${capital(winner)} wins` : isWinner ? "You are winning" : "You are losing";
    if (now.next !== about.winner) return { tone, headline, detail: `${capital(winner)} follows the proof: every move of ${name(now.next)} is a proven loss.` };
    const proven = now.choices.filter(({ verdict }) => verdict === "win").length;
    const others = proven < now.choices.length ? "; the proof says nothing of others" : "";
    return { tone, headline, detail: `${proven} of ${plural(now.choices.length, "move")} ${proven === 1 ? "is a proven win" : "are proven wins"}${others}.` };
  })();
  const verdict = byId("verdict");
  verdict.dataset.tone = tone;
  byId("headline").textContent = headline;
  byId("detail").replaceChildren(...unbroken(detail));
  const made = plural(now.edges.length, "edge");
  const whose = `${name(now.next)}${now.next === person ? ", you," : ""}`;
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
  // What is the same of all moves is said once.
  const all = hints && choices.length > 2 && choices.every(({ verdict }) => verdict === choices[0].verdict) ? WORDS[choices[0].verdict] : "";
  title.append(element("small", "", `${plural(choices.length, "move")}${all && (all === WORDS.unknown ? `, ${all}` : `, each a ${all}`)}`));
  choices.forEach((choice, i) => {
    const text = moveText(choice, about);
    const worth = hints && !all ? WORDS[choice.verdict] : "";
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
    const players = [...new Set(now.threats.map(({ player }) => nounOf(about.players[player])))];
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

// Actions

async function person(text) {
  const { game } = page;
  if (game.busy || !game.now || game.isComputersTurn) return;
  hush();
  const { now } = game;
  try {
    await game.make(text);
  } catch (refusal) {
    return complain(refusal);
  }
  if (page.game === game && game.isOver) say(`${toldMove(now, text)}. ${game.now.ending.why}.`);
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

/** A move from `now` in words. */
function toldMove(now, text) {
  const { about } = page.game;
  const how = /\d/.test(text) ? `${about.paints ? "draws" : "takes"} ${text.replace("-", "–")}` : `chooses ${text}`;
  return `${capital(nounOf(about.players[now.next]))} ${how}`;
}

/** Makes the program's move; says whether it did. */
async function computerMove() {
  const { game } = page;
  const { now, about } = game;
  if (!now) return false;
  try {
    const reply = await game.reply();
    if (!reply || game.now !== now) return false;
    const text = moveText(reply, about);
    await game.make(text);
    if (page.game !== game) return false;
    const proved = reply.is_proved && page.hints ? ", as the proof does" : "";
    say(`${toldMove(now, text)}${proved}.${game.isOver ? ` ${game.now.ending.why}.` : ""}`);
    return true;
  } catch (refusal) {
    complain(refusal);
    return false;
  }
}

async function restart() {
  hush();
  await page.game.begin("");
  await computer();
}

/** Opens what an address says: a proof, on one of its boards, with moves. */
async function open(address) {
  const about = address.named("proof", page.proofs, "proof", provedWords);
  const [least, most] = about.boards ?? [0, -1];
  const orders = Array.from({ length: most - least + 1 }, (_, i) => `${least + i}`);
  const order = about.boards ? address.choice("n", orders) : address.text("n");
  const isItsOwn = !about.boards && order !== null && order !== `${about.n}`;
  if (isItsOwn) address.refuse("n", order, `this proof is about ${about.n === null ? "the infinite board" : `${about.n} vertices`}`);
  const game = new Contest(about, about.boards && order !== null ? Number(order) : null, (what) => page.game === game && show(what));
  const side = address.choice("you", [...about.players, "both"]);
  if (side !== null) game.person = side === "both" ? null : about.players.indexOf(side);
  page.hints = byId("hints").checked = address.choice("hints", ["on", "off"]) !== "off";
  const moves = address.text("moves") ?? "";
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
  notice(address.complaints());
  try {
    const refusal = await game.begin(moves);
    if (refusal) address.refuseMoves(game.at, moves.split(",").length, wordsOf(refusal));
  } catch (failure) {
    if (page.game !== game) return;
    board.show({ n: 0, edges: [] }, [], []);
    showNothing("This proof cannot be shown");
    address.wrong.push(sentence(wordsOf(failure)));
  }
  if (page.game !== game) return;
  notice(address.complaints());
  await computer();
}

/** The file of the proof, where the page can have it. */
async function showFile() {
  const { game } = page;
  page.file = null;
  byId("file-block").hidden = true;
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
    tell(sentence(wordsOf(refusal)), refusal.code !== "needs");
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

/** What the address says of a place in the game. */
function placeAt(at) {
  const { past, about, order } = page.game;
  return { proof: about.name, ...(order === null ? {} : { n: order }), moves: past[at].moves };
}

/** What it says besides: who plays, and what is shown. */
function settings() {
  const { person, about } = page.game;
  return { you: person === null ? "both" : about.players[person], ...(page.hints ? {} : { hints: "off" }) };
}

function follow(place) {
  const { past = [] } = page.game;
  const at = past.findIndex((_, at) => `${new URLSearchParams(placeAt(at))}` === place);
  return at < 0 ? open(new Address(location.hash)) : page.game.walk(at);
}

/** What a picture of the board shows. */
function scene() {
  const { about, n } = page.game;
  const where = n === null ? "infinitely many vertices" : `${n} vertices`;
  return { ...board.drawn, title: `${capital(about.title)} on ${where}, ${plural(board.drawn.edges.length, "edge")}`, name: about.name };
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
  n: restart,
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

const addressWith = (...parts) => new Address(`#${new URLSearchParams(Object.assign({}, ...parts))}`);

function listen() {
  listKeys(byId("moves"));
  byId("check").addEventListener("click", check);
  const buttons = { undo: "u", redo: "r", new: "n", computer: "o", shake: "s", share: "l", "help-button": "?" };
  for (const [id, key] of Object.entries(buttons)) byId(id).addEventListener("click", SHORTCUTS[key]);
  for (const button of document.querySelectorAll("[data-layout]")) button.addEventListener("click", () => draw(button.dataset.layout));
  byId("hints").addEventListener("change", (event) => hints(event.target.checked));
  byId("db").addEventListener("change", (event) => {
    const thing = chosen(event.target);
    if (thing.kind === "proof") open(addressWith({ proof: thing.name }, page.hints ? {} : { hints: "off" }));
    else location.assign(addressOf(thing));
  });
  byId("order").addEventListener("change", (event) => {
    const order = event.target.value ? { n: event.target.value } : {};
    open(addressWith({ proof: page.game.about.name, ...order }, settings()));
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
  trail.listen(follow);
}

async function start() {
  theme.listen(byId("theme"));
  listenToMessages();
  const { proofs } = await stock(byId("db"));
  page.proofs = proofs;
  if (!proofs.length) return location.replace(`./${location.hash}`);
  listen();
  await open(new Address(location.hash));
}

start().catch((failure) => {
  showNothing("Nothing can be shown");
  notice([sentence(wordsOf(failure))]);
});
