/** A formula as a cell calls it: failures become an error whose note begins with a stable code. */
import { evaluate } from '../formulas/evaluate.ts';
import type { Input, Output } from '../formulas/formula.ts';
import { findFormula } from '../formulas/registry.ts';
import { MarketError } from '../protocol/market-error.ts';
import { formulaAnswers } from './answers.ts';

export function formula(name: string, inputs: ArrayLike<Input>): Output {
  try {
    return evaluate(findFormula(name), Array.from(inputs), formulaAnswers());
  } catch (error) {
    if (error instanceof MarketError) throw new Error(`${error.code}: ${error.message}`);
    throw error;
  }
}
