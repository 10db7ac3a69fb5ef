import { describe, expect, test } from 'vitest';
import { killedEntry, type LogEntry, logUndone, MOST_ENTRIES, writeLog } from '../../src/tables/log.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const NOON = Date.UTC(2025, 5, 16, 12);

function entry(run: number | string, more: Partial<LogEntry> = {}): LogEntry {
  const started = NOON + (typeof run === 'number' ? run * 60_000 : 0);
  return {
    run: `r${run}`,
    started,
    ended: started + 12_400,
    what: 'Orders',
    state: 'done',
    why: 'schedule',
    who: 'Ann',
    calls: 3,
    rows: { added: 2, changed: 1, unchanged: 40, gone: 0 },
    job: 'j1',
    ...more,
  };
}

const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => entry(from + index));
const runs = (book: InMemoryBook) => book.rows('Log').map((row) => row['Run ID']);

test('writes one row per run, newest on top', () => {
  const book = new InMemoryBook();
  writeLog(book, [
    entry(1),
    entry(2, { state: 'failed', error: { code: 'MARKET_KEY', message: '=Enter the key again.' } }),
  ]);
  expect(book.rows('Log')).toEqual([
    expect.objectContaining({ State: 'failed', Error: 'MARKET_KEY', 'What to do': '=Enter the key again.' }),
    {
      Started: new Date(NOON + 60_000),
      What: 'Orders',
      State: 'done',
      Calls: 3,
      Added: 2,
      Changed: 1,
      Unchanged: 40,
      Gone: 0,
      Seconds: 12,
      Error: '',
      'What to do': '',
      Why: 'schedule',
      Who: 'Ann',
      'Job ID': 'j1',
      'Run ID': 'r1',
      'Row key': 'r1',
    },
  ]);
  expect(book.sheet('Log').formats[1]![10]).toBe('@');
});

test('marks an undone run, and ignores one that the sheet no longer lists', () => {
  const book = new InMemoryBook();
  writeLog(book, [entry(1), entry(2)]);
  logUndone(book, 'r3');
  expect(book.rows('Log').map(({ State }) => State)).toEqual(['done', 'done']);
  logUndone(book, 'r1');
  expect(book.rows('Log').map(({ State }) => State)).toEqual(['done', 'undone']);
});

test('creates no sheet without runs, and writes no cells if a run is unchanged', () => {
  const book = new InMemoryBook();
  writeLog(book, []);
  expect(book.sheets.size).toBe(0);
  writeLog(book, [entry(1)]);
  const { writes } = book.sheet('Log');
  const { length } = writes;
  writeLog(book, [entry(1)]);
  expect(writes).toHaveLength(length);
});

test("updates a continued run's row, even after sorting", () => {
  const book = new InMemoryBook();
  writeLog(book, [entry(1, { state: 'waiting', calls: 1 }), entry(2)]);
  const sheet = book.sheet('Log');
  const [header, one, other] = sheet.cells;
  sheet.cells = [header!, other!, one!];
  writeLog(book, [entry(1, { calls: 9 })]);
  expect(book.rows('Log').map((row) => [row['Run ID'], row.State, row.Calls])).toEqual([
    ['r1', 'done', 9],
    ['r2', 'done', 3],
  ]);
});

test('reports a killed run', () => {
  const book = new InMemoryBook();
  const killed = { run: 'r9', started: NOON, what: 'Orders', why: 'schedule', who: 'Ann' } as const;
  const rows = { added: 4, changed: 0, unchanged: 0, gone: 0 };
  writeLog(book, [killedEntry({ ...killed, job: 'j' }), killedEntry({ ...killed, run: 'r8' }, 40, rows)]);
  const [ofPerson, ofJob] = book.rows('Log');
  expect(ofJob).toMatchObject({ State: 'killed', Error: 'MARKET_TIMEOUT', Calls: 0, Added: 0 });
  expect(ofJob!['What to do']).toContain('No action needed');
  expect(ofPerson).toMatchObject({ State: 'killed', Calls: 40, Added: 4 });
  expect(ofPerson!['What to do']).toBe(
    'Google stopped the run after 40 calls. The rows that arrived are in the tables. Pull again to continue.',
  );
});

test('shortens a long message', () => {
  const book = new InMemoryBook();
  writeLog(book, [entry(1, { error: { code: 'MARKET_SERVICE', message: 'x'.repeat(9000) } })]);
  expect(book.rows('Log')[0]!['What to do']).toHaveLength(500);
});

describe('row number 1,001', () => {
  const full = () => {
    const book = new InMemoryBook();
    writeLog(book, many(MOST_ENTRIES));
    return book;
  };

  test('removes the 101 oldest rows in any sort order', () => {
    const book = full();
    const sheet = book.sheet('Log');
    sheet.cells = [sheet.cells[0]!, ...sheet.cells.slice(1).reverse()];
    writeLog(book, [entry(MOST_ENTRIES)]);
    const kept = runs(book);
    expect(kept).toHaveLength(900);
    expect(kept).not.toContain('r100');
    expect(kept).toContain('r101');
    expect(kept[0]).toBe(`r${MOST_ENTRIES}`);
  });

  test('removes no rows at exactly 1,000 rows, and then never a user row or an updated row', () => {
    const book = full();
    writeLog(book, [entry(5, { calls: 8 })]);
    expect(runs(book)).toHaveLength(MOST_ENTRIES);
    book.sheet('Log').cells.splice(3, 0, ['my remark']);
    writeLog(book, [entry(0, { calls: 9 }), entry(MOST_ENTRIES)]);
    const rows = book.rows('Log');
    expect(rows[rows.length - 1]).toMatchObject({ 'Run ID': 'r0', Calls: 9 });
    expect(rows).toContainEqual(expect.objectContaining({ 'Row key': '' }));
    expect(rows).toHaveLength(901);
  });

  test("keeps rows with the user's note, cell, or color", () => {
    const book = full();
    const sheet = book.sheet('Log');
    const lastRow = MOST_ENTRIES + 1;
    sheet.rowNotes.add(lastRow);
    sheet.rowLooks.set(lastRow - 2, 'yellow');
    sheet.insertColumn(17, ['Mine', ...Array(lastRow - 3).fill(''), 'look into this']);
    writeLog(book, [entry(MOST_ENTRIES)]);
    expect(runs(book).slice(-4)).toEqual(['r101', 'r2', 'r1', 'r0']);
  });
});
