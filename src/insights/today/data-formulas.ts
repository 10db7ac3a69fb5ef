/** The formulas behind Today: what counts of Findings, which of them stand highest, and open orders by hours left. */
import { columnLetters } from '../../tables/formula-text.ts';
import {
  BANDS,
  DATA_WIDTH,
  type DataColumn,
  dataCell,
  dataColumn,
  FORMULAS_AT,
  factCell,
  LISTED,
  VOIDS_AT,
} from './data-places.ts';
import { type Tile, tiles } from './tiles.ts';

/** The sheet Findings as it stands. */
export interface FindingsPlace {
  readonly name: string;
  /** By which links know the sheet. */
  readonly id: number;
  /** From 1, by the id of the column. */
  readonly positions: ReadonlyMap<string, number>;
}

/** What the formulas read of Findings. */
const READ = ['rank', 'atRisk', 'counted', 'label', 'what', 'hoursLeft', 'kind', 'state', 'late'] as const;

/** Another one where the formulas here are others than those of a sheet that was made before. */
const VERSION = 3;

/** Another text where they stand otherwise: then the formulas are written again. */
export function standingOf({ name, id, positions }: FindingsPlace): string {
  return [VERSION, name, id, ...READ.map((column) => positions.get(column) ?? 0)].join(' ');
}

/** As many are open where the sheet Findings is deleted. */
const NOT_THERE = -1;

/** A column of Findings as a whole, so that a place in it is the number of a row. */
type Whole = (column: (typeof READ)[number]) => string;

interface Block {
  readonly column: DataColumn;
  readonly header: string;
  readonly rows: number;
  /** By the row that it stands in. */
  formula(row: number): string;
}

/** From the first column of formulas on, with their headers. */
export function dataFormulas(
  { name, id, positions }: FindingsPlace,
  kinds: readonly string[],
  tables: number,
): readonly (readonly string[])[] {
  const sheet = `'${name.replace(/'/g, "''")}'`;
  const whole: Whole = (column) => {
    const letters = columnLetters(positions.get(column) ?? 1);
    return `${sheet}!$${letters}:$${letters}`;
  };
  const blocks: readonly Block[] = [
    lateTables(tables),
    ...byKind(whole, kinds.length),
    ...byTile(whole, kinds),
    ...highest(whole),
    ...bands(),
    { column: 'link', header: 'Link', rows: 1, formula: () => `="#gid=${id}&range=A"` },
    {
      column: 'allOpen',
      header: 'All open',
      rows: 1,
      formula: () => `=IF(ISERROR(ROWS(${whole('state')})),${NOT_THERE},IFERROR(COUNTIFS(${whole('state')},"open"),0))`,
    },
  ];
  const longest = Math.max(...blocks.map(({ rows }) => rows));
  return Array.from({ length: longest + 1 }, (_, index) =>
    Array.from({ length: DATA_WIDTH - FORMULAS_AT + 1 }, (_, at) => {
      const block = blocks.find(({ column }) => dataColumn(column) === FORMULAS_AT + at);
      if (!block || index > block.rows) return '';
      return index === 0 ? block.header : block.formula(index + 1);
    }),
  );
}

/** Beyond the age that is allowed; a table that was never read is not late. */
function lateTables(rows: number): Block {
  return {
    column: 'late',
    header: 'Late',
    rows,
    formula: (row) => {
      const [at, allowed] = [dataCell('asOf', row), dataCell('allowed', row)];
      return `=IF(OR(${at}="",${allowed}=""),"",IF((NOW()-${at})*24>${allowed},"late",""))`;
    },
  };
}

/** Of each kind, what is open and rests on data that is young enough. */
function byKind(whole: Whole, rows: number): readonly Block[] {
  const counts = (row: number) => countedOnly(whole, row);
  const sum = (column: 'atRisk' | 'counted') => (row: number) => `=IFERROR(SUMIFS(${whole(column)},${counts(row)}),0)`;
  const block = (column: DataColumn, header: string, formula: Block['formula']) => ({
    column,
    header,
    rows,
    formula,
  });
  return [
    block('open', 'Open', (row) => `=IFERROR(COUNTIFS(${counts(row)}),0)`),
    block('atRisk', 'At risk', sum('atRisk')),
    block('counted', 'Counted', sum('counted')),
    block('worst', 'Worst rank', (row) => `=IFERROR(MINIFS(${whole('rank')},${counts(row)}),0)`),
  ];
}

/** Conditions that a finding of the kind in this row meets where it counts. */
function countedOnly(whole: Whole, row: number): string {
  return [`${whole('kind')},${dataCell('kind', row)}`, `${whole('state')},"open"`, `${whole('late')},"<>late"`].join(
    ',',
  );
}

