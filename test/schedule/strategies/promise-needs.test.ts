/** What a promise about ages needs now: what is due, what is read early, what is due soon, and when the next one is. */
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../../src/protocol/time.ts';
import { dueAfter, neededNow, readEvery } from '../../../src/schedule/strategies/promise.ts';

const NOW = 1_000 * HOUR;

test.each([
  ['many executions within the time', 4 * HOUR, 10 * MINUTE, 4 * HOUR - 5 * MINUTE],
  ['just four', 4 * HOUR, HOUR, 4 * HOUR - 5 * MINUTE],
  ['fewer', 4 * HOUR - 1, HOUR, 4 * HOUR - 1 + 5 * MINUTE],
  ['one', HOUR, HOUR, HOUR + 5 * MINUTE],
])('something is due with %s', (_, within, interval, after) => {
  expect(dueAfter(NOW, within, interval)).toBe(NOW + after);
});

test.each([
  ['ten minutes of an hour', HOUR, 10 * MINUTE, 50 * MINUTE],
  ['an hour of one', HOUR, HOUR, HOUR],
  ['an hour of four', 4 * HOUR, HOUR, 3 * HOUR],
  ['less than an execution', 10 * MINUTE, HOUR, HOUR],
])('with executions every %s it is read so often', (_, within, interval, every) => {
  expect(readEvery(within, interval)).toBe(every);
});

describe('with an execution every ten minutes and sixty calls an hour', () => {
  const chances = { now: NOW, interval: 10 * MINUTE, rate: 60 };
  const every = 4 * HOUR;
  /** Minutes until each is due. */
  const needed = (...minutes: number[]) => {
    const found = neededNow(
      minutes.map((each) => ({ due: NOW + each * MINUTE, every })),
      chances,
    );
    const left = (all: typeof found.due) => all.map(({ due }) => (due - NOW) / MINUTE);
    const from = Number.isFinite(found.from) ? (found.from - NOW) / MINUTE : undefined;
    return [left(found.due), left(found.early), found.soon, from];
  };

  test.each<[string, number[], unknown]>([
    ['nothing', [], [[], [], 0, undefined]],
    ['one that is too old already', [-30], [[-30], [], 0, -40]],
    ['one that would be at the next execution', [10], [[10], [], 0, 0]],
    ['one that would be just after it', [11], [[], [], 1, 1]],
    ['one within the hour after it', [69], [[], [], 1, 59]],
    ['one later', [70], [[], [], 0, 60]],
    ['several, the first due first', [80, 5, 30, -1], [[-1, 5], [], 1, -11]],
  ])('%s', (_, minutes, expected) => {
    expect(needed(...minutes)).toEqual(expected);
  });

  test('so many later that calls do not come in time are begun before', () => {
    const crowd = Array.from({ length: 200 }, () => 120);
    const [due, early, soon, from] = needed(...crowd) as [number[], number[], number, number];
    expect([due.length, soon]).toEqual([0, 0]);
    expect(early.length).toBeGreaterThan(0);
    expect(early.length).toBeLessThanOrEqual(200);
    expect(from).toBeLessThan(0);
    // As many as calls come within the time since it should have begun.
    expect(early.length).toBe(Math.ceil(Math.min(200, -from)));
    const [few] = [needed(...crowd.slice(0, 59)) as [number[], number[], number, number]];
    expect([few[1].length, few[3]]).toEqual([0, 110]);
  });
});
