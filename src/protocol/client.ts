/** Fetches a question's pages slice by slice, and retries temporary failures. */
import { HELD_BACK } from './answer.ts';
import { advance, type Cursor, nextSteps, onlyPage, type Step } from './cursor.ts';
import type { UnknownField } from './decode.ts';
import type { AnyRecord } from './fields.ts';
import type { Admission, Clock, Fault, Gate, Http, HttpResult, Sent } from './http.ts';
import { type FetchUnits, isolate, listParam, NOTHING, type StepResult } from './isolate.ts';
import { isFatal, MarketError, orElse } from './market-error.ts';
import type { Operation } from './operation.ts';
import { type Page, readPage, type Source, type UnitRecords } from './page.ts';
import type { Params } from './params.ts';
import { redactError, redactorOf, redactRecord } from './redact.ts';
import { buildRequest } from './request.ts';
import { type Settings, settingsWith, settle } from './settings.ts';
import { type Identity, type PageSizes, pagesBy, renewed } from './unit-pages.ts';

export interface Question extends Source {
  readonly units: readonly Params[];
  /** Detects records that appear on several pages. Compares content by default. */
  readonly identity?: Identity;
  /** Identifiers rejected earlier. Each has its own unit, which isn't halved. */
  readonly isolated?: ReadonlySet<string>;
  readonly earlyStop?: EarlyStop;
  /** Returns an error if a unit has too many pages. The unit then ends after its first page. */
  readonly tooLong?: (pages: number) => MarketError | undefined;
  /** Maximum number of pages to request, even if the service announces more. */
  readonly mostPages?: number;
}

/** Returns true if a unit's first page shows that its other pages contain nothing new. */
export type EarlyStop = (params: Params, first: Page) => boolean;

export interface Slice {
  /** The latest version of each record. */
  readonly records: Page['records'];
  /** Records already on an earlier page of their unit. */
  readonly again: Page['records'];
  readonly pages: readonly UnitRecords[];
  /** Units with one page, which was received. Records missing from it don't exist. */
  readonly complete: readonly UnitRecords[];
  readonly cursor: Cursor;
  /** Includes retries. */
  readonly calls: number;
  readonly errors: readonly MarketError[];
  /** The unit of each error, in the order of `errors`. */
  readonly failed: readonly Params[];
  /** Units with fewer records than announced. Each has an error. */
  readonly short: readonly Params[];
  /** Identifiers that make the service reject the whole call. */
  readonly refused: readonly string[];
  /** Identifiers from rejected calls. The next run isolates the bad ones. */
  readonly suspects: readonly string[];
  readonly unknownFields: readonly UnknownField[];
  /** Would affect all further calls. */
  readonly fatal?: MarketError | undefined;
}

export interface Network {
  readonly http: Http;
  readonly clock: Clock;
  random(): number;
  /** No retries after this time. */
  readonly until?: number;
  readonly gate: Gate;
  /** Called after each failed call, even if it will be retried. */
  failed?(call: FailedCall): void;
}

export interface FailedCall {
  readonly question: Pick<Question, 'operation' | 'storefront'>;
  readonly page: number;
  readonly result: HttpResult;
  readonly error: MarketError;
}

/** Milliseconds before the 2nd and 3rd attempts, ±50%. Retries are safe because all operations are read-only. */
const PAUSES = [500, 2000];
/** Milliseconds to wait before retrying calls that Google rejected. */
const PAUSES_OF_LIMIT = [2000, 6000];

