/** Undo restores a run's changes, at any size and after any kill. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { integer, text } from '../../src/protocol/fields.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { sheetColumns } from '../../src/tables/columns.ts';
import { entriesSince, keepInJournal, keptRuns, removeRuns, undoable } from '../../src/tables/journal.ts';
import { openExisting } from '../../src/tables/opened.ts';
import { planUpsert } from '../../src/tables/plan.ts';
import type { Recorded } from '../../src/tables/table.ts';
import { planUndo } from '../../src/tables/undo.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const NOBODY = new Set<never>();
const THEN = Date.UTC(2025, 5, 16, 12);
const parts = {
  answer: {
    record: {
      name: text('name', 'Name.'),
      note: text('note', 'Note.'),
      buyer: text('buyer', 'Buyer.', { privacy: 'buyer' }),
      pieces: integer('pieces', 'Pieces.'),
      state: text('state', 'State.', { codes: { o: 'Open', s: 'Shut' }, named: true }),
      color: text('color', 'Color.', { since: 2 }),
    },
  },
  tables: [{ name: 'Parts', each: [], columns: ['*'], key: ['name'] }],
} as const satisfies Recorded;

interface Part {
  readonly name: string;
  readonly note?: string;
  readonly buyer?: string;
  readonly pieces?: number;
  readonly state?: 'o' | 's';
  readonly color?: string;
}

const BLANK = { note: null, buyer: null, pieces: null, state: null, color: null };

/** Runs a pull of one slice. */
function pull(book: InMemoryBook, run: string, asOf: number, ...records: Part[]): void {
  pullIn(undefined, book, run, asOf, ...records);
}

function pullIn(version: number | undefined, book: InMemoryBook, run: string, asOf: number, ...records: Part[]): void {
  const full = records.map((each) => ({ ...BLANK, ...each }));
  const plans = planUpsert(book, parts, full, NOBODY, asOf, version);
  keepInJournal(book.journal, { run, title: 'Parts', at: asOf }, plans);
  applyPlans(book, plans);
}

const runsIn = (book: InMemoryBook) => keptRuns(book.journal).map(({ run }) => run);

/** The plan to undo this run. Default: the last run. */
function planned(book: InMemoryBook, id = runsIn(book).at(-1), keepsTime?: boolean) {
  const opened = openExisting(book, 'Parts', sheetColumns(parts, parts.tables[0], NOBODY))!;
  const kept = keptRuns(book.journal).find(({ run }) => run === id)!;
  const { own, later } = entriesSince(book.journal, kept)!;
  return planUndo(opened, own, later, 'UTC', keepsTime);
}

function undo(book: InMemoryBook, id?: string) {
  const { plan, removals, leftAlone } = planned(book, id);
  applyPlans(book, [plan]);
  for (const row of [...removals].reverse()) plan.opened.sheet!.removeRows(row, 1);
  return leftAlone;
}

const cells = (book: InMemoryBook) =>
  book.rows('Parts').map(({ Name, Note, Pieces }): Cell[] => [Name!, Note!, Pieces!]);

test('all slices of a run are undone together', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, { name: 'a', pieces: 1 });
  pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2 }, { name: 'b', pieces: 5 });
  pull(book, 'second', THEN + 2000, { name: 'a', pieces: 3 }, { name: 'b', pieces: 6, note: 'later' });
  expect(runsIn(book)).toEqual(['first', 'second']);
  expect(undo(book)).toEqual([]);
  expect(cells(book)).toEqual([['a', '', 1]]);
  expect(book.rows('Parts')[0]!['As of']).toEqual(new Date(THEN));
});

test('the time stays if rows with an older time than others count as gone', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, { name: 'a', pieces: 1 });
  pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2 });
  applyPlans(book, [planned(book, undefined, true).plan]);
  expect(book.rows('Parts')).toMatchObject([{ Pieces: 1, 'As of': new Date(THEN + 1000) }]);
});

test('a code is restored together with its name', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, { name: 'a', state: 'o' });
  pull(book, 'second', THEN + 1000, { name: 'a', state: 's' });
  expect(undo(book)).toEqual([]);
  expect(book.rows('Parts')).toMatchObject([{ State: 'o', 'State name': 'Open' }]);
});

