/** The service's side of a cap: counts calls as they arrive and refuses those over its cap. */

export const HOUR = 3_600_000;

export class Service {
  /** Arrival times of accepted calls, ours and others'. */
  readonly counted: number[] = [];
  ours = 0;
  refused = 0;
  /** Most calls counted in any hour. */
  most = 0;
  private first = 0;

  /** Without a cap, it accepts and counts every call. */
  constructor(private readonly cap = Number.POSITIVE_INFINITY) {}

  /** Whether the call is accepted. Calls must arrive in chronological order. */
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

  /** When the next call will be accepted; the service states this in a refusal. */
  retryAt(now: number): number {
    const oldest = this.counted[this.counted.length - this.cap];
    return oldest === undefined ? now : oldest + HOUR;
  }
}
