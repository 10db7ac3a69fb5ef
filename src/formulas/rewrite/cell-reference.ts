/** The first argument of a formula of ours as a reference, which can be moved on, widened to a range and narrowed again. */
import { columnLetters, columnNumber } from '../../tables/letters.ts';

/** A corner of a reference; the marks are `$` where they hold a column or a row fast. */
interface Corner {
  readonly columnMark: string;
  readonly column: number;
  readonly rowMark: string;
  readonly row: number;
}

export interface Referring {
  /** What stands before the reference, the name of a sheet included. */
  readonly head: string;
  readonly first: Corner;
  /** Where it refers to a range. */
  readonly last?: Corner;
  readonly tail: string;
}

/** Which way the formulas of a column or a row go on. */
export type Along = 'down' | 'across';

const CORNER = '(\\$?)([A-Z]{1,3})(\\$?)([1-9]\\d{0,7})';
const REFERRING = new RegExp(
  `^(=\\s*MARKET_[A-Z_]+\\s*\\(\\s*(?:(?:'(?:[^']|'')+'|[^\\s'"!&,;:(){}<>=+*/^%-]+)!)?)${CORNER}(?::${CORNER})?(\\s*[,;)].*)$`,
  'is',
);

/** Nothing where the first argument is anything else. What it gives is the same text again, exactly. */
export function referringIn(formula: string): Referring | undefined {
  const [, head, ...corners] = REFERRING.exec(formula) ?? [];
  if (head === undefined) return undefined;
  const [first, last] = [cornerOf(corners), cornerOf(corners.slice(4))];
  const referring = { head, first: first!, ...(last ? { last } : {}), tail: corners[8]! };
  // Spelled another way, it could not be given back as it was.
  return textOf(referring) === formula ? referring : undefined;
}

function cornerOf([columnMark, letters, rowMark, row]: readonly string[]): Corner | undefined {
  return letters === undefined
    ? undefined
    : { columnMark: columnMark!, column: columnNumber(letters), rowMark: rowMark!, row: Number(row) };
}

export function textOf({ head, first, last, tail }: Referring): string {
  return head + cornerText(first) + (last ? `:${cornerText(last)}` : '') + tail;
}

function cornerText({ columnMark, column, rowMark, row }: Corner): string {
  return columnMark + columnLetters(column) + rowMark + row;
}

/** The same for the cell that lies so many further on. */
export function moved({ head, first, tail }: Referring, along: Along, by: number): Referring {
  return { head, first: further(first, along, by), tail };
}

/** The same for so many cells from its first one on. */
export function widened({ head, first, tail }: Referring, along: Along, count: number): Referring {
  return { head, first, last: further(first, along, count - 1), tail };
}

function further(corner: Corner, along: Along, by: number): Corner {
  return along === 'down' ? { ...corner, row: corner.row + by } : { ...corner, column: corner.column + by };
}

/** Of a range that is one column or one row: which way it goes and how many cells it has. */
export function extentOf({ first, last }: Referring): { along: Along; count: number } | undefined {
  if (!last) return undefined;
  const [rows, columns] = [last.row - first.row + 1, last.column - first.column + 1];
  if (columns === 1 && rows > 1) return { along: 'down', count: rows };
  return rows === 1 && columns > 1 ? { along: 'across', count: columns } : undefined;
}
