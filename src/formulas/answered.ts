/** Which records answer which identifier. */
import type { OperationId } from '../operations/registry.ts';
import { operations } from '../operations/registry.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Finds, Operation } from '../protocol/operation.ts';
import type { Answers } from './formula.ts';

/** Identifiers that each need a call of their own while the cell waits. */
const MOST_ALONE = 30;

/** The records of each identifier; one that the marketplace does not know has none. */
export function recordsByIdentifier(
  answers: Answers,
  id: OperationId,
  param: string,
  params: Readonly<Record<string, unknown>>,
  identifiers: readonly string[],
): (identifier: string) => readonly AnyRecord[] {
  const operation: Operation = operations[id];
  const fields = (operation.finds ?? []).filter(
    (finds) => finds.field !== undefined && finds.param === param && fits(operation, finds, params),
  );
  if (fields.length > 0) return joined(answers.ask(id, params), fields);
  // Nothing in the answer repeats what was asked, such as a UPC code: only a question about one can be told apart.
  if (identifiers.length > MOST_ALONE)
    throw new MarketError(
      'MARKET_ARGUMENT',
      `Of this type a formula takes at most ${MOST_ALONE} identifiers, because each needs a call of its own; use item numbers or part numbers.`,
    );
  const alone = new Map(
    identifiers.map((identifier) => [identifier, answers.ask(id, { ...params, [param]: [identifier] })]),
  );
  return (identifier) => alone.get(identifier) ?? [];
}

/** A param that was left blank is told from the identifier, and then any field may answer it. */
function fits(operation: Operation, { when }: Finds, params: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(when ?? {}).every(([name, value]) => {
    const given = params[name] === undefined ? '' : String(params[name]).trim().toLowerCase();
    const label = operation.params[name]?.choices?.[value]?.toLowerCase();
    return given === '' || given === value || given === label;
  });
}

/** By exact spelling, else in any case: item numbers are often typed in lower case. */
function joined(records: readonly AnyRecord[], fields: readonly Finds[]) {
  const exact = new Map<string, AnyRecord[]>();
  const inAnyCase = new Map<string, AnyRecord[]>();
  for (const record of records)
    for (const name of new Set(fields.map(({ field }) => record[field ?? '']))) {
      if (typeof name !== 'string') continue;
      add(exact, name, record);
      add(inAnyCase, name.toLowerCase(), record);
    }
  return (identifier: string) => exact.get(identifier) ?? inAnyCase.get(identifier.toLowerCase()) ?? [];
}

function add(map: Map<string, AnyRecord[]>, name: string, record: AnyRecord): void {
  const known = map.get(name);
  if (known) known.push(record);
  else map.set(name, [record]);
}
