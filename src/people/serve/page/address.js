// What an address says after its `#`, and what of it nobody here understands.

import { sentence } from "./messages.js";

/** Texts from outside are not repeated at length. */
const shortened = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);
const quoted = (text) => `“${shortened(text, 60)}”`;
const reason = (why) => shortened(sentence(why), 300);

export class Address {
  constructor(hash) {
    this.said = new URLSearchParams(hash.slice(1));
    /** Sentences about what is not understood. */
    this.wrong = [];
    this.known = new Set();
  }

  /** The text of a key, or null. */
  text(key) {
    this.known.add(key);
    return this.said.get(key);
  }

  /** Says why the text of a key is not followed. */
  refuse(key, text, why) {
    this.wrong.push(`The address says ${key}=${quoted(text)}, but ${why}.`);
  }

  /** The text of a key that must be one of `values`; null if it is not there or not one of them. */
  choice(key, values) {
    const text = this.text(key);
    if (text === null || values.includes(text)) return text;
    const some = values.length > 4 ? `${values[0]} to ${values.at(-1)}` : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
    this.refuse(key, text, `${key} is ${some}`);
    return null;
  }

  /** The thing of `things` with the name that the key says, the first one where there is none; `kind` is their noun, `words` says
   * what a thing is. */
  named(key, things, kind, words) {
    const name = this.text(key);
    const found = things.find((thing) => thing.name === name);
    if (name !== null && !found) this.wrong.push(`There is no ${kind} ${quoted(name)} here. This is ${quoted(things[0].name)}: ${words(things[0])}.`);
    return found ?? things[0];
  }

  /** Says that the start of the game is refused. */
  refuseStart(text, why) {
    this.wrong.push(`The address says the position ${quoted(text)}, which cannot be shown. ${reason(why)} This is the start of the game.`);
  }

  /** Says that only the first `made` of so many moves can be made. */
  refuseMoves(made, all, why) {
    const moves = all === 1 ? "1 move, which cannot be made" : `${all} moves, of which ${made || "none"} can be made`;
    const shown = made ? (made === 1 ? " That one is shown." : " Those are shown.") : "";
    this.wrong.push(`The address has ${moves}. ${reason(why)}${shown}`);
  }

  /** All sentences, once everything known has been asked for. */
  complaints() {
    const strange = [...new Set(this.said.keys())].filter((key) => !this.known.has(key));
    return [...this.wrong, ...strange.map((key) => `The address says ${quoted(key)}, which has no meaning here.`)];
  }
}

/** The entries of a page in the browser's history: one for each place in a game where a person had a choice. */
export class Trail {
  /** Says in the address what is shown: the place in the game, of which each has an entry of its own, and the settings. Where the
   * computer is to move no one can come back to, so that what follows such a place replaces it. */
  remember(place, settings, isSettled) {
    const now = `${new URLSearchParams(place)}`;
    const isNew = this.place !== undefined && now !== this.place;
    this.place = now;
    this.link = `#${new URLSearchParams({ ...place, ...settings })}`;
    const isEntry = isNew && this.isSettled && !this.isTravelling;
    history[isEntry ? "pushState" : "replaceState"]({ place: now }, "", this.link);
    this.isSettled = isSettled;
  }

  /** Calls `follow` after Back and Forward with the place of the entry, and after another address was typed in with null. */
  listen(follow) {
    addEventListener("hashchange", async () => {
      if (location.hash === this.link) return;
      this.isTravelling = true;
      try {
        await follow(history.state?.place ?? null);
      } finally {
        this.isTravelling = false;
      }
    });
  }
}
