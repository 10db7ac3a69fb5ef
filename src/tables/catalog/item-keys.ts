/** How identifiers are written: which texts are one, and which are none. */
import type { Trait } from './items.ts';

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
