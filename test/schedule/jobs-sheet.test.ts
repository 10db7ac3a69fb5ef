/** The sheet Jobs: rows that people type are read, explained and kept; only the add-on's own cells are written. */
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { datasets } from '../../src/schedule/datasets.ts';
import type { JobChange } from '../../src/schedule/job-changes.ts';
import { writeJobs } from '../../src/schedule/job-changes.ts';
import { MOST_JOBS, readJobs } from '../../src/schedule/job-rows.ts';
import type { Definition } from '../../src/schedule/new-jobs.ts';
import { definitionsOf, newJobs, planRestored, planRows } from '../../src/schedule/new-jobs.ts';
import { standardJobs } from '../../src/schedule/standard-jobs.ts';
import { applyEdits } from '../../src/tables/edits.ts';
import { jobsColumns } from '../../src/tables/jobs-table.ts';
import { incompleteKey, newKey } from '../../src/tables/positions.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { type JobLine, typeJobs } from '../support/typed-jobs.ts';

const NOON = Date.UTC(2025, 5, 16, 12);

/** A book whose sheet Jobs has these rows typed in below its header, by column. */
function typed(...lines: readonly JobLine[]): InMemoryBook {
  const book = new InMemoryBook();
  typeJobs(book, ...lines);
  return book;
}

let ids = 0;
const unique = () => `job${++ids}`;
const read = (book: InMemoryBook) => readJobs(book, datasets, unique);
const write = (book: InMemoryBook, changes: readonly JobChange[] = []) =>
  writeJobs(book, read(book), changes);
const keys = (book: InMemoryBook) => book.rows('Jobs').map((row) => row['Row key']);
const results = (book: InMemoryBook) => book.rows('Jobs').map(({ Result }) => Result);

function add(book: InMemoryBook, definitions: readonly Definition[]): number {
  const sheet = read(book);
  const added = newJobs(sheet, datasets, definitions, unique, 'My shop');
  applyEdits(book, planRows(sheet, added, book.timeZone()));
  return added.length;
}

const ORDERS = { Dataset: 'Orders', Every: '10 minutes' };

const TITLES = datasets.map(({ operation }) => operation.title).join(', ');

/** What *Set up standard jobs* makes in an empty workbook: dataset, filter, every, target. */
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
  'STANDARD in test/schedule/jobs-sheet.test.ts has a line for each job that src/schedule/standard-jobs.ts makes';

test('its columns', () => {
  expect(
    jobsColumns()
      .map(({ header }) => header)
      .join(', '),
  ).toBe('Name, Dataset, Filter, Every, State, Result, Next run, Last run, Owner, Target, Row key');
  const those = (flag: 'typed' | 'hidden') => jobsColumns().flatMap(({ id, [flag]: is }) => (is ? [id] : []));
  expect(those('typed')).toEqual(['name', 'dataset', 'filter', 'every', 'state', 'owner']);
  expect(those('hidden')).toEqual(['rowKey']);
});

