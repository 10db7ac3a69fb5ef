/** Polling price history takes one call per item; if records are missing, it reads every page. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import { hasAllNew } from '../../src/pull/context.ts';
import type { RunPurpose } from '../../src/pull/run.ts';
import { applyAges } from '../../src/schedule/ages.ts';
import { runs } from '../effort.ts';
import { envelope } from '../protocol/arrivals.ts';
import { shop } from '../protocol/shop.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';

const prices = operations['price-history'];
const MINUTE = 60_000;
const PAGE = 25;

const OF_A_JOB: RunPurpose = { job: 'j', isLast: true, endsCycle: true, strategyState: {}, inFull: true };

/** A price change: time in milliseconds, price, storefront, memo. */
type Log = { readonly at: number; readonly price: number; readonly of?: string; readonly memo?: string };

interface Service {
  readonly logs: Record<string, Log[]>;
  isNewestFirst: boolean;
}

function service(logs: Record<string, Log[]>): Service & { readonly ports: InMemoryPorts } {
  const made: Service = { logs, isNewestFirst: true };
  const ports = inMemoryPorts(({ url }: HttpRequest) => {
    const [, item, page, size] = /history\/(\w+)\?.*pageindex=(\d+)&pagesize=(\d+)/.exec(url)!;
    const all = [...(made.logs[item!] ?? [])];
    all.sort((one, other) => (made.isNewestFirst ? other.at - one.at : one.at - other.at));
    const from = (Number(page) - 1) * Number(size);
    return envelope({
      TotalCount: all.length,
      PriceLogs: all.slice(from, from + Number(size)).map(({ at, price, of = 'USA', memo }) => ({
        MarketItemNumber: item!.toUpperCase(),
        RequestTimeStamp: new Date(at).toISOString(),
        TargetUnitPrice: price,
        Platform: of,
        ...(memo === undefined ? {} : { Memo: memo }),
      })),
    });
  });
  return Object.assign(made, { ports });
}

const history = (count: number, before = START): Log[] =>
  Array.from({ length: count }, (_, index) => ({ at: before - index * 60 * MINUTE, price: index }));

/**
 * Runs a job's poll and returns its number of calls. With `whole`, runs the pull for a user instead, reading all pages.
 */
function poll(ports: InMemoryPorts, itemNumbers: readonly string[], whole = false): number {
  const before = ports.requests.length;
  const connection = shop({ settings: { priceHistoryPageSize: PAGE, caps: 'price-history 100000' } });
  const purpose = whole ? {} : { purpose: OF_A_JOB };
  const asked = { ...begun(prices, { itemNumbers }, { connection, now: ports.clock.now() }), ...purpose };
  const made = executed(ports, asked, { connection });
  expect(made).toMatchObject({ state: 'done', errors: [] });
  return ports.requests.length - before;
}

const known = (ports: InMemoryPorts) => ports.book.rows('Price log').length;
const catalog = (ports: InMemoryPorts) => ports.book.rows('Catalog');

describe('price changes with the same time and price', () => {
  test('are all kept as rows, in any split over pages and slices', () => {
    fc.assert(
      fc.property(
        // More pages than fit in one slice.
        fc.integer({ min: 20 * PAGE + 1, max: 22 * PAGE }),
        // Two equal consecutive pages would look like a repeated page.
        fc.integer({ min: 1, max: PAGE }),
        fc.integer({ min: 0, max: PAGE - 1 }),
        (count, alike, more) => {
          const logs = Array.from({ length: count }, (_, index) => ({
            at: START - Math.floor(index / alike) * MINUTE,
            price: 1,
            memo: `${index}`,
          }));
          const { ports } = service({ '9si1': logs });
          const calls = Math.ceil(count / PAGE);
          expect(poll(ports, ['9SI1'])).toBe(calls);
          expect(known(ports)).toBe(count);
          expect(new Set(ports.book.rows('Price log').map((row) => row['Row key'])).size).toBe(count);
          const memos = () => ports.book.rows('Price log').map(({ Memo }) => Memo);
          expect(memos()).toEqual(logs.map(({ memo }) => memo));
          expect(catalog(ports)[0]).toMatchObject({ 'Logs known': count });
          // A poll must also find new changes with the same time and price as the newest stored ones.
          for (let index = 0; index < more; index++) logs.push({ at: START, price: 1, memo: `more ${index}` });
          poll(ports, ['9SI1']);
          expect(memos().sort()).toEqual(logs.map(({ memo }) => memo).sort());
          expect(catalog(ports)[0]).toMatchObject({ 'Logs known': count + more });
        },
      ),
      { numRuns: runs(2, 400) },
    );
  });
});

