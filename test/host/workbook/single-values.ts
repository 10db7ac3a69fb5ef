/** Reduces an array to a single value where a formula expects one, as Sheets does outside array functions. */
import { registries } from '@odoo/o-spreadsheet';
import type { EngineArgument } from './custom-values.ts';
import type { EngineValue } from './formula-cell.ts';

/** Members of `this` inside the engine's functions. */
export interface SingleValues {
  /** The number of array functions that enclose the current evaluation. */
  arrays: number;
  readonly isRange: (matrix: EngineValue[][]) => boolean;
  readonly single: (matrix: EngineValue[][]) => EngineValue;
}

interface Parameter {
  acceptMatrix?: boolean;
  repeating?: boolean;
}

const functions = registries.functionRegistry as unknown as {
  mapping: Record<string, (...args: unknown[]) => unknown>;
  get(name: string): { args: Parameter[] };
};

/** Functions that evaluate their arguments as whole arrays. */
const ARRAY_FUNCTION = /^(?:ARRAYFORMULA|FILTER|INDEX|MMULT|SORT|SORTN|SUMPRODUCT)\s*\($/i;

/** Functions that mark the start and end of an array function. */
export const ARRAYS_BEGIN = 'ARRAYS.BEGIN';
export const ARRAYS_END = 'ARRAYS.END';

/**
 * Rewrites every array function `F(…)` as `ARRAYS.END(ARRAYS.BEGIN(), F(…))`. Arguments are evaluated from left to
 * right, so F's arguments are evaluated between the two.
 */
export function markArrays(formula: string): string {
  const part = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[A-Za-z_][\w.]*\s*\(|[()]/g;
  /** For each open parenthesis, whether it belongs to an array function. */
  const open: boolean[] = [];
  return formula.replace(part, (text) => {
    if (text === ')') return open.pop() ? '))' : ')';
    if (!text.endsWith('(')) return text;
    open.push(ARRAY_FUNCTION.test(text));
    return open.at(-1) ? `${ARRAYS_END}(${ARRAYS_BEGIN}(),${text}` : text;
  });
}

/**
 * Functions that return one of their arguments, with the 0-based index of the first one that they can return. Arrays
 * stay unchanged; ranges are reduced to one value.
 */
const passing: Record<string, number> = { IF: 1, IFERROR: 0, IFNA: 0 };

export function isSeveral(argument: EngineArgument): argument is EngineValue[][] {
  return Array.isArray(argument) && (argument.length > 1 || argument[0]!.length > 1);
}

/** Makes all functions that are registered so far reduce their arguments. */
export function takeSingleValues(): void {
  // The engine's list lacks this error, which IFERROR must recognize.
  (registries as unknown as { errorTypes: Set<string> }).errorTypes.add('#VALUE!');
  for (const [name, compute] of Object.entries(functions.mapping)) {
    const { args } = functions.get(name);
    const passes = passing[name];
    if (passes === undefined && args.every(({ acceptMatrix }) => acceptMatrix)) continue;
    functions.mapping[name] = function (this: SingleValues, ...given: unknown[]) {
      if (this.arrays > 0) return compute.apply(this, given);
      const taken = (given as EngineArgument[]).map((argument, index) => {
        if (!isSeveral(argument)) return argument;
        if (passes === undefined) {
          return parameterAt(args, index)?.acceptMatrix ? argument : this.single(argument);
        }
        return index >= passes && !this.isRange(argument) ? argument : this.single(argument);
      });
      return compute.apply(this, taken);
    };
  }
}

/** The parameter that an argument belongs to. Repeating parameters cycle. */
export function parameterAt<P extends Pick<Parameter, 'repeating'>>(
  parameters: readonly P[],
  index: number,
): P | undefined {
  const first = parameters.findIndex(({ repeating }) => repeating);
  if (first < 0 || index < first) return parameters[index];
  const group = parameters.filter(({ repeating }) => repeating).length;
  return parameters[first + ((index - first) % group)];
}

/** The value of a single row or column in line with the formula, or the first value of an array that isn't a range. */
export function valueInLine(
  matrix: EngineValue[][],
  area: { top: number; left: number } | undefined,
  at: { row: number; column: number },
): EngineValue {
  if (area === undefined) return matrix[0]![0]!;
  const found =
    matrix.length === 1
      ? matrix[0]![at.row - area.top]
      : matrix[0]!.length === 1
        ? matrix[at.column - area.left]?.[0]
        : undefined;
  return found ?? { value: '#VALUE!', message: 'An array value could not be found.' };
}
