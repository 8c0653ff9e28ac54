// Checks a proof on a thread of its own: gets {program, file}, both bytes, and sends {theorem} or {code, message}.

import { Reader } from "./proofs.js";

addEventListener("message", async ({ data: { program, file } }) => {
  try {
    postMessage({ theorem: (await Reader.start(program)).check(file) });
  } catch (error) {
    postMessage({ code: error.code ?? "internal", message: error.message });
  }
});
