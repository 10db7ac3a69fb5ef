/** What the README of the formulas lists, from their declarations: tables of them, of their arguments and of the errors that a cell can show. */

import type { AnyFormula } from '../../src/formulas/formula.ts';
import { everyFormula, formulas } from '../../src/formulas/functions/registry.ts';
import { ageOf, callOf, errorCodes } from '../../src/help/reference.ts';
import { markdownTable } from '../support/markdown.ts';

/** Markdown: how each formula is called, what it gives, and the age up to which an answer is given again. */
export function formulaTable(): string {
  return markdownTable(
    ['Formula', 'Gives', 'Answers are reused for'],
    everyFormula.map((formula) => [`\`=${callOf(formula)}\``, givesOf(formula), ageOf(formula) || '-']),
  );
}

/** Markdown: an example of each formula, as a block to copy from. */
export function exampleBlock(): string {
  return ['```', ...everyFormula.map(({ example }) => example), '```'].join('\n');
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

/** Codes of pulls and jobs, which no formula meets. */
const OF_PULLS = ['MARKET_TABLE', 'MARKET_UNEXPECTED'];

/** Markdown: each code that a cell can show, what it means and what to do. */
export function errorTable(): string {
  return markdownTable(
    ['Code', 'Means', 'What to do'],
    Object.entries(errorCodes)
      .filter(([code]) => !OF_PULLS.includes(code))
      .map(([code, { means, todo }]) => [`\`${code}\``, means, todo]),
  );
}

function givesOf({ summary }: AnyFormula): string {
  return summary[0]!.toLowerCase() + summary.slice(1).replace(/\.$/, '');
}
