import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  dayOf,
  isoWithOffset,
  readWall,
  sortableDateTime,
  usDateTime,
  usDateTimeHalfDay,
  usDateTimePadded,
  wallOf,
} from './pacific.ts';

const platform = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'medium',
});

it("matches the platform's time zone data at any time since 2008", () => {
  const instant = fc.integer({
    min: Date.parse('2008-01-01T00:00:00Z'),
    max: Date.parse('2037-12-31T00:00:00Z'),
  });
  fc.assert(
    fc.property(instant, (at) => {
      expect(sortableDateTime(at)).toBe(platform.format(at));
    }),
  );
});

it.each([
  ['2025-03-09T09:59:59Z', '03/09/2025 1:59:59'],
  ['2025-03-09T10:00:00Z', '03/09/2025 3:00:00'],
  ['2025-11-02T08:30:00Z', '11/02/2025 1:30:00'],
  ['2025-11-02T09:30:00Z', '11/02/2025 1:30:00'],
  ['2025-11-02T10:30:00Z', '11/02/2025 2:30:00'],
])('%s is %s', (instant, wall) => {
  expect(usDateTime(Date.parse(instant))).toBe(wall);
});

it("writes the service's formats", () => {
  const at = Date.parse('2022-12-20T09:36:43.007Z');
  expect(usDateTimeHalfDay(at)).toBe('12/20/2022 1:36:43 AM');
  expect(usDateTimePadded(at)).toBe('12/20/2022 01:36:43');
  expect(isoWithOffset(at, '7861')).toBe('2022-12-20T01:36:43.0077861-08:00');
  expect(Date.parse(isoWithOffset(at))).toBe(at);
  expect(dayOf(at)).toBe(Date.UTC(2022, 11, 20) / 86_400_000);
});

it('reads every format that it writes, and rejects all others', () => {
  const at = Date.parse('2025-06-05T16:03:05Z');
  for (const text of ['2025-06-05 09:03:05', '06/05/2025 9:03:05', '2025-06-05 09:03:05 AM', '2025-06-05T09:03:05']) {
    expect(readWall(text)).toBe(wallOf(at));
  }
  expect(readWall('2025-06-05 12:00:00 AM')).toBe(readWall('2025-06-05'));
  expect(readWall('06/05/2025 11:00:00 PM')).toBe(readWall('2025-06-05 23:00:00'));
  for (const text of ['', '2025-06-31', '2025-13-01', '2025-06-05 24:00:00', '2025-06-05 13:00:00 PM', '5 June 2025']) {
    expect(readWall(text)).toBeUndefined();
  }
});
