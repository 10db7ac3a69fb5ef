/** The one error of the add-on: a stable code, a sentence that says what to do, and details for what comes next. */

export type ErrorCode =
  | 'MARKET_NO_CONNECTION'
  | 'MARKET_KEY'
  | 'MARKET_SELLER'
  | 'MARKET_STOREFRONT'
  | 'MARKET_ARGUMENT'
  | 'MARKET_NOT_FOUND'
  | 'MARKET_CAP'
  | 'MARKET_QUOTA'
  | 'MARKET_BLOCKED'
  | 'MARKET_UNREACHABLE'
  | 'MARKET_SERVICE'
  | 'MARKET_BAD_ANSWER'
  | 'MARKET_TIMEOUT'
  | 'MARKET_TABLE'
  | 'MARKET_UNEXPECTED';

export interface ErrorDetails {
  /** The service's own codes, verbatim; the first is the one to name. */
  readonly serviceCode?: string | undefined;
  readonly serviceCodes?: readonly string[] | undefined;
  readonly httpStatus?: number;
  /** Epoch milliseconds from which a new try makes sense. */
  readonly retryAt?: number;
  /** It is about certain identifiers of a list; the others were answered. */
  readonly ofIdentifiers?: true;
  /** Identifiers that were typed, and what may have been meant by each. */
  readonly unclear?: readonly { readonly identifier: string; readonly meant: readonly string[] }[];
  /** The same call may well succeed when repeated at once. */
  readonly passing?: true | undefined;
}

/** Whether every further call would get the error as well: only errors of a single answer are others. */
export function isFatal({ code }: MarketError): boolean {
  return code !== 'MARKET_SERVICE' && code !== 'MARKET_BAD_ANSWER';
}

export class MarketError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.details = details;
  }
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whatever was thrown, as an error of ours. */
export function asOurs(thrown: unknown): MarketError {
  if (thrown instanceof MarketError) return thrown;
  return new MarketError('MARKET_UNEXPECTED', `Unexpected error in the add-on (${messageOf(thrown)}). Try again.`);
}

/** What the work gives, or what stands for an error of ours; any other error is thrown. */
export function orElse<T, U>(work: () => T, otherwise: (error: MarketError) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (error instanceof MarketError) return otherwise(error);
    throw error;
  }
}

export function argumentError(message: string): MarketError {
  return new MarketError('MARKET_ARGUMENT', message);
}

export function tableError(message: string): MarketError {
  return new MarketError('MARKET_TABLE', message);
}