test("an order's status is restored on its lines, unless the cell was blank", () => {
  const book = new InMemoryBook();
  const { orders } = operations;
  const pullOrder = (run: string, at: number, orderStatusDescription: string | null) => {
    const lines = [{ sellerPartNumber: 'A19Z' }];
    const order = { sellerId: 'A006', orderNumber: '1', orderStatusDescription, itemInfoList: lines };
    const plans = planUpsert(book, orders, [order] as never, NOBODY, at).filter(({ table }) => table === 'Order lines');
    keepInJournal(book.journal, { run, title: 'Orders', at }, plans);
    applyPlans(book, plans);
  };
  const status = () => book.rows('Order lines').map((row) => row['Order status description']);
  const undoLast = () => {
    const columns = sheetColumns(orders, orders.tables.find(({ name }) => name === 'Order lines')!, NOBODY);
    const { own, later } = entriesSince(book.journal, keptRuns(book.journal).at(-1)!)!;
    applyPlans(book, [planUndo(openExisting(book, 'Order lines', columns)!, own, later, 'UTC').plan]);
    removeRuns(book.journal, keptRuns(book.journal).slice(-1));
  };
  pullOrder('first', THEN, null);
  pullOrder('second', THEN + 1000, 'Unshipped');
  pullOrder('third', THEN + 2000, 'Shipped');
  undoLast();
  expect(status()).toEqual(['Unshipped']);
  undoLast();
  expect(status()).toEqual(['Unshipped']);
});

test('a new row that the user colored is left', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, ...Array.from({ length: 20 }, (_, at) => ({ name: `${at}`, pieces: 1 })));
  book.sheet('Parts').rowLooks.set(3, 'yellow');
  expect(undo(book)).toMatchObject([{ key: '1' }]);
  expect(cells(book)).toEqual([['1', '', 1]]);
});

test('new rows are removed even if a run that was undone added columns', () => {
  const book = new InMemoryBook();
  pullIn(1, book, 'first', THEN, { name: 'a', pieces: 1 });
  pullIn(2, book, 'second', THEN + 1000, { name: 'a', pieces: 1, color: 'red' });
  expect(undo(book)).toEqual([]);
  removeRuns(book.journal, keptRuns(book.journal).slice(-1));
  expect(book.rows('Parts')).toMatchObject([{ Name: 'a', Color: '' }]);
  expect(undo(book)).toEqual([]);
  expect(cells(book)).toEqual([]);
});

test('cells that changed after the run are left unchanged and reported', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, { name: 'a', pieces: 1, note: 'x' });
  pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2, note: 'y' }, { name: 'b' });
  const sheet = book.sheet('Parts');
  sheet.cells[1]![1] = 'typed';
  sheet.cells[2]![1] = 'typed too';
  expect(undo(book)).toEqual([
    { table: 'Parts', key: 'a', because: 'Note changed since' },
    { table: 'Parts', key: 'b', because: 'the new row changed, or has your notes, cells, or colors' },
  ]);
  expect(cells(book)).toEqual([
    ['a', 'typed', 1],
    ['b', 'typed too', ''],
  ]);
});

describe('undoing a new row with a user column next to it:', () => {
  interface Typed {
    readonly value: Cell;
    readonly formula?: string;
  }

  /** The names of the rows left after undo, given these user-typed cells. */
  const namesLeft = (typed: readonly Typed[]) => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, ...typed.map((_, index) => ({ name: 'abc'[index]! })));
    const sheet = book.sheet('Parts');
    const column = sheet.cells[0]!.length;
    sheet.cells[0]!.push('Mine');
    typed.forEach(({ value, formula }, index) => {
      sheet.cells[index + 1]!.push(value);
      if (formula) sheet.formulas.set(`${index + 2} ${column + 1}`, formula);
    });
    undo(book);
    return cells(book).map(([name]) => name);
  };

  test.each<[string, readonly Typed[], readonly string[]]>([
    ['keeps a row with a typed text', [{ value: 'typed' }, { value: '' }], ['a']],
    ['keeps a row with a checked checkbox, not with an unchecked one', [{ value: true }, { value: false }], ['a']],
    [
      'removes rows with a filled-down formula',
      [
        { value: 2, formula: '=R[0]C[-1]*2' },
        { value: 4, formula: '=R[0]C[-1]*2' },
      ],
      [],
    ],
    [
      'keeps rows whose formulas differ',
      [
        { value: 2, formula: '=R[0]C[-1]*2' },
        { value: 4, formula: '=R[0]C[-1]*3' },
      ],
      ['a', 'b'],
    ],
  ])('%s', (_, typed, stays) => {
    expect(namesLeft(typed)).toEqual(stays);
  });
});

