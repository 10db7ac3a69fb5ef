/** Jobs are named after their rows; names that users type are kept. */

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '../../src/protocol/time.ts';
import { datasets, findDataset } from '../../src/schedule/datasets.ts';
import { condition, jobName, readFilter } from '../../src/schedule/filter.ts';
import { type Every, type Job, readEvery } from '../../src/schedule/job.ts';
import { standardJobs } from '../../src/schedule/new-jobs.ts';
import { connected, served } from '../support/connected-ports.ts';
import { filterText } from '../support/filter-text.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';
import { typeJobs } from '../support/typed-jobs.ts';

const TODAY = '2025-06-16';

function named(dataset: string, filter: string, every: string, today = TODAY): string {
  const found = findDataset(dataset);
  if (typeof found === 'string') throw new Error(found);
  const read = readFilter(found, filter);
  if (typeof read === 'string') throw new Error(read);
  return jobName({ dataset: found.operation.id, filter: read, every: readEvery(every) as Every }, today);
}

test.each([
  ['12" TV', 'connection = 12" TV'],
  ['"Best" shop', 'connection = """Best"" shop"'],
  ['A; B', 'connection = "A; B"'],
])('a condition for %s is %s', (value, text) => {
  expect(condition('connection', value)).toBe(text);
  const read = readFilter(findDataset('Orders') as never, text);
  expect(read).toMatchObject({ connection: value });
});

test('names the standard jobs', () => {
  const now = Date.parse(`${TODAY}T12:00:00Z`);
  const jobs = standardJobs({ connections: ['My shop'], account: 'consumer', now, interval: 600_000 });
  expect(jobs.map(({ dataset, filter, every }) => named(dataset, filter, every))).toEqual([
    'Orders, every 10 minutes',
    'Ad performance, every 6 hours',
    'Inventory, every 4 hours',
    'Keywords, every day',
    'Lookup report, every day',
    'Prices: best 200 within 2 hours, all within 36',
    'Orders back to March 18',
  ]);
});

test.each<[dataset: string, filter: string, every: string, name: string]>([
  ['Order lines', 'status = 0', '1 h', 'Orders (Unshipped), every hour'],
  ['Orders', 'void soon = 24 hours; type = 2', 'weekly', 'Orders (Shipped by seller, void soon 24 hours), every week'],
  ['Orders', 'connection = Second shop', '90 min', 'Orders of Second shop, every 90 minutes'],
  ['Orders', 'from = 3/1/2025', 'daily', 'Orders (from March 1), every day'],
  ['Orders', 'from = 2024-12-31; connection = B', 'backfill', 'Orders of B back to December 31, 2024'],
  ['Ad performance', '', 'backfill', 'Ad performance back a year'],
  ['Ad performance', 'restate = 7', '6 hours', 'Ad performance (restate 7), every 6 hours'],
  ['Inventory', 'values = 9SIA, 9SIB', 'hourly', 'Inventory (9SIA, 9SIB), every hour'],
  ['Inventory', 'values = 9SIA, 9SIB, X-3', 'hourly', 'Inventory (3 identifiers), every hour'],
  ['Inventory', 'items = catalog', 'continuous', 'Inventory, all the time'],
  ['Keywords', 'campaign number = 12', 'daily', 'Keywords (campaign number 12), every day'],
  ['Price history', '', 'continuous', 'Prices: all within 1 day'],
  [
    'Price history',
    'top = 5; top within = 90 minutes',
    'continuous',
    'Prices: best 5 within 90 minutes, all within 1 day',
  ],
  [
    'Price history',
    'within = 2 days; spend = all',
    'continuous',
    'Prices: all within 2 days, using all remaining calls',
  ],
  ['Price history', 'storefront = canadian', 'daily', 'Prices (canadian storefront), every day'],
])('names a job with dataset %s, filter "%s" and Every "%s"', (dataset, filter, every, name) => {
  expect(named(dataset, filter, every)).toBe(name);
});

