import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/insights/facts/facts.ts';
import {
  figureNotes,
  figuresOf,
  type KeptFigures,
  keptFigures,
  rowsOfTile,
} from '../../../src/insights/today/figures.ts';
import { areRead, figureLabel, salesByDay } from '../../../src/insights/today/sales-band.ts';
import { catalog } from '../../../src/tables/catalog/catalog-table.ts';
import { items } from '../../../src/tables/reports/items-table.ts';
import {
  adDay,
  bookWith,
  DEFAULTS,
  type Fields,
  line,
  order,
  put,
  type Tables,
  workbookFor,
} from '../findings/tables.ts';
import { content, HOUR, KEPT, NOW, row } from './content.ts';

const figures = (...given: Parameters<typeof content>) => content(...given).figures;
const counts = (given: ReturnType<typeof figures>) =>
  Object.fromEntries(given.tiles.map(({ id, count, money, currency }) => [`${id} ${currency}`, [count, money]]));

test('findings without a link lead to no table', () => {
  const bare = { label: null, whatToDo: null, linkTable: null, linkKey: null } as never;
  expect(figures({ rows: [row('overdue', bare)] }).doFirst).toMatchObject([
    { record: '', what: '', link: { table: '', key: null } },
  ]);
});

describe('tiles', () => {
  test('are blank for data that was never read', () => {
    const nothing = figuresOf({ now: NOW, thresholds: DEFAULTS, ages: [] }, [], { ...KEPT, sales: {} });
    expect(new Set(nothing.tiles.map(({ count, money }) => count ?? money))).toEqual(new Set([null]));
    expect(new Set(figures({ rows: undefined }).tiles.map(({ count }) => count))).toEqual(new Set([null]));
    expect(counts(figures())).toMatchObject({
      ...{ 'due-today USD': [0, 0], 'cannot-ship USD': [0, 0], 'out-of-stock USD': [0, 0] },
      ...{ 'ads-without-stock USD': [null, null], 'above-featured USD': [null, null], 'data-problems USD': [0, 0] },
    });
    expect(counts(figures({ ages: { Orders: 1 } }))).toMatchObject({ 'cannot-ship USD': [null, null] });
  });

  test('are blank without due dates and auto-void times, unless orders have them', () => {
    const kept = { hasVoidTimes: false };
    const unknown = { 'due-today USD': [null, null], 'overdue USD': [null, null], 'void-soon USD': [null, null] };
    expect(counts(figures({ kept }))).toMatchObject({ ...unknown, 'data-problems USD': [0, 0] });
    expect(counts(figures({ kept, rows: [row('overdue')] }))).toMatchObject({ ...unknown, 'overdue USD': [1, 0] });
  });

  test('are blank before orders were read if only items that sell or are advertised count', () => {
    const tilesAt = (ages: Record<string, number>, ...kinds: string[]) =>
      counts(figures({ ages, rows: kinds.map((kind) => row(kind)) }));
    const [none, unknown] = [
      { 'out-of-stock USD': [0, 0], 'above-featured USD': [0, 0] },
      { 'out-of-stock USD': [null, null], 'above-featured USD': [null, null] },
    ];
    const items = { Inventory: 1, 'Price log': 1 };
    expect(tilesAt(items)).toMatchObject(unknown);
    expect(tilesAt({ ...items, 'Ad performance': 1 })).toMatchObject(unknown);
    expect(tilesAt({ ...items, 'Ad performance': 1 }, 'out-of-stock')).toMatchObject({
      ...unknown,
      'out-of-stock USD': [1, 0],
    });
    expect(tilesAt({ ...items, Orders: 1 })).toMatchObject(none);
  });

  test('count open rows by kind and currency, excluding late data and kinds of reports', () => {
    const rows = [
      row('void-soon, due-today', { atRisk: 20.1, currency: 'USD' }),
      row('void-soon', { atRisk: 5.2, currency: 'CAD' }),
      row('void-soon', { atRisk: 9, currency: 'USD', state: 'explained' }),
      row('void-soon', { atRisk: 9, currency: 'USD', lateAt: NOW }),
      row('mismatch', {}),
      row('late-data', {}),
      row('reorder-now', { atRisk: 99 }),
    ];
    const given = figures({ rows });
    expect(counts(given)).toMatchObject({
      ...{ 'void-soon USD': [1, 20.1], 'void-soon CAD': [1, 5.2], 'due-today USD': [1, 20.1] },
      'data-problems USD': [2, 0],
    });
    expect([given.open, given.late, given.doFirst.length]).toEqual([5, 1, 5]);
    expect(rowsOfTile(rows, 'void-soon', NOW)).toEqual(rows.slice(0, 2));
    expect(rowsOfTile(rows, 'nothing', NOW)).toBeUndefined();
  });
});