function byTile(whole: Whole, kinds: readonly string[]): readonly Block[] {
  const rowOf = (kind: string) => kinds.indexOf(kind) + 2;
  const own: readonly (Tile | undefined)[] = tiles;
  const tileAt = (row: number) => own[row - 2]!;
  /** Kinds that no tile has to itself, and what of another one has more hours left than its tile counts. */
  const rest = (column: 'open' | 'atRisk', tile: 'tileCount' | 'tileMoney') => {
    const others = kinds.filter((kind) => !own.some((each) => each?.kind === kind));
    const widest = own.reduce((found, each, index) => (each?.within === undefined ? found : index), 0);
    const kind = own[widest]!.kind!;
    const parts = others.map((each) => dataCell(column, rowOf(each)));
    return `=ROUND(${[...parts, dataCell(column, rowOf(kind))].join('+')}-${dataCell(tile, widest + 2)},2)`;
  };
  const figure =
    (column: 'open' | 'atRisk', tile: 'tileCount' | 'tileMoney', within: (row: number) => string) => (row: number) => {
      const { kind, within: hours } = tileAt(row);
      if (kind === undefined) return rest(column, tile);
      return hours === undefined ? `=${dataCell(column, rowOf(kind))}` : within(row);
    };
  const counts = (row: number) => {
    const { kind, within } = tileAt(row);
    return `${countedOnly(whole, rowOf(kind!))},${whole('hoursLeft')},"<=${within}"`;
  };
  const block = (column: DataColumn, header: string, formula: Block['formula']) => ({
    column,
    header,
    rows: tiles.length,
    formula,
  });
  return [
    block('tile', 'Tile', (row) => tileAt(row).label),
    block(
      'tileCount',
      'Findings',
      figure('open', 'tileCount', (row) => `=IFERROR(COUNTIFS(${counts(row)}),0)`),
    ),
    block(
      'tileMoney',
      'At risk',
      figure('atRisk', 'tileMoney', (row) => `=IFERROR(SUMIFS(${whole('atRisk')},${counts(row)}),0)`),
    ),
    block('tileRow', 'Row of the worst', (row) => {
      const { kind } = tileAt(row);
      const shown = kind === undefined ? kinds.filter((each) => !own.some((tile) => tile?.kind === each)) : [kind];
      const ranks = shown.map((each) => dataCell('worst', rowOf(each)));
      // None has rank 0.
      const worst = shown.length === 1 ? ranks[0]! : leastOf(ranks);
      return `=IFERROR(MATCH(${worst},${whole('rank')},0),1)`;
    }),
  ];
}

/** No finding has that rank. */
const NOWHERE = '99999999';

/** The least that is over 0. */
function leastOf(cells: readonly string[]): string {
  return `MIN(${cells.map((cell) => `IF(${cell}=0,${NOWHERE},${cell})`).join(',')})`;
}

/** The findings that are open, by rank: each is looked for among those below the one before. */
function highest(whole: Whole): readonly Block[] {
  const open = `${whole('state')},"open"`;
  const rank = whole('rank');
  const block = (column: DataColumn, header: string, formula: Block['formula']) => ({
    column,
    header,
    rows: LISTED,
    formula,
  });
  const at = (row: number, then: string) => `=IF(${dataCell('row', row)}=0,"",${then})`;
  const of = (column: (typeof READ)[number], row: number) => `INDEX(${whole(column)},${dataCell('row', row)})`;
  const shown = (column: (typeof READ)[number]) => (row: number) =>
    at(row, `IFERROR(IF(${of(column, row)}="","",${of(column, row)}),"")`);
  return [
    block('rank', 'Rank', (row) => {
      if (row === 2) return `=IFERROR(MINIFS(${rank},${open}),0)`;
      const before = dataCell('rank', row - 1);
      return `=IF(${before}=0,0,IFERROR(MINIFS(${rank},${open},${rank},">"&${before}),0))`;
    }),
    block('row', 'Row', (row) => {
      const own = dataCell('rank', row);
      return `=IF(${own}=0,0,IFERROR(MATCH(${own},${rank},0),0))`;
    }),
    block('rowLate', 'Late', shown('late')),
    block('hours', 'Hours left', shown('hoursLeft')),
    block('what', 'What', (row) => at(row, `IFERROR(${of('label', row)}&": "&${of('what', row)},"")`)),
    block('money', 'At risk', shown('atRisk')),
  ];
}

/** The instants are in order: the place of a bound among them is how many lie within it. */
function bands(): readonly Block[] {
  const letters = columnLetters(dataColumn(VOIDS_AT));
  const within = (row: number) => `IFERROR(MATCH(${dataCell('until', row)},$${letters}$2:$${letters},1),0)`;
  const over = BANDS.length + 2;
  const labels = [
    'passed',
    ...BANDS.slice(1).map((hours, index) => `${BANDS[index]} to ${hours}`),
    `over ${BANDS[BANDS.length - 1]}`,
  ];
  return [
    {
      column: 'until',
      header: 'Until',
      rows: BANDS.length,
      formula: (row) => {
        const end = `NOW()+${BANDS[row - 2]}/24`;
        const [change, forward] = [factCell('Clocks change'), factCell('Hours that they go forward')];
        // An hour that comes twice, or is left out, is none of those that are left.
        const changed = `IF(${end}+${forward}/24<${change},MIN(${end},${change}),${end}+${forward}/24)`;
        return `=IF(OR(${change}="",${change}<=NOW()),${end},${changed})`;
      },
    },
    { column: 'band', header: 'Hours left', rows: labels.length, formula: (row) => labels[row - 2]! },
    {
      column: 'bandOrders',
      header: 'Open orders',
      rows: labels.length,
      formula: (row) => {
        if (row === 2) return `=${within(row)}`;
        if (row === over) return `=${factCell('Open orders that void')}-${within(row - 1)}`;
        return `=${within(row)}-${within(row - 1)}`;
      },
    },
  ];
}
