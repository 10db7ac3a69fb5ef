/** Plans all writes to a sheet before the first one. */
import type { Privacy } from '../protocol/fields.ts';
import { extent } from '../protocol/lists.ts';
import { tableError } from '../protocol/market-error.ts';
import { groundOf } from './canvas.ts';
import { AS_OF, asChosen, fieldColumns, sheetColumns } from './columns.ts';
import { type Counts, type Diff, diff, latest, type RowChange } from './diff.ts';
import { fillsOf, modelOf, withBlanks } from './filldown.ts';
import { columnLetters } from './formula-text.ts';
import { lastRow } from './last-row.ts';
import { type Opened, openTable } from './opened.ts';
import { type Contents, cellAt, isUnfinished, rowsWithKey } from './positions.ts';
import { newestFirst, type Ordering, orderingOf } from './row-order.ts';
import { type Occurrences, type Row, rowsOf, type TraitOf, withComputed } from './rows.ts';
import type { Book } from './sheet.ts';
import { type Step, stepsOf } from './steps.ts';
import type { DeclaredRecord, Recorded, Table } from './table.ts';

export interface TableCounts extends Counts {
  readonly table: string;
  readonly cells: number;
}

export interface TablePlan extends TableCounts {
  readonly opened: Opened;
  /** All incoming rows, including unchanged ones. */
  readonly rows: readonly Row[];
  /** New rows that exceed the retention period and aren't added. */
  readonly refused: readonly Row[];
  readonly changes: readonly RowChange[];
  readonly steps: readonly Step[];
  /** Hidden columns to show: their values now differ. */
  readonly revealed: readonly string[];
  /** The last complete row: its formulas are copied to new rows. */
  readonly model: number | undefined;
  readonly ordering?: Ordering | undefined;
  /** The number of cells added to the workbook. */
  readonly grows: number;
}

/** Returns a predicate for new rows to skip; undefined to add all. */
export type Refusal = (table: Table, rows: readonly Row[]) => ((row: Row) => boolean) | undefined;

interface Given {
  /** Occurrences of a table's keys in the run's earlier slices. */
  readonly occurrencesIn?: (table: string) => Occurrences;
  readonly refusal?: Refusal;
  readonly traits?: () => TraitOf;
  /** Columns to show in a new sheet. */
  readonly chosen?: (table: string) => readonly string[] | undefined;
}

/** Plans the tables for records read at `asOf`. `version` is the order version. */
export function planUpsert<const T extends Recorded>(
  book: Book,
  declared: T,
  records: readonly DeclaredRecord<T>[],
  withheld: ReadonlySet<Privacy>,
  asOf: number,
  version?: number,
  { occurrencesIn, refusal, traits, chosen }: Given = {},
): readonly TablePlan[] {
  const zone = book.timeZone();
  const plans: TablePlan[] = [];
  for (const table of declared.tables as readonly Table[]) {
    const columns = sheetColumns(declared, table, withheld, version);
    const fields = [
      ...fieldColumns(declared, table, withheld, version),
      ...columns.filter(({ computed }) => computed === 'field'),
    ];
    const received = rowsOf(table, fields, records, occurrencesIn?.(table.name));
    const computed = withComputed(received, columns, traits);
    const rows = table.newestFirst ? newestFirst([...latest(computed)], table.newestFirst, zone) : computed;
    const opened = openTable(book, table.name, asChosen(columns, chosen?.(table.name)));
    const plan = planRows(opened, rows, asOf, zone, refusal?.(table, rows));
    const ordering = table.newestFirst && orderingOf(opened, plan.changes, table.newestFirst, zone);
    plans.push(ordering ? { ...plan, ordering } : plan);
  }
  return plans;
}

