/** The formulas behind Today: what counts of Findings, which of them rank highest, and open orders by hours left. */
import { columnLetters } from '../../tables/formula-text.ts';
import {
  BANDS,
  dataCell,
  dataColumn,
  FORMULA_COLUMNS,
  type FormulaColumn,
  factCell,
  headerAt,
  LISTED,
  VOIDS_AT,
} from './data-columns.ts';
import { type Tile, tiles } from './tiles.ts';
import type { FindingsPlace, TodayFacts } from './today-facts.ts';

/** What the formulas read of Findings. */
const READ = ['rank', 'atRisk', 'counted', 'label', 'what', 'hoursLeft', 'kind', 'state', 'late'] as const;

/** To be raised when the formulas here change: they are then written again on sheets that were made before. */
const VERSION = 3;

/** The formulas are written again when this changes. */
export function standingOf({ name, id, positions }: FindingsPlace): string {
  return [VERSION, name, id, ...READ.map((column) => positions.get(column) ?? 0)].join(' ');
}

/** The number of open findings once the sheet Findings is deleted. */
const NOT_THERE = -1;

/** A whole column of Findings: a place in it is the number of a row. */
type Whole = (column: (typeof READ)[number]) => string;

type Formula = (row: number) => string;

/** Columns with formulas in so many rows, from row 2 on. */
interface Block {
  readonly rows: number;
  readonly formulas: { readonly [C in FormulaColumn]?: Formula };
}

/** From the first column of formulas on, with their headers. */
export function dataFormulas(
  { findings: { name, id, positions }, kinds, tables }: Pick<TodayFacts, 'findings' | 'kinds' | 'tables'>,
  tick: string,
): readonly (readonly string[])[] {
  const sheet = `'${name.replace(/'/g, "''")}'`;
  const whole: Whole = (column) => {
    const letters = columnLetters(positions.get(column) ?? 1);
    return `${sheet}!$${letters}:$${letters}`;
  };
  const state = whole('state');
  const blocks: readonly Block[] = [
    { rows: tables.length, formulas: { late: lateTable } },
    byKind(whole, kinds.length),
    byTile(whole, kinds),
    highest(whole),
    ...bands(),
    {
      rows: 1,
      formulas: {
        link: () => `="#gid=${id}&range=A"`,
        allOpen: () => `=IF(ISERROR(ROWS(${state})),${NOT_THERE},IFERROR(COUNTIFS(${state},"open"),0))`,
        tick: () => tick,
      },
    },
  ];
  const longest = Math.max(...blocks.map(({ rows }) => rows));
  return Array.from({ length: longest + 1 }, (_, index) =>
    FORMULA_COLUMNS.map((column) => {
      if (index === 0) return headerAt(column);
      const block = blocks.find(({ rows, formulas }) => index <= rows && column in formulas);
      return block?.formulas[column]?.(index + 1) ?? '';
    }),
  );
}

/** Older than allowed; a table that was never read is not late. */
function lateTable(row: number): string {
  const [at, allowed] = [dataCell('asOf', row), dataCell('allowed', row)];
  return `=IF(OR(${at}="",${allowed}=""),"",IF((NOW()-${at})*24>${allowed},"late",""))`;
}

/** Open findings of each kind whose data is recent enough. */
function byKind(whole: Whole, rows: number): Block {
  const counts = (row: number) => countedOnly(whole, row);
  const sum = (column: 'atRisk' | 'counted') => (row: number) => `=IFERROR(SUMIFS(${whole(column)},${counts(row)}),0)`;
  return {
    rows,
    formulas: {
      open: (row) => `=IFERROR(COUNTIFS(${counts(row)}),0)`,
      atRisk: sum('atRisk'),
      counted: sum('counted'),
      worst: (row) => `=IFERROR(MINIFS(${whole('rank')},${counts(row)}),0)`,
    },
  };
}

/** Conditions that a finding of the kind in this row meets if it counts. */
function countedOnly(whole: Whole, row: number): string {
  return `${whole('kind')},${dataCell('kind', row)},${whole('state')},"open",${whole('late')},"<>late"`;
}

