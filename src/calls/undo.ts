/** Takes back the last run that changed something. */
import { columnsOf } from '../operations/tables.ts';
import type { AnyRecord, Privacy } from '../protocol/fields.ts';
import { headOf } from '../refresh/commit.ts';
import { carryOut, openExisting, removeRows } from '../tables/plan.ts';
import type { Entry } from '../tables/record.ts';
import { status } from '../tables/status.ts';
import type { Conflict } from '../tables/undo.ts';
import { planUndo } from '../tables/undo.ts';
import { upsert } from '../tables/upsert.ts';
import { wallText } from '../tables/zone.ts';
import type { Ports } from './ports.ts';

const NOTHING: ReadonlySet<Privacy> = new Set();

export interface UndoEnd {
  readonly message: string;
  /** Rows that the run had added and that are gone again. */
  readonly removed: number;
  /** Rows that got back what they held. */
  readonly restored: number;
  readonly conflicts: readonly Conflict[];
}

/** One that is ended anywhere can be called again: what is back already is left as it is. */
export function undoLast(ports: Ports): UndoEnd {
  return ports.exclusively(() => {
    const { journal } = ports.book;
    const head = headOf(journal);
    if (!head) return { message: 'There is nothing to take back.', removed: 0, restored: 0, conflicts: [] };
    const end = undo(
      ports,
      journal
        .lines()
        .slice(1)
        .map((line) => JSON.parse(line) as Entry),
    );
    if (end.conflicts.length > 0)
      upsert(
        ports.book,
        status,
        end.conflicts.map(conflictRecord(ports.clock.now())),
        NOTHING,
        ports.clock.now(),
      );
    journal.clear();
    const time = wallText(head.at, ports.book.timeZone()).slice(0, 16);
    return { ...end, message: messageOf(`the pull of ${head.title} of ${time}`, end) };
  });
}

function undo({ book }: Ports, entries: readonly Entry[]): Omit<UndoEnd, 'message'> {
  const zone = book.timeZone();
  const plans = [...new Set(entries.map(({ table }) => table))].flatMap((table) => {
    const opened = openExisting(book, table, columnsOf(table) ?? []);
    const own = entries.filter((entry) => entry.table === table);
    return opened ? [planUndo(opened, own, zone)] : [];
  });
  carryOut(
    book,
    plans.map(({ plan }) => plan),
  );
  for (const { plan, removals } of plans) removeRows(plan.opened.sheet!, removals);
  return {
    removed: plans.reduce((sum, { removals }) => sum + removals.length, 0),
    restored: plans.reduce((sum, { plan }) => sum + plan.changed, 0),
    conflicts: plans.flatMap(({ conflicts }) => conflicts),
  };
}

function messageOf(what: string, { removed, restored, conflicts }: Omit<UndoEnd, 'message'>): string {
  const rows = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? 'row' : 'rows'}`;
  const done = `Took back ${what}: ${rows(removed, 'new')} removed, ${rows(restored, 'changed')} restored.`;
  if (conflicts.length === 0) return done;
  return `${done} ${conflicts.length === 1 ? 'One row was' : `${conflicts.length} rows were`} changed since and left alone; the sheet Status lists them.`;
}

function conflictRecord(now: number) {
  return ({ table, key, because }: Conflict): AnyRecord => ({
    about: 'Undo',
    subject: `${table}: ${key}`,
    state: because,
    example: null,
    firstSeen: { at: now, text: new Date(now).toISOString() },
  });
}
