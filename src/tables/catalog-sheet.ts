/** The sheet of the Catalog: what its rows say of items, and facts brought into it. */
import { MarketError } from '../protocol/market-error.ts';
import { blocksOf } from './blocks.ts';
import { catalogColumns, catalogTable } from './catalog.ts';
import { CatalogEdits } from './catalog-edits.ts';
import { ROW_KEY } from './columns.ts';
import type { Conflict } from './conflicts.ts';
import { resolve } from './identity.ts';
import type { Fact, Items, Traits } from './items.ts';
import { TRAITS } from './items.ts';
import { IDENTIFIERS } from './known-item.ts';
import type { Contents } from './places.ts';
import { readContents } from './places.ts';
import type { Block, Book, Sheet } from './sheet.ts';
import { identifierIn } from './spelling.ts';
import { carryOut, withColumns } from './upsert.ts';

export interface Kept {
  /** Cells written. */
  readonly cells: number;
  readonly conflicts: readonly Conflict[];
}

/** Whose facts they are. */
export interface Teller {
  readonly title: string;
  readonly items?: Items;
}

const NOTHING: Kept = { cells: 0, conflicts: [] };
/** Where the rows come from that a person began. */
const BY_HAND = 'Typed in';
/** The first row below the header. */
const FIRST = 2;

/** What the rows below the header say of items; nothing where no such sheet is ours. */
export function readCatalog(book: Book): readonly Traits[] {
  const sheet = ours(book);
  return sheet ? traitsOf(readContents(sheet, catalogColumns())) : [];
}

/** A sheet that only has the name is the person's. */
function ours(book: Book): Sheet | undefined {
  try {
    return book.find(catalogTable.name);
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
}

/**
 * Blank cells of the rows that the facts are about are filled, and what has no row gets one; of all others only
 * the instants change at which they were asked for. `asOf` is when that was, in epoch milliseconds.
 */
export function keepItems(book: Book, { title, items }: Teller, facts: readonly Fact[], asOf: number): Kept {
  const columns = catalogColumns();
  const found = facts.length > 0 ? book.find(catalogTable.name) : undefined;
  if (!found && !facts.some(({ about }) => about === 'item')) return NOTHING;
  const sheet = found ?? book.create(catalogTable.name, columns);
  const contents = withColumns(sheet, catalogTable, columns);
  const rows = traitsOf(contents);
  const { fills, met, added, conflicts } = resolve(rows, facts);
  const now = new Date(asOf);
  const polled = items?.polled;
  const page = new CatalogEdits(sheet, contents, columns);
  for (const { row, trait, value } of fills) page.fill(FIRST + row, trait, value);
  for (const row of met)
    if (page.at(FIRST + row, ROW_KEY.id) === '')
      page.adopt(FIRST + row, { firstSeen: now, from: BY_HAND }, nameOf(rows[row]!));
  for (const traits of added)
    page.add(
      { ...traits, ...(polled ? { [polled]: now } : {}), firstSeen: now, from: title },
      nameOf(traits),
    );
  const places = met.map((row) => FIRST + row);
  const renewals = polled ? page.renewals(places, polled, now, book.timeZone()) : [];
  const filler = page.filler();
  // Without its key a row is one that a person began, and the next facts complete it: the keys come last.
  const keys = contents.places.get(ROW_KEY.id)!;
  const blocks = [page.edits, renewals]
    .flatMap((edits) => blocksOf(edits, filler))
    .sort((one, other) => Number(isOver(one, keys)) - Number(isOver(other, keys)));
  const cells = blocks.reduce((sum, { values }) => sum + values.length * (values[0]?.length ?? 0), 0);
  const width = Math.max(contents.cells[0]?.length ?? 0, ...contents.places.values());
  const counts = { added: added.length, changed: 0, unchanged: 0, gone: 0 };
  carryOut(book, [
    { table: catalogTable.name, ...counts, cells, sheet, blocks, grows: added.length * width },
  ]);
  return { cells, conflicts };
}

function isOver({ column, values }: Block, place: number): boolean {
  return column <= place && place < column + values[0]!.length;
}

function traitsOf({ cells, places }: Contents): readonly Traits[] {
  const known = TRAITS.flatMap((trait) => {
    const place = places.get(trait);
    return place === undefined ? [] : [[trait, place - 1] as const];
  });
  return cells.slice(FIRST - 1).map((line) => {
    const traits: { -readonly [T in keyof Traits]: string } = {};
    for (const [trait, place] of known) {
      const text = identifierIn(line[place]);
      if (text !== '') traits[trait] = text;
    }
    return traits;
  });
}

function nameOf(traits: Traits): string {
  const by = IDENTIFIERS.find((trait) => traits[trait] !== undefined);
  return by === undefined ? '' : traits[by]!;
}
