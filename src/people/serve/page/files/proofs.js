// The proofs of an exported site, played and checked by a program in WebAssembly: the crate in the folder wasm.

import { Program } from "./program.js";

export class Reader extends Program {
  /** Starts the program. */
  static start(program) {
    return super.start(program, "reader.wasm", "reads proofs");
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
}
