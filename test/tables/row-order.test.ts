/** Sorts rows newest first, even after killed executions, without undoing the user's sort. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { id, instant, NONE_PRIVATE, text } from '../../src/protocol/fields.ts';
import { upsert } from '../../src/tables/apply.ts';
import { announceOrder, looksElsewhere, type Ordering } from '../../src/tables/row-order.ts';
import type { DeclaredRecord, Recorded } from '../../src/tables/table.ts';
import { runs } from '../effort.ts';
import { InMemoryBook, type InMemorySheet } from '../support/in-memory-book.ts';

const shop = {
  answer: {
    record: {
      number: id('Number', 'Number.'),
      placed: instant('Placed', 'When.'),
      memo: text('Memo', 'Text.'),
    },
  },
  tables: [{ name: 'Orders', each: [], columns: ['*'], key: ['number'], newestFirst: 'placed' }],
} as const satisfies Recorded;

const START = Date.UTC(2025, 5, 1);
const DAY = 86_400_000;

/** An order placed on day `day`, or without a date. */
function order(day: number | null, number = day): DeclaredRecord<typeof shop> {
  const at = day === null ? null : { at: START + day * DAY, text: '' };
  return { number: `n${number}`, placed: at, memo: `memo ${(number ?? 0) % 7}` };
}

/** Adds orders; Google kills the execution after `changes` writes. */
function add(book: InMemoryBook, days: readonly (number | null)[], changes = Number.POSITIVE_INFINITY): void {
  let left = changes;
  const spending = <A extends unknown[], T>(work: (...args: A) => T) => {
    return (...args: A) => {
      if (left-- <= 0) throw new Ended();
      return work(...args);
    };
  };
  const find = (table: string) => {
    const sheet = book.find(table);
    return (
      sheet && {
        ...sheet,
        write: spending(sheet.write),
        fill: spending(sheet.fill),
        sortRows: spending(sheet.sortRows),
        rememberOrder: spending(sheet.rememberOrder),
      }
    );
  };
  const ending = Object.assign(Object.create(book) as InMemoryBook, { find });
  try {
    upsert(
      ending,
      shop,
      days.map((day, index) => order(day, day ?? -1 - index)),
      NONE_PRIVATE,
      START,
    );
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
}

class Ended extends Error {}

const sheetOf = (book: InMemoryBook) => book.sheet('Orders');
const at = (sheet: InMemorySheet, header: string) => sheet.cells[0]!.indexOf(header);

function days(book: InMemoryBook): (number | null)[] {
  const sheet = sheetOf(book);
  const column = at(sheet, 'Placed');
  return sheet.cells.slice(1).map((row) => {
    const cell = row[column];
    return cell instanceof Date ? (cell.getTime() - START) / DAY : null;
  });
}

/** Sorts by a column as a user would. */
function sortBy(sheet: InMemorySheet, header: string): void {
  const column = at(sheet, header);
  const [head, ...rows] = sheet.cells;
  sheet.cells = [head!, ...rows.sort((one, other) => (String(one[column]) < String(other[column]) ? -1 : 1))];
}

function filled(first: readonly (number | null)[]): InMemoryBook {
  const book = new InMemoryBook('UTC');
  add(book, first);
  return book;
}

test('writes the first rows newest first, rows without a date last', () => {
  expect(days(filled([3, null, 9, 1, 5]))).toEqual([9, 5, 3, 1, null]);
});

test('sorts a repeated hour by wall time', () => {
  // New York sets its clocks back at 6:00 UTC.
  const at = (minute: number) => ({ at: Date.UTC(2025, 10, 2, 5, minute), text: '' });
  const record = (minute: number) => ({ number: `n${minute}`, placed: at(minute), memo: null });
  const book = new InMemoryBook('America/New_York');
  upsert(book, shop, [record(10), record(45), record(70)], NONE_PRIVATE, START);
  const numbers = () => book.rows('Orders').map((row) => row.Number);
  expect(numbers()).toEqual(['n45', 'n10', 'n70']);
});

test('moves new rows to the top, and notes move with their rows', () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  sheet.rowNotes.add(3);
  add(book, [4, 8]);
  expect(days(book)).toEqual([8, 5, 4, 3, 1]);
  expect([...sheet.rowNotes]).toEqual([5]);
});

test('neither sorts nor stores the order if no row was added', () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  sheet.sortRows = () => expect.unreachable();
  sheet.rememberOrder = () => expect.unreachable();
  add(book, [1, 5, 3]);
  add(book, []);
});

