/** The leader lease: who holds it in the cache, where it is written under the lock, asks the marketplace for all. */
import type { Ports } from '../ports.ts';

/** Each in several texts, since the cache may forget one of them: then two would lead. */
export const LEASE = copiesOf('leader');
const CLAIM = copiesOf('claim');
/** By these texts an execution sees whether another one leads. */
export const LEASE_TEXTS = [...LEASE, ...CLAIM];

export interface Lease {
  readonly id: string;
  /** Epoch milliseconds; a leader that ended without releasing it is followed then. */
  readonly until: number;
}

/** Longer than a leader is silent between two calls of the marketplace, in milliseconds. */
const SILENCE = 5000;

/** Somebody is about to take the lock, which takes no longer; in milliseconds. */
const CLAIMING = 1500;

/** Those that claim at one moment have all done so by then, in milliseconds: the last of them goes on. */
const SETTLING = 50;

/** `texts` has all of `LEASE_TEXTS` that are there. */
export function isHeld(texts: Readonly<Record<string, string>>, now: number): boolean {
  const held = (copies: readonly string[]) => (leaseIn(texts, copies)?.until ?? 0) > now;
  return held(LEASE) || held(CLAIM);
}

/** True when this execution leads from now on. The claim keeps others from the lock, of which Google gives out few. */
export function acquireLease({ cache, lock, clock }: Ports, id: string): boolean {
  write(cache, CLAIM, { id, until: clock.now() + CLAIMING });
  clock.sleep(SETTLING);
  const claim = read(cache, CLAIM);
  if ((claim && claim.id !== id) || !lock.tryLock()) return false;
  try {
    const lease = read(cache, LEASE);
    if (lease && lease.until > clock.now()) return false;
    write(cache, LEASE, { id, until: clock.now() + SILENCE });
    return true;
  } finally {
    lock.release();
  }
}

/** `until` is when the next sign of life comes at the latest, where that is later than usual. */
export function renewLease({ cache, clock }: Ports, id: string, until = 0): void {
  write(cache, LEASE, { id, until: Math.max(until, clock.now() + SILENCE) });
}

/** Whether this execution still leads: one that was slow may have been followed. */
export function holdsLease({ cache }: Ports, id: string): boolean {
  const lease = read(cache, LEASE);
  return lease === undefined || lease.id === id;
}

export function releaseLease(ports: Ports, id: string): void {
  if (holdsLease(ports, id)) ports.cache.removeAll(LEASE_TEXTS);
}

function write(cache: Ports['cache'], copies: readonly string[], lease: Lease): void {
  const text = JSON.stringify(lease);
  cache.putAll(Object.fromEntries(copies.map((name) => [name, text] as const)), 60);
}

function read(cache: Ports['cache'], copies: readonly string[]): Lease | undefined {
  return leaseIn(cache.getAll(copies), copies);
}

function leaseIn(texts: Readonly<Record<string, string>>, copies: readonly string[]): Lease | undefined {
  const text = copies.map((name) => texts[name]).find((each) => each !== undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Lease);
}

function copiesOf(name: string): readonly string[] {
  return [name, `${name}.1`, `${name}.2`, `${name}.3`];
}
