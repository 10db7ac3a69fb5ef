/** Google's documented errors, which tests can request in advance. */
import { Refusal } from './refusal.ts';

const NUMBER = '123456789012';

const ERRORS = {
  apiDisabled: new Refusal(
    403,
    'accessNotConfigured',
    `BigQuery API has not been used in project ${NUMBER} before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/bigquery.googleapis.com/overview?project=${NUMBER} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`,
    {
      domain: 'usageLimits',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'SERVICE_DISABLED',
          domain: 'googleapis.com',
          metadata: { service: 'bigquery.googleapis.com', consumer: `projects/${NUMBER}` },
        },
      ],
    },
  ),
  accessDenied: new Refusal(
    403,
    'accessDenied',
    'Access Denied: Project local-project: User does not have bigquery.jobs.create permission in project local-project.',
  ),
  insufficientScope: new Refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    headers: {
      'WWW-Authenticate':
        'Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="https://www.googleapis.com/auth/bigquery https://www.googleapis.com/auth/cloud-platform"',
    },
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
        metadata: { service: 'bigquery.googleapis.com' },
      },
    ],
  }),
  unauthenticated: new Refusal(
    401,
    'authError',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    { headers: { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' } },
  ),
  quotaExceeded: new Refusal(
    403,
    'quotaExceeded',
    'Quota exceeded: Your table exceeded quota for imports or query appends per table. For more information, see https://cloud.google.com/bigquery/docs/troubleshoot-quotas',
  ),
  rateLimitExceeded: new Refusal(
    403,
    'rateLimitExceeded',
    'Exceeded rate limits: too many table update operations for this table. For more information, see https://cloud.google.com/bigquery/docs/troubleshoot-quotas',
  ),
  wrongLocation: new Refusal(404, 'notFound', 'Not found: Dataset was not found in location US'),
  billingNotEnabled: new Refusal(
    403,
    'billingNotEnabled',
    'Billing has not been enabled for this project. Enable billing at https://console.cloud.google.com/billing.',
  ),
  backendError: new Refusal(503, 'backendError', 'The service is currently unavailable. Please try again.'),
  internalError: new Refusal(
    500,
    'internalError',
    'An internal error occurred and the request could not be completed. Error: 3144498',
  ),
} as const satisfies Record<string, Refusal>;

export type ErrorName = keyof typeof ERRORS;

/** One of these errors, an HTML error page, or a closed connection. */
export type CallError = ErrorName | 'badGateway' | 'lost';

/** The job fails with this error or, if `slow`, first reports the status `RUNNING`. */
export type JobError = 'slow' | 'jobBackendError' | 'jobInternalError' | 'jobRateLimitExceeded' | 'jobQuotaExceeded';

export interface OrderedError {
  error: CallError | JobError;
  /** A method such as `jobs.insert`. Default: any method. */
  at?: string;
  /** Number of successful calls before the error. Default: 0. */
  skip?: number;
  /** Number of errors. Default: 1; 0 means always. */
  times?: number;
  /** Whether to process the request before replacing its response. */
  after?: boolean;
}

const JOB_ERRORS: Readonly<Record<Exclude<JobError, 'slow'>, ErrorName>> = {
  jobBackendError: 'backendError',
  jobInternalError: 'internalError',
  jobRateLimitExceeded: 'rateLimitExceeded',
  jobQuotaExceeded: 'quotaExceeded',
};

export const errorNames: readonly string[] = [
  ...Object.keys(ERRORS),
  'badGateway',
  'lost',
  ...Object.keys(JOB_ERRORS),
  'slow',
];

export const errorNamed = (name: ErrorName): Refusal => ERRORS[name];

interface ActiveError extends OrderedError {
  left: number;
  toSkip: number;
}

export class OrderedErrors {
  #active: ActiveError[] = [];

  order(error: OrderedError): void {
    if (!errorNames.includes(error.error))
      throw new Error(`There is no error ${error.error}. Use one of these: ${errorNames.join(', ')}.`);
    const left = error.times === 0 ? Number.POSITIVE_INFINITY : (error.times ?? 1);
    this.#active.push({ ...error, left, toSkip: error.skip ?? 0 });
  }

  clear(): void {
    this.#active = [];
  }

  /** The error to return from this call to the method, if a test requested one. */
  call(method: string): { error: CallError; after: boolean } | undefined {
    const struck = this.#strike(method, (error) => !isOfJob(error));
    return struck && { error: struck.error as CallError, after: struck.after === true };
  }

  /** The error that this method's new job should fail with, if a test requested one. */
  job(method: string): Refusal | undefined {
    const struck = this.#strike(method, (error) => isOfJob(error) && error !== 'slow');
    return struck && ERRORS[JOB_ERRORS[struck.error as keyof typeof JOB_ERRORS]];
  }

  /** Whether this method should report a finished job as running. */
  isSlow(method: string): boolean {
    return this.#strike(method, (error) => error === 'slow') !== undefined;
  }

  #strike(method: string, isMeant: (error: string) => boolean): ActiveError | undefined {
    for (const each of this.#active) {
      if (each.left === 0 || !isMeant(each.error) || (each.at !== undefined && each.at !== method)) continue;
      if (each.toSkip > 0) {
        each.toSkip--;
        continue;
      }
      each.left--;
      return each;
    }
    return undefined;
  }
}

function isOfJob(error: string): boolean {
  return error === 'slow' || error in JOB_ERRORS;
}
