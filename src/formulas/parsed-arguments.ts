/** The arguments of a formula as it was called, checked, by what they are for. */
import { operations } from '../operations/registry.ts';
import { readWall } from '../protocol/dates.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Argument, AskingFormula, Formula, Input } from './formula.ts';
import { inputValue } from './inputs.ts';
import { PERIODS, relativePeriod } from './periods.ts';

export interface ParsedArguments {
  /** By the operation's params. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly count: number | undefined;
  readonly field: string | undefined;
}

/** Nothing when all required arguments are blank. */
export function parseArguments(
  formula: AskingFormula,
  inputs: readonly Input[],
  { zone, now }: { readonly zone: string; readonly now: number },
): ParsedArguments | undefined {
  const value = (each: Argument) =>
    each.takes === 'columns' || each.takes === 'refresh'
      ? undefined
      : inputValue(each, inputs[formula.arguments.indexOf(each)], zone);
  const values = new Map(formula.arguments.map((each) => [each, value(each)] as const));
  const required = formula.arguments.filter(({ optional }) => !optional);
  const missing = required.filter((each) => values.get(each) === undefined);
  if (missing.length === required.length) return undefined;
  if (missing[0]) throw lacking(formula, missing[0]);
  const valueFor = (takes: Argument['takes']) => [...values].find(([each]) => each.takes === takes)?.[1];
  const params: Record<string, unknown> = {};
  for (const [{ param }, given] of values)
    if (param !== undefined && given !== undefined) params[param] = given;
  return {
    params: withPeriod(formula, params, now),
    count: valueFor('count') as number | undefined,
    field: valueFor('field') as string | undefined,
  };
}

/** What was given for the argument that takes that. */
export function inputOf(formula: Formula, takes: Argument['takes'], inputs: readonly Input[]): Input {
  return inputs[formula.arguments.findIndex((each) => each.takes === takes)];
}

/** A relative period in the place of the first day stands for the last day too, where that is left out. */
function withPeriod(
  formula: AskingFormula,
  params: Readonly<Record<string, unknown>>,
  now: number,
): Readonly<Record<string, unknown>> {
  const { period }: Operation = operations[formula.operation];
  if (!period) return params;
  const [from, to] = period;
  const last = formula.arguments.find(({ param }) => param === to);
  if (!last) return params;
  const textOf = (param: string) => String(params[param] ?? '');
  const start = relativePeriod(textOf(from), now);
  const end = params[to] === undefined ? start : relativePeriod(textOf(to), now);
  if (params[to] === undefined && !start) {
    if (readWall(textOf(from))) throw lacking(formula, last);
    throw new MarketError(
      'MARKET_ARGUMENT',
      `"${from}" takes a date such as 2025-06-30, or a period: ${PERIODS}; not "${textOf(from)}".`,
    );
  }
  return { ...params, [from]: start?.from ?? params[from], [to]: end?.to ?? params[to] };
}

function lacking({ name: formula }: Formula, { name, help, takes }: Argument): MarketError {
  const periods = takes === 'date' ? ` A period can stand for both days: ${PERIODS}.` : '';
  return new MarketError('MARKET_ARGUMENT', `${formula} needs "${name}": ${help}${periods}`);
}
