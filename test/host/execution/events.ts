import type { RangeAddress } from '../services/range.ts';
import type { AuthMode } from '../services/service.ts';
import type { Workbook } from '../workbook/workbook.ts';

export type ChangeType =
  | 'EDIT'
  | 'INSERT_ROW'
  | 'INSERT_COLUMN'
  | 'REMOVE_ROW'
  | 'REMOVE_COLUMN'
  | 'INSERT_GRID'
  | 'REMOVE_GRID'
  | 'FORMAT'
  | 'OTHER';

export interface UserEdit {
  change: ChangeType;
  /** Absent if no cell contents changed. */
  range?: RangeAddress;
  /** Unformatted content of a single cell; absent if the cell is blank. */
  value?: string;
  oldValue?: string;
}

/** `before` is the content before the edit. */
export function editOf(workbook: Workbook, range: RangeAddress, before: string | undefined): UserEdit {
  const value = contentOf(workbook, range);
  return {
    change: 'EDIT',
    range,
    ...(value === undefined ? {} : { value }),
    ...(before === undefined ? {} : { oldValue: before }),
  };
}

/** A single cell's content as in edit events. Dates are numbers; formulas are undefined. */
export function contentOf(
  workbook: Workbook,
  { sheetId, row, column, rows, columns }: RangeAddress,
): string | undefined {
  if (rows > 1 || columns > 1) return undefined;
  const sheet = workbook.sheet(sheetId);
  if (row > sheet.rows || column > sheet.columns) return undefined;
  const content = workbook.storedValue(sheetId, row, column);
  if (content === undefined) return undefined;
  return typeof content === 'boolean' ? String(content).toUpperCase() : String(content);
}

/** Refers to ranges, users, and the document by ID. The execution replaces the IDs with objects. */
export interface HostEvent {
  $event: true;
  authMode: AuthMode;
  source: boolean;
  user?: string;
  range?: RangeAddress;
  [part: string]: unknown;
}

export function openEvent(authMode: AuthMode, user?: string): HostEvent {
  return { $event: true, authMode, source: authMode !== 'NONE', ...(user === undefined ? {} : { user }) };
}

export function editEvent(
  authMode: AuthMode,
  { range, value, oldValue }: UserEdit,
  user: string | undefined,
): HostEvent {
  return {
    ...openEvent(authMode, user),
    ...(range ? { range } : {}),
    ...(value === undefined ? {} : { value }),
    ...(oldValue === undefined ? {} : { oldValue }),
  };
}

export function changeEvent({ change }: UserEdit, user: string): HostEvent {
  return { ...openEvent('FULL', user), changeType: change };
}

/** Events of time-driven triggers have no document. */
export function timeEvent(at: number, triggerUid: string): HostEvent {
  const date = new Date(at);
  const firstOfYear = Date.UTC(date.getUTCFullYear(), 0, 1);
  return {
    $event: true,
    source: false,
    authMode: 'FULL',
    triggerUid,
    timezone: 'UTC',
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    'day-of-month': date.getUTCDate(),
    'day-of-week': date.getUTCDay() || 7,
    'week-of-year': Math.ceil((at - firstOfYear + 1) / 604_800_000),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}