describe('a row that a person typed', () => {
  test('is a job, whatever it is called and in whatever case', () => {
    const book = typed(
      {
        Dataset: ' order lines',
        Filter: 'status=unshipped',
        Every: 'Hourly',
        Owner: 'Ann ',
        State: 'Paused',
      },
      { Dataset: 'PRICE-HISTORY', Every: 'continuous', State: 'Run  now' },
      { Dataset: 'Stock history', Every: '2 h', State: 'active', 'Row key': 'known' },
    );
    expect(read(book).rows.map(({ job, target }) => [job, target.join()])).toEqual([
      [
        {
          id: expect.stringMatching(/^job\d+$/),
          dataset: 'orders',
          filter: { status: '0' },
          every: { minutes: 60 },
          owner: 'Ann',
          isPaused: true,
          runsNow: false,
        },
        'Orders,Order lines,Packages',
      ],
      [
        expect.objectContaining({ dataset: 'price-history', every: { continuous: true }, runsNow: true }),
        'Price log',
      ],
      [
        expect.objectContaining({ id: 'known', dataset: 'inventory', isPaused: false, runsNow: false }),
        'Inventory,Stock history',
      ],
    ]);
  });

  test.each<[string, JobLine, string]>([
    [
      'an unknown dataset',
      { Dataset: 'Weather', Every: 'daily' },
      `Dataset: there is no "Weather"; type one of ${TITLES}.`,
    ],
    ['no dataset', { Every: 'daily' }, `Dataset is blank; type one of ${TITLES}.`],
    [
      'a number as the cadence',
      { Dataset: 'Orders', Every: 5 },
      'Every: "5" has no unit; type 5 minutes or 5 hours.',
    ],
    [
      'a date as the cadence',
      { Dataset: 'Orders', Every: new Date(NOON) },
      'Every: "2025-06-16 08:00:00" is no time between runs; type for example 15 minutes, 2 hours, hourly, daily, continuous or backfill.',
    ],
    [
      'a bad filter',
      { ...ORDERS, Filter: 'from = soon' },
      'Filter: "from" takes a date such as 2025-06-30, not "soon".',
    ],
    [
      'a way in which it does not run',
      { Dataset: 'Keywords', Every: 'backfill' },
      'Every: Keywords does not run as "backfill"; type a time, such as hourly or daily.',
    ],
    [
      'an unknown state',
      { ...ORDERS, State: 'asleep' },
      'State: "asleep" is none; type paused, run now, retry or active.',
    ],
  ])('%s is explained where it stands, and keeps no other row from running', (_, line, problem) => {
    const book = typed(line, ORDERS);
    expect(read(book).rows.map((row) => row.problem ?? row.job.dataset)).toEqual([problem, 'orders']);
    write(book);
    expect(results(book)).toEqual([`Not run. ${problem}`, '']);
  });

  test('loses the explanation when it is in order again', () => {
    const book = typed({ ...ORDERS, State: 'asleep', 'Next run': new Date(NOON) });
    write(book);
    expect(book.rows('Jobs')[0]!['Next run']).toBe('');
    book.sheet('Jobs').cells[1]![4] = '';
    write(book);
    expect(results(book)).toEqual(['']);
    write(book, [{ id: String(keys(book)[0]), result: 'Not run. Too early.' }]);
    expect(results(book)).toEqual(['Not run. Too early.']);
  });

  test('gets a key, once; blank rows get none', () => {
    const book = typed(ORDERS, {}, { Dataset: ' ' }, { Dataset: 'Inventory', Every: 'hourly' });
    write(book);
    const before = keys(book);
    expect(before).toEqual([expect.stringMatching(/^job/), '', expect.stringMatching(/^job/)]);
    const { length } = book.sheet('Jobs').writes;
    write(book);
    expect(keys(book)).toEqual(before);
    expect(book.sheet('Jobs').writes).toHaveLength(length);
  });

  test('that an execution left with a mark on its key gets the key back', () => {
    const book = typed({ ...ORDERS, 'Row key': incompleteKey('a') });
    expect(read(book).rows).toMatchObject([{ id: 'a', job: { id: 'a' } }]);
    write(book);
    expect(keys(book)).toEqual(['a']);
  });

  test('and copied runs once, until it asks for something else', () => {
    const line = { ...ORDERS, 'Row key': 'one' };
    const book = typed(line, line, { ...line, State: 'asleep' }, { ...line, Filter: 'status = 0' });
    write(book);
    expect(keys(book)[0]).toBe('one');
    expect(new Set(keys(book)).size).toBe(4);
    const copy = 'It pulls the same as row 2; change what it asks for, or delete one of them.';
    expect(read(book).rows.map(({ job, problem }) => job?.dataset ?? problem)).toEqual([
      'orders',
      copy,
      expect.stringContaining('State: "asleep"'),
      'orders',
    ]);
    expect(results(book)[1]).toBe(`Not run. ${copy}`);
  });

  test('runs beside the same row of another person, and instead of one that is paused', () => {
    const book = typed(
      { ...ORDERS, Owner: 'Ann' },
      { ...ORDERS, Owner: 'Bob' },
      { ...ORDERS, Filter: 'status = 0', State: 'paused' },
      { ...ORDERS, Filter: 'status = 0' },
    );
    expect(read(book).rows.every(({ job }) => job !== undefined)).toBe(true);
  });

  test('beyond the seventieth is explained as not run; rows that are not valid do not count', () => {
    const lines = Array.from({ length: MOST_JOBS + 1 }, (_, index) => ({
      Dataset: 'Orders',
      Filter: `from = ${new Date(Date.UTC(2025, 0, 1) + index * DAY).toISOString().slice(0, 10)}`,
      Every: 'daily',
    }));
    const book = typed(...lines.slice(0, 10), { Dataset: 'Weather' }, ...lines.slice(10), {
      Dataset: 'Weather',
    });
    const { rows } = read(book);
    expect(rows.filter(({ job }) => job)).toHaveLength(MOST_JOBS);
    expect(rows.filter(({ problem }) => problem).map(({ row, problem }) => [row, problem])).toEqual([
      [12, expect.stringContaining('there is no "Weather"')],
      [MOST_JOBS + 3, expect.stringMatching(/^No more than 70 jobs are run/)],
      [MOST_JOBS + 4, expect.stringContaining('there is no "Weather"')],
    ]);
  });
});

