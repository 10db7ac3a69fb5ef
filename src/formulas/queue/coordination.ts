/**
 * Coordinates executions through the cache. The leader, which holds the lease, fetches data for all; others write
 * pending requests. In rare cases two leaders make the same calls, each within the caps. After an error that would
 * affect every call, the breaker pauses all executions.
 */
import { type ErrorCode, MarketError } from '../../protocol/market-error.ts';
import { asciiJson, isLeased, type Lease, parseJson } from '../../protocol/store.ts';
import { MINUTE, SECOND } from '../../protocol/time.ts';
import { type CacheRead, readCache } from '../cache/answer-cache.ts';
import { type Cache, LONGEST_KEPT, type Ports } from '../ports.ts';
import type { Query } from '../query.ts';
import type { Asked } from './batches.ts';

export const LEASE = 'leader';

/** Lease duration in milliseconds, longer than a leader works between renewals. */
const LEASED = 5000;
/** Leases with more than this many milliseconds left are not renewed. */
const ENOUGH = 4000;

/** Milliseconds until every execution competing for the lease has written to it. The last writer wins. */
const SETTLING = 100;

/** `texts`: cache values by key, including `LEASE`. */
export function isLed(texts: Readonly<Record<string, string>>, now: number): boolean {
  return isLeased(leaseIn(texts), now);
}

export interface HeldLease {
  /** Cached entries for the execution's own queries, and the breaker, read with the lease. */
  readonly known: CacheRead;
  /** `until`: the earliest time at which the lease may end, to extend it beyond the default. */
  renew(until?: number): void;
  /** Returns false after another execution has taken over an expired lease. */
  isHeld(): boolean;
  release(): void;
}

/** Call only if the cache shows no leader. Returns undefined if another execution won. */
export function acquireLease(ports: Ports, holder: string, own: readonly Query[]): HeldLease | undefined {
  const { cache, clock } = ports;
  let leasedUntil = clock.now() + LEASED;
  const write = () => cache.putAll({ [LEASE]: JSON.stringify({ holder, until: leasedUntil } satisfies Lease) }, 60);
  const isOther = (lease: Lease | undefined) => lease !== undefined && lease.holder !== holder;
  write();
  clock.sleep(SETTLING);
  // The previous leader may have fetched the data by now.
  const known = readCache(ports, own, [BREAKER, LEASE]);
  if (isOther(leaseIn(known.texts))) return undefined;
  const isHeld = () => clock.now() < leasedUntil || !isOther(leaseIn(cache.getAll([LEASE])));
  return {
    known,
    renew: (until = 0) => {
      const now = clock.now();
      if (until <= leasedUntil && leasedUntil - now >= ENOUGH) return;
      leasedUntil = Math.max(until, now + LEASED);
      write();
    },
    isHeld,
    release: () => {
      if (isHeld()) cache.removeAll([LEASE]);
    },
  };
}

function leaseIn({ [LEASE]: text }: Readonly<Record<string, string>>) {
  return parseJson<Lease>(text);
}

/** Google runs up to 30 formulas in parallel, so slots rarely collide. */
const SLOTS = 64;

/** Seconds for which a request is cached, no less than a formula runs. */
const REQUEST_KEPT = 30;

/** Requests with more characters are not written; their formulas wait to become the leader. */
const LONGEST_REQUEST = 20_000;

/** Queries of a waiting formula. Needed because leaders can't read computed arguments ahead. */
interface PendingRequest {
  readonly id: string;
  readonly queries: readonly Query[];
}

const ALL_SLOTS = Array.from({ length: SLOTS }, (_, index) => `request.${index}`);

export function anySlot({ random }: Pick<Ports, 'random'>): string {
  return ALL_SLOTS[Math.floor(random() * SLOTS)]!;
}

export function isOwn(text: string | undefined, id: string): boolean {
  return parseJson<PendingRequest>(text)?.id === id;
}

export function writeRequest(cache: Cache, slot: string, request: PendingRequest): void {
  const text = asciiJson(request);
  if (text.length <= LONGEST_REQUEST) cache.putAll({ [slot]: text }, REQUEST_KEPT);
}

