/** An in-memory workbook and warehouse; a test can kill the export at any call or store change. */
import type { Journal, JournalLine } from '../../src/tables/sheet.ts';
import type { ExportPorts } from '../../src/warehouse/export.ts';
import type { Service } from '../../src/warehouse/service.ts';
import { InMemoryBook } from './in-memory-book.ts';
import { type InMemoryStore, inMemoryStore, Killed } from './in-memory-store.ts';
import { InMemoryWarehouse } from './in-memory-warehouse.ts';

export interface Exporting extends ExportPorts {
  readonly book: InMemoryBook;
  readonly warehouse: InMemoryWarehouse;
  readonly document: InMemoryStore;
  /** Lines of the hidden sheet in which sent rows are recorded. */
  readonly memory: JournalLine[];
  /** Calls and changes left before the execution is killed. */
  left: number;
  wait(milliseconds: number): void;
}

export const START = Date.UTC(2025, 5, 16, 12);
export const PLACE = { project: 'my-shop-123456', location: 'US' };

export function exporting(zone = 'America/New_York'): Exporting {
  let now = START;
  const warehouse = new InMemoryWarehouse();
  const document = inMemoryStore();
  const memory: JournalLine[] = [];
  const step = <T>(work: () => T): T => {
    if (made.left-- <= 0) throw new Killed('The execution was ended.');
    return work();
  };
  const lines: Journal = {
    labels: () => memory.map(({ label }) => label),
    lines: (from) => memory.slice(from),
    append: (added) => step(() => memory.push(...added)),
    removeLines: (gone) =>
      step(() => {
        for (const line of [...gone].sort((one, other) => other - one)) memory.splice(line, 1);
      }),
    remove: () => step(() => memory.splice(0)),
  };
  // Can kill the execution before the call, or after the call but before its response is read.
  const service: Service = {
    call: (requests) => {
      now += 500;
      step(() => undefined);
      const answers = warehouse.call(requests);
      step(() => undefined);
      return answers;
    },
  };
  const made: Exporting = {
    book: new InMemoryBook(zone),
    warehouse,
    memory,
    lines,
    document: {
      ...document,
      set: (key, value) => step(() => document.set(key, value)),
      remove: (key) => step(() => document.remove(key)),
    },
    service,
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
