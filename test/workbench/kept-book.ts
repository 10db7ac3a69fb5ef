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
  recalculationInterval?: Workbook['book']['recalculationInterval'];
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
    recalculationInterval: book.recalculationInterval,
  };
}

export function writeBook(workbook: Workbook, kept: KeptBook): void {
  const { book } = workbook;
  book.clear();
  for (const { info, values, styles, rowLines, columnLines } of kept.sheets) {
    const { name, rows, columns, sheetId } = info;
    // Formulas and stored columns refer to sheets by ID.
    const sheet = book.addSheet(name, rows, columns, book.sheets.length + 1, sheetId);
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
  book.activeSheetId = book.sheets.find(({ hidden }) => !hidden)!.id;
  if (kept.recalculationInterval) book.recalculationInterval = kept.recalculationInterval;
  for (const { name, sheetId, rect } of kept.names) workbook.setNamedRange(name, sheetId, rect);
  for (const { location, key, value, visibility } of kept.metadata)
    workbook.addMetadata(location, key, value, visibility);
  for (const { kind, sheetId, rects, spec } of kept.attachments) workbook.attach(kind, sheetId, rects, spec);
  // Write formulas last, because they depend on the other content.
  for (const { info, formulas } of kept.sheets) {
    for (const [row, column, text] of formulas)
      workbook.write(info.sheetId, { row, column, rows: 1, columns: 1 }, 'formulas', [[text]]);
  }
}
