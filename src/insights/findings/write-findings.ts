/** Updates the Findings sheet. Its formulas stay correct between runs. */
import { instantAt, type Value } from '../../protocol/fields.ts';
import { consecutive } from '../../protocol/lists.ts';
import { oncePer } from '../../protocol/store.ts';
import { applyPlans, demandRoom } from '../../tables/apply.ts';
import { AUTOMATIC, type Cell, TEXT_FORMAT } from '../../tables/cells.ts';
import { findings, findingsColumns, findingsTable } from '../../tables/findings-table.ts';
import { columnLetters, withSeparator } from '../../tables/formula-text.ts';
import { movedOf, retryIfMoved } from '../../tables/moved.ts';
import type { Opened } from '../../tables/opened.ts';
import { planRows, type TablePlan } from '../../tables/plan.ts';
import { cellAt, keyAt, rowsWithKey } from '../../tables/positions.ts';
import type { Book, Positions, Sheet } from '../../tables/sheet.ts';
import { NOW } from '../../tables/status.ts';
import type { Step } from '../../tables/steps.ts';
import type { Facts } from '../facts/facts.ts';
import { isClosed, type OrderRow } from '../facts/orders.ts';
import { addressOf, leadsTo, placeOf, rowsIn, type TablePlace, type TableRow, type Workbook } from '../workbook.ts';
import { byRecord, dataAges, findAll, findingKinds } from './find.ts';
import type { DataAge, FindingKind } from './finding.ts';
import { type KnownFinding, kindsIn, nextRows, valueColumns } from './next-rows.ts';

/**
 * Creates a missing sheet. If Google ends the execution, rows are unchanged or marked incomplete, and the next run
 * repairs them. Throws MARKET_TABLE if the sheet is no longer ours.
 */
export function writeFindings(book: Book, facts: Facts): void {
  const { workbook } = facts;
  const found = byRecord(findAll(facts));
  const plan = retryIfMoved(() => {
    const opened = workbook.toWrite(findings, findingsTable.name);
    const rows = nextRows(found, knownFindings(opened, facts), workbook);
    const compared = { ...opened, columns: valueColumns(opened.columns) };
    const plan = { ...planRows(compared, rows, workbook.now, workbook.zone), opened };
    demandRoom(book, [plan]);
    const moved = movedOf([plan]);
    if (moved) workbook.forget(findingsTable.name);
    return moved ?? plan;
  });
  const isToSort = plan.opened.sheet !== undefined && isSortedByUs(plan) && !isByRank(ranksAfter(plan));
  if (isToSort) plan.opened.sheet!.rememberOrder(UNFINISHED);
  const steps = plan.opened.sheet ? plan.steps : [...plan.steps, ...formulaSteps(book, workbook, plan)];
  applyPlans(book, [{ ...plan, steps }]);
  writeFormulas(book, workbook, plan);
  const sheet = isToSort ? book.find(findingsTable.name) : undefined;
  const bottom = 1 + ranksAfter(plan).length;
  const rank = plan.opened.contents.positions.get('rank')!;
  if (sheet?.sortRows(2, bottom, rank, true)) {
    // Google may not sort hidden rows.
    const ranks = sheet.cellsIn({ top: 2, bottom, left: rank, right: rank }).flat();
    if (isByRank(ranks)) sheet.rememberOrder(undefined);
  }
  workbook.forget(findingsTable.name);
}

/** Marks a sheet that still needs sorting. */
const UNFINISHED = 0;

/** Whether the user has kept the last run's order. */
function isSortedByUs({ opened: { contents } }: TablePlan): boolean {
  const ours = rowsWithKey(contents);
  if (!ours.every((index, nth) => index === nth + 1)) return false;
  return contents.ordered === UNFINISHED || isByRank(ours.map((index) => cellAt(contents, index, 'rank')));
}

/** Ended rows have no rank and come last. */
function isByRank(ranks: readonly Cell[]): boolean {
  const numbers = ranks.map((rank) => (typeof rank === 'number' ? rank : Number.POSITIVE_INFINITY));
  return numbers.every((rank, index) => index === 0 || numbers[index - 1]! <= rank);
}

function ranksAfter({ opened: { contents }, changes }: TablePlan): readonly Cell[] {
  const position = contents.positions.get('rank')!;
  const ranks = contents.cells.slice(1).map((_, index) => cellAt(contents, index + 1, 'rank'));
  for (const { row, positions, cells } of changes) {
    const at = positions.indexOf(position);
    if (at >= 0) ranks[row - 2] = cells[at]!;
  }
  return ranks;
}

