/** Reads a workbook's tables for strategies on demand. */
import { operations } from '../../operations/registry.ts';
import { NONE_PRIVATE } from '../../protocol/fields.ts';
import { orElse } from '../../protocol/market-error.ts';
import type { Storefront } from '../../protocol/operation.ts';
import { holds, readText } from '../../protocol/params.ts';
import { once } from '../../protocol/store.ts';
import { MINUTE } from '../../protocol/time.ts';
import { catalogColumns, catalogTable } from '../../tables/catalog/catalog-table.ts';
import { identifierIn, isSameSeller, type Seller } from '../../tables/catalog/item-keys.ts';
import type { Cell } from '../../tables/cells.ts';
import { type Column, sheetColumns } from '../../tables/columns.ts';
import { readRequests } from '../../tables/lookup-requests.ts';
import { openExisting } from '../../tables/opened.ts';
import { cellAt, keyAt } from '../../tables/positions.ts';
import type { Book } from '../../tables/sheet.ts';
import type { TabledOperation } from '../../tables/table.ts';
import { lastShown } from '../../tables/zone.ts';
import { eachDay } from './ad-performance.ts';
import type { KnownCampaign, KnownItem, KnownRequest, OrderAge, WorkbookView } from './strategy.ts';

export function viewOf(book: Book, now: number): WorkbookView {
  const reader: Reader = { book, zone: book.timeZone(), now };
  return {
    orders: once(() => orders(reader)),
    items: once(() => items(reader)),
    // Not cached: keywords need campaigns that Ad performance adds.
    campaigns: () => campaigns(reader),
    requests: once(() => requests(reader)),
    sales: once(() => sales(reader)),
  };
}

/** Filters by seller, with poll times on `storefront`. Rows without a seller belong to the only one, if any. */
export function viewOfSeller(view: WorkbookView, { sellerId, isOnly }: Seller, storefront: Storefront): WorkbookView {
  const polledThere = (item: KnownItem) =>
    storefront === 'canadian' ? { ...item, pricesPolled: item.canadianPricesPolled } : item;
  const isOwn = ({ sellerId: whose = '' }: { readonly sellerId?: string | undefined }) =>
    whose === '' ? isOnly : isSameSeller(whose, sellerId);
  return {
    orders: once(() => view.orders().filter(isOwn)),
    items: once(() => view.items().filter(isOwn).map(polledThere)),
    campaigns: once(() => view.campaigns().filter(isOwn)),
    // A request typed without a seller belongs to the first shop that recognizes it.
    requests: once(() => view.requests().filter((each) => each.sellerId === undefined || isOwn(each))),
    sales: view.sales,
  };
}

interface Reader {
  readonly book: Book;
  readonly zone: string;
  readonly now: number;
}

type Line = (column: string) => Cell;

function orders(reader: Reader): readonly OrderAge[] {
  const codes = Object.entries(operations.orders.answer.record.orderStatus.codes ?? {});
  const codeOf = (status: string) =>
    codes.find(([, name]) => name.toLowerCase() === status.toLowerCase())?.[0] ?? status;
  return tableLines(reader, operations.orders, 'Orders').flatMap((line) => {
    const orderNumber = identifierIn(line('orderNumber'));
    if (!isNumber(orderNumber)) return [];
    return [
      {
        orderNumber,
        sellerId: identifierIn(line('sellerId')),
        status: codeOf(identifierIn(line('orderStatus'))),
        orderedAt: instant(reader, line('orderDate')),
        asOf: instant(reader, line('asOf')),
      },
    ];
  });
}

function items(reader: Reader): readonly KnownItem[] {
  return lines(reader, catalogTable.name, catalogColumns(), false).map((line) => ({
    sellerId: identifier(line('sellerId')),
    itemNumber: identifier(line('itemNumber')),
    sellerPartNumber: identifier(line('sellerPartNumber')),
    stockPolled: instant(reader, line('stockPolled')),
    pricesPolled: instant(reader, line('pricesPolled')),
    canadianPricesPolled: instant(reader, line('canadianPricesPolled')),
    firstSeen: instant(reader, line('firstSeen')),
    dailyChanges: number(line('dailyChanges')),
  }));
}