describe('what is written', () => {
  test('are the cells of the add-on, by the key of the row, and only those that change', () => {
    const book = typed(
      { ...ORDERS, 'Row key': 'a' },
      { Dataset: 'Inventory', Every: 'hourly', Owner: 'Ann', 'Row key': 'b' },
    );
    write(book);
    const sheet = book.sheet('Jobs');
    sheet.insertColumn(1, ['Mine', 'x', 'y']);
    sheet.insertColumn(5, ['Also', '', 'z']);
    const [header, one, other] = sheet.cells;
    sheet.cells = [header!, other!, one!];
    const before = sheet.cells.map((row) => [...row]);
    write(book, [
      { id: 'a', lastRun: NOON, nextRun: NOON + 600_000, result: '3 orders added.' },
      { id: 'gone', result: 'nothing' },
    ]);
    const after = sheet.cells;
    const changed = after.flatMap((row, down) =>
      row.flatMap((cell, across) => (cell === before[down]![across] ? [] : [[down, header![across], cell]])),
    );
    expect(changed).toEqual([
      [2, 'Result', '3 orders added.'],
      [2, 'Next run', new Date(NOON + 600_000)],
      [2, 'Last run', new Date(NOON)],
    ]);
    const { length } = sheet.writes;
    write(book, [{ id: 'a', lastRun: NOON, nextRun: NOON + 600_000, result: '3 orders added.' }]);
    expect(sheet.writes).toHaveLength(length);
    write(book, [{ id: 'a', nextRun: null }]);
    expect(book.rows('Jobs')[1]).toMatchObject({ 'Next run': '', 'Last run': new Date(NOON) });
  });

  test.each<[string, string, JobChange['state'], string]>([
    ['run now', 'what was asked for and done', 'active', 'active'],
    ['', 'a blank that is active already', 'active', ''],
    ['Pause', 'a row that is paused already', 'paused', 'Pause'],
    ['', 'all jobs paused', 'paused', 'paused'],
    ['asleep', 'whatever else', 'paused', 'paused'],
    ['run now', 'nothing that was told', undefined, 'run now'],
  ])('of the state "%s": %s', (before, _, state, after) => {
    const book = typed({ ...ORDERS, State: before, 'Row key': 'a' });
    write(book, [{ id: 'a', ...(state && { state }), owner: 'Ann' }]);
    expect(book.rows('Jobs')[0]).toMatchObject({ State: after, Owner: 'Ann' });
  });

  test('a formula of the person in State stays', () => {
    const book = typed({ ...ORDERS, State: 'run now', 'Row key': 'a' });
    book.sheet('Jobs').formulas.set('2 5', '=IF(TRUE,"run now","")');
    write(book, [{ id: 'a', state: 'active' }]);
    expect(book.rows('Jobs')[0]!.State).toBe('run now');
    expect(book.sheet('Jobs').formulas.size).toBe(1);
  });

  test('no sheet is made where there is none', () => {
    const book = new InMemoryBook();
    write(book, [{ id: 'a', result: 'x' }]);
    expect(book.sheets.size).toBe(0);
  });

  test('a sheet that lost its key column is refused', () => {
    const book = typed(ORDERS);
    book.sheet('Jobs').deleteColumn(11);
    expect(faultOf(() => read(book)).code).toBe('MARKET_TABLE');
  });
});

