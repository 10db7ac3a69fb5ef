/** Shorthand for Catalog items, facts, and rows. */
import { expect } from 'vitest';
import { resolve } from '../../src/tables/catalog/identity.ts';
import type { Trait, Traits } from '../../src/tables/catalog/item-keys.ts';
import type { Fact } from '../../src/tables/catalog/items.ts';

export interface Short {
  readonly i?: string;
  readonly s?: string;
  readonly u?: string;
  readonly m?: string;
  readonly t?: string;
}

const NAMES: Readonly<Record<keyof Short, Trait>> = {
  i: 'itemNumber',
  s: 'sellerPartNumber',
  u: 'upcCode',
  m: 'mfrPartNumber',
  t: 'title',
};

export const traits = (short: Short): Traits =>
  Object.fromEntries(Object.entries(short).map(([name, value]) => [NAMES[name as keyof Short], value]));
export const short = (traits: Traits): Short =>
  Object.fromEntries(
    Object.entries(NAMES).flatMap(([name, trait]) => (traits[trait] === undefined ? [] : [[name, traits[trait]]])),
  );
export const item = (given: Short): Fact => ({ about: 'item', traits: traits(given) });
export const product = (given: Short): Fact => ({ about: 'product', traits: traits(given) });
export const question = (given: Short): Fact => ({ about: 'question', traits: traits(given) });

/** The rows after resolving facts, new rows last; fails if a filled cell changed. */
export function rowsAfter(rows: readonly Traits[], facts: readonly Fact[]): Traits[] {
  const { fills, added } = resolve(rows, facts);
  const filled = rows.map((row) => ({ ...row })) as { -readonly [T in Trait]?: string }[];
  for (const { row, trait, value } of fills) {
    expect(filled[row]![trait]).toBeUndefined();
    filled[row]![trait] = value;
  }
  return [...filled, ...added];
}