function knownFindings(opened: Opened, facts: Facts): readonly KnownFinding[] {
  const { contents } = opened;
  const rows = rowsIn(contents, findingsColumns(), facts.workbook.zone) as ReadonlyMap<string, KnownFinding['row']>;
  return [...rows.values()].map((row) => ({
    row,
    state: String(cellAt(contents, row.row - 1, 'state')),
    note: valueIn(cellAt(contents, row.row - 1, 'note')),
    isLate: () => isLate(row, facts),
  }));
}

function valueIn(cell: Cell): Value | null {
  if (cell === '') return null;
  return cell instanceof Date ? instantAt(cell.getTime()) : cell;
}

/** Whether the finding's data is too old. A closed order is never late. */
function isLate(
  { kinds, sellerId, recordId, linkTable, linkKey }: TableRow<typeof findings, 'Findings'>,
  facts: Facts,
): boolean {
  const { thresholds, positionsOf, rowOf, now } = facts.workbook;
  // A missing or unreadable sheet says nothing about its records.
  if (linkKey !== null && !positionsOf(linkTable!)) return true;
  const row = rowOf(linkTable, linkKey);
  if (row && linkTable === 'Orders' && isClosed(row as unknown as OrderRow)) return false;
  const of = { sellerId: sellerId ?? '', record: recordId ?? '' };
  const declared = (findingKinds as readonly FindingKind[]).filter(
    ({ kind }) => kindsIn(kinds).includes(kind) && thresholds[kind] !== undefined,
  );
  if (declared.some(({ reads = [] }) => !reads.every(positionsOf))) return true;
  const ages = declared.flatMap(
    ({ rowTolerance: tolerance, endSeenIn }): readonly DataAge[] =>
      endSeenIn?.(facts, of, row) ?? (tolerance ? [{ asOf: row?.asOf, tolerance }] : []),
  );
  const { lateAt } = dataAges(ages, thresholds);
  return lateAt !== undefined && lateAt < now;
}

/** A row after its values are written. */
interface Line {
  readonly row: number;
  readonly label: string;
  readonly link: RowLink | undefined;
  /** Previous values of the formula cells; undefined for a new row. */
  readonly before: { readonly record: unknown; readonly hoursLeft: unknown } | undefined;
}

/** Returns a row's formula in A1 notation with comma separators. */
type Formula = (row: number) => string;

interface RowLink {
  readonly place: TablePlace;
  readonly isOfSheet: boolean;
  readonly formula: Formula;
}

/** Writes missing or wrong formulas in an existing sheet. Call it after writing the values. */
function writeFormulas(book: Book, workbook: Workbook, plan: TablePlan): void {
  const sheet = plan.opened.sheet && book.find(findingsTable.name);
  if (!sheet) return;
  for (const step of formulaSteps(book, workbook, plan, sheet)) {
    if ('write' in step) sheet.write(step.write);
    else sheet.fill(step.fill);
  }
}

function formulaSteps(book: Book, workbook: Workbook, plan: TablePlan, sheet?: Sheet): readonly Step[] {
  const lines = linesOf(book, workbook, plan);
  if (lines.length === 0) return [];
  const steps: Step[] = [];
  const { positions } = plan.opened.contents;
  const at = (column: string) => positions.get(column)!;
  const hours = hoursFormula(positions);
  const wrong = lines.filter(isWrongIn(sheet, lines, positions));
  const local = (formula: string) => withSeparator(formula, book.separator());
  const fill = (column: string, format: string, of: readonly Line[], formulaOf: (line: Line) => Formula) => {
    const byRow = new Map(of.map((line) => [line.row, line]));
    for (const [top, bottom] of consecutive(byRow.keys())) {
      const rows = Array.from({ length: bottom - top + 1 }, (_, index) => byRow.get(top + index)!);
      const formulas = rows.map((line) => [local(formulaOf(line)(line.row))]);
      // New rows have the automatic format by default.
      const hasFormat = format === AUTOMATIC && rows.every(({ before }) => before === undefined);
      const formats = hasFormat ? {} : { formats: rows.map(() => [format]) };
      steps.push({ fill: { row: top, column: at(column), isA1: true, formulas, ...formats } });
    }
  };
  fill('hoursLeft', '0.0', wrong, () => hours);
  const late = lateFormula(positions);
  fill('late', AUTOMATIC, wrong, () => late);
  // Write links last because they mark a row as complete.
  for (const { row, label, link } of wrong)
    if (link === undefined)
      steps.push({ write: { row, column: at('record'), values: [[label]], formats: [[TEXT_FORMAT]] } });
  const linked = wrong.filter(({ link }) => link !== undefined);
  fill('record', AUTOMATIC, linked, ({ link }) => link!.formula);
  return steps;
}

