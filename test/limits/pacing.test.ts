/** Which call slots of the future are worth waiting for, and how many calls may go at once. */
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
  ['what is free now, and what comes soon', at([0, 20], [50, 20]), {}, at([0, 20], [50, 20])],
  ['nothing that comes too late', at([0, 20], [150, 20]), {}, at([0, 20])],
  ['what comes while calls are made', at([0, 400], [135, 20]), {}, at([0, 400], [135, 20])],
  ['only what all waits together allow', at([60, 20], [121, 20], [190, 20]), {}, at([60, 20])],
  ['nothing after the last batch may begin', at([0, 20], [80, 20]), { until: 80 * SECOND }, at([0, 20])],
  ['no more batches than fit', at([0, 400]), { until: 9 * SECOND }, at([0, 100])],
  ['for many calls a wait', at([50, 500]), { asleepForCap: 100 * SECOND }, at([50, 500])],
  ['not the same wait for few', at([50, 200]), { asleepForCap: 100 * SECOND }, at()],
  ['nor a late rest', at([10, 400], [90, 20]), { asleepForCap: 100 * SECOND }, at([10, 400])],
  [
    'a late rest for the sake of what comes after it',
    at([10, 100], [40, 20], [41, 300]),
    { asleepForCap: 100 * SECOND },
    at([10, 100], [40, 20], [41, 300]),
  ],
])('%s', (_, slots, changes, expected) => {
  expect(worth(slots, changes)).toEqual(expected);
});

test('no more than is wanted, and without a wait policy only what is free now', () => {
  expect(worth(at([0, 20], [1, 20]), {}, 25)).toEqual(at([0, 20], [1, 5]));
  expect(worthwhile(at([0, 20], [1, 20]), 1000, 500, 0)).toEqual(at([0, 20]));
});

test('a run that comes again soon waits less', () => {
  expect([1, 10, 60].map((minutes) => asleepForCap(minutes * 60 * SECOND) / SECOND)).toEqual([10, 100, 166]);
});

describe('calls that are due', () => {
  const sendTimes: SendTimes = [
    { at: 0, count: 30 },
    { at: 10, count: 15 },
    { at: 10, count: 10 },
    { at: 20, count: 2, isProbe: true },
  ];
  test.each([
    ['as many as go in parallel', 0, 0, { calls: 20, next: null }],
    ['the rest, before the next send time', 20, 5, { calls: 10, next: 10 }],
    ['none before their time', 30, 9, { calls: 0, next: 10 }],
    ['those of two send times together', 30, 10, { calls: 20, next: null }],
    ['the rest, before a probe', 50, 20, { calls: 5, next: null }],
    ['a probe alone', 55, 20, { calls: 1, next: null }],
    ['none at the end', 57, 20, { calls: 0, next: null }],
  ])('%s', (_, sent, now, expected) => {
    expect(nextSends(without(sendTimes, sent), now, 20)).toEqual(expected);
  });
});

describe('of what a day has left an execution may take', () => {
  const MINUTE = 60 * SECOND;

  test('four times its even share: 1/72 every five minutes, a sixth every hour', () => {
    expect(pacedBy(7200, 5 * MINUTE)).toBeCloseTo(100);
    expect(pacedBy(7200, 60 * MINUTE)).toBeCloseTo(1200);
  });

  test('never more than there is', () => {
    expect(pacedBy(7200, 24 * 60 * MINUTE)).toBe(7200);
    expect(pacedBy(0, 5 * MINUTE)).toBe(0);
  });
});
