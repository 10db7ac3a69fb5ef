/** Money in whole cents, so that sums are exact. */
import { countText } from '../protocol/counts.ts';

/** What so many pieces cost at a price; undefined where the price is not known. */
export function centsFor(pieces: number, price: number | null): number | undefined {
  if (price === null) return undefined;
  const cents = pieces * price * 100;
  const whole = Math.round(cents);
  // Only near a half do the lost digits matter.
  return Math.abs(cents - whole) < 0.25 ? whole : Math.round(Number(cents.toPrecision(15)));
}

export function centsOf(amount: number | null): number {
  return centsFor(1, amount) ?? 0;
}

/** Of amounts without a currency of their own: the marketplace states them in U.S. dollars. */
export const USUAL_CURRENCY = 'USD';

const SIGNS: Readonly<Record<string, string>> = { USD: '$', CAD: 'CA$' };

/** What stands before an amount: `$`, `CA$`, `EUR `. */
export function currencySign(currency: string): string {
  return SIGNS[currency] ?? `${currency} `;
}

/** `$1,234.50`. */
export function moneyText(cents: number, currency = USUAL_CURRENCY): string {
  const [whole, part] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '-' : ''}${currencySign(currency)}${countText(Number(whole))}.${part}`;
}

export function sum<K extends string>(all: readonly { readonly [key in K]: number }[], of: K): number {
  return all.reduce((total, each) => total + each[of], 0);
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
