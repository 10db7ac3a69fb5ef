/** Pacific wall-clock time. The service's dates have no offset. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** UTC time of 2 AM on the nth Sunday of a month, at the given offset from UTC. */
function changeover(year: number, month: number, nth: number, standardOffsetHours: number): number {
  const weekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  const day = 1 + ((7 - weekday) % 7) + 7 * (nth - 1);
  return Date.UTC(year, month, day, 2 + standardOffsetHours);
}

const summers = new Map<number, readonly [number, number]>();

/** Hours between Pacific time and UTC: 7 in summer, 8 in winter. Correct for dates since 2007. */
function hoursBehind(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  let summer = summers.get(year);
  if (!summer) {
    summer = [changeover(year, 2, 2, 8), changeover(year, 10, 1, 7)];
    summers.set(year, summer);
  }
  return instant >= summer[0] && instant < summer[1] ? 7 : 8;
}

/** A Pacific wall-clock time in the form of a UTC timestamp, for comparisons. */
export const wallOf = (instant: number): number => instant - hoursBehind(instant) * HOUR;

/** Days from January 1, 1970, to the Pacific calendar day. */
export const dayOf = (instant: number): number => Math.floor(wallOf(instant) / DAY);

const two = (value: number): string => String(value).padStart(2, '0');

function parts(instant: number) {
  const wall = new Date(wallOf(instant));
  return {
    year: String(wall.getUTCFullYear()).padStart(4, '0'),
    month: two(wall.getUTCMonth() + 1),
    day: two(wall.getUTCDate()),
    hour: wall.getUTCHours(),
    minuteSecond: `${two(wall.getUTCMinutes())}:${two(wall.getUTCSeconds())}`,
    milliseconds: String(wall.getUTCMilliseconds()).padStart(3, '0'),
  };
}

/** `06/05/2025` */
export function usDate(instant: number): string {
  const { year, month, day } = parts(instant);
  return `${month}/${day}/${year}`;
}

/** `06/05/2025 9:03:05`, as in orders */
export function usDateTime(instant: number): string {
  const { hour, minuteSecond } = parts(instant);
  return `${usDate(instant)} ${hour}:${minuteSecond}`;
}

/** `06/05/2025 09:03:05`, as in lookup reports */
export function usDateTimePadded(instant: number): string {
  const { hour, minuteSecond } = parts(instant);
  return `${usDate(instant)} ${two(hour)}:${minuteSecond}`;
}

/** `6/5/2025 9:03:05 AM`, as in the rate limit's reset time */
export function usDateTimeHalfDay(instant: number): string {
  const { year, month, day, hour, minuteSecond } = parts(instant);
  return `${+month}/${+day}/${year} ${hour % 12 || 12}:${minuteSecond} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `2025-06-05 09:03:05`, as in advertising */
export function sortableDateTime(instant: number): string {
  const { year, month, day, hour, minuteSecond } = parts(instant);
  return `${year}-${month}-${day} ${two(hour)}:${minuteSecond}`;
}

/** `2025-06-05T09:03:05.123-07:00`; `fraction` adds digits after the milliseconds. */
export function isoWithOffset(instant: number, fraction = ''): string {
  const { milliseconds } = parts(instant);
  const offset = `-0${hoursBehind(instant)}:00`;
  return `${sortableDateTime(instant).replace(' ', 'T')}.${milliseconds}${fraction}${offset}`;
}

const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2}):(\d{2})(?:\.\d+)?(?: *(AM|PM))?)?$/i;
const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[T ]+(\d{1,2}):(\d{2}):(\d{2})(?: *(AM|PM))?)?$/i;

/**
 * Parses `YYYY-MM-DD HH:mm:ss` or `MM/DD/YYYY HH:mm:ss`, each with an optional AM/PM. A date alone is midnight. Returns
 * undefined for all other strings, including nonexistent dates such as February 30.
 */
export function readWall(text: string): number | undefined {
  const yearFirst = YEAR_FIRST.exec(text);
  const found = yearFirst ?? MONTH_FIRST.exec(text);
  if (!found) return undefined;
  const [year, month, day] = (yearFirst ? [1, 2, 3] : [3, 1, 2]).map((at) => Number(found[at])) as [
    number,
    number,
    number,
  ];
  const [written, minute, second] = [4, 5, 6].map((at) => Number(found[at] ?? 0)) as [number, number, number];
  const half = found[7]?.toUpperCase();
  if (half && (written < 1 || written > 12)) return undefined;
  const hour = half ? (written % 12) + (half === 'PM' ? 12 : 0) : written;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(wall);
  const exists =
    back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return exists ? wall : undefined;
}
