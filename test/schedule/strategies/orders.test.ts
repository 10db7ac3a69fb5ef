/** The orders strategy: new orders by date, open orders by number. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromPacific, pacificText } from '../../../src/protocol/dates.ts';
import { refreshOrders } from '../../../src/schedule/strategies/orders.ts';
import type { OrderAge, StrategyInput, StrategyState } from '../../../src/schedule/strategies/strategy.ts';
import { runs } from '../../effort.ts';
import { DAY, HOUR, input, NOW } from '../../support/strategy-input.ts';

function order(orderNumber: number, more: Partial<OrderAge> = {}): OrderAge {
  return {
    orderNumber: String(orderNumber),
    sellerId: 'A006',
    status: '0',
    orderedAt: NOW - DAY,
    asOf: NOW - HOUR,
    ...more,
  };
}

const many = (count: number, from: number, more: Partial<OrderAge> = {}) =>
  Array.from({ length: count }, (_, index) => order(from + index, more));

const turn = (orders: readonly OrderAge[], more: Partial<StrategyInput> = {}) => refreshOrders(input({ orders }, more));

describe('new orders', () => {
  test.each([
    ['seven days back at first', {}, {}, '2025-06-09 05:00:00'],
    ['from the date in the filter', { from: '2025-01-02' }, {}, '2025-01-02 00:00:00'],
    ['never from the future', { from: '2026-01-02' }, {}, '2025-06-16 01:57:00'],
    [
      'from the last covered time, with an overlap',
      { from: '2025-01-02' },
      { covered: NOW - HOUR },
      '2025-06-16 01:00:00',
    ],
  ])('are requested %s', (_, filter, state: StrategyState, orderDateFrom) => {
    const { pulls, isLast, state: kept } = turn([], { filter, state });
    expect(pulls).toEqual([{ orderDateFrom, orderDateTo: '2025-06-16 04:57:00' }]);
    expect(isLast).toBe(true);
    expect(kept.covered).toBe(NOW - 3 * 60_000);
  });

  test.each([
    ['after a gap', 20, 20],
    ['after none', 1, 7],
    ['after a very long one', 400, 90],
  ])('are requested from the newest known order on if the job starts over: %s', (_, ago, back) => {
    const at = (days: number) => NOW - days * 24 * HOUR;
    const { pulls } = turn([order(1, { orderedAt: at(ago + 5) }), order(2, { orderedAt: at(ago) })]);
    const overlap = back === ago ? 3 * HOUR : 0;
    expect(pulls[0]).toMatchObject({ orderDateFrom: pacificText(at(back) - overlap) });
  });

  test("get the job's criteria; connection and version apply to open orders as well", () => {
    const filter = { status: '0', type: '2', connection: 'Mine', version: '314' };
    const [news, open] = turn([order(1)], { filter }).pulls;
    expect(news).toMatchObject(filter);
    expect(open).toEqual({ connection: 'Mine', version: '314', orderNumbers: ['1'] });
  });

  test('are requested again after an hour if the cycle cannot end', () => {
    const begun = { newAt: NOW, cycle: NOW, covered: NOW };
    const at = (now: number) => turn([order(1)], { now, cycleAt: NOW, state: begun });
    expect([at(NOW + HOUR - 1), at(NOW + HOUR)].map(({ pulls, inFull }) => [pulls.length, inFull])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(at(NOW + HOUR).pulls[0]).toMatchObject({ orderDateTo: pacificText(NOW + HOUR - 180_000) });
  });

  test('refuse an invalid date', () => {
    expect(() => turn([], { filter: { from: 'soon' } })).toThrow('"from" takes a date');
  });
});

/** All order numbers that these pulls request. */
const asked = (pulls: readonly { readonly orderNumbers?: unknown }[]) =>
  pulls.flatMap(({ orderNumbers }) => (orderNumbers ?? []) as string[]);

describe('known orders', () => {
  test.each([
    ['are requested if unshipped', { status: '0' }, true],
    ['are requested if partially shipped', { status: '1' }, true],
    ['are requested if payment is pending', { status: '5' }, true],
    ['are requested if their status is unknown', { status: 'Paused' }, true],
    ['are requested if they have no status', { status: '' }, true],
    ['are requested if incomplete', { asOf: undefined }, true],
    ['are not requested if read in this cycle', { asOf: NOW }, false],
    ['are not requested if closed and read today', { status: '2' }, false],
    ['are requested if closed and read over a day ago', { status: '3', asOf: NOW - 25 * HOUR }, true],
    ['are not requested if still open after a month and read today', { status: '0', orderedAt: NOW - 31 * DAY }, false],
    ['are requested if closed and soon read a day ago', { status: '3', asOf: NOW - 23.5 * HOUR }, true],
    [
      'are requested if still open after a month and read over a day ago',
      { status: '0', asOf: NOW - 25 * HOUR, orderedAt: NOW - 31 * DAY },
      true,
    ],
    [
      'are not requested if ordered over a month ago and closed',
      { status: '4', asOf: NOW - 25 * HOUR, orderedAt: NOW - 31 * DAY },
      false,
    ],
  ])('%s', (_, more, isAsked) => {
    const { asOf, ...others } = { ...order(1), ...more };
    const known = asOf === undefined ? others : { ...others, asOf };
    expect(asked(turn([known]).pulls)).toEqual(isAsked ? ['1'] : []);
  });

  test.each([
    [0, 0, 1],
    [1, 0, 2],
    [100, 0, 2],
    [100, 1, 3],
    [250, 150, 5],
    [2500, 0, 26],
  ])('%i open and %i due closed orders take %i calls', (open, due, calls) => {
    const orders = [
      ...many(open, 10_000),
      ...many(due, 20_000, { status: '2', asOf: NOW - 2 * DAY }),
      ...many(500, 30_000, { status: '3', asOf: NOW - HOUR }),
    ];
    const { pulls } = turn(orders);
    const spent = pulls.reduce((sum, { orderNumbers }) => sum + Math.ceil(asked([{ orderNumbers }]).length / 100), 1);
    expect(spent).toBe(calls);
  });

  test('in one day of cycles, every closed order is read at least once', () => {
    const asOf = new Map(many(777, 0).map(({ orderNumber }) => [orderNumber, NOW - 36 * HOUR]));
    for (let now = NOW; now < NOW + 2 * DAY; now += HOUR) {
      const orders = [...asOf].map(([number, at]) => order(Number(number), { status: '2', asOf: at }));
      for (const number of asked(turn(orders, { now }).pulls)) asOf.set(number, now);
      expect(Math.min(...asOf.values())).toBeGreaterThanOrEqual(now - DAY);
    }
  });
});

