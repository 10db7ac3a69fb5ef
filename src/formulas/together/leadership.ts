/** Who asks the marketplace for all: an execution that holds a lease in the cache, which it took under the lock. */
import type { Ports } from './ports.ts';

export const LEASE = 'lead';
export const CLAIM = 'claim';

export interface Lease {
  readonly id: string;
  /** Epoch milliseconds; a leader that ended without a word is followed then. */
  readonly until: number;
}

/** Longer than a leader is silent between two calls of the marketplace, in milliseconds. */
const SILENCE = 5000;

/** Somebody is about to take the lock, which takes no longer; in milliseconds. */
const CLAIMING = 1500;

export function isHeld(texts: Readonly<Record<string, string>>, now: number): boolean {
  const held = (name: string) => (readLease(texts[name])?.until ?? 0) > now;
  return held(LEASE) || held(CLAIM);
}

export function readLease(text: string | undefined): Lease | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Lease);
}

/** True when this execution leads. The claim keeps others from the lock, of which Google gives out few. */
export function takeLead({ cache, lock, clock }: Ports, id: string): boolean {
  put(cache, CLAIM, { id, until: clock.now() + CLAIMING });
  if (!lock.tryLock()) return false;
  try {
    const lease = readLease(cache.getAll([LEASE])[LEASE]);
    if (lease && lease.until > clock.now()) return false;
    put(cache, LEASE, { id, until: clock.now() + SILENCE });
    return true;
  } finally {
    lock.release();
  }
}

/** `until` is when the next sign of life comes at the latest, where that is later than usual. */
export function renewLead({ cache, clock }: Ports, id: string, until = 0): void {
  put(cache, LEASE, { id, until: Math.max(until, clock.now() + SILENCE) });
}

/** Whether this execution still leads: one that was slow may have been followed. */
export function leads({ cache }: Ports, id: string): boolean {
  const lease = readLease(cache.getAll([LEASE])[LEASE]);
  return lease === undefined || lease.id === id;
}

export function resign(ports: Ports, id: string): void {
  if (leads(ports, id)) ports.cache.removeAll([LEASE, CLAIM]);
}

function put(cache: Ports['cache'], name: string, lease: Lease): void {
  cache.putAll({ [name]: JSON.stringify(lease) }, 60);
}
