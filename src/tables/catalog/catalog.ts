import { ROW_KEY } from '../columns.ts';
import { type CellEdit, type Cells, editsOf, keysOf, planFills, planRenewals } from '../edits.ts';
import { findOurs, type Opened, openTable } from '../opened.ts';
import type { TablePlan } from '../plan.ts';
import { type Contents, cellAt, isUnfinished, keyAt, readContents } from '../positions.ts';
import type { TraitOf } from '../rows.ts';
import type { Book } from '../sheet.ts';
import { type CatalogColumn, catalogColumns, catalogTable } from './catalog-table.ts';
import { type Conflict, resolve } from './identity.ts';
import { IDENTIFIERS, identifierIn, isSameSeller, keyOf, type Seller, TRAITS, type Traits } from './item-keys.ts';
import type { Fact, PollColumn } from './items.ts';
import { type LogsByItem, pastIn } from './known-logs.ts';

interface ItemsPlan {
  readonly plans: readonly TablePlan[];
  /** Poll times, which undo doesn't restore. */
  readonly renewals: readonly TablePlan[];
  readonly conflicts: readonly Conflict[];
}

interface FactSource {
  readonly title: string;
  readonly polled?: PollColumn | undefined;
}

const NOTHING: ItemsPlan = { plans: [], renewals: [], conflicts: [] };
/** Shown as the source of rows that users added. */
const TYPED = 'Typed in';
/** The first row below the header, 1-based. */
const FIRST = 2;

/** Returns items that belong to this seller or to no seller, least recently `polled` first. */
export function readCatalog(book: Book, seller: Pick<Seller, 'sellerId'>, polled?: PollColumn): readonly Traits[] {
  const sheet = findOurs(book, catalogTable.name);
  return sheet ? itemsOfSeller(readContents(sheet, catalogColumns()), seller, polled) : [];
}

/** Throws MARKET_TABLE if the sheet can't be identified. */
export function openCatalog(book: Book): Opened {
  return openTable(book, catalogTable.name, catalogColumns());
}

/** Looks up traits by item number, preferring the seller's rows over rows without a seller. */
export function traitsIn({ contents }: Opened): TraitOf {
  const items = new Map<string, Traits>();
  traitsOf(contents).forEach((traits, row) => {
    const { itemNumber } = traits;
    if (itemNumber === undefined) return;
    const key = itemKey(sellerAt(contents, row), itemNumber);
    items.set(key, { ...items.get(key), ...traits });
  });
  return (trait, sellerId, item) =>
    items.get(itemKey(sellerId, item))?.[trait] ?? items.get(itemKey('', item))?.[trait];
}

function itemKey(sellerId: string, item: string): string {
  return `${sellerId.toLowerCase()}|${keyOf('itemNumber', item)}`;
}

export function itemsOfSeller(
  contents: Contents,
  { sellerId }: Pick<Seller, 'sellerId'>,
  polled = '',
): readonly Traits[] {
  const own = traitsOf(contents).flatMap((traits, row) => {
    const owner = sellerAt(contents, row);
    const at = Number(cellAt(contents, FIRST - 1 + row, polled)) || 0;
    return owner === '' || isSameSeller(owner, sellerId) ? [{ traits, at }] : [];
  });
  return own.sort((one, other) => one.at - other.at).map(({ traits }) => traits);
}

/**
 * Fills blank cells in matching rows and adds rows for new items. Doesn't change other sellers' rows; rows without a
 * seller become this seller's. `asOf` is the poll time, `pasts` the items' price logs.
 */
