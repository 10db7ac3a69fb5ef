/** What all formulas of a workbook need, read from their texts and from the cells that they refer to. */
import type { Context } from '../evaluate.ts';
import type { SheetView, Workbook } from '../ports.ts';
import { CELLS_AT_ONCE } from '../ports.ts';
import type { Query } from '../query.ts';
import { merged } from '../query.ts';
import type { CallText } from './call-text.ts';
import { callsIn } from './call-text.ts';
import type { CellCall } from './read-ahead.ts';
import { formulasIn, isShared, queriesOfCalls } from './read-ahead.ts';

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

export function readNeeds(workbook: Workbook, context: Context): Needs {
  const calls: (CellCall & { readonly formula: string })[] = [];
  const tooLarge: string[] = [];
  let unread = 0;
  let unreadIn: string | undefined;
  const skip = (formula: string, count = 1) => {
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
      const inCell = (isConditional: boolean) => (call: CallText) => ({
        sheet: name,
        call,
        isConditional,
        formula,
      });
      skip(formula, read.unread);
      calls.push(...read.calls.map(inCell(false)), ...read.conditional.map(inCell(true)));
    }
  }
  const queries = new Map<string, Query>();
  let formulas = 0;
  queriesOfCalls(workbook, calls, context, MOST_CELLS).forEach((own, index) => {
    // What may never be asked may share a call, but is not worth one of its own.
    const isWanted =
      own && (!calls[index]!.isConditional || own.every((query) => isShared(query, context.owner)));
    if (!isWanted) skip(calls[index]!.formula);
    else if (own.length > 0) formulas++;
    for (const query of isWanted ? own : []) queries.set(query.key, merged(queries.get(query.key), query));
  });
  return { queries: [...queries.values()], formulas, unread, unreadIn, tooLarge };
}

function* textsIn(sheet: SheetView): Iterable<string> {
  const { rows, columns } = sheet;
  const height = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns)));
  for (let top = 1; top <= rows; top += height)
    yield* formulasIn(sheet, { top, left: 1, bottom: Math.min(rows, top + height - 1), right: columns });
}
