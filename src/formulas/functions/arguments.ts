/** Arguments that several formulas take. */
import type { Argument } from '../formula.ts';

export const identifiers: Argument = {
  name: 'values',
  takes: 'identifiers',
  param: 'values',
  help: 'Item numbers or seller part numbers: a cell or a range.',
};

export const identifierType: Argument = {
  name: 'type',
  takes: 'single',
  param: 'type',
  optional: true,
  help: '0 for item numbers, 1 for seller part numbers, 2 for UPC codes; told from the identifier when left out.',
};

export const columns: Argument = {
  name: 'columns',
  takes: 'columns',
  optional: true,
  help: 'Names of the columns you want, in your order, with commas or in cells; all when left out.',
};

export const storefront: Argument = {
  name: 'storefront',
  takes: 'single',
  param: 'storefront',
  optional: true,
  help: 'main, business or canadian; the first of your connection when left out.',
};

export const activeStatus: Argument = {
  name: 'activeStatus',
  takes: 'single',
  param: 'activeStatus',
  optional: true,
  help: 'Active or Inactive.',
};

/** The first and the last day of a period, by the operation's params. */
export function period(from: string, to: string): readonly [from: Argument, to: Argument] {
  return [
    {
      name: 'from',
      takes: 'date',
      param: from,
      help: 'First day, such as 2025-06-01, or a period such as today, yesterday, last 7 days or this month.',
    },
    {
      name: 'to',
      takes: 'date',
      param: to,
      optional: true,
      help: 'Last day; left out, a period ends by itself.',
    },
  ];
}

/** The last argument of every formula. */
export const refresh: Argument = {
  name: 'refresh',
  takes: 'refresh',
  optional: true,
  help: 'A cell whose change asks again, such as MARKET_TICK.',
};
