// What the page's learner knows after games against itself: node learns.mjs SITE DATABASE SEED GAMES
//
// A line of JSON: the table, whether its text is read again as the same, and its strength against the perfect player.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [site, name, seed, games] = process.argv.slice(2);
globalThis.fetch = async (url) => new Response(readFileSync(fileURLToPath(url)));

const script = (file) => import(pathToFileURL(resolve(site, "js", file)));
const [{ Learner }, { Teacher }, { database }] = await Promise.all(["learner.js", "teacher.js", "client.js"].map(script));
const server = database(name);
const teacher = new Teacher(await server.rules(), server);
const learner = new Learner("a game", Number(seed));
const atFirst = await teacher.measured(learner, () => true);
while (learner.games < games) learner.learn(learner.play((position) => teacher.turn(position), teacher.start));
const again = Learner.of(learner.text(), "a game");
const table = Object.fromEntries(learner.table);
console.log(JSON.stringify({ table, again: again?.text() === learner.text(), atFirst, atLast: await teacher.measured(learner, () => true) }));
