/**
 * How executions share the work through the cache. The one with the leader lease asks the marketplace for all; the
 * others leave pending requests. At worst two executions lead and ask for the same, each within the caps. After an
 * error that every call would meet, the breaker stops all of them for a while.
 */
import { type ErrorCode, MarketError } from '../../protocol/market-error.ts';
import { asciiJson, isHeldBy, isLeased, type Lease, parseJson } from '../../protocol/store.ts';
import { MINUTE, SECOND } from '../../protocol/time.ts';
import { type CacheRead, readCache } from '../cache/answer-cache.ts';
import { type Cache, LONGEST_KEPT, type Ports } from '../ports.ts';
import type { Query } from '../query.ts';
import type { Asked } from './batches.ts';

export const LEASE = 'leader';

/** The length of a lease: longer than a leader works between two renewals, in milliseconds. */
const LEASED = 5000;
/** A lease with more time left is not renewed. */
const ENOUGH = 4000;

/** After this pause, executions that take the lease together have all written it. The last has it. In milliseconds. */
const SETTLING = 100;

/** `texts`: values of the cache by key, including `LEASE`. */
export function isLed(texts: Readonly<Record<string, string>>, now: number): boolean {
  return isLeased(leaseIn(texts), now);
}

export interface HeldLease {
  /** The cache as it was when the lease was taken: the answers to the own queries, and the breaker. */
  readonly known: CacheRead;
  /** `until`: the latest time of the next renewal, in epoch milliseconds, if later than usual. */
  renew(until?: number): void;
  /** Returns false once another execution has taken the lease of a slow one. */
  isHeld(): boolean;
  release(): void;
}

/** Call it when the cache shows no leader. Returns undefined if another execution was faster. */
export function acquireLease(ports: Ports, holder: string, own: readonly Query[]): HeldLease | undefined {
  const { cache, clock } = ports;
  let leasedUntil = clock.now() + LEASED;
  const write = () => cache.putAll({ [LEASE]: JSON.stringify({ holder, until: leasedUntil } satisfies Lease) }, 60);
  const isOther = (lease: Lease | undefined) => lease !== undefined && !isHeldBy(lease, holder);
  write();
  clock.sleep(SETTLING);
  // The previous leader may have answered the queries meanwhile.
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

function leaseIn({ [LEASE]: text }: Readonly<Record<string, string>>): Lease | undefined {
  return parseJson<Lease>(text);
}

/** Google runs 30 formulas at once: few of them choose the same slot. */
const SLOTS = 64;

/** Requests are kept longer than a formula runs, in seconds. */
const REQUEST_KEPT = 30;

/** A longer request is not written: its formula waits until it can lead. In characters. */
const LONGEST_REQUEST = 20_000;

/** The queries of a waiting formula: a leader cannot read every argument ahead. */
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

/** The queries that a leader has tried, their errors, and the breaker. */
export class Attempts {
  readonly #ports: Pick<Ports, 'cache' | 'clock'>;
  #breaker: Breaker;
  /** Queries by key, with the error of those that ran out of time. */
  readonly #tried = new Map<string, MarketError | undefined>();
  readonly #errors = new Map<Query['operation'], MarketError>();

  constructor(ports: Pick<Ports, 'cache' | 'clock'>, breaker: Breaker) {
    this.#ports = ports;
    this.#breaker = breaker;
  }

  mayAsk({ key, operation }: Query): boolean {
    return (
      !this.#tried.has(key) &&
      !this.#errors.has(operation) &&
      !breakerError(this.#breaker, operation, this.#ports.clock.now())
    );
  }

  /** Why a query was not answered; undefined if it was not tried. */
  errorOf({ key, operation }: Query): MarketError | undefined {
    return this.#tried.get(key) ?? this.#errors.get(operation);
  }

  /** `queries` are of one operation. A fatal error trips its breaker; an answer resets it. */
  note(queries: readonly Query[], { found, fatal, isCut }: Asked): void {
    const answered = new Set(found.map(({ query }) => query.key));
    for (const { key } of queries) this.#tried.set(key, isCut && !answered.has(key) ? outOfTime() : undefined);
    const { operation } = queries[0]!;
    if (fatal) this.#errors.set(operation, fatal);
    if (!fatal && !this.#breaker.trips[operation]) return;
    const { cache, clock } = this.#ports;
    const { [operation]: _, ...trips } = this.#breaker.trips;
    this.#breaker = fatal ? tripped(this.#breaker, operation, fatal, clock.now()) : { ...this.#breaker, trips };
    cache.putAll({ [BREAKER]: JSON.stringify(this.#breaker) }, LONGEST_KEPT);
  }
}

export function outOfTime(): MarketError {
  return new MarketError(
    'MARKET_TIMEOUT',
    'This takes longer than a formula can wait. Ask for less data, or pull the table from the sidebar.',
  );
}

export const BREAKER = 'breaker';

interface Trip {
  readonly code: ErrorCode;
  readonly message: string;
  /** No call is made before this time, in epoch milliseconds. */
  readonly until: number;
  readonly failures: number;
}

interface Breaker {
  readonly fingerprint: string;
  readonly trips: Readonly<Partial<Record<Query['operation'], Trip>>>;
}

/** The pause doubles with each failure in a row. */
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 10 * MINUTE;

export function readBreaker(text: string | undefined, fingerprint: string): Breaker {
  const breaker = parseJson<Breaker>(text);
  return breaker?.fingerprint === fingerprint ? breaker : { fingerprint, trips: {} };
}

/** Added to the error in formulas that did not hit it themselves. */
const WHILE = 'Formulas make no calls for now.';

/** Why the operation may not be called now; undefined if it may. */
export function breakerError(breaker: Breaker, operation: Query['operation'], now: number): MarketError | undefined {
  const error = tripError(breaker, operation, now);
  return error && new MarketError(error.code, `${error.message} ${WHILE}`, error.details);
}

/** The error that tripped the breaker, as the marketplace gave it. */
export function tripError({ trips }: Breaker, operation: Query['operation'], now: number): MarketError | undefined {
  const trip = trips[operation];
  if (!trip || trip.until <= now) return undefined;
  return new MarketError(trip.code, trip.message, { retryAt: trip.until });
}

function tripped(
  breaker: Breaker,
  operation: Query['operation'],
  { code, message, details }: MarketError,
  now: number,
): Breaker {
  const failures = (breaker.trips[operation]?.failures ?? 0) + 1;
  const pause = Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);
  const until = details.retryAt !== undefined && details.retryAt > now ? details.retryAt : now + pause;
  return { ...breaker, trips: { ...breaker.trips, [operation]: { code, message, until, failures } } };
}
