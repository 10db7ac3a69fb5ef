/** The last pull was undone: what it says of it, what it refuses, and what becomes of the job that had pulled. */
import { beforeEach, describe, expect, test } from 'vitest';
import { runInFront } from '../../src/app/undo-run.ts';
import { storedText } from '../../src/protocol/store.ts';
import { begin } from '../../src/pull/begin.ts';
import { execute } from '../../src/pull/pull.ts';
import type { RunPurpose } from '../../src/pull/run.ts';
import { runsIn, saveRun } from '../../src/pull/stored-run.ts';
import { statesIn } from '../../src/schedule/job-state.ts';
import { logRuns } from '../../src/schedule/run-log.ts';
import { keptRuns } from '../../src/tables/journal.ts';
import { connectedWithBids } from '../support/bids.ts';
import { refused, served } from '../support/connected-ports.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';

/** Bids by keyword. */
let bids: Record<string, number>;
let ports: InMemoryPorts;
beforeEach(() => {
  bids = {};
  ports = connectedWithBids(() => bids);
});

function pull(changes: Readonly<Record<string, number>>) {
  Object.assign(bids, changes);
  return served(ports, 'startPull', { operation: 'keywords', params: { campaignNumber: [7] } });
}

const undo = (run?: string) => served(ports, 'undoRun', run);
const bidsShown = () => ports.book.rows('Keywords').map((row) => row.Bid);

/** A person types into the bid of rows, which count from 2. */
function typeBid(...rows: readonly number[]): void {
  const { cells } = ports.book.sheet('Keywords');
  for (const row of rows) cells[row - 1]![cells[0]!.indexOf('Bid')] = 99;
}

describe('what is said', () => {
  test('where nothing was pulled', () => {
    expect(undo()).toEqual({
      message: 'There is no run to undo.',
      removed: 0,
      restored: 0,
      conflicts: [],
    });
  });

  test.each([
    [{ ssd: 1 }, { ssd: 1, hdd: 2 }, '1 new row removed, 0 changed rows restored.', [1]],
    [{ ssd: 1 }, { ssd: 2, hdd: 2, usb: 3 }, '2 new rows removed, 1 changed row restored.', [1]],
    [{ ssd: 1, hdd: 2 }, { ssd: 3, hdd: 4 }, '0 new rows removed, 2 changed rows restored.', [1, 2]],
  ])('after %o and then %o', (first, second, counts, left) => {
    pull(first);
    pull(second);
    expect(undo().message).toBe(`The Keywords pull from Jun 16, 8:00 AM was undone: ${counts}`);
    expect(bidsShown()).toEqual(left);
  });

  test('of the runs before, which are taken back by name', () => {
    for (const bid of [1, 2, 3]) pull({ ssd: bid });
    const ids = keptRuns(ports.book.journal).map(({ run }) => run);
    expect([undo().restored, bidsShown()]).toEqual([1, [2]]);
    // Whoever presses twice means the same run.
    expect([undo().message, bidsShown()]).toEqual([
      'The last run was already undone. To undo earlier runs, open Activity in the sidebar.',
      [2],
    ]);
    expect([undo(ids[1]).restored, bidsShown()]).toEqual([1, [1]]);
    pull({ ssd: 5 });
    expect([undo().restored, bidsShown()]).toEqual([1, [1]]);
    expect([undo(ids[0]).removed, bidsShown()]).toEqual([1, []]);
    expect(undo().message).toBe('There is no run to undo.');
  });

  test.each([
    [[2], '1 row was changed since and left alone. Status lists them.'],
    [[2, 3], '2 rows were changed since and left alone. Status lists them.'],
  ])('where a person has changed rows %o since', (rows, end) => {
    pull({ ssd: 1, hdd: 2, usb: 3 });
    pull({ ssd: 4, hdd: 5, usb: 6 });
    typeBid(...rows);
    const { message, conflicts } = undo();
    expect(message).toContain(`restored. ${end}`);
    expect(conflicts).toHaveLength(rows.length);
    expect(bidsShown()).toEqual([99, rows.length > 1 ? 99 : 2, 3]);
    const [told, ...others] = ports.book.rows('Status').filter(({ About }) => About === 'Undo');
    expect(others).toHaveLength(rows.length - 1);
    expect(told).toMatchObject({
      Subject: `Keywords: ${conflicts[0]!.key}`,
      State: 'Bid changed since',
      Detail: '',
      Example: '',
      'First seen': new Date(ports.clock.now()),
    });
  });
});

