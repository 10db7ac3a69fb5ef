import type { Storefront } from '../options.ts';
import type { ItemFinder } from '../shop/items.ts';
import type { OrderBook } from '../shop/order-book.ts';
import type { Shop } from '../shop/shop.ts';
import type { StockRoom } from '../shop/stock.ts';
import type { Members } from '../wire/members.ts';
import type { Fields } from '../wire/tree.ts';

export interface World {
  shop: Shop;
  finder: ItemFinder;
  book: OrderBook;
  stock: StockRoom;
}

/** A call with valid credentials and a readable body. */
export interface Call {
  world: World;
  storefront: Storefront;
  /** Epoch milliseconds of the marketplace's clock. */
  now: number;
  /** The end of the last full hour since the opening. The shop's data is as of this time. */
  shopTime: number;
  /** Undefined if absent or blank. */
  query: (name: string) => string | undefined;
  /** The last path segment, if the path ends in an item number. */
  itemNumber: string;
  body: Members;
}

export interface Operation {
  id: 'inventory' | 'lookup-report' | 'price-history' | 'ad-performance' | 'keywords' | 'orders';
  method: 'GET' | 'POST' | 'PUT';
  paths: Partial<Record<Storefront, string>>;
  callsPerHour: number;
  /** Sponsored operations use only JSON, without a root element and `IsSuccess`, and report errors in a header. */
  isSponsored: boolean;
  /** The root element of XML requests. Undefined if the operation has no request body or doesn't support XML. */
  requestRoot?: string;
  nullSellerMessage: string;
  answer: (call: Call) => Fields;
}

export const NULL_SELLER = 'SellerID cannot be null or empty';
