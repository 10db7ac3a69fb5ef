/** The sheet Rules: one row per rule, which people turn off or give another threshold. */
import { readNumber } from '../../protocol/decode.ts';
import { decimal, instant, NONE_PRIVATE, number, text } from '../../protocol/fields.ts';
import type { Store } from '../../protocol/store.ts';
import { stored } from '../../protocol/stored.ts';
import type { Cell } from '../cells.ts';
import { type Column, sheetColumns } from '../columns.ts';
import { applyEdits, type CellEdit, type Cells, editsOf, planEdits } from '../edits.ts';
import { type Opened, openExisting, openTable, openToRead } from '../opened.ts';
import type { Opens } from '../opening.ts';
import type { TablePlan } from '../plan.ts';
import { cellAt, isMarked, keyAt } from '../positions.ts';
import type { Book } from '../sheet.ts';
import type { FieldOf, Recorded } from '../table.ts';
import { type ClockChange, nextClockChange } from '../zone.ts';
import { FIXED, type Rule, type RuleKind, ruleList, type Thresholds } from './rule-list.ts';

export type { Thresholds } from './rule-list.ts';

export const rules = {
  answer: {
    record: {
      kind: text('kind', 'The kind of finding, or the number.', { long: 'ads-without-stock' }),
      onOrOff: text('onOrOff', 'Choose off, and this kind is skipped. Blank: on.'),
      threshold: number('threshold', 'The number that counts. Type another one, 0 or more.'),
      unit: text('unit', 'Unit of the threshold.'),
      meaning: text('meaning', 'What the rule finds.', {
        long: 'Days that an order should last, for items without cover days of their own on Reorder.',
      }),
      clocksChange: instant('clocksChange', 'When clocks change next; hours left are counted with it.'),
      hoursForward: decimal('hoursForward', 'Clocks go forward by so many hours then; below 0, they are set back.'),
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
      hidden: ['clocksChange', 'hoursForward'],
    },
  ],
} as const satisfies Recorded;

export const [rulesTable] = rules.tables;

type RulesColumn = FieldOf<typeof rules>;

/** Google marks a wrong entry as it is typed. */
const GUIDES: { readonly [column: string]: Opens } = {
  onOrOff: { offers: ['on', 'off'] },
  threshold: {
    marks: [['bad', 'AND({unit}<>"",NOT(IFERROR(AND(ISNUMBER({threshold}),{threshold}>=0),FALSE)))']],
  },
};

export function rulesColumns(): readonly Column[] {
  return sheetColumns(rules, rulesTable, NONE_PRIVATE).map((column) => {
    const guide = GUIDES[column.id];
    return guide ? { ...column, opens: { ...column.opens, ...guide } } : column;
  });
}

const KINDS = Object.keys(ruleList) as readonly RuleKind[];

/** Whether the sheet was ever made: one that a person deleted stays away until it is asked for. */
const wasMade = stored('rules.made', 1, false);

/** As if the sheet never was: the next run makes it. */
export function forgetRules(document: Store): void {
  wasMade.remove(document);
}

/** The rules as they are now, without writing anything. */
export function readThresholds(book: Book): Thresholds {
  const opened = openExisting(book, rulesTable.name, rulesColumns());
  return opened ? thresholdsIn(opened, rowsIn(opened)) : DEFAULTS;
}

/**
 * The same. Makes the sheet when it never was there or is asked for (`isAsked`), which also adds rows that are missing, and
 * keeps its explanations and the next change of clocks after `now` (epoch milliseconds) true.
 */
export function updateRules(book: Book, document: Store, now: number, isAsked = false): Thresholds {
  const clocks = clockCells(nextClockChange(now, book.timeZone()));
  const columns = rulesColumns();
  // Mostly nothing has to be written, and a look is enough.
  const seen = openToRead(book, rulesTable.name, columns);
  const isCurrent = seen?.columns.length === columns.length && planIn(book, seen, clocks, isAsked).steps.length === 0;
  if (isCurrent) return thresholdsIn(seen, rowsIn(seen));
  if (!isAsked && wasMade.read(document) && book.find(rulesTable.name) === undefined) return DEFAULTS;
  const opened = openTable(book, rulesTable.name, columns);
  applyEdits(book, planIn(book, opened, clocks, isAsked));
  if (!wasMade.read(document)) wasMade.write(document, true);
  return thresholdsIn(opened, rowsIn(opened));
}

