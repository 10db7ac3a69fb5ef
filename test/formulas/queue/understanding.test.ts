/** Cached meanings of an identifier apply only to one connection and one operation. */
import { expect, test } from 'vitest';
import { type Query, queryOf } from '../../../src/formulas/query.ts';
import { Understanding } from '../../../src/formulas/queue/understanding.ts';
import { STOREFRONTS } from '../../../src/protocol/operation.ts';

const texts = new Map<string, string>();
const portsOf = (fingerprint: string) => ({
  catalogTexts: {
    getAll: (keys: readonly string[]) =>
      Object.fromEntries(keys.flatMap((key) => (texts.has(key) ? [[key, texts.get(key)!]] : []))),
    putAll: (more: Readonly<Record<string, string>>) => {
      for (const [key, text] of Object.entries(more)) texts.set(key, text);
    },
    removeAll: () => undefined,
  },
  tables: () => ({
    cells: [
      ['Item number', 'Seller part number', 'Seller ID'],
      ['9SI1', 'SSD-1', 'A1'],
    ],
    positions: new Map(['itemNumber', 'sellerPartNumber', 'sellerId'].map((id, index) => [id, index + 1])),
  }),
  connection: () => ({ sellerId: 'A1' }) as never,
  owner: { name: 'Shop', version: '314', storefronts: STOREFRONTS },
  fingerprint,
  clock: { now: () => 0, sleep: () => undefined },
});

const open = (query: Query): Query => ({ ...query, isOpen: true });
const PRICE = open(queryOf('price-history', 'main', { itemNumbers: ['SSD-1'] }, 'itemNumbers', undefined));
const STOCK = open(queryOf('inventory', 'main', { values: ['SSD-1'] }, 'values', undefined));

/** Whether another execution with this connection resolves the query from the cache. */
function recalls(fingerprint: string, query: Query): boolean {
  const understanding = new Understanding(portsOf(fingerprint));
  understanding.recall([query]);
  return understanding.of(query) !== undefined;
}

test('an identifier is looked up once per connection and operation', () => {
  const understanding = new Understanding(portsOf('mine'));
  understanding.learn([PRICE]);
  expect(understanding.of(PRICE)?.query?.params).toEqual({ itemNumbers: ['9SI1'] });
  expect([recalls('mine', PRICE), recalls('mine', STOCK), recalls('theirs', PRICE)]).toEqual([true, false, false]);
});
