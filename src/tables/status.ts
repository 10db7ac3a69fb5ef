/** The Status sheet: table freshness, calls left, undocumented fields, and conflicts. */
import { decimal, instant, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { extent } from '../protocol/lists.ts';
import { AUTOMATIC } from './cells.ts';
import { type Column, sheetColumns } from './columns.ts';
import { openExisting } from './opened.ts';
import { cellAt } from './positions.ts';
import { fillColumn } from './row-formulas.ts';
import type { Book } from './sheet.ts';
import type { DeclaredRecord, Recorded } from './table.ts';

export const status = {
  answer: {
    record: {
      about: text('about', 'Topic.'),
      subject: text('subject', 'Table, field, identifier, or user.'),
      state: text('state', 'Current state.'),
      detail: text('detail', 'Details such as times.'),
      example: text('example', 'An example.', { once: true }),
      firstSeen: instant('firstSeen', 'When it was first found.', { once: true }),
      lastComplete: instant('lastComplete', 'When the entire table was last read.'),
      hoursAllowed: decimal('hoursAllowed', 'The table is due after this many hours, and late after twice as many.'),
    },
  },
  tables: [
    {
      name: 'Status',
      about: 'Table freshness, calls left, undocumented codes, unreadable values, and conflicting item data.',
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

export const FRESHNESS = 'Freshness';

/** Name of the cell with the current time. Only one, because Sheets recalculates NOW() on every edit. */
export const NOW = 'MARKET_NOW';

export const NO_REASON = 'no reason given';

/** Adds the state formula to each freshness row, unless its pull fails. Call this after writing the rows. */
export function showStates(book: Book): void {
  const opened = openExisting(book, statusTable.name, statusColumns());
  if (!opened?.sheet) return;
  const { sheet, contents } = opened;
  const at = (id: string) => contents.positions.get(id);
  const [state, complete, hours] = [at('state'), at('lastComplete'), at('hoursAllowed')];
  if (state === undefined || complete === undefined || hours === undefined) return;
  const text = stateFormula(complete - state, hours - state);
  const rows = contents.cells.flatMap((_, index) => {
    const cell = (id: string) => cellAt(contents, index, id);
    const isComputed =
      cell('about') === FRESHNESS &&
      cell('lastComplete') instanceof Date &&
      typeof cell('hoursAllowed') === 'number' &&
      cell('state') !== 'failing';
    return isComputed ? [index + 1] : [];
  });
  if (rows.length === 0) return;
  const [top, bottom] = extent(rows);
  const formulas = sheet.formulasIn({ top, bottom, left: state, right: state });
  const formulaAt = (row: number) => formulas[row - top]?.[0] ?? '';
  fillColumn(book, sheet, contents, rows, { position: state, text, format: AUTOMATIC }, formulaAt);
}

/** R1C1 notation with comma separators. */
function stateFormula(complete: number, hours: number) {
  const age = `(${NOW}-R[0]C[${complete}])*24`;
  const allowed = `R[0]C[${hours}]`;
  return `=IF(${age}>2*${allowed},"late",IF(${age}>${allowed},"due","fresh"))`;
}
