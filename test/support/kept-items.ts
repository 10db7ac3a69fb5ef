/** Facts about items, planned and applied as a slice does it. */

import { applyPlans, demandRoom } from '../../src/tables/apply.ts';
import type { FactSource } from '../../src/tables/catalog/catalog.ts';
import { planItems } from '../../src/tables/catalog/catalog.ts';
import type { Conflict } from '../../src/tables/catalog/conflicts.ts';
import type { Fact } from '../../src/tables/catalog/items.ts';
import type { Seller } from '../../src/tables/seller.ts';
import type { Book } from '../../src/tables/sheet.ts';

/** How many cells were written, and what contradicts itself. */
export function keepItems(
  book: Book,
  source: FactSource,
  facts: readonly Fact[],
  asOf: number,
  seller: Seller = { sellerId: 'A006', isOnly: true },
): { cells: number; conflicts: readonly Conflict[] } {
  const { plans, renewals, conflicts } = planItems(book, source, facts, seller, asOf);
  demandRoom(book, plans);
  const counts = applyPlans(book, [...plans, ...renewals]);
  return { cells: counts.reduce((sum, { cells }) => sum + cells, 0), conflicts };
}
