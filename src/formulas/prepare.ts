/** A formula and its arguments, before anything is asked: what it needs, and what it makes of the answers. */
import { MarketError } from '../protocol/market-error.ts';
import type { Answer, Owner } from './answers.ts';
import { answerRows, chosenColumns } from './chosen-columns.ts';
import type { AskingFormula, Input, Output, ValueFormula } from './formula.ts';
import { columnNames, refreshOf } from './inputs.ts';
import { latestFirst } from './latest.ts';
import type { ParsedArguments } from './parsed-arguments.ts';
import { inputOf, parseArguments } from './parsed-arguments.ts';
import type { Query } from './query.ts';
import { queriesOf } from './query.ts';
import type { Reader } from './results.ts';
import { blanksFor, recordRows, tableRows, valuesOf } from './results.ts';

/** What a formula depends on besides its arguments. */
export interface Surroundings {
  readonly owner: Owner;
  /** IANA name of the spreadsheet's time zone. */
  readonly zone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface Prepared {
  readonly queries: readonly Query[];
  /** The result, from the answers of all items in their order. */
  readonly result: (answers: readonly Answer[]) => Output;
}

/** Formulas that look at few of the newest records of an item share them with those that look at more. */
export const SHARED = 25;

/** Checks the arguments as far as that can be done without asking. */
export function prepare(formula: AskingFormula, inputs: readonly Input[], around: Surroundings): Prepared {
  const given = parseArguments(formula, inputs, around);
  if (!given) return { queries: [], result: () => (formula.gives === 'table' ? '' : blanksFor(inputs[0])) };
  const result = resultOf(formula, inputs, given, around);
  const refresh = refreshOf(inputOf(formula, 'refresh', inputs), around.now);
  const newest = newestOf(formula, given);
  const options = { ...(refresh ? { refresh } : {}), ...(newest ? { newest } : {}) };
  return { queries: queriesOf(formula, given.params, around.owner, options), result };
}

function newestOf(formula: AskingFormula, { count }: ParsedArguments): Query['newest'] {
  if (formula.gives === 'record' || formula.newestFirst === undefined) return undefined;
  return { by: formula.newestFirst, count: Math.max(count ?? formula.limit ?? 1, SHARED) };
}

function resultOf(
  formula: AskingFormula,
  inputs: readonly Input[],
  { count, field }: ParsedArguments,
  { owner, zone }: Surroundings,
): Prepared['result'] {
  const [range] = inputs;
  switch (formula.gives) {
    case 'values': {
      const read = readerOf(formula, field);
      return (answers) => valuesOf(formula, range, answers, read);
    }
    case 'record': {
      const columns = chosenColumns(formula, owner, field === undefined ? [] : [field]);
      const read: Reader = (answer) =>
        answerRows(formula, columns, answer, answer.records, zone)[0]?.[0] ?? '';
      return field === undefined
        ? (answers) => recordRows(formula, columns, range, answers, zone)
        : (answers) => valuesOf(formula, range, answers, read);
    }
    case 'table': {
      const columns = chosenColumns(formula, owner, columnNames(inputOf(formula, 'columns', inputs)));
      return (answers) => tableRows(formula, columns, answers, count ?? formula.limit, zone);
    }
  }
}

function readerOf({ name, values, newestFirst: by }: ValueFormula, field: string | undefined): Reader {
  const names = Object.keys(values);
  const found = field === undefined ? names[0]! : names.find((each) => each === field.toLowerCase());
  if (found === undefined)
    throw new MarketError('MARKET_ARGUMENT', `${name} has no "${field}"; choose from ${names.join(', ')}.`);
  const read = values[found]!;
  return ({ records }) => read(by === undefined ? records : latestFirst(records, by, records.length));
}
