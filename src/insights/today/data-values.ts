/** What runs write on the sheet behind Today, as cells. */
import type { Cell } from '../../tables/cells.ts';
import { type ClockChange, startOfDay } from '../../tables/zone.ts';
import type { AdDay, OrderDay } from './daily.ts';
import { FACTS, type Fact, VALUE_COLUMNS, VALUE_ROWS } from './data-places.ts';
import type { News } from './news.ts';

export interface TableAge {
  /** As people say. */
  readonly label: string;
  /** When it was read last. */
  readonly asOf: number | undefined;
  /** How old it may be, in hours; nothing where any age will do. */
  readonly allowed: number | undefined;
}

/** All instants in epoch milliseconds. */
export interface DataValues {
  readonly tables: readonly TableAge[];
  readonly kinds: readonly string[];
  readonly orders: readonly OrderDay[];
  readonly ads: readonly AdDay[];
  /** When open orders void, ascending. */
  readonly voidsAt: readonly number[];
  readonly seen: number;
  readonly news: News;
  readonly clocks: ClockChange | undefined;
  /** Where Findings stands, as the formulas know it. */
  readonly standing: string;
}

type ValueColumn = (typeof VALUE_COLUMNS)[number];

export const VALUE_FORMATS: { readonly [C in ValueColumn]: string } = {
  table: 'General',
  asOf: 'yyyy-mm-dd hh:mm',
  allowed: 'General',
  kind: 'General',
  fact: 'General',
  amount: 'General',
  day: 'd',
  orders: '0',
  value: '#,##0.00',
  adDay: 'd',
  spend: '#,##0.00',
  acos: '0.0%',
};

const HEADERS: { readonly [C in ValueColumn]: string } = {
  table: 'Table',
  asOf: 'As of',
  allowed: 'Hours allowed',
  kind: 'Kind',
  fact: 'Fact',
  amount: 'Amount',
  day: 'Day',
  orders: 'Orders',
  value: 'Value',
  adDay: 'Day',
  spend: 'Spend',
  acos: 'ACoS',
};

/** With the headers, each row as long as there are columns. */
export function valueCells(values: DataValues, zone: string): readonly (readonly Cell[])[] {
  const day = (text: string) => new Date(startOfDay(text, zone));
  const facts = factsOf(values);
  const columns: { readonly [C in ValueColumn]: readonly Cell[] } = {
    table: values.tables.map(({ label }) => label),
    asOf: values.tables.map(({ asOf }) => instant(asOf)),
    allowed: values.tables.map(({ allowed }) => allowed ?? ''),
    kind: values.kinds,
    fact: FACTS,
    amount: FACTS.map((fact) => facts[fact]),
    day: values.orders.map((each) => day(each.day)),
    orders: values.orders.map(({ orders }) => orders),
    value: values.orders.map(({ value }) => value),
    adDay: values.ads.map((each) => day(each.day)),
    spend: values.ads.map(({ spend }) => spend),
    acos: values.ads.map(({ acos }) => acos ?? ''),
  };
  return Array.from({ length: VALUE_ROWS + 1 }, (_, row) =>
    VALUE_COLUMNS.map((column) => (row === 0 ? HEADERS[column] : (columns[column][row - 1] ?? ''))),
  );
}

function factsOf({ seen, news, voidsAt, clocks, standing }: DataValues): { readonly [F in Fact]: Cell } {
  return {
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
}

/** Sheets keep no more exact times. */
export function instant(at: number | undefined): Cell {
  return at === undefined ? '' : new Date(Math.floor(at / 1000) * 1000);
}
