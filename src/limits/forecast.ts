/** When work will be done: its executions run ahead of time, with their real gates, on a clock that is set by hand. */
import type { Capped } from '../protocol/caps.ts';
import { type Budget, type Day, openAt } from './day.ts';
import { executionBudget } from './execution-budget.ts';
import { ledgerOf, usageKey } from './ledger.ts';
import type { Pacing } from './pacing.ts';
import type { QuotaStore } from './quota-store.ts';
import { DAY_KEY, type Quotas, quotasOf } from './quotas.ts';
import type { Usage } from './usage.ts';

/** `<operation> cap`, or a limit of the platform. */
export type Limit = `${string} cap` | 'daily fetches' | 'trigger minutes' | 'execution time';

/** Calls of one operation that are still to be made, and what each store of the ledger knows of it: none, no cap. */
export interface Task {
  readonly operation: string;
  readonly calls: number;
  readonly usages: readonly Usage[];
}

export interface Forecast {
  /** Those in which calls are made. */
  readonly executions: number;
  /** Milliseconds that these last. */
  readonly running: number;
  /** When the last call is over, in epoch milliseconds. */
  readonly finishAt: number;
  /** Whether there is any time until the last call in which none is made. */
  readonly waits: boolean;
  /** Limits that calls may have had to wait for, or for whose sake they may have gone few at a time. */
  readonly met: ReadonlySet<Limit>;
}

/** More than anything takes. */
export const PLENTY = 1e9;

/** What takes more executions is foreseen no further: the rest is taken to go as fast. */
const MOST_EXECUTIONS = 2000;

/** Limits of the day are shares already, and no plan counts on a probe of a cap: formulas have all and probe nothing. */
const USE = 'formula';

/** Usages are those of the one seller whose calls are planned. */
const SELLER = '';

/** Work that goes on from execution to execution. */
interface Simulation {
  readonly stores: readonly QuotaStore<Usage>[];
  readonly quotas: Quotas;
  readonly pacing: Pacing;
  /** Calls that are still to be made. */
  readonly open: Map<Capped, number>;
  readonly met: Set<Limit>;
}

/** `now` is when the first execution begins, in epoch milliseconds. */
export function forecast(tasks: readonly Task[], budget: Budget, pacing: Pacing, now: number): Forecast {
  const simulation = simulationOf(tasks, budget, pacing);
  const { open, met } = simulation;
  const calls = callsIn(open);
  let [executions, running, asleep, finishAt] = [0, 0, 0, now];
  for (let at = now; open.size > 0; ) {
    const done = execute(simulation, at);
    if (done.made > 0) {
      executions++;
      running += done.end - at;
      asleep += done.asleep;
      finishAt = done.end;
    }
    if (open.size === 0) break;
    at = nextStart(simulation, now, done.end);
    if (executions < MOST_EXECUTIONS && at < Number.POSITIVE_INFINITY) continue;
    const slower = calls / Math.max(1, calls - callsIn(open));
    return {
      executions: Math.ceil(executions * slower),
      running: running * slower,
      finishAt: now + (finishAt - now) * slower,
      waits: true,
      met,
    };
  }
  return { executions, running, finishAt, waits: finishAt - now > running - asleep, met };
}

function simulationOf(tasks: readonly Task[], { day, limits }: Budget, pacing: Pacing): Simulation {
  const stores = [storeOfValues<Usage>()];
  const open = new Map<Capped, number>();
  for (const { operation, calls, usages } of tasks) {
    open.set({ seller: SELLER, operation, cap: usages[0]?.estimate.documented ?? PLENTY }, calls);
    usages.forEach((usage, index) => {
      stores[index] ??= storeOfValues();
      stores[index].set(usageKey(SELLER, operation), usage);
    });
  }
  const dayStore = storeOfValues<Day>();
  dayStore.set(DAY_KEY, day);
  return { stores, quotas: quotasOf(dayStore, limits), pacing, open, met: new Set() };
}

