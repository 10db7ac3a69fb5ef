/** What the warehouse refuses, by structure and never by its English words, and what a person can do. */
import { type ErrorDetails, MarketError } from '../protocol/market-error.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import type { ServiceResult } from './service.ts';

export type Reason =
  /** There is already one of that name. */
  | 'exists'
  | 'missing'
  /** It may go well at once. */
  | 'passing'
  | 'off'
  | 'scope'
  | 'permission'
  | 'quota'
  | 'billing'
  | 'token'
  | 'platform'
  | 'invalid';

interface GoogleError {
  readonly code?: number;
  readonly message?: string;
  readonly status?: string;
  readonly errors?: readonly { readonly reason?: string; readonly message?: string }[];
  readonly details?: readonly { readonly reason?: string }[];
}

/** Reasons of the service, by its documentation of error messages. */
const REASONS: Readonly<Record<string, Reason>> = {
  accessNotConfigured: 'off',
  SERVICE_DISABLED: 'off',
  insufficientPermissions: 'scope',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'scope',
  accessDenied: 'permission',
  forbidden: 'permission',
  quotaExceeded: 'quota',
  billingNotEnabled: 'billing',
  billingTierLimitExceeded: 'billing',
  rateLimitExceeded: 'passing',
  jobRateLimitExceeded: 'passing',
  backendError: 'passing',
  internalError: 'passing',
  jobBackendError: 'passing',
  jobInternalError: 'passing',
  resourcesExceeded: 'passing',
  resourceInUse: 'passing',
  tableUnavailable: 'passing',
  stopped: 'passing',
  timeout: 'passing',
  duplicate: 'exists',
  notFound: 'missing',
  invalid: 'invalid',
};

/** The more telling come first: a detail says more than `forbidden` beside it. */
const BY_STATUS: Readonly<Record<number, Reason>> = {
  401: 'token',
  403: 'permission',
  404: 'missing',
  409: 'exists',
  429: 'passing',
};

export function reasonOf(result: ServiceResult): Reason {
  if ('fault' in result)
    return result.fault === 'limit' ? 'platform' : result.fault === 'permission' ? 'scope' : 'passing';
  const { errors = [], details = [] } = googleError(result.body);
  const known = [...details, ...errors].flatMap(({ reason }) => (reason && REASONS[reason]) || []);
  if (result.status === 401) return 'token';
  if (result.status >= 500) return 'passing';
  return known[0] ?? BY_STATUS[result.status] ?? 'invalid';
}

export function reasonOfJob(reason: string | undefined): Reason {
  return (reason && REASONS[reason]) || 'invalid';
}

function googleError(body: unknown): GoogleError {
  return (body as { readonly error?: GoogleError } | null)?.error ?? {};
}

/** What the service says itself, as one line. */
export function saidBy(result: ServiceResult): string {
  const text = 'fault' in result ? result.message : (googleError(result.body).message ?? `HTTP ${result.status}`);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID - 1)}…` : line;
}

const MOST_SAID = 200;

const SENTENCES: Readonly<Record<Reason, string>> = {
  off: 'BigQuery is not switched on for this script. In the spreadsheet open Extensions, Apps Script; beside Services press +, choose BigQuery API, press Add, and export again.',
  scope:
    'This script has not been given the permission for BigQuery. Open the menu item Export to BigQuery once and agree to what Google asks; a schedule goes on by itself then.',
  permission:
    'Your Google account may not write into that project. Its owner can give you the roles BigQuery Data Editor and BigQuery Job User; or name a project of your own.',
  quota: 'A quota of BigQuery is used up for now; the export goes on by itself with the next run.',
  billing:
    'Google asks for a billing account in that project. The free sandbox does all that the export needs: name a project without one.',
  token: 'Google did not accept the permission of this script. Reload the spreadsheet and export again.',
  platform: 'The calls that Google gives a script for a day are used up; the export goes on tomorrow.',
  passing: 'BigQuery did not answer as it should; the export goes on by itself with the next run.',
  exists: 'BigQuery has one of that name already.',
  missing: 'BigQuery does not know that project, dataset or table. Check the project ID and the location under Export.',
  invalid: 'BigQuery refused the request.',
};

const CODES: Readonly<Record<Reason, MarketError['code']>> = {
  off: 'MARKET_SERVICE',
  scope: 'MARKET_KEY',
  permission: 'MARKET_KEY',
  quota: 'MARKET_QUOTA',
  billing: 'MARKET_SERVICE',
  token: 'MARKET_KEY',
  platform: 'MARKET_QUOTA',
  passing: 'MARKET_UNREACHABLE',
  exists: 'MARKET_SERVICE',
  missing: 'MARKET_ARGUMENT',
  invalid: 'MARKET_SERVICE',
};

/** Reasons that pass by themselves, and after how long it is worth a try, in milliseconds. */
const PASS: Readonly<Partial<Record<Reason, number>>> = {
  quota: HOUR,
  platform: 6 * HOUR,
  passing: 10 * MINUTE,
};

export function errorOf(reason: Reason, result: ServiceResult, now: number): MarketError {
  const status = 'status' in result ? { httpStatus: result.status } : {};
  return errorFor(reason, saidBy(result), now, status);
}

/** `said`: the service's own words. */
export function errorFor(reason: Reason, said: string, now: number, details: ErrorDetails = {}): MarketError {
  const passes = PASS[reason];
  return new MarketError(CODES[reason], `${SENTENCES[reason]} (${said.replace(/\.$/, '')}.)`, {
    ...details,
    ...(passes === undefined ? {} : { retryAt: now + passes }),
  });
}

export function refusal(message: string): MarketError {
  return new MarketError('MARKET_SERVICE', message);
}
