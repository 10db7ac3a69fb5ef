/** Caches the owner's connections for formulas, because Google limits reads of properties. */
import { allConnections, findConnection, isOfConnections } from '../account/connections.ts';
import type { PersonStore } from '../account/person.ts';
import { type Cache, LONGEST_KEPT, type Ports } from '../formulas/ports.ts';
import { BREAKER } from '../formulas/queue/coordination.ts';
import { share } from '../formulas/queue/known-answers.ts';
import type { OperationId } from '../operations/registry.ts';
import type { Connection } from '../protocol/connection.ts';
import { argumentError, MarketError, orElse } from '../protocol/market-error.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import { fingerprint, parseJson } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import { attempt, withOurErrors, withRetry } from './service-calls.ts';
import { userStore } from './stores.ts';

/**
 * Cache key of the owner's connections, default first. Cached for long, because other users' executions compare their
 * own connections with them.
 */
const OWNERS = 'connections';

/** Milliseconds until formulas reread the connections, which another workbook's sidebar may have changed. */
const GOOD_FOR = 20 * MINUTE;
/** Seconds to cache a missing connection. Short, because users usually add one soon. */
const MISSING_KEPT = 60;

export interface KnownOwner extends Pick<Ports, 'owner' | 'fingerprint'> {
  readonly sellerId: string;
}

const WHOSE = "If someone else owns this spreadsheet, ask them: its formulas use the owner's connection.";

type Remembered = { readonly owners: readonly KnownOwner[]; readonly until: number } | { readonly missing: string };

/** Returns the owner's default connection if `name` is undefined. */
export function knownOwner(cache: Cache, name: string | undefined): KnownOwner {
  const remembered = recall(cache);
  const isGood = remembered && ('missing' in remembered || remembered.until > Date.now());
  const known = isGood ? remembered : readOwners(cache);
  if ('missing' in known) throw new MarketError('MARKET_NO_CONNECTION', known.missing);
  const found = known.owners.find(({ owner }) => name === undefined || owner.name === name);
  if (found) return found;
  const names = known.owners.map(({ owner }) => owner.name).join(', ');
  throw new MarketError('MARKET_NO_CONNECTION', `There is no connection "${name}". Available: ${names}. ${WHOSE}`);
}

function recall(cache: Cache) {
  return parseJson<Remembered>(cache.getAll([OWNERS])[OWNERS]);
}

function readOwners(cache: Cache): Remembered {
  const owners = ownersIn(userStore());
  const known = orElse(
    (): Remembered => ownersConnection(undefined) && { owners, until: Date.now() + GOOD_FOR },
    ({ message }): Remembered => ({ missing: message }),
  );
  cache.putAll({ [OWNERS]: JSON.stringify(known) }, 'missing' in known ? MISSING_KEPT : LONGEST_KEPT);
  return known;
}

/** Returns an IANA name. Falls back to the script's zone if Google won't return the spreadsheet's. */
export function spreadsheetZone(): string {
  const zone = attempt(() => withRetry(() => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone()));
  return zone ?? Session.getScriptTimeZone();
}

/** Thrown if cached results belong to another connection. */
export class OwnerChanged extends Error {}

/** Throws OwnerChanged if the connection differs from the cached one, after updating the cache. */
export function checkOwner(cache: Cache, known: KnownOwner, name: string | undefined): void {
  const now = ownersIn(userStore()).find(({ owner }) => name === undefined || owner.name === name);
  if (now?.fingerprint === known.fingerprint && now.owner.isNamed === known.owner.isNamed) return;
  readOwners(cache);
  throw new OwnerChanged();
}

/** Returns the owner's connection with its keys. */
export function ownersConnection(name: string | undefined): Connection {
  return orElse(
    () => findConnection(userStore(), name),
    ({ code, message }) => {
      throw new MarketError(code, `${message} ${WHOSE}`);
    },
  );
}

/** Separates the connections' cache entries. The default connection's keys have no prefix. */
export function cacheOf(cache: Cache, { owner, fingerprint: own }: KnownOwner): Cache {
  return owner.isNamed ? prefixed(cache, own) : cache;
}

/** Clears the connections and errors cached for formulas when the owner saves or removes a connection. */
export function forgettingConnections(store: PersonStore): PersonStore {
  const forgetAfter = (keys: readonly string[], write: () => void) => {
    if (!keys.some(isOfConnections)) {
      write();
      return;
    }
    const cache = optionalCache();
    const known = fingerprintsIn(cache);
    const isOwners = known === undefined || ownersIn(store)[0]?.fingerprint === known[0];
    write();
    if (!isOwners) return;
    cache.removeAll([OWNERS, BREAKER]);
    for (const each of known ?? []) prefixed(cache, each).removeAll([BREAKER]);
  };
  return {
    ...store,
    set: (key, value) => forgetAfter([key], () => store.set(key, value)),
    setAll: (values) => forgetAfter(Object.keys(values), () => store.setAll(values)),
    remove: (key) => forgetAfter([key], () => store.remove(key)),
  };
}

