/** Rows that bear something of a person's: a note, a cell in a column of theirs, a look that they gave it. */
import type { Opened } from './opened.ts';
import { rowsOfPeople } from './undo.ts';

/** A look that so many rows of a column share was given to the column. */
const SHARED = 0.9;
/** Fewer rows say nothing about their column. */
const FEWEST = 50;

/** Of the rows, by index. */
export function ownRows(opened: Opened, indexes: readonly number[]): ReadonlySet<number> {
  if (!opened.sheet || indexes.length === 0) return new Set();
  return new Set([...rowsOfPeople(opened, indexes), ...lookedAfter(opened, indexes)]);
}

function lookedAfter({ sheet, contents: { cells } }: Opened, indexes: readonly number[]): readonly number[] {
  const top = indexes.reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY) + 1;
  const last = indexes.reduce((most, index) => Math.max(most, index), 0) + 1;
  const bottom = Math.min(Math.max(last, top + FEWEST), Math.max(last, cells.length));
  const looks = sheet!.looks({ top, bottom, left: 1, right: cells[0]!.length });
  const counts = new Map<string, number>();
  const eachLook = (line: readonly string[], visit: (look: string) => void) =>
    line.forEach((look, column) => {
      if (look !== '') visit(`${column} ${look}`);
    });
  for (const line of looks) eachLook(line, (look) => counts.set(look, (counts.get(look) ?? 0) + 1));
  return indexes.filter((index) => {
    let isOwn = false;
    eachLook(looks[index + 1 - top] ?? [], (look) => {
      isOwn ||= counts.get(look)! < SHARED * looks.length;
    });
    return isOwn;
  });
}
