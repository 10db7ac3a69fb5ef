/** Finds the identifiers that spoil a call for all others in it, by halving. */
import type { Part, Question, UnitRecords } from './client.ts';
import type { UnknownField } from './decode.ts';
import type { AnyRecord } from './fields.ts';
import { isFatal, MarketError } from './market-error.ts';
import type { Operation } from './operation.ts';
import type { Page } from './page.ts';
import { nothingCodes } from './page.ts';
import type { Params } from './params.ts';
import { codesIn, settingsWith } from './settings.ts';

/** Halving a hundred to one takes seven rounds of two calls. */
const MOST_CALLS = 14;

/** The only pages of some units, and the calls that they took. */
export type Ask = (units: readonly Params[]) => {
  readonly outcomes: readonly (Page | MarketError)[];
  readonly calls: number;
};

/**
 * Asks again in halves until the bad ones stand alone or the calls are spent; what is not taken apart by then is
 * suspect, and the next run goes on with it. Nothing when the error is not about one identifier of a list.
 * What was set apart because it was refused before is not halved again.
 */
export function isolate(question: Question, params: Params, error: MarketError, ask: Ask): Part | undefined {
  const { operation, isolated } = question;
  const name = listParam(operation, params);
  const settings = settingsWith(question.connection.settings);
  const alone = nothingCodes(operation, params, settings, true);
  // One identifier that is none is enough for a whole request to be called malformed.
  const malformed = codesIn(settings.requestFaultCodes);
  const spoiling = [...(operation.answer.spoiling ?? []), ...alone, ...malformed];
  const isSpoilt = ({ details }: MarketError) =>
    (details.serviceCodes ?? []).some((code) => spoiling.includes(code));
  if (name === undefined || !isSpoilt(error)) return undefined;
  const refused: string[] = [];
  const suspects: string[] = [];
  const unknownFields: UnknownField[] = [];
  const records: AnyRecord[] = [];
  const pages: UnitRecords[] = [];
  const errors: MarketError[] = [];
  let spent = 0;
  let calls = 0;
  const open: { params: Params; error: MarketError }[] = [{ params, error }];
  for (let next = open.shift(); next; next = open.shift()) {
    const values = [next.params[name]!].flat();
    const isKnown = values.every((value) => isolated?.has(value));
    if (values.length === 1 || isKnown || spent + 2 > MOST_CALLS || !isSpoilt(next.error)) {
      errors.push(naming(values, isKnown, next.error));
      if (isSpoilt(next.error) && !isKnown) (values.length === 1 ? refused : suspects).push(...values);
      continue;
    }
    const middle = Math.ceil(values.length / 2);
    const halves = [values.slice(0, middle), values.slice(middle)].map((half) => ({
      ...next.params,
      [name]: half,
    }));
    spent += 2;
    const asked = ask(halves);
    calls += asked.calls;
    const fatal = asked.outcomes.find(
      (outcome): outcome is MarketError => outcome instanceof MarketError && isFatal(outcome),
    );
    if (fatal)
      return { outcome: 'due', pages: [], complete: [], errors: [], refused: [], suspects: [], calls, fatal };
    asked.outcomes.forEach((outcome, index) => {
      const half = halves[index]!;
      if (outcome instanceof MarketError) {
        open.push({ params: half, error: outcome });
      } else {
        records.push(...outcome.records);
        unknownFields.push(...outcome.unknownFields);
        pages.push({ params: half, records: outcome.records });
      }
    });
  }
  const outcome = { records, unknownFields };
  // No part was taken, so it is something else about the request that is malformed.
  const isRequest = pages.length === 0 && isAll(error.details.serviceCodes, malformed);
  if (isRequest && ![params[name]!].flat().every((value) => isolated?.has(value)))
    return { outcome: undefined, pages, complete: pages, errors: [error], refused: [], suspects: [], calls };
  // No part brought anything, and the code says so of each: then it is so.
  const isNothing = pages.length === 0 && errors.every(({ details }) => isAll(details.serviceCodes, alone));
  return isNothing
    ? {
        outcome,
        pages: [{ params, records }],
        complete: [{ params, records }],
        errors: [],
        refused: [],
        suspects: [],
        calls,
      }
    : { outcome, pages, complete: pages, errors, refused, suspects, calls };
}

/** The param by which these params are one call of several. */
export function listParam(operation: Operation, params: Params): string | undefined {
  return operation.split
    ?.map((split) => ('each' in split ? split.each : ''))
    .find((each) => params[each] !== undefined);
}

function isAll(codes: readonly string[] | undefined, known: readonly string[]): boolean {
  return codes !== undefined && codes.length > 0 && codes.every((code) => known.includes(code));
}

/** Identifiers that were refused before are named all, as far as a sentence can; others by the first of them. */
function naming(
  values: readonly string[],
  isKnown: boolean,
  { code, message, details }: MarketError,
): MarketError {
  const names = values.slice(0, MOST_NAMES).map((value) => `"${value}"`);
  const more = values.length > MOST_NAMES ? ` and ${values.length - MOST_NAMES} more` : '';
  const which =
    values.length === 1 || isKnown
      ? `${names.join(', ')}${more}`
      : `${values.length} identifiers from ${names[0]} on`;
  return new MarketError(code, `${which}: ${message}`, { ...details, ofIdentifiers: true });
}

const MOST_NAMES = 10;
