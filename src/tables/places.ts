/** Where the columns of a table stand in a sheet, wherever the user moved them and whatever they are called now. */
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';
import type { Sheet } from './sheet.ts';

/** A column of ours as it was last seen. `column` counts from 1. */
export interface Mark {
  readonly id: string;
  readonly column: number;
  readonly header: string;
}

/** Positions from 1 by column id. */
export type Places = ReadonlyMap<string, number>;

/** A sheet as it was read: header first. */
export interface Contents {
  readonly cells: readonly (readonly Cell[])[];
  readonly places: Places;
}

/** Reads a sheet once and finds its columns; where they changed, that is remembered for the next time. */
export function readContents(sheet: Sheet, columns: readonly Column[]): Contents {
  const cells = sheet.read();
  const marks = sheet.marks();
  const places = findPlaces(cells[0] ?? [], columns, marks, () => sheet.locate());
  const seen = marksOf(places, cells[0] ?? []);
  if (JSON.stringify(seen) !== JSON.stringify(marks)) sheet.remember(seen);
  return { cells, places };
}

/**
 * While every column stands where it was last seen, under the same header, nothing else is looked up.
 * Else `locate` tells the columns by the identity that they carry; a column that has lost it is known by its header,
 * and one that was never there is not looked for: a column of the user may bear its name.
 */
export function findPlaces(
  header: readonly Cell[],
  columns: readonly Column[],
  marks: readonly Mark[],
  locate: () => Places,
): Places {
  const names = header.map((cell) => String(cell).trim());
  const isSettled = marks.every(({ column, header: name }) => names[column - 1] === name);
  if (marks.length > 0 && isSettled) return new Map(marks.map(({ id, column }) => [id, column]));
  const places = new Map(locate());
  const taken = new Set(places.values());
  const lost =
    places.size === 0
      ? columns.map(({ id, header: name }) => ({ id, name }))
      : marks.filter(({ id }) => !places.has(id)).map(({ id, header: name }) => ({ id, name }));
  for (const { id, name } of lost) {
    const place = names.findIndex((each, index) => each === name && !taken.has(index + 1)) + 1;
    if (place === 0) continue;
    places.set(id, place);
    taken.add(place);
  }
  return places;
}

export function marksOf(places: Places, header: readonly Cell[]): readonly Mark[] {
  return [...places]
    .map(([id, column]) => ({ id, column, header: String(header[column - 1] ?? '').trim() }))
    .sort((one, other) => one.column - other.column);
}
