// Label functions: from a signature to a bit of a position's label. docs/format.md describes the file; the constants are
// those of storage/src/ribbon.rs.

import { Refusal } from "./refusal.js";

const HEADER = 128;
/** A section of a file that is not fetched whole is kept if it has no more bytes than this. */
const KEPT = 16 << 10;
/** A search in a table reads so many bytes at its end. */
const NEAR = 4 << 10;

const M63 = (1n << 63n) - 1n;
const M64 = (1n << 64n) - 1n;
const M128 = (1n << 128n) - 1n;

/** The bijection of 63 bits that comes before everything else, doubled. */
export function mix(hash) {
  let x = hash >> 1n;
  x ^= x >> 31n;
  x = (x * 0xbf58476d1ce4e5b9n) & M63;
  x ^= x >> 29n;
  x = (x * 0x94d049bb133111ebn) & M63;
  return (x ^ (x >> 32n)) << 1n;
}

const fold = (a, b) => {
  const product = a * b;
  return (product & M64) ^ (product >> 64n);
};

function row(mixed, seed) {
  const salt = (BigInt(seed) * 0xd6e8feb86659fd93n) & M64;
  const low = fold(mixed ^ 0x2d358dccaa6c78a5n, salt ^ 0x8bb84b93962eacc9n);
  const high = fold(mixed ^ 0x4b33a62ed433d4a3n, salt ^ 0x4d5a2da51de1aa47n);
  return (high << 64n) | low | 1n;
}

/** The first slot of a key's window in its shard. */
function windowStart(within, seed, slots) {
  const multiplier = ((BigInt(seed) * 0x9e3779b97f4a7c16n) & M64) | 1n;
  return Number((((within * multiplier) & M64) * BigInt(slots - 127)) >> 64n);
}

function parity(bits) {
  let x = Number(BigInt.asUintN(32, bits ^ (bits >> 32n) ^ (bits >> 64n) ^ (bits >> 96n)));
  x ^= x >>> 16;
  x ^= x >>> 8;
  x ^= x >>> 4;
  return (0x6996 >> (x & 15)) & 1;
}

const view = (data) => new DataView(data.buffer, data.byteOffset, data.byteLength);
const word = (data, at = 0) => view(data).getBigUint64(at, true);
/** A number of 64 bits that is less than 2^53 in every file that is sound. */
const long = (data, at = 0) => view(data).getUint32(at + 4, true) * 2 ** 32 + view(data).getUint32(at, true);

/** The label function of one bit of a level. */
export class LabelFunction {
  /** `header`: the first bytes of the file, as they were exported. */
  constructor(file, header) {
    this.file = file;
    const field = (i) => long(header, 24 + 8 * i);
    const at = view(header);
    const isConstant = at.getUint32(12, true) === 0;
    this.constant = isConstant ? at.getUint32(16, true) : null;
    this.width = at.getUint32(20, true);
    const [, shards, words, ambiguous, filterWords, exact] = [0, 1, 2, 3, 4, 5].map(field);
    Object.assign(this, { header, shards, words, ambiguous, filterWords, exact });
    const beyond = shards > 0 ? 1 : 0;
    const lengths = [8 * (words + beyond), 8 * (shards + beyond), 8 * ambiguous, 8 * filterWords, exact * (this.width + 1)];
    const starts = lengths.reduce((starts, length) => [...starts, starts.at(-1) + length], [HEADER]);
    this.at = { words: starts[0], directory: starts[1], ambiguous: starts[2], filter: starts[3], exact: starts[4] };
    if (starts[5] !== file.bytes || String.fromCharCode(...header.subarray(0, 8)) !== "rgLabels") throw this.damaged();
  }

  damaged() {
    return new Refusal({ code: "damaged", message: `the file ${this.file.name} on the web server is damaged; copy the site again` });
  }