describe('a formula that the user typed into an add-on cell', () => {
  /** Types a formula into this row's Pieces cell. */
  const type = (book: InMemoryBook, row: number, value: number) => {
    const column = book.sheet('Parts').cells[0]!.indexOf('Pieces');
    book.sheet('Parts').cells[row - 1]![column] = value;
    book.sheet('Parts').formulas.set(`${row} ${column + 1}`, '=F1');
  };

  test.each([
    ['the new value', 2],
    ['the old value', 1],
    ['another value', 7],
  ])('is kept even if it shows %s', (_, value) => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, { name: 'a', pieces: 1, note: 'x' });
    pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2, note: 'y' });
    type(book, 2, value);
    expect(undo(book)).toEqual([{ table: 'Parts', key: 'a', because: 'Pieces changed since' }]);
    expect(cells(book)).toEqual([['a', 'x', value]]);
    expect(book.sheet('Parts').formulas.size).toBe(1);
  });

  test('keeps a row that the run added', () => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, { name: 'a', pieces: 1 }, { name: 'b', pieces: 1 });
    type(book, 2, 1);
    expect(undo(book)).toEqual([
      { table: 'Parts', key: 'a', because: 'the new row changed, or has your notes, cells, or colors' },
    ]);
    expect(cells(book)).toEqual([['a', '', 1]]);
  });
});

describe('undoing a run that is not the last', () => {
  test('leaves rows that a later run changed, and reports them', () => {
    const book = new InMemoryBook();
    const three = (pieces: number, note: string): Part[] => ['a', 'b', 'c'].map((name) => ({ name, pieces, note }));
    pull(book, 'first', THEN, ...three(1, 'x'));
    pull(book, 'second', THEN + 1000, ...three(2, 'x'), { name: 'd' }, { name: 'e' });
    pull(book, 'third', THEN + 2000, { name: 'b', pieces: 2, note: 'y' }, { name: 'd', pieces: 4 });
    const because = 'a later run changed it';
    expect(undo(book, 'second')).toEqual([
      { table: 'Parts', key: 'b', because },
      { table: 'Parts', key: 'd', because },
    ]);
    expect(cells(book)).toEqual([
      ['a', 'x', 1],
      ['b', 'y', 2],
      ['c', 'x', 1],
      ['d', '', 4],
    ]);
  });

  test('ignores earlier runs, and later runs that were undone', () => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, { name: 'a', pieces: 1 });
    pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2 });
    pull(book, 'third', THEN + 2000, { name: 'a', pieces: 3 });
    undo(book);
    removeRuns(book.journal, keptRuns(book.journal).slice(-1));
    expect(undo(book, 'second')).toEqual([]);
    expect(cells(book)).toEqual([['a', '', 1]]);
  });

  test('separates two runs whose slices alternate', () => {
    const book = new InMemoryBook();
    pull(book, 'one', THEN, { name: 'a' });
    pull(book, 'other', THEN, { name: 'b' });
    pull(book, 'one', THEN, { name: 'c' });
    pull(book, 'other', THEN, { name: 'd' });
    expect(undo(book, 'one')).toEqual([]);
    expect(cells(book).map(([name]) => name)).toEqual(['b', 'd']);
  });
});

