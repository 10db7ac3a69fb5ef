// Developer metadata: added to a place, found again wherever the place has moved.
import { callHost } from './bridge.ts';
import { rangeAt } from './range.ts';
import { sheetById } from './sheet.ts';
import { spreadsheet } from './spreadsheet.ts';
import { enumeration, strict } from './strict.ts';

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

export const DeveloperMetadataVisibility = enumeration('DeveloperMetadataVisibility', 'DOCUMENT', 'PROJECT');
export const DeveloperMetadataLocationType = enumeration(
  'DeveloperMetadataLocationType',
  'SPREADSHEET',
  'SHEET',
  'ROW',
  'COLUMN',
);

/** `rest` is what may follow the key: a value, a visibility, or both. */
export function addMetadata(location: Location, key: string, rest: unknown[]): void {
  const value = rest.find((each) => typeof each === 'string') ?? null;
  const visibility = rest.find((each) => typeof each === 'object' && each !== null);
  callHost('DeveloperMetadata.add', location, key, value, String(visibility ?? 'DOCUMENT'));
}

export function metadataOf(location: Location) {
  return callHost<Metadata[]>('DeveloperMetadata.getAll', { ...location }).map(facadeOf);
}

function facadeOf(stored: Metadata): object {
  let { key, value, visibility } = stored;
  const change = (changes: Partial<Metadata>) => {
    callHost('DeveloperMetadata.update', stored.id, changes);
    return facade;
  };
  const facade: object = strict('DeveloperMetadata', {
    getId: () => stored.id,
    getKey: () => key,
    getValue: () => value,
    getVisibility: () => DeveloperMetadataVisibility[visibility],
    getLocation: () => locationOf(stored.location),
    setKey: (next: string) => {
      key = next;
      return change({ key });
    },
    setValue: (next: string) => {
      value = next;
      return change({ value });
    },
    setVisibility: (next: unknown) => {
      visibility = String(next) as Metadata['visibility'];
      return change({ visibility });
    },
    moveToSpreadsheet: () => change({ location: { type: 'SPREADSHEET' } }),
    remove: () => void callHost('DeveloperMetadata.remove', stored.id),
  });
  return facade;
}

function locationOf(location: Location): object {
  const line = (type: 'ROW' | 'COLUMN') => {
    if (location.type !== type) return null;
    const { sheetId, index } = location;
    const grid = sheetById(sheetId);
    return type === 'ROW'
      ? rangeAt({ sheetId, row: index, column: 1, rows: 1, columns: grid.getMaxColumns(), whole: 'rows' })
      : rangeAt({ sheetId, row: 1, column: index, rows: grid.getMaxRows(), columns: 1, whole: 'columns' });
  };
  return strict('DeveloperMetadataLocation', {
    getLocationType: () => DeveloperMetadataLocationType[location.type],
    getRow: () => line('ROW'),
    getColumn: () => line('COLUMN'),
    getSheet: () => ('sheetId' in location ? sheetById(location.sheetId) : null),
    getSpreadsheet: () => (location.type === 'SPREADSHEET' ? spreadsheet : null),
  });
}

export function metadataFinder(within: Location): object {
  const query: Record<string, unknown> = {};
  const set = (name: string) => (value: unknown) => {
    query[name] = typeof value === 'object' ? String(value) : value;
    return facade;
  };
  let intersecting = false;
  const facade: object = strict('DeveloperMetadataFinder', {
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
      return found.filter(({ location }) => covers(within, location, intersecting)).map(facadeOf);
    },
  });
  return facade;
}

/** A finder of a sheet finds what is on the sheet and on its rows and columns. */
function covers(within: Location, found: Location, intersecting: boolean): boolean {
  if (within.type === 'SPREADSHEET') return true;
  if (found.type === 'SPREADSHEET' || found.sheetId !== within.sheetId)
    return intersecting && found.type === 'SPREADSHEET';
  if (within.type === 'SHEET') return true;
  return found.type === within.type && found.index === within.index;
}
