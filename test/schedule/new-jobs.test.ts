/** Adds jobs to the Jobs sheet without duplicates, and restores a deleted sheet. */
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { keepDefinitions, readDefinitions } from '../../src/schedule/jobs-sheet.ts';
import { type Definition, newJobs, planJobRows, standardJobs } from '../../src/schedule/new-jobs.ts';
import { applyEdits } from '../../src/tables/edits.ts';
import { newKey } from '../../src/tables/positions.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';
import { bookWithJobs, jobsIn, keysIn, ME, unique, writeInto } from '../support/typed-jobs.ts';

const NOON = Date.UTC(2025, 5, 16, 12);
const ORDERS = { Dataset: 'Orders', Every: '10 minutes' };

/** Jobs that *Set up standard jobs* adds to an empty workbook: dataset, filter, every, target. */
const STANDARD = [
  ['Orders', '', '5 minutes', 'Orders, Order lines, Packages'],
  ['Ad performance', '', '6 hours', 'Ad performance'],
  ['Inventory', '', 'hourly', 'Inventory, Stock history'],
  ['Keywords', '', 'daily', 'Keywords'],
  ['Lookup report', '', 'daily', 'Lookup report'],
  ['Price history', 'top = 200; top within = 2 hours; within = 36 hours', 'continuous', 'Price log'],
  ['Orders', 'from = 2025-03-18', 'backfill', 'Orders, Order lines, Packages'],
];
const IN_STANDARD =
  'STANDARD in test/schedule/new-jobs.test.ts has a line for each job that src/schedule/new-jobs.ts makes';

function add(book: InMemoryBook, definitions: readonly Definition[]): number {
  const sheet = jobsIn(book);
  const owned = definitions.map((each) => ({ ownerId: ME, ...each }));
  const added = newJobs(sheet, owned, unique, 'My shop');
  applyEdits(book, planJobRows(sheet, added, book.timeZone()));
  return added.length;
}

