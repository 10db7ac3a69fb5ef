/** Records when each user's schedule last ran in this workbook. */
import { parseStored, type Store, stored } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';

/** Times are in epoch milliseconds, `interval` in milliseconds. */
export interface Heartbeat {
  readonly name: string;
  readonly interval: number;
  readonly since: number;
  readonly at?: number;
  /** Seller ID of the user's default connection. */
  readonly sellerId?: string | undefined;
  /** Why the last execution failed, as a message for the user. */
  readonly problem?: string;
}

const VERSION = 1;
const PREFIX = 'beat.';

/** Returns heartbeats by user ID. Drops heartbeats from other versions, which the next execution replaces. */
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

/** Forgets users without jobs whose schedule was overdue at `now`, because nobody else could end the warning. */
export function forgetFormerOwners(
  document: Store,
  rows: readonly { readonly typed: { readonly ownerId: string } }[],
  now: number,
): void {
  for (const [id, heartbeat] of Object.entries(heartbeatsIn(document.all())))
    if (isLate(heartbeat, now) && !rows.some(({ typed }) => typed.ownerId === id)) removeHeartbeat(document, id);
}

/** Schedules that are not overdue, by user ID. */
export function runningIn(all: Readonly<Record<string, string>>, now: number): ReadonlyMap<string, Heartbeat> {
  return new Map(Object.entries(heartbeatsIn(all)).filter(([, heartbeat]) => !isLate(heartbeat, now)));
}

/** When the schedule runs next; `now` if its trigger is late. */
export function nextTick({ since, at = since, interval }: Heartbeat, now: number): number {
  return Math.max(now, at + interval);
}

/** Google may run a trigger minutes late or skip a run. */
const LATE = 10 * MINUTE;

export function isLate({ since, at = since, interval }: Omit<Heartbeat, 'name'>, now: number): boolean {
  return now > at + 2 * interval + LATE;
}

/** When Google last started the user's schedule without a spreadsheet. */
export const withoutDocument = stored<number | null>('withoutDocument', 1, null);

export const WITHOUT_DOCUMENT =
  'Google runs your schedule without access to its spreadsheet. Pull from the sidebar or choose Refresh now. To use schedules, install the script in the spreadsheet (Extensions ▸ Apps Script).';
