/** Calls of the warehouse's REST interface, repeated when that helps. */
import type { Clock } from '../protocol/http.ts';
import type { MarketError } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { errorOf, type Reason, reasonOf, type ServiceResult } from './errors.ts';

export type { ServiceResult };

export interface ServiceRequest {
  readonly method: 'get' | 'post' | 'patch';
  /** Below the address of the service, such as `/projects/p/datasets/d`. */
  readonly path: string;
  readonly body?: unknown;
  /** NDJSON that is uploaded with the body: a load job. */
  readonly rows?: string;
}

export interface Service {
  /** Side by side, results in the same order; never throws. */
  call(requests: readonly ServiceRequest[]): readonly ServiceResult[];
}

export interface ServicePorts {
  readonly service: Service;
  readonly clock: Clock;
  /** From 0 to 1. */
  random(): number;
}

/** The resource, or why there is none. */
export type Outcome =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly reason: Reason; readonly error: MarketError };

/** The wait between tries doubles, and about half of it is random. */
const MOST_TRIES = 4;
const FIRST_WAIT = 1 * SECOND;

/** Only for calls that may arrive twice. `until`: no wait goes beyond it, in epoch milliseconds. */
export function callAll(ports: ServicePorts, requests: readonly ServiceRequest[], until: number): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  let left = requests.map((_, index) => index);
  for (let tries = 1; left.length > 0; tries++) {
    const results = ports.service.call(left.map((index) => requests[index]!));
    left.forEach((index, each) => {
      outcomes[index] = outcomeOf(results[each]!, ports.clock.now());
    });
    left = left.filter((index) => isPassing(outcomes[index]!));
    const wait = FIRST_WAIT * 2 ** (tries - 1) * (0.5 + ports.random());
    if (left.length === 0 || tries === MOST_TRIES || ports.clock.now() + wait >= until) break;
    ports.clock.sleep(wait);
  }
  return outcomes;
}

export function callOne(ports: ServicePorts, request: ServiceRequest, until: number): Outcome {
  return callAll(ports, [request], until)[0]!;
}

/** The resource; throws the error otherwise. */
export function demand(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.body;
  throw outcome.error;
}

function isPassing(outcome: Outcome): boolean {
  return !outcome.ok && outcome.reason === 'passing';
}

export function outcomeOf(result: ServiceResult, now: number): Outcome {
  if ('status' in result && result.status >= 200 && result.status < 300) return { ok: true, body: result.body };
  const reason = reasonOf(result);
  return { ok: false, reason, error: errorOf(reason, result, now) };
}
