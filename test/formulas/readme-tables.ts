/** README tables for formulas, built from their declarations. */

import type { AnyFormula } from '../../src/formulas/formula.ts';
import { everyFormula, formulas } from '../../src/formulas/functions/registry.ts';
import { ageOf, callOf, errorCodes } from '../../src/help/reference.ts';
import { markdownTable } from '../support/markdown.ts';

/** Each formula's call, result, and cache time. */
export function formulaTable(): string {
  return markdownTable(
    ['Formula', 'Returns', 'Cached for'],
    everyFormula.map((formula) => [`\`=${callOf(formula)}\``, givesOf(formula), ageOf(formula) || '-']),
  );
}

/** An example of each formula, as a block to copy. */
export function exampleBlock(): string {
  return ['```', ...everyFormula.map(({ example }) => example), '```'].join('\n');
}

/** Each argument's help; identical entries are merged. */
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
    ['Argument', 'Value', 'Used by `MARKET_`…'],
    [...helps].map(([row, names]) => [...row.split(' | '), of(names)]),
  );
}

/** Codes that only pulls and jobs report. */
const OF_PULLS = ['MARKET_TABLE', 'MARKET_UNEXPECTED'];

/** Codes that a cell can show, with their meanings and remedies. */
export function errorTable(): string {
  return markdownTable(
    ['Code', 'Meaning', 'What to do'],
    Object.entries(errorCodes)
      .filter(([code]) => !OF_PULLS.includes(code))
      .map(([code, { means, todo }]) => [`\`${code}\``, means, todo]),
  );
}

function givesOf({ summary }: AnyFormula): string {
  return summary[0]!.toLowerCase() + summary.slice(1).replace(/\.$/, '');
}
