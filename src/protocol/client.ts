/** Carries a question out, a slice of calls at a time, and retries what is worth retrying. */
import type { Settings } from './assumptions.ts';
import type { Cursor, Outcome, PageSizes, Step } from './cursor.ts';
import { advance, lastPage, nextSteps, onlyPage } from './cursor.ts';
import type { UnknownField } from './decode.ts';
import type { AnyRecord } from './fields.ts';
import type { Admission, Gate, Sent } from './gate.ts';
import type { Clock, Http, HttpResult } from './http.ts';
import type { Ask } from './isolate.ts';
import { isolate, listParam } from './isolate.ts';
import { isFatal, MarketError } from './market-error.ts';
import type { Operation } from './operation.ts';
import type { Asked, Page } from './page.ts';
import { readPage } from './page.ts';
import type { Params } from './params.ts';
import { redactError, redactorOf, redactRecord } from './redact.ts';
import { buildRequest } from './request.ts';
import { settingsWith, settle } from './settings.ts';

export interface Question extends Asked {
  readonly units: readonly Params[];
  /** Identifiers that were refused before; they have units of their own, which are not taken apart again. */
  readonly isolated?: ReadonlySet<string>;
  /** Whether the first page of a unit tells that the others bring nothing new: then they are not asked for. */
  readonly earlyStop?: EarlyStop;
  /** Why a unit of so many pages is not asked for beyond its first; nothing where it is. */
  readonly tooLong?: (pages: number) => MarketError | undefined;
}

export type EarlyStop = (params: Params, first: Page) => boolean;

export interface Slice {
  readonly records: readonly AnyRecord[];
  /** The pages that came, each with its unit. */
  readonly pages: readonly UnitRecords[];
  /** The units whose only page came, or the only one that is needed: what is missing from them can be told. */
  readonly complete: readonly UnitRecords[];
  readonly cursor: Cursor;
  /** Calls made, repeated ones included. */
  readonly calls: number;
  /** Errors of single units; the others went on. */
  readonly errors: readonly MarketError[];
  /** The unit of each error. */
  readonly failed: readonly Params[];
  /** Identifiers that were found to spoil the answer for others. */
  readonly refused: readonly string[];
  /** Identifiers among which some spoil the answer; which ones is not known yet. */
  readonly suspects: readonly string[];
  readonly unknownFields: readonly UnknownField[];
  /** An error that would meet every further call as well. */
  readonly fatal?: MarketError;
}

export interface UnitRecords {
  readonly params: Params;
  readonly records: readonly AnyRecord[];
}

export interface Network {
  readonly http: Http;
  readonly clock: Clock;
  random(): number;
  /** Epoch milliseconds after which nothing is tried again. */
  readonly until?: number;
  /** Lets calls through; it is told of each. */
  readonly gate: Gate;
}

/**
 * Waits before the second and third try, in milliseconds, each varied by half to both sides.
 * All operations only read, so a repeated call does no harm; a fault that outlives both is reported.
 */
const PAUSES = [500, 2000];

/** Fetches the next pages, at most `limit` of them. Nothing is thrown: what failed is part of the slice. */
export function fetchSlice(network: Network, question: Question, cursor: Cursor, limit: number): Slice {
  const steps = nextSteps(cursor, question.units.length, limit);
  const sizes = pageSizesOf(question.operation, question.connection.settings);
  const { outcomes, calls } = fetchSteps(network, question, steps);
  const failed = outcomes.findIndex((outcome) => isError(outcome) && isFatal(outcome));
  const fatal = failed < 0 ? undefined : atPage(steps[failed]!.page, outcomes[failed] as MarketError);
  // What was refused, and what was not repeated because of a refusal, is asked again when calls are allowed.
  const isDue = (error: MarketError) => isFatal(error) || (fatal !== undefined && isPassing(error));
  const parts = steps.map(({ unit, page }, index): Part => {
    const outcome = outcomes[index]!;
    const params = question.units[unit]!;
    if (!isError(outcome)) {
      const reached = page === 1 && question.earlyStop?.(params, outcome) ? onlyPage(outcome) : outcome;
      const last = page === 1 ? lastPage(reached, sizes) : undefined;
      const tooLong = last && question.tooLong?.(last);
      if (tooLong) return { ...NOTHING, errors: [tooLong] };
      return {
        ...NOTHING,
        outcome: reached,
        pages: [{ params, records: outcome.records }],
        complete: last === 1 ? [{ params, records: outcome.records }] : [],
      };
    }
    if (isDue(outcome)) return { ...NOTHING, outcome: 'due' };
    const isolated = fatal ? undefined : isolate(question, params, outcome, askUnits(network, question));
    return isolated ?? { ...NOTHING, errors: [naming(question, params, atPage(page, outcome))] };
  });
  const stopped = fatal ?? parts.find((part) => part.fatal)?.fatal;
  const reached = parts.map(({ outcome }) => outcome);
  return {
    records: reached.flatMap((outcome) => (typeof outcome === 'object' ? outcome.records : [])),
    pages: parts.flatMap(({ pages }) => pages),
    complete: parts.flatMap(({ complete }) => complete),
    cursor: advance(cursor, steps, reached, sizes),
    calls: parts.reduce((sum, part) => sum + part.calls, calls),
    errors: parts.flatMap(({ errors }) => errors),
    failed: parts.flatMap(({ errors }, index) => errors.map(() => question.units[steps[index]!.unit]!)),
    refused: parts.flatMap(({ refused }) => refused),
    suspects: parts.flatMap(({ suspects }) => suspects),
    unknownFields: reached.flatMap((outcome) => (typeof outcome === 'object' ? outcome.unknownFields : [])),
    ...(stopped ? { fatal: stopped } : {}),
  };
}

