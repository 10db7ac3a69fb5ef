/** The connection that formulas run on, as far as they need it: remembered in the cache, since reading it is rationed. */
import { findConnection } from '../account/connections.ts';
import { share } from '../formulas/cache/share.ts';
import type { Cache, Ports } from '../formulas/ports.ts';
import { BREAKER } from '../formulas/queue/attempts.ts';
import type { OperationId } from '../operations/registry.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import type { Store } from '../protocol/store.ts';
import { fingerprint } from '../tables/fingerprint.ts';
import { formulaCache } from './formula-cache.ts';
import { userStore } from './stores.ts';

const OWNER = 'connection';
/** The fingerprint alone, kept for longer: by it others know whether their connection is that one. */
const FINGERPRINT = 'connection.fingerprint';

/** In seconds: another workbook's sidebar may change the connection; where there is none, one is soon made. */
const KEPT = 1200;
const MISSING_KEPT = 60;
const FINGERPRINT_KEPT = 21_600;

export type KnownOwner = Pick<Ports, 'owner' | 'fingerprint'>;

/** An editor who connects a shop of their own changes nothing here. */
const WHOSE = "If this spreadsheet is somebody else's, ask them: its formulas run on their connection.";

type Remembered = KnownOwner | { readonly missing: string };

export function knownOwner(cache: Cache, connection: () => Connection): KnownOwner {
  const text = cache.getAll([OWNER])[OWNER];
  const known = text === undefined ? undefined : (JSON.parse(text) as Remembered);
  if (known && 'missing' in known) throw new MarketError('MARKET_NO_CONNECTION', known.missing);
  return known ?? readOwner(cache, connection);
}

/** Reads the connection, and remembers it. */
function readOwner(cache: Cache, connection: () => Connection): KnownOwner {
  try {
    const known = ownerOf(connection());
    cache.putAll({ [OWNER]: JSON.stringify(known) }, KEPT);
    cache.putAll({ [FINGERPRINT]: known.fingerprint }, FINGERPRINT_KEPT);
    return known;
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
export function checkOwner(cache: Cache, known: KnownOwner, connection: () => Connection): void {
  if (fingerprintOf(connection) === known.fingerprint) return;
  readOwner(cache, connection);
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
      const known = cache.getAll([FINGERPRINT])[FINGERPRINT];
      const isOwners = known === undefined || fingerprintOf(() => findConnection(store)) === known;
      write(...args);
      if (isOwners) cache.removeAll([OWNER, FINGERPRINT, BREAKER]);
    };
  return { ...store, set: afterwards(store.set), remove: afterwards(store.remove) };
}

/** Nothing where there is no connection. */
function fingerprintOf(connection: () => Connection): string | undefined {
  try {
    return ownerOf(connection()).fingerprint;
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
}

function ownerOf({ name, version, storefronts, settings, baseUrl, sellerId }: Connection): KnownOwner {
  const owner = { name, version, storefronts, ...(settings ? { settings } : {}) };
  return { owner, fingerprint: fingerprint(JSON.stringify([owner, baseUrl, sellerId])) };
}

/** The same of a person who fetches for formulas, which run on the owner's connection: it has to be that one. */
export function ownerForPerson(cache: Cache, connection: Connection): KnownOwner {
  const known = ownerOf(connection);
  if (isOwners(cache, known.fingerprint)) return known;
  throw new MarketError(
    'MARKET_ARGUMENT',
    "Formulas run on the default connection of the spreadsheet's owner, and yours is another one: ask the owner to do this. If that is you, reload the spreadsheet first.",
  );
}

/** Whether formulas run on that connection, as far as is known. */
function isOwners(cache: Cache, own: string): boolean {
  return (cache.getAll([FINGERPRINT])[FINGERPRINT] ?? own) === own;
}

/** Keeps for formulas what a pull learned, where they run on the same connection. */
export function shareWithFormulas(
  connection: Connection,
  operation: OperationId,
  storefront: Storefront,
  whole: readonly UnitRecords[],
  now: number,
): void {
  const cache = formulaCache();
  const { fingerprint: own } = ownerOf(connection);
  if (isOwners(cache, own)) share(cache, own, operation, storefront, whole, now);
}
