// Filters, protections, bandings, charts and conditional formats: kept by the workbook, seen again by scripts.
import { areaName } from '../a1.ts';
import { callHost, Exception } from './bridge.ts';
import { addressOf, type RangeAddress, rangeAt } from './range.ts';
import { strict } from './strict.ts';

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

const rangesOf = ({ sheetId, rects }: Attachment) => rects.map((rect) => rangeAt({ sheetId, ...rect }));

export function filterOf(sheetId: number): object | null {
  const filter = attachments('filter', sheetId)[0];
  if (!filter) return null;
  return strict('Filter', {
    getRange: () => rangesOf(filter)[0],
    remove: () => detach(filter.id),
    sort: (column: number, ascending: boolean) => {
      const { row, rows, ...rest } = filter.rects[0]!;
      const body = { sheetId, ...rest, row: row + 1, rows: rows - 1 };
      callHost('Range.sort', body, [{ column: rest.column + column - 1, ascending }]);
    },
  });
}

export function createFilter(at: RangeAddress): object | null {
  if (attachments('filter', at.sheetId).length > 0) {
    throw new Exception("You can't create a filter in a sheet that already has a filter.");
  }
  attach('filter', at.sheetId, [at], null);
  return filterOf(at.sheetId);
}

interface ProtectionSpec {
  description: string;
  warningOnly: boolean;
  sheet: boolean;
  unprotected: Rect[];
}

export function protect(sheetId: number, rects: Rect[]): object {
  const spec: ProtectionSpec = {
    description: '',
    warningOnly: false,
    sheet: rects.length === 0,
    unprotected: [],
  };
  return protection(attach('protection', sheetId, rects, spec));
}

export function protections(type: unknown, sheetId?: number): object[] {
  const whole = String(type) === 'SHEET';
  return attachments('protection', sheetId)
    .filter(({ spec }) => (spec as ProtectionSpec).sheet === whole)
    .map(protection);
}

function protection(stored: Attachment): object {
  const spec = stored.spec as ProtectionSpec;
  const change = (changes: Partial<ProtectionSpec>) => {
    Object.assign(spec, changes);
    callHost('Attachment.update', stored.id, { spec });
    return facade;
  };
  const facade: object = strict('Protection', {
    getDescription: () => spec.description,
    setDescription: (description: string) => change({ description }),
    isWarningOnly: () => spec.warningOnly,
    setWarningOnly: (warningOnly: boolean) => change({ warningOnly }),
    getProtectionType: () => (spec.sheet ? 'SHEET' : 'RANGE'),
    getRange: () => rangesOf(stored)[0],
    getUnprotectedRanges: () => spec.unprotected.map((rect) => rangeAt({ sheetId: stored.sheetId, ...rect })),
    setUnprotectedRanges: (ranges: unknown[]) =>
      change({ unprotected: ranges.map((range) => rectOf(addressOf(range))) }),
    canEdit: () => true,
    getEditors: () => [],
    removeEditors: () => facade,
    remove: () => detach(stored.id),
  });
  return facade;
}

export function rowBanding(at: RangeAddress, theme: unknown): object {
  const stored = attach('banding', at.sheetId, [at], { theme: String(theme ?? 'LIGHT_GREY') });
  return strict('Banding', { getRange: () => rangesOf(stored)[0], remove: () => detach(stored.id) });
}

export function merged(at: RangeAddress): boolean {
  return attachments('merge', at.sheetId).some(({ rects }) =>
    rects.some((rect) => areaName(rect) === areaName(at)),
  );
}
