/** What the sidebar is told of what has been going on. */
import { expect, test } from 'vitest';
import { activity } from '../../src/calls/activity.ts';
import { setPerson } from '../../src/calls/people.ts';
import { envelope } from '../protocol/arrivals.ts';
import { desk } from '../refresh/desk.ts';

test.each([
  ['consumer', { fetchesADay: 20_000, fetchesLeft: 19_000, fetchesKept: 1000 }],
  ['workspace', { fetchesADay: 100_000, fetchesKept: 5000 }],
])('to an account of kind %s Google gives calls, of which pulls leave some to formulas', (account, told) => {
  const ports = desk(() => envelope({}));
  setPerson(ports, { account });
  expect(activity(ports)).toMatchObject(told);
});
