/** Rate limits per operation and rolling hour. */
import { CAP_WINDOW_MS, HTTP } from '../assumptions.ts';
import type { Operation } from '../operations/operation.ts';
import type { Caps, Scenario } from '../options.ts';
import { usDateTimeHalfDay } from '../pacific.ts';
import { Refusal } from '../wire/refusal.ts';

/** In the throttled scenario, clients learn the real cap only from rejected calls. */
const THROTTLED_SHARE = 0.6;

/** The rate limit error that published clients describe. */
export const tooMany = (cap: number, freeAgain: number): Refusal =>
  new Refusal(HTTP.tooManyRequests, '429', 'Too many request.', {
    'X-RateLimit-Limit': String(cap),
    'X-RateLimit-Remaining': '0',
    // The header has no fractions of a second. Rounding down would give a time that is too early.
    'X-RateLimit-ResetTime': usDateTimeHalfDay(Math.ceil(freeAgain / 1000) * 1000),
  });

export class CapGuard {
  private readonly served = new Map<Operation['id'], number[]>();

  constructor(
    private readonly caps: Caps,
    private readonly scenario: Scenario,
  ) {}

  capOf(operation: Operation): number {
    if (this.caps === 'none') return Number.POSITIVE_INFINITY;
    const cap = this.caps === 'spec' ? operation.callsPerHour : this.caps;
    return this.scenario === 'throttled' ? Math.max(1, Math.floor(cap * THROTTLED_SHARE)) : cap;
  }

  /** Throws a rate limit error above the cap. Rejected calls don't count toward it. */
  take(operation: Operation, now: number): void {
    const cap = this.capOf(operation);
    let recent = this.served.get(operation.id) ?? [];
    const ended = now - CAP_WINDOW_MS;
    if ((recent[0] ?? now) <= ended) recent = recent.filter((time) => time > ended);
    if (recent.length >= cap) {
      throw tooMany(cap, (recent[recent.length - cap] ?? now) + CAP_WINDOW_MS);
    }
    recent.push(now);
    this.served.set(operation.id, recent);
  }
}

/** The largest number of these times that fall within one rolling hour. */
export function mostInAnyHour(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let first = 0;
  let most = 0;
  sorted.forEach((time, at) => {
    while ((sorted[first] as number) <= time - CAP_WINDOW_MS) first++;
    most = Math.max(most, at - first + 1);
  });
  return most;
}
