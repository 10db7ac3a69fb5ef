/**
 * The answer cache returns entries unchanged, packs them into a few size-limited values, and keeps connections
 * separate.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answerOf,
  type Entry,
  entryOf,
  isGood,
  readCache,
  shardOf,
  withMarksOf,
  writeEntries,
} from '../../../src/formulas/cache/answer-cache.ts';
import type { Cache } from '../../../src/formulas/ports.ts';
import { queryOf } from '../../../src/formulas/query.ts';
import { MarketError } from '../../../src/protocol/market-error.ts';
import { fingerprint } from '../../../src/protocol/store.ts';
import { DAY, MINUTE } from '../../../src/protocol/time.ts';

const NOW = Date.parse('2025-06-16T18:00:00Z');

function inMemoryCache(): Cache & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    getAll: (keys) =>
      Object.fromEntries(keys.flatMap((key) => (texts.has(key) ? [[key, texts.get(key)!] as const] : []))),
    putAll: (more) => {
      for (const [key, text] of Object.entries(more)) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(102_400);
        texts.set(key, text);
      }
    },
    removeAll: (keys) => {
      for (const key of keys) texts.delete(key);
    },
  };
}

function cached(cache: Cache, fingerprint: string, keys: readonly string[]) {
  const queries = keys.map((key) => ({ ...queryOf('inventory', 'main', {}, undefined, undefined), key }));
  return readCache({ cache, fingerprint }, queries).entries;
}

const entry: fc.Arbitrary<Entry> = fc.record(
  {
    at: fc.integer({ min: NOW - 3_600_000, max: NOW }),
    records: fc.array(fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null)))),
    marks: fc.array(fc.string(), { minLength: 1 }),
    refused: fc.tuple(fc.constant('MARKET_SERVICE' as const), fc.string(), fc.constant(0)),
  },
  { requiredKeys: ['at', 'records'] },
);

test('returns entries together with earlier ones, and only for their connection', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), entry), fc.dictionary(fc.string(), entry), (first, second) => {
      const cache = inMemoryCache();
      const entries = [first, second].map(
        (each) => new Map(Object.entries(each).map(([key, value]) => [fingerprint(key), value] as const)),
      );
      for (const each of entries) writeEntries(cache, 'mine', each, NOW);
      const [one, other] = entries as [Map<string, Entry>, Map<string, Entry>];
      const later = [...other].map(([key, each]) => [key, withMarksOf(one.get(key), each)] as const);
      const all = new Map([...one, ...later]);
      expect(cached(cache, 'mine', [...all.keys()])).toEqual(all);
      expect(cached(cache, 'other', [...all.keys()]).size).toBe(0);
      writeEntries(cache, 'other', one, NOW);
      expect(cached(cache, 'mine', [...all.keys()])).toEqual(all);
    }),
  );
});

test.each([
  ['short answers', 'x', 1],
  ['a long answer', 'x'.repeat(200_000), 2],
])('%s cost no more reads than needed', (_, text, reads) => {
  const cache = inMemoryCache();
  writeEntries(cache, 'mine', new Map([['k', { at: NOW, records: [[text]] }]]), NOW);
  const asked: number[] = [];
  const getAll: Cache['getAll'] = (keys) => {
    asked.push(keys.length);
    return cache.getAll(keys);
  };
  expect(cached({ ...cache, getAll }, 'mine', ['k']).get('k')?.records).toEqual([[text]]);
  expect(asked).toHaveLength(reads);
});

test('maps a key to the same shard in every version of the add-on', () => {
  expect(['', 'a', 'ab', 'ba', '9SIA'].map((key) => shardOf('mine', key))).toEqual(
    [0, 33, 33, 63, 18].map((shard) => `answers.mine.${shard}`),
  );
});

test('stores ten thousand answers in 64 values; a long answer uses separate values and replaces them on update', () => {
  const cache = inMemoryCache();
  const entries = new Map(
    Array.from({ length: 10_000 }, (_, index) => {
      const records = [[`9SIA${index}`, `sku-${index}`, 1, [['USA', '0', index]]]];
      return [fingerprint(`query ${index}`), { at: NOW, records }] as const;
    }),
  );
  writeEntries(cache, 'mine', entries, NOW);
  expect(cache.texts.size).toBe(64);
  const long = (at: number) => new Map([['long', { at, records: [['ü'.repeat(50_000)]] }]]);
  writeEntries(cache, 'mine', long(NOW - 1), NOW);
  const texts = cache.texts.size;
  expect(texts).toBeGreaterThan(65);
  writeEntries(cache, 'mine', long(NOW), NOW);
  expect(cache.texts.size).toBe(texts);
  expect(cached(cache, 'mine', ['long'])).toEqual(long(NOW));
  expect(cached(cache, 'mine', [...entries.keys()])).toEqual(entries);
});

test('drops an answer with a missing part, skips answers that are too long, and drops the oldest from a full shard', () => {
  const cache = inMemoryCache();
  const long = { at: NOW, records: [['x'.repeat(300_000)]] };
  writeEntries(cache, 'mine', new Map([['long', long]]), NOW);
  cache.removeAll([[...cache.texts.keys()].find((key) => key.startsWith('part.'))!]);
  expect(cached(cache, 'mine', ['long']).size).toBe(0);
  const tooLong = new Map([['long', { at: NOW, records: [['x'.repeat(4_000_000)]] }]]);
  writeEntries(cache, 'mine', tooLong, NOW);
  expect(cached(cache, 'mine', ['long']).size).toBe(0);
  const same = Array.from({ length: 20_000 }, (_, index) => `k${index}`).filter(
    (key) => shardOf('mine', key) === 'answers.mine.0',
  );
  const full = new Map(same.map((key, index) => [key, { at: NOW - index, records: [['y'.repeat(900)]] }] as const));
  writeEntries(cache, 'mine', full, NOW);
  const kept = [...cached(cache, 'mine', same).keys()];
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length).toBeLessThan(same.length);
  expect(kept).toEqual(same.slice(0, kept.length));
});

test.each([
  ['an error', 5, new MarketError('MARKET_SERVICE', 'No.')],
  ['an empty result', 15, undefined],
])('%s is kept for %i minutes', (_, minutes, refused) => {
  const query = { ...queryOf('inventory', 'main', {}, undefined, undefined), maxAge: DAY };
  const kept = entryOf({ query, records: [], ...(refused ? { refused } : {}) }, NOW);
  expect(kept.refused).toEqual(refused && ['MARKET_SERVICE', 'No.', 0]);
  expect(isGood(kept, query, NOW + minutes * MINUTE)).toBe(true);
  expect(isGood(kept, query, NOW + minutes * MINUTE + 1)).toBe(false);
});

test('records are kept as long as the formula allows', () => {
  const query = { ...queryOf('inventory', 'main', {}, undefined, undefined), maxAge: DAY };
  const kept: Entry = { at: NOW, records: [['P1']] };
  expect([isGood(kept, query, NOW + DAY), isGood(kept, query, NOW + DAY + 1)]).toEqual([true, false]);
});

test('a temporary error keeps the last good records, with their time, for a day', () => {
  const query = { ...queryOf('inventory', 'main', {}, undefined, undefined), maxAge: 2 * DAY };
  const passing = new MarketError('MARKET_BAD_ANSWER', 'Damaged.', { passing: true });
  const entryAt = (at: number, refused: MarketError, before: Entry) =>
    entryOf({ query, records: [], refused }, at, before);
  const good: Entry = { at: NOW, records: [['P1']] };
  const first = entryAt(NOW + MINUTE, passing, good);
  expect(isGood(first, query, NOW + 6 * MINUTE)).toBe(true);
  expect(isGood(first, query, NOW + 6 * MINUTE + 1)).toBe(false);
  const second = entryAt(NOW + DAY - 1, passing, first);
  for (const kept of [first, second])
    expect(answerOf(query, kept)).toEqual({ ...answerOf(query, good), late: 'MARKET_BAD_ANSWER' });
  const lost = [
    entryAt(NOW + DAY, passing, second),
    entryAt(NOW + MINUTE, passing, { at: NOW, records: [] }),
    entryAt(NOW + MINUTE, new MarketError('MARKET_SERVICE', 'No.'), good),
  ];
  for (const entry of lost) {
    const { records, refused } = answerOf(query, entry);
    expect([records, refused?.code]).toEqual([[], entry.refused![0]]);
  }
});

test('entries are dropped a day after their records were fetched, also if an error is newer', () => {
  const cache = inMemoryCache();
  const entryAt = (since: number): Entry => ({ at: NOW, records: [['P1']], refused: ['MARKET_SERVICE', 'No.', since] });
  const entries = new Map([
    ['old', entryAt(NOW - DAY)],
    ['new', entryAt(NOW - DAY + 1)],
  ]);
  writeEntries(cache, 'mine', entries, NOW);
  expect([...cached(cache, 'mine', [...entries.keys()]).keys()]).toEqual(['new']);
});

test('a long entry is still there after it was written again', () => {
  const cache = inMemoryCache();
  const entries = new Map([['long', { at: NOW, records: [['x'.repeat(9000)]] }]]);
  for (let times = 0; times < 2; times++) writeEntries(cache, 'mine', entries, NOW);
  expect(cached(cache, 'mine', ['long'])).toEqual(entries);
});
