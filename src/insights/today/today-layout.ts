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
    title(),
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

/** The sheet Findings, which a person may have deleted. */
const isGone = (): string => `${behind('allOpen', 2)}<0`;

/** A 0 would say that there is nothing to do. */
function known(count: string): string {
  return `IF(${isGone()},"?",${count})`;
}

function sumOf(column: DataColumn, kinds: number): string {
  return Array.from({ length: kinds }, (_, index) => behind(column, index + 2)).join('+');
}

function title(): Section {
  const name = cell('Today', PLAIN, { size: 18, isBold: true });
  return { height: HIGH, lines: [[name, BLANK, cell('=TODAY()', DAY, SOFT, RIGHT)]] };
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
  return {
    height: WIDE,
    lines: tiles.map((tile, index) => {
      const at = (column: DataColumn) => behind(column, index + 2);
      const [count, label] = [at('tileCount'), `"${tile.label}"`];
      const why = `IF(${isUntold},"Void times need version 313",${label})`;
      const needsHours = 'within' in tile;
      return [
        cell(`=${known(needsHours ? `IF(AND(${count}=0,${isUntold}),"?",${count})` : count)}`, COUNT, TILE, RIGHT, {
          size: 14,
          isBold: true,
        }),
        cell(`=${linkTo(at('tileRow'), index === 0 ? why : label)}`, WORDS, TILE, LINK),
        cell(`=IF(${at('tileMoney')}=0,"",${at('tileMoney')})`, MONEY, TILE, RIGHT),
      ];
    }),
    rules: [
      {
        left: 1,
        right: 3,
        tone: 'bad',
        // The hours are running.
        rows: tiles.filter((tile) => 'within' in tile).length,
        // A text is greater than any number.
        when: (row) => `=COUNTIF($A${row},">0")>0`,
      },
    ],
  };
}

function sumLine(kinds: number): Section {
  return {
    height: WIDE,
    lines: [
      [
        cell(`=${known(sumOf('open', kinds))}`, COUNT, SUM, RIGHT, { size: 14 }),
        cell('In all, counted once', PLAIN, SUM),
        cell(`=IF(${isGone()},"",${sumOf('counted', kinds)})`, MONEY, SUM, RIGHT),
      ],
    ],
  };
}

/** What the person has not seen yet, and the box by which they say that they have. */
function seenLine(): Section {
  const part = (name: Fact, one: string, many: string) =>
    `IF(${fact(name)}=0,"",${fact(name)}&IF(${fact(name)}=1,"${one}","${many}"))`;
  const news = [
    part('Orders new', ' new order', ' new orders'),
    part('Orders changed', ' order changed', ' orders changed'),
    part('Stock to zero', ' stock fell to zero', ' stocks fell to zero'),
    part('Prices moved', ' price moved', ' prices moved'),
  ].join(',');
  const since = `TEXT(${fact('Seen')},"${INSTANT}")`;
  const any = (['Orders new', 'Orders changed', 'Stock to zero', 'Prices moved'] as const).map(fact).join('+');
  return {
    hasCheckbox: true,
    // Room for all four counts.
    height: TALL,
    lines: [
      [
        cell(false, PLAIN, { align: 'center' }),
        cell(`=IF(${any}=0,"Nothing new",TEXTJOIN(", ",1,${news}))&" since "&${since}&". Tick when seen."`, WORDS, {
          wraps: true,
          size: 9,
        }),
        BLANK,
      ],
    ],
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
    const late = `IF(${at('rowLate')}="late"," (late data)","")`;
    const none = index === 0 ? `IF(${isGone()},"${DELETED}","Nothing needs you now.")` : '""';
    return [
      cell(`=${at('hours')}`, HOURS, RIGHT, { isBold: true }),
      cell(`=IF(${at('row')}=0,${none},${linkTo(at('row'), `${at('what')}&${late}`)})`, WORDS, {
        wraps: true,
      }),
      cell(`=${at('money')}`, MONEY, RIGHT),
    ];
  });
  return {
    lines: [head, ...lines],
    rules: [
      { left: 1, right: 1, tone: 'bad', when: (row) => `=AND($A${row}<>"",$A${row}<>"Left",$A${row}<=24)` },
      { left: 1, right: 1, tone: 'open', when: (row) => `=AND($A${row}<>"",$A${row}<>"Left",$A${row}<=48)` },
    ],
  };
}

/** Findings that the list has no room for, and those that rest on data too old to be counted. */
function rest(kinds: number): Section {
  const all = behind('allOpen', 2);
  const late = `MAX(0,${all}-(${sumOf('open', kinds)}))`;
  return {
    lines: [
      [
        BLANK,
        cell(
          `=IF(${all}>${LISTED},${linkTo('1', `"and "&(${all}-${LISTED})&" more in Findings"`)},${linkTo('1', '"All of Findings"')})`,
          WORDS,
          LINK,
        ),
        BLANK,
      ],
      [
        BLANK,
        cell(`=IF(${late}=0,"",${late}&" on late data, listed and not counted")`, WORDS, SOFT, {
          wraps: true,
        }),
        BLANK,
      ],
    ],
  };
}

const [BLUE, ORANGE, GREEN, RED] = ['#4285f4', '#e8710a', '#34a853', '#c5221f'];

/** In pixels: all three are seen at once beside the list. */
const [WIDTH, HEIGHT] = [640, 186];

/** One below the other from this column on, each at the first row below the one before. */
export function todayCharts(column: number, heights: readonly (number | undefined)[]): readonly LaidChart[] {
  const block = (from: DataColumn, to: DataColumn, rows: number) => ({
    of: TODAY_DATA,
    areas: [{ top: 1, bottom: rows + 1, left: dataColumn(from), right: dataColumn(to) }],
  });
  const charts: readonly Omit<LaidChart, 'at' | 'width' | 'height'>[] = [
    {
      ...block('day', 'value', DAYS),
      title: 'Orders and their value a day',
      isTwofold: true,
      colors: [BLUE, ORANGE],
      axes: ['Orders', 'Value'],
    },
    {
      ...block('adDay', 'acos', DAYS),
      title: 'Ad spend and ACoS a day',
      isTwofold: true,
      colors: [GREEN, RED],
      axes: ['Spend', 'ACoS'],
    },
    {
      ...block('band', 'bandOrders', BANDS.length + 1),
      title: 'Open orders by hours left',
      colors: [BLUE],
      axes: ['Orders'],
    },
  ];
  let row = 1;
  return charts.map((chart) => {
    const at = { row, column };
    for (let room = 0; room < HEIGHT && heights[row - 1] !== undefined; row++) room += heights[row - 1]!;
    return { ...chart, at, width: WIDTH, height: HEIGHT };
  });
}
