/** Adds custom functions to the formula bar's autocomplete and help. The page itself never evaluates formulas. */
import { addFunction } from '@odoo/o-spreadsheet';
import type { FormulaHelp } from '../wire.ts';

export function nameFormulas(formulas: readonly FormulaHelp[]): void {
  for (const { name, description, arguments: parameters } of formulas) {
    addFunction(name, {
      description,
      category: 'Market for Sheets',
      args: parameters.map((parameter) => ({
        name: parameter.name,
        type: ['ANY', 'RANGE<ANY>'],
        description: parameter.description,
        ...(parameter.optional ? { optional: true } : {}),
      })),
      compute: () => ({ value: '' }),
    } as never);
  }
}
