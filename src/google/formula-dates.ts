/**
 * Dates between cells and formulas. Google keeps their wall time where the zones of spreadsheet and script differ: that of
 * a cell is handed over as one of the script's zone, and that of a date that is returned stands in the cell.
 */
import type { Input, Output } from '../formulas/formula.ts';
import { MINUTE } from '../protocol/time.ts';
import type { Cell } from '../tables/cells.ts';
import { instantOf, wallTime } from '../tables/zone.ts';

export function datesFromCells(input: Input, zone: () => string): Input {
  return withDates(input, (date) => moved(date, scriptClock, sheetClock(zone())));
}

export function datesForCells(output: Output, zone: () => string): Output {
  return withDates(output, (date) => moved(date, sheetClock(zone()), scriptClock)) as Output;
}

/** The wall time of an instant, as if it were UTC. */
type WallClock = (at: number) => number;

const scriptClock: WallClock = (at) => at - new Date(at).getTimezoneOffset() * MINUTE;

function sheetClock(zone: string): WallClock {
  return (at) => wallTime(at, zone) + (at % 1000);
}

/** The date that the other clock shows as the first one shows this. */
function moved(date: Date, from: WallClock, to: WallClock): Date {
  const wall = from(date.getTime());
  return to(date.getTime()) === wall ? date : new Date(instantOf(wall, to));
}

type Value = Cell | null | undefined;

function withDates(value: Input | Output, move: (date: Date) => Date): Input {
  const each = (cell: Value) => (cell instanceof Date ? move(cell) : cell);
  if (!Array.isArray(value)) return each(value as Value);
  const rows = value as readonly (readonly Value[])[];
  return rows.some((row) => row.some((cell) => cell instanceof Date)) ? rows.map((row) => row.map(each)) : rows;
}
