// The proofs of an exported site, played and checked by a program in WebAssembly: the crate in the folder wasm.

import { ServedFile, otherFile } from "./parts.js";
import { forbidden } from "./policy.js";
import { Refusal } from "./refusal.js";

/** The least program, which does nothing. */
const NOTHING = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** The bytes of a file as they were exported, {bytes, sha256}. */
export async function fetched(url, name, { bytes, sha256 }) {
  const file = new ServedFile(url, name, bytes, sha256);
  await file.loaded();
  return file.find(0, bytes);
}

export class Reader {
  /** Starts the program. */
  static async start(program) {
    if (!globalThis.WebAssembly) {
      throw new Refusal({ code: "needs", message: "proofs are read by a program in WebAssembly, which this browser does not run" });
    }
    const started = (program) => WebAssembly.instantiate(program).catch(() => null);
    const made = await started(program);
    if (made) return new Reader(made.instance.exports);
    if (await started(NOTHING)) throw otherFile("reader.wasm");
    throw forbidden("the program that reads proofs, reader.wasm,", "script-src 'self' 'wasm-unsafe-eval'");
  }

  constructor(exports) {
    this.exports = exports;
  }

  /** Opens the proof in a file and returns its number. */
  open(file) {
    return this.call("open", file);
  }

  /** The answer to a question about a proof; wasm/src/lib.rs has their form. */
  ask(question) {
    return this.call("ask", new TextEncoder().encode(JSON.stringify(question)));
  }

  /** What a proof proves, once the judge has checked it. */
  check(file) {
    return this.call("check", file);
  }

  call(what, bytes) {
    const { memory, room, answer_bytes } = this.exports;
    const part = (start, length) => new Uint8Array(memory.buffer, start >>> 0, length >>> 0);
    part(room(bytes.length), bytes.length).set(bytes);
    const start = this.exports[what]();
    const { ok, error } = JSON.parse(new TextDecoder().decode(part(start, answer_bytes())));
    if (error) throw new Refusal(error);
    return ok;
  }
}
