/** The hidden sheet behind Today: values written by runs on the left, live formulas on the right. */
import { daysLater } from '../../protocol/dates.ts';
import { plural } from '../../protocol/lists.ts';
import { HOUR } from '../../protocol/time.ts';
import type { Cell } from '../../tables/cells.ts';
import { columnLetters } from '../../tables/formula-text.ts';
import { headerOf } from '../../tables/header.ts';
import { spokenTime, startOfDay } from '../../tables/zone.ts';
import { currencySign, moneyText, USUAL_CURRENCY } from '../money.ts';
import { addressOf, patternOf, type TablePlace } from '../workbook.ts';
import { figureNotes, isAllRead, LISTED, type ToDo, type TodayFigures, tiles } from './figures.ts';
import { areRead, FIGURES, type Figure, figureLabel, type PeriodFigures, type SalesByDay } from './sales-band.ts';

export const TODAY = 'Today';
export const TODAY_DATA = 'Today data';

export const PLAIN = 'General';
/** Number format for text formulas. Without one, Google copies the format of the referenced cells. */
export const WORDS = '0';
export const MONEY = '#,##0.00';
export const COUNT = '#,##0';
export const SHARE = '0.0%';
const INSTANT = 'yyyy-mm-dd hh:mm';
const CHART_DAY = 'mmm d';

export interface TodayContent {
  readonly figures: TodayFigures;
  readonly days: SalesByDay;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly zone: string;
  /** Auto-void times of open orders. */
  readonly voidsAt: readonly number[];
  /** Items for the charts; empty if the report doesn't exist. */
  readonly ranked: { readonly [R in Ranking]: readonly Ranked[] };
  /** Undefined if the Findings sheet was deleted. */
  readonly findings: FindingsPlace | undefined;
  placeOf(table: string): TablePlace | undefined;
}

export type Ranking = 'stock' | 'most' | 'least';
export type Ranked = readonly [label: string, value: number];

export interface FindingsPlace extends TablePlace {
  /** The sheet's name in formulas, such as `'Findings'`. */
  readonly sheet: string;
  readonly positions: ReadonlyMap<string, number>;
}

const FACTS = ['Updated', 'Seen', 'News', 'More', 'Note', 'At risk in', 'Formulas for'] as const;
type Fact = (typeof FACTS)[number];

const VALUES = {
  ageLabel: PLAIN,
  hoursAllowed: PLAIN,
  coverage: PLAIN,
  fact: PLAIN,
  amount: PLAIN,
  asOf: INSTANT,
  bandLabel: PLAIN,
  today: PLAIN,
  yesterday: PLAIN,
  last7: PLAIN,
  change7: PLAIN,
  last30: PLAIN,
  change30: PLAIN,
  tile: PLAIN,
  isRead: PLAIN,
  tileKey: PLAIN,
  tilePattern: PLAIN,
  what: PLAIN,
  deadline: INSTANT,
  lateAt: INSTANT,
  atRisk: MONEY,
  table: PLAIN,
  key: PLAIN,
  pattern: PLAIN,
  day: CHART_DAY,
  sales: MONEY,
  orders: '0',
  adDay: CHART_DAY,
  adSpend: MONEY,
  acos: SHARE,
  band: PLAIN,
  bandOrders: '0',
  stockItem: PLAIN,
  daysOfStock: '0.0',
  mostItem: PLAIN,
  mostProfit: MONEY,
  leastItem: PLAIN,
  leastProfit: MONEY,
} as const;

const FORMULAS = {
  now: INSTANT,
  age: WORDS,
  tileCount: COUNT,
  tileMoney: MONEY,
  tileLink: WORDS,
  link: WORDS,
  findingsLink: WORDS,
  seen: WORDS,
} as const;

export type ValueColumn = keyof typeof VALUES;
export type FormulaColumn = keyof typeof FORMULAS;

const FORMATS = { ...VALUES, ...FORMULAS };

export const VALUE_COLUMNS = Object.keys(VALUES) as readonly ValueColumn[];
export const FORMULA_COLUMNS = Object.keys(FORMULAS) as readonly FormulaColumn[];

export const FORMULAS_AT = VALUE_COLUMNS.length + 2;

