/** Finds the identifiers that spoil a call for all others in it, by halving. */
import type { Part, Question, Whole } from './client.ts';
import type { Oddity } from './decode.ts';
import type { AnyRecord } from './fields.ts';
import { isFatal, MarketError } from './market-error.ts';
import type { Page } from './page.ts';
import type { Params } from './params.ts';

/** Halving a hundred to one takes seven rounds of two calls. */
const MOST_CALLS = 14;

/**
 * Asks again in halves until the bad ones stand alone or the calls are spent.
 * Nothing when the error is not about one identifier of a list.
 * Errors name the identifier where it is alone. What was set apart because it was refused before is not halved again.
 */
export function isolate(
  { operation, apart }: Question,
  params: Params,
  error: MarketError,
  ask: (units: readonly Params[]) => readonly (Page | MarketError)[],
): Part | undefined {
  const name = operation.split
    ?.map((split) => ('each' in split ? split.each : ''))
    .find((each) => params[each]);
  const isSpoilt = (failure: MarketError) =>
    operation.answer.spoiling?.includes(failure.details.serviceCode ?? '') === true;
  if (name === undefined || !isSpoilt(error)) return undefined;
  const refused: string[] = [];
  const oddities: Oddity[] = [];
  const records: AnyRecord[] = [];
  const answered: Params[] = [];
  const whole: Whole[] = [];
  const errors: MarketError[] = [];
  let calls = 0;
  const open: { params: Params; error: MarketError }[] = [{ params, error }];
  for (let next = open.shift(); next; next = open.shift()) {
    const values = [next.params[name]!].flat();
    const isKnown = values.every((value) => apart?.has(value));
    if (values.length === 1 || isKnown || calls + 2 > MOST_CALLS || !isSpoilt(next.error)) {
      errors.push(naming(values, isKnown, next.error));
      if (values.length === 1 && isSpoilt(next.error)) refused.push(values[0]!);
      continue;
    }
    const middle = Math.ceil(values.length / 2);
    const halves = [values.slice(0, middle), values.slice(middle)].map((half) => ({
      ...next.params,
      [name]: half,
    }));
    calls += 2;
    const outcomes = ask(halves);
    const fatal = outcomes.find(
      (outcome): outcome is MarketError => outcome instanceof MarketError && isFatal(outcome),
    );
    if (fatal) return { outcome: 'due', answered: [], whole: [], errors: [], refused: [], calls, fatal };
    outcomes.forEach((outcome, index) => {
      const half = halves[index]!;
      if (outcome instanceof MarketError) {
        open.push({ params: half, error: outcome });
      } else {
        records.push(...outcome.records);
        oddities.push(...outcome.oddities);
        answered.push(half);
        whole.push({ params: half, records: outcome.records });
      }
    });
  }
  return { outcome: { records, oddities }, answered, whole, errors, refused, calls };
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
  return new MarketError(code, `${which}: ${message}`, details);
}

const MOST_NAMES = 10;
