import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../../../src/insights/facts/facts.ts';
import { findAll } from '../../../../src/insights/findings/find.ts';
import { makeReport, refreshReports } from '../../../../src/insights/reports/refresh-reports.ts';
import { reorderReport } from '../../../../src/insights/reports/reorder/reorder-report.ts';
import { workbookOf } from '../../../../src/insights/workbook.ts';
import { columnsOf } from '../../../../src/operations/tables.ts';
import { DAY, HOUR, MINUTE } from '../../../../src/protocol/time.ts';
import { readThresholds } from '../../../../src/tables/rules/rules-sheet.ts';
import { Draws } from '../../../marketplace/chance.ts';
import { InMemoryBook } from '../../../support/in-memory-book.ts';
import { type Look, writeLook } from '../../../tables/stock-looks.ts';

const BEGIN = Date.UTC(2025, 5, 2);
const EVERY = 6;
const LOOKS_A_DAY = 24 / EVERY;

let book: InMemoryBook;
beforeEach(() => {
  book = new InMemoryBook('UTC');
});

const factsAt = (now: number) =>
  factsOf(workbookOf({ book, now, thresholds: { ...readThresholds(book), 'reorder-now': 0 }, ages: [] }));
const make = (now: number) => makeReport(book, factsAt(now), reorderReport);
const refresh = (now: number) => refreshReports(book, factsAt(now));
const row = (item: string, table = 'Reorder') => book.rows(table).find((each) => each['Item number'] === item)!;

/** Types a number into an item's row. */
function type(item: string, column: string, typed: number): void {
  const { cells } = book.sheet('Reorder');
  const [header] = cells;
  const line = cells.find((each) => each[header!.indexOf('Item number')] === item)!;
  line[header!.indexOf(column)] = typed;
}

/** Records stock readings of an item, cycling through `falls`; returns the time of the last one. */
function watch(days: number, stock: number, falls: readonly number[], item = 'A'): number {
  let left = stock;
  const looks = Array.from({ length: days * LOOKS_A_DAY + 1 }, (_, index): Look => {
    if (index > 0) left -= falls[index % falls.length]!;
    return { at: BEGIN + index * EVERY * HOUR, stock: { [item]: { USA: left } } };
  });
  for (const look of looks) writeLook(book, look);
  return looks[looks.length - 1]!.at;
}

