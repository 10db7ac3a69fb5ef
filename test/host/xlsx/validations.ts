import { columnName } from '../a1.ts';
import { Areas } from './areas.ts';
import { formulaInFile } from './formulas.ts';
import { counted, element, escapeXml } from './xml.ts';

interface Rule {
  type: string;
  values: readonly unknown[];
  allowInvalid: boolean;
  helpText?: string;
}

/** Type, operator, and one or two formulas. */
type Criterion = [type: string, operator: string | undefined, ...formulas: string[]];

/** The maximum length of a list in a file. */
const longestList = 255;

const comparisons: Record<string, [operator: string, values: 1 | 2]> = {
  NUMBER_BETWEEN: ['between', 2],
  NUMBER_NOT_BETWEEN: ['notBetween', 2],
  NUMBER_EQUAL_TO: ['equal', 1],
  NUMBER_NOT_EQUAL_TO: ['notEqual', 1],
  NUMBER_GREATER_THAN: ['greaterThan', 1],
  NUMBER_GREATER_THAN_OR_EQUAL_TO: ['greaterThanOrEqual', 1],
  NUMBER_LESS_THAN: ['lessThan', 1],
  NUMBER_LESS_THAN_OR_EQUAL_TO: ['lessThanOrEqual', 1],
};

export class Validations {
  readonly #areas = new Map<string, { rule: Rule; areas: Areas; first: string }>();

  /** Add cells row by row, from left to right. */
  add(row: number, column: number, rule: unknown): void {
    const key = JSON.stringify(rule);
    let known = this.#areas.get(key);
    if (!known) {
      known = { rule: rule as Rule, areas: new Areas(), first: `${columnName(column)}${row}` };
      this.#areas.set(key, known);
    }
    known.areas.add(row, column);
  }

  /** Omits rules that a file can't represent. */
  xml(custom: ReadonlySet<string>, sheetName: (name: string) => string): string {
    const items = [...this.#areas.values()].flatMap(({ rule, areas, first }) => {
      const criterion = criterionOf(rule, first, (text) => formulaInFile(text, custom, sheetName)?.text);
      if (!criterion) return [];
      const [type, operator, ...formulas] = criterion;
      const attributes = {
        type,
        operator,
        allowBlank: true,
        showErrorMessage: !rule.allowInvalid || undefined,
        showInputMessage: rule.helpText !== undefined || undefined,
        prompt: rule.helpText?.slice(0, longestList),
        sqref: areas.names(),
      };
      return [
        element(
          'dataValidation',
          attributes,
          ...formulas.map((formula, index) => element(`formula${index + 1}`, {}, escapeXml(formula))),
        ),
      ];
    });
    return counted('dataValidations', items);
  }
}

function criterionOf(
  { type, values }: Rule,
  first: string,
  inFile: (formula: string) => string | undefined,
): Criterion | undefined {
  const comparison = comparisons[type];
  if (comparison) {
    const [operator, count] = comparison;
    return ['decimal', operator, ...values.slice(0, count).map(String)];
  }
  const [value] = values;
  const custom = (formula: string): Criterion | undefined => {
    const text = inFile(formula);
    return text === undefined ? undefined : ['custom', undefined, text];
  };
  const quoted = `"${String(value).replace(/"/g, '""')}"`;
  switch (type) {
    case 'VALUE_IN_LIST': {
      const items = (value as unknown[]).map(String);
      const list = items.join(',');
      const fits = list.length <= longestList && items.every((item) => !/[,"]/.test(item));
      return fits ? ['list', undefined, `"${list}"`] : undefined;
    }
    case 'VALUE_IN_RANGE': {
      const text = typeof value === 'string' ? inFile(`=${value}`) : undefined;
      return text === undefined ? undefined : ['list', undefined, text];
    }
    case 'CHECKBOX': {
      const items = values.length > 0 ? values.map(String) : ['TRUE', 'FALSE'];
      return ['list', undefined, `"${items.join(',')}"`];
    }
    case 'DATE_IS_VALID_DATE':
      return ['date', 'greaterThanOrEqual', '0'];
    case 'TEXT_CONTAINS':
      return custom(`=ISNUMBER(SEARCH(${quoted},${first}))`);
    case 'TEXT_DOES_NOT_CONTAIN':
      return custom(`=ISERROR(SEARCH(${quoted},${first}))`);
    case 'TEXT_EQUAL_TO':
      return custom(`=EXACT(${first},${quoted})`);
    case 'CUSTOM_FORMULA':
      return custom(String(value));
    default:
      return undefined;
  }
}
