import { beforeEach, describe, expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { setUser } from '../../src/account/person.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { tableError } from '../../src/protocol/market-error.ts';
import { storedText } from '../../src/protocol/store.ts';
import { HOUR, MINUTE } from '../../src/protocol/time.ts';
import { begin, type PullRequest } from '../../src/pull/begin.ts';
import { notePulled } from '../../src/pull/remembered.ts';
import type { Run, RunPurpose } from '../../src/pull/run.ts';
import { runsIn, saveRun } from '../../src/pull/stored-run.ts';
import { dispatch } from '../../src/schedule/dispatcher.ts';
import type { JobState } from '../../src/schedule/job.ts';
import { statesIn } from '../../src/schedule/job-state.ts';
import type { DispatchTerms } from '../../src/schedule/ports.ts';
import { envelope, json, serviceError } from '../protocol/arrivals.ts';
import { CONNECTION, colleagueOf, connected, priceLog } from '../support/connected-ports.ts';
import { BATCH_TIME, type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { confirmTyped, typeJobs } from '../support/typed-jobs.ts';

/** All requests, in order: items for Price history, campaigns for Keywords. */
let asked: string[];
/** Replacements for the default responses. */
let said: Record<string, HttpResult>;
let ports: InMemoryPorts;
beforeEach(() => {
  asked = [];
  said = {};
  ports = connected(answer);
  setUser(ports, { name: 'Ann' });
});

function answer(request: HttpRequest): HttpResult {
  const [, item] = /history\/(\w+)\?/.exec(request.url) ?? [];
  const name = item ?? `campaign ${JSON.parse(request.body!).campaignNumber}`;
  asked.push(name);
  return said[name] ?? (item ? priceLog(request) : json({ rows: [], totalRows: 0 }));
}

function run(more: Partial<DispatchTerms> = {}) {
  const until = ports.clock.now() + HOUR;
  confirmTyped(ports);
  return dispatch(ports, { why: 'schedule', until, interval: 10 * MINUTE, asleep: 0, ...more });
}

/** A job for one campaign; the campaign number is its row key. */
const campaign = (number: number, more: object = {}) => ({
  Dataset: 'Keywords',
  Filter: `campaign number = ${number}`,
  Every: 'hourly',
  'Row key': `c${number}`,
  ...more,
});
const prices = (item: string, more: object = {}) => ({
  Dataset: 'Price history',
  Filter: `item numbers = ${item}`,
  Every: 'continuous',
  'Row key': item,
  ...more,
});

const PURPOSE: RunPurpose = {
  job: 'c7',
  isLast: true,
  endsCycle: true,
  strategyState: { watermark: '7' },
  inFull: false,
};

/** A pull stored by an earlier execution. */
function stored(item: string, more: Partial<Run> = {}, by: InMemoryPorts = ports, purpose?: RunPurpose): Run {
  const request: PullRequest = purpose
    ? { operation: 'keywords', params: { campaignNumber: [7] }, why: 'schedule' }
    : { operation: 'price-history', params: { itemNumbers: [item] } };
  const left: Run = { ...begin(by, request, purpose), state: 'waiting', executions: 1, ...more };
  saveRun(ports.document, left);
  return left;
}

const remember = (id: string, state: JobState) => ports.document.set(`job.${id}`, storedText(state, 1));
const states = () => statesIn(ports.document.all());
const left = () => runsIn(ports.document.all()).map(({ id }) => id);
/** Rows of the Log sheet, in the order of the runs. */
const logged = () =>
  ports.book
    .rows('Log')
    .map((row) => [row.What, row.State, row['Job ID']])
    .reverse();
const column = (name: string) => ports.book.rows('Jobs').map((row) => row[name]);
const lease = (until: number, by = 'Bob') => ({ holder: 'r0', until, by, at: START - 9 * MINUTE });

test("a complete backfill isn't complete for another shop", () => {
  const past = { Dataset: 'Orders', Filter: 'from = 2025-06-10', Every: 'backfill', 'Row key': 'b' };
  typeJobs(ports.book, past);
  const empty = { OrderInfoList: [], PageInfo: { TotalCount: 0, TotalPageCount: 0, PageIndex: 1 } };
  const page = envelope(empty);
  ports = Object.assign(
    connected(() => page),
    { book: ports.book, document: ports.document },
  );
  run();
  expect(states().b).toMatchObject({ doneAt: expect.any(Number), strategyState: { sellerId: 'A006' } });
  const ranTimes = (seller: string) => {
    saveConnection(ports, { ...CONNECTION, sellerId: seller });
    ports.wait(2 * HOUR);
    return run().ran.length;
  };
  expect([ranTimes('A006'), ranTimes('B007'), ranTimes('B007')]).toEqual([0, 1, 0]);
});

describe('a run of the schedule', () => {
  test('runs jobs with an interval first, then pulls started by users, then continuous jobs', () => {
    typeJobs(ports.book, prices('9sia'), campaign(7));
    stored('9sip');
    const { ran, runs, notes } = run();
    expect(asked).toEqual(['campaign 7', '9sip', '9sia']);
    expect(ran.map(({ job }) => job.id)).toEqual(['c7', '9sia']);
    expect(runs.map(({ operation, purpose }) => [operation, purpose?.job])).toEqual([
      ['keywords', 'c7'],
      ['price-history', undefined],
      ['price-history', '9sia'],
    ]);
    expect(notes).toEqual([]);
    expect(left()).toEqual([]);
    // The campaign has no keywords, so its run changes no rows and isn't logged.
    expect(logged()).toEqual([
      ['Price history', 'done', ''],
      ['Price history', 'done', '9sia'],
    ]);
  });

  test('is counted on Status if it changed no rows', () => {
    typeJobs(ports.book, campaign(7), campaign(8));
    const counted = () =>
      ports.book.rows('Status').find(({ Subject }) => Subject === 'Runs that changed nothing')?.State;
    run();
    expect(counted()).toBe('2 today');
    ports.clock.sleep(HOUR);
    run();
    expect(counted()).toBe('4 today');
    ports.clock.sleep(24 * HOUR);
    run();
    expect(counted()).toBe('2 today');
    expect(ports.book.find('Log')).toBeUndefined();
  });

  test('runs a continuous job marked "run now" before pulls started by users', () => {
    typeJobs(ports.book, prices('9sia', { State: 'run now' }), campaign(7));
    stored('9sip');
    run();
    expect(asked).toEqual(['9sia', 'campaign 7', '9sip']);
    expect(column('State')).toEqual(['active', '']);
  });

  test('runs only as many jobs as the time allows', () => {
    typeJobs(ports.book, campaign(7), campaign(8), campaign(9), prices('9sia'));
    stored('9sip');
    const { ran } = run({ until: START + 2 * BATCH_TIME });
    expect(asked).toEqual(['campaign 7', 'campaign 8']);
    expect(ran).toHaveLength(2);
    expect(left()).toHaveLength(1);
    expect(states().c9).toBeUndefined();
  });

  test("runs only jobs with the user's owner ID, regardless of the name, and no jobs without an owner", () => {
    typeJobs(
      ports.book,
      campaign(7, { Owner: 'Ann', 'Owner ID': 'another' }),
      campaign(8),
      campaign(9, { 'Owner ID': '' }),
    );
    run();
    expect(asked).toEqual(['campaign 8']);
    expect(column('Owner')).toEqual(['Ann', 'Ann', '']);
    expect(column('Result')[2]).toBe(
      'Not run. This job has no owner yet. Open Schedule in the sidebar and take it over.',
    );
  });

  test("skips a job whose row has a connection that its owner hasn't confirmed", () => {
    saveConnection(ports, { ...CONNECTION, name: 'Other' });
    typeJobs(ports.book, campaign(7), campaign(8));
    run();
    const { cells } = ports.book.sheet('Jobs');
    cells[1]![cells[0]!.indexOf('Filter')] = 'campaign number = 7; connection = Other';
    ports.clock.sleep(HOUR);
    asked.length = 0;
    dispatch(ports, { why: 'schedule', until: ports.clock.now() + HOUR, interval: 10 * MINUTE, asleep: 0 });
    expect(asked).toEqual(['campaign 8']);
    expect(column('Result')).toEqual([
      'Waits. In the sidebar, open Schedule and confirm that this job may use its connection.',
      'Done.',
    ]);
  });

  test('skips jobs that are paused, invalid, not due, or leased by another execution', () => {
    typeJobs(
      ports.book,
      campaign(7, { State: 'paused' }),
      campaign(8, { Every: 'soon' }),
      campaign(9),
      campaign(10),
      campaign(11),
    );
    remember('c9', { failures: 0, startedAt: START, doneAt: START });
    remember('c10', { failures: 0, lease: lease(START + 1) });
    run();
    expect(asked).toEqual(['campaign 11']);
    expect(states().c10!.lease).toBeDefined();
  });

  test('skips a job that another execution leased since the last read', () => {
    typeJobs(ports.book, campaign(7), campaign(8));
    const { http } = ports;
    ports = {
      ...ports,
      http: {
        fetchAll: (requests) => {
          remember('c8', { failures: 0, lease: lease(START + HOUR) });
          return http.fetchAll(requests);
        },
      },
    };
    expect(run().ran.map(({ job }) => job.id)).toEqual(['c7']);
    expect(asked).toEqual(['campaign 7']);
  });

  test('reports a job without data to pull, once, and runs it as soon as it has items', () => {
    typeJobs(ports.book, { Dataset: 'Price history', Every: 'daily', 'Row key': 'p' });
    const written: string[] = [];
    const { document } = ports;
    const set = (key: string, value: string) => {
      written.push(key);
      document.set(key, value);
    };
    ports = { ...ports, document: { ...document, set } };
    for (const times of [2, 0]) {
      const writes = ports.book.sheets.get('Jobs')!.writes.length;
      written.length = 0;
      run();
      expect(written.filter((key) => key === 'job.p')).toHaveLength(times);
      expect(column('Result')).toEqual([expect.stringMatching(/^Waits\. The Catalog has no item numbers/)]);
      expect(states().p!.startedAt).toBeUndefined();
      expect(ports.book.sheet('Jobs').writes.length > writes).toBe(times > 0);
      expect(written.includes('schedule.written')).toBe(times > 0);
      ports.clock.sleep(10 * MINUTE);
    }
    const { cells } = ports.book.sheet('Jobs');
    cells[1]![cells[0]!.indexOf('Filter')] = 'item numbers = 9sia';
    const now = ports.clock.now();
    run();
    expect(asked).toEqual(['9sia']);
    expect(column('Result')).toEqual([expect.stringMatching(/^Done\./)]);
    expect(states().p!.startedAt).toBe(now);
  });

  test('runs only the requested jobs, due or not, and no pulls started by users', () => {
    typeJobs(ports.book, campaign(7), campaign(8));
    remember('c8', { failures: 0, startedAt: START, doneAt: START });
    stored('9sip');
    run({ only: new Set(['c8']) });
    expect(asked).toEqual(['campaign 8']);
    expect(left()).toHaveLength(1);
  });
});

describe('when no job is due', () => {
  const written = () => [...ports.book.sheets.values()].reduce((count, { writes }) => count + writes.length, 0);
  const isWritten = (after: number) => {
    const before = written();
    ports.clock.sleep(after);
    expect(run().ran).toEqual([]);
    return written() > before;
  };
  beforeEach(() => {
    typeJobs(ports.book, campaign(7, { Every: 'daily' }));
    run();
  });

  test('writes at most once an hour', () => {
    expect([1, 10, 40].map((minutes) => isWritten(minutes * MINUTE))).toEqual([false, false, false]);
    expect(isWritten(10 * MINUTE)).toBe(true);
    expect(isWritten(10 * MINUTE)).toBe(false);
  });

  test('reports a changed row immediately', () => {
    typeJobs(ports.book, campaign(8, { State: 'paused' }));
    expect(isWritten(MINUTE)).toBe(true);
    expect(isWritten(MINUTE)).toBe(false);
  });

  test("reports a user's pull immediately", () => {
    ports.clock.sleep(MINUTE);
    notePulled(ports.document, ['Keywords'], 'A006', ports.clock.now());
    expect(isWritten(MINUTE)).toBe(true);
    expect(isWritten(MINUTE)).toBe(false);
  });
});

describe('waiting pulls', () => {
  const [past, future] = [START - 1, START + 1];
  const waits: readonly (readonly [string, Partial<Run>, boolean])[] = [
    ['resume without a resume time', {}, true],
    ['resume at their resume time', { resumeAt: START }, true],
    ['keep waiting before their resume time', { resumeAt: future }, false],
    ['resume after their execution was killed', { heldUntil: past, resumeAt: future }, true],
    ['keep waiting while their execution may still run', { heldUntil: future, resumeAt: past }, false],
    ['never resume if they are previews', { isPreview: true }, false],
  ];

  test.each(waits)('%s', (_, more, canContinue) => {
    typeJobs(ports.book);
    const { id } = stored('9sip', more);
    expect(run().runs.map((each) => each.id)).toEqual(canContinue ? [id] : []);
    expect(asked).toEqual(canContinue ? ['9sip'] : []);
  });

  test('resume only for the user who started them', () => {
    typeJobs(ports.book);
    stored('9siq', {}, colleagueOf(ports));
    stored('9sip');
    run();
    expect(asked).toEqual(['9sip']);
    expect(left()).toHaveLength(1);
  });

  test('resume in a workbook without a Jobs sheet', () => {
    stored('9sip');
    expect(run()).toMatchObject({ ran: [], notes: [], runs: [{ state: 'done' }] });
    expect(logged()).toEqual([['Price history', 'done', '']]);
  });

  test('of jobs resume although a typed row cannot get its key', () => {
    typeJobs(ports.book, campaign(7), campaign(8, { 'Row key': '' }));
    confirmTyped(ports);
    const { exclusively } = ports;
    let refusals = 1;
    ports.exclusively = (work, wait) => {
      if (refusals-- > 0) throw tableError('The "Jobs" sheet is protected.');
      return exclusively(work, wait);
    };
    run();
    expect(asked).toEqual(['campaign 7']);
  });

  test('resume although the Jobs sheet was deleted or is invalid, and the run reports the problem', () => {
    stored('9sip');
    ports.document.set('jobs.definitions', storedText([], 2));
    expect(run().notes).toEqual([
      'The Jobs sheet was deleted, so no jobs run. Choose Set up standard jobs to restore your jobs.',
    ]);
    typeJobs(ports.book, campaign(7));
    const sheet = ports.book.sheet('Jobs');
    sheet.deleteColumn(sheet.identities.indexOf('rowKey'));
    stored('9siq');
    const { notes } = run();
    expect([notes.length, notes[0]]).toEqual([1, expect.stringContaining('Row key')]);
    expect(asked).toEqual(['9sip', '9siq']);
    expect(left()).toEqual([]);
  });

  test('fail if their connection is gone, without stopping other pulls', () => {
    saveConnection(ports, { ...CONNECTION, name: 'Other' });
    typeJobs(ports.book, campaign(7));
    const { id } = stored('9sip', {
      connection: 'Gone',
      sellerId: 'A999',
      resumeAt: START,
      heldUntil: START,
    });
    stored('9siq');
    const { runs } = run();
    expect(runs.find((each) => each.id === id)).toMatchObject({
      state: 'failed',
      resumeAt: null,
      heldUntil: null,
      stoppedBy: { code: 'MARKET_NO_CONNECTION' },
    });
    expect(asked).toEqual(['campaign 7', '9siq']);
    expect(left()).toEqual([]);
    expect(logged().map(([, state]) => state)).toEqual(['failed', 'done']);
  });

  test('wait, with the error stored, after an unexpected error', () => {
    stored('9sip');
    ports.exclusively = () => {
      throw new TypeError('a mistake');
    };
    expect(run().runs[0]).toMatchObject({ state: 'waiting', stoppedBy: { code: 'MARKET_UNEXPECTED' } });
  });
});

describe('a killed execution', () => {
  test('is logged as killed, and its job resumes its cycle', () => {
    typeJobs(ports.book, campaign(7));
    remember('c7', { failures: 0, startedAt: 1, cycleAt: 1, lease: lease(START) });
    run();
    const rows = ports.book.rows('Log');
    expect(logged()).toEqual([['Keywords', 'killed', 'c7']]);
    expect(asked).toEqual(['campaign 7']);
    expect(rows.find(({ State }) => State === 'killed')).toMatchObject({
      Started: new Date(START - 9 * MINUTE),
      Why: 'schedule',
      Who: 'Bob',
      'Run ID': 'r0',
    });
    expect(states().c7!.lease).toBeUndefined();
  });

  test("doesn't prevent its job from running when the workbook is locked and the kill can't be logged", () => {
    typeJobs(ports.book, campaign(7));
    confirmTyped(ports);
    remember('c7', { failures: 0, startedAt: 1, cycleAt: 1, lease: lease(START) });
    const { exclusively } = ports;
    let refusals = 1;
    ports.exclusively = (work, wait) => {
      if (refusals-- > 0) throw tableError('Another run is writing.');
      return exclusively(work, wait);
    };
    expect(run().notes).toEqual(['Runs that Google stopped are missing from the Log: Another run is writing.']);
    expect(asked).toEqual(['campaign 7']);
  });

  test('of a paused job releases its lease without running the job', () => {
    typeJobs(ports.book, campaign(7, { State: 'paused' }));
    remember('c7', { failures: 0, lease: lease(START) });
    run();
    expect(asked).toEqual([]);
    expect(states()).toEqual({ c7: { failures: 0 } });
  });

  test('left a pull, and the job resumes it', () => {
    typeJobs(ports.book, campaign(7), campaign(8));
    const { id } = stored('', { heldUntil: START }, ports, PURPOSE);
    const { runs } = run();
    expect(runs.map((each) => [each.id === id, each.executions])).toEqual([
      [true, 2],
      [false, 1],
    ]);
    expect(states().c7).toMatchObject({ strategyState: { watermark: '7' }, failures: 0 });
    expect(left()).toEqual([]);
  });
});

test('starts a job over if its stored state was emptied', () => {
  typeJobs(ports.book, campaign(7));
  run();
  expect(ports.book.find('Keywords')).toBeDefined();
  remember('c7', { failures: 0, strategyState: null } as never);
  run();
  expect(asked).toEqual(['campaign 7', 'campaign 7']);
  expect(states().c7).toMatchObject({ failures: 0 });
});

describe('after job rows were deleted', () => {
  test('drops their states and pulls, except those that an execution holds', () => {
    typeJobs(ports.book, campaign(7, { State: 'paused' }));
    remember('c7', { failures: 1 });
    remember('gone', { failures: 1 });
    remember('dead', { failures: 1, lease: lease(START) });
    remember('held', { failures: 1, lease: lease(START + 1) });
    const free = stored('', {}, ports, { ...PURPOSE, job: 'gone' });
    const dead = stored('', { heldUntil: START }, ports, { ...PURPOSE, job: 'gone' });
    const held = stored('', { heldUntil: START + 1 }, ports, { ...PURPOSE, job: 'gone' });
    const known = stored('', {}, ports, PURPOSE);
    expect(left()).toEqual([free, dead, held, known].map(({ id }) => id));
    run();
    expect(Object.keys(states())).toEqual(['c7', 'held']);
    expect(left()).toEqual([held.id, known.id]);
    expect(ports.book.find('Log')).toBeUndefined();
  });

  test('keeps pulls started by users', () => {
    typeJobs(ports.book);
    const { id } = stored('9sip', { resumeAt: START + 1 });
    run();
    expect(left()).toEqual([id]);
  });
});

test('releases reserved calls that were not made, with or without a Jobs sheet', () => {
  let settled = 0;
  ports.settle = () => {
    settled++;
  };
  run();
  expect(settled).toBe(1);
  typeJobs(ports.book);
  run();
  expect(settled).toBe(2);
});

test("a failing job doesn't stop the others", () => {
  typeJobs(ports.book, campaign(7), campaign(8, { Filter: 'campaign number = 8; connection = Gone' }), campaign(9));
  said['campaign 7'] = serviceError('XX1');
  const { ran } = run();
  expect(ran.map(({ state }) => state.failures)).toEqual([1, 1, 0]);
  expect(asked).toEqual(['campaign 7', 'campaign 9']);
});