export function planItems(
  book: Book,
  { title, polled }: FactSource,
  facts: readonly Fact[],
  seller: Seller,
  asOf: number,
  pasts: LogsByItem = new Map(),
  open: () => Opened = () => openCatalog(book),
): ItemsPlan {
  if (facts.length === 0) return NOTHING;
  const opened = open();
  const { contents } = opened;
  const rows = traitsOf(contents);
  const own = rowsFor(seller, contents, rows, facts);
  const { fills, met, added, conflicts } = resolve(rows, facts, own);
  if (!opened.sheet && added.length === 0) return NOTHING;
  const now = new Date(asOf);
  const keyFor = keysOf(opened);
  const edits: CellEdit<CatalogColumn>[] = fills.map(({ row, trait, value }) => {
    return { row: FIRST + row, column: trait, cell: value };
  });
  const keys = new Map<number, string>();
  for (const index of met) {
    const row = FIRST + index;
    const key = keyAt(contents, row - 1);
    if (key !== '' && key === cellAt(contents, row - 1, ROW_KEY.id)) continue;
    // Rows without a key were added by the user. Rows with an incomplete key are torn.
    keys.set(row, key === '' ? keyFor(nameIn(seller, rows[index]!)) : key);
    const from = isUnfinished(contents, row - 1) ? title : TYPED;
    edits.push({ row, column: 'firstSeen', cell: now }, { row, column: 'from', cell: from });
  }
  const { sellerId } = seller;
  for (const index of met) edits.push({ row: FIRST + index, column: 'sellerId', cell: sellerId });
  const stamp: Cells<CatalogColumn> = { ...(polled ? { [polled]: now } : {}), firstSeen: now, from: title, sellerId };
  const unfinished = unfinishedRows(contents, rows);
  const news = added.flatMap((traits) => {
    const cells: Cells<CatalogColumn> = { ...traits, ...stamp, ...pastIn(pasts, traits) };
    const key = IDENTIFIERS.map((trait) => keyIn(seller, traits[trait] ?? '')).find((name) => unfinished.has(name));
    if (key === undefined) return [[keyFor(nameIn(seller, traits)), cells] as const];
    const row = unfinished.get(key)!;
    keys.set(row, key);
    edits.push(...editsOf(row, cells));
    unfinished.delete(key);
    return [];
  });
  const renewed = new Map(
    polled
      ? met.map((index) => {
          const left = cellAt(contents, FIRST - 1 + index, 'logsLeft');
          return [FIRST + index, { [polled]: now, ...pastIn(pasts, rows[index]!, left) }] as const;
        })
      : [],
  );
  return {
    plans: [planFills(opened, edits, book.timeZone(), keys, news)],
    renewals: polled && opened.sheet ? [planRenewals(opened, renewed, book.timeZone(), keys)] : [],
    conflicts,
  };
}

/** `row` is 0-based and excludes the header, as in `traitsOf`. */
function sellerAt(contents: Contents, row: number): string {
  return identifierIn(cellAt(contents, FIRST - 1 + row, 'sellerId'));
}

/** Returns rows that facts can match: the seller's rows, and rows without a seller that a fact identifies. */
function rowsFor(
  { sellerId, isOnly }: Seller,
  contents: Contents,
  rows: readonly Traits[],
  facts: readonly Fact[],
): readonly number[] {
  const items = facts.filter(({ about }) => about === 'item');
  const known = new Map(
    IDENTIFIERS.map((trait) => [trait, new Set(items.map(({ traits }) => keyOf(trait, traits[trait] ?? '')))]),
  );
  return rows.flatMap((traits, row) => {
    const owner = sellerAt(contents, row);
    const by = IDENTIFIERS.find((trait) => traits[trait] !== undefined);
    const isIts =
      owner === ''
        ? isOnly || (by !== undefined && known.get(by)!.has(keyOf(by, traits[by]!)))
        : isSameSeller(owner, sellerId);
    return isIts ? [row] : [];
  });
}

/** Returns the rows, by key, in which an interrupted execution wrote only the key. */
function unfinishedRows(contents: Contents, rows: readonly Traits[]): Map<string, number> {
  const found = new Map<string, number>();
  rows.forEach((traits, index) => {
    const row = FIRST + index;
    if (isUnfinished(contents, row - 1) && nameOf(traits) === '') found.set(keyAt(contents, row - 1), row);
  });
  return found;
}

function traitsOf({ cells, positions }: Contents): readonly Traits[] {
  const known = TRAITS.flatMap((trait) => {
    const position = positions.get(trait);
    return position === undefined ? [] : [[trait, position - 1] as const];
  });
  return cells.slice(FIRST - 1).map((line) => {
    const traits: { -readonly [T in keyof Traits]: string } = {};
    for (const [trait, position] of known) {
      const text = identifierIn(line[position]);
      if (text !== '') traits[trait] = text;
    }
    return traits;
  });
}

function nameOf(traits: Traits): string {
  const by = IDENTIFIERS.find((trait) => traits[trait] !== undefined);
  return by === undefined ? '' : traits[by]!;
}

function nameIn(seller: Seller, traits: Traits): string {
  return keyIn(seller, nameOf(traits));
}

function keyIn({ sellerId }: Seller, name: string): string {
  return `${sellerId}|${name}`;
}
