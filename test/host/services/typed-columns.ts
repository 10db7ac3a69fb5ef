// Tables that a user made with *Convert to table*. Google rejects formats and validation rules in them.
import type { Execution } from '../execution/execution.ts';
import { type Method, ServiceError } from './service.ts';

/** Range members that always fail on typed columns. */
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

/** Range members that fail only on typed columns that reject values. */
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

/** Adds the check for typed columns to Range members. */
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
