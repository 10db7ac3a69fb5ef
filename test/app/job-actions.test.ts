/** Sidebar actions and edits to job rows have the same effect. */
import { beforeEach, describe, expect, test } from 'vitest';
import { removeConnection } from '../../src/account/connections.ts';
import { setUser } from '../../src/account/person.ts';
import { storedText } from '../../src/protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { heartbeatsIn, setHeartbeat } from '../../src/schedule/heartbeats.ts';
import type { JobState } from '../../src/schedule/job.ts';
import { CONNECTION, connected, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { ME, typeJobs } from '../support/typed-jobs.ts';

const ORDERS = { Dataset: 'Orders', Every: 'hourly', 'Row key': 'o' };
const INVENTORY = { Dataset: 'Inventory', Every: 'daily', 'Row key': 'i' };

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected();
  setUser(ports, { name: 'Ann' });
});

const rows = () => ports.book.rows('Jobs');
const column = (name: string) => rows().map((row) => row[name]);
const kept = () => JSON.parse(ports.document.get('jobs.definitions') ?? '{"value":[]}').value as string[][];
const remember = (id: string, state: JobState) => ports.document.set(`job.${id}`, storedText(state, 1));

describe('adding a job', () => {
  const add = (job?: unknown) => served(ports, 'addJob', job);
  const JOB = { dataset: ' Orders ', filter: ' status = 0 ', every: ' hourly ' };

  test('creates the Jobs sheet with a row owned by the user, and stores its definition', () => {
    const { jobs } = add(JOB);
    expect(jobs).toMatchObject([{ dataset: 'Orders', filter: 'status = 0', every: 'hourly', owner: 'Ann' }]);
    expect(rows()).toEqual([
      {
        Name: 'Orders (Unshipped), every hour',
        Dataset: 'Orders',
        Filter: 'status = 0',
        Every: 'hourly',
        Owner: 'Ann',
        'Owner ID': ME,
        State: '',
        Target: 'Orders, Order lines, Packages',
        'Next run': '',
        'Last run': '',
        Result: '',
        'Row key': jobs[0]!.id,
      },
    ]);
    expect(kept()).toEqual([
      [jobs[0]!.id, 'Orders', 'status = 0', 'hourly', 'Ann', ME, '', 'Orders (Unshipped), every hour'],
    ]);
  });

  test("refuses a duplicate of another user's job unless it pulls a different shop", () => {
    typeJobs(ports.book, { ...ORDERS, Owner: 'Bob' });
    const beat = { name: 'Bob', interval: HOUR, since: START };
    setHeartbeat(ports.document, 'bob', { ...beat, sellerId: 'a006' });
    expect(refused(ports, 'addJob', { dataset: 'Orders', every: 'daily' })).toEqual({
      code: 'MARKET_ARGUMENT',
      message: 'A job for this already exists. Edit it on the Jobs sheet.',
    });
    expect(rows()).toHaveLength(1);
    setHeartbeat(ports.document, 'bob', { ...beat, sellerId: 'A007' });
    expect(add({ dataset: 'Orders', every: 'daily' }).jobs.map(({ isMine }) => isMine)).toEqual([false, true]);
  });

  test("doesn't overwrite a row that another user types meanwhile", () => {
    typeJobs(ports.book, INVENTORY);
    const { unique } = ports;
    let isTyped = false;
    const typing = () => {
      if (!isTyped) typeJobs(ports.book, { Dataset: 'Lookup report', Every: 'daily' });
      isTyped = true;
      return unique();
    };
    Object.assign(ports, { unique: typing });
    add(JOB);
    expect(column('Dataset')).toEqual(['Inventory', 'Lookup report', 'Orders']);
  });

  test.each([
    [undefined, 'Dataset is blank'],
    [null, 'Dataset is blank'],
    [{ dataset: 'Orders' }, 'Every is blank'],
    [{ dataset: 5, every: 'daily' }, '"5" does not exist'],
    [{ ...JOB, filter: 'status = lost' }, 'status'],
  ])('refuses %o', (job, says) => {
    const error = refused(ports, 'addJob', job);
    expect(error.code).toBe('MARKET_ARGUMENT');
    expect(error.message).toContain(says);
    expect(ports.book.find('Jobs')).toBeUndefined();
  });
});

