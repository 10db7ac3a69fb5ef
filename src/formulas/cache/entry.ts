/** What is known of an item, and whether that will do. */
import type { ErrorCode } from '../../protocol/market-error.ts';
import { MarketError } from '../../protocol/market-error.ts';
import { MINUTE } from '../../protocol/time.ts';
import type { Answer } from '../answers.ts';
import type { Query } from '../query.ts';
import type { Found } from '../queue/ask-batch.ts';
import type { Packed } from './pack.ts';
import { packRecords, unpackRecords } from './pack.ts';

export interface Entry {
  /** When it was read, in epoch milliseconds. */
  readonly at: number;
  readonly records: readonly Packed[];
  /** Why the marketplace refused this very item. */
  readonly refused?: readonly [code: ErrorCode, message: string];
  /**
   * Fingerprints of the refresh arguments that it answers. While B1 holds 1, what `=MARKET_STOCK(A2, , , B1)` was
   * answered bears the mark of 1; once B1 holds 2 that mark is not the formula's, and it asks. The new answer bears
   * the mark of 2 alone: when B1 is 1 again, the formula asks again.
   */
  readonly marks?: readonly string[];
}

/** So many formulas that need one item, each with a refresh argument of its own, share its answer. */
const MOST_MARKS = 100;

/** That an item is not known, or was refused, may be mended soon. */
const LONGEST_NOTHING = 15 * MINUTE;
const LONGEST_REFUSAL = 5 * MINUTE;

export function entryOf({ item, records, refused }: Found, at: number): Entry {
  return {
    at,
    records: packRecords(item.operation, records),
    ...(refused ? { refused: [refused.code, refused.message] as const } : {}),
    ...(item.refresh?.marks ? { marks: item.refresh.marks.slice(0, MOST_MARKS) } : {}),
  };
}

/** Whether it need not be asked for again. */
export function isGood(entry: Entry | undefined, { maxAge, refresh }: Query, now: number): boolean {
  if (!entry || now - entry.at > Math.min(maxAge, longestOf(entry))) return false;
  const { since = 0, marks = [] } = refresh ?? {};
  return entry.at >= since && marks.every((mark) => entry.marks?.includes(mark));
}

/**
 * What was learned though no formula asked for it, such as stock that a pull brought, bears the marks of what was known
 * before: a formula whose refresh argument stayed as it was need not ask because there is something newer.
 */
export function withMarksOf(before: Entry | undefined, entry: Entry): Entry {
  return before?.marks && !entry.marks && entry.at >= before.at ? { ...entry, marks: before.marks } : entry;
}

function longestOf({ refused, records }: Entry): number {
  // What is refused here for its size is not asked for only to be refused again.
  if (refused) return refused[0] === 'MARKET_ARGUMENT' ? Number.POSITIVE_INFINITY : LONGEST_REFUSAL;
  return records.length === 0 ? LONGEST_NOTHING : Number.POSITIVE_INFINITY;
}

/** `late` says why nothing newer could be had. */
export function answerOf({ operation }: Query, { at, records, refused }: Entry, late?: ErrorCode): Answer {
  return {
    at,
    records: unpackRecords(operation, records),
    ...(refused ? { refused: new MarketError(...refused) } : {}),
    ...(late ? { late } : {}),
  };
}