describe("a job's poll of an item with three known pages", () => {
  const made = () => {
    const shopped = service({ '9si1': history(60) });
    expect(poll(shopped.ports, ['9SI1'])).toBe(3);
    return shopped;
  };
  const add = (logs: Log[], count: number, at = START) => {
    for (let index = 1; index <= count; index++) logs.push({ at: at + index * MINUTE, price: 1000 + index });
  };

  test('has its count, newest time and pace in the Catalog', () => {
    const { ports } = made();
    expect(catalog(ports)).toMatchObject([
      {
        'Logs known': 60,
        'Logs of': 'USA',
        'Newest log': new Date(START),
        'Prices polled': expect.any(Date),
      },
    ]);
    // The rate is computed from the newest 30 changes, one per hour.
    expect(catalog(ports)[0]!['Daily changes']).toBeCloseTo((29.5 * 24) / 29, 0);
  });

  test.each([
    [0, 1],
    [1, 1],
    [24, 1],
    [25, 4],
    [40, 4],
  ])('and %i new changes takes %i calls', (count, calls) => {
    const { ports, logs } = made();
    add(logs['9si1']!, count);
    ports.wait(60 * MINUTE);
    const before = ports.clock.now();
    expect(poll(ports, ['9SI1'])).toBe(calls);
    expect(known(ports)).toBe(60 + count);
    expect(catalog(ports)[0]).toMatchObject({ 'Logs known': 60 + count });
    expect(Number(catalog(ports)[0]!['Prices polled'])).toBeGreaterThan(before);
    expect(poll(ports, ['9SI1'])).toBe(1);
  });

  test("reads all pages for a user's pull", () => {
    expect(poll(made().ports, ['9SI1'], true)).toBe(3);
  });

  test('reads all pages when they are not sorted newest first', () => {
    const shopped = made();
    shopped.isNewestFirst = false;
    expect(poll(shopped.ports, ['9SI1'])).toBe(3);
  });

  test('reads all pages when an old change arrives late', () => {
    const { ports, logs } = made();
    logs['9si1']!.push({ at: START - 50 * 60 * MINUTE + 1, price: 5 });
    expect(poll(ports, ['9SI1'])).toBe(3);
    expect(known(ports)).toBe(61);
  });

  test('reads all pages when the storefront differs', () => {
    const { ports, logs } = made();
    logs['9si1'] = logs['9si1']!.map((log) => ({ ...log, of: 'CAN' }));
    expect(poll(ports, ['9SI1'])).toBe(3);
    expect(catalog(ports)[0]).toMatchObject({ 'Logs known': 60, 'Logs of': 'CAN' });
  });

  test('restores deleted rows with the second poll', () => {
    const { ports } = made();
    const sheet = ports.book.sheet('Price log');
    sheet.cells.splice(40, 10);
    sheet.formats.splice(40, 10);
    expect([poll(ports, ['9SI1']), poll(ports, ['9SI1']), poll(ports, ['9SI1'])]).toEqual([1, 3, 1]);
    expect(known(ports)).toBe(60);
  });

  test('stores its state only in hidden columns', () => {
    const { ports } = made();
    expect(ports.book.sheet('Catalog').cells[0]!.slice(-7)).toEqual([
      'Logs known',
      'Logs of',
      'Newest log',
      'Daily changes',
      'Logs left',
      'Canadian prices polled',
      'Row key',
    ]);
  });
});

