import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import {
  asTyped,
  firstPullNote,
  headerAdvice,
  isolatedNote,
  noted,
  notesOf,
  singleCallNote,
  tallied,
  versionNotes,
} from '../../src/pull/report.ts';

const QUIET = { tally: {}, without: [], unnamed: 0, notes: [], typed: {} } as never as Parameters<typeof notesOf>[0];
const letters = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

test('no note is repeated', () => {
  expect(noted(['a', 'b'], ['b', 'c', 'c'])).toEqual(['a', 'b', 'c']);
});

test.each<[string, object, readonly string[]]>([
  ['no notes', {}, []],
  ['a status count', { tally: { Shipped: 2, Voided: 1 } }, ['By status: Shipped 2, Voided 1.']],
  ['one item without data', { without: ['a'] }, ['No data for 1 item: a. It may be unknown to the marketplace.']],
  [
    'several items without data, named as typed',
    { without: ['a', 'b'], typed: { b: 'B!' } },
    ['No data for 2 items: a, B!. They may be unknown to the marketplace.'],
  ],
  [
    'twelve items without data',
    { without: letters(12) },
    [`No data for 12 items: ${letters(10).join(', ')} and 2 more. They may be unknown to the marketplace.`],
  ],
  [
    'ten items without data',
    { without: letters(10) },
    [`No data for 10 items: ${letters(10).join(', ')}. They may be unknown to the marketplace.`],
  ],
  [
    'unnamed identifiers without data',
    { unnamed: 3 },
    ["No data for 3 identifiers. The marketplace doesn't say which ones."],
  ],
  [
    'everything, in order',
    { tally: { x: 1 }, unnamed: 1, notes: ['note'], replanNote: 'again' },
    ['By status: x 1.', "No data for 1 identifier. The marketplace doesn't say which one.", 'note', 'again'],
  ],
])('the notes of a run with %s', (_, changes, notes) => {
  expect(notesOf({ ...QUIET, ...changes })).toEqual(notes);
});

test.each([
  ['planned', 'at least', 1],
  ['planned', 'about', 0],
  ['planned', undefined, 0],
  ['done', 'at least', 0],
])('a run that is %s with the precision "%s" has %i notes about an unknown size', (state, precision, count) => {
  const notes = firstPullNote({ state, planned: { precision } } as never);
  expect(notes).toHaveLength(count);
  for (const note of notes) expect(note).toBe('Size unknown until the first page loads.');
});

test('identifiers are shown as typed', () => {
  expect(asTyped({ typed: { a: 'A!' } }, ['a', 'b'])).toEqual(['A!', 'b']);
  expect(asTyped({ typed: {} }, ['a'])).toEqual(['a']);
});

test('uses singular and plural in notes about identifiers', () => {
  expect(headerAdvice('SKU')).toBe('"SKU" looks like a header and was skipped.');
  expect([0, 1, 2].map(isolatedNote)).toEqual([
    [],
    ['1 identifier was rejected before and gets its own call.'],
    ['2 identifiers were rejected before and get their own calls.'],
  ]);
  expect([0, 1, 2].map(singleCallNote)).toEqual([
    [],
    ["1 identifier isn't in the Catalog yet, so this pull uses a separate call."],
    ["2 identifiers aren't in the Catalog yet, so this pull uses separate calls."],
  ]);
});

describe('orders', () => {
  const { orders } = operations;

  test('of an older version get a note with missing columns and their version', () => {
    const [note] = versionNotes(orders, new Set(), 310);
    expect(note).toMatch(
      /^Order version 310 doesn't include .*On time ship due date \(311\).*\. Choose a higher version in the connection\.$/,
    );
    expect(versionNotes(orders, new Set(), 999)).toEqual([]);
  });

  test('are counted by status unless a status was requested', () => {
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

  test('are the only records counted by status', () => {
    const run = { tally: { x: 1 }, params: {} } as never;
    expect(tallied(run, operations.inventory, { records: [{}] } as never)).toEqual({ x: 1 });
  });
});
