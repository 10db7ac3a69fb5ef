/** Since when a table has whole records only. */
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { Params } from '../../src/protocol/params.ts';
import { noteWhole, wholeSince } from '../../src/refresh/whole-since.ts';
import { paperStore } from './paper-store.ts';

const NOW = 1_750_000_000_500;
const MINUTE = 60_000;

test('that is known from the first pull on, and again when one that left rows out is surely over', () => {
  const store = paperStore();
  const pull = (params: Params, now: number) => noteWhole(store, operations.inventory, params, now);
  expect(wholeSince(store, 'Inventory')).toBeUndefined();
  pull({ values: ['a'] }, NOW);
  // Rows that are written in this second say so.
  expect(wholeSince(store, 'Inventory')).toBe(1_750_000_000_000);
  pull({ values: ['a'] }, NOW + MINUTE);
  expect(wholeSince(store, 'Inventory')).toBe(1_750_000_000_000);
  pull({ values: ['a'], warehouseList: ['USA'] }, NOW + MINUTE);
  pull({ values: ['a'] }, NOW + 2 * MINUTE);
  expect(wholeSince(store, 'Inventory')).toBe(NOW + 7 * MINUTE);
});

test('of other tables nothing is noted', () => {
  const store = paperStore();
  noteWhole(store, operations.orders, {}, NOW);
  expect(store.all()).toEqual({});
});
