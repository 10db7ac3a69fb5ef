/** Example formulas with references that work in the workbook. */
import type { AnyFormula } from '../formulas/formula.ts';
import { everyFormula } from '../formulas/functions/registry.ts';
import { operations } from '../operations/registry.ts';
import { argumentError } from '../protocol/market-error.ts';
import { columnLetters, quotedSheet } from '../tables/formula-text.ts';
import type { TabledOperation } from '../tables/table.ts';

/** A formula that answers a question of Help. */
interface QuestionExample {
  /** The name of the question in the sidebar. */
  readonly name: string;
  /** `{Orders!orderDate}` is replaced with a reference to that column. */
  readonly formula: string;
  readonly format: string;
}

const DAYS = '{Ad performance!fromDate},">="&TODAY()-14,{Ad performance!fromDate},"<"&TODAY()';
const ofAds = (field: string) => `SUMIFS({Ad performance!${field}},${DAYS})`;
/** Row 1 is this month, row 2 the previous month. */
const monthEnd = (ahead: number) => `EDATE(TODAY()-DAY(TODAY())+1,${ahead}-ROW())`;
/** Excludes voided orders and canceled lines. */
const SOLD = '{Order lines!orderStatusDescription},"<>Void*",{Order lines!statusDescription},"<>Cancel*"';

const MONEY = '#,##0.00';

export const questionExamples: readonly QuestionExample[] = [
  {
    name: 'sales-by-month',
    formula: `=SUMIFS({Order lines!extendUnitPrice},{Order lines!sellerPartNumber},{Order lines!sellerPartNumber!2},{Order lines!orderDate},">="&${monthEnd(1)},{Order lines!orderDate},"<"&${monthEnd(2)},${SOLD})`,
    format: MONEY,
  },
  {
    name: 'refunds',
    formula: '=SUMIFS({Orders!refundAmount},{Orders!orderDate},">="&TODAY()-30)',
    format: MONEY,
  },
  {
    name: 'ad-spend',
    formula: `=${ofAds('spend')}`,
    format: MONEY,
  },
  {
    name: 'ad-acos',
    formula: `=IFERROR(${ofAds('spend')}/${ofAds('sales')},"")`,
    format: '0.0%',
  },
];

export function exampleOfQuestion(name: string): QuestionExample | undefined {
  return questionExamples.find((each) => each.name === name);
}

/** Fills in column references. `placeOf` throws if a column is missing. */
export function formulaOf(formula: string, placeOf: (table: string, column: string) => ExamplePlace): string {
  return formula.replace(/\{([^!}]+)!(\w+)(?:!(\d+))?\}/g, (_, table: string, column: string, row?: string) =>
    columnAt(placeOf(table, column), row),
  );
}

interface ExampleSource {
  readonly table: string;
  readonly column: string;
}

/** `position` is 1-based. */
export interface ExamplePlace {
  readonly sheet: string;
  readonly position: number;
}

/** Matches the cell or range that contains an example's identifiers. */
const CELLS = /\bA(\d+)(?::A(\d+))?/;

export function sourceOf(formula: AnyFormula): ExampleSource | undefined {
  if (!('operation' in formula) || !CELLS.test(formula.example)) return undefined;
  const { finds = [], tables }: TabledOperation = operations[formula.operation];
  const { param } = formula.arguments[0]!;
  const column = finds.find((each) => each.param === param)?.field ?? param!;
  return { table: 'table' in formula ? formula.table : tables[0]!.name, column };
}

export function exampleAt({ example }: AnyFormula, place: ExamplePlace | undefined): string {
  if (!place) return example;
  const letters = columnLetters(place.position);
  return example.replace(
    CELLS,
    (_, from: string, to?: string) =>
      `${sheetName(place)}!${letters}${from}${to === undefined ? '' : `:${letters}${to}`}`,
  );
}

/** Returns an absolute reference to a column, or to the column's cell in `row`. */
function columnAt(place: ExamplePlace, row?: string): string {
  const letters = `$${columnLetters(place.position)}`;
  return `${sheetName(place)}!${row === undefined ? `${letters}:${letters}` : `${letters}$${row}`}`;
}

function sheetName({ sheet }: ExamplePlace): string {
  return /^[A-Za-z]+$/.test(sheet) ? sheet : quotedSheet(sheet);
}

export function exampleNamed(name: unknown): AnyFormula {
  const found = everyFormula.find((formula) => formula.name === name);
  if (!found) throw argumentError(`There is no formula named "${String(name)}". Reload the sidebar.`);
  return found;
}
