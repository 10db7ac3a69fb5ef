/** A leader gives signs of life when they are worth their call, and never lets a longer silence pass unsaid. */
import { expect, test } from 'vitest';
import type { Ports } from '../../../src/formulas/ports.ts';
import { acquireLease, isHeld, LEASE_TEXTS } from '../../../src/formulas/queue/coordination.ts';

function leading() {
  const texts = new Map<string, string>();
  let [now, writes] = [0, 0];
  const cache: Ports['cache'] = {
    getAll: (keys) => Object.fromEntries(keys.flatMap((key) => (texts.has(key) ? [[key, texts.get(key)!]] : []))),
    putAll: (more) => {
      writes++;
      for (const [key, text] of Object.entries(more)) texts.set(key, text);
    },
    removeAll: (keys) => {
      for (const key of keys) texts.delete(key);
    },
  };
  const clock = {
    now: () => now,
    sleep: (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const lock = { tryLock: () => true, release: () => undefined };
  const lease = acquireLease({ cache, clock, lock } as unknown as Ports, 'me', [])!;
  /** Cache writes of one sign of life, so long after the last. */
  const renewed = (after: number, until?: number) => {
    now += after;
    writes = 0;
    lease.renew(until);
    return writes;
  };
  const isLed = () => isHeld(cache.getAll(LEASE_TEXTS), now);
  return { lease, renewed, isLed, now: () => now };
}

test('a sign of life is written once the last one has grown old', () => {
  const { renewed } = leading();
  expect([renewed(0), renewed(900), renewed(200), renewed(0)]).toEqual([0, 0, 1, 0]);
});

test('a longer silence is told at once, and once', () => {
  const { renewed, isLed, now } = leading();
  expect(renewed(0, now() + 20_000)).toBe(1);
  expect(renewed(0, now() + 20_000)).toBe(0);
  expect([renewed(10_000), isLed()]).toEqual([0, true]);
});

test('what is released is held by nobody', () => {
  const { lease, isLed } = leading();
  expect([lease.isHeld(), isLed()]).toEqual([true, true]);
  lease.release();
  expect(isLed()).toBe(false);
});
