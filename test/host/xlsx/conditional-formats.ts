// Conditional formats as XML. The first matching rule applies.
import { areaName, columnName } from '../a1.ts';
import { differenceOf, type Setting } from '../workbook/conditional-formats.ts';
import { canonicalFormula } from '../workbook/formula-locale.ts';
import type { Locale } from '../workbook/locale.ts';
import { serialFromInstant } from '../workbook/serial-date.ts';
import type { Attachment } from '../workbook/surface.ts';
import { opaque } from './colors.ts';
import { formulaInFile } from './formulas.ts';
import type { Styles } from './styles.ts';
import { element, escapeXml } from './xml.ts';

const comparisons: Record<string, string> = {
  whenNumberBetween: 'between',
  whenNumberNotBetween: 'notBetween',
  whenNumberEqualTo: 'equal',
  whenNumberNotEqualTo: 'notEqual',
  whenNumberGreaterThan: 'greaterThan',
  whenNumberGreaterThanOrEqualTo: 'greaterThanOrEqual',
  whenNumberLessThan: 'lessThan',
  whenNumberLessThanOrEqualTo: 'lessThanOrEqual',
  whenDateAfter: 'greaterThan',
  whenDateBefore: 'lessThan',
  whenDateEqualTo: 'equal',
};

export interface FormulaTexts {
  /** The locale of formulas in rules. */
  locale: Locale;
  readonly custom: ReadonlySet<string>;
  readonly sheetName: (name: string) => string;
  readonly timeZone: string;
}

/** Omits rules that a file can't represent. */
export function conditionalFormats(rules: readonly Attachment[], styles: Styles, texts: FormulaTexts): string {
  return rules
    .map(({ rects, spec }, index) => {
      if (rects.length === 0) return '';
      const settings = spec as readonly Setting[];
      const first = `${columnName(rects[0]!.column)}${rects[0]!.row}`;
      const rule = colorScale(settings, index + 1) ?? condition(settings, first, index + 1, styles, texts);
      return rule && element('conditionalFormatting', { sqref: rects.map(areaName).join(' ') }, rule);
    })
    .join('');
}

function condition(
  settings: readonly Setting[],
  first: string,
  priority: number,
  styles: Styles,
  texts: FormulaTexts,
): string {
  const found = settings.find(([name]) => name.startsWith('when'));
  const test = found && testOf(found, first, texts);
  if (!test) return '';
  const { type, formulas, ...more } = test;
  return element(
    'cfRule',
    { type, dxfId: styles.difference(differenceOf(settings)), priority, stopIfTrue: true, ...more },
    ...formulas.map((formula) => element('formula', {}, escapeXml(formula))),
  );
}

interface Test {
  type: string;
  operator?: string;
  text?: string;
  formulas: string[];
}

function testOf([name, values]: Setting, first: string, texts: FormulaTexts): Test | undefined {
  const operator = comparisons[name];
  if (operator) {
    const formulas = values.map((value) => comparable(value, texts.timeZone));
    if (formulas.includes(undefined)) return undefined;
    return { type: 'cellIs', operator, formulas: formulas as string[] };
  }
  const text = String(values[0]);
  const quoted = `"${text.replace(/"/g, '""')}"`;
  switch (name) {
    case 'whenCellEmpty':
      return { type: 'containsBlanks', formulas: [`LEN(TRIM(${first}))=0`] };
    case 'whenCellNotEmpty':
      return { type: 'notContainsBlanks', formulas: [`LEN(TRIM(${first}))>0`] };
    case 'whenTextContains':
      return {
        type: 'containsText',
        operator: 'containsText',
        text,
        formulas: [`NOT(ISERROR(SEARCH(${quoted},${first})))`],
      };
    case 'whenTextDoesNotContain':
      return {
        type: 'notContainsText',
        operator: 'notContains',
        text,
        formulas: [`ISERROR(SEARCH(${quoted},${first}))`],
      };
    case 'whenTextStartsWith':
      return {
        type: 'beginsWith',
        operator: 'beginsWith',
        text,
        formulas: [`LEFT(${first},${text.length})=${quoted}`],
      };
    case 'whenTextEndsWith':
      return {
        type: 'endsWith',
        operator: 'endsWith',
        text,
        formulas: [`RIGHT(${first},${text.length})=${quoted}`],
      };
    case 'whenTextEqualTo':
      return { type: 'cellIs', operator: 'equal', formulas: [quoted] };
    case 'whenFormulaSatisfied': {
      const formula = formulaInFile(canonicalFormula(text, texts.locale), texts.custom, texts.sheetName);
      return formula && { type: 'expression', formulas: [formula.text] };
    }
    default:
      return undefined;
  }
}

/** A number or date. Relative dates such as "today" aren't supported. */
function comparable(value: unknown, timeZone: string): string | undefined {
  if (typeof value === 'number') return String(value);
  return value instanceof Date ? String(serialFromInstant(value.getTime(), timeZone)) : undefined;
}

const scaleTypes: Record<string, string> = { NUMBER: 'num', PERCENT: 'percent', PERCENTILE: 'percentile' };

function colorScale(settings: readonly Setting[], priority: number): string | undefined {
  const points = ['Min', 'Mid', 'Max'].flatMap((end) => {
    const found = settings.find(([name]) => name.startsWith(`setGradient${end}point`));
    if (!found) return [];
    const [color, type, value] = found[1];
    return [{ color: opaque(color), type: scaleTypes[String(type)] ?? end.toLowerCase(), value }];
  });
  if (points.length < 2 || points.some(({ color }) => color === undefined)) return undefined;
  return element(
    'cfRule',
    { type: 'colorScale', priority },
    element(
      'colorScale',
      {},
      ...points.map(({ type, value }) =>
        element('cfvo', { type, val: value === undefined ? undefined : String(value) }),
      ),
      ...points.map(({ color }) => element('color', { rgb: color })),
    ),
  );
}
