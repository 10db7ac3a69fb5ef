/** A small ledger for consecutive executions; tests set the time. */

import { callsLeft, type Grant, type Ledger, ledgerOf } from '../../src/limits/ledger.ts';
import { SKEW } from '../../src/limits/usage.ts';
import type { InMemoryQuotaStore } from './in-memory-quota-store.ts';

export const OPERATION = 'price-history';
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** On the hour, so that times need no rounding. */
export const NOW = Date.UTC(2025, 5, 16, 12);
export const CAP = 100;
/** An hour plus the clock tolerance. */
export const BACK = HOUR + SKEW;

export const ledgerIn = (...stores: InMemoryQuotaStore[]): Ledger => ledgerOf(stores, 'A1B2', CAP);

/** Reserves free calls for a six-minute execution. */
export function reserve(ledger: Ledger, wanted: number, now = NOW): Grant {
  return ledger.reserve(OPERATION, wanted, { now, endsBy: now + 6 * MINUTE });
}

/** Makes calls that end at `now`. */
export function call(ledger: Ledger, count: number, now = NOW): void {
  const { loan } = reserve(ledger, count, now);
  ledger.settle(loan!, [{ at: now, count }], now);
}

export const left = (ledger: Ledger, now: number) => callsLeft(ledger.availability(OPERATION, now), now);