function byTile(whole: Whole, kinds: readonly string[]): Block {
  const own: readonly Tile[] = tiles;
  const rowOf = (kind: string) => kinds.indexOf(kind) + 2;
  const tileAt = (row: number) => own[row - 2]!;
  const others = kinds.filter((kind) => !own.some((tile) => tile.kind === kind));
  /** Kinds without a tile, and findings with more hours left than the widest tile of their kind counts. */
  const rest = (column: 'open' | 'atRisk', tile: 'tileCount' | 'tileMoney') => {
    const widest = own.reduce((found, each, index) => (each.within === undefined ? found : index), 0);
    const parts = [...others, own[widest]!.kind!].map((kind) => dataCell(column, rowOf(kind)));
    return `=ROUND(${parts.join('+')}-${dataCell(tile, widest + 2)},2)`;
  };
  const figure =
    (column: 'open' | 'atRisk', tile: 'tileCount' | 'tileMoney', within: (conditions: string) => string): Formula =>
    (row) => {
      const { kind, within: hours } = tileAt(row);
      if (kind === undefined) return rest(column, tile);
      if (hours === undefined) return `=${dataCell(column, rowOf(kind))}`;
      return `=IFERROR(${within(`${countedOnly(whole, rowOf(kind))},${whole('hoursLeft')},"<=${hours}"`)},0)`;
    };
  return {
    rows: own.length,
    formulas: {
      tile: (row) => tileAt(row).label,
      tileCount: figure('open', 'tileCount', (conditions) => `COUNTIFS(${conditions})`),
      tileMoney: figure('atRisk', 'tileMoney', (conditions) => `SUMIFS(${whole('atRisk')},${conditions})`),
      tileRow: (row) => {
        const { kind } = tileAt(row);
        const ranks = (kind === undefined ? others : [kind]).map((each) => dataCell('worst', rowOf(each)));
        // A kind without findings has rank 0.
        const worst = ranks.length === 1 ? ranks[0]! : leastOf(ranks);
        return `=IFERROR(MATCH(${worst},${whole('rank')},0),1)`;
      },
    },
  };
}

/** No finding has that rank. */
const NOWHERE = '99999999';

/** The smallest one above 0. */
function leastOf(cells: readonly string[]): string {
  return `MIN(${cells.map((cell) => `IF(${cell}=0,${NOWHERE},${cell})`).join(',')})`;
}

/** The open findings by rank: each is looked up among those after the previous one. */
function highest(whole: Whole): Block {
  const open = `${whole('state')},"open"`;
  const rank = whole('rank');
  const at = (row: number, then: string) => `=IF(${dataCell('row', row)}=0,"",${then})`;
  const of = (column: (typeof READ)[number], row: number) => `INDEX(${whole(column)},${dataCell('row', row)})`;
  const shown =
    (column: (typeof READ)[number]): Formula =>
    (row) =>
      at(row, `IFERROR(IF(${of(column, row)}="","",${of(column, row)}),"")`);
  return {
    rows: LISTED,
    formulas: {
      rank: (row) => {
        if (row === 2) return `=IFERROR(MINIFS(${rank},${open}),0)`;
        const before = dataCell('rank', row - 1);
        return `=IF(${before}=0,0,IFERROR(MINIFS(${rank},${open},${rank},">"&${before}),0))`;
      },
      row: (row) => {
        const own = dataCell('rank', row);
        return `=IF(${own}=0,0,IFERROR(MATCH(${own},${rank},0),0))`;
      },
      rowLate: shown('late'),
      hours: shown('hoursLeft'),
      what: (row) => at(row, `IFERROR(${of('label', row)}&": "&${of('what', row)},"")`),
      money: shown('atRisk'),
    },
  };
}

/** The instants are in order: the place of a bound among them is how many lie within it. */
function bands(): readonly Block[] {
  const letters = columnLetters(dataColumn(VOIDS_AT));
  const within = (row: number) => `IFERROR(MATCH(${dataCell('until', row)},$${letters}$2:$${letters},1),0)`;
  const last = BANDS.length - 1;
  const labels = [
    'passed',
    ...BANDS.slice(1).map((hours, index) => `${BANDS[index]} to ${hours}`),
    `over ${BANDS[last]}`,
  ];
  const [change, forward] = [factCell('Clocks change'), factCell('Hours that they go forward')];
  const until: Formula = (row) => {
    const end = `NOW()+${BANDS[row - 2]}/24`;
    // An hour that repeats or is skipped when clocks change is not an hour left.
    const changed = `IF(${end}+${forward}/24<${change},MIN(${end},${change}),${end}+${forward}/24)`;
    return `=IF(OR(${change}="",${change}<=NOW()),${end},${changed})`;
  };
  const bandOrders: Formula = (row) => {
    if (row === 2) return `=${within(row)}`;
    return `=${row === last + 3 ? factCell('Open orders that void') : within(row)}-${within(row - 1)}`;
  };
  return [
    { rows: BANDS.length, formulas: { until } },
    { rows: labels.length, formulas: { band: (row) => labels[row - 2]!, bandOrders } },
  ];
}
