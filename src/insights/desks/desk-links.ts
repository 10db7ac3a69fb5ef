/** Links on desks: each row leads to the one of a pulled table that it is about. */
import { consecutive } from '../../protocol/grouped.ts';
import { columnLetters, withSeparator } from '../../tables/formula-text.ts';
import { ourRows, type Standing, type Written } from '../../tables/row-formulas.ts';
import type { Book } from '../../tables/sheet.ts';
import { addressOf, leadsTo, placeOf } from '../row-links.ts';
import type { Workbook } from '../workbook.ts';

/** The link stands in the column `record`, the key of its row in `linkKey` and `linkPattern`. */
export interface DeskLink {
  /** Name of the table. */
  readonly to: string;
  /** What it says: a formula in which `{column}` is the cell of that column in the same row. */
  readonly label: string;
}

/** To be called after the values were written. Links that lead there are left alone. */
export function showLinks(
  book: Book,
  workbook: Workbook,
  written: Written,
  { to, label }: DeskLink,
  standing: Standing,
): void {
  const { table, contents } = written.opened;
  const { positions, cells } = contents;
  const rows = ourRows(written);
  const [at, key, pattern] = ['record', 'linkKey', 'linkPattern'].map((id) => positions.get(id));
  const place = placeOf(book, workbook, to);
  const sheet = place && book.find(table);
  if (!sheet || !at || !key || !pattern || rows.length === 0) return;
  const isThere = (row: number) =>
    leadsTo(standing(row, at), place) && !String(cells[row - 1]?.[at - 1] ?? '').startsWith('#');
  const separator = book.separator();
  const formula = (row: number) => {
    const cell = (position: number) => `${columnLetters(position)}${row}`;
    const says = label.replace(/\{(\w+)\}/g, (_, id: string) => cell(positions.get(id) ?? key));
    const address = addressOf(place, cell(key), cell(pattern));
    return withSeparator(`=IF(${cell(key)}="","",HYPERLINK(${address},${says}))`, separator);
  };
  for (const [from, to] of consecutive(rows.filter((row) => !isThere(row)))) {
    const lines = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    sheet.fill({
      ...{ row: from, column: at, isA1: true },
      formulas: lines.map((row) => [formula(row)]),
      formats: lines.map(() => ['General']),
    });
  }
}
