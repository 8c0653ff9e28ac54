// Solved games by the program itself, compiled to WebAssembly: wasm/engine. What it must read it says, and this fetches.

import { Program } from "./program.js";
import { Refusal } from "./refusal.js";

/** A section of a file that is not fetched whole is kept if it has no more bytes than this. */
const KEPT = 16 << 10;
/** A search in a table reads so many bytes at its end. */
const NEAR = 4 << 10;
/** Files up to this size are fetched whole where thousands of values are needed. */
const WANTED = 1 << 20;

/** The text of the position that a game with or without colours begins with. */
export const startOf = (colours) => (colours ? "red: green:" : "-");

const bytes = (text) => new TextEncoder().encode(text);

export class Engine extends Program {
  /** Starts the engine in these bytes. */
  static start(bytes) {
    return super.start(bytes, "engine.wasm", "plays");
  }

  /** Opens the game of a description {game, n, values, play}, as the list of databases has it, with the label functions in
   * `files`: {level, bit, header, file}, each file with its name, its size and `read`. */
  game({ game, n, values, play, colours }, files = []) {
    const lines = files.map(({ level, bit, header, file }) => `${level} ${bit} ${file.bytes} ${header} ${file.name.replaceAll("\n", " ")}`);
    const about = [game.replaceAll("\n", " "), n, values, play, KEPT, NEAR, WANTED, ...lines].join("\n");
    const opened = new EngineGame(this, this.call("open", bytes(about)), files.map(({ file }) => file));
    return Object.assign(opened, { start: startOf(colours) });
  }
}

/** A game that the engine has opened. */
class EngineGame {
  constructor(engine, number, files) {
    Object.assign(this, { engine, number, files });
  }

  question(what, { position = "", edge = "", moves = edge, side = "max", strength = "perfect", seed = 0 }) {
    const line = (text) => String(text).replaceAll("\n", " ");
    return bytes([this.number, what, side, strength, seed, line(moves), position].join("\n"));
  }

  /** The answer to a question that takes no value. */
  now(what, parameters) {
    return this.engine.call("ask", this.question(what, parameters));
  }

  /** What a learner is told of the game: the position without a move, and a function that gives {steps: [{after, ends}]}, where `ends`
   * is an outcome or null, or {over: outcome}. */
  get rules() {
    return { start: this.now("canonical", { position: this.start }).canonical, turn: (position) => this.now("turn", { position }) };
  }

  /** The answer to any question, as the server's API has it. */
  async ask(what, parameters) {
    const question = this.question(what, parameters);
    for (;;) {
      const { ok, error, wants } = this.engine.answer("ask", question);
      if (error) throw new Refusal(error);
      if (!wants) return ok;
      await this.fetch(wants);
    }
  }

  /** Fetches parts of files, [file, start, bytes]. */
  async fetch(wants) {
    const spans = new Map();
    for (const [file, start, length] of wants) spans.set(file, [...(spans.get(file) ?? []), [start, length]]);
    const put = (file, start, data) => {
      const message = new Uint8Array(16 + data.length);
      const head = new DataView(message.buffer);
      head.setUint32(0, this.number, true);
      head.setUint32(4, file, true);
      head.setBigUint64(8, BigInt(start), true);
      message.set(data, 16);
      this.engine.call("put", message);
    };
    await Promise.all([...spans].map(async ([file, wanted]) => {
      for (const [start, data] of await this.files[file].read(wanted)) put(file, start, data);
    }));
  }
}