describe('a row', () => {
  test('shows how long the stock lasts and what to order', () => {
    const now = watch(14, 200, [1, 0]);
    make(now);
    expect(row('A')).toMatchObject({ Stock: 172, 'Units per day': 2, 'Days observed': 14, Why: '' });
    const [low, middle, high] = ['P10', 'P50', 'P90'].map((part) => Number(row('A')[`Days left ${part}`]));
    expect(low).toBeLessThan(middle!);
    expect(middle).toBeGreaterThan(75);
    expect(middle).toBeLessThan(100);
    expect(high).toBeGreaterThan(middle!);
    // Two units per day over the lead time and the cover days set on Rules, plus a margin.
    expect(row('A')['Needed units']).toBeGreaterThan(2 * 44);
    expect(row('A')['Needed units']).toBeLessThan(3 * 44);
  });

  test.each<[string, number, number, readonly number[]]>([
    ['days', 6, 200, [1]],
    ['units', 14, 200, [...Array(27).fill(0), 1]],
  ])('makes no forecast with too few %s', (_, days, stock, falls) => {
    make(watch(days, stock, falls));
    expect(row('A')).toMatchObject({ 'Units per day': '', 'Days left P10': '', 'Needed units': '' });
    expect(row('A').Why).toMatch(
      /^(In stock for \d+ of the 7 days needed for a forecast|2 units sold in fewer than 3 separate purchases)\.$/,
    );
  });

  test.each(['Lead time', 'Cover days', 'Pack size'])('ignores and marks a mistyped %s', (header) => {
    const now = watch(14, 200, [1, 0]);
    make(now);
    const before = row('A');
    type('A', header, 99_999_999);
    refresh(now);
    expect({ ...row('A'), [header]: '' }).toEqual(before);
    const column = columnsOf('Reorder')!.find((each) => each.header === header)!;
    expect(column.opens?.marks).toEqual([['bad', expect.stringContaining(`{${column.id}}<=10000`)]]);
  });

  test("doesn't treat a receipt as a sale, and shows the last receipt", () => {
    const looks = [50, 49, 48, 47, 90, 89, 88];
    Array.from({ length: 60 }, (_, index) => looks[index] ?? 88 - (index - 6)).forEach((units, index) => {
      writeLook(book, { at: BEGIN + index * EVERY * HOUR, stock: { A: { USA: units } } });
    });
    make(BEGIN + 59 * EVERY * HOUR);
    expect(row('A')).toMatchObject({ 'Units per day': 4, 'Last receipt': new Date(BEGIN + DAY) });
  });

  test('treats time without a recorded change as observed, up to the last read', () => {
    // History records unchanged stock once per day; the table has the time of the last read.
    const now = watch(14, 200, [...Array(7).fill(0), 4]);
    writeLook(book, { at: now + 20 * HOUR, stock: { A: { USA: 200 - 28 } } });
    make(now + 20 * HOUR);
    expect(row('A')['Days observed']).toBeCloseTo(14 + 20 / 24, 1);
  });

  test('warns when demand has doubled', () => {
    const falls = Array.from({ length: 28 * LOOKS_A_DAY + 1 }, (_, index) => (index < 56 ? 2 : 5));
    make(watch(28, 900, falls));
    expect(row('A').Why).toBe('Demand is rising: stock may run out sooner.');
  });
});

describe('the user', () => {
  test('can type lead time and cover days', () => {
    const now = watch(14, 200, [1, 0]);
    make(now);
    const before = Number(row('A')['Needed units']);
    type('A', 'Lead time', 60);
    type('A', 'Cover days', 60);
    refresh(now + HOUR);
    expect(row('A')).toMatchObject({ 'Lead time': 60, 'Cover days': 60 });
    expect(row('A')['Needed units']).toBeGreaterThan(2 * before);
  });

  test('can type units on order, which are treated as stock until stock rises', () => {
    const now = watch(14, 60, [1, 0]);
    make(now);
    const before = row('A');
    expect(before.Verdict).toBe('now');
    type('A', 'On order', 100);
    refresh(now + HOUR);
    expect(row('A')).toMatchObject({ Verdict: 'ok', 'Days left P10': before['Days left P10'] });
    expect(row('A')['Suggested quantity']).toBe(Math.max(0, Number(before['Suggested quantity']) - 100));
    writeLook(book, { at: now + DAY, stock: { A: { USA: 35 } } });
    refresh(now + DAY);
    expect(row('A')).toMatchObject({ Verdict: 'now', 'On order': 100 });
    expect(row('A').Why).toBe('"On order" is ignored because stock has increased. Clear it.');
  });

  test.each([20_000, -5])('can type %i units on order only by mistake, so they are ignored', (typed) => {
    const now = watch(14, 60, [1, 0]);
    make(now);
    const before = row('A');
    type('A', 'On order', typed);
    refresh(now + HOUR);
    expect(row('A')).toMatchObject({ Verdict: 'now', 'Suggested quantity': before['Suggested quantity'] });
  });

  test('can type a pack size, and the quantity is rounded up to it', () => {
    const now = watch(14, 60, [1, 0]);
    make(now);
    const before = Number(row('A')['Suggested quantity']);
    type('A', 'Pack size', 48);
    refresh(now + HOUR);
    expect(row('A')['Suggested quantity']).toBe(Math.ceil(before / 48) * 48);
  });

  test('sees "order now" even if demand is rising', () => {
    const falls = Array.from({ length: 28 * LOOKS_A_DAY + 1 }, (_, index) => (index < 56 ? 2 : 5));
    const now = watch(28, 28 * 14 + 60, falls);
    make(now);
    expect(row('A')).toMatchObject({ Verdict: 'now', Why: 'Demand is rising: stock may run out sooner.' });
    type('A', 'Lead time', 0);
    refresh(now + HOUR);
    expect(row('A').Verdict).toBe('check');
  });

  test('can delete a sheet, which stays deleted until requested again', () => {
    const now = watch(14, 200, [1, 0]);
    refresh(now);
    expect(book.sheets.has('Reorder')).toBe(false);
    make(now);
    book.sheets.delete('Forecast score');
    refresh(now + HOUR);
    expect(book.sheets.has('Forecast score')).toBe(false);
    make(now + HOUR);
    expect(book.sheets.has('Forecast score')).toBe(true);
  });
});

