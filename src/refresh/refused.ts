/** Identifiers that the service refused, remembered for a while: they are asked for apart, and spoil no other row. */
import type { Store } from '../protocol/store.ts';
import { asciiJson } from './ascii.ts';

/** After a day an identifier is asked for among others again: it may have become good. */
const KEPT = 24 * 3_600_000;
/** Remembered for each operation; the oldest is forgotten first. */
const MOST = 200;

type Entry = readonly [connection: string, identifier: string, at: number];

/** `now` in epoch milliseconds. */
export function recallRefused(
  store: Store,
  operation: string,
  connection: string,
  now: number,
): ReadonlySet<string> {
  return new Set(
    load(store, operation, now)
      .filter(([known]) => known === connection)
      .map(([, identifier]) => identifier),
  );
}

/** An identifier that is remembered already keeps its time, so that it is tried again at last. */
export function rememberRefused(
  store: Store,
  operation: string,
  connection: string,
  refused: readonly string[],
  now: number,
): void {
  const entries = load(store, operation, now);
  const fresh = refused.filter(
    (identifier) => !entries.some((entry) => entry[0] === connection && entry[1] === identifier),
  );
  if (fresh.length === 0) return;
  const added = fresh.map((identifier): Entry => [connection, identifier.slice(0, LONGEST), now]);
  store.set(keyOf(operation), fitting([...entries, ...added].slice(-MOST)));
}

/** No identifier is longer; a text that is must not crowd out the others. */
const LONGEST = 100;

/** A property holds 9 KB. */
const ROOM = 8000;

function fitting(entries: readonly Entry[]): string {
  const text = asciiJson(entries);
  return text.length > ROOM && entries.length > 1
    ? fitting(entries.slice(Math.ceil(entries.length / 10)))
    : text;
}

function load(store: Store, operation: string, now: number): readonly Entry[] {
  const entries = JSON.parse(store.get(keyOf(operation)) ?? '[]') as Entry[];
  return entries.filter(([, , at]) => at > now - KEPT);
}

function keyOf(operation: string): string {
  return `refused.${operation}`;
}
