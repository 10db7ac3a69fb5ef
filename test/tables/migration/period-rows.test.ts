/** Rows of periods leave the table of days with all that is on them, whatever the columns of both tables are. */
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/tables/cells.ts';
import { type Column, ROW_KEY } from '../../../src/tables/columns.ts';
import { movePeriods } from '../../../src/tables/migration/period-rows.ts';
import { InMemoryBook, inMemorySheet } from '../../support/in-memory-book.ts';

const column = (id: string, kind: Column['kind']): Column => ({
  id,
  header: id[0]!.toUpperCase() + id.slice(1),
  kind,
  meaning: id,
  depth: 0,
  keeps: false,
});
const COLUMNS = [column('fromDate', 'day'), column('toDate', 'day'), column('clicks', 'integer'), ROW_KEY];
const KEY = ROW_KEY.id;

/** Ours by their id, people's by a header in capitals. */
type Names = readonly string[];

class WatchedBook extends InMemoryBook {
  /** What was copied below the header. */
  readonly copied: string[] = [];

  override copy(...[from, area, to, at]: Parameters<InMemoryBook['copy']>): void {
    super.copy(from, area, to, at);
    const { top, bottom, left, right } = area;
    if (top > 1) this.copied.push(`${left}-${right} of ${top}-${bottom} to ${at.column} in ${at.row}`);
  }

  put(table: string, names: Names, rows: readonly (readonly Cell[])[]): void {
    const ours = names.map((name) => COLUMNS.find(({ id }) => id === name));
    const header = names.map((name, index) => ours[index]?.header ?? name);
    const sheet = inMemorySheet(table, [header, ...rows.map((row) => [...row])]);
    ours.forEach((each, index) => {
      if (each) sheet.identities[index + 1] = each.id;
    });
    this.sheets.set(table, sheet);
  }
}

const day = (date: number) => new Date(Date.UTC(2025, 5, date));
/** A row with a cell for each column: people's say whose they are. */
const row = (names: Names, key: string, from: number, to: number): readonly Cell[] =>
  names.map((name) => {
    const cells: Readonly<Record<string, Cell>> = {
      fromDate: day(from),
      toDate: day(to),
      clicks: 100 * from + to,
      [KEY]: key,
    };
    return cells[name] ?? `${name} of ${key}`;
  });

const move = (book: InMemoryBook) => movePeriods(book, { days: 'Days', periods: 'Periods', columns: COLUMNS });
const keysIn = (book: WatchedBook, table: string) => book.rows(table).map((each) => each[ROW_KEY.header]);

const OURS = ['fromDate', 'toDate', 'clicks', KEY];

/** Two days, two periods, a day, a period. */
function filled(names: Names): WatchedBook {
  const book = new WatchedBook();
  const spans = [
    [1, 1],
    [2, 2],
    [1, 30],
    [3, 9],
    [4, 4],
    [5, 6],
  ] as const;
  book.put(
    'Days',
    names,
    spans.map(([from, to], index) => row(names, `k${index}`, from, to)),
  );
  return book;
}

test('periods move to a new table, and days stay', () => {
  const book = filled(OURS);
  move(book);
  expect(keysIn(book, 'Days')).toEqual(['k0', 'k1', 'k4']);
  expect(book.rows('Periods')).toEqual([
    { FromDate: day(1), ToDate: day(30), Clicks: 130, [ROW_KEY.header]: 'k2' },
    { FromDate: day(3), ToDate: day(9), Clicks: 309, [ROW_KEY.header]: 'k3' },
    { FromDate: day(5), ToDate: day(6), Clicks: 506, [ROW_KEY.header]: 'k5' },
  ]);
  expect(book.copied).toEqual(['1-4 of 4-5 to 1 in 2', '1-4 of 7-7 to 1 in 4']);
});

test('what no period stands in stays, and no table is made', () => {
  for (const rows of [[], [row(OURS, 'k', 1, 1)], [row(OURS, '', 1, 2)]]) {
    const book = new WatchedBook();
    book.put('Days', OURS, rows);
    move(book);
    expect(book.tables()).toEqual(['Days']);
    expect(book.sheet('Days').cells).toHaveLength(rows.length + 1);
  }
  const none = new WatchedBook();
  move(none);
  expect(none.tables()).toEqual([]);
});

test('a date that a person retyped as a text makes no period', () => {
  for (const dates of [
    ['1/6', day(2)],
    [day(1), '2/6'],
  ]) {
    const book = new WatchedBook();
    book.put('Days', OURS, [[...dates, 1, 'k']]);
    move(book);
    expect(book.tables()).toEqual(['Days']);
  }
});

