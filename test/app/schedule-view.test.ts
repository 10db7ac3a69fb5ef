/** The sidebar's schedule lists jobs and triggers, and recommends an action. */
import { beforeEach, describe, expect, test } from 'vitest';
import { setUser } from '../../src/account/person.ts';
import { storedText } from '../../src/protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { notePulled } from '../../src/pull/remembered.ts';
import { setHeartbeat } from '../../src/schedule/heartbeats.ts';
import type { JobState } from '../../src/schedule/job.ts';
import { connected, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';
import { confirmTyped, ME, typeJobs } from '../support/typed-jobs.ts';

const LINE = { Dataset: 'Orders', Every: 'hourly' };

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected();
  setUser(ports, { name: 'Ann' });
});

const view = () => served(ports, 'schedule');
const iso = (at: number) => new Date(at).toISOString();

/** Sets a heartbeat from `ago` milliseconds ago, by default for the user of `ports`. */
function beat(name: string, ago: number, id = ports.user.get('person')!): void {
  setHeartbeat(ports.document, id, { name, interval: 10 * MINUTE, since: START - HOUR, at: START - ago });
}

describe('a job', () => {
  const states: readonly (readonly [string, string, JobState | undefined, object])[] = [
    [
      'that never ran',
      '',
      undefined,
      { state: 'active', freshness: 'due', nextRun: iso(START + 10 * MINUTE), lastRun: null },
    ],
    [
      'that ran',
      '',
      { failures: 0, startedAt: START - MINUTE, doneAt: START },
      { state: 'active', freshness: 'fresh', lastRun: iso(START - MINUTE) },
    ],
    [
      'that is paused',
      'paused',
      { failures: 1, startedAt: START },
      { state: 'paused', freshness: 'failing', nextRun: null },
    ],
    [
      'that is running',
      'paused',
      { failures: 0, lease: { holder: 'r', until: START + 1, by: 'Ann', at: START } },
      { state: 'running', nextRun: null },
    ],
    [
      'whose lease has expired',
      '',
      { failures: 0, lease: { holder: 'r', until: START, by: 'Ann', at: START } },
      { state: 'active' },
    ],
    [
      'that is invalid',
      'asleep',
      undefined,
      {
        state: 'invalid',
        freshness: null,
        nextRun: null,
        result: 'State: "asleep" is not valid. Enter paused, run now, retry, or active.',
      },
    ],
  ];

  test.each(states)('%s', (_, State, state, expected) => {
    typeJobs(ports.book, { ...LINE, State, Result: 'Done.', Filter: 'status = 0', 'Row key': 'a' });
    if (state) ports.document.set('job.a', storedText(state, 1));
    view();
    beat('Ann', 0);
    const { jobs, now, me } = view();
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({
      id: 'a',
      dataset: 'Orders',
      filter: 'status = 0',
      every: 'hourly',
      owner: '',
      ownerId: ME,
      result: 'Done.',
      isMine: true,
      ...expected,
    });
    expect([now, me.name]).toEqual([iso(START), 'Ann']);
  });

  test.each([
    ['Ann', ME, true],
    ['Bob', ME, true],
    ['Ann', 'bob', false],
    ['Ann', '', false],
  ])('of "%s" with owner ID "%s" belongs to the user: %s', (Owner, id, isMine) => {
    typeJobs(ports.book, { ...LINE, Owner, 'Owner ID': id });
    expect(view().jobs[0]!.isMine).toBe(isMine);
  });

  test("shows its next run by its owner's schedule, or blank if the schedule is off or overdue", () => {
    typeJobs(
      ports.book,
      { ...LINE, 'Row key': 'a' },
      { Dataset: 'Inventory', Every: 'hourly', Owner: 'Bob', 'Row key': 'b' },
    );
    const next = () => view().jobs.map(({ nextRun }) => nextRun);
    expect(next()).toEqual([null, null]);
    setHeartbeat(ports.document, 'bob', { name: 'Bob', interval: 5 * MINUTE, since: START });
    expect(next()).toEqual([null, iso(START + 5 * MINUTE)]);
    beat('Ann', 0);
    expect(next()).toEqual([iso(START + 10 * MINUTE), iso(START + 5 * MINUTE)]);
    beat('Ann', 4 * MINUTE);
    expect(next()).toEqual([iso(START + 6 * MINUTE), iso(START + 5 * MINUTE)]);
    beat('Ann', DAY);
    expect(next()).toEqual([null, iso(START + 5 * MINUTE)]);
  });
});

