/** Finds the identifiers that spoil a call for all others in it, by halving. */
import type { AnyRecord } from './fields.ts';
import { MarketError } from './market-error.ts';
import type { Operation } from './operation.ts';
import type { Page } from './page.ts';
import type { Params } from './params.ts';

/** Halving a hundred to one takes seven rounds of two calls. */
const MOST_CALLS = 14;

export interface Isolated {
  readonly records: readonly AnyRecord[];
  readonly answered: readonly Params[];
  /** One for each part that could not be answered, naming the identifier where it is alone. */
  readonly errors: readonly MarketError[];
  readonly calls: number;
}

/**
 * Asks again in halves until the bad ones stand alone or the calls are spent.
 * Nothing when the error is not about one identifier of a list.
 */
export function isolate(
  operation: Operation,
  params: Params,
  error: MarketError,
  ask: (units: readonly Params[]) => readonly (Page | MarketError)[],
): Isolated | undefined {
  const name = operation.split
    ?.map((split) => ('each' in split ? split.each : ''))
    .find((each) => params[each]);
  const isSpoilt = (failure: MarketError) =>
    operation.answer.spoiling?.includes(failure.details.serviceCode ?? '') === true;
  if (name === undefined || !isSpoilt(error)) return undefined;
  const records: AnyRecord[] = [];
  const answered: Params[] = [];
  const errors: MarketError[] = [];
  let calls = 0;
  const open: { params: Params; error: MarketError }[] = [{ params, error }];
  for (let next = open.shift(); next; next = open.shift()) {
    const values = [next.params[name]!].flat();
    if (values.length === 1 || calls + 2 > MOST_CALLS || !isSpoilt(next.error)) {
      errors.push(naming(values, next.error));
      continue;
    }
    const middle = Math.ceil(values.length / 2);
    const halves = [values.slice(0, middle), values.slice(middle)].map((half) => ({
      ...next.params,
      [name]: half,
    }));
    calls += 2;
    ask(halves).forEach((outcome, index) => {
      const half = halves[index]!;
      if (outcome instanceof MarketError) {
        open.push({ params: half, error: outcome });
      } else {
        records.push(...outcome.records);
        answered.push(half);
      }
    });
  }
  return { records, answered, errors, calls };
}

function naming(values: readonly string[], { code, message, details }: MarketError): MarketError {
  const which =
    values.length === 1 ? `"${values[0]}"` : `${values.length} identifiers from "${values[0]}" on`;
  return new MarketError(code, `${which}: ${message}`, details);
}
