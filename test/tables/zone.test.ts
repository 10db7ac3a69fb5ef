/** Days start at midnight in the spreadsheet's time zone, even if midnight is skipped or repeated. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { spokenTime, startOfDay, wallText, wallTime } from '../../src/tables/zone.ts';
import { runs } from '../effort.ts';

test.each([
  ['2025-06-18', 'Asia/Tokyo', '2025-06-17T15:00:00Z'],
  ['2025-06-18', 'UTC', '2025-06-18T00:00:00Z'],
  ['2025-06-18', 'America/Los_Angeles', '2025-06-18T07:00:00Z'],
  ['2025-03-09', 'America/Los_Angeles', '2025-03-09T08:00:00Z'],
  ['2025-03-10', 'America/Los_Angeles', '2025-03-10T07:00:00Z'],
  ['2025-11-02', 'America/Los_Angeles', '2025-11-02T07:00:00Z'],
  ['2025-11-03', 'America/Los_Angeles', '2025-11-03T08:00:00Z'],
  ['2025-06-18', 'Asia/Kolkata', '2025-06-17T18:30:00Z'],
  ['2025-06-18', 'Asia/Kathmandu', '2025-06-17T18:15:00Z'],
  ['2025-06-18', 'Pacific/Kiritimati', '2025-06-17T10:00:00Z'],
  // Midnight is skipped: clocks change from 23:59:59 to 01:00.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['2023-04-28', 'Africa/Cairo', '2023-04-27T22:00:00Z'],
  ['2018-03-11', 'America/Havana', '2018-03-11T05:00:00Z'],
  // The hour before midnight repeats.
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00Z'],
  ['2023-10-27', 'Africa/Cairo', '2023-10-26T22:00:00Z'],
  // Midnight repeats; the day starts at the first one.
  ['2018-11-04', 'America/Havana', '2018-11-04T04:00:00Z'],
])('%s starts in %s at %s', (day, zone, instant) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(instant.replace('Z', '.000Z'));
});

const ZONES = [
  'America/Sao_Paulo',
  'Africa/Cairo',
  'America/Havana',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Tehran',
  'Asia/Beirut',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];

test('in any zone a day starts at its first second', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(1995, 0) / 86_400_000, max: Date.UTC(2037, 0) / 86_400_000 }),
      (zone, number) => {
        const day = new Date(number * 86_400_000).toISOString().slice(0, 10);
        const start = startOfDay(day, zone);
        expect(wallText(start, zone).slice(0, 10)).toBe(day);
        expect(wallText(start - 1000, zone).slice(0, 10) < day).toBe(true);
      },
    ),
    { numRuns: 1500 },
  );
});

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A zone's wall time, as if it were UTC. */
function shownTime(at: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
}

const offsetOf = (at: number, zone: string) => shownTime(at, zone) - at;

/** The times of a zone's clock changes in a year, in whole seconds. */
function changesOf(zone: string, year: number): number[] {
  const weeks = Array.from({ length: 54 }, (_, week) => Date.UTC(year, 0, 1 + 7 * week));
  return weeks.slice(1).flatMap((end, index) => {
    let [from, to] = [weeks[index]! / 1000, end / 1000];
    const before = offsetOf(from * 1000, zone);
    if (offsetOf(to * 1000, zone) === before) return [];
    while (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      if (offsetOf(middle * 1000, zone) === before) from = middle;
      else to = middle;
    }
    return [to * 1000];
  });
}

const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

test("wall time matches every zone's clocks, even around clock changes", () => {
  const apart = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(
      anyZone,
      fc.integer({ min: 1900, max: 2037 }),
      fc.array(apart, { minLength: 20, maxLength: 20 }),
      fc.integer({ min: 0, max: 31_000_000 }),
      (zone, year, far, second) => {
        const centres = [...changesOf(zone, year), Date.UTC(year, 0) + 1000 * second];
        for (const centre of centres)
          for (const each of [0, -1, -1000, 59_999, ...far])
            expect(wallTime(centre + each, zone)).toBe(shownTime(centre + each, zone));
      },
    ),
    { numRuns: runs(200, 5000) },
  );
});

test('formats at most two times per quarter of an hour', () => {
  const formatting = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  for (let second = 0; second < 900; second++) wallTime(Date.UTC(2031, 4, 5, 6, 15, second), 'Asia/Tokyo');
  expect(formatting.mock.calls.length).toBeLessThanOrEqual(2);
  formatting.mockRestore();
});

test.each([
  // Clocks changed one minute after midnight.
  ['2010-03-14T03:30:59Z', 'America/St_Johns', '2010-03-14 00:00:59'],
  ['2010-03-14T03:31:00Z', 'America/St_Johns', '2010-03-14 01:01:00'],
  ['2025-06-16T17:00:00Z', 'America/Los_Angeles', '2025-06-16 10:00:00'],
  ['2025-06-16T17:00:00Z', 'Asia/Tokyo', '2025-06-17 02:00:00'],
  ['2025-06-16T15:00:00Z', 'Asia/Tokyo', '2025-06-17 00:00:00'],
  ['2025-12-31T23:59:59Z', 'UTC', '2025-12-31 23:59:59'],
])('the wall time of %s in %s is %s', (instant, zone, text) => {
  expect(wallText(Date.parse(instant), zone)).toBe(text);
  expect(wallTime(Date.parse(instant), zone)).toBe(Date.parse(`${text.replace(' ', 'T')}Z`));
});

test.each([
  ['2025-06-16T12:41:59Z', '2025-06-16T00:00:00Z', 'UTC', '12:41 PM'],
  ['2025-06-16T00:05:00Z', '2025-06-16T23:59:59Z', 'UTC', '12:05 AM'],
  ['2025-06-17T00:00:00Z', '2025-06-16T23:59:59Z', 'UTC', 'Jun 17, 12:00 AM'],
  ['2025-06-15T23:59:59Z', '2025-06-16T00:00:00Z', 'UTC', 'Jun 15, 11:59 PM'],
  ['2025-06-17T03:59:00Z', '2025-06-16T12:00:00Z', 'America/New_York', '11:59 PM'],
  ['2025-06-16T15:00:00Z', '2025-06-16T12:00:00Z', 'Asia/Tokyo', 'Jun 17, 12:00 AM'],
])('%s, shown at %s in %s, is %s', (at, now, zone, text) => {
  expect(spokenTime(Date.parse(at), zone, Date.parse(now))).toBe(text);
});

test('names the day if the current time is unknown', () => {
  expect(spokenTime(Date.parse('2025-06-16T12:41:59Z'), 'UTC')).toBe('Jun 16, 12:41 PM');
});
