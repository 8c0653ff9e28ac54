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
   * `files`: {level, bit, file}, each file with its name, its size, its header and `read`; without any, `moves` answers for those of a
   * position. */
  game({ game, n, values, play }, files, moves) {
    const lines = files.map(({ level, bit, file }) => `${level} ${bit} ${file.bytes} ${file.header} ${file.name.replaceAll("\n", " ")}`);
    const about = [game.replaceAll("\n", " "), n, values, play, KEPT, NEAR, WANTED, ...lines].join("\n");
    return new EngineGame(this, this.call("open", bytes(about)), files.map(({ file }) => file), moves);
  }
}

/** A game that the engine has opened. */
class EngineGame {
  constructor(engine, number, files, moves) {
    Object.assign(this, { engine, number, files, moves });
  }

  question(what, { position = "", edge = "", moves = edge, side = "max", strength = "perfect", seed = 0 }) {
    const line = (text) => String(text).replaceAll("\n", " ");
    return bytes([this.number, what, side, strength, seed, line(moves), position].join("\n"));
  }

  /** The answer to a question that takes no value. */
  now(what, parameters) {
    return this.engine.call("ask", this.question(what, parameters));
  }

  /** The answer to any question, as the server's API has it. */
  async ask(what, parameters) {
    const question = this.question(what, parameters);
    for (;;) {
      const { ok, error, wants, asks } = this.engine.answer("ask", question);
      if (error) throw new Refusal(error);
      if (wants) await this.fetch(wants);
      else if (asks !== undefined) await this.hear(asks);
      else return ok;
    }
  }

  /** A message of numbers, the game's first, and data. */
  message(numbers, data = []) {
    const message = new Uint8Array(4 + 4 * numbers.length + data.length);
    const view = new DataView(message.buffer);
    [this.number, ...numbers].forEach((number, i) => view.setUint32(4 * i, number, true));
    message.set(data, message.length - data.length);
    return message;
  }

  /** Fetches parts of files, [file, start, bytes]. */
  async fetch(wants) {
    const spans = new Map();
    for (const [file, start, length] of wants) spans.set(file, [...(spans.get(file) ?? []), [start, length]]);
    await Promise.all([...spans].map(async ([file, wanted]) => {
      for (const [start, data] of await this.files[file].read(wanted)) {
        this.engine.call("put", this.message([file, start % 2 ** 32, Math.floor(start / 2 ** 32)], data));
      }
    }));
  }

  /** Asks for the moves of a position. */
  async hear(position) {
    if (!this.moves) throw new Refusal({ code: "damaged", message: "the rules of this game on the web server name no file with its values" });
    const { moves } = await this.moves({ position });
    this.now("said", { position, moves: moves.map(({ value, canonical }) => `${value} ${canonical}`).join(",") });
  }

  /** Gives the game the learner in bytes that `kept` returned, or one who knows nothing; the answer is what is known of it:
   * {games, positions, history, due}. So do the questions `play`, `learn` and `measure` answer. */
  learner(seed, kept) {
    return this.engine.call("learner", this.message([seed], kept));
  }

  /** The bytes of the learner. */
  kept() {
    return this.engine.bytes("kept", this.message([])).slice();
  }
}
