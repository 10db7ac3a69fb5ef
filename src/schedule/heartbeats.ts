/** Heartbeats: when the schedule of each person last ran in this workbook. */
import { parseStored, type Store, stored } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';

/** Times in epoch milliseconds. */
export interface Heartbeat {
  readonly name: string;
  readonly interval: number;
  /** When the schedule was turned on, and when it last ran. */
  readonly since: number;
  readonly at?: number;
  /** Of the default connection. */
  readonly sellerId?: string | undefined;
  /** Why the last execution failed, for the person. */
  readonly problem?: string;
}

const VERSION = 1;
const PREFIX = 'beat.';

/** By id of the person. Those of another version are dropped; the next execution writes a new one. */
export function heartbeatsIn(all: Readonly<Record<string, string>>): Readonly<Record<string, Heartbeat>> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, text]) => {
      const heartbeat = key.startsWith(PREFIX) ? parseStored<Heartbeat>(text, VERSION) : undefined;
      return heartbeat ? [[key.slice(PREFIX.length), heartbeat]] : [];
    }),
  );
}

export function setHeartbeat(document: Store, person: string, heartbeat: Heartbeat): void {
  stored<Heartbeat | null>(PREFIX + person, VERSION, null).write(document, heartbeat);
}

export function removeHeartbeat(document: Store, person: string): void {
  document.remove(PREFIX + person);
}

/** Intervals of the schedules that still run, in milliseconds, by id of the person. */
export function intervalsIn(all: Readonly<Record<string, string>>, now: number): ReadonlyMap<string, number> {
  const running = Object.entries(heartbeatsIn(all)).filter(([, heartbeat]) => !isLate(heartbeat, now));
  return new Map(running.map(([id, { interval }]) => [id, interval]));
}

/** Triggers may be minutes late, and one may be skipped. */
const LATE = 10 * MINUTE;

export function isLate({ since, at = since, interval }: Heartbeat, now: number): boolean {
  return now > at + 2 * interval + LATE;
}

/** When Google last started the person's schedule without its spreadsheet, in epoch milliseconds. */
export const withoutDocument = stored<number | null>('withoutDocument', 1, null);

export const WITHOUT_DOCUMENT =
  'Google starts your schedule without its spreadsheet, so it cannot update anything. Pull from the sidebar or choose Refresh now. Schedules work only if the script belongs to the spreadsheet (Extensions ▸ Apps Script).';
