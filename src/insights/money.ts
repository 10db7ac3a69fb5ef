/** Converts money to whole cents, for exact sums, and to text. */
import { countText } from '../protocol/lists.ts';

/** Returns cents; undefined if the price is unknown. */
export function centsFor(units: number, price: number | null): number | undefined {
  if (price === null) return undefined;
  const cents = units * price * 100;
  const whole = Math.round(cents);
  // Floating-point errors matter only near half a cent.
  return Math.abs(cents - whole) < 0.25 ? whole : Math.round(Number(cents.toPrecision(15)));
}

export function centsOf(amount: number | null): number {
  return centsFor(1, amount) ?? 0;
}

/** Default currency: the marketplace uses U.S. dollars unless it specifies another one. */
export const USUAL_CURRENCY = 'USD';

const SIGNS: Readonly<Record<string, string>> = { USD: '$', CAD: 'CA$' };

/** Returns the prefix of an amount: `$`, `CA$`, `EUR `. */
export function currencySign(currency: string): string {
  return SIGNS[currency] ?? `${currency} `;
}

/** Formats an amount, such as `$1,234.50`. */
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