function fingerprintsIn(cache: Cache): readonly string[] | undefined {
  const known = recall(cache);
  return known && 'owners' in known ? known.owners.map((each) => each.fingerprint) : undefined;
}

/** Returns the default connection first. */
function ownersIn(store: PersonStore): readonly KnownOwner[] {
  return allConnections(store).map((connection, index) => ownerOf(connection, index > 0));
}

function ownerOf(connection: Connection, isNamed: boolean): KnownOwner {
  const owner = withoutKeys(connection);
  return {
    owner: isNamed ? { ...owner, isNamed } : owner,
    fingerprint: fingerprintOf(connection),
    sellerId: connection.sellerId,
  };
}

function fingerprintOf(connection: Connection) {
  return fingerprint(JSON.stringify([withoutKeys(connection), connection.baseUrl, connection.sellerId]));
}

function withoutKeys({ name, version, storefronts, settings }: Connection): KnownOwner['owner'] {
  return { name, version, storefronts, ...(settings ? { settings } : {}) };
}

/** For "Refresh now". Throws if the connection isn't one of the owner's. */
export function ownerForPerson(cache: Cache, connection: Connection): KnownOwner {
  const known = ownerWith(cache, connection);
  if (known) return known;
  throw argumentError(
    "Formulas use the spreadsheet owner's connections, not yours. Ask the owner to do this. If you are the owner, reload the spreadsheet first.",
  );
}

/** Returns undefined if formulas don't use the connection. */
function ownerWith(cache: Cache, connection: Connection): KnownOwner | undefined {
  const own = fingerprintOf(connection);
  const known = fingerprintsIn(cache) ?? ownersIn(userStore()).map((each) => each.fingerprint);
  const index = known.indexOf(own);
  return index < 0 ? undefined : ownerOf(connection, index > 0);
}

/** Caches a pull's results for formulas if they use its connection. */
export function shareWithFormulas(
  connection: Connection,
  operation: OperationId,
  storefront: Storefront,
  whole: readonly UnitRecords[],
  now: number,
): void {
  if (whole.length === 0) return;
  const cache = optionalCache();
  const known = ownerWith(cache, connection);
  if (known) share(cacheOf(cache, known), known.fingerprint, operation, storefront, whole, now);
}

/** Opens the cache on first use. */
export function formulaCache(): Cache {
  let opened: GoogleAppsScript.Cache.Cache | undefined;
  const use = <T>(work: (cache: GoogleAppsScript.Cache.Cache) => T): T =>
    withOurErrors(() =>
      withRetry(() => {
        // Formulas and sidebars always run in a document.
        opened ??= CacheService.getDocumentCache()!;
        return work(opened);
      }),
    );
  return {
    getAll: (keys) => use((cache) => cache.getAll([...keys])) as Readonly<Record<string, string>>,
    putAll: (texts, seconds) => use((cache) => cache.putAll({ ...texts }, seconds)),
    removeAll: (keys) => use((cache) => cache.removeAll([...keys])),
  };
}

/** Treats the cache as empty if Google rejects the call. */
export function optionalCache(): Cache {
  const cache = formulaCache();
  return {
    getAll: (keys) => attempt(() => cache.getAll(keys), {}),
    putAll: (texts, seconds) => attempt(() => cache.putAll(texts, seconds)),
    removeAll: (keys) => attempt(() => cache.removeAll(keys)),
  };
}

function prefixed(cache: Cache, part: string): Cache {
  const within = (key: string) => `${part}:${key}`;
  return {
    getAll: (keys) => {
      const texts = cache.getAll(keys.map(within));
      return Object.fromEntries(keys.flatMap((key) => (within(key) in texts ? [[key, texts[within(key)]!]] : [])));
    },
    putAll: (texts, seconds) =>
      cache.putAll(Object.fromEntries(Object.entries(texts).map(([key, text]) => [within(key), text])), seconds),
    removeAll: (keys) => cache.removeAll(keys.map(within)),
  };
}

/**
 * The first read of `cache` also reads `names`, which `along` then returns once. A cache read costs as much as the rest
 * of a cached formula's work.
 */
export function readingAlong(whole: Cache, names: readonly string[]): { readonly cache: Cache; readonly along: Cache } {
  let isRead = names.length === 0;
  let texts: Readonly<Record<string, string>> | undefined;
  const pick = (from: Readonly<Record<string, string>>, keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
  const getAll: Cache['getAll'] = (keys) => {
    if (isRead) return whole.getAll(keys);
    isRead = true;
    texts = whole.getAll([...keys, ...names]);
    return pick(texts, keys);
  };
  const getAlong: Cache['getAll'] = (keys) => {
    const known = texts;
    texts = undefined;
    return known && keys.every((key) => names.includes(key)) ? pick(known, keys) : whole.getAll(keys);
  };
  return { cache: { ...whole, getAll }, along: { ...whole, getAll: getAlong } };
}
