// Data validation rules: kept as plain data by the workbook, never enforced.
import { enumeration, strict } from './strict.ts';

export interface ValidationSpec {
  type: string;
  values: unknown[];
  allowInvalid: boolean;
  helpText?: string;
}

const Criteria = enumeration(
  'DataValidationCriteria',
  'CHECKBOX',
  'CUSTOM_FORMULA',
  'DATE_IS_VALID_DATE',
  'NUMBER_BETWEEN',
  'NUMBER_GREATER_THAN',
  'NUMBER_GREATER_THAN_OR_EQUAL_TO',
  'TEXT_CONTAINS',
  'VALUE_IN_LIST',
  'VALUE_IN_RANGE',
);

const specs = new WeakMap<object, ValidationSpec>();

export function validationSpec(rule: unknown): ValidationSpec | null {
  return specs.get(rule as object) ?? null;
}

export function validationFrom(spec: unknown): object | null {
  if (typeof spec !== 'object' || spec === null) return null;
  const { type, values, allowInvalid, helpText } = spec as ValidationSpec;
  const rule = strict('DataValidation', {
    getCriteriaType: () => Criteria[type as keyof typeof Criteria],
    getCriteriaValues: () => values.slice(),
    getAllowInvalid: () => allowInvalid,
    getHelpText: () => helpText ?? null,
    copy: () => validationBuilder({ ...(spec as ValidationSpec) }),
  });
  specs.set(rule, spec as ValidationSpec);
  return rule;
}

export function validationBuilder(
  spec: ValidationSpec = { type: '', values: [], allowInvalid: true },
): object {
  const criterion =
    (type: string) =>
    (...values: unknown[]) => {
      spec.type = type;
      spec.values = values.map((value) =>
        'getA1Notation' in Object(value)
          ? String(Reflect.get(Object(value), 'getA1Notation').call(value))
          : value,
      );
      return facade;
    };
  const facade: object = strict('DataValidationBuilder', {
    requireValueInList: criterion('VALUE_IN_LIST'),
    requireValueInRange: criterion('VALUE_IN_RANGE'),
    requireCheckbox: criterion('CHECKBOX'),
    requireDate: criterion('DATE_IS_VALID_DATE'),
    requireFormulaSatisfied: criterion('CUSTOM_FORMULA'),
    requireNumberBetween: criterion('NUMBER_BETWEEN'),
    requireNumberGreaterThan: criterion('NUMBER_GREATER_THAN'),
    requireNumberGreaterThanOrEqualTo: criterion('NUMBER_GREATER_THAN_OR_EQUAL_TO'),
    requireTextContains: criterion('TEXT_CONTAINS'),
    setAllowInvalid(allow: boolean) {
      spec.allowInvalid = allow;
      return facade;
    },
    setHelpText(text: string) {
      spec.helpText = text;
      return facade;
    },
    build: () => validationFrom({ ...spec }),
  });
  return facade;
}

export { Criteria as DataValidationCriteria };
