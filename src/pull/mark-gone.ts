/** Marks rows as gone at the end of a run. */
import { MarketError } from '../protocol/market-error.ts';
import type { Params } from '../protocol/params.ts';
import { applyPlans } from '../tables/apply.ts';
import { planGone } from '../tables/gone.ts';
import { keepInJournal } from '../tables/journal.ts';
import { countsOf } from '../tables/plan.ts';
import { GONE_UNKNOWN_NOTE, noted } from './notes.ts';
import type { RunContext } from './ports.ts';
import type { Run } from './run.ts';

/** Compares rows with what came for `units`; only a run that is done says what is no longer there. */
export function markGone(
  { ports, operation, connection, came }: RunContext,
  run: Run,
  units: readonly Params[],
): Run {
  if (run.state !== 'done' || !operation.tables.some(({ gone }) => gone)) return run;
  // Rows of a preview bear no time at which they were read.
  if (run.isPreview && run.executions > 1) return { ...run, notes: noted(run.notes, [GONE_UNKNOWN_NOTE]) };
  try {
    const now = ports.clock.now();
    // Earlier executions left no list of keys; their rows are known by their `As of`.
    const arrived = { keys: came, ...(run.executions > 1 ? { since: run.startedAt } : {}) };
    const counts = ports.exclusively(() => {
      const plans = planGone(ports.book, operation, units, connection.sellerId, arrived, now);
      if (run.isPreview) return plans.map(countsOf);
      keepInJournal(ports.book.journal, { run: run.id, title: operation.title, at: now }, plans);
      return applyPlans(ports.book, plans);
    });
    const tables = run.tables.map((each) => {
      const gone = counts.find(({ table }) => table === each.table)?.gone ?? 0;
      return { ...each, gone: each.gone + gone };
    });
    const isKept = run.isKept || (!run.isPreview && counts.some(({ gone }) => gone > 0));
    return { ...run, tables, isKept };
  } catch (error) {
    // A sheet that is held by another execution: the next run of the same question marks them.
    if (error instanceof MarketError) return run;
    throw error;
  }
}
