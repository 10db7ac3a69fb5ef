/**
 * The outbox: lines of a hidden sheet with the keys of rows that were added, changed or found gone and are not in the
 * warehouse yet. Keys are noted before the rows are written: an execution that ends in between leaves a key too many, which
 * is seen by the print of the row, and never one too few.
 */
import type { Journal, RowsToWrite } from '../tables/sheet.ts';
import { exportedTable } from './schema.ts';
import { printOfRow } from './sheet-rows.ts';

/** A row that is to be sent, unless it still is what it was. */
export interface Entry {
  readonly key: string;
  /** Print of the row as the warehouse has it; blank for one that it does not have, or may not have. */
  readonly before: string;
  /** When it was noted, in epoch milliseconds; 0 where the row itself says when it was read. */
  readonly at: number;
  /** The run that had added it was taken back then: where it is not in the sheet, its past is over. */
  readonly isTakenBack?: boolean;
}

/** A line holds entries of one table. Version 1. */
interface Label {
  readonly version: 1;
  readonly table: string;
  readonly id: string;
}

export interface OutboxLine {
  /** Its place, from 0; places change as lines are taken out. */
  readonly line: number;
  readonly id: string;
  readonly table: string;
  readonly entries: readonly Entry[];
}

/** A cell has room for 50,000 characters. */
const LONGEST = 40_000;
/** More lines than these with fewer entries each are put together. */
const [FEW_LINES, FEW_ENTRIES] = [10, 100];

/** `unique` gives a text that nobody else has. */
export function addEntries(lines: Journal, entries: ReadonlyMap<string, readonly Entry[]>, unique: () => string): void {
  const texts = [...entries].flatMap(([table, all]) => pieces(all).map((text) => ({ table, text })));
  if (texts.length === 0) return;
  const batch = unique();
  lines.append(
    texts.map(({ table, text }, index) => {
      const label: Label = { version: 1, table, id: `${batch}.${index}` };
      return { label: JSON.stringify(label), text };
    }),
  );
}

/** JSON lists of key, print and time by turns, each short enough for a line. Of a row that was taken back the time is negative. */
function pieces(entries: readonly Entry[]): readonly string[] {
  const found: string[] = [];
  let open: string[] = [];
  let length = 0;
  for (const { key, before, at, isTakenBack } of entries) {
    const part = `${JSON.stringify(key)},${JSON.stringify(before)},${isTakenBack ? -at : at}`;
    if (length + part.length > LONGEST && open.length > 0) {
      found.push(`[${open.join(',')}]`);
      [open, length] = [[], 0];
    }
    open.push(part);
    length += part.length + 1;
  }
  return open.length > 0 ? [...found, `[${open.join(',')}]`] : found;
}

/** What is about to be written, as far as the warehouse has such columns. */
export function noteRows(lines: Journal, written: readonly RowsToWrite[], at: number, unique: () => string): void {
  const entries = new Map<string, Entry[]>();
  for (const { table: name, positions, rows } of written) {
    const table = exportedTable(name);
    if (!table) continue;
    const told = new Set(table.fields.map(({ column }) => positions.get(column?.id ?? '')));
    const noted = rows.flatMap(({ key, columns, before, isTakenBack = false }): Entry[] =>
      columns.some((position) => told.has(position))
        ? [{ key, before: before ? printOfRow(table, positions, before) : '', at, isTakenBack }]
        : [],
    );
    if (noted.length > 0) entries.set(name, [...(entries.get(name) ?? []), ...noted]);
  }
  addEntries(lines, entries, unique);
}

/** The lines, or those of one table; what is none of ours is left out. */
export function readOutbox(lines: Journal, of?: string): readonly OutboxLine[] {
  return lines.lines(0).flatMap(({ label, text }, line) => {
    const read = readLabel(label);
    if (!read || (of !== undefined && read.table !== of)) return [];
    return [{ line, id: read.id, table: read.table, entries: entriesIn(text) }];
  });
}

/** What the outbox says at a glance, without the keys. */
export interface OutboxLabels {
  /** The tables of which lines are there. */
  readonly tables: ReadonlySet<string>;
  /** Marks that tell it from one that was made anew after a person deleted it. */
  readonly marks: ReadonlySet<string>;
}

export function outboxLabels(lines: Journal): OutboxLabels {
  const labels = lines.labels();
  return {
    tables: new Set(labels.flatMap((label) => readLabel(label)?.table ?? [])),
    marks: new Set(labels.filter((label) => label.startsWith(MARK))),
  };
}

const MARK = 'outbox ';

/** Marks it; gives the mark. */
export function markOutbox(lines: Journal, id: string): string {
  const label = `${MARK}${id}`;
  lines.append([{ label, text: 'Rows that are still to be sent to the warehouse. Leave it to the add-on.' }]);
  return label;
}

/** Takes lines out by their ids. */
export function removeLines(lines: Journal, ids: ReadonlySet<string>): void {
  const gone = lines.labels().flatMap((label, line) => (ids.has(readLabel(label)?.id ?? '') ? [line] : []));
  if (gone.length > 0) lines.removeLines(gone);
}

/**
 * The lines of a table, with each key in one of them alone: what was first noted of it counts for what the warehouse has,
 * what was last noted for when; one that was taken back stays so. Lines that say a key again, or little, are put together, the new ones first: an execution that
 * ends in between leaves the same again.
 */
export function compacted(lines: Journal, table: string, unique: () => string): readonly OutboxLine[] {
  const before = readOutbox(lines, table);
  const first = new Map<string, Entry>();
  let isRepeated = false;
  for (const { entries } of before)
    for (const entry of entries) {
      const known = first.get(entry.key);
      if (known) isRepeated = true;
      const at = Math.max(known?.at ?? 0, entry.at);
      const isTakenBack = (known?.isTakenBack ?? false) || (entry.isTakenBack ?? false);
      first.set(entry.key, { key: entry.key, before: (known ?? entry).before, at, isTakenBack });
    }
  const isScattered = before.length > FEW_LINES && first.size < before.length * FEW_ENTRIES;
  if (!isRepeated && !isScattered) return before;
  addEntries(lines, new Map([[table, [...first.values()]]]), unique);
  removeLines(lines, new Set(before.map(({ id }) => id)));
  return readOutbox(lines, table);
}

function readLabel(text: string): Label | undefined {
  try {
    const label = JSON.parse(text) as Partial<Label> | null;
    return typeof label?.table === 'string' && typeof label.id === 'string' ? (label as Label) : undefined;
  } catch {
    return undefined;
  }
}

function entriesIn(text: string): readonly Entry[] {
  const parts = JSON.parse(text) as readonly (string | number)[];
  return Array.from({ length: parts.length / 3 }, (_, index) => {
    const at = Number(parts[3 * index + 2]);
    return {
      key: String(parts[3 * index]),
      before: String(parts[3 * index + 1]),
      at: Math.abs(at),
      isTakenBack: at < 0,
    };
  });
}
