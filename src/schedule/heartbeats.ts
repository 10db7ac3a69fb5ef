/** Whose schedules run in this workbook: each execution of one leaves the time at which it came. */
import type { Store } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';

/** The schedule of a person in this workbook. Times in epoch milliseconds. */
export interface Heartbeat {
  readonly name: string;
  /** Milliseconds between two executions. */
  readonly interval: number;
  /** When it was turned on, and when it came last. */
  readonly since: number;
  readonly at?: number;
  /** Why it did nothing then: a sentence for the person. */
  readonly problem?: string;
}

const PREFIX = 'beat.';

export function heartbeatsIn(all: Readonly<Record<string, string>>): Readonly<Record<string, Heartbeat>> {
  const heartbeats = Object.entries(all).filter(([key]) => key.startsWith(PREFIX));
  return Object.fromEntries(heartbeats.map(([key, text]) => [key.slice(PREFIX.length), JSON.parse(text) as Heartbeat]));
}

export function setHeartbeat(document: Store, person: string, heartbeat: Heartbeat): void {
  document.set(PREFIX + person, JSON.stringify(heartbeat));
}

export function removeHeartbeat(document: Store, person: string): void {
  document.remove(PREFIX + person);
}

/** By the name of a person: how often a schedule of theirs comes, in milliseconds; nothing where none does. */
export function intervalsIn(all: Readonly<Record<string, string>>, now: number): ReadonlyMap<string, number> {
  const coming = Object.values(heartbeatsIn(all)).filter((heartbeat) => !isLate(heartbeat, now));
  return new Map(coming.map(({ name, interval }) => [name, interval]));
}

/** Triggers come late by minutes, and one may be left out. */
const LATE = 10 * MINUTE;

export function isLate({ since, at = since, interval }: Heartbeat, now: number): boolean {
  return now > at + 2 * interval + LATE;
}
