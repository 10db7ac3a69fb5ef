/** Updates the grid's sheets, except for their cells, to match the server's. */
import type { Model } from '@odoo/o-spreadsheet';
import type { WireLines, WireSheet } from '../wire.ts';

type Dimension = 'COL' | 'ROW';

interface Getters {
  getSheetIds(): string[];
  getSheetName(sheetId: string): string;
  getSheet(sheetId: string): { color?: string };
  isSheetVisible(sheetId: string): boolean;
  getGridLinesVisibility(sheetId: string): boolean;
  getNumberCols(sheetId: string): number;
  getNumberRows(sheetId: string): number;
  getPaneDivisions(sheetId: string): { xSplit: number; ySplit: number };
  isHeaderHiddenByUser(sheetId: string, dimension: Dimension, index: number): boolean;
  getColSize(sheetId: string, index: number): number;
  getUserRowSize(sheetId: string, index: number): number | undefined;
}

type Dispatch = (type: string, payload: object) => void;

export function initialData(sheets: readonly WireSheet[]): object {
  return {
    sheets: sheets.map((sheet) => ({
      id: String(sheet.id),
      name: sheet.name,
      colNumber: sheet.columns,
      rowNumber: sheet.rows,
      isVisible: !sheet.hidden,
      panes: { xSplit: sheet.frozenColumns, ySplit: sheet.frozenRows },
      cols: headersOf(sheet.columnLines),
      rows: headersOf(sheet.rowLines),
      areGridLinesVisible: !sheet.hiddenGridlines,
      ...(sheet.tabColor ? { color: sheet.tabColor } : {}),
    })),
  };
}

function headersOf({ sizes, hidden }: WireLines): Record<number, { size?: number; isHidden?: boolean }> {
  const headers: Record<number, { size?: number; isHidden?: boolean }> = {};
  for (const [index, size] of Object.entries(sizes)) headers[Number(index) - 1] = { size };
  for (const index of hidden) headers[index - 1] = { ...headers[index - 1], isHidden: true };
  return headers;
}

export function reconcile(model: Model, sheets: readonly WireSheet[]): void {
  const getters = model.getters as unknown as Getters;
  const dispatch = model.dispatch as unknown as Dispatch;
  const ids = sheets.map(({ id }) => String(id));
  const gone = getters.getSheetIds().filter((id) => !ids.includes(id));
  for (const { id, rows, columns } of sheets) {
    const sheetId = String(id);
    if (getters.getSheetIds().includes(sheetId)) continue;
    const position = getters.getSheetIds().length;
    // Another sheet may still have its name, and the grid refuses some names that Google allows.
    dispatch('CREATE_SHEET', { sheetId, name: `New ${id}`, rows, cols: columns, position });
  }
  for (const sheet of sheets) if (!sheet.hidden) dispatch('SHOW_SHEET', { sheetId: String(sheet.id) });
  for (const sheetId of gone) dispatch('DELETE_SHEET', { sheetId, sheetName: getters.getSheetName(sheetId) });
  nameAnew(getters, dispatch, sheets);
  order(getters, dispatch, ids);
  for (const sheet of sheets) {
    const sheetId = String(sheet.id);
    resize(getters, dispatch, sheetId, 'COL', sheet.columns);
    resize(getters, dispatch, sheetId, 'ROW', sheet.rows);
    freeze(getters, dispatch, sheet);
    lines(getters, dispatch, sheetId, 'COL', sheet.columnLines);
    lines(getters, dispatch, sheetId, 'ROW', sheet.rowLines);
    if (sheet.hidden && getters.isSheetVisible(sheetId)) dispatch('HIDE_SHEET', { sheetId });
    const color = sheet.tabColor ?? undefined;
    if (getters.getSheet(sheetId).color !== color) dispatch('COLOR_SHEET', { sheetId, color });
    const areGridLinesVisible = !sheet.hiddenGridlines;
    if (getters.getGridLinesVisibility(sheetId) !== areGridLinesVisible)
      dispatch('SET_GRID_LINES_VISIBILITY', { sheetId, areGridLinesVisible });
  }
}

