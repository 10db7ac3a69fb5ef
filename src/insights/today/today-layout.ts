/** Layout of the Today sheet: freshness, sales, tiles and *Do first*, with charts on the right. */
import { USUAL_CURRENCY } from '../money.ts';
import { LISTED, tiles } from './figures.ts';
import type { LaidCell, LaidChart, LaidRule, Layout, Look } from './laid-sheets.ts';
import { FIGURES, type Figure } from './sales-band.ts';
import {
  BAND_ROWS,
  bandRow,
  COUNT,
  DAYS,
  dataCell,
  dataColumn,
  type FormulaColumn,
  factRow,
  MONEY,
  MOST_CURRENCIES,
  PLAIN,
  RANKED,
  type Ranking,
  SHARE,
  TODAY_DATA,
  type TodayContent,
  type ValueColumn,
  WORDS,
} from './today-data.ts';

/** Column widths in pixels. All columns fit beside the sidebar at 1280 pixels; the first two fit a 390-pixel phone. */
const WIDTHS = [56, 384, 79, 79, 79, 79, 79, 79];

const HOURS = '0.0" h";"passed"';
const CHANGE = '+0%;-0%;0%';

/** Row heights in pixels: Google's default, which needs no call, and list rows, which have two lines of text. */
const [GIVEN, LIST_ROW] = [21, 33];

const [BLUE, ORANGE, GREEN, RED] = ['#4285f4', '#e8710a', '#34a853', '#c5221f'];
/** Chart size in pixels. Two charts beside the list fit on a 900-pixel-high screen. */
const [WIDTH, HEIGHT] = [370, 182];
/** Number of rows that a chart covers: the list's header and five of its lines, or six lines. */
const CHART_ROWS = 6;
/** Columns where charts start: beside the list, visible with the sidebar open, and right of all cells. */
const [BESIDE_LIST, RIGHTMOST] = [4, WIDTHS.length + 1];

const SOFT: Look = { size: 9, color: '#50565e' };
const HEAD: Look = { size: 9, isBold: true, color: '#50565e', background: '#f1f3f4' };
const TILE: Look = { background: '#f8f9fa' };
const LINK: Look = { color: '#0b57d0' };
const RIGHT: Look = { align: 'right' };

const DATA_DELETED = `The ${TODAY_DATA} sheet was deleted. The next run will recreate it.`;

type Line = readonly LaidCell[];

interface Row {
  readonly height: number;
  readonly cells: Line;
}

const TOP = { band: 3, tiles: 4 + FIGURES.length, list: 0, seen: 0 };
TOP.list = TOP.tiles + tiles.length / 2;
TOP.seen = TOP.list + LISTED + 3;

export const CHECKBOX = { row: TOP.seen, column: 1 };

export function todayLayout(): Layout {
  const rows: readonly Row[] = [
    row(GIVEN, cell('Today', PLAIN, { size: 12, isBold: true })),
    row(GIVEN, cell(`=IFERROR(${behind('amount', factRow('Updated'))}&${ages()},"${DATA_DELETED}")`, WORDS, SOFT)),
    ...band(0),
    ...tileRows(),
    ...list(),
    row(
      GIVEN,
      BLANK,
      cell(`=HYPERLINK(${behind('findingsLink', 2)},${behind('amount', factRow('More'))})`, WORDS, LINK),
    ),
    row(GIVEN, BLANK, cell(`=${behind('amount', factRow('Note'))}&""`, WORDS, SOFT)),
    row(GIVEN, cell(false, PLAIN, { align: 'center' }), cell(`=${behind('amount', factRow('News'))}`, WORDS, SOFT)),
    ...Array.from({ length: MOST_CURRENCIES - 1 }, (_, index) => [row(GIVEN), ...band(index + 1)]).flat(),
  ];
  return {
    cells: rows.map(({ cells }) => cells),
    widths: WIDTHS,
    heights: rows.map(({ height }) => height),
    checkbox: CHECKBOX,
    rules: rules(),
  };
}

