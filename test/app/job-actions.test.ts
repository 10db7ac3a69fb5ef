/** Jobs are added, paused, removed and taken over in the sidebar as if somebody had edited their rows. */
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

describe('adding', () => {
  const add = (job?: unknown) => served(ports, 'addJob', job);
  const JOB = { dataset: ' Orders ', filter: ' status = 0 ', every: ' hourly ' };

  test('makes the sheet and a row of the person at the inMemoryPorts, and keeps what was typed', () => {
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

  test('of what a row pulls already is refused, whoever runs it, but not if that pulls another shop', () => {
    typeJobs(ports.book, { ...ORDERS, Owner: 'Bob' });
    const beat = { name: 'Bob', interval: HOUR, since: START };
    setHeartbeat(ports.document, 'bob', { ...beat, sellerId: 'a006' });
    expect(refused(ports, 'addJob', { dataset: 'Orders', every: 'daily' })).toEqual({
      code: 'MARKET_ARGUMENT',
      message: 'A job for this already exists. Change that one on Jobs.',
    });
    expect(rows()).toHaveLength(1);
    setHeartbeat(ports.document, 'bob', { ...beat, sellerId: 'A007' });
    expect(add({ dataset: 'Orders', every: 'daily' }).jobs.map(({ isMine }) => isMine)).toEqual([false, true]);
  });

  test('leaves alone what somebody typed where the row was about to go', () => {
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
  ])('of %o is refused', (job, says) => {
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

  test('one job leaves the others as they are; paused, it has no next run', () => {
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

  test.each([undefined, null, 'false', 0])('with %o pauses: only false lets it go on', (isPaused) => {
    served(ports, 'pauseJob', 'o', isPaused);
    expect(column('State')[0]).toBe('paused');
  });

  test('all jobs passes over rows that are none, and they go on together', () => {
    served(ports, 'pauseAll');
    expect(column('State')).toEqual(['paused', 'paused', '']);
    expect(column('Next run')).toEqual(['', '', '']);
    served(ports, 'pauseAll', false);
    expect(column('State')).toEqual(['active', 'active', '']);
  });

  test('all jobs pauses those too that were typed a moment ago', () => {
    typeJobs(ports.book, { Dataset: 'Ad performance', Every: 'daily' });
    served(ports, 'pauseAll');
    expect(column('State')).toEqual(['paused', 'paused', '', 'paused']);
  });

  test('takes back what was asked for at once', () => {
    ports.book.sheet('Jobs').cells[1]![4] = 'run now';
    remember('o', { failures: 0, startedAt: START, doneAt: START });
    served(ports, 'pauseJob', 'o', false);
    expect(column('State')[0]).toBe('active');
    expect(column('Next run')[0]).toEqual(new Date(START + HOUR));
  });

  test('without a sheet of jobs makes none', () => {
    ports.book.remove('Jobs');
    expect(served(ports, 'pauseAll').jobs).toEqual([]);
    expect(ports.book.find('Jobs')).toBeUndefined();
  });
});

test('a next run is told by what is remembered of the job and by how often the schedule comes', () => {
  typeJobs(ports.book, ORDERS, INVENTORY, { ...ORDERS, 'Row key': 'b', Owner: 'Bob' });
  remember('i', { failures: 0, startedAt: START, doneAt: START });
  served(ports, 'pauseAll', false);
  expect(column('Next run')).toEqual(['', '', '']);
  served(ports, 'turnOn');
  expect(column('Next run')).toEqual([new Date(START + 10 * MINUTE), new Date(START + DAY), '']);
  served(ports, 'turnOff');
  expect(column('Next run')).toEqual(['', '', '']);
});

test('a job that is removed leaves the others, and is not brought back', () => {
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
] as const)('%s of a row that is not there any more is refused', (name, more) => {
  typeJobs(ports.book, ORDERS);
  expect(refused(ports, name, 'gone', ...more)).toEqual({
    code: 'MARKET_ARGUMENT',
    message: 'This job is no longer on Jobs. Reload the sidebar.',
  });
  expect(rows()).toHaveLength(1);
});

describe('taking a job over', () => {
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

  test('makes it mine; its former owner is forgotten with the last one', () => {
    expect(served(ports, 'takeOver', 'o').jobs.map(({ isMine }) => isMine)).toEqual([true, false, false]);
    expect(column('Owner')).toEqual(['Ann', 'Bob', 'Bob']);
    expect(beats()).toEqual(['bob', 'cid']);
    served(ports, 'takeOver', 'i');
    expect(beats()).toEqual(['bob', 'cid']);
    served(ports, 'takeOver', 'r');
    expect(column('Owner')).toEqual(['Ann', 'Ann', 'Ann']);
    expect(beats()).toEqual(['cid']);
  });

  test('that nobody has makes it a job', () => {
    typeJobs(ports.book, { Dataset: 'Inventory', Every: 'hourly', 'Owner ID': '', 'Row key': 'n' });
    served(ports, 'pauseAll', false);
    expect(rows()[3]).toMatchObject({ Owner: '', Result: expect.stringMatching(/^Not run\. It has no owner yet/) });
    const { jobs } = served(ports, 'takeOver', 'n');
    expect(jobs[3]).toMatchObject({ isMine: true, needsConfirmation: false, state: 'active', result: '' });
    expect(rows()[3]).toMatchObject({ Owner: 'Ann', 'Owner ID': ME, Result: '' });
  });

  test('of my own confirms the connection that its row names now', () => {
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

  test('leaves a former owner whose schedule is on', () => {
    setHeartbeat(ports.document, 'bob', { ...late, at: START });
    for (const id of ['o', 'i', 'r']) served(ports, 'takeOver', id);
    expect(beats()).toEqual(['bob', 'cid']);
  });

  test('needs its connection, which a row that is no job has none of', () => {
    removeConnection(ports, 'Shop');
    expect(refused(ports, 'takeOver', 'o').code).toBe('MARKET_NO_CONNECTION');
    expect(column('Owner')).toEqual(['Bob', 'Bob', 'Bob']);
    served(ports, 'takeOver', 'r');
    expect(column('Owner')).toEqual(['Bob', 'Bob', 'Ann']);
  });
});
