// SplitMix64, the same numbers as in the program.

const M64 = (1n << 64n) - 1n;

export class Random {
  constructor(seed) {
    this.state = BigInt(seed);
  }

  /** The next 64 bits. */
  next() {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & M64;
    let z = this.state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & M64;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & M64;
    return z ^ (z >> 31n);
  }

  /** A number from 0 to `bound` - 1. */
  below(bound) {
    return Number((this.next() * BigInt(bound)) >> 64n);
  }
}
