/** Questions that sellers ask first, and examples of formulas, both as they work in a workbook. */
import type { AnyFormula } from '../formulas/formula.ts';
import { everyFormula } from '../formulas/functions/registry.ts';
import { operations } from '../operations/registry.ts';
import { argumentError } from '../protocol/market-error.ts';
import { columnLetters } from '../tables/formula-text.ts';
import type { TabledOperation } from '../tables/table.ts';

export interface Question {
  /** By which its formula is inserted. */
  readonly name: string;
  readonly asks: string;
  readonly answer: string;
  /** `{Orders!orderDate}` stands for that column of the sheet. */
  readonly formula?: string;
}

const DAYS = '{Ad performance!fromDate},">="&TODAY()-14,{Ad performance!fromDate},"<"&TODAY()';
const ofAds = (field: string) => `SUMIFS({Ad performance!${field}},${DAYS})`;
/** In the first row the month that is under way, in the next one the month before. */
const monthEnd = (ahead: number) => `EDATE(TODAY()-DAY(TODAY())+1,${ahead}-ROW())`;

export const questions: readonly Question[] = [
  {
    name: 'out-of-stock',
    asks: 'Which items are out of stock?',
    answer:
      'Today ▸ Out of stock: those that sold lately or are advertised. For all, filter Available quantity of the sheet Inventory by 0.',
  },
  {
    name: 'void-soon',
    asks: 'Which orders are voided soon?',
    answer: 'Today ▸ Orders void within 24 hours, or 48. For all, sort the sheet Orders by Auto void time.',
  },
  {
    name: 'ad-spend',
    asks: 'What did ads cost in the last 14 days?',
    answer: 'By ad group: Pull ▸ Add a report ▸ Ads. In all, by this formula:',
    formula: `=${ofAds('spend')}`,
  },
  {
    name: 'ad-acos',
    asks: 'What is the ACoS of the last 14 days?',
    answer: 'By ad group: Pull ▸ Add a report ▸ Ads. In all, by this formula, shown as per cent:',
    formula: `=IFERROR(${ofAds('spend')}/${ofAds('sales')},"")`,
  },
  {
    name: 'tracking-number',
    asks: 'What is the tracking number of an order?',
    answer: 'The sheet Packages has it beside the order number: find that with Ctrl+F (⌘F).',
  },
  {
    name: 'changes',
    asks: 'What changed since yesterday?',
    answer:
      'The sheet Today counts it above its list. Every cell: the sheet Changes, or Activity ▸ Show what changed for one run.',
  },
  {
    name: 'margin',
    asks: 'What margin is left after my own costs?',
    answer: 'Pull ▸ Add a report ▸ Items: type Cost, Fee % and Ship cost of an item; the contribution follows at once.',
  },
  {
    name: 'orders-file',
    asks: "How do I get last month's orders as a file?",
    answer: 'Pull ▸ Orders ▸ Last month ▸ Pull, then CSV of these.',
  },
  {
    name: 'all-stock',
    asks: 'How do I get the stock of all items?',
    answer: 'Pull ▸ Inventory ▸ All of the Catalog ▸ Pull. Do this every … keeps it up to date.',
  },
  {
    name: 'sales-by-month',
    asks: 'What did one item sell by month?',
    answer:
      'Click the first row of a sheet of your own, insert this formula, and drag it down: each row is the month before. Put your part number in the place of the first one.',
    formula: `=SUMIFS({Order lines!extendUnitPrice},{Order lines!sellerPartNumber},{Order lines!sellerPartNumber!2},{Order lines!orderDate},">="&${monthEnd(1)},{Order lines!orderDate},"<"&${monthEnd(2)})`,
  },
  {
    name: 'reorder',
    asks: 'What do I order now, and which ads do I stop?',
    answer: 'Pull ▸ Add a report ▸ Reorder, and Ads: the most urgent rows stand on top.',
  },
];

/** With the columns where they stand; `placeOf` throws where one is missing. */
export function formulaOf(formula: string, placeOf: (table: string, column: string) => ExamplePlace): string {
  return formula.replace(/\{([^!}]+)!(\w+)(?:!(\d+))?\}/g, (_, table: string, column: string, row?: string) =>
    columnAt(placeOf(table, column), row),
  );
}

/** The column that has what a formula asks for. */
interface ExampleSource {
  readonly table: string;
  readonly column: string;
}

/** Where that column stands in the workbook; positions count from 1. */
export interface ExamplePlace {
  readonly sheet: string;
  readonly position: number;
}

/** What the examples call the cell, or the cells, with the identifiers. */
const CELLS = /\bA(\d+)(?::A(\d+))?/;

/** Nothing where the example needs no cell. */
export function sourceOf(formula: AnyFormula): ExampleSource | undefined {
  if (!('operation' in formula) || !CELLS.test(formula.example)) return undefined;
  const { finds = [], tables }: TabledOperation = operations[formula.operation];
  const { param } = formula.arguments[0]!;
  const column = finds.find((each) => each.param === param)?.field ?? param!;
  return { table: 'table' in formula ? formula.table : tables[0]!.name, column };
}

/** The example as somebody would type it there. */
export function exampleAt({ example }: AnyFormula, place: ExamplePlace | undefined): string {
  if (!place) return example;
  const letters = columnLetters(place.position);
  return example.replace(
    CELLS,
    (_, from: string, to?: string) =>
      `${sheetName(place)}!${letters}${from}${to === undefined ? '' : `:${letters}${to}`}`,
  );
}

/** The whole column, or its cell in a row, as a formula that is dragged goes on naming it. */
function columnAt(place: ExamplePlace, row?: string): string {
  const letters = `$${columnLetters(place.position)}`;
  return `${sheetName(place)}!${row === undefined ? `${letters}:${letters}` : `${letters}$${row}`}`;
}

function sheetName({ sheet }: ExamplePlace): string {
  return /^[A-Za-z]+$/.test(sheet) ? sheet : `'${sheet.replace(/'/g, "''")}'`;
}

/** Throws MARKET_ARGUMENT where there is none of that name. */
export function exampleNamed(name: unknown): AnyFormula {
  const found = everyFormula.find((formula) => formula.name === name);
  if (!found) throw argumentError(`There is no formula "${String(name)}"; reload the sidebar.`);
  return found;
}
