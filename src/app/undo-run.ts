import { operations } from '../operations/registry.ts';
import { columnsOf } from '../operations/tables.ts';
import { extent, plural } from '../protocol/lists.ts';
import { argumentError, tableError } from '../protocol/market-error.ts';
import { stored } from '../protocol/store.ts';
import type { Period } from '../pull/remembered.ts';
import { listOnStatus, recordOf } from '../pull/status-rows.ts';
import { loadRun, removeRun, runsIn } from '../pull/stored-run.ts';
import { restartJob } from '../schedule/job-state.ts';
import { forgetTable } from '../schedule/table-freshness.ts';
import { applyPlans, removeRows } from '../tables/apply.ts';
import {
  entriesSince,
  type KeptRun,
  keptRuns,
  MOST_RUNS,
  removeRuns,
  type Since,
  undoable,
} from '../tables/journal.ts';
import { isUndone, type LogLine, log, logUndone, readLog, runAt } from '../tables/log.ts';
import { demandUnmoved } from '../tables/moved.ts';
import { headerLost, openExisting } from '../tables/opened.ts';
import { type Contents, cellAt, keyAt } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import { type LeftAlone, planUndo } from '../tables/undo.ts';
import { spokenTime } from '../tables/zone.ts';
import { updateInsights } from './after-run.ts';
import type { Ports } from './ports.ts';

export interface UndoResult {
  readonly message: string;
  readonly removed: number;
  readonly restored: number;
  /** Rows skipped because they changed after the run. */
  readonly conflicts: readonly LeftAlone[];
}

const NOTHING = { removed: 0, restored: 0, conflicts: [] };

/** The run before the last undone one. Undoing the last run twice must not undo an earlier run. */
const beforeLast = stored('undo.beforeLast', 1, '');

/** Undoes the newest run with changes if `id` is omitted. An interrupted undo can be repeated. */
export function undoRun(ports: Ports, id?: string): UndoResult {
  const { kept, ...done } = ports.exclusively((): UndoResult & { readonly kept?: KeptRun } => {
    const { journal } = ports.book;
    const runs = undoable(keptRuns(journal));
    const last = runs[runs.length - 1];
    if (id === undefined && (!last || last.run === beforeLast.read(ports.document)))
      return { ...NOTHING, message: last ? ONCE : 'No run to undo.' };
    const kept = id === undefined ? last : runs.find(({ run }) => run === id);
    if (!kept)
      throw argumentError(
        `This run cannot be undone: it changed no rows, was already undone, or has more than ${MOST_RUNS} newer runs.`,
      );
    const since = entriesSince(journal, kept);
    if (!since) {
      removeRuns(journal, [kept]);
      throw tableError(`The ${kept.title} pull cannot be undone because its undo data was edited.`);
    }
    const end = undo(ports, kept, since);
    const now = ports.clock.now();
    const conflicts = end.conflicts.map(({ table, key, because }) =>
      recordOf({ about: 'Undo', subject: `${table}: ${key}`, state: because }, now),
    );
    listOnStatus(ports.book, conflicts, now);
    // A resumed pull would skip the undone rows.
    for (const { id, purpose } of runsIn(ports.document.all()))
      if (id === kept.run || (kept.job !== undefined && purpose?.job === kept.job)) removeRun(ports.document, id);
    if (kept.job !== undefined) restartJob(ports, kept.job);
    logUndone(ports.book, kept.run);
    if (kept === last) beforeLast.write(ports.document, runs[runs.length - 2]?.run ?? '');
    removeRuns(journal, [kept]);
    const time = spokenTime(kept.at, ports.book.timeZone());
    const notes = [messageOf(`The ${kept.title} pull from ${time}`, end), ...updateInsights(ports)];
    return { ...end, message: notes.join(' '), kept };
  });
  if (kept?.job === undefined) return done;
  return { ...done, message: `${done.message} Its job will pull these rows again unless you pause it.` };
}

const ONCE = 'The last run was already undone. To undo earlier runs, open Activity in the sidebar.';

/** Undo keeps their *As of*: a line or package that is older than its order counts as gone. */
const partsOfOrders: readonly string[] = operations.orders.tables[0].age.with;

