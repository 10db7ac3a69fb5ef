import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { tableNames } from '../../src/operations/tables.ts';
import { isFirstToSee, isHiddenTab, tabPlace } from '../../src/tables/tabs.ts';

const ORDER = [
  ...['Today', 'Findings', 'Orders', 'Order lines', 'Packages', 'Inventory', 'Price log', 'Ad performance'],
  ...['Ad periods', 'Keywords', 'Lookup report', 'Catalog', 'Jobs', 'Changes', 'Log', 'Status'],
];

function withTab(there: readonly string[], name: string): readonly string[] {
  return there.toSpliced(tabPlace(there, name), 0, name);
}

test('every table has a place in the order', () => {
  expect(tableNames().filter((name) => tabPlace(['Mine'], name) !== 0)).toEqual([]);
});

test('hides every tab at first except operation tables, reports, and a few others', () => {
  expect([...['Today'], ...tableNames()].filter((name) => !isHiddenTab(name)).sort()).toEqual(
    [
      ...['Today', 'Findings', 'Catalog', 'Reorder', 'Items', 'Ads', 'Bids'],
      ...Object.values(operations).flatMap(({ tables }) => tables.map(({ name }) => name)),
    ].sort(),
  );
});

test('puts new sheets in the listed order, before user sheets, in any order of creation', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ORDER), (made) => {
      const tabs = made.reduce<readonly string[]>(withTab, ['Sheet1', 'Mine']);
      expect(tabs).toEqual([...ORDER.filter((name) => made.includes(name)), 'Sheet1', 'Mine']);
    }),
  );
});

test("keeps the user's order of existing sheets", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...ORDER, 'Mine'], { minLength: 2 }), ([name, ...there]) => {
      const tabs = withTab(there, name!);
      expect(tabs.filter((each) => each !== name)).toEqual(there);
    }),
  );
});

test.each([
  ['right of its nearest neighbor on the left', ['Catalog', 'Mine', 'Orders', 'Log'], 'Inventory', 3],
  ['left of its nearest neighbor on the right', ['Mine', 'Catalog', 'Log'], 'Orders', 1],
  ['to the front without neighbors', ['Mine', 'Yours'], 'Orders', 0],
])('a new sheet moves %s', (_, there, name, place) => {
  expect(tabPlace(there, name)).toBe(place);
});

test.each([
  [['Sheet1'], 'Orders', true],
  [['Sheet1', 'Log'], 'Order lines', true],
  [['Sheet1', 'Orders'], 'Order lines', false],
  [['Sheet1', 'Orders'], 'Today', true],
  [['Sheet1'], 'Log', false],
  [['Sheet1'], 'Mine', false],
])('with the tabs %j, %s opens as the first useful sheet: %s', (there, name, is) => {
  expect(isFirstToSee(there, name)).toBe(is);
});