test('a run on unchanged stock writes only "As of"', () => {
  const now = watch(14, 200, [1, 0]);
  make(now);
  const before = book.rows('Reorder');
  refresh(now + MINUTE);
  const known = ({ 'As of': _, ...others }: (typeof before)[number]) => others;
  expect(book.rows('Reorder').map(known)).toEqual(before.map(known));
});

test('Forecast score compares the forecast of seven days ago with sales', () => {
  const DAYS = 24;
  const looks = DAYS * LOOKS_A_DAY;
  const draws = new Draws(7);
  // Units sold between two stock readings, per item.
  const falls = ['A', 'B', 'C'].map((item, index) => {
    const perLook = [2, 5, 30][index]! / LOOKS_A_DAY;
    return { item, found: Array.from({ length: looks }, () => draws.poisson(perLook)) };
  });
  const sold = (found: readonly number[], from: number, to: number) =>
    found.slice(from, to).reduce((sum, units) => sum + units, 0);
  const said = new Map<string, (readonly [day: number, low: unknown, high: unknown])[]>();
  for (let look = 0; look <= looks; look++) {
    const at = BEGIN + look * EVERY * HOUR;
    const stock = Object.fromEntries(falls.map(({ item, found }) => [item, { USA: 900 - sold(found, 0, look) }]));
    writeLook(book, { at, stock });
    if (look < 8 * LOOKS_A_DAY || look % LOOKS_A_DAY !== 0) continue;
    make(at);
    const day = look / LOOKS_A_DAY;
    for (const { item, found } of falls) {
      const score = row(item, 'Forecast score');
      const all = said.get(item) ?? [];
      said.set(item, [...all, [day, score['Next low'], score['Next high']]]);
      const then = all.find(([of]) => of === day - 7);
      if (!then) continue;
      // A stock reading covers the time before it, so a reading at midnight belongs to the previous day.
      const came = sold(found, (day - 7) * LOOKS_A_DAY - 1, day * LOOKS_A_DAY - 1);
      const [, low, high] = then as [number, number, number];
      const result = came < low ? 'less' : came > high ? 'more' : 'within';
      expect(score).toMatchObject({ 'Forecast low': low, 'Forecast high': high, Sold: came, Result: result });
    }
  }
  // One forecast ended on each of days 15 to 24.
  expect(row('A', 'Forecast score').Compared).toBe(10);
});

describe('reorder-now', () => {
  const found = (now: number) => findAll(factsAt(now)).filter(({ kind }) => kind === 'reorder-now');

  test('is found from the order-by date, while the report exists', () => {
    const now = watch(14, 60, [1, 0]);
    expect(found(now)).toEqual([]);
    make(now);
    const [finding, ...others] = found(now);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ record: 'A' });
    expect(finding!.what).toMatch(
      /^32 units left, about 1\d(\.\d)? days\. Restocking takes 14 days: about [12] lost sales\.$/,
    );
    type('A', 'Lead time', 1);
    expect(found(now)).toEqual([]);
    type('A', 'Lead time', 30);
    expect(found(now)[0]!.what).toMatch(/Restocking takes 30 days: about 2\d lost sales\.$/);
  });
});
