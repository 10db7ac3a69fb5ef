import { describe, expect, test } from 'vitest';
import { readCatalog } from '../../src/tables/catalog/catalog.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { asked, catalogWith, item, keepItems, STOCK } from '../support/kept-items.ts';

const THEN = Date.UTC(2025, 5, 16, 12);
const HOUR = 3_600_000;

describe('two shops with the same part numbers', () => {
  const [one, other] = ['ONE', 'TWO'].map((sellerId) => ({ sellerId, isOnly: false }));
  const facts = (shop: string, ...parts: string[]) =>
    parts.map((part) => item({ itemNumber: `9SI${shop}${part}`, sellerPartNumber: part }));
  const seen = (book: InMemoryBook) =>
    book
      .rows('Catalog')
      .map((row) => [row['Seller ID'], row['Item number'], row['Seller part number'], Number(row['Stock polled'])]);

  test('get separate rows and no conflicts', () => {
    const book = new InMemoryBook();
    const results = [
      keepItems(book, STOCK, facts('1', 'A', 'B'), THEN, one),
      keepItems(book, STOCK, facts('2', 'B', 'C'), THEN + HOUR, other),
      keepItems(book, STOCK, [asked({ sellerPartNumber: 'B' })], THEN + 2 * HOUR, one),
    ];
    expect(results.flatMap(({ conflicts }) => conflicts)).toEqual([]);
    expect(seen(book)).toEqual([
      ['ONE', '9SI1A', 'A', THEN],
      ['ONE', '9SI1B', 'B', THEN + 2 * HOUR],
      ['TWO', '9SI2B', 'B', THEN + HOUR],
      ['TWO', '9SI2C', 'C', THEN + HOUR],
    ]);
    expect(readCatalog(book, other!).map(({ itemNumber }) => itemNumber)).toEqual(['9SI2B', '9SI2C']);
  });

  test('a row without a seller ID belongs to the first shop that has the item, not to a shop that only requested it', () => {
    const rows = [{ 'Seller part number': 'A' }, { 'Item number': '9SI2B', 'Seller part number': 'B' }];
    const book = catalogWith(...rows);
    keepItems(book, STOCK, [...facts('1', 'B'), asked({ sellerPartNumber: 'A' })], THEN, one);
    expect(seen(book).slice(0, 2)).toEqual([
      ['', '', 'A', 0],
      ['', '9SI2B', 'B', 0],
    ]);
    keepItems(book, STOCK, facts('2', 'A', 'B'), THEN, other);
    keepItems(book, STOCK, facts('1', 'A'), THEN, one);
    expect(seen(book)).toEqual([
      ['TWO', '9SI2A', 'A', THEN],
      ['TWO', '9SI2B', 'B', THEN],
      ['ONE', '9SI1B', 'B', THEN],
      ['ONE', '9SI1A', 'A', THEN],
    ]);
  });
});
