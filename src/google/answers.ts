/** Answers to formulas, asked on the owner's connection while the cell waits. */
import { findConnection } from '../calls/connections.ts';
import type { Answers } from '../formulas/answers.ts';
import type { Found } from '../formulas/asking.ts';
import { askBatch, batchesOf } from '../formulas/asking.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { meterFor } from './meters.ts';
import { httpWithin } from './network.ts';
import { clock } from './ports.ts';
import { userStore } from './stores.ts';

/** Google ends a formula after 30 seconds; asking stops in time to say so. In milliseconds. */
const LONGEST = 25_000;
/** What is reserved is free again when the formula is surely over, and a cell waits only so long for a slot. */
const [ENDED, ASLEEP] = [30_000, 2000];

export function formulaAnswers(): Answers {
  let connection: Connection | undefined;
  const owners = () => {
    connection ??= findConnection(userStore());
    return connection;
  };
  return {
    owner: owners,
    timeZone: () => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone(),
    now: clock.now,
    freshness: () => ({ state: '' }),
    quota: () => ({ left: 0, nextAt: null, cap: 0 }),
    answer: (items) => {
      const begun = clock.now();
      const until = begun + LONGEST;
      const http = httpWithin(() => Math.max(1, Math.floor((until - clock.now()) / 1000)));
      const found = new Map<string, Found>();
      for (const batch of batchesOf(items, owners())) {
        const meter = meterFor(userStore(), { use: 'formula', lease: begun + ENDED, asleep: ASLEEP });
        const gate = meter.gate(cappedBy(operations[batch.items[0]!.operation], owners()), until);
        const asked = askBatch({ gate, http, clock, random: Math.random, until }, owners(), batch);
        gate.close();
        meter.close();
        for (const each of asked.found) found.set(each.item.key, each);
        if (asked.fatal) throw asked.fatal;
      }
      return items.map(({ key }) => ({ at: clock.now(), ...found.get(key)! }));
    },
  };
}
