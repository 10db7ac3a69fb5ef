import { areaName, parseArea, splitSheet } from '../a1.ts';
import type { Host } from '../host.ts';
import { demandEditable } from '../services/protection.ts';
import { demandValid } from '../services/validation.ts';
import type { Aspect, CellValue, Rect, SheetInfo } from '../workbook/surface.ts';
import type { Workbook } from '../workbook/workbook.ts';
import { editing } from './editing.ts';
import type { Line } from './step.ts';
import type { World } from './world.ts';

export function sheetNamed({ workbook }: Host, name: string): SheetInfo {
  const sheet = workbook.sheetByName(name);
  if (sheet) return sheet;
  const names = workbook.sheets().map((each) => each.name);
  throw new Error(`Sheet "${name}" not found. Sheets: ${names.join(', ')}`);
}

export function areaOn(host: Host, text: string) {
  const { sheet: name, area } = splitSheet(text);
  const sheet = name === undefined ? host.workbook.sheets()[0]! : sheetNamed(host, name);
  const parsed = parseArea(area, sheet);
  if (!parsed) throw new Error(`Not a range: ${text}`);
  return { sheet, area: parsed };
}

export async function cells(world: World, typed: Record<string, unknown>): Promise<unknown> {
  const host = await world.host();
  for (const [address, text] of Object.entries(typed)) {
    const { sheet, area } = areaOn(host, address);
    const range = { sheetId: sheet.sheetId, row: area.row, column: area.column, rows: 1, columns: 1 };
    const typed = text === null ? '' : String(text);
    const person = { host, user: host.user };
    demandEditable(person, range.sheetId, range);
    if (isInside(sheet, area)) demandValid(person, range, () => typed);
    await editing(host, range, () => host.workbook.type(range.sheetId, range.row, range.column, typed));
  }
  await host.workbook.settled();
  return { typed: Object.keys(typed).length };
}

const isInside = (sheet: SheetInfo, { row, column }: Rect) => row <= sheet.rows && column <= sheet.columns;

export async function recalculate(world: World): Promise<unknown> {
  const host = await world.host();
  host.workbook.recalculate();
  await host.workbook.settled();
  return null;
}

const aspects: Record<string, Aspect> = {
  values: 'values',
  display: 'displayValues',
  formulas: 'formulas',
  formats: 'numberFormats',
  notes: 'notes',
};

export async function get(world: World, text: string, line: Line): Promise<unknown> {
  const host = await world.host();
  const aspect = aspects[String(line.as ?? 'values')];
  if (!aspect) throw new Error(`Unknown value of "as": ${line.as}`);
  const { sheet, area } = areaOn(host, text);
  const rows = Math.min(area.rows, sheet.rows - area.row + 1);
  const columns = Math.min(area.columns, sheet.columns - area.column + 1);
  const inside = rows > 0 && columns > 0;
  const rect = { ...area, rows, columns };
  const read = inside ? (host.workbook.read(sheet.sheetId, rect, aspect) as CellValue[][]) : [];
  return padded(aspect === 'notes' ? withErrors(host, sheet, rect, read) : read, area.rows, area.columns);
}

/** Adds the message of each error cell that has no note. */
function withErrors({ workbook }: Host, { sheetId }: SheetInfo, rect: Rect, notes: CellValue[][]): CellValue[][] {
  const shown = workbook.read(sheetId, rect, 'displayValues');
  const messageAt = (row: number, column: number) =>
    shown[row]![column]!.startsWith('#') ? workbook.errorMessage(sheetId, rect.row + row, rect.column + column) : '';
  return notes.map((line, row) => line.map((note, column) => note || messageAt(row, column)));
}

function padded(values: CellValue[][], rows: number, columns: number): CellValue[][] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => values[row]?.[column] ?? ''),
  );
}

export async function sheets(world: World): Promise<unknown> {
  const { workbook } = await world.host();
  return workbook.sheets().map((sheet) => {
    const { sheetId, name, rows, columns, frozenRows, frozenColumns, hidden, charts } = sheet;
    const filter = workbook.attachments('filter', sheetId)[0]?.rects[0];
    return {
      name,
      rows,
      columns,
      frozenRows,
      frozenColumns,
      hidden,
      hiddenColumns: hiddenColumns(workbook, sheet),
      filter: filter ? areaName(filter) : null,
      rules: workbook.attachments('conditionalFormat', sheetId).length,
      charts,
    };
  });
}

function hiddenColumns(workbook: Workbook, { sheetId, columns }: SheetInfo): number[] {
  const all = Array.from({ length: columns }, (_, index) => index + 1);
  return all.filter((column) => workbook.isColumnHidden(sheetId, column));
}
