/** The leader renews its lease when needed, and extends it before a long call. */
import { expect, test } from 'vitest';
import type { Ports } from '../../../src/formulas/ports.ts';
import { acquireLease, isLed, LEASE, writeRequest } from '../../../src/formulas/queue/coordination.ts';

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
  const lease = acquireLease({ cache, clock } as unknown as Ports, 'me', [])!;
  /** Renews the lease `after` milliseconds later, and returns the number of cache writes. */
  const renewed = (after: number, until?: number) => {
    now += after;
    writes = 0;
    lease.renew(until);
    return writes;
  };
  const isLedNow = () => isLed(cache.getAll([LEASE]), now);
  return { cache, lease, renewed, isLedNow, now: () => now };
}

test('the lease is renewed only after about a second', () => {
  const { renewed } = leading();
  expect([renewed(0), renewed(900), renewed(200), renewed(0)]).toEqual([0, 0, 1, 0]);
});

test('the lease is extended once before a long call', () => {
  const { renewed, isLedNow, now } = leading();
  expect(renewed(0, now() + 20_000)).toBe(1);
  expect(renewed(0, now() + 20_000)).toBe(0);
  expect([renewed(10_000), isLedNow()]).toEqual([0, true]);
});

test('an unexpired lease is held without asking the cache', () => {
  const { cache, lease } = leading();
  cache.getAll = () => {
    throw new Error('Asked.');
  };
  expect(lease.isHeld()).toBe(true);
});

test('a released lease is free', () => {
  const { lease, isLedNow } = leading();
  expect([lease.isHeld(), isLedNow()]).toEqual([true, true]);
  lease.release();
  expect(isLedNow()).toBe(false);
});

test('if two formulas take the lease at the same time, the last one gets it', () => {
  let text: string | undefined;
  const cache: Ports['cache'] = {
    getAll: () => (text === undefined ? {} : { [LEASE]: text }),
    putAll: (texts) => {
      text = texts[LEASE];
    },
    removeAll: () => {
      text = undefined;
    },
  };
  let last: ReturnType<typeof acquireLease>;
  const portsWith = (sleep: () => void) => ({ cache, clock: { now: () => 0, sleep } }) as unknown as Ports;
  const whileFirstSettles = () => {
    last = acquireLease(
      portsWith(() => undefined),
      'last',
      [],
    );
  };
  expect(acquireLease(portsWith(whileFirstSettles), 'first', [])).toBeUndefined();
  expect(last?.isHeld()).toBe(true);
});

test('a request too long for its cache slot is not written', () => {
  const texts: Record<string, string> = {};
  const cache = { putAll: (more: object) => Object.assign(texts, more) } as unknown as Ports['cache'];
  const request = (length: number) => ({ id: 'x'.repeat(length), queries: [] });
  writeRequest(cache, 'short', request(10));
  writeRequest(cache, 'long', request(30_000));
  expect(Object.keys(texts)).toEqual(['short']);
});
