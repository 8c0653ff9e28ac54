// Files on a web server, compared with what a list of the site says of them: whole, or in parts by requests for ranges. What
// parts mean, the engine says.

import { forbidden, isStopped } from "./policy.js";
import { Refusal } from "./refusal.js";
import { sha256 } from "./sha256.js";

/** Files up to this size are fetched whole at once: a move needs little more in ranges. */
const WHOLE = 48 << 10;
/** Files up to this size are fetched whole where the server sends no ranges. */
const WHOLE_MOST = 8 << 20;
/** A list has no more bytes than this. */
const LIST_MOST = 16 << 20;
/** Spans with no more bytes than this between them are one request. */
const GAP = 256;

/** Whether the server answers requests for ranges; undefined as long as it has not been asked. */
let sendsRanges;

const refuse = (code, message) => new Refusal({ code, message });

async function fetched(url, name, options) {
  try {
    return await fetch(url, options);
  } catch {
    if (await isStopped("connect-src")) throw forbidden(`to read ${name}`, "connect-src 'self'");
    throw refuse("unreachable", "The web server does not answer. Is the network there?");
  }
}

const other = (name, why) => refuse("damaged", `the file ${name} on the web server is not the one that was exported${why}`);

/** What the JSON of a file says, which must have the shape that `is` checks. */
export function shaped(data, name, is) {
  let reported;
  try {
    reported = JSON.parse(new TextDecoder().decode(data));
  } catch {
    throw other(name, "");
  }
  if (!is(reported)) throw other(name, "");
  return reported;
}

/** The bytes of a list, which names the other files and which no file names: no cache answers for the web server. */
export async function list(url, name) {
  const response = await fetched(url, name, { cache: "no-store" });
  if (!response.ok) throw unavailable(response, name);
  return (await body(response, name, LIST_MOST)) ?? Promise.reject(other(name, `: it has more than ${LIST_MOST >> 20} MiB`));
}

/** The bytes of a response; null if there are more than `most`, of which no more are read. */
async function body(response, name, most) {
  const parts = [];
  let length = 0;
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) {
        await reader.cancel();
        return null;
      }
      parts.push(value);
    }
  } catch {
    throw refuse("unreachable", `the web server did not send all of ${name}; try again`);
  }
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(length);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

const hexadecimal = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

function unavailable({ status }, name) {
  if (status === 404 || status === 410) return refuse("damaged", `the file ${name} is missing on the web server`);
  return refuse("unreachable", `the web server answers a request for ${name} with status ${status}`);
}

/** A file as a list of the site describes it. */
export class ServedFile {
  /** `digest`, its SHA-256 in hexadecimal, is given for files that may be fetched whole, and `header`, which it begins with, for
   * those that may be read in parts. */
  constructor(url, name, { bytes, sha256, header }) {
    Object.assign(this, { url, name, bytes, digest: sha256, header });
  }

  /** The bytes of each span [start, length], all of them inside the file, as [start, bytes]; the whole file in their place if it is
   * small or wanted. */
  async read(spans) {
    const isWanted = spans.some(([, length]) => length === this.bytes);
    if (isWanted || this.bytes <= (sendsRanges === false ? WHOLE_MOST : WHOLE)) return [[0, await this.whole()]];
    const groups = [];
    for (const [start, length] of [...spans].sort(([a], [b]) => a - b)) {
      const last = groups.at(-1);
      if (last && start <= last.end + GAP) {
        last.end = Math.max(last.end, start + length);
        last.members.push([start, length]);
      } else groups.push({ start, end: start + length, members: [[start, length]] });
    }
    const found = [];
    const fill = async ({ start, end, members }) => {
      const data = await this.range(start, end - start);
      if (data.length === this.bytes) return found.push([0, data]);
      return found.push(...members.map(([at, length]) => [at, data.subarray(at - start, at - start + length)]));
    };
    // The first answer shows whether the server sends ranges at all.
    if (sendsRanges === undefined) await fill(groups.shift());
    if (sendsRanges === false) return found;
    await Promise.all(groups.map(fill));
    await this.confirm();
    return found;
  }

  /** Fails where the file has another header than it was exported with, which holds the checksum of the rest: asked after each
   * part, it shows that the part is not that of a file which has taken its place. */
  async confirm() {
    const bytes = this.header.length / 2;
    const data = await this.range(0, bytes);
    if (hexadecimal(data.subarray(0, bytes)) !== this.header) throw other(this.name, ": its header differs");
  }

  /** The whole file, which whoever asks meanwhile gets too. */
  whole() {
    this.loading ??= this.loaded().finally(() => (this.loading = null));
    return this.loading;
  }

  async loaded() {
    const load = async (cache) => {
      const response = await fetched(this.url, this.name, { cache });
      if (!response.ok) throw unavailable(response, this.name);
      return this.taken(response);
    };
    try {
      return await load("default");
    } catch (refusal) {
      if (refusal.code !== "damaged") throw refusal;
      // A cache of the browser may have a file that was here before.
      return load("reload");
    }
  }

  /** The whole file that a response has. */
  async taken(response) {
    const data = await body(response, this.name, this.bytes);
    if (data?.length !== this.bytes) throw this.other(data ? data.length : "more");
    if (sha256(data) !== this.digest) throw other(this.name, ": its checksum differs");
    return data;
  }

  other(found) {
    return refuse("damaged", `the file ${this.name} has ${found} bytes on the web server instead of ${this.bytes}; copy the site again`);
  }

  /** `length` bytes from `start` on, by a request; the whole file where the server sends no parts. */
  async range(start, length) {
    const last = start + length - 1;
    // A cache of the browser would answer requests for parts of one file one after the other.
    const response = await fetched(this.url, this.name, { headers: { Range: `bytes=${start}-${last}` }, cache: "no-store" });
    if (response.status === 200) return this.instead(response);
    if (response.status === 416) throw this.other("fewer");
    if (response.status !== 206) throw unavailable(response, this.name);
    const said = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get("Content-Range") ?? "");
    const data = await body(response, this.name, length);
    if (said && said[3] !== "*" && Number(said[3]) !== this.bytes) throw this.other(said[3]);
    if (!said || Number(said[1]) !== start || Number(said[2]) !== last || data?.length !== length) {
      throw refuse("damaged", `the web server sends another part of ${this.name} than asked for`);
    }
    sendsRanges = true;
    return data;
  }

  /** The server has sent the whole file: used if it is not too large. */
  async instead(response) {
    sendsRanges = false;
    if (this.bytes > WHOLE_MOST) {
      await response.body?.cancel();
      throw refuse("no_ranges", `this web server sends whole files where parts are asked for, and ${this.name} is too large for that; the site needs a server that answers requests for ranges`);
    }
    return this.taken(response);
  }
}
