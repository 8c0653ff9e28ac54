// The words beside the board.

import { alikeOf, decode, edgesText, pairName, pairText } from "./graph.js";
import { sign } from "./signs.js";
import { plural, sentence } from "./messages.js";
import { scoreOf, sortedMoves, toneOf } from "./game.js";
import { colourOf, ofMover, ofNext, opposite } from "./values.js";

const byId = (id) => document.getElementById(id);
const WORTH = { wins: "wins", loses: "loses", ties: "ties", unknown: "" };

export function element(name, css, text) {
  const made = document.createElement(name);
  if (css) made.className = css;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Text whose edges stay whole where lines break. */
export function unbroken(text) {
  return text.split(/(\d+–\d+)/).map((piece, i) => (i % 2 ? element("span", "whole", piece) : piece));
}

export function fillVerdict({ tone, headline, detail }) {
  byId("verdict").dataset.tone = tone;
  byId("headline").textContent = headline;
  byId("detail").replaceChildren(...unbroken(detail));
}

/** Shows who is to move, who wins, and how. */
export function showVerdict(game, hints) {
  const { now } = game;
  fillVerdict(verdictOf(game, hints));
  byId("verdict").dataset.value = now.value ?? "";
  const turn = byId("turn");
  turn.textContent = turnOf(game);
  if (now.board.next) turn.prepend(element("span", `chip ${now.board.next}`));
}

function turnOf(game) {
  const { now } = game;
  const made = plural(now.edges ?? now.board.edges.length, "edge");
  if (now.witness.length) return `${made}, the game is over`;
  if (now.moves && !now.moves.length) return `${made}, no move left`;
  const who = game.player === "both" ? moverOf(game) : game.isComputersTurn ? "the computer" : "you";
  return `${made}, ${who}${game.player !== "both" && game.description.roles ? ` (${game.roleOf(now.board.next)})` : ""} ${taskOf(game)}`;
}

/** What who is next has to do. */
function taskOf({ demand, description }) {
  const { deed, least, most, due } = demand;
  const range = least === most ? plural(most, "edge") : `${least} to ${plural(most, "edge")}`;
  if (deed === "offer") return `to offer ${range}`;
  if (deed === "choose") return `to keep ${least} of ${plural(demand.offer.length, "edge")}`;
  if (most > 1) return `to colour ${plural(least, "edge")} or more`;
  return description.roles ? `to colour ${plural(due, "edge")}` : "to move";
}

/** Who is to move, where both sides are people. */
export function moverOf(game) {
  const { next } = game.now.board;
  return next ? game.roleOf(next) : (game.isScore ? { max: "Max", min: "Min" }[game.side] : game.isFirst ? "the first player" : "the second player");
}

/** Shows that there is no game. */
export function showNothing(headline) {
  document.documentElement.dataset.state = "idle";
  fillVerdict({ tone: "", headline, detail: "" });
  for (const id of ["turn", "legend"]) byId(id).replaceChildren();
  byId("moves-title").replaceChildren("Moves");
  fillMoves([], "There is nothing to play.");
  for (const id of ["undo", "redo", "computer"]) byId(id).disabled = true;
}

function verdictOf(game, hints) {
  const { now, player, description } = game;
  const plain = (headline, detail = "") => ({ tone: "", headline, detail });
  if (now.unsolved) return plain("This level is not solved", sentence(now.unsolved));
  const isOver = !now.moves.length;
  const wins = ofNext(now.value, now.board.next) ?? null;
  if (game.isScore) return scoreVerdict(game, isOver, hints);
  if (game.isExercise) return exerciseVerdict(game);
  const mine = player !== "both" && !game.isComputersAt(game.at);
  if (isOver) {
    if (player === "both") {
      const isFirst = game.isFirst === (wins === "wins");
      const who = description.colours ? named(game, isFirst ? "red" : "green") : `The ${isFirst ? "first" : "second"} player`;
      return { tone: "", headline: wins === "ties" ? "A tie" : `${who} has won`, detail: endOf(game) };
    }
    const tone = mine ? wins : opposite(wins);
    return { tone, headline: { wins: "You have won", loses: "You have lost", ties: "A tie" }[tone], detail: endOf(game) };
  }
  if (!hints) return plain(player === "both" ? "Who wins?" : mine ? "Your move" : "The computer is thinking", "");
  const tone = player === "both" || mine ? wins : opposite(wins);
  const mover = description.colours ? moverOf(game) : "The player to move";
  if (player === "both" && colourOf(now.value)) return { tone: "", headline: `${named(game, colourOf(now.value))} wins`, detail: detailOf(game, wins) };
  const headline =
    player === "both"
      ? { wins: `${mover} wins`, loses: `${mover} loses`, ties: "A tie with best play" }[tone]
      : { wins: "You are winning", loses: game.strength === "perfect" ? "You are losing" : "You are losing, unless the computer errs", ties: "A tie with best play" }[tone];
  return { tone, headline, detail: detailOf(game, wins) };
}

/** A colour, with what the player is called who has it. */
const named = (game, colour) => (game.description.roles ? `${colour === "red" ? "Red" : "Green"} (${game.roleOf(colour)})` : game.roleOf(colour));

/** What an exercise asks, and whether the move made is the answer. */
function exerciseVerdict({ now, past, at }) {
  if (at === 0) {
    const all = now.moves.reduce((sum, move) => sum + move.equivalent, 0);
    return { tone: "", headline: "Find the winning move", detail: `Of ${plural(all, "move")} one wins, up to symmetry.` };
  }
  const made = now.edge.map((name) => pairText(...name.split("-"))).join(" ");
  return ofMover(now.value, past[at - 1].board.next) === "wins"
    ? { tone: "wins", headline: "Right", detail: `${made} is the winning move.` }
    : { tone: "loses", headline: "Not that one", detail: `${made} does not win. Undo it to look again, or go on to the next one.` };
}

function endOf(game) {
  const { play, values, colours } = game.description;
  if (values === "score" || colours) return game.ending;
  return play === "misere" ? "A player who cannot move wins." : "A player who cannot move loses.";
}

function detailOf(game, wins) {
  const { now } = game;
  const colour = colourOf(now.value);
  const letter = colour ? `${now.value}: ${game.roleOf(colour)} wins` : { wins: "N: the next player wins", loses: "P: the previous player wins", ties: "T: a tie" }[wins];
  const good = now.moves.filter((move) => toneOf(move, now.moves, game) === "wins").reduce((sum, move) => sum + move.equivalent, 0);
  const all = now.moves.reduce((sum, move) => sum + move.equivalent, 0);
  const parts = [letter];
  if (now.grundy !== undefined) parts.push(`Grundy number ${now.grundy}`);
  if (now.remoteness !== undefined) parts.push(`${plural(now.remoteness, "move")} to the end with best play`);
  parts.push(`${wins === "wins" ? good : 0} of ${plural(all, "move")} ${wins === "wins" && good === 1 ? "wins" : "win"}`);
  return `${parts.join("; ")}.`;
}

function scoreVerdict(game, isOver, hints) {
  const { now } = game;
  if (isOver) return { tone: "", headline: `${plural(now.board.edges.length, "edge")} at the end`, detail: "Max wants many, Min wants few." };
  if (!hints) return { tone: "", headline: "How many edges?", detail: "Max wants many, Min wants few." };
  const edges = game.side === "max" ? now.max : now.min;
  return {
    tone: "",
    headline: `${plural(edges, "edge")} at the end`,
    detail: `${now.max} if Max moves next, ${now.min} if Min does. Max wants many, Min wants few.`,
  };
}

/** Moves in the list: of an edge by turns there are fewer, of several edges there may be thousands. */
const LISTED = 500;

/** The list of moves; `on.choose(move)`, `on.near(name)`. */
export function showMoves(game, hints, on) {
  const best = sortedMoves(game);
  const moves = hints ? best : [...best].sort((a, b) => a.edge[0] - b.edge[0] || a.edge[1] - b.edge[1]);
  byId("moves-title").replaceChildren("Moves");
  if (moves.length) {
    const all = moves.reduce((sum, move) => sum + move.equivalent, 0);
    byId("moves-title").append(element("small", "", all === moves.length ? `${all}` : `${all}, ${moves.length} up to symmetry`));
  }
  const empty = game.now.unsolved ? "The values of moves are not known here." : game.now.witness.length ? "The game is over." : "No legal move.";
  const items = moves.slice(0, LISTED).map((move) => {
    const tone = hints ? toneOf(move, best, game) : "unknown";
    return {
      tone,
      pair: edgesText(move),
      worth: hints ? worthOf(move, tone, game) : "",
      count: move.equivalent > 1 ? `×${move.equivalent}` : "",
      data: { edge: pairName(...move.edge), graph6: move.graph6, ...(hints && { value: move.value ?? `${move.max} ${move.min}` }) },
      names: [pairName(...move.edge), ...alikeOf(move).map((edge) => pairName(...edge))],
      beside: (move.edges ?? []).slice(1).map((edge) => pairName(...edge)),
      choose: () => on.choose(move),
    };
  });
  fillMoves(items, empty, on.near);
  if (moves.length > LISTED) byId("no-moves").textContent = `${(moves.length - LISTED).toLocaleString("en")} more up to symmetry are not listed. Choose their edges on the board.`;
}

/** Fills the list of moves with {tone, pair, worth, count, data, names, beside, choose}, where `names` are its lines on the board, the
 * first of which `near` points at, and `beside` that are further edges of the move; with the text `empty` in its place where there
 * are none. */
export function fillMoves(moves, empty, near) {
  const list = byId("moves");
  const hadFocus = list.contains(document.activeElement);
  list.hidden = moves.length === 0;
  byId("no-moves").textContent = moves.length ? "" : empty;
  const items = moves.map(({ tone, pair, worth, count = "", data, names, beside, choose }, i) => {
    const item = element("li", tone);
    item.setAttribute("role", "option");
    item.tabIndex = i ? -1 : 0;
    Object.assign(item.dataset, data);
    item.names = names;
    // With spaces for whoever hears them.
    item.append(element("span", "mark"), element("span", "pair", pair), " ", element("span", "worth", worth), " ", element("span", "count", count));
    item.addEventListener("click", choose);
    for (const event of ["pointerenter", "focus"]) item.addEventListener(event, () => near(names[0] ?? null, beside));
    for (const event of ["pointerleave", "blur"]) item.addEventListener(event, () => near(null));
    return item;
  });
  list.replaceChildren(...items);
  if (hadFocus) (items[0] ?? byId("undo")).focus();
}

/** Marks the move of a line on the board in the list. */
export function pointAtMove(name) {
  for (const item of byId("moves").querySelectorAll("li")) item.classList.toggle("near", item.names.includes(name));
}

function worthOf(move, tone, game) {
  if (game.isScore) return `${scoreOf(move, game)} edges at the end`;
  const end = move.remoteness === undefined ? "" : move.remoteness ? ` in ${move.remoteness}` : " at once";
  const parts = [WORTH[tone] + end];
  if (move.grundy !== undefined) parts.push(`Grundy ${move.grundy}`);
  return parts.filter(Boolean).join(", ");
}

/** The moves so far, each with what it was worth to the player who made it; `walk(at)` goes back or forth. */
export function showGame(game, hints, walk) {
  const list = byId("game");
  byId("game-block").hidden = game.past.length < 2;
  list.replaceChildren(
    ...game.past.slice(1).map(({ edge, value }, i) => {
      const at = i + 1;
      const { board: { next }, turn } = game.past[i];
      const text = `${turn?.deed === "offer" ? "offers " : ""}${edge.join(" ").replaceAll("-", "–")}`;
      const button = element("button", hints && !game.isScore ? ofMover(value, next) ?? "" : "", text);
      button.type = "button";
      if (at === game.at) button.setAttribute("aria-current", "step");
      if (button.className) button.title = { wins: "a winning move", loses: "a losing move", ties: "a move to a tie" }[button.className];
      button.addEventListener("click", () => walk(at));
      const item = element("li");
      // Whose move it was, beside the colour of its value.
      item.append(...(next ? [element("span", `chip ${next}`)] : []), button);
      return item;
    }),
  );
  showCurrentMove();
}

/** Scrolls the list of the moves so far to the current one, by whole rows. */
export function showCurrentMove() {
  const list = byId("game");
  const current = list.querySelector("[aria-current]")?.parentElement;
  const top = current ? current.offsetTop : 0;
  const beyond = top + (current?.offsetHeight ?? 0) - list.clientHeight;
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, beyond));
}

