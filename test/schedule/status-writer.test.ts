/** A time is told as short as it is clear: without its day where that is today, in the zone of the spreadsheet. */
import { expect, test } from 'vitest';
import { timeText } from '../../src/schedule/status-writer.ts';

test.each([
  ['2025-06-16T12:41:59Z', '2025-06-16T00:00:00Z', 'UTC', '12:41'],
  ['2025-06-16T12:41:59Z', '2025-06-16T23:59:59Z', 'UTC', '12:41'],
  ['2025-06-17T00:00:00Z', '2025-06-16T23:59:59Z', 'UTC', '2025-06-17 00:00'],
  ['2025-06-15T23:59:59Z', '2025-06-16T00:00:00Z', 'UTC', '2025-06-15 23:59'],
  ['2025-06-17T03:59:00Z', '2025-06-16T12:00:00Z', 'America/New_York', '23:59'],
  ['2025-06-17T04:00:00Z', '2025-06-16T12:00:00Z', 'America/New_York', '2025-06-17 00:00'],
  ['2025-06-16T15:00:00Z', '2025-06-16T12:00:00Z', 'Asia/Tokyo', '2025-06-17 00:00'],
])('%s, told at %s in %s, is %s', (at, now, zone, text) => {
  expect(timeText(Date.parse(at), Date.parse(now), zone)).toBe(text);
});