test("doesn't sort new rows that are in order at the bottom", () => {
  const book = filled([7, 5]);
  sheetOf(book).sortRows = () => expect.unreachable();
  add(book, [3, 4]);
  expect(days(book)).toEqual([7, 5, 4, 3]);
});

test.each<[string, Ordering, number[]]>([
  ['that will move', { rows: 3, known: 3, isMoving: true }, [0]],
  ['that will not move', { rows: 3, known: 3, isMoving: false }, []],
  ["in the user's order", { rows: undefined, known: 3, isMoving: true }, []],
])('clears the stored number of sorted rows only before writing rows that move: rows %s', (_, ordering, said) => {
  const remembered: (number | undefined)[] = [];
  const sheet = { ...sheetOf(filled([1])), rememberOrder: (rows?: number) => remembered.push(rows) };
  announceOrder(sheet as unknown as InMemorySheet, ordering);
  expect(remembered).toEqual(said);
});

describe("doesn't sort a table", () => {
  const own: readonly [string, (sheet: InMemorySheet) => void][] = [
    ['that the user sorted differently', (sheet) => sortBy(sheet, 'Number')],
    ['with a user row in between', (sheet) => sheet.cells.splice(2, 0, ['Total', '', '', '', '', ''])],
    ['with a blank row in between', (sheet) => sheet.insertRows(3, 1)],
    ['with a total below', (sheet) => sheet.cells.push(['Total'])],
    ['with text in place of a date', (sheet) => sheet.cells[3]!.splice(at(sheet, 'Placed'), 1, 'soon')],
    [
      'with a formula that refers to the row above',
      (sheet) => {
        sheet.insertColumn(2, ['', 1, 2, 3]);
        sheet.formulas.set('3 2', '=R[-1]C[0]+1');
      },
    ],
    [
      'with a formula that spills into the rows below',
      (sheet) => {
        sheet.insertColumn(2, ['', 1, 2, 3]);
        sheet.formulas.set('2 2', '=ARRAYFORMULA(C[1]:C[1])');
      },
    ],
    [
      'that Google refuses to sort',
      (sheet) => {
        sheet.sortRows = () => false;
      },
    ],
  ];
  test.each(own)('%s', (_, does) => {
    const book = filled([1, 5, 3]);
    does(sheetOf(book));
    const before = days(book);
    add(book, [8, 4]);
    expect(days(book)).toEqual([...before, 8, 4]);
  });
});

test("sorts rows in a later run if they can't be sorted now, for example under a filter", () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  const { sortRows } = sheet;
  sheet.sortRows = () => false;
  add(book, [8]);
  add(book, [7]);
  expect(days(book)).toEqual([5, 3, 1, 8, 7]);
  sheet.sortRows = sortRows;
  add(book, [9]);
  expect(days(book)).toEqual([9, 8, 7, 5, 3, 1]);
});

test("sorts changed rows in a later run if they can't be sorted now", () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  const { sortRows } = sheet;
  sheet.sortRows = () => false;
  upsert(book, shop, [order(9, 3)], NONE_PRIVATE, START);
  expect(days(book)).toEqual([5, 9, 1]);
  expect(sheet.remembered?.ordered).toBe(1);
  sheet.sortRows = sortRows;
  add(book, [7]);
  expect(days(book)).toEqual([9, 7, 5, 1]);
});

test('rows whose dates change count as unsorted until they are sorted', () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  const stored: (number | undefined)[] = [];
  const { rememberOrder } = sheet;
  sheet.rememberOrder = (rows) => {
    stored.push(rows);
    rememberOrder(rows);
  };
  upsert(book, shop, [order(9, 3)], NONE_PRIVATE, START);
  expect(days(book)).toEqual([9, 5, 1]);
  expect(stored).toEqual([0, 3]);
});

test("doesn't rely on a sort that skipped hidden rows", () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  const { sortRows } = sheet;
  // A filter hides all rows except the first.
  sheet.sortRows = () => true;
  add(book, [8]);
  expect(days(book)).toEqual([5, 3, 1, 8]);
  sheet.sortRows = sortRows;
  add(book, [9]);
  expect(days(book)).toEqual([9, 8, 5, 3, 1]);
});

test("doesn't sort if text replaced a date in rows added after the last sort", () => {
  const book = filled([1, 5, 3]);
  add(book, [8, 4], 1);
  const { cells } = sheetOf(book);
  cells[5]![at(sheetOf(book), 'Placed')] = 'soon';
  const before = days(book);
  add(book, [9]);
  expect(days(book)).toEqual([...before, 9]);
});

