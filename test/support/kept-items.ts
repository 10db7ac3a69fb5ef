/** Applies facts about items to a user-typed Catalog, as a slice does. */
import { applyPlans, demandRoom } from '../../src/tables/apply.ts';
import { planItems } from '../../src/tables/catalog/catalog.ts';
import { catalogColumns } from '../../src/tables/catalog/catalog-table.ts';
import type { Conflict } from '../../src/tables/catalog/identity.ts';
import type { Seller, Traits } from '../../src/tables/catalog/item-keys.ts';
import type { Fact, Items } from '../../src/tables/catalog/items.ts';
import type { Cell } from '../../src/tables/cells.ts';
import type { Book } from '../../src/tables/sheet.ts';
import { InMemoryBook } from './in-memory-book.ts';

const items = { each: [], fields: {} };
export const ORDERS = { title: 'Orders', items };
export const STOCK = { title: 'Inventory', items: { ...items, polled: { main: 'stockPolled' } } } as const;
export const PRICES = { title: 'Price history', items: { ...items, polled: { main: 'pricesPolled' } } } as const;

export const item = (traits: Traits): Fact => ({ about: 'item', traits });
export const asked = (traits: Traits): Fact => ({ about: 'question', traits });

/** Price log cells of a Catalog row without price logs. */
export const NO_PAST = {
  'Logs known': '',
  'Logs of': '',
  'Logs left': '',
  'Newest log': '',
  'Daily changes': '',
  'Canadian prices polled': '',
};

/** A book with these user-typed Catalog rows: cells by header. */
export function catalogWith(...rows: readonly Readonly<Record<string, Cell>>[]): InMemoryBook {
  const book = new InMemoryBook();
  book.create('Catalog', catalogColumns());
  const { cells, formats } = book.sheet('Catalog');
  for (const row of rows) {
    cells.push(cells[0]!.map((name) => row[String(name)] ?? ''));
    formats.push(cells[0]!.map(() => '@'));
  }
  return book;
}

/** Applies facts to the Catalog; returns the number of cells written and the conflicts. */
export function keepItems(
  book: Book,
  { title, items }: { readonly title: string; readonly items?: Items },
  facts: readonly Fact[],
  asOf: number,
  seller: Seller = { sellerId: 'A006', isOnly: true },
): { cells: number; conflicts: readonly Conflict[] } {
  const { plans, renewals, conflicts } = planItems(book, { title, polled: items?.polled?.main }, facts, seller, asOf);
  demandRoom(book, plans);
  const counts = applyPlans(book, [...plans, ...renewals]);
  return { cells: counts.reduce((sum, { cells }) => sum + cells, 0), conflicts };
}
