/** Converts times to the spreadsheet's time zone. */
import { MONTHS } from '../protocol/dates.ts';
import { tableError } from '../protocol/market-error.ts';
import { oncePer } from '../protocol/store.ts';
import { DAY, MINUTE, SECOND } from '../protocol/time.ts';

const formatOf = oncePer((zone: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour12: false,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    throw tableError(`The time zone ${zone} is not supported. Choose another one in File ▸ Settings.`);
  }
});

const QUARTER = 15 * MINUTE;

/** Offsets from UTC in milliseconds at the start of days and quarter hours, by zone. */
const offsets = new Map<string, Map<number, number>>();

function offsetAt(start: number, zone: string) {
  let known = offsets.get(zone);
  if (!known) {
    known = new Map();
    offsets.set(zone, known);
  }
  let offset = known.get(start);
  if (offset === undefined) {
    offset = formattedTime(start, zone) - start;
    known.set(start, offset);
  }
  return offset;
}

/** Returns wall time in UTC milliseconds, rounded down to the second. Caches offsets, because `Intl` is slow. */
export function wallTime(at: number, zone: string): number {
  // No zone changes its clock twice in a day, so a day with equal offsets at both ends has no change.
  for (const step of [DAY, QUARTER]) {
    const start = Math.floor(at / step) * step;
    const offset = offsetAt(start, zone);
    if (offset === offsetAt(start + step, zone)) return Math.floor(at / SECOND) * SECOND + offset;
  }
  return formattedTime(at, zone);
}

function formattedTime(at: number, zone: string) {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour! % 24, parts.minute!, parts.second!);
}

/** All backward clock changes in use, longest first. */
const SET_BACK = [180, 120, 60, 30].map((minutes) => minutes * MINUTE);

/** Returns the latest time up to `now` with the same wall time. Sheets can't distinguish times in a repeated hour. */
export function lastShown(at: number, zone: string, now: number): number {
  const wall = wallTime(at, zone);
  const back = SET_BACK.find((length) => at + length <= now && wallTime(at + length, zone) === wall);
  return at + (back ?? 0);
}

/** `YYYY-MM-DD HH:mm:ss`. */
export function wallText(at: number, zone: string): string {
  return new Date(wallTime(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD`. */
export function dayAt(at: number, zone: string): string {
  return wallText(at, zone).slice(0, 10);
}

/** Formats `2026-11-24` as `Nov 24`. */
export function spokenDay(day: string): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}`;
}

/** Formats a time as `Nov 24, 2:06 AM`, or as `2:06 AM` on the day of `now`. */
export function spokenTime(at: number, zone: string, now?: number): string {
  const wall = new Date(wallTime(at, zone));
  const hours = wall.getUTCHours();
  const clock = `${hours % 12 || 12}:${String(wall.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
  const day = dayAt(at, zone);
  return now !== undefined && dayAt(now, zone) === day ? clock : `${spokenDay(day)}, ${clock}`;
}

const starts = new Map<string, number>();

/** Returns the start of a day (`YYYY-MM-DD`), which is after midnight if the clock skips midnight. */
export function startOfDay(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const found = instantOf(Date.parse(`${day}T00:00:00Z`), (at) => wallTime(at, zone));
  starts.set(key, found);
  return found;
}

/** Returns the time for a wall time, or the next valid time if the clock skips it. */
export function instantOf(wall: number, clock: (at: number) => number): number {
  const guess = wall - (clock(wall) - wall);
  // Near a clock change, the first guess can be wrong, but the second can't.
  const second = wall - (clock(guess) - guess);
  return clock(second) === wall ? second : Math.max(guess, second);
}
