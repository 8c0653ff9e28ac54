// A program in WebAssembly from the folder wasm, and how a page speaks with it.

import { forbidden } from "./policy.js";
import { Refusal } from "./refusal.js";

/** The least program, which does nothing. */
const NOTHING = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

export class Program {
  /** Starts the program in these bytes; `name` is its file, `does` says what it does. */
  static async start(bytes, name, does) {
    if (!globalThis.WebAssembly) {
      throw new Refusal({ code: "needs", message: `the program that ${does} is in WebAssembly, which this browser does not run` });
    }
    const started = (bytes) => WebAssembly.instantiate(bytes).catch(() => null);
    const made = await started(bytes);
    if (made) return new this(made.instance.exports);
    if (await started(NOTHING)) {
      throw new Refusal({ code: "damaged", message: `the file ${name} on the web server is not the one that was exported` });
    }
    throw forbidden(`the program that ${does}, ${name},`, "script-src 'self' 'wasm-unsafe-eval'");
  }

  constructor(exports) {
    this.exports = exports;
  }

  /** The bytes that a function of the program answers to bytes, until the next call. */
  bytes(what, bytes) {
    const { memory, room, answer_bytes } = this.exports;
    const part = (start, length) => new Uint8Array(memory.buffer, start >>> 0, length >>> 0);
    part(room(bytes.length), bytes.length).set(bytes);
    const start = this.exports[what]();
    return part(start, answer_bytes());
  }

  /** The JSON that a function of the program answers. */
  answer(what, bytes) {
    return JSON.parse(new TextDecoder().decode(this.bytes(what, bytes)));
  }

  /** The same without its envelope; fails with its refusal. */
  call(what, bytes) {
    const { ok, error } = this.answer(what, bytes);
    if (error) throw new Refusal(error);
    return ok;
  }
}
