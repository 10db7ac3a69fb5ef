/** Converts a workbook to plain data and back. */
import {
  type Attachment,
  type Metadata,
  type NamedRange,
  type SheetInfo,
  STYLE_DEFAULTS,
  type StyleAspect,
} from '../host/workbook/surface.ts';
import type { Workbook } from '../host/workbook/workbook.ts';

type Positioned<T> = [row: number, column: number, value: T][];

interface KeptSheet {
  info: SheetInfo;
  values: Positioned<string | number | boolean>;
  formulas: Positioned<string>;
  styles: [StyleAspect, Positioned<unknown>][];
  rowLines: (object | null)[];
  columnLines: (object | null)[];
}

export interface KeptBook {
  sheets: KeptSheet[];
  names: NamedRange[];
  metadata: Metadata[];
  attachments: Attachment[];
}

export function readBook(workbook: Workbook): KeptBook {
  const { book } = workbook;
  return {
    sheets: book.sheets.map((sheet) => ({
      info: workbook.sheet(sheet.id),
      values: [...sheet.values.entries()],
      formulas: [...sheet.formulas.entries()].map(([row, column, { text }]) => [row, column, text]),
      styles: [...sheet.styles].map(([aspect, grid]) => [aspect, [...grid.entries()]]),
      rowLines: [...sheet.rowLines].map((line) => line ?? null),
      columnLines: [...sheet.columnLines].map((line) => line ?? null),
    })),
    names: book.names.list(),
    metadata: book.metadata.find(),
    attachments: book.attachments.all(),
  };
}

/** Sheets get new IDs, so references to them are updated. */
export function writeBook(workbook: Workbook, kept: KeptBook): void {
  const { book } = workbook;
  const ids = new Map<number, number>();
  const spare = workbook.sheets()[0]!.sheetId;
  workbook.renameSheet(spare, 'Being replaced');
  for (const { info } of kept.sheets) {
    const { name, rows, columns } = info;
    const id = workbook.insertSheet({ name, rows, columns });
    ids.set(info.sheetId, id);
  }
  workbook.deleteSheet(spare);
  for (const { info, values, styles, rowLines, columnLines } of kept.sheets) {
    const sheet = book.sheet(ids.get(info.sheetId)!);
    for (const [aspect, cells] of styles) {
      if (!(aspect in STYLE_DEFAULTS)) continue;
      for (const [row, column, value] of cells) sheet.setStyle(aspect, row, column, value);
    }
    for (const [row, column, value] of values) sheet.values.set(row, column, value);
    sheet.rowLines = rowLines.map((line) => line ?? undefined);
    sheet.columnLines = columnLines.map((line) => line ?? undefined);
    sheet.hidden = info.hidden;
    sheet.tabColor = info.tabColor;
    sheet.hiddenGridlines = info.hiddenGridlines;
    workbook.setFrozen(sheet.id, { rows: info.frozenRows, columns: info.frozenColumns });
  }
  for (const { name, sheetId, rect } of kept.names) workbook.setNamedRange(name, ids.get(sheetId)!, rect);
  for (const { location, key, value, visibility } of kept.metadata) {
    const here = 'sheetId' in location ? { ...location, sheetId: ids.get(location.sheetId)! } : location;
    workbook.addMetadata(here, key, value, visibility);
  }
  for (const { kind, sheetId, rects, spec } of kept.attachments)
    workbook.attach(kind, ids.get(sheetId)!, rects, withIds(spec, ids));
  // Write formulas last, because they depend on the other content.
  for (const { info, formulas } of kept.sheets) {
    for (const [row, column, text] of formulas) {
      const rect = { row, column, rows: 1, columns: 1 };
      workbook.write(ids.get(info.sheetId)!, rect, 'formulas', [[text]]);
    }
  }
}

/** Attachments, such as charts, can refer to other sheets. */
function withIds(spec: unknown, ids: ReadonlyMap<number, number>): unknown {
  return JSON.parse(
    JSON.stringify(spec, (key, value) => (key === 'sheetId' ? (ids.get(value as number) ?? value) : value)),
  );
}
