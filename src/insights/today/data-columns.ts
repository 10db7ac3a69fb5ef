/** The columns of the hidden sheet behind Today: what runs write on the left, formulas right of it. */
import { columnLetters } from '../../tables/formula-text.ts';

export const TODAY = 'Today';
export const TODAY_DATA = 'Today data';

export const PLAIN = 'General';
/** For formulas that return words: without a format of its own, Google gives the cell that of the cells it refers to. */
export const WORDS = '0';
export const MONEY = '#,##0.00';
export const INSTANT = 'yyyy-mm-dd hh:mm';

type Described = readonly [header: string, format: string];

/** The columns that runs write, in their order; the contents of each begin below its header. */
const VALUES = {
  table: ['Table', PLAIN],
  asOf: ['As of', INSTANT],
  allowed: ['Hours allowed', PLAIN],
  kind: ['Kind', PLAIN],
  fact: ['Fact', PLAIN],
  amount: ['Amount', PLAIN],
  day: ['Day', 'd'],
  orders: ['Orders', '0'],
  value: ['Value', MONEY],
  adDay: ['Day', 'd'],
  spend: ['Spend', MONEY],
  acos: ['ACoS', '0.0%'],
} as const satisfies { readonly [column: string]: Described };

/** As long as there are open orders, and written by itself. */
export const VOIDS_AT = 'voidsAt';

const FORMULAS = {
  late: ['Late', WORDS],
  open: ['Open', '0'],
  atRisk: ['At risk', MONEY],
  counted: ['Counted', MONEY],
  worst: ['Worst rank', '0'],
  tile: ['Tile', PLAIN],
  tileCount: ['Findings', '0'],
  tileMoney: ['At risk', MONEY],
  tileRow: ['Row of the worst', '0'],
  rank: ['Rank', '0'],
  row: ['Row', '0'],
  rowLate: ['Late', WORDS],
  hours: ['Hours left', '0.0'],
  what: ['What', WORDS],
  money: ['At risk', MONEY],
  until: ['Until', INSTANT],
  band: ['Hours left', PLAIN],
  bandOrders: ['Open orders', '0'],
  link: ['Link', WORDS],
  allOpen: ['All open', '0'],
  tick: ['Seen', WORDS],
} as const satisfies { readonly [column: string]: Described };

export type ValueColumn = keyof typeof VALUES;
export type FormulaColumn = keyof typeof FORMULAS;
export type DataColumn = ValueColumn | typeof VOIDS_AT | FormulaColumn;

export const VALUE_COLUMNS = Object.keys(VALUES) as readonly ValueColumn[];
export const FORMULA_COLUMNS = Object.keys(FORMULAS) as readonly FormulaColumn[];

/** A blank column separates values from formulas. */
export const DATA_COLUMNS: readonly (DataColumn | undefined)[] = [
  ...VALUE_COLUMNS,
  VOIDS_AT,
  undefined,
  ...FORMULA_COLUMNS,
];

const DESCRIBED: { readonly [C in DataColumn]: Described } = {
  ...VALUES,
  [VOIDS_AT]: ['Voids at', INSTANT],
  ...FORMULAS,
};

export function headerAt(column: DataColumn): string {
  return DESCRIBED[column][0];
}

export function formatOf(column: DataColumn): string {
  return DESCRIBED[column][1];
}

/** From 1. */
export function dataColumn(column: DataColumn): number {
  return DATA_COLUMNS.indexOf(column) + 1;
}

/** Where the formulas begin. */
export const FORMULAS_AT = dataColumn('late');

/** A cell on the same sheet, such as `$B$2`. */
export function dataCell(column: DataColumn, row: number): string {
  return `$${columnLetters(dataColumn(column))}$${row}`;
}

/** The facts, from row 2 on. */
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

/** Days of the two charts by day, and rows of the longest block that runs write. */
export const DAYS = 30;
/** Findings that Today lists. */
export const LISTED = 25;
/** Upper bounds of the bands, in hours left: the first has passed, and a last band has no bound. */
export const BANDS = [0, 6, 12, 24, 48] as const;
