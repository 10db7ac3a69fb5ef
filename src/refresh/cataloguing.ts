/** Brings what a slice tells of items into the Catalog, and what contradicts itself onto the sheet Status. */
import type { AnyRecord } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { keepItems } from '../tables/catalog-sheet.ts';
import type { Fact } from '../tables/items.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import { conflictRecord } from './journal.ts';

export interface Catalogued {
  /** Cells written. */
  readonly cells: number;
  /** Rows of the sheet Status. */
  readonly records: readonly AnyRecord[];
  readonly notes: readonly string[];
}

const CONFLICT_NOTE =
  'The Catalog has contradictions; the sheet Status lists them, and nothing was overwritten.';

/** A sheet that cannot be used for the Catalog costs no other table its rows. */
export function catalogued(
  book: Book,
  operation: TabledOperation,
  facts: readonly Fact[],
  asOf: number,
): Catalogued {
  try {
    const { cells, conflicts } = keepItems(book, operation, facts, asOf);
    const records = conflicts.map((conflict) => conflictRecord(conflict, asOf));
    return { cells, records, notes: records.length > 0 ? [CONFLICT_NOTE] : [] };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return { cells: 0, records: [], notes: [`The Catalog stays as it is: ${error.message}`] };
  }
}
