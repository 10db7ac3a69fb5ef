/** Rows that were moved out of their table, since they are gone or old, with everything that people put on them. */
import { id, instant, instantAt, text } from '../protocol/fields.ts';
import type { Cell } from './cells.ts';
import { GONE_SINCE } from './columns.ts';
import type { Opened } from './opened.ts';
import { cellAt, keyAt } from './positions.ts';
import type { DeclaredRecord, Recorded } from './table.ts';
import { wallText } from './zone.ts';

export const archive = {
  answer: {
    record: {
      table: text('table', 'The table that the row stood in.'),
      row: id('row', 'What identified it there.'),
      goneSince: instant(
        'goneSince',
        'Since when the marketplace had not had it. Blank: it was older than its table keeps rows.',
        { once: true },
      ),
      archivedAt: instant('archivedAt', 'When it was moved here.', { once: true }),
      cells: text('cells', 'What stood in the row, your own columns included.'),
      notes: text('notes', 'The notes on its cells.'),
    },
  },
  tables: [
    {
      name: 'Archive',
      about: 'A row that was moved out of its table, since it was gone or old, as text.',
      each: [],
      columns: ['table', 'row', 'goneSince', 'archivedAt', 'cells', 'notes'],
      key: ['table', 'row', 'goneSince'],
      // A row that a person copied is there several times.
      repeats: true,
      age: { rule: 'archive-age', at: 'archivedAt' },
    },
  ],
} as const satisfies Recorded;

/** A cell has room for this many characters. */
const MOST = 50_000;

/** Rows that are gone, by index. */
export function goneRows(opened: Opened): readonly number[] {
  return opened.contents.cells.flatMap((_, index) => (goneSince(opened, index) === undefined ? [] : [index]));
}

/**
 * Of rows by index, ascending: those that are to be removed, and their records in the archive, which have no data of
 * buyers. `now` in epoch milliseconds.
 */
export function archived(opened: Opened, indexes: readonly number[], now: number, zone: string) {
  const { sheet, table, contents, columns } = opened;
  const kept: number[] = [];
  const records: DeclaredRecord<typeof archive>[] = [];
  const noted = new Set(
    sheet && indexes.length > 0 ? sheet.notedRows(indexes[0]! + 1, indexes[indexes.length - 1]! + 1) : [],
  );
  const leftOut = new Set(
    columns.filter((each) => each.hidden || each.keeps).map((each) => contents.positions.get(each.id)!),
  );
  const textsOf = (cells: readonly (Cell | undefined)[]) =>
    (contents.cells[0] ?? [])
      .flatMap((header, index) => {
        const cell = cells[index] ?? '';
        return cell === '' || leftOut.has(index + 1) ? [] : [`${String(header)}: ${textOf(cell, zone)}`];
      })
      .join('\n');
  for (const index of indexes) {
    const cells = textsOf(contents.cells[index]!);
    // A text that one cell has no room for would be lost.
    if (cells.length > MOST) continue;
    const since = goneSince(opened, index);
    kept.push(index);
    records.push({
      table,
      row: keyAt(contents, index),
      goneSince: since === undefined ? null : instantAt(since),
      archivedAt: instantAt(now),
      cells,
      notes: sheet && noted.has(index + 1) ? textsOf(sheet.notes(index + 1)) : null,
    });
  }
  return { indexes: kept, records };
}

function goneSince({ contents }: Opened, index: number): number | undefined {
  const cell = keyAt(contents, index) === '' ? '' : cellAt(contents, index, GONE_SINCE.id);
  return cell instanceof Date ? cell.getTime() : undefined;
}

function textOf(cell: Cell, zone: string): string {
  return cell instanceof Date ? wallText(cell.getTime(), zone) : String(cell);
}
