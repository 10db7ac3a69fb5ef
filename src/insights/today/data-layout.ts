/** The hidden sheet behind Today as a whole. */
import { dataFormulas, type FindingsPlace } from './data-formulas.ts';
import {
  DATA_WIDTH,
  type DataColumn,
  dataColumn,
  type Fact,
  FORMULAS_AT,
  factRow,
  VALUE_COLUMNS,
  VOIDS_AT,
} from './data-places.ts';
import { type DataValues, instant, VALUE_FORMATS, valueCells } from './data-values.ts';
import type { Content, LaidCell, Layout } from './laid-sheets.ts';

const INSTANT = 'yyyy-mm-dd hh:mm';
const MONEY = '#,##0.00';
const PLAIN = 'General';

/** Of formulas that give words: a format is told all the same, or Google takes over that of what they refer to. */
const WORDS = '0';

const FORMULA_FORMATS: { readonly [C in DataColumn]?: string } = {
  late: WORDS,
  open: '0',
  atRisk: MONEY,
  counted: MONEY,
  worst: '0',
  tile: PLAIN,
  tileCount: '0',
  tileMoney: MONEY,
  tileRow: '0',
  rank: '0',
  row: '0',
  rowLate: WORDS,
  hours: '0.0',
  what: WORDS,
  money: MONEY,
  until: INSTANT,
  band: PLAIN,
  bandOrders: '0',
  link: WORDS,
  allOpen: '0',
  tick: WORDS,
};

/** Facts that are instants. */
const INSTANTS: readonly Fact[] = ['Seen', 'Clocks change'];

export function dataLayout(values: DataValues, findings: FindingsPlace, tick: string, zone: string): Layout {
  const left = valueCells(values, zone);
  const right = formulaCells(values, findings, tick);
  const voids = voidCells(values);
  const rows = Math.max(left.length, right.length, voids.length);
  const blank = Array<Content>(DATA_WIDTH).fill('');
  const cells = Array.from({ length: rows }, (_, row) => {
    const contents = [...blank];
    left[row]?.forEach((content, index) => {
      contents[index] = content;
    });
    contents[dataColumn(VOIDS_AT) - 1] = voids[row]?.[0] ?? '';
    right[row]?.forEach((content, index) => {
      contents[FORMULAS_AT - 1 + index] = content;
    });
    return contents.map((content, index): LaidCell => ({ content, format: formatAt(row + 1, index + 1) }));
  });
  return { cells, widths: [] };
}

/** From the first column of formulas on. */
export function formulaCells(
  { kinds, tables }: DataValues,
  findings: FindingsPlace,
  tick: string,
): readonly (readonly string[])[] {
  const at = dataColumn('tick') - FORMULAS_AT;
  return dataFormulas(findings, kinds, tables.length).map((line, row) =>
    row > 1 ? line : line.map((content, index) => (index === at ? ['Seen', tick][row]! : content)),
  );
}

/** The instants at which open orders void, below their header. */
export function voidCells({ voidsAt }: DataValues): readonly (readonly Content[])[] {
  return [['Voids at'], ...voidsAt.map((at) => [instant(at)])];
}

function formatAt(row: number, column: number): string {
  if (row === 1) return PLAIN;
  if (column === dataColumn(VOIDS_AT)) return INSTANT;
  const value = VALUE_COLUMNS[column - 1];
  if (value === 'amount' && INSTANTS.some((fact) => factRow(fact) === row)) return INSTANT;
  if (value) return VALUE_FORMATS[value];
  const formula = (Object.keys(FORMULA_FORMATS) as DataColumn[]).find((each) => dataColumn(each) === column);
  return formula ? FORMULA_FORMATS[formula]! : PLAIN;
}