/** User-typed rows with any valid filter and interval. */
const rows = fc.constantFrom(...datasets).chain((dataset) => {
  const text = fc.string({ minLength: 1, maxLength: 60 }).filter((value) => /^[^;"=\n,]+$/.test(value.trim()));
  const conditions = Object.entries(dataset.operation.params)
    .filter(([name, { insteadOf }]) => !dataset.sets?.includes(name) && insteadOf === undefined)
    .map(([name, { choices, type, letters }]) => {
      const one = choices
        ? fc.constantFrom(...Object.keys(choices))
        : type === 'text' && !letters
          ? text
          : fc.constantFrom('310', '400', '500');
      return [name, fc.option(one, { nil: undefined })] as const;
    });
  const options = {
    connection: fc.option(text, { nil: undefined }),
    from: fc.option(fc.constantFrom('2025-02-28', '12/31/2024'), { nil: undefined }),
    top: fc.option(fc.integer({ min: 0, max: 999 }), { nil: undefined }),
    within: fc.option(fc.constantFrom('3 hours', '2 days', '45 minutes'), { nil: undefined }),
  };
  const known = Object.entries(options).filter(([name]) => name === 'connection' || name in (dataset.options ?? {}));
  const every = fc
    .oneof(
      fc.integer({ min: 5, max: 366 * 1440 }).map((minutes) => ({ minutes })),
      fc.constantFrom({ continuous: true as const }, { backfill: true as const }),
    )
    .filter((each) => !('backfill' in each) || dataset.kinds?.includes('backfill') === true);
  return fc.record({
    dataset: fc.constant(dataset),
    filter: fc.record(Object.fromEntries([...conditions, ...known])),
    every,
  });
});

test("every valid row gets a one-line name that doesn't depend on spelling", () => {
  let valid = 0;
  fc.assert(
    fc.property(rows, ({ dataset, filter, every }) => {
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      const read = readFilter(dataset, filterText(given));
      if (typeof read === 'string') return;
      valid++;
      const { id } = dataset.operation;
      const name = jobName({ dataset: id, filter: read, every }, TODAY);
      expect(name).toMatch(/^[A-Z]\w+[^\n]+$/);
      expect(name).not.toMatch(/undefined|NaN|\[object/);
      const again = readFilter(dataset, filterText(read));
      const words = 'minutes' in every ? `${every.minutes} minutes` : Object.keys(every)[0];
      const spelled = readEvery(` EVERY ${words} `) as Every;
      expect(jobName({ dataset: id, filter: again as Job['filter'], every: spelled }, TODAY)).toBe(name);
      // A different interval gives a different name.
      if ('minutes' in every)
        expect(name).not.toBe(jobName({ dataset: id, filter: read, every: { minutes: every.minutes + 1 } }, TODAY));
    }),
  );
  expect(valid).toBeGreaterThan(20);
});

describe('on the sheet', () => {
  let ports: InMemoryPorts;
  const names = () => ports.book.rows('Jobs').map(({ Name }) => Name);
  const shown = () => served(ports, 'schedule').jobs.map(({ name }) => name);
  /** Any action updates the names on the sheet. */
  const touch = () => served(ports, 'pauseAll', false);
  /** Row 1 is the first row below the header. */
  function type(row: number, header: string, text: string): void {
    const { cells } = ports.book.sheet('Jobs');
    cells[row]![cells[0]!.indexOf(header)] = text;
  }

  beforeEach(() => {
    ports = connected();
    typeJobs(
      ports.book,
      { Dataset: 'Orders', Every: 'hourly', 'Row key': 'o' },
      { Dataset: 'Orders', Every: 'backfill', Filter: 'from = 2025-02-01', 'Row key': 'b' },
    );
    touch();
  });

  test('a changed row is renamed, immediately in the sidebar', () => {
    expect(names()).toEqual(['Orders, every hour', 'Orders back to February 1']);
    type(1, 'Every', '2 hours');
    expect(shown()[0]).toBe('Orders, every 2 hours');
    touch();
    expect(names()[0]).toBe('Orders, every 2 hours');
  });

  test('a typed name is kept until it is cleared', () => {
    type(1, 'Name', 'New orders');
    type(1, 'Every', '2 hours');
    touch();
    expect([names()[0], shown()[0]]).toEqual(['New orders', 'New orders']);
    type(1, 'Name', '');
    touch();
    expect(names()[0]).toBe('Orders, every 2 hours');
  });

  test('a row that was copied and edited is renamed', () => {
    const { cells } = ports.book.sheet('Jobs');
    cells.push([...cells[1]!]);
    type(3, 'Filter', 'status = 0');
    touch();
    expect(names()[2]).toBe('Orders (Unshipped), every hour');
  });

  test('an invalid row has no name until it is corrected', () => {
    type(1, 'Every', 'ten mins');
    touch();
    expect(names()[0]).toBe('');
    type(1, 'Every', '10 minutes');
    touch();
    expect(names()[0]).toBe('Orders, every 10 minutes');
  });

  test('a date that is now in the previous year gets its year', () => {
    ports.wait(250 * DAY);
    touch();
    expect(names()[1]).toBe('Orders back to February 1, 2025');
  });

  test('a restored sheet keeps the names', () => {
    type(1, 'Name', 'New orders');
    touch();
    ports.book.remove('Jobs');
    served(ports, 'setUpJobs');
    expect(names().slice(0, 2)).toEqual(['New orders', 'Orders back to February 1']);
  });
});