test('freshness shows late and partly read data', () => {
  expect(figures().freshness).toMatchObject([
    { data: 'orders', asOf: NOW - HOUR, isLate: false },
    { data: 'stock', asOf: NOW - 9 * HOUR, isLate: true, read: 20, of: 275 },
    { data: 'prices', asOf: null, isLate: false },
    { data: 'ads', asOf: null, isLate: false },
  ]);
  expect(figures().freshness[2]).not.toHaveProperty('of');
});

test('freshness shows for how many of the shops data was read', () => {
  const age = (table: string, sellerId: string) => ({ table, sellerId, at: NOW });
  const ages = [age('Orders', 'A006'), age('Inventory', 'A006'), age('Inventory', 'B1')];
  const [orders, stock, , ads] = figuresOf({ now: NOW, thresholds: DEFAULTS, ages }, [], {
    ...KEPT,
    coverage: {},
  }).freshness;
  expect([orders, stock, ads]).toMatchObject([{ read: 1, of: 2, part: '1 of 2 shops' }, { part: '' }, { part: '' }]);
  expect(stock).not.toHaveProperty('of');
});

test.each([
  [7.6, '7 of 30 days'],
  [0.2, '1 of 30 days'],
  [30, ''],
  [undefined, ''],
])('freshness shows how many days of orders were read: %s', (days, part) => {
  const read = days === undefined ? undefined : ([NOW - days * 24 * HOUR, NOW] as const);
  const ages = [{ table: 'Orders', sellerId: 'A006', at: NOW, read }];
  const { freshness } = figuresOf({ now: NOW, thresholds: DEFAULTS, ages }, [], { ...KEPT, coverage: {} });
  expect(freshness[0]!.part).toBe(part);
});

test("freshness reports the marketplace's firewall until data was read", () => {
  const blocked = ['orders', 'ad-performance'];
  const ages = [{ table: 'Orders', sellerId: 'A006', at: NOW }];
  const { freshness } = figuresOf({ now: NOW, thresholds: DEFAULTS, ages, blocked }, [], { ...KEPT, coverage: {} });
  expect(freshness.map(({ part }) => part)).toEqual(['', '', '', "the marketplace's firewall blocks the calls"]);
});

test('stock of single items is as old as its oldest poll before the first full pull', () => {
  const at = NOW - HOUR;
  const [, stock] = figures({ ages: { Orders: 1 }, kept: { coverage: { stock: { read: 2, of: 3, at } } } }).freshness;
  expect(stock).toMatchObject({ data: 'stock', asOf: at, isLate: false, read: 2, of: 3 });
});

test('coverage counts items with an item number, which stock and prices are read by', () => {
  const book = bookWith({});
  const at = { at: NOW, text: '' };
  put(book, catalog, [
    { itemNumber: '9SI1', sellerPartNumber: 'P-1', stockPolled: at, pricesPolled: at },
    { itemNumber: '9SI2', sellerPartNumber: 'P-2', stockPolled: at },
    { sellerPartNumber: 'P-3' },
    { itemNumber: '9SI4', sellerPartNumber: 'P-4', canadianPricesPolled: at },
  ]);
  const facts = factsOf(workbookFor(book, { now: NOW }));
  expect(keptFigures(facts, salesByDay(facts)).coverage).toEqual({
    stock: { read: 2, of: 3, at: NOW },
    prices: { read: 2, of: 3, at: NOW },
  });
});

test('a shop that stopped advertising spends nothing, as far as ads were read', () => {
  const book = bookWith({ ads: [adDay('2025-01-10', { spend: 9, sales: 30 })] });
  const spent = (hours: number) => {
    const at = NOW - hours * HOUR;
    const ages = [{ table: 'Ad performance', sellerId: 'A006', at, read: [0, at] as const }];
    const facts = factsOf(workbookFor(book, { now: NOW, ages }));
    const { USD } = keptFigures(facts, salesByDay(facts)).sales;
    return [USD!.today.adSpend, USD!.yesterday.adSpend, USD!.last7.adSpend];
  };
  expect(spent(1)).toEqual([0, 0, 0]);
  // Up to the end of yesterday in Pacific time.
  expect(spent(5)).toEqual([null, 0, 0]);
  expect(spent(6)).toEqual([null, null, null]);
});

