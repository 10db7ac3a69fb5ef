/**
 * Converts dates between cells and formulas. If the spreadsheet's and the script's time zones differ, Google keeps the
 * wall time: 9 AM in a cell arrives as 9 AM in the script's zone, and vice versa.
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

/** Converts a timestamp to wall time, expressed as UTC milliseconds. */
type WallClock = (at: number) => number;

const scriptClock: WallClock = (at) => at - new Date(at).getTimezoneOffset() * MINUTE;

function sheetClock(zone: string): WallClock {
  return (at) => wallTime(at, zone) + (at % 1000);
}

/** Returns the date with the same wall-clock time in the other time zone. */
function moved(date: Date, from: WallClock, to: WallClock) {
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
