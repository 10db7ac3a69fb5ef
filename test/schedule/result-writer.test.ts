import { beforeEach, expect, test } from 'vitest';
import { setUser } from '../../src/account/person.ts';
import { storedText } from '../../src/protocol/store.ts';
import { HOUR, MINUTE } from '../../src/protocol/time.ts';
import { writeResults } from '../../src/schedule/dispatcher.ts';
import { removeHeartbeat, setHeartbeat } from '../../src/schedule/heartbeats.ts';
import { type JobState, printOf } from '../../src/schedule/job.ts';
import { readJobs } from '../../src/schedule/job-rows.ts';
import { freshAt } from '../../src/schedule/table-freshness.ts';
import { connected } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { type JobLine, ME, typeJobs } from '../support/typed-jobs.ts';

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected();
  setUser(ports, { name: 'Ann' });
  for (const [id, name] of [
    [ME, 'Ann'],
    ['bob', 'Bob'],
  ] as const)
    setHeartbeat(ports.document, id, { name, interval: 10 * MINUTE, since: START });
});

const ORDERS = { Dataset: 'Orders', Every: 'hourly', 'Row key': 'o' };

/** A job's row after its execution. */
function written(line: JobLine, state: JobState, note?: string) {
  typeJobs(ports.book, line);
  ports.document.set('job.o', storedText(state, 1));
  const { job } = readJobs(ports).rows[0]!;
  const notes = writeResults(ports, [{ job: job!, state, note }]);
  expect(notes).toEqual([]);
  return ports.book.rows('Jobs')[0]!;
}

const DONE: JobState = { failures: 0, startedAt: START - MINUTE, doneAt: START };
const ERROR = { code: 'MARKET_KEY', message: 'Enter the key again.' };
const failed = `Failed: ${ERROR.message} The job retries automatically; enter "retry" in State to retry now.`;

test.each<[string, JobLine, JobState, string | undefined, string]>([
  ['done', ORDERS, DONE, undefined, 'Done.'],
  ['done with a note', ORDERS, DONE, 'back to Mar 2', 'Done. Back to Mar 2.'],
  ['done with a sentence', ORDERS, DONE, 'type some in!', 'Done. Type some in!'],
  ['done with a backfill', { ...ORDERS, Every: 'backfill' }, DONE, undefined, 'Done. All past data has been pulled.'],
  ['done with a backfill and a note', { ...ORDERS, Every: 'backfill' }, DONE, 'all?', 'Done. All?'],
  [
    'in progress',
    ORDERS,
    { ...DONE, cycleAt: START },
    '12 of 52 weeks',
    'In progress; continues in the next run. 12 of 52 weeks.',
  ],
  [
    'waiting for a minute or less',
    ORDERS,
    { ...DONE, cycleAt: START, notBefore: START + MINUTE },
    undefined,
    'In progress; continues in the next run.',
  ],
  [
    'waiting for more than a minute',
    ORDERS,
    { ...DONE, cycleAt: START, notBefore: START + MINUTE + 1 },
    'so far',
    'Waiting until 8:01 AM for available calls. So far.',
  ],
  ['failed', ORDERS, { ...DONE, failures: 2, error: ERROR, notBefore: START + HOUR }, 'so far', failed],
  ['no longer failing', ORDERS, { ...DONE, error: ERROR }, undefined, 'Done.'],
  ['failed without an error text', ORDERS, { ...DONE, failures: 1 }, undefined, 'Done.'],
])('shows the result of a job that is %s', (_, line, state, note, result) => {
  expect(written(line, state, note)).toMatchObject({
    Result: result,
    'Last run': new Date(START - MINUTE),
  });
});

test('a requested job is active again, and its next run follows its interval', () => {
  const row = written({ ...ORDERS, State: 'run now', Owner: 'Bob' }, DONE);
  expect(row).toMatchObject({ State: 'active', Owner: 'Bob', 'Next run': new Date(START + HOUR) });
});

test("a job has no next run if its owner's schedule is off or late", () => {
  expect(written({ ...ORDERS, Owner: 'Cid' }, DONE)['Next run']).toBe('');
  setHeartbeat(ports.document, 'cid', { name: 'Cid', interval: 10 * MINUTE, since: START - HOUR });
  expect(written({ ...ORDERS, Owner: 'Cid' }, DONE)['Next run']).toBe('');
  removeHeartbeat(ports.document, ME);
  expect(written(ORDERS, DONE)['Next run']).toBe('');
});

test.each([
  ['on the same day', 75, 'Done. Kept; next at 9:20 AM.'],
  ['on another day', 1440, 'Done. Kept; next at Jun 17, 8:00 AM.'],
])('a job that keeps its promise shows the end of its rest %s', (_, minutes, result) => {
  const strategyState = { restsUntil: START + minutes * MINUTE };
  const row = written({ ...ORDERS, Dataset: 'Price history', Every: 'continuous' }, { ...DONE, strategyState }, 'kept');
  const next = new Date(START + Math.ceil(minutes / 10) * 10 * MINUTE);
  expect(row).toMatchObject({ Result: result, 'Next run': next });
});

test('a complete backfill has no next run', () => {
  const strategyState = { filter: printOf({ dataset: 'orders', every: { backfill: true }, filter: {} }) };
  const row = written({ ...ORDERS, Every: 'backfill', State: 'retry' }, { ...DONE, strategyState });
  expect(row['Next run']).toBe('');
});

test("Owner always shows the owner's name", () => {
  expect(written({ ...ORDERS, Owner: 'Somebody', 'Owner ID': 'bob' }, DONE)).toMatchObject({ Owner: 'Bob', State: '' });
});

test("a row that didn't run gets only its next run; the rows are saved for a restore", () => {
  const other = { Dataset: 'Inventory', Every: 'daily', State: 'run now', Result: 'Before.', 'Row key': 'i' };
  typeJobs(ports.book, ORDERS, other, { Dataset: 'Weather', 'Row key': 'r' });
  ports.document.set('job.i', storedText({ failures: 0, startedAt: START - HOUR }, 1));
  writeResults(ports, []);
  expect(ports.book.rows('Jobs')).toMatchObject([
    { 'Next run': new Date(START + 10 * MINUTE), 'Last run': '', Result: '', Owner: 'Ann', State: '' },
    {
      'Next run': new Date(START + 10 * MINUTE),
      'Last run': new Date(START - HOUR),
      Result: 'Before.',
      Owner: 'Ann',
      State: 'run now',
    },
    { 'Next run': '', Result: expect.stringMatching(/^Not run\. Dataset: "Weather" does not exist/) },
  ]);
  const kept = JSON.parse(ports.document.get('jobs.definitions')!).value as string[][];
  expect(kept.map(([id]) => id)).toEqual(['o', 'i', 'r']);
});

test('Status and formulas show tables as fresh as their jobs', () => {
  written(ORDERS, DONE);
  expect(freshAt(ports.document, START, 'Packages')).toBe(START);
  const told = ports.book.rows('Status').map(({ About, Subject, State }) => [About, Subject, State]);
  expect(told).toEqual(
    expect.arrayContaining([
      // Status computes this state with a formula.
      ['Freshness', 'Packages', 'computed'],
      ['Calls this hour', 'Price history', '500 of 500 left'],
    ]),
  );
  const { formulas } = ports.book.sheet('Status');
  expect([...formulas.values()][0]).toMatch(
    /^=IF\(\(MARKET_NOW-R\[0\]C\[4\]\)\*24>2\*R\[0\]C\[5\],"late",IF\(.*,"due","fresh"\)\)$/,
  );
});
