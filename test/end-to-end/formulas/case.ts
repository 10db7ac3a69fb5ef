/** Cases of formulas: what is typed into a cell, and what the cell and those around it show then. */
import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/protocol/market-error.ts';
import type { CellValue } from '../../host/workbook/surface.ts';
import type { Truth } from './truth.ts';

/** The cells of a result in its shape, or the message of an error. */
export type Shown = { readonly cells: readonly (readonly CellValue[])[] } | { readonly error: string };

/** What `Shown` has to equal. `shown` gives what other arguments of the same formula show. */
export type Expected = (truth: Truth, shown: (typed: string) => Shown | undefined) => object;

/** The arguments as they are typed, and what is shown. */
export type Row = readonly [typed: string, shows: Expected];

export interface Cases {
  /** By name of the argument: a call that is answered, as its arguments are typed. */
  readonly answered: Readonly<Record<string, string>>;
  readonly shows: Expected;
  /** By name, each in the place of the answered one's: what one argument may be, and what not. */
  readonly arguments: Readonly<Record<string, readonly Row[]>>;
  /** Calls with several arguments of their own. */
  readonly calls: readonly Row[];
  /** Rows that the longest result takes. */
  readonly room: number;
}

export const gives =
  (rows: (truth: Truth) => readonly (readonly unknown[])[]): Expected =>
  (truth) => ({ cells: rows(truth) });

export const givesOne = (value: (truth: Truth) => unknown): Expected => gives((truth) => [[value(truth)]]);

/** The sentence is whole, or a part of it. */
export const refuses =
  (code: ErrorCode, sentence: string | RegExp): Expected =>
  () => ({
    error:
      typeof sentence === 'string'
        ? `${code}: ${sentence}`
        : expect.stringMatching(new RegExp(`^${code}: .*${sentence.source}.*[.!]$`, 's')),
  });

/** Just what the same formula shows for these. */
export const asFor =
  (typed: string): Expected =>
  (_, shown) =>
    shown(typed) ?? { error: `"${typed}" is no case` };