describe('executions interrupted anywhere', () => {
  test("skip no order, never exceed their calls, and aren't delayed by missing orders", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 0, max: 300 }),
        fc.infiniteStream(fc.record({ calls: fc.integer({ min: 1, max: 4 }), ends: fc.integer({ min: 0, max: 9 }) })),
        (count, lost, executions) => {
          const asOf = new Map(many(count, 1000).map(({ orderNumber }) => [orderNumber, NOW - HOUR]));
          const isLost = (number: string) => Number(number) % 1000 < lost;
          let state: StrategyState = {};
          let isNewDone = 0;
          for (let now = NOW, isLast = false; !isLast; now += 60_000) {
            const { value: execution } = executions.next();
            const orders = [...asOf].map(([number, at]) => order(Number(number), { asOf: at }));
            const made = turn(orders, { now, cycleAt: NOW, state, calls: execution.calls });
            const calls = made.pulls.map(({ orderNumbers }) => Math.ceil(asked([{ orderNumbers }]).length / 100) || 1);
            expect(calls.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(execution.calls);
            const done = made.pulls.slice(0, execution.ends);
            for (const number of asked(done)) if (!isLost(number)) asOf.set(number, now);
            if (done.length < made.pulls.length) continue;
            isNewDone += done.filter(({ orderDateFrom }) => orderDateFrom !== undefined).length;
            ({ state, isLast } = made);
          }
          expect(isNewDone).toBe(1);
          expect([...asOf].filter(([number, at]) => at < NOW && !isLost(number))).toEqual([]);
        },
      ),
      { numRuns: runs(60, 2000) },
    );
  });
});

describe('around both clock changes', () => {
  /** Ways in which the service may interpret wall time in the repeated hour. */
  const readings: Readonly<Record<string, (text: string) => number>> = {
    'its first pass': (text) => fromPacific(Date.parse(`${text.replace(' ', 'T')}Z`)).at,
    'its second pass': (text) => {
      const { at, ambiguous } = fromPacific(Date.parse(`${text.replace(' ', 'T')}Z`));
      return ambiguous ? at + HOUR : at;
    },
  };
  const changes = [Date.UTC(2025, 10, 2, 9), Date.UTC(2025, 2, 9, 10)];

  test.each([...Object.keys(readings), 'plain text'])(
    'no order is lost if the service reads the repeated hour as %s',
    (reading) => {
      const read = readings[reading];
      fc.assert(
        fc.property(
          fc.constantFrom(...changes),
          fc.array(fc.record({ at: fc.integer({ min: -600, max: 600 }), late: fc.integer({ min: 0, max: 110 }) }), {
            maxLength: 40,
          }),
          fc.array(fc.integer({ min: 5, max: 90 }), { minLength: 5, maxLength: 60 }),
          fc.infiniteStream(fc.boolean()),
          (change, arrivals, gaps, ends) => {
            const orders = arrivals.map(({ at, late }) => ({
              at: change + at * 60_000,
              seen: change + (at + late) * 60_000,
            }));
            const found = new Set<(typeof orders)[number]>();
            let state: StrategyState = {};
            const cycle = (now: number, isEnded: boolean) => {
              const made = turn([], { now, state });
              const [from, to] = [String(made.pulls[0]!.orderDateFrom), String(made.pulls[0]!.orderDateTo)];
              expect(from < to).toBe(true);
              if (isEnded) return;
              for (const each of orders) {
                if (each.seen > now) continue;
                const isIn = read
                  ? each.at >= read(from) && each.at <= read(to) + 999
                  : pacificText(each.at) >= from && pacificText(each.at) <= to;
                if (isIn) found.add(each);
              }
              state = made.state;
            };
            let now = change - 12 * HOUR;
            for (const gap of gaps) {
              now += gap * 60_000;
              cycle(now, ends.next().value);
            }
            now = Math.max(now, change + 13 * HOUR);
            for (let last = 1; last <= 3; last++) cycle(now + last * HOUR, false);
            expect(orders.filter((each) => !found.has(each))).toEqual([]);
          },
        ),
        { numRuns: runs(300, 20_000) },
      );
    },
  );
});
