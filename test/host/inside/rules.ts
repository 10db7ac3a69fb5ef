// Conditional format rules: a list of plain data per sheet that is replaced as a whole.
import { attachments, type Rect, rectOf } from './attachments.ts';
import { callHost } from './bridge.ts';
import { addressOf, rangeAt } from './range.ts';
import { strict } from './strict.ts';

interface RuleSpec {
  rects: Rect[];
  sheetId: number;
  settings: [string, unknown[]][];
}

const specs = new WeakMap<object, RuleSpec>();
const settings = [
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
  'whenCellEmpty',
  'whenCellNotEmpty',
  'whenFormulaSatisfied',
  'whenNumberBetween',
  'whenNumberEqualTo',
  'whenNumberGreaterThan',
  'whenNumberGreaterThanOrEqualTo',
  'whenNumberLessThan',
  'whenNumberLessThanOrEqualTo',
  'whenTextContains',
  'whenTextEqualTo',
  'whenTextDoesNotContain',
  'whenTextStartsWith',
  'whenTextEndsWith',
  'whenDateBefore',
  'whenDateAfter',
];

function rule(spec: RuleSpec): object {
  const facade = strict('ConditionalFormatRule', {
    getRanges: () => spec.rects.map((rect) => rangeAt({ sheetId: spec.sheetId, ...rect })),
    copy: () => ruleBuilder({ ...spec, settings: spec.settings.slice() }),
  });
  specs.set(facade, spec);
  return facade;
}

export function ruleBuilder(spec: RuleSpec = { rects: [], sheetId: 0, settings: [] }): object {
  const members: Record<string, unknown> = {
    setRanges: (ranges: unknown[]) => {
      const addresses = ranges.map(addressOf);
      spec.rects = addresses.map(rectOf);
      spec.sheetId = addresses[0]?.sheetId ?? 0;
      return facade;
    },
    build: () => rule(spec),
  };
  for (const name of settings) {
    members[name] = (...args: unknown[]) => {
      spec.settings.push([name, args]);
      return facade;
    };
  }
  const facade = strict('ConditionalFormatRuleBuilder', members);
  return facade;
}

export function rulesOf(sheetId: number): object[] {
  return attachments('conditionalFormat', sheetId).map(({ rects, spec }) =>
    rule({ rects, sheetId, settings: spec as RuleSpec['settings'] }),
  );
}

export function setRules(sheetId: number, rules: object[]): void {
  const all = rules.map((each) => specs.get(each)!).map(({ rects, settings: spec }) => ({ rects, spec }));
  callHost('Attachment.replaceAll', 'conditionalFormat', sheetId, all);
}
