/** Answers to formulas, asked on the owner's connection while the cell waits. */
import { findConnection } from '../calls/connections.ts';
import { WITHHELD } from '../formulas/evaluate.ts';
import type { Answers } from '../formulas/formula.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Question } from '../protocol/client.ts';
import { notYet } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { chooseStorefront } from '../protocol/connection.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { readParams } from '../protocol/params.ts';
import { isDone, START, unitsOf } from '../protocol/work.ts';
import { gather } from '../refresh/gather.ts';
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
    orderVersion: () => Number(owners().version),
    timeZone: () => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone(),
    ask: (id, input) => {
      const operation = operations[id];
      const connection = owners();
      const { params } = readParams(operation, input, connection);
      const storefront = chooseStorefront(operation, connection, input.storefront as string | undefined);
      const units = unitsOf(operation, params, connection);
      const question = { operation, connection, storefront, units, withheld: WITHHELD };
      const { records, refusal } = askAll(question);
      // Where others were answered, those that were refused are merely not found.
      if (refusal && records.length === 0) throw refusal;
      return records;
    },
  };
}

/** Every page; what of it was refused as one identifier among several is told apart. */
function askAll(question: Question): { records: AnyRecord[]; refusal: MarketError | undefined } {
  const { operation, connection, units } = question;
  const begun = clock.now();
  const until = begun + LONGEST;
  const meter = meterFor(userStore(), { use: 'formula', lease: begun + ENDED, asleep: ASLEEP });
  const gate = meter.gate(cappedBy(operation, connection), until);
  const network = {
    gate,
    http: httpWithin(() => Math.max(1, Math.floor((until - clock.now()) / 1000))),
    clock,
    random: Math.random,
    until,
  };
  const records: AnyRecord[] = [];
  let refusal: MarketError | undefined;
  try {
    for (let cursor = START; !isDone(cursor, units.length); ) {
      const slice = gather(network, question, cursor, units.length, until);
      if (!('records' in slice)) throw notYet(question, slice);
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
  } finally {
    gate.close();
    meter.close();
  }
  return { records, refusal };
}
