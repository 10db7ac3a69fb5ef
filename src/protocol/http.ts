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

/** `interrupted`: the address answered moments before. `limit`, `permission`: Google did not send the request. */
export type Fault = 'unreachable' | 'interrupted' | 'timeout' | 'limit' | 'permission';

/** An answer with any status, or the fault. Header names are lower case. */
export type HttpResult = (
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
  | { readonly fault: Fault; readonly message: string }
) & {
  /** How often the request was sent, if not once. */
  readonly sent?: number;
};

export interface Http {
  /** Sends all requests in parallel and returns their results in the same order; never throws. */
  fetchAll(requests: readonly HttpRequest[]): readonly HttpResult[];
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  sleep(milliseconds: number): void;
}

export interface Gate {
  /** Returns how many of `wanted` calls may be sent now, at most `most` in parallel, or when the next one may. */
  admit(wanted: number, most: number): Admission;
  /** Counts calls that were sent. Call it as soon as they end. */
  sent(sent: Sent): void;
  /** Call it after Google refused a call and its repetitions. */
  heldBack(): void;
}

export interface Admission {
  readonly calls: number;
  /** When the next call may be sent, in epoch milliseconds; meaningful only if `calls` is 0. */
  readonly next: number;
  /** Whether the next call is reserved for the caller. */
  readonly isReserved: boolean;
  /** The limit that is reached: calls per hour, Google's calls per day, its short-term limit, or the ledger's lock. */
  readonly because: 'cap' | 'day' | 'pause' | 'busy';
}

/** Calls that were sent in parallel. */
export interface Sent {
  /** When the last one ended, in epoch milliseconds. */
  readonly at: number;
  /** Includes repeated and refused calls. */
  readonly count: number;
  /** Calls without an answer, which the service may still count. */
  readonly unanswered: number;
  /** The calls that the service refused because of its cap, and when it allows the next one. */
  readonly refusal?: { readonly at: number; readonly count: number; readonly retryAt: number };
}
