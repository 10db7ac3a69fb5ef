/** Parses the service's dates strictly, and Pacific wall time to the second. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  daysBetween,
  fromPacific,
  pacificOffset,
  pacificText,
  readDay,
  readInstant,
} from '../../src/protocol/dates.ts';
import { runs } from '../effort.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const INTL = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const instants = fc.integer({ min: Date.UTC(2007, 0) / 1000, max: Date.UTC(2038, 0) / 1000 - 1 }).map((s) => s * 1000);
const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);

describe('Pacific time', () => {
  test('case 49: wall time equals that of Intl at any time from 2007 to 2037', () => {
    fc.assert(
      fc.property(instants, (at) => {
        expect(pacificText(at)).toBe(INTL.format(at));
      }),
      { numRuns: runs(1000, 5000) },
    );
  });

  test('case 51: wall time is right in the hours around every clock change', () => {
    let changes = 0;
    const hasChanged = (at: number, before: number) => pacificOffset(at) !== pacificOffset(at - before);
    for (let day = Date.UTC(2007, 0); day < Date.UTC(2038, 0); day += DAY)
      for (let at = day; hasChanged(day, DAY) && at > day - DAY; at -= HOUR) {
        if (!hasChanged(at, HOUR)) continue;
        changes++;
        for (let near = at - 2 * HOUR; near <= at + 2 * HOUR; near += HOUR / 4)
          for (const beside of [near - 1000, near, near + 1000]) expect(pacificText(beside)).toBe(INTL.format(beside));
      }
    expect(changes).toBe(62);
  });

  test('a wall time that exists once is parsed to its exact time', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const wall = utc(pacificText(at));
        const read = fromPacific(wall);
        if (!read.ambiguous) expect(read.at).toBe(at);
        else expect([0, HOUR]).toContain(at - read.at);
      }),
      { numRuns: runs(1000, 5000) },
    );
  });

  test.each([
    ['2025-03-09 01:59:59', '2025-03-09T09:59:59Z', false],
    ['2025-03-09 03:00:00', '2025-03-09T10:00:00Z', false],
    ['2025-11-02 00:59:59', '2025-11-02T07:59:59Z', false],
    ['2025-11-02 01:00:00', '2025-11-02T08:00:00Z', true],
    ['2025-11-02 01:30:00', '2025-11-02T08:30:00Z', true],
    ['2025-11-02 01:59:59', '2025-11-02T08:59:59Z', true],
    ['2025-11-02 02:00:00', '2025-11-02T10:00:00Z', false],
  ])('case 51: %s is %s (repeated hour: %s)', (wall, instant, ambiguous) => {
    expect(fromPacific(utc(wall))).toMatchObject({ at: Date.parse(instant), ambiguous });
  });

  test('case 51: a time in the skipped hour of March is read as an hour later', () => {
    const { at, ambiguous } = fromPacific(utc('2025-03-09 02:30:00'));
    expect(pacificText(at)).toBe('2025-03-09 03:30:00');
    expect(ambiguous).toBe(false);
  });
});

describe('spellings of a time', () => {
  test.each([
    ['case 50: an hour without a zero', '1/23/2012 7:33:05', '2012-01-23T15:33:05.000Z'],
    ['case 50: an hour with a zero', '01/05/2022 04:16:28', '2022-01-05T12:16:28.000Z'],
    ['case 49: summer', '06/16/2025 10:00:00', '2025-06-16T17:00:00.000Z'],
    ['AM', '12/20/2022 1:36:43 AM', '2022-12-20T09:36:43.000Z'],
    ['PM', '12/20/2022 1:36:43 PM', '2022-12-20T21:36:43.000Z'],
    ['noon', '12/20/2022 12:00:00 PM', '2022-12-20T20:00:00.000Z'],
    ['midnight', '12/20/2022 12:00:00 AM', '2022-12-20T08:00:00.000Z'],
    ['a date without a time', '12/20/2022', '2022-12-20T08:00:00.000Z'],
    ['case 52: seven digits and an offset', '2022-04-20T23:46:41.7786361-07:00', '2022-04-21T06:46:41.778Z'],
    ['case 52: an offset without a colon', '2022-04-20T23:46:41-0700', '2022-04-21T06:46:41.000Z'],
    ['case 52: Z', '2022-04-20T23:46:41Z', '2022-04-20T23:46:41.000Z'],
    ['case 52: an offset to the east', '2022-04-20T05:30:00+05:30', '2022-04-20T00:00:00.000Z'],
    ['case 53: ISO without an offset', '2025-06-15T09:03:05', '2025-06-15T16:03:05.000Z'],
    ['a space instead of a T', '2025-06-01 10:11:12', '2025-06-01T17:11:12.000Z'],
    ['a leap day', '02/29/2024 00:00:00', '2024-02-29T08:00:00.000Z'],
  ])('%s', (_, text, instant) => {
    const read = readInstant(text);
    expect(read && new Date(read.at).toISOString()).toBe(instant);
    expect(read?.text).toBe(text);
    expect(read).not.toHaveProperty('ambiguous');
  });

  test('case 51: the repeated hour is marked and the original string kept', () => {
    expect(readInstant('11/2/2025 1:30:00')).toEqual({
      at: Date.UTC(2025, 10, 2, 8, 30),
      text: '11/2/2025 1:30:00',
      ambiguous: true,
    });
  });

  test.each([
    '',
    'soon',
    '23/1/2012 7:33:05',
    '2/29/2025 1:00:00',
    '02/30/2024',
    '1/23/2012 24:00:00',
    '1/23/2012 7:60:00',
    '1/23/2012 7:33:61',
    '1/23/2012 13:00:00 PM',
    '1/23/2012 0:30:00 AM',
    '1/23/12 7:33:05',
    '2025-06-15T09:03:05 and more',
    '2025-06',
    '20250615',
    '15.06.2025',
    '2025/06/15',
  ])('%j is not a time', (text) => {
    expect(readInstant(text)).toBeUndefined();
  });
});

test.each([
  ['06/18/2025', '2025-06-18'],
  ['6/8/2025', '2025-06-08'],
  ['2025-06-18', '2025-06-18'],
  ['06/18/2025 23:30:00', '2025-06-18'],
  ['2025-06-18T23:30:00-07:00', '2025-06-18'],
])('the day in %s is %s', (text, day) => {
  expect(readDay(text)).toEqual({ day, text });
});

test.each(['', '18/06/2025', 'June 18'])('%j is not a day', (text) => {
  expect(readDay(text)).toBeUndefined();
});

test.each([
  ['2025-06-30', '2025-06-30', ['2025-06-30']],
  ['2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['2025-11-01', '2025-11-03', ['2025-11-01', '2025-11-02', '2025-11-03']],
  ['2025-07-01', '2025-06-30', []],
])('the days from %s to %s are %j', (from, to, days) => {
  expect(daysBetween(from, to)).toEqual(days);
});
