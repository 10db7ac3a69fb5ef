/** The way from a formula to the marketplace: within the ledger, and over before Google ends the formula. */
import type { Line, Patience } from '../formulas/together/ports.ts';
import type { OperationId } from '../operations/registry.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { meterFor } from './meters.ts';
import { httpWithin } from './network.ts';
import { clock } from './ports.ts';
import { userStore } from './stores.ts';

/** What is reserved is free again when the formula is surely over, and cells wait only so long for a slot. */
const [ENDED, ASLEEP] = [30_000, 2000];

export function formulaLine(
  connection: Connection,
  id: OperationId,
  { until, longest, beforeCalls }: Patience,
): Line {
  const meter = meterFor(userStore(), { use: 'formula', lease: clock.now() + ENDED, asleep: ASLEEP });
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
