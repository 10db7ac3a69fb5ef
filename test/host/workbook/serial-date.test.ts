/** Compares serial dates with the time zone database, including both clock changes. */
import { expect, test } from 'vitest';
import { SampleWorkbook } from './sample-workbook.ts';
import { instantFromSerial, serialFromInstant, serialFromWallClock } from './serial-date.ts';

test.each([
  ['Asia/Tokyo', [2023, 1, 1, 12, 0, 0], '2023-01-01T03:00:00.000Z'],
  ['UTC', [1970, 1, 1, 0, 0, 0], '1970-01-01T00:00:00.000Z'],
  ['America/Los_Angeles', [2025, 7, 1, 0, 0, 0], '2025-07-01T07:00:00.000Z'],
  ['America/Los_Angeles', [2025, 1, 1, 0, 0, 0], '2025-01-01T08:00:00.000Z'],
  // On March 9, 2025, the clock skips from 2 AM to 3 AM.
  ['America/Los_Angeles', [2025, 3, 9, 1, 59, 59], '2025-03-09T09:59:59.000Z'],
  ['America/Los_Angeles', [2025, 3, 9, 2, 30, 0], '2025-03-09T10:30:00.000Z'],
  ['America/Los_Angeles', [2025, 3, 9, 3, 0, 0], '2025-03-09T10:00:00.000Z'],
  // On November 2, it repeats the hour from 1 AM to 2 AM.
  ['America/Los_Angeles', [2025, 11, 2, 0, 59, 59], '2025-11-02T07:59:59.000Z'],
  ['America/Los_Angeles', [2025, 11, 2, 1, 30, 0], '2025-11-02T08:30:00.000Z'],
  ['America/Los_Angeles', [2025, 11, 2, 2, 0, 0], '2025-11-02T10:00:00.000Z'],
  ['Australia/Lord_Howe', [2025, 4, 6, 12, 0, 0], '2025-04-06T01:30:00.000Z'],
  ['Asia/Kathmandu', [2025, 4, 6, 12, 0, 0], '2025-04-06T06:15:00.000Z'],
] as [string, [number, number, number, number, number, number], string][])(
  'in %s the wall time %j is %s',
  (zone, wall, instant) => {
    expect(new Date(instantFromSerial(serialFromWallClock(...wall), zone)).toISOString()).toBe(instant);
  },
);

test.each(['Asia/Tokyo', 'America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe'])(
  'every time in 2025 survives a round trip in %s except the repeated hour',
  (zone) => {
    const start = Date.UTC(2025, 0, 1);
    const lost = new Set<number>();
    for (let i = 0; i < 365 * 48; i++) {
      const instant = start + i * 1_800_000 + 123;
      if (instantFromSerial(serialFromInstant(instant, zone), zone) !== instant) lost.add(instant);
    }
    expect(lost.size).toBe({ 'Asia/Tokyo': 0, 'Australia/Lord_Howe': 1 }[zone] ?? 2);
  },
);

test("a cell keeps its wall-clock time when the spreadsheet's time zone changes", () => {
  const sample = new SampleWorkbook({ timeZone: 'Asia/Tokyo' });
  sample.fill('A1', 'values', '2023/01/01 12:00:00');
  expect(sample.value('A1')).toEqual(new Date('2023-01-01T03:00:00Z'));
  sample.book.timeZone = 'America/Los_Angeles';
  expect(sample.value('A1')).toEqual(new Date('2023-01-01T20:00:00Z'));
  expect(sample.shown('A1')).toBe('2023/01/01 12:00:00');
  expect(() => {
    sample.book.timeZone = 'Mars/Olympus';
  }).toThrow(RangeError);
});

test('serial dates are right in the year 50 and after February 1900', () => {
  expect(serialFromWallClock(1900, 3, 1)).toBe(61);
  expect(new Date(instantFromSerial(serialFromWallClock(50, 3, 1), 'UTC')).getUTCFullYear()).toBe(50);
});
