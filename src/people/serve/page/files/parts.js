// Parts of files on a web server, by requests for ranges; small files are fetched whole. What parts mean, the engine says.

import { forbidden, isStopped } from "./policy.js";
import { Refusal } from "./refusal.js";

/** Files up to this size are fetched whole at once: a move needs little more in ranges. */
const WHOLE = 48 << 10;
/** Files up to this size are fetched whole where the server sends no ranges. */
const WHOLE_MOST = 8 << 20;
/** JSON has no more bytes than this. */
const JSON_MOST = 16 << 20;
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

/** The refusal of a file that says something else than what was exported. */
export const otherFile = (name) => refuse("damaged", `the file ${name} on the web server is not the one that was exported`);

/** The JSON in a file, which must have the shape that `is` tells. */
export async function json(url, name, is) {
  const response = await fetched(url, name);
  if (!response.ok) throw unavailable(response, name);
  const data = await body(response, name, JSON_MOST);
  if (!data) throw refuse("damaged", `the file ${name} on the web server is not the one that was exported: it has more than ${JSON_MOST >> 20} MiB`);
  let told;
  try {
    told = JSON.parse(new TextDecoder().decode(data));
  } catch {
    throw otherFile(name);
  }
  if (!is(told)) throw otherFile(name);
  return told;
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

function unavailable({ status }, name) {
  if (status === 404 || status === 410) return refuse("damaged", `the file ${name} is missing on the web server`);
  return refuse("unreachable", `the web server answers a request for ${name} with status ${status}`);
}

/** The bytes of a program, which has no more than `most`. */
export async function program(url, name, most) {
  const response = await fetched(url, name);
  if (!response.ok) throw unavailable(response, name);
  return (await body(response, name, most)) ?? Promise.reject(otherFile(name));
}

/** A file of known size. */
export class ServedFile {
  /** `digest`, its SHA-256 in hexadecimal, is given for files that may be fetched whole. */
  constructor(url, name, bytes, digest) {
    Object.assign(this, { url, name, bytes, digest });
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
    // The first answer tells whether the server sends ranges at all.
    if (sendsRanges === undefined) await fill(groups.shift());
    if (sendsRanges === false) return found;
    await Promise.all(groups.map(fill));
    return found;
  }

  /** The whole file, which whoever asks meanwhile gets too. */
  whole() {
    this.loading ??= this.loaded().finally(() => (this.loading = null));
    return this.loading;
  }

  async loaded() {
    const response = await fetched(this.url, this.name);
    if (!response.ok) throw unavailable(response, this.name);
    return this.taken(response);
  }

  /** The whole file that a response has. */
  async taken(response) {
    const data = await body(response, this.name, this.bytes);
    if (data?.length !== this.bytes) throw this.other(data ? data.length : "more");
    // Browsers compute digests for pages on https: and on this computer only.
    if (this.digest && globalThis.crypto?.subtle) {
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
      const text = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      if (text !== this.digest) throw refuse("damaged", `the file ${this.name} on the web server is not the one that was exported: its checksum differs`);
    }
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
