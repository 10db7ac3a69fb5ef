/** Undoes the last run that changed something. */
import { columnsOf } from '../operations/tables.ts';
import { instantAt } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { listStatus } from '../pull/write-slice.ts';
import { changeState } from '../schedule/job-state.ts';
import { applyPlans, removeRows } from '../tables/apply.ts';
import type { Entry } from '../tables/journal.ts';
import { entriesIn, headOf } from '../tables/journal.ts';
import { openExisting } from '../tables/opened.ts';
import type { StatusRecord } from '../tables/status.ts';
import type { LeftAlone } from '../tables/undo.ts';
import { planUndo } from '../tables/undo.ts';
import { wallText } from '../tables/zone.ts';
import type { Ports } from './ports.ts';

export interface UndoResult {
  readonly message: string;
  /** Rows that the run had added and that are gone again. */
  readonly removed: number;
  /** Rows that got back what they held. */
  readonly restored: number;
  readonly conflicts: readonly LeftAlone[];
}

const NOTHING = { removed: 0, restored: 0, conflicts: [] };

/**
 * One that is ended anywhere can be called again: what is back already is left as it is.
 * `run` is the id of the run that is meant, where one is: another may have come since.
 */
export function undoLast(ports: Ports, run?: string): UndoResult {
  const { job, ...done } = ports.exclusively((): UndoResult & { readonly job?: string } => {
    const { journal } = ports.book;
    const head = headOf(journal);
    if (!head) return { ...NOTHING, message: 'There is nothing to take back.' };
    if (run !== undefined && run !== head.run)
      throw new MarketError(
        'MARKET_ARGUMENT',
        `A pull of ${head.title} has changed the workbook since. "Undo last run" in the menu takes that one back; this one stays.`,
      );
    const entries = entriesIn(journal);
    if (!entries) {
      journal.clear();
      throw new MarketError(
        'MARKET_TABLE',
        'The journal of the last pull was changed by hand; it cannot be taken back.',
      );
    }
    const end = undo(ports, entries);
    const now = ports.clock.now();
    listStatus(ports.book, end.conflicts.map(statusRecord(now)), now);
    journal.clear();
    const time = wallText(head.at, ports.book.timeZone()).slice(0, 16);
    const message = messageOf(`the pull of ${head.title} of ${time}`, end);
    return { ...end, message, ...(head.job === undefined ? {} : { job: head.job }) };
  });
  if (job === undefined) return done;
  // What it had brought is asked for again, else there would be a hole for ever.
  changeState(ports, job, ({ strategyState: _, cycleAt: __, ...state }) => state);
  const { message } = done;
  return {
    ...done,
    message: `${message} The job that had brought it will bring it again, unless you pause it.`,
  };
}

function undo({ book }: Ports, entries: readonly Entry[]): Omit<UndoResult, 'message'> {
  const zone = book.timeZone();
  const plans = [...new Set(entries.map(({ table }) => table))].flatMap((table) => {
    const opened = openExisting(book, table, columnsOf(table) ?? []);
    if (!opened && book.find(table))
      throw new MarketError(
        'MARKET_TABLE',
        `The sheet "${table}" has lost its header or its column "Row key", by which rows are known; undo that change first. Nothing was taken back.`,
      );
    const own = entries.filter((entry) => entry.table === table);
    return opened ? [planUndo(opened, own, zone)] : [];
  });
  applyPlans(
    book,
    plans.map(({ plan }) => plan),
  );
  for (const { plan, removals } of plans) removeRows(plan.opened.sheet!, removals);
  return {
    removed: plans.reduce((sum, { removals }) => sum + removals.length, 0),
    restored: plans.reduce((sum, { plan }) => sum + plan.changed, 0),
    conflicts: plans.flatMap(({ leftAlone }) => leftAlone),
  };
}

function messageOf(what: string, { removed, restored, conflicts }: Omit<UndoResult, 'message'>): string {
  const rows = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? 'row' : 'rows'}`;
  const done = `Took back ${what}: ${rows(removed, 'new')} removed, ${rows(restored, 'changed')} restored.`;
  if (conflicts.length === 0) return done;
  return `${done} ${conflicts.length === 1 ? 'One row was' : `${conflicts.length} rows were`} changed since and left alone; the sheet Status lists them.`;
}

function statusRecord(now: number) {
  return ({ table, key, because }: LeftAlone): StatusRecord => ({
    about: 'Undo',
    subject: `${table}: ${key}`,
    state: because,
    detail: null,
    example: null,
    firstSeen: instantAt(now),
    lastComplete: null,
    hoursAllowed: null,
  });
}
