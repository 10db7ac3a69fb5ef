/** Runs a declared formula: arguments in, a value or a table out. */
import { MarketError } from '../protocol/market-error.ts';
import type { Answers } from './answers.ts';
import type { Formula, Input, Output, StateFormula } from './formula.ts';
import { asRange, inputValue, isBlank } from './inputs.ts';
import type { Surroundings } from './prepare.ts';
import { prepare } from './prepare.ts';

export function evaluate(formula: Formula, inputs: readonly Input[], answers: Answers): Output {
  if (inputs.length > formula.arguments.length)
    throw new MarketError(
      'MARKET_ARGUMENT',
      `${formula.name} takes at most ${formula.arguments.length} arguments, not ${inputs.length}.`,
    );
  if (formula.gives === 'state') return stateOf(formula, inputs, answers);
  // Where there is nothing to ask, no service is looked at either.
  if (formula.arguments.every((_, index) => asRange(inputs[index]).flat().every(isBlank)))
    return prepare(formula, inputs, NOWHERE).result([]);
  const around = { owner: answers.owner(), zone: answers.timeZone(), now: answers.now() };
  try {
    const { queries, result } = prepare(formula, inputs, around);
    return result(queries.length === 0 ? [] : answers.answer(queries));
  } catch (error) {
    throw error instanceof MarketError ? inTheWordsOf(formula, error) : error;
  }
}

const NOWHERE: Surroundings = { owner: { name: '', version: '', storefronts: [] }, zone: 'UTC', now: 0 };

function stateOf(formula: StateFormula, inputs: readonly Input[], answers: Answers): Output {
  const values = formula.arguments.flatMap((each, index) => {
    const value = each.takes === 'refresh' ? undefined : inputValue(each, inputs[index], 'UTC');
    return value === undefined ? [] : [[each.name, String(value).trim()]];
  });
  const named: Readonly<Record<string, string>> = Object.fromEntries(values);
  return named[formula.arguments[0]!.name] === undefined ? '' : formula.stateOf(named, answers);
}

/** Params bear other names in formulas; a complaint uses the name that the person sees. */
export function inTheWordsOf(formula: Formula, { code, message, details }: MarketError): MarketError {
  const words = formula.arguments.reduce(
    (text, { name, param }) => (param === undefined ? text : text.split(`"${param}"`).join(`"${name}"`)),
    message,
  );
  return new MarketError(code, words, details);
}
