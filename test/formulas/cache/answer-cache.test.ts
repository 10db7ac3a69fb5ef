/** The shelf gives back what was put up, in few texts of bounded size, and nothing of another connection. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEntries, shardOf, writeEntries } from '../../../src/formulas/cache/answer-cache.ts';
import type { Entry } from '../../../src/formulas/cache/entry.ts';
import { withMarksOf } from '../../../src/formulas/cache/entry.ts';
import type { Cache } from '../../../src/formulas/queue/ports.ts';
import { fingerprint } from '../../../src/tables/fingerprint.ts';

const NOW = Date.parse('2025-06-16T18:00:00Z');

function paperCache(): Cache & { readonly texts: Map<string, string> } {
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

function standing(cache: Cache, print: string, keys: readonly string[]) {
  return readEntries(cache, print, cache.getAll(keys.map((key) => shardOf(print, key))), keys);
}

const entry: fc.Arbitrary<Entry> = fc.record(
  {
    at: fc.integer({ min: NOW - 3_600_000, max: NOW }),
    records: fc.array(fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null)))),
    marks: fc.array(fc.string(), { minLength: 1 }),
    refused: fc.tuple(fc.constant('MARKET_SERVICE' as const), fc.string()),
  },
  { requiredKeys: ['at', 'records'] },
);

test('what is put up stands there, beside what was there before, for that connection alone', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), entry), fc.dictionary(fc.string(), entry), (first, second) => {
      const cache = paperCache();
      const entries = [first, second].map(
        (each) => new Map(Object.entries(each).map(([key, value]) => [fingerprint(key), value] as const)),
      );
      for (const each of entries) writeEntries(cache, 'mine', each, NOW);
      const [one, other] = entries as [Map<string, Entry>, Map<string, Entry>];
      const later = [...other].map(([key, each]) => [key, withMarksOf(one.get(key), each)] as const);
      const all = new Map([...one, ...later]);
      expect(standing(cache, 'mine', [...all.keys()])).toEqual(all);
      expect(standing(cache, 'other', [...all.keys()]).size).toBe(0);
      writeEntries(cache, 'other', one, NOW);
      expect(standing(cache, 'mine', [...all.keys()])).toEqual(all);
    }),
  );
});

test('ten thousand items are 64 texts, and a long answer has texts of its own, which go with it', () => {
  const cache = paperCache();
  const items = new Map(
    Array.from({ length: 10_000 }, (_, index) => {
      const records = [[`9SIA${index}`, `sku-${index}`, 1, [['USA', '0', index]]]];
      return [fingerprint(`item ${index}`), { at: NOW, records }] as const;
    }),
  );
  writeEntries(cache, 'mine', items, NOW);
  expect(cache.texts.size).toBe(64);
  const long = (at: number) => new Map([['long', { at, records: [['ü'.repeat(50_000)]] }]]);
  writeEntries(cache, 'mine', long(NOW - 1), NOW);
  const texts = cache.texts.size;
  expect(texts).toBeGreaterThan(65);
  writeEntries(cache, 'mine', long(NOW), NOW);
  expect(cache.texts.size).toBe(texts);
  expect(standing(cache, 'mine', ['long'])).toEqual(long(NOW));
  expect(standing(cache, 'mine', [...items.keys()])).toEqual(items);
});

test('a part that is gone takes its answer along, one that is too long is not kept, and a full shard loses the oldest', () => {
  const cache = paperCache();
  const long = { at: NOW, records: [['x'.repeat(300_000)]] };
  writeEntries(cache, 'mine', new Map([['long', long]]), NOW);
  cache.removeAll([[...cache.texts.keys()].find((key) => key.startsWith('apart.'))!]);
  expect(standing(cache, 'mine', ['long']).size).toBe(0);
  const tooLong = new Map([['long', { at: NOW, records: [['x'.repeat(4_000_000)]] }]]);
  expect(writeEntries(cache, 'mine', tooLong, NOW)).toEqual(['long']);
  expect(standing(cache, 'mine', ['long']).size).toBe(0);
  const same = Array.from({ length: 20_000 }, (_, index) => `k${index}`).filter(
    (key) => shardOf('mine', key) === 'shelf.mine.0',
  );
  const full = new Map(
    same.map((key, index) => [key, { at: NOW - index, records: [['y'.repeat(900)]] }] as const),
  );
  const left = writeEntries(cache, 'mine', full, NOW);
  const kept = [...standing(cache, 'mine', same).keys()];
  expect([...kept, ...left]).toEqual(same);
  expect(kept.length).toBeGreaterThan(50);
  expect(kept).toEqual(same.slice(0, kept.length));
});
