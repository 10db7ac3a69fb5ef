/** Money in whole cents, so that sums are exact, and as people read it. */
import { countText } from '../protocol/lists.ts';

/** The amount for units at a price; undefined if the price is unknown. */
export function centsFor(units: number, price: number | null): number | undefined {
  if (price === null) return undefined;
  const cents = units * price * 100;
  const whole = Math.round(cents);
  // Rounding errors of the multiplication matter only near half a cent.
  return Math.abs(cents - whole) < 0.25 ? whole : Math.round(Number(cents.toPrecision(15)));
}

export function centsOf(amount: number | null): number {
  return centsFor(1, amount) ?? 0;
}

/** The currency of amounts that name none: the marketplace states them in U.S. dollars. */
export const USUAL_CURRENCY = 'USD';

const SIGNS: Readonly<Record<string, string>> = { USD: '$', CAD: 'CA$' };

/** The text before an amount: `$`, `CA$`, `EUR `. */
export function currencySign(currency: string): string {
  return SIGNS[currency] ?? `${currency} `;
}

/** Returns a text such as `$1,234.50`. */
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
