/** Common questions, and example formulas with references that work in the workbook. */
import type { AnyFormula } from '../formulas/formula.ts';
import { everyFormula } from '../formulas/functions/registry.ts';
import { operations } from '../operations/registry.ts';
import { argumentError } from '../protocol/market-error.ts';
import { columnLetters, quotedSheet } from '../tables/formula-text.ts';
import type { TabledOperation } from '../tables/table.ts';

export interface Question {
  /** Identifies the question when its formula is inserted. */
  readonly name: string;
  readonly asks: string;
  readonly answer: string;
  /** Extra words for the search. */
  readonly words?: string;
  /** `{Orders!orderDate}` is replaced with a reference to that column. */
  readonly formula?: string;
  readonly format?: string;
}

const DAYS = '{Ad performance!fromDate},">="&TODAY()-14,{Ad performance!fromDate},"<"&TODAY()';
const ofAds = (field: string) => `SUMIFS({Ad performance!${field}},${DAYS})`;
/** Row 1 is this month, row 2 the previous month. */
const monthEnd = (ahead: number) => `EDATE(TODAY()-DAY(TODAY())+1,${ahead}-ROW())`;
/** Excludes voided orders and canceled lines. */
const SOLD = '{Order lines!orderStatusDescription},"<>Void*",{Order lines!statusDescription},"<>Cancel*"';

const MONEY = '#,##0.00';

export const questions: readonly Question[] = [
  {
    name: 'connect',
    asks: 'How do I connect and import my shop?',
    answer:
      'Enter the keys from your seller portal in Connect. Then click Import my shop, which fills all tables and sets up jobs.',
    words: 'start begin setup API key secret first',
  },
  {
    name: 'schedule-stopped',
    asks: "Why aren't my tables updated?",
    answer:
      'Schedule shows the last and next run, and why a job waits or failed. If the schedule is off or stopped, click Turn on.',
    words: 'schedule stopped refresh late old due automatic trigger',
  },
  {
    name: 'remove-demo',
    asks: 'How do I remove the demo shop?',
    answer: 'In the menu, choose Demo shop ▸ Remove the demo shop. It first lists what will be deleted.',
    words: 'try sample example delete',
  },
  {
    name: 'out-of-stock',
    asks: 'Which items are out of stock?',
    answer:
      'Today ▸ Out of stock lists items that are selling or advertised. For all items, filter Inventory by an available quantity of 0.',
  },
  {
    name: 'ship-today',
    asks: 'What ships today, and what is late?',
    answer: 'Today ▸ Ship today and Today ▸ Overdue. For all orders, sort Orders by On time ship due date.',
    words: 'orders due to deadline overdue',
  },
  {
    name: 'void-soon',
    asks: 'Which orders will be voided soon?',
    answer: 'Today ▸ Auto-void within 48 h. For all orders, sort Orders by Auto void time.',
    words: 'voids expire cancel',
  },
  {
    name: 'undercut',
    asks: 'Who is undercutting my prices?',
    answer:
      'Today ▸ Prices above featured lists items with recent sales. For all items, sort Price log by Gap. The marketplace does not name the other seller.',
    words: 'undercuts competitors cheaper buy box buybox featured offer',
  },
  {
    name: 'reorder',
    asks: 'What should I reorder, and when?',
    answer: 'Pull ▸ Add a report ▸ Reorder. The most urgent items come first.',
    words: 'restock replenish run out days of stock forecast',
  },
  {
    name: 'margin',
    asks: 'What are my margin and profit after costs and fees?',
    answer: 'Pull ▸ Add a report ▸ Items. Enter Cost, Fee %, and Ship cost; the margin updates with each run.',
    words: 'earn best seller top items',
  },
  {
    name: 'sales-by-month',
    asks: "What are an item's monthly sales?",
    words: 'month by items per revenue sold sell did one',
    answer:
      'Insert this formula in row 1 of one of your own sheets and drag it down: each row is one month earlier. Replace the first part number with yours.',
    formula: `=SUMIFS({Order lines!extendUnitPrice},{Order lines!sellerPartNumber},{Order lines!sellerPartNumber!2},{Order lines!orderDate},">="&${monthEnd(1)},{Order lines!orderDate},"<"&${monthEnd(2)},${SOLD})`,
    format: MONEY,
  },
  {
    name: 'refunds',
    asks: 'What was refunded for orders from the last 30 days?',
    answer: 'For each refund: Orders ▸ Refund amount. For the total:',
    formula: '=SUMIFS({Orders!refundAmount},{Orders!orderDate},">="&TODAY()-30)',
    format: MONEY,
  },
  {
    name: 'ad-spend',
    asks: 'What did ads cost in the last 14 days?',
    answer: 'Per ad group: Pull ▸ Add a report ▸ Ads. For the total:',
    formula: `=${ofAds('spend')}`,
    format: MONEY,
  },
  {
    name: 'ad-acos',
    asks: 'What is my ACoS for the last 14 days?',
    answer: 'Per ad group: Pull ▸ Add a report ▸ Ads. For all ads:',
    formula: `=IFERROR(${ofAds('spend')}/${ofAds('sales')},"")`,
    format: '0.0%',
  },
  {
    name: 'bids',
    asks: 'Which bids are above the suggested range?',
    answer: 'Pull ▸ Add a report ▸ Bids. Bids farthest outside the suggested range come first.',
    words: 'keywords suggestion too high low below',
  },
  {
    name: 'tracking-number',
    asks: 'What is the tracking number of an order?',
    answer: 'Search Packages for the order number with Ctrl+F (⌘F).',
  },
  {
    name: 'changes',
    asks: 'What changed since yesterday?',
    answer: 'The Today sheet shows the number of new findings. To see each changed cell, choose Sheets ▸ Show Changes.',
    words: 'new history log',
  },
  {
    name: 'email',
    asks: 'Can I get an alert or a daily email?',
    answer: 'Yes: Schedule ▸ Email, if the add-on was installed with the email permission.',
  },
  {
    name: 'orders-file',
    asks: "How do I get last month's orders as a CSV file?",
    answer: 'Pull ▸ Orders ▸ Last month ▸ Pull, then Download these.',
    words: 'export download excel',
  },
  {
    name: 'all-stock',
    asks: 'How do I get stock levels for all items?',
    answer: 'Pull ▸ Inventory ▸ All of the Catalog ▸ Pull. To keep it up to date, choose Repeat this pull.',
  },
  {
    name: 'not-available',
    asks: "What can't this add-on do?",
    answer:
      'The marketplace does not provide settlements or actual fees through its API. The add-on only reads data: no shipping labels, repricing, or stock updates.',
  },
];

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