/** Fetches at most `limit` pages. Doesn't throw: the slice contains the errors. */
export function fetchSlice(network: Network, question: Question, cursor: Cursor, limit: number): Slice {
  const steps = nextSteps(cursor, question.units.length, limit);
  const sizes = { ...pageSizesOf(question.operation, question.connection.settings), most: question.mostPages };
  const { outcomes, calls } = fetchSteps(network, question, steps);
  const failed = outcomes.findIndex((outcome) => isError(outcome) && isFatal(outcome));
  const fatal = failed < 0 ? undefined : atPage(steps[failed]!.page, outcomes[failed] as MarketError);
  // Request pages again later if their error is fatal, or if a fatal error prevented a retry.
  const isDue = (error: MarketError) => isFatal(error) || (fatal !== undefined && isPassing(error));
  const results = steps.map(({ unit, page }, index): StepResult => {
    const outcome = outcomes[index]!;
    const params = question.units[unit]!;
    if (!isError(outcome)) {
      const reached = page === 1 && question.earlyStop?.(params, outcome) ? onlyPage(outcome) : outcome;
      const tooLong = page === 1 && question.tooLong?.(pagesBy(reached, sizes));
      return tooLong ? { ...NOTHING, errors: [tooLong] } : { ...NOTHING, outcome: reached };
    }
    if (isDue(outcome)) return { ...NOTHING, outcome: 'due' };
    const isolated = fatal ? undefined : isolate(question, params, outcome, fetchUnits(network, question));
    return isolated ?? { ...NOTHING, errors: [naming(question, params, atPage(page, outcome))] };
  });
  const stopped = fatal ?? results.find((result) => result.fatal)?.fatal;
  const reached = results.map(({ outcome }) => outcome);
  const { cursor: next, fresh, again, ended } = advance(cursor, steps, reached, sizes, question.identity);
  const unitAt = (index: number) => question.units[steps[index]!.unit]!;
  const isPage = (index: number) => !isError(outcomes[index]!) && typeof reached[index] === 'object';
  const came = (index: number): UnitRecords => ({ params: unitAt(index), records: fresh[index]! });
  const short = ended.flatMap(({ unit, shortfall }) => (shortfall ? [{ unit, ...shortfall }] : []));
  return {
    records: renewed(fresh.flat(), again, question.identity),
    again,
    pages: results.flatMap(({ pages }, index) => (isPage(index) ? [came(index)] : pages)),
    complete: results.flatMap(({ complete }, index) => {
      if (!isPage(index)) return complete;
      const isWhole = ended.some((end) => end.unit === steps[index]!.unit && end.isOnePage && !end.shortfall);
      return isWhole ? [came(index)] : [];
    }),
    cursor: next,
    calls: results.reduce((sum, result) => sum + result.calls, calls),
    errors: [
      ...results.flatMap(({ errors }) => errors),
      ...short.map((each) => naming(question, question.units[each.unit]!, shortfallError(each))),
    ],
    failed: [
      ...results.flatMap(({ errors }, index) => errors.map(() => unitAt(index))),
      ...short.map(({ unit }) => question.units[unit]!),
    ],
    short: short.map(({ unit }) => question.units[unit]!),
    refused: results.flatMap(({ refused }) => refused),
    suspects: results.flatMap(({ suspects }) => suspects),
    unknownFields: reached.flatMap((outcome) => (typeof outcome === 'object' ? outcome.unknownFields : [])),
    ...(stopped ? { fatal: stopped } : {}),
  };
}

function shortfallError({ announced, came }: { readonly announced: number; readonly came: number }) {
  return new MarketError(
    'MARKET_BAD_ANSWER',
    `The marketplace reported ${announced} records but sent ${came}. Try again later.`,
  );
}

/** Adds the page number to the message unless the call will be retried later. */
function atPage(page: number, { code, message, details }: MarketError) {
  const where =
    page > 1 && details.retryAt === undefined
      ? ` The error occurred on page ${page}; earlier pages are in the sheet.`
      : '';
  return new MarketError(code, message + where, details);
}

export function pageSizesOf({ paging }: Operation, settings?: Partial<Settings>): PageSizes {
  const pageSize = settle(paging?.size ?? Number.POSITIVE_INFINITY, settingsWith(settings));
  return { pageSize, usual: paging?.usual };
}

/** Prefixes the message with the unit's identifier or day if the question has several units. */
function naming({ operation, units }: Question, params: Params, error: MarketError) {
  if (units.length < 2) return error;
  const named = listParam(operation, params);
  const list = named === undefined ? [] : [params[named] ?? []].flat();
  const days = operation.split?.flatMap((split) => ('days' in split ? [params[split.days[0]]] : [])) ?? [];
  const name = list.length === 1 ? `"${list[0]}"` : list.length === 0 ? days[0] : undefined;
  return name === undefined ? error : new MarketError(error.code, `${name}: ${error.message}`, error.details);
}

function fetchUnits(network: Network, question: Question): FetchUnits {
  return (units) => {
    const steps = units.map((_, unit) => ({ unit, page: 1 }));
    return fetchSteps(network, { ...question, units }, steps);
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
    const begun = network.clock.now();
    for (let from = 0; from < open.length; ) {
      const left = open.slice(from);
      const admission = network.gate.admit(left.length, left.length);
      if (admission.calls === 0) {
        for (const index of left) outcomes[index] = notYet(question, admission);
        break;
      }
      const batch = left.slice(0, admission.calls);
      calls += send(network, question, steps, batch, outcomes);
      from += batch.length;
      const held = batch.map((index) => outcomes[index]!).find(isHeldBack);
      if (!held) continue;
      // Google would reject the rest, too.
      for (const index of left.slice(batch.length)) outcomes[index] = held;
      break;
    }
    const failed = open.filter((index) => isPassing(outcomes[index]!));
    const pauses = outcomes.some(isHeldBack) ? PAUSES_OF_LIMIT : PAUSES;
    const pause = pauses[round];
    const now = network.clock.now();
    // The retry may take as long as this round.
    const hasTime = pause !== undefined && now + 2 * pause + now - begun < (network.until ?? Number.POSITIVE_INFINITY);
    // Retrying is pointless after a cap error or rejected credentials.
    const isHopeless = outcomes.some((each) => isError(each) && isFatal(each) && !isPassing(each));
    open = hasTime && !isHopeless ? failed : [];
    if (open.length > 0) network.clock.sleep(pause! * (0.5 + network.random()));
  }
  const held = outcomes.some(isHeldBack) ? heldBack(network, question) : undefined;
  return { outcomes: held ? outcomes.map((each) => (isHeldBack(each) ? held : each)) : outcomes, calls };
}

