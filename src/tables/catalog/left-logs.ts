/** Records of items that left their table by age, counted in the Catalog: without them each poll would miss some. */
import { grouped } from '../../protocol/grouped.ts';
import { ROW_KEY } from '../columns.ts';
import { type Cells, planRenewals } from '../edits.ts';
import { type Opened, openExisting } from '../opened.ts';
import type { TablePlan } from '../plan.ts';
import { type Contents, cellAt } from '../positions.ts';
import type { Book } from '../sheet.ts';
import type { TabledOperation } from '../table.ts';
import { type CatalogColumn, catalogColumns, catalogTable } from './catalog-table.ts';
import { identifierIn, keyOf } from './item-keys.ts';

/** `indexes` are rows of the table of records that were removed. Nothing where the operation keeps no log of items. */
export function planLeft(
  book: Book,
  { items }: Pick<TabledOperation, 'items'>,
  { contents: gone }: Opened,
  indexes: readonly number[],
): readonly TablePlan[] {
  const field = items?.past && items.fields.itemNumber;
  const opened = field && openExisting(book, catalogTable.name, catalogColumns());
  if (!opened || indexes.length === 0) return [];
  const counts = grouped(indexes, (index) => itemAt(gone, index, field));
  const { contents } = opened;
  const renewed = new Map<number, Cells<CatalogColumn>>();
  contents.cells.forEach((_, index) => {
    const item = itemAt(contents, index, 'itemNumber');
    // Records that bear no seller are those of whoever has the item.
    const ownerless = item.slice(item.indexOf('|'));
    const count = [...new Set([item, ownerless])].reduce((sum, name) => sum + (counts.get(name)?.length ?? 0), 0);
    if (index === 0 || count === 0 || cellAt(contents, index, ROW_KEY.id) === '') return;
    const before = Number(cellAt(contents, index, 'logsLeft')) || 0;
    const known = Number(cellAt(contents, index, 'logsKnown')) || 0;
    renewed.set(index + 1, { logsLeft: before + count, logsKnown: Math.max(known - count, 0) });
  });
  return renewed.size === 0 ? [] : [planRenewals(opened, renewed, new Map(), book.timeZone())];
}

/** The item of a row by index, and whose it is. */
function itemAt(contents: Contents, index: number, field: string): string {
  const seller = identifierIn(cellAt(contents, index, 'sellerId')).toLowerCase();
  return `${seller}|${keyOf('itemNumber', identifierIn(cellAt(contents, index, field)))}`;
}
