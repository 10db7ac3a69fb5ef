/** One execution on paper: which calls it makes, with what the ledger and the quotas would say to it. */

import { total } from './call-slots.ts';
import type { Budget } from './day.ts';
import { inSeconds, leftOf, take } from './day.ts';
import { availabilityOf, offerOf } from './offer.ts';
import type { Pace } from './pacing.ts';
import type { SendTimes } from './send-times.ts';
import { nextSends } from './send-times.ts';
import type { Made, Usage } from './usage.ts';
import { EXECUTION, lend, settled, tidy } from './usage.ts';
import { readUsage, usageText } from './usage-text.ts';
import type { WaitPolicy } from './wait-policy.ts';

/** `<operation> cap`, or a limit of the platform. */
export type Limit = `${string} cap` | 'daily fetches' | 'trigger minutes' | 'execution time';

/** Calls of one operation that are still to be made, and what each place of the ledger knows of it: none, no cap. */
export interface Task {
  readonly operation: string;
  readonly calls: number;
  readonly usages: readonly Usage[];
}

export interface Execution {
  /** What is left to do. */
  readonly tasks: readonly Task[];
  readonly budget: Budget;
  readonly made: number;
  /** Milliseconds in which it only waited. */
  readonly asleep: number;
  /** Epoch milliseconds. */
  readonly end: number;
  /** Limits that calls had to wait for, or for whose sake they went few at a time. */
  readonly met: readonly Limit[];
}

/** Takes up one operation after the other, the one with the earliest free slot first. */
export function execute(before: readonly Task[], budget: Budget, pace: Pace, start: number): Execution {
  const left = allowance(budget, pace, start);
  const until = start + Math.min(pace.softStop, left.running);
  const after = new Map(before.map((task) => [task.operation, task]));
  const met = new Set<Limit>();
  let [clock, asleep, made] = [start, 0, 0];
  for (const task of inOrder(before, start)) {
    const calls = Math.min(task.calls, left.fetches - made);
    if (calls === 0 || clock >= until) break;
    const waitPolicy = { ...pace, until, asleep: Math.max(0, left.asleep - asleep) };
    const done = takeUp({ ...task, calls }, waitPolicy, clock);
    if (done.isHeldUp) met.add(`${task.operation} cap`);
    after.set(task.operation, { ...task, calls: task.calls - done.made, usages: done.usages });
    made += done.made;
    asleep += done.asleep;
    clock = done.end;
  }
  const tasks = [...after.values()].filter(({ calls }) => calls > 0);
  if (tasks.length > 0) {
    if (made >= left.fetches) met.add('daily fetches');
    // It might have gone on, or waited for the next slot.
    if (until - clock <= pace.asleep)
      met.add(left.running < pace.softStop ? 'trigger minutes' : 'execution time');
    if (left.asleep < pace.asleep) met.add('trigger minutes');
  }
  const ran = isScheduled(pace)
    ? { running: inSeconds(clock - start), asleep: inSeconds(asleep) }
    : UNCOUNTED;
  const day = take(budget.day, { ...ran, fetches: made }, start);
  return { tasks, budget: { ...budget, day }, made, asleep, end: clock, met: [...met] };
}

const UNCOUNTED = { running: 0, asleep: 0 };

function isScheduled({ every }: Pace): boolean {
  return every !== undefined;
}

/** What an execution may use. A person's takes nothing of the time that triggers may run. */
function allowance({ day, limits }: Budget, pace: Pace, now: number): Budget['limits'] {
  const fetches = leftOf(day, 'fetches', limits.fetches, now);
  if (!isScheduled(pace)) return { fetches, running: Number.POSITIVE_INFINITY, asleep: pace.asleep };
  return {
    fetches,
    running: leftOf(day, 'running', limits.running, now),
    asleep: Math.min(pace.asleep, leftOf(day, 'asleep', limits.asleep, now)),
  };
}

/** When the first slot of a task is free, in epoch milliseconds. */
export function firstSlot({ usages }: Task, now: number): number {
  if (usages.length === 0) return now;
  return availabilityOf(usages, now).free[0]?.at ?? Number.POSITIVE_INFINITY;
}

function inOrder(tasks: readonly Task[], now: number): readonly Task[] {
  if (tasks.length < 2) return tasks;
  const keyed = tasks.map((task) => ({ task, at: firstSlot(task, now) }));
  return keyed.sort((a, b) => a.at - b.at).map(({ task }) => task);
}

interface TakenUp {
  readonly usages: readonly Usage[];
  readonly made: number;
  readonly asleep: number;
  readonly end: number;
  /** Something waited for slots of the cap, or went few at a time for its sake. */
  readonly isHeldUp: boolean;
}

function takeUp({ calls, usages }: Task, waitPolicy: WaitPolicy, start: number): TakenUp {
  const { until, atOnce, batch } = waitPolicy;
  const sendTimes: SendTimes =
    usages.length === 0
      ? [{ at: start, count: calls }]
      : offerOf(usages, { calls, now: start, waitPolicy }).sendTimes;
  const made: Made[] = [];
  let [clock, sent, asleep] = [start, 0, 0];
  let [ahead, before] = [sendTimes, 0];
  while (clock < until) {
    while (ahead.length > 0 && sent - before >= ahead[0]!.count) {
      before += ahead[0]!.count;
      ahead = ahead.slice(1);
    }
    const { calls: count, next } = nextSends(ahead, sent - before, clock, atOnce);
    if (count === 0) {
      if (next === null || next >= until) break;
      asleep += next - clock;
      clock = next;
      continue;
    }
    clock += batch;
    sent += count;
    made.push({ at: clock, count });
  }
  return {
    usages:
      sent === 0 ? usages : usages.map((account) => spent(account, total(sendTimes), made, start, clock)),
    made: sent,
    asleep,
    end: clock,
    isHeldUp: asleep > 0 || total(sendTimes) < calls || sendTimes.some(({ few }) => few !== undefined),
  };
}

/** The account as the ledger keeps it once calls were lent and made. */
function spent(account: Usage, lent: number, made: readonly Made[], start: number, end: number): Usage {
  const [before, lease] = lend(account, lent, start + EXECUTION, start);
  return kept(settled(kept(before, start), lease, made, end), end);
}

/** Instants that a text surely holds without making neighbours one: none takes more than seven characters. */
const SURELY_FITTING = 180;

function kept(account: Usage, now: number): Usage {
  const known = tidy(account, now);
  if (known.slots.length <= SURELY_FITTING) return known;
  return readUsage(usageText(known), now) ?? known;
}
