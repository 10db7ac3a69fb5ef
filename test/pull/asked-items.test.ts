/** Resolves the items of a pull, in any notation, or all items of the Catalog. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { jobFilter } from '../../src/pull/identifiers.ts';
import { reportOf } from '../../src/pull/report.ts';
import { loadRun, saveRun } from '../../src/pull/stored-run.ts';
import type { Traits } from '../../src/tables/catalog/item-keys.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { faultOf } from '../protocol/fault.ts';
import { begun } from '../support/begun-run.ts';
import { inMemoryPorts, START } from '../support/in-memory-ports.ts';

const { inventory, 'price-history': prices } = operations;

const CATALOG: readonly Traits[] = [
  { itemNumber: '9SI1', sellerPartNumber: 'SSD-1', upcCode: '812674021181' },
  { itemNumber: '9SI2', sellerPartNumber: '0000472' },
  { sellerPartNumber: 'NEW' },
];

const begin = (operation: TabledOperation, input: object, rows = CATALOG) =>
  begun(operation, input, { catalog: () => rows });

describe('a pull of prices', () => {
  test('makes one request for an item listed in three ways', () => {
    const run = begin(prices, { itemNumbers: 'SSD-1, 9si1, 812674021181' });
    expect(run.params).toEqual({ itemNumbers: ['9SI1'] });
    expect(run.planned.calls.byOperation).toEqual({ 'price-history': 1 });
  });

  test('reports identifiers it cannot resolve and requests the others', () => {
    const run = begin(prices, { itemNumbers: 'SSD-1, NEW, 472' });
    expect(run.params.itemNumbers).toEqual(['9SI1']);
    const { notFound, notes } = reportOf(run, START);
    expect(notFound).toEqual(['NEW', '472']);
    expect(notes.join(' ')).toContain('no item number for "NEW". Pull Orders or Inventory first');
    expect(notes.join(' ')).toContain('Did you mean "0000472"? Enter it as text, with leading zeros.');
  });

  test('skips the header of a pasted column and mentions it', () => {
    const run = begin(prices, { itemNumbers: 'SKU\nSSD-1\n0000472' });
    expect(run.params.itemNumbers).toEqual(['9SI1', '9SI2']);
    expect(reportOf(run, START).notes).toContain('"SKU" looks like a header and was skipped.');
  });

  test('is rejected if no identifier can be resolved', () => {
    const { code, message } = faultOf(() => begin(prices, { itemNumbers: 472 }));
    expect(code).toBe('MARKET_ARGUMENT');
    expect(message).toBe(
      `"itemNumbers": "472" isn't in the Catalog. Did you mean "0000472"? Enter it as text, with leading zeros.`,
    );
  });

  test('shows identifiers as typed, even in later executions', () => {
    const ports = inMemoryPorts(() => ({}) as never);
    saveRun(ports.document, {
      ...begin(prices, { itemNumbers: 'SSD-1' }),
      state: 'done',
      without: ['9SI1'],
    });
    expect(reportOf(loadRun(ports.document, 'r1')!, START).notes).toEqual([
      expect.stringContaining('No data for 1 item: SSD-1.'),
    ]);
  });
});

describe('pulling all items of the Catalog', () => {
  test('requests every item that has the required identifier, and lists the others in a note', () => {
    const run = begin(prices, { items: 'All of the Catalog' });
    expect(run.params).toEqual({ itemNumbers: ['9SI1', '9SI2'] });
    expect(run.planned.calls.byOperation).toEqual({ 'price-history': 2 });
    expect(run.notes).toEqual([expect.stringContaining('Skipped 1 Catalog item')]);
    const whole = begin(inventory, { items: 'catalog' });
    expect(whole.params).toEqual({ values: ['SSD-1', '0000472', 'NEW'] });
    expect(whole.notes).toEqual([]);
  });

  test.each([
    ['together with a list', { items: 'catalog', values: 'a' }, 'Enter either "items" or "values"'],
    ['of an empty Catalog', { items: 'catalog' }, 'Pull Orders first, or add items to the Catalog'],
    ['under a wrong name', { items: 'some' }, '"items" takes catalog'],
    ['without anything', {}, 'needs "values"'],
  ])('is rejected: %s', (_, input, says) => {
    expect(faultOf(() => begin(inventory, input, [])).message).toContain(says);
  });
});

test('requests digits as typed and suggests the part number with leading zeros', () => {
  const run = begin(inventory, { values: ['472'] });
  expect(run.params.values).toEqual(['472']);
  expect(reportOf(run, START)).toMatchObject({
    notFound: [],
    notes: expect.arrayContaining([
      `"472" isn't in the Catalog. Did you mean "0000472"? Enter it as text, with leading zeros.`,
    ]),
  });
});

test('resolves a job filter, keeps unknown identifiers, and reads the Catalog only if needed', () => {
  const filter = (given: object) => jobFilter(prices, { ...given }, () => CATALOG);
  expect(filter({ itemNumbers: ['SSD-1', '9SI1', 'NEW'], top: '5' })).toEqual({
    itemNumbers: ['9SI1', 'NEW'],
    top: '5',
  });
  expect(filter({ items: 'catalog', top: '5' })).toEqual({ top: '5' });
  const unread = () => {
    throw new Error('read');
  };
  expect(jobFilter(prices, { itemNumbers: ['9SI1'] }, unread)).toEqual({ itemNumbers: ['9SI1'] });
  expect(jobFilter(inventory, { values: ['SSD-1'] }, unread)).toEqual({ values: ['SSD-1'] });
});
