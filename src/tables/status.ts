/** The sheet Status: freshness, calls left, undocumented fields and conflicts, one row each. */
import { decimal, instant, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import { withSeparator } from './formula-text.ts';
import { openExisting } from './opened.ts';
import { cellAt } from './positions.ts';
import type { Book } from './sheet.ts';
import type { DeclaredRecord, Recorded } from './table.ts';

export const status = {
  answer: {
    record: {
      about: text('about', 'Topic.'),
      subject: text('subject', 'Table, field, identifier, or person.'),
      state: text('state', 'Current state.'),
      detail: text('detail', 'Details such as times.'),
      example: text('example', 'An example.', { once: true }),
      firstSeen: instant('firstSeen', 'When it was first found.', { once: true }),
      lastComplete: instant('lastComplete', 'When the whole table was last read.'),
      hoursAllowed: decimal('hoursAllowed', 'The table is due after this many hours, and late after twice as many.'),
    },
  },
  tables: [
    {
      name: 'Status',
      about: 'How fresh each table is, calls left, undocumented codes, and contradictions.',
      each: [],
      columns: ['about', 'subject', 'state', 'detail', 'example', 'firstSeen', 'lastComplete', 'hoursAllowed'],
      key: ['about', 'subject'],
    },
  ],
} as const satisfies Recorded;

export const [statusTable] = status.tables;

export type StatusRecord = DeclaredRecord<typeof status>;

export function statusColumns(): readonly Column[] {
  return sheetColumns(status, statusTable, NONE_PRIVATE);
}

/** `About` of freshness rows. */
export const FRESHNESS = 'Freshness';

export const NO_REASON = 'no reason given';

/** Shows freshness as formulas; a state `failing` stays. Call it after the rows are written. */
export function showStates(book: Book): void {
  const opened = openExisting(book, statusTable.name, statusColumns());
  if (!opened?.sheet) return;
  const { sheet, contents } = opened;
  const at = (id: string) => contents.positions.get(id);
  const [state, complete, hours] = [at('state'), at('lastComplete'), at('hoursAllowed')];
  if (state === undefined || complete === undefined || hours === undefined) return;
  const formula = stateFormula(complete - state, hours - state);
  const rows = contents.cells.flatMap((_, index) => {
    const cell = (id: string) => cellAt(contents, index, id);
    const isTold =
      cell('about') === FRESHNESS &&
      cell('lastComplete') instanceof Date &&
      typeof cell('hoursAllowed') === 'number' &&
      cell('state') !== 'failing';
    return isTold ? [index + 1] : [];
  });
  if (rows.length === 0) return;
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const formulas = sheet.formulasIn({ top, bottom, left: state, right: state });
  // A formula with another locale's separators shows an error.
  const isThere = (row: number) =>
    formulas[row - top]?.[0]?.replace(/;/g, ',') === formula &&
    !String(cellAt(contents, row - 1, 'state')).startsWith('#');
  const others = rows.filter((row) => !isThere(row));
  if (others.length === 0) return;
  const local = withSeparator(formula, book.separator());
  for (const row of others) sheet.fill({ row, column: state, formulas: [[local]], formats: [['General']] });
}

/** In R1C1 notation with commas. */
function stateFormula(complete: number, hours: number): string {
  const age = `(NOW()-R[0]C[${complete}])*24`;
  const allowed = `R[0]C[${hours}]`;
  return `=IF(${age}>2*${allowed},"late",IF(${age}>${allowed},"due","fresh"))`;
}
