/** Calls of the warehouse, tried again where that helps. */
import type { Clock } from '../protocol/http.ts';
import type { MarketError } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { errorOf, type Reason, reasonOf } from './errors.ts';
import type { Service, ServiceRequest, ServiceResult } from './service.ts';

export interface ServicePorts {
  readonly service: Service;
  readonly clock: Clock;
  /** From 0 to 1. */
  random(): number;
}

/** What came of a call: the resource, or why there is none. */
export type Outcome =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly reason: Reason; readonly error: MarketError };

/** So often in all, with a wait between that doubles, about half of it by chance. */
const TRIES = 4;
const FIRST_WAIT = 1 * SECOND;

/** Calls that change nothing when they come twice. `until` in epoch milliseconds: nothing is waited for beyond. */
export function callAll(ports: ServicePorts, requests: readonly ServiceRequest[], until: number): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  let left = requests.map((_, index) => index);
  for (let attempt = 1; left.length > 0; attempt++) {
    const results = ports.service.call(left.map((index) => requests[index]!));
    left.forEach((index, each) => {
      outcomes[index] = outcomeOf(results[each]!, ports.clock.now());
    });
    left = left.filter((index) => isPassing(outcomes[index]!));
    const wait = FIRST_WAIT * 2 ** (attempt - 1) * (0.5 + ports.random());
    if (left.length === 0 || attempt === TRIES || ports.clock.now() + wait >= until) break;
    ports.clock.sleep(wait);
  }
  return outcomes;
}

export function callOne(ports: ServicePorts, request: ServiceRequest, until: number): Outcome {
  return callAll(ports, [request], until)[0]!;
}

/** The resource; throws what is in the way. */
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
