/** A formula as a cell calls it: failures become an error whose note begins with a stable code. */
import { evaluate } from '../formulas/evaluate.ts';
import type { Input, Output } from '../formulas/formula.ts';
import { findFormula } from '../formulas/functions/registry.ts';
import { connectionNamed } from '../formulas/parsed-arguments.ts';
import { answerQueries } from '../formulas/queue/answer-queries.ts';
import { meaningTextsOf } from '../formulas/queue/understanding.ts';
import type { MarketError } from '../protocol/market-error.ts';
import { wallText } from '../tables/zone.ts';
import { OwnerChanged, spreadsheetZone } from './formula-owner.ts';
import { cellPorts } from './formula-ports.ts';
import { asMarketError } from './google-error.ts';
import { clock } from './ports.ts';

export function formula(name: string, inputs: ArrayLike<Input>): Output {
  const value = () => {
    const [called, given] = [findFormula(name), Array.from(inputs)];
    const ports = cellPorts(connectionNamed(called, given), meaningTextsOf(called, given));
    return evaluate(called, given, ports, (queries) => answerQueries(ports, queries));
  };
  try {
    return withOwner(value);
  } catch (error) {
    const known = asMarketError(error);
    throw known ? new Error(noteOf(known)) : error;
  }
}

/** Once more where the owner's connection turned out to be another one by now. */
function withOwner<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof OwnerChanged) return work();
    throw error;
  }
}

function noteOf({ code, message, details }: MarketError): string {
  if (details.retryAt === undefined) return `${code}: ${message}`;
  const zone = spreadsheetZone();
  const [until, now] = [wallText(details.retryAt, zone), wallText(clock.now(), zone)];
  const isToday = until.slice(0, 10) === now.slice(0, 10);
  return `${code}: ${message} Formulas can ask again from ${until.slice(isToday ? 11 : 0, 16)}.`;
}
