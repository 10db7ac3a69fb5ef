/** Test cases of formulas: typed text and expected cells. */
import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/protocol/market-error.ts';
import type { CellValue } from '../../host/workbook/surface.ts';
import type { Truth } from './truth.ts';

/** Cells of the result, or the message of its error. */
export type Shown = { readonly cells: readonly (readonly CellValue[])[] } | { readonly error: string };

/** Returns a value that `Shown` must equal; `shown` gives the result of other arguments. */
export type Expected = (truth: Truth, shown: (typed: string) => Shown | undefined) => object;

/** Arguments as typed, and the expected result. */
export type Row = readonly [typed: string, shows: Expected];

export interface Cases {
  /** Arguments of a valid call, by name. */
  readonly answered: Readonly<Record<string, string>>;
  readonly shows: Expected;
  /** Alternatives for one argument, valid and invalid, by name; the others stay as in `answered`. */
  readonly arguments: Readonly<Record<string, readonly Row[]>>;
  /** Calls with other combinations of arguments. */
  readonly calls: readonly Row[];
  /** Rows of the longest result. */
  readonly room: number;
}

export const gives =
  (rows: (truth: Truth) => readonly (readonly unknown[])[]): Expected =>
  (truth) => ({ cells: rows(truth) });

export const givesOne = (value: (truth: Truth) => unknown): Expected => gives((truth) => [[value(truth)]]);

/** `sentence` is the whole message, or a pattern for part of it. */
export const refuses =
  (code: ErrorCode, sentence: string | RegExp): Expected =>
  () => ({
    error:
      typeof sentence === 'string'
        ? `${code}: ${sentence}`
        : expect.stringMatching(new RegExp(`^${code}: .*${sentence.source}.*[.!]$`, 's')),
  });

/** Expects the same result as these arguments. */
export const asFor =
  (typed: string): Expected =>
  (_, shown) =>
    shown(typed) ?? { error: `"${typed}" is no case` };
