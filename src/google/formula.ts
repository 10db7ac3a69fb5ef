/** A formula as a cell calls it: failures become an error whose note begins with a stable code. */
import { evaluate } from '../formulas/evaluate.ts';
import type { Input, Output } from '../formulas/formula.ts';
import { findFormula } from '../formulas/registry.ts';
import { MarketError } from '../protocol/market-error.ts';
import { wallText } from '../tables/zone.ts';
import { formulaAnswers } from './answers.ts';
import { clock } from './ports.ts';

export function formula(name: string, inputs: ArrayLike<Input>): Output {
  try {
    return evaluate(findFormula(name), Array.from(inputs), formulaAnswers());
  } catch (error) {
    if (error instanceof MarketError) throw new Error(noteOf(error));
    throw error;
  }
}

function noteOf({ code, message, details }: MarketError): string {
  if (details.retryAt === undefined) return `${code}: ${message}`;
  const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  const [until, now] = [wallText(details.retryAt, zone), wallText(clock.now(), zone)];
  const isToday = until.slice(0, 10) === now.slice(0, 10);
  return `${code}: ${message} It goes on at ${until.slice(isToday ? 11 : 0, 16)}.`;
}
