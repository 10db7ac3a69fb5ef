/** Adds stock history and item costs to the recorded data of the demo shop. */
import type { Workbook } from '../insights/workbook.ts';
import { inventory } from '../operations/inventory.ts';
import { utcDay } from '../protocol/dates.ts';
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { DAY } from '../protocol/time.ts';
import { upsert } from '../tables/apply.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import { sheetColumns } from '../tables/columns.ts';
import { applyEdits, editsOf, planFills } from '../tables/edits.ts';
import { type StockDay, stockDays } from '../tables/fold.ts';
import { openExisting } from '../tables/opened.ts';
import { cellAt } from '../tables/positions.ts';
import { items, TOTAL } from '../tables/reports/items-table.ts';
import type { Book } from '../tables/sheet.ts';

/** Does nothing if the *Stock days* sheet exists. */
export function writeDemoPast(book: Book, workbook: Workbook, sellerId: string): void {
  if (book.tables().includes(stockDays.tables[0].name)) return;
  const units = new Map<string, number>();
  for (const row of workbook.rows(inventory, 'Inventory'))
    if (row.itemNumber !== null && row.fulfillmentOption === '0' && isSameSeller(row.sellerId ?? '', sellerId))
      units.set(row.itemNumber, (units.get(row.itemNumber) ?? 0) + (row.availableQuantity ?? 0));
  const items = [...units].map(([itemNumber, units]) => ({ itemNumber, units }));
  upsert(
    book,
    stockDays,
    stockPast(items, Date.parse(workbook.today) / DAY).map((day) => ({ ...day, sellerId })),
    NONE_PRIVATE,
    workbook.now,
  );
}

interface Stocked {
  readonly itemNumber: string;
  readonly units: number;
}

const DAYS = 28;
const LOOKS = 6;

/** Days of cover per item, lowest stock first: some items need a reorder today, others soon. */
const COVERS = [4, 7, 10, 12, 15, 23, 25, 60, 75, 90, 110] as const;
/** Items with fewer units in stock get no history. */
const FEW = 10;
/** Daily sales of a sold-out item, in units. */
const SOLD_OUT = 2;

/** `today` is in days since 1970-01-01. One item's sales rise every day. */
function stockPast(items: readonly Stocked[], today: number): readonly Omit<StockDay, 'sellerId'>[] {
  const withPast = items.filter(({ units }) => units === 0 || units >= FEW);
  const inOrder = [...withPast].sort((one, other) => one.units - other.units);
  const sold = inOrder.filter(({ units }) => units > 0);
  return inOrder.flatMap(({ itemNumber, units }) => {
    const at = sold.findIndex((each) => each.itemNumber === itemNumber);
    // Uses each entry once, then repeats the last four.
    const cover = COVERS[at < COVERS.length ? at : 7 + (at % 4)] ?? 1;
    const rate = units === 0 ? SOLD_OUT : units / cover;
    const isRising = at === 8;
    return Array.from({ length: DAYS }, (_, index) => {
      const day = today - DAYS + index;
      const share = isRising ? (2 * (index + 1)) / DAYS : 1;
      const falls = Array.from({ length: LOOKS }, (_, look) =>
        Math.floor((rate * share) / LOOKS + chance(itemNumber, day * LOOKS + look)),
      );
      const text = utcDay(day * DAY);
      return {
        itemNumber,
        day: { day: text, text },
        unitsRisen: 0,
        looks: LOOKS,
        unitsFallen: falls.reduce((sum, fall) => sum + fall, 0),
        squaredFalls: falls.reduce((sum, fall) => sum + fall * fall, 0),
        hoursWithStock: 24,
      };
    });
  });
}

/** Returns a deterministic number from 0 to 1. */
function chance(text: string, number: number) {
  let hash = number;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const FEE_PERCENT = 0.12;
const SHIP_COST = 6.5;

export function typeDemoCosts(book: Book, sellerId: string): void {
  const [table] = items.tables;
  const opened = openExisting(book, table.name, sheetColumns(items, table, NONE_PRIVATE));
  if (!opened) return;
  const edits = opened.contents.cells.flatMap((_, index) => {
    const [units, revenue] = ['units', 'revenue'].map((column) => cellAt(opened.contents, index, column));
    if (cellAt(opened.contents, index, 'sellerId') !== sellerId || !(Number(units) > 0)) return [];
    const itemNumber = String(cellAt(opened.contents, index, 'itemNumber'));
    if (itemNumber === TOTAL) return [];
    const cost = Math.round((Number(revenue) / Number(units)) * shareOf(itemNumber) * 100) / 100;
    return editsOf(index + 1, { cost, feePercent: FEE_PERCENT, shipCost: SHIP_COST });
  });
  applyEdits(book, planFills(opened, edits, book.timeZone()));
}

/** Cost divided by price, fixed per item. Some items lose money. */
function shareOf(itemNumber: string) {
  const code = [...itemNumber].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return 0.4 + 0.05 * (code % 11);
}
