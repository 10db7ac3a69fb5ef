/** Replaces the grid's storage and calculation with the server's cells. */
import { registries } from '@odoo/o-spreadsheet';
import type { Cells, Position, Zone } from './cells.ts';
import type { GridCells } from './grid-cells.ts';
import type { RowHeights } from './row-heights.ts';

type Plugin = new (...args: never[]) => Record<string, unknown>;

const COLUMN_WIDTH = 100;

interface PluginRegistry {
  get(name: string): unknown;
  replace(name: string, plugin: unknown): unknown;
}

function replace(registry: unknown, name: string, make: (plugin: Plugin) => unknown): void {
  const plugins = registry as PluginRegistry;
  plugins.replace(name, make(plugins.get(name) as Plugin));
}

/** Call once, before the first model exists. */
export function replacePlugins(cells: Cells, grid: GridCells, heights: RowHeights): void {
  const { corePluginRegistry, coreViewsPluginRegistry, statefulUIPluginRegistry } = registries;
  replace(coreViewsPluginRegistry, 'evaluation', (plugin) => shownCells(plugin, cells, grid));
  replace(coreViewsPluginRegistry, 'evaluation_cf', (plugin) => serversLooks(plugin, grid));
  replace(corePluginRegistry, 'header grouping', noGroups);
  replace(corePluginRegistry, 'headerSize', googleWidths);
  replace(coreViewsPluginRegistry, 'row_size', (plugin) => googleHeights(plugin, heights));
  replace(statefulUIPluginRegistry, 'header_positions', positionsOnSight);
  replace(statefulUIPluginRegistry, 'viewport', viewportOnSight);
  replace(statefulUIPluginRegistry, 'table_computed_style', noTableStyles);
}

function shownCells(Evaluation: Plugin, cells: Cells, grid: GridCells): unknown {
  return class extends Evaluation {
    beforeHandle(): void {}
    handle(): void {}
    finalize(): void {}
    evaluateFormula(): string {
      return '';
    }
    evaluateFormulaResult(): object {
      return { value: '' };
    }
    evaluateCompiledFormula(): object {
      return { value: '' };
    }
    getEvaluatedCell(position: Position): object {
      return grid.shown(position);
    }
    getEvaluatedCells(sheetId: string): object[] {
      return [...cells.filled(sheetId)].map((position) => grid.shown(position));
    }
    getEvaluatedCellsPositions(sheetId: string): Position[] {
      return [...cells.filled(sheetId)];
    }
    getSpreadZone(position: Position): Zone | undefined {
      const found = cells.coveredBy(position);
      const isFormula = found?.formula.row === position.row && found.formula.col === position.col;
      return isFormula ? found.zone : undefined;
    }
    getArrayFormulaSpreadingOn(position: Position): Position | undefined {
      return cells.coveredBy(position)?.formula;
    }
    isArrayFormulaSpillBlocked(): boolean {
      return false;
    }
  };
}

/** The page has no row or column groups, but the library looks for them in each row of each sheet on most changes. */
function noGroups(HeaderGrouping: Plugin): unknown {
  return class extends HeaderGrouping {
    isRowFolded(): boolean {
      return false;
    }
    isColFolded(): boolean {
      return false;
    }
  };
}

/**
 * Skips table styles, which the library computes for each cell on each change. The only tables here are filters, and
 * those have no style.
 */
function noTableStyles(TableStyles: Plugin): unknown {
  return class extends TableStyles {
    finalize(): void {}
    getCellTableStyle(): undefined {}
    getCellTableBorder(): undefined {}
  };
}

function googleWidths(HeaderSize: Plugin): unknown {
  return class extends HeaderSize {
    declare sizes: Record<string, { COL: (number | undefined)[] } | undefined>;
    getColSize(sheetId: string, index: number): number {
      return Math.round(this.sizes[sheetId]?.COL[index] || COLUMN_WIDTH);
    }
  };
}

/** The server evaluates conditional formats. */
function serversLooks(Formats: Plugin, grid: GridCells): unknown {
  return class extends Formats {
    handle(): void {}
    finalize(): void {}
    getCellConditionalFormatStyle(position: Position): object | undefined {
      return grid.look(position);
    }
    getConditionalIcon(): undefined {}
    getConditionalDataBar(): undefined {}
  };
}

function googleHeights(RowSize: Plugin, heights: RowHeights): unknown {
  return class extends RowSize {
    declare getters: { getUserRowSize(sheetId: string, row: number): number | undefined };
    initializeSheet(): void {}
    beforeHandle(): void {}
    handle(): void {}
    getRowSize(sheetId: string, row: number): number {
      return Math.round(this.getters.getUserRowSize(sheetId, row) ?? heights.of(sheetId, row));
    }
  };
}

/**
 * Computes row and column positions only for visible sheets. By default, the library computes every sheet's positions
 * on every change.
 */
function positionsOnSight(HeaderPositions: Plugin): unknown {
  return class extends HeaderPositions {
    declare computePositions: (sheetId: string, dimension: 'COL' | 'ROW') => object;
    computeHeaderPositionsOfSheet(sheetId: string): object {
      const known: { COL?: object; ROW?: object } = {};
      const of = (dimension: 'COL' | 'ROW') => {
        known[dimension] ??= this.computePositions(sheetId, dimension);
        return known[dimension];
      };
      return {
        get COL() {
          return of('COL');
        },
        get ROW() {
          return of('ROW');
        },
      };
    }
  };
}

/** Lays out only the active sheet. The library lays out all of them on most changes, which measures every row. */
function viewportOnSight(SheetView: Plugin): unknown {
  return class extends (SheetView as new (...args: never[]) => { finalize(): void }) {
    declare getters: { getActiveSheetId(): string };
    declare sheetsWithDirtyViewports: Set<string>;
    override finalize(): void {
      const later = this.sheetsWithDirtyViewports;
      const active = this.getters.getActiveSheetId();
      this.sheetsWithDirtyViewports = new Set(later.delete(active) ? [active] : []);
      super.finalize();
      this.sheetsWithDirtyViewports = later;
    }
  };
}
