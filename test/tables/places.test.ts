/** Columns are found by what they are, wherever the user put them and whatever they are called. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Column } from '../../src/tables/columns.ts';
import { AS_OF } from '../../src/tables/columns.ts';
import { findPlaces, marksOf } from '../../src/tables/places.ts';

const column = (id: string, header: string): Column => ({ ...AS_OF, id, header });
const COLUMNS = [column('number', 'Order number'), column('status', 'Status'), column('key', 'Row key')];
const NEVER = () => {
  throw new Error('Nothing had to be looked up.');
};
const MARKS = [
  { id: 'number', column: 1, header: 'Order number' },
  { id: 'status', column: 2, header: 'Status' },
  { id: 'key', column: 3, header: 'Row key' },
];

test('while all stand as they were last seen, nothing is looked up', () => {
  const places = findPlaces(['Order number', 'Status', 'Row key', 'My note'], COLUMNS, MARKS, NEVER);
  expect([...places]).toEqual([
    ['number', 1],
    ['status', 2],
    ['key', 3],
  ]);
});

test.each([
  ['a renamed header', ['Auftrag', 'Status', 'Row key'], { number: 1, status: 2, key: 3 }],
  ['moved columns', ['Status', 'Row key', 'Order number'], { number: 3, status: 1, key: 2 }],
  [
    'a column of the user between',
    ['Order number', 'Mine', 'Status', 'Row key'],
    { number: 1, status: 3, key: 4 },
  ],
  [
    'a column of the user that bears the name of ours',
    ['Status', 'Order number', 'State', 'Row key'],
    { number: 2, status: 3, key: 4 },
  ],
])('%s: the identity decides', (_, header, identity) => {
  const places = findPlaces(header, COLUMNS, MARKS, () => new Map(Object.entries(identity)));
  expect(Object.fromEntries(places)).toEqual(identity);
});

describe('lost identities', () => {
  test('all of them: the headers tell', () => {
    const places = findPlaces(['Row key', 'Mine', ' Status ', 'Order number'], COLUMNS, [], () => new Map());
    expect(Object.fromEntries(places)).toEqual({ key: 1, status: 3, number: 4 });
  });

  test('one of them: its header as it was last seen tells', () => {
    const marks = [...MARKS.slice(0, 1), { id: 'status', column: 2, header: 'Zustand' }, ...MARKS.slice(2)];
    const located = new Map([
      ['number', 2],
      ['key', 4],
    ]);
    const places = findPlaces(['Mine', 'Order number', 'Zustand', 'Row key'], COLUMNS, marks, () => located);
    expect(Object.fromEntries(places)).toEqual({ number: 2, status: 3, key: 4 });
  });

  test('a column that was deleted is not found in one of the user', () => {
    const located = new Map([
      ['number', 1],
      ['key', 2],
    ]);
    const places = findPlaces(['Order number', 'Row key', 'Mine'], COLUMNS, MARKS, () => located);
    expect(Object.fromEntries(places)).toEqual({ number: 1, key: 2 });
  });

  test('a column that is new to the table is not looked for among those of the user', () => {
    const columns = [...COLUMNS, column('fee', 'Fee')];
    const located = new Map(Object.entries({ number: 1, status: 2, key: 4 }));
    const places = findPlaces(['Order number', 'Status', 'Fee', 'Row key'], columns, MARKS, () => located);
    expect(places.has('fee')).toBe(false);
  });
});

test('no two columns ever share a place, and what was remembered is found again without a look', () => {
  const header = fc.array(fc.constantFrom('Order number', 'Status', 'Row key', 'Mine', ''), { maxLength: 8 });
  const located = fc.dictionary(fc.constantFrom('number', 'status', 'key'), fc.integer({ min: 1, max: 8 }));
  fc.assert(
    fc.property(header, located, (names, found) => {
      const distinct = new Map(
        [...Object.entries(found)].filter(
          ([, place], index, all) =>
            place <= names.length && all.findIndex(([, other]) => other === place) === index,
        ),
      );
      const places = findPlaces(names, COLUMNS, MARKS, () => distinct);
      expect(new Set(places.values()).size).toBe(places.size);
      for (const [id, place] of distinct) if (!isSettled(names)) expect(places.get(id)).toBe(place);
      const marks = marksOf(places, names);
      if (marks.length > 0)
        expect(new Map(findPlaces(names, COLUMNS, marks, NEVER))).toEqual(new Map(places));
    }),
  );
});

const isSettled = (names: readonly string[]) =>
  MARKS.every(({ column, header }) => names[column - 1] === header);
