// Answers from the files of an exported site: the same as those of the server's API, without a server program.

import { json } from "./parts.js";
import { Refusal } from "./refusal.js";
import { Solved } from "./solved.js";

export { Refusal };

/** The folder of the site. */
const SITE = new URL("../", import.meta.url);

const once = new Map();

/** What a file or folder of the site holds, read once; asked for again if it could not be read. */
function kept(path, read) {
  if (!once.has(path)) once.set(path, read().catch((refusal) => {
    once.delete(path);
    throw refusal;
  }));
  return once.get(path);
}

const read = (path) => kept(path, () => json(new URL(path, SITE), path));

/** Returns the list of databases; there are no proofs. */
export async function ask(what) {
  return what === "proofs" ? { proofs: [] } : read("databases.json");
}

/** Questions about one database. */
export function database(name) {
  const path = encodeURIComponent(name);
  const rules = () => read(`rules/${path}.json`);
  const solved = () => kept(`data/${path}/`, async () => new Solved(await rules(), new URL(`data/${path}/`, SITE), `data/${name}`));
  const answer = (what) => async (parameters) => (await solved())[what](parameters);
  const levels = () => read(`levels/${path}.json`);
  return { value: answer("value"), moves: answer("moves"), move: answer("move"), line: answer("line"), reply: answer("reply"), canonical: answer("canonical"), levels };
}
