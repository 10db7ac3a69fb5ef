/** Rows of a sheet as rows of the warehouse. */
import { type Cell, INCOMPLETE, textOfCell } from '../tables/cells.ts';
import { AS_OF, GONE_SINCE, RAW_DATES } from '../tables/columns.ts';
import { type Opened, openExisting } from '../tables/opened.ts';
import { cellAt, isMarked, keyAt } from '../tables/positions.ts';
import type { Book, Positions } from '../tables/sheet.ts';
import { printOf } from './digest.ts';
import {
  AS_OF_FIELD,
  type ExportedField,
  type ExportedTable,
  KEY_FIELD,
  ownFields,
  TAKEN_BACK_FIELD,
  UNREAD_FIELD,
} from './schema.ts';
import { instantText, type JsonValue, jsonValue, UNREADABLE } from './values.ts';

/** A row as the warehouse gets it; blanks are left out. */
export type ExportedRow = Readonly<Record<string, string | number | boolean>>;

/** The rows of one sheet, as it was read. */
export interface SheetRows {
  readonly table: ExportedTable;
  readonly opened: Opened;
  readonly fields: readonly ExportedField[];
  /** Where each stands; of a row that a person copied, the first. */
  readonly indexes: ReadonlyMap<string, number>;
  /** An execution ended while it wrote the row. */
  isIncomplete(index: number): boolean;
  /** Of what the row says, but for when it was read. */
  printAt(index: number): string;
  /** `notedAt`: since when it is known to be like this, where the sheet does not say; epoch milliseconds. */
  rowAt(index: number, notedAt: number): ExportedRow;
}

/** Nothing where the table has no sheet. `own` are headers of the person's columns that go along. */
export function readRows(book: Book, table: ExportedTable, own: readonly string[] = []): SheetRows | undefined {
  const opened = openExisting(book, table.table, table.columns);
  if (!opened) return undefined;
  const { contents } = opened;
  const zone = book.timeZone();
  const indexes = new Map<string, number>();
  contents.cells.forEach((_, index) => {
    const key = keyAt(contents, index);
    if (key !== '' && !indexes.has(key)) indexes.set(key, index);
  });
  const chosen = ownColumns(
    opened,
    own.filter((header) => !table.withheld.has(header.trim())),
  );
  const own_ = ownFields(chosen.map(({ header }) => header));
  return {
    table,
    opened,
    fields: [...table.fields, ...own_],
    indexes,
    isIncomplete: (index) => isMarked(contents, index) || cellAt(contents, index, AS_OF.id) === INCOMPLETE,
    printAt: (index) => printOfRow(table, contents.positions, contents.cells[index]!),
    rowAt(index, notedAt) {
      const cells = contents.cells[index]!;
      const raw = String(cellAt(contents, index, RAW_DATES.id));
      const row: Record<string, string | number | boolean> = {};
      const unread: Record<string, string> = {};
      for (const field of table.fields) {
        if (!field.column) continue;
        const cell = cells[(contents.positions.get(field.column.id) ?? 0) - 1] ?? '';
        const value = jsonValue(field, cell, zone, raw);
        if (value === UNREADABLE) unread[field.name] = cell instanceof Date ? cell.toISOString() : String(cell);
        else put(row, field, value);
      }
      chosen.forEach(({ position }, each) => {
        const cell = cells[position - 1] ?? '';
        put(row, own_[each]!, cell === '' ? undefined : textOfCell(cell, 'text', zone));
      });
      if (Object.keys(unread).length > 0) row[UNREAD_FIELD.name] = JSON.stringify(unread);
      row[AS_OF_FIELD.name] = instantText(asOf(opened, table, index, notedAt));
      row[KEY_FIELD.name] = keyAt(contents, index);
      return row;
    },
  };
}

/** What is sent of a row that is no more; epoch milliseconds. */
export function takenBackRow(key: string, at: number): ExportedRow {
  const since = instantText(at);
  return { [TAKEN_BACK_FIELD.name]: since, [AS_OF_FIELD.name]: since, [KEY_FIELD.name]: key };
}

function put(row: Record<string, string | number | boolean>, { name }: ExportedField, value: JsonValue): void {
  if (value !== undefined) row[name] = value;
}

/** The latest of when it was read, found gone and noted: a version that came later is later. */
function asOf({ contents }: Opened, { natural }: ExportedTable, index: number, notedAt: number): number {
  const at = (id: string) => {
    const cell = cellAt(contents, index, id);
    return cell instanceof Date ? cell.getTime() : 0;
  };
  return Math.max(at(AS_OF.id), at(GONE_SINCE.id), notedAt) || (natural ? at(natural.column!.id) : 0);
}

/** Columns of the person's by what stands in the first row, as far as they are there. */
function ownColumns({ contents: { cells, positions } }: Opened, headers: readonly string[]) {
  const ours = new Set(positions.values());
  return headers.flatMap((header) => {
    const at = (cells[0] ?? []).findIndex(
      (cell, index) => !ours.has(index + 1) && String(cell).trim() === header.trim(),
    );
    return at < 0 ? [] : [{ header, position: at + 1 }];
  });
}

/** What changes with what the warehouse has of a row; blank for a row that is not there. */
export function printOfRow(table: ExportedTable, positions: Positions, cells: readonly Cell[]): string {
  const values = table.fields.flatMap(({ column }) => {
    if (!column) return [];
    const cell = cells[(positions.get(column.id) ?? 0) - 1] ?? '';
    return [cell instanceof Date ? [cell.getTime()] : cell];
  });
  return printOf(JSON.stringify(values));
}
