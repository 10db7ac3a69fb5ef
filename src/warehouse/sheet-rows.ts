/** Rows of a sheet as rows of the warehouse. */
import { type Cell, textOfCell } from '../tables/cells.ts';
import { AS_OF, GONE_SINCE } from '../tables/columns.ts';
import { type Opened, openExisting } from '../tables/opened.ts';
import { type Contents, cellAt, isMarked, keyAt } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';
import { shortDigest } from './digest.ts';
import {
  AS_OF_FIELD,
  type ExportedField,
  type ExportedTable,
  KEY_FIELD,
  ownFields,
  TAKEN_BACK_FIELD,
  UNREAD_FIELD,
} from './schema.ts';
import { cellValue, instantText, UNREADABLE } from './values.ts';

/** Blanks are left out. */
export type ExportedRow = Readonly<Record<string, string | number | boolean>>;

/** The rows of one sheet, as it was read. */
export interface SheetRows {
  readonly table: ExportedTable;
  readonly fields: readonly ExportedField[];
  /** Rows that are complete, by key; of rows that a person copied, the first. */
  readonly indexes: ReadonlyMap<string, number>;
  /** When the row's values were read or found gone, in epoch milliseconds; 0 where the row does not say. */
  asOf(index: number): number;
  /** Digest of its values. */
  printAt(index: number): string;
  rowAt(index: number, asOf: number): ExportedRow;
}

/** Undefined where the table has no sheet. `own` are headers of the person's columns to include. */
export function readRows(book: Book, table: ExportedTable, own: readonly string[] = []): SheetRows | undefined {
  const opened = openExisting(book, table.table, table.columns);
  if (!opened) return undefined;
  const { contents } = opened;
  const zone = book.timeZone();
  const indexes = new Map<string, number>();
  contents.cells.forEach((_, index) => {
    const key = keyAt(contents, index);
    if (key !== '' && !indexes.has(key) && !isMarked(contents, index)) indexes.set(key, index);
  });
  const chosen = ownColumns(
    opened,
    own.filter((header) => !table.withheld.has(header.trim())),
  );
  const chosenFields = ownFields(chosen.map(({ header }) => header));
  return {
    table,
    fields: [...table.fields, ...chosenFields],
    indexes,
    asOf(index) {
      const at = (id: string) => {
        const cell = cellAt(contents, index, id);
        return cell instanceof Date ? cell.getTime() : 0;
      };
      return Math.max(at(AS_OF.id), at(GONE_SINCE.id)) || (table.natural ? at(table.natural.column!.id) : 0);
    },
    printAt: (index) => printOf(table, contents, index),
    rowAt(index, asOf) {
      const cells = contents.cells[index]!;
      const row: Record<string, string | number | boolean> = {};
      const unread: Record<string, string> = {};
      for (const field of table.fields) {
        if (!field.column) continue;
        const value = cellValue(field, contents, index, zone);
        if (value === UNREADABLE) unread[field.name] = unreadText(cellAt(contents, index, field.column.id));
        else if (value !== undefined) row[field.name] = value;
      }
      chosen.forEach(({ position }, each) => {
        const cell = cells[position - 1] ?? '';
        if (cell !== '') row[chosenFields[each]!.name] = textOfCell(cell, 'text', zone);
      });
      if (Object.keys(unread).length > 0) row[UNREAD_FIELD.name] = JSON.stringify(unread);
      row[AS_OF_FIELD.name] = instantText(asOf);
      row[KEY_FIELD.name] = keyAt(contents, index);
      return row;
    },
  };
}

function unreadText(cell: Cell): string {
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

/** Tells the view that a row no longer exists since then (epoch milliseconds). */
export function takenBackRow(key: string, at: number): ExportedRow {
  const since = instantText(at);
  return { [TAKEN_BACK_FIELD.name]: since, [AS_OF_FIELD.name]: since, [KEY_FIELD.name]: key };
}

/** The person's columns by their headers in the first row, as far as they exist. */
function ownColumns({ contents: { cells, positions } }: Opened, headers: readonly string[]) {
  const ours = new Set(positions.values());
  return headers.flatMap((header) => {
    const at = (cells[0] ?? []).findIndex(
      (cell, index) => !ours.has(index + 1) && String(cell).trim() === header.trim(),
    );
    return at < 0 ? [] : [{ header, position: at + 1 }];
  });
}

/** Digest of everything the warehouse gets of a row except when it was read and the person's own columns. */
export function printOf(table: ExportedTable, { positions, cells }: Contents, index: number): string {
  const row = cells[index]!;
  const values = table.fields.flatMap(({ column }) => {
    if (!column) return [];
    const cell = row[(positions.get(column.id) ?? 0) - 1] ?? '';
    return [cell instanceof Date ? [cell.getTime()] : cell];
  });
  return shortDigest(JSON.stringify(values));
}
