import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Kind, Value } from '../../src/protocol/fields.ts';
import { formatOf, formulaFormat, sameCell, toCell } from '../../src/tables/cells.ts';

test.each([
  ['a missing value is blank', null, ''],
  ['zero stays zero', 0, 0],
  ['an amount is a number', 19.99, 19.99],
  ['case 41: leading zeros stay', '00501', '00501'],
  ['case 43: a formula stays text', '=HYPERLINK("http://evil.example")', '=HYPERLINK("http://evil.example")'],
  ['false stays false', false, false],
  ['an instant becomes a date', { at: 1_750_000_000_000, text: 'as it came' }, new Date(1_750_000_000_000)],
  [
    'a day becomes midnight in the zone of the sheet',
    { day: '2025-06-18', text: '06/18/2025' },
    new Date('2025-06-17T15:00:00Z'),
  ],
] as [string, Value | null, unknown][])('%s', (_, value, cell) => {
  expect(toCell(value, 'Asia/Tokyo')).toEqual(cell);
});

test('truncates a string that is too long for a cell, and marks it', () => {
  const cell = toCell('x'.repeat(60_000), 'UTC') as string;
  expect(cell).toHaveLength(50_000);
  expect(cell.endsWith('x…')).toBe(true);
  expect(toCell('x'.repeat(50_000), 'UTC')).toBe('x'.repeat(50_000));
});

const KINDS = [
  ['text', '@'],
  ['id', '@'],
  ['texts', '@'],
  ['pairs', '@'],
  ['integer', '#,##0'],
  ['decimal', '0.00##'],
  ['money', '#,##0.00'],
  ['ratio', '0.00%'],
  ['boolean', 'General'],
  ['instant', 'date and time'],
  ['day', 'date'],
] as const satisfies readonly (readonly [Kind, string])[];

test.each(KINDS)('a %s column has the format %s', (kind, format) => {
  expect(formatOf(kind, 1)).toBe(format);
  expect(formatOf(kind, '')).toBe(format);
  expect(formatOf(kind, new Date(0))).toBe(format);
});

test('a formula has the format of its column, but is never in plain text, where Google would not compute it', () => {
  expect([formulaFormat('money'), formulaFormat('day')]).toEqual(['#,##0.00', 'date']);
  expect([formulaFormat('text'), formulaFormat('id')]).toEqual(['General', 'General']);
});

test('case 43: strings are plain text in a column of any kind', () => {
  const kinds = fc.constantFrom(...KINDS.map(([kind]) => kind));
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.string().map((rest) => `=${rest}`),
  );
  fc.assert(
    fc.property(kinds, text, (kind, cell) => {
      expect(formatOf(kind, cell)).toBe('@');
    }),
  );
});

test.each([
  ['', '', true],
  [0, '', false],
  [0, 0, true],
  ['1', 1, false],
  [false, '', false],
  [new Date(5), new Date(5), true],
  [new Date(5), new Date(5005), false],
  [new Date(5), 5, false],
])('%o and %o are the same cell: %s', (one, other, same) => {
  expect(sameCell(one, other, 'UTC')).toBe(same);
});

test.each([
  [
    'equal in New York: the hour that repeats in fall',
    '2025-11-02T05:30:00Z',
    '2025-11-02T06:30:00Z',
    'America/New_York',
    true,
  ],
  ['different in Tokyo: the same timestamps', '2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', 'Asia/Tokyo', false],
  [
    'equal on Lord Howe: its half hour that repeats',
    '2025-04-05T14:45:00Z',
    '2025-04-05T15:15:00Z',
    'Australia/Lord_Howe',
    true,
  ],
  ['different: another second', '2025-11-02T05:30:01Z', '2025-11-02T06:30:00Z', 'America/New_York', false],
  ['equal: a rounded time', '2025-11-02T06:30:00.999Z', '2025-11-02T06:30:00Z', 'UTC', true],
  ['equal: a millisecond off', '2025-11-02T06:30:00Z', '2025-11-02T06:29:59.999Z', 'UTC', true],
  ['different: the next second', '2025-11-02T06:30:01Z', '2025-11-02T06:30:00Z', 'UTC', false],
  [
    'different: an hour on a day without a time change',
    '2025-06-02T05:30:00Z',
    '2025-06-02T06:30:00Z',
    'America/New_York',
    false,
  ],
])('compares timestamps by the wall time that a sheet stores: %s', (_, one, other, zone, same) => {
  expect(sameCell(new Date(one), new Date(other), zone)).toBe(same);
});
