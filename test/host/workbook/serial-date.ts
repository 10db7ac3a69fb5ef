/** Serial dates: days since December 30, 1899, in the zone's wall-clock time. */

const DAY = 86_400_000;
const UNIX_EPOCH = 25_569;
/** Since 1900, UTC offsets have changed only on quarter hours. */
const QUARTER = 900_000;

const clocks = new Map<string, (instant: number) => number>();

/** The serial number that shows a timestamp in the zone. */
export function serialFromInstant(instant: number, zone: string): number {
  return (instant + offsetOf(zone)(instant)) / DAY + UNIX_EPOCH;
}

/**
 * The timestamp of a serial number. As in Java, a wall-clock time that occurs twice is the earlier one, and a skipped
 * one uses the offset before the change.
 */
export function instantFromSerial(serial: number, zone: string): number {
  const wall = Math.round((serial - UNIX_EPOCH) * DAY);
  const offset = offsetOf(zone);
  const before = offset(wall - DAY);
  const after = offset(wall + DAY);
  const early = wall - before;
  if (before === after || offset(early) === before) return early;
  const late = wall - after;
  return offset(late) === after ? late : early;
}

/** The serial number's wall-clock time, in a Date's UTC fields. */
export function wallClock(serial: number): Date {
  return new Date(Math.round((serial - UNIX_EPOCH) * DAY));
}

export function serialFromWallClock(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): number {
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY + UNIX_EPOCH;
}

/** Throws RangeError for an unknown zone. */
export function checkZone(zone: string): void {
  offsetOf(zone);
}

function offsetOf(zone: string): (instant: number) => number {
  const known = clocks.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsets = new Map<number, number>();
  const offset = (instant: number): number => {
    const quarter = Math.floor(instant / QUARTER);
    let found = offsets.get(quarter);
    if (found === undefined) {
      const start = quarter * QUARTER;
      const part: Record<string, string> = {};
      for (const { type, value } of format.formatToParts(start)) part[type] = value;
      const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
      const wall = new Date(
        Date.UTC(
          2000,
          Number(part.month) - 1,
          Number(part.day),
          Number(part.hour),
          Number(part.minute),
          Number(part.second),
        ),
      );
      wall.setUTCFullYear(year, Number(part.month) - 1, Number(part.day));
      found = wall.getTime() - start;
      offsets.set(quarter, found);
    }
    return found;
  };
  clocks.set(zone, offset);
  return offset;
}