describe('sales', () => {
  /** Each shop's orders and ads were read from `since` to `readTo`, and their tables were last updated now. */
  const kept = (
    tables: Tables,
    costs: readonly Fields[] = [],
    readTo: readonly number[] = [NOW, NOW],
    since: readonly (number | undefined)[] = [0, 0],
  ): KeptFigures => {
    const book = bookWith(tables);
    if (costs.length > 0) put(book, items, costs);
    const ages = ['Orders', 'Ad performance'].flatMap((table) =>
      readTo.map((to, shop) => {
        const from = since[shop];
        return {
          table,
          sellerId: ['A006', 'B1'][shop]!,
          at: NOW,
          read: from === undefined ? from : ([from, to] as const),
        };
      }),
    );
    const facts = factsOf(workbookFor(book, { now: NOW, ages }));
    return keptFigures(facts, salesByDay(facts));
  };
  const sold = (hoursAgo: number, fields: Fields = {}) =>
    order({
      orderNumber: `${hoursAgo}`,
      orderDate: { at: NOW - hoursAgo * HOUR, text: '' },
      itemInfoList: [line({ extendUnitPrice: 20.5 })],
      ...fields,
    });

  test("are counted by the workbook's day, excluding voided orders and canceled lines", () => {
    const { sales } = kept({
      orders: [
        sold(5),
        // Before midnight in New York.
        sold(9, { refundAmount: -3 }),
        sold(10, { orderStatus: 4 }),
        sold(11, { itemInfoList: [line({ status: 3 }), line({ orderedQty: 1, extendUnitPrice: null })] }),
        sold(24 * 40),
      ],
    });
    expect(sales.USD).toMatchObject({
      today: { sales: 20.5, orders: 1, units: 2, refunds: 0, adSpend: null },
      yesterday: { sales: 30.75, orders: 2, units: 3, refunds: 3 },
      last7: { sales: 51.25, orders: 3, units: 5 },
      last30: { sales: 51.25, change: { sales: null } },
    });
  });

  test("are unknown up to the table's first day", () => {
    const { sales } = kept({ orders: [sold(5), sold(30)] });
    expect(sales.USD).toMatchObject({ today: { orders: 1 }, yesterday: { orders: null }, last7: { orders: null } });
  });

  test('are unknown up to the first day of the shop whose orders begin last', () => {
    const { sales } = kept({
      orders: [sold(5), sold(24 * 40), sold(6, { sellerId: 'B1' }), sold(30, { sellerId: 'B1' })],
    });
    expect(sales.USD).toMatchObject({ today: { orders: 2 }, yesterday: { orders: null }, last30: { orders: null } });
  });

  test.each<[string, readonly number[], (number | null)[]]>([
    ['today', [NOW], [1, 1, 2, 2]],
    ['yesterday', [NOW - 24 * HOUR], [null, null, null, null]],
    ['today, but from another shop yesterday', [NOW, NOW - 24 * HOUR], [null, null, null, null]],
    ['never', [], [null, null, null, null]],
  ])('are unknown for days after the last read: %s', (_, readTo, expected) => {
    const { sales } = kept({ orders: [sold(5), sold(30), sold(24 * 40)] }, [], readTo);
    expect(Object.values(sales.USD!).map(({ orders }) => orders)).toEqual(expected);
  });

  test('are unknown for days that only filtered pulls and jobs read', () => {
    const days = Array.from({ length: 40 }, (_, index) => new Date(NOW - index * 24 * HOUR).toISOString().slice(0, 10));
    const ads = days.map((day) => adDay(day, { spend: 2 }));
    const readTo = (hoursAgo: number) => {
      const { USD } = kept({ orders: [sold(5), sold(24 * 40)], ads }, [], [NOW - hoursAgo * HOUR]).sales;
      return [USD!.today, USD!.yesterday, USD!.last7].map(({ orders, adSpend }) => [orders, adSpend]);
    };
    // Midnight in New York was 8 hours ago, and in Pacific time 5 hours ago.
    expect(readTo(7)).toEqual([
      [1, null],
      [0, null],
      [1, null],
    ]);
    expect(readTo(5)).toEqual([
      [1, null],
      [0, 2],
      [1, 14],
    ]);
    expect(readTo(8)[0]).toEqual([null, null]);
    expect(readTo(8)[1]).toEqual([0, null]);
    expect(readTo(9)[1]).toEqual([null, null]);
  });

  test.each<[string, readonly (number | undefined)[], (number | null)[]]>([
    ['six days ago', [NOW - 24 * 6 * HOUR], [1, 1, null, null]],
    ['seven days ago', [NOW - 24 * 7 * HOUR], [1, 1, 2, null]],
    ['seven days ago, but from another shop today', [NOW - 24 * 7 * HOUR, NOW - HOUR], [null, null, null, null]],
    ['never without gaps', [undefined], [null, null, null, null]],
  ])('are unknown for days before the first read: %s', (_, since, expected) => {
    const { sales } = kept(
      { orders: [sold(5), sold(30), sold(24 * 40)] },
      [],
      since.map(() => NOW),
      since,
    );
    expect(Object.values(sales.USD!).map(({ orders }) => orders)).toEqual(expected);
  });

  test('are known for days that all shops have read', () => {
    const read = { first: '2025-03-01', last: '2025-03-09' };
    const isRead = (...period: string[]) => areRead(period, read);
    expect([isRead('2025-03-09'), isRead('2025-03-10')]).toEqual([true, false]);
    expect([isRead('2025-02-28', '2025-03-01'), isRead('2025-03-01', '2025-03-08')]).toEqual([false, true]);
  });

  test('include ads only for days after the first read, and as far as all shops were read', () => {
    const days = Array.from({ length: 40 }, (_, index) => new Date(NOW - index * 24 * HOUR).toISOString().slice(0, 10));
    const ads = days.map((day) => adDay(day, { spend: 2 }));
    const spent = (...given: [readTo?: readonly number[], since?: readonly number[]]) =>
      Object.values(kept({ ads }, [], ...given).sales.USD!).map(({ adSpend }) => adSpend);
    expect(spent()).toEqual([2, 2, 14, 60]);
    expect(spent([NOW], [NOW - 24 * 8 * HOUR])).toEqual([2, 2, 14, null]);
    expect(spent([NOW, NOW - 24 * 3 * HOUR])).toEqual([null, null, null, null]);
  });

  test('are separate per currency, with the currency with more orders first', () => {
    const cad = { currencyCode: 'CAD' };
    const { sales } = kept({ orders: [sold(5), sold(4, cad), sold(3, cad), sold(2, cad), sold(24 * 9)] });
    expect(Object.entries(sales).map(([currency, { today }]) => [currency, today.orders])).toEqual([
      ['CAD', 3],
      ['USD', 1],
    ]);
  });

  test('include ads only for days that were read; longer periods may lack today', () => {
    const days = Array.from({ length: 14 }, (_, index) => new Date(NOW - (index + 1) * 24 * HOUR).toISOString());
    const ads = days.map((at) => adDay(at.slice(0, 10), { spend: 2, sales: 10 }));
    const { sales } = kept({ ads });
    expect(sales.USD).toMatchObject({
      today: { adSpend: null, acos: null, sales: null },
      yesterday: { adSpend: 2, acos: 0.2 },
      last7: { adSpend: 12, acos: 0.2, change: { adSpend: null, acos: 0 } },
      last30: { adSpend: null },
    });
  });

  test('include the ads of a day only after it was read completely', () => {
    const days = [24, 48].map((hours) => new Date(NOW - hours * HOUR).toISOString().slice(0, 10));
    const ads = days.map((day) => adDay(day, { spend: 2 }));
    const read = (hoursAgo: number) => kept({ ads, asOf: NOW - hoursAgo * HOUR }, [], [NOW - hoursAgo * HOUR]);
    expect(read(1).sales.USD!.yesterday.adSpend).toBe(2);
    expect(read(20).sales.USD!.yesterday.adSpend).toBeNull();
  });

  test.each<[string, string, string, string, string, readonly (number | null)[]]>([
    ['Tokyo: yesterday continues in Pacific time', 'Asia/Tokyo', '10T00:00', '10T00:00', '03-09', [null, null, 12]],
    ['Berlin: yesterday continues in Pacific time', 'Europe/Berlin', '10T06:00', '10T06:00', '03-09', [null, null, 12]],
    ['Tokyo: yesterday has ended', 'Asia/Tokyo', '10T08:00', '10T08:00', '03-10', [2, 2, 14]],
    ['Tokyo: yesterday was read before it ended', 'Asia/Tokyo', '10T08:00', '10T06:00', '03-09', [null, null, null]],
    ['Honolulu: today has ended in Pacific time', 'Pacific/Honolulu', '10T07:30', '10T07:15', '03-09', [2, 2, 14]],
    ['Honolulu: today was not read', 'Pacific/Honolulu', '10T07:30', '09T09:00', '03-08', [null, 2, 12]],
  ])('include ads by the Pacific day in %s', (_, zone, now, readTo, last, expected) => {
    const days = Array.from({ length: 40 }, (_, ago) => new Date(Date.parse(`2025-${last}`) - ago * 24 * HOUR));
    const book = bookWith({ zone, ads: days.map((each) => adDay(each.toISOString().slice(0, 10), { spend: 2 })) });
    const [at, to] = [now, readTo].map((each) => Date.parse(`2025-03-${each}:00Z`)) as [number, number];
    const ages = [{ table: 'Ad performance', sellerId: 'A006', at, read: [0, to] as const }];
    const facts = factsOf(workbookFor(book, { now: at, ages }));
    const { USD } = keptFigures(facts, salesByDay(facts)).sales;
    expect([USD!.today, USD!.yesterday, USD!.last7].map(({ adSpend }) => adSpend)).toEqual(expected);
  });

  test('include ads only for days on which the ads of all shops were read', () => {
    const days = Array.from({ length: 40 }, (_, index) => new Date(NOW - index * 24 * HOUR).toISOString().slice(0, 10));
    const ads = days.map((day) => adDay(day, { spend: 2 }));
    const others = days.slice(0, 10).map((day) => adDay(day, { spend: 1, sellerId: 'B1' }));
    expect(kept({ ads: [...ads, ...others] }).sales.USD).toMatchObject({
      last7: { adSpend: 21 },
      last30: { adSpend: null },
    });
  });

  test('have no ACoS without ad sales', () => {
    const { sales } = kept({
      ads: [adDay(new Date(NOW - 24 * HOUR).toISOString().slice(0, 10), { spend: 2, sales: 0 })],
    });
    expect(sales.USD!.yesterday).toMatchObject({ adSpend: 2, acos: null });
  });

  const week = [5, 24 * 2, 24 * 9, 24 * 40].map((hours) => sold(hours));
  const costs = [
    { itemNumber: '9SI1', currency: 'USD', units: 8, cost: 4, feePercent: 10, shipCost: 1 },
    { itemNumber: '9SI2', currency: 'USD', units: 3 },
    { itemNumber: '9SI3', currency: 'USD', units: 0 },
    { itemNumber: 'Total', currency: 'USD', units: 11 },
  ];

  test('show profit after an item has a cost, and how many sold items have a cost', () => {
    const without = kept({ orders: week }, [
      { itemNumber: '9SI1', currency: 'USD', units: 8 },
      // A number that the user typed into the total.
      { itemNumber: 'Total', currency: 'USD', units: 8, cost: 0 },
    ]);
    expect(without.sales.USD!.today).not.toHaveProperty('profit');
    expect(without.sales.USD!.last7.change).not.toHaveProperty('profit');
    expect(figureLabel('profit', without.sales.USD!)).toBeUndefined();
    const { sales, coverage } = kept({ orders: week }, costs);
    // 20.50 less a fee of 2.05 and 2 units at 5.
    expect(sales.USD).toMatchObject({
      today: { profit: 8.45 },
      yesterday: { profit: 0 },
      last7: { profit: 16.9, change: { profit: 1 } },
      last30: { profit: 25.35, change: { profit: null } },
    });
    expect(figureLabel('profit', sales.USD!)).toBe('Estimated profit before ads');
    expect(coverage.costs).toEqual({ read: 1, of: 2 });
    expect(figureNotes(figures({ kept: { coverage } }))).toEqual([
      'Estimated profit covers 1 of 2 sold items; no cost is entered for the others.',
    ]);
  });

  test('show profit only in currencies in which an item has a cost', () => {
    const { sales } = kept({ orders: [...week, sold(3, { currencyCode: 'CAD' })] }, costs);
    expect(sales.USD!.today.profit).toBe(8.45);
    expect(sales.CAD!.today.orders).toBe(1);
    expect(sales.CAD!.today).not.toHaveProperty('profit');
  });

  test('show profit after ad spend if the shop advertises, and no profit for days without ad data', () => {
    const ads = Array.from({ length: 14 }, (_, index) =>
      adDay(new Date(NOW - (index + 1) * 24 * HOUR).toISOString().slice(0, 10), { spend: 2, sales: 10 }),
    );
    const { sales } = kept({ orders: week, ads }, costs);
    expect(sales.USD).toMatchObject({
      today: { profit: null },
      yesterday: { profit: -2 },
      last7: { profit: 4.9, change: { profit: null } },
      last30: { profit: null },
    });
    expect(figureLabel('profit', sales.USD!)).toBe('Estimated profit');
  });

  test('are compared with the previous period', () => {
    const { sales } = kept({ orders: [sold(5), sold(24 * 7), sold(24 * 8), sold(24 * 30)] });
    expect(sales.USD!.last7).toMatchObject({ orders: 1, change: { orders: -0.5, refunds: null } });
  });
});
