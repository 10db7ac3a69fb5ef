/** A formula as a cell calls it: failures become an error whose note begins with a stable code. */
import { evaluate } from '../formulas/evaluate.ts';
import type { Input, Output } from '../formulas/formula.ts';
import { findFormula } from '../formulas/functions/registry.ts';
import { connectionNamed } from '../formulas/parsed-arguments.ts';
import { answerQueries } from '../formulas/queue/answer-queries.ts';
import { meaningTextsOf } from '../formulas/queue/understanding.ts';
import { MarketError } from '../protocol/market-error.ts';
import { wallText } from '../tables/zone.ts';
import { OwnerChanged } from './formula-owner.ts';
import { cellPorts } from './formula-ports.ts';
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
    const known = error instanceof MarketError ? error : ofGoogle(error);
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

/** Google's services fail at times, in words that name neither the formula nor what to do. */
function ofGoogle(error: unknown): MarketError | undefined {
  if (!(error instanceof Error) || error.name !== 'Exception') return undefined;
  const said = error.message.replace(/\.?\s*$/, '');
  return new MarketError(
    'MARKET_TIMEOUT',
    `Google did not answer (${said}). Reload the spreadsheet, or change the cell that is the formula's last argument.`,
  );
}

function noteOf({ code, message, details }: MarketError): string {
  if (details.retryAt === undefined) return `${code}: ${message}`;
  const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  const [until, now] = [wallText(details.retryAt, zone), wallText(clock.now(), zone)];
  const isToday = until.slice(0, 10) === now.slice(0, 10);
  return `${code}: ${message} Formulas can ask again from ${until.slice(isToday ? 11 : 0, 16)}.`;
}