test('lists schedules with owner, interval, and last run', () => {
  view();
  beat('Ann', MINUTE);
  setHeartbeat(ports.document, 'bob', { name: 'Bob', interval: HOUR, since: START - 3 * HOUR });
  expect(view().triggers).toEqual([
    {
      id: ME,
      user: 'Ann',
      isMine: true,
      state: 'on',
      everyMinutes: 10,
      lastAt: iso(START - MINUTE),
      nextAt: iso(START + 9 * MINUTE),
    },
    { id: 'bob', user: 'Bob', isMine: false, state: 'late', everyMinutes: 60, lastAt: null, nextAt: null },
  ]);
});

describe('a user without a connection', () => {
  const shared = () => {
    const { user } = inMemoryPorts(() => ({ status: 500, headers: {}, text: '' }));
    const state = served({ ...ports, user }, 'state');
    expect(JSON.stringify(state)).not.toMatch(/"(Me|Person \w+)"/);
    return state.shared;
  };

  test('sees no schedules before tables exist', () => {
    beat('Ann', MINUTE);
    expect(shared()).toBeNull();
  });

  test('sees who refreshes the tables, the next run, and late data', () => {
    notePulled(ports.document, ['Price log'], 'A006', START);
    served(ports, 'startPull', { operation: 'price-history', params: { itemNumbers: '9SIA1' } });
    const never = { keepers: [], late: [] };
    expect(shared()).toEqual(never);
    beat('Ann', MINUTE);
    beat("the shop's owner", 2 * HOUR, 'bob');
    const [ann, bob] = shared()!.keepers;
    expect(ann).toMatchObject({ user: 'Ann', isMine: false, state: 'on', nextAt: iso(START + 9 * MINUTE) });
    expect(bob).toMatchObject({ user: "the shop's owner", state: 'late', lastAt: iso(START - 2 * HOUR), nextAt: null });
    ports.wait(40 * DAY);
    expect(shared()!.late).toEqual(['Prices']);
    expect(served(ports, 'state').shared).toBeNull();
  });

  test('sees whose schedule was turned off', () => {
    served(ports, 'startPull', { operation: 'price-history', params: { itemNumbers: '9SIA1' } });
    served(ports, 'setUpJobs');
    served(ports, 'turnOff');
    expect(shared()!.keepers).toMatchObject([{ user: 'Ann', isMine: false, state: 'off', lastAt: null, nextAt: null }]);
  });
});