/** Tells the gate that Google rejected a call. Returns an error with the next possible time; undefined if it is now. */
function heldBack({ gate }: Network, question: Question) {
  gate.heldBack();
  const admission = gate.admit(1, 1);
  return admission.calls === 0 ? notYet(question, admission) : undefined;
}

/** Sends a batch of steps in parallel and stores their outcomes. Returns the number of calls. */
function send(
  network: Network,
  question: Question,
  steps: readonly Step[],
  batch: readonly number[],
  outcomes: (Page | MarketError)[],
) {
  const requests = batch.map((index) => {
    const { unit, page } = steps[index]!;
    return buildRequest(question, question.units[unit]!, page);
  });
  const results = network.http.fetchAll(requests);
  const read = batch.map((index, at) => readStep(network, question, steps[index]!, results[at]!));
  batch.forEach((index, at) => {
    const outcome = read[at]!;
    outcomes[index] = outcome;
    if (isError(outcome))
      network.failed?.({ question, page: steps[index]!.page, result: results[at]!, error: outcome });
  });
  const sent = sentOf(results, read, network.clock.now());
  network.gate.sent(sent);
  return sent.count;
}

function sentOf(results: readonly HttpResult[], outcomes: readonly (Page | MarketError)[], at: number): Sent {
  // Cap errors from the service have an HTTP status. Our own don't.
  const isCap = ({ code, details }: MarketError) => code === 'MARKET_CAP' && details.httpStatus !== undefined;
  const refusals = outcomes.filter(isError).filter(isCap);
  const retryAts = refusals.flatMap(({ details }) => details.retryAt ?? []);
  const faults = results.flatMap((result) => ('fault' in result ? [result.fault] : []));
  return {
    at,
    count: results.reduce((sum, { sent = 1 }) => sum + sent, 0),
    unanswered: faults.filter((fault) => !UNSENT.has(fault)).length,
    ...(refusals.length > 0 ? { refusal: { at, count: refusals.length, retryAt: Math.max(at, ...retryAts) } } : {}),
  };
}

/** Faults in which Google didn't send the request. */
const UNSENT: ReadonlySet<Fault> = new Set(['limit', 'permission']);

export function notYet({ operation }: Question, { next, because }: Admission): MarketError {
  const details = { retryAt: next };
  if (because === 'day')
    return new MarketError('MARKET_QUOTA', "Google's daily calls are used up, apart from a reserve.", details);
  if (because === 'pause') return new MarketError('MARKET_QUOTA', HELD_BACK, details);
  const sentence =
    because === 'cap'
      ? `The hourly calls for ${operation.title} are used up.`
      : 'Many runs are active right now. Try again in a minute.';
  return new MarketError('MARKET_CAP', sentence, details);
}

function readStep(network: Network, question: Question, { unit, page }: Step, result: HttpResult): Page | MarketError {
  const redact = redactorOf(question.connection);
  const read = (): Page => {
    const answer = readPage(question, question.units[unit]!, page, result, network.clock.now());
    return {
      ...answer,
      records: answer.records.map((record) => withSeller(question.connection, redactRecord(record, redact))),
      unknownFields: answer.unknownFields.map(({ is, field, value }) => ({
        is,
        field: redact(field),
        value: redact(value),
      })),
    };
  };
  return orElse(read, (error) => redactError(error, redact));
}

function withSeller({ sellerId }: Question['connection'], record: AnyRecord) {
  return 'sellerId' in record && (record.sellerId ?? '') === '' ? { ...record, sellerId } : record;
}

function isError(outcome: Page | MarketError): outcome is MarketError {
  return outcome instanceof MarketError;
}

function isPassing(outcome: Page | MarketError) {
  return isError(outcome) && outcome.details.passing === true;
}

/** True if Google refused to send the call. */
function isHeldBack(outcome: Page | MarketError) {
  return isError(outcome) && outcome.code === 'MARKET_QUOTA' && isPassing(outcome);
}
