/** Runs exports in several calls and downloads files in parts. */
import { beforeEach, expect, test } from 'vitest';
import { exportToWarehouse } from '../../src/app/export-actions.ts';
import { noWarehouse } from '../../src/schedule/ports.ts';
import type { Exported } from '../../src/warehouse/export.ts';
import { connected, priceLog, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected(priceLog);
});

/** A fake warehouse that returns these results in order. */
function sending(...slices: readonly Exported[]): InMemoryPorts {
  const left = [...slices];
  const until: number[] = [];
  return Object.assign(ports, {
    until,
    warehouse: {
      ...noWarehouse,
      waitsFor: () => undefined,
      send: (_: unknown, at: number) => {
        until.push(at - ports.clock.now());
        return left.shift()!;
      },
    },
  });
}

const waiting = (rows: Exported['rows']): Exported => ({ state: 'waiting', rows, calls: 2 });

test('adds up rows and calls of a continued export', () => {
  sending(waiting({ Orders: 2, Inventory: 1 }), { state: 'done', rows: { Orders: 3 }, calls: 4 });
  const first = served(ports, 'exportRows');
  expect(first).toMatchObject({ state: 'waiting', rows: 3 });
  const last = served(ports, 'exportRows', first.run);
  expect(last).toMatchObject({ run: first.run, state: 'done', rows: 6 });
  expect(JSON.parse(ports.document.get('export.run')!)).toMatchObject({
    v: 1,
    value: { run: first.run, rows: { Orders: 5, Inventory: 1 }, calls: 6 },
  });
  expect(ports.book.rows('Log')).toMatchObject([{ Added: 6, Calls: 6 }]);
});

test.each([undefined, 'another', 7])('starts a new export for the run ID %s', (run) => {
  sending(waiting({ Orders: 2 }), waiting({ Orders: 1 }));
  const first = served(ports, 'exportRows');
  const next = served(ports, 'exportRows', run);
  expect(next.run).not.toBe(first.run);
  expect(next.rows).toBe(1);
});

test("returns to the page after 20 seconds; from the menu, runs until Google's limit", () => {
  const { until } = sending(waiting({}), waiting({})) as InMemoryPorts & {
    readonly until: readonly number[];
  };
  served(ports, 'exportRows');
  expect(exportToWarehouse(ports)).toMatch(/^0 rows sent to the warehouse/);
  expect(until[0]).toBe(20_000);
  expect(until[1]).toBeGreaterThan(4 * 60_000);
});

test('shows the place, what was sent, and what is missing', () => {
  expect(served(ports, 'warehouse')).toMatchObject({ hasPermission: false, holdings: null });
  const used: unknown[] = [];
  const place = { project: 'my-shop', location: 'EU' };
  const holdings = { ...place, sent: 12, expires: true, doneAt: START };
  const waitsFor = () => (used.length === 0 ? 'Choose a project.' : undefined);
  const use = (typed: unknown) => used.push(typed);
  Object.assign(ports, { warehouse: { ...noWarehouse, waitsFor, use, holdings: () => holdings } });
  expect(served(ports, 'warehouse').waitsFor).toBe('Choose a project.');
  expect(served(ports, 'saveWarehouse', { ...place, other: 1 })).toEqual({
    now: '2025-06-16T12:00:00.000Z',
    waitsFor: null,
    hasPermission: true,
    holdings: { ...holdings, doneAt: '2025-06-16T12:00:00.000Z' },
  });
  served(ports, 'saveWarehouse');
  expect(used).toEqual([place, { project: undefined, location: undefined }]);
});

test.each(['planExport', 'exportRows', 'sendEverything'] as const)(
  'explains how to add the permission if %s lacks it',
  (name) => {
    expect(refused(ports, name)).toMatchObject({
      code: 'MARKET_ARGUMENT',
      message: expect.stringContaining('npm run deploy -- --with bigquery'),
    });
  },
);

test('starts a file at the requested row, or at the first row if the number is not valid', () => {
  served(ports, 'startPull', { operation: 'price-history', params: { itemNumbers: ['9SIA', '9SIB'] } });
  const lines = (from?: unknown) => served(ports, 'exportFile', 'Price log', 'ndjson', from).text.trimEnd().split('\n');
  const all = lines();
  expect(all.length).toBeGreaterThan(2);
  expect(lines(1)).toEqual(all.slice(1));
  for (const none of [0, -1, 0.5, Number.NaN, '1']) expect(lines(none)).toEqual(all);
  expect(served(ports, 'listFiles')).toContainEqual({ table: 'Price log', file: 'price_log' });
  expect(refused(ports, 'exportFile', 'Price log', 'xlsx').message).toBe(
    'Choose one of these formats: ndjson, csv, schema.',
  );
});
