/** The service's side of a cap: it counts calls as they arrive, and refuses those beyond its own. */

export const HOUR = 3_600_000;

export class Service {
  /** When the calls arrived that count, ours and those of others. */
  readonly counted: number[] = [];
  ours = 0;
  refused = 0;
  /** Most calls that any hour held. */
  most = 0;
  private first = 0;

  /** Without a cap of its own it lets everything through, and only counts. */
  constructor(private readonly cap = Number.POSITIVE_INFINITY) {}

  /** Whether a call is let through. Calls have to come in the order of their times. */
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

  /** When the next call would be let through, as a refusal says it. */
  retryAt(now: number): number {
    const oldest = this.counted[this.counted.length - this.cap];
    return oldest === undefined ? now : oldest + HOUR;
  }
}
