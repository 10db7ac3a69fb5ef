/** Periods as people say them, such as `last 7 days`, to their first and last calendar day. */
import { pacificOffset } from '../protocol/dates.ts';
import { DAY } from '../protocol/time.ts';

/** Both as `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What can be said, for people to read. */
export const PERIODS = 'today, yesterday, 3 days ago, last 7 days, last 4 weeks, this or last week, month or year';

/**
 * Nothing when the text is no relative period. Days are the marketplace's, in Pacific time; of `last 7 days` and
 * the like today is the last; weeks begin on Monday, and a period that is not over ends today.
 */
export function relativePeriod(text: string, now: number): Period | undefined {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const today = Math.floor((now + pacificOffset(now)) / DAY) * DAY;
  const of = (from: number, to: number): Period => ({ from: dayText(from), to: dayText(to) });
  if (said === 'today') return of(today, today);
  if (said === 'yesterday') return of(today - DAY, today - DAY);
  const ago = /^(\d{1,4}) days? ago$/.exec(said);
  if (ago) return of(today - Number(ago[1]) * DAY, today - Number(ago[1]) * DAY);
  const back = /^(?:last|past) (\d{1,4}) (day|week)s?$/.exec(said);
  const days = back ? Number(back[1]) * (back[2] === 'week' ? 7 : 1) : 0;
  if (days > 0) return of(today - (days - 1) * DAY, today);
  const named = /^(this|last) (week|month|year)$/.exec(said);
  if (!named) return undefined;
  const unit = named[2] as Unit;
  const start = startOf(unit, today);
  if (named[1] === 'this') return of(start, today);
  return of(startOf(unit, start - DAY), start - DAY);
}

type Unit = 'week' | 'month' | 'year';

/** The first day of the week, month or year of a day, both as instants of their midnight in UTC. */
function startOf(unit: Unit, day: number): number {
  const date = new Date(day);
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY;
  return Date.UTC(date.getUTCFullYear(), unit === 'month' ? date.getUTCMonth() : 0, 1);
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
