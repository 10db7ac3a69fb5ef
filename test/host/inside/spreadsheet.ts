// Spreadsheet as an execution sees it: the one workbook of the host.
import { protections } from './attachments.ts';
import { callHost } from './bridge.ts';
import { addMetadata, metadataFinder, metadataOf } from './metadata.ts';
import { addressOf, type Range, type RangeAddress, rangeAt } from './range.ts';
import { rangeList } from './range-list.ts';
import { type Sheet, sheetById, sheetIdOf } from './sheet.ts';
import { strict } from './strict.ts';

interface StoredName {
  name: string;
  sheetId: number;
  rect: { row: number; column: number; rows: number; columns: number };
}

const ask = <T>(method: string, ...args: unknown[]) => callHost<T>(`Spreadsheet.${method}`, ...args);
const sheetOrNull = (id: number | null) => (id === null ? null : sheetById(id));
const rangeOrNull = (address: RangeAddress | null) => (address === null ? null : rangeAt(address));

function namedRange({ name, sheetId, rect }: StoredName) {
  let current = name;
  const facade: object = strict('NamedRange', {
    getName: () => current,
    getRange: () => rangeAt({ sheetId, ...rect }),
    setName: (next: string) => {
      ask('setNamedRange', next, { sheetId, ...rect });
      ask('removeNamedRange', current);
      current = next;
      return facade;
    },
    setRange: (range: Range) => {
      ask('setNamedRange', current, addressOf(range));
      return facade;
    },
    remove: () => void ask('removeNamedRange', current),
  });
  return facade;
}

function insertSheet(...args: unknown[]): Sheet {
  const name = args.find((arg) => typeof arg === 'string');
  const index = args.find((arg) => typeof arg === 'number');
  if (args.some((arg) => typeof arg === 'object' && arg !== null)) {
    throw new Error('not emulated: Spreadsheet.insertSheet with options');
  }
  // Google counts from 0 here and from 1 everywhere else.
  const place = index === undefined ? {} : { index: (index as number) + 1 };
  return sheetById(ask<number>('insertSheet', { ...(name === undefined ? {} : { name }), ...place }));
}

// biome-ignore lint/suspicious/noExplicitAny: scripts use it without types
export const spreadsheet: Record<string, any> = strict('Spreadsheet', {
  getId: () => ask<string>('getId'),
  getUrl: () => `https://docs.google.com/spreadsheets/d/${ask<string>('getId')}/edit`,
  getName: () => ask<string>('getName'),
  rename: (name: string) => void ask('rename', name),
  getSpreadsheetTimeZone: () => ask<string>('getSpreadsheetTimeZone'),
  setSpreadsheetTimeZone: (zone: string) => void ask('setSpreadsheetTimeZone', zone),
  getSpreadsheetLocale: () => ask<string>('getSpreadsheetLocale'),
  getOwner: () => {
    const email = ask<string>('getOwner');
    return strict('User', { getEmail: () => email });
  },
  getSheets: () => ask<number[]>('getSheets').map(sheetById),
  getNumSheets: () => ask<number[]>('getSheets').length,
  getSheetByName: (name: string) => sheetOrNull(ask('getSheetByName', name)),
  getSheetById: (id: number) => sheetOrNull(ask('getSheetById', id)),
  getActiveSheet: () => sheetById(ask('getActiveSheet')),
  getActiveRange: () => rangeAt(callHost('SpreadsheetApp.getActiveRange')),
  getActiveCell: () => rangeAt(callHost('SpreadsheetApp.getActiveRange')),
  setActiveSheet: (sheet: Sheet) => {
    ask('setActiveSheet', sheetIdOf(sheet));
    return sheet;
  },
  insertSheet,
  deleteSheet: (sheet: Sheet) => void ask('deleteSheet', sheetIdOf(sheet)),
  moveActiveSheet: (index: number) => void ask('moveActiveSheet', index),
  duplicateActiveSheet: () => sheetById(ask('duplicateActiveSheet')),
  getRange: (area: string) => rangeAt(ask('getRange', area)),
  getRangeList: (areas: string[]) => rangeList(areas.map((area) => rangeAt(ask('getRange', area)))),
  getRangeByName: (name: string) => rangeOrNull(ask('getRangeByName', name)),
  getNamedRanges: () => ask<StoredName[]>('getNamedRanges').map(namedRange),
  setNamedRange: (name: string, range: Range) => void ask('setNamedRange', name, addressOf(range)),
  removeNamedRange: (name: string) => void ask('removeNamedRange', name),
  getProtections: (type: unknown) => protections(type),
  toast: (text: unknown, title: unknown = '') => void ask('toast', String(text), String(title)),
  addDeveloperMetadata: (key: string, ...rest: unknown[]) => {
    addMetadata({ type: 'SPREADSHEET' }, key, rest);
    return spreadsheet;
  },
  getDeveloperMetadata: () => metadataOf({ type: 'SPREADSHEET' }),
  createDeveloperMetadataFinder: () => metadataFinder({ type: 'SPREADSHEET' }),
});
