// What the page's learner knows after games against itself: node learns.mjs SITE DATABASE SEED GAMES FILE
//
// FILE gets what a browser would keep. A line of JSON: whether that is read again as the same, and the learner's strength
// against the perfect player at first and at last.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [site, name, seed, games, file] = process.argv.slice(2);
globalThis.fetch = async (url) => new Response(readFileSync(fileURLToPath(url)));

const { database } = await import(pathToFileURL(resolve(site, "js/client.js")));
const game = await database(name).game();
async function measured() {
  for (;;) {
    const { due, history } = await game.ask("measure", {});
    if (!due) return history.at(-1);
  }
}
let state = game.learner(Number(seed), []);
while (state.games < games) state = game.now("play", {});
const kept = game.kept();
writeFileSync(file, kept);
game.learner(0, []);
const atFirst = await measured();
game.learner(0, kept);
const again = Buffer.compare(kept, game.kept()) === 0;
console.log(JSON.stringify({ again, atFirst, atLast: await measured() }));
