/** The way from formulas to the marketplace: within the ledger, and over before Google ends the execution. */
import type { CallDeadlines, MarketAccess } from '../formulas/queue/ports.ts';
import { EXECUTION } from '../limits/pacing.ts';
import type { OperationId } from '../operations/registry.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Gate } from '../protocol/gate.ts';
import { SECOND } from '../protocol/time.ts';
import { executionBudgetFor } from './execution-budgets.ts';
import { httpWithin } from './network.ts';
import { clock } from './ports.ts';
import { userStore } from './stores.ts';

/** What is reserved is free again when the execution is surely over. */
const ENDED = { formula: 30 * SECOND, person: EXECUTION } as const;

/** Who asks. */
export type Use = keyof typeof ENDED;

/** Cells wait only so long for a slot. */
const ASLEEP = 2 * SECOND;

/** Between two tries to count calls while others hold the ledger, in milliseconds: a pull does while it writes. */
const BETWEEN_TRIES = 200;

export function marketAccess(
  connection: Connection,
  id: OperationId,
  { until, longest, beforeCalls }: CallDeadlines,
  use: Use,
): MarketAccess {
  const meter = executionBudgetFor(userStore(), { use, lease: clock.now() + ENDED[use], asleep: ASLEEP });
  const gate = meter.gate(cappedBy(operations[id], connection), until);
  const http = httpWithin(() => Math.floor(Math.min(longest, until - clock.now()) / 1000), beforeCalls);
  return {
    network: { gate: patient(gate, beforeCalls), http, clock, random: Math.random, until },
    close: () => {
      gate.close();
      meter.close();
    },
  };
}

/** Others who hold the ledger are waited for as long as there is time: that is no reason to ask nobody for a minute. */
function patient(gate: Gate, beforeTry: () => void): Gate {
  return {
    ...gate,
    admit: (wanted, most) => {
      const opening = gate.admit(wanted, most);
      if (opening.calls > 0 || opening.because !== 'busy') return opening;
      beforeTry();
      return { ...opening, next: clock.now() + BETWEEN_TRIES, isKept: true };
    },
  };
}
