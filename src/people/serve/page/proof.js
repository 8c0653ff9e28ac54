// The page of proofs: what is said and shown of them.

import { Address } from "./address.js";
import { proofFile } from "./client.js";
import { Contest, moveText, moveWords } from "./contest.js";
import { Field, label } from "./field.js";
import { pairName } from "./graph.js";
import { HOW, capital, listenToMessages, notice, nounOf, plural, sentence, wordsOf } from "./messages.js";
import { element, fillLegend, fillMoves, fillVerdict, pointAtMove, showNothing, unbroken } from "./panel.js";
import { addressOf, chosen, provedWords, stock } from "./shelf.js";
import { Table } from "./table.js";
import { theme } from "./theme.js";

const byId = (id) => document.getElementById(id);
const WORDS = { win: "proven win", loss: "proven loss", unknown: "not in the proof" };
const TONES = { win: "wins", loss: "loses", unknown: "unknown" };

const table = new Table({
  show,
  isThinking: () => table.game.isComputersTurn,
  pair: (u, v) => pairName(u, v),
  made,
  reply: (game) => game.reply(),
  replied: (reply) => {
    const words = `${made(moveText(reply, table.game.about))}${reply.is_proved && table.hints ? ", as the proof does" : ""}`;
    return [words, `${words}.`];
  },
  open,
  placeAt,
  settings,
  scene,
  keys: {
    v: () => (table.game.about.elements ? field : table.board).focus(),
    p: () => !table.game.about.elements && table.pictures.copy(),
  },
});

/** The board of a proof about elements, in place of one with vertices. */
const field = new Field(byId("field"), { chosen: (name) => table.person(name), near: pointAtMove });
/** How the legend draws each player's stones. */
const STONES = ["M10-1l10 10M20-1l-10 10", "M15-1a5 5 0 1 0 .01 0"];

/** The proofs that are served, and the file of the one that is shown, where the page can have it. */
let proofs = [];
let shownFile = null;

// Display

function show() {
  const { game } = table;
  const { now, about } = game;
  if (about.elements) showField();
  else showGraph();
  showVerdict();
  showMoves();
  showColours();
  showLegend();
  byId("game").replaceChildren(...unbroken(now.moves ? now.moves.replaceAll("-", "–").split(",").map(label).join(", ") : "No move has been made."));
  document.querySelector(`[name=player][value="${game.person ?? "both"}"]`).checked = true;
  document.documentElement.dataset.over = game.isOver;
}

function showGraph() {
  byId("board").closest(".stage").classList.remove("tall");
  const { game, hints, board } = table;
  const { now, about } = game;
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
  // On a board that grows, a circle has room for some more.
  table.layouts.arrange({ n: now.n, edges }, game.n ?? Math.max(8, 4 * Math.ceil(now.n / 4)));
  byId("how").hidden = game.isOver || game.past.length > 2;
  const isEmpty = game.n === null && !edges.length;
  byId("how").textContent = now.pending
    ? `Choose the colour of the dotted edge: ${about.colours.join(" or ")}.`
    : `${isEmpty ? "No edge is there yet. Dashed vertices are new ones, of which there are always more. " : ""}${HOW}`;
}

function showField() {
  const { game, hints } = table;
  const { now, about } = game;
  const stones = now.stones ?? [];
  // A verdict that all moves have is said once.
  const isSame = now.choices.every(({ verdict }) => verdict === now.choices[0].verdict);
  const choices = now.choices.filter(() => !game.isComputersTurn).map(({ element, verdict }) => {
    const isShown = hints && !isSame;
    return [element, { tone: isShown ? TONES[verdict] : "", words: isShown ? WORDS[verdict] : "" }];
  });
  field.show(about, { stones, decides: now.ending?.elements ?? [], last: now.moves ? stones.at(-1).element : null, choices: new Map(choices) });
  byId("how").hidden = game.isOver || game.past.length > 2;
  byId("how").textContent = "Press a free place to take it. By keys: v, then arrows and Enter.";
}

