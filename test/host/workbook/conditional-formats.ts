/** Evaluates a sheet's conditional formats. The first rule that matches a cell applies. */
import { type Area, areaOf, contains, rectOf } from './area.ts';
import type { Book } from './book.ts';
import { contentOf } from './cell-content.ts';
import { colorCode } from './colors.ts';
import { canonicalFormula } from './formula-locale.ts';
import type { Locale } from './locale.ts';
import { formatValue } from './number-format.ts';
import { mapReferences } from './references.ts';
import { serialFromInstant } from './serial-date.ts';
import type { Scalar, Sheet } from './sheet.ts';
import type { Attachment, Rect } from './surface.ts';

/** The name and arguments of a rule builder's setter. */
export type Setting = readonly [name: string, values: readonly unknown[]];

/** Properties that a rule changes. Absent ones stay unchanged. */
export interface Difference {
  background?: unknown;
  fontColor?: unknown;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
}

const looks: Record<string, (on: unknown) => Difference> = {
  setBackground: (background) => ({ background }),
  setFontColor: (fontColor) => ({ fontColor }),
  setBold: (bold) => ({ bold: bold === true }),
  setItalic: (italic) => ({ italic: italic === true }),
  setUnderline: (underline) => ({ underline: underline === true }),
  setStrikethrough: (strike) => ({ strike: strike === true }),
};

export function differenceOf(settings: readonly Setting[]): Difference {
  return Object.assign({}, ...settings.map(([name, [value]]) => looks[name]?.(value) ?? {})) as Difference;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly value: Scalar;
  readonly shown: string;
}

interface Rule {
  readonly areas: readonly Area[];
  /** Undefined if the rule doesn't match. */
  readonly differenceAt: (cell: Cell) => Difference | undefined;
  /** Cells whose match can depend on a changed cell. */
  readonly reach: 'cell' | 'row' | 'all';
  /** Whether the rule can match a blank cell. */
  readonly paintsBlanks: boolean;
}

export class ConditionalFormats {
  readonly #sheet: Sheet;
  readonly #rules: readonly Rule[];
  readonly #locale: Locale;

  constructor(book: Book, sheet: Sheet) {
    this.#sheet = sheet;
    this.#locale = book.locale;
    this.#rules = book.attachments
      .list('conditionalFormat', sheet.id)
      .flatMap((kept) => ruleOf(book, sheet, kept) ?? []);
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  at(row: number, column: number): Difference | undefined {
    let cell: Cell | undefined;
    const isBelowContent = row > this.#sheet.lastRow();
    for (const { areas, differenceAt, paintsBlanks } of this.#rules) {
      if (isBelowContent && !paintsBlanks) continue;
      if (!areas.some((area) => contains(area, row, column))) continue;
      cell ??= cellAt(this.#sheet, row, column, this.#locale);
      const difference = differenceAt(cell);
      if (difference) return difference;
    }
    return undefined;
  }

  /** Cells whose format can change when this range changes. */
  reached({ row, rows }: Rect): Rect[] {
    return this.#rules.flatMap(({ areas, reach }) => {
      const rects = reach === 'cell' ? [] : areas.map(rectOf);
      return reach === 'row' ? rects.map((rect) => ({ ...rect, row, rows })) : rects;
    });
  }

  /** The last row and column with a blank cell that a rule may format. */
  get extent(): { rows: number; columns: number } {
    const painted = this.#rules.filter(({ paintsBlanks }) => paintsBlanks).flatMap(({ areas }) => areas);
    return {
      rows: Math.max(0, ...painted.map(({ bottom }) => bottom)),
      columns: Math.max(0, ...painted.map(({ right }) => right)),
    };
  }
}

function cellAt(sheet: Sheet, row: number, column: number, locale: Locale): Cell {
  const { value, format } = contentOf(sheet, row, column);
  return { row, column, value, shown: value === '' ? '' : formatValue(value, format, locale) };
}

type Test = (cell: Cell, against: readonly never[]) => boolean;

const numbers =
  (holds: (value: number, ...against: number[]) => boolean): Test =>
  ({ value }, against) =>
    typeof value === 'number' && holds(value, ...against.map(Number));
const texts =
  (holds: (value: string, against: string) => boolean): Test =>
  ({ shown }, [against]) =>
    holds(shown.toLowerCase(), String(against).toLowerCase());

/** Date conditions compare whole days. */
const tests: Record<string, Test> = {
  whenCellEmpty: ({ value }) => value === '',
  whenCellNotEmpty: ({ value }) => value !== '',
  whenTextContains: texts((value, part) => value.includes(part)),
  whenTextDoesNotContain: texts((value, part) => !value.includes(part)),
  whenTextStartsWith: texts((value, part) => value.startsWith(part)),
  whenTextEndsWith: texts((value, part) => value.endsWith(part)),
  whenTextEqualTo: texts((value, other) => value === other),
  whenNumberBetween: numbers((value, from, to) => value >= from! && value <= to!),
  whenNumberNotBetween: numbers((value, from, to) => value < from! || value > to!),
  whenNumberEqualTo: numbers((value, other) => value === other),
  whenNumberNotEqualTo: numbers((value, other) => value !== other),
  whenNumberGreaterThan: numbers((value, other) => value > other!),
  whenNumberGreaterThanOrEqualTo: numbers((value, other) => value >= other!),
  whenNumberLessThan: numbers((value, other) => value < other!),
  whenNumberLessThanOrEqualTo: numbers((value, other) => value <= other!),
  whenDateAfter: numbers((value, day) => Math.floor(value) > day!),
  whenDateBefore: numbers((value, day) => Math.floor(value) < day!),
  whenDateEqualTo: numbers((value, day) => Math.floor(value) === day!),
};

