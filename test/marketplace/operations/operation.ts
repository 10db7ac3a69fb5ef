/** What an operation of the marketplace is: where it is offered, and how a call of it is answered. */
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

/** A call whose credentials and seller are right, and whose body could be read. */
export interface Call {
  world: World;
  storefront: Storefront;
  /** Epoch milliseconds by the marketplace's clock. */
  now: number;
  /** The instant up to which the shop has lived. */
  lived: number;
  /** A query parameter's value; undefined when absent or blank. */
  query: (name: string) => string | undefined;
  /** The last path segment where the path ends in an item number. */
  itemNumber: string;
  body: Members;
}

export interface Operation {
  id: 'inventory' | 'lookup-report' | 'price-history' | 'ad-performance' | 'keywords' | 'orders';
  method: 'GET' | 'POST' | 'PUT';
  paths: Partial<Record<Storefront, string>>;
  callsPerHour: number;
  jsonOnly: boolean;
  /** Root of an XML request; undefined where there is no body or no XML. */
  requestRoot?: string;
  nullSellerMessage: string;
  answer: (call: Call) => Fields;
}

export const NULL_SELLER = 'SellerID cannot be null or empty';
