/**
 * Sums stock readings ("looks") into one row per item and day. Sums stay correct if the execution is killed, and rows
 * with user notes are kept.
 */
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { daysWithStock } from '../../src/insights/facts/stock.ts';
import { workbookOf } from '../../src/insights/workbook.ts';
import { inventory } from '../../src/operations/inventory.ts';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { applyFold } from '../../src/tables/apply-fold.ts';
import { readThresholds } from '../../src/tables/rules/rules-sheet.ts';
import { runs } from '../effort.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { type InMemoryStore, inMemoryStore } from '../support/in-memory-store.ts';
import { daysOf, type Look, type Stock, type Sums, writeLook } from './stock-looks.ts';

const MIDNIGHT = Date.UTC(2025, 5, 16);
const [table] = inventory.tables;

let book: InMemoryBook;
let document: InMemoryStore;
beforeEach(() => {
  book = new InMemoryBook('UTC');
  document = inMemoryStore();
});

const history = () => book.rows('Stock history');
const look = (hours: number, stock: Stock): Look => ({ at: MIDNIGHT + hours * HOUR, stock });
const write = (...looks: readonly Look[]) => {
  for (const each of looks) writeLook(book, each);
};

/** Folds until no work is left. */
function fold(now: number): void {
  while (applyFold(book, document, inventory, table, now));
}

function folded(): Readonly<Record<string, Sums>> {
  if (!book.sheets.has('Stock days')) return {};
  const rows = book
    .rows('Stock days')
    .map((row) => [
      `${row['Item number']} ${(row.Day as Date).toISOString().slice(0, 10)}`,
      ['Looks', 'Units fallen', 'Squared falls', 'Units risen', 'Hours with stock'].map((name) => row[name]),
    ]);
  return Object.fromEntries(rows);
}

describe('the daily sums', () => {
  test.each<[string, readonly number[], Sums]>([
    ['a day without changes', [5, 5, 5], [2, 0, 0, 0, 2]],
    ['a day of sales', [9, 7, 4], [2, 5, 13, 0, 2]],
    ['a restock omit its interval', [2, 8, 7], [1, 1, 1, 6, 1]],
    ['a sellout omit its interval, since demand may have been higher', [3, 2, 0], [1, 1, 1, 0, 1]],
    ['a day without stock count no hours', [0, 0, 0], [0, 0, 0, 0, 0]],
    ['a restock from zero omit its interval', [0, 4, 3], [1, 1, 1, 4, 1]],
    ['negative stock count it as zero', [-2, 3, 2], [1, 1, 1, 3, 1]],
  ])('of %s', (_, quantities, sums) => {
    // Changes another item with each reading, because unchanged readings are skipped.
    write(...quantities.map((quantity, hour) => look(hour, { A: { USA: quantity }, Z: { USA: 99 - hour } })));
    write(look(100, { A: { USA: 1 }, Z: { USA: 1 } }));
    fold(MIDNIGHT + 4 * DAY);
    expect(folded()['A 2025-06-16']).toEqual(sums);
  });

  test('of an item that leaves the inventory end with its last reading', () => {
    write(...[9, 8].map((quantity, days) => look(25 * days, { A: { USA: 5 }, Z: { USA: quantity } })));
    write(look(26, { Z: { USA: 7 } }), look(100, { Z: { USA: 1 } }));
    fold(MIDNIGHT + 4 * DAY);
    expect(folded()['A 2025-06-17']).toEqual([1, 0, 0, 0, 25]);
  });

  test("of a transfer between the seller's warehouses count no sale, and marketplace-fulfilled stock is ignored", () => {
    write(
      look(0, { A: { USA: 5, CAN: 1, OPR: 50 } }),
      look(1, { A: { USA: 2, CAN: 4, OPR: 10 } }),
      look(2, { A: { USA: 2, CAN: 3, OPR: 9 } }),
      look(100, { A: { USA: 1, CAN: 1, OPR: 1 } }),
    );
    fold(MIDNIGHT + 4 * DAY);
    expect(folded()['A 2025-06-16']).toEqual([2, 1, 1, 0, 2]);
  });

  test('of several slices of one pull count one reading', () => {
    write(
      look(0, { A: { USA: 5 } }),
      { at: MIDNIGHT + 2 * MINUTE, stock: { B: { USA: 5 } } },
      look(1, { A: { USA: 4 } }),
      { at: MIDNIGHT + HOUR + 2 * MINUTE, stock: { B: { USA: 3 } } },
      look(100, { A: { USA: 1 }, B: { USA: 1 } }),
    );
    fold(MIDNIGHT + 4 * DAY);
    expect(folded()['A 2025-06-16']).toEqual([1, 1, 1, 0, 1]);
    expect(folded()['B 2025-06-16']).toEqual([1, 2, 4, 0, 1]);
  });

  test('of two shops are separate', () => {
    for (const [hour, mine, others] of [
      [0, 9, 50],
      [1, 8, 40],
      [100, 1, 1],
    ] as const) {
      writeLook(book, look(hour, { A: { USA: mine } }));
      writeLook(book, look(hour, { A: { USA: others } }), 'B007');
    }
    fold(MIDNIGHT + 4 * DAY);
    const days = book.rows('Stock days').filter((row) => Number(row.Day) === MIDNIGHT);
    expect(days.map((row) => [row['Seller ID'], row['Units fallen']])).toEqual([
      ['A006', 1],
      ['B007', 10],
    ]);
  });
});

