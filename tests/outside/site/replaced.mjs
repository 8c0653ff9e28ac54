// Answers of an exported site that is replaced by another one meanwhile: node replaced.mjs SITE OTHER
//
// Each line of standard input is a question as for answers.mjs. After the first one every request gets a file of OTHER, as a
// web server with both kinds of answers sends it; the browser's cryptography is missing, as on http:.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [site, other] = process.argv.slice(2).map((folder) => resolve(folder));
let isReplaced = false;

Object.defineProperty(globalThis, "crypto", { value: undefined });
globalThis.fetch = async (url, { headers = {} } = {}) => {
  const path = fileURLToPath(url);
  let file;
  try {
    file = readFileSync(isReplaced ? join(other, relative(site, path)) : path);
  } catch {
    return new Response("", { status: 404 });
  }
  const part = /bytes=(\d+)-(\d+)/.exec(headers.Range ?? "")?.slice(1).map(Number);
  if (!part) return new Response(file);
  const [start, end] = [part[0], Math.min(part[1], file.length - 1)];
  if (start >= file.length) return new Response("", { status: 416 });
  return new Response(file.subarray(start, end + 1), { status: 206, headers: { "Content-Range": `bytes ${start}-${end}/${file.length}` } });
};

const { database, proof } = await import(pathToFileURL(join(site, "js/client.js")));
const subjects = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const [subject, what, parameters] = JSON.parse(line);
  const key = JSON.stringify(subject);
  if (!subjects.has(key)) subjects.set(key, subject.proof ? proof(subject.proof, null) : database(subject));
  let answer;
  try {
    answer = await subjects.get(key)[what](parameters);
  } catch (refusal) {
    if (refusal.code === undefined) throw refusal;
    answer = { error: { code: refusal.code, message: refusal.message } };
  }
  isReplaced = true;
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
