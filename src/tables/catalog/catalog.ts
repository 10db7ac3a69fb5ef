/** The sheet of the Catalog: its rows as items, and facts as plans for it. */
import { ROW_KEY } from '../columns.ts';
import type { CellEdit, Cells } from '../edits.ts';
import { editsOf, keysOf, planFills, planRenewals } from '../edits.ts';
import { findOurs, openTable } from '../opened.ts';
import type { TablePlan } from '../plan.ts';
import type { Contents } from '../positions.ts';
import { cellAt, isUnfinished, keyAt, readContents } from '../positions.ts';
import type { Book } from '../sheet.ts';
import type { CatalogColumn } from './catalog-table.ts';
import { catalogColumns, catalogTable } from './catalog-table.ts';
import type { Conflict } from './conflicts.ts';
import { resolve } from './identity.ts';
import type { Traits } from './item-keys.ts';
import { IDENTIFIERS, identifierIn, TRAITS } from './item-keys.ts';
import type { Fact, Items } from './items.ts';
import type { LogsByItem } from './known-logs.ts';
import { pastIn } from './known-logs.ts';

export interface ItemsPlan {
  /** Blank cells that are filled, and new rows. */
  readonly plans: readonly TablePlan[];
  /** When items were asked for: undo leaves it as it is. */
  readonly renewals: readonly TablePlan[];
  readonly conflicts: readonly Conflict[];
}

/** The operation whose facts they are. */
export interface FactSource {
  readonly title: string;
  readonly items?: Items;
}

const NOTHING: ItemsPlan = { plans: [], renewals: [], conflicts: [] };
/** Origin of the rows that a person began. */
const BY_HAND = 'Typed in';
/** The first row below the header. */
const FIRST = 2;

/** What the rows below the header say of items; nothing where no such sheet is ours. */
export function readCatalog(book: Book): readonly Traits[] {
  const sheet = findOurs(book, catalogTable.name);
  return sheet ? traitsOf(readContents(sheet, catalogColumns())) : [];
}

/**
 * Blank cells of the rows that the facts are about are filled, and what has no row gets one; of all others only
 * the instants change at which they were asked for. `asOf` is when that was, in epoch milliseconds; `pasts` is what
 * there is of the past of items since then.
 */
export function planItems(
  book: Book,
  { title, items }: FactSource,
  facts: readonly Fact[],
  asOf: number,
  pasts: LogsByItem = new Map(),
): ItemsPlan {
  if (facts.length === 0) return NOTHING;
  const opened = openTable(book, catalogTable.name, catalogColumns());
  const { contents } = opened;
  const rows = traitsOf(contents);
  const { fills, met, added, conflicts } = resolve(rows, facts);
  if (!opened.sheet && added.length === 0) return NOTHING;
  const now = new Date(asOf);
  const keyFor = keysOf(opened);
  const edits: CellEdit<CatalogColumn>[] = fills.map(({ row, trait, value }) => ({
    row: FIRST + row,
    column: trait,
    cell: value,
  }));
  const keys = new Map<number, string>();
  for (const index of met) {
    const row = FIRST + index;
    const key = keyAt(contents, row - 1);
    if (key !== '' && key === cellAt(contents, row - 1, ROW_KEY.id)) continue;
    // A row without a key was typed by a person; an incomplete one was left by an execution that ended.
    keys.set(row, key === '' ? keyFor(nameOf(rows[index]!)) : key);
    const from = isUnfinished(contents, row - 1) ? title : BY_HAND;
    edits.push({ row, column: 'firstSeen', cell: now }, { row, column: 'from', cell: from });
  }
  const polled = items?.polled;
  const stamp: Cells<CatalogColumn> = { ...(polled ? { [polled]: now } : {}), firstSeen: now, from: title };
  const unfinished = unfinishedRows(contents, rows);
  const news = added.flatMap((traits) => {
    const cells: Cells<CatalogColumn> = { ...traits, ...stamp, ...pastIn(pasts, traits) };
    const key = IDENTIFIERS.map((trait) => traits[trait] ?? '').find((name) => unfinished.has(name));
    if (key === undefined) return [[keyFor(nameOf(traits)), cells] as const];
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
    plans: [planFills(opened, edits, keys, news, book.timeZone())],
    renewals: polled && opened.sheet ? [planRenewals(opened, renewed, keys, book.timeZone())] : [],
    conflicts,
  };
}

/** Rows of which an execution wrote the key alone, by that key. */
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