export function planRows(
  opened: Opened,
  rows: readonly Row[],
  asOf: number,
  zone: string,
  isRefused?: (row: Row) => boolean,
): TablePlan {
  const { sheet, contents, columns } = opened;
  const lastRowFor = (added: number) => (sheet ? lastRow(sheet, contents, added) : 1);
  const decided = diff(contents, columns, rows, asOf, zone, lastRowFor, isRefused);
  demandUnmerged(opened, decided.changes);
  return planOf(opened, decided, rows);
}

/** Throws MARKET_TABLE for merged cells, where Google drops values. Checks only if the changes fill blank cells. */
function demandUnmerged({ sheet, contents, header }: Opened, changes: readonly RowChange[]) {
  const rowAt = ({ row }: RowChange) => contents.cells[row - 1] ?? [];
  const filling = changes.filter((change) => {
    const isBlank = (position: number) => (rowAt(change)[position - 1] ?? '') === '';
    return (
      change.isNew ||
      change.positions.some((position, index) => change.cells[index] !== '' && isBlank(position)) ||
      (change.asOf !== undefined && isBlank(contents.positions.get(AS_OF.id)!))
    );
  });
  if (!sheet || header?.at === 1 || filling.length === 0) return;
  const ours = [...contents.positions.values()].filter((position) => !header || position < header.at);
  const [, bottom] = extent([contents.cells.length, ...filling.map(({ row }) => row)]);
  const cells = sheet
    .merged({ top: 2, bottom, left: Math.min(...ours), right: Math.max(...ours) })
    .filter(({ left, right }) => ours.some((position) => position >= left && position <= right))
    .map(({ top, bottom, left, right }) => `${columnLetters(left)}${top}:${columnLetters(right)}${bottom}`);
  if (cells.length > 0)
    throw tableError(
      `The sheet "${sheet.name}" has merged cells in the add-on's columns: ${cells.slice(0, 5).join(', ')}. Choose Format ▸ Merge cells ▸ Unmerge, then pull again.`,
    );
}

/** Google's default size for a new sheet. */
const FRESH_CELLS = 26_000;

export function planOf(opened: Opened, { changes, counts, refused = [] }: Diff, rows: readonly Row[] = []): TablePlan {
  const { table, columns, sheet, header, contents } = opened;
  const isGrowing = changes.some(({ isNew, row }) => isNew || isUnfinished(contents, row - 1));
  const model = sheet && isGrowing ? modelOf(sheet, contents) : undefined;
  const ground = groundOf(sheet, contents, columns, model?.formats);
  const fills = sheet && model ? fillsOf(sheet, contents, model, changes) : [];
  const steps = stepsOf(withBlanks(changes, contents, ground), fills, contents.positions, ground);
  const width = Math.max(contents.cells[0]?.length ?? 0, ...contents.positions.values());
  return {
    table,
    ...counts,
    cells: steps.reduce((sum, step) => sum + cellsOf(step), 0),
    opened,
    rows,
    refused,
    changes,
    steps,
    revealed: contents.constant?.filter((id) => isDiffering(contents, id, changes)) ?? [],
    model: model?.row,
    grows: sheet
      ? counts.added * width + (header ? header.columns.length * contents.cells.length : 0)
      : Math.max(FRESH_CELLS, counts.added * width),
  };
}

/** Whether a column has more than one value, ignoring blanks. */
function isDiffering(contents: Contents, id: string, changes: readonly RowChange[]) {
  const position = contents.positions.get(id);
  if (position === undefined) return false;
  const values = new Set(rowsWithKey(contents).map((index) => cellAt(contents, index, id)));
  for (const { positions, cells } of changes) values.add(cells[positions.indexOf(position)] ?? '');
  values.delete('');
  return values.size > 1;
}

function cellsOf(step: Step) {
  const rows = 'write' in step ? step.write.values : step.fill.formulas;
  return rows.length * (rows[0]?.length ?? 0);
}

export function countsOf({ table, cells, added, changed, unchanged, gone }: TablePlan): TableCounts {
  return { table, cells, added, changed, unchanged, gone };
}
