/** The sheet Today: what was read when, what there is to do and what it is worth, the worst first; charts at the right. */
import {
  BANDS,
  DAYS,
  type DataColumn,
  dataCell,
  dataColumn,
  type Fact,
  factCell,
  INSTANT,
  LISTED,
  MONEY,
  PLAIN,
  TODAY_DATA,
  WORDS,
} from './data-columns.ts';
import type { LaidCell, LaidChart, LaidRule, Layout, Look } from './laid-sheets.ts';
import { tiles } from './tiles.ts';

/** Three columns fit into a telephone's width. */
const WIDTHS = [60, 188, 78];

const COUNT = '#,##0';
const HOURS = '0.0" h";"passed"';
const DAY = 'yyyy-mm-dd';

/** Of rows, in pixels: those above the list are told, so that charts stand where they are meant to. */
const [SMALL, WIDE, HIGH, TALL] = [21, 30, 36, 64];

const [BLUE, ORANGE, GREEN, RED] = ['#4285f4', '#e8710a', '#34a853', '#c5221f'];
/** Of a chart, in pixels: all three are seen at once beside the list. */
const [WIDTH, HEIGHT] = [640, 186];

const SOFT: Look = { size: 9, color: '#50565e' };
const TILE: Look = { background: '#f8f9fa' };
const SUM: Look = { isBold: true, background: '#e8f0fe' };
const HEAD: Look = { size: 9, isBold: true, color: '#50565e', background: '#f1f3f4' };
const LINK: Look = { color: '#0b57d0' };
const RIGHT: Look = { align: 'right' };

type Line = readonly [LaidCell, LaidCell, LaidCell];

/** Rows that belong together, and when some of their cells stand out. */
interface Section {
  readonly lines: readonly Line[];
  readonly height?: number;
  readonly hasCheckbox?: true;
  /** `when` is given the number of the first row. */
  readonly rules?: readonly {
    readonly left: number;
    readonly right: number;
    readonly tone: LaidRule['tone'];
    when(row: number): string;
    /** How many of the rows; all unless told. */
    readonly rows?: number;
  }[];
}

/** `tables` are those whose age is told, as on the sheet behind, and so are the `kinds`. */
export function todayLayout(tables: readonly string[], kinds: readonly string[]): Layout {
  const sections: readonly Section[] = [
    {
      height: HIGH,
      lines: [[cell('Today', PLAIN, { size: 18, isBold: true }), BLANK, cell('=TODAY()', DAY, SOFT, RIGHT)]],
    },
    ages(tables),
    tileLines(kinds),
    sumLine(kinds.length),
    seenLine(),
    list(),
    rest(kinds.length),
  ];
  const starts = sections.map(
    (_, index) => 1 + sections.slice(0, index).reduce((sum, { lines }) => sum + lines.length, 0),
  );
  const checkbox = sections.findIndex(({ hasCheckbox }) => hasCheckbox);
  const heights = sections.flatMap(({ lines, height }) => lines.map(() => height));
  return {
    cells: sections.flatMap(({ lines }) => lines),
    widths: WIDTHS,
    heights,
    checkbox: { row: starts[checkbox]!, column: 1 },
    rules: sections.flatMap(({ lines, rules = [] }, index) => {
      const top = starts[index]!;
      return rules.map(({ left, right, tone, when, rows = lines.length }) => ({
        area: { top, bottom: top + rows - 1, left, right },
        when: when(top),
        tone,
      }));
    }),
    charts: todayCharts(WIDTHS.length + 1, heights),
  };
}

function cell(content: LaidCell['content'], format: string = PLAIN, ...looks: readonly Look[]): LaidCell {
  return { content, format, ...(looks.length === 0 ? {} : { look: Object.assign({}, ...looks) as Look }) };
}

const BLANK = cell('');

const DELETED = 'The sheet Findings is not there. In the menu, Make Today and Findings again brings it back.';

