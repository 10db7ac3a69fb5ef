/** The Rules sheet, where users turn rules off or change their thresholds. */
import { readNumber } from '../../protocol/decode.ts';
import { NONE_PRIVATE, number, text } from '../../protocol/fields.ts';
import { type Store, stored } from '../../protocol/store.ts';
import type { Cell } from '../cells.ts';
import { type Column, type Opens, sheetColumns } from '../columns.ts';
import { applyEdits, type CellEdit, type Cells, editsOf, planEdits } from '../edits.ts';
import { MOST_TYPED, notNumber } from '../formula-text.ts';
import { type Opened, openExisting, openTable, openToRead } from '../opened.ts';
import type { TablePlan } from '../plan.ts';
import { cellAt, isMarked, keyAt } from '../positions.ts';
import type { Book } from '../sheet.ts';
import type { FieldOf, Recorded } from '../table.ts';

interface Rule {
  /** Absent for on/off rules. */
  readonly threshold?: number;
  readonly unit?: 'hours' | 'days' | '%';
  readonly isOff?: true;
  readonly meaning: string;
}

/** One rule per kind of finding, followed by defaults for Reorder, in sheet order. */
const declared = {
  'void-soon': { threshold: 48, unit: 'hours', meaning: 'Open orders that auto-void within this many hours.' },
  overdue: { meaning: 'Open orders past their ship-by date.' },
  'due-today': { meaning: 'Open orders to ship today.' },
  'cannot-ship': { meaning: "Open orders that your stock doesn't cover, most urgent first." },
  mismatch: { meaning: "Orders whose units, amounts, or packages don't add up." },
  'out-of-stock': {
    threshold: 30,
    unit: 'days',
    meaning: 'Out-of-stock items that sold within this many days or are advertised.',
  },
  'reorder-now': { isOff: true, meaning: 'Items to reorder by today. Requires the Reorder report.' },
  'ads-without-stock': {
    threshold: 7,
    unit: 'days',
    meaning: 'Ad groups running for out-of-stock items, with their spend over this many days.',
  },
  'ads-worse': {
    isOff: true,
    meaning: 'Ad groups with fewer orders per click than the account average. Requires the Ads report.',
  },
  'above-featured': {
    threshold: 2,
    unit: '%',
    meaning: 'Items with recent sales or ads, priced more than this percentage above the featured offer.',
  },
  'ad-budget': {
    threshold: 14,
    unit: 'days',
    meaning: 'Ad groups out of budget with a better ACoS than your account over this many days.',
  },
  'keyword-declined': { meaning: 'Ad groups with keywords that the marketplace declined.' },
  'bid-outside': { isOff: true, meaning: 'Bids outside the suggested range. Requires the Bids report.' },
  'late-data': { meaning: 'Late or failing tables, and failed jobs.' },
  'lead-time': {
    threshold: 14,
    unit: 'days',
    meaning: 'Days from order to delivery, for items without their own lead time on Reorder.',
  },
  'cover-days': {
    threshold: 30,
    unit: 'days',
    meaning: 'Days of supply per order, for items without their own days of cover on Reorder.',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleKind = keyof typeof declared;

export const ruleList: Readonly<Record<RuleKind, Rule>> = declared;

/** Fixed numbers: hours until data is late, and how many days of orders and ads the Items report covers. */
export const FIXED = {
  'orders-tolerance': 2,
  'stock-tolerance': 8,
  'prices-tolerance': 36,
  'ads-tolerance': 36,
  'items-days': 180,
} as const;

/** 0 for rules without a threshold; undefined for rules that are off. */
export type Thresholds = Readonly<Record<RuleKind, number | undefined>> & typeof FIXED;

export const rules = {
  answer: {
    record: {
      kind: text('kind', 'Name of the rule.', { long: 'Ads without stock' }),
      onOrOff: text('onOrOff', 'Choose on or off. Kinds set to off are skipped.'),
      threshold: number(
        'threshold',
        "The rule's limit, 0 to 10,000. In % rows, a number below 1 is a fraction: 0.5 is 50%.",
      ),
      unit: text('unit', 'Unit of the threshold.'),
      meaning: text('meaning', 'Description.', { long: declared['cover-days'].meaning }),
    },
  },
  tables: [
    {
      name: 'Rules',
      about: 'One row per kind of finding, with its threshold. Turn kinds off or change their thresholds here.',
      each: [],
      columns: ['*'],
      key: ['kind'],
      appendOnly: true,
      typed: ['onOrOff'],
    },
  ],
} as const satisfies Recorded;

export const [rulesTable] = rules.tables;

type RulesColumn = FieldOf<typeof rules>;

const GUIDES: { readonly [column: string]: Opens } = {
  onOrOff: { offers: ['on', 'off'] },
  threshold: { marks: [['bad', notNumber('threshold', 'unit')]] },
};

export function rulesColumns(): readonly Column[] {
  return sheetColumns(rules, rulesTable, NONE_PRIVATE).map((column) => {
    const guide = GUIDES[column.id];
    return guide ? { ...column, opens: { ...column.opens, ...guide } } : column;
  });
}

const KINDS = Object.keys(ruleList) as readonly RuleKind[];

/** Whether the sheet was ever created. A sheet that a user deletes is recreated only on request. */
export const RULES_MADE = stored('rules.made', 1, false);

export function readThresholds(book: Book): Thresholds {
  return thresholdsIn(openExisting(book, rulesTable.name, rulesColumns()));
}

/** Creates the sheet once. `isAsked`: also recreates a deleted sheet and adds missing rows. */
export function updateRules(book: Book, document: Store, isAsked = false): Thresholds {
  const columns = rulesColumns();
  const seen = openToRead(book, rulesTable.name, columns);
  const isCurrent = seen?.columns.length === columns.length && planIn(book, seen, isAsked).steps.length === 0;
  if (isCurrent) return thresholdsIn(seen);
  if (!isAsked && RULES_MADE.read(document) && book.find(rulesTable.name) === undefined) return thresholdsIn();
  const opened = openTable(book, rulesTable.name, columns);
  applyEdits(book, planIn(book, opened, isAsked));
  if (!RULES_MADE.read(document)) RULES_MADE.write(document, true);
  return thresholdsIn(opened);
}

function planIn(book: Book, opened: Opened, isAsked: boolean): TablePlan {
  const { contents, header } = opened;
  const rows = rowsIn(opened);
  const edits: CellEdit<RulesColumn>[] = [];
  const keys = new Map<number, string>();
  for (const [kind, row] of rows) {
    if (keyAt(contents, row - 1) === '' || isMarked(contents, row - 1)) keys.set(row, kind);
    edits.push(...editsOf<RulesColumn>(row, explanationOf(kind)));
  }
  const missing = isAsked || header?.at === 1 ? KINDS.filter((kind) => !rows.has(kind)) : [];
  const added = missing.map((kind) => {
    const { threshold = '' } = ruleList[kind];
    const onOrOff = isNumber(kind) ? '' : ruleList[kind].isOff ? 'off' : 'on';
    return [kind, { ...explanationOf(kind), onOrOff, threshold }] as const;
  });
  return planEdits(opened, edits, book.timeZone(), keys, added);
}

function explanationOf(kind: RuleKind): Cells<RulesColumn> {
  const { unit = '', meaning } = ruleList[kind];
  return { kind: ruleName(kind), unit, meaning };
}

/** Converts `void-soon` to `Void soon`. */
export function ruleName(kind: RuleKind): string {
  return kind[0]!.toUpperCase() + kind.slice(1).replace(/-/g, ' ');
}

/** True if the rule is only a number, which can't be turned off. */
function isNumber(kind: RuleKind): boolean {
  return kind === 'lead-time' || kind === 'cover-days';
}

/** Returns each rule's first row, 1-based. Finds rows by key, or by name if a user added them. */
function rowsIn({ contents }: Opened): ReadonlyMap<RuleKind, number> {
  const rows = new Map<RuleKind, number>();
  contents.cells.forEach((_, index) => {
    const name = keyAt(contents, index) || String(cellAt(contents, index, 'kind'));
    const kind = KINDS.find((each) => each === name.trim().toLowerCase().replace(/ /g, '-'));
    if (index > 0 && kind !== undefined && !rows.has(kind)) rows.set(kind, index + 1);
  });
  return rows;
}

/** Without a sheet, returns the defaults. */
function thresholdsIn(opened?: Opened): Thresholds {
  const rows = opened && rowsIn(opened);
  const read = KINDS.map((kind) => {
    const row = rows?.get(kind);
    const cell = (column: RulesColumn) => (row === undefined ? '' : cellAt(opened!.contents, row - 1, column));
    const rule = ruleList[kind];
    const typed = String(cell('onOrOff')).trim().toLowerCase();
    const isOff = !isNumber(kind) && (rule.isOff ? typed !== 'on' : typed === 'off');
    return [kind, isOff ? undefined : thresholdOf(rule, cell('threshold'))] as const;
  });
  return { ...FIXED, ...(Object.fromEntries(read) as Record<RuleKind, number | undefined>) };
}

/** Returns the default for an invalid threshold. */
function thresholdOf({ threshold = 0, unit }: Rule, typed: Cell) {
  if (unit === undefined) return 0;
  const number = typeof typed === 'string' ? readNumber(typed.trim()) : typed;
  if (typeof number !== 'number' || !(number >= 0 && number <= MOST_TYPED)) return threshold;
  // Google stores 5% as 0.05.
  return unit === '%' && number < 1 ? Number((number * 100).toPrecision(6)) : number;
}
