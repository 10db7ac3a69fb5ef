/** Carries a question out, a slice of calls at a time, and retries what is worth retrying. */
import { assumptions } from './assumptions.ts';
import type { AnyRecord, Privacy } from './fields.ts';
import type { Clock, Http, HttpResult } from './http.ts';
import { MarketError } from './market-error.ts';
import type { Page } from './page.ts';
import { readPage } from './page.ts';
import type { Params } from './params.ts';
import type { Target } from './request.ts';
import { buildRequest } from './request.ts';
import type { Cursor, Outcome, Step } from './work.ts';
import { advance, nextSteps } from './work.ts';

export interface Question extends Target {
  readonly units: readonly Params[];
  /** Fields that are not read from the answers. */
  readonly withheld: ReadonlySet<Privacy>;
}

export interface Slice {
  readonly records: readonly AnyRecord[];
  /** The units that were answered, so that what is missing from them can be told. */
  readonly answered: readonly Params[];
  readonly cursor: Cursor;
  /** Calls made, repeated ones included. */
  readonly calls: number;
  /** Errors of single units; the others went on. */
  readonly errors: readonly MarketError[];
  /** An error that would meet every further call as well. */
  readonly fatal?: MarketError;
}

export interface Network {
  readonly http: Http;
  readonly clock: Clock;
  random(): number;
}

/**
 * Waits before the second and third try, in milliseconds, each varied by half to both sides.
 * All operations only read, so a repeated call does no harm; a fault that outlives both is reported.
 */
const PAUSES = [500, 2000];

/** Fetches the next pages, at most `limit` side by side. Nothing is thrown: what failed is part of the slice. */
export function fetchSlice(network: Network, question: Question, cursor: Cursor, limit: number): Slice {
  const steps = nextSteps(cursor, question.units.length, Math.min(limit, assumptions.pagesAtOnce));
  const { outcomes, calls } = fetchSteps(network, question, steps);
  const failures = outcomes.filter((outcome): outcome is MarketError => outcome instanceof MarketError);
  const fatal = failures.find(isFatal);
  const reached = outcomes.map((outcome): Outcome => {
    if (!(outcome instanceof MarketError)) return outcome;
    return isFatal(outcome) ? 'due' : undefined;
  });
  const pages = outcomes.filter((outcome): outcome is Page => !(outcome instanceof MarketError));
  return {
    records: pages.flatMap(({ records }) => records),
    answered: steps
      .filter((_, index) => !(outcomes[index] instanceof MarketError))
      .map(({ unit }) => question.units[unit]!),
    cursor: advance(cursor, steps, reached, question.operation.paging?.size ?? Number.POSITIVE_INFINITY),
    calls,
    errors: failures.filter((error) => !isFatal(error)),
    ...(fatal ? { fatal } : {}),
  };
}

function fetchSteps(
  network: Network,
  question: Question,
  steps: readonly Step[],
): { outcomes: (Page | MarketError)[]; calls: number } {
  const outcomes: (Page | MarketError)[] = [];
  let open = steps.map((_, index) => index);
  let calls = 0;
  for (let round = 0; open.length > 0; round++) {
    if (round > 0) network.clock.sleep(PAUSES[round - 1]! * (0.5 + network.random()));
    const requests = open.map((index) => {
      const { unit, page } = steps[index]!;
      return buildRequest(question, question.units[unit]!, page);
    });
    const results = network.http.fetchAll(requests);
    calls += requests.length;
    open.forEach((index, place) => {
      outcomes[index] = read(network, question, steps[index]!, results[place]!);
    });
    const failed = open.filter((index) => isPassing(outcomes[index]!));
    open = round < PAUSES.length && !outcomes.some(isHopeless) ? failed : [];
  }
  return { outcomes, calls };
}

function read(
  network: Network,
  question: Question,
  { unit, page }: Step,
  result: HttpResult,
): Page | MarketError {
  try {
    const params = question.units[unit]!;
    return readPage(question.operation, params, page, result, network.clock.now(), question.withheld);
  } catch (error) {
    if (error instanceof MarketError) return error;
    throw error;
  }
}

function isPassing(outcome: Page | MarketError): boolean {
  return outcome instanceof MarketError && outcome.details.passing === true;
}

/** Once the credentials or the cap refuse one call, repeating another would only spend more of it. */
function isHopeless(outcome: Page | MarketError): boolean {
  return outcome instanceof MarketError && isFatal(outcome) && !isPassing(outcome);
}

/** Only an answer about this very question leaves the other questions worth asking. */
function isFatal(error: MarketError): boolean {
  return error.code !== 'MARKET_SERVICE' && error.code !== 'MARKET_BAD_ANSWER';
}