/** Returns how many of the last `days` days item A was in stock. */
function daysInStock(from: InMemoryBook, now: number, days: number): number {
  const workbook = workbookOf({ book: from, now, thresholds: readThresholds(from), ages: [] });
  return daysWithStock(workbook.stockPeriods(), now)('A006', 'A', days);
}

test('days on which only the marketplace has stock are days without stock', () => {
  write(look(0, { A: { USA: 0, OPR: 9 } }), look(48, { A: { USA: 4, OPR: 9 } }));
  expect(daysInStock(book, MIDNIGHT + 3 * DAY, 3)).toBe(1);
});

test('the days with stock stay the same, for any stock', () => {
  const series = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 40 }), usa: fc.nat(3), can: fc.nat(2) }), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(series, fc.integer({ min: 1, max: 400 }), (looks, later) => {
      const own = new InMemoryBook('UTC');
      let hours = 0;
      for (const { hours: more, usa, can } of looks) {
        hours += more;
        writeLook(own, look(hours, { A: { USA: usa, CAN: can } }));
      }
      const now = MIDNIGHT + (hours + later) * HOUR;
      const days = () => daysInStock(own, now, 30);
      const before = days();
      const store = inMemoryStore();
      while (applyFold(own, store, inventory, table, now));
      expect(days()).toBeCloseTo(before, 6);
    }),
    { numRuns: runs(12, 300) },
  );
});

test('a copied workbook, which lacks the progress, keeps the days of the original', () => {
  const series = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 40 }), usa: fc.option(fc.nat(3)) }), {
    minLength: 2,
    maxLength: 40,
  });
  fc.assert(
    fc.property(series, fc.integer({ min: 96, max: 400 }), (looks, later) => {
      [book, document] = [new InMemoryBook('UTC'), inMemoryStore()];
      let hours = 0;
      for (const [index, { hours: more, usa }] of looks.entries()) {
        hours += more;
        // Item A is missing in some responses.
        write(look(hours, { ...(usa === null ? {} : { A: { USA: usa } }), Z: { USA: index } }));
      }
      const now = MIDNIGHT + (hours + later) * HOUR;
      fold(now);
      const days = folded();
      document = inMemoryStore();
      fold(now + DAY);
      expect(folded()).toEqual(days);
    }),
    { numRuns: runs(15, 1000) },
  );
});

