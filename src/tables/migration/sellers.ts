/** Rows from before every key began with the seller: each gets the one that it belongs to, and its key of now. */
import { identifierIn } from '../catalog/item-keys.ts';
import { type Column, ROW_KEY } from '../columns.ts';
import type { RowChange } from '../diff.ts';
import { editsOf, planEdits, withoutFormulas } from '../edits.ts';
import { isCut } from '../fingerprint.ts';
import { type Opened, openExisting, openTable } from '../opened.ts';
import { planOf, type TablePlan } from '../plan.ts';
import { cellAt, isMarked, keyAt } from '../positions.ts';
import { keyWithSeller } from '../rows.ts';
import type { Book } from '../sheet.ts';

const SELLER = 'sellerId';

/** A table with a column that says whose its rows are. */
export interface SellerTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Its rows are known by what people typed, not by a key that begins with the seller. */
  readonly isTyped: boolean;
}

/** Whose the rows of a workbook can be. */
export interface Sellers {
  /** Undefined where there are several: rows that do not say whose they are stay so until they are read again. */
  readonly only: string | undefined;
  /** By the number of an order; those that two sellers have are left out. */
  readonly ofOrder: ReadonlyMap<string, string>;
}

/** `connected` are the sellers of the person's connections; the tables may name others. */
export function sellersIn(book: Book, tables: readonly SellerTable[], connected: readonly string[]): Sellers {
  const named = new Map(connected.map((sellerId) => [sellerId.toLowerCase(), sellerId]));
  const ofOrder = new Map<string, string>();
  const shared = new Set<string>();
  for (const { name, columns } of tables) {
    const contents = openExisting(book, name, columns)?.contents;
    if (!contents?.positions.has(SELLER)) continue;
    contents.cells.forEach((_, index) => {
      const sellerId = keyAt(contents, index) === '' ? '' : identifierIn(cellAt(contents, index, SELLER));
      if (sellerId === '') return;
      if (!named.has(sellerId.toLowerCase())) named.set(sellerId.toLowerCase(), sellerId);
      const order = identifierIn(cellAt(contents, index, 'orderNumber'));
      if ((ofOrder.get(order) ?? sellerId) !== sellerId) shared.add(order);
      ofOrder.set(order, sellerId);
    });
  }
  for (const order of ['', ...shared]) ofOrder.delete(order);
  const [only, ...others] = named.values();
  return { only: others.length > 0 ? undefined : only, ofOrder };
}

/** The cells to be written in a table that has a sheet; nothing where all of its rows are as they are to be. */
export function planSellers(book: Book, table: SellerTable, sellers: Sellers): TablePlan | undefined {
  const opened = openWithSeller(book, table);
  if (!opened) return undefined;
  const plan = table.isTyped ? planTyped(opened, sellers, book.timeZone()) : planKeyed(opened, sellers);
  return plan.steps.length > 0 || opened.header ? plan : undefined;
}

/** The columns that the sheet has, and the seller's. */
function openWithSeller(book: Book, { name, columns }: SellerTable): Opened | undefined {
  const there = openExisting(book, name, columns);
  if (!there || there.contents.positions.has(SELLER)) return there;
  const ids = new Set(there.columns.map(({ id }) => id));
  return openTable(
    book,
    name,
    columns.filter(({ id }) => id === SELLER || ids.has(id)),
  );
}

function planKeyed(opened: Opened, { only, ofOrder }: Sellers): TablePlan {
  const { contents } = opened;
  const [sellerAt, keyPosition] = [contents.positions.get(SELLER)!, contents.positions.get(ROW_KEY.id)!];
  const changes = contents.cells.flatMap((_, index): RowChange[] => {
    const before = keyAt(contents, index);
    // What is not complete, or known by a part of its key, is mended by the pull that reads it again.
    if (before === '' || isMarked(contents, index) || isCut(before)) return [];
    const known = identifierIn(cellAt(contents, index, SELLER));
    const order = identifierIn(cellAt(contents, index, 'orderNumber'));
    const sellerId = known !== '' ? known : (ofOrder.get(order) ?? only);
    if (sellerId === undefined) return [];
    const key = keyWithSeller(before, sellerId);
    const edits = [
      ...(known === '' ? [[sellerAt, sellerId] as const] : []),
      ...(key === before ? [] : [[keyPosition, key] as const]),
    ].sort(([one], [other]) => one - other);
    const [positions, cells] = [edits.map(([position]) => position), edits.map(([, cell]) => cell)];
    return edits.length > 0 ? [{ key, row: index + 1, isNew: false, positions, cells }] : [];
  });
  return planOf(opened, { changes, counts: { added: 0, changed: changes.length, unchanged: 0, gone: 0 } });
}

/** Rows that nobody has read yet say what their person wants them to say. */
function planTyped(opened: Opened, { only }: Sellers, zone: string): TablePlan {
  const { contents } = opened;
  const edits = contents.cells.flatMap((_, index) =>
    only === undefined || keyAt(contents, index) === '' || cellAt(contents, index, SELLER) !== ''
      ? []
      : editsOf(index + 1, { [SELLER]: only }),
  );
  return planEdits(opened, withoutFormulas(opened, edits), new Map(), [], zone);
}
