/** Verdicts on ad groups with known conversion rates are rarely wrong, and are withheld until there is enough data. */
import { describe, expect, test } from 'vitest';
import {
  type Clicks,
  type ConversionVerdict,
  conversionOf,
  verdictsOf,
} from '../../../src/insights/reports/ads-report.ts';
import { runs } from '../../effort.ts';
import { Draws } from '../../marketplace/chance.ts';

const SEEDS = runs(40, 300);
const GROUPS = 24;

interface Group {
  /** Orders expected at the account's rate. */
  readonly due: number;
  readonly isWorse: boolean;
  readonly verdict: ConversionVerdict;
}

/** Simulates the ad groups of an account with this conversion rate. The first `worse` groups have a third of it. */
function account(seed: number, rate: number, worse: number): readonly Group[] {
  const draws = new Draws(seed, rate * 1e6, worse);
  const groups = Array.from({ length: GROUPS }, (_, index) => {
    const clicks = Math.round((3 * 40 ** draws.unit()) / rate);
    const isWorse = index < worse;
    const orders = ordersOf(draws, clicks, isWorse ? rate / 3 : rate);
    return { clicks, orders, isWorse };
  });
  const all = groups.reduce<Clicks>(
    (sum, { clicks, orders }) => ({ clicks: sum.clicks + clicks, orders: sum.orders + orders }),
    { clicks: 0, orders: 0 },
  );
  const verdicts = verdictsOf(groups.map((group) => conversionOf(group, all)));
  return groups.map(({ isWorse, clicks }, index) => ({ due: clicks * rate, isWorse, verdict: verdicts[index]! }));
}

/** A binomial draw: the number of clicks between two orders is geometrically distributed. */
function ordersOf(draws: Draws, clicks: number, rate: number): number {
  let orders = 0;
  for (let at = 0; ; orders++) {
    at += 1 + Math.floor(Math.log(1 - draws.unit()) / Math.log(1 - rate));
    if (at > clicks) return orders;
  }
}

const share = (groups: readonly Group[], of: (group: Group) => boolean) => groups.filter(of).length / groups.length;
const isCalled = ({ verdict }: Group) => verdict === 'worse' || verdict === 'better';

describe.each([0.005, 0.02, 0.08, 0.2])('accounts with a conversion rate of %d', (rate) => {
  const accounts = (worse: number) => Array.from({ length: SEEDS }, (_, seed) => account(seed + 1, rate, worse));
  const alike = accounts(0);
  const mixed = accounts(3).flat();

  test('at most 10% of accounts without differences get a wrong verdict', () => {
    const wrong = alike.filter((groups) => groups.some(isCalled)).length;
    expect(wrong / SEEDS).toBeLessThanOrEqual(0.1 + 2 * Math.sqrt(0.09 / SEEDS));
  });

  test('at most 10% of verdicts are opposite to the truth', () => {
    const called = mixed.filter(isCalled);
    // Worse groups lower the account's average, so the remaining groups are above average.
    expect(share(called, ({ isWorse, verdict }) => isWorse !== (verdict === 'worse'))).toBeLessThanOrEqual(0.1);
  });

  test('groups with a third of the rate are found after 30 expected orders', () => {
    const worse = mixed.filter(({ isWorse, due }) => isWorse && due >= 30);
    expect(worse.length).toBeGreaterThan(SEEDS / 2);
    expect(share(worse, ({ verdict }) => verdict === 'worse')).toBeGreaterThanOrEqual(0.9);
    expect(share(worse, ({ verdict }) => verdict === 'better')).toBe(0);
  });

  test('groups with few expected orders get no verdict', () => {
    const small = mixed.filter(({ due }) => due < 4);
    expect(small.length).toBeGreaterThan(SEEDS);
    expect(share(small, ({ verdict }) => verdict === 'too early')).toBe(1);
  });
});

test.each<[says: string, group: Clicks, rest: Clicks, ConversionVerdict]>([
  ['no clicks at all', { clicks: 0, orders: 0 }, { clicks: 0, orders: 0 }, 'too early'],
  ['a group that is the whole account', { clicks: 900, orders: 90 }, { clicks: 0, orders: 0 }, 'as the account'],
  ['an account without orders', { clicks: 900, orders: 0 }, { clicks: 9000, orders: 0 }, 'too early'],
  ['no orders, 4.9 expected', { clicks: 49, orders: 0 }, { clicks: 1000, orders: 100 }, 'too early'],
  ['no orders, 8 expected', { clicks: 80, orders: 0 }, { clicks: 1000, orders: 100 }, 'worse'],
  ['8 orders, 8 expected', { clicks: 80, orders: 8 }, { clicks: 1000, orders: 100 }, 'too early'],
  ['20 orders, 20 expected', { clicks: 200, orders: 20 }, { clicks: 1000, orders: 100 }, 'as the account'],
  ['60 orders, 20 expected', { clicks: 200, orders: 60 }, { clicks: 1000, orders: 100 }, 'better'],
  [
    'a significant difference of only 10%',
    { clicks: 90_000, orders: 8100 },
    { clicks: 900_000, orders: 90_000 },
    'as the account',
  ],
  ['more orders than clicks', { clicks: 60, orders: 80 }, { clicks: 1000, orders: 100 }, 'better'],
  ['more orders than clicks everywhere', { clicks: 60, orders: 80 }, { clicks: 100, orders: 130 }, 'as the account'],
])('verdict on %s', (_, group, rest, verdict) => {
  const all = { clicks: group.clicks + rest.clicks, orders: group.orders + rest.orders };
  expect(verdictsOf([conversionOf(group, all)])).toEqual([verdict]);
});

test("few clicks pull the rate toward the account's, by at most one order or 100 clicks", () => {
  const none = (clicks: number, account: Clicks) => conversionOf({ clicks, orders: 0 }, account).rate;
  // 0 orders from 10 clicks, plus 1 order from 10 clicks at the account's rate.
  expect(none(10, { clicks: 1000, orders: 100 })).toBeCloseTo(0.05, 12);
  // 0 orders from 100 clicks, plus 0.1 orders from 100 clicks at the account's rate.
  expect(none(100, { clicks: 10_000, orders: 10 })).toBeCloseTo(0.0005, 12);
});

test('the more groups an account has, the larger a difference must be', () => {
  const account = { clicks: 100_000, orders: 10_000 };
  const low = conversionOf({ clicks: 400, orders: 26 }, account);
  const same = conversionOf({ clicks: 400, orders: 40 }, account);
  expect(verdictsOf([low])).toEqual(['worse']);
  expect(verdictsOf([low, ...Array.from({ length: 23 }, () => same)])[0]).toBe('as the account');
});