function campaigns(reader: Reader): readonly KnownCampaign[] {
  const operation = operations['ad-performance'];
  const found = new Map<string, KnownCampaign>();
  for (const { name, when } of operation.tables)
    for (const line of tableLines(reader, operation, name)) {
      const campaignNumber = identifierIn(line('campaignNumber'));
      const sellerId = identifierIn(line('sellerId'));
      if (!isNumber(campaignNumber)) continue;
      const key = `${campaignNumber} ${sellerId}`;
      // A row for a longer period doesn't show which days were read.
      const day = holds(when, eachDay) ? line('fromDate') : undefined;
      const lastDay = Math.max(found.get(key)?.lastDay ?? 0, day instanceof Date ? day.getTime() : 0) || undefined;
      found.set(key, { campaignNumber, sellerId, lastDay });
    }
  return [...found.values()];
}

function requests(reader: Reader): readonly KnownRequest[] {
  return orElse(
    () => readRequests(reader.book),
    () => [],
  ).map(({ requestId, storefront, sellerId, firstSeen, lastPulled }) => ({
    requestId,
    sellerId: identifier(sellerId),
    storefront: identifier(storefront),
    firstSeen: instant(reader, firstSeen),
    lastPulled: instant(reader, lastPulled),
  }));
}

function sales(reader: Reader): (item: KnownItem) => number {
  const names = ['marketItemNumber', 'sellerPartNumber'] as const;
  const [byNumber, byPart] = names.map(() => new Map<string, number>()) as [Map<string, number>, Map<string, number>];
  for (const line of tableLines(reader, operations.orders, 'Order lines')) {
    const amount = line('extendUnitPrice');
    if (typeof amount !== 'number') continue;
    const number = identifierIn(line('marketItemNumber'));
    const part = identifierIn(line('sellerPartNumber'));
    const [sums, name] = number === '' ? [byPart, part] : [byNumber, number];
    const key = soldAs(identifierIn(line('sellerId')), name);
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return ({ sellerId = '', itemNumber = '', sellerPartNumber = '' }) =>
    (byNumber.get(soldAs(sellerId, itemNumber)) ?? 0) + (byPart.get(soldAs(sellerId, sellerPartNumber)) ?? 0);
}

function soldAs(sellerId: string, name: string): string {
  return `${sellerId}|${name}`.toLowerCase();
}

function tableLines(reader: Reader, operation: TabledOperation, name: string): readonly Line[] {
  const table = operation.tables.find((each) => each.name === name)!;
  return lines(reader, name, sheetColumns(operation, table, NONE_PRIVATE), true);
}

/** If `keyed` is true, skips rows typed by users. */
function lines({ book }: Reader, table: string, columns: readonly Column[], keyed: boolean): readonly Line[] {
  // A sheet with this name may be the user's own.
  const contents = orElse(
    () => openExisting(book, table, columns),
    () => undefined,
  )?.contents;
  if (!contents) return [];
  return contents.cells.flatMap((_, index): Line[] =>
    index === 0 || (keyed && keyAt(contents, index) === '') ? [] : [(id) => cellAt(contents, index, id)],
  );
}

/** Ignores future times, which users can type or cause by moving the workbook's time zone west. */
function instant({ zone, now }: Reader, cell: Cell | undefined): number | undefined {
  const at = cell instanceof Date ? lastShown(cell.getTime(), zone, now) : undefined;
  return at !== undefined && at > now + MINUTE ? undefined : at;
}

/** False if a user added text to the number: the service rejects it. */
function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Ignores codes that no call can contain, such as rounded ones: one would stop all others. */
function identifier(cell: Cell | undefined): string | undefined {
  const text = orElse(
    () => readText('', cell && identifierIn(cell)),
    () => '',
  );
  return /^\.{0,2}$/.test(text) ? undefined : text;
}

function number(cell: Cell): number | undefined {
  return typeof cell === 'number' ? cell : undefined;
}
