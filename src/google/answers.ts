/** Answers to formulas, asked on the owner's connection while the cell waits. */
import { findConnection } from '../calls/connections.ts';
import { WITHHELD } from '../formulas/evaluate.ts';
import type { Answers } from '../formulas/formula.ts';
import { operations } from '../operations/registry.ts';
import { CALLS_AT_ONCE, fetchSlice } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { chooseStorefront } from '../protocol/connection.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { readParams } from '../protocol/params.ts';
import { isDone, START, unitsOf } from '../protocol/work.ts';
import { httpWithin } from './network.ts';
import { clock } from './ports.ts';
import { userStore } from './stores.ts';

/** Google ends a formula after 30 seconds; asking stops in time to say so. In milliseconds. */
const LONGEST = 25_000;

export function formulaAnswers(): Answers {
  let connection: Connection | undefined;
  const owners = () => {
    connection ??= findConnection(userStore());
    return connection;
  };
  return {
    orderVersion: () => Number(owners().version),
    timeZone: () => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone(),
    ask: (id, input) => {
      const operation = operations[id];
      const connection = owners();
      const { params } = readParams(operation, input, connection);
      const storefront = chooseStorefront(operation, connection, input.storefront as string | undefined);
      const units = unitsOf(operation, params, connection);
      const question = { operation, connection, storefront, units, withheld: WITHHELD };
      const until = clock.now() + LONGEST;
      const network = {
        http: httpWithin(() => Math.max(1, Math.floor((until - clock.now()) / 1000))),
        clock,
        random: Math.random,
        until,
      };
      const records: AnyRecord[] = [];
      let refusal: MarketError | undefined;
      let cursor = START;
      while (!isDone(cursor, units.length)) {
        const slice = fetchSlice(network, question, cursor, CALLS_AT_ONCE);
        const error = slice.fatal ?? slice.errors.find(({ details }) => !details.ofIdentifiers);
        if (error) throw error;
        refusal ??= slice.errors[0];
        for (const record of slice.records) records.push(record);
        cursor = slice.cursor;
        if (!isDone(cursor, units.length) && clock.now() >= until)
          throw new MarketError(
            'MARKET_TIMEOUT',
            'This is more than a formula can wait for; ask for less, or pull the table from the sidebar.',
          );
      }
      // Where others were answered, those that were refused are merely not found.
      if (refusal && records.length === 0) throw refusal;
      return records;
    },
  };
}
