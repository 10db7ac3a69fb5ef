/** A small marketplace: orders with lines, and their expected tables. */
import fc from 'fast-check';
import {
  type AnyRecord,
  day,
  id,
  instant,
  integer,
  list,
  money,
  text,
  type Value,
} from '../../../src/protocol/fields.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import type { Recorded } from '../../../src/tables/table.ts';

const ASKED = { asked: { orderNumber: 'orderNumbers' } } as const;

export const shop = {
  answer: {
    record: {
      orderNumber: id('OrderNumber', 'Order number.'),
      placedAt: instant('PlacedAt', 'When it was positioned.'),
      status: integer('Status', 'Status code.'),
      memo: text('Memo', 'Free text.'),
      buyerName: text('BuyerName', 'Who bought.', { privacy: 'buyer' }),
      shipBy: day('ShipBy', 'Last day to ship.'),
      total: money('Total', 'Total.'),
      currency: id('Currency', 'Currency.', { since: 2 }),
      lines: list('Lines', 'Line', {
        part: id('Part', 'Part number.'),
        quantity: integer('Quantity', 'Pieces.'),
        remark: text('Remark', 'Free text.', { since: 2 }),
      }),
    },
  },
  tables: [
    {
      name: 'Orders',
      each: [],
      columns: ['*'],
      key: ['orderNumber'],
      newestFirst: 'placedAt',
      gone: [ASKED],
      opening: {
        frozen: ['orderNumber'],
        first: ['total', 'status'],
        folded: ['memo', 'asOf'],
        tones: { memo: { good: ['plain'], over: ['007'] }, goneSince: 'over' },
      },
    },
    {
      name: 'Order lines',
      each: ['lines'],
      columns: ['orderNumber', 'lines.*'],
      key: ['orderNumber', 'part'],
      repeats: true,
      gone: [ASKED],
      computed: { placedAt: 'field' },
      opening: { frozen: ['orderNumber', 'part'], first: ['placedAt'], folded: ['asOf'] },
    },
  ],
} as const satisfies Recorded;

export const TABLES = ['Orders', 'Order lines'] as const;
export type TableName = (typeof TABLES)[number];

/** The date column by which each table is sorted. */
export const NEWEST_FIRST: Readonly<Partial<Record<TableName, string>>> = { Orders: 'placedAt' };

/** An order number in the marketplace's format. */
export const numberOf = (number: number) => `00${number}`;

/** A pull's order version and consent. */
export interface Sight {
  readonly version: 1 | 2;
  readonly consent: boolean;
}

export interface Order {
  readonly placedAt: string | null;
  readonly status: number | string | null;
  readonly memo: string | null;
  readonly buyerName: string | null;
  readonly shipBy: string | null;
  readonly total: number | null;
  readonly currency: string | null;
  readonly lines: readonly {
    readonly part: string;
    readonly quantity: number | null;
    readonly remark: string | null;
  }[];
}

/** Header, minimum order version, and whether the column needs consent, by column ID. */
type Known = Readonly<Record<string, readonly [header: string, since?: number, private_?: true]>>;

const COLUMNS: Readonly<Record<TableName, Known>> = {
  Orders: {
    orderNumber: ['Order number'],
    placedAt: ['Placed at'],
    status: ['Status'],
    memo: ['Memo'],
    buyerName: ['Buyer name', 1, true],
    shipBy: ['Ship by'],
    total: ['Total'],
    currency: ['Currency', 2],
    goneSince: ['Gone since'],
    asOf: ['As of'],
    rawDates: ['Raw dates'],
    rowKey: ['Row key'],
  },
  'Order lines': {
    orderNumber: ['Order number'],
    part: ['Part'],
    quantity: ['Quantity'],
    remark: ['Remark', 2],
    placedAt: ['Placed at'],
    goneSince: ['Gone since'],
    asOf: ['As of'],
    rowKey: ['Row key'],
  },
};

/** The layout of a new sheet. */
export interface Opens {
  /** All columns from left to right; a pull adds only those it reads. */
  readonly columns: readonly string[];
  readonly frozen: number;
  readonly hidden: readonly string[];
  /** One entry per conditional format rule. */
  readonly rules: readonly string[];
}

export const OPENS: Readonly<Record<TableName, Opens>> = {
  Orders: {
    columns: [
      ...['orderNumber', 'total', 'status', 'placedAt', 'buyerName', 'shipBy', 'currency', 'goneSince'],
      ...['memo', 'asOf', 'rawDates', 'rowKey'],
    ],
    frozen: 1,
    hidden: ['memo', 'asOf', 'rawDates', 'rowKey'],
    rules: ['goneSince', 'memo', 'memo'],
  },
  'Order lines': {
    columns: ['orderNumber', 'part', 'placedAt', 'quantity', 'remark', 'goneSince', 'asOf', 'rowKey'],
    frozen: 2,
    hidden: ['asOf', 'rowKey'],
    rules: [],
  },
};

