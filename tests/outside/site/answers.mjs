// Answers of an exported site without a browser: node answers.mjs SITE KIND [COUNT]
//
// Each line of standard input is a question [database, what, parameters], with {"proof": name, "n": n} in place of a
// database for a question about a proof, where `check` asks the judge. Each line of standard output is its answer, or
// {"error": {code, message, witness}}. The files are read from the disk as a web server of this KIND would send them:
// `ranges`, `whole` (ranges are ignored), `short` (the last byte of every label function is missing), `other` (each byte of
// a label function's bit vector is changed), `none` (label functions are missing). For a proof: its last byte is missing, or
// changed, or it is missing. With COUNT the numbers of requests and
// bytes go to standard error.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [site, kind] = process.argv.slice(2);
const counted = { requests: 0, bytes: 0 };

globalThis.fetch = async (url, { headers = {} } = {}) => {
  const path = fileURLToPath(url);
  const isProof = path.endsWith(".proof");
  const isFunction = isProof || /labels(-\d+)?$/.test(path);
  counted.requests++;
  if (isFunction && kind === "none") return new Response("", { status: 404 });
  let file;
  try {
    file = openSync(path);
  } catch {
    return new Response("", { status: 404 });
  }
  const size = fstatSync(file).size - (isFunction && kind === "short" ? 1 : 0);
  const [first, last] = /bytes=(\d+)-(\d+)/.exec(headers.Range ?? "")?.slice(1).map(Number) ?? [0, size - 1];
  const isPart = headers.Range !== undefined && kind !== "whole";
  const [start, end] = isPart ? [first, Math.min(last, size - 1)] : [0, size - 1];
  const data = Buffer.alloc(Math.max(end + 1 - start, 0));
  readSync(file, data, 0, data.length, start);
  closeSync(file);
  if (isFunction && kind === "other") data.forEach((byte, i) => (data[i] = start + i < (isProof ? size - 1 : 128) ? byte : byte ^ 255));
  counted.bytes += data.length;
  if (isPart && start >= size) return new Response("", { status: 416 });
  const said = isPart ? { "Content-Range": `bytes ${start}-${end}/${size}` } : {};
  return new Response(data, { status: isPart ? 206 : 200, headers: said });
};

const { ask, database, proof, proofFile } = await import(pathToFileURL(resolve(site, "js/client.js")));
const { Reader } = await import(pathToFileURL(resolve(site, "js/proofs.js")));
const { ServedFile } = await import(pathToFileURL(resolve(site, "js/parts.js")));
const databases = new Map();

/** What the worker of a page does. */
async function checked(name) {
  const get = (path, facts) => new ServedFile(new URL(path, pathToFileURL(resolve(site) + "/")), path, facts).loaded();
  const { reader } = await ask("proofs");
  const file = await proofFile(name);
  return (await Reader.start(await get("reader.wasm", reader))).check(await get(file.address, file));
}

async function answered(subject, what, parameters) {
  if (subject === null) return ask(what);
  if (subject.proof && what === "check") return checked(subject.proof);
  if (subject.proof) return proof(subject.proof, subject.n ?? null)[what](parameters);
  if (!databases.has(subject)) databases.set(subject, database(subject));
  return databases.get(subject)[what](parameters);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [subject, what, parameters] = JSON.parse(line);
  let answer;
  try {
    answer = await answered(subject, what, parameters);
  } catch (refusal) {
    if (refusal.code === undefined) throw refusal;
    const { code, message, witness } = refusal;
    answer = { error: { code, message, ...(witness.length ? { witness } : {}) } };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
if (process.argv[4]) console.error(JSON.stringify(counted));