describe('price changes removed because of their age', () => {
  const DAYS = 24 * 60 * MINUTE;
  const aged = () => {
    const shopped = service({ '9si1': history(60) });
    const { ports } = shopped;
    poll(ports, ['9SI1']);
    applyAges(ports, Number.POSITIVE_INFINITY);
    ports.wait(70 * DAYS);
    applyAges(ports, Number.POSITIVE_INFINITY);
    return shopped;
  };

  test("are all but each item's newest, and are counted", () => {
    const { ports } = aged();
    expect(known(ports)).toBe(25);
    expect(catalog(ports)).toMatchObject([{ 'Logs known': 25, 'Logs left': 35 }]);
  });

  test('cost no calls and are not added again by any poll', () => {
    const { ports, logs } = aged();
    expect([poll(ports, ['9SI1']), poll(ports, ['9SI1'])]).toEqual([1, 1]);
    logs['9si1']!.unshift({ at: ports.clock.now(), price: 7 });
    expect([poll(ports, ['9SI1']), poll(ports, ['9SI1'])]).toEqual([1, 1]);
    expect(known(ports)).toBe(26);
    // Deletes the oldest row. A later poll reads all pages to find it, but the row is too old to be added again.
    const sheet = ports.book.sheet('Price log');
    sheet.cells.splice(26, 1);
    sheet.formats.splice(26, 1);
    expect([poll(ports, ['9SI1']), poll(ports, ['9SI1']), poll(ports, ['9SI1'])]).toEqual([1, 3, 1]);
    expect(catalog(ports)).toMatchObject([{ 'Logs known': 25, 'Logs left': 36 }]);
  });

  test('are counted by the next polls if the execution was killed before counting', () => {
    const { ports } = aged();
    const { cells } = ports.book.sheet('Catalog');
    const at = cells[0]!.indexOf('Logs left');
    cells[1]![at] = '';
    expect([poll(ports, ['9SI1']), poll(ports, ['9SI1'])]).toEqual([3, 1]);
    expect(catalog(ports)).toMatchObject([{ 'Logs known': 25, 'Logs left': 35 }]);
  });

  test("are restored by a user's pull until the next day", () => {
    const { ports } = aged();
    poll(ports, ['9SI1'], true);
    expect(known(ports)).toBe(60);
    expect(poll(ports, ['9SI1'])).toBe(1);
    ports.wait(2 * DAYS);
    applyAges(ports, Number.POSITIVE_INFINITY);
    expect(known(ports)).toBe(25);
    expect([poll(ports, ['9SI1']), poll(ports, ['9SI1'])]).toEqual([1, 1]);
  });
});

test('reads all pages when a second change arrives within the same second', () => {
  const { ports, logs } = service({ '9si1': history(60) });
  poll(ports, ['9SI1']);
  logs['9si1']!.push({ at: START + 400, price: 7 });
  expect(poll(ports, ['9SI1'])).toBe(3);
  expect(known(ports)).toBe(61);
  expect(poll(ports, ['9SI1'])).toBe(1);
});

test('polling thirty unchanged items takes one call each', () => {
  const items = Array.from({ length: 30 }, (_, index) => `9SI${index}`);
  const { ports } = service(Object.fromEntries(items.map((item, index) => [item.toLowerCase(), history(2 * index)])));
  poll(ports, items);
  expect(poll(ports, items)).toBe(30);
  expect(poll(ports, items, true)).toBe(30 + 17 + 4);
});

test('after any arrivals and deletions, two polls restore every row', () => {
  const arrival = fc.record({
    at: fc.integer({ min: -4000, max: 300 }),
    price: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(arrival, { maxLength: 60 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(200), { maxLength: 5 }),
      (batches, lost) => {
        const { ports, logs } = service({ '9si1': [] });
        for (const batch of batches) {
          const key = ({ at, price }: Log) => `${at} ${price}`;
          const there = new Set(logs['9si1']!.map(key));
          const fresh = batch.map(({ at, price }) => ({ at: START + at * 20_000, price }));
          logs['9si1']!.push(
            ...[...new Map(fresh.map((log) => [key(log), log])).values()].filter((log) => !there.has(key(log))),
          );
          poll(ports, ['9SI1']);
        }
        const sheet = ports.book.sheets.get('Price log');
        for (const row of lost) if (sheet && row > 0 && row < sheet.cells.length) sheet.cells.splice(row, 1);
        poll(ports, ['9SI1']);
        poll(ports, ['9SI1']);
        expect(sheet ? known(ports) : 0).toBe(logs['9si1']!.length);
      },
    ),
    { numRuns: runs(12, 3000) },
  );
});

describe('one page is enough', () => {
  const page = (times: readonly number[], total?: number, of = 'USA') => ({
    records: times.map((at) => ({ at: { at: at * 1000, text: '' }, of })),
    unknownFields: [],
    ...(total === undefined ? {} : { total }),
  });
  const past = { count: 10, newest: 5000, of: 'USA' };

  test.each([
    ['when the newest known change is on top', page([5, 4], 10), true],
    ['when new changes are above it', page([7, 6, 5], 12), true],
    ['not when all changes are new', page([8, 7, 6], 13), false],
    ['not when one more is announced', page([7, 6, 5], 13), false],
    ['not when one fewer is announced', page([7, 6, 5], 11), false],
    ['not when sorted oldest first', page([4, 5], 10), false],
    ['not without an announced total', page([5, 4]), false],
    ['not for another storefront', page([5, 4], 10, 'CAN'), false],
    ['not without records', page([], 10), false],
  ])('%s', (_, first, expected) => {
    expect(hasAllNew(first, past, 'at', 'of')).toBe(expected);
  });
});
