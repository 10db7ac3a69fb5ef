/** Heartbeats: when the schedule of each person last ran in this workbook. */
import { parseStored, type Store, stored } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';

/** Times are in epoch milliseconds, `interval` in milliseconds. */
export interface Heartbeat {
  readonly name: string;
  readonly interval: number;
  /** When the schedule was turned on. */
  readonly since: number;
  /** When it last ran. */
  readonly at?: number;
  /** The seller of the person's default connection. */
  readonly sellerId?: string | undefined;
  /** Why the last execution failed, for the person. */
  readonly problem?: string;
}

const VERSION = 1;
const PREFIX = 'beat.';

/** Heartbeats by id of the person. One of another version is dropped; the next execution writes a new one. */
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

/** Schedules that still run, by id of the person. */
export function runningIn(all: Readonly<Record<string, string>>, now: number): ReadonlyMap<string, Heartbeat> {
  return new Map(Object.entries(heartbeatsIn(all)).filter(([, heartbeat]) => !isLate(heartbeat, now)));
}

/** When a schedule that still runs comes next; now if its trigger is late. */
export function nextTick({ since, at = since, interval }: Heartbeat, now: number): number {
  return Math.max(now, at + interval);
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
