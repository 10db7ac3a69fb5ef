// Objects attached to cell ranges. The workbook stores them and moves them with the cells.
import { callHost } from './bridge.ts';
import { type Range, type RangeAddress, rangeAt } from './range.ts';
import { enumeration, strict } from './strict.ts';

export interface Rect {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export interface Attachment {
  id: number;
  sheetId: number;
  rects: Rect[];
  spec: unknown;
}

export type Kind = 'filter' | 'protection' | 'conditionalFormat' | 'chart' | 'banding' | 'merge';

export const attachments = (kind: Kind, sheetId?: number) =>
  callHost<Attachment[]>('Attachment.getAll', kind, ...(sheetId === undefined ? [] : [sheetId]));

export const attach = (kind: Kind, sheetId: number, rects: Rect[], spec: unknown) =>
  callHost<Attachment>('Attachment.add', kind, sheetId, rects.map(rectOf), spec);

export const detach = (id: number) => void callHost('Attachment.remove', id);

export function rectOf({ row, column, rows, columns }: Rect): Rect {
  return { row, column, rows, columns };
}

export const firstRangeOf = ({ sheetId, rects }: Attachment): Range => rangeAt({ sheetId, ...rects[0]! });

export const BandingTheme = enumeration<typeof GoogleAppsScript.Spreadsheet.BandingTheme>(
  'BandingTheme',
  'LIGHT_GREY',
  'CYAN',
  'GREEN',
  'YELLOW',
  'ORANGE',
  'BLUE',
  'TEAL',
  'GREY',
);

export function rowBanding(at: RangeAddress, theme: unknown): GoogleAppsScript.Spreadsheet.Banding {
  return banding(attach('banding', at.sheetId, [at], { theme: String(theme ?? 'LIGHT_GREY') }));
}

export function bandingsOf(sheetId: number): GoogleAppsScript.Spreadsheet.Banding[] {
  return attachments('banding', sheetId).map(banding);
}

function banding(stored: Attachment): GoogleAppsScript.Spreadsheet.Banding {
  return strict<GoogleAppsScript.Spreadsheet.Banding>('Banding', {
    getRange: () => firstRangeOf(stored),
    remove: () => detach(stored.id),
  });
}
