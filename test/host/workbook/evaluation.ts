/** Evaluates a formula: runs the engine's compiled code with the workbook's cells, names, and functions. */
import { CompiledFormula } from '@odoo/o-spreadsheet';
import type { Area } from './area.ts';
import { type EngineArgument, fromResult, toArgument } from './custom-values.ts';
import { type EngineContext, functionMapping, registerCustomFunction } from './engine-functions.ts';
import type { EngineValue, FormulaCell } from './formula-cell.ts';
import type { FunctionBroker } from './function-broker.ts';
import { CIRCULAR, VOLATILE_ARGUMENT } from './google-text.ts';
import { literalAt } from './literal-cell.ts';
import type { Locale } from './locale.ts';
import { parseReference, referenceBounds } from './references.ts';
import { serialFromInstant } from './serial-date.ts';
import type { Sheet } from './sheet.ts';
import { isSeveral, markArrays, type SingleValues, valueInLine } from './single-values.ts';

/** The state of one evaluation. */
export interface Frame {
  readonly formula: FormulaCell;
  loading: boolean;
  volatile: boolean;
}

export interface Surroundings {
  readonly timeZone: () => string;
  readonly scriptTimeZone: () => string;
  readonly locale: () => Locale;
  readonly now: () => number;
  readonly sheet: (sheetId: number) => Sheet | undefined;
  readonly sheetByName: (name: string) => Sheet | undefined;
  readonly namedArea: (name: string) => Area | undefined;
  readonly isFunction: (name: string) => boolean;
  /** The current value of a cell. Sets `loading` and `volatile` in the frame. */
  readonly readCell: (sheetId: number, row: number, column: number, frame: Frame) => EngineValue;
}

interface EngineRange {
  readonly sheetId: string;
  readonly zone: { top: number; left: number; bottom: number; right: number };
  readonly area: Area | undefined;
  readonly invalidSheetName?: string;
}

interface CachedRange {
  readonly area: Area;
  readonly matrix: EngineValue[][];
  readonly frame: Frame;
}

/** Formulas are in canonical form in every locale. */
function engineLocale(locale: Locale): object {
  const { code, group, decimal, date, separator } = locale;
  const known = engineLocales.get(locale) ?? {
    name: code,
    code,
    thousandsSeparator: group,
    decimalSeparator: decimal,
    weekStart: 7,
    dateFormat: date,
    timeFormat: 'hh:mm:ss a',
    formulaArgSeparator: separator,
  };
  engineLocales.set(locale, known);
  return known;
}

const engineLocales = new Map<Locale, object>();

