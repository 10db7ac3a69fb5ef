/** Formulas of one workbook at once, in any order: as few calls as possible, and every cell gets its value. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HttpResult } from '../../../src/protocol/http.ts';
import { isLong, runs } from '../../effort.ts';
import type { Cell, Storm } from './paper-storm.ts';
import { chanceOf, PaperShop, sheetOf } from './paper-storm.ts';

const skus = (count: number, name = 'sku') => Array.from({ length: count }, (_, index) => `${name}${index}`);

function stockCells(ids: readonly string[], refresh?: unknown): Cell[] {
  return ids.map((id) => ({
    name: 'MARKET_STOCK',
    inputs: refresh === undefined ? [id] : [id, '', '', refresh as string],
  }));
}

/** A shop whose workbook has a formula for each identifier, which stands beside it. */
function shopWith(ids: readonly string[], formulaOf = (row: number) => `=MARKET_STOCK(A${row})`): PaperShop {
  const shop = new PaperShop();
  const sheet = sheetOf(
    'Stock',
    ids.map((id, index) => [id, formulaOf(index + 1)]),
  );
  shop.workbook = {
    place: () => ({ sheet: 'Stock', column: 2 }),
    sheets: () => [sheet],
    named: () => undefined,
  };
  return shop;
}

const valuesIn = ({ shown }: Storm) => shown.map((each) => each?.value);
const stocks = (ids: readonly string[]) => ids.map((id) => id.length);
const longest = ({ shown }: Storm) => Math.max(...shown.map((each) => each?.took ?? 0));
const anySeed = fc.integer();

/** More than run at once, where there is time for it. */
const MANY = isLong ? 45 : 33;
const FEW = isLong ? 34 : 12;

test('whatever the order, there is one call for a hundred and then none', () => {
  fc.assert(
    fc.property(anySeed, fc.integer({ min: 1, max: MANY }), (seed, count) => {
      const ids = skus(count);
      const shop = shopWith(ids);
      const chance = chanceOf(seed);
      const cold = shop.run(stockCells([...ids, ...ids.slice(0, 5)]), chance);
      expect(valuesIn(cold)).toEqual(stocks([...ids, ...ids.slice(0, 5)]));
      expect(shop.calls).toHaveLength(1);
      expect(longest(cold)).toBeLessThan(10_000);
      expect(shop.lockTries).toBeLessThanOrEqual(30);
      const [tries, read] = [shop.lockTries, shop.connectionsRead];
      expect(valuesIn(shop.run(stockCells(ids), chance))).toEqual(stocks(ids));
      expect([shop.calls.length, shop.lockTries, shop.connectionsRead]).toEqual([1, tries, read]);
    }),
    { numRuns: runs(8, 200) },
  );
});

test('many formulas are a call for each hundred, side by side, and ten more are one', () => {
  const ids = skus(isLong ? 250 : 120);
  const rounds = isLong ? [3] : [2];
  const shop = shopWith(ids);
  expect(valuesIn(shop.run(stockCells(ids), chanceOf(1)))).toEqual(stocks(ids));
  expect(shop.rounds).toEqual(rounds);
  const more = skus(10, 'new');
  shop.workbook = shopWith([...ids, ...more]).workbook;
  expect(valuesIn(shop.run(stockCells(more), chanceOf(2)))).toEqual(stocks(more));
  expect(shop.rounds).toEqual([...rounds, 1]);
  expect(new Set(shop.calls[shop.calls.length - 1])).toEqual(new Set(more));
});

describe('a leader that ends anywhere', () => {
  const ids = skus(FEW);
  const steps = (at: number) => {
    const shop = shopWith(ids);
    let left = at;
    let killed = -1;
    shop.afterStep = ({ isLeading, isStepOf }) => {
      if (!isLeading || killed >= 0 || --left > 0) return undefined;
      killed = isStepOf;
      return 'kill';
    };
    const storm = shop.run(stockCells(ids), chanceOf(at));
    return { shop, storm, killed };
  };

  test('costs one batch at most, and every other cell gets its value', () => {
    let died = 0;
    for (let at = 1; at < 60; at++) {
      const { shop, storm, killed } = steps(at);
      if (killed < 0) break;
      died++;
      expect(storm.shown.filter((each) => each === undefined).length, `step ${at}`).toBeLessThanOrEqual(1);
      storm.shown.forEach((each, index) => {
        if (each) expect([at, each.value]).toEqual([at, ids[index]!.length]);
      });
      expect(shop.calls.length, `step ${at}`).toBeLessThanOrEqual(2);
      expect(longest(storm)).toBeLessThan(25_000);
    }
    expect(died).toBeGreaterThan(15);
  });
});

