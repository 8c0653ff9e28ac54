// What the page tells: what has just happened, below the board, and what stays until it is closed, above it.

import { Refusal } from "./refusal.js";

const byId = (id) => document.getElementById(id);

/** The text with a capital letter. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The text as a sentence. */
export const sentence = (text) => capital(text) + (/[.?!]$/.test(text) ? "" : ".");

let quiet;
/** Tells what has just happened; what is wrong stays until the next action. */
export function say(text, isWrong = false) {
  const place = byId("say");
  place.textContent = text;
  place.classList.toggle("is-wrong", isWrong);
  place.classList.add("shown");
  clearTimeout(quiet);
  if (!isWrong) quiet = setTimeout(() => place.classList.remove("shown"), 3500);
}

/** Takes back what was told: it is about another position. */
export function hush() {
  const place = byId("say");
  clearTimeout(quiet);
  place.classList.remove("shown");
  place.textContent = "";
}

/** The words of a failure. */
export const wordsOf = (failure) => (failure instanceof Refusal ? failure.message : `the page has made a mistake (${failure?.message ?? failure}); load it again`);

/** Tells why something was not done. */
export const complain = (failure) => say(capital(wordsOf(failure)), true);

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
  // Whatever fails is told.
  addEventListener("unhandledrejection", ({ reason }) => complain(reason));
  // The skip link is no place in a game, which is what the address holds.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("moves-title").focus();
  });
}
