/** The breaker: after an error that every call would meet, nobody asks for a while, and every formula says so. */
import type { ErrorCode } from '../../protocol/market-error.ts';
import { MarketError } from '../../protocol/market-error.ts';
import { MINUTE, SECOND } from '../../protocol/time.ts';
import { LONGEST_KEPT } from '../cache/answer-cache.ts';
import type { Query } from '../query.ts';
import type { Cache } from './ports.ts';

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
  readonly print: string;
  readonly trips: Readonly<Partial<Record<Query['operation'], Trip>>>;
}

/** The first pause; it doubles with each failure in a row, up to the longest. */
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 10 * MINUTE;

export function readBreaker(text: string | undefined, print: string): Breaker {
  const breaker = text === undefined ? undefined : (JSON.parse(text) as Breaker);
  return breaker?.print === print ? breaker : { print, trips: {} };
}

/** What everybody but the one that met the error says. */
const WHILE = 'So that not every formula meets this, none asks for a while.';

/** Why an operation is not asked now, and from when on it is; nothing when it may be asked. */
export function whyNot(
  breaker: Breaker,
  operation: Query['operation'],
  now: number,
): MarketError | undefined {
  const met = metBefore(breaker, operation, now);
  return met && new MarketError(met.code, `${met.message} ${WHILE}`, met.details);
}

/** The error itself, for whoever knows that nobody asks. */
export function metBefore(
  { trips }: Breaker,
  operation: Query['operation'],
  now: number,
): MarketError | undefined {
  const trip = trips[operation];
  if (!trip || trip.until <= now) return undefined;
  return new MarketError(trip.code, trip.message, { retryAt: trip.until });
}

export function tripped(
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

export function mended(breaker: Breaker, operation: Query['operation']): Breaker {
  const { [operation]: _, ...trips } = breaker.trips;
  return { ...breaker, trips };
}

export function keepBreaker(cache: Cache, breaker: Breaker): void {
  cache.putAll({ [BREAKER]: JSON.stringify(breaker) }, LONGEST_KEPT);
}
