/** The rules as the sheet Rules has them: read, explained where a cell makes no sense, and completed by new ones. */
import { readNumber } from '../../protocol/decode.ts';
import { asciiJson, type Store } from '../../protocol/store.ts';
import type { Cell } from '../cells.ts';
import { applyEdits, type CellEdit, type Cells, editsOf, planEdits } from '../edits.ts';
import { type Opened, openExisting, openTable, openToRead } from '../opened.ts';
import type { TablePlan } from '../plan.ts';
import { cellAt, isMarked, isUnfinished, keyAt } from '../positions.ts';
import type { Book } from '../sheet.ts';
import { type ClockChange, nextClockChange } from '../zone.ts';
import { isRuleKind, type Rule, type RuleKind, ruleList } from './rule-list.ts';
import { type RulesColumn, rulesColumns, rulesTable } from './rules-table.ts';

/** The threshold of each rule, 0 where it has none; nothing where it is off. */
export type Thresholds = Readonly<Record<RuleKind, number | undefined>>;

/** A row that names a rule of this build, or none at all. */
interface RuleRow {
  /** From 1. */
  readonly row: number;
  /** Undefined where the row counts for nothing. */
  readonly kind: RuleKind | undefined;
  readonly threshold?: number | undefined;
  /** What the person has to know about the row; blank where it is as it should be. */
  readonly result: string;
}

const KINDS = Object.keys(ruleList) as readonly RuleKind[];

/** What counts, without writing anything. */
export function readThresholds(book: Book): Thresholds {
  const opened = openExisting(book, rulesTable.name, rulesColumns());
  return thresholdsOf(opened ? rowsIn(opened) : []);
}

/**
 * Makes the sheet where there never was one, or where it is asked for (`isAsked`); adds rules that it never had, so
 * that a row which a person deleted stays away; and says in each row what of it makes no sense, and in one of them when
 * clocks change after `now` (epoch milliseconds). Gives what counts.
 */
export function updateRules(book: Book, document: Store, now: number, isAsked = false): Thresholds {
  const offered = readOffered(document);
  const clocks = clockCells(nextClockChange(now, book.timeZone()));
  // Mostly there is nothing to write, and a look is enough.
  const glance = openToRead(book, rulesTable.name, rulesColumns());
  const seen = glance && changesOf(glance, clocks, offered, isAsked);
  if (glance?.columns.length === rulesColumns().length && seen?.plan(book).steps.length === 0)
    return thresholdsOf(seen.rows);
  const isThere = book.find(rulesTable.name) !== undefined;
  if (!isThere && !isAsked && offered.size > 0) return thresholdsOf([]);
  const { rows, plan } = changesOf(openTable(book, rulesTable.name, rulesColumns()), clocks, offered, isAsked);
  applyEdits(book, plan(book));
  keepOffered(document, offered);
  return thresholdsOf(rows);
}

/** What its rows say, and what is to be written. */
function changesOf(
  opened: Opened,
  clocks: Cells<RulesColumn>,
  offered: ReadonlySet<string>,
  isAsked: boolean,
): { readonly rows: readonly RuleRow[]; plan(book: Book): TablePlan } {
  const rows = rowsIn(opened);
  const isNew = opened.header?.at === 1 || (isAsked && rows.length === 0);
  const there = new Set(rows.map(({ kind }) => kind));
  const missing = KINDS.filter((kind) => !there.has(kind) && (isNew || !offered.has(kind)));
  const keys = new Map<number, string>();
  const edits: CellEdit<RulesColumn>[] = [];
  for (const { row, kind, result } of rows) {
    const { contents } = opened;
    if (kind === undefined) {
      edits.push({ row, column: 'result', cell: result });
      continue;
    }
    if (keyAt(contents, row - 1) === '' || isMarked(contents, row - 1)) keys.set(row, kind);
    // A row that an execution began to add may lack anything; of others, what explains the rule is ours.
    const cells = isUnfinished(contents, row - 1) ? cellsOf(kind) : { ...explanationOf(kind), result };
    edits.push(...editsOf<RulesColumn>(row, cells));
  }
  // In the first row alone: formulas take the greatest of the column.
  rows.forEach(({ row }, index) => {
    edits.push(...editsOf<RulesColumn>(row, index === 0 ? clocks : clockCells(undefined)));
  });
  const added = missing.map((kind, index) => {
    const isFirst = index === 0 && rows.length === 0;
    return [kind, { ...cellsOf(kind), ...(isFirst ? clocks : {}) }] as const;
  });
  return { rows, plan: (book) => planEdits(opened, edits, keys, added, book.timeZone()) };
}