describe('adding jobs', () => {
  const standard = (known: Partial<Parameters<typeof standardJobs>[0]> = {}) =>
    standardJobs({
      connections: ['My shop'],
      account: 'workspace',
      interval: 5 * MINUTE,
      now: NOON,
      ...known,
    });

  test('to an empty workbook adds the standard jobs, all valid', () => {
    const book = new InMemoryBook();
    add(book, standard());
    const shown = book.rows('Jobs').map(({ Dataset, Filter, Every, Target }) => [Dataset, Filter, Every, Target]);
    expect(shown, IN_STANDARD).toEqual(STANDARD);
    expect(jobsIn(book).rows.every(({ job }) => job !== undefined)).toBe(true);
    expect(book.sheet('Jobs').writes).toHaveLength(1);
  });

  test('refuses a job without an owner', () => {
    const fault = faultOf(() => newJobs(jobsIn(new InMemoryBook()), standard(), unique));
    expect(fault.message).toContain('has no owner');
  });

  test('a second time adds none', () => {
    const book = new InMemoryBook();
    expect(add(book, standard()), IN_STANDARD).toBe(STANDARD.length);
    expect(add(book, standard({ now: NOON + 7 * DAY, account: 'consumer', interval: HOUR }))).toBe(0);
  });

  test('adds standard jobs for each connection by name; rows without a name belong to the default connection', () => {
    const book = new InMemoryBook();
    const both = standard({ connections: ['My shop', 'One; other'] });
    expect(both.slice(0, 2).map(({ filter }) => filter)).toEqual(['connection = My shop', 'connection = "One; other"']);
    expect(add(book, standard())).toBe(STANDARD.length);
    expect(add(book, both)).toBe(STANDARD.length);
    expect(add(book, both)).toBe(0);
    const filters = jobsIn(book).rows.map(({ job }) => job?.filter.connection);
    expect(filters).toEqual([...STANDARD.map(() => undefined), ...STANDARD.map(() => 'One; other')]);
  });

  test.each([
    ['consumer', '4 hours'],
    ['workspace', 'hourly'],
  ] as const)("updates stock as often as a %s account's quotas allow", (account, every) => {
    const { every: found } = standard({ account }).find(({ dataset }) => dataset === 'inventory')!;
    expect(found).toBe(every);
  });

  test('appends them below typed rows and skips jobs that users typed in other words', () => {
    const book = bookWithJobs({ Dataset: 'order lines', Every: '3 hours', Owner: 'Ann' }, { Dataset: 'Weather' });
    const others = STANDARD.slice(1);
    expect(add(book, standard()), IN_STANDARD).toBe(others.length);
    expect(book.rows('Jobs').map(({ Dataset, Owner }) => [Dataset, Owner])).toEqual([
      ['order lines', 'Ann'],
      ['Weather', ''],
      ...others.map(([dataset]) => [dataset, '']),
    ]);
  });

  test('treats the same dataset with another filter as another job', () => {
    const book = bookWithJobs(ORDERS);
    expect(
      add(book, [
        { dataset: 'orders', filter: 'status = 0', every: 'hourly' },
        { dataset: 'Orders', filter: 'Status = Unshipped', every: 'daily', owner: 'Ann' },
      ]),
    ).toBe(1);
    expect(book.rows('Jobs')[1]).toMatchObject({ Dataset: 'Orders', Filter: 'status = 0', Every: 'hourly' });
  });

  test('refuses them all if one is invalid', () => {
    const book = bookWithJobs(ORDERS);
    const bad = { dataset: 'Orders', filter: 'status = lost', every: 'hourly' };
    const fault = faultOf(() => add(book, [{ ...bad, filter: '', every: '2 minutes' }, bad]));
    expect([fault.code, fault.message]).toEqual(['MARKET_ARGUMENT', expect.stringContaining('less than 5 minutes')]);
    expect(book.rows('Jobs')).toHaveLength(1);
  });

  test('refuses an unknown or blank dataset, ignoring spaces around its name', () => {
    const message = (dataset: string) =>
      faultOf(() => add(bookWithJobs(), [{ dataset, filter: '', every: 'daily' }])).message;
    expect(message(' Weather ')).toMatch(/^Dataset: "Weather" does not exist/);
    expect(message(' ')).toMatch(/^Dataset is blank\. /);
  });

  test('ignores and reuses a half-written row', () => {
    const book = bookWithJobs(ORDERS, { Dataset: 'Orders', Every: 'hourly', 'Row key': newKey('half') });
    expect(jobsIn(book).rows).toHaveLength(1);
    add(book, [{ dataset: 'orders', filter: 'status = 0', every: 'daily' }]);
    expect(book.rows('Jobs').map(({ Filter, Every }) => [Filter, Every])).toEqual([
      ['', '10 minutes'],
      ['status = 0', 'daily'],
    ]);
    expect(jobsIn(book).rows.map(({ id }) => id)).toEqual(keysIn(book));
  });
});

describe('a deleted sheet', () => {
  test('is restored with rows, keys, and typed cells', () => {
    const book = bookWithJobs(
      { ...ORDERS, Owner: 'Änn', State: 'paused', 'Row key': 'a' },
      { Dataset: 'Weather', Filter: '=1', 'Row key': 'b' },
    );
    const before = jobsIn(book).rows;
    const store = inMemoryStore();
    keepDefinitions(store, before);
    book.remove('Jobs');
    applyEdits(book, planJobRows(jobsIn(book), readDefinitions(store)!, book.timeZone()));
    writeInto(book);
    expect(jobsIn(book).rows.map(({ id, typed }) => [id, typed])).toEqual(before.map(({ id, typed }) => [id, typed]));
  });

  test('is restored if its rows fit into a property; only a filter that is too long is lost', () => {
    const lines = Array.from({ length: 70 }, (_, index) => ({
      Dataset: 'Inventory',
      Filter: `values = ${'é'.repeat(10)}${index}; connection = My shop`,
      Every: 'every 2 hours',
      Owner: 'Ann',
      State: 'active',
    }));
    const book = bookWithJobs(
      { Dataset: 'Inventory', Filter: `values = ${'A'.repeat(9000)}`, Every: 'hourly' },
      ...lines,
    );
    const store = inMemoryStore();
    keepDefinitions(store, jobsIn(book).rows);
    expect(Math.max(...[...store.values].map(([, text]) => text.length))).toBeLessThan(8500);
    expect(readDefinitions(store)!.map(({ row: _, typed }) => typed.filter)).toEqual(
      lines.slice(0, readDefinitions(store)!.length).map(({ Filter }) => Filter),
    );
    expect(readDefinitions(store)!.length).toBeGreaterThan(40);
  });
});
