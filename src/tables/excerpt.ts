/** The cells of a sheet that go into a copy of it: those that a person sees, dates as text. */
import type { Column } from './columns.ts';
import type { Plain } from './delimited.ts';
import type { Contents } from './positions.ts';
import { wallText } from './zone.ts';

/**
 * Header first, then every row down to the last one with something in it.
 * `withheld` are ids of columns that may not be copied; `isHidden` takes a column position from 1.
 */
export function excerptOf(
  { cells, positions }: Contents,
  columns: readonly Column[],
  withheld: ReadonlySet<string>,
  isHidden: (position: number) => boolean,
  zone: string,
): readonly (readonly Plain[])[] {
  const textAt = textsIn(zone);
  const ours = new Map(columns.map((column) => [positions.get(column.id), column]));
  const shown = (cells[0] ?? []).flatMap((_, index) => {
    const column = ours.get(index + 1);
    if (isHidden(index + 1) || column?.hidden || (column && withheld.has(column.id))) return [];
    const isDay = column ? column.kind === 'day' : isDayColumn(cells, index, textAt);
    return [{ index, isDay }];
  });
  const rows = cells.map((row) =>
    shown.map(({ index, isDay }): Plain => {
      const cell = row[index] ?? '';
      if (!(cell instanceof Date)) return cell;
      const text = textAt(cell);
      return isDay ? text.slice(0, DAY) : text;
    }),
  );
  while (rows.length > 1 && rows[rows.length - 1]!.every((cell) => cell === '')) rows.pop();
  return rows;
}

/** Characters of the day in the text of a date. */
const DAY = 10;
const MIDNIGHT = ' 00:00:00';

/** A column of the person holds days where none of its dates has a time. */
function isDayColumn(cells: Contents['cells'], index: number, textAt: (date: Date) => string): boolean {
  return cells.every((row) => {
    const cell = row[index];
    return !(cell instanceof Date) || textAt(cell).endsWith(MIDNIGHT);
  });
}

/** Most rows of a pull carry the same instant, and looking up the zone is slow. */
function textsIn(zone: string): (date: Date) => string {
  const known = new Map<number, string>();
  return (date) => {
    const at = date.getTime();
    const text = known.get(at) ?? wallText(at, zone);
    known.set(at, text);
    return text;
  };
}
