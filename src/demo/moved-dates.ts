/** The recorded shop as if it had been recorded on another day: every date is moved by whole days. */
import { fromPacific, pacificOffset } from '../protocol/pacific.ts';
import { DAY, HOUR } from '../protocol/time.ts';
import type { Recording } from './recording.ts';

/** The latest day at which all of the recording is past, as `YYYY-MM-DD`. */
export function openingDay({ hour }: Pick<Recording, 'hour'>, now: number): string {
  return new Date(now + pacificOffset(now) - hour * HOUR).toISOString().slice(0, 10);
}

/** Days from one `YYYY-MM-DD` to another. */
export function daysFrom(one: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / DAY);
}

/** Texts of JSON that are nothing but a date, in the three ways in which the service and the client write them. */
const DATES = /"(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)\/(\d\d)\/(\d{4}))((?:[T ][\d:.]+)?)([+-]\d\d:\d\d)?"/g;

/** Moves every date in a JSON text; times of day stay as they are on the wall. */
export function movedBy(days: number, json: string): string {
  return json.replace(DATES, (_, y, m, d, month, day, year, time: string, offset: string | undefined) => {
    const moved = new Date(Date.UTC(y ?? year, (m ?? month) - 1, d ?? day) + days * DAY).toISOString();
    const [to, on, at] = moved.slice(0, 10).split('-');
    const date = y === undefined ? `${on}/${at}/${to}` : `${to}-${on}-${at}`;
    return `"${date}${time}${offset === undefined ? '' : offsetOn(`${date}${time}`)}"`;
  });
}

/** Pacific time is seven or eight hours behind. */
function offsetOn(wall: string): string {
  const { at } = fromPacific(Date.parse(`${wall.slice(0, 19)}Z`));
  return `-0${-pacificOffset(at) / HOUR}:00`;
}
