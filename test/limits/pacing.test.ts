import { describe, expect, test } from 'vitest';
import {
  asleepForCap,
  type CallSlots,
  nextSends,
  pacedBy,
  type SendTimes,
  type WaitPolicy,
  without,
  worthwhile,
} from '../../src/limits/pacing.ts';

const SECOND = 1000;
const usual: WaitPolicy = { until: 270 * SECOND, asleep: 100 * SECOND, atOnce: 20, batch: 2 * SECOND };
const at = (...slots: [second: number, count: number][]): CallSlots =>
  slots.map(([second, count]) => ({ at: second * SECOND, count }));
const worth = (slots: CallSlots, changes: Partial<WaitPolicy> = {}, wanted = 1000) =>
  worthwhile(slots, wanted, 500, 0, { ...usual, ...changes });

test.each([
  ['includes slots that are free now or soon', at([0, 20], [50, 20]), {}, at([0, 20], [50, 20])],
  ['includes slots that are free now if waiting is not allowed', at([0, 20]), { asleep: 0 }, at([0, 20])],
  ['leaves out slots that are free too late', at([0, 20], [150, 20]), {}, at([0, 20])],
  ['includes slots that become free while calls are made', at([0, 400], [135, 20]), {}, at([0, 400], [135, 20])],
  ['stops when the waits together become too long', at([60, 20], [121, 20], [190, 20]), {}, at([60, 20])],
  ['leaves out slots that are free after the end', at([0, 20], [80, 20]), { until: 80 * SECOND }, at([0, 20])],
  ['includes only as many batches as fit', at([0, 400]), { until: 9 * SECOND }, at([0, 100])],
  ['waits for many calls', at([50, 500]), { asleepForCap: 100 * SECOND }, at([50, 500])],
  ['does not wait as long for few calls', at([50, 200]), { asleepForCap: 100 * SECOND }, at()],
  ['does not wait for a small late rest', at([10, 400], [90, 20]), { asleepForCap: 100 * SECOND }, at([10, 400])],
  [
    'waits for a small late rest that precedes many more',
    at([10, 100], [40, 20], [41, 300]),
    { asleepForCap: 100 * SECOND },
    at([10, 100], [40, 20], [41, 300]),
  ],
])('%s', (_, slots, changes, expected) => {
  expect(worth(slots, changes)).toEqual(expected);
});

test('grants at most the requested calls, and without a wait policy only calls that are free now', () => {
  expect(worth(at([0, 20], [1, 20]), {}, 25)).toEqual(at([0, 20], [1, 5]));
  expect(worthwhile(at([0, 20], [1, 20]), 1000, 500, 0)).toEqual(at([0, 20]));
});

test('a run that repeats soon waits less', () => {
  expect([1, 10, 60].map((minutes) => asleepForCap(minutes * 60 * SECOND) / SECOND)).toEqual([10, 100, 166]);
});

describe('the next batch of calls', () => {
  const sendTimes: SendTimes = [
    { at: 0, count: 30 },
    { at: 10, count: 15 },
    { at: 10, count: 10 },
    { at: 20, count: 2, isProbe: true },
  ];
  test.each([
    ['is as many as go in parallel', 0, 0, { calls: 20, next: null }],
    ['is the rest before the next send time', 20, 5, { calls: 10, next: 10 }],
    ['is empty before the send time', 30, 9, { calls: 0, next: 10 }],
    ['combines two send times', 30, 10, { calls: 20, next: null }],
    ['is the rest before a probe', 50, 20, { calls: 5, next: null }],
    ['is a single probe', 55, 20, { calls: 1, next: null }],
    ['is empty at the end', 57, 20, { calls: 0, next: null }],
  ])('%s', (_, sent, now, expected) => {
    expect(nextSends(without(sendTimes, sent), now, 20)).toEqual(expected);
  });
});

describe("an execution's share of the day's remaining calls", () => {
  const MINUTE = 60 * SECOND;

  test('is four times the even share: 1/72 every five minutes, a sixth every hour', () => {
    expect(pacedBy(7200, 5 * MINUTE)).toBeCloseTo(100);
    expect(pacedBy(7200, 60 * MINUTE)).toBeCloseTo(1200);
  });

  test('is never more than what remains', () => {
    expect(pacedBy(7200, 24 * 60 * MINUTE)).toBe(7200);
    expect(pacedBy(0, 5 * MINUTE)).toBe(0);
  });
});
