import { callHost } from './bridge.ts';
import { addMetadata, metadataFinder, metadataOf } from './metadata.ts';
import { protections } from './protection.ts';
import { addressOf, type RangeAddress, rangeAt } from './range.ts';
import { rangeList } from './range-list.ts';
import { userOf } from './session.ts';
import { type Sheet, sheetById, sheetIdOf } from './sheet.ts';
import { enumeration, strict } from './strict.ts';

export type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Interval = keyof typeof GoogleAppsScript.Spreadsheet.RecalculationInterval;
type NamedRange = GoogleAppsScript.Spreadsheet.NamedRange;

interface StoredName {
  name: string;
  sheetId: number;
  rect: { row: number; column: number; rows: number; columns: number };
}

export const RecalculationInterval = enumeration<typeof GoogleAppsScript.Spreadsheet.RecalculationInterval>(
  'RecalculationInterval',
  'ON_CHANGE',
  'MINUTE',
  'HOUR',
);

const TOAST_SECONDS = 5;

const ask = <T>(method: string, ...args: unknown[]) => callHost<T>(`Spreadsheet.${method}`, ...args);
const sheetOrNull = (id: number | null) => (id === null ? null : sheetById(id));
const rangeOrNull = (address: RangeAddress | null) => (address === null ? null : rangeAt(address));

function namedRange({ name, sheetId, rect }: StoredName): NamedRange {
  let current = name;
  const facade: NamedRange = strict<NamedRange>('NamedRange', {
    getName: () => current,
    getRange: () => rangeAt({ sheetId, ...rect }),
    setName: (next) => {
      ask('setNamedRange', next, { sheetId, ...rect });
      ask('removeNamedRange', current);
      current = next;
      return facade;
    },
    setRange: (range) => {
      ask('setNamedRange', current, addressOf(range, 'SpreadsheetApp.NamedRange.setRange'));
      return facade;
    },
    remove: () => void ask('removeNamedRange', current),
  });
  return facade;
}

/** The older way to create a menu, visible immediately. A null item is a separator. */
function addMenu(title: string, items: ({ name: string; functionName: string } | null)[]): void {
  const entries = items.map((item) => (item === null ? 'separator' : { label: item.name, handler: item.functionName }));
  callHost('Menu.addToUi', { title, entries });
}

function insertSheet(...args: unknown[]): Sheet {
  const name = args.find((arg) => typeof arg === 'string');
  const index = args.find((arg) => typeof arg === 'number');
  const options = args.find((arg) => typeof arg === 'object' && arg !== null) as { template?: Sheet } | undefined;
  const template = options?.template;
  return sheetById(
    ask<number>('insertSheet', {
      ...(name === undefined ? {} : { name }),
      // Google's index is 0-based here and 1-based everywhere else.
      ...(index === undefined ? {} : { index: index + 1 }),
      ...(template === undefined ? {} : { template: sheetIdOf(template) }),
    }),
  );
}

export const spreadsheet: Spreadsheet = strict<Spreadsheet>('Spreadsheet', {
  getId: () => ask<string>('getId'),
  getUrl: () => `https://docs.google.com/spreadsheets/d/${ask<string>('getId')}/edit`,
  getName: () => ask<string>('getName'),
  rename: (name) => void ask('rename', name),
  getSpreadsheetTimeZone: () => ask<string>('getSpreadsheetTimeZone'),
  setSpreadsheetTimeZone: (zone) => void ask('setSpreadsheetTimeZone', zone),
  setSpreadsheetLocale: (code) => void ask('setSpreadsheetLocale', code),
  getSpreadsheetLocale: () => ask<string>('getSpreadsheetLocale'),
  getRecalculationInterval: () => RecalculationInterval[ask<Interval>('getRecalculationInterval')],
  setRecalculationInterval: (interval) => {
    ask('setRecalculationInterval', String(interval));
    return spreadsheet;
  },
  getOwner: () => userOf(ask('getOwner')),
  getEditors: () => ask<string[]>('getEditors').map(userOf),
  getSheets: () => ask<number[]>('getSheets').map(sheetById),
  getNumSheets: () => ask<number[]>('getSheets').length,
  getSheetByName: (name) => sheetOrNull(ask('getSheetByName', name)),
  getSheetById: (id) => sheetOrNull(ask('getSheetById', id)),
  getActiveSheet: () => sheetById(ask('getActiveSheet')),
  getActiveRange: () => spreadsheet.getActiveSheet().getActiveRange(),
  getActiveRangeList: () => spreadsheet.getActiveSheet().getActiveRangeList(),
  getActiveCell: () => spreadsheet.getActiveSheet().getActiveCell(),
  getCurrentCell: () => spreadsheet.getActiveSheet().getCurrentCell(),
  getSelection: () => spreadsheet.getActiveSheet().getSelection(),
  setActiveRange: (range) => spreadsheet.getActiveSheet().setActiveRange(range),
  setActiveRangeList: (list) => spreadsheet.getActiveSheet().setActiveRangeList(list),
  setActiveSelection: (range: never) => spreadsheet.getActiveSheet().setActiveSelection(range),
  setCurrentCell: (cell) => spreadsheet.getActiveSheet().setCurrentCell(cell),
  setActiveSheet: (sheet: Sheet) => {
    ask('setActiveSheet', sheetIdOf(sheet, 'SpreadsheetApp.Spreadsheet.setActiveSheet'));
    return sheet;
  },
  insertSheet,
  deleteSheet: (sheet) => void ask('deleteSheet', sheetIdOf(sheet, 'SpreadsheetApp.Spreadsheet.deleteSheet')),
  deleteActiveSheet: () => {
    ask('deleteSheet', ask('getActiveSheet'));
    return sheetById(ask('getActiveSheet'));
  },
  moveActiveSheet: (index) => void ask('moveActiveSheet', index),
  duplicateActiveSheet: () => sheetById(ask('duplicateActiveSheet')),
  getRange: (area) => rangeAt(ask('getRange', area)),
  getRangeList: (areas) => rangeList(areas.map((area) => rangeAt(ask('getRange', area)))),
  getRangeByName: (name) => rangeOrNull(ask('getRangeByName', name)),
  getNamedRanges: () => ask<StoredName[]>('getNamedRanges').map(namedRange),
  setNamedRange: (name, range) =>
    void ask('setNamedRange', name, addressOf(range, 'SpreadsheetApp.Spreadsheet.setNamedRange', [name, range])),
  removeNamedRange: (name) => void ask('removeNamedRange', name),
  addMenu,
  updateMenu: addMenu,
  removeMenu: (name) => void callHost('Menu.removeMenu', name),
  getProtections: (type) => protections(type),
  toast: (text: unknown, title: unknown = '', seconds: unknown = null) =>
    void ask('toast', String(text), String(title), Number(seconds ?? TOAST_SECONDS)),
  addDeveloperMetadata: (key: string, ...rest: unknown[]) => {
    addMetadata({ type: 'SPREADSHEET' }, key, rest);
    return spreadsheet;
  },
  getDeveloperMetadata: () => metadataOf({ type: 'SPREADSHEET' }),
  createDeveloperMetadataFinder: () => metadataFinder({ type: 'SPREADSHEET' }),
});