describe('pausing', () => {
  beforeEach(() => {
    served(ports, 'turnOn');
    typeJobs(ports.book, ORDERS, INVENTORY, { Dataset: 'Weather', 'Row key': 'r' });
  });

  test('one job leaves the others active and clears its next run', () => {
    served(ports, 'pauseJob', 'o', true);
    expect(column('State')).toEqual(['paused', '', '']);
    expect(column('Next run')).toEqual(['', new Date(START + 10 * MINUTE), '']);
    expect(kept().map(([id, , , , , , state]) => [id, state])).toEqual([
      ['o', 'paused'],
      ['i', ''],
      ['r', ''],
    ]);
    const { jobs } = served(ports, 'pauseJob', 'o', false);
    expect(column('State')).toEqual(['active', '', '']);
    expect(column('Next run')[0]).toEqual(new Date(START + 10 * MINUTE));
    expect(jobs.map(({ state }) => state)).toEqual(['active', 'active', 'invalid']);
  });

  test.each([undefined, null, 'false', 0])('happens unless the argument is false: %o', (isPaused) => {
    served(ports, 'pauseJob', 'o', isPaused);
    expect(column('State')[0]).toBe('paused');
  });

  test('all jobs skips invalid rows, and resumes all together', () => {
    served(ports, 'pauseAll');
    expect(column('State')).toEqual(['paused', 'paused', '']);
    expect(column('Next run')).toEqual(['', '', '']);
    served(ports, 'pauseAll', false);
    expect(column('State')).toEqual(['active', 'active', '']);
  });

  test('all jobs includes rows typed a moment ago', () => {
    typeJobs(ports.book, { Dataset: 'Ad performance', Every: 'daily' });
    served(ports, 'pauseAll');
    expect(column('State')).toEqual(['paused', 'paused', '', 'paused']);
  });

  test('cancels a pending "run now"', () => {
    ports.book.sheet('Jobs').cells[1]![4] = 'run now';
    remember('o', { failures: 0, startedAt: START, doneAt: START });
    served(ports, 'pauseJob', 'o', false);
    expect(column('State')[0]).toBe('active');
    expect(column('Next run')[0]).toEqual(new Date(START + HOUR));
  });

  test('does not create a missing Jobs sheet', () => {
    ports.book.remove('Jobs');
    expect(served(ports, 'pauseAll').jobs).toEqual([]);
    expect(ports.book.find('Jobs')).toBeUndefined();
  });
});

test("computes the next run from the job's last run and the schedule's interval", () => {
  typeJobs(ports.book, ORDERS, INVENTORY, { ...ORDERS, 'Row key': 'b', Owner: 'Bob' });
  remember('i', { failures: 0, startedAt: START, doneAt: START });
  served(ports, 'pauseAll', false);
  expect(column('Next run')).toEqual(['', '', '']);
  served(ports, 'turnOn');
  expect(column('Next run')).toEqual([new Date(START + 10 * MINUTE), new Date(START + DAY), '']);
  served(ports, 'turnOff');
  expect(column('Next run')).toEqual(['', '', '']);
});

test('removes one job for good and keeps the others', () => {
  typeJobs(ports.book, ORDERS, INVENTORY);
  const { jobs } = served(ports, 'removeJob', 'o');
  expect(jobs.map(({ id }) => id)).toEqual(['i']);
  expect(column('Dataset')).toEqual(['Inventory']);
  expect(kept().map(([id]) => id)).toEqual(['i']);
});

test.each([
  ['removeJob', []],
  ['pauseJob', [true]],
  ['takeOver', []],
] as const)('refuses %s for a row that no longer exists', (name, more) => {
  typeJobs(ports.book, ORDERS);
  expect(refused(ports, name, 'gone', ...more)).toEqual({
    code: 'MARKET_ARGUMENT',
    message: 'This job is no longer on the Jobs sheet. Reload the sidebar.',
  });
  expect(rows()).toHaveLength(1);
});

