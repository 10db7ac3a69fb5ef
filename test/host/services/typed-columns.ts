// Sheets that a person made a table of with *Convert to table*: Google refuses formats and rules there.
import type { Execution } from '../execution/execution.ts';
import { type Method, ServiceError } from './service.ts';

/** Members of a range that typed columns always refuse. */
const formats = new Set([
  'setNumberFormat',
  'setNumberFormats',
  'setDataValidation',
  'setDataValidations',
  'clear',
  'clearFormat',
  'clearDataValidations',
  'removeCheckboxes',
]);

/** Those that they refuse where they take no values either. */
const values = new Set([
  'setValue',
  'setValues',
  'setFormula',
  'setFormulas',
  'setFormulaR1C1',
  'setFormulasR1C1',
  'clearContent',
  'setChecked',
]);

export function demandUntyped({ host }: Execution, sheetId: number, what: 'formats' | 'values'): void {
  const refused = host.workbook.book.typedColumns.get(sheetId);
  if (refused === undefined || (what === 'values' && refused === 'formats')) return;
  throw new ServiceError('This operation is not allowed on cells in typed columns.');
}

/** The same members of a range, which ask that first. */
export function refusingTypedColumns(members: Record<string, Method>): Record<string, Method> {
  const guarded = Object.entries(members).map(([name, method]): [string, Method] => {
    const what = formats.has(name) ? 'formats' : values.has(name) ? 'values' : undefined;
    if (what === undefined) return [name, method];
    return [
      name,
      (execution, ...args) => {
        const [{ sheetId }] = args as unknown as [{ sheetId: number }];
        demandUntyped(execution, sheetId, what);
        return method(execution, ...args);
      },
    ];
  });
  return Object.fromEntries(guarded);
}
