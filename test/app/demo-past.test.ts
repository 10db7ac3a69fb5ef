/** What looks at the demo shop's stock would have said: falls that its stock can have had, the same at each try. */
import { expect, test } from 'vitest';
import { writeDemoPast } from '../../src/app/demo-rows.ts';
import { bookWith, SHOP, stock, workbookFor } from '../insights/findings/tables.ts';

function past(units: number) {
  const book = bookWith({ stock: [stock(units)] });
  writeDemoPast(book, workbookFor(book), SHOP);
  return book.rows('Stock days');
}

test('four weeks of an item, in which about as much was sold as its stock lasts', () => {
  const fallen = past(40).map((row) => Number(row['Units fallen']));
  expect(fallen).toHaveLength(28);
  const all = fallen.reduce((sum, units) => sum + units, 0);
  // The least stock lasts four days: ten are sold a day.
  expect(all / 28).toBeGreaterThan(7);
  expect(all / 28).toBeLessThan(13);
  expect(past(40).map((row) => Number(row['Units fallen']))).toEqual(fallen);
});

test.each([0, 9, 10])('of %i pieces: what is sold out sold two a day, and a few pieces tell no story', (units) => {
  const fallen = past(units).map((row) => Number(row['Units fallen']));
  expect(fallen.length).toBe(units === 9 ? 0 : 28);
  const all = fallen.reduce((sum, each) => sum + each, 0);
  expect(all / 28).toBeLessThan(4);
});
