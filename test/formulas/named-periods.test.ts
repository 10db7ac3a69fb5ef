import { expect, test } from 'vitest';
import { relativePeriod } from '../../src/formulas/parsed-arguments.ts';

/** Monday in Pacific time, but Tuesday in UTC. */
const MONDAY_EVENING = Date.parse('2025-06-17T05:00:00Z');

test.each([
  ['today', '2025-06-16', '2025-06-16'],
  ['Yesterday', '2025-06-15', '2025-06-15'],
  ['3 days ago', '2025-06-13', '2025-06-13'],
  ['30 days ago', '2025-05-17', '2025-05-17'],
  ['1 day ago', '2025-06-15', '2025-06-15'],
  ['last 7 days', '2025-06-10', '2025-06-16'],
  [' LAST  30  days ', '2025-05-18', '2025-06-16'],
  ['past 2 weeks', '2025-06-03', '2025-06-16'],
  ['last 1 day', '2025-06-16', '2025-06-16'],
  ['this week', '2025-06-16', '2025-06-16'],
  ['last week', '2025-06-09', '2025-06-15'],
  ['this month', '2025-06-01', '2025-06-16'],
  ['last month', '2025-05-01', '2025-05-31'],
  ['this year', '2025-01-01', '2025-06-16'],
  ['last year', '2024-01-01', '2024-12-31'],
])('%s is from %s to %s', (text, from, to) => {
  expect(relativePeriod(text, MONDAY_EVENING)).toEqual({ from, to });
});

test.each([
  ['last month', '2025-03-31T12:00:00Z', '2025-02-01', '2025-02-28'],
  ['last month', '2025-01-01T20:00:00Z', '2024-12-01', '2024-12-31'],
  ['last week', '2025-01-05T20:00:00Z', '2024-12-23', '2024-12-29'],
  ['yesterday', '2025-03-10T07:30:00Z', '2025-03-09', '2025-03-09'],
  ['yesterday', '2025-11-03T08:30:00Z', '2025-11-02', '2025-11-02'],
])('%s at %s is from %s to %s', (text, now, from, to) => {
  expect(relativePeriod(text, Date.parse(now))).toEqual({ from, to });
});

test.each([
  '',
  'last 0 days',
  'yesterday-ish',
  '2025-06-01',
  'last days',
  'next week',
  'last 99999 days',
  'not the last 7 days',
  'last 7 days or so',
])('"%s" is not a relative period', (text) => {
  expect(relativePeriod(text, MONDAY_EVENING)).toBeUndefined();
});
