/**
 * Identifiers that the service refused, and those among which some are refused, remembered for a day:
 * they are asked for apart, so that no other row is lost with them.
 */
import type { Connection } from '../protocol/connection.ts';
import { asciiJson, type Store } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';

/** After a day an identifier is asked for among others again: it may have become good. */
const KEPT = DAY;
/** Remembered for each operation; the oldest is forgotten first. */
const MOST = 200;

type Entry = readonly [sellerId: string, identifier: string, at: number, isSuspect?: true];

/** Version 1 was a list alone, of entries with the name of a connection in place of its seller. */
interface Stored {
  readonly version: 2;
  readonly entries: readonly Entry[];
}

/** Whose identifiers they are. */
export type Shop = Pick<Connection, 'name' | 'sellerId'>;

export interface RememberedIdentifiers {
  /** Refused alone. */
  readonly refused: ReadonlySet<string>;
  /** Refused together; which ones is to be found out. */
  readonly suspects: ReadonlySet<string>;
}

export const NONE_REMEMBERED: RememberedIdentifiers = { refused: new Set(), suspects: new Set() };

/** `now` in epoch milliseconds. */
export function recallRefused(store: Store, operation: string, shop: Shop, now: number): RememberedIdentifiers {
  const known = load(store, operation, shop, now).filter(([sellerId]) => sellerId === shop.sellerId);
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
  shop: Shop,
  found: { readonly refused: readonly string[]; readonly suspects: readonly string[] },
  asked: readonly string[],
  now: number,
): void {
  const cleared = new Set([...asked, ...found.refused, ...found.suspects]);
  if (cleared.size === 0) return;
  const { sellerId } = shop;
  const before = load(store, operation, shop, now);
  const kept = before.filter(
    ([seller, identifier, , isSuspect]) => seller !== sellerId || !isSuspect || !cleared.has(identifier),
  );
  const isKnown = (identifier: string) => kept.some(([seller, known]) => seller === sellerId && known === identifier);
  const added = [
    ...found.refused.map((identifier): Entry => [sellerId, identifier.slice(0, LONGEST), now]),
    ...found.suspects.map((identifier): Entry => [sellerId, identifier.slice(0, LONGEST), now, true]),
  ].filter(([, identifier]) => !isKnown(identifier));
  if (added.length === 0 && kept.length === before.length) return;
  store.set(keyOf(operation), fitting([...kept, ...added].slice(-MOST)));
}

/** No identifier is longer; a text that is must not crowd out the others. */
const LONGEST = 100;

/** A property holds 9 KB. */
const ROOM = 8000;

function fitting(entries: readonly Entry[]): string {
  const text = asciiJson({ version: 2, entries } satisfies Stored);
  return text.length > ROOM && entries.length > 1 ? fitting(entries.slice(Math.ceil(entries.length / 10))) : text;
}

function load(store: Store, operation: string, shop: Shop, now: number): readonly Entry[] {
  const stored = JSON.parse(store.get(keyOf(operation)) ?? '[]') as Stored | Stored['entries'];
  const entries =
    'entries' in stored && 'version' in stored
      ? stored.entries
      : stored.map(([name, ...rest]): Entry => [name === shop.name ? shop.sellerId : name, ...rest]);
  return entries.filter(([, , at]) => at > now - KEPT);
}

function keyOf(operation: string): string {
  return `refused.${operation}`;
}
