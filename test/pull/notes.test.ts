/** Sentences about a pull: each is told where it is true, with its numbers, and once. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import {
  asTyped,
  firstPullNote,
  headerNote,
  isolatedNote,
  noted,
  notesOf,
  singleCallNote,
  tallied,
  versionNotes,
} from '../../src/pull/report.ts';

const QUIET = { tally: {}, without: [], unnamed: 0, notes: [], typed: {} } as never as Parameters<typeof notesOf>[0];
const letters = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

test('what is said already is not said twice', () => {
  expect(noted(['a', 'b'], ['b', 'c', 'c'])).toEqual(['a', 'b', 'c']);
});

test.each<[string, object, readonly string[]]>([
  ['nothing to say', {}, []],
  ['a tally', { tally: { Shipped: 2, Voided: 1 } }, ['By status: Shipped 2, Voided 1.']],
  [
    'one without records',
    { without: ['a'] },
    ['Nothing came for a: the marketplace has nothing of it, or does not know it.'],
  ],
  [
    'some without records, as they were typed',
    { without: ['a', 'b'], typed: { b: 'B!' } },
    ['Nothing came for a, B!: the marketplace has nothing of them, or does not know them.'],
  ],
  [
    'many without records',
    { without: letters(12) },
    [
      `Nothing came for ${letters(10).join(', ')} and 2 more: the marketplace has nothing of them, or does not know them.`,
    ],
  ],
  [
    'ten without records',
    { without: letters(10) },
    [`Nothing came for ${letters(10).join(', ')}: the marketplace has nothing of them, or does not know them.`],
  ],
  ['unnamed', { unnamed: 3 }, ['3 of the identifiers brought nothing; the marketplace does not say which.']],
  [
    'all of it in order',
    { tally: { x: 1 }, unnamed: 1, notes: ['note'], replanNote: 'again' },
    ['By status: x 1.', '1 of the identifiers brought nothing; the marketplace does not say which.', 'note', 'again'],
  ],
])('a run with %s', (_, changes, notes) => {
  expect(notesOf({ ...QUIET, ...changes })).toEqual(notes);
});

test.each([
  ['planned', 'at least', 1],
  ['planned', 'about', 0],
  ['planned', undefined, 0],
  ['done', 'at least', 0],
])('of a run that is %s, %s so much, so many sentences say what a first pull does: %i', (state, precision, count) => {
  const notes = firstPullNote({ state, planned: { precision } } as never);
  expect(notes).toHaveLength(count);
  for (const note of notes) expect(note).toMatch(/^Nothing was asked, .* a first pull asks for one page, /);
});

test('identifiers are named as they were typed', () => {
  expect(asTyped({ typed: { a: 'A!' } }, ['a', 'b'])).toEqual(['A!', 'b']);
  expect(asTyped({ typed: {} }, ['a'])).toEqual(['a']);
});

test('sentences of one and of several', () => {
  expect(headerNote('SKU')).toBe('"SKU" was taken for the header of the list, and is not asked for.');
  expect([0, 1, 2].map(isolatedNote)).toEqual([
    [],
    ['One identifier was refused before; it was asked for in a call of its own.'],
    ['2 identifiers were refused before; they were asked for in calls of their own.'],
  ]);
  const end = 'was asked for in a call of its own, so that it is known from now on.';
  const why = 'not in the Catalog, and answers do not repeat such identifiers:';
  expect([0, 1, 2].map(singleCallNote)).toEqual([
    [],
    [`One identifier is ${why} it ${end}`],
    [`2 identifiers are ${why} each ${end}`],
  ]);
});

describe('orders', () => {
  const { orders } = operations;

  test('of an older version lack columns, which are named with the version that has them', () => {
    const [note] = versionNotes(orders, new Set(), 310);
    expect(note).toMatch(
      /^Order version 310 does not bring .*On time ship due date \(311\).*; a connection with a higher version does\.$/,
    );
    expect(versionNotes(orders, new Set(), 999)).toEqual([]);
  });

  test('are counted by status, unless one was asked for', () => {
    const { param, field } = orders.answer.tally;
    const records = ['0', '0', '4', '99', null].map((value) => ({ [field]: value }));
    const counted = (tally: Record<string, number>, params: object = {}) =>
      tallied({ tally, params } as never, orders, { records } as never);
    const { codes } = (orders.answer.record as never as Record<string, { codes: Record<string, string> }>)[field]!;
    const first = { [codes['0']!]: 2, [codes['4']!]: 1, '99 (not documented)': 1, blank: 1 };
    expect(counted({})).toEqual(first);
    expect(counted(first)).toEqual(Object.fromEntries(Object.entries(first).map(([name, count]) => [name, 2 * count])));
    expect(counted({ x: 1 }, { [param]: '0' })).toEqual({ x: 1 });
  });

  test('alone are counted so', () => {
    const run = { tally: { x: 1 }, params: {} } as never;
    expect(tallied(run, operations.inventory, { records: [{}] } as never)).toEqual({ x: 1 });
  });
});
