/** Links on desks: each row leads to the one of a pulled table that it is about. */
import { consecutive } from '../../protocol/grouped.ts';
import { columnLetters } from '../../tables/letters.ts';
import type { TablePlan } from '../../tables/plan.ts';
import { keyAt } from '../../tables/positions.ts';
import { withSeparator } from '../../tables/separator.ts';
import type { Book } from '../../tables/sheet.ts';
import { placeOf } from '../row-links.ts';
import type { Workbook } from '../workbook.ts';

/** The link stands in the column `record`, the key of its row in `linkKey`. */
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
  { opened: { table, contents }, changes }: Pick<TablePlan, 'opened' | 'changes'>,
  { to, label }: DeskLink,
): void {
  const { positions, cells } = contents;
  const known = cells.flatMap((_, index) => (index > 0 && keyAt(contents, index) !== '' ? [index + 1] : []));
  const rows = [...known, ...changes.flatMap(({ isNew, row }) => (isNew ? [row] : []))];
  const [at, key] = [positions.get('record'), positions.get('linkKey')];
  const place = placeOf(book, workbook, to);
  const sheet = place && book.find(table);
  if (!sheet || !at || !key || rows.length === 0) return;
  const [top, bottom] = [2, Math.max(...known, 2)];
  const standing = sheet.formulasIn({ top, bottom, left: at, right: at });
  const isThere = (row: number) =>
    standing[row - top]?.[0]?.includes(place.address()) === true &&
    !String(cells[row - 1]?.[at - 1] ?? '').startsWith('#');
  const separator = book.separator();
  const formula = (row: number) => {
    const cell = (position: number) => `${columnLetters(position)}${row}`;
    const says = label.replace(/\{(\w+)\}/g, (_, id: string) => cell(positions.get(id) ?? key));
    const link = `${place.address()}"&IFERROR(MATCH(${cell(key)},${place.keys()},0),1)`;
    return withSeparator(`=IF(${cell(key)}="","",HYPERLINK(${link},${says}))`, separator);
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