describe('a run that is named', () => {
  test('is taken back where it is the last one', () => {
    const { id } = pull({ ssd: 1 });
    expect(undo(id).removed).toBe(1);
  });

  test('is taken back though others came since, but for the rows that they changed', () => {
    pull({ ssd: 1, hdd: 1 });
    const { id } = pull({ ssd: 2, hdd: 2, usb: 2 });
    const { id: last } = pull({ ssd: 3 });
    const { message, conflicts } = undo(id);
    expect(message).toContain(
      '1 new row removed, 1 changed row restored. 1 row was changed since and left alone. Status lists them.',
    );
    expect(bidsShown()).toEqual([3, 1]);
    expect(ports.book.rows('Status').map(({ Subject, State }) => [Subject, State])).toContainEqual([
      `Keywords: ${conflicts[0]!.key}`,
      'a later run changed it',
    ]);
    expect(undo(last).restored).toBe(1);
    expect(bidsShown()).toEqual([2, 1]);
  });

  test('says in the log that it is undone, and cannot be undone again', () => {
    const { id } = pull({ ssd: 1 });
    pull({ ssd: 2 });
    const shown = () => served(ports, 'activity').runs.map(({ run, state, canUndo }) => [run === id, state, canUndo]);
    expect(shown().sort()).toEqual([
      [false, 'done', true],
      [true, 'done', true],
    ]);
    undo(id);
    expect(shown().sort()).toEqual([
      [false, 'done', true],
      [true, 'undone', false],
    ]);
    expect(refused(ports, 'undoRun', id)).toEqual({
      code: 'MARKET_ARGUMENT',
      message:
        'This run cannot be undone: it changed no rows, was already undone, or was followed by more than 10 others.',
    });
  });

  test('tells a page that it is undone, or that a later run changed the same table', () => {
    const { id } = pull({ ssd: 1 });
    expect(served(ports, 'runState', id)).toEqual({ canUndo: true, isUndone: false, isOutdated: false });
    pull({ ssd: 1 });
    expect(served(ports, 'runState', id)).toMatchObject({ isOutdated: false });
    ports.wait(1000);
    pull({ ssd: 2 });
    expect(served(ports, 'runState', id)).toMatchObject({ isOutdated: true });
    undo(id);
    expect(served(ports, 'runState', id)).toMatchObject({ canUndo: false, isUndone: true });
    expect(served(ports, 'runState', 'run99')).toEqual({ canUndo: false, isUndone: false, isOutdated: false });
  });

  test('is known by the row of the Log that somebody stands on', () => {
    const { id } = pull({ ssd: 1 });
    pull({ ssd: 2 });
    const rows = ports.book.rows('Log').map((row) => row['Run ID']);
    const standOn = (row: number) => ports.book.select('Log', [row]);
    expect(runInFront(ports)).toBeUndefined();
    standOn(1);
    expect(runInFront(ports)).toBeUndefined();
    standOn(rows.indexOf(id) + 2);
    expect(runInFront(ports)).toMatchObject({ run: id, what: 'Keywords', added: 1 });
    undo(id);
    expect(runInFront(ports)).toBeUndefined();
  });

  test('is listed however many runs of jobs came since', () => {
    const { id } = pull({ ssd: 1 });
    for (let job = 0; job < 25; job++) {
      const purpose: RunPurpose = {
        job: `j${job}`,
        isLast: true,
        endsCycle: true,
        strategyState: {},
        inFull: false,
      };
      const asked = { operation: 'keywords', params: { campaignNumber: [7] }, why: 'schedule' } as const;
      Object.assign(bids, { hdd: job });
      logRuns(ports, [execute(ports, begin(ports, asked, purpose), Number.POSITIVE_INFINITY)]);
    }
    const { runs } = served(ports, 'activity');
    expect(runs).toHaveLength(21);
    expect(runs.filter(({ canUndo }) => canUndo)).toHaveLength(11);
    expect(runs.find(({ run }) => run === id)).toMatchObject({ canUndo: true, isUndone: false });
    expect(undo(id).removed).toBe(1);
  });

  test('and is not through does not go on', () => {
    const { id } = pull({ ssd: 1 });
    const open = begin(ports, { operation: 'keywords', params: { campaignNumber: [7] } });
    saveRun(ports.document, { ...open, id, state: 'waiting' });
    undo(id);
    expect(runsIn(ports.document.all())).toEqual([]);
  });
});

