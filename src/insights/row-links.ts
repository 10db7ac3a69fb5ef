/** Links to rows of our tables: a row is found by its key, wherever somebody sorts it to. */
import { once } from '../protocol/once.ts';
import { ROW_KEY } from '../tables/columns.ts';
import { columnLetters } from '../tables/letters.ts';
import type { Book, Sheet } from '../tables/sheet.ts';
import type { Workbook } from './workbook.ts';

/** Each part is a call to the sheet, which only new links need. */
export interface TablePlace {
  /** How links to any row of its sheet begin, in a formula's text: the number of the row follows. */
  address(): string;
  /** The column of its keys, as a formula names it. */
  keys(): string;
}

/** Undefined where there is no such sheet. */
export function placeOf(book: Book, workbook: Workbook, table: string): TablePlace | undefined {
  const position = workbook.positionsOf(table)?.get(ROW_KEY.id);
  const sheet = position === undefined ? undefined : book.find(table);
  return (
    sheet && {
      address: once(() => `"#gid=${sheet.id}&range=A`),
      keys: once(() => wholeColumn(sheet, position!)),
    }
  );
}

export function wholeColumn({ name }: Sheet, position: number): string {
  const letters = columnLetters(position);
  return `'${name.replace(/'/g, "''")}'!${letters}:${letters}`;
}