function showVerdict() {
  const { game, hints } = table;
  const { now, about, person } = game;
  const name = (player) => nounOf(about.players[player]);
  const verdict = () => {
    if (game.isExercise) return exerciseVerdict(game);
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
  };
  fillVerdict(verdict());
  const edges = about.elements ? `${plural((now.stones ?? []).length, "element")} taken` : plural(now.edges.length, "edge");
  const whose = `${name(now.next)}${now.next === person ? ", you," : ""}`;
  byId("turn").textContent = game.isOver ? `${edges}, the game is over` : `${edges}, ${whose} to ${now.pending ? "choose a colour" : "move"}`;
}

/** What an exercise asks, and whether the move made is the answer. */
function exerciseVerdict({ now, about, isAnswered }) {
  if (!isAnswered) return { tone: "", headline: "Find the winning move", detail: `Of ${plural(now.choices.length, "move")} the proof makes one.` };
  const made = label(now.moves.split(",").at(-1).replace("-", "–"));
  return now.is_proved || now.ending?.winner === about.winner
    ? { tone: "wins", headline: "Right", detail: `${made} is a proven win.` }
    : { tone: "", headline: "Not in the proof", detail: `${made} may lose. Undo it to look again, or go on to the next one.` };
}

function showMoves() {
  const { game, hints, board } = table;
  const { now, about } = game;
  const order = Object.keys(WORDS);
  const choices = hints ? [...now.choices].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict)) : now.choices;
  // What is the same of all moves is said once.
  const all = hints && choices.length > 2 && choices.every(({ verdict }) => verdict === choices[0].verdict) ? WORDS[choices[0].verdict] : "";
  const same = all && (all === WORDS.unknown ? `, ${all}` : `, each a ${all}`);
  byId("moves-title").replaceChildren("Moves", ...(game.isOver ? [] : [element("small", "", plural(choices.length, "move") + same)]));
  const items = choices.map((choice) => {
    const text = moveText(choice, about);
    return {
      tone: hints ? TONES[choice.verdict] : "unknown",
      pair: about.elements ? moveWords(choice, about) : capital(moveWords(choice, about)),
      worth: hints && !all ? WORDS[choice.verdict] : "",
      data: { move: text, ...(hints && { verdict: choice.verdict }) },
      names: choice.colour === undefined ? [text] : [],
      choose: () => table.person(text),
    };
  });
  fillMoves(items, "The game is over.", (name) => (about.elements ? field : board).point(name));
}

/** The buttons of the person who chooses colours. */
function showColours() {
  const { game, hints } = table;
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
      button.addEventListener("click", () => table.person(name.toLowerCase()));
      return button;
    }),
  );
}

function showLegend() {
  const { game, hints } = table;
  const { now, about } = game;
  const kinds = about.colours.map((name, colour) => (about.elements ? [`stone-${colour}`, name, STONES[colour]] : [`colour-${colour}`, name]));
  if (hints && !game.isOver && !about.elements) {
    for (const verdict of Object.keys(WORDS)) {
      if (now.choices.some((choice) => choice.verdict === verdict)) kinds.push([TONES[verdict], WORDS[verdict]]);
    }
  }
  if (now.threats.length) {
    const players = [...new Set(now.threats.map(({ player }) => nounOf(about.players[player])))];
    kinds.push(["threat", `${players.join(" or ")} would win at once`]);
  }
  if (now.ending?.set.length) kinds.push(["decides", "what decides the game"]);
  fillLegend(kinds);
}

/** What whoever is to move does with a move, as words. */
function made(text) {
  const { now, about } = table.game;
  const takes = about.elements ? `takes ${label(text)}` : `${about.paints ? "draws" : "takes"} ${text.replace("-", "–")}`;
  const how = about.elements || /\d/.test(text) ? takes : `chooses ${text}`;
  return `${capital(nounOf(about.players[now.next]))} ${how}`;
}

