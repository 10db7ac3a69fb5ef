/** Formula test cases: typed arguments and expected cells. */
import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/protocol/market-error.ts';
import type { CellValue } from '../../host/workbook/surface.ts';
import type { Truth } from './truth.ts';

export type Shown = { readonly cells: readonly (readonly CellValue[])[] } | { readonly error: string };

/** Returns the object that a case's `Shown` must equal. `shown` returns that of the case with other arguments. */
export type Expected = (truth: Truth, shown: (typed: string) => Shown | undefined) => object;

export type Row = readonly [typed: string, shows: Expected];

export interface Cases {
  /** Valid arguments by name. */
  readonly answered: Readonly<Record<string, string>>;
  readonly shows: Expected;
  /** Alternative values for one argument, by argument name. The others stay as in `answered`. */
  readonly arguments: Readonly<Record<string, readonly Row[]>>;
  /** Calls with other combinations of arguments. */
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
