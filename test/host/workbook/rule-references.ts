/** Rules that take the values of a range name it by a text, which has to follow the range. */
import type { Book } from './book.ts';
import type { Sheet } from './sheet.ts';

interface RangeRule {
  type: string;
  values: unknown[];
}

function isOfRange(rule: unknown): rule is RangeRule {
  const { type, values } = (rule ?? {}) as Partial<RangeRule>;
  return type === 'VALUE_IN_RANGE' && typeof values?.[0] === 'string';
}

export function rewriteRules(book: Book, rewrite: (formula: string, sheet: Sheet) => string): void {
  for (const sheet of book.sheets) {
    const rules = sheet.styles.get('validations');
    // Many cells share a rule.
    const renewed = new Map<unknown, unknown>();
    for (const [row, column, rule] of [...(rules?.entries() ?? [])]) {
      if (!isOfRange(rule)) continue;
      const [text, ...rest] = rule.values as [string];
      if (!renewed.has(rule)) {
        renewed.set(rule, { ...rule, values: [rewrite(`=${text}`, sheet).slice(1), ...rest] });
      }
      rules!.set(row, column, renewed.get(rule));
    }
  }
}