describe('the journal keeps', () => {
  const listed = (book: InMemoryBook) => undoable(keptRuns(book.journal)).map(({ run }) => run);
  const names = (kind: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `${kind}${from + index}`);
  /** Adds a run that writes `count` lines to the journal. */
  function add(book: InMemoryBook, run: string, count = 1): void {
    const [plan] = planUpsert(new InMemoryBook(), parts, [{ ...BLANK, name: run }], NOBODY, THEN);
    const head = { run, title: 'Parts', at: THEN, ...(run.startsWith('j') ? { job: 'j' } : {}) };
    keepInJournal(
      book.journal,
      head,
      Array.from({ length: count }, () => plan!),
    );
  }

  test('the last ten runs of users and of jobs, and the runs between them', () => {
    const book = new InMemoryBook();
    for (const run of [...names('p', 0, 3), ...names('j', 0, 25)]) add(book, run);
    expect(listed(book)).toEqual([...names('p', 0, 3), ...names('j', 15, 25)]);
    expect(runsIn(book)).toHaveLength(28);
    for (const run of names('p', 3, 13)) add(book, run);
    expect(runsIn(book)).toEqual([...names('j', 15, 25), ...names('p', 3, 13)]);
    expect(listed(book)).toEqual(runsIn(book));
  });

  test("a limited number of lines, dropping runs that can't be undone first, then the oldest", () => {
    const book = new InMemoryBook();
    add(book, 'p0', 400);
    for (const run of names('j', 0, 12)) add(book, run);
    add(book, 'p1', 589);
    add(book, 'p2');
    expect(runsIn(book)).toEqual(['p0', ...names('j', 2, 12), 'p1', 'p2']);
    add(book, 'p3');
    expect(runsIn(book)).toEqual([...names('j', 2, 12), 'p1', 'p2', 'p3']);
    expect(listed(book)).toEqual(runsIn(book));
  });
});

test('continues an undo that was killed before it restored the time', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, { name: 'a', pieces: 1 });
  pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2 });
  expect(planned(book).restored).toBe(1);
  book.sheet('Parts').cells[1]![3] = 1;
  expect(planned(book).restored).toBe(0);
  expect(undo(book)).toEqual([]);
  expect(book.rows('Parts')[0]!['As of']).toEqual(new Date(THEN));
});

describe('the journal', () => {
  test('contains no buyer data', () => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, { name: 'a', buyer: 'Zoe Miller' });
    pull(book, 'second', THEN, { name: 'a', buyer: 'Ann Other', pieces: 1 });
    expect(book.sheet('Parts').cells.flat()).toContain('Ann Other');
    expect(JSON.stringify(book.kept)).not.toMatch(/Zoe|Ann/);
  });

  test('splits a string that is too long for one line, but never inside a character', () => {
    const book = new InMemoryBook();
    const long = `${'😀'.repeat(24_000)}!`;
    pull(book, 'first', THEN, { name: 'a', note: 'short' });
    pull(book, 'second', THEN, { name: 'a', note: long }, { name: 'b', note: `x${long}` });
    expect(book.kept.length).toBeGreaterThan(2);
    for (const { text } of book.kept) {
      expect(text.length).toBeLessThanOrEqual(50_000);
      expect(text).not.toMatch(/[\uD800-\uDBFF]$/);
    }
    expect(undo(book)).toEqual([]);
    expect(cells(book)).toEqual([['a', 'short', '']]);
  });

  test.each(['[1]', 'mine', '{"table":7,"added":[]}', '{"table":"Parts"}'])('rejects %s as a line', (line) => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, { name: 'a' });
    book.kept[0] = { ...book.kept[0]!, text: line };
    expect(entriesSince(book.journal, keptRuns(book.journal)[0]!)).toBeUndefined();
  });

  test('rejects lines that are out of order or incomplete', () => {
    const book = new InMemoryBook();
    for (const [index, name] of ['a', 'b', 'c'].entries()) pull(book, 'first', THEN + index, { name });
    const lines = book.kept;
    for (const changed of [[lines[1], lines[0], lines[2]], lines.slice(1), [lines[0], lines[2]]]) {
      book.kept = changed.map((line) => line!);
      expect(entriesSince(book.journal, keptRuns(book.journal)[0]!)).toBeUndefined();
    }
  });

  test('grows with each run that changes something', () => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, { name: 'a' });
    const before = [...book.kept];
    pull(book, 'second', THEN + 1000, { name: 'a' });
    expect(book.kept).toEqual(before);
    pull(book, 'third', THEN + 2000, { name: 'b' });
    expect(runsIn(book)).toEqual(['first', 'third']);
    expect(book.kept).toHaveLength(2);
  });
});
