/** What all formulas of a workbook need, read from their texts and from the cells that they refer to. */
import type { Context } from '../evaluate.ts';
import { CELLS_AT_ONCE, type SheetView, type Workbook } from '../ports.ts';
import { merged, type Query } from '../query.ts';
import { type CallText, callsIn } from './call-text.ts';
import { type CellCall, formulasIn, isShared, queriesOfCalls } from './read-ahead.ts';

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

/** Calls of the workbook's formulas, whatever they run on. */
export interface WorkbookCalls {
  readonly calls: readonly (CellCall & { readonly formula: string })[];
  /** Formulas with calls whose arguments are not known, one for each such call. */
  readonly unread: readonly string[];
  readonly tooLarge: readonly string[];
}

export function readCalls(workbook: Workbook): WorkbookCalls {
  const calls: (CellCall & { readonly formula: string })[] = [];
  const [unread, tooLarge]: [string[], string[]] = [[], []];
  let room = MOST_CELLS;
  for (const sheet of workbook.sheets()) {
    const { rows, columns } = sheet;
    if (rows * columns > room) {
      tooLarge.push(sheet.name);
      continue;
    }
    room -= rows * columns;
    for (const formula of textsIn(sheet)) {
      const read = callsIn(formula);
      const inCell = (isConditional: boolean) => (call: CallText) => ({
        sheet,
        call,
        isConditional,
        formula,
      });
      unread.push(...Array.from({ length: read.unread }, () => formula));
      calls.push(...read.calls.map(inCell(false)), ...read.conditional.map(inCell(true)));
    }
  }
  return { calls, unread, tooLarge };
}

/** Of the formulas that run on one connection. What cannot be read belongs to those on the default one. */
export function needsOf(workbook: Workbook, found: WorkbookCalls, context: Context): Needs {
  const isFirst = !context.owner.isNamed;
  const unread = isFirst ? [...found.unread] : [];
  const queries = new Map<string, Query>();
  let formulas = 0;
  queriesOfCalls(workbook, found.calls, context, MOST_CELLS).forEach((own, index) => {
    const { isConditional, formula } = found.calls[index]!;
    // What may never be asked may share a call, but is not worth one of its own.
    const isWanted = own && (!isConditional || own.every((query) => isShared(query, context.owner)));
    if (!isWanted && (own || isFirst)) unread.push(formula);
    else if (isWanted && own.length > 0) formulas++;
    for (const query of isWanted ? own : []) queries.set(query.key, merged(queries.get(query.key), query));
  });
  return {
    queries: [...queries.values()],
    formulas,
    unread: unread.length,
    unreadIn: unread[0],
    tooLarge: isFirst ? found.tooLarge : [],
  };
}

function* textsIn(sheet: SheetView): Iterable<string> {
  const { rows, columns } = sheet;
  const height = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns)));
  for (let top = 1; top <= rows; top += height)
    yield* formulasIn(sheet, { top, left: 1, bottom: Math.min(rows, top + height - 1), right: columns });
}
