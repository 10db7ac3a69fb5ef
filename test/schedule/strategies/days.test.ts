/** Strategies that pull by day repeat recent days, fill missed days, and load past data. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween, pacificText } from '../../../src/protocol/dates.ts';
import { strategies } from '../../../src/schedule/strategies/registry.ts';
import type { Input, StrategyInput, StrategyState } from '../../../src/schedule/strategies/strategy.ts';
import { runs } from '../../effort.ts';
import { DAY, HOUR, input, NOW, viewWith } from '../../support/strategy-input.ts';

const ads = (more: Partial<StrategyInput>) => strategies['ad-performance']!.refresh(input({}, more));
const daysIn = ({ fromDate, toDate }: Input) => daysBetween(String(fromDate), String(toDate));

describe('ad performance reads', () => {
  test.each([
    ['the last three days and today', {}, {}, [['2025-06-13', '2025-06-16']]],
    ['as many days as configured', { restate: 1 }, {}, [['2025-06-15', '2025-06-16']]],
    ['missed days', {}, { through: '2025-06-10' }, [['2025-06-11', '2025-06-16']]],
    [
      'the oldest days first, if many were missed',
      {},
      { through: '2025-03-31' },
      [
        ['2025-04-01', '2025-04-20'],
        ['2025-04-21', '2025-05-01'],
        ['2025-06-13', '2025-06-16'],
      ],
    ],
  ])('%s', (_, filter, state: StrategyState, expected) => {
    const { pulls, isLast } = ads({ filter, state });
    expect(pulls).toEqual(expected.map(([fromDate, toDate]) => ({ fromDate, toDate, by: 'day' })));
    expect(isLast).toBe(true);
  });

  test.each([
    ['and those after the newest rows if the job starts over', '2025-06-10', '2025-06-11'],
    ['without a gap', '2025-06-15', '2025-06-13'],
    ['without days after very old rows', '2025-01-01', '2025-06-13'],
  ])('that may change, %s', (_, newest, fromDate) => {
    const lastDay = Date.parse(`${newest}T12:00:00Z`);
    const campaigns = [
      { campaignNumber: '1', sellerId: 'A', lastDay: lastDay - 9e8 },
      { campaignNumber: '2', sellerId: 'A', lastDay },
    ];
    expect(ads({ view: viewWith({ campaigns }) }).pulls).toMatchObject([{ fromDate, toDate: '2025-06-16' }]);
  });

  test("with the job's criteria, but without its options", () => {
    const [pull] = ads({ filter: { campaignNumber: '7', restate: '2' } }).pulls;
    expect(pull).toEqual({ campaignNumber: '7', fromDate: '2025-06-14', toDate: '2025-06-16', by: 'day' });
  });

  test('no days if an option is invalid', () => {
    expect(() => ads({ filter: { restate: 'all' } })).toThrow('"restate" takes a whole number up to 90');
  });

  test('every day after it ended, for any gaps, calls, and interruptions', () => {
    const execution = fc.record({
      gap: fc.integer({ min: 1, max: 40 * 24 }),
      calls: fc.integer({ min: 0, max: 12 }),
      ends: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(execution, { maxLength: 20 }), (executions) => {
        /** Time of each day's last read. */
        const read = new Map<string, number>();
        let state: StrategyState = {};
        let now = NOW;
        let first: string | undefined;
        const cycle = (cycleAt: number, each: Pick<(typeof executions)[number], 'calls' | 'ends'>) => {
          const made = ads({ now, cycleAt, state, calls: each.calls });
          expect(made.pulls.flatMap(daysIn).length).toBeLessThanOrEqual(each.calls);
          const done = made.pulls.slice(0, each.ends);
          for (const day of done.flatMap(daysIn)) read.set(day, now);
          if (done.length < made.pulls.length) return false;
          first ??= done.flatMap(daysIn)[0];
          state = made.state;
          return made.isLast;
        };
        for (const each of executions) {
          now += each.gap * HOUR;
          cycle(now, each);
        }
        const whole = { calls: 100, ends: 100 };
        for (let last = 0; last < 40; last++) {
          now += 60_000;
          const cycleAt = now;
          while (!cycle(cycleAt, whole)) now += 60_000;
        }
        // A Pacific day can have 23 or 25 hours.
        const today = Date.parse(pacificText(now).slice(0, 10));
        const yesterday = new Date(today - DAY).toISOString().slice(0, 10);
        const early = daysBetween(first!, yesterday).filter(
          (day) => (read.get(day) ?? 0) < Date.parse(day) + 32 * HOUR - DAY / 24,
        );
        expect(early).toEqual([]);
        expect(state.through).toBe(yesterday);
      }),
      {
        numRuns: runs(50, 5000),
        // A sequence that ends late on the 25-hour day when clocks are set back.
        examples: [[[836, 470, 346, 715, 424, 245, 65, 250, 4].map((gap) => ({ gap, calls: 0, ends: 0 }))]],
      },
    );
  });
});

