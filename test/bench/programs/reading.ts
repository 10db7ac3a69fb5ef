/** Decodes pages of orders to typed records, to rows, or to a tree. */
import { XMLParser } from 'fast-xml-parser';
import { orders } from '../../../src/operations/orders.ts';
import type { Connection } from '../../../src/protocol/connection.ts';
import type { AnyRecord } from '../../../src/protocol/fields.ts';
import { readPage, type Source } from '../../../src/protocol/page.ts';
import { type Cell, toCell } from '../../../src/tables/cells.ts';
import { fieldColumns } from '../../../src/tables/columns.ts';
import { rowsOf } from '../../../src/tables/rows.ts';

export type Format = 'json' | 'xml';

const now = Date.UTC(2025, 11, 31);
const connection: Connection = {
  name: 'Shop',
  baseUrl: 'https://api.market.example',
  sellerId: 'A006',
  apiKey: 'key',
  secretKey: 'secret',
  format: 'json',
  version: '314',
  storefronts: ['business'],
};
const asked: Source = { operation: orders, connection, storefront: 'business', withheld: new Set() };

export function recordsOf(format: Format, text: string, page: number): readonly AnyRecord[] {
  const headers = { 'content-type': `application/${format}; charset=utf-8` };
  return readPage(asked, {}, page, { status: 200, headers, text }, now).records;
}

const tables = orders.tables.map((table) => ({ table, columns: fieldColumns(orders, table, new Set()) }));

/** Rows of all tables, each with its key and cells. */
export function rowsIn(records: readonly AnyRecord[]): Cell[][] {
  return tables.flatMap(({ table, columns }) =>
    rowsOf(table, columns, records).map(({ key, values }) => [
      key,
      ...columns.map(({ id }) => toCell(values[id] ?? null, 'America/New_York')),
    ]),
  );
}

/** Parses the text to a tree and checks that it's well formed. */
export function treeOf(format: Format, text: string): unknown {
  if (format === 'json') return JSON.parse(text);
  return new XMLParser({
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreAttributes: false,
    htmlEntities: true,
  }).parse(text, true) as unknown;
}

export function ordersIn(format: Format, tree: unknown): { OrderTotalAmount: unknown }[] {
  const root = format === 'json' ? tree : Reflect.get(tree as object, 'MarketAPIResponse');
  const list = Reflect.get(Reflect.get(root as object, 'ResponseBody') as object, 'OrderInfoList') as object;
  return (format === 'json' ? list : Reflect.get(list, 'OrderInfo')) as { OrderTotalAmount: unknown }[];
}
