/** One execution: gets a permit, makes calls in batches, and settles. */

import { nextSends, without } from '../../../src/limits/pacing.ts';
import type { Made } from '../../../src/limits/usage.ts';
import { model } from '../model.ts';
import type { Limiter, Use } from './limiter.ts';
import type { Work } from './world.ts';

const { callsAtOnce, betweenBatches } = model.caps;

export interface Kind {
  readonly use: Use;
  readonly wanted: number;
  /** Milliseconds until no more batches start, and until the platform kills the execution. */
  readonly soft: number;
  readonly hard: number;
}

export function* work(
  limiter: Limiter,
  { use, wanted, soft, hard }: Kind,
  clock: () => number,
  report: (asleep: number, refused: number) => void,
): Work {
  const start = clock();
  const permit = limiter.begin(use, wanted, start, start + soft, start + hard);
  const made: Made[] = [];
  let { sendTimes } = permit;
  let asleep = 0;
  while (clock() < start + soft) {
    const now = clock();
    const { calls, next } = nextSends(sendTimes, now, callsAtOnce);
    if (calls === 0 && next === null) break;
    if (calls === 0) {
      yield { until: next! };
      asleep += clock() - now;
      continue;
    }
    const answer = (yield { send: calls })!;
    sendTimes = without(sendTimes, calls);
    made.push({ at: clock(), count: calls, unanswered: answer.unanswered });
    if (answer.refused > 0) {
      report(asleep, answer.refused);
      const { refused: count, retryAt } = answer;
      return permit.done(made, { at: clock(), count, retryAt });
    }
    yield { until: clock() + betweenBatches };
  }
  report(asleep, 0);
  permit.done(made);
}
