/** The add-on's errors, with a stable code, a message with a remedy, and details. */

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
  /** The service's codes as received, most important first. */
  readonly serviceCode?: string | undefined;
  readonly serviceCodes?: readonly string[] | undefined;
  readonly httpStatus?: number;
  /** Identifiers that the error is about. */
  readonly identifiers?: readonly string[];
  /** Earliest retry. */
  readonly retryAt?: number;
  /** True if an immediate retry may succeed. */
  readonly passing?: true | undefined;
}

export function lacksPermission(to: string): string {
  return `The add-on does not have permission ${to}. Reload the spreadsheet, open the menu again, and allow it.`;
}

export function needsReinstall(feature: string, box: string, option: string): string {
  return `${feature} needs an extra permission. Reinstall the add-on with it: select "${box}" in INSTALL.html, or run "npm run deploy -- --with ${option}". Then open the menu and allow it.`;
}

/** Returns true if all further calls would fail. */
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

export function asOurs(thrown: unknown): MarketError {
  if (thrown instanceof MarketError) return thrown;
  return new MarketError('MARKET_UNEXPECTED', `Unexpected error in the add-on (${messageOf(thrown)}). Try again.`);
}

/** Returns the result of `work`, or of `otherwise` after a MarketError. Rethrows other errors. */
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