/** Functions whose results can change even if their arguments don't, or whose arguments don't show what they read. */
const ALWAYS = /\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|INDIRECT|OFFSET)\s*\(/i;

export class Evaluation {
  private frame: Frame | undefined;
  private interruptions: unknown[] = [];
  private readonly context: object;
  private readonly cached = new Map<string, CachedRange>();
  /** Argument arrays that come from cell ranges. */
  private readonly ranges = new WeakMap<EngineValue[][], Area>();

  constructor(
    private readonly around: Surroundings,
    private readonly broker: FunctionBroker,
  ) {
    const hooks: Omit<EngineContext, 'locale'> & SingleValues = {
      arrays: 0,
      isRange: (matrix) => this.ranges.has(matrix),
      single: (matrix) => this.single(matrix),
      now: () => serialFromInstant(around.now(), around.timeZone()),
      custom: (name, args) => this.callCustom(name, args),
      markVolatile: () => {
        if (this.frame) this.frame.volatile = true;
      },
    };
    this.context = Object.assign(Object.create(functionMapping) as object, hooks, {
      getters: this.getters(),
      getFormulaResult: (at: { sheetId: string; row: number; col: number }) =>
        this.cell(Number(at.sheetId), at.row + 1, at.col + 1),
    });
    // The spreadsheet's locale can change.
    Object.defineProperty(this.context, 'locale', { get: () => engineLocale(around.locale()) });
  }

  callsCustom(formula: FormulaCell): boolean {
    return this.customNames(formula).length > 0;
  }

  private customNames({ text }: FormulaCell): string[] {
    const names = [...text.matchAll(/([A-Za-z_][\w.]*)\s*\(/g)].map(([, name]) => name!);
    return names.filter((name) => this.around.isFunction(name));
  }

  compile(formula: FormulaCell): void {
    for (const name of this.customNames(formula)) registerCustomFunction(name);
    const getters = { getRangeFromSheetXC: (sheetId: string, text: string) => this.range(sheetId, text) };
    const compiled = CompiledFormula.Compile(
      markArrays(formula.text.replace(/"(?:[^"]|"")*"|#REF!|\bCONCATENATE\s*\(/gi, engineWord)),
      String(formula.sheetId),
      getters as unknown as Parameters<typeof CompiledFormula.Compile>[2],
    );
    const areas = (compiled.rangeDependencies as unknown as EngineRange[]).map((range) => range.area);
    const names = compiled.symbols.map((name) => this.around.namedArea(name));
    formula.compiled = compiled;
    formula.dependencies = [...areas, ...names].filter((area) => area !== undefined);
  }

  isAlwaysComputed(formula: FormulaCell): boolean {
    return ALWAYS.test(formula.text);
  }

  /** Registers an error to throw from `readCell`. It reaches the caller of `run` even if a function catches it. */
  interrupt<E>(reason: E): E {
    this.interruptions.push(reason);
    return reason;
  }

  /** The result as [column][row]. */
  run(formula: FormulaCell): { frame: Frame; result: EngineValue[][] } {
    const outer = this.frame;
    const context = this.context as Record<string, unknown>;
    const { __originCellPosition, __originSheetId, arrays } = context;
    context.arrays = 0;
    const frame: Frame = { formula, loading: false, volatile: false };
    this.frame = frame;
    this.interruptions = [];
    const sheetId = String(formula.sheetId);
    context.__originCellPosition = { sheetId, row: formula.row - 1, col: formula.column - 1 };
    context.__originSheetId = sheetId;
    try {
      if (formula.compiled === undefined) this.compile(formula);
      const compiled = formula.compiled!;
      const execute = compiled.execute as unknown as (...args: unknown[]) => EngineValue | EngineValue[][];
      const value = execute.call(
        compiled,
        compiled.rangeDependencies,
        (range: EngineRange) => this.reference(range),
        (range: EngineRange) => this.matrix(range),
        (name: string, wantsRange: boolean) => this.symbol(name, wantsRange),
        this.context,
      );
      if (this.interruptions.length > 0) throw this.interruptions[0];
      const one = isSeveral(value) && this.ranges.has(value) ? this.single(value) : value;
      return { frame, result: Array.isArray(one) ? filled(one) : [[filledCell(one)]] };
    } catch (error) {
      if (this.interruptions.length > 0) throw this.interruptions[0];
      const { value, message } = error as { value?: unknown; message?: string };
      const known = typeof value === 'string' ? value : '#ERROR';
      return { frame, result: [[{ value: known, message: message ?? '' }]] };
    } finally {
      this.frame = outer;
      context.__originCellPosition = __originCellPosition;
      context.__originSheetId = __originSheetId;
      context.arrays = arrays;
    }
  }

  /** Drops cached ranges that touch a changed area. */
  forgetRanges(touches?: (area: Area) => boolean): void {
    if (touches === undefined) this.cached.clear();
    else for (const [key, { area }] of this.cached) if (touches(area)) this.cached.delete(key);
  }

  private callCustom(name: string, args: readonly EngineArgument[]): EngineValue | EngineValue[][] {
    const frame = this.frame!;
    if (!this.around.isFunction(name)) return { value: '#NAME?', message: `Unknown function: '${name}'.` };
    if (frame.loading) return { value: '' };
    if (frame.volatile) return { value: '#ERROR', message: VOLATILE_ARGUMENT };
    // Converts a cell's wall-clock time to the script's zone and back.
    const zone = this.around.scriptTimeZone();
    const answer = this.broker.ask(
      name,
      args.map((argument) => toArgument(argument, zone)),
      frame.formula,
    );
    if (answer === undefined) {
      frame.loading = true;
      return { value: '' };
    }
    if (!answer.ok) return { value: '#ERROR', message: answer.message };
    const result = fromResult(answer.value, zone, this.around.locale());
    return result.length === 1 && result[0]!.length === 1 ? result[0]![0]! : result;
  }

  private single(matrix: EngineValue[][]): EngineValue {
    return valueInLine(matrix, this.ranges.get(matrix), this.frame!.formula);
  }

  private cell(sheetId: number, row: number, column: number): EngineValue {
    const value = this.around.readCell(sheetId, row, column, this.frame!);
    const position = { sheetId: String(sheetId), row: row - 1, col: column - 1 };
    return { ...value, position } as EngineValue;
  }

  private reference({ area, invalidSheetName }: EngineRange): EngineValue {
    if (area === undefined) return lost(invalidSheetName);
    return this.cell(area.sheetId, area.top, area.left);
  }

  private matrix({ area, invalidSheetName }: EngineRange): EngineValue[][] {
    const sheet = area && this.around.sheet(area.sheetId);
    if (area === undefined || sheet === undefined) return [[lost(invalidSheetName)]];
    const bottom = Math.min(area.bottom, sheet.rows);
    const right = Math.min(area.right, sheet.columns);
    const key = `${area.sheetId}!${area.top}:${area.left}:${bottom}:${right}`;
    const outer = this.frame!;
    let found = this.cached.get(key);
    if (found === undefined) {
      const frame: Frame = { formula: outer.formula, loading: false, volatile: false };
      this.frame = frame;
      try {
        found = { area, matrix: [], frame };
        let circular = false;
        for (let column = area.left; column <= right; column++) {
          const values: EngineValue[] = [];
          for (let row = area.top; row <= bottom; row++) {
            const computed = sheet.formulas.get(row, column) ?? sheet.spills.get(row, column);
            const value = computed
              ? this.cell(area.sheetId, row, column)
              : new StoredCell(literalAt(sheet, row, column), row, column, sheet.id);
            circular ||= value.value === '#CYCLE';
            values.push(value);
          }
          found.matrix.push(values);
        }
        // A range that is circular for this formula may not be for the next one.
        if (!circular && (bottom - area.top + 1) * found.matrix.length >= 64) this.cached.set(key, found);
      } finally {
        this.frame = outer;
      }
    }
    outer.loading ||= found.frame.loading;
    outer.volatile ||= found.frame.volatile;
    this.ranges.set(found.matrix, area);
    return found.matrix.length === 0 ? [[]] : found.matrix;
  }

  private symbol(name: string, wantsRange: boolean): EngineValue | EngineValue[][] {
    const area = this.around.namedArea(name);
    if (area === undefined) return { value: '#NAME?', message: `Unknown range name: '${name}'.` };
    const single = area.top === area.bottom && area.left === area.right;
    const range = { area } as EngineRange;
    return single && !wantsRange ? this.reference(range) : this.matrix(range);
  }

  private range(sheetId: string, text: string): EngineRange {
    const reference = parseReference(text);
    const sheet =
      reference?.sheet === undefined ? this.around.sheet(Number(sheetId)) : this.around.sheetByName(reference.sheet);
    if (reference === undefined || sheet === undefined) {
      return {
        sheetId,
        zone: { top: -1, left: -1, bottom: -1, right: -1 },
        area: undefined,
        ...(reference?.sheet === undefined ? {} : { invalidSheetName: reference.sheet }),
      };
    }
    const area = { sheetId: sheet.id, ...referenceBounds(reference) };
    const zone = {
      top: area.top - 1,
      left: area.left - 1,
      bottom: Math.min(area.bottom, sheet.rows) - 1,
      right: Math.min(area.right, sheet.columns) - 1,
    };
    return { sheetId: String(sheet.id), zone, area };
  }

  /** The engine getters that built-in functions use, except those for pivot tables and subtotals over hidden rows. */
  private getters(): object {
    const known: Record<string, unknown> = {
      getLocale: () => engineLocale(this.around.locale()),
      getNamedRange: (name: string) => {
        const area = this.around.namedArea(name);
        if (area === undefined) return undefined;
        const { top, left, bottom, right } = area;
        const zone = { top: top - 1, left: left - 1, bottom: bottom - 1, right: right - 1 };
        return { range: { sheetId: String(area.sheetId), zone, area } };
      },
      getRangeFromSheetXC: (sheetId: string, text: string) => this.range(sheetId, text),
      getRangeFromZone: (sheetId: string, zone: EngineRange['zone']) => ({ sheetId, zone }),
      getSheetName: (sheetId: string) => this.around.sheet(Number(sheetId))?.name,
      getCell: (at: { sheetId: string; row: number; col: number }) => {
        const formula = this.around.sheet(Number(at.sheetId))?.formulas.get(at.row + 1, at.col + 1);
        return formula && { isFormula: true, compiledFormula: { toFormulaString: () => formula.text } };
      },
      getCorrespondingFormulaCell: (at: { sheetId: string; row: number; col: number }) => {
        const formula = this.around.sheet(Number(at.sheetId))?.formulas.get(at.row + 1, at.col + 1);
        return formula && { isFormula: true, compiledFormula: formula.compiled };
      },
      isRowFiltered: () => false,
      isRowHiddenByUser: (sheetId: string, row: number) =>
        this.around.sheet(Number(sheetId))?.rowLines[row]?.hidden === true,
    };
    return new Proxy(known, {
      get: (target, name) => {
        if (name in target) return target[name as string];
        throw { value: '#ERROR', message: `not emulated: ${String(name)} in formulas` };
      },
    });
  }
}

/**
 * Translates words that differ in the engine: a lost reference, and CONCATENATE, a name that the engine uses for `&`.
 */
function engineWord(part: string): string {
  if (part.startsWith('"')) return part;
  return part === '#REF!' ? '#REF' : 'CONCATENATE.ALL(';
}

/** A cell of a range. Its position is computed on demand, because ranges are large and few functions need it. */
class StoredCell implements EngineValue {
  readonly value: EngineValue['value'];
  declare readonly format?: string;

  constructor(
    literal: EngineValue,
    private readonly row: number,
    private readonly column: number,
    private readonly sheetId: number,
  ) {
    this.value = literal.value;
    if (literal.format !== undefined) this.format = literal.format;
  }

  get position(): object {
    return { sheetId: String(this.sheetId), row: this.row - 1, col: this.column - 1 };
  }
}

export function circular(): EngineValue {
  return { value: '#CYCLE', message: CIRCULAR };
}

function lost(sheet: string | undefined): EngineValue {
  return {
    value: '#REF',
    message: sheet === undefined ? 'Reference does not exist.' : `Unresolved sheet name '${sheet}'.`,
  };
}

/** A formula with an empty result shows 0. */
function filledCell(cell: EngineValue | undefined): EngineValue {
  return cell === undefined || cell.value === null || cell.value === undefined ? { ...cell, value: 0 } : cell;
}

function filled(matrix: EngineValue[][]): EngineValue[][] {
  if (matrix.length === 0 || matrix[0]!.length === 0) return [[{ value: 0 }]];
  // In Sheets, blank cells spill as blanks, even though a reference to a single blank cell is 0.
  return matrix.map((column) => Array.from(column, (cell) => (cell?.value == null ? { value: '' } : cell)));
}
