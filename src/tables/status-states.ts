/**
 * How fresh a table is stands on Status as a formula of the sheet: it goes on telling the truth while nothing runs, and is a value
 * for whoever only looks.
 */
import { openExisting } from './opened.ts';
import { cellAt } from './positions.ts';
import { withSeparator } from './separator.ts';
import type { Book } from './sheet.ts';
import { statusColumns, statusTable } from './status.ts';

/** What rows of Status about how fresh a table is are about. */
export const FRESHNESS = 'Freshness';

/** Where a table is failing and nobody said why. */
export const NO_REASON = 'no reason was given';

/** Of rows with an instant and an allowed age; where a run failed its word stays. To be called after these were written. */
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
  // A formula that was written with another locale's separators shows an error.
  const isThere = (row: number) =>
    formulas[row - top]?.[0]?.replace(/;/g, ',') === formula &&
    !String(cellAt(contents, row - 1, 'state')).startsWith('#');
  const others = rows.filter((row) => !isThere(row));
  if (others.length === 0) return;
  const local = withSeparator(formula, book.separator());
  for (const row of others) sheet.fill({ row, column: state, formulas: [[local]], formats: [['General']] });
}

/** In R1C1 notation, from the columns' distances, with commas. */
function stateFormula(complete: number, hours: number): string {
  const age = `(NOW()-R[0]C[${complete}])*24`;
  const allowed = `R[0]C[${hours}]`;
  return `=IF(${age}>2*${allowed},"late",IF(${age}>${allowed},"due","fresh"))`;
}