export function readRequests(cache: Cache): readonly Query[] {
  return Object.values(cache.getAll(ALL_SLOTS)).flatMap((text) => parseJson<PendingRequest>(text)?.queries ?? []);
}

/** Tracks a leader's attempted queries, their errors, and the breaker. */
export class Attempts {
  private readonly ports: Pick<Ports, 'cache' | 'clock'>;
  private breaker: Breaker;
  /** Attempted queries by key. If time ran out, the value is an error. */
  private readonly tried = new Map<string, MarketError | undefined>();
  private readonly errors = new Map<string, MarketError>();

  constructor(ports: Pick<Ports, 'cache' | 'clock'>, breaker: Breaker) {
    this.ports = ports;
    this.breaker = breaker;
  }

  mayAsk(query: Query): boolean {
    return (
      !this.tried.has(query.key) &&
      !this.errors.has(placeOf(query)) &&
      !breakerError(this.breaker, query, this.ports.clock.now())
    );
  }

  /** Returns why a query failed; undefined if it wasn't attempted. */
  errorOf(query: Query): MarketError | undefined {
    return this.tried.get(query.key) ?? this.errors.get(placeOf(query));
  }

  /** `queries` must share an operation and storefront. A fatal error trips its breaker; a success resets it. */
  note(queries: readonly Query[], { found, fatal, isCut }: Asked): void {
    const answered = new Set(found.map(({ query }) => query.key));
    for (const { key } of queries) this.tried.set(key, isCut && !answered.has(key) ? outOfTime() : undefined);
    const place = placeOf(queries[0]!);
    if (fatal) this.errors.set(place, fatal);
    if (!fatal && !this.breaker.trips[place]) return;
    const { cache, clock } = this.ports;
    const { [place]: _, ...trips } = this.breaker.trips;
    this.breaker = fatal ? tripped(this.breaker, place, fatal, clock.now()) : { ...this.breaker, trips };
    cache.putAll({ [BREAKER]: JSON.stringify(this.breaker) }, LONGEST_KEPT);
  }
}

export function outOfTime(): MarketError {
  return new MarketError('MARKET_TIMEOUT', 'This takes too long for a formula. Request less data, or pull the table.');
}

export const BREAKER = 'breaker';

interface Trip {
  readonly code: ErrorCode;
  readonly message: string;
  /** No call starts before this time. */
  readonly until: number;
  readonly failures: number;
}

interface Breaker {
  readonly fingerprint: string;
  readonly trips: Readonly<Record<string, Trip>>;
}

/** Keys may not work on every storefront. */
function placeOf({ operation, storefront }: Query): string {
  return `${operation} ${storefront}`;
}

/** Pause after the first failure. Doubles with each consecutive one. */
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 10 * MINUTE;

export function readBreaker(text: string | undefined, fingerprint: string): Breaker {
  const breaker = parseJson<Breaker>(text);
  return breaker?.fingerprint === fingerprint ? breaker : { fingerprint, trips: {} };
}

/** Appended to the error that other formulas show. */
const WHILE = 'Formula calls are paused.';

/** Returns why calls are paused, or undefined. */
export function breakerError(breaker: Breaker, query: Query, now: number): MarketError | undefined {
  const error = tripError(breaker, query, now);
  return error && new MarketError(error.code, `${error.message} ${WHILE}`, error.details);
}

/** Returns the error that tripped the breaker, or undefined if calls aren't paused. */
export function tripError({ trips }: Breaker, query: Query, now: number): MarketError | undefined {
  const trip = trips[placeOf(query)];
  if (!trip || trip.until <= now) return undefined;
  return new MarketError(trip.code, trip.message, { retryAt: trip.until });
}

function tripped(breaker: Breaker, place: string, { code, message, details }: MarketError, now: number): Breaker {
  const failures = (breaker.trips[place]?.failures ?? 0) + 1;
  const pause = Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);
  const until = details.retryAt !== undefined && details.retryAt > now ? details.retryAt : now + pause;
  return { ...breaker, trips: { ...breaker.trips, [place]: { code, message, until, failures } } };
}
