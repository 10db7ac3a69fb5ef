/** Where everything stands on the hidden sheet behind Today: what runs write on the left, formulas right of it. */
import { columnLetters } from '../../tables/formula-text.ts';

export const TODAY = 'Today';
export const TODAY_DATA = 'Today data';

/** The columns that runs write, from the first; each block begins below its header. */
export const VALUE_COLUMNS = [
  ...['table', 'asOf', 'allowed'],
  'kind',
  ...['fact', 'amount'],
  ...['day', 'orders', 'value'],
  ...['adDay', 'spend', 'acos'],
] as const;
/** It stands alone, because it is as long as there are open orders. */
export const VOIDS_AT = 'voidsAt';

/** Formulas: a column stands free between them and the values. */
const FORMULA_COLUMNS = [
  'late',
  ...['open', 'atRisk', 'counted', 'worst'],
  ...['tile', 'tileCount', 'tileMoney', 'tileRow'],
  ...['rank', 'row', 'rowLate', 'hours', 'what', 'money'],
  ...['until', 'band', 'bandOrders'],
  ...['link', 'allOpen', 'tick'],
] as const;

export type DataColumn = (typeof VALUE_COLUMNS)[number] | typeof VOIDS_AT | (typeof FORMULA_COLUMNS)[number];

const ORDER: readonly (DataColumn | undefined)[] = [...VALUE_COLUMNS, VOIDS_AT, undefined, ...FORMULA_COLUMNS];

export const DATA_WIDTH = ORDER.length;
/** Where the formulas begin. */
export const FORMULAS_AT = ORDER.indexOf('late') + 1;

/** From 1. */
export function dataColumn(column: DataColumn): number {
  return ORDER.indexOf(column) + 1;
}

/** Of one cell on the same sheet, such as `$B$2`. */
export function dataCell(column: DataColumn, row: number): string {
  return `$${columnLetters(dataColumn(column))}$${row}`;
}

/** From row 2 on. */
export function dataArea(column: DataColumn, rows: number): string {
  return `${dataCell(column, 2)}:${dataCell(column, rows + 1)}`;
}

/** What a row of the facts is, from row 2 on. */
export const FACTS = [
  'Seen',
  'Orders new',
  'Orders changed',
  'Stock to zero',
  'Prices moved',
  'Open orders that void',
  'Clocks change',
  'Hours that they go forward',
  'Findings stand',
] as const;

export type Fact = (typeof FACTS)[number];

export function factRow(fact: Fact): number {
  return FACTS.indexOf(fact) + 2;
}

export function factCell(fact: Fact): string {
  return dataCell('amount', factRow(fact));
}

/** Days of the two charts by day. */
export const DAYS = 30;
/** Findings that Today lists. */
export const LISTED = 25;
/** As many rows as the longest of the blocks that runs write. */
export const VALUE_ROWS = DAYS;

/** Below so many hours left; the first band has passed, what is over the last stands in one of its own. */
export const BANDS = [0, 6, 12, 24, 48] as const;