test('moves formulas that refer to their own row', () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  sheet.insertColumn(2, ['', 1, 2, 3]);
  sheet.formulas.set('4 2', '=R[0]C[1]*2');
  add(book, [8]);
  expect(days(book)).toEqual([8, 5, 3, 1]);
  expect([...sheet.formulas]).toEqual([['5 2', '=R[0]C[1]*2']]);
});

type Deed =
  | { readonly does: 'add'; readonly count: number; readonly changes: number }
  | { readonly does: 'sort'; readonly by: 'Memo' | 'Number' };

const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: adding(fc.constant(Number.POSITIVE_INFINITY)) },
    { weight: 3, arbitrary: adding(fc.integer({ min: 0, max: 3 })) },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant('sort' as const), by: fc.constantFrom('Memo', 'Number') }),
    },
  ),
  { maxLength: 10 },
) as fc.Arbitrary<readonly Deed[]>;

function adding(changes: fc.Arbitrary<number>) {
  return fc.record({ does: fc.constant('add' as const), count: fc.integer({ min: 1, max: 4 }), changes });
}

test('after any kill, no row is incomplete or lost, and the next run that adds rows sorts them all', () => {
  fc.assert(
    fc.property(deeds, fc.shuffledSubarray(Array.from({ length: 60 }, (_, day) => day)), (all, order) => {
      const left = [...order];
      const book = filled([60, 61]);
      const known = new Set([60, 61]);
      const isFalling = (list: readonly (number | null)[]) =>
        list.every((day, index) => index === 0 || list[index - 1]! > day!);
      // Who sorted the rows last; undefined if the user sorted rows left by a killed run.
      let orderedBy: 'ours' | 'theirs' | undefined = 'ours';
      let isLeft = false;
      for (const deed of all) {
        const before = days(book);
        if (deed.does === 'sort') {
          sortBy(sheetOf(book), deed.by);
          if (isFalling(days(book))) orderedBy = 'ours';
          else orderedBy = isLeft ? undefined : 'theirs';
          continue;
        }
        const newDays = left.splice(0, deed.count);
        if (newDays.length === 0) continue;
        add(book, newDays, deed.changes);
        const isWritten = days(book).length > before.length;
        if (isWritten) for (const day of newDays) known.add(day);
        const isEnded = Number.isFinite(deed.changes);
        expect(new Set(days(book))).toEqual(known);
        for (const row of book.rows('Orders'))
          expect(row.Number).toBe(`n${((row.Placed as Date).getTime() - START) / DAY}`);
        if (isEnded) {
          isLeft ||= isWritten;
          continue;
        }
        if (orderedBy === 'ours') expect(isFalling(days(book)), JSON.stringify(days(book))).toBe(true);
        if (orderedBy === 'theirs') expect(days(book).slice(0, before.length)).toEqual(before);
        if (isFalling(days(book))) {
          orderedBy = 'ours';
          isLeft = false;
        }
      }
    }),
    { numRuns: runs(100, 5000) },
  );
});

test('a record received twice keeps its last version, and the sheet its order', () => {
  const book = new InMemoryBook();
  const moved = { ...order(9, 1), memo: 'latest' };
  upsert(book, shop, [order(5), order(1), moved, order(7)], NONE_PRIVATE, START);
  expect(book.rows('Orders').map(({ Number: name, Memo }) => [name, Memo])).toEqual([
    ['n1', 'latest'],
    ['n7', 'memo 0'],
    ['n5', 'memo 5'],
  ]);
});

test.each([
  ['=R[0]C[-1]*2', false],
  ['=RC[-1]*R1C9', false],
  ['=SUM(R[0]C[-5]:R[0]C[-1])', false],
  ['=VLOOKUP(R[0]C[-1],Costs!C[1]:C[2],2,FALSE)', false],
  ["=VLOOKUP(R[0]C[-1],'My R[5]C costs'!R2C1:R50C2,2,0)", false],
  ['=SUMIF(C[-3]:C[-3],R[0]C[-3],C[-1]:C[-1])', false],
  ['=IF(R[0]C[1]="R[-1]C","",ROUND(R[0]C[2],2))', false],
  ['=1+1', false],
  ['=#REF!', false],
  ['=R[-1]C[0]+R[0]C[-1]', true],
  ['=R[2]C[0]', true],
  ['=SUM(R2C3:R[0]C3)', true],
  ['=R[0]C[1]:C[1]', true],
  ['=Costs!R[0]C[1]', true],
  ['=R5C2', true],
  ['=INDIRECT("A"&5)', true],
  ['=ROW()-1', true],
])('%s refers to other rows: %s', (formula, does) => {
  expect(looksElsewhere(formula)).toBe(does);
});
