/** Keeps Today and the hidden sheet behind it: made once with charts, then only cells that differ are written. */
import type { Store } from '../../protocol/store.ts';
import { stored } from '../../protocol/stored.ts';
import { type Cell, sameCell } from '../../tables/cells.ts';
import { columnNumber } from '../../tables/formula-text.ts';
import { startOfDay } from '../../tables/zone.ts';
import {
  DATA_COLUMNS,
  DAYS,
  dataColumn,
  FACTS,
  type Fact,
  FORMULAS_AT,
  factRow,
  formatOf,
  headerAt,
  INSTANT,
  PLAIN,
  TODAY,
  TODAY_DATA,
  VALUE_COLUMNS,
  type ValueColumn,
  VOIDS_AT,
} from './data-columns.ts';
import { dataFormulas, standingOf } from './data-formulas.ts';
import type { Content, LaidCell, LaidSheets, Layout } from './laid-sheets.ts';
import type { News, TodayFacts } from './today-facts.ts';
import { todayLayout } from './today-layout.ts';

interface TodayPorts {
  readonly laid: LaidSheets;
  readonly document: Store;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly zone: string;
}

/**
 * Until when Today shows what changed, in epoch milliseconds: whoever checks the box has seen no more than that. Once it
 * is stored, a missing sheet is one that a person deleted.
 */
const shownAt = stored<number | undefined>('today', 1, undefined);

/** At the end of a run. */
export function updateToday(ports: TodayPorts, facts: TodayFacts): void {
  const { laid, document, now } = ports;
  if (shownAt.read(document) === undefined) {
    makeToday(ports, facts);
    return;
  }
  if (laid.idOf(TODAY) === undefined || laid.idOf(TODAY_DATA) === undefined) return;
  renewData(ports, facts);
  shownAt.write(document, now);
}

/** What is left of a former one goes. */
export function makeToday(ports: TodayPorts, facts: TodayFacts): void {
  const { laid, document, now, zone } = ports;
  for (const tab of [TODAY, TODAY_DATA]) if (laid.idOf(tab) !== undefined) laid.remove(tab);
  const values = valuesAt(facts, now);
  const today = todayLayout(
    values.tables.map(({ label }) => label),
    values.kinds,
  );
  // A formula that is written before the sheet that it refers to is there stays an error. Google shows the last one made.
  for (const tab of [TODAY_DATA, TODAY]) laid.lay(tab, { cells: [], widths: [] });
  const { row, column } = today.checkbox!;
  const tick = `='${TODAY}'!$${'ABC'[column - 1]}$${row}`;
  laid.lay(TODAY_DATA, dataLayout(values, tick, zone));
  laid.lay(TODAY, today);
  shownAt.write(document, now);
}

/** The next run makes it where it is missing. */
export function forgetToday(document: Store): void {
  shownAt.remove(document);
}

function valuesAt(facts: TodayFacts, seen: number): DataValues {
  return { ...facts, seen, news: facts.newsSince(seen), standing: standingOf(facts.findings) };
}

function renewData({ laid, document, now, zone }: TodayPorts, facts: TodayFacts): void {
  const before = laid.read(TODAY_DATA);
  const at = (row: number, column: number) => before[row - 1]?.[column - 1] ?? '';
  const amount = dataColumn('amount');
  const known = at(factRow('Seen'), amount);
  const isSeen = at(2, dataColumn('tick')) === true;
  const seen = isSeen || !(known instanceof Date) ? (shownAt.read(document) ?? now) : known.getTime();
  const values = valuesAt(facts, seen);
  const isOther = (row: number, column: number, content: Content) => !sameCell(at(row, column), content, zone);

  const cells = valueCells(values, zone);
  const others = VALUE_COLUMNS.flatMap((_, index) =>
    cells.some((line, row) => isOther(row + 1, index + 1, line[index]!)) ? [index] : [],
  );
  // One write, of the columns from the first to the last that differ.
  if (others.length > 0) {
    const [first, last] = [others[0]!, others[others.length - 1]!];
    laid.write(
      TODAY_DATA,
      1,
      first + 1,
      cells.map((line) => line.slice(first, last + 1)),
    );
  }
  renewVoids(laid, before, voidCells(values), isOther);
  if (isOther(factRow('Findings stand'), amount, values.standing)) {
    const tick = laid.formulaOf(TODAY_DATA, 2, dataColumn('tick'));
    laid.write(TODAY_DATA, 1, FORMULAS_AT, dataFormulas(values, tick));
  }
  if (isSeen) untick(laid);
}

function renewVoids(
  laid: LaidSheets,
  before: readonly (readonly Content[])[],
  voids: readonly (readonly Content[])[],
  isOther: (row: number, column: number, content: Content) => boolean,
): void {
  const column = dataColumn(VOIDS_AT);
  const rows = Math.max(voids.length, before.length);
  const cells = Array.from({ length: rows }, (_, row) => voids[row] ?? ['']);
  const last = cells.reduce((found, [content], row) => (isOther(row + 1, column, content!) ? row : found), -1);
  if (last < 0) return;
  const first = cells.findIndex(([content], row) => isOther(row + 1, column, content!));
  laid.write(TODAY_DATA, first + 1, column, cells.slice(first, last + 1));
}

/** The formula behind follows the box wherever the person moved it. */
function untick(laid: LaidSheets): void {
  const formula = laid.formulaOf(TODAY_DATA, 2, dataColumn('tick'));
  const [, letters, row] = /!\$?([A-Z]+)\$?(\d+)$/.exec(formula) ?? [];
  if (letters && row) laid.write(TODAY, Number(row), columnNumber(letters), [[false]]);
}

/** What Today shows after a run. */
interface DataValues extends Omit<TodayFacts, 'newsSince'> {
  /** Epoch milliseconds. */
  readonly seen: number;
  readonly news: News;
  /** Where the columns of Findings are, as the formulas know them. */
  readonly standing: string;
}

/** Facts that are instants. */
const INSTANTS: readonly Fact[] = ['Seen', 'Clocks change'];

/** `tick` is the formula that repeats the checkbox of Today. */
function dataLayout(values: DataValues, tick: string, zone: string): Layout {
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
function voidCells({ voidsAt }: DataValues): readonly (readonly Content[])[] {
  return [[headerAt(VOIDS_AT)], ...voidsAt.map((at) => [instant(at)])];
}

/** With the headers, all rows of the same length. */
function valueCells(values: DataValues, zone: string): readonly (readonly Cell[])[] {
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
