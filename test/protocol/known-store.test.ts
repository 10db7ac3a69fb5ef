/** A per-execution store cache: few reads, batched writes, no stale values. */
import { beforeEach, expect, test } from 'vitest';
import { type KnownStore, knownShortly, readOnce, writingSoon } from '../../src/protocol/store.ts';
import { type InMemoryStore, inMemoryStore } from '../support/in-memory-store.ts';

let stored: InMemoryStore;
let now: number;
let calls: string[];
let known: KnownStore;
const counted = () => ({
  ...stored,
  all: () => {
    calls.push('all');
    return stored.all();
  },
  setAll: (values: Readonly<Record<string, string>>) => {
    calls.push(`set ${Object.keys(values).join()}`);
    stored.setAll(values);
  },
});
beforeEach(() => {
  [stored, now, calls] = [inMemoryStore(), 0, []];
  known = knownShortly(counted, () => now);
});

test('reads again after five seconds or after forget', () => {
  stored.set('a', '1');
  expect([known.get('a'), known.get('b')]).toEqual(['1', null]);
  stored.set('a', '2');
  now = 5000;
  expect(known.get('a')).toBe('1');
  now = 5001;
  expect(known.get('a')).toBe('2');
  stored.set('a', '3');
  known.forget();
  expect(known.all()).toEqual({ a: '3' });
  expect(calls).toEqual(['all', 'all', 'all']);
});

test('returns its own writes and removals', () => {
  const once = readOnce(counted);
  for (const store of [known, once]) {
    expect(store.get('a')).toBeNull();
    store.set('a', '1');
    store.setAll({ b: '2', c: '3' });
    store.remove('c');
    expect(store.all()).toEqual({ a: '1', b: '2' });
    for (const key of ['a', 'b']) store.remove(key);
  }
  expect(calls.filter((call) => call === 'all')).toHaveLength(2);
});

test('writes a delayed value with the next write, and returns it before that', () => {
  const soon = writingSoon(known);
  soon.set('a', '1');
  expect([known.get('a'), known.all(), stored.all()]).toEqual(['1', { a: '1' }, {}]);
  known.set('b', '2');
  known.set('c', '3');
  expect(stored.all()).toEqual({ a: '1', b: '2', c: '3' });
  expect(calls.filter((call) => call.startsWith('set'))).toEqual(['set a,b', 'set c']);
});

test('drops a delayed value when its key is written or removed', () => {
  known.set('a', '0');
  known.setSoon('a', '1');
  known.setAll({ a: '2' });
  expect(stored.all()).toEqual({ a: '2' });
  known.setSoon('a', '3');
  known.remove('a');
  known.set('b', '4');
  expect([known.get('a'), stored.all()]).toEqual([null, { b: '4' }]);
});

test('a store without delays writes immediately', () => {
  writingSoon(stored).set('a', '1');
  expect(stored.all()).toEqual({ a: '1' });
});