function rename({ getSheetName }: Getters, dispatch: Dispatch, sheetId: string, newName: string): void {
  dispatch('RENAME_SHEET', { sheetId, newName, oldName: getSheetName(sheetId) });
}

/** Sheets may have swapped names. */
function nameAnew(getters: Getters, dispatch: Dispatch, sheets: readonly WireSheet[]): void {
  const other = sheets.filter(({ id, name }) => getters.getSheetName(String(id)) !== name);
  if (other.length > 1) for (const { id } of other) rename(getters, dispatch, String(id), `Being renamed ${id}`);
  for (const { id, name } of other) rename(getters, dispatch, String(id), name);
}

/** Moves count only visible sheets, so show all sheets first. */
function order(getters: Getters, dispatch: Dispatch, ids: readonly string[]): void {
  if (getters.getSheetIds().every((sheetId, index) => sheetId === ids[index])) return;
  for (const sheetId of ids) if (!getters.isSheetVisible(sheetId)) dispatch('SHOW_SHEET', { sheetId });
  ids.forEach((sheetId, index) => {
    const delta = index - getters.getSheetIds().indexOf(sheetId);
    if (delta !== 0) dispatch('MOVE_SHEET', { sheetId, delta });
  });
}

/** Adds or removes rows or columns at the end. The server sends their content. */
function resize(getters: Getters, dispatch: Dispatch, sheetId: string, dimension: Dimension, to: number): void {
  const from = dimension === 'COL' ? getters.getNumberCols(sheetId) : getters.getNumberRows(sheetId);
  const common = { sheetId, sheetName: getters.getSheetName(sheetId), dimension };
  if (to > from) dispatch('ADD_COLUMNS_ROWS', { ...common, base: from - 1, position: 'after', quantity: to - from });
  if (to < from) {
    const elements = Array.from({ length: from - to }, (_, index) => to + index);
    dispatch('REMOVE_COLUMNS_ROWS', { ...common, elements });
  }
}

function freeze(getters: Getters, dispatch: Dispatch, { id, frozenRows, frozenColumns }: WireSheet): void {
  const sheetId = String(id);
  const { xSplit, ySplit } = getters.getPaneDivisions(sheetId);
  if (ySplit !== frozenRows) {
    if (frozenRows > 0) dispatch('FREEZE_ROWS', { sheetId, quantity: frozenRows });
    else dispatch('UNFREEZE_ROWS', { sheetId });
  }
  if (xSplit !== frozenColumns) {
    if (frozenColumns > 0) dispatch('FREEZE_COLUMNS', { sheetId, quantity: frozenColumns });
    else dispatch('UNFREEZE_COLUMNS', { sheetId });
  }
}

function lines(getters: Getters, dispatch: Dispatch, sheetId: string, dimension: Dimension, wanted: WireLines): void {
  const count = dimension === 'COL' ? getters.getNumberCols(sheetId) : getters.getNumberRows(sheetId);
  const hidden = new Set(wanted.hidden);
  const [hide, show]: [number[], number[]] = [[], []];
  const bySize = new Map<number | null, number[]>();
  for (let index = 0; index < count; index++) {
    const isHidden = getters.isHeaderHiddenByUser(sheetId, dimension, index);
    if (hidden.has(index + 1) !== isHidden) (isHidden ? show : hide).push(index);
    const size = wanted.sizes[index + 1];
    const known = dimension === 'COL' ? getters.getColSize(sheetId, index) : getters.getUserRowSize(sheetId, index);
    const usual = dimension === 'COL' ? 100 : undefined;
    if ((size ?? usual) !== known) bySize.set(size ?? null, [...(bySize.get(size ?? null) ?? []), index]);
  }
  for (const [size, elements] of bySize) dispatch('RESIZE_COLUMNS_ROWS', { sheetId, dimension, elements, size });
  if (show.length > 0) dispatch('UNHIDE_COLUMNS_ROWS', { sheetId, dimension, elements: show });
  if (hide.length > 0) dispatch('HIDE_COLUMNS_ROWS', { sheetId, dimension, elements: hide });
}
