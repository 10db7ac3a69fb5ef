// Developer metadata. It moves with its row, column, or sheet.
import { callHost, Exception } from './bridge.ts';
import { addressOf, type RangeAddress, rangeAt } from './range.ts';
import { sheetById, sheetIdOf } from './sheet.ts';
import { spreadsheet } from './spreadsheet.ts';
import { enumeration, strict } from './strict.ts';

type Facade = GoogleAppsScript.Spreadsheet.DeveloperMetadata;
type FacadeLocation = GoogleAppsScript.Spreadsheet.DeveloperMetadataLocation;
type Finder = GoogleAppsScript.Spreadsheet.DeveloperMetadataFinder;

export type Location =
  | { type: 'SPREADSHEET' }
  | { type: 'SHEET'; sheetId: number }
  | { type: 'ROW' | 'COLUMN'; sheetId: number; index: number };

interface Metadata {
  id: number;
  key: string;
  value: string | null;
  visibility: 'DOCUMENT' | 'PROJECT';
  location: Location;
}

export const DeveloperMetadataVisibility = enumeration<typeof GoogleAppsScript.Spreadsheet.DeveloperMetadataVisibility>(
  'DeveloperMetadataVisibility',
  'DOCUMENT',
  'PROJECT',
);
export const DeveloperMetadataLocationType = enumeration<
  typeof GoogleAppsScript.Spreadsheet.DeveloperMetadataLocationType
>('DeveloperMetadataLocationType', 'SPREADSHEET', 'SHEET', 'ROW', 'COLUMN');

/** `rest` is the value, the visibility, or both. */
export function addMetadata(location: Location, key: string, rest: unknown[]): void {
  const value = rest.find((each) => typeof each === 'string') ?? null;
  const visibility = rest.find((each) => typeof each === 'object' && each !== null);
  callHost('DeveloperMetadata.add', location, key, value, String(visibility ?? 'DOCUMENT'));
}

export function metadataOf(location: Location) {
  return callHost<Metadata[]>('DeveloperMetadata.getAll', { ...location }).map(facadeOf);
}

const CLASS = 'SpreadsheetApp.DeveloperMetadata';

function facadeOf(stored: Metadata): Facade {
  let { key, value, visibility, location } = stored;
  const change = (changes: Partial<Metadata>) => {
    callHost('DeveloperMetadata.update', stored.id, changes);
    return facade;
  };
  const move = (to: Location) => {
    location = to;
    return change({ location });
  };
  const facade: Facade = strict<Facade>('DeveloperMetadata', {
    getId: () => stored.id,
    getKey: () => key,
    getValue: () => value,
    getVisibility: () => DeveloperMetadataVisibility[visibility],
    getLocation: () => locationOf(location),
    setKey: (next) => {
      key = next;
      return change({ key });
    },
    setValue: (next) => {
      value = next;
      return change({ value });
    },
    setVisibility: (next) => {
      visibility = String(next) as Metadata['visibility'];
      return change({ visibility });
    },
    moveToColumn: (column) => move(wholeLine(addressOf(column, `${CLASS}.moveToColumn`))),
    moveToRow: (row) => move(wholeLine(addressOf(row, `${CLASS}.moveToRow`))),
    moveToSheet: (sheet) => move({ type: 'SHEET', sheetId: sheetIdOf(sheet, `${CLASS}.moveToSheet`) }),
    moveToSpreadsheet: () => move({ type: 'SPREADSHEET' }),
    remove: () => void callHost('DeveloperMetadata.remove', stored.id),
  });
  return facade;
}

function locationOf(location: Location): FacadeLocation {
  const line = (type: 'ROW' | 'COLUMN') => {
    if (location.type !== type) return null;
    const { sheetId, index } = location;
    const grid = sheetById(sheetId);
    return type === 'ROW'
      ? rangeAt({ sheetId, row: index, column: 1, rows: 1, columns: grid.getMaxColumns(), whole: 'rows' })
      : rangeAt({ sheetId, row: 1, column: index, rows: grid.getMaxRows(), columns: 1, whole: 'columns' });
  };
  return strict<FacadeLocation>('DeveloperMetadataLocation', {
    getLocationType: () => DeveloperMetadataLocationType[location.type],
    getRow: () => line('ROW'),
    getColumn: () => line('COLUMN'),
    getSheet: () => ('sheetId' in location ? sheetById(location.sheetId) : null),
    getSpreadsheet: () => (location.type === 'SPREADSHEET' ? spreadsheet : null),
  });
}

/** `within` is undefined for a range that can't have metadata. */
export function metadataFinder(within: Location | undefined): Finder {
  const query: Record<string, unknown> = {};
  const set = (name: string) => (value: unknown) => {
    query[name] = typeof value === 'object' ? String(value) : value;
    return facade;
  };
  let intersecting = false;
  const facade: Finder = strict<Finder>('DeveloperMetadataFinder', {
    withKey: set('key'),
    withValue: set('value'),
    withId: set('id'),
    withVisibility: set('visibility'),
    withLocationType: set('type'),
    onIntersectingLocations: () => {
      intersecting = true;
      return facade;
    },
    find: () => {
      const found = callHost<Metadata[]>('DeveloperMetadataFinder.find', query);
      return found.filter(({ location }) => within && covers(within, location, intersecting)).map(facadeOf);
    },
  });
  return facade;
}

/** A sheet's finder includes its rows and columns. */
function covers(within: Location, found: Location, intersecting: boolean): boolean {
  if (within.type === 'SPREADSHEET') return true;
  if (found.type === 'SPREADSHEET' || found.sheetId !== within.sheetId)
    return intersecting && found.type === 'SPREADSHEET';
  if (within.type === 'SHEET') return true;
  return found.type === within.type && found.index === within.index;
}

/** Throws for ranges other than a single row or column, which can't have metadata. */
export function wholeLine(address: RangeAddress): Location {
  const line = lineOf(address);
  if (line) return line;
  throw new Exception(
    'Adding developer metadata to arbitrary ranges is not currently supported. Developer metadata may only be added to the top-level spreadsheet, an individual sheet, or an entire row or column.',
  );
}

/** The single row or column that a range covers. */
export function lineOf({ sheetId, row, column, rows, columns, whole }: RangeAddress): Location | undefined {
  if (whole === 'rows' && rows === 1) return { type: 'ROW', sheetId, index: row };
  if (whole === 'columns' && columns === 1) return { type: 'COLUMN', sheetId, index: column };
  return undefined;
}
