// Compares the page's SHA-256 with that of Node.js, for bytes of many lengths: node digests.mjs SITE

import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { sha256 } = await import(pathToFileURL(join(resolve(process.argv[2]), "js/sha256.js")));
let compared = 0;
for (const length of [...Array(300).keys(), 4095, 65536, 1000003]) {
  // Also bytes in the middle of a buffer.
  const bytes = Uint8Array.from({ length: length + 7 }, (_, i) => (i * i * 31 + length) >> 3).subarray(7);
  if (sha256(bytes) !== createHash("sha256").update(bytes).digest("hex")) throw new Error(`${length} bytes`);
  compared++;
}
console.log(compared);
