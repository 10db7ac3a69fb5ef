/** Values become cells that a sheet keeps as they are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Kind, Value } from '../../src/protocol/fields.ts';
import { formatOf, sameCell, toCell } from '../../src/tables/cells.ts';

test.each([
  ['absent', null, ''],
  ['zero', 0, 0],
  ['an amount', 19.99, 19.99],
  ['case 41: leading zeros', '00501', '00501'],
  ['case 43: a formula', '=HYPERLINK("http://evil.example")', '=HYPERLINK("http://evil.example")'],
  ['false', false, false],
  ['an instant', { at: 1_750_000_000_000, text: 'as it came' }, new Date(1_750_000_000_000)],
  ['a day in the zone of the sheet', { day: '2025-06-18', text: '06/18/2025' }, new Date('2025-06-17T15:00:00Z')],
] as [string, Value | null, unknown][])('%s', (_, value, cell) => {
  expect(toCell(value, 'Asia/Tokyo')).toEqual(cell);
});

test('a text that is too long for a cell is cut, and the cut is marked', () => {
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

test.each(KINDS)('a column of %s has the format %s', (kind, format) => {
  expect(formatOf(kind, 1)).toBe(format);
  expect(formatOf(kind, '')).toBe(format);
  expect(formatOf(kind, new Date(0))).toBe(format);
});

test('case 43: every text is plain text, whatever its column holds otherwise', () => {
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
  [new Date(5), new Date(6), false],
  [new Date(5), 5, false],
])('%o and %o are the same: %s', (one, other, same) => {
  expect(sameCell(one, other, 'UTC')).toBe(same);
});

test.each([
  ['the repeated hour in New York', '2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', 'America/New_York', true],
  ['the same instants in Tokyo', '2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', 'Asia/Tokyo', false],
  [
    'half an hour in the repeated half hour',
    '2025-04-05T14:45:00Z',
    '2025-04-05T15:15:00Z',
    'Australia/Lord_Howe',
    true,
  ],
  ['other milliseconds', '2025-11-02T05:30:00.001Z', '2025-11-02T06:30:00Z', 'America/New_York', false],
  ['an hour on another day', '2025-06-02T05:30:00Z', '2025-06-02T06:30:00Z', 'America/New_York', false],
])('a sheet stores wall time: %s', (_, one, other, zone, same) => {
  expect(sameCell(new Date(one), new Date(other), zone)).toBe(same);
});
