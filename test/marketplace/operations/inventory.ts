import { HTTP, INVENTORY_ROOT, LONGEST_IDENTIFIER, UNLISTED_UPC_CODE, WAREHOUSE_CODE } from '../assumptions.ts';
import { isoWithOffset } from '../pacific.ts';
import { type IdentifierType, itemNumberOf, sellerPartNumberOf } from '../shop/items.ts';
import type { Shop } from '../shop/shop.ts';
import type { Stock } from '../shop/stock-places.ts';
import { isUnlistedBarcode } from '../shop/unlisted.ts';
import { invalid, malformed, Refusal } from '../wire/refusal.ts';
import { type Fields, ListOf } from '../wire/tree.ts';
import { type Call, NULL_SELLER, type Operation } from './operation.ts';

const MOST_VALUES = 100;

const malformedValue: Record<IdentifierType, readonly [code: string, message: string]> = {
  0: ['CT001', 'Invalid ItemNumber'],
  1: ['CT002', 'Invalid SellerPartNumber'],
  2: ['CT003', 'Invalid UPCCode'],
};

function identifierType(call: Call): IdentifierType {
  const text = call.body.text('Type') ?? '1';
  if (text === '0' || text === '1' || text === '2') return Number(text) as IdentifierType;
  throw new Refusal(
    HTTP.badRequest,
    'CT005',
    'Invalid Action Type. We only support: 0 - item number, 1 - seller part number, 2 - UPC code',
  );
}

function identifiers(call: Call, type: IdentifierType): string[] {
  const values = call.body.texts('Values', 'Key');
  if (values.length > MOST_VALUES) throw malformed(`Values must not have more than ${MOST_VALUES} entries.`);
  // These codes are for malformed values. Unknown values are omitted from the response.
  const refused = values.length === 0 || values.some((value) => value === '' || value.length > LONGEST_IDENTIFIER);
  if (refused) throw new Refusal(HTTP.badRequest, ...malformedValue[type]);
  return values;
}

function nothingFound(shop: Shop, type: IdentifierType, values: readonly string[]): Refusal {
  const isKnown = type === 2 && values.some((value) => isUnlistedBarcode(shop, value));
  return isKnown
    ? new Refusal(HTTP.badRequest, UNLISTED_UPC_CODE, 'Cannot find item with specified item condition')
    : new Refusal(HTTP.badRequest, 'CT026', 'No data found');
}

function warehouses(call: Call): Set<string> | undefined {
  const codes = call.body.texts('WarehouseList', 'WarehouseLocation').filter((code) => code !== '');
  const wrong = codes.find((code) => !WAREHOUSE_CODE.test(code));
  if (wrong !== undefined) throw invalid('WarehouseLocation', wrong);
  return codes.length === 0 ? undefined : new Set(codes.map((code) => code.toUpperCase()));
}

const allocation = (stock: Stock): Fields => ({
  WarehouseLocation: stock.country,
  FulfillmentOption: String(stock.fulfillment),
  AvailableQuantity: stock.quantity,
  ...(stock.operatorWarehouse ? { WarehouseCode: stock.operatorWarehouse, Quantity: stock.quantity } : {}),
});

function answer(call: Call): Fields {
  const { shop, finder, stock } = call.world;
  call.body.allowOnly(['Type', 'Values', 'WarehouseList'], INVENTORY_ROOT);
  const type = identifierType(call);
  const values = identifiers(call, type);
  const asked = warehouses(call);
  const found = values.flatMap((value) => finder.find(type, value) ?? []);
  if (found.length === 0) throw nothingFound(shop, type, values);
  // Use catalog order without duplicates, so that clients can't match results by position.
  const indexes = [...new Set(found)].sort((a, b) => a - b);
  const results = indexes.map((index) => ({
    ItemNumber: itemNumberOf(shop, index),
    SellerPartNumber: sellerPartNumberOf(index),
    Condition: 1,
    InventoryAllocation: new ListOf(
      'Inventory',
      stock
        .at(index, call.shopTime)
        .filter(({ country }) => asked?.has(country) ?? true)
        .map(allocation),
    ),
  }));
  return {
    IsSuccess: true,
    OperationType: 'GetInventoryList',
    SellerID: shop.sellerId,
    ResponseDate: isoWithOffset(call.now, '7861'),
    ResponseBody: { ItemList: new ListOf('InventoryResult', results), TotalCount: results.length },
  };
}

export const inventory: Operation = {
  id: 'inventory',
  method: 'POST',
  paths: { main: '/marketplace/contentmgmt/item/international/inventorylist' },
  callsPerHour: 10_000,
  isSponsored: false,
  requestRoot: INVENTORY_ROOT,
  nullSellerMessage: NULL_SELLER,
  answer,
};
