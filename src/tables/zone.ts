/** The spreadsheet's own time zone: where calendar days begin and what wall time an instant has there. */
import { DAY, HOUR, MINUTE, SECOND } from '../protocol/time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall time of an instant, as if it were UTC, in a zone that `Intl` does not know. */
type OtherClock = (at: number, zone: string) => number;

let otherClock: OtherClock | undefined;

/** Whom to ask of zones that are newer than the platform's list, or only the spreadsheet's. */
export function askOfOtherZones(ask: OtherClock): void {
  otherClock = ask;
}

const otherZones = new Set<string>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour12: false,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Clocks hardly change within one; where they do, nothing of it is remembered. In milliseconds. */
const QUARTER = 15 * MINUTE;

/** How far wall time is ahead of UTC where a quarter of an hour begins, by zone and number of the quarter. */
const offsets = new Map<string, Map<number, number>>();

function offsetAt(quarter: number, zone: string): number {
  let known = offsets.get(zone);
  if (!known) {
    known = new Map();
    offsets.set(zone, known);
  }
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = formattedTime(quarter * QUARTER, zone) - quarter * QUARTER;
    known.set(quarter, offset);
  }
  return offset;
}

/** The wall time of an instant, as if it were UTC; whole seconds. Formatting is slow, and is spared where it can be. */
export function wallTime(at: number, zone: string): number {
  const quarter = Math.floor(at / QUARTER);
  const offset = offsetAt(quarter, zone);
  if (offset !== offsetAt(quarter + 1, zone)) return formattedTime(at, zone);
  return Math.floor(at / 1000) * 1000 + offset;
}

function formattedTime(at: number, zone: string): number {
  if (otherZones.has(zone)) return otherClock!(at, zone);
  try {
    return timeByFormat(at, zone);
  } catch (error) {
    if (!(error instanceof RangeError) || !otherClock || Number.isNaN(at)) throw error;
    otherZones.add(zone);
    return otherClock(at, zone);
  }
}

function timeByFormat(at: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour! % 24, parts.minute!, parts.second!);
}

/** By which clocks are set back somewhere, the most first. */
const SET_BACK = [180, 120, 60, 30].map((minutes) => minutes * MINUTE);

/**
 * The last instant, not after `now`, at which clocks show what they show at this one. A sheet keeps wall time: in an
 * hour that comes twice, either may be meant.
 */
export function lastShown(at: number, zone: string, now: number): number {
  const wall = wallTime(at, zone);
  const back = SET_BACK.find((length) => at + length <= now && wallTime(at + length, zone) === wall);
  return at + (back ?? 0);
}

/** The wall time of an instant as text, `YYYY-MM-DD HH:mm:ss`. */
export function wallText(at: number, zone: string): string {
  return new Date(wallTime(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** For sentences: `Nov 24, 2:06 AM`. */
export function spokenTime(at: number, zone: string): string {
  const wall = new Date(wallTime(at, zone));
  const hours = wall.getUTCHours();
  const clock = `${hours % 12 || 12}:${String(wall.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
  return `${MONTHS[wall.getUTCMonth()]} ${wall.getUTCDate()}, ${clock}`;
}

const starts = new Map<string, number>();

/** The first instant of a day (`YYYY-MM-DD`) in a zone; where midnight is skipped, the first one that exists. */
export function startOfDay(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const found = instantOf(Date.parse(`${day}T00:00:00Z`), (at) => wallTime(at, zone));
  starts.set(key, found);
  return found;
}

/** The instant at which a clock shows that wall time; where clocks skip it, the first one after. */
export function instantOf(wall: number, clock: (at: number) => number): number {
  const guess = wall - (clock(wall) - wall);
  // Beside a change of clocks the first guess may be off by that change; the second is not.
  const second = wall - (clock(guess) - guess);
  return clock(second) === wall ? second : Math.max(guess, second);
}

/** A change of clocks. */
export interface ClockChange {
  /**
   * Epoch milliseconds: from then on clocks show no hour any more that they showed before it. Where they are set back,
   * that is once the hour that comes twice is over.
   */
  readonly at: number;
  /** By so many they go forward; less than 0 where they are set back. */
  readonly hours: number;
}

/** Clocks do not change twice in so many days, and where they change at all they do so within a year. */
const STEP = 5 * DAY;
const YEAR = 370 * DAY;

/** The next one in a zone; undefined where there is none within a year. */
export function nextClockChange(now: number, zone: string): ClockChange | undefined {
  const ahead = (at: number) => wallTime(at, zone) - at;
  const start = Math.floor(now / SECOND) * SECOND;
  const before = ahead(start);
  for (let from = start; from < start + YEAR; from += STEP) {
    if (ahead(from + STEP) === before) continue;
    let [low, high] = [from, from + STEP];
    while (high - low > SECOND) {
      const middle = Math.floor((low + high) / 2 / SECOND) * SECOND;
      if (ahead(middle) === before) low = middle;
      else high = middle;
    }
    const forward = ahead(high) - before;
    return { at: high + Math.max(0, -forward), hours: forward / HOUR };
  }
  return undefined;
}
