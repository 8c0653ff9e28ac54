// Requests to the server. An exported site has files/client.js in place of this module: the same answers, from files.

import { Engine } from "./engine.js";
import { Refusal } from "./refusal.js";

/** The page of proofs. */
export const PROOF_PAGE = "proof";

/** Where the API is, below whatever path a proxy gives to the server. */
const API = new URL("../api/", import.meta.url);

/** What each path of a database or a proof stood for when the page got their list: no answer is about another one. */
const ids = new Map();

/** Returns the JSON at `path` of the API, or throws a `Refusal`. */
export async function ask(path, parameters = {}) {
  const url = new URL(path, API);
  url.search = new URLSearchParams(parameters);
  let response, body;
  try {
    response = await fetch(url.href);
    body = await response.json();
  } catch {
    throw new Refusal({ code: "unreachable", message: "The server does not answer. Is it still running?" });
  }
  if (!response.ok) throw new Refusal(body.error ?? { code: "unreachable", message: `The server answers with status ${response.status}.` });
  for (const kind of ["databases", "proofs"]) for (const { name, id } of body[kind] ?? []) ids.set(`${kind}/${encodeURIComponent(name)}`, id);
  return body;
}

/** The same about the database or proof at `path`, as the list had it. */
const about = (path, what, parameters) => ask(path + what, { ...parameters, id: ids.get(path) });

let engine;
/** The engine, started once; for what the server is not asked. */
async function started() {
  const response = await fetch(new URL("../engine.wasm", API)).catch(() => null);
  if (!response?.ok) throw new Refusal({ code: "needs", message: "this server has no engine for browsers; see make reader" });
  return Engine.start(new Uint8Array(await response.arrayBuffer()));
}

/** The games that the engine has opened, for what it knows without values. */
const opened = new Map();

/** Questions about one database; `game` gives it as the engine knows it, with a learner. */
export function database(name) {
  const path = `databases/${encodeURIComponent(name)}`;
  const asked = (what) => (parameters) => about(path, `/${what}`, parameters);
  const open = async () => {
    // Not all games give their rules.
    const [description] = await Promise.all([about(path, ""), about(path, "/rules")]);
    engine ??= started().catch((refusal) => {
      engine = undefined;
      throw refusal;
    });
    const program = await engine;
    if (!opened.has(name)) opened.set(name, program.game(description, [], asked("moves")));
    return opened.get(name);
  };
  return { moves: asked("moves"), move: asked("move"), line: asked("line"), reply: asked("reply"), review: asked("review"), exercise: asked("exercise"), canonical: asked("canonical"), levels: asked("levels"), game: open };
}

/** Questions about one proof, on `n` vertices unless that is null. */
export function proof(name, n) {
  const board = n === null ? {} : { n };
  const asked = (what) => (parameters) => about(`proofs/${encodeURIComponent(name)}`, `/${what}`, { ...parameters, ...board });
  return { position: asked("position"), reply: asked("reply"), review: asked("review"), exercise: asked("exercise") };
}

/** The server has checked its proofs and does not send their files. */
export const proofFile = async () => null;
