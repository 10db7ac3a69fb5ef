/** Updates rules that refer to cells: validation rules with a range, and conditional formats. */

import type { Book } from './book.ts';
import type { Setting } from './conditional-formats.ts';
import { adjustFormula, shiftFormula } from './formula-text.ts';
import { type LineChange, mapLine } from './line-change.ts';
import { changeRect } from './rect-change.ts';
import type { Sheet } from './sheet.ts';
import type { Rect } from './surface.ts';

type Axis = 'row' | 'column';

interface RangeRule {
  type: string;
  values: unknown[];
}

function isOfRange(rule: unknown): rule is RangeRule {
  const { type, values } = (rule ?? {}) as Partial<RangeRule>;
  return type === 'VALUE_IN_RANGE' && typeof values?.[0] === 'string';
}

const isFormula = ([name]: Setting) => name === 'whenFormulaSatisfied';

type Rewrite = (formula: string, sheet: Sheet, rects?: readonly Rect[]) => string;

/** `rects` are a conditional format's ranges. Its formula is relative to their top left cell. */
export function rewriteRules(book: Book, rewrite: Rewrite): void {
  for (const sheet of book.sheets) {
    const rules = sheet.styles.get('validations');
    // Many cells can share a rule, so rewrite each rule only once.
    const renewed = new Map<unknown, unknown>();
    for (const [row, column, rule] of [...(rules?.entries() ?? [])]) {
      if (!isOfRange(rule)) continue;
      const [text, ...rest] = rule.values as [string];
      if (!renewed.has(rule)) {
        renewed.set(rule, { ...rule, values: [rewrite(`=${text}`, sheet).slice(1), ...rest] });
      }
      rules!.set(row, column, renewed.get(rule));
    }
    for (const { id, rects, spec } of book.attachments.list('conditionalFormat', sheet.id)) {
      const settings = spec as readonly Setting[];
      if (!settings.some(isFormula)) continue;
      const written = settings.map((setting): Setting => {
        if (!isFormula(setting)) return setting;
        return [setting[0], [rewrite(String(setting[1][0]), sheet, rects)]];
      });
      book.attachments.update(id, { spec: written });
    }
  }
}

/** Call before attached objects move. */
export function moveRules(book: Book, changed: Sheet, axis: Axis, change: LineChange): void {
  rewriteRules(book, (formula, sheet, rects) => {
    const refers = (name: string | undefined): boolean =>
      name === undefined ? sheet === changed : name.toLowerCase() === changed.name.toLowerCase();
    const told = rects && sheet === changed ? toldFrom(formula, rects, axis, change) : formula;
    return adjustFormula(told, refers, axis, change);
  });
}

/** Rewrites the formula for the cell that will be the rule's first, because the current one may be deleted or moved. */
function toldFrom(formula: string, rects: readonly Rect[], axis: Axis, change: LineChange): string {
  const [first] = rects;
  const left = rects.find((rect) => changeRect(rect, axis, change) !== undefined);
  if (!first || !left) return formula;
  const lines = Array.from({ length: axis === 'row' ? left.rows : left.columns }, (_, index) => left[axis] + index);
  const place = (line: number) => mapLine(change, line) ?? Number.POSITIVE_INFINITY;
  const next = lines.reduce((first, line) => (place(line) < place(first) ? line : first));
  const { row, column }: Rect = { ...left, [axis]: next };
  return shiftFormula(formula, row - first.row, column - first.column);
}