describe('taking over a job', () => {
  const late = { name: 'Bob', interval: 10 * MINUTE, since: START - HOUR };
  const beats = () => Object.keys(heartbeatsIn(ports.document.all()));

  beforeEach(() => {
    typeJobs(
      ports.book,
      { ...ORDERS, Owner: 'Bob' },
      { ...INVENTORY, Owner: 'Bob' },
      { Dataset: 'Weather', Owner: 'Bob', 'Row key': 'r' },
    );
    setHeartbeat(ports.document, 'bob', late);
    setHeartbeat(ports.document, 'cid', { ...late, name: 'Cid' });
  });

  test('makes the user its owner, and forgets the former owner after their last job', () => {
    expect(served(ports, 'takeOver', 'o').jobs.map(({ isMine }) => isMine)).toEqual([true, false, false]);
    expect(column('Owner')).toEqual(['Ann', 'Bob', 'Bob']);
    // Nobody else could end Cid's warning.
    expect(beats()).toEqual(['bob']);
    served(ports, 'takeOver', 'i');
    expect(beats()).toEqual(['bob']);
    served(ports, 'takeOver', 'r');
    expect(column('Owner')).toEqual(['Ann', 'Ann', 'Ann']);
    expect(beats()).toEqual([]);
  });

  test('makes an unowned row a valid job', () => {
    typeJobs(ports.book, { Dataset: 'Inventory', Every: 'hourly', 'Owner ID': '', 'Row key': 'n' });
    served(ports, 'pauseAll', false);
    expect(rows()[3]).toMatchObject({
      Owner: '',
      Result: expect.stringMatching(/^Not run\. This job has no owner yet/),
    });
    const { jobs } = served(ports, 'takeOver', 'n');
    expect(jobs[3]).toMatchObject({ isMine: true, needsConfirmation: false, state: 'active', result: '' });
    expect(rows()[3]).toMatchObject({ Owner: 'Ann', 'Owner ID': ME, Result: '' });
  });

  test("confirms a changed connection if the job is already the user's own", () => {
    served(ports, 'saveConnection', { ...CONNECTION, name: 'Other' });
    const { jobs } = served(ports, 'addJob', { dataset: 'Orders', filter: 'connection = Other', every: 'hourly' });
    const [{ id, needsConfirmation }] = jobs.slice(-1) as [(typeof jobs)[number]];
    expect(needsConfirmation).toBe(false);
    const { cells } = ports.book.sheet('Jobs');
    cells[4]![cells[0]!.indexOf('Filter')] = '';
    const { advice } = served(ports, 'turnOn');
    expect(served(ports, 'schedule').jobs[3]).toMatchObject({ id, isMine: true, needsConfirmation: true });
    expect(advice).toMatchObject({ remedy: 'takeOver' });
    expect(served(ports, 'takeOver', id).jobs[3]).toMatchObject({ needsConfirmation: false });
  });

  test("keeps the former owner's heartbeat if their schedule is on", () => {
    setHeartbeat(ports.document, 'bob', { ...late, at: START });
    for (const id of ['o', 'i', 'r']) served(ports, 'takeOver', id);
    expect(beats()).toEqual(['bob']);
  });

  test("requires a connection to the job's shop", () => {
    setHeartbeat(ports.document, 'bob', { ...late, sellerId: 'B9' });
    expect(refused(ports, 'takeOver', 'o')).toEqual({
      code: 'MARKET_ARGUMENT',
      message: 'This job pulls shop B9, not A006. Enter your connection to that shop in Filter first.',
    });
    expect(column('Owner')).toEqual(['Bob', 'Bob', 'Bob']);
    // A connection in the filter decides, not its owner's default connection.
    const { cells } = ports.book.sheet('Jobs');
    cells[1]![cells[0]!.indexOf('Filter')] = 'connection = Shop';
    served(ports, 'takeOver', 'o');
    expect(column('Owner')).toEqual(['Ann', 'Bob', 'Bob']);
    setHeartbeat(ports.document, 'bob', { ...late, sellerId: 'a006' });
    served(ports, 'takeOver', 'i');
    expect(column('Owner')).toEqual(['Ann', 'Ann', 'Bob']);
  });

  test("requires the job's connection, but not for an invalid row", () => {
    removeConnection(ports, 'Shop');
    expect(refused(ports, 'takeOver', 'o').code).toBe('MARKET_NO_CONNECTION');
    expect(column('Owner')).toEqual(['Bob', 'Bob', 'Bob']);
    served(ports, 'takeOver', 'r');
    expect(column('Owner')).toEqual(['Bob', 'Bob', 'Ann']);
  });
});
