/** Pending slots: who waits for a leader leaves there what it waits for, since a leader cannot read every argument ahead. */
import { asciiJson } from '../../protocol/store.ts';
import type { Query } from '../query.ts';
import type { Cache, Ports } from './ports.ts';

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

const ALL = Array.from({ length: SLOTS }, (_, index) => `wish.${index}`);

export function anySlot({ random }: Pick<Ports, 'random'>): string {
  return ALL[Math.floor(random() * SLOTS)]!;
}

export function isMine(text: string | undefined, id: string): boolean {
  return text !== undefined && (JSON.parse(text) as PendingRequest).id === id;
}

export function leaveRequest(cache: Cache, slot: string, wish: PendingRequest): void {
  const text = asciiJson(wish);
  if (text.length <= LONGEST) cache.putAll({ [slot]: text }, KEPT);
}

export function readPending(cache: Cache): readonly Query[] {
  return Object.values(cache.getAll(ALL)).flatMap((text) => (JSON.parse(text) as PendingRequest).queries);
}