function row(height: number, ...cells: Line): Row {
  return { height, cells: WIDTHS.map((_, index) => cells[index] ?? BLANK) };
}

/** Formulas are blank, except for the sentence in A2, while the sheet that they refer to is deleted. */
function cell(content: LaidCell['content'], format: string = PLAIN, ...looks: readonly Look[]): LaidCell {
  const isOpen = typeof content === 'string' && /^=(?!IFERROR)/.test(content);
  const closed = isOpen ? `=IFERROR(${content.slice(1)},"")` : content;
  return { content: closed, format, ...(looks.length === 0 ? {} : { look: Object.assign({}, ...looks) as Look }) };
}

const BLANK = cell('');

function behind(column: ValueColumn | FormulaColumn, row: number) {
  return `'${TODAY_DATA}'!${dataCell(column, row)}`;
}

function ages() {
  return [2, 3, 4, 5].map((row) => `" "&${behind('age', row)}`).join('&');
}

const PERIODS = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['last7', 'Last 7 days'],
  ['change7', 'change'],
  ['last30', 'Last 30 days'],
  ['change30', 'change'],
] as const satisfies readonly (readonly [ValueColumn, string])[];

function band(index: number): readonly Row[] {
  const top = bandRow(index);
  const currency = behind('bandLabel', top);
  const first = index === 0 ? `IF(${currency}="","Sales",` : `IF(${currency}="","",`;
  const header = (label: string) => (index === 0 ? label : `=IF(${currency}="","","${label}")`);
  const head = index === 0 ? HEAD : SOFT;
  return [
    row(
      GIVEN,
      cell(`=${first}"Sales in "&${currency})`, WORDS, head),
      cell('', PLAIN, head),
      ...PERIODS.map(([, label]) => cell(header(label), WORDS, head, RIGHT)),
    ),
    ...FIGURES.map((figure, line) => {
      const shown = (column: ValueColumn) => {
        const at = behind(column, top + 1 + line);
        return `=IF(${at}="","",${at})`;
      };
      return row(
        GIVEN,
        cell(shown('bandLabel'), WORDS),
        BLANK,
        ...PERIODS.map(([column]) =>
          column.startsWith('change')
            ? cell(shown(column), CHANGE, SOFT, RIGHT)
            : cell(shown(column), figureFormat(figure), RIGHT, figure === 'sales' ? { isBold: true } : {}),
        ),
      );
    }),
  ];
}

function figureFormat(figure: Figure): string {
  if (figure === 'acos') return SHARE;
  return figure === 'orders' || figure === 'units' ? COUNT : MONEY;
}

function tileRows(): readonly Row[] {
  const figure: Look = { isBold: true };
  const tileAt = (index: number) => {
    const [count, money, label, link] = (['tileCount', 'tileMoney', 'tile', 'tileLink'] as const).map((column) =>
      behind(column, index + 2),
    );
    return {
      count: cell(`=${count}`, COUNT, TILE, RIGHT, figure),
      label: cell(`=HYPERLINK(${link},${label})`, WORDS, TILE, LINK),
      money: cell(`=IF(${money}=0,"",${money})`, MONEY, TILE, RIGHT),
    };
  };
  const blank = cell('', PLAIN, TILE);
  return Array.from({ length: tiles.length / 2 }, (_, line) => {
    const [left, right] = [tileAt(2 * line), tileAt(2 * line + 1)];
    return row(GIVEN, left.count, left.label, left.money, right.count, right.label, blank, right.money, blank);
  });
}

