/** Links to rows of our tables: a row is found by its key, wherever somebody sorts it to. */
import { once } from '../protocol/store.ts';
import { ROW_KEY } from '../tables/columns.ts';
import { columnLetters, patternOf } from '../tables/formula-text.ts';
import type { Book, Sheet } from '../tables/sheet.ts';
import type { Workbook } from './workbook.ts';

/** Each part is a call to the sheet, which only links need. */
export interface TablePlace {
  /** How links to any row of its sheet begin, in a formula's text: the number of the row follows. */
  address(): string;
  /** The column of its keys, as a formula names it. */
  keys(): string;
}

/** Undefined where there is no such sheet. `column` holds the keys by which its rows are looked for. */
export function placeOf(
  book: Book,
  workbook: Workbook,
  table: string,
  column: string = ROW_KEY.id,
): TablePlace | undefined {
  const position = workbook.positionsOf(table)?.get(column);
  const sheet = position === undefined ? undefined : book.find(table);
  return (
    sheet && {
      address: once(() => `"#gid=${sheet.id}&range=A`),
      keys: once(() => wholeColumn(sheet, position!)),
    }
  );
}

/** What the hidden columns beside a link say of the row that it leads to. */
export function linkTo(rowKey: string | null | undefined) {
  return { linkKey: rowKey ?? null, linkPattern: patternOf(rowKey) };
}

/**
 * The address of the row whose key stands in a cell, as a formula computes it; of the sheet while the row is not there. With
 * the pattern MATCH finds a key that has `*`, `?` or `~` where these stand for other characters, with the key itself where
 * they do not.
 */
export function addressOf(place: TablePlace, key: string, pattern: string): string {
  const row = (wanted: string) => `MATCH(${wanted},${place.keys()},0)`;
  return `${place.address()}"&IFERROR(${row(`IF(${pattern}="",${key},${pattern})`)},IFERROR(${row(key)},1))`;
}

/** Whether the formula of a link leads there, and in the way of this build. */
export function leadsTo(formula: string, place: TablePlace): boolean {
  return formula.includes(place.address()) && /MATCH\(IF\(.*MATCH\(/.test(formula);
}

export function wholeColumn({ name }: Sheet, position: number): string {
  const letters = columnLetters(position);
  return `'${name.replace(/'/g, "''")}'!${letters}:${letters}`;
}
