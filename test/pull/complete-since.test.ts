/** Since when a table has whole records only. */
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { Params } from '../../src/protocol/params.ts';
import { completeSince, noteCompleteness } from '../../src/pull/complete-since.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

const NOW = 1_750_000_000_500;
const MINUTE = 60_000;

test('that is known from the first pull on, and again when one that left rows out is surely over', () => {
  const store = inMemoryStore();
  const pull = (params: Params, now: number) => noteCompleteness(store, operations.inventory, 'A', params, now);
  expect(completeSince(store, 'Inventory', 'A')).toBeUndefined();
  pull({ values: ['a'] }, NOW);
  // Rows that are written in this second say so.
  expect(completeSince(store, 'Inventory', 'A')).toBe(1_750_000_000_000);
  pull({ values: ['a'] }, NOW + MINUTE);
  expect(completeSince(store, 'Inventory', 'A')).toBe(1_750_000_000_000);
  pull({ values: ['a'], warehouseList: ['USA'] }, NOW + MINUTE);
  pull({ values: ['a'] }, NOW + 2 * MINUTE);
  expect(completeSince(store, 'Inventory', 'A')).toBe(NOW + 7 * MINUTE);
});

test('of other tables nothing is noted', () => {
  const store = inMemoryStore();
  noteCompleteness(store, operations.orders, 'A', {}, NOW);
  expect(store.all()).toEqual({});
});

test('what one shop left out says nothing of another', () => {
  const store = inMemoryStore();
  noteCompleteness(store, operations.inventory, 'A', {}, NOW);
  noteCompleteness(store, operations.inventory, 'B', { warehouseList: ['USA'] }, NOW);
  expect(completeSince(store, 'Inventory', 'A')).toBe(1_750_000_000_000);
  expect(completeSince(store, 'Inventory', 'B')).toBeGreaterThan(NOW);
});

test('what version 1 knew of the table goes for every shop, until it is known of that one', () => {
  const store = inMemoryStore();
  store.set('whole', '{"Inventory":1750000000000}');
  expect(completeSince(store, 'Inventory', 'A')).toBe(1_750_000_000_000);
  noteCompleteness(store, operations.inventory, 'A', { warehouseList: ['USA'] }, NOW);
  expect(completeSince(store, 'Inventory', 'A')).toBeGreaterThan(NOW);
  expect(completeSince(store, 'Inventory', 'B')).toBe(1_750_000_000_000);
});
