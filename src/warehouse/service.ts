/** Calls BigQuery's REST API with retries, and converts its errors to messages. */

import type { Clock, Fault } from '../protocol/http.ts';
import { clip } from '../protocol/lists.ts';
import { type ErrorDetails, MarketError } from '../protocol/market-error.ts';
import { HOUR, MINUTE, SECOND } from '../protocol/time.ts';

export interface ServiceRequest {
  readonly method: 'get' | 'post' | 'patch';
  /** Path after the base URL, such as `/projects/p/datasets/d`. */
  readonly path: string;
  readonly body?: unknown;
  /** NDJSON rows of a load job, uploaded together with the body. */
  readonly rows?: string;
}

export interface Service {
  /** Returns results in the order of the requests. Never throws. */
  call(requests: readonly ServiceRequest[]): readonly ServiceResult[];
}

export interface ServicePorts {
  readonly service: Service;
  readonly clock: Clock;
  random(): number;
}

export type Outcome =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly reason: Reason; readonly error: MarketError };

const MOST_TRIES = 4;

/** The wait doubles after each attempt, with jitter. */
const FIRST_WAIT = SECOND;

/** Retries temporary failures until `until`, so all calls must be safe to repeat. */
export function callAll(ports: ServicePorts, requests: readonly ServiceRequest[], until: number): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  let left = requests.map((_, index) => index);
  for (let tries = 1; left.length > 0; tries++) {
    const results = ports.service.call(left.map((index) => requests[index]!));
    left.forEach((index, each) => {
      outcomes[index] = outcomeOf(results[each]!, ports.clock.now());
    });
    left = left.filter((index) => {
      const outcome = outcomes[index]!;
      return !outcome.ok && ['passing', 'limited'].includes(outcome.reason);
    });
    const wait = FIRST_WAIT * 2 ** (tries - 1) * (0.5 + ports.random());
    if (left.length === 0 || tries === MOST_TRIES || ports.clock.now() + wait >= until) break;
    ports.clock.sleep(wait);
  }
  return outcomes;
}

export function demand(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.body;
  throw outcome.error;
}

export function outcomeOf(result: ServiceResult, now: number): Outcome {
  if ('status' in result && result.status >= 200 && result.status < 300) return { ok: true, body: result.body };
  const reason = reasonOf(result);
  if ('fault' in result) return { ok: false, reason, error: errorFor(reason, result.message, now) };
  const { status, body } = result;
  const message = googleError(body).message ?? `HTTP ${status}`;
  return { ok: false, reason, error: errorFor(reason, message, now, { httpStatus: status }) };
}

export type ServiceResult =
  | { readonly status: number; readonly body: unknown }
  | { readonly fault: Fault; readonly message: string };

interface Rule {
  readonly code: MarketError['code'];
  readonly sentence: string;
  /** Time until the next attempt, in milliseconds. */
  readonly retryAfter?: number;
}

const RULES = {
  off: {
    code: 'MARKET_SERVICE',
    sentence:
      'BigQuery is not turned on for this script. In the spreadsheet, open Extensions ▸ Apps Script, click + next to Services, and add BigQuery API. Then export again.',
  },
  scope: {
    code: 'MARKET_KEY',
    sentence:
      "This script doesn't have permission to use BigQuery. Choose Export to BigQuery in the menu and allow access. Scheduled exports then continue automatically.",
  },
  permission: {
    code: 'MARKET_KEY',
    sentence:
      "Your Google account can't write to this project. Ask its owner for the BigQuery Data Editor and BigQuery Job User roles, or enter your own project.",
  },
  quota: {
    code: 'MARKET_QUOTA',
    sentence: 'You have reached a BigQuery quota. The next run continues the export.',
    retryAfter: HOUR,
  },
  billing: {
    code: 'MARKET_SERVICE',
    sentence:
      'Google requires a billing account for this project. Add one, or enter a project that uses the free BigQuery sandbox.',
  },
  token: {
    code: 'MARKET_KEY',
    sentence: "Google rejected this script's authorization. Reload the spreadsheet and export again.",
  },
  limited: {
    code: 'MARKET_QUOTA',
    sentence: 'Google is limiting this script. The next run continues the export.',
    retryAfter: HOUR,
  },
  passing: {
    code: 'MARKET_UNREACHABLE',
    sentence: 'BigQuery is temporarily unavailable. The next run continues the export.',
    retryAfter: 10 * MINUTE,
  },
  exists: {
    code: 'MARKET_UNREACHABLE',
    sentence: 'Another export is running. The next run continues this one.',
    retryAfter: MINUTE,
  },
  missing: {
    code: 'MARKET_ARGUMENT',
    sentence:
      "BigQuery couldn't find this project, dataset, or table. Check the project ID and location in Activity ▸ Warehouse.",
  },
  invalid: {
    code: 'MARKET_SERVICE',
    sentence:
      'BigQuery rejected the request. If you changed a table in BigQuery, undo the change or rename the table. The next export recreates it with all rows.',
  },
} as const satisfies Record<string, Rule>;

export type Reason = keyof typeof RULES;

/** Source: "Error messages" in the BigQuery documentation. */
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

const BY_STATUS: Readonly<Record<number, Reason>> = {
  403: 'permission',
  404: 'missing',
  409: 'exists',
  429: 'passing',
};

interface GoogleError {
  readonly message?: string;
  readonly errors?: readonly { readonly reason?: string }[];
  readonly details?: readonly { readonly reason?: string }[];
}

export function reasonOf(result: ServiceResult): Reason {
  if ('fault' in result)
    return result.fault === 'limit' ? 'limited' : result.fault === 'permission' ? 'scope' : 'passing';
  if (result.status === 401) return 'token';
  if (result.status >= 500) return 'passing';
  const { errors = [], details = [] } = googleError(result.body);
  // Details are more specific than a general reason such as `forbidden`.
  const known = [...details, ...errors].flatMap(({ reason }) => (reason && REASONS[reason]) || []);
  return known[0] ?? BY_STATUS[result.status] ?? 'invalid';
}

export function reasonOfJob(reason: string | undefined): Reason {
  return (reason && REASONS[reason]) || 'invalid';
}

function googleError(body: unknown) {
  return (body as { readonly error?: GoogleError } | null)?.error ?? {};
}

const LONGEST_MESSAGE = 200;

/** Returns the error for `reason`, with Google's `message` in parentheses. */
export function errorFor(reason: Reason, message: string, now: number, details: ErrorDetails = {}): MarketError {
  const { code, sentence, retryAfter }: Rule = RULES[reason];
  const quoted = clip(message.replace(/\s+/g, ' ').trim(), LONGEST_MESSAGE);
  const retry = retryAfter === undefined ? {} : { retryAt: now + retryAfter };
  return new MarketError(code, `${sentence} (${quoted.replace(/\.$/, '')}.)`, { ...details, ...retry });
}
