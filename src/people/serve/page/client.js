// Requests to the server. An exported site has files/client.js in place of this module: the same answers, from files.

import { Engine } from "./engine.js";
import { Refusal } from "./refusal.js";

/** The page of proofs. */
export const PROOF_PAGE = "proof";

/** Returns the JSON at `path` below /api, or throws a `Refusal`. */
export async function ask(path, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  let response, body;
  try {
    response = await fetch(`/api/${path}${query ? `?${query}` : ""}`);
    body = await response.json();
  } catch {
    throw new Refusal({ code: "unreachable", message: "The server does not answer. Is it still running?" });
  }
  if (!response.ok) throw new Refusal(body.error);
  return body;
}

let engine;
/** The engine, started once; for what the server is not asked. */
async function started() {
  const response = await fetch("engine.wasm").catch(() => null);
  if (!response?.ok) throw new Refusal({ code: "needs", message: "this server has no engine for browsers; see make reader" });
  return Engine.start(new Uint8Array(await response.arrayBuffer()));
}

/** The games that the engine has opened, for what it knows without values. */
const opened = new Map();

/** Questions about one database; `game` gives it as the engine knows it, with a learner. */
export function database(name) {
  const path = `databases/${encodeURIComponent(name)}`;
  const about = (what) => (parameters) => ask(`${path}/${what}`, parameters);
  const open = async () => {
    // Not all games tell their rules.
    const [description] = await Promise.all([ask(path), ask(`${path}/rules`)]);
    engine ??= started().catch((refusal) => {
      engine = undefined;
      throw refusal;
    });
    const program = await engine;
    if (!opened.has(name)) opened.set(name, program.game(description, [], about("moves")));
    return opened.get(name);
  };
  return { moves: about("moves"), move: about("move"), line: about("line"), reply: about("reply"), review: about("review"), exercise: about("exercise"), canonical: about("canonical"), levels: about("levels"), game: open };
}

/** Questions about one proof, on `n` vertices unless that is null. */
export function proof(name, n) {
  const board = n === null ? {} : { n };
  const about = (what) => (parameters) => ask(`proofs/${encodeURIComponent(name)}/${what}`, { ...parameters, ...board });
  return { position: about("position"), reply: about("reply") };
}

/** The server has checked its proofs and does not send their files. */
export const proofFile = async () => null;