describe('jobs are added', () => {
  const standard = (known: Partial<Parameters<typeof standardJobs>[0]> = {}) =>
    standardJobs({
      connections: ['My shop'],
      account: 'workspace',
      interval: 5 * MINUTE,
      now: NOON,
      ...known,
    });

  test('in a workbook without any: the standard ones, all of them valid', () => {
    const book = new InMemoryBook();
    add(book, standard());
    const shown = book
      .rows('Jobs')
      .map(({ Dataset, Filter, Every, Target }) => [Dataset, Filter, Every, Target]);
    expect(shown, IN_STANDARD).toEqual(STANDARD);
    expect(read(book).rows.every(({ job }) => job !== undefined)).toBe(true);
    expect(book.sheet('Jobs').writes).toHaveLength(1);
  });

  test('again: none', () => {
    const book = new InMemoryBook();
    expect(add(book, standard()), IN_STANDARD).toBe(STANDARD.length);
    expect(add(book, standard({ now: NOON + 7 * DAY, account: 'consumer', interval: HOUR }))).toBe(0);
  });

  test('for each connection, by name; rows that name none are those of the default one', () => {
    const book = new InMemoryBook();
    const both = standard({ connections: ['My shop', 'One; other'] });
    expect(both.slice(0, 2).map(({ filter }) => filter)).toEqual([
      'connection = My shop',
      'connection = "One; other"',
    ]);
    expect(add(book, standard())).toBe(STANDARD.length);
    expect(add(book, both)).toBe(STANDARD.length);
    expect(add(book, both)).toBe(0);
    const filters = read(book).rows.map(({ job }) => job?.filter.connection);
    expect(filters).toEqual([...STANDARD.map(() => undefined), ...STANDARD.map(() => 'One; other')]);
  });

  test.each([
    ['consumer', '4 hours'],
    ['workspace', 'hourly'],
  ] as const)('with stock as often as the quotas of a %s account allow', (account, every) => {
    const { every: found } = standard({ account }).find(({ dataset }) => dataset === 'inventory')!;
    expect(found).toBe(every);
  });

  test('below what people typed, but for what they typed already in their own words', () => {
    const book = typed({ Dataset: 'order lines', Every: '3 hours', Owner: 'Ann' }, { Dataset: 'Weather' });
    const others = STANDARD.slice(1);
    expect(add(book, standard()), IN_STANDARD).toBe(others.length);
    expect(book.rows('Jobs').map(({ Dataset, Owner }) => [Dataset, Owner])).toEqual([
      ['order lines', 'Ann'],
      ['Weather', ''],
      ...others.map(([dataset]) => [dataset, '']),
    ]);
  });

  test('the same with another filter is another job', () => {
    const book = typed(ORDERS);
    expect(
      add(book, [
        { dataset: 'orders', filter: 'status = 0', every: 'hourly' },
        { dataset: 'Orders', filter: 'Status = Unshipped', every: 'daily', owner: 'Ann' },
      ]),
    ).toBe(1);
    expect(book.rows('Jobs')[1]).toMatchObject({ Dataset: 'Orders', Filter: 'status = 0', Every: 'hourly' });
  });

  test('a definition that is not valid is refused, and nothing is added', () => {
    const book = typed(ORDERS);
    const bad = { dataset: 'Orders', filter: 'status = lost', every: 'hourly' };
    const fault = faultOf(() => add(book, [{ ...bad, filter: '', every: '2 minutes' }, bad]));
    expect([fault.code, fault.message]).toEqual([
      'MARKET_ARGUMENT',
      expect.stringContaining('less than 5 minutes'),
    ]);
    expect(book.rows('Jobs')).toHaveLength(1);
  });

  test('of a dataset that there is not, whatever blanks are around its name', () => {
    const message = (dataset: string) =>
      faultOf(() => add(typed(), [{ dataset, filter: '', every: 'daily' }])).message;
    expect(message(' Weather ')).toMatch(/^Dataset: there is no "Weather"; /);
    expect(message(' ')).toMatch(/^Dataset is blank; /);
  });

  test('more than seventy are refused', () => {
    const lines = Array.from({ length: MOST_JOBS }, (_, index) => ({
      ...ORDERS,
      Filter: `orderDownloaded = 0; issueUser = a${index}`,
    }));
    const book = typed(...lines);
    const one = { dataset: 'Inventory', filter: '', every: 'hourly' };
    expect(faultOf(() => add(book, [one])).message).toContain('more than 70 jobs');
  });

  test('a row that an execution did not finish is no job, and is used for the next one', () => {
    const book = typed(ORDERS, { Dataset: 'Orders', Every: 'hourly', 'Row key': newKey('half') });
    expect(read(book).rows).toHaveLength(1);
    add(book, [{ dataset: 'orders', filter: 'status = 0', every: 'daily' }]);
    expect(book.rows('Jobs').map(({ Filter, Every }) => [Filter, Every])).toEqual([
      ['', '10 minutes'],
      ['status = 0', 'daily'],
    ]);
    expect(read(book).rows.map(({ id }) => id)).toEqual(keys(book));
  });
});

