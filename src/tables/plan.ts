/** What is to be written into one sheet, complete before the first write: previewed, or applied. */

import { groundOf } from './canvas.ts';
import type { Counts, Diff, RowChange } from './diff.ts';
import { fillsOf, modelOf } from './filldown.ts';
import type { Opened } from './opened.ts';
import { isUnfinished } from './positions.ts';
import type { Row } from './rows.ts';
import type { Step } from './steps.ts';
import { stepsOf } from './steps.ts';
import { withBlanks } from './unfinished-rows.ts';

export interface TableCounts extends Counts {
  readonly table: string;
  /** Cells written. */
  readonly cells: number;
}

export interface TablePlan extends TableCounts {
  readonly opened: Opened;
  /** All rows that came, unchanged ones included. */
  readonly rows: readonly Row[];
  readonly changes: readonly RowChange[];
  readonly steps: readonly Step[];
  /** The row whose formulas are continued. */
  readonly model: number | undefined;
  /** Cells by which the workbook grows, those of the person's columns included. */
  readonly grows: number;
}

/** A new sheet has so many cells at once. */
const FRESH_CELLS = 26_000;

/** The steps that write the changes of a diff. */
export function planOf(opened: Opened, { changes, counts }: Diff, rows: readonly Row[] = []): TablePlan {
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
    changes,
    steps,
    model: model?.row,
    grows: sheet
      ? counts.added * width + (header ? header.columns.length * contents.cells.length : 0)
      : Math.max(FRESH_CELLS, counts.added * width),
  };
}

function cellsOf(step: Step): number {
  const rows = 'write' in step ? step.write.values : step.fill.formulas;
  return rows.length * (rows[0]?.length ?? 0);
}

export function countsOf({ table, cells, added, changed, unchanged, gone }: TablePlan): TableCounts {
  return { table, cells, added, changed, unchanged, gone };
}
