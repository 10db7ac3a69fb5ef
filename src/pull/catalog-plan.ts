/** What a slice tells of items, as plans for the Catalog and as rows of the sheet Status where it contradicts itself. */
import type { AnyRecord } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { ItemsPlan } from '../tables/catalog/catalog.ts';
import { planItems } from '../tables/catalog/catalog.ts';
import type { Fact } from '../tables/catalog/items.ts';
import type { LogsByItem } from '../tables/catalog/known-logs.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import { conflictRecord } from './unknown-fields.ts';

export interface Cataloguing extends Pick<ItemsPlan, 'plans' | 'renewals'> {
  /** Rows of the sheet Status. */
  readonly records: readonly AnyRecord[];
  readonly notes: readonly string[];
}

const CONFLICT_NOTE =
  'The Catalog has contradictions; the sheet Status lists them, and nothing was overwritten.';

/** A sheet that cannot be used for the Catalog costs no other table its rows. */
export function planCataloguing(
  book: Book,
  operation: TabledOperation,
  facts: readonly Fact[],
  asOf: number,
  pasts?: LogsByItem,
): Cataloguing {
  try {
    const { plans, renewals, conflicts } = planItems(book, operation, facts, asOf, pasts);
    const records = conflicts.map((conflict) => conflictRecord(conflict, asOf));
    return { plans, renewals, records, notes: records.length > 0 ? [CONFLICT_NOTE] : [] };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return { plans: [], renewals: [], records: [], notes: [`The Catalog stays as it is: ${error.message}`] };
  }
}