describe('single readings', () => {
  const threeDays = () =>
    write(...Array.from({ length: 30 }, (_, index) => look(index * 4, { A: { USA: 100 - index } })));

  test('are kept for two days, plus the previous reading with the opening stock', () => {
    threeDays();
    fold(MIDNIGHT + 5 * DAY);
    const seen = history().map((row) => Number(row['First seen']));
    expect(Math.min(...seen)).toBe(MIDNIGHT + 3 * DAY - 4 * HOUR);
    expect(seen).toHaveLength(13);
    expect(Object.keys(folded())).toEqual(['A 2025-06-16', 'A 2025-06-17', 'A 2025-06-18']);
  });

  test('that appear twice, once incomplete, leave only the complete row', () => {
    for (const isFirst of [true, false]) {
      book = new InMemoryBook('UTC');
      write(look(0, { A: { USA: 1 } }));
      const { cells } = book.sheet('Stock history');
      const twin = cells[1]!.map((cell, at) =>
        cells[0]![at] === 'Row key' ? `incomplete: ${cell}` : cells[0]![at] === 'Available quantity' ? 7 : cell,
      );
      cells.splice(isFirst ? 1 : 2, 0, twin);
      fold(MIDNIGHT + 5 * DAY);
      expect(history().map((row) => row['Available quantity'])).toEqual([1]);
    }
  });

  test('of a day are combined only once, without reading their sheet again', () => {
    threeDays();
    fold(MIDNIGHT + 5 * DAY);
    book.sheet('Stock days').read = () => {
      throw new Error('Read again.');
    };
    fold(MIDNIGHT + 5 * DAY);
    expect(history()).toHaveLength(13);
  });

  test('far apart in the sheet are removed over several rounds', () => {
    threeDays();
    const { cells } = book.sheet('Stock history');
    cells.splice(11, 0, ...Array.from({ length: 10_000 }, () => []));
    const once = () => applyFold(book, document, inventory, table, MIDNIGHT + 5 * DAY);
    expect(once()).toBe(true);
    expect(history()).toHaveLength(20);
    expect(once()).toBe(false);
    expect(history()).toHaveLength(13);
  });

  test("with the user's note, color, or cell are kept, even in a sorted sheet", () => {
    threeDays();
    const sheet = book.sheet('Stock history');
    sheet.rowNotes.add(3);
    sheet.rowLooks.set(5, 'yellow');
    sheet.insertColumn(14, ['Mine', '', '', '', '', '', 'why?']);
    fold(MIDNIGHT + 5 * DAY);
    expect(
      history()
        .slice(0, 3)
        .map((row) => row['Available quantity']),
    ).toEqual([99, 97, 95]);
    expect(history()).toHaveLength(16);
  });

  test('of the current stock are unchanged while many old ones around them are removed in one call', () => {
    const items = Array.from({ length: 300 }, (_, index) => `I${index}`);
    // Every second item has only one reading.
    for (let hour = 0; hour < 60; hour += 10)
      write(
        look(hour, Object.fromEntries(items.map((item, index) => [item, { USA: index % 2 === 0 ? 9 : 100 - hour }]))),
      );
    const stock = () => new Map(history().map((row) => [row['Item number'], row['Available quantity']]));
    const before = stock();
    // The user's formula in the header fills their column. Writing a cell below would break it.
    const sheet = book.sheet('Stock history');
    const theirs = sheet.cells[0]!.length + 1;
    sheet.formulas.set(`1 ${theirs}`, '={"Double";ARRAYFORMULA(F2:F*2)}');
    for (const [index, row] of sheet.cells.entries()) row[theirs - 1] = index;
    let pieces = 0;
    const written: number[] = [];
    const { removeRows, write: writeBlock } = sheet;
    sheet.removeRows = (from, count) => {
      pieces++;
      removeRows(from, count);
    };
    sheet.write = (block) => {
      written.push(...block.values.map((row) => block.column + row.length - 1));
      writeBlock(block);
    };
    fold(MIDNIGHT + 10 * DAY);
    expect(pieces).toBe(1);
    expect(written.length).toBeGreaterThan(0);
    expect(Math.max(...written)).toBeLessThan(theirs);
    for (const row of sheet.cells) row.length = theirs - 1;
    expect(stock()).toEqual(before);
    expect(history()).toHaveLength(items.length);
    expect(new Set(history().map((row) => row['Row key'])).size).toBe(items.length);
    write(look(240, Object.fromEntries(items.map((item) => [item, { USA: 9 }]))));
    expect(history()).toHaveLength(items.length + 150);
  });
});