test('a journal that a person changed is refused once, and then gone', () => {
  pull({ ssd: 1 });
  ports.book.kept[0] = { ...ports.book.kept[0]!, text: 'mine' };
  expect(refused(ports, 'undoRun')).toEqual({
    code: 'MARKET_TABLE',
    message: 'The Keywords pull cannot be undone: its journal was edited by hand.',
  });
  expect(bidsShown()).toEqual([1]);
  expect(undo().message).toBe('There is no run to undo.');
});

test('a sheet that lost its keys is refused until it has them again', () => {
  pull({ ssd: 1 });
  const sheet = ports.book.sheet('Keywords');
  const { cells } = sheet;
  const [identities, headerNotes] = [[...sheet.identities], [...sheet.headerNotes]];
  sheet.deleteColumn(identities.indexOf('rowKey'));
  expect(refused(ports, 'undoRun')).toEqual({
    code: 'MARKET_TABLE',
    message:
      'The sheet "Keywords" no longer has its header or its "Row key" column, which identifies rows. Undo that change first. The run was not undone.',
  });
  Object.assign(sheet, { cells, identities, headerNotes });
  expect(undo().removed).toBe(1);
});

test('a table that was deleted since has nothing to take back', () => {
  pull({ ssd: 1 });
  ports.book.remove('Keywords');
  expect(undo()).toMatchObject({ removed: 0, restored: 0, conflicts: [] });
});

test('the job that had pulled brings it again: it forgets how far it came, and nothing else', () => {
  bids = { ssd: 1 };
  const purpose: RunPurpose = { job: 'j', isLast: true, endsCycle: true, strategyState: {}, inFull: false };
  const asked = { operation: 'keywords', params: { campaignNumber: [7] }, why: 'schedule' } as const;
  execute(ports, begin(ports, asked, purpose), Number.POSITIVE_INFINITY);
  const kept = { startedAt: 5, doneAt: 6, failures: 0 };
  ports.document.set('job.j', storedText({ ...kept, cycleAt: 5, strategyState: { watermark: 'a' } }, 1));
  const { message, ...rest } = undo();
  expect(message).toBe(
    'The Keywords pull from Jun 16, 8:00 AM was undone: 1 new row removed, 0 changed rows restored. Its job will pull these rows again unless you pause it.',
  );
  expect(rest).toEqual({ removed: 1, restored: 0, conflicts: [] });
  expect(statesIn(ports.document.all())).toEqual({ j: { startedAt: 5, doneAt: 6, failures: 0 } });
});

test('what a person pulled leaves jobs as they are', () => {
  pull({ ssd: 1 });
  const before = '{"version":2,"failures":0,"strategyState":{"watermark":"a"}}';
  ports.document.set('job.j', before);
  expect(undo().message).not.toContain('job');
  expect(ports.document.get('job.j')).toBe(before);
});
