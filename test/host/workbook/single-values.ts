/** Where a formula expects one value and is given several: outside of an array function Sheets takes one of them. */
import { registries } from '@odoo/o-spreadsheet';
import type { EngineArgument } from './custom-values.ts';
import type { EngineValue } from './formula-cell.ts';

/** What functions find in `this` for it. */
export interface SingleValues {
  /** How many array functions stand around what is computed now. */
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

/** What stands inside of these is computed with whole arrays. */
const ARRAY_FUNCTION = /^(?:ARRAYFORMULA|FILTER|INDEX|MMULT|SORT|SORTN|SUMPRODUCT)\s*\($/i;

/** The functions that mark where an array function begins and ends. */
export const ARRAYS_BEGIN = 'ARRAYS.BEGIN';
export const ARRAYS_END = 'ARRAYS.END';

/**
 * The text with every array function `F(…)` as `ARRAYS.END(ARRAYS.BEGIN(), F(…))`: arguments are computed from left
 * to right, so that all that F is given is computed after the one and before the other.
 */
export function markArrays(formula: string): string {
  const part = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[A-Za-z_][\w.]*\s*\(|[()]/g;
  /** For each open parenthesis, whether it is an array function's. */
  const open: boolean[] = [];
  return formula.replace(part, (text) => {
    if (text === ')') return open.pop() ? '))' : ')';
    if (!text.endsWith('(')) return text;
    open.push(ARRAY_FUNCTION.test(text));
    return open.at(-1) ? `${ARRAYS_END}(${ARRAYS_BEGIN}(),${text}` : text;
  });
}

/** Arrays pass through these unchanged, from this argument on; of a range they take one value. */
const passing: Record<string, number> = { IF: 1, IFERROR: 0, IFNA: 0 };

export function isSeveral(argument: EngineArgument): argument is EngineValue[][] {
  return Array.isArray(argument) && (argument.length > 1 || argument[0]!.length > 1);
}

/** Makes every function so far take single values. */
export function takeSingleValues(): void {
  // Its own error values do not have this one, which IFERROR must know.
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

/** Some may come as often as one likes, in turn. */
export function parameterAt<P extends Pick<Parameter, 'repeating'>>(
  parameters: readonly P[],
  index: number,
): P | undefined {
  const first = parameters.findIndex(({ repeating }) => repeating);
  if (first < 0 || index < first) return parameters[index];
  const group = parameters.filter(({ repeating }) => repeating).length;
  return parameters[first + ((index - first) % group)];
}

/** Of a row or a column the value that lies in line with the formula, of any other array the first. */
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