function storeOfValues<T>(): QuotaStore<T> {
  const values = new Map<string, T>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      values.set(key, value);
    },
    exclusively: (work) => work(),
  };
}

function callsIn(open: Simulation['open']): number {
  return [...open.values()].reduce((sum, calls) => sum + calls, 0);
}

/** What an execution made, how long it only waited, and when it ended; in milliseconds. */
interface Done {
  readonly made: number;
  readonly asleep: number;
  readonly end: number;
}

/** Makes the calls of one operation after the other, the one with the earliest free call slot first. */
function execute({ stores, quotas, pacing, open, met }: Simulation, start: number): Done {
  const most = { fetches: 0, running: pacing.softStop, asleep: pacing.asleep };
  // A person's takes nothing of the time that triggers may run.
  const taken = pacing.every === undefined ? undefined : quotas.take(USE, most, start);
  const { running, asleep } = taken ?? most;
  const until = start + running;
  const terms = {
    ...pacing,
    use: USE,
    lease: until + pacing.batch,
    asleep,
    ...(taken && { taken }),
  } as const;
  let [clock, slept, made] = [start, 0, 0];
  const budget = executionBudget(stores, quotas, terms, pacing, () => clock);
  for (const of of inOrder(open, stores, start)) {
    const gate = budget.gate(of, until);
    const cap: Limit = `${of.operation} cap`;
    let left = open.get(of)!;
    while (left > 0 && clock < until) {
      const { calls, next, isKept, because } = gate.admit(left, pacing.atOnce);
      if (calls < Math.min(left, pacing.atOnce)) met.add(because === 'day' ? 'daily fetches' : cap);
      if (calls === 0) {
        const wait = next - clock;
        if (!isKept || next >= until || slept + wait > asleep) break;
        clock = next;
        slept += wait;
        continue;
      }
      clock += pacing.batch;
      gate.sent({ at: clock, count: calls, unanswered: 0 });
      made += calls;
      left -= calls;
    }
    gate.close();
    if (left > 0) open.set(of, left);
    else open.delete(of);
  }
  budget.close(taken && { running: clock - start, asleep: slept });
  if (open.size > 0) {
    // It might have gone on, or waited for the next call slot.
    if (until - clock <= pacing.asleep) met.add(running < pacing.softStop ? 'trigger minutes' : 'execution time');
    if (asleep < pacing.asleep) met.add('trigger minutes');
  }
  return { made, asleep: slept, end: clock };
}

function inOrder(open: Simulation['open'], stores: Simulation['stores'], now: number): readonly Capped[] {
  const all = [...open.keys()];
  if (all.length < 2) return all;
  const keyed = all.map((of) => ({ of, at: firstSlot(stores, of, now) }));
  return keyed.sort((a, b) => a.at - b.at).map(({ of }) => of);
}

/** When the first call slot of an operation is free, in epoch milliseconds. */
function firstSlot(stores: Simulation['stores'], { seller, operation, cap }: Capped, now: number): number {
  const { free } = ledgerOf(stores, seller, () => cap).availability(operation, now);
  return free[0]?.at ?? Number.POSITIVE_INFINITY;
}

/** When the next execution begins that may have something to do. */
function nextStart({ stores, quotas, pacing, open, met }: Simulation, first: number, end: number): number {
  const { asleep, restart, every } = pacing;
  const budget = quotas.budget(USE, end);
  const slots = [...open.keys()].map((of) => {
    const at = firstSlot(stores, of, end);
    if (at > end) met.add(`${of.operation} cap`);
    return at;
  });
  const slot = Math.min(...slots);
  const fetch = openAt(budget, 'fetches', end);
  if (fetch > end) met.add('daily fetches');
  if (every === undefined) return Math.max(end + restart, slot, fetch);
  const ready = Math.max(end + 1, slot - asleep, fetch, openAt(budget, 'running', end));
  return first + Math.ceil((ready - first) / every) * every;
}