/** Opens what an address says: a proof, on one of its boards, with moves. */
async function open(address) {
  const about = address.named("proof", proofs, "proof", provedWords);
  const [least, most] = about.boards ?? [0, -1];
  const orders = Array.from({ length: most - least + 1 }, (_, i) => `${least + i}`);
  const order = about.boards ? address.choice("n", orders) : address.text("n");
  const isItsOwn = !about.boards && order !== null && order !== `${about.n}`;
  if (isItsOwn) address.refuse("n", order, `this proof is about ${about.n === null ? "the infinite board" : `${about.n} vertices`}`);
  const game = new Contest(about, about.boards && order !== null ? Number(order) : null, (what) => table.game === game && table.show(what));
  const side = address.choice("you", [...about.players, "both"]);
  if (side !== null) game.person = side === "both" ? null : about.players.indexOf(side);
  table.hints = byId("hints").checked = address.choice("hints", ["on", "off"]) !== "off";
  const moves = address.text("moves") ?? "";
  table.game = game;
  table.layouts.reset();
  byId("db").value = `proof ${about.name}`;
  for (const id of ["board", "layouts", "picture-block"]) byId(id).toggleAttribute("hidden", Boolean(about.elements));
  byId("field").toggleAttribute("hidden", !about.elements);
  showSides();
  showOrders();
  const where = `on ${placeOf(game)}`;
  const words = element("span");
  // The name of a game from a file is long, and its first digits are enough for people.
  const short = (digest) => Object.assign(element("abbr", "", `${digest.slice(0, 8)}…`), { title: digest });
  const proved = about.theorem.split(/([0-9a-f]{64})/).map((piece, i) => (i % 2 ? short(piece) : piece));
  words.append(element("strong", "", `${capital(about.title)} ${where}`), ` — ${about.rules}. Proved: `, ...proved, ".");
  byId("rules").replaceChildren(words);
  document.title = `${capital(about.title)}, ${placeOf(game)} — retrograph`;
  showFile();
  await table.enter(game, address, game.start, moves);
}

/** The board in words. */
function placeOf({ n, about }) {
  return n === null ? "infinitely many vertices" : `${n} ${about.elements ? "elements" : "vertices"}`;
}

/** The file of the proof, where the page can have it. */
async function showFile() {
  const { game } = table;
  shownFile = null;
  byId("file-block").hidden = true;
  const file = await proofFile(game.about.name);
  if (table.game !== game) return;
  shownFile = file;
  byId("file-block").hidden = !file;
  byId("judged").replaceChildren();
  byId("check").disabled = false;
  if (!file) return;
  Object.assign(byId("file"), { href: file.address, textContent: `${game.about.name}.proof` });
  byId("file-facts").textContent = `${file.bytes.toLocaleString("en")} bytes, SHA-256 ${file.sha256}`;
}

async function check() {
  const file = shownFile;
  const button = byId("check");
  const place = byId("judged");
  const tell = (text, isWrong) => {
    if (shownFile !== file) return;
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
  const { about, person } = table.game;
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
  const { about, order } = table.game;
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
  const { past, about, order } = table.game;
  return { proof: about.name, ...(order === null ? {} : { n: order }), moves: past[at].moves };
}

/** What it says besides: who plays, and what is shown. */
function settings() {
  const { person, about } = table.game;
  return { you: person === null ? "both" : about.players[person], ...(table.hints ? {} : { hints: "off" }) };
}

/** What a picture of the board is called. */
function scene() {
  const { about } = table.game;
  return { title: `${capital(about.title)} on ${placeOf(table.game)}, ${plural(table.board.drawn.edges.length, "edge")}`, name: about.name };
}

// Controls

const addressWith = (...parts) => new Address(`#${new URLSearchParams(Object.assign({}, ...parts))}`);

function listen() {
  table.listen();
  byId("check").addEventListener("click", check);
  byId("db").addEventListener("change", (event) => {
    const thing = chosen(event.target);
    if (thing.kind === "proof") open(addressWith({ proof: thing.name }, table.hints ? {} : { hints: "off" }));
    else location.assign(addressOf(thing));
  });
  byId("order").addEventListener("change", (event) => {
    const order = event.target.value ? { n: event.target.value } : {};
    open(addressWith({ proof: table.game.about.name, ...order }, settings()));
  });
  byId("players").addEventListener("change", (event) => {
    table.game.person = event.target.value === "both" ? null : Number(event.target.value);
    table.show("players");
    table.computer();
  });
}

async function start() {
  theme.listen(byId("theme"));
  listenToMessages();
  ({ proofs } = await stock(byId("db")));
  if (!proofs.length) return location.replace(`./${location.hash}`);
  listen();
  await open(new Address(location.hash));
}

start().catch((failure) => {
  showNothing("Nothing can be shown");
  notice([sentence(wordsOf(failure))]);
});
