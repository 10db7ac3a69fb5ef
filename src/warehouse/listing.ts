/** What of a workbook is to be sent, as its outbox says: a table that the warehouse never had is noted whole. */
import { AS_OF } from '../tables/columns.ts';
import { findOurs } from '../tables/opened.ts';
import { type Cut, cutsOf } from './cuts.ts';
import type { Choice, ExportPorts } from './export-ports.ts';
import { addEntries, compacted, type Entry, markOutbox, outboxLabels, readOutbox, removeLines } from './outbox.ts';
import { type ExportedTable, exportedTables } from './schema.ts';
import { readRows, type SheetRows } from './sheet-rows.ts';
import type { ExportState } from './state.ts';

/** A table that is being read, piece by piece. */
export interface Reading {
  readonly rows: SheetRows;
  readonly cuts: Iterator<Cut, undefined>;
}

/** The chosen tables with something in the outbox, every row of those included that the warehouse never had. */
export function listed(
  ports: ExportPorts,
  choice: Choice,
  state: ExportState,
): readonly [next: ExportState, tables: readonly ExportedTable[]] {
  const { lines, book, clock, unique } = ports;
  const chosen = exportedTables().filter(({ table }) => choice.tables?.includes(table) ?? true);
  const { marks } = outboxLabels(lines);
  const isLost = state.outbox === undefined || !marks.has(state.outbox);
  const known = isLost ? [] : state.listed;
  const missing = chosen.filter(({ table }) => !known.includes(table) && findOurs(book, table) !== undefined);
  const outbox = isLost ? markOutbox(lines, unique()) : state.outbox!;
  for (const table of missing) listWhole(ports, table);
  const { tables } = outboxLabels(lines);
  const found = chosen.filter(({ table }) => tables.has(table));
  const doneAt = found.length === 0 ? { doneAt: clock.now() } : {};
  return [{ ...state, outbox, listed: [...known, ...missing.map(({ table }) => table)], ...doneAt }, found];
}

/** Notes every row of a table in the outbox. */
export function listWhole({ lines, book, clock, unique }: ExportPorts, table: ExportedTable): void {
  const before = readOutbox(lines, table.table);
  const rows = readRows(book, table);
  const says = rows?.opened.contents.positions.has(AS_OF.id) || table.natural !== undefined;
  const at = says ? 0 : clock.now();
  const entries = [...(rows?.indexes.keys() ?? [])].map((key): Entry => ({ key, before: '', at }));
  const takenBack = before.flatMap((line) =>
    line.entries.filter(({ key, isTakenBack }) => isTakenBack && !rows?.indexes.has(key)),
  );
  // What else was noted of it is among them.
  removeLines(lines, new Set(before.map(({ id }) => id)));
  addEntries(lines, new Map([[table.table, [...entries, ...takenBack]]]), unique);
}

/** The rows of a table that are to be sent, as outbox and sheet say at one moment; nothing where the sheet was deleted. */
export function readListed(
  { lines, book, unique }: ExportPorts,
  { ownColumns }: Choice,
  table: ExportedTable,
): Reading | undefined {
  const noted = compacted(lines, table.table, unique);
  const rows = readRows(book, table, ownColumns);
  if (rows) return { rows, cuts: cutsOf(rows, noted) };
  // What the sheet held is nowhere any more.
  removeLines(lines, new Set(noted.map(({ id }) => id)));
  return undefined;
}