describe('the recommended action', () => {
  const late = HOUR;
  const cases: readonly (readonly [string, () => void, object | null])[] = [
    ['is none before the first job exists', () => undefined, null],
    [
      'is to set up again after the sheet was deleted',
      () => ports.document.set('jobs.definitions', storedText([], 2)),
      {
        text: 'The Jobs sheet was deleted, so no jobs run. Choose Set up standard jobs to restore your jobs.',
        remedy: 'setUp',
        jobs: [],
      },
    ],
    ['is none while Jobs has no rows', () => typeJobs(ports.book), null],
    [
      'is to turn the schedule on if nobody has',
      () => typeJobs(ports.book, LINE),
      {
        text: 'Your schedule is off, so your jobs do not run automatically.',
        remedy: 'turnOn',
        jobs: [],
      },
    ],
    [
      'is none while the schedule is on time',
      () => {
        typeJobs(ports.book, { ...LINE, 'Row key': 'n1' }, { ...LINE, Owner: 'Ann', 'Row key': 'a1' });
        beat('Ann', MINUTE);
      },
      null,
    ],
    [
      "is to turn the user's own overdue schedule on again, even if others are overdue too",
      () => {
        typeJobs(ports.book, { ...LINE, Owner: 'Bob' });
        beat('Bob', late, 'bob');
        beat('Ann', late);
      },
      {
        text: 'Your schedule is overdue. Google may have stopped it; turn it on again.',
        remedy: 'turnOn',
        jobs: [],
      },
    ],
    [
      'is to take over all jobs of a user whose schedule is overdue',
      () => {
        typeJobs(
          ports.book,
          { ...LINE, Owner: 'Bob', 'Row key': 'b1' },
          { ...LINE, Owner: 'Cid', 'Row key': 'c1' },
          { ...LINE, Owner: 'Bob', 'Row key': 'b2' },
          { ...LINE, 'Row key': 'n1' },
        );
        beat('Cid', MINUTE, 'cid');
        beat('Bob', late, 'bob');
      },
      {
        text: 'The schedule that Bob set up is overdue. Ask them to open this sidebar, or take over their jobs.',
        remedy: 'takeOver',
        jobs: ['b1', 'b2'],
      },
    ],
    [
      'is to ask the user if their overdue schedule has no jobs',
      () => {
        typeJobs(ports.book, LINE);
        beat('Bob', late, 'bob');
      },
      { text: expect.stringContaining('The schedule that Bob set up is overdue'), remedy: null, jobs: [] },
    ],
    [
      "is to turn the schedule on if only others' are on and the user has jobs",
      () => {
        typeJobs(ports.book, { ...LINE, 'Row key': 'n1' }, { ...LINE, Owner: 'Ann', 'Row key': 'a1' });
        beat('Bob', MINUTE, 'bob');
      },
      { text: 'Your schedule is off, so your jobs do not run automatically.', remedy: 'turnOn', jobs: [] },
    ],
    [
      'is to take over the jobs of a user whose schedule is off',
      () => {
        typeJobs(
          ports.book,
          { ...LINE, 'Row key': 'n1' },
          { ...LINE, Owner: 'Ann', 'Row key': 'a1' },
          { ...LINE, Owner: 'Bob', 'Row key': 'b1' },
          { ...LINE, Owner: 'Bob', 'Row key': 'b2' },
          { ...LINE, Owner: 'Cid', 'Row key': 'c1' },
        );
        beat('Ann', MINUTE);
      },
      {
        text: "The schedule that Bob set up is off, so its jobs aren't running. Take over the jobs to run them yourself.",
        remedy: 'takeOver',
        jobs: ['b1', 'b2'],
      },
    ],
  ];

  test.each(cases)('%s', (_, prepare, expected) => {
    view();
    prepare();
    confirmTyped(ports);
    expect(view().advice).toEqual(expected);
  });

  test('is to confirm a job whose connection was changed', () => {
    typeJobs(ports.book, { ...LINE, 'Row key': 'a1' });
    confirmTyped(ports);
    typeJobs(ports.book, { Dataset: 'Inventory', Every: 'daily', 'Row key': 'a2' });
    beat('Ann', MINUTE);
    expect(view().advice).toEqual({
      text: 'Someone changed the connection for your jobs: Inventory, every day. They will run after you confirm the change.',
      remedy: 'confirm',
      jobs: ['a2'],
    });
  });
});

test('a damaged Jobs sheet leaves the schedule and the support report readable, and says what to do', () => {
  typeJobs(ports.book, LINE);
  beat('Ann', MINUTE);
  const sheet = ports.book.sheet('Jobs');
  sheet.cells[0] = sheet.cells[0]!.map(() => 'x');
  const { jobs, triggers, advice } = view();
  expect([jobs, triggers.length]).toEqual([[], 1]);
  expect(advice!.text).toMatch(/^The first row of the sheet "Jobs" is no longer its header\. Undo that change/);
  expect(served(ports, 'supportReport')).toContain('Market for Sheets');
});
