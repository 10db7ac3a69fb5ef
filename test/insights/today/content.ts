/** Builds Today's input from rows of findings and sales. */
import { type FindingRow, figuresOf, type KeptFigures } from '../../../src/insights/today/figures.ts';
import type { FindingsPlace, TodayContent } from '../../../src/insights/today/today-data.ts';
import { DEFAULTS } from '../findings/tables.ts';

/** A Monday, 8:00 AM in New York. */
export const NOW = Date.parse('2025-03-10T12:00:00Z');
export const HOUR = 3_600_000;

/** Columns of Findings that Today reads, starting at B. */
export const COLUMNS = ['rank', 'whatToDo', 'atRisk', 'kinds', 'state', 'late', 'currency', 'rowKey'];

export const place = (id: number): FindingsPlace => ({
  sheet: "'Bob''s findings'",
  address: () => `"#gid=${id}&range=A`,
  keys: () => "'Bob''s findings'!I:I",
  positions: new Map(COLUMNS.map((column, index) => [column, index + 2])),
});

let last = 0;

export function row(kinds: string, fields: Partial<FindingRow> = {}): FindingRow {
  last++;
  return {
    ...{ rowKey: `K${last}`, row: last + 1, rank: last, kinds, state: 'open', currency: null, atRisk: null },
    ...{ whatToDo: 'Do it.', label: `Order ${last}`, lateAt: null, deadline: null, firstSeen: NOW - HOUR },
    ...{ linkTable: 'Orders', linkKey: `O${last}`, linkPattern: null },
    ...fields,
  } as FindingRow;
}

const NONE = { sales: null, orders: null, units: null, refunds: null, adSpend: null, acos: null };

export const KEPT: KeptFigures = {
  sales: {
    USD: {
      today: { ...NONE, sales: 12.5, orders: 3 },
      yesterday: NONE,
      last7: { ...NONE, sales: 80, change: { ...NONE, sales: 0.25 } },
      last30: NONE,
    },
  },
  coverage: { stock: { read: 20, of: 275 }, prices: { read: 5, of: 5 } },
  hasVoidTimes: true,
};

interface ContentOptions {
  readonly rows?: readonly FindingRow[] | undefined;
  readonly kept?: Partial<KeptFigures>;
  readonly now?: number;
  readonly findings?: FindingsPlace | undefined;
  readonly ranked?: Partial<TodayContent['ranked']>;
  /** Hours since each table was read. */
  readonly ages?: { readonly [table: string]: number };
}

export function content(options: ContentOptions = {}): TodayContent {
  const { now = NOW, ages = { Orders: 1, Inventory: 9 } } = options;
  const rows = 'rows' in options ? options.rows : [];
  const given = {
    now,
    thresholds: DEFAULTS,
    ages: Object.entries(ages).map(([table, hours]) => ({ table, sellerId: 'A006', at: now - hours * HOUR })),
  };
  return {
    figures: figuresOf(given, rows, { ...KEPT, ...options.kept }),
    days: {
      currencies: new Map([
        [
          'USD',
          new Map([
            ['2025-03-09', { orders: 0, sales: 0, units: 0, refunds: 0, adSpend: 990, adSales: 4500, profit: 0 }],
            ['2025-03-10', { orders: 3, sales: 1250, units: 4, refunds: 0, adSpend: 0, adSales: 0, profit: 0 }],
          ]),
        ],
      ]),
      orders: { first: '2025-01-01', last: '2025-03-10' },
      ads: { first: '2025-03-01', last: '2025-03-09' },
      openDay: '2025-03-10',
      currenciesWithCost: new Set(),
    },
    ...{ today: '2025-03-10', zone: 'UTC', voidsAt: [-1, 3, 6.5, 30, 100].map((hours) => now + hours * HOUR) },
    ranked: { stock: [], most: [], least: [], ...options.ranked },
    findings: 'findings' in options ? options.findings : place(7),
    placeOf: (table) => ({ address: () => `"#gid=${table.length}&range=A`, keys: () => `'${table}'!C:C` }),
  };
}
