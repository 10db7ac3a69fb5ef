/** Cells of the sheet Jobs are marked as they are typed where no row may have them, and never where it may. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE } from '../../src/protocol/time.ts';
import { datasets } from '../../src/schedule/datasets.ts';
import { everyText, readEvery } from '../../src/schedule/every.ts';
import { EVERY_LOOKS, guidedColumns } from '../../src/schedule/job-guides.ts';
import { standardJobs } from '../../src/schedule/standard-jobs.ts';

const looks = (typed: string) => new RegExp(EVERY_LOOKS, 'u').test(typed.toLowerCase());

test.each(['10 minuets', 'now and then', '5', 'every', 'hourly.', '10 minutes ago', '-5 minutes', 'weeklyy'])(
  '"%s" is marked as it is typed',
  (typed) => {
    expect([looks(typed), typeof readEvery(typed)]).toEqual([false, 'string']);
  },
);

test('no time that can be read is marked', () => {
  const count = fc.oneof(fc.integer({ min: 1, max: 500 }).map(String), fc.constantFrom('', '1.5', '2,5'));
  const unit = fc.constantFrom(
    'm',
    'min',
    'mins',
    'minute',
    'minutes',
    'h',
    'hr',
    'hrs',
    'hour',
    'hours',
    'd',
  );
  const units = fc.oneof(unit, fc.constantFrom('day', 'days', 'w', 'week', 'weeks'));
  const word = fc.constantFrom('hourly', 'daily', 'weekly', 'continuous', 'continuously', 'backfill');
  const time = fc
    .tuple(count, fc.constantFrom('', ' ', '  '), units, fc.constantFrom('', '.'))
    .map((all) => all.join(''));
  const typed = fc
    .tuple(fc.constantFrom('', ' ', 'every ', 'EVERY  '), fc.oneof(time, word), fc.constantFrom('', '  '))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(typed, (text) => {
      const read = readEvery(text);
      if (typeof read === 'string') return;
      expect(looks(text)).toBe(true);
      expect(looks(everyText(read))).toBe(true);
    }),
  );
});

test('what is offered can be read', () => {
  const offered = (id: string) => guidedColumns(datasets).find((column) => column.id === id)!.opens!.offers!;
  expect(offered('dataset')).toEqual(datasets.map(({ operation }) => operation.title));
  const account = { connections: ['Shop'], now: 0, account: 'consumer' as const };
  for (const interval of [5, 10, 60])
    for (const { every } of standardJobs({ ...account, interval: interval * MINUTE }))
      expect(offered('every')).toContain(every);
  for (const every of offered('every')) expect(typeof readEvery(every)).toBe('object');
  expect(offered('state')).toEqual(['active', 'paused', 'run now', 'retry']);
});
