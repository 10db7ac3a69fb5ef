/** *Refresh now* fetches waiting formulas first, waits for a running leader, and explains each missing value. */
import { expect, test } from 'vitest';
import type { CellInput } from '../../../src/formulas/formula.ts';
import type { Cache, Ports } from '../../../src/formulas/ports.ts';
import { fetchedText, fetchNeeds } from '../../../src/formulas/prefetch/fetch-needs.ts';
import { needsOf, readCalls } from '../../../src/formulas/prefetch/read-ahead.ts';
import { LEASE, writeRequest } from '../../../src/formulas/queue/coordination.ts';
import { OPEN_GATE } from '../../protocol/open-gate.ts';
import { CONNECTION, inventoryOf, START, sheetOf } from '../../support/in-memory-storm.ts';

const CALL = 1000;
const ZONE = 'UTC';
const OWNER = { name: 'Shop', version: '314', storefronts: ['main'] } as const;

function setting() {
  const texts = new Map<string, string>();
  const asked: string[][] = [];
  const wanted: number[] = [];
  let now = START;
  const clock = {
    now: () => now,
    sleep: (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const cache: Cache = {
    getAll: (keys) => Object.fromEntries(keys.flatMap((key) => (texts.has(key) ? [[key, texts.get(key)!]] : []))),
    putAll: (more) => {
      for (const [key, text] of Object.entries(more)) texts.set(key, text);
    },
    removeAll: (keys) => {
      for (const key of keys) texts.delete(key);
    },
  };
  const ports: Ports = {
    clock,
    cache,
    catalogTexts: cache,
    random: () => 0.5,
    owner: OWNER,
    fingerprint: 'shop',
    zone: ZONE,
    connection: () => CONNECTION,
    checkConnection: () => undefined,
    access: (_, { until, beforeCalls }) => ({
      network: {
        gate: {
          ...OPEN_GATE,
          admit: (calls, most) => {
            wanted.push(calls);
            return OPEN_GATE.admit(calls, most);
          },
        },
        clock,
        until,
        random: () => 0.5,
        http: {
          fetchAll: (requests) => {
            beforeCalls();
            now += CALL;
            return requests.map(({ body }) => {
              const { Values = [] } = JSON.parse(body ?? '{}') as { Values?: string[] };
              asked.push(Values);
              return inventoryOf(Values, (id) => (id.startsWith('unknown') ? undefined : 7));
            });
          },
        },
      },
      close: () => undefined,
    }),
    workbook: { ownColumn: () => 1, sheets: () => [], sheet: () => undefined, named: () => undefined },
    tables: () => undefined,
    completeSince: () => undefined,
    freshness: () => undefined,
    quota: () => ({ left: 7, nextAt: null, cap: 10 }),
  };
  const needs = (cells: readonly (readonly CellInput[])[]) => {
    const sheets = [sheetOf('Stock', cells)];
    const workbook = { ...ports.workbook, sheets: () => sheets };
    return needsOf(workbook, readCalls(workbook), { owner: OWNER, zone: ZONE, now });
  };
  const within = (milliseconds: number) => ({
    beginUntil: now + milliseconds,
    callUntil: now + 2 * milliseconds,
  });
  return { ports, asked, wanted, needs, within, texts, clock };
}

const parts = (count: number, name = 'part') =>
  Array.from({ length: count }, (_, index): CellInput[] => [`=MARKET_STOCK("${name}${index}")`]);

test('fetches a hundred values per call and skips cached ones', () => {
  const { ports, asked, needs, within, texts } = setting();
  const fetched = fetchNeeds(ports, needs(parts(250)), within(60_000));
  expect([asked.length, Math.max(...asked.map(({ length }) => length))]).toEqual([3, 100]);
  expect(fetchedText(fetched, ZONE, ports.clock.now())).toBe(
    'Fetched 250 values for formulas in 3 calls. Reload the spreadsheet to see them.',
  );
  const more = fetchNeeds(ports, needs(parts(251)), within(60_000));
  expect(fetchedText(more, ZONE, ports.clock.now())).toBe(
    'Fetched 1 value for formulas in 1 call. Reload the spreadsheet to see it.',
  );
  asked.length = 0;
  const cached = [...texts];
  expect(fetchedText(fetchNeeds(ports, needs(parts(251)), within(60_000)), ZONE, ports.clock.now())).toBe(
    'Formulas are up to date.',
  );
  expect(asked).toEqual([]);
  // It takes no lease, either.
  expect([...texts]).toEqual(cached);
});

test('reserves all calls of one operation together, separate from other operations', () => {
  const { ports, asked, wanted, needs, within } = setting();
  fetchNeeds(ports, needs([...parts(450), ['=MARKET_PRICE("9SI1")']]), within(60_000));
  expect(asked).toHaveLength(6);
  expect(Math.max(...wanted)).toBe(5);
});

test('fetches first the values that a formula is waiting for', () => {
  const { ports, asked, needs, within } = setting();
  writeRequest(ports.cache, 'request.3', { id: 'cell', queries: needs(parts(1, 'urgent')) });
  fetchNeeds(ports, needs(parts(250)), within(60_000));
  expect(asked[0]![0]).toBe('urgent0');
});

test('waits briefly for a formula that is fetching', () => {
  const { ports, asked, needs, within, texts, clock } = setting();
  const all = needs(parts(1));
  texts.set(LEASE, JSON.stringify({ holder: 'cell', until: START + 10_000 }));
  fetchNeeds(ports, all, within(60_000));
  expect(asked).toHaveLength(1);
  expect(clock.now()).toBeGreaterThan(START + 10_000);
  texts.set(LEASE, JSON.stringify({ holder: 'cell', until: START + 1_000_000 }));
  expect(() => fetchNeeds(ports, needs(parts(2)), within(60_000))).toThrow('Formulas are updating right now');
});

test('fetches new values before those that were not found earlier', () => {
  const { ports, asked, needs, within, clock } = setting();
  fetchNeeds(ports, needs(parts(1050, 'unknown')), within(60_000));
  clock.sleep(20 * 60_000);
  asked.length = 0;
  const fetched = fetchNeeds(ports, needs([...parts(1050, 'unknown'), ...parts(1050)]), within(500));
  expect(asked.flat().filter((id) => id.startsWith('part'))).toHaveLength(1050);
  expect(fetchedText(fetched, ZONE, ports.clock.now())).toBe(
    'Fetched 1,050 values for formulas in 20 calls. Reload the spreadsheet to see them. Missing 100 values from Inventory: out of time. Refresh again.',
  );
});

test('reports how many values of each operation are missing when time runs out', () => {
  const { ports, asked, needs, within } = setting();
  const prices = Array.from({ length: 50 }, (_, index): CellInput[] => [`=MARKET_PRICE("9SI${index}")`]);
  const fetched = fetchNeeds(ports, needs([...parts(2500), ...prices]), within(500));
  expect(asked).toHaveLength(20);
  expect(fetchedText(fetched, ZONE, ports.clock.now())).toBe(
    'Fetched 2,000 values for formulas in 20 calls. Reload the spreadsheet to see them. Missing 500 values from Inventory: out of time. Refresh again. Missing 50 values from Price history: out of time. Refresh again.',
  );
});
