/** Finds the formulas that read an area. Uses a map for single cells and a list per sheet for larger ranges. */
import { type Area, intersects } from './area.ts';
import type { FormulaCell } from './formula-cell.ts';

interface SheetIndex {
  readonly cells: Map<number, Set<FormulaCell>>;
  readonly ranges: Map<FormulaCell, Area[]>;
}

/** Larger than any column number, so that a row and a column can be combined into one number. */
const STRIDE = 20_000;

export class Dependencies {
  private readonly sheets = new Map<number, SheetIndex>();

  add(formula: FormulaCell): void {
    for (const area of formula.dependencies) {
      const index = this.sheetIndex(area.sheetId);
      if (area.top === area.bottom && area.left === area.right) {
        const key = area.top * STRIDE + area.left;
        const readers = index.cells.get(key);
        if (readers) readers.add(formula);
        else index.cells.set(key, new Set([formula]));
      } else {
        const areas = index.ranges.get(formula);
        if (areas) areas.push(area);
        else index.ranges.set(formula, [area]);
      }
    }
  }

  remove(formula: FormulaCell): void {
    for (const area of formula.dependencies) {
      const index = this.sheetIndex(area.sheetId);
      index.ranges.delete(formula);
      index.cells.get(area.top * STRIDE + area.left)?.delete(formula);
    }
  }

  clear(): void {
    this.sheets.clear();
  }

  forEachReader(area: Area, visit: (formula: FormulaCell) => void): void {
    const index = this.sheets.get(area.sheetId);
    if (index === undefined) return;
    for (const [formula, areas] of index.ranges) {
      if (areas.some((read) => intersects(read, area))) visit(formula);
    }
    const size = (area.bottom - area.top + 1) * (area.right - area.left + 1);
    if (size > index.cells.size) {
      for (const [key, readers] of index.cells) {
        const row = Math.floor(key / STRIDE);
        const column = key % STRIDE;
        if (row < area.top || row > area.bottom || column < area.left || column > area.right) continue;
        for (const formula of readers) visit(formula);
      }
      return;
    }
    for (let row = area.top; row <= area.bottom; row++) {
      for (let column = area.left; column <= area.right; column++) {
        for (const formula of index.cells.get(row * STRIDE + column) ?? []) visit(formula);
      }
    }
  }

  private sheetIndex(sheetId: number): SheetIndex {
    let index = this.sheets.get(sheetId);
    if (index === undefined) {
      index = { cells: new Map(), ranges: new Map() };
      this.sheets.set(sheetId, index);
    }
    return index;
  }
}
