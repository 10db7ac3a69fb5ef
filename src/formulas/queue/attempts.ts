/** Attempts: which queries a leader has tried, which operations met an error, and the circuit breaker that all heed. */
import { type ErrorCode, MarketError } from '../../protocol/market-error.ts';
import { MINUTE, SECOND } from '../../protocol/time.ts';
import { type Cache, LONGEST_KEPT, type Ports } from '../ports.ts';
import type { Query } from '../query.ts';
import type { Asked } from './batches.ts';

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
    this.#breaker = fatal
      ? tripped(this.#breaker, operation, fatal, this.#ports.clock.now())
      : reset(this.#breaker, operation);
    writeBreaker(this.#ports.cache, this.#breaker);
  }
}

export function tooMuch(): MarketError {
  return new MarketError(
    'MARKET_TIMEOUT',
    'This is more than a formula can wait for; ask for less, or pull the table from the sidebar.',
  );
}

/** After an error that every call would meet, nobody asks for a while, and every formula says so. */
export const BREAKER = 'breaker';

interface Trip {
  readonly code: ErrorCode;
  readonly message: string;
  /** Epoch milliseconds until which nobody asks. */
  readonly until: number;
  /** Failures in a row. */
  readonly failures: number;
}

export interface Breaker {
  readonly fingerprint: string;
  readonly trips: Readonly<Partial<Record<Query['operation'], Trip>>>;
}

/** The first pause; it doubles with each failure in a row, up to the longest. */
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 10 * MINUTE;

export function readBreaker(text: string | undefined, fingerprint: string): Breaker {
  const breaker = text === undefined ? undefined : (JSON.parse(text) as Breaker);
  return breaker?.fingerprint === fingerprint ? breaker : { fingerprint, trips: {} };
}

/** What everybody but the one that met the error adds. */
const WHILE = 'So that not every formula meets this, none asks for a while.';

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

function reset(breaker: Breaker, operation: Query['operation']): Breaker {
  const { [operation]: _, ...trips } = breaker.trips;
  return { ...breaker, trips };
}

function writeBreaker(cache: Cache, breaker: Breaker): void {
  cache.putAll({ [BREAKER]: JSON.stringify(breaker) }, LONGEST_KEPT);
}