function undo(
  { book, document, warehouse }: Ports,
  { title }: KeptRun,
  { own, later }: Since,
): Omit<UndoResult, 'message'> {
  const zone = book.timeZone();
  const plans = [...new Set(own.map(({ table }) => table))].flatMap((table) => {
    const opened = openExisting(book, table, columnsOf(table) ?? []);
    if (!opened && book.find(table)) throw headerLost(table);
    const isOf = (entry: { readonly table: string }) => entry.table === table;
    return opened ? [planUndo(opened, own.filter(isOf), later.filter(isOf), zone, partsOfOrders.includes(table))] : [];
  });
  demandUnmoved(plans.map(({ plan }) => plan.opened));
  applyPlans(
    book,
    plans.map(({ plan }) => plan),
  );
  for (const { plan, removals } of plans) {
    const keys = removals.map((row) => keyAt(plan.opened.contents, row - 1));
    warehouse.undone(plan.table, keys);
  }
  for (const { plan, removals } of plans) removeRows(plan.opened.sheet!, removals);
  const [[sellerId = ''] = []] = own.flatMap(({ added = [], changed = [] }) =>
    [...added, ...changed].map(([key]) => key.split('|')),
  );
  for (const { plan, removals, restored } of plans)
    if (removals.length + restored > 0)
      forgetTable(document, plan.table, sellerId, periodLeft(plan.opened.contents, sellerId, removals));
  // Excludes history and Catalog rows from the counts.
  const { tables = [] } = Object.values<TabledOperation>(operations).find((each) => each.title === title) ?? {};
  const asked = plans.filter(({ plan }) => tables.some(({ name }) => name === plan.table));
  return {
    removed: asked.reduce((sum, { removals }) => sum + removals.length, 0),
    restored: asked.reduce((sum, { restored }) => sum + restored, 0),
    conflicts: plans.flatMap(({ leftAlone }) => leftAlone),
  };
}

/** A period without removed orders: after them if newer orders are left, otherwise before them. */
function periodLeft(contents: Contents, sellerId: string, removals: readonly number[]): Period {
  const removed = new Set(removals);
  const rows = [...contents.cells.keys()].filter((index) => keyAt(contents, index).startsWith(`${sellerId}|`));
  const dates = (isRemoved: boolean) =>
    rows
      .filter((index) => removed.has(index + 1) === isRemoved)
      .map((index) => Number(cellAt(contents, index, operations.orders.answer.dated)));
  const [first, last] = extent(dates(true));
  return extent(dates(false))[1] > last ? [last, Number.POSITIVE_INFINITY] : [0, first];
}

function messageOf(what: string, { removed, restored, conflicts }: Omit<UndoResult, 'message'>): string {
  const done = `${what} was undone: ${plural(removed, 'new row')} removed, ${plural(restored, 'changed row')} restored.`;
  if (conflicts.length === 0) return done;
  return `${done} Skipped ${plural(conflicts.length, 'row')} that changed since then; see Status.`;
}

export type UndoState = ReturnType<typeof runState>;

const LATER_RUNS = 50;

export function runState({ book, document }: Ports, id: string) {
  const run = String(id);
  const lines = readLog(book, LATER_RUNS, new Set([run]));
  const at = lines.findIndex((line) => line.run === run);
  const line = lines[at];
  const isLater = ({ what, added, changed, gone }: LogLine) => what === line?.what && added + changed + gone > 0;
  return {
    canUndo: canUndo(book, run),
    isOpen: !!loadRun(document, run),
    isUndone: line !== undefined && isUndone(line),
    isOutdated: lines.slice(0, Math.max(0, at)).some(isLater),
  };
}

/** Returns the run in the selected Log row, if it can be undone. */
export function runInFront({ book }: Ports): LogLine | undefined {
  const row = book.activeRow(log.tables[0].name);
  const run = row === undefined ? undefined : runAt(book, row);
  return run !== undefined && canUndo(book, run) ? readLog(book, 0, new Set([run]))[0] : undefined;
}

function canUndo({ journal }: Book, id: string): boolean {
  return undoable(keptRuns(journal)).some(({ run }) => run === id);
}
