/** Runs a workload as a series of executions that make calls in batches and store their state. */

import { executionBudget } from '../../../src/limits/ledger-gate.ts';
import type { Setting } from './setting.ts';
import type { Workload } from './workload.ts';

export interface Outcome {
  readonly calls: Readonly<Record<string, number>>;
  /** End of the last call, in epoch milliseconds. */
  readonly finishedAt: number;
  readonly batches: number;
}

const MINUTE = 60_000;
/** Maximum time from the start of the last batch to the end of the execution. */
const TO_THE_END = 1.5 * MINUTE;

/** Maps a planned batch duration to the actual one, in milliseconds. */
export type BatchTime = (planned: number) => number;

export function carryOut(
  { now, tasks }: Workload,
  { stores, ledgerOf, cappedBy, quotas, pacing }: Setting,
  batchTime: BatchTime,
): Outcome {
  const calls: Record<string, number> = {};
  const open = new Map(tasks.map((task) => [task.operation, task.calls]));
  let finishedAt = now;
  let batches = 0;

  const execute = (start: number): number => {
    const { asleep } = pacing;
    const until = start + pacing.softStop;
    let [clock, slept] = [start, 0];
    const budget = executionBudget(
      stores,
      quotas,
      { use: 'person', endsBy: until + TO_THE_END, asleep },
      pacing,
      () => clock,
    );
    for (const operation of [...open.keys()].sort((a, b) => freeAt(a, start) - freeAt(b, start))) {
      const gate = budget.gate(cappedBy(operation), until);
      const all = open.get(operation)!;
      let sent = 0;
      while (sent < all && clock < until) {
        const { calls: count, next, isReserved } = gate.admit(all - sent, pacing.atOnce);
        if (count === 0) {
          const pause = next - clock;
          if (!isReserved || next >= until || slept + pause > asleep) break;
          slept += pause;
          clock = next;
          continue;
        }
        clock += batchTime(pacing.batch);
        batches++;
        sent += count;
        finishedAt = clock;
        gate.sent({ at: clock, count, unanswered: 0 });
      }
      gate.close();
      calls[operation] = (calls[operation] ?? 0) + sent;
      open.set(operation, all - sent);
      if (sent === all) open.delete(operation);
    }
    budget.close();
    return clock;
  };

  const freeAt = (operation: string, at: number) => ledgerOf(operation).availability(operation, at).free[0]!.at;

  /** Resume when both a call slot and a fetch are available. */
  const next = (end: number): number => {
    const slot = Math.min(...[...open.keys()].map((operation) => freeAt(operation, end)));
    let at = Math.max(end + pacing.restart, slot);
    while (quotas.left('person', at).fetches === 0) at = Math.floor(at / (60 * MINUTE) + 1) * 60 * MINUTE;
    return at;
  };

  for (let at = now; open.size > 0; ) at = next(execute(at));
  return { calls, finishedAt, batches };
}
