/**
 * How executions that know nothing of each other share the work. The one with the leader lease asks the marketplace for all; the
 * others leave pending requests. The lease is a text in the cache: at worst two executions lead and ask for the same, each
 * within the caps. After an error that every call would meet, a breaker stops all of them for a while.
 */
import { type ErrorCode, MarketError } from '../../protocol/market-error.ts';
import { asciiJson } from '../../protocol/store.ts';
import { isHeldBy, isLeased, type Lease, parseJson } from '../../protocol/stored.ts';
import { MINUTE, SECOND } from '../../protocol/time.ts';
import { type CacheRead, readCache } from '../cache/answer-cache.ts';
import { type Cache, LONGEST_KEPT, type Ports } from '../ports.ts';
import type { Query } from '../query.ts';
import type { Asked } from './batches.ts';

export const LEASE = 'leader';

/** Longer than a leader is silent between two calls of the marketplace, in milliseconds. */
const SILENCE = 5000;
/** While so much of it is left, renewing is not worth its call. */
const ENOUGH = 4000;

/** Executions that take the lease at one moment have all written it by then, in milliseconds: the last one keeps it. */
const SETTLING = 100;

/** `texts` has the one of `LEASE`, if it is there. */
export function isLed(texts: Readonly<Record<string, string>>, now: number): boolean {
  return isLeased(leaseIn(texts), now);
}

export interface HeldLease {
  /** What was known of its own queries when it was taken, and what trips the breaker. */
  readonly known: CacheRead;
  /** `until` is when it is renewed next at the latest, in epoch milliseconds, if that is later than usual. */
  renew(until?: number): void;
  /** Whether this execution still leads: one that was slow may have been followed. */
  isHeld(): boolean;
  release(): void;
}

/** For an execution that needs these queries and has just seen that nobody leads; undefined if another one was faster. */
export function acquireLease(ports: Ports, holder: string, own: readonly Query[]): HeldLease | undefined {
  const { cache, clock } = ports;
  let known = clock.now() + SILENCE;
  const write = () => cache.putAll({ [LEASE]: JSON.stringify({ holder, until: known } satisfies Lease) }, 60);
  const isOther = (lease: Lease | undefined) => lease !== undefined && !isHeldBy(lease, holder);
  write();
  clock.sleep(SETTLING);
  // Another one may have led until now, and asked for them.
  const read = readCache(ports, own, [BREAKER, LEASE]);
  if (isOther(leaseIn(read.texts))) return undefined;
  // Nobody follows before the instant that was written last.
  const isHeld = () => clock.now() < known || !isOther(leaseIn(cache.getAll([LEASE])));
  return {
    known: read,
    renew: (until = 0) => {
      const now = clock.now();
      if (until <= known && known - now >= ENOUGH) return;
      known = Math.max(until, now + SILENCE);
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

/** Twice as many as formulas that run at once, so that few choose the same. */
const SLOTS = 64;

/** Longer than a formula runs, in seconds. */
const REQUEST_KEPT = 30;

/** Whoever waits for more leads itself in its turn, in characters. */
const LONGEST_REQUEST = 20_000;

/** Who waits for a leader leaves its queries there, since a leader cannot read every argument ahead. */
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

export class Attempts {
  readonly #ports: Pick<Ports, 'cache' | 'clock'>;
  #breaker: Breaker;
  /** By key; nothing where all was done that can be. */
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

  /** Why a query was not answered; nothing where it was not tried. */
  errorOf({ key, operation }: Query): MarketError | undefined {
    return this.#tried.get(key) ?? this.#errors.get(operation);
  }

  /** `queries` are of one operation. An error trips the breaker for it, and an answer resets it. */
  note(queries: readonly Query[], { found, fatal, isCut }: Asked): void {
    const answered = new Set(found.map(({ query }) => query.key));
    for (const { key } of queries) this.#tried.set(key, isCut && !answered.has(key) ? tooMuch() : undefined);
    const { operation } = queries[0]!;
    if (fatal) this.#errors.set(operation, fatal);
    if (!fatal && !this.#breaker.trips[operation]) return;
    const { cache, clock } = this.#ports;
    const { [operation]: _, ...trips } = this.#breaker.trips;
    this.#breaker = fatal ? tripped(this.#breaker, operation, fatal, clock.now()) : { ...this.#breaker, trips };
    cache.putAll({ [BREAKER]: JSON.stringify(this.#breaker) }, LONGEST_KEPT);
  }
}

export function tooMuch(): MarketError {
  return new MarketError(
    'MARKET_TIMEOUT',
    'This takes longer than a formula can wait. Request less, or pull the table from the sidebar.',
  );
}

/** After an error that every call would meet, nobody asks for a while, and every formula says so. */
export const BREAKER = 'breaker';

interface Trip {
  readonly code: ErrorCode;
  readonly message: string;
  /** Epoch milliseconds until which nobody asks. */
  readonly until: number;
  readonly failures: number;
}

interface Breaker {
  readonly fingerprint: string;
  readonly trips: Readonly<Partial<Record<Query['operation'], Trip>>>;
}

/** The first pause; it doubles with each failure in a row, up to the longest. */
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 10 * MINUTE;

export function readBreaker(text: string | undefined, fingerprint: string): Breaker {
  const breaker = parseJson<Breaker>(text);
  return breaker?.fingerprint === fingerprint ? breaker : { fingerprint, trips: {} };
}

/** What everybody but the one that met the error adds. */
const WHILE = 'Formulas pause calls for a while.';

/** Why an operation is not asked now, and from when on it is; nothing when it may be asked. */
export function breakerError(breaker: Breaker, operation: Query['operation'], now: number): MarketError | undefined {
  const error = tripError(breaker, operation, now);
  return error && new MarketError(error.code, `${error.message} ${WHILE}`, error.details);
}

/** The error itself, for whoever knows that nobody asks. */
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
