/** The hidden sheet behind Today as cells: what runs write, and the formulas beside it. */
import type { Cell } from '../../tables/cells.ts';
import { startOfDay } from '../../tables/zone.ts';
import {
  DATA_COLUMNS,
  DAYS,
  FACTS,
  type Fact,
  FORMULAS_AT,
  factRow,
  formatOf,
  headerAt,
  INSTANT,
  PLAIN,
  VALUE_COLUMNS,
  type ValueColumn,
  VOIDS_AT,
} from './data-columns.ts';
import { dataFormulas } from './data-formulas.ts';
import type { Content, LaidCell, Layout } from './laid-sheets.ts';
import type { News, TodayFacts } from './today-facts.ts';

/** What Today shows after a run. */
export interface DataValues extends Omit<TodayFacts, 'newsSince'> {
  /** Epoch milliseconds. */
  readonly seen: number;
  readonly news: News;
  /** Where the columns of Findings are, as the formulas know them. */
  readonly standing: string;
}

/** Facts that are instants. */
const INSTANTS: readonly Fact[] = ['Seen', 'Clocks change'];

/** `tick` is the formula that repeats the checkbox of Today. */
export function dataLayout(values: DataValues, tick: string, zone: string): Layout {
  const left = valueCells(values, zone);
  const voids = voidCells(values);
  const right = dataFormulas(values, tick);
  const rows = Math.max(left.length, voids.length, right.length);
  const contentAt = (row: number, index: number): Content => {
    const column = DATA_COLUMNS[index];
    if (column === undefined) return '';
    if (column === VOIDS_AT) return voids[row]?.[0] ?? '';
    if (index < VALUE_COLUMNS.length) return left[row]?.[index] ?? '';
    return right[row]?.[index + 1 - FORMULAS_AT] ?? '';
  };
  const cells = Array.from({ length: rows }, (_, row) =>
    DATA_COLUMNS.map(
      (_, index): LaidCell => ({ content: contentAt(row, index), format: formatAt(row + 1, index + 1) }),
    ),
  );
  return { cells, widths: [] };
}

function formatAt(row: number, column: number): string {
  const name = DATA_COLUMNS[column - 1];
  if (row === 1 || name === undefined) return PLAIN;
  return name === 'amount' && INSTANTS.some((fact) => factRow(fact) === row) ? INSTANT : formatOf(name);
}

/** When open orders void, below the header. */
export function voidCells({ voidsAt }: DataValues): readonly (readonly Content[])[] {
  return [[headerAt(VOIDS_AT)], ...voidsAt.map((at) => [instant(at)])];
}

/** With the headers, all rows of the same length. */
export function valueCells(values: DataValues, zone: string): readonly (readonly Cell[])[] {
  const { tables, kinds, orders, ads, seen, news, voidsAt, clocks, standing } = values;
  const day = (text: string) => new Date(startOfDay(text, zone));
  const facts: { readonly [F in Fact]: Cell } = {
    Seen: instant(seen),
    'Orders new': news.newOrders,
    'Orders changed': news.changedOrders,
    'Stock to zero': news.stockToZero,
    'Prices moved': news.pricesMoved,
    'Open orders that void': voidsAt.length,
    'Clocks change': instant(clocks?.at),
    'Hours that they go forward': clocks?.hours ?? '',
    'Findings stand': standing,
  };
  const columns: { readonly [C in ValueColumn]: readonly Cell[] } = {
    table: tables.map(({ label }) => label),
    asOf: tables.map(({ asOf }) => instant(asOf)),
    allowed: tables.map(({ allowed }) => allowed ?? ''),
    kind: kinds,
    fact: FACTS,
    amount: FACTS.map((fact) => facts[fact]),
    day: orders.map((each) => day(each.day)),
    orders: orders.map((each) => each.orders),
    value: orders.map(({ value }) => value),
    adDay: ads.map((each) => day(each.day)),
    spend: ads.map(({ spend }) => spend),
    acos: ads.map(({ acos }) => acos ?? ''),
  };
  return Array.from({ length: DAYS + 1 }, (_, row) =>
    VALUE_COLUMNS.map((column) => (row === 0 ? headerAt(column) : (columns[column][row - 1] ?? ''))),
  );
}

/** To the second, as sheets keep times. */
function instant(at: number | undefined): Cell {
  return at === undefined ? '' : new Date(Math.floor(at / 1000) * 1000);
}