describe('a backfill', () => {
  const past = (dataset: string, more: Partial<StrategyInput>) =>
    strategies[dataset as 'orders' | 'ad-performance'].backfill(input({}, more));

  test.each([
    ['orders', 'orderDateFrom', 'orderDateTo'],
    ['ad-performance', 'fromDate', 'toDate'],
  ])('of %s reads each day once, week by week, newest first', (dataset, from, to) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.infiniteStream(fc.record({ calls: fc.integer({ min: 0, max: 40 }), isEnded: fc.boolean() })),
        (days, executions) => {
          const filter = { from: new Date(NOW - days * DAY).toISOString().slice(0, 10), storefront: 'main' };
          let state: StrategyState = {};
          const read: string[] = [];
          for (let now = NOW, isLast = false; !isLast; now += 10 * 60_000) {
            const { value: execution } = executions.next();
            const made = past(dataset, { filter, now, state, calls: execution.calls });
            const asked = made.pulls.map((pull) => daysBetween(String(pull[from]), String(pull[to])));
            if (dataset === 'ad-performance') expect(asked.flat().length).toBeLessThanOrEqual(execution.calls);
            expect(made.pulls.length).toBeLessThanOrEqual(execution.calls);
            for (const week of asked) expect(week.length).toBeLessThanOrEqual(7);
            for (const pull of made.pulls) expect(Object.keys(pull).sort()).not.toContain('from');
            if (execution.isEnded) continue;
            read.push(...asked.flatMap((week) => [...week].reverse()));
            ({ state, isLast } = made);
          }
          expect(read).toEqual(daysBetween(String(filter.from), '2025-06-16').reverse());
        },
      ),
      { numRuns: runs(50, 1000) },
    );
  });

  test('covers a year by default and reports its progress', () => {
    const first = past('orders', {});
    expect(first).toMatchObject({
      pulls: [{ orderDateFrom: '2025-06-10', orderDateTo: '2025-06-16' }],
      note: 'back to Jun 10; 1 of 53 weeks',
    });
    let { state, note } = first;
    let isLast = false;
    let weeks = 1;
    for (; !isLast; weeks++)
      ({ state, note, isLast } = past('orders', { state, now: NOW + weeks * 600_000 }) as Required<typeof first>);
    expect(weeks).toBe(53);
    expect(note).toBe('back to Jun 16, 2024; 53 of 53 weeks');
  });

  test('estimates the remaining time from the completed weeks', () => {
    const state = { startedAt: NOW, back: '2025-05-20' };
    expect(past('orders', { state, now: NOW + 6 * HOUR }).note).toBe(
      'back to May 13; 5 of 53 weeks; about 3 days left',
    );
    expect(past('orders', { state, now: NOW + 20 * 60_000 }).note).toBe(
      'back to May 13; 5 of 53 weeks; about 4 h left',
    );
    const filter = { from: '2025-05-01' };
    expect(past('orders', { filter, state, now: NOW + 20 * 60_000 }).note).toBe(
      'back to May 13; 5 of 7 weeks; about 9 min left',
    );
  });
});
