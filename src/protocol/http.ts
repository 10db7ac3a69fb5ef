/** The port to the network: requests and their results. */

export interface HttpRequest {
  readonly url: string;
  readonly method: 'get' | 'post' | 'put';
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body?: string;
  /** Seconds to wait for the answer. */
  readonly timeoutSeconds: number;
}

/**
 * Why no answer came: nobody could be reached, or not any more at an address that had just answered, or not in time; or
 * the platform sends none, because of a limit of its own or without the person's permission.
 */
export type Fault = 'unreachable' | 'interrupted' | 'timeout' | 'limit' | 'permission';

/** An answer of any status, or the reason why none came. Header names are lower case. */
export type HttpResult = (
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
  | { readonly fault: Fault; readonly message: string }
) & {
  /** How often it was sent, where that was not once. */
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
