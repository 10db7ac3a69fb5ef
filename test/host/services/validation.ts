// Enforces rules that reject input, for users and scripts.
import { columnName } from '../a1.ts';
import type { ValidationSpec } from '../inside/validation.ts';
import type { Locale } from '../workbook/locale.ts';
import { typedText } from '../workbook/typed-text.ts';
import type { Writer } from './protection.ts';
import type { RangeAddress } from './range.ts';
import { ServiceError } from './service.ts';
import { resolveArea } from './sheet.ts';

type Test = (value: unknown, against: unknown[]) => boolean;

const numbers = (holds: (value: number, ...against: number[]) => boolean): Test => {
  return (value, against) => typeof value === 'number' && holds(value, ...against.map(Number));
};
const texts = (holds: (value: string, against: string) => boolean): Test => {
  return (value, [against]) => holds(String(value), String(against));
};

/** Rules that can be checked from the value alone. */
const tests: Record<string, Test> = {
  CHECKBOX: (value, values) => (values.length > 0 ? values.includes(value) : typeof value === 'boolean'),
  VALUE_IN_LIST: (value, [list]) => (list as unknown[]).map(String).includes(String(value)),
  NUMBER_BETWEEN: numbers((value, from, to) => value >= from! && value <= to!),
  NUMBER_NOT_BETWEEN: numbers((value, from, to) => value < from! || value > to!),
  NUMBER_EQUAL_TO: numbers((value, other) => value === other),
  NUMBER_NOT_EQUAL_TO: numbers((value, other) => value !== other),
  NUMBER_GREATER_THAN: numbers((value, other) => value > other!),
  NUMBER_GREATER_THAN_OR_EQUAL_TO: numbers((value, other) => value >= other!),
  NUMBER_LESS_THAN: numbers((value, other) => value < other!),
  NUMBER_LESS_THAN_OR_EQUAL_TO: numbers((value, other) => value <= other!),
  TEXT_CONTAINS: texts((value, other) => value.includes(other)),
  TEXT_DOES_NOT_CONTAIN: texts((value, other) => !value.includes(other)),
  TEXT_EQUAL_TO: texts((value, other) => value === other),
};

/** Throws Google's message at the first value that violates its cell's rule. */
export function demandValid(writer: Writer, at: RangeAddress, valueAt: (row: number, column: number) => unknown): void {
  const { workbook } = writer.host;
  if (!workbook.hasValidations(at.sheetId)) return;
  const valuesOf = (text: string) => {
    const { sheetId, ...rect } = resolveArea(writer, at.sheetId, text);
    return workbook.read(sheetId, rect, 'displayValues').flat();
  };
  const rules = workbook.read(at.sheetId, at, 'validations') as (ValidationSpec | null)[][];
  rules.forEach((line, row) => {
    line.forEach((rule, column) => {
      if (rule === null || rule.allowInvalid || accepts(rule, valueAt(row, column), valuesOf, workbook.book.locale))
        return;
      const cell = `${columnName(at.column + column)}${at.row + row}`;
      throw new ServiceError(
        'The data you entered in cell {0} violates the data validation rules set on this cell.',
        cell,
      );
    });
  });
}

function accepts(
  { type, values }: ValidationSpec,
  value: unknown,
  valuesOf: (range: string) => unknown[],
  locale: Locale,
): boolean {
  if (value === '' || value === null || value === undefined) return true;
  const typed = typeof value === 'string' ? typedText(value, 2000, locale) : undefined;
  // A formula's result isn't known yet, and Google accepts it.
  if (typed?.kind === 'formula') return true;
  if (type === 'VALUE_IN_RANGE') return valuesOf(String(values[0])).map(String).includes(String(value));
  const test = tests[type];
  if (!test) throw new Error(`not emulated: writing to a cell with the validation rule ${type}`);
  return test(typed?.kind === 'literal' && !/^TEXT|LIST$/.test(type) ? typed.value : value, values);
}
