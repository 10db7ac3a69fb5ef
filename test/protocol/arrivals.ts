/** Builds responses of the service for tests. */
import type { HttpResult } from '../../src/protocol/http.ts';

export type Arrival = Exclude<HttpResult, { fault: unknown }>;

export function arrival(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Arrival {
  return { status, headers, text };
}

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Arrival {
  return arrival(JSON.stringify(value), status, headers);
}

/** A response in the envelope that four operations use. */
export function envelope(responseBody: unknown, more: Readonly<Record<string, unknown>> = {}): Arrival {
  return json({ IsSuccess: true, SellerID: 'A006', ...more, ResponseBody: responseBody });
}

export function serviceError(code: string, status = 400, message = 'Said by the service'): Arrival {
  return json([{ Code: code, Message: message }], status);
}
