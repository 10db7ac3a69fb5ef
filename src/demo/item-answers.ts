/** Which of the recorded items, price changes and lookup reports a call asks for. */
import {
  type Call,
  knownOnly,
  members,
  pageIn,
  pageInfo,
  pageOf,
  type Recording,
  Refusal,
  type Row,
  textsOf,
  wordOf,
} from './recording.ts';

const LARGEST_PAGE = 100;

/** By the three values of Type: the code and the name of what is no such identifier. */
const MALFORMED: Readonly<Record<string, readonly [code: string, name: string]>> = {
  0: ['CT001', 'ItemNumber'],
  1: ['CT002', 'SellerPartNumber'],
  2: ['CT003', 'UPCCode'],
};
const LONGEST = 40;

export function stockOf({ items, upcCodes, unlistedUpcCodes, envelopes }: Recording, { body }: Call): Row {
  knownOnly(body, ['Type', 'Values', 'WarehouseList']);
  const type = wordOf(body, 'Type', ['0', '1', '2']) ?? '1';
  const values = (body.Values ?? []) as readonly unknown[];
  const asked = values.map(String);
  const [code, name] = MALFORMED[type]!;
  if (asked.length === 0 || asked.some((value) => value === '' || value.length > LONGEST))
    throw new Refusal(400, code, `Invalid ${name}`);
  const wanted = new Set(
    asked.map((value) => (type === '0' ? value.toUpperCase() : type === '2' ? upcCodes[value] : value)),
  );
  const found = items.filter((item) => wanted.has(String(item[type === '1' ? 'SellerPartNumber' : 'ItemNumber'])));
  if (found.length === 0)
    throw type === '2' && asked.some((value) => unlistedUpcCodes.includes(value))
      ? new Refusal(400, 'CT010', 'Cannot find item with specified item condition')
      : new Refusal(400, 'CT026', 'No data found');
  const countries = textsOf(body.WarehouseList).map((country) => country.toUpperCase());
  const isAsked = ({ WarehouseLocation }: Row) =>
    countries.length === 0 || countries.includes(String(WarehouseLocation));
  const stock = found.map((item) => ({
    ...item,
    InventoryAllocation: (item.InventoryAllocation as readonly Row[]).filter(isAsked),
  }));
  return { ...envelopes.inventory, ResponseBody: { ItemList: stock, TotalCount: stock.length } };
}

/** The operator gives pages of any size. */
const ANY_SIZE = 1_000_000;

export function pricesOf({ prices, envelopes }: Recording, { storefront, last, query }: Call): Row {
  const platform = storefront === 'canadian' ? 'CAN' : 'USA';
  const changes = prices[platform]?.[last] ?? [];
  const page = pageIn({ pagesize: 25, ...query }, ['pageindex', 'pagesize'], ANY_SIZE);
  const list = { PriceLogs: pageOf(changes, page), TotalCount: changes.length };
  return { ...envelopes.prices, ResponseBody: list };
}

export function lookupOf({ lookups, envelopes }: Recording, { storefront, body }: Call): Row {
  knownOnly(body, ['OperationType', 'RequestBody']);
  const request = members(body, 'RequestBody', ['RequestID', 'PageInfo']);
  const page = pageIn(members(request, 'PageInfo', ['PageIndex', 'PageSize']), ['PageIndex', 'PageSize'], LARGEST_PAGE);
  const found = lookups.find(
    ({ requestId, storefronts }) => requestId === request.RequestID && storefronts.includes(storefront),
  );
  if (!found) throw new Refusal(400, 'DF006', 'The RequestID does not exist.');
  const { requestId, requestDate, items } = found;
  const list = {
    PageInfo: pageInfo(items, page),
    RequestID: requestId,
    RequestDate: requestDate,
    ItemList: pageOf(items, page),
  };
  return { ...envelopes.lookup, ResponseBody: list };
}
