/** Picks faults pseudorandomly by seed, call, and attempt number. */
import { Draws, mixText } from '../chance.ts';
import type { FaultKind } from '../options.ts';
import { type FaultMix, faultMix } from './fault-mix.ts';

const FAULT = mixText('fault');

export const flakyMix: FaultMix = faultMix(
  (['internal-error', 'bad-gateway', 'unavailable', 'truncated', 'closed'] as const).map((kind) => ({
    kind,
    share: 0.05,
  })),
);

export class FaultSource {
  private readonly attempts = new Map<number, { count: number; failed: boolean }>();

  /** With `recovers`, a call never fails twice in a row. */
  constructor(
    private readonly seed: number,
    private readonly mix: FaultMix,
    private readonly recovers: boolean,
  ) {}

  /** `request` identifies a call. Repeated calls have the same value. */
  next(request: string): FaultKind | undefined {
    if (this.mix.length === 0) return undefined;
    const key = mixText(request);
    const before = this.attempts.get(key) ?? { count: 0, failed: false };
    const kind = before.failed && this.recovers ? undefined : this.draw(key, before.count);
    this.attempts.set(key, { count: before.count + 1, failed: kind !== undefined });
    return kind;
  }

  private draw(key: number, attempt: number): FaultKind | undefined {
    let point = new Draws(this.seed, FAULT, key, attempt).unit();
    for (const { kind, share } of this.mix) {
      if (point < share) return kind;
      point -= share;
    }
    return undefined;
  }
}
