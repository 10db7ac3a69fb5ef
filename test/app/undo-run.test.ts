import { beforeEach, describe, expect, test } from 'vitest';
import { runInFront } from '../../src/app/undo-run.ts';
import { storedText } from '../../src/protocol/store.ts';
import { MINUTE } from '../../src/protocol/time.ts';
import { begin } from '../../src/pull/begin.ts';
import { execute } from '../../src/pull/pull.ts';
import { notePeriod, notePulled } from '../../src/pull/remembered.ts';
import type { RunPurpose } from '../../src/pull/run.ts';
import { runsIn, saveRun } from '../../src/pull/stored-run.ts';
import { statesIn } from '../../src/schedule/job-state.ts';
import { logRuns } from '../../src/schedule/run-log.ts';
import { dropDamaged } from '../../src/schedule/status-writer.ts';
import { keepFreshness, tableAges } from '../../src/schedule/table-freshness.ts';
import { keptRuns } from '../../src/tables/journal.ts';
import { envelope } from '../protocol/arrivals.ts';
import { connectedWithBids, listCampaign } from '../support/bids.ts';
import { connected, refused, served } from '../support/connected-ports.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';

/** Bids by keyword. */
let bids: Record<string, number>;
let ports: InMemoryPorts;
beforeEach(() => {
  bids = {};
  ports = connectedWithBids(() => bids);
  listCampaign(ports);
});

function pull(changes: Readonly<Record<string, number>>) {
  Object.assign(bids, changes);
  return served(ports, 'startPull', { operation: 'keywords', params: { campaigns: 'all' } });
}

const undo = (run?: string) => served(ports, 'undoRun', run);
const bidsShown = () => ports.book.rows('Keywords').map((row) => row.Bid);

/** Changes the bid in the given sheet rows (the first data row is 2). */
function typeBid(...rows: readonly number[]): void {
  const { cells } = ports.book.sheet('Keywords');
  for (const row of rows) cells[row - 1]![cells[0]!.indexOf('Bid')] = 99;
}