function planIn(book: Book, opened: Opened, clocks: Cells<RulesColumn>, isAsked: boolean): TablePlan {
  const { contents, header } = opened;
  const rows = rowsIn(opened);
  const edits: CellEdit<RulesColumn>[] = [];
  const keys = new Map<number, string>();
  for (const [kind, row] of rows) {
    if (keyAt(contents, row - 1) === '' || isMarked(contents, row - 1)) keys.set(row, kind);
    // In one row alone: formulas take the greatest of the column.
    const clock = edits.length === 0 ? clocks : clockCells(undefined);
    edits.push(...editsOf<RulesColumn>(row, { ...explanationOf(kind), ...clock }));
  }
  const missing = isAsked || header?.at === 1 ? KINDS.filter((kind) => !rows.has(kind)) : [];
  const added = missing.map((kind, index) => {
    const clock = index === 0 && rows.size === 0 ? clocks : {};
    const { threshold = '' } = ruleList[kind];
    return [kind, { ...explanationOf(kind), onOrOff: isNumber(kind) ? '' : 'on', threshold, ...clock }] as const;
  });
  return planEdits(opened, edits, keys, added, book.timeZone());
}

function clockCells(change: ClockChange | undefined): Cells<RulesColumn> {
  return { clocksChange: change ? new Date(change.at) : '', hoursForward: change?.hours ?? '' };
}

function explanationOf(kind: RuleKind): Cells<RulesColumn> {
  const { unit = '', meaning } = ruleList[kind];
  return { kind, unit, meaning };
}

/** It cannot be turned off. */
function isNumber(kind: RuleKind): boolean {
  return kind === 'lead-time' || kind === 'cover-days';
}

/** The row of each rule, from 1; the first one counts. A row that a person typed has no key yet. */
function rowsIn({ contents }: Opened): ReadonlyMap<RuleKind, number> {
  const rows = new Map<RuleKind, number>();
  contents.cells.forEach((_, index) => {
    const name = keyAt(contents, index) || String(cellAt(contents, index, 'kind'));
    const kind = KINDS.find((each) => each === name.trim().toLowerCase());
    if (index > 0 && kind !== undefined && !rows.has(kind)) rows.set(kind, index + 1);
  });
  return rows;
}

function thresholdsIn({ contents }: Opened, rows: ReadonlyMap<RuleKind, number>): Thresholds {
  const read = KINDS.map((kind) => {
    const row = rows.get(kind);
    const cell = (column: RulesColumn): Cell => (row === undefined ? '' : cellAt(contents, row - 1, column));
    const isOff = !isNumber(kind) && String(cell('onOrOff')).trim().toLowerCase() === 'off';
    return [kind, isOff ? undefined : thresholdOf(ruleList[kind], cell('threshold'))] as const;
  });
  return allOf(Object.fromEntries(read) as Record<RuleKind, number | undefined>);
}

function allOf(read: Readonly<Record<RuleKind, number | undefined>>): Thresholds {
  return { ...FIXED, ...read, 'no-hours': read['void-soon'] };
}

/** The default counts in place of what is no number. */
function thresholdOf({ threshold = 0, unit }: Rule, typed: Cell): number {
  if (unit === undefined) return 0;
  const number = typeof typed === 'string' ? readNumber(typed.trim()) : typed;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return threshold;
  // Sheets keeps what is typed as 5% as 0.05.
  return unit === '%' && number < 1 ? Number((number * 100).toPrecision(6)) : number;
}

const DEFAULTS = allOf(
  Object.fromEntries(KINDS.map((kind) => [kind, ruleList[kind].threshold ?? 0])) as Record<RuleKind, number>,
);
