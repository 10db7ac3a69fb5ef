/** A sheet: layers of cells, rows and columns, and settings. */
import type { FormulaCell } from './formula-cell.ts';
import { Grid } from './grid.ts';
import { changeLines, type LineChange } from './line-change.ts';
import { nothingSelected, type Selection } from './selection.ts';
import { STYLE_DEFAULTS, type StyleAspect } from './surface.ts';

export type Scalar = string | number | boolean;

export interface Line {
  readonly pixels?: number;
  readonly hidden?: boolean;
}

export class Sheet {
  frozenRows = 0;
  frozenColumns = 0;
  hidden = false;
  tabColor: string | null = null;
  hiddenGridlines = false;
  /** A cell is in `values` or in `formulas`. `spills` maps a covered cell to the formula that fills it. */
  values = new Grid<Scalar>();
  formulas = new Grid<FormulaCell>();
  spills = new Grid<FormulaCell>();
  styles = new Map<StyleAspect, Grid<unknown>>();
  selection: Selection = nothingSelected;
  rowLines: (Line | undefined)[] = [];
  columnLines: (Line | undefined)[] = [];

  constructor(
    readonly id: number,
    public name: string,
    public rows: number,
    public columns: number,
  ) {}

  style<A extends StyleAspect>(aspect: A, row: number, column: number): (typeof STYLE_DEFAULTS)[A] {
    const found = this.styles.get(aspect)?.get(row, column);
    return (found === undefined ? STYLE_DEFAULTS[aspect] : found) as (typeof STYLE_DEFAULTS)[A];
  }

  /** Defaults aren't stored, so a cell reset to its default is untouched. */
  setStyle(aspect: StyleAspect, row: number, column: number, value: unknown): void {
    const plain = value === null || value === undefined || value === STYLE_DEFAULTS[aspect];
    let grid = this.styles.get(aspect);
    if (grid === undefined) {
      if (plain) return;
      grid = new Grid();
      this.styles.set(aspect, grid);
    }
    grid.set(row, column, plain ? undefined : value);
  }

  lastRow(): number {
    return Math.max(this.values.lastRow(), this.formulas.lastRow(), this.spills.lastRow());
  }

  lastColumn(): number {
    return Math.max(this.values.lastColumn(), this.formulas.lastColumn(), this.spills.lastColumn());
  }

  /** Moves the cells of all layers. The caller updates formula positions and references. */
  change(axis: 'row' | 'column', change: LineChange): void {
    const layers = [this.values, this.formulas, ...this.styles.values()] as Grid<unknown>[];
    const added = change.kind === 'insert' ? change.count : change.kind === 'delete' ? -change.count : 0;
    if (axis === 'row') {
      for (const layer of layers) layer.changeRows(change);
      this.rowLines = changeLines(this.rowLines, change);
      this.rows += added;
    } else {
      for (const layer of layers) layer.changeColumns(change);
      this.columnLines = changeLines(this.columnLines, change);
      this.columns += added;
    }
  }
}
