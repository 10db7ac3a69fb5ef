/** Uses bisection to find identifiers that make the service reject a whole call. */
import type { UnknownField } from './decode.ts';
import { someOf } from './lists.ts';
import { isFatal, MarketError } from './market-error.ts';
import type { Operation } from './operation.ts';
import { nothingCodes, type Page, type Source, type UnitRecords } from './page.ts';
import type { Params } from './params.ts';
import { codesIn, settingsWith } from './settings.ts';
import type { Outcome } from './unit-pages.ts';

/** Seven rounds of two calls isolate one of 100 identifiers. */
const MOST_CALLS = 14;

export interface StepResult {
  readonly outcome: Outcome;
  readonly pages: readonly UnitRecords[];
  readonly complete: readonly UnitRecords[];
  readonly errors: readonly MarketError[];
  readonly refused: readonly string[];
  readonly suspects: readonly string[];
  readonly calls: number;
  /** Would affect all further calls. The step is requested again later. */
  readonly fatal?: MarketError;
}

export const NOTHING: StepResult = {
  outcome: undefined,
  pages: [],
  complete: [],
  errors: [],
  refused: [],
  suspects: [],
  calls: 0,
};

export type FetchUnits = (units: readonly Params[]) => {
  readonly outcomes: readonly (Page | MarketError)[];
  readonly calls: number;
};

/**
 * Repeats a rejected call in halves until each bad identifier has its own call. After `MOST_CALLS`, the remaining
 * identifiers become suspects for the next run. Undefined if the error isn't about an identifier in a list.
 */
export function isolate(
  source: Source & { readonly isolated?: ReadonlySet<string> },
  params: Params,
  error: MarketError,
  fetchUnits: FetchUnits,
): StepResult | undefined {
  const { operation, isolated, connection } = source;
  const name = listParam(operation, params);
  const settings = settingsWith(connection.settings);
  const nothing = nothingCodes(operation, params, settings, true);
  // One bad identifier can make the service report the whole request as malformed.
  const malformed = codesIn(settings.requestFaultCodes);
  const spoiling = [...(operation.answer.spoiling ?? []), ...nothing, ...malformed];
  const isSpoilt = ({ details }: MarketError) => (details.serviceCodes ?? []).some((code) => spoiling.includes(code));
  if (name === undefined || !isSpoilt(error)) return undefined;
  const refused: string[] = [];
  const suspects: string[] = [];
  const unknownFields: UnknownField[] = [];
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
    const halves = [values.slice(0, middle), values.slice(middle)].map((half) => ({ ...next.params, [name]: half }));
    spent += 2;
    const fetched = fetchUnits(halves);
    calls += fetched.calls;
    const fatal = fetched.outcomes.find(
      (outcome): outcome is MarketError => outcome instanceof MarketError && isFatal(outcome),
    );
    if (fatal) return { ...NOTHING, outcome: 'due', calls, fatal };
    fetched.outcomes.forEach((outcome, index) => {
      const half = halves[index]!;
      if (outcome instanceof MarketError) {
        open.push({ params: half, error: outcome });
      } else {
        unknownFields.push(...outcome.unknownFields);
        pages.push({ params: half, records: outcome.records });
      }
    });
  }
  const records = pages.flatMap((page) => page.records);
  const outcome = { records, unknownFields };
  // If every half was rejected, something else in the request is malformed.
  const isRequest = pages.length === 0 && isAll(error.details.serviceCodes, malformed);
  if (isRequest && ![params[name]!].flat().every((value) => isolated?.has(value)))
    return { ...NOTHING, errors: [error], calls };
  // If both halves were empty, so is the whole call.
  const isNothing = pages.length === 0 && errors.every(({ details }) => isAll(details.serviceCodes, nothing));
  const unit = [{ params, records }];
  return isNothing
    ? { ...NOTHING, outcome, pages: unit, complete: unit, calls }
    : { outcome, pages, complete: pages, errors, refused, suspects, calls };
}

/** Returns the list param that splits these params into units. */
export function listParam(operation: Operation, params: Params): string | undefined {
  return operation.split
    ?.map((split) => ('each' in split ? split.each : ''))
    .find((each) => params[each] !== undefined);
}

function isAll(codes: readonly string[] | undefined, known: readonly string[]) {
  return codes !== undefined && codes.length > 0 && codes.every((code) => known.includes(code));
}

/** Prefixes the message with the bad identifiers, or with the number of suspects and the first one. */
function naming(values: readonly string[], isKnown: boolean, { code, message, details }: MarketError) {
  const names = values.map((value) => `"${value}"`);
  const which =
    values.length === 1 || isKnown ? someOf(names) : `${values.length} identifiers starting with ${names[0]}`;
  return new MarketError(code, `${which}: ${message}`, { ...details, identifiers: values });
}
