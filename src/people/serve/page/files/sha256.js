// SHA-256 of bytes: browsers compute it for pages on https: and on this computer only, and files are compared everywhere.

/** The first 32 bits of the fractional part of a root of each of the first 64 primes: square roots, or cubic ones. */
function fractions(count, root) {
  const isPrime = (p) => Array.from({ length: p - 2 }, (_, i) => i + 2).every((q) => p % q);
  const primes = Array.from({ length: 312 }, (_, p) => p).filter((p) => p > 1 && isPrime(p));
  return primes.slice(0, count).map((p) => Math.floor((root(p) % 1) * 2 ** 32) | 0);
}
const START = fractions(8, Math.sqrt);
const ROUND = Int32Array.from(fractions(64, Math.cbrt));

const right = (x, by) => (x >>> by) | (x << (32 - by));

/** Takes a block of 64 bytes at `at` into `state`, eight numbers. */
function take(state, view, at, words) {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [words[i - 15], words[i - 2]];
    words[i] = words[i - 16] + words[i - 7] + (right(x, 7) ^ right(x, 18) ^ (x >>> 3)) + (right(y, 17) ^ right(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const two = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/** The digest of bytes in hexadecimal. */
export function sha256(bytes) {
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += 64) take(state, view, at, words);
  // The rest, a bit, zeros, and the number of bits in the last eight bytes.
  const rest = new Uint8Array(bytes.length % 64 < 56 ? 64 : 128);
  rest.set(bytes.subarray(whole));
  rest[bytes.length % 64] = 128;
  const end = new DataView(rest.buffer);
  end.setBigUint64(rest.length - 8, 8n * BigInt(bytes.length));
  for (let at = 0; at < rest.length; at += 64) take(state, end, at, words);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
