import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';
import type { Aspect } from './workbook/surface.ts';

const code = `
  /** @customfunction */
  function SEE() {
    return JSON.stringify(Array.prototype.map.call(arguments, function see(v) {
      return Array.isArray(v) ? v.map(see) : v instanceof Date ? 'date ' + v.toISOString() : v;
    }));
  }
  /** @customfunction */
  function GRID(rows, columns) {
    return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => r * columns + c));
  }
  /** @customfunction */
  function NAP(ms) { Utilities.sleep(ms); return 'awake' }
  /** @customfunction */
  function SPIN() { for (;;); }
  /** @customfunction */
  function WRITE() { SpreadsheetApp.getActiveSheet().getRange('A1').setValue(1) }
  /** @customfunction */
  function WHERE() { return SpreadsheetApp.getActiveRange().getA1Notation() + ' ' + SpreadsheetApp.getActiveSheet().getRange('A1').getValue() }
  /** @customfunction */
  function FAIL(text) { throw new Error(text) }
  /** @customfunction */
  function COUNT_CALLS() { const c = CacheService.getScriptCache(); const n = Number(c.get('n') || 0) + 1; c.put('n', String(n)); return n }
  function PLAIN() { return 1 }
  /** @customfunction */
  function HIDDEN_() { return 1 }
`;
const lineOf = (name: string) => code.split('\n').findIndex((line) => line.includes(`function ${name}(`)) + 1;

const { host, close } = sampleHost(code, { scriptTimeZone: 'America/New_York' });
afterAll(close);
const { workbook } = host;
afterEach(() => workbook.clear(0, { row: 1, column: 1, rows: 100, columns: 26 }, { contents: true }));

function read(row: number, column: number, aspect: Aspect = 'values'): unknown {
  return workbook.read(0, { row, column, rows: 1, columns: 1 }, aspect)[0]![0];
}
async function typed(formula: string, row = 1, column = 3): Promise<[unknown, string]> {
  workbook.type(0, row, column, formula);
  await workbook.settled();
  return [read(row, column), workbook.errorMessage(0, row, column)];
}

test('a cell shows Loading... until the execution ends', async () => {
  workbook.type(0, 1, 3, '=NAP(1000)');
  expect([read(1, 3), read(1, 3, 'displayValues')]).toEqual(['Loading...', 'Loading...']);
  await workbook.settled();
  expect(read(1, 3)).toBe('awake');
});

test('arguments are values, dates, or rows of values; blank cells are empty strings', async () => {
  workbook.type(0, 1, 1, '6/16/2025');
  workbook.type(0, 2, 1, '10%');
  const [seen] = await typed('=SEE(A1,A1:B2,A9,,TRUE,"x")');
  const date = 'date 2025-06-16T04:00:00.000Z';
  expect(JSON.parse(String(seen))).toEqual([
    date,
    [
      [date, ''],
      [0.1, ''],
    ],
    '',
    '',
    true,
    'x',
  ]);
});

test('an array result spills, or shows #REF! and the reason if a cell blocks it', async () => {
  expect(await typed('=GRID(2,2)')).toEqual([0, '']);
  expect([read(1, 4), read(2, 3), read(2, 4)]).toEqual([1, 2, 3]);
  workbook.type(0, 2, 4, 'mine');
  expect([read(1, 3), workbook.errorMessage(0, 1, 3), read(2, 4)]).toEqual([
    '#REF!',
    'Array result was not expanded because it would overwrite data in D2.',
    'mine',
  ]);
});

describe('a failed formula shows #ERROR! with the error in its note:', () => {
  test.each([
    ['=FAIL("MARKET_KEY: renew it.")', `Error: MARKET_KEY: renew it. (line ${lineOf('FAIL')}).`, 0],
    ['=WRITE()', `Exception: You do not have permission to call setValue (line ${lineOf('WRITE')}).`, 0],
    ['=NAP(31000)', 'Exceeded maximum execution time (line 0).', 30_000],
    ['=SEE(TODAY())', 'This function is not allowed to reference a cell with NOW(), RAND(), or RANDBETWEEN().', 0],
  ])('%s', async (formula, text, took) => {
    const start = host.clock.now();
    expect(await typed(formula)).toEqual(['#ERROR!', text]);
    expect(host.clock.now() - start).toBe(took);
  });

  test('=SPIN()', async () => {
    // The real-time limit is far below Google's 30 seconds. The virtual limit is Google's.
    const hasty = sampleHost(code, { limits: { atOnce: 500, total: 2000 } });
    const start = hasty.host.clock.now();
    hasty.host.workbook.type(0, 1, 1, '=SPIN()');
    await hasty.host.workbook.settled();
    expect(hasty.host.workbook.errorMessage(0, 1, 1)).toBe('Exceeded maximum execution time (line 0).');
    expect(hasty.host.clock.now() - start).toBe(30_000);
    await hasty.close();
  });
});

test('a formula can read its sheet and its own position', async () => {
  workbook.type(0, 1, 1, 'top');
  expect(await typed('=WHERE()', 5, 2)).toEqual(['B5 top', '']);
});

test('a function without the tag can be called, but a private one cannot', async () => {
  expect((await typed('=PLAIN()'))[0]).toBe(1);
  expect((await typed('=HIDDEN_()'))[0]).toBe('#NAME?');
});

test('a formula recalculates only when an argument changes or the file is opened', async () => {
  workbook.type(0, 1, 1, 'a');
  expect((await typed('=COUNT_CALLS(A1)'))[0]).toBe(1);
  expect((await typed('=COUNT_CALLS(A1)', 2))[0]).toBe(1);
  expect((await typed('=COUNT_CALLS("b")', 3))[0]).toBe(2);
  workbook.type(0, 1, 1, 'c');
  await workbook.settled();
  expect([read(1, 3), read(2, 3), read(3, 3)]).toEqual([3, 3, 2]);
  workbook.recalculate();
  await workbook.settled();
  expect(new Set([read(1, 3), read(3, 3)])).toEqual(new Set([4, 5]));
});
