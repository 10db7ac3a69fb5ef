/** A workbook in memory with a warehouse: an export can be ended at any call or change of a store. */

import type { Journal, JournalLine } from '../../src/tables/sheet.ts';
import type { ExportPorts } from '../../src/warehouse/export-ports.ts';
import { noteRows } from '../../src/warehouse/outbox.ts';
import type { Service } from '../../src/warehouse/service.ts';
import { savePlace } from '../../src/warehouse/state.ts';
import { InMemoryBook } from './in-memory-book.ts';
import { type InMemoryStore, inMemoryStore, Killed } from './in-memory-store.ts';
import { InMemoryWarehouse } from './in-memory-warehouse.ts';

export interface Exporting extends ExportPorts {
  readonly book: InMemoryBook;
  readonly warehouse: InMemoryWarehouse;
  readonly document: InMemoryStore;
  readonly outbox: JournalLine[];
  /** Calls and changes that are still made before the execution is ended. */
  left: number;
  wait(milliseconds: number): void;
}

export const START = Date.UTC(2025, 5, 16, 12);
export const PLACE = { project: 'my-shop-123456', location: 'US' };

export function exporting(zone = 'America/New_York'): Exporting {
  let now = START;
  let ids = 0;
  const warehouse = new InMemoryWarehouse();
  const document = inMemoryStore();
  savePlace(document, PLACE);
  const outbox: JournalLine[] = [];
  const step = <T>(work: () => T): T => {
    if (made.left-- <= 0) throw new Killed('The execution was ended.');
    return work();
  };
  const lines: Journal = {
    labels: () => outbox.map(({ label }) => label),
    lines: (from) => outbox.slice(from),
    append: (added) => step(() => outbox.push(...added)),
    removeLines: (gone) =>
      step(() => {
        for (const line of [...gone].sort((one, other) => other - one)) outbox.splice(line, 1);
      }),
    remove: () => step(() => outbox.splice(0)),
  };
  // The call is made, and its answer never seen, or it is not made at all.
  const service: Service = {
    call: (requests) => {
      now += 500;
      step(() => undefined);
      const answers = warehouse.call(requests);
      step(() => undefined);
      return answers;
    },
  };
  const unique = () => `id${++ids}`;
  const book = new InMemoryBook(zone);
  Object.assign(book, {
    outbox: { note: (written: Parameters<typeof noteRows>[1]) => noteRows(lines, written, now, unique) },
  });
  const made: Exporting = {
    book,
    warehouse,
    outbox,
    lines,
    document: {
      ...document,
      set: (key, value) => step(() => document.set(key, value)),
      remove: (key) => step(() => document.remove(key)),
    },
    service,
    unique,
    left: Number.POSITIVE_INFINITY,
    random: () => 0.5,
    wait: (milliseconds) => {
      now += milliseconds;
    },
    clock: {
      now: () => now,
      sleep: (milliseconds) => {
        now += milliseconds;
      },
    },
    exclusively: (work) => work(),
  };
  return made;
}
