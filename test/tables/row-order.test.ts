/** Rows with the newest on top: wherever an execution ends, and whatever a person ordered. */
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

/** An order of each day, by its number; none has no date. */
function order(day: number | null, number = day): DeclaredRecord<typeof shop> {
  const at = day === null ? null : { at: START + day * DAY, text: '' };
  return { number: `n${number}`, placed: at, memo: `memo ${(number ?? 0) % 7}` };
}

/** Adds orders; after so many changes the platform ends it. */
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

/** Days of the rows, from top to bottom. */
function days(book: InMemoryBook): (number | null)[] {
  const sheet = sheetOf(book);
  const column = at(sheet, 'Placed');
  return sheet.cells.slice(1).map((row) => {
    const cell = row[column];
    return cell instanceof Date ? (cell.getTime() - START) / DAY : null;
  });
}

/** As a person does, by any column. */
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

test('a first filling is written in order, those without a date at the end', () => {
  expect(days(filled([3, null, 9, 1, 5]))).toEqual([9, 5, 3, 1, null]);
});

test('an hour that comes twice is in order as clocks show it', () => {
  // Clocks of New York are set back at 6 o'clock.
  const at = (minute: number) => ({ at: Date.UTC(2025, 10, 2, 5, minute), text: '' });
  const record = (minute: number) => ({ number: `n${minute}`, placed: at(minute), memo: null });
  const book = new InMemoryBook('America/New_York');
  upsert(book, shop, [record(10), record(45), record(70)], NONE_PRIVATE, START);
  const numbers = () => book.rows('Orders').map((row) => row.Number);
  expect(numbers()).toEqual(['n45', 'n10', 'n70']);
});

test('new rows come to the top, with what lies on them', () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  sheet.rowNotes.add(3);
  add(book, [4, 8]);
  expect(days(book)).toEqual([8, 5, 4, 3, 1]);
  expect([...sheet.rowNotes]).toEqual([5]);
});

test('where nothing was added nothing is sorted or remembered', () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  sheet.sortRows = () => expect.unreachable();
  sheet.rememberOrder = () => expect.unreachable();
  add(book, [1, 5, 3]);
  add(book, []);
});

test('rows that go to the end as they come are not sorted', () => {
  const book = filled([7, 5]);
  sheetOf(book).sortRows = () => expect.unreachable();
  add(book, [3, 4]);
  expect(days(book)).toEqual([7, 5, 4, 3]);
});

test.each<[string, Ordering, number[]]>([
  ['that move', { rows: 3, known: 3, isMoving: true }, [0]],
  ['that stay', { rows: 3, known: 3, isMoving: false }, []],
  ['whose order is the person’s', { rows: undefined, known: 3, isMoving: true }, []],
])('before rows %s are written it is remembered that so many stand in order: %o', (_, ordering, said) => {
  const remembered: (number | undefined)[] = [];
  const sheet = { ...sheetOf(filled([1])), rememberOrder: (rows?: number) => remembered.push(rows) };
  announceOrder(sheet as unknown as InMemorySheet, ordering);
  expect(remembered).toEqual(said);
});

describe('left alone is a table', () => {
  const own: readonly [string, (sheet: InMemorySheet) => void][] = [
    ['that the person ordered otherwise', (sheet) => sortBy(sheet, 'Number')],
    ['with a row of the person between', (sheet) => sheet.cells.splice(2, 0, ['Total', '', '', '', '', ''])],
    ['with a blank row between', (sheet) => sheet.insertRows(3, 1)],
    ['with a total below', (sheet) => sheet.cells.push(['Total'])],
    ['with a text for a date', (sheet) => sheet.cells[3]!.splice(at(sheet, 'Placed'), 1, 'soon')],
    [
      'whose formula looks at the row above',
      (sheet) => {
        sheet.insertColumn(2, ['', 1, 2, 3]);
        sheet.formulas.set('3 2', '=R[-1]C[0]+1');
      },
    ],
    [
      'with a formula that fills the rows below',
      (sheet) => {
        sheet.insertColumn(2, ['', 1, 2, 3]);
        sheet.formulas.set('2 2', '=ARRAYFORMULA(C[1]:C[1])');
      },
    ],
    [
      'that Google does not sort',
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

test('rows that cannot be sorted, as under a filter, are sorted by the next run that can', () => {
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

test('rows that move while nothing can be sorted are sorted by the next run that can', () => {
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

test('a sort that leaves hidden rows where they are is not relied on', () => {
  const book = filled([1, 5, 3]);
  const sheet = sheetOf(book);
  const { sortRows } = sheet;
  // All rows but the first are hidden.
  sheet.sortRows = () => true;
  add(book, [8]);
  expect(days(book)).toEqual([5, 3, 1, 8]);
  sheet.sortRows = sortRows;
  add(book, [9]);
  expect(days(book)).toEqual([9, 8, 5, 3, 1]);
});

test('nor is one sorted where a text stands for a date in rows that came since it was', () => {
  const book = filled([1, 5, 3]);
  add(book, [8, 4], 1);
  const { cells } = sheetOf(book);
  cells[5]![at(sheetOf(book), 'Placed')] = 'soon';
  const before = days(book);
  add(book, [9]);
  expect(days(book)).toEqual([...before, 9]);
});

test('formulas that look at their own row go along', () => {
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

test('ended anywhere, no row is torn or lost, and the next run that adds something sorts all', () => {
  fc.assert(
    fc.property(deeds, fc.shuffledSubarray(Array.from({ length: 60 }, (_, day) => day)), (all, order) => {
      const left = [...order];
      const book = filled([60, 61]);
      const known = new Set([60, 61]);
      const isFalling = (list: readonly (number | null)[]) =>
        list.every((day, index) => index === 0 || list[index - 1]! > day!);
      // Whose order it is; not known where a person sorted what an execution had left.
      let whose: 'ours' | 'theirs' | undefined = 'ours';
      let isLeft = false;
      for (const deed of all) {
        const before = days(book);
        if (deed.does === 'sort') {
          sortBy(sheetOf(book), deed.by);
          if (isFalling(days(book))) whose = 'ours';
          else whose = isLeft ? undefined : 'theirs';
          continue;
        }
        const news = left.splice(0, deed.count);
        if (news.length === 0) continue;
        add(book, news, deed.changes);
        const isWritten = days(book).length > before.length;
        if (isWritten) for (const day of news) known.add(day);
        const isEnded = Number.isFinite(deed.changes);
        expect(new Set(days(book))).toEqual(known);
        for (const row of book.rows('Orders'))
          expect(row.Number).toBe(`n${((row.Placed as Date).getTime() - START) / DAY}`);
        if (isEnded) {
          isLeft ||= isWritten;
          continue;
        }
        if (whose === 'ours') expect(isFalling(days(book)), JSON.stringify(days(book))).toBe(true);
        if (whose === 'theirs') expect(days(book).slice(0, before.length)).toEqual(before);
        if (isFalling(days(book))) {
          whose = 'ours';
          isLeft = false;
        }
      }
    }),
    { numRuns: runs(200, 5000) },
  );
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
  ['=SUM(R2C3:R[0]C3)', true],
  ['=R[0]C[1]:C[1]', true],
  ['=Costs!R[0]C[1]', true],
  ['=R5C2', true],
  ['=INDIRECT("A"&5)', true],
  ['=ROW()-1', true],
])('%s looks at other rows: %s', (formula, does) => {
  expect(looksElsewhere(formula)).toBe(does);
});
