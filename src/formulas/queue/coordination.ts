/**
 * How executions that know of no other share the work: who holds the leader lease asks the marketplace for all, and the
 * others leave pending requests. The lease lies in the cache, and is written under the lock.
 */
import { asciiJson } from '../../protocol/store.ts';
import { type CacheRead, readCache } from '../cache/answer-cache.ts';
import type { Cache, Ports } from '../ports.ts';
import type { Query } from '../query.ts';
import { BREAKER } from './attempts.ts';

/** Each in several texts, since the cache may forget one of them: then two would lead. */
export const LEASE = copiesOf('leader');
const CLAIM = copiesOf('claim');
/** By these texts an execution sees whether another one leads. */
export const LEASE_TEXTS = [...LEASE, ...CLAIM];

interface Lease {
  readonly id: string;
  /** Epoch milliseconds; a leader that ended without releasing it is followed then. */
  readonly until: number;
}

/** Longer than a leader is silent between two calls of the marketplace, in milliseconds. */
const SILENCE = 5000;
/** While so much of it is left, a new sign of life is not worth its call. */
const ENOUGH = 4000;

/** Somebody is about to take the lock, which takes no longer; in milliseconds. */
const CLAIMING = 1500;

/** Those that claim at one moment have all done so by then, in milliseconds: the last of them goes on. */
const SETTLING = 50;

/** `texts` has all of `LEASE_TEXTS` that are there. */
export function isHeld(texts: Readonly<Record<string, string>>, now: number): boolean {
  const held = (copies: readonly string[]) => (leaseIn(texts, copies)?.until ?? 0) > now;
  return held(LEASE) || held(CLAIM);
}

/** The lease of an execution that leads. */
export interface HeldLease {
  /** What there was of its own queries when it was taken, and what trips the breaker. */
  readonly known: CacheRead;
  /** `until` is when the next sign of life comes at the latest, in epoch milliseconds, where that is later than usual. */
  renew(until?: number): void;
  /** Whether this execution still leads: one that was slow may have been followed. */
  isHeld(): boolean;
  release(): void;
}

/**
 * For whoever needs these queries; nothing where another execution leads or is about to. The claim keeps others from the
 * lock, of which Google gives out few.
 */
export function acquireLease(ports: Ports, id: string, own: readonly Query[]): HeldLease | undefined {
  const { cache, lock, clock } = ports;
  write(cache, CLAIM, { id, until: clock.now() + CLAIMING });
  clock.sleep(SETTLING);
  const claim = read(cache, CLAIM);
  if ((claim && claim.id !== id) || !lock.tryLock()) return undefined;
  try {
    // Another one may have led until now, and asked for them.
    const known = readCache(ports, own, [BREAKER, ...LEASE]);
    const lease = leaseIn(known.texts, LEASE);
    if (lease && lease.until > clock.now()) return undefined;
    const until = clock.now() + SILENCE;
    write(cache, LEASE, { id, until });
    return { known, ...leaseUntil({ cache, clock }, id, until) };
  } finally {
    lock.release();
  }
}

/** Nobody follows before the instant that was written last, so nobody has to be looked for until then. */
function leaseUntil(
  { cache, clock }: Pick<Ports, 'cache' | 'clock'>,
  id: string,
  first: number,
): Omit<HeldLease, 'known'> {
  let known = first;
  const isHeld = () => {
    if (clock.now() < known) return true;
    const lease = read(cache, LEASE);
    return lease === undefined || lease.id === id;
  };
  return {
    renew: (until = 0) => {
      const now = clock.now();
      if (until <= known && known - now >= ENOUGH) return;
      known = Math.max(until, now + SILENCE);
      write(cache, LEASE, { id, until: known });
    },
    isHeld,
    release: () => {
      if (isHeld()) cache.removeAll(LEASE_TEXTS);
    },
  };
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
  return text !== undefined && (JSON.parse(text) as PendingRequest).id === id;
}

export function writeRequest(cache: Cache, slot: string, request: PendingRequest): void {
  const text = asciiJson(request);
  if (text.length <= LONGEST_REQUEST) cache.putAll({ [slot]: text }, REQUEST_KEPT);
}

/** The queries of all that wait. */
export function readRequests(cache: Cache): readonly Query[] {
  return Object.values(cache.getAll(ALL_SLOTS)).flatMap((text) => (JSON.parse(text) as PendingRequest).queries);
}