function clockCells(change: ClockChange | undefined): Cells<RulesColumn> {
  return { clocksChange: change ? new Date(change.at) : '', hoursForward: change?.hours ?? '' };
}

function explanationOf(kind: RuleKind): Cells<RulesColumn> {
  const { unit = '', meaning } = ruleList[kind];
  return { kind, unit, meaning };
}

function cellsOf(kind: RuleKind): Cells<RulesColumn> {
  return { ...explanationOf(kind), onOrOff: 'on', threshold: ruleList[kind].threshold ?? '', result: '' };
}

/** The first row of a rule counts. */
function rowsIn({ contents }: Opened): readonly RuleRow[] {
  const known = new Map<RuleKind, number>();
  return contents.cells.flatMap((_, index): RuleRow[] => {
    const cell = (column: RulesColumn) => cellAt(contents, index, column);
    const row = index + 1;
    const key = keyAt(contents, index);
    const name = key === '' ? String(cell('kind')).trim() : key;
    // A rule of another build stays as it is.
    if (index === 0 || name === '' || (key !== '' && !isRuleKind(key))) return [];
    const kind = name.toLowerCase();
    if (!isRuleKind(kind))
      return [
        {
          row,
          kind: undefined,
          result: `Kind: there is no rule "${name}"; the rules are ${KINDS.join(', ')}.`,
        },
      ];
    const first = known.get(kind);
    if (first !== undefined)
      return [
        {
          row,
          kind: undefined,
          result: `This rule stands in row ${first} too, which counts; delete one of them.`,
        },
      ];
    known.set(kind, row);
    return [{ row, kind, ...readRow(ruleList[kind], cell('onOrOff'), cell('threshold')) }];
  });
}

function readRow(rule: Rule, onOrOff: Cell, typed: Cell): Pick<RuleRow, 'threshold' | 'result'> {
  const said: string[] = [];
  const word = String(onOrOff).trim().toLowerCase();
  if (!['', 'on', 'off'].includes(word)) said.push(`On or off: type on or off; until then it is on.`);
  const threshold = readThreshold(rule, typed);
  if (threshold === undefined) {
    // Sheets takes `1/5` for a day, and shows each number that is typed over it as one.
    const first = typed instanceof Date ? 'choose Format, Number, Number for this cell, then ' : '';
    said.push(
      `Threshold: ${first}type a number of ${rule.unit}, ${rule.least} or more; until then ${rule.threshold} counts.`,
    );
  } else if (rule.unit === '%' && threshold > 0 && threshold < 1)
    // What is typed as `5%` is 0.05.
    said.push(
      `Threshold: ${threshold} counts as ${threshold} %; for ${percentOf(threshold)} % type ${percentOf(threshold)}.`,
    );
  const counts = threshold ?? rule.threshold;
  return { threshold: word === 'off' ? undefined : counts, result: said.join(' ') };
}

/** Without the last digits of a product of fractions. */
function percentOf(share: number): number {
  return Number((share * 100).toPrecision(6));
}

/** Nothing where the cell makes no sense. A rule without a threshold does not look at it. */
function readThreshold({ threshold, least = 0 }: Rule, typed: Cell): number | undefined {
  if (threshold === undefined) return 0;
  const number = typeof typed === 'string' ? readNumber(typed.trim()) : typed;
  return typeof number === 'number' && Number.isFinite(number) && number >= least ? number : undefined;
}

function thresholdsOf(rows: readonly RuleRow[]): Thresholds {
  const read = new Map(rows.map(({ kind, threshold }) => [kind, threshold]));
  const entries = KINDS.map((kind) => [kind, read.has(kind) ? read.get(kind) : (ruleList[kind].threshold ?? 0)]);
  return Object.fromEntries(entries) as Thresholds;
}

/** The rules that the sheet had at some time: one of them that is not there was deleted. */
const OFFERED = 'rules.offered';

/** Version 1: a list of kinds. */
function readOffered(document: Store): ReadonlySet<string> {
  const text = document.get(OFFERED);
  return new Set(text === null ? [] : (JSON.parse(text) as { readonly kinds: readonly string[] }).kinds);
}

/** As if the sheet never was: the next run makes it. */
export function forgetRules(document: Store): void {
  document.remove(OFFERED);
}

function keepOffered(document: Store, before: ReadonlySet<string>): void {
  const kinds = [...new Set([...before, ...KINDS])];
  if (kinds.length > before.size) document.set(OFFERED, asciiJson({ version: 1, kinds }));
}
