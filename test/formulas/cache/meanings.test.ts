/** Catalog lookups of identifiers are cached per operation until the Catalog changes. */
import { expect, test } from 'vitest';
import {
  CATALOG_CHANGED,
  meaningTexts,
  readMeanings,
  writeMeanings,
} from '../../../src/formulas/queue/understanding.ts';
import type { Meaning } from '../../../src/tables/catalog/item-keys.ts';

const MINUTE = 60_000;
const NOW = 29_000_000 * MINUTE;

function setting() {
  const texts = new Map<string, string>();
  let puts = 0;
  const cache = {
    getAll: (keys: readonly string[]) =>
      Object.fromEntries(keys.flatMap((key) => (texts.has(key) ? [[key, texts.get(key)!] as const] : []))),
    putAll: (more: Readonly<Record<string, string>>) => {
      puts++;
      for (const [key, text] of Object.entries(more)) texts.set(key, text);
    },
    removeAll: () => undefined,
  };
  const write = (about: string, meanings: Readonly<Record<string, Meaning>>, mark = '', now = NOW) =>
    writeMeanings(cache, about, { mark, meanings: new Map(Object.entries(meanings)) }, now);
  const read = (about: string, identifiers: readonly string[], now = NOW) =>
    Object.fromEntries(readMeanings(cache.getAll(meaningTexts(identifiers)), about, identifiers, now).meanings);
  return { texts, write, read, puts: () => puts };
}

const CLEAR: Meaning = { asks: '9SIA', meant: [] };
const SEVERAL: Meaning = { asks: '9SIA', meant: ['9SIA', '9SIB'] };
const NONE: Meaning = { meant: [] };
const UNREAD: Meaning = { meant: [], isUnread: true };
const ALL = { a: CLEAR, b: SEVERAL, c: NONE, d: UNREAD };
const NAMES = ['a', 'b', 'c', 'd', 'e'];

test("returns only one operation's entries", () => {
  const { write, read } = setting();
  write('stock', ALL);
  expect(read('stock', NAMES)).toEqual(ALL);
  expect(read('stock', ['b', 'e'])).toEqual({ b: SEVERAL });
  expect(read('prices', NAMES)).toEqual({});
});

test('caches a clear match for an hour, anything else for five minutes', () => {
  const { write, read } = setting();
  write('stock', ALL);
  expect(Object.keys(read('stock', NAMES, NOW + 5 * MINUTE - 1))).toEqual(['a', 'b', 'c', 'd']);
  expect(Object.keys(read('stock', NAMES, NOW + 5 * MINUTE))).toEqual(['a']);
  expect(Object.keys(read('stock', NAMES, NOW + 60 * MINUTE - 1))).toEqual(['a']);
  expect(read('stock', NAMES, NOW + 60 * MINUTE)).toEqual({});
});

test('merges new entries with older ones of the same operation', () => {
  const { write, read } = setting();
  write('stock', { a: CLEAR, b: NONE });
  write('prices', { a: NONE });
  write('stock', { b: CLEAR, c: SEVERAL });
  expect(read('stock', NAMES)).toEqual({ a: CLEAR, b: CLEAR, c: SEVERAL });
  expect(read('prices', NAMES)).toEqual({ a: NONE });
});

test('a changed Catalog invalidates all entries, even entries written later from the old Catalog', () => {
  const { texts, write, read } = setting();
  write('stock', { a: CLEAR });
  texts.set(CATALOG_CHANGED, 'later');
  expect(read('stock', ['a'])).toEqual({});
  write('stock', { a: CLEAR, b: NONE });
  expect(read('stock', ['a', 'b'])).toEqual({});
  write('stock', { a: SEVERAL }, 'later');
  expect(read('stock', ['a', 'b'])).toEqual({ a: SEVERAL });
});

test('in a full value, the newest entry replaces the others; entries that are too long are skipped', () => {
  const { write, read, texts, puts } = setting();
  const long = (count: number): Meaning => ({ asks: 'x'.repeat(count), meant: [] });
  write('stock', { a: long(60_000) });
  write('stock', { a: long(60_001) });
  expect(read('stock', ['a'])).toEqual({ a: long(60_001) });
  write('prices', { a: long(60_000) });
  expect([read('stock', ['a']), Object.keys(read('prices', ['a']))]).toEqual([{}, ['a']]);
  const before = puts();
  write('orders', { a: long(100_000) });
  expect(puts()).toBe(before);
  for (const text of texts.values()) expect(text.length).toBeLessThanOrEqual(100_000);
});

test('makes no cache access without identifiers', () => {
  expect(meaningTexts([])).toEqual([]);
  const [mark, ...names] = meaningTexts(['a', 'a', 'b']);
  expect(mark).toBe(CATALOG_CHANGED);
  expect(names.length).toBeGreaterThanOrEqual(1);
  expect(new Set(names).size).toBe(names.length);
  const { write, puts } = setting();
  write('stock', {});
  expect(puts()).toBe(0);
});
