/** Fetching ahead for formulas: those that wait go first, a leader is waited for, and what is left is told with its reason. */
import { expect, test } from 'vitest';
import type { CellInput } from '../../../src/formulas/formula.ts';
import type { Cache } from '../../../src/formulas/ports.ts';
import { fetchedText, planText } from '../../../src/formulas/prefetch/fetch-messages.ts';
import { type FetchPorts, fetchNeeds, planFetch } from '../../../src/formulas/prefetch/fetch-needs.ts';
import { needsOf, readCalls } from '../../../src/formulas/prefetch/needs.ts';
import { LEASE, writeRequest } from '../../../src/formulas/queue/coordination.ts';
import { BY_PERSON } from '../../../src/limits/pacing.ts';
import { freshUsage } from '../../../src/limits/usage.ts';
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
  const ports: FetchPorts = {
    clock,
    cache,
    catalogTexts: cache,
    lock: { tryLock: () => true, release: () => undefined },
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
    workbook: { ownColumn: () => 1, sheets: () => [], named: () => undefined },
    tables: () => undefined,
    completeSince: () => undefined,
    freshness: () => undefined,
    quota: () => ({ left: 7, nextAt: null, cap: 10 }),
    planInput: ({ cap }) => ({ now, usages: () => [freshUsage(cap, now)], pacing: BY_PERSON }),
    unique: () => 'menu',
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

test('a hundred a call; what is known is not asked for again', () => {
  const { ports, asked, needs, within } = setting();
  const all = needs(parts(2150));
  const plan = planFetch(ports, all);
  expect(planText(all, plan, ZONE)).toMatch(/^Fetching 2,150 values for 2,150 formulas: 22 calls, done at 18:00\.$/);
  const fetched = fetchNeeds(ports, plan, within(60_000));
  expect([asked.length, Math.max(...asked.map(({ length }) => length))]).toEqual([22, 100]);
  expect(fetchedText(all, fetched, ZONE)).toBe(
    'Fetched 2,150 values for 2,150 formulas in 22 calls. Reload the spreadsheet to see them.',
  );
  const more = needs(parts(2155));
  const again = fetchNeeds(ports, planFetch(ports, more), within(60_000));
  expect(fetchedText(more, again, ZONE)).toBe(
    'Fetched 5 values for 2,155 formulas in 1 call, beside 2,150 that were known. Reload the spreadsheet to see them.',
  );
  expect(planFetch(ports, more).open).toEqual([]);
});

test('all calls of an operation are reserved at once, and none of another', () => {
  const { ports, asked, wanted, needs, within } = setting();
  const all = needs([...parts(4150), ['=MARKET_PRICE("9SI1")']]);
  fetchNeeds(ports, planFetch(ports, all), within(60_000));
  expect(asked).toHaveLength(43);
  expect(Math.max(...wanted)).toBe(42);
});

test('what a formula waits for goes first', () => {
  const { ports, asked, needs, within } = setting();
  const all = needs(parts(2500));
  writeRequest(ports.cache, 'request.3', { id: 'cell', queries: needs(parts(1, 'urgent')).queries });
  fetchNeeds(ports, planFetch(ports, all), within(60_000));
  expect(asked[0]![0]).toBe('urgent0');
});

test('a formula that asks at this moment is waited for, but not for long', () => {
  const { ports, asked, needs, within, texts, clock } = setting();
  const all = needs(parts(1));
  const plan = planFetch(ports, all);
  texts.set(LEASE[0]!, JSON.stringify({ id: 'cell', until: START + 10_000 }));
  fetchNeeds(ports, plan, within(60_000));
  expect(asked).toHaveLength(1);
  expect(clock.now()).toBeGreaterThan(START + 10_000);
  texts.set(LEASE[0]!, JSON.stringify({ id: 'cell', until: START + 1_000_000 }));
  expect(() => fetchNeeds(ports, plan, within(60_000))).toThrow('Formulas are being computed');
});

test('what was never asked for goes first, so that what is never known keeps no calls from it', () => {
  const { ports, asked, needs, within, clock } = setting();
  const unknown = needs(parts(1500, 'unknown'));
  fetchNeeds(ports, planFetch(ports, unknown), within(60_000));
  clock.sleep(20 * 60_000);
  asked.length = 0;
  const all = needs([...parts(1500, 'unknown'), ...parts(1500)]);
  const fetched = fetchNeeds(ports, planFetch(ports, all), within(1500));
  expect(asked.flat().filter((id) => id.startsWith('part'))).toHaveLength(1500);
  expect(fetchedText(all, fetched, ZONE)).toMatch(
    /^Fetched 1,500 values for 3,000 formulas in 30 calls; the marketplace has nothing for 1,500 more\. Reload the spreadsheet to see them\.$/,
  );
});

test('when the time is over it says what is left', () => {
  const { ports, asked, needs, within } = setting();
  const all = needs(parts(4500));
  const fetched = fetchNeeds(ports, planFetch(ports, all), within(1500));
  expect(asked).toHaveLength(40);
  expect(fetchedText(all, fetched, ZONE)).toMatch(
    /^Fetched 4,000 values for 4,500 formulas in 40 calls\. Reload the spreadsheet to see them\. 500 values of Inventory are left: The time of one run is over\. Choose this again: 5 calls are left, done at 18:00 at the earliest\.$/,
  );
});

test('of each operation it says apart what is left', () => {
  const { ports, needs, within } = setting();
  const prices = Array.from({ length: 50 }, (_, index): CellInput[] => [`=MARKET_PRICE("9SI${index}")`]);
  const all = needs([...parts(4500), ...prices]);
  const fetched = fetchNeeds(ports, planFetch(ports, all), within(500));
  const left = Object.fromEntries(fetched.unanswered.map(({ operation, values }) => [operation, values]));
  expect(left).toEqual({ inventory: 2500, 'price-history': 50 });
});

test('where nothing is to be fetched it says why', () => {
  const { ports, asked, needs, within } = setting();
  const textOf = (cells: readonly CellInput[][]) => {
    const all = needs(cells);
    return fetchedText(all, fetchNeeds(ports, planFetch(ports, all), within(60_000)), ZONE);
  };
  expect(textOf([])).toBe('There is no formula of this add-on that needs a value.');
  expect(textOf([['=MARKET_STOCK(LOWER("X"))']])).toMatch(/^Nothing was fetched; 1 formula could not be read ahead/);
  textOf(parts(2));
  asked.length = 0;
  expect(textOf(parts(1))).toBe('All 1 value that 1 formula needs are known already; no call was made.');
  expect(textOf(parts(2))).toBe('All 2 values that 2 formulas need are known already; no call was made.');
  expect(asked).toEqual([]);
});