  /** Fetches what is small. With `isWanted` the whole file is fetched even if it is not; whether it is there then. */
  async open(isWanted) {
    const { file, at } = this;
    await file.load(isWanted);
    if (file.isWhole) {
      if (file.find(0, HEADER).some((byte, i) => byte !== this.header[i])) throw this.damaged();
      return true;
    }
    if (isWanted) return false;
    const sections = [[at.directory, at.ambiguous - at.directory], [at.filter, at.exact - at.filter]];
    for (const [start, length] of sections) if (length && length <= KEPT) await file.keep(start, length);
    return file.isWhole;
  }

  /** The bit for each signature; `keyOf(i)` gives the key of the `i`th position, for the few that need it. */
  async get(signatures, keyOf) {
    const { file, at } = this;
    await this.open(false);
    const asked = signatures.map((signature) => ({ mixed: mix(signature) }));
    const spans = [];
    for (const each of asked) {
      if (this.filterWords) {
        const scattered = (each.mixed * 0x9e3779b97f4a7c15n) & M64;
        const index = Number((scattered >> 32n) & BigInt(this.filterWords - 1));
        each.filter = spans.push([at.filter + 8 * index, 8]) - 1;
      }
      if (this.constant === null) {
        const product = each.mixed * BigInt(this.shards);
        each.within = product & M64;
        each.entry = spans.push([at.directory + 8 * Number(product >> 64n), 16]) - 1;
      }
    }
    const first = await file.read(spans);
    const windows = [];
    for (const each of asked) {
      const bits = each.filter === undefined ? null : first[each.filter];
      each.mayAsk = bits !== null && [1n, 7n, 13n, 19n].every((shift) => {
        const bit = Number((each.mixed >> shift) & 63n);
        return (bits[bit >> 3] >> (bit & 7)) & 1;
      });
      if (this.constant === null) each.window = windows.push(this.windowOf(each, first[each.entry])) - 1;
    }
    const found = await file.read(windows);
    return Promise.all(
      asked.map(async (each, i) => {
        if (each.mayAsk && (await this.isAmbiguous(signatures[i] & ~1n))) return this.exactly(keyOf(i));
        if (this.constant !== null) return this.constant;
        const three = found[each.window];
        const slots = word(three) | (word(three, 8) << 64n) | (word(three, 16) << 128n);
        return parity((slots >> BigInt(each.bit)) & each.row & M128);
      }),
    );
  }

  /** Where three words of the bit vector are. */
  windowOf(each, entry) {
    const [begin, end] = [long(entry), long(entry, 8)].map((number) => Math.floor(number / 256));
    if (begin + 2 > end || end > this.words) throw this.damaged();
    const seed = entry[0];
    const start = windowStart(each.within, seed, 64 * (end - begin));
    each.bit = start % 64;
    each.row = row(each.mixed, seed);
    return [this.at.words + 8 * (begin + Math.floor(start / 64)), 24];
  }

  isAmbiguous(hash) {
    const compare = (entry) => (word(entry) < hash ? -1 : word(entry) > hash ? 1 : 0);
    return this.search(this.at.ambiguous, this.ambiguous, 8, compare);
  }

  async exactly(key) {
    const compare = (entry) => {
      const at = key.findIndex((byte, i) => byte !== entry[i]);
      return at < 0 ? 0 : entry[at] - key[at];
    };
    const entry = await this.search(this.at.exact, this.exact, this.width + 1, compare);
    if (!entry) throw this.damaged();
    return entry[this.width];
  }

  /** The entry for which `compare` gives 0 in a sorted table, or null. */
  async search(start, count, size, compare) {
    let [low, high] = [0, count];
    while ((high - low) * size > NEAR) {
      const middle = low + Math.floor((high - low) / 2);
      const [entry] = await this.file.read([[start + middle * size, size]]);
      const order = compare(entry);
      if (order === 0) return entry;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    if (low === high) return null;
    const [rest] = await this.file.read([[start + low * size, (high - low) * size]]);
    for (let i = 0; i < high - low; i++) {
      const entry = rest.subarray(i * size, (i + 1) * size);
      if (compare(entry) === 0) return entry;
    }
    return null;
  }
}
