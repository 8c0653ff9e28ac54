// Requests to the server. An exported site has files/client.js in place of this module: the same answers, from files.

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

/** Questions about one database. */
export function database(name) {
  const about = (what) => (parameters) => ask(`databases/${encodeURIComponent(name)}/${what}`, parameters);
  return { moves: about("moves"), move: about("move"), line: about("line"), reply: about("reply"), canonical: about("canonical"), levels: about("levels"), rules: about("rules") };
}

/** Questions about one proof, on `n` vertices unless that is null. */
export function proof(name, n) {
  const board = n === null ? {} : { n };
  const about = (what) => (parameters) => ask(`proofs/${encodeURIComponent(name)}/${what}`, { ...parameters, ...board });
  return { position: about("position"), reply: about("reply") };
}

/** The server has checked its proofs and does not send their files. */
export const proofFile = async () => null;
