/** Expected content of Today: tiles from findings, and sales per period from the tables. */
import type { Moment } from './orders.ts';
import type { FoundRow } from './rows.ts';
import { cents, count, dayIn, instant, type Line, type Sheets, text } from './sheets.ts';

const DAY = 86_400_000;

const TILES: readonly (readonly [id: string, kinds: readonly string[]])[] = [
  ...['due-today', 'overdue', 'void-soon', 'cannot-ship', 'out-of-stock', 'ads-without-stock', 'above-featured'].map(
    (kind) => [kind, [kind]] as const,
  ),
  ['data-problems', ['mismatch', 'late-data']],
];

interface TileView {
  readonly id: string;
  readonly count: number | null;
  readonly money: number | null;
  readonly currency: string;
}

export function tileText({ id, count, money, currency }: TileView): string {
  return `${id} ${count} ${money === null ? null : Math.round(money * 100)} ${currency}`;
}

/** Assumes that all data was read. Rows without an amount are in the `usual` currency. */
export function tilesOf(rows: readonly FoundRow[], usual: string): readonly string[] {
  return TILES.flatMap(([id, kinds]) => {
    const own = rows.filter((row) => row.kinds.some((kind) => kinds.includes(kind)));
    const currencies = [...new Set(own.map(({ currency = usual }) => currency))].sort();
    return (own.length === 0 ? [usual] : currencies).map((each) => {
      const same = own.filter(({ currency = usual }) => currency === each);
      return `${id} ${same.length} ${same.reduce((sum, { atRisk = 0 }) => sum + atRisk, 0)} ${each}`;
    });
  });
}

/** Currencies of orders and ads; the one with the most orders in the last 60 days comes first. */
export function currenciesOf(sheets: Sheets, { now, zone }: Moment): readonly string[] {
  const first = dayIn(zone, Date.parse(`${dayIn(zone, now)}T12:00:00Z`) - 59 * DAY);
  const orders = sheets('Orders').filter((order) => count(order, 'Order status') !== 4);
  const recent = (currency: string) =>
    orders.filter((order) => currencyOf(order) === currency && dayIn(zone, instant(order, 'Order date')!) >= first)
      .length;
  const all = new Set([...orders.map(currencyOf), ...(sheets('Ad performance').length > 0 ? ['USD'] : [])]);
  return [...all].sort((one, other) => recent(other) - recent(one) || (one === 'USD' ? -1 : 1));
}

const currencyOf = (order: Line) => text(order, 'Currency code') || 'USD';

const PERIODS = { today: [0, 1], yesterday: [1, 1], last7: [0, 7], last30: [0, 30] } as const;
const FIGURES = ['sales', 'orders', 'units', 'refunds', 'adSpend', 'acos'] as const;

type Figures = { readonly [F in (typeof FIGURES)[number]]: number | null };

/** One string per currency and period, for comparison. */
export function bandOf(sales: { readonly [currency: string]: { readonly [period: string]: Figures } }) {
  return Object.entries(sales).flatMap(([currency, periods]) =>
    Object.entries(periods).map(([period, figures]) => {
      const parts = FIGURES.map((figure) => {
        const value = figures[figure];
        return value === null ? '–' : figure === 'acos' ? value.toFixed(4) : value.toFixed(2);
      });
      return [currency, period, ...parts].join(' ');
    }),
  );
}

export function salesOf(sheets: Sheets, moment: Moment): readonly string[] {
  return currenciesOf(sheets, moment).flatMap((currency) => salesIn(currency, sheets, moment));
}

function salesIn(currency: string, sheets: Sheets, { now, zone }: Moment): readonly string[] {
  const own = new Set(
    sheets('Orders').flatMap((order) => (currencyOf(order) === currency ? [text(order, 'Order number')] : [])),
  );
  const voided = new Set(
    sheets('Orders').flatMap((order) => (count(order, 'Order status') === 4 ? [text(order, 'Order number')] : [])),
  );
  const days = new Map(
    sheets('Orders').map((order) => [text(order, 'Order number'), dayIn(zone, instant(order, 'Order date')!)]),
  );
  const first = [...days.values()].sort()[0]!;
  // Ads have no currency field; their amounts are in U.S. dollars.
  const adRows = (currency === 'USD' ? sheets('Ad performance') : []).map((row) => ({
    row,
    day: dayIn(zone, instant(row, 'From date')!),
  }));
  const adDays = adRows.map(({ day }) => day).sort();
  const noon = Date.parse(`${dayIn(zone, now)}T12:00:00Z`);
  return Object.entries(PERIODS).map(([period, [ago, length]]) => {
    const from = new Date(noon - (ago + length - 1) * DAY).toISOString().slice(0, 10);
    const to = new Date(noon - ago * DAY).toISOString().slice(0, 10);
    const isIn = (day: string) => day >= from && day <= to;
    const orders = sheets('Orders').filter(
      (order) =>
        isIn(days.get(text(order, 'Order number'))!) &&
        !voided.has(text(order, 'Order number')) &&
        own.has(text(order, 'Order number')),
    );
    const lines = sheets('Order lines').filter((line) => {
      const order = text(line, 'Order number');
      return isIn(days.get(order)!) && own.has(order) && !voided.has(order) && count(line, 'Status') !== 3;
    });
    const ads = adRows.filter(({ day }) => isIn(day)).map(({ row }) => row);
    const total = (rows: typeof lines, header: string) => rows.reduce((sum, row) => sum + cents(row, header), 0) / 100;
    const [spend, adSales] = [total(ads, 'Spend'), total(ads, 'Sales')];
    const figures: Figures = {
      sales: total(lines, 'Extend unit price'),
      orders: orders.length,
      units: lines.reduce((sum, line) => sum + count(line, 'Ordered qty'), 0),
      refunds: orders.reduce((sum, order) => sum + Math.abs(cents(order, 'Refund amount')), 0) / 100,
      adSpend: spend,
      acos: adSales > 0 ? spend / adSales : null,
    };
    // Days of ads end in Pacific time. Of those that have not ended, only today is shown, and longer periods need none.
    const isOpen = (day: string) => day === dayIn(zone, now) || day >= dayIn('America/Los_Angeles', now);
    const isShown = length > 1 || ago === 0 || !isOpen(to);
    let needed = Date.parse(to);
    while (length > 1 && isOpen(new Date(needed).toISOString().slice(0, 10))) needed -= DAY;
    const areAdsRead =
      isShown && adDays.length > 0 && adDays[0]! <= from && Date.parse(adDays[adDays.length - 1]!) >= needed;
    const isCovered = from > first;
    const parts = FIGURES.map((figure) => {
      const isKnown = figure === 'adSpend' || figure === 'acos' ? areAdsRead : isCovered;
      const value = figures[figure];
      return !isKnown || value === null ? '–' : value.toFixed(figure === 'acos' ? 4 : 2);
    });
    return [currency, period, ...parts].join(' ');
  });
}
