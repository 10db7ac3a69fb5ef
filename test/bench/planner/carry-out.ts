/** Work as executions carry it out: each calls in batches as its gates admit them, over stores that keep texts. */

import { executionBudget } from '../../../src/limits/ledger-gate.ts';
import type { Setting } from './setting.ts';
import type { Workload } from './workload.ts';

export interface Outcome {
  readonly calls: Readonly<Record<string, number>>;
  /** When the last call was over, in epoch milliseconds. */
  readonly finishedAt: number;
  /** Batches that were made in all. */
  readonly batches: number;
}

const MINUTE = 60_000;
/** From the last moment at which a batch may begin to the end of an execution at the latest. */
const TO_THE_END = 1.5 * MINUTE;

/** `batch` is how long one takes of which so much is planned, `late` how late an execution begins; milliseconds. */
export interface Chance {
  batch(planned: number): number;
  late(): number;
}

export function carryOut(
  { now, use, every, tasks }: Workload,
  { stores, ledger, cappedBy, quotas, pacing }: Setting,
  { batch, late }: Chance,
): Outcome {
  const calls: Record<string, number> = {};
  const open = new Map(tasks.map((task) => [task.operation, task.calls]));
  let finishedAt = now;
  let batches = 0;

  const execute = (start: number): number => {
    const wanted = { fetches: 0, running: pacing.softStop };
    const taken = use === 'scheduled' ? quotas.take(use, wanted, start)! : undefined;
    const { asleep } = pacing;
    const until = start + (taken ? taken.running : pacing.softStop);
    let [clock, slept] = [start, 0];
    const { asleepForCap = Number.POSITIVE_INFINITY } = pacing;
    const budget = executionBudget(
      stores,
      quotas,
      { use, lease: until + TO_THE_END, asleep, asleepForCap, ...(taken ? { taken } : {}) },
      pacing,
      () => clock,
    );
    for (const operation of [...open.keys()].sort((a, b) => freeAt(a, start) - freeAt(b, start))) {
      const gate = budget.gate(cappedBy(operation), until);
      const all = open.get(operation)!;
      let sent = 0;
      while (sent < all && clock < until) {
        const { calls: count, next, isKept } = gate.admit(all - sent, pacing.atOnce);
        if (count === 0) {
          const pause = next - clock;
          if (!isKept || next >= until || slept + pause > asleep) break;
          slept += pause;
          clock = next;
          continue;
        }
        clock += batch(pacing.batch);
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
    budget.close(taken ? clock - start : 0);
    return clock;
  };

  const freeAt = (operation: string, at: number) => ledger.availability(operation, at).free[0]!.at;

  /** A person's work goes on when there is a call slot and a request left for it; a schedule comes around again. */
  const next = (start: number, end: number): number => {
    if (every !== undefined) return start + Math.max(1, Math.ceil((end - start) / every)) * every;
    const slot = Math.min(...[...open.keys()].map((operation) => freeAt(operation, end)));
    let at = Math.max(end + pacing.restart, slot);
    while (quotas.left(use, at).fetches === 0) at = Math.floor(at / (60 * MINUTE) + 1) * 60 * MINUTE;
    return at;
  };

  for (let at = now; open.size > 0; ) at = next(at, execute(at + late()));
  return { calls, finishedAt, batches };
}
