/** The Log sheet has one row per run: it merges a job's pulls in one execution, and lists killed executions. */
import { beforeEach, describe, expect, test } from 'vitest';
import { setUser } from '../../src/account/person.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { HOUR } from '../../src/protocol/time.ts';
import { begin } from '../../src/pull/begin.ts';
import type { ReportedError, Run } from '../../src/pull/run.ts';
import { loadRun, saveRun } from '../../src/pull/stored-run.ts';
import { countUnchanged, forgottenEntry, logRuns } from '../../src/schedule/run-log.ts';
import { writeStatus } from '../../src/schedule/status-writer.ts';
import { killedEntry } from '../../src/tables/log.ts';
import { connected } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';

let ports: InMemoryPorts;
/** The times at which formulas were refreshed. */
let ticks: number[];
beforeEach(() => {
  ports = connected();
  setUser(ports, { name: 'Ann' });
  ticks = [];
  ports.tick = (at) => {
    const isMade = ports.book.find('Status') !== undefined;
    if (isMade) ticks.push(at);
    return isMade;
  };
});

const counts = (added: number, changed = 0, unchanged = 0, gone = 0) => ({ added, changed, unchanged, gone });
const error = (code: string, message = `${code}.`): ReportedError => ({
  code,
  message,
  serviceCode: null,
  httpStatus: null,
});

function ran(more: Partial<Run> = {}): Run {
  return { ...begin(ports, { operation: 'orders', why: 'menu' }), state: 'done', ...more };
}

const ADDED = [{ table: 'Orders', ...counts(1) }];

/** A pull of job "j". */
function pulled(more: Partial<Run> = {}, job = 'j'): Run {
  const purpose = { job, isLast: true, endsCycle: true, strategyState: {}, inFull: false };
  return { ...ran({ why: 'schedule', ...more }), purpose };
}

const rows = () => ports.book.rows('Log');

describe('a run', () => {
  test('is logged in one row with its counts, calls, and times', () => {
    const tables = [
      { table: 'Orders', ...counts(1, 2, 3, 4) },
      { table: 'Packages', ...counts(10, 20, 30, 40) },
    ];
    const run = ran({ calls: 5, tables });
    ports.wait(90_000);
    expect(logRuns(ports, [run])).toEqual([]);
    expect(rows()).toMatchObject([
      {
        Started: new Date(START),
        What: 'Orders',
        State: 'done',
        Calls: 5,
        Added: 11,
        Changed: 22,
        Unchanged: 33,
        Gone: 44,
        Seconds: 90,
        Error: '',
        'What to do': '',
        Why: 'menu',
        Who: 'Ann',
        'Job ID': '',
        'Run ID': run.id,
      },
    ]);
  });

  test.each([
    [error('MARKET_CAP'), [error('MARKET_KEY')], 'MARKET_CAP'],
    [null, [error('MARKET_KEY'), error('MARKET_SELLER')], 'MARKET_KEY'],
    [null, [], ''],
  ])('stopped by %o with errors %o shows the first', (stoppedBy, errors, told) => {
    logRuns(ports, [ran({ state: 'partial', stoppedBy, errors })]);
    expect(rows()).toMatchObject([{ State: 'partial', Error: told, 'What to do': told === '' ? '' : `${told}.` }]);
  });

  test('creates Status and refreshes formulas from the start of the earliest run', () => {
    const first = ran();
    ports.wait(1000);
    logRuns(ports, [ran(), first]);
    expect(ports.book.find('Status')).toBeDefined();
    expect(ticks).toEqual([START]);
    const { length } = ports.book.sheet('Status').writes;
    ports.wait(1000);
    logRuns(ports, [], [killedEntry({ run: 'r', started: START, what: 'Orders', why: 'schedule', who: 'Bob' })]);
    expect(ticks).toEqual([START, START + 2000]);
    expect(ports.book.sheet('Status').writes).toHaveLength(length);
    expect(rows().map(({ State }) => State)).toContain('killed');
  });
});

test('a scheduled run that could not update Today says why on Status, until it can', () => {
  const failing = () =>
    ports.book
      .rows('Status')
      .filter(({ Subject }) => Subject === 'Today and reports')
      .map(({ State, Detail }) => [State, Detail]);
  ports.afterRun = () => ['Today: no.', 'Reports: no.'];
  expect(logRuns(ports, [pulled()])).toEqual(['Today: no.', 'Reports: no.']);
  writeStatus(ports, [], new Map(), 0);
  logRuns(ports, [pulled()]);
  expect(failing()).toEqual([['failing', 'Today: no. Reports: no.']]);
  ports.afterRun = () => [];
  writeStatus(ports, [], new Map(), 0);
  logRuns(ports, [pulled()]);
  expect(failing()).toEqual([]);
});

test('rows that were removed once the warehouse had them are logged with their number', () => {
  const rows = new Map([
    ['Orders', 1200],
    ['Packages', 1],
  ]);
  ports.wait(1000);
  logRuns(ports, [], [forgottenEntry(ports, rows, { started: START, why: 'schedule', who: 'Ann' })]);
  expect(ports.book.rows('Log')).toMatchObject([
    {
      What: 'Warehouse',
      State: 'done',
      Seconds: 1,
      Who: 'Ann',
      'What to do':
        'No action needed. Old rows were removed after the warehouse confirmed them: Orders 1,200, Packages 1.',
    },
  ]);
});