/** Says how far a unit came before it failed; a cap only makes it wait. */
function atPage(page: number, { code, message, details }: MarketError): MarketError {
  const where =
    page > 1 && details.retryAt === undefined
      ? ` This was page ${page}; what came before it is in the sheet.`
      : '';
  return new MarketError(code, message + where, details);
}

/** What became of one step. */
export interface Part {
  readonly outcome: Outcome;
  readonly pages: readonly UnitRecords[];
  readonly complete: readonly UnitRecords[];
  readonly errors: readonly MarketError[];
  readonly refused: readonly string[];
  readonly suspects: readonly string[];
  readonly calls: number;
  /** Met while the step was taken apart: the step is due again, and nothing else is worth asking before. */
  readonly fatal?: MarketError;
}

const NOTHING: Part = {
  outcome: undefined,
  pages: [],
  complete: [],
  errors: [],
  refused: [],
  suspects: [],
  calls: 0,
};

export function pageSizesOf({ paging }: Operation, settings?: Partial<Settings>): PageSizes {
  const pageSize = settle(paging?.size ?? Number.POSITIVE_INFINITY, settingsWith(settings));
  return paging?.usual === undefined ? { pageSize } : { pageSize, usual: paging.usual };
}

/** Names the unit that failed, where there are several. */
function naming({ operation, units }: Question, params: Params, error: MarketError): MarketError {
  if (units.length < 2) return error;
  const list = [params[listParam(operation, params) ?? ''] ?? []].flat();
  const days = operation.split?.flatMap((split) => ('days' in split ? [params[split.days[0]]] : [])) ?? [];
  const name = list.length === 1 ? `"${list[0]}"` : list.length === 0 ? days[0] : undefined;
  return name === undefined ? error : new MarketError(error.code, `${name}: ${error.message}`, error.details);
}

/** Asks for the only page of units that are not in the question. */
function askUnits(network: Network, question: Question): Ask {
  return (units) =>
    fetchSteps(
      network,
      { ...question, units },
      units.map((_, unit) => ({ unit, page: 1 })),
    );
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
    for (let from = 0; from < open.length; ) {
      const left = open.slice(from);
      const opening = network.gate.admit(left.length, left.length);
      if (opening.calls === 0) {
        for (const index of left) outcomes[index] = notYet(question, opening);
        break;
      }
      const batch = left.slice(0, opening.calls);
      calls += send(network, question, steps, batch, outcomes);
      from += batch.length;
    }
    const failed = open.filter((index) => isPassing(outcomes[index]!));
    const pause = PAUSES[round];
    const hasTime =
      pause !== undefined && network.clock.now() + 2 * pause < (network.until ?? Number.POSITIVE_INFINITY);
    open = hasTime && !outcomes.some(isHopeless) ? failed : [];
  }
  return { outcomes, calls };
}

/** Sends steps side by side, and puts what came in their places. Gives the calls that it took. */
function send(
  network: Network,
  question: Question,
  steps: readonly Step[],
  batch: readonly number[],
  outcomes: (Page | MarketError)[],
): number {
  const requests = batch.map((index) => {
    const { unit, page } = steps[index]!;
    return buildRequest(question, question.units[unit]!, page);
  });
  const results = network.http.fetchAll(requests);
  const came = batch.map((index, place) => read(network, question, steps[index]!, results[place]!));
  batch.forEach((index, place) => {
    outcomes[index] = came[place]!;
  });
  const sent = sentOf(results, came, network.clock.now());
  network.gate.sent(sent);
  return sent.count;
}

function sentOf(results: readonly HttpResult[], outcomes: readonly (Page | MarketError)[], at: number): Sent {
  const refusals = outcomes.filter((outcome): outcome is MarketError => isError(outcome) && isCap(outcome));
  const retryAts = refusals.flatMap(({ details }) => details.retryAt ?? []);
  const faults = results.flatMap((result) => ('fault' in result ? [result.fault] : []));
  return {
    at,
    count: results.reduce((sum, { sent = 1 }) => sum + sent, 0),
    unanswered: faults.filter((fault) => fault !== 'quota').length,
    ...(refusals.length > 0
      ? { refusal: { at, count: refusals.length, retryAt: Math.max(at, ...retryAts) } }
      : {}),
    ...(faults.includes('quota') ? { isDayOver: true } : {}),
  };
}

/** What the service itself refused, not what was kept back here. */
function isCap({ code, details }: MarketError): boolean {
  return code === 'MARKET_CAP' && details.httpStatus !== undefined;
}

/** Kept back before it was sent. */
export function notYet({ operation }: Question, { next, because }: Admission): MarketError {
  const details = { retryAt: next };
  if (because === 'day')
    return new MarketError(
      'MARKET_QUOTA',
      'The calls that Google allows in a day are used up, but for a reserve.',
      details,
    );
  const sentence =
    because === 'cap'
      ? `The calls of an hour for ${operation.title} are used up.`
      : 'Many runs are counting their calls at this moment; try again in a minute.';
  return new MarketError('MARKET_CAP', sentence, details);
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
    const answered = readPage(question, params, page, result, now);
    return {
      ...answered,
      records: answered.records.map((record) => redactRecord(record, redact)),
      unknownFields: answered.unknownFields.map((each) => ({
        ...each,
        field: redact(each.field),
        value: redact(each.value),
      })),
    };
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
