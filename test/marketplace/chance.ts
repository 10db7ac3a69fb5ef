/** Seeded random numbers. The same seed always gives the same values. */

/** Hashes any number of parts into 32 bits; changing one part affects all bits. */
export function mix(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    // Keep the high bits of parts longer than 32 bits, such as timestamps and order numbers.
    for (const word of [part | 0, Math.floor(part / 0x1_0000_0000) | 0]) {
      hash = Math.imul(hash ^ word, 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
  }
  return hash >>> 0;
}

export function mixText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash);
}

/** A pseudorandom sequence (mulberry32). */
export class Draws {
  private state: number;

  constructor(...parts: readonly number[]) {
    this.state = mix(...parts);
  }

  /** In [0, 1). */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number; both bounds are inclusive. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.unit() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Poisson-distributed. The average must be far below 700, the limit of Math.exp. */
  poisson(average: number): number {
    let probability = Math.exp(-average);
    let count = 0;
    for (let left = this.unit() - probability; left >= 0 && probability > 0; left -= probability) {
      probability *= average / ++count;
    }
    return count;
  }

  /** Normally distributed with mean 0 and variance 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  /** Geometrically distributed, starting at 1. */
  geometric(average: number): number {
    return 1 + Math.floor(Math.log(1 - this.unit()) / Math.log(1 - 1 / average));
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)] as T;
  }

  text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.whole(0, alphabet.length - 1)]).join('');
  }
}
