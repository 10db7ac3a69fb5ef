/** The connection that formulas run on, as far as they need it: remembered in the cache, since reading it is rationed. */
import { findConnection } from '../calls/connections.ts';
import type { Owner } from '../formulas/answers.ts';
import { BREAKER } from '../formulas/together/breaker.ts';
import type { Cache } from '../formulas/together/ports.ts';
import { share } from '../formulas/together/share.ts';
import type { OperationId } from '../operations/registry.ts';
import type { Whole } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Store } from '../protocol/store.ts';
import { fingerprint } from '../tables/fingerprint.ts';
import { formulaCache } from './formula-cache.ts';
import { userStore } from './stores.ts';

const OWNER = 'owner';

/** In seconds: another workbook's sidebar may change the connection; where there is none, one is soon made. */
const KEPT = 1200;
const MISSING_KEPT = 60;

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
  if (known) return known;
  try {
    const seen = seenOf(connection());
    remember(cache, seen, KEPT);
    return seen;
  } catch (error) {
    if (error instanceof MarketError && error.code === 'MARKET_NO_CONNECTION')
      remember(cache, { missing: error.message }, MISSING_KEPT);
    throw error;
  }
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

/** Once a connection is saved or removed formulas read it again, and the errors of the one before are forgotten. */
export function forgettingOwner(store: Store): Store {
  const afterwards =
    <A extends readonly unknown[]>(write: (...args: A) => void) =>
    (...args: A) => {
      write(...args);
      formulaCache().removeAll([OWNER, BREAKER]);
    };
  return { ...store, set: afterwards(store.set), remove: afterwards(store.remove) };
}

function remember(cache: Cache, what: Remembered, seconds: number): void {
  cache.putAll({ [OWNER]: JSON.stringify(what) }, seconds);
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
    "Formulas run on the default connection of the spreadsheet's owner, and yours is another one: ask the owner to do this.",
  );
}

/** Whether formulas run on that connection, as far as is known. */
function isOwners(cache: Cache, print: string): boolean {
  const text = cache.getAll([OWNER])[OWNER];
  const known = text === undefined ? undefined : (JSON.parse(text) as Remembered);
  return !known || ('print' in known && known.print === print);
}

/** Puts up for formulas what a pull learned, where they run on the same connection. */
export function shareWithFormulas(
  connection: Connection,
  operation: OperationId,
  storefront: Storefront,
  whole: readonly Whole[],
  now: number,
): void {
  const cache = formulaCache();
  const { print } = seenOf(connection);
  if (isOwners(cache, print)) share(cache, print, operation, storefront, whole, now);
}