const LOOKS_A_DAY = 4;

/** An item's stock change between two readings. */
const change = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ sold: 0, from: 0 }) },
  { weight: 4, arbitrary: fc.record({ sold: fc.integer({ min: 1, max: 4 }), from: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ sold: fc.integer({ min: -9, max: -1 }), from: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.constant({ moved: 2 }) },
);
const days = fc.array(
  fc.array(fc.array(change, { minLength: 2, maxLength: 2 }), {
    minLength: LOOKS_A_DAY,
    maxLength: LOOKS_A_DAY,
  }),
  { minLength: 4, maxLength: 7 },
);

test('the daily sums match the readings for any stock history, even if executions are killed midway', () => {
  fc.assert(
    fc.property(days, fc.infiniteStream(fc.integer({ min: 0, max: 40 })), (world, ends) => {
      book = new InMemoryBook('UTC');
      document = inMemoryStore();
      const stock: Record<string, Record<string, number>> = {
        A: { USA: 5, CAN: 3 },
        B: { USA: 9, CAN: 0, OPR: 7 },
        Z: { USA: 10_000 },
      };
      const looks: Look[] = [];
      world.forEach((day, number) => {
        day.forEach((each, index) => {
          each.forEach((happens, item) => {
            const rows = stock[item === 0 ? 'A' : 'B']!;
            if ('moved' in happens) {
              const moved = Math.min(happens.moved, rows.USA!);
              rows.USA! -= moved;
              rows.CAN! += moved;
            } else {
              const name = happens.from === 0 ? 'USA' : 'CAN';
              rows[name] = Math.max(0, rows[name]! - happens.sold);
            }
          });
          stock.Z!.USA!--;
          const at = MIDNIGHT + number * DAY + (index * DAY) / LOOKS_A_DAY;
          const taken = { at, stock: JSON.parse(JSON.stringify(stock)) as Stock };
          looks.push(taken);
          writeLook(book, taken);
        });
        const now = MIDNIGHT + (number + 1) * DAY - 1;
        endedAfter(ends.next().value!, () => fold(now));
        fold(now);
        const { A, B } = stock;
        const latest = new Map(
          [...history()]
            .sort((one, other) => Number(one['First seen']) - Number(other['First seen']))
            .map((row) => [`${row['Item number']} ${row['Warehouse location']}`, row['Available quantity']]),
        );
        expect([latest.get('A USA'), latest.get('A CAN'), latest.get('B USA'), latest.get('B CAN')]).toEqual([
          A!.USA,
          A!.CAN,
          B!.USA,
          B!.CAN,
        ]);
        expect(folded()).toEqual(daysOf(looks, MIDNIGHT + (number - 2) * DAY));
      });
    }),
    { numRuns: runs(4, 300) },
  );
});

function endedAfter(writes: number, work: () => void): void {
  const end = new Error('ended');
  let left = writes;
  const undo = [...book.sheets.values()].map((sheet) => {
    const { write, removeRows } = sheet;
    const spend = () => {
      if (left-- === 0) throw end;
    };
    sheet.write = (block) => {
      spend();
      write(block);
    };
    sheet.removeRows = (from, count) => {
      spend();
      removeRows(from, count);
    };
    return () => Object.assign(sheet, { write, removeRows });
  });
  try {
    work();
  } catch (error) {
    if (error !== end) throw error;
  } finally {
    for (const each of undo) each();
  }
}