export function dataColumn(column: ValueColumn | FormulaColumn): number {
  const value = VALUE_COLUMNS.indexOf(column as ValueColumn);
  return value >= 0 ? value + 1 : FORMULAS_AT + FORMULA_COLUMNS.indexOf(column as FormulaColumn);
}

export function formatOf(column: ValueColumn | FormulaColumn, row: number): string {
  if (column === 'amount' && row === factRow('Seen')) return INSTANT;
  return row === 1 ? PLAIN : FORMATS[column];
}

/** Returns a reference on the same sheet, such as `$B$2`. */
export function dataCell(column: ValueColumn | FormulaColumn, row: number): string {
  return `$${columnLetters(dataColumn(column))}$${row}`;
}

export function factRow(fact: Fact): number {
  return FACTS.indexOf(fact) + 2;
}

export const DAYS = 30;
/** Upper bounds, in hours, for the chart of open orders. The last band is unbounded. */
const BANDS = [0, 6, 12, 24, 48] as const;
export const BAND_ROWS = BANDS.length + 1;
export const RANKED = 10;
export const MOST_CURRENCIES = 3;

export function bandRow(currency: number): number {
  return 2 + currency * (FIGURES.length + 1);
}

const NOT_READ = '–';

/** Returns headers and value cells. `seen`: when the user last checked the box. */
export function valueCells(content: TodayContent, seen: number): readonly (readonly Cell[])[] {
  const { figures, days, today, zone, voidsAt } = content;
  const { freshness, doFirst, at } = figures;
  const currencies = Object.keys(figures.sales).slice(0, MOST_CURRENCIES);
  const [usual = USUAL_CURRENCY] = currencies;
  const bands = currencies.flatMap((currency) => [
    [currency, ...Array<Cell>(6).fill('')],
    ...FIGURES.map((figure) => bandLine(figures.sales[currency]!, figure)),
  ]);
  const band = (index: number) => bands.map((line) => line[index]!);
  const distinct = tiles.map(({ id }) => figures.tiles.find((each) => each.id === id)!);
  const chartDays = (ago: number) =>
    Array.from({ length: DAYS }, (_, index) => daysLater(today, index + 1 - DAYS - ago));
  const sumsOf = (currency: string, day: string) => days.currencies.get(currency)?.get(day);
  const isRead = (day: string) => areRead([day], days.orders);
  const dates = (of: readonly string[]) => of.map((day) => new Date(startOfDay(day, zone)));
  const [orderDays, adDays] = [chartDays(0), chartDays(1)];
  const facts: { readonly [F in Fact]: Cell } = {
    Updated: `Updated ${spokenTime(at, zone)}.`,
    Seen: instant(seen),
    News: newsText(figures, seen, zone),
    More: figures.open > doFirst.length ? `and ${figures.open - doFirst.length} more` : 'All findings',
    Note: figureNotes(figures).join(' '),
    'At risk in': usual,
    'Formulas for': formulasFor(content),
  };
  const labels = (of: Ranking) => content.ranked[of].map(([label]) => label);
  const values = (of: Ranking) => content.ranked[of].map(([, value]) => value);
  const columns: { readonly [C in ValueColumn]: readonly Cell[] } = {
    ageLabel: freshness.map(({ label }) => label),
    asOf: freshness.map(({ asOf }) => instant(asOf)),
    hoursAllowed: freshness.map(({ hoursAllowed }) => hoursAllowed),
    coverage: freshness.map(({ part }) => part),
    fact: FACTS,
    amount: FACTS.map((fact) => facts[fact]),
    ...{ bandLabel: band(0), today: band(1), yesterday: band(2), last7: band(3), change7: band(4) },
    ...{ last30: band(5), change30: band(6) },
    tile: distinct.map(({ label }) => label),
    isRead: distinct.map(({ count }) => (count === null ? 0 : 1)),
    tileKey: distinct.map(({ rowKey = '' }) => rowKey),
    tilePattern: distinct.map(({ rowKey }) => patternOf(rowKey) ?? ''),
    what: doFirst.length > 0 ? doFirst.map(listedText) : [nothingText(content)],
    deadline: doFirst.map(({ deadline }) => instant(deadline)),
    lateAt: doFirst.map(({ lateAt }) => instant(lateAt)),
    atRisk: doFirst.map(({ atRisk, currency }) => {
      if (atRisk === null) return '';
      return currency === null || currency === usual ? atRisk : moneyText(Math.round(atRisk * 100), currency);
    }),
    table: doFirst.map(({ link }) => link.table),
    key: doFirst.map(({ link }) => link.key ?? ''),
    pattern: doFirst.map(({ link }) => link.pattern ?? ''),
    day: dates(orderDays),
    sales: orderDays.map((day) => (isRead(day) ? (sumsOf(usual, day)?.sales ?? 0) / 100 : '')),
    orders: orderDays.map((day) => (isRead(day) ? (sumsOf(usual, day)?.orders ?? 0) : '')),
    adDay: dates(adDays),
    adSpend: adDays.map((day) => (areRead([day], days.ads) ? (sumsOf(USUAL_CURRENCY, day)?.adSpend ?? 0) / 100 : '')),
    acos: adDays.map((day) => {
      const { adSpend = 0, adSales = 0 } = sumsOf(USUAL_CURRENCY, day) ?? {};
      return adSales > 0 ? adSpend / adSales : '';
    }),
    band: ['passed', ...BANDS.slice(1).map((hours, index) => `${BANDS[index]}–${hours} h`), `over ${BANDS[4]} h`],
    bandOrders: bandCounts(voidsAt, at),
    ...{ stockItem: labels('stock'), daysOfStock: values('stock') },
    ...{ mostItem: labels('most'), mostProfit: values('most') },
    ...{ leastItem: labels('least'), leastProfit: values('least') },
  };
  return Array.from({ length: DAYS + 1 }, (_, row) =>
    VALUE_COLUMNS.map((column) => (row === 0 ? headerOf(column) : (columns[column][row - 1] ?? ''))),
  );
}

