/** Executes a run once for a connected user, by default with consent to all data. */
import { saveConnection } from '../../src/account/connections.ts';
import { readConsent, setConsent } from '../../src/account/consent.ts';
import type { Connection } from '../../src/protocol/connection.ts';
import type { Privacy } from '../../src/protocol/fields.ts';
import { execute } from '../../src/pull/pull.ts';
import type { Run } from '../../src/pull/run.ts';
import { shop } from '../protocol/shop.ts';
import type { InMemoryPorts } from './in-memory-ports.ts';

export interface How {
  readonly connection?: Connection;
  readonly withheld?: ReadonlySet<Privacy>;
  /** Epoch milliseconds. */
  readonly until?: number;
}

export function executed(ports: InMemoryPorts, run: Run, { connection = shop(), withheld, until }: How = {}): Run {
  saveConnection(ports, connection);
  const wanted = { buyerData: !withheld?.has('buyer'), destination: !withheld?.has('destination') };
  const { buyerData, destination } = readConsent(ports, connection.name);
  if (buyerData !== wanted.buyerData || destination !== wanted.destination) {
    setConsent({ ...ports, exclusively: (work) => work() }, { ...wanted, connection: connection.name });
    // Tests of pulls check only pulled tables.
    ports.book.sheets.delete('Log');
  }
  return execute(ports, run, until ?? Number.POSITIVE_INFINITY);
}