describe('the message after undo', () => {
  test('reports that no pull exists', () => {
    expect(undo()).toEqual({
      message: 'No run to undo.',
      removed: 0,
      restored: 0,
      conflicts: [],
    });
  });

  test.each([
    [{ ssd: 1 }, { ssd: 1, hdd: 2 }, '1 new row removed, 0 changed rows restored.', [1]],
    [{ ssd: 1 }, { ssd: 2, hdd: 2, usb: 3 }, '2 new rows removed, 1 changed row restored.', [1]],
    [{ ssd: 1, hdd: 2 }, { ssd: 3, hdd: 4 }, '0 new rows removed, 2 changed rows restored.', [1, 2]],
  ])('counts removed and restored rows: %o, then %o', (first, second, counts, left) => {
    pull(first);
    pull(second);
    expect(undo().message).toBe(`The Keywords pull from Jun 16, 8:00 AM was undone: ${counts}`);
    expect(bidsShown()).toEqual(left);
  });

  test('points to Activity for earlier runs', () => {
    for (const bid of [1, 2, 3]) pull({ ssd: bid });
    const ids = keptRuns(ports.book.journal).map(({ run }) => run);
    expect([undo().restored, bidsShown()]).toEqual([1, [2]]);
    // A second click must not undo an earlier run, even after a scheduled run.
    expect(dropDamaged(ports, ports.document.all())).toEqual([]);
    expect([undo().message, bidsShown()]).toEqual([
      'The last run was already undone. To undo earlier runs, open Activity in the sidebar.',
      [2],
    ]);
    expect([undo(ids[1]).restored, bidsShown()]).toEqual([1, [1]]);
    pull({ ssd: 5 });
    expect([undo().restored, bidsShown()]).toEqual([1, [1]]);
    expect([undo(ids[0]).removed, bidsShown()]).toEqual([1, []]);
    expect(undo().message).toBe('No run to undo.');
  });

  test.each([
    [[2], 'Skipped 1 row that changed since then; see Status.'],
    [[2, 3], 'Skipped 2 rows that changed since then; see Status.'],
  ])('reports that rows %o were edited since and left alone', (rows, end) => {
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

describe('undoing a specific run', () => {
  test('works for the last run', () => {
    const { id } = pull({ ssd: 1 });
    expect(undo(id).removed).toBe(1);
  });

  test('works for an earlier run, except for rows that later runs changed', () => {
    pull({ ssd: 1, hdd: 1 });
    const { id } = pull({ ssd: 2, hdd: 2, usb: 2 });
    const { id: last } = pull({ ssd: 3 });
    const { message, conflicts } = undo(id);
    expect(message).toContain(
      '1 new row removed, 1 changed row restored. Skipped 1 row that changed since then; see Status.',
    );
    expect(bidsShown()).toEqual([3, 1]);
    expect(ports.book.rows('Status').map(({ Subject, State }) => [Subject, State])).toContainEqual([
      `Keywords: ${conflicts[0]!.key}`,
      'a later run changed it',
    ]);
    expect(undo(last).restored).toBe(1);
    expect(bidsShown()).toEqual([2, 1]);
  });

  test('marks it as undone in the log and cannot be repeated', () => {
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
      message: 'This run cannot be undone: it changed no rows, was already undone, or has more than 10 newer runs.',
    });
  });

  test('reports whether the run was undone or is outdated', () => {
    const { id } = pull({ ssd: 1 });
    expect(served(ports, 'runState', id)).toEqual({ canUndo: true, isOpen: false, isUndone: false, isOutdated: false });
    pull({ ssd: 1 });
    expect(served(ports, 'runState', id)).toMatchObject({ isOutdated: false });
    ports.wait(1000);
    pull({ ssd: 2 });
    expect(served(ports, 'runState', id)).toMatchObject({ isOutdated: true });
    undo(id);
    expect(served(ports, 'runState', id)).toMatchObject({ canUndo: false, isUndone: true });
    expect(served(ports, 'runState', 'run99')).toEqual({
      canUndo: false,
      isOpen: false,
      isUndone: false,
      isOutdated: false,
    });
  });

  test('finds the run by the selected row of the Log', () => {
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

  test('is still possible after many job runs', () => {
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

  test('discards its stored state if it is unfinished', () => {
    const { id } = pull({ ssd: 1 });
    const open = begin(ports, { operation: 'keywords', params: { campaignNumber: [7] } });
    saveRun(ports.document, { ...open, id, state: 'waiting' });
    undo(id);
    expect(runsIn(ports.document.all())).toEqual([]);
  });
});

test('refuses an edited journal once and then discards it', () => {
  pull({ ssd: 1 });
  ports.book.kept[0] = { ...ports.book.kept[0]!, text: 'mine' };
  expect(refused(ports, 'undoRun')).toEqual({
    code: 'MARKET_TABLE',
    message: 'The Keywords pull cannot be undone because its undo data was edited.',
  });
  expect(bidsShown()).toEqual([1]);
  expect(undo().message).toBe('No run to undo.');
});

test('refuses a sheet without its key column until the column is back', () => {
  pull({ ssd: 1 });
  const sheet = ports.book.sheet('Keywords');
  const { cells } = sheet;
  const [identities, headerNotes] = [[...sheet.identities], [...sheet.headerNotes]];
  sheet.deleteColumn(identities.indexOf('rowKey'));
  expect(refused(ports, 'undoRun')).toEqual({
    code: 'MARKET_TABLE',
    message: 'The "Keywords" sheet no longer has its header or "Row key" column. Undo that change, then try again.',
  });
  Object.assign(sheet, { cells, identities, headerNotes });
  expect(undo().removed).toBe(1);
});

const tablesRead = () => tableAges(ports.document, ports.clock.now()).map(({ table }) => table);

test.each<[string, Record<string, number>]>([
  ['adds rows', { hdd: 1 }],
  ['changes rows', { ssd: 2 }],
])('treats a table as not read once a run that %s is undone', (_, changes) => {
  pull({ ssd: 1 });
  pull(changes);
  expect(tablesRead()).toContain('Keywords');
  undo();
  expect(bidsShown()).toEqual([1]);
  expect(tablesRead()).not.toContain('Keywords');
});

test("doesn't affect when another shop's table was read", () => {
  pull({ ssd: 1 });
  notePulled(ports.document, ['Keywords'], 'B007', ports.clock.now());
  notePeriod(ports.document, 'Keywords', 'B007', [1, 9]);
  undo();
  expect(tableAges(ports.document, ports.clock.now())).toEqual([
    { table: 'Keywords', sellerId: 'B007', at: ports.clock.now(), read: [1, 9] },
  ]);
});

test('treats a table as read if undo changes none of its rows', () => {
  const { id } = pull({ ssd: 1 });
  pull({ ssd: 2 });
  undo(id);
  expect(tablesRead()).toContain('Keywords');
});

test('treats a table as not read once the run of a job is undone', () => {
  bids = { ssd: 1 };
  const purpose: RunPurpose = { job: 'j', isLast: true, endsCycle: true, strategyState: {}, inFull: false };
  const asked = { operation: 'keywords', params: { campaignNumber: [7] }, why: 'schedule' } as const;
  execute(ports, begin(ports, asked, purpose), Number.POSITIVE_INFINITY);
  const done = { sellerId: 'A006', state: 'fresh', doneAt: 6 } as const;
  keepFreshness(ports.document, [
    { ...done, table: 'Keywords' },
    { ...done, table: 'Orders' },
  ]);
  undo();
  expect(tablesRead()).toEqual(['Orders']);
});

test('restores no rows if the table was deleted', () => {
  pull({ ssd: 1 });
  ports.book.remove('Keywords');
  expect(undo()).toMatchObject({ removed: 0, restored: 0, conflicts: [] });
});

test('resets the job that made the pull, so the job pulls again', () => {
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
  expect(statesIn(ports.document.all())).toEqual({ j: { startedAt: 5, failures: 0 } });
});

test('resets the job even while it is running or after Google ended its run', () => {
  bids = { ssd: 1 };
  const purpose: RunPurpose = { job: 'j', isLast: false, endsCycle: true, strategyState: {}, inFull: false };
  const asked = { operation: 'keywords', params: { campaignNumber: [7] }, why: 'schedule' } as const;
  execute(ports, begin(ports, asked, purpose), Number.POSITIVE_INFINITY);
  const lease = { holder: 'other', until: ports.clock.now() + MINUTE };
  ports.document.set('job.j', storedText({ failures: 0, lease, strategyState: { watermark: 'a' } }, 1));
  undo();
  expect(statesIn(ports.document.all())).toEqual({ j: { failures: 0 } });
});

test('keeps rows to which a later run only added buyer data', () => {
  const answer = envelope({
    OrderInfoList: [{ SellerID: 'A006', OrderNumber: 1, OrderDate: '06/15/2025 09:00:00', CustomerName: 'Zoe' }],
    PageInfo: { TotalCount: 1, TotalPageCount: 1, PageIndex: 1 },
  });
  ports = connected(() => answer);
  const pullOrders = () => served(ports, 'startPull', { operation: 'orders', params: { orderDateFrom: '2025-06-01' } });
  pullOrders();
  served(ports, 'setConsent', { connection: 'Shop', buyerData: true });
  pullOrders();
  const { journal } = ports.book;
  expect(JSON.stringify(journal.lines(0))).not.toContain('Zoe');
  const [first] = keptRuns(journal);
  expect(undo(first!.run)).toMatchObject({ removed: 0, conflicts: [{ table: 'Orders' }] });
  expect(undo()).toMatchObject({ removed: 0, restored: 0 });
  expect(ports.book.rows('Orders')).toMatchObject([{ 'Customer name': 'Zoe' }]);
});

test('does not change jobs if a user made the pull', () => {
  pull({ ssd: 1 });
  const before = '{"version":2,"failures":0,"strategyState":{"watermark":"a"}}';
  ports.document.set('job.j', before);
  expect(undo().message).not.toContain('job');
  expect(ports.document.get('job.j')).toBe(before);
});
