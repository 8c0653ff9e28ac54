// A label function of more than 4 GiB, read from a site in SITE: node offsets.mjs SITE
//
// The file is not there: each word of it follows from its number, so that a wrong offset gives other words. Prints how many
// labels were read and how many bytes were sent.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const site = process.argv[2];
const script = (name) => import(pathToFileURL(resolve(site, "js", name)));
const { LabelFunction, mix } = await script("labels.js");
const { ServedFile } = await script("parts.js");

const M64 = (1n << 64n) - 1n;
/** Word `index` of the file, as SplitMix64 gives it. */
const random = (index) => {
  let z = (index * 0x9e3779b97f4a7c15n) & M64;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & M64;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & M64;
  return z ^ (z >> 31n);
};

// 1.2 million shards of 1,056 words: 9.5 GiB of words, 9.2 MiB of directory.
const [SHARDS, LENGTH, SEED] = [1_200_000n, 1_056n, 5n];
const WORDS = SHARDS * LENGTH;
const DIRECTORY = 128n + 8n * (WORDS + 1n);
const BYTES = DIRECTORY + 8n * (SHARDS + 1n);

const header = new Uint8Array(128);
const fields = new DataView(header.buffer);
header.set(new TextEncoder().encode("rgLabels"));
fields.setUint32(8, 2, true);
fields.setUint32(12, 1, true);
fields.setUint32(20, 15, true);
[SHARDS << 16n, SHARDS, WORDS].forEach((number, i) => fields.setBigUint64(24 + 8 * i, number, true));

const wordAt = (at) => {
  assert.equal((at - 128n) % 8n, 0n);
  if (at >= DIRECTORY) return (((at - DIRECTORY) / 8n) * LENGTH * 256n) | SEED;
  return at === DIRECTORY - 8n ? 0n : random((at - 128n) / 8n);
};

let sent = 0;
globalThis.fetch = async (_, { headers }) => {
  const [first, last] = /bytes=(\d+)-(\d+)/.exec(headers.Range).slice(1).map(BigInt);
  assert(last < BYTES);
  const data = new Uint8Array(Number(last - first) + 1);
  for (let at = first; at <= last; at += 8n) new DataView(data.buffer).setBigUint64(Number(at - first), wordAt(at), true);
  sent += data.length;
  return new Response(data, { status: 206, headers: { "Content-Range": `bytes ${first}-${last}/${BYTES}` } });
};

/** The label by the words of the format: docs/format.md, storage/src/ribbon.rs. */
function expected(hash) {
  const mixed = mix(hash);
  const [shard, within] = [(mixed * SHARDS) >> 64n, (mixed * SHARDS) & M64];
  const multiplier = ((SEED * 0x9e3779b97f4a7c16n) & M64) | 1n;
  const start = (((within * multiplier) & M64) * (64n * LENGTH - 127n)) >> 64n;
  const fold = (a, b) => ((a * b) & M64) ^ ((a * b) >> 64n);
  const salt = (SEED * 0xd6e8feb86659fd93n) & M64;
  const low = fold(mixed ^ 0x2d358dccaa6c78a5n, salt ^ 0x8bb84b93962eacc9n) | 1n;
  const high = fold(mixed ^ 0x4b33a62ed433d4a3n, salt ^ 0x4d5a2da51de1aa47n);
  let parity = 0n;
  for (let i = 0n; i < 128n; i++) {
    const slot = shard * LENGTH * 64n + start + i;
    const row = i < 64n ? low >> i : high >> (i - 64n);
    parity ^= (random(slot / 64n) >> (slot % 64n)) & row & 1n;
  }
  return { label: Number(parity), at: 8n * (shard * LENGTH + start / 64n) };
}

const file = new ServedFile(new URL("https://example.org/labels"), "labels", Number(BYTES));
const labels = new LabelFunction(file, header);
const hashes = Array.from({ length: 2_000 }, (_, i) => random(BigInt(i) + (1n << 50n)));
const found = await labels.get(hashes, () => assert.fail("no hash is ambiguous"));
const wanted = hashes.map(expected);
assert.deepEqual(found, wanted.map(({ label }) => label));
assert(wanted.filter(({ at }) => at > 1n << 32n).length > 500 && wanted.some(({ at }) => at > 9n << 30n));

// A server that sends the whole file instead: it is refused before its body is read.
let isCancelled = false;
globalThis.fetch = async () => ({ status: 200, ok: true, headers: new Headers(), body: { cancel: async () => (isCancelled = true) } });
await assert.rejects(labels.get([1n << 40n], () => assert.fail("it is not read")), { code: "no_ranges", message: /sends whole files/ });
assert(isCancelled);
console.log(`${found.length} labels of ${BYTES} bytes, ${sent} sent`);
