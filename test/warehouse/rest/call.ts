/** A REST call and its context. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { OrderedErrors } from '../ordered-errors.ts';
import { Refusal } from '../refusal.ts';
import type { Jobs } from '../store/jobs.ts';
import type { Given, Warehouse } from '../store/warehouse.ts';
import type { LoadQuota } from './load-job.ts';

export interface RequestLogEntry {
  /** Epoch milliseconds. */
  time: number;
  /** For example `jobs.insert`. */
  method: string;
  path: string;
  status: number;
  bytes: number;
}

/** The token's scopes; undefined for an invalid token. */
export type ScopesOf = (token: string) => readonly string[] | undefined;

export interface Service {
  warehouse: Warehouse;
  jobs: Jobs;
  quota: LoadQuota;
  errors: OrderedErrors;
  log: RequestLogEntry[];
  location: string;
  /** If undefined, no token is required. */
  scopesOf: ScopesOf | undefined;
  /** Called with each upload before decompression. */
  onUpload: ((media: Buffer) => void) | undefined;
}

export type Bindings = { Bindings: HttpBindings };
export type Call = Context<Bindings>;

export const param = (call: Call, name: string): string => call.req.param(name) ?? '';

export async function bodyOf(call: Call): Promise<Given> {
  const text = await call.req.text();
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Given;
  } catch {
    // Invalid JSON gets the same error as JSON that isn't an object.
  }
  throw new Refusal(400, 'parseError', 'Invalid JSON payload received.');
}

/** Throws if the resource has changed since the version in `If-Match`. */
export function requireEtag(call: Call, resource: object): void {
  const asked = call.req.header('if-match');
  if (asked !== undefined && asked !== (resource as { etag: string }).etag)
    throw new Refusal(412, 'conditionNotMet', 'Precondition Failed');
}
