import { argumentError } from '../../protocol/market-error.ts';
import type { Argument } from '../formula.ts';

export const identifiers = {
  name: 'values',
  takes: 'identifiers',
  param: 'values',
  help: 'Item numbers, seller part numbers, or UPC codes in the Catalog (cell or range).',
} as const satisfies Argument;

export const identifierType = {
  name: 'type',
  takes: 'single',
  param: 'type',
  optional: true,
  help: '0: item numbers, 1: seller part numbers, 2: UPC codes. Default: detected.',
} as const satisfies Argument;

export const columns = {
  name: 'columns',
  takes: 'columns',
  optional: true,
  help: 'Column names, with commas or in cells. Default: all.',
} as const satisfies Argument;

export const storefront = {
  name: 'storefront',
  takes: 'single',
  param: 'storefront',
  optional: true,
  help: "main, business, or canadian. Default: your connection's first.",
} as const satisfies Argument;

export const activeStatus = {
  name: 'activeStatus',
  takes: 'single',
  param: 'activeStatus',
  optional: true,
  help: 'Active or Inactive.',
} as const satisfies Argument;

export function period<F extends string, T extends string>(
  from: F,
  to: T,
): readonly [from: Argument<F>, to: Argument<T>] {
  return [
    {
      name: 'from',
      takes: 'date',
      param: from,
      help: 'First day, such as 2025-06-01, or a period such as yesterday, last 7 days, or this month.',
    },
    { name: 'to', takes: 'date', param: to, optional: true, help: 'Last day. Blank with a period.' },
  ];
}

/** Second-to-last argument of formulas with calls. */
export const refresh = {
  name: 'refresh',
  takes: 'refresh',
  optional: true,
  help: 'Updates when it changes, such as MARKET_TICK.',
} as const satisfies Argument;

/** Last argument of formulas with calls. Cells can't supply addresses or keys. */
export const connection = {
  name: 'connection',
  takes: 'connection',
  optional: true,
  help: 'Connection, if not your default.',
} as const satisfies Argument;

/** Ignores case. Throws MARKET_ARGUMENT if there is no match. */
export function choiceOf<T extends string>(argument: string, name: string, known: readonly T[]): T {
  const found = known.find((each) => each.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw argumentError(`"${argument}" takes ${known.join(', ')}, not "${name}".`);
}
