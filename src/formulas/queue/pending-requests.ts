/** Pending requests: who waits for a leader leaves its queries there, since a leader cannot read every argument ahead. */
import { asciiJson } from '../../protocol/store.ts';
import type { Cache, Ports } from '../ports.ts';
import type { Query } from '../query.ts';

/** Twice as many as formulas that run at once, so that few choose the same. */
const SLOTS = 64;

/** Longer than a formula runs, in seconds. */
const KEPT = 30;

/** Whoever waits for more leads itself in its turn, in characters. */
const LONGEST = 20_000;

interface PendingRequest {
  readonly id: string;
  readonly queries: readonly Query[];
}

const ALL = Array.from({ length: SLOTS }, (_, index) => `request.${index}`);

export function anySlot({ random }: Pick<Ports, 'random'>): string {
  return ALL[Math.floor(random() * SLOTS)]!;
}

export function isOwn(text: string | undefined, id: string): boolean {
  return text !== undefined && (JSON.parse(text) as PendingRequest).id === id;
}

export function writeRequest(cache: Cache, slot: string, request: PendingRequest): void {
  const text = asciiJson(request);
  if (text.length <= LONGEST) cache.putAll({ [slot]: text }, KEPT);
}

/** The queries of all that wait. */
export function readRequests(cache: Cache): readonly Query[] {
  return Object.values(cache.getAll(ALL)).flatMap((text) => (JSON.parse(text) as PendingRequest).queries);
}