function bandLine(periods: TodayFigures['sales'][string], figure: Figure): readonly Cell[] {
  const { today, yesterday, last7, last30 } = periods;
  const label = figureLabel(figure, periods);
  if (label === undefined) return Array<Cell>(7).fill('');
  const of = (period: PeriodFigures) => period[figure] ?? NOT_READ;
  const change = (period: PeriodFigures) => period.change?.[figure] ?? '';
  return [label, of(today), of(yesterday), of(last7), change(last7), of(last30), change(last30)];
}

function newsText({ firstSeen }: TodayFigures, seen: number, zone: string) {
  const news = firstSeen.filter((at) => at > seen).length;
  const text = news === 0 ? 'No new findings' : plural(news, 'new finding');
  return `${text} since ${spokenTime(seen, zone)}. Check to mark as seen.`;
}

/** Characters per line in *Do first*. Each of its rows fits two lines. */
const LINE = 64;

/** Puts the record on a second line if each part fits on one line. */
function listedText({ what, record }: ToDo) {
  return `${what}${Math.max(what.length, record.length) > LINE ? ' ' : '\n'}${record}`;
}

function nothingText({ figures, findings, zone }: TodayContent) {
  if (!findings) return 'The Findings sheet was deleted. In the menu, choose Make Today and Findings again.';
  return isAllRead(figures)
    ? `All clear. ${spokenTime(figures.at, zone)}`
    : 'No findings so far; some data is missing.';
}

function bandCounts(voidsAt: readonly number[], now: number): readonly number[] {
  const counts = Array<number>(BAND_ROWS).fill(0);
  for (const at of voidsAt) {
    const band = BANDS.findIndex((hours) => at - now <= hours * HOUR);
    counts[band < 0 ? BANDS.length : band]!++;
  }
  return counts;
}

/** Increment this when formulas change, to update existing sheets. */
const VERSION = 5;

function formulasFor(content: TodayContent) {
  const { findings, figures } = content;
  const tables = [...new Set(figures.doFirst.map(({ link }) => link.table))];
  const addresses = tables.map((table) => `${table} ${content.placeOf(table)?.address()}`);
  const rows = figures.doFirst.map(({ link }) => tables.indexOf(link.table)).join('');
  const own = findings && [findings.sheet, findings.address(), ...[...findings.positions].map(([, at]) => at)];
  return [VERSION, ...currenciesOf(figures), rows, ...addresses, ...(own ?? [])].join(' ');
}

function currenciesOf({ tiles }: TodayFigures): readonly string[] {
  return [...new Set(tiles.map(({ currency }) => currency))].sort();
}

