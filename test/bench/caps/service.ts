/** A simulated service that counts calls on arrival and refuses calls over its cap. */

export const HOUR = 3_600_000;

export class Service {
  readonly counted: number[] = [];
  ours = 0;
  refused = 0;
  most = 0;
  private first = 0;

  constructor(private readonly cap = Number.POSITIVE_INFINITY) {}

  /** Returns true if the call is accepted. Calls must arrive in chronological order. */
  arrive(now: number, isOurs = true): boolean {
    while (this.first < this.counted.length && this.counted[this.first]! <= now - HOUR) this.first++;
    const inWindow = this.counted.length - this.first;
    if (inWindow >= this.cap) {
      if (isOurs) this.refused++;
      return false;
    }
    this.counted.push(now);
    if (isOurs) this.ours++;
    this.most = Math.max(this.most, inWindow + 1);
    return true;
  }

  /** When the next call will be accepted. Real refusals include this time. */
  retryAt(now: number): number {
    const oldest = this.counted[this.counted.length - this.cap];
    return oldest === undefined ? now : oldest + HOUR;
  }
}
