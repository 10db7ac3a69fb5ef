/** The port to the limits: the cap that a call counts for, and the gate that admits calls and counts them. */
import { type Connection, isDemoAddress } from './connection.ts';
import type { Operation } from './operation.ts';
import { settingsWith } from './settings.ts';

export interface Gate {
  /**
   * How many of `wanted` calls may go out now, at most `most` side by side; where none may, when the next one may.
   */
  admit(wanted: number, most: number): Admission;
  /** Counts calls; to be called as soon as they are over. */
  sent(sent: Sent): void;
  /** The platform lets no call through, and did not a moment later either. */
  heldBack(): void;
}

export interface Admission {
  readonly calls: number;
  /** When the next call may go out, in epoch milliseconds; of use where none may now. */
  readonly next: number;
  /** Whether one is reserved for the caller. */
  readonly isKept: boolean;
  /** The limit that none is left of: calls of the hour, of Google's day or of its short times, or the lock of the ledger. */
  readonly because: 'cap' | 'day' | 'pause' | 'busy';
}

/** Calls that went out side by side. */
export interface Sent {
  /** When the last of them was over, in epoch milliseconds. */
  readonly at: number;
  /** All of them: repeated and refused ones too. */
  readonly count: number;
  /** Those that got no answer: the service may count them later. */
  readonly unanswered: number;
  /** Those that the service refused because of its cap, and when it allows the next. */
  readonly refusal?: { readonly at: number; readonly count: number; readonly retryAt: number };
}

export interface Capped {
  readonly seller: string;
  readonly operation: string;
  /** Calls an hour. */
  readonly cap: number;
  /** Its calls reach no network, so the platform counts none. */
  readonly isDemo?: true;
}

/** The documented cap, unless the connection says otherwise. */
export function cappedBy(
  { id, cap }: Pick<Operation, 'id' | 'cap'>,
  { sellerId, baseUrl, settings }: Pick<Connection, 'sellerId' | 'baseUrl' | 'settings'>,
): Capped {
  const own = capsIn(settingsWith(settings).caps).find(([name]) => name === id)?.[1];
  return {
    ...{ seller: sellerId, operation: id, cap: own ?? cap },
    ...(isDemoAddress(baseUrl) ? { isDemo: true as const } : {}),
  };
}

/** The pairs in a setting such as `orders 600, price-history 300`. */
export function capsIn(text: string): readonly (readonly [operation: string, cap: number])[] {
  return text
    .split(',')
    .map((pair) => pair.trim().split(/\s+/))
    .flatMap(([name, cap]) => (name && cap ? [[name, Number(cap)] as const] : []));
}
