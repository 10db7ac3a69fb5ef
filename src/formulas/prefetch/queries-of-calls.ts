/** The items that calls in cells need, as far as their arguments are known. */
import { MarketError } from '../../protocol/market-error.ts';
import type { Input } from '../formula.ts';
import { formulas } from '../functions/registry.ts';
import type { Surroundings } from '../prepare.ts';
import { prepare } from '../prepare.ts';
import type { Query } from '../query.ts';
import type { ArgumentText, CallText } from './call-text.ts';
import type { Block } from './cell-values.ts';
import { readCells } from './cell-values.ts';
import type { Workbook } from './workbook.ts';

/** A call, and the sheet on which it stands. */
export interface Placed {
  readonly sheet: string;
  readonly call: CallText;
  /** It may never be computed. */
  readonly isConditional: boolean;
}

/** Of each call the items that it needs: nothing when an argument is not known yet, none when it will be refused. */
export function queriesOfCalls(
  workbook: Workbook,
  calls: readonly Placed[],
  around: Surroundings,
  mostCells: number,
): readonly (readonly Query[] | undefined)[] {
  const inputOf = readCells(
    workbook,
    calls.flatMap(({ sheet, call }) => call.arguments.map((argument) => ({ sheet, argument }))),
    mostCells,
  );
  return calls.map(({ sheet, call }) => itemsOfCall(call, (argument) => inputOf(sheet, argument), around));
}

function itemsOfCall(
  call: CallText,
  inputOf: (argument: ArgumentText) => Block | undefined,
  around: Surroundings,
): readonly Query[] | undefined {
  try {
    return queriesNeeded(call, inputOf, around);
  } catch (error) {
    if (error instanceof MarketError) return [];
    throw error;
  }
}

/** Nothing when an argument is not known yet; throws what the formula will say when it refuses them. */
export function queriesNeeded(
  { name, arguments: given }: CallText,
  inputOf: (argument: ArgumentText) => Block | undefined,
  around: Surroundings,
): readonly Query[] | undefined {
  const formula = formulas.find((each) => each.name === name);
  if (!formula || formula.gives === 'state' || given.length > formula.arguments.length) return [];
  const inputs: Input[] = [];
  for (const argument of given) {
    const block = inputOf(argument);
    if (!block) return undefined;
    inputs.push(block.input);
  }
  return prepare(formula, inputs, around).queries;
}
