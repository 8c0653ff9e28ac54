// Answers from the files of an exported site: the same as those of the server's API, without a server program.

import { Engine, startOf } from "./engine.js";
import { ServedFile, json, program } from "./parts.js";
import { forbidden, isStopped } from "./policy.js";
import { Reader, fetched } from "./proofs.js";
import { Refusal } from "./refusal.js";
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

/** The JSON at the address `path`, a file with this name. */
const fileOf = (path, is, name = path) => kept(path, () => json(new URL(path, SITE), name, is));

/** The engine has no more bytes than this. */
const ENGINE_MOST = 4 << 20;

/** The engine, started once. */
const engine = () => kept("engine.wasm", async () => Engine.start(await program(new URL("engine.wasm", SITE), "engine.wasm", ENGINE_MOST)));

/** The failure of a program that has ended: another one is started for the next question. */
function ended(what, error) {
  if (error instanceof Refusal) throw error;
  for (const key of [...once.keys()].filter((key) => key === what || key.startsWith("opened "))) once.delete(key);
  throw new Refusal({ code: "internal", message: `The page's program has failed: ${error.message}. Load the page again.` });
}

/** The page of proofs. */
export const PROOF_PAGE = "proof.html";

/** Returns the list of databases or proofs. */
export const ask = (what) => fileOf(`${what}.json`, { databases: DATABASES, proofs: PROOFS }[what]);

/** Questions about one database; `game` gives it as the engine knows it, with a learner. */
export function database(name) {
  const path = encodeURIComponent(name);
  const description = async () => (await ask("databases")).databases.find((database) => database.name === name);
  const read = async () => {
    const [about, described, program] = await Promise.all([fileOf(`rules/${path}.json`, RULES, `rules/${name}.json`), description(), engine()]);
    const files = about.levels.flatMap(({ edges, functions }) =>
      functions.map(({ bit, file, bytes, header, sha256 }) => ({ level: edges, bit, header, file: new ServedFile(new URL(`data/${path}/${file}`, SITE), `data/${name}/${file}`, bytes, sha256) })),
    );
    return program.game(described, files);
  };
  const opened = () => kept(`opened data/${name}`, read);
  const answer = (what) => async (parameters) => {
    try {
      return await (await opened()).ask(what, parameters);
    } catch (error) {
      return ended("engine.wasm", error);
    }
  };
  const levels = () => fileOf(`levels/${path}.json`, LEVEL_COUNTS, `levels/${name}.json`);
  // The first answer is there before the engine, which is fetched meanwhile.
  const moves = async (parameters) => {
    const { complete, colours } = await description();
    if (!complete || parameters.position !== startOf(colours)) return answer("moves")(parameters);
    const first = await fileOf(`first/${path}.json`, FIRST, `first/${name}.json`);
    opened().catch(() => {});
    // That there is no move is for the engine to say.
    return first.moves.length ? first : answer("moves")(parameters);
  };
  return { value: answer("value"), moves, move: answer("move"), line: answer("line"), reply: answer("reply"), review: answer("review"), exercise: answer("exercise"), canonical: answer("canonical"), levels, game: opened };
}

const listed = async (name) => (await ask("proofs")).proofs.find((proof) => proof.name === name);
const readerFile = () => kept("reader.wasm", async () => fetched(new URL("reader.wasm", SITE), "reader.wasm", (await ask("proofs")).reader));
const bytesOf = (name) => {
  const path = `proofs/${encodeURIComponent(name)}.proof`;
  return kept(path, async () => fetched(new URL(path, SITE), `proofs/${name}.proof`, (await listed(name)).file));
};
const opened = (name) =>
  kept(`opened ${name}`, async () => {
    const [reader, file] = await Promise.all([kept("reader", async () => Reader.start(await readerFile())), bytesOf(name)]);
    return { reader, number: reader.open(file) };
  });

/** Questions about one proof, on `n` vertices unless that is null. */
export function proof(name, n) {
  const answer = (what) => async (parameters) => {
    try {
      const { reader, number } = await opened(name);
      return reader.ask({ what, proof: number, n, ...parameters });
    } catch (error) {
      return ended("reader", error);
    }
  };
  return { position: answer("position"), reply: answer("reply") };
}

/** The file of a proof for who wants to check it: {address, bytes, sha256, check}; `check` has the judge do so here and returns
 * the theorem. */
export async function proofFile(name) {
  const { file } = await listed(name);
  const check = async () => {
    const message = { program: await readerFile(), file: await bytesOf(name) };
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
  };
  return { address: `proofs/${encodeURIComponent(name)}.proof`, ...file, check };
}
