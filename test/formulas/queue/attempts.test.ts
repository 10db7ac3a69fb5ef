/** A leader tries each query once. After an error that affects every call, all formulas pause, longer each time. */
import { describe, expect, test } from 'vitest';
import type { Query } from '../../../src/formulas/query.ts';
import type { Asked } from '../../../src/formulas/queue/batches.ts';
import { Attempts, BREAKER, breakerError, readBreaker, tripError } from '../../../src/formulas/queue/coordination.ts';
import { MarketError } from '../../../src/protocol/market-error.ts';

const START = 1_750_000_000_000;
const query = (key: string, operation: Query['operation'] = 'orders', storefront = 'main') =>
  ({ key, operation, storefront }) as Query;
const A = query('a');
const B = query('b');
const STOCK = query('s', 'inventory');
const CANADIAN = query('c', 'orders', 'canadian');
const FATAL = new MarketError('MARKET_KEY', 'Wrong key.', {});

function setting(before?: string) {
  const texts = new Map<string, string>(before === undefined ? [] : [[BREAKER, before]]);
  const clock = { time: START, now: () => clock.time, sleep: () => undefined };
  let writes = 0;
  const cache = {
    getAll: () => Object.fromEntries(texts),
    putAll: (more: Readonly<Record<string, string>>) => {
      writes++;
      for (const [key, text] of Object.entries(more)) texts.set(key, text);
    },
    removeAll: () => undefined,
  };
  const breaker = () => readBreaker(texts.get(BREAKER), 'shop');
  const open = () => new Attempts({ cache, clock }, breaker());
  return { clock, open, breaker, text: () => texts.get(BREAKER), writes: () => writes };
}

const asked = (changes: { found?: readonly Query[]; fatal?: MarketError; isCut?: boolean } = {}) =>
  ({
    isCut: false,
    ...changes,
    found: (changes.found ?? []).map((query) => ({ query })),
  }) as unknown as Asked;

test('tries each query once, whatever its outcome', () => {
  const { open, writes } = setting();
  const attempts = open();
  expect([attempts.mayAsk(A), attempts.errorOf(A)]).toEqual([true, undefined]);
  attempts.note([A], asked({ found: [A] }));
  expect([attempts.mayAsk(A), attempts.errorOf(A)]).toEqual([false, undefined]);
  expect([attempts.mayAsk(B), attempts.mayAsk(STOCK)]).toEqual([true, true]);
  expect(writes()).toBe(0);
});

test('reports a timeout only for queries that had no time left', () => {
  const attempts = setting().open();
  attempts.note([A, B], asked({ found: [A], isCut: true }));
  expect(attempts.errorOf(A)).toBeUndefined();
  expect(attempts.errorOf(B)).toMatchObject({ code: 'MARKET_TIMEOUT' });
  attempts.note([STOCK], asked());
  expect(attempts.errorOf(STOCK)).toBeUndefined();
});

test('an error that affects every call applies only to all queries of its operation and storefront', () => {
  const { open, breaker, clock } = setting();
  const attempts = open();
  attempts.note([A], asked({ fatal: FATAL }));
  expect([attempts.errorOf(A), attempts.errorOf(B), attempts.errorOf(STOCK)]).toEqual([FATAL, FATAL, undefined]);
  expect([attempts.mayAsk(B), attempts.mayAsk(STOCK), attempts.mayAsk(CANADIAN)]).toEqual([false, true, true]);
  const others = open();
  expect([others.mayAsk(B), others.mayAsk(STOCK), others.errorOf(B)]).toEqual([false, true, undefined]);
  expect(breakerError(breaker(), A, clock.now())).toMatchObject({
    code: 'MARKET_KEY',
    message: 'Wrong key. Formula calls are paused.',
    details: { retryAt: START + 30_000 },
  });
  expect(tripError(breaker(), A, clock.now())!.message).toBe('Wrong key.');
  expect(breakerError(breaker(), STOCK, clock.now())).toBeUndefined();
  clock.time += 29_999;
  expect(open().mayAsk(B)).toBe(false);
  clock.time += 1;
  expect(open().mayAsk(B)).toBe(true);
});

describe('the pause', () => {
  const fail = (shop: ReturnType<typeof setting>, fatal = FATAL) => {
    shop.open().note([A], asked({ fatal }));
    return tripError(shop.breaker(), A, shop.clock.now())!.details.retryAt! - shop.clock.now();
  };

  test('doubles with each failure in a row, up to ten minutes', () => {
    const shop = setting();
    const pauses = Array.from({ length: 7 }, () => fail(shop) / 1000);
    expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600]);
  });

  test('starts over after a response for the same operation', () => {
    const shop = setting();
    fail(shop);
    fail(shop);
    shop.open().note([STOCK], asked({ fatal: FATAL }));
    shop.clock.time += 3_600_000;
    shop.open().note([A], asked({ found: [A] }));
    expect(Object.keys(shop.breaker().trips)).toEqual(['inventory main']);
    expect(fail(shop)).toBe(30_000);
  });

  test.each([
    ["lasts until the service's retry time", 5_000, 5_000],
    ['has the default length if the service names the present time', 0, 30_000],
    ['has the default length if the service names a past time', -5_000, 30_000],
  ])('%s', (_, retryIn, pause) => {
    expect(fail(setting(), new MarketError('MARKET_CAP', 'x', { retryAt: START + retryIn }))).toBe(pause);
  });
});

test('ignores a breaker of other keys', () => {
  const shop = setting();
  shop.open().note([A], asked({ fatal: FATAL }));
  expect(readBreaker(shop.text(), 'shop').trips['orders main']).toBeDefined();
  expect(readBreaker(shop.text(), 'other')).toEqual({ fingerprint: 'other', trips: {} });
  expect(readBreaker(undefined, 'shop')).toEqual({ fingerprint: 'shop', trips: {} });
});
