/** An execution that a trigger started: what it may spend of the day, and what it did spend. */
import type { Ports } from '../app/ports.ts';
import { type ClosableGate, type ExecutionBudget, reservingAhead } from '../limits/ledger-gate.ts';
import { asleepForCap, EXECUTION, pacedBy, SOFT_STOP } from '../limits/pacing.ts';
import type { Allowance } from '../limits/quotas.ts';
import { executionBudgetFor, quotasFor } from './execution-budgets.ts';
import { clock, commonPorts } from './ports.ts';
import { userStore } from './stores.ts';

/** Reserved at once, so that the ledger is not asked for each pull. */
const CHUNK = 100;

/** Taken of the day at once with the minutes: most executions make fewer calls. */
const FIRST = 40;

/** Less is not worth beginning anything. In milliseconds. */
const LEAST = 5000;

export interface ScheduledWork {
  readonly ports: Ports;
  /** When it stops by itself, in epoch milliseconds. */
  readonly until: number;
  /** Milliseconds for which it may wait for calls. */
  readonly asleep: number;
}

/** Does the work of an execution that comes each `interval`, in milliseconds; nothing where the day's minutes are spent. */
export function scheduled<T>(interval: number, work: (work: ScheduledWork) => T): T | undefined {
  const user = userStore();
  const quotas = quotasFor(user);
  const begun = clock.now();
  const left = quotas.left('scheduled', begun);
  const running = Math.min(SOFT_STOP, pacedBy(left.running, interval));
  if (running < LEAST) return undefined;
  const asleep = Math.min(asleepForCap(interval), running);
  let budget: ExecutionBudget | undefined;
  let allowance: Allowance | undefined;
  /** Where there is anything to do: most executions only see that there is not, and tell once how long that took. */
  const taken = () => {
    if (budget) return budget;
    allowance = quotas.take('scheduled', { fetches: FIRST, running }, begun);
    budget = executionBudgetFor(user, {
      use: 'scheduled',
      lease: begun + EXECUTION,
      asleep,
      asleepForCap: asleepForCap(interval),
      ...(allowance ? { taken: allowance } : {}),
    });
    return budget;
  };
  const gates = new Map<string, ClosableGate>();
  const settle = () => {
    for (const gate of gates.values()) gate.close();
  };
  const common = commonPorts(taken);
  const ports: Ports = {
    ...common,
    exclusively: (work, wait) => {
      taken();
      return common.exclusively(work, wait);
    },
    // One gate an operation for the whole execution.
    gate: (of, until) => {
      const key = `${of.operation} ${of.seller}`;
      const gate = gates.get(key) ?? reservingAhead(taken().gate(of, until), CHUNK);
      gates.set(key, gate);
      return { ...gate, close: () => undefined };
    },
    settle,
    fetchesLeft: () => Math.max(0, Math.floor(pacedBy(left.fetches, interval)) - taken().spent()),
  };
  try {
    return work({ ports, until: begun + running, asleep });
  } finally {
    settle();
    const ran = clock.now() - begun;
    budget?.close(ran);
    if (!allowance) quotas.take('scheduled', { fetches: 0, running: ran }, begun);
  }
}
