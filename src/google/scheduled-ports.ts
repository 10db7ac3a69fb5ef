/** An execution that a trigger started: what it may spend of the day, and what it did spend. */
import type { Ports } from '../app/ports.ts';
import type { ClosableGate } from '../limits/ledger-gate.ts';
import { asleepForCap, EXECUTION, pacedBy, SOFT_STOP } from '../limits/pacing.ts';
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
  const wanted = {
    fetches: FIRST,
    running,
    asleep: Math.min(asleepForCap(interval), pacedBy(left.asleep, interval)),
  };
  const allowance = quotas.take('scheduled', wanted, begun);
  if (!allowance) return undefined;
  let slept = 0;
  const asleep = Math.min(allowance.asleep, allowance.running);
  const budget = executionBudgetFor(user, {
    use: 'scheduled',
    lease: begun + EXECUTION,
    asleep,
    asleepForCap: asleepForCap(interval),
    taken: allowance,
  });
  const gates = new Map<string, ClosableGate>();
  const settle = () => {
    for (const gate of gates.values()) gate.close();
  };
  const ports: Ports = {
    ...commonPorts(() => budget),
    clock: {
      now: clock.now,
      sleep: (milliseconds) => {
        slept += milliseconds;
        clock.sleep(milliseconds);
      },
    },
    // One gate an operation for the whole execution.
    gate: (of, until) => {
      const key = `${of.operation} ${of.seller}`;
      const gate = gates.get(key) ?? budget.gate(of, until);
      gates.set(key, gate);
      return {
        ...gate,
        admit: (count, most) => gate.admit(Math.max(count, CHUNK), Math.min(count, most)),
        close: () => undefined,
      };
    },
    settle,
    fetchesLeft: () => Math.max(0, Math.floor(pacedBy(left.fetches, interval)) - budget.spent()),
  };
  try {
    return work({ ports, until: begun + allowance.running, asleep });
  } finally {
    settle();
    budget.close({ running: clock.now() - begun, asleep: slept });
  }
}
