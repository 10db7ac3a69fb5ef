/** The retry time after a rate-limited call is between one second and one hour ahead. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResetTime } from '../../src/protocol/answer.ts';

const HEADER = 'X-RateLimit-ResetTime';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** 12/20/2022 1:00:00 AM in Pacific time. */
const NOW = Date.UTC(2022, 11, 20, 9);
const FALLBACK = NOW + 60 * SECOND;

test.each([
  ['case 19: as documented, in Pacific time', '12/20/2022 1:36:43 AM', NOW + 36 * 60 * SECOND + 43 * SECOND],
  ['case 19: padded', ' 12/20/2022 01:36:43 AM ', NOW + 36 * 60 * SECOND + 43 * SECOND],
  ['case 20: in the past', '12/20/2022 12:59:00 AM', NOW + SECOND],
  ['case 20: not a time', 'soon', FALLBACK],
  ['case 20: empty', '', FALLBACK],
  ['case 21: exactly an hour ahead', '12/20/2022 2:00:00 AM', NOW + HOUR],
  ['case 21: a second more than an hour ahead', '12/20/2022 2:00:01 AM', FALLBACK],
  ['case 21: more than an hour ahead', '12/20/2022 2:30:00 AM', FALLBACK],
  ['case 21: day before month', '20/12/2022 1:36:43 AM', FALLBACK],
  ['case 21: years ahead', '12/20/2032 1:36:43 AM', FALLBACK],
  ['afternoon', '12/20/2022 1:36:43 PM', FALLBACK],
  ['ISO with an offset', '2022-12-20T09:10:00Z', NOW + 600 * SECOND],
])('reset header: %s', (_, text, expected) => {
  expect(readResetTime({ 'x-ratelimit-resettime': text }, HEADER, NOW)).toBe(expected);
});

test('case 19: without any header', () => {
  expect(readResetTime({}, HEADER, NOW)).toBe(FALLBACK);
});

test.each([
  ['90', NOW + 90 * SECOND],
  ['0', NOW + SECOND],
  ['-5', NOW + SECOND],
  ['100000', NOW + HOUR],
  ['Tue, 20 Dec 2022 09:05:00 GMT', FALLBACK],
  ['undefined', FALLBACK],
])('case 19: Retry-After %s sets the retry time', (text, expected) => {
  expect(readResetTime({ 'retry-after': text }, HEADER, NOW)).toBe(expected);
});

test("an invalid Retry-After falls back to the service's own header", () => {
  const headers = { 'retry-after': 'soon', 'x-ratelimit-resettime': '12/20/2022 1:36:43 AM' };
  expect(readResetTime(headers, HEADER, NOW)).toBe(NOW + 36 * 60 * SECOND + 43 * SECOND);
});

test('case 20: for any headers, it is between a second and an hour ahead', () => {
  const header = fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc
      .tuple(fc.nat(13), fc.nat(32), fc.integer({ min: 1990, max: 2040 }), fc.nat(13), fc.nat(60))
      .map(([month, day, year, hour, minute]) => `${month}/${day}/${year} ${hour}:${minute}:00 AM`),
    fc.double().map(String),
  );
  fc.assert(
    fc.property(header, header, fc.integer({ min: 0, max: 2_000_000_000_000 }), (after, reset, now) => {
      const at = readResetTime({ 'retry-after': after, 'x-ratelimit-resettime': reset }, HEADER, now);
      expect(at).toBeGreaterThanOrEqual(now + SECOND);
      expect(at).toBeLessThanOrEqual(now + HOUR);
    }),
    { numRuns: 2000 },
  );
});
