/** The ports to the network and to the limits: requests and their results, the clock, and the gate that admits calls. */

export interface HttpRequest {
  readonly url: string;
  readonly method: 'get' | 'post' | 'put';
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body?: string;
  /** Seconds to wait for the answer. */
  readonly timeoutSeconds: number;
}

/** Why no answer came. `interrupted`: the address had just answered. `limit` and `permission` are Google's: nothing was sent. */
export type Fault = 'unreachable' | 'interrupted' | 'timeout' | 'limit' | 'permission';

/** An answer of any status, or the reason why none came. Header names are lower case. */
export type HttpResult = (
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
  | { readonly fault: Fault; readonly message: string }
) & {
  /** How often the request was sent; absent for once. */
  readonly sent?: number;
};

export interface Http {
  /** Sends all requests side by side and gives their results in the same order; never throws. */
  fetchAll(requests: readonly HttpRequest[]): readonly HttpResult[];
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  sleep(milliseconds: number): void;
}

export interface Gate {
  /** How many of `wanted` calls may go out now, at most `most` side by side, or when the next one may. */
  admit(wanted: number, most: number): Admission;
  /** Counts calls; call it as soon as they end. */
  sent(sent: Sent): void;
  /** Google refused a call and its repetitions. */
  heldBack(): void;
}

export interface Admission {
  readonly calls: number;
  /** When the next call may go out, in epoch milliseconds; matters only if none may now. */
  readonly next: number;
  /** Whether that call is reserved for the caller. */
  readonly isKept: boolean;
  /** The limit reached: calls per hour, Google's calls per day, its short-term limit, or the ledger's lock. */
  readonly because: 'cap' | 'day' | 'pause' | 'busy';
}

/** Calls that went out side by side. */
export interface Sent {
  /** When the last one ended, in epoch milliseconds. */
  readonly at: number;
  /** Repeated and refused ones included. */
  readonly count: number;
  /** Without an answer: the service may still count them. */
  readonly unanswered: number;
  /** Calls over the service's cap, and when it allows the next one. */
  readonly refusal?: { readonly at: number; readonly count: number; readonly retryAt: number };
}
