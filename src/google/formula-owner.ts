/** The connection that formulas run on, as far as they need it: remembered in the cache, since reading it is rationed. */
import { findConnection } from '../account/connections.ts';
import type { Owner } from '../formulas/answers.ts';
import { share } from '../formulas/cache/share.ts';
import { BREAKER } from '../formulas/queue/breaker.ts';
import type { Cache } from '../formulas/queue/ports.ts';
import type { OperationId } from '../operations/registry.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import type { Store } from '../protocol/store.ts';
import { fingerprint } from '../tables/fingerprint.ts';
import { formulaCache } from './formula-cache.ts';
import { userStore } from './stores.ts';

const OWNER = 'owner';
/** The print alone, kept for longer: by it others know whether their connection is that one. */
const PRINT = 'owner.print';

/** In seconds: another workbook's sidebar may change the connection; where there is none, one is soon made. */
const KEPT = 1200;
const MISSING_KEPT = 60;
const PRINT_KEPT = 21_600;

export interface OwnerSeen {
  readonly owner: Owner;
  /** Stands for the connection: what one seller's service answered is nothing to another's. */
  readonly print: string;
}

/** An editor who connects a shop of their own changes nothing here. */
const WHOSE = "If this spreadsheet is somebody else's, ask them: its formulas run on their connection.";

type Remembered = OwnerSeen | { readonly missing: string };

export function seenOwner(cache: Cache, connection: () => Connection): OwnerSeen {
  const text = cache.getAll([OWNER])[OWNER];
  const known = text === undefined ? undefined : (JSON.parse(text) as Remembered);
  if (known && 'missing' in known) throw new MarketError('MARKET_NO_CONNECTION', known.missing);
  return known ?? seenAnew(cache, connection);
}

/** Reads the connection, and remembers it. */
function seenAnew(cache: Cache, connection: () => Connection): OwnerSeen {
  try {
    const seen = seenOf(connection());
    cache.putAll({ [OWNER]: JSON.stringify(seen) }, KEPT);
    cache.putAll({ [PRINT]: seen.print }, PRINT_KEPT);
    return seen;
  } catch (error) {
    if (error instanceof MarketError && error.code === 'MARKET_NO_CONNECTION')
      cache.putAll(
        { [OWNER]: JSON.stringify({ missing: error.message } satisfies Remembered) },
        MISSING_KEPT,
      );
    throw error;
  }
}

/** The connection is another one than was remembered: what is known was answered to that one. */
export class OwnerChanged extends Error {}

/** Throws OwnerChanged, and remembers the connection as it is now. */
export function demandSame(cache: Cache, { print }: OwnerSeen, connection: () => Connection): void {
  if (printOf(connection) === print) return;
  seenAnew(cache, connection);
  throw new OwnerChanged();
}

/** The owner's connection itself, keys and all. */
export function ownersConnection(): Connection {
  try {
    return findConnection(userStore());
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    throw new MarketError(error.code, `${error.message} ${WHOSE}`);
  }
}

/**
 * Once the owner's connection is saved or removed formulas read it again, and the errors of the one before are forgotten.
 * Whoever saves one that formulas do not run on changes nothing for them.
 */
export function forgettingOwner(store: Store): Store {
  const afterwards =
    <A extends readonly unknown[]>(write: (...args: A) => void) =>
    (...args: A) => {
      const cache = formulaCache();
      const print = cache.getAll([PRINT])[PRINT];
      const isOwners = print === undefined || printOf(() => findConnection(store)) === print;
      write(...args);
      if (isOwners) cache.removeAll([OWNER, PRINT, BREAKER]);
    };
  return { ...store, set: afterwards(store.set), remove: afterwards(store.remove) };
}

/** Nothing where there is no connection. */
function printOf(connection: () => Connection): string | undefined {
  try {
    return seenOf(connection()).print;
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
}

function seenOf({ name, version, storefronts, settings, baseUrl, sellerId }: Connection): OwnerSeen {
  const owner = { name, version, storefronts, ...(settings ? { settings } : {}) };
  return { owner, print: fingerprint(JSON.stringify([owner, baseUrl, sellerId])) };
}

/** The same of a person who fetches for formulas, which run on the owner's connection: it has to be that one. */
export function seenByPerson(cache: Cache, connection: Connection): OwnerSeen {
  const seen = seenOf(connection);
  if (isOwners(cache, seen.print)) return seen;
  throw new MarketError(
    'MARKET_ARGUMENT',
    "Formulas run on the default connection of the spreadsheet's owner, and yours is another one: ask the owner to do this. If that is you, reload the spreadsheet first.",
  );
}

/** Whether formulas run on that connection, as far as is known. */
function isOwners(cache: Cache, print: string): boolean {
  return (cache.getAll([PRINT])[PRINT] ?? print) === print;
}

/** Puts up for formulas what a pull learned, where they run on the same connection. */
export function shareWithFormulas(
  connection: Connection,
  operation: OperationId,
  storefront: Storefront,
  whole: readonly UnitRecords[],
  now: number,
): void {
  const cache = formulaCache();
  const { print } = seenOf(connection);
  if (isOwners(cache, print)) share(cache, print, operation, storefront, whole, now);
}
