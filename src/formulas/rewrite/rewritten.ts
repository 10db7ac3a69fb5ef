/** Formulas that were rewritten into one: where it stands, and what they were. */
import { MarketError } from '../../protocol/market-error.ts';
import type { CellInput } from '../formula.ts';
import { formulas } from '../functions/registry.ts';
import { isBlank } from '../parsed-arguments.ts';
import type { Area } from '../ports.ts';
import { type ArgumentText, type CallText, onlyCallIn } from '../prefetch/call-text.ts';
import { type Along, moved, referringIn, textOf } from './cell-reference.ts';

/** As the developer metadata of a sheet keeps it. */
export interface Rewritten {
  /** Where the first one stands; both count from 1. */
  readonly row: number;
  readonly column: number;
  readonly along: Along;
  readonly count: number;
  /** The first of the formulas; of the others the reference goes on by one. */
  readonly single: string;
  /** What stands for all of them. */
  readonly one: string;
}

/** What stands in cells, by rows. */
export interface Cells {
  /** Blank where there is none. */
  readonly formulas: readonly (readonly string[])[];
  readonly values: readonly (readonly CellInput[])[];
}

export interface Selected extends Cells {
  readonly sheet: string;
  /** Both count from 1. */
  readonly top: number;
  readonly left: number;
}

/** The formulas as they were, in order. */
export function singlesOf({ single, along, count }: Pick<Rewritten, 'single' | 'along' | 'count'>): readonly string[] {
  const referring = referringIn(single)!;
  return Array.from({ length: count }, (_, index) => textOf(moved(referring, along, index)));
}

/** What they fill. */
export function areaOf(rewritten: Pick<Rewritten, 'row' | 'column' | 'along' | 'count'>): Area {
  const end = positionOf(rewritten, rewritten.count - 1);
  return { top: rewritten.row, left: rewritten.column, bottom: end.row, right: end.column };
}

export function overlap(one: Area, other: Area): boolean {
  return one.top <= other.bottom && one.bottom >= other.top && one.left <= other.right && one.right >= other.left;
}

/** Where each of them stands. */
export function positionOf({ row, column, along }: Pick<Rewritten, 'row' | 'column' | 'along'>, index: number) {
  return along === 'down' ? { row: row + index, column } : { row, column: column + index };
}

/**
 * The call of ours that a formula is, with nothing around it, where it gives as many values as it is given identifiers.
 * `field` is the argument that has to name a field so that it does: without, there is a row with a header.
 */
export function callForValues(
  formula: string,
): { readonly call: CallText; readonly field?: ArgumentText | undefined } | undefined {
  const call = onlyCallIn(formula);
  const declared = formulas.find(({ name }) => name === call?.name);
  if (!call || !declared || (declared.gives !== 'values' && declared.gives !== 'record')) return undefined;
  if (declared.gives === 'values') return { call };
  const field = call.arguments[declared.arguments.findIndex(({ takes }) => takes === 'field')];
  return field && !('value' in field && isBlank(field.value)) ? { call, field } : undefined;
}

export function refused(message: string): MarketError {
  return new MarketError('MARKET_ARGUMENT', `${message} Nothing was changed.`);
}
