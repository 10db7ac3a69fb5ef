/** Test cases of formulas: typed arguments and expected cells. */
import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/protocol/market-error.ts';
import type { CellValue } from '../../host/workbook/surface.ts';
import type { Truth } from './truth.ts';

/** Cells of the result, or the error message. */
export type Shown = { readonly cells: readonly (readonly CellValue[])[] } | { readonly error: string };

/** Returns a value that `Shown` must equal. `shown` returns the result of other arguments. */
export type Expected = (truth: Truth, shown: (typed: string) => Shown | undefined) => object;

/** Typed arguments and the expected result. */
export type Row = readonly [typed: string, shows: Expected];

export interface Cases {
  /** Arguments of a valid call, by name. */
  readonly answered: Readonly<Record<string, string>>;
  readonly shows: Expected;
  /** Valid and invalid alternatives for one argument, by name. The others stay as in `answered`. */
  readonly arguments: Readonly<Record<string, readonly Row[]>>;
  /** Other combinations of arguments. */
  readonly calls: readonly Row[];
  /** Number of rows in the largest result. */
  readonly room: number;
}

export const gives =
  (rows: (truth: Truth) => readonly (readonly unknown[])[]): Expected =>
  (truth) => ({ cells: rows(truth) });

export const givesOne = (value: (truth: Truth) => unknown): Expected => gives((truth) => [[value(truth)]]);

/** `sentence`: the full message, or a pattern that matches part of it. */
export const refuses =
  (code: ErrorCode, sentence: string | RegExp): Expected =>
  () => ({
    error:
      typeof sentence === 'string'
        ? `${code}: ${sentence}`
        : expect.stringMatching(new RegExp(`^${code}: .*${sentence.source}.*[.!]$`, 's')),
  });

/** Expects the same result as for these arguments. */
export const asFor =
  (typed: string): Expected =>
  (_, shown) =>
    shown(typed) ?? { error: `"${typed}" is no case` };