describe('columns of the two tables', () => {
  test.each<readonly [string, Names, Names, readonly string[]]>([
    ['the same', OURS, OURS, ['1-4 to 1']],
    ['one of ours moved', OURS, ['clicks', 'fromDate', 'toDate', KEY], ['1-2 to 2', '3-3 to 1', '4-4 to 4']],
    ['the key first', [KEY, 'fromDate', 'toDate', 'clicks'], OURS, ['2-4 to 1', '1-1 to 4']],
    ['the key in between', ['fromDate', KEY, 'toDate', 'clicks'], OURS, ['1-1 to 1', '3-4 to 2', '2-2 to 4']],
    ["a person's in both, in the same place", [...OURS, 'NOTE'], [...OURS, 'NOTE'], ['1-5 to 1']],
    ["a person's in both, elsewhere", ['NOTE', ...OURS], [...OURS, 'NOTE'], ['1-1 to 5', '2-5 to 1']],
    ["a person's that the other lacks", ['NOTE', ...OURS], OURS, ['1-1 to 5', '2-5 to 1']],
    ["two people's that the other lacks", [...OURS, 'A', 'B'], OURS, ['1-6 to 1']],
    [
      "one of two people's that the other lacks",
      [...OURS, 'A', 'B'],
      [...OURS, 'B'],
      ['5-5 to 6', '6-6 to 5', '1-4 to 1'],
    ],
    ['two of one name', [...OURS, 'A', 'A'], ['A', 'A', ...OURS], ['5-6 to 1', '1-4 to 3']],
    ['two of one name, the other has one', ['A', ...OURS, 'A'], ['A', ...OURS], ['1-6 to 1']],
    [
      "a person's of the name of one of ours",
      ['fromDate', 'toDate', 'clicks', 'Clicks', KEY],
      OURS,
      ['1-3 to 1', '4-4 to 5', '5-5 to 4'],
    ],
    ['a blank one in between', ['fromDate', 'toDate', '', 'clicks', KEY], OURS, ['1-2 to 1', '3-3 to 5', '4-5 to 3']],
  ])('%s', (_, from, to, copied) => {
    const book = filled(from);
    book.put('Periods', to, [row(to, 'before', 7, 8)]);
    move(book);
    expect(book.copied).toEqual(
      ['4-5', '7-7'].flatMap((rows, index) =>
        copied.map((each) => `${each.replace(' to', ` of ${rows} to`)} in ${index === 0 ? 3 : 5}`),
      ),
    );
    const header = book.sheet('Periods').cells[0]!;
    expect(header.slice(0, to.length)).toEqual(to.map((name) => COLUMNS.find(({ id }) => id === name)?.header ?? name));
    expect([...header].filter(String).sort()).toEqual(
      [...new Set([...from, ...to])]
        .filter(String)
        .flatMap((name) => {
          const times = (names: Names) => names.filter((each) => each === name).length;
          const shown = COLUMNS.find(({ id }) => id === name)?.header ?? name;
          return Array<string>(Math.max(times(from), times(to))).fill(shown);
        })
        .sort(),
    );
    const clicks = header.indexOf('Clicks');
    expect(book.sheet('Periods').cells.map((cells) => cells[clicks])).toEqual(['Clicks', 708, 130, 309, 506]);
    expect(keysIn(book, 'Days')).toEqual(['k0', 'k1', 'k4']);
  });
});

describe('ended on the way', () => {
  test.each([0, 1, 2, 3])('with %i copies made, the next time makes the others', (copies) => {
    const book = filled(OURS);
    book.put(
      'Periods',
      OURS,
      book.sheet('Days').cells.filter((_, index) => [3, 4, 6].slice(0, copies).includes(index)),
    );
    move(book);
    expect(keysIn(book, 'Periods')).toEqual(['k2', 'k3', 'k5']);
    expect(keysIn(book, 'Days')).toEqual(['k0', 'k1', 'k4']);
    const after = book.sheet('Periods').cells.map((cells) => [...cells]);
    move(book);
    expect(book.sheet('Periods').cells).toEqual(after);
  });

  test('a row that its person copied is there as often as before', () => {
    const book = new WatchedBook();
    const twice = row(OURS, 'k', 1, 2);
    book.put('Days', OURS, [twice, twice, row(OURS, 'd', 1, 1), twice]);
    book.put('Periods', OURS, [twice]);
    move(book);
    expect(keysIn(book, 'Periods')).toEqual(['k', 'k', 'k']);
    expect(keysIn(book, 'Days')).toEqual(['d']);
  });
});
