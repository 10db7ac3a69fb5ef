import { Draws, mix, mixText } from '../chance.ts';
import type { Shop } from './shop.ts';
import { makers, titleOf, usualPriceOf } from './titles.ts';

export interface Item {
  index: number;
  itemNumber: string;
  sellerPartNumber: string;
  upc: string;
  maker: string;
  makerPartNumber: string;
  title: string;
  /** In cents, before any price change. */
  listPrice: number;
}

/** The Type codes of the inventory request. */
export type IdentifierType = 0 | 1 | 2;

const NUMBER = mixText('item number');
const BARCODE = mixText('barcode');
const ITEM = mixText('item');
const BASE_36_CODES = 36 ** 7;
const BARCODES = 10 ** 9;

/** Both multipliers are coprime to their modulus, so numbers and barcodes are unique. */
export function itemNumberOf(shop: Shop, index: number): string {
  const code = (index * 15_485_863 + mix(shop.seed, NUMBER)) % BASE_36_CODES;
  return `9SI${shop.sellerId}${code.toString(36).toUpperCase().padStart(7, '0')}`;
}

/** Some part numbers look like numbers or dates. */
export function sellerPartNumberOf(index: number): string {
  if (index % 13 === 3) return String(index + 1).padStart(7, '0');
  if (index % 31 === 11) return `${index}E5`;
  if (index % 37 === 5) return `${index + 1}-4`;
  const letters = ['SSD', 'MON', 'HUB', 'KEY', 'Net Gear', 'PSU/W', 'Ñ-CAM'][index % 7] as string;
  return `${letters}-${String(index + 1).padStart(6, '0')}`;
}

function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

export function barcodeOf(shop: Shop, index: number): string {
  const unique = String((index * 7919 + (mix(shop.seed, BARCODE) % BARCODES)) % BARCODES).padStart(9, '0');
  const prefix = index % 11 === 4 ? '401' : index % 5 === 2 ? '00' : '81';
  return `${prefix}${unique}${checkDigit(prefix + unique)}`;
}

export function itemAt(shop: Shop, index: number): Item {
  const draws = new Draws(shop.seed, ITEM, index);
  const maker = draws.pick(makers);
  const makerPartNumber = `${draws.text('ABCDEFGHKMNPRSTUVWXYZ', 2)}${draws.whole(100, 99_999)}-${draws.whole(1, 9)}`;
  const title = titleOf(index, maker, draws);
  const listPrice = draws.whole(5, draws.chance(0.15) ? 1900 : 180) * 100 + 99;
  return {
    index,
    itemNumber: itemNumberOf(shop, index),
    sellerPartNumber: sellerPartNumberOf(index),
    upc: barcodeOf(shop, index),
    maker,
    makerPartNumber,
    title,
    // With `story`, prices are realistic.
    listPrice: shop.story ? Math.round(usualPriceOf(title) * (0.8 + 0.4 * draws.unit())) * 100 + 99 : listPrice,
  };
}

/** Builds each index on first use. */
export class ItemFinder {
  private readonly indexes = new Map<IdentifierType, Map<string, number>>();

  constructor(private readonly shop: Shop) {}

  find(type: IdentifierType, value: string): number | undefined {
    let index = this.indexes.get(type);
    if (!index) {
      index = this.build(type);
      this.indexes.set(type, index);
    }
    return index.get(type === 0 ? value.toUpperCase() : value);
  }

  private build(type: IdentifierType): Map<string, number> {
    const index = new Map<string, number>();
    for (let at = 0; at < this.shop.itemCount; at++) {
      const keys = [itemNumberOf, (_: Shop, item: number) => sellerPartNumberOf(item), barcodeOf] as const;
      index.set(keys[type](this.shop, at), at);
    }
    return index;
  }
}
