/** Ports for the network, the clock, and the gate that limits calls. */

export interface HttpRequest {
  readonly url: string;
  readonly method: 'get' | 'post' | 'put';
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body?: string;
  readonly timeoutSeconds: number;
}

/**
 * `interrupted`: the address had responded moments earlier. `limit` and `permission`: Google didn't send the request.
 * `bandwidth`: the account has transferred too much data.
 */
export type Fault = 'unreachable' | 'interrupted' | 'timeout' | 'limit' | 'bandwidth' | 'permission';

/** A response with any status, or a fault. Header names are lowercase. */
export type HttpResult = (
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
  | { readonly fault: Fault; readonly message: string }
) & {
  /** How often the request was sent. Defaults to 1. */
  readonly sent?: number;
};

export interface Http {
  /** Sends all requests in parallel and returns their results in order. Never throws. */
  fetchAll(requests: readonly HttpRequest[]): readonly HttpResult[];
}

export interface Clock {
  now(): number;
  sleep(milliseconds: number): void;
}

export interface Gate {
  /** Returns how many of `wanted` calls can be sent now, up to `most` in parallel, or the time of the next call. */
  admit(wanted: number, most: number): Admission;
  /** Records sent calls. Call this as soon as they end. */
  sent(sent: Sent): void;
  /** Call this after Google rejected a call and its retries. */
  heldBack(): void;
}

export interface Admission {
  readonly calls: number;
  /** Earliest time of the next call. Valid only if `calls` is 0. */
  readonly next: number;
  readonly isReserved: boolean;
  /** The binding limit: calls per hour, Google's daily calls, its short-term limit, or the ledger's lock. */
  readonly because: 'cap' | 'day' | 'pause' | 'busy';
}

export interface Sent {
  /** End of the last call. */
  readonly at: number;
  /** Includes retries and rejections. */
  readonly count: number;
  /** Calls without a response. The service may have counted them. */
  readonly unanswered: number;
  /** Calls rejected because of the service's cap, and the time of the next allowed call. */
  readonly refusal?: { readonly at: number; readonly count: number; readonly retryAt: number };
}