test('a cache that forgets at any moment changes no value', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const ids = skus(FEW);
      const shop = shopWith(ids);
      const chance = chanceOf(seed);
      shop.afterStep = () => {
        if (chance.below(15) === 0) shop.evict(chance);
        return undefined;
      };
      const storm = shop.run(stockCells(ids), chance);
      expect(valuesIn(storm)).toEqual(stocks(ids));
      expect(longest(storm)).toBeLessThan(30_000);
    }),
    { numRuns: runs(8, 200) },
  );
});

test('arguments that cannot be read ahead share calls too', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const ids = skus(60);
      const shop = shopWith(ids, (row) => `=MARKET_STOCK(VLOOKUP(${row},A:A,1))`);
      const storm = shop.run(stockCells(ids), chanceOf(seed));
      expect(valuesIn(storm)).toEqual(stocks(ids));
      // As many as run at once wait at once.
      expect(shop.calls.length).toBeLessThanOrEqual(6);
      expect(longest(storm)).toBeLessThan(25_000);
    }),
    { numRuns: runs(6, 100) },
  );
});

test('what the marketplace does not know is remembered too, and refused again without a call', () => {
  const shop = shopWith(['a', 'b']);
  shop.stockOf = (id) => (id === 'a' ? 7 : undefined);
  for (let time = 0; time < 3; time++) {
    const { shown } = shop.run(stockCells(['a', 'b']), chanceOf(time));
    expect(shown[0]!.value).toBe(7);
    expect(shown[1]!.error!.code).toBe('MARKET_NOT_FOUND');
  }
  expect(shop.calls).toHaveLength(1);
});

describe('when the marketplace cannot be asked', () => {
  const MINUTE = 60_000;
  const unreachable: HttpResult = { fault: 'unreachable', message: 'Address unavailable' };
  const capped: HttpResult = {
    status: 429,
    headers: { 'content-type': 'application/json' },
    text: '[{"Code":"CT001","Message":"Too many"}]',
  };

  test('a storm of errors costs one try, and says until when nobody asks', () => {
    const ids = skus(60);
    const shop = shopWith(ids);
    shop.respond = () => unreachable;
    const { shown } = shop.run(stockCells(ids), chanceOf(1));
    expect(new Set(shown.map((each) => each!.error!.code))).toEqual(new Set(['MARKET_UNREACHABLE']));
    expect(
      shown.filter((each) => each!.error!.message.includes('none asks for a while')).length,
    ).toBeGreaterThan(50);
    // One try with its two repetitions.
    expect(shop.calls).toHaveLength(3);
    shop.run(stockCells(ids), chanceOf(2));
    expect(shop.calls).toHaveLength(3);
    shop.now += MINUTE;
    shop.respond = () => undefined;
    expect(valuesIn(shop.run(stockCells(ids), chanceOf(3)))).toEqual(stocks(ids));
    expect(shop.calls).toHaveLength(4);
  });

  test('the last good values stand in, at once', () => {
    const ids = skus(40);
    const shop = shopWith(ids);
    shop.run(stockCells(ids), chanceOf(1));
    shop.now += 120 * MINUTE;
    shop.respond = () => capped;
    const storm = shop.run(stockCells(ids), chanceOf(2));
    expect(valuesIn(storm)).toEqual(stocks(ids));
    expect(longest(storm)).toBeLessThan(6000);
    expect(shop.calls).toHaveLength(2);
  });
});

describe('a refresh argument', () => {
  test('asks again, for all formulas in one call, when it changes and not before', () => {
    const ids = skus(40);
    const shop = shopWith(ids, (row) => `=MARKET_STOCK(A${row},,,$Z$1)`);
    let mark: unknown = true;
    const sheet = shop.workbook.sheets()[0]!;
    const z1 = { top: 1, left: 26, bottom: 1, right: 26 };
    shop.workbook = {
      ...shop.workbook,
      sheets: () => [
        {
          ...sheet,
          values: (area) =>
            sheet
              .values(area)
              .map((row, index) =>
                row.map((cell, column) =>
                  area.top + index === z1.top && area.left + column === z1.left ? (mark as string) : cell,
                ),
              ),
        },
      ],
    };
    const calls = (refresh: unknown) => {
      mark = refresh;
      const before = shop.calls.length;
      expect(valuesIn(shop.run(stockCells(ids, refresh), chanceOf(before)))).toEqual(stocks(ids));
      return shop.calls.length - before;
    };
    expect(calls(true)).toBe(1);
    expect(calls(true)).toBe(0);
    expect(calls(false)).toBe(1);
    expect(calls(true)).toBe(1);
    const instant = new Date(shop.now + 1000);
    shop.now += 60_000;
    expect(calls(instant)).toBe(1);
    expect(calls(instant)).toBe(0);
  });
});