/** A cell of the sheet behind. */
function behind(column: DataColumn, row: number): string {
  return `'${TODAY_DATA}'!${dataCell(column, row)}`;
}

function fact(name: Fact): string {
  return `'${TODAY_DATA}'!${factCell(name)}`;
}

/** A link to a row of Findings. */
function linkTo(row: string, label: string): string {
  return `HYPERLINK(${behind('link', 2)}&${row},${label})`;
}

const ALL_OPEN = behind('allOpen', 2);

/** A person may have deleted the sheet Findings. */
const IS_GONE = `${ALL_OPEN}<0`;

/** A 0 would say that there is nothing to do. */
function known(count: string): string {
  return `IF(${IS_GONE},"?",${count})`;
}

function sumOf(column: DataColumn, kinds: number): string {
  return Array.from({ length: kinds }, (_, index) => behind(column, index + 2)).join('+');
}

function ages(tables: readonly string[]): Section {
  return {
    height: SMALL,
    lines: tables.map((label, index) => {
      const at = behind('asOf', index + 2);
      return [
        cell(label, PLAIN, SOFT),
        cell(`=IF(${at}="","not read yet",${at})`, INSTANT, SOFT, { align: 'left' }),
        cell(`=${behind('late', index + 2)}`, WORDS, SOFT, RIGHT),
      ];
    }),
    rules: [{ left: 1, right: 3, tone: 'open', when: (row) => `=$C${row}="late"` }],
  };
}

/** Where nobody tells when orders are voided, none that is known is not a 0. */
function tileLines(kinds: readonly string[]): Section {
  const isUntold = `${behind('open', kinds.indexOf('no-hours') + 2)}>0`;
  const figure: Look = { size: 14, isBold: true };
  return {
    height: WIDE,
    lines: tiles.map((tile, index) => {
      const [count, row, money] = [
        behind('tileCount', index + 2),
        behind('tileRow', index + 2),
        behind('tileMoney', index + 2),
      ];
      const label = `"${tile.label}"`;
      const shown = 'within' in tile ? `IF(AND(${count}=0,${isUntold}),"?",${count})` : count;
      const says = index === 0 ? `IF(${isUntold},"Void times need version 313",${label})` : label;
      return [
        cell(`=${known(shown)}`, COUNT, TILE, RIGHT, figure),
        cell(`=${linkTo(row, says)}`, WORDS, TILE, LINK),
        cell(`=IF(${money}=0,"",${money})`, MONEY, TILE, RIGHT),
      ];
    }),
    // Only where the hours are running. COUNTIF, because a text is greater than any number.
    rules: [
      {
        ...{ left: 1, right: 3, tone: 'bad', when: (row) => `=COUNTIF($A${row},">0")>0` },
        rows: tiles.filter((tile) => 'within' in tile).length,
      },
    ],
  };
}

function sumLine(kinds: number): Section {
  const count = cell(`=${known(sumOf('open', kinds))}`, COUNT, SUM, RIGHT, { size: 14 });
  const money = cell(`=IF(${IS_GONE},"",${sumOf('counted', kinds)})`, MONEY, SUM, RIGHT);
  return { height: WIDE, lines: [[count, cell('In all, counted once', PLAIN, SUM), money]] };
}

const NEWS: readonly (readonly [name: Fact, one: string, many: string])[] = [
  ['Orders new', ' new order', ' new orders'],
  ['Orders changed', ' order changed', ' orders changed'],
  ['Stock to zero', ' stock fell to zero', ' stocks fell to zero'],
  ['Prices moved', ' price moved', ' prices moved'],
];

