/** What the README of the formulas lists, from their declarations: tables of them, of their arguments and of the errors that a cell can show. */

import type { Formula } from '../../src/formulas/formula.ts';
import { formulas } from '../../src/formulas/functions/registry.ts';
import type { ErrorCode } from '../../src/protocol/market-error.ts';
import { markdownTable } from '../support/markdown.ts';

interface Meaning {
  readonly means: string;
  readonly todo: string;
}

/** Of each error of a formula; `MARKET_TABLE` is one of pulls alone. */
const MEANINGS: Readonly<Record<Exclude<ErrorCode, 'MARKET_TABLE'>, Meaning>> = {
  MARKET_NO_CONNECTION: {
    means: 'the owner of the spreadsheet has connected no shop',
    todo: 'the owner connects one in the sidebar; then reload the spreadsheet',
  },
  MARKET_KEY: {
    means: 'the API key or the secret key is not accepted; the sentence says which',
    todo: 'copy it again from the seller portal into the connection',
  },
  MARKET_SELLER: {
    means: 'the seller ID and the keys do not belong together',
    todo: 'check the seller ID of the connection; press *Test*',
  },
  MARKET_STOREFRONT: {
    means: 'the operation is not offered on that storefront',
    todo: 'choose one that the sentence names, in the formula or in the connection',
  },
  MARKET_ARGUMENT: {
    means: 'an argument is wrong; the sentence names it',
    todo: 'type what the sentence asks for; nothing was asked of the marketplace',
  },
  MARKET_NOT_FOUND: {
    means:
      'the marketplace has nothing of the one identifier that was asked for, or the Catalog does not say which item it is (in a range: a blank)',
    todo: 'check the identifier, or do what the sentence says; after 15 minutes a reload asks for it again',
  },
  MARKET_CAP: {
    means: 'the marketplace allows no more calls for now, and there is no earlier answer',
    todo: 'wait until the time in the sentence, which is in the time zone of the spreadsheet; then reload it',
  },
  MARKET_QUOTA: {
    means: "Google's daily allowance of calls is used up",
    todo: 'wait: it comes back within 24 hours; let fewer jobs run',
  },
  MARKET_BLOCKED: {
    means: "the operator's firewall blocked the call",
    todo: "ask the operator's support to admit calls from Google Apps Script",
  },
  MARKET_UNREACHABLE: {
    means: 'nobody answers at that address, or the service is down',
    todo: 'check the base address of the connection; else try again in some minutes',
  },
  MARKET_SERVICE: {
    means: 'the service refused; its own code and text follow',
    todo: "mend what its text names; else ask the operator's support",
  },
  MARKET_BAD_ANSWER: {
    means: 'the answer was empty, cut off, not data, or shorter than announced',
    todo: 'try again later; nothing of it was used',
  },
  MARKET_TIMEOUT: {
    means: 'it took longer than a formula may wait',
    todo: 'ask for less in one formula, or choose *Fetch what my formulas need*',
  },
};

/** Markdown: how each formula is called, what it gives, and the age up to which an answer is given again. */
export function formulaTable(): string {
  return markdownTable(
    ['Formula', 'Gives', 'An answer serves for'],
    formulas.map((formula) => [`\`=${callOf(formula)}\``, givesOf(formula), ageOf(formula)]),
  );
}

/** Markdown: an example of each formula, as a block to copy from. */
export function exampleBlock(): string {
  return ['```', ...formulas.map(({ example }) => example), '```'].join('\n');
}

/** Markdown: what each argument takes, in the words of the help while a formula is typed; those that are alike as one. */
export function argumentTable(): string {
  const helps = new Map<string, string[]>();
  for (const formula of formulas)
    for (const { name, help } of formula.arguments) {
      const row = `\`${name}\` | ${help}`;
      helps.set(row, [...(helps.get(row) ?? []), formula.name.replace('MARKET_', '')]);
    }
  const of = (names: readonly string[]) =>
    names.length === formulas.length ? 'all' : names.map((name) => `\`${name}\``).join(', ');
  return markdownTable(
    ['Argument', 'What to give', 'Of `MARKET_`…'],
    [...helps].map(([row, names]) => [...row.split(' | '), of(names)]),
  );
}

/** Markdown: each code, what it means and what to do. */
export function errorTable(): string {
  return markdownTable(
    ['Code', 'Means', 'What to do'],
    Object.entries(MEANINGS).map(([code, { means, todo }]) => [`\`${code}\``, means, todo]),
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
