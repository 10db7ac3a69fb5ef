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

/** Google's limit for a workbook. */
export const MOST_CELLS = 10_000_000;
/** A lower limit, which leaves room for the user's own data. */
const FULL = 0.9 * MOST_CELLS;
/** If fewer new cells than this are planned, the workbook's size isn't checked. */
const FEW_CELLS = 10_000;

/** Call this before any write. Throws MARKET_TABLE if the workbook has no room for `times` times the planned cells. */
export function demandRoom(book: Book, plans: readonly TablePlan[], times = 1): void {
  // A new sheet fills its blank rows before it grows.
  const growth = ({ opened, grows, cells }: TablePlan) =>
    opened.sheet ? grows * times : Math.max(grows, cells * times);
  const grows = Math.round(plans.reduce((sum, plan) => sum + growth(plan), 0));
  if (grows >= FEW_CELLS && book.cells() + grows > FULL)
    throw tableError(
      `There is no room for ${grows} more cells: the spreadsheet would use more than 9 million of its 10 million cells. Delete sheets, rows, or columns that you don't need.`,
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
    // The columns added below don't move the unnamed ones, which are farther left.
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

/** Splits a new sheet's steps into those written with its header and the rest. */
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

/** Unhides columns whose values are no longer all the same, but only once, in case the user hides them again. */
function reveal({ opened, revealed }: TablePlan, target: Sheet) {
  for (const id of revealed) target.reveal(opened.contents.positions.get(id)!);
  const seen = target.seen()!;
  target.remember({ ...seen, constant: seen.constant!.filter((id) => !revealed.includes(id)) });
}

/** Writes records to their tables. Throws MARKET_TABLE if the workbook lacks room. */
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

/** Rereads the user's formulas, whose references change when columns are inserted. */
function refilled({ opened, steps, model }: TablePlan, target: Sheet) {
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

/** Removes 1-based rows from the bottom up, consecutive ones in a single call. */
export function removeRows(sheet: Sheet, rows: readonly number[]): void {
  for (const [first, last] of [...consecutive(rows)].reverse()) sheet.removeRows(first, last - first + 1);
}
