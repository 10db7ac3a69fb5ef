/** Work as executions carry it out: each reserves, calls in batches as they are due, and settles. */

import { nextSends } from '../../../src/limits/send-times.ts';
import type { Made } from '../../../src/limits/usage.ts';
import type { Setting } from './setting.ts';
import type { Workload } from './workload.ts';

export interface Outcome {
  readonly calls: Readonly<Record<string, number>>;
  /** When the last call was over, in epoch milliseconds. */
  readonly finishedAt: number;
  /** Batches that were made in all. */
  readonly batches: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** From the last moment at which a batch may begin to the end of an execution at the latest. */
const TO_THE_END = 1.5 * MINUTE;

/** `batch` is how long one takes of which so much is planned, `late` how late an execution begins; milliseconds. */
export interface Chance {
  batch(planned: number): number;
  late(): number;
}

export function carryOut(
  { now, use, every, errands }: Workload,
  { ledger, quotas, pace }: Setting,
  { batch, late }: Chance,
): Outcome {
  const calls: Record<string, number> = {};
  const open = new Map(errands.map((purpose) => [purpose.operation, purpose.calls]));
  let finishedAt = now;
  let batches = 0;

  const execute = (start: number): number => {
    const isScheduled = use === 'scheduled';
    const wanted = {
      fetches: [...open.values()].reduce((sum, count) => sum + count, 0),
      running: isScheduled ? pace.softStop : 0,
      asleep: isScheduled ? pace.asleep : 0,
    };
    const allowance = quotas.take(use, wanted, start)!;
    const until = start + (isScheduled ? allowance.running : pace.softStop);
    let [clock, fetched, asleep] = [start, 0, 0];
    for (const operation of [...open.keys()].sort((a, b) => freeAt(a, start) - freeAt(b, start))) {
      const most = Math.min(open.get(operation)!, allowance.fetches - fetched);
      if (most === 0 || clock >= until) continue;
      const waitPolicy = { ...pace, until, asleep: (isScheduled ? allowance.asleep : pace.asleep) - asleep };
      const { sendTimes, loan } = ledger.reserve(operation, most, {
        now: clock,
        lease: until + TO_THE_END,
        waitPolicy,
      });
      const made: Made[] = [];
      let sent = 0;
      while (clock < until) {
        const { calls: count, next } = nextSends(sendTimes, sent, clock, pace.atOnce);
        if (count === 0 && (next === null || next >= until)) break;
        if (count === 0) {
          asleep += next! - clock;
          clock = next!;
          continue;
        }
        clock += batch(pace.batch);
        batches++;
        sent += count;
        finishedAt = clock;
        made.push({ at: clock, count });
      }
      if (loan) ledger.settle(loan, made, clock);
      fetched += sent;
      calls[operation] = (calls[operation] ?? 0) + sent;
      open.set(operation, open.get(operation)! - sent);
      if (open.get(operation) === 0) open.delete(operation);
    }
    const used = isScheduled
      ? { running: whole(clock - start), asleep: whole(asleep) }
      : { running: 0, asleep: 0 };
    quotas.settle(allowance, { fetches: fetched, ...used }, clock);
    return clock;
  };

  const freeAt = (operation: string, at: number) => ledger.availability(operation, at).free[0]!.at;

  /** A person's work goes on when there is a slot and a request left for it; a schedule comes around again. */
  const next = (start: number, end: number): number => {
    if (every !== undefined) return start + Math.max(1, Math.ceil((end - start) / every)) * every;
    const slot = Math.min(...[...open.keys()].map((operation) => freeAt(operation, end)));
    let at = Math.max(end + pace.restart, slot);
    while (quotas.left(use, at).fetches === 0) at = Math.floor(at / (60 * MINUTE) + 1) * 60 * MINUTE;
    return at;
  };

  for (let at = now; open.size > 0; ) at = next(at, execute(at + late()));
  return { calls, finishedAt, batches };
}

function whole(duration: number): number {
  return Math.ceil(duration / SECOND) * SECOND;
}
