/** Whose schedules run in this workbook: each execution of one leaves the time at which it came. */
import type { Store } from '../protocol/store.ts';
import { parseStored, stored } from '../protocol/stored.ts';
import { MINUTE } from '../protocol/time.ts';

/** The schedule of a person in this workbook. Times in epoch milliseconds. */
export interface Heartbeat {
  readonly name: string;
  readonly interval: number;
  /** When it was turned on, and when it came last. */
  readonly since: number;
  readonly at?: number;
  /** Of the default connection. */
  readonly sellerId?: string | undefined;
  /** Why it did nothing then: a sentence for the person. */
  readonly problem?: string;
}

const VERSION = 1;
const PREFIX = 'beat.';

/** By id of the person. One of another version is dropped: the next execution leaves a new one. */
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

/** By id of a person: how often a schedule of theirs comes, in milliseconds; missing where none does. */
export function intervalsIn(all: Readonly<Record<string, string>>, now: number): ReadonlyMap<string, number> {
  const coming = Object.entries(heartbeatsIn(all)).filter(([, heartbeat]) => !isLate(heartbeat, now));
  return new Map(coming.map(([id, { interval }]) => [id, interval]));
}

/** Triggers come late by minutes, and one may be left out. */
const LATE = 10 * MINUTE;

export function isLate({ since, at = since, interval }: Heartbeat, now: number): boolean {
  return now > at + 2 * interval + LATE;
}

/** When Google last started the schedule of a person without its spreadsheet: kept with the person, in epoch milliseconds. */
const withoutDocument = stored<number | null>('withoutDocument', 1, null);

export const WITHOUT_DOCUMENT =
  "Google starts your schedule without its spreadsheet, so it cannot update anything. Pull from the sidebar or choose Refresh now. Schedules work only if the script belongs to the spreadsheet (Extensions > Apps Script).";

export function noteWithoutDocument(user: Store, at: number): void {
  withoutDocument.write(user, at);
}

export function isWithoutDocument(user: Pick<Store, 'get'>): boolean {
  return withoutDocument.read(user) !== null;
}

export function forgetWithoutDocument(user: Store): void {
  if (isWithoutDocument(user)) withoutDocument.remove(user);
}
