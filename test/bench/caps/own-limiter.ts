/** Adapts the project's ledger to `Limiter`. */
import { ledgerOf } from '../../../src/limits/ledger.ts';
import { asleepForCap, type WaitPolicy } from '../../../src/limits/pacing.ts';
import { model } from '../model.ts';
import type { LimiterOf } from './simulate.ts';

const { callsAtOnce, batch, formulaAsleep, personAsleep } = model.caps;
const OPERATION = 'price-history';
const waits = { formula: formulaAsleep, person: personAsleep };

/** Two stores model a user ledger plus the workbook ledger. */
export function ownLimiter(count: 1 | 2): LimiterOf {
  return ({ cap, every }, stores) => {
    const ledger = ledgerOf(
      Array.from({ length: count }, () => stores.usage()),
      'A1B2',
      cap,
    );
    const most = asleepForCap(every * 60_000);
    return {
      begin(use, wanted, now, until, end) {
        const isScheduled = use === 'scheduled';
        const waitPolicy: WaitPolicy = {
          until,
          atOnce: callsAtOnce,
          batch,
          ...(isScheduled ? { asleep: most, asleepForCap: most } : { asleep: waits[use] }),
        };
        const terms = { now, endsBy: end, waitPolicy, probes: isScheduled };
        const { sendTimes, loan } = ledger.reserve(OPERATION, wanted, terms);
        return {
          sendTimes,
          done(made, refusal) {
            const over = Math.max(now, ...made.map(({ at }) => at));
            if (loan) ledger.settle(loan, made, over, refusal);
          },
        };
      },
    };
  };
}
