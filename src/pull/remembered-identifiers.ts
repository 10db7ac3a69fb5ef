/**
 * Identifiers that the service refused, and those among which some are refused, remembered for a day:
 * they are asked for apart, so that no other row is lost with them.
 */
import type { Store } from '../protocol/store.ts';
import { asciiJson } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';

/** After a day an identifier is asked for among others again: it may have become good. */
const KEPT = DAY;
/** Remembered for each operation; the oldest is forgotten first. */
const MOST = 200;

type Entry = readonly [connection: string, identifier: string, at: number, isSuspect?: true];

export interface RememberedIdentifiers {
  /** Refused alone. */
  readonly refused: ReadonlySet<string>;
  /** Refused together; which ones is to be found out. */
  readonly suspects: ReadonlySet<string>;
}

export const NONE_REMEMBERED: RememberedIdentifiers = { refused: new Set(), suspects: new Set() };

/** `now` in epoch milliseconds. */
export function recallRefused(
  store: Store,
  operation: string,
  connection: string,
  now: number,
): RememberedIdentifiers {
  const known = load(store, operation, now).filter(([name]) => name === connection);
  const those = (suspect: true | undefined) =>
    new Set(known.filter(([, , , is]) => is === suspect).map(([, identifier]) => identifier));
  return { refused: those(undefined), suspects: those(true) };
}

/**
 * What the run found of the identifiers that it asked for. One that was refused before keeps its time,
 * so that it is tried among others again at last; suspects that were taken apart are none any more.
 */
export function rememberRefused(
  store: Store,
  operation: string,
  connection: string,
  found: { readonly refused: readonly string[]; readonly suspects: readonly string[] },
  asked: readonly string[],
  now: number,
): void {
  const cleared = new Set([...asked, ...found.refused, ...found.suspects]);
  if (cleared.size === 0) return;
  const before = load(store, operation, now);
  const kept = before.filter(
    ([name, identifier, , isSuspect]) => name !== connection || !isSuspect || !cleared.has(identifier),
  );
  const isKnown = (identifier: string) =>
    kept.some(([name, known]) => name === connection && known === identifier);
  const added = [
    ...found.refused.map((identifier): Entry => [connection, identifier.slice(0, LONGEST), now]),
    ...found.suspects.map((identifier): Entry => [connection, identifier.slice(0, LONGEST), now, true]),
  ].filter(([, identifier]) => !isKnown(identifier));
  if (added.length === 0 && kept.length === before.length) return;
  store.set(keyOf(operation), fitting([...kept, ...added].slice(-MOST)));
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