/** Returns headers and formulas. `seen`: the formula that mirrors Today's checkbox. */
export function formulaCells(content: TodayContent, seen: string): readonly (readonly string[])[] {
  const { figures, findings } = content;
  const columns: { readonly [C in FormulaColumn]: readonly string[] } = {
    now: ['=NOW()'],
    age: figures.freshness.map((_, index) => ageFormula(index + 2)),
    tileCount: tiles.map((_, index) => tileFormulas(content, index).count),
    tileMoney: tiles.map((_, index) => tileFormulas(content, index).money),
    tileLink: tiles.map((_, index) =>
      findings ? linkFormula(findings, dataCell('tileKey', index + 2), dataCell('tilePattern', index + 2)) : '',
    ),
    link: figures.doFirst.map(({ link }, index) => {
      const place = content.placeOf(link.table);
      return place ? linkFormula(place, dataCell('key', index + 2), dataCell('pattern', index + 2)) : '';
    }),
    findingsLink: [findings ? `=${findings.address()}1"` : ''],
    seen: [seen],
  };
  return Array.from({ length: LISTED + 1 }, (_, row) =>
    FORMULA_COLUMNS.map((column) => (row === 0 ? headerOf(column) : (columns[column][row - 1] ?? ''))),
  );
}

function linkFormula(place: TablePlace, key: string, pattern: string) {
  return `=IF(${key}="",${place.address()}1",${addressOf(place, key, pattern)})`;
}

function ageFormula(row: number) {
  const [label, at, allowed, coverage] = [
    dataCell('ageLabel', row),
    dataCell('asOf', row),
    dataCell('hoursAllowed', row),
    dataCell('coverage', row),
  ];
  const hours = `(${dataCell('now', 2)}-${at})*24`;
  const ago = `IF(${hours}<1,ROUND(${hours}*60,0)&" min",IF(${hours}<48,ROUND(${hours},0)&" h",ROUND(${hours}/24,0)&" days"))`;
  const late = `IF(${hours}>${allowed}," (late)","")`;
  const part = (before: string, after: string) => `IF(${coverage}="","","${before}"&${coverage}&"${after}")`;
  const [reason, share] = [part(': ', ''), part('', ', ')];
  return `=IF(${at}="",${label}&" not pulled yet"&${reason}&".",${label}&" "&${share}&${ago}&" ago"&${late}&".")`;
}

/** Counts open findings whose data is current. Shows a dash if no data was read or Findings was deleted. */
function tileFormulas(
  { findings, figures }: TodayContent,
  index: number,
): { readonly [N in 'count' | 'money']: string } {
  if (!findings) return { count: NOT_READ, money: '' };
  const row = index + 2;
  const whole = (column: string) => {
    const letters = columnLetters(findings.positions.get(column) ?? 1);
    return `${findings.sheet}!$${letters}:$${letters}`;
  };
  const conditions = (kind: string) =>
    `${whole('kinds')},"*${kind}*",${whole('state')},"open",${whole('late')},"<>late"`;
  const kinds: readonly string[] = tiles[index]!.kinds;
  const counts = kinds.map((kind) => `COUNTIFS(${conditions(kind)})`).join('+');
  const sums = (more: string) =>
    `IFERROR(${kinds.map((kind) => `SUMIFS(${whole('atRisk')},${conditions(kind)}${more})`).join('+')},0)`;
  const currencies = currenciesOf(figures);
  const each = currencies.map((currency) => {
    const sum = sums(`,${whole('currency')},"${currency}"`);
    return `IF(${sum}=0,"","${currencySign(currency)}"&TEXT(${sum},"${MONEY}"))`;
  });
  const total = currencies.length > 1 ? `TEXTJOIN(" + ",1,${each.join(',')})` : sums('');
  return {
    count: `=IF(OR(${dataCell('isRead', row)}=0,ISERROR(ROWS(${whole('state')}))),"${NOT_READ}",IFERROR(${counts},0))`,
    money: `=IF(${dataCell('tileCount', row)}="${NOT_READ}","",${total})`,
  };
}

/** Cells store whole seconds. */
function instant(at: number | null): Cell {
  return at === null ? '' : new Date(Math.floor(at / 1000) * 1000);
}
