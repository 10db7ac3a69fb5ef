/** Pacific days as texts. */
import { fromPacific, pacificText } from '../../protocol/pacific.ts';
import { DAY } from '../../protocol/time.ts';

/** The Pacific day of an instant, `YYYY-MM-DD`. */
export function pacificDay(at: number): string {
  return pacificText(at).slice(0, 10);
}

/** The instant at which a Pacific day begins. */
export function startOfPacificDay(day: string): number {
  return fromPacific(Date.parse(day)).at;
}

/** A day so many days later, or earlier where `count` is negative. */
export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);
}