describe('a sheet that was deleted', () => {
  test('comes back with its rows, their keys and what was typed', () => {
    const book = typed(
      { ...ORDERS, Owner: 'Änn', State: 'paused', 'Row key': 'a' },
      { Dataset: 'Weather', Filter: '=1', 'Row key': 'b' },
    );
    const before = read(book).rows;
    const kept = definitionsOf(before);
    book.remove('Jobs');
    const restore = () => {
      const { plan, added } = planRestored(read(book), datasets, kept, book.timeZone());
      applyEdits(book, plan);
      return added.length;
    };
    expect(restore()).toBe(2);
    write(book);
    expect(read(book).rows.map(({ id, typed }) => [id, typed])).toEqual(
      before.map(({ id, typed }) => [id, typed]),
    );
    expect(restore()).toBe(0);
  });

  test('seventy jobs fit into properties; a filter that does not is left out alone', () => {
    const lines = Array.from({ length: MOST_JOBS }, (_, index) => ({
      Dataset: 'Inventory',
      Filter: `values = ${'é'.repeat(10)}${index}, ${'B'.repeat(100)}; connection = My shop`,
      Every: 'every 2 hours',
      Owner: 'Ann',
      State: 'active',
    }));
    const book = typed(
      { Dataset: 'Inventory', Filter: `values = ${'A'.repeat(9000)}`, Every: 'hourly' },
      ...lines,
    );
    const kept = definitionsOf(read(book).rows);
    expect(Math.max(...kept.map(({ length }) => length))).toBeLessThan(8000);
    expect(kept.flatMap((part) => JSON.parse(part))).toHaveLength(MOST_JOBS);
  });
});
