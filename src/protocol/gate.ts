/** The port to what keeps calls within the caps: asked before calls go out, told when they are over. */

export interface Gate {
  /**
   * How many of `wanted` calls may go out now, at most `most` side by side; where none may, when the next one may.
   */
  admit(wanted: number, most: number): Admission;
  /** To be told of all calls as soon as they are over. */
  sent(sent: Sent): void;
}

export interface Admission {
  readonly calls: number;
  /** When the next call may go out, in epoch milliseconds; of use where none may now. */
  readonly next: number;
  /** That one is kept for whoever asked. */
  readonly isKept: boolean;
  /** What holds it back: the calls of an hour, those that the platform gives for a day, or others who are counting theirs. */
  readonly because: 'cap' | 'day' | 'busy';
}

/** Calls that went out side by side. */
export interface Sent {
  /** When the last of them was over, in epoch milliseconds. */
  readonly at: number;
  /** All of them: repeated and refused ones too. */
  readonly count: number;
  /** Those that got no answer: the service may count them later. */
  readonly unanswered: number;
  /** Those that the service refused because of its cap, and when it says that it goes on. */
  readonly refusal?: { readonly at: number; readonly count: number; readonly retryAt: number };
  /** The platform refused: it gives no more for this day. */
  readonly isDayOver?: true;
}