/** Returns all rows with a key, including ended ones. */
function linesOf(book: Book, workbook: Workbook, plan: TablePlan): readonly Line[] {
  const { contents } = plan.opened;
  const linkTo = linksIn(book, workbook, contents.positions);
  const planned = new Map(plan.rows.map(({ key, values }) => [key, values]));
  const lineOf = (key: string, index: number, isNew: boolean): Line => {
    const cell = (column: string) => cellAt(contents, index, column);
    const text = (column: string) => String(planned.get(key)?.[column] ?? (isNew ? '' : cell(column)));
    return {
      row: index + 1,
      label: text('label'),
      link: linkTo(text('kinds'), text('linkTable'), text('linkKey')),
      before: isNew ? undefined : { record: cell('record'), hoursLeft: cell('hoursLeft') },
    };
  };
  return [
    ...contents.cells.flatMap((_, index) => {
      const key = keyAt(contents, index);
      return key === '' ? [] : [lineOf(key, index, false)];
    }),
    ...plan.changes.flatMap(({ isNew, row, key }) => (isNew ? [lineOf(key, row - 1, true)] : [])),
  ];
}

function linksIn(
  book: Book,
  workbook: Workbook,
  positions: Positions,
): (kinds: string, table: string, key: string) => RowLink | undefined {
  const placeIn = oncePer((table: string) => placeOf(book, workbook, table));
  const placeInReport = oncePer((report: string) => placeOf(book, workbook, report, 'linkKey'));
  return (kinds, table, linkKey) => {
    if (linkKey !== '' && !workbook.rowOf(table, linkKey)) return undefined;
    const { report }: Partial<FindingKind> = findingKinds.find((each) => each.kind === kindsIn(kinds)[0]) ?? {};
    // Prefer the report, which has a row for every row of the pulled table.
    const place = (report && placeInReport(report)) ?? placeIn(table);
    if (!place) return undefined;
    const formula: Formula = (row) => {
      const cell = cellsIn(positions, row);
      const address = linkKey === '' ? `${place.address()}1"` : addressOf(place, cell('linkKey'), cell('linkPattern'));
      return `=HYPERLINK(${address},${cell('label')})`;
    };
    return { place, isOfSheet: linkKey === '', formula };
  };
}

function cellsIn(positions: Positions, row: number): (column: string) => string {
  return (column) => `${columnLetters(positions.get(column)!)}${row}`;
}

function isWrongIn(sheet: Sheet | undefined, lines: readonly Line[], positions: Positions): (line: Line) => boolean {
  const there = lines.filter(({ before }) => before !== undefined).map(({ row }) => row);
  if (!sheet || there.length === 0) return () => true;
  const [record, hours] = [positions.get('record')!, positions.get('hoursLeft')!];
  const [left, right] = [Math.min(record, hours), Math.max(record, hours)];
  const [top, bottom] = [there[0]!, there[there.length - 1]!];
  const formulas = sheet.formulasIn({ top, bottom, left, right });
  const leadsThere = (formula: string, { place, isOfSheet }: RowLink) =>
    isOfSheet ? formula.includes(place.address()) : leadsTo(formula, place);
  const isBroken = (shown: unknown, formula: string) => String(shown).startsWith('#') || formula.includes('#REF!');
  return ({ row, label, link, before }) => {
    if (!before) return true;
    const at = (column: number) => formulas[row - top]?.[column - left] ?? '';
    const isLinked = link && leadsThere(at(record), link) && !isBroken(before.record, at(record));
    const isPlain = at(record) === '' && before.record === label;
    const isCounting = at(hours) !== '' && !isBroken(before.hoursLeft, at(hours));
    return !isCounting || !(link === undefined ? isPlain : isLinked);
  };
}

function hoursFormula(positions: Positions): Formula {
  return (row) => {
    const cell = cellsIn(positions, row);
    const deadline = cell('deadline');
    return `=IF(OR(${deadline}="",${cell('state')}="ended"),"",(${deadline}-${NOW})*24)`;
  };
}

function lateFormula(positions: Positions): Formula {
  return (row) => {
    const lateAt = cellsIn(positions, row)('lateAt');
    return `=IF(${lateAt}="","",IF(${lateAt}<${NOW},"late",""))`;
  };
}
