/** Applies plans step by step, if the workbook has room for them. */
import type { Privacy } from '../protocol/fields.ts';
import { consecutive } from '../protocol/lists.ts';
import { tableError } from '../protocol/market-error.ts';
import type { Column } from './columns.ts';
import { countsOf, planUpsert, type TableCounts, type TablePlan } from './plan.ts';
import { announceOrder, putInOrder } from './row-order.ts';
import type { Book, FirstRows, Sheet } from './sheet.ts';
import type { Step } from './steps.ts';
import type { DeclaredRecord, Recorded } from './table.ts';
import { type NewColumn, newColumn, SAMPLE } from './widths.ts';

/** Google's limit per workbook. */
export const MOST_CELLS = 10_000_000;
/** The rest is left for the person's own work. */
const FULL = 0.9 * MOST_CELLS;
/** For fewer new cells, the cells of the workbook are not counted. */
const FEW_CELLS = 10_000;

/** Call it before any write. Throws MARKET_TABLE if the workbook has no room for `times` the planned cells. */
export function demandRoom(book: Book, plans: readonly TablePlan[], times = 1): void {
  // A new sheet has blank rows, which are filled before it grows.
  const growth = ({ opened, grows, cells }: TablePlan) =>
    opened.sheet ? grows * times : Math.max(grows, cells * times);
  const grows = Math.round(plans.reduce((sum, plan) => sum + growth(plan), 0));
  if (grows >= FEW_CELLS && book.cells() + grows > FULL)
    throw tableError(
      `There is no room for ${grows} more cells: more than nine of the workbook's ten million would be used. Delete sheets, rows, or columns that you do not need, or pull into another workbook.`,
    );
}

/** Creates missing sheets and columns, then writes step by step. */
export function applyPlans(book: Book, plans: readonly TablePlan[]): readonly TableCounts[] {
  return plans.map((plan) => {
    const { sheet, header, unnamed, table } = plan.opened;
    const added = header ? newColumns(plan, header.at, header.columns) : [];
    const isMade = sheet === undefined;
    const [first, others] = isMade ? firstRowsOf(plan, added.length) : [undefined, plan.steps];
    const target = sheet ?? book.create(table, added, { ...first, ordered: plan.ordering?.rows });
    // Columns are added right of all of ours, so the unnamed ones keep their positions.
    if (unnamed && unnamed.size > 0) target.nameColumns(unnamed);
    if (sheet && header) target.addColumns(header.at, added, header.inserted);
    if (plan.revealed.length > 0) reveal(plan, target);
    if (plan.ordering && !isMade) announceOrder(target, plan.ordering);
    for (const step of header && !isMade ? refilled(plan, target) : others) {
      if ('write' in step) target.write(step.write);
      else target.fill(step.fill);
    }
    if (plan.ordering && !isMade) putInOrder(target, plan.ordering, book.timeZone());
    return countsOf(plan);
  });
}

/** Splits a new sheet's steps into the rows that are written with its header, and the rest. */
function firstRowsOf(
  { steps }: TablePlan,
  columns: number,
): readonly [first: FirstRows | undefined, others: readonly Step[]] {
  const [step, ...others] = steps;
  const isBelow = step && 'write' in step && step.write.row === 2 && step.write.values[0]!.length === columns;
  if (!isBelow) return [undefined, steps];
  const fills = others.flatMap((each) => ('fill' in each && each.fill.isA1 ? [each.fill] : []));
  return [{ block: step.write, fills }, others.filter((each) => !('fill' in each && each.fill.isA1))];
}

function newColumns({ changes }: TablePlan, at: number, columns: readonly Column[]): readonly NewColumn[] {
  return columns.map((column, index) =>
    newColumn(
      column,
      changes.slice(0, SAMPLE).map(({ positions, cells }) => cells[positions.indexOf(at + index)] ?? ''),
    ),
  );
}

/** Shows columns in which rows differ now. It does so only once, so that a person can hide them again. */
function reveal({ opened, revealed }: TablePlan, target: Sheet): void {
  for (const id of revealed) target.reveal(opened.contents.positions.get(id)!);
  const seen = target.seen()!;
  target.remember({ ...seen, constant: seen.constant!.filter((id) => !revealed.includes(id)) });
}

/** Plans and writes the tables of some records. Throws MARKET_TABLE if the workbook has no room. */
export function upsert<const T extends Recorded>(
  book: Book,
  declared: T,
  records: readonly DeclaredRecord<T>[],
  withheld: ReadonlySet<Privacy>,
  asOf: number,
  version?: number,
): readonly TableCounts[] {
  const plans = planUpsert(book, declared, records, withheld, asOf, version);
  demandRoom(book, plans);
  return applyPlans(book, plans);
}

/** Reads the person's formulas again, because inserted columns have changed their references. */
function refilled({ opened, steps, model }: TablePlan, target: Sheet): readonly Step[] {
  if (model === undefined || !steps.some((step) => 'fill' in step)) return steps;
  const right = opened.contents.cells[0]!.length;
  const [formulas = []] = target.formulasIn({ top: model, bottom: model, left: 1, right });
  return steps.map((step) => {
    if ('write' in step) return step;
    const { fill } = step;
    const line = fill.formulas[0]!.map((_, across) => formulas[fill.column + across - 1] ?? '');
    return { fill: { ...fill, formulas: fill.formulas.map(() => line) } };
  });
}

/** Removes rows from the bottom up, consecutive ones in one call. `rows` count from 1 and may have any order. */
export function removeRows(sheet: Sheet, rows: readonly number[]): void {
  for (const [first, last] of [...consecutive(rows)].reverse()) sheet.removeRows(first, last - first + 1);
}