function list(): readonly Row[] {
  return [
    row(
      GIVEN,
      cell('Left', PLAIN, HEAD, RIGHT),
      cell('Do first', PLAIN, HEAD),
      cell(`="At risk, "&${behind('amount', factRow('At risk in'))}`, WORDS, HEAD, RIGHT),
    ),
    ...Array.from({ length: LISTED }, (_, index) => {
      const at = (column: ValueColumn | FormulaColumn) => behind(column, index + 2);
      const now = behind('now', 2);
      const late = `IF(${at('lateAt')}="","",IF(${at('lateAt')}<${now}," (late data)",""))`;
      const text = `${at('what')}&${late}`;
      return row(
        LIST_ROW,
        cell(`=IF(${at('deadline')}="","",(${at('deadline')}-${now})*24)`, HOURS, RIGHT, { isBold: true }),
        cell(`=IF(${at('what')}="","",IF(${at('link')}="",${text},HYPERLINK(${at('link')},${text})))`, WORDS, {
          wraps: true,
          size: 9,
        }),
        cell(`=IF(${at('atRisk')}="","",${at('atRisk')})`, MONEY, RIGHT),
      );
    }),
  ];
}

function rules(): readonly LaidRule[] {
  const tileArea = (left: number, right: number) => ({ top: TOP.tiles, bottom: TOP.list - 1, left, right });
  const isNone = (column: string) => `=OR($${column}${TOP.tiles}=0,$${column}${TOP.tiles}="–")`;
  const hours = { top: TOP.list + 1, bottom: TOP.list + LISTED, left: 1, right: 1 };
  const within = (most: number) => `=AND($A${hours.top}<>"",$A${hours.top}<=${most})`;
  return [
    { area: tileArea(1, 3), when: isNone('A'), tone: 'over' },
    { area: tileArea(4, 8), when: isNone('D'), tone: 'over' },
    { area: hours, when: within(24), tone: 'bad' },
    { area: hours, when: within(48), tone: 'open' },
  ];
}

/** Item charts appear once their report has rows. */
export function todayCharts(content: TodayContent): readonly LaidChart[] {
  const chart = (
    [row, column]: readonly [number, number],
    title: string,
    [from, to, rows]: readonly [ValueColumn, ValueColumn, number],
    colors: readonly string[],
    axes: readonly string[],
  ): LaidChart => ({
    of: TODAY_DATA,
    area: { top: 1, bottom: rows + 1, left: dataColumn(from), right: dataColumn(to) },
    ...{ title, colors, axes, width: WIDTH, height: HEIGHT, at: { row, column } },
    ...(axes.length > 1 ? { isTwofold: true } : {}),
  });
  const [usual = USUAL_CURRENCY] = Object.keys(content.figures.sales);
  const { list } = TOP;
  const ofItems: { readonly [R in Ranking]: LaidChart } = {
    stock: chart([list, RIGHTMOST], 'Fewest days of stock', ['stockItem', 'daysOfStock', RANKED], [BLUE], ['Days']),
    most: chart(
      [list + CHART_ROWS, RIGHTMOST],
      'Most profit before ads',
      ['mostItem', 'mostProfit', RANKED],
      [GREEN],
      [usual],
    ),
    least: chart(
      [list + 2 * CHART_ROWS, RIGHTMOST],
      'Least profit before ads',
      ['leastItem', 'leastProfit', RANKED],
      [RED],
      [usual],
    ),
  };
  const daily = [`Sales, ${usual}`, 'Orders'];
  const ofAds = [`Spend, ${USUAL_CURRENCY}`, 'ACoS'];
  return [
    chart([list, BESIDE_LIST], 'Sales and orders per day', ['day', 'orders', DAYS], [BLUE, ORANGE], daily),
    chart([list + CHART_ROWS, BESIDE_LIST], 'Ad spend and ACoS per day', ['adDay', 'acos', DAYS], [GREEN, RED], ofAds),
    chart([1, RIGHTMOST], 'Open orders by hours left', ['band', 'bandOrders', BAND_ROWS], [BLUE], ['Orders']),
    ...(Object.keys(ofItems) as Ranking[]).flatMap((name) => (content.ranked[name].length > 0 ? [ofItems[name]] : [])),
  ];
}