/** A graph that the rules name, drawn. */
export function picture({ name, graph6, colour }) {
  const { n, edges } = decode(graph6);
  const places = sign(n, edges);
  const line = ([u, v]) => `M${places[u].x} ${places[u].y}L${places[v].x} ${places[v].y}`;
  const drawn = element("span", `picture ${colour ?? ""}`);
  const dots = places.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="60"/>`).join("");
  drawn.innerHTML = `<svg viewBox="0 0 1000 1000" role="img"><path d="${edges.map(line).join("")}"/>${dots}</svg>`;
  drawn.firstChild.setAttribute("aria-label", `${colour ? `${colour} ` : ""}${name}`);
  return drawn;
}

/** Arrow keys in the list of moves. */
export function listKeys(list) {
  list.addEventListener("keydown", (event) => {
    const items = [...list.querySelectorAll("li")];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) {
      const item = items[Math.max(0, Math.min(items.length - 1, to))];
      items.forEach((other) => (other.tabIndex = other === item ? 0 : -1));
      item?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && at >= 0) items[at].click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The main line as buttons; `go(i)` plays it up to and with move `i`. */
export function showLine(line, isFirst, go) {
  const place = byId("line");
  place.replaceChildren(line.length ? "" : "Nothing is left to play.");
  line.forEach((move, i) => {
    const isFirsts = move.colour ? move.colour === "red" : (i % 2 === 0) === isFirst;
    const button = element("button", isFirsts ? "" : "second", edgesText(move));
    button.type = "button";
    button.addEventListener("click", () => go(i));
    place.append(button);
  });
}

/** Shows what else is known about the position. */
export function showFacts(game) {
  const { now } = game;
  const facts = byId("facts");
  facts.replaceChildren("Canonical form ", element("code", "", now.canonical));
  if (document.activeElement !== byId("text")) byId("text").value = now.graph6;
}

/** The colours that the board uses. */
export function showLegend(game, hints) {
  const tones = !hints || !game.now.moves?.length
    ? []
    : game.isScore
      ? [["wins", "best move"], ["ties", "other moves"]]
      : [["wins", "winning move"], ["loses", "losing move"], ...(game.now.moves.some((move) => move.value === "T") ? [["ties", "move to a tie"]] : [])];
  if (game.description.colours) tones.push(["red", named(game, "red")], ["green", named(game, "green")]);
  if (game.now.board.offer.length) tones.push(["pending", "offered"]);
  if (game.isChoosing) tones.push(["selected", "chosen"]);
  fillLegend(tones);
}

/** Fills the legend with kinds of lines and their words, and what is drawn of each where that is no line. */
export function fillLegend(kinds) {
  byId("legend").replaceChildren(
    ...kinds.map(([kind, words, path = "M2 4h26"]) => {
      const item = element("li");
      item.innerHTML = `<svg viewBox="0 0 30 8" aria-hidden="true"><path class="key ${kind}" d="${path}"/></svg>`;
      item.append(words);
      return item;
    }),
  );
}
