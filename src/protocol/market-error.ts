/** The add-on's error: a stable code, a message that says what to do, and details. */

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
  /** The service's codes as sent, the most important first. */
  readonly serviceCode?: string | undefined;
  readonly serviceCodes?: readonly string[] | undefined;
  readonly httpStatus?: number;
  /** When to try again, in epoch milliseconds. */
  readonly retryAt?: number;
  /** Typed identifiers that the Catalog cannot resolve, each with the ones that may be meant. */
  readonly unclear?: readonly { readonly identifier: string; readonly meant: readonly string[] }[];
  /** The same call may succeed if it is repeated at once. */
  readonly passing?: true | undefined;
}

/** Whether every further call would fail, too. */
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

/** Turns anything thrown into a MarketError. */
export function asOurs(thrown: unknown): MarketError {
  if (thrown instanceof MarketError) return thrown;
  return new MarketError('MARKET_UNEXPECTED', `Unexpected error in the add-on (${messageOf(thrown)}). Try again.`);
}

/** Returns the result of `work`, or of `otherwise` if it throws a MarketError. Other errors pass through. */
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