/** What the person has not seen yet, and the box by which they say that they have. */
function seenLine(): Section {
  const parts = NEWS.map(
    ([name, one, many]) => `IF(${fact(name)}=0,"",${fact(name)}&IF(${fact(name)}=1,"${one}","${many}"))`,
  );
  const news = `IF(${NEWS.map(([name]) => fact(name)).join('+')}=0,"Nothing new",TEXTJOIN(", ",1,${parts.join(',')}))`;
  const text = `=${news}&" since "&TEXT(${fact('Seen')},"${INSTANT}")&". Tick when seen."`;
  return {
    hasCheckbox: true,
    // Room for all four counts.
    height: TALL,
    lines: [[cell(false, PLAIN, { align: 'center' }), cell(text, WORDS, { wraps: true, size: 9 }), BLANK]],
  };
}

function list(): Section {
  const head: Line = [
    cell('Left', PLAIN, HEAD, RIGHT),
    cell('What needs you first', PLAIN, HEAD),
    cell('At risk', PLAIN, HEAD, RIGHT),
  ];
  const lines = Array.from({ length: LISTED }, (_, index): Line => {
    const at = (column: DataColumn) => behind(column, index + 2);
    const none = index === 0 ? `IF(${IS_GONE},"${DELETED}","Nothing needs you now.")` : '""';
    const link = linkTo(at('row'), `${at('what')}&IF(${at('rowLate')}="late"," (late data)","")`);
    return [
      cell(`=${at('hours')}`, HOURS, RIGHT, { isBold: true }),
      cell(`=IF(${at('row')}=0,${none},${link})`, WORDS, { wraps: true }),
      cell(`=${at('money')}`, MONEY, RIGHT),
    ];
  });
  const within = (hours: number) => (row: number) => `=AND($A${row}<>"",$A${row}<>"Left",$A${row}<=${hours})`;
  return {
    lines: [head, ...lines],
    rules: [
      { left: 1, right: 1, tone: 'bad', when: within(24) },
      { left: 1, right: 1, tone: 'open', when: within(48) },
    ],
  };
}

/** Findings that the list has no room for, and those that rest on data too old to be counted. */
function rest(kinds: number): Section {
  const more = linkTo('1', `"and "&(${ALL_OPEN}-${LISTED})&" more in Findings"`);
  const late = `MAX(0,${ALL_OPEN}-(${sumOf('open', kinds)}))`;
  const texts = [
    cell(`=IF(${ALL_OPEN}>${LISTED},${more},${linkTo('1', '"All of Findings"')})`, WORDS, LINK),
    cell(`=IF(${late}=0,"",${late}&" on late data, listed and not counted")`, WORDS, SOFT, { wraps: true }),
  ];
  return { lines: texts.map((text): Line => [BLANK, text, BLANK]) };
}

/** One below the other from this column on, each at the first row below the one before. */
function todayCharts(column: number, heights: readonly (number | undefined)[]): readonly LaidChart[] {
  const over = (from: DataColumn, to: DataColumn, rows: number) => ({
    of: TODAY_DATA,
    areas: [{ top: 1, bottom: rows + 1, left: dataColumn(from), right: dataColumn(to) }],
    ...{ width: WIDTH, height: HEIGHT },
  });
  const byDay = { isTwofold: true } as const;
  const [orders, ads] = [over('day', 'value', DAYS), over('adDay', 'acos', DAYS)];
  const charts: readonly Omit<LaidChart, 'at'>[] = [
    { ...orders, ...byDay, title: 'Orders and their value a day', colors: [BLUE, ORANGE], axes: ['Orders', 'Value'] },
    { ...ads, ...byDay, title: 'Ad spend and ACoS a day', colors: [GREEN, RED], axes: ['Spend', 'ACoS'] },
    {
      ...over('band', 'bandOrders', BANDS.length + 1),
      ...{ title: 'Open orders by hours left', colors: [BLUE], axes: ['Orders'] },
    },
  ];
  let row = 1;
  return charts.map((chart) => {
    const at = { row, column };
    for (let room = 0; room < HEIGHT && heights[row - 1] !== undefined; row++) room += heights[row - 1]!;
    return { ...chart, at };
  });
}