test('writes no sheet without a run', () => {
  expect(logRuns(ports, [])).toEqual([]);
  expect([ports.book.sheets.size, ports.holds, ticks.length]).toEqual([0, 0, 0]);
});

describe('pulls of one job in one execution', () => {
  test('are added up in one row', () => {
    const tables = (added: number) => [{ table: 'Orders', ...counts(added, 1) }];
    const first = pulled({ calls: 2, tables: tables(1) });
    logRuns(ports, [
      first,
      pulled({ calls: 3, tables: tables(10) }),
      pulled({ calls: 4, tables: tables(0) }, 'other'),
      ran(),
    ]);
    expect(rows().map((row) => [row['Job ID'], row.Calls, row.Added, row.Changed])).toEqual([
      ['', 0, 0, 0],
      ['other', 4, 0, 1],
      ['j', 5, 11, 2],
    ]);
    expect(rows()[2]!['Run ID']).toBe(first.id);
  });

  test.each<[Run['state'], Run['state'], string]>([
    ['done', 'done', 'done'],
    ['done', 'waiting', 'waiting'],
    ['partial', 'done', 'partial'],
    ['partial', 'failed', 'failed'],
    ['failed', 'done', 'done'],
  ])('have, after %s and %s, the state %s', (one, other, end) => {
    logRuns(ports, [pulled({ state: one, tables: ADDED }), pulled({ state: other })]);
    expect(rows()).toMatchObject([{ State: end }]);
  });

  test.each([
    [error('MARKET_CAP'), null, 'MARKET_CAP'],
    [error('MARKET_CAP'), error('MARKET_KEY'), 'MARKET_KEY'],
    [null, error('MARKET_KEY'), 'MARKET_KEY'],
    [null, null, ''],
  ])('show, after errors %o and %o, the last one', (one, other, told) => {
    logRuns(ports, [pulled({ stoppedBy: one, tables: ADDED }), pulled({ stoppedBy: other })]);
    expect(rows()).toMatchObject([{ Error: told }]);
  });
});

describe('a scheduled run without changes', () => {
  const read = { tables: [{ table: 'Orders', ...counts(0, 0, 7) }] };

  test.each<[string, () => Run[], number]>([
    ['is counted but not logged', () => [pulled(read), pulled(read, 'other')], 2],
    ['is counted once for all pulls of a job', () => [pulled(read), pulled(read)], 1],
    ['is counted if it has to wait', () => [pulled({ ...read, state: 'waiting' })], 1],
    ['is logged if one of its pulls changed a row', () => [pulled(read), pulled({ tables: ADDED })], 0],
    ['is logged if it failed', () => [pulled({ state: 'failed' })], 0],
    ['is logged if it had an error', () => [pulled({ ...read, errors: [error('MARKET_KEY')] })], 0],
    ['is logged if a user started it', () => [pulled({ ...read, why: 'menu' })], 0],
  ])('%s', (_, make, unchanged) => {
    const runs = make();
    logRuns(ports, runs);
    expect(countUnchanged(runs, [], START)).toBe(unchanged);
    expect(ports.book.find('Log') === undefined).toBe(unchanged > 0);
    // Creates Status anyway, because formulas and findings depend on it.
    expect(ports.book.find('Status')).toBeDefined();
  });
});

describe('a killed run', () => {
  const held = (heldUntil: number | null) => {
    const run = pulled({ state: 'running', heldUntil });
    saveRun(ports.document, run);
    return run.id;
  };

  test('is logged once and can resume immediately', () => {
    const id = held(START);
    logRuns(ports, []);
    expect(rows()).toMatchObject([{ State: 'killed', 'Run ID': id, 'Job ID': 'j', Why: 'schedule', Calls: 0 }]);
    expect(loadRun(ports.document, id)).toMatchObject({
      state: 'waiting',
      resumeAt: START,
      heldUntil: null,
    });
    ports.book.remove('Log');
    logRuns(ports, []);
    expect(ports.book.find('Log')).toBeUndefined();
  });

  test.each([START + 1, null])("isn't assumed while the run is held until %o", (heldUntil) => {
    const id = held(heldUntil);
    logRuns(ports, []);
    expect(ports.book.find('Log')).toBeUndefined();
    expect(loadRun(ports.document, id)).toMatchObject({ state: 'running', heldUntil });
  });

  test("isn't assumed while a job's pull waits for the schedule", () => {
    held(null);
    ports.wait(HOUR);
    logRuns(ports, []);
    expect(ports.book.find('Log')).toBeUndefined();
  });
});

test("a sheet that can't be written is reported, as is an unexpected error", () => {
  let fault: Error = new MarketError('MARKET_TABLE', 'Somebody writes.');
  ports.exclusively = () => {
    throw fault;
  };
  expect(logRuns(ports, [ran()])).toEqual(['The log could not be written: Somebody writes.']);
  fault = new TypeError('a mistake');
  expect(logRuns(ports, [ran()])[0]).toContain('(a mistake)');
});
