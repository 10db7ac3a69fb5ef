/** What the README says of formulas, from their declarations: a table of them, and one of the errors that a cell can show. */
import type { ErrorCode } from '../protocol/market-error.ts';
import type { Formula } from './formula.ts';
import { formulas } from './registry.ts';

/** What each error of a formula means; `MARKET_TABLE` is one of pulls alone. */
const MEANINGS: Readonly<Record<Exclude<ErrorCode, 'MARKET_TABLE'>, string>> = {
  MARKET_NO_CONNECTION: 'no shop is connected',
  MARKET_KEY: 'the API key or the secret key is not accepted; the sentence says which',
  MARKET_SELLER: 'the seller ID and the keys do not belong together',
  MARKET_STOREFRONT: 'the operation is not offered on that storefront',
  MARKET_ARGUMENT: 'an argument is wrong; the sentence names it',
  MARKET_NOT_FOUND:
    'the marketplace has nothing of the one identifier that was asked for (in a range: a blank)',
  MARKET_CAP:
    'the marketplace allows no more calls for now, and there is no earlier answer; the sentence says until when',
  MARKET_QUOTA: "Google's daily allowance of calls is used up",
  MARKET_BLOCKED: "the operator's firewall blocked the call",
  MARKET_UNREACHABLE: 'nobody answers at that address, or the service is down',
  MARKET_SERVICE: 'the service refused; its own code and text follow',
  MARKET_BAD_ANSWER: 'the answer was empty, cut off or not data',
  MARKET_TIMEOUT: 'it took longer than a formula may wait',
};

/** Markdown: how each formula is called, what it gives, and the age up to which an answer is given again. */
export function formulaTable(): string {
  return table(
    ['Formula', 'Gives', 'Asks again after'],
    formulas.map((formula) => [`\`=${callOf(formula)}\``, givesOf(formula), ageOf(formula)]),
  );
}

/** Markdown: each code and what it means. */
export function errorTable(): string {
  return table(
    ['Code', 'Means'],
    Object.entries(MEANINGS).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );
}

function callOf({ name, arguments: taken }: Formula): string {
  return `${name}(${taken.map(({ name, optional }) => (optional ? `[${name}]` : name)).join(', ')})`;
}

function givesOf({ summary }: Formula): string {
  return summary[0]!.toLowerCase() + summary.slice(1).replace(/\.$/, '');
}

function ageOf(formula: Formula): string {
  if (formula.gives === 'state') return '-';
  return formula.maxAge < 60 ? `${formula.maxAge} min` : `${formula.maxAge / 60} h`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
