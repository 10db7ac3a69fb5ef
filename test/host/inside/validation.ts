// Data validation rules. The workbook stores them, and the host rejects invalid input.
import { columnName } from '../a1.ts';
import { callHost, Exception } from './bridge.ts';
import { addressOf, rangeAt } from './range.ts';
import { sheetById } from './sheet.ts';
import { type Emulated, enumeration, strict } from './strict.ts';

type Rule = GoogleAppsScript.Spreadsheet.DataValidation;
type Builder = GoogleAppsScript.Spreadsheet.DataValidationBuilder;

export interface ValidationSpec {
  type: string;
  values: unknown[];
  allowInvalid: boolean;
  helpText?: string;
}

type Criteria = typeof GoogleAppsScript.Spreadsheet.DataValidationCriteria;

const criteria = {
  requireCheckbox: 'CHECKBOX',
  requireDate: 'DATE_IS_VALID_DATE',
  requireDateAfter: 'DATE_AFTER',
  requireDateBefore: 'DATE_BEFORE',
  requireDateBetween: 'DATE_BETWEEN',
  requireDateEqualTo: 'DATE_EQUAL_TO',
  requireDateNotBetween: 'DATE_NOT_BETWEEN',
  requireDateOnOrAfter: 'DATE_ON_OR_AFTER',
  requireDateOnOrBefore: 'DATE_ON_OR_BEFORE',
  requireFormulaSatisfied: 'CUSTOM_FORMULA',
  requireNumberBetween: 'NUMBER_BETWEEN',
  requireNumberEqualTo: 'NUMBER_EQUAL_TO',
  requireNumberGreaterThan: 'NUMBER_GREATER_THAN',
  requireNumberGreaterThanOrEqualTo: 'NUMBER_GREATER_THAN_OR_EQUAL_TO',
  requireNumberLessThan: 'NUMBER_LESS_THAN',
  requireNumberLessThanOrEqualTo: 'NUMBER_LESS_THAN_OR_EQUAL_TO',
  requireNumberNotBetween: 'NUMBER_NOT_BETWEEN',
  requireNumberNotEqualTo: 'NUMBER_NOT_EQUAL_TO',
  requireTextContains: 'TEXT_CONTAINS',
  requireTextDoesNotContain: 'TEXT_DOES_NOT_CONTAIN',
  requireTextEqualTo: 'TEXT_EQUAL_TO',
  requireTextIsEmail: 'TEXT_IS_VALID_EMAIL',
  requireTextIsUrl: 'TEXT_IS_VALID_URL',
  requireValueInList: 'VALUE_IN_LIST',
  requireValueInRange: 'VALUE_IN_RANGE',
} as const satisfies Partial<Record<keyof Builder, keyof Criteria>>;

export const DataValidationCriteria = enumeration<Criteria>(
  'DataValidationCriteria',
  ...Object.values(criteria).sort(),
);

const specs = new WeakMap<object, ValidationSpec>();

export function validationSpec(rule: unknown): ValidationSpec | null {
  return specs.get(rule as object) ?? null;
}

export function validationFrom(kept: unknown): Rule | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const spec = kept as ValidationSpec;
  const rule = strict<Rule>('DataValidation', {
    ...readers(spec),
    getHelpText: () => spec.helpText ?? (null as unknown as string),
    copy: () => validationBuilder({ ...spec }),
  });
  specs.set(rule, spec);
  return rule;
}

/** The workbook stores a range as a reference and updates it when the cells move. */
function given({ type, values }: ValidationSpec): unknown[] {
  if (type !== 'VALUE_IN_RANGE') return values.slice();
  return [rangeAt(callHost('Spreadsheet.getRange', values[0])), ...values.slice(1)];
}

const MOST_ITEMS = 500;

/** The last value determines whether a dropdown is shown. Default: true. */
function kept(type: string, values: unknown[]): unknown[] {
  if (type !== 'VALUE_IN_RANGE' && type !== 'VALUE_IN_LIST') return values.slice();
  const [from, shown = true] = values;
  if (type === 'VALUE_IN_RANGE') return [absoluteName(from), shown];
  const items = (from as unknown[]).map(String);
  if (items.length > MOST_ITEMS)
    throw new Exception(
      'The data validation rule has more items than the limit of {0}. Use the “List from a range” criteria instead.',
      MOST_ITEMS,
    );
  return [items, shown];
}

function absoluteName(range: unknown): string {
  const { sheetId, row, column, rows, columns } = addressOf(range);
  const corner = (r: number, c: number) => `$${columnName(c)}$${r}`;
  const sheet = sheetById(sheetId).getName().replace(/'/g, "''");
  return `'${sheet}'!${corner(row, column)}:${corner(row + rows - 1, column + columns - 1)}`;
}

function readers(spec: ValidationSpec) {
  return {
    // Null without criteria. Google's types omit this.
    getCriteriaType: () => DataValidationCriteria[spec.type as keyof Criteria] ?? null!,
    getCriteriaValues: () => given(spec),
    getAllowInvalid: () => spec.allowInvalid,
  };
}

export function validationBuilder(spec: ValidationSpec = { type: '', values: [], allowInvalid: true }): Builder {
  const members: Emulated<Builder> = {
    ...readers(spec),
    getHelpText: () => spec.helpText ?? null,
    setAllowInvalid: (allow) => {
      spec.allowInvalid = allow;
      return facade;
    },
    setHelpText: (text) => {
      spec.helpText = text;
      return facade;
    },
    withCriteria: (type, values) => {
      spec.type = String(type);
      spec.values = kept(spec.type, values);
      return facade;
    },
    copy: () => validationBuilder({ ...spec }),
    build: () => validationFrom({ ...spec })!,
  };
  for (const [name, type] of Object.entries(criteria)) {
    members[name as keyof typeof criteria] = (...values: unknown[]) => {
      spec.type = type;
      spec.values = kept(type, values);
      return facade;
    };
  }
  const facade: Builder = strict<Builder>('DataValidationBuilder', members);
  return facade;
}
