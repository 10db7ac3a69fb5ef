/**
 * How executions that know of no other share the work: the one that holds the leader lease asks the marketplace for all,
 * and the others leave pending requests. The lease is a text in the cache: at worst two executions lead and ask for the
 * same, each within the caps.
 */

import { asciiJson } from '../../protocol/store.ts';
import { isHeldBy, isLeased, type Lease } from '../../protocol/stored.ts';
import { type CacheRead, readCache } from '../cache/answer-cache.ts';
import type { Cache, Ports } from '../ports.ts';
import type { Query } from '../query.ts';
import { BREAKER } from './attempts.ts';

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

/** The lease of an execution that leads. */
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
  return text === undefined ? undefined : (JSON.parse(text) as Lease);
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
