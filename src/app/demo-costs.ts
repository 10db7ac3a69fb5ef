/** Costs of the demo shop's items, as a seller would type them: without any the desk Items has nothing to say. */
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { sheetColumns } from '../tables/columns.ts';
import { items, TOTAL } from '../tables/desks/items-table.ts';
import { applyEdits, editsOf, planFills } from '../tables/edits.ts';
import { openExisting } from '../tables/opened.ts';
import { cellAt } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';

const FEE_PERCENT = 12;
const SHIP_COST = 6.5;

/** Blank cells of the items that sold; others stay without a cost. */
export function typeDemoCosts(book: Book, sellerId: string): void {
  const [table] = items.tables;
  const opened = openExisting(book, table.name, sheetColumns(items, table, NONE_PRIVATE));
  if (!opened) return;
  const edits = opened.contents.cells.flatMap((_, index) => {
    const [units, revenue] = ['units', 'revenue'].map((column) => cellAt(opened.contents, index, column));
    if (cellAt(opened.contents, index, 'sellerId') !== sellerId || !(Number(units) > 0)) return [];
    const itemNumber = String(cellAt(opened.contents, index, 'itemNumber'));
    if (itemNumber === TOTAL) return [];
    const share = shareOf(itemNumber);
    const cost = Math.round((Number(revenue) / Number(units)) * share * 100) / 100;
    return editsOf(index + 1, { cost, feePercent: FEE_PERCENT, shipCost: SHIP_COST });
  });
  applyEdits(book, planFills(opened, edits, new Map(), [], book.timeZone()));
}

/** Of the price: from a bargain to a few that lose money, always the same for the same item. */
function shareOf(itemNumber: string): number {
  const code = [...itemNumber].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return 0.4 + 0.05 * (code % 11);
}
