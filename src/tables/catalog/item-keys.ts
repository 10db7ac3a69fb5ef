/** What items are known by, and how identifiers are written: which texts are the same one, and which are none. */

/** Identifiers, the strongest first. The first that a row or a fact has decides how its item is found. */
export const IDENTIFIERS = ['itemNumber', 'sellerPartNumber', 'upcCode', 'mfrPartNumber'] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

/** What a row or a fact says of an item: its identifiers and its title. */
export const TRAITS = [...IDENTIFIERS, 'title'] as const;
export type Trait = (typeof TRAITS)[number];

/** Texts, none of them blank. */
export type Traits = { readonly [T in Trait]?: string };

/**
 * Two spellings of one identifier have the same key. Case does not count, and neither do the zeros by which
 * one UPC code is written with 12, 13 or 14 digits.
 */
export function keyOf(trait: Trait, value: string): string {
  const key = value.trim().toLowerCase();
  return trait === 'upcCode' && /^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;
}

/** What a formula of the person shows in a cell when it fails; it is no identifier. */
const FAILURE = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)$/;

/** The identifier in a cell or a field, `''` where there is none. A date, say, is what a sheet made of one. */
export function identifierIn(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return FAILURE.test(text) ? '' : text;
}

/** The seller on whose behalf something is read or written. */
export interface Seller {
  readonly sellerId: string;
  /** Nobody knows of another one: rows that do not say whose they are can only be its own. */
  readonly isOnly: boolean;
}

/** Whether two seller IDs, in whatever case, are the same one. */
export function isSameSeller(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
