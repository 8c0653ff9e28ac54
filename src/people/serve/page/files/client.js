// Answers from the files of an exported site: the same as those of the server's API, without a server program.

import { Engine, startOf } from "./engine.js";
import { ServedFile, list, shaped } from "./parts.js";
import { forbidden, isStopped } from "./policy.js";
import { Reader } from "./proofs.js";
import { Refusal } from "./refusal.js";
import { sha256 } from "./sha256.js";
import { DATABASES, FIRST, LEVEL_COUNTS, PROOFS, RULES } from "./shapes.js";

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

/** The lists of the site that the page has read, by the names of their files, with their checksums. */
const lists = new Map();

/** Returns the list of databases or proofs. With it every other file is compared. */
export const ask = (what) =>
  kept(`${what}.json`, async () => {
    const name = `${what}.json`;
    const data = await list(new URL(name, SITE), name);
    lists.set(name, sha256(data));
    return shaped(data, name, { databases: DATABASES, proofs: PROOFS }[what]);
  });

/** A file as it was exported, by what a list says of it. */
const file = (path, name, facts) => new ServedFile(new URL(path, SITE), name, facts);

/** The JSON in a file with the name of a database. */
const jsonOf = (folder, name, facts, is) =>
  kept(`${folder}/${name}`, async () => shaped(await file(`${folder}/${encodeURIComponent(name)}.json`, `${folder}/${name}.json`, facts).loaded(), `${folder}/${name}.json`, is));

/** The engine, started once. */
const engine = () => kept("engine.wasm", async () => Engine.start(await file("engine.wasm", "engine.wasm", (await ask("databases")).engine).loaded()));

/** Whether another site is where that of the lists was. */
async function isReplaced() {
  for (const [name, digest] of lists) {
    const now = await list(new URL(name, SITE), name).catch(() => null);
    if (now && sha256(now) !== digest) return true;
  }
  return false;
}

/** The answer to a question that `program` helps to answer. A program that has ended is started again for the next one. */
async function answered(program, answer) {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) {
      for (const key of [...once.keys()].filter((key) => key === program || key.startsWith("opened "))) once.delete(key);
      throw new Refusal({ code: "internal", message: `The page's program has failed: ${error.message}. Load the page again.` });
    }
    if (error.code !== "damaged" || !(await isReplaced())) throw error;
    throw new Refusal({ code: "replaced", message: "this site was replaced by another one while the page was open" });
  }
}

/** The page of proofs. */
export const PROOF_PAGE = "proof.html";

/** Questions about one database; `game` gives it as the engine knows it, with a learner. */
export function database(name) {
  const path = encodeURIComponent(name);
  const description = async () => (await ask("databases")).databases.find((database) => database.name === name);
  const opened = () =>
    kept(`opened data/${name}`, async () => {
      const described = await description();
      const [about, program] = await Promise.all([jsonOf("rules", name, described.files.rules, RULES), engine()]);
      const files = about.levels.flatMap(({ edges, functions }) =>
        functions.map(({ bit, file: inside, ...facts }) => ({ level: edges, bit, file: file(`data/${path}/${inside}`, `data/${name}/${inside}`, facts) })),
      );
      return program.game(described, files);
    });
  const asked = (answer) => (parameters) => answered("engine.wasm", () => answer(parameters));
  const about = (what) => asked(async (parameters) => (await opened()).ask(what, parameters));
  // The first answer is there before the engine, which is fetched meanwhile.
  const moves = async (parameters) => {
    const { colours, files } = await description();
    const isFirst = files.first && parameters.position === startOf(colours);
    const first = isFirst ? await jsonOf("first", name, files.first, FIRST) : null;
    opened().catch(() => {});
    // That there is no move is for the engine to say.
    return first?.moves.length ? first : (await opened()).ask("moves", parameters);
  };
  const levels = async () => jsonOf("levels", name, (await description()).files.levels, LEVEL_COUNTS);
  return { value: about("value"), moves: asked(moves), move: about("move"), line: about("line"), reply: about("reply"), review: about("review"), exercise: about("exercise"), canonical: about("canonical"), levels: asked(levels), game: asked(opened) };
}

const listed = async (name) => (await ask("proofs")).proofs.find((proof) => proof.name === name);
const readerFile = () => kept("reader.wasm", async () => file("reader.wasm", "reader.wasm", (await ask("proofs")).reader).loaded());
const placeOf = (name) => `proofs/${encodeURIComponent(name)}.proof`;
const bytesOf = (name) => kept(placeOf(name), async () => file(placeOf(name), `proofs/${name}.proof`, (await listed(name)).file).loaded());
const opened = (name) =>
  kept(`opened ${name}`, async () => {
    const [reader, file] = await Promise.all([kept("reader", async () => Reader.start(await readerFile())), bytesOf(name)]);
    return { reader, number: reader.open(file) };
  });

/** Questions about one proof, on `n` vertices unless that is null. */
export function proof(name, n) {
  const about = (what) => (parameters) =>
    answered("reader", async () => {
      const { reader, number } = await opened(name);
      return reader.ask({ what, proof: number, n, ...parameters });
    });
  return { position: about("position"), reply: about("reply"), review: about("review"), exercise: about("exercise") };
}

/** What the judge says of a proof, on a thread of its own. */
async function judged(message) {
  let worker;
  const answer = await new Promise((done, fail) => {
    worker = new Worker(new URL("./checker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => done(data));
    worker.addEventListener("error", fail);
    worker.postMessage(message);
  })
    .catch(async () => {
      if (await isStopped("worker-src")) throw forbidden("the judge, js/checker.js,", "worker-src 'self'");
      throw new Refusal({ code: "internal", message: "The judge has failed." });
    })
    .finally(() => worker?.terminate());
  if (answer.theorem === undefined) throw new Refusal(answer);
  return answer.theorem;
}

/** The file of a proof for who wants to check it: {address, bytes, sha256, check}; `check` has the judge do so here and returns
 * the theorem. */
export async function proofFile(name) {
  const { file } = await listed(name);
  const check = () => answered("reader", async () => judged({ program: await readerFile(), file: await bytesOf(name) }));
  return { address: placeOf(name), ...file, check };
}
