/** Calls that may meet a cap lower than the documented one go out few at a time, and all others side by side. */
import { describe, expect, test } from 'vitest';
import { documentedOnly } from '../../src/limits/estimate.ts';
import { probesOf, type SendTimes, type StoreView, sendTimesOf } from '../../src/limits/send-times.ts';
import { CAP, MINUTE, NOW } from '../support/small-ledger.ts';

const LATER = NOW + MINUTE;

function view(free: number, estimate = documentedOnly(CAP)): StoreView {
  const slots = [
    { at: NOW, count: free },
    { at: LATER, count: CAP - free },
  ];
  return { estimate, free: slots };
}

/** A store that found a cap of 40 trusts nine tenths of it; any other one trusts half of the documented cap. */
const found = (free: number) => view(free, { ...documentedOnly(CAP), cap: 40, step: 15, nextProbe: LATER });

const GRANTED = [
  { at: NOW, count: 20 },
  { at: LATER, count: 5 },
];

describe('of twenty calls that may go now', () => {
  /** How many go side by side, and how many few at a time. */
  const split = (times: SendTimes) => {
    const now = times.filter(({ at }) => at === NOW);
    expect(times.filter(({ at }) => at !== NOW)).toEqual([GRANTED[1]]);
    return now.map(({ count, few }) => [count, few ?? 'all']);
  };

  test.each<readonly [string, readonly StoreView[], readonly unknown[]]>([
    ['of an untouched cap', [view(100)], [[20, 'all']]],
    ['up to what is sure', [view(70)], [[20, 'all']]],
    [
      'partly beyond what is sure',
      [view(60)],
      [
        [10, 'all'],
        [10, 4],
      ],
    ],
    ['all beyond what is sure', [view(50)], [[20, 4]]],
    ['up to what is sure of a cap that was found', [found(24)], [[20, 'all']]],
    [
      'partly beyond it',
      [found(20)],
      [
        [16, 'all'],
        [4, 2],
      ],
    ],
    ['as the more careful of two stores has it', [view(60), found(4)], [[20, 2]]],
    ['as the only store in doubt has it', [view(100), found(4)], [[20, 2]]],
    [
      'as the only store in doubt has it, though the other would go fewer at a time',
      [view(60), found(40)],
      [
        [10, 'all'],
        [10, 4],
      ],
    ],
  ])('%s', (_, views, expected) => {
    expect(split(sendTimesOf(views, GRANTED, NOW))).toEqual(expected);
  });
});

describe('probes beyond a cap that was found', () => {
  test.each<readonly [string, readonly StoreView[], typeof GRANTED, number, number, SendTimes]>([
    ['not before they are due', [found(40)], GRANTED, 99, LATER - 1, []],
    ['not of a cap that was not found', [view(100)], GRANTED, 99, LATER, []],
    ['after all others, one by one', [found(40)], GRANTED, 99, LATER, [{ at: LATER, count: 15, few: 1 }]],
    ['at most what is wanted', [found(40)], GRANTED, 7, LATER, [{ at: LATER, count: 7, few: 1 }]],
    ['none is wanted', [found(40)], GRANTED, 0, LATER, []],
    ['at once, without others', [found(0)], [], 99, LATER, [{ at: LATER, count: 15, few: 1 }]],
    [
      'no more than another store has free beside the granted ones',
      [found(40), { ...view(0), free: [{ at: LATER, count: 28 }] }],
      GRANTED,
      99,
      LATER,
      [{ at: LATER, count: 3, few: 1 }],
    ],
    [
      'none where another store has no more',
      [found(40), { ...view(0), free: [{ at: LATER, count: 25 }] }],
      GRANTED,
      99,
      LATER,
      [],
    ],
  ])('%s', (_, views, granted, most, now, expected) => {
    expect(probesOf(views, granted, most, now)).toEqual(expected);
  });
});
