/** Carries a question out, a slice of calls at a time, and retries what is worth retrying. */
import { assumptions } from './assumptions.ts';
import type { AnyRecord, Privacy } from './fields.ts';
import type { Clock, Http, HttpResult } from './http.ts';
import { isolate } from './isolate.ts';
import { MarketError } from './market-error.ts';
import type { Page } from './page.ts';
import { readPage } from './page.ts';
import type { Params } from './params.ts';
import { redactError, redactorOf, redactRecord } from './redact.ts';
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
  /** Epoch milliseconds after which nothing is tried again. */
  readonly until?: number;
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
  const fatal = outcomes.find((outcome): outcome is MarketError => isError(outcome) && isFatal(outcome));
  // What was refused, and what was not repeated because of a refusal, is asked again when calls are allowed.
  const isDue = (error: MarketError) => isFatal(error) || (fatal !== undefined && isPassing(error));
  const parts = steps.map(({ unit }, index): Part => {
    const outcome = outcomes[index]!;
    const params = question.units[unit]!;
    if (!isError(outcome)) return { outcome, answered: [params], errors: [], calls: 0 };
    if (isDue(outcome)) return { outcome: 'due', answered: [], errors: [], calls: 0 };
    const isolated = fatal
      ? undefined
      : isolate(question.operation, params, outcome, askUnits(network, question));
    if (!isolated) return { outcome: undefined, answered: [], errors: [outcome], calls: 0 };
    return { ...isolated, outcome: { records: isolated.records } };
  });
  const reached = parts.map(({ outcome }) => outcome);
  return {
    records: reached.flatMap((outcome) => (typeof outcome === 'object' ? outcome.records : [])),
    answered: parts.flatMap(({ answered }) => answered),
    cursor: advance(cursor, steps, reached, question.operation.paging?.size ?? Number.POSITIVE_INFINITY),
    calls: parts.reduce((sum, part) => sum + part.calls, calls),
    errors: parts.flatMap(({ errors }) => errors),
    ...(fatal ? { fatal } : {}),
  };
}

/** What became of one step. */
interface Part {
  readonly outcome: Outcome;
  readonly answered: readonly Params[];
  readonly errors: readonly MarketError[];
  readonly calls: number;
}

/** Asks for the only page of units that are not in the question. */
function askUnits(network: Network, question: Question) {
  return (units: readonly Params[]): readonly (Page | MarketError)[] => {
    const steps = units.map((_, unit) => ({ unit, page: 1 }));
    const results = network.http.fetchAll(units.map((params) => buildRequest(question, params, 1)));
    return steps.map((step, index) => read(network, { ...question, units }, step, results[index]!));
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
    const pause = PAUSES[round];
    const hasTime =
      pause !== undefined && network.clock.now() + 2 * pause < (network.until ?? Number.POSITIVE_INFINITY);
    open = hasTime && !outcomes.some(isHopeless) ? failed : [];
  }
  return { outcomes, calls };
}

function read(
  network: Network,
  question: Question,
  { unit, page }: Step,
  result: HttpResult,
): Page | MarketError {
  const redact = redactorOf(question.connection);
  try {
    const params = question.units[unit]!;
    const now = network.clock.now();
    const answered = readPage(question.operation, params, page, result, now, question.withheld);
    return { ...answered, records: answered.records.map((record) => redactRecord(record, redact)) };
  } catch (error) {
    if (error instanceof MarketError) return redactError(error, redact);
    throw error;
  }
}

function isError(outcome: Page | MarketError): outcome is MarketError {
  return outcome instanceof MarketError;
}

function isPassing(outcome: Page | MarketError): boolean {
  return isError(outcome) && outcome.details.passing === true;
}

/** Once the credentials or the cap refuse one call, repeating another would only spend more of it. */
function isHopeless(outcome: Page | MarketError): boolean {
  return isError(outcome) && isFatal(outcome) && !isPassing(outcome);
}

/** Only an answer about this very question leaves the other questions worth asking. */
function isFatal(error: MarketError): boolean {
  return error.code !== 'MARKET_SERVICE' && error.code !== 'MARKET_BAD_ANSWER';
}
