/** The way from formulas to the marketplace: within the ledger, and over before Google ends the execution. */
import type { Line, Patience } from '../formulas/together/ports.ts';
import { EXECUTION } from '../limits/pace.ts';
import type { OperationId } from '../operations/registry.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { meterFor } from './meters.ts';
import { httpWithin } from './network.ts';
import { clock } from './ports.ts';
import { userStore } from './stores.ts';

/** What is reserved is free again when the execution is surely over; in milliseconds. */
const ENDED = { formula: 30_000, person: EXECUTION } as const;

/** Cells wait only so long for a slot, in milliseconds. */
const ASLEEP = 2000;

export function formulaLine(
  connection: Connection,
  id: OperationId,
  { until, longest, beforeCalls }: Patience,
  use: keyof typeof ENDED = 'formula',
): Line {
  const meter = meterFor(userStore(), { use, lease: clock.now() + ENDED[use], asleep: ASLEEP });
  const gate = meter.gate(cappedBy(operations[id], connection), until);
  const http = httpWithin(() => Math.max(1, Math.floor(Math.min(longest, until - clock.now()) / 1000)));
  const told = {
    fetchAll: (requests: Parameters<typeof http.fetchAll>[0]) => {
      beforeCalls();
      return http.fetchAll(requests);
    },
  };
  return {
    network: { gate, http: told, clock, random: Math.random, until },
    close: () => {
      gate.close();
      meter.close();
    },
  };
}
