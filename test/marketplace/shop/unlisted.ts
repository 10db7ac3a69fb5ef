/** Catalog products that the seller doesn't list. Their indexes follow the seller's items. */
import { Draws, mixText } from '../chance.ts';
import { barcodeOf, type Item, itemAt } from './items.ts';
import type { Shop } from './shop.ts';

const CATALOG_NUMBER = mixText('catalogue number');
const COUNT = 3;

/** Products without an offer have a catalog number, which never has the prefix of an offer's number. */
function catalogNumber(shop: Shop, index: number): string {
  const draws = new Draws(shop.seed, CATALOG_NUMBER, index);
  const part = (length: number) => draws.text('0123456789ABCDEFGHJKLMNPQRSTUVWXYZ', length);
  return `0${part(2)}-${part(4)}-${part(5)}`;
}

export function unlistedProduct(shop: Shop, position: number): Item {
  const index = shop.itemCount + (position % COUNT);
  return { ...itemAt(shop, index), itemNumber: catalogNumber(shop, index) };
}

export const isUnlistedBarcode = (shop: Shop, barcode: string): boolean =>
  Array.from({ length: COUNT }, (_, at) => barcodeOf(shop, shop.itemCount + at)).includes(barcode);