/** Computed columns are filled without being reported as changes, and undo doesn't clear them. */
export const COMPUTED: Readonly<Record<TableName, ReadonlySet<string>>> = {
  Orders: new Set(),
  'Order lines': new Set(['placedAt']),
};

export const COLUMN_IDS: ReadonlySet<string> = new Set(TABLES.flatMap((table) => Object.keys(COLUMNS[table])));

/** Headers of a pull's columns, by column ID. */
export function columnsSeen(table: TableName, { version, consent }: Sight): ReadonlyMap<string, string> {
  const all = Object.entries(COLUMNS[table]);
  const seen = all.filter(([, [, since = 1, private_]]) => since <= version && (consent || !private_));
  return new Map(seen.map(([column, [header]]) => [column, header]));
}

/** Cells of each order's rows, by row key and column ID. */
export function cellsOf(
  table: TableName,
  orders: readonly (readonly [number: number, order: Order])[],
  asOf: number,
): ReadonlyMap<string, Readonly<Record<string, Cell>>> {
  const rows = new Map<string, Readonly<Record<string, Cell>>>();
  const byDate = [...orders].sort(([, one], [, other]) =>
    (one.placedAt ?? '') < (other.placedAt ?? '') ? 1 : one.placedAt === other.placedAt ? 0 : -1,
  );
  for (const [number, { lines, placedAt, shipBy, ...fields }] of NEWEST_FIRST[table] ? byDate : orders) {
    const orderNumber = numberOf(number);
    const stamp = { orderNumber, goneSince: '', asOf: new Date(asOf) };
    if (table === 'Orders') {
      const plain = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']));
      const dates = {
        placedAt: placedAt === null ? '' : new Date(placedAt),
        shipBy: shipBy === null ? '' : new Date(`${shipBy}T00:00:00-04:00`),
      };
      const raw = [placedAt && `Placed at: ${placedAt}`, shipBy && `Ship by: ${shipBy}`];
      const rawDates = raw.filter((each) => each).join('; ');
      rows.set(orderNumber, { ...plain, ...dates, rawDates, ...stamp, rowKey: orderNumber });
      continue;
    }
    const seen = new Map<string, number>();
    for (const { part, quantity, remark } of lines) {
      const occurrence = (seen.get(part) ?? 0) + 1;
      seen.set(part, occurrence);
      const rowKey = `${orderNumber}|${part}${occurrence > 1 ? `|${occurrence}` : ''}`;
      const placed = placedAt === null ? '' : new Date(placedAt);
      const own = { part, quantity: quantity ?? '', remark: remark ?? '', placedAt: placed };
      rows.set(rowKey, { ...own, ...stamp, rowKey });
    }
  }
  return rows;
}

/** A blank value doesn't overwrite this column. */
export const KEPT = 'buyerName';

/** The record as returned by the marketplace. */
export function recordOf(number: number, order: Order, { version, consent }: Sight): AnyRecord {
  const { placedAt, shipBy, buyerName, currency, lines, ...plain } = order;
  const record: AnyRecord = {
    ...(plain as Record<string, Value | null>),
    orderNumber: numberOf(number),
    placedAt: placedAt === null ? null : { at: Date.parse(placedAt), text: placedAt },
    shipBy: shipBy === null ? null : { day: shipBy, text: shipBy },
    lines: lines.map(({ part, quantity, remark }) => ({
      part,
      quantity,
      ...(version > 1 ? { remark } : {}),
    })),
  };
  if (consent) record.buyerName = buyerName;
  if (version > 1) record.currency = currency;
  return record;
}

const TEXTS = ['plain', '=1+1', '+5', '007', '1E5', '3-4', '2025-06-01', 'TRUE', "'quoted", '1,234.50'];
const anyText = fc.option(fc.constantFrom(...TEXTS), { freq: 4 });
const anyAmount = fc.option(fc.constantFrom(0, 1, 19.98, -3), { freq: 4 });

export const anyOrder: fc.Arbitrary<Order> = fc.record({
  placedAt: fc.option(fc.constantFrom('2025-06-01T07:00:00.000Z', '2025-01-15T22:30:01.000Z')),
  status: fc.option(fc.constantFrom<number | string>(0, 1, 4, '9-9', '=2')),
  memo: anyText,
  buyerName: anyText,
  shipBy: fc.option(fc.constantFrom('2025-06-18', '2025-07-01')),
  total: anyAmount,
  currency: fc.option(fc.constantFrom('USD', '012')),
  lines: fc.array(fc.record({ part: fc.constantFrom('A', 'B', '0-1'), quantity: anyAmount, remark: anyText }), {
    maxLength: 3,
  }),
});

export const FIRST_ORDERS: readonly (readonly [number, Order])[] = [1, 2, 3, 4, 5].map((number) => [
  number,
  {
    placedAt: `2025-06-0${number}T12:00:00.000Z`,
    status: 6 - number,
    memo: `memo ${number}`,
    buyerName: `Buyer ${number}`,
    shipBy: '2025-06-18',
    total: number * 10,
    currency: 'USD',
    lines: [{ part: 'A', quantity: number, remark: null }],
  },
]);
