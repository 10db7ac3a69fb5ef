/** Packed fixture records contain all data that formulas need. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packRecords, unpackRecords } from '../../../src/formulas/cache/answer-cache.ts';
import { type OperationId, operations } from '../../../src/operations/registry.ts';
import { decodeRecord } from '../../../src/protocol/decode.ts';
import { ALL_PRIVATE, type AnyRecord, type Privacy } from '../../../src/protocol/fields.ts';
import type { Tree } from '../../../src/protocol/parse.ts';

function recordsIn(
  operation: OperationId,
  document: string,
  list: string,
  withheld: ReadonlySet<Privacy> = ALL_PRIVATE,
): AnyRecord[] {
  const text = readFileSync(new URL(`../../fixtures/${document}`, import.meta.url), 'utf8');
  const body = (JSON.parse(text) as { ResponseBody: Record<string, Tree[]> }).ResponseBody;
  const { record } = operations[operation].answer;
  return body[list]!.map((tree) => decodeRecord(tree, record, { withheld }));
}

/** Formulas need a date's time or day, but not its original string. */
const dateAlone = (_: string, value: unknown) => {
  if (typeof value !== 'object' || value === null || !('text' in value)) return value;
  return 'at' in value ? { at: value.at } : { day: (value as { day?: string }).day };
};
const plain = (value: unknown) => JSON.parse(JSON.stringify(value, dateAlone)) as AnyRecord[];

test.each([
  ['inventory', 'inventory-list/crafted-missing-items.json', 'ItemList'],
  ['orders', 'order-info/crafted-ok.json', 'OrderInfoList'],
] as const)('packs and unpacks records of %s', (operation, document, list) => {
  const records = recordsIn(operation, document, list);
  expect(records.length).toBeGreaterThan(0);
  const text = JSON.stringify(packRecords(operation, records));
  const back = plain(unpackRecords(operation, JSON.parse(text)));
  plain(records).forEach((record, index) => {
    expect(back[index]).toMatchObject(record);
  });
  expect(text.length).toBeLessThan(JSON.stringify(records).length / 2);
});

test('unreadable dates stay strings, and blanks stay blank', () => {
  const record = { marketItemNumber: '9SIA', requestTimeStamp: 'soon', memo: null } as unknown as AnyRecord;
  const [back] = unpackRecords('price-history', packRecords('price-history', [record]));
  expect(back).toMatchObject({ marketItemNumber: '9SIA', requestTimeStamp: 'soon', memo: null });
});

test('never packs buyer data, even if the records include it', () => {
  const records = recordsIn('orders', 'order-info/crafted-ok.json', 'OrderInfoList', new Set());
  expect(JSON.stringify(records)).toContain('Test Buyer');
  const text = JSON.stringify(packRecords('orders', records));
  for (const secret of ['Test Buyer', 'Example St', '555-010', '00501', 'relay', 'UNITED'])
    expect(text).not.toContain(secret);
});

test('trailing blanks take no space, but blanks before a value do', () => {
  const packed = (record: object) => packRecords('price-history', [record as unknown as AnyRecord])[0];
  const full = packed({ sellerId: 'A1', marketItemNumber: '9SIA', memo: 'x' }) as readonly unknown[];
  expect(full).toContain(null);
  expect(full[full.length - 1]).toBe('x');
  const names = Object.keys(operations['price-history'].answer.record);
  for (const [index, name] of names.entries())
    expect(packed({ [name]: 1 })).toEqual([...Array<null>(index).fill(null), 1]);
  expect(packed({})).toEqual([]);
});
