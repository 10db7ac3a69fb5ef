/** Errors in Google's shape and wording. */

export interface ErrorEntry {
  message: string;
  domain?: string;
  reason: string;
  location?: string;
}

interface Extras {
  domain?: string;
  /** Position in the request or file. */
  location?: string;
  details?: readonly object[];
  headers?: Record<string, string>;
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
};

export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly extras: Extras = {},
  ) {
    super(message);
  }

  get headers(): Record<string, string> {
    return this.extras.headers ?? {};
  }

  /** The error entry in a job's status. */
  get entry(): ErrorEntry {
    const { location } = this.extras;
    return { reason: this.reason, ...(location ? { location } : {}), message: this.message };
  }

  get body(): object {
    const { domain = 'global', details } = this.extras;
    const { code, message } = this;
    const errors = [{ ...this.entry, domain }];
    const status = STATUSES[code] ?? 'UNKNOWN';
    return { error: { code, message, errors, status, ...(details ? { details } : {}) } };
  }
}

export const invalid = (message: string): Refusal => new Refusal(400, 'invalid', message);

export const invalidQuery = (message: string): Refusal =>
  new Refusal(400, 'invalidQuery', message, { location: 'query' });

export const notFound = (what: string): Refusal => new Refusal(404, 'notFound', `Not found: ${what}`);

export const duplicate = (what: string): Refusal => new Refusal(409, 'duplicate', `Already Exists: ${what}`);

/** The error for Google features that aren't simulated; deliberately unlike Google's own errors. */
export const notEmulated = (what: string): Refusal =>
  new Refusal(501, 'notImplemented', `The stand-in of the warehouse does not emulate ${what}`);

const BILLING =
  'Billing has not been enabled for this project. Enable billing at https://console.cloud.google.com/billing.';

export const billingNeeded = (what: string): Refusal => new Refusal(403, 'billingNotEnabled', `${BILLING} ${what}`);
