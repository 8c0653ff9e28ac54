// What the page says: what has just happened, at the board, and what stays until it is closed, above it.

import { Refusal } from "./refusal.js";

const byId = (id) => document.getElementById(id);

/** What people do with what points here, a mouse or a finger. */
const press = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";

/** How a move is made. */
export const HOW = `${press} between two vertices, or on one and then the other, to join them.`;

/** How an edge is chosen where a move has several. */
export const HOW_TO_CHOOSE = `${press} between two vertices, or on one and then the other, to choose an edge; once more to take it back.`;

/** How an edge of an offer is kept. */
export const HOW_TO_KEEP = `${press} on an offered edge, or on its two vertices, to keep it.`;

/** The text with a capital letter. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A player in a sentence: names such as Maker stand alone. */
export const nounOf = (player) => ({ First: "the first player", Second: "the second player" })[player] ?? player;

/** How many there are. */
export const plural = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** Alternatives in a sentence. */
export const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words[0]);

/** The text as a sentence. */
export const sentence = (text) => capital(text) + (/[.?!]$/.test(text) ? "" : ".");

let quiet;
/** Says what has just happened; what is wrong stays until the next action. */
export function say(text, isWrong = false) {
  const place = byId("say");
  place.textContent = text;
  place.classList.toggle("is-wrong", isWrong);
  place.classList.add("shown");
  clearTimeout(quiet);
  if (!isWrong) quiet = setTimeout(() => place.classList.remove("shown"), 3500);
}

/** Removes what was said: it is about another position. */
export function hush() {
  const place = byId("say");
  clearTimeout(quiet);
  place.classList.remove("shown");
  place.textContent = "";
}

/** The words of a failure. */
export function wordsOf(failure) {
  if (!(failure instanceof Refusal)) return `the page has made a mistake (${failure?.message ?? failure}); load it again`;
  return failure.code === "replaced" ? `${failure.message}; load the page again` : failure.message;
}

/** Says why something was not done; where nothing will be done any more, until it is closed. */
export const complain = (failure) => (failure?.code === "replaced" ? notice([sentence(wordsOf(failure))]) : say(capital(wordsOf(failure)), true));

/** Shows sentences until they are closed, or others are given; none take them away. */
export function notice(sentences) {
  byId("notice-text").textContent = sentences.join(" ");
  byId("notice").hidden = sentences.length === 0;
}

/** Puts the controls of messages to work. */
export function listenToMessages() {
  byId("notice-close").addEventListener("click", () => {
    notice([]);
    byId("moves-title").focus();
  });
  for (const place of document.querySelectorAll(".press")) place.textContent = HOW;
  // Whatever fails is reported.
  addEventListener("unhandledrejection", ({ reason }) => complain(reason));
  // The skip link is no place in a game, which is what the address holds.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("moves-title").focus();
  });
}
