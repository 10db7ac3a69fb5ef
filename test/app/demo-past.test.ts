/** The demo shop's stock history is reproducible, and its daily drops match the current stock. */
import { expect, test } from 'vitest';
import { writeDemoPast } from '../../src/app/demo-rows.ts';
import { bookWith, SHOP, stock, workbookFor } from '../insights/findings/tables.ts';

function past(units: number) {
  const book = bookWith({ stock: [stock(units)] });
  writeDemoPast(book, workbookFor(book), SHOP);
  return book.rows('Stock days');
}

test('writes four weeks of sales that match the current stock', () => {
  const fallen = past(40).map((row) => Number(row['Units fallen']));
  expect(fallen).toHaveLength(28);
  const all = fallen.reduce((sum, units) => sum + units, 0);
  // The lowest stock lasts four days: 40 units at ten sales per day.
  expect(all / 28).toBeGreaterThan(7);
  expect(all / 28).toBeLessThan(13);
  expect(past(40).map((row) => Number(row['Units fallen']))).toEqual(fallen);
});

test.each([0, 9, 10])(
  'with %i units left: a sold-out item sold two per day, an item with only a few units has no history',
  (units) => {
    const fallen = past(units).map((row) => Number(row['Units fallen']));
    expect(fallen.length).toBe(units === 9 ? 0 : 28);
    const all = fallen.reduce((sum, each) => sum + each, 0);
    expect(all / 28).toBeLessThan(4);
  },
);
