/** The port to the limits: it admits calls before they are sent, and counts them afterwards. */

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