function ruleOf(book: Book, sheet: Sheet, { rects, spec }: Attachment): Rule | undefined {
  const settings = spec as readonly Setting[];
  const first = rects[0];
  if (!first) return undefined;
  const areas = rects.map((rect) => areaOf(sheet.id, rect));
  const difference = differenceOf(settings);
  const condition = settings.find(([name]) => name.startsWith('when'));
  if (!condition) return gradient(sheet, areas, settings);
  const [name, values] = condition;
  if (name === 'whenFormulaSatisfied') {
    const formula = canonicalFormula(String(values[0]), book.locale);
    // Compile a formula once per row, for all rules, if its result is the same across the whole row.
    const column = readsFixedColumns(formula) ? 1 : undefined;
    const told = { row: first.row, column: column ?? first.column };
    const differenceAt = (cell: Cell) => {
      const place = { row: cell.row, column: column ?? cell.column };
      const { value } = book.calculation.evaluate(sheet, formula, told, place);
      const holds = value === true || (typeof value === 'number' && value !== 0);
      return holds ? difference : undefined;
    };
    const reach = readsItsRow(formula, first.row) ? 'row' : 'all';
    return { areas, differenceAt, reach, paintsBlanks: false };
  }
  const holds = tests[name];
  if (!holds) return undefined;
  const against = values.map((value) =>
    name.startsWith('whenDate')
      ? Math.floor(serialFromInstant(new Date(value as Date).getTime(), book.timeZone))
      : value,
  ) as never[];
  return {
    areas,
    differenceAt: (cell) => (holds(cell, against) ? difference : undefined),
    reach: 'cell',
    paintsBlanks: name === 'whenCellEmpty' || name === 'whenTextDoesNotContain',
  };
}

/** Whether every reference is to the formula's own row. */
function readsItsRow(formula: string, row: number): boolean {
  let is = true;
  mapReferences(formula, (reference) => {
    const { start, end = start, sheet } = reference;
    const inRow = [start, end].every((corner) => corner.row === row && !corner.rowFixed);
    is &&= inRow && sheet === undefined;
    return reference;
  });
  return is;
}

/** Whether the formula has the same result in every cell of a row. */
function readsFixedColumns(formula: string): boolean {
  if (/\b(?:COLUMN|INDIRECT|CELL)\s*\(/i.test(formula)) return false;
  let is = true;
  mapReferences(formula, (reference) => {
    const { start, end = start } = reference;
    is &&= [start, end].every((corner) => corner.column === undefined || corner.columnFixed);
    return reference;
  });
  return is;
}

/** Interpolates a color from a cell's number. */
function gradient(sheet: Sheet, areas: readonly Area[], settings: readonly Setting[]): Rule | undefined {
  const all = numbersIn(sheet, areas);
  const points = ['Min', 'Mid', 'Max'].flatMap((end) => {
    const found = settings.find(([name]) => name.startsWith(`setGradient${end}point`));
    const color = found && colorCode(String(found[1][0]));
    if (!found || !color) return [];
    const usual = end === 'Min' ? all[0] : all.at(-1);
    return [{ color, at: placeOf(String(found[1][1]), Number(found[1][2]), all) ?? usual ?? 0 }];
  });
  if (points.length < 2) return undefined;
  return {
    areas,
    differenceAt: ({ value }) => (typeof value === 'number' ? { background: colorAt(value, points) } : undefined),
    reach: 'all',
    paintsBlanks: false,
  };
}

function numbersIn(sheet: Sheet, areas: readonly Area[]): number[] {
  const found: number[] = [];
  for (const { top, left, bottom, right } of areas) {
    const last = Math.min(bottom, sheet.lastRow());
    for (let row = top; row <= last; row++) {
      for (let column = left; column <= right; column++) {
        const { value } = contentOf(sheet, row, column);
        if (typeof value === 'number') found.push(value);
      }
    }
  }
  return found.sort((one, other) => one - other);
}

function placeOf(type: string, value: number, all: readonly number[]): number | undefined {
  const [least = 0, most = 0] = [all[0], all.at(-1)];
  if (type === 'NUMBER') return value;
  if (type === 'PERCENT') return least + ((most - least) * value) / 100;
  if (type === 'PERCENTILE') return all[Math.round(((all.length - 1) * value) / 100)];
  return undefined;
}

function colorAt(value: number, points: readonly { color: string; at: number }[]): string {
  const after = points.findIndex(({ at }) => at >= value);
  if (after <= 0) return points[after === 0 ? 0 : points.length - 1]!.color;
  const [from, to] = [points[after - 1]!, points[after]!];
  const share = (value - from.at) / (to.at - from.at);
  const part = (start: number) => {
    const [one, other] = [from, to].map(({ color }) => Number.parseInt(color.slice(start, start + 2), 16));
    return Math.round(one! + (other! - one!) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
