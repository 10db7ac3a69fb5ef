import type { Model } from '@odoo/o-spreadsheet';
import type { WireSelection } from '../wire.ts';

export function showSheet(model: Model, sheet: number): void {
  const sheetIdTo = String(sheet);
  const sheetIdFrom = model.getters.getActiveSheetId();
  if (sheetIdTo !== sheetIdFrom) model.dispatch('ACTIVATE_SHEET', { sheetIdFrom, sheetIdTo });
}

/** Scrolls to the start of the first range, even if it is wider than the screen. */
export function select(model: Model, sheet: number, { rects, cell }: WireSelection): void {
  showSheet(model, sheet);
  if (model.getters.getActiveSheetId() !== String(sheet)) return;
  const { selection } = model;
  rects.forEach((rect, index) => {
    const [left, top] = [rect.column - 1, rect.row - 1];
    const zone = { left, top, right: left + rect.columns - 1, bottom: top + rect.rows - 1 };
    if (index === 0) {
      const isCurrent = rects.length === 1;
      const at = isCurrent ? { col: cell.column - 1, row: cell.row - 1 } : { col: left, row: top };
      selection.selectZone({ zone, cell: at }, { scrollIntoView: false });
      return;
    }
    selection.addCellToSelection(left, top);
    selection.setAnchorCorner(zone.right, zone.bottom);
  });
  const [first] = rects;
  if (!first) return;
  // Frozen columns are always visible, so scroll to the first column after them.
  const { xSplit } = model.getters.getPaneDivisions(String(sheet));
  const last = first.column + first.columns - 2;
  model.dispatch('SCROLL_TO_CELL', {
    col: Math.min(Math.max(first.column - 1, xSplit), last),
    row: first.row - 1,
  });
}
