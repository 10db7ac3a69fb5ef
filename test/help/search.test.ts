/** What sellers type into the search of the tab Help leads to the answer. */
import { expect, test } from 'vitest';
import { found } from '../../sidebar/help/search.ts';
import { reference } from '../../src/help/reference.ts';

const help = reference();

test.each([
  ['what is out of stock?', 'out-of-stock'],
  ['What is my ACoS for 14 days', 'ad-acos'],
  ['what voids soon', 'void-soon'],
  ['what ships today', 'ship-today'],
  ['late orders', 'ship-today'],
  ['who undercuts me', 'undercut'],
  ['competitor', 'undercut'],
  ['buy box', 'undercut'],
  ['sales by month and item', 'sales-by-month'],
  ['margin with my costs', 'margin'],
  ['profit', 'margin'],
  ['tracking number of an order', 'tracking-number'],
  ['bids above suggestion', 'bids'],
  ['last month orders csv', 'orders-file'],
  ['export', 'orders-file'],
  ['stock of all items', 'all-stock'],
  ['what changed since yesterday', 'changes'],
  ['restock', 'reorder'],
  ['refund', 'refunds'],
  ['fee', 'not-available'],
  ['alert', 'email'],
])('%s', (typed, name) => {
  expect(found(help, typed).questions.map((question) => question.name)).toContain(name);
});

test('words that nobody would look for find everything that has them', () => {
  expect(found(help, 'what').questions.length).toBeGreaterThan(5);
  expect(found(help, 'unfindable').questions).toEqual([]);
});
