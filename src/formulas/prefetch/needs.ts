/** What all formulas of a workbook need, read from their texts and from the cells that they refer to. */

import type { Surroundings } from '../prepare.ts';
import type { Query } from '../query.ts';
import { forBoth } from '../query.ts';
import type { CallText } from './call-text.ts';
import { callsIn } from './call-text.ts';
import type { Placed } from './queries-of-calls.ts';
import { queriesOfCalls } from './queries-of-calls.ts';
import { formulasIn, isShared } from './read-ahead.ts';
import type { SheetView, Workbook } from './workbook.ts';
import { CELLS_AT_ONCE } from './workbook.ts';

export interface Needs {
  /** Each once. */
  readonly queries: readonly Query[];
  /** Calls of formulas that need them. */
  readonly formulas: number;
  /** Calls that cannot be read ahead, or may never be computed and share no call with others. */
  readonly unread: number;
  /** The first formula with such a call. */
  readonly unreadIn?: string | undefined;
  /** Names of sheets that are too large to be read. */
  readonly tooLarge: readonly string[];
}

/** Reading so many cells takes about half a minute. */
const MOST_CELLS = 10 * CELLS_AT_ONCE;

export function readNeeds(workbook: Workbook, around: Surroundings): Needs {
  const calls: (Placed & { readonly formula: string })[] = [];
  const tooLarge: string[] = [];
  let unread = 0;
  let unreadIn: string | undefined;
  const leave = (formula: string, count = 1) => {
    unread += count;
    if (count > 0) unreadIn ??= formula;
  };
  let room = MOST_CELLS;
  for (const sheet of workbook.sheets()) {
    const { name, rows, columns } = sheet;
    if (rows * columns > room) {
      tooLarge.push(name);
      continue;
    }
    room -= rows * columns;
    for (const formula of textsIn(sheet)) {
      const read = callsIn(formula);
      const place = (isConditional: boolean) => (call: CallText) => ({
        sheet: name,
        call,
        isConditional,
        formula,
      });
      leave(formula, read.unread);
      calls.push(...read.calls.map(place(false)), ...read.conditional.map(place(true)));
    }
  }
  const items = new Map<string, Query>();
  let formulas = 0;
  queriesOfCalls(workbook, calls, around, MOST_CELLS).forEach((wanted, index) => {
    // What may never be asked is worth a place in a call, but none of its own.
    const isWanted =
      wanted && (!calls[index]!.isConditional || wanted.every((item) => isShared(item, around.owner)));
    if (!isWanted) leave(calls[index]!.formula);
    else if (wanted.length > 0) formulas++;
    for (const item of isWanted ? wanted : []) items.set(item.key, forBoth(items.get(item.key), item));
  });
  return { queries: [...items.values()], formulas, unread, unreadIn, tooLarge };
}

function* textsIn(sheet: SheetView): Iterable<string> {
  const { rows, columns } = sheet;
  const height = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns)));
  for (let top = 1; top <= rows; top += height)
    yield* formulasIn(sheet, { top, left: 1, bottom: Math.min(rows, top + height - 1), right: columns });
}
