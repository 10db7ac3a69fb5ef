// Conditional format rules: one list of plain data per sheet, always replaced as a whole.
import { attachments, type Rect, rectOf } from './attachments.ts';
import { callHost, Exception } from './bridge.ts';
import { addressOf, rangeAt } from './range.ts';
import { type Emulated, enumeration, strict } from './strict.ts';

type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
type Builder = GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder;
type Condition = GoogleAppsScript.Spreadsheet.BooleanCondition;
type Criteria = typeof GoogleAppsScript.Spreadsheet.BooleanCriteria;

interface RuleSpec {
  rects: Rect[];
  sheetId: number;
  settings: [string, unknown[]][];
}

const specs = new WeakMap<object, RuleSpec>();

const looks = [
  'setBackground',
  'setBold',
  'setFontColor',
  'setItalic',
  'setStrikethrough',
  'setUnderline',
  'setGradientMaxpoint',
  'setGradientMinpoint',
  'setGradientMaxpointWithValue',
  'setGradientMidpointWithValue',
  'setGradientMinpointWithValue',
] as const satisfies readonly (keyof Builder)[];

const conditions = {
  whenCellEmpty: 'CELL_EMPTY',
  whenCellNotEmpty: 'CELL_NOT_EMPTY',
  whenDateAfter: 'DATE_AFTER',
  whenDateBefore: 'DATE_BEFORE',
  whenDateEqualTo: 'DATE_EQUAL_TO',
  whenFormulaSatisfied: 'CUSTOM_FORMULA',
  whenNumberBetween: 'NUMBER_BETWEEN',
  whenNumberEqualTo: 'NUMBER_EQUAL_TO',
  whenNumberGreaterThan: 'NUMBER_GREATER_THAN',
  whenNumberGreaterThanOrEqualTo: 'NUMBER_GREATER_THAN_OR_EQUAL_TO',
  whenNumberLessThan: 'NUMBER_LESS_THAN',
  whenNumberLessThanOrEqualTo: 'NUMBER_LESS_THAN_OR_EQUAL_TO',
  whenNumberNotBetween: 'NUMBER_NOT_BETWEEN',
  whenNumberNotEqualTo: 'NUMBER_NOT_EQUAL_TO',
  whenTextContains: 'TEXT_CONTAINS',
  whenTextDoesNotContain: 'TEXT_DOES_NOT_CONTAIN',
  whenTextEndsWith: 'TEXT_ENDS_WITH',
  whenTextEqualTo: 'TEXT_EQUAL_TO',
  whenTextStartsWith: 'TEXT_STARTS_WITH',
} as const satisfies Partial<Record<keyof Builder, keyof Criteria>>;

export const BooleanCriteria = enumeration<Criteria>('BooleanCriteria', ...Object.values(conditions).sort());
export const InterpolationType = enumeration<typeof GoogleAppsScript.Spreadsheet.InterpolationType>(
  'InterpolationType',
  'NUMBER',
  'PERCENT',
  'PERCENTILE',
  'MIN',
  'MAX',
);

function rangesOf({ rects, sheetId }: RuleSpec) {
  return rects.map((rect) => rangeAt({ sheetId, ...rect }));
}

function conditionOf({ settings }: RuleSpec): Condition | null {
  const found = settings.find(([name]) => name in conditions);
  if (!found) return null;
  const [name, values] = found as [keyof typeof conditions, unknown[]];
  return strict<Condition>('BooleanCondition', {
    // Google's actual class name. The documented one is different.
    toString: () => 'ConditionalFormatBooleanCondition',
    getCriteriaType: () => BooleanCriteria[conditions[name]],
    getCriteriaValues: () => values.slice(),
    getBackground: () => (settings.find(([each]) => each === 'setBackground')?.[1][0] as string) ?? null,
    getFontColor: () => (settings.find(([each]) => each === 'setFontColor')?.[1][0] as string) ?? null,
  });
}

const copied = (spec: RuleSpec): RuleSpec => ({ ...spec, settings: spec.settings.slice() });

function rule(spec: RuleSpec): Rule {
  const facade: Rule = strict<Rule>('ConditionalFormatRule', {
    getRanges: () => rangesOf(spec),
    getBooleanCondition: () => conditionOf(spec),
    copy: () => ruleBuilder(copied(spec)),
  });
  specs.set(facade, spec);
  return facade;
}

export function ruleBuilder(spec: RuleSpec = { rects: [], sheetId: 0, settings: [] }): Builder {
  const members: Emulated<Builder> = {
    setRanges: (ranges) => {
      const addresses = ranges.map((range) => addressOf(range));
      spec.rects = addresses.map(rectOf);
      spec.sheetId = addresses[0]?.sheetId ?? 0;
      return facade;
    },
    getRanges: () => rangesOf(spec),
    getBooleanCondition: () => conditionOf(spec),
    copy: () => ruleBuilder(copied(spec)),
    build: () => rule(copied(spec)),
  };
  for (const name of [...looks, ...(Object.keys(conditions) as (keyof typeof conditions)[])]) {
    members[name] = (...args: unknown[]) => {
      const isSame = ([each]: [string, unknown[]]) => each === name || (name in conditions && each in conditions);
      spec.settings = [...spec.settings.filter((setting) => !isSame(setting)), [name, args]];
      return facade;
    };
  }
  const facade: Builder = strict<Builder>('ConditionalFormatRuleBuilder', members);
  return facade;
}

export function rulesOf(sheetId: number): Rule[] {
  return attachments('conditionalFormat', sheetId).map(({ rects, spec }) =>
    rule({ rects, sheetId, settings: spec as RuleSpec['settings'] }),
  );
}

export function setRules(sheetId: number, rules: Rule[]): void {
  for (const each of rules) {
    const formula = specs.get(each)!.settings.find(([name]) => name === 'whenFormulaSatisfied')?.[1][0];
    // Outside quotes, an exclamation mark follows a sheet name.
    if (
      String(formula ?? '')
        .replace(/"[^"]*"/g, '')
        .includes('!')
    )
      throw new Exception('Conditional format rule cannot reference a different sheet.');
  }
  const all = rules
    .map((each) => specs.get(each)!)
    .map(({ rects, settings: spec }) => ({
      rects,
      spec: spec.map(([name, args]) => [name, args.map(plain)]),
    }));
  callHost('Attachment.replaceAll', 'conditionalFormat', sheetId, all);
}

/** Sends enumeration values by name. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? String(value) : value;
}
