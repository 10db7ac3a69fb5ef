/** Finds queries of the workbook's other formulas by reading formulas and the cells they refer to. */
import { operations } from '../../operations/registry.ts';
import { orElse } from '../../protocol/market-error.ts';
import type { Operation } from '../../protocol/operation.ts';
import { settingsWith, settle } from '../../protocol/settings.ts';
import type { Area } from '../../tables/sheet.ts';
import { type Context, prepare } from '../evaluate.ts';
import type { Input } from '../formula.ts';
import { formulas } from '../functions/registry.ts';
import { connectionNamed } from '../parsed-arguments.ts';
import { CELLS_AT_ONCE, type Owner, type SheetView, type Workbook } from '../ports.ts';
import { isSingleCall, merged, type Query } from '../query.ts';
import { type ArgumentText, type Block, type CallText, callsIn, readCells } from './cell-calls.ts';

export interface Ahead {
  readonly queries: readonly Query[];
  /** Queries that aren't worth prefetching. */
  readonly others: readonly Query[];
  /** Keys of queries made by several formulas. */
  readonly repeated: ReadonlySet<string>;
  /** Number of formulas that have unknown arguments or may never run. */
  readonly unread: number;
  /** False if sheets were skipped for lack of time or room. */
  readonly isWhole: boolean;
}

/**
 * Prefetches only queries that share calls. `mayRead` returns whether time is left for another sheet. A formula alone
 * on its sheet reads no others, which would take two Google calls each.
 */
export function readAhead(workbook: Workbook, context: Context, mayRead: () => boolean): Ahead {
  const found = findCalls(workbook, CELLS_AT_ONCE, mayRead);
  const all = new Map<string, Query>();
  const [worthwhile, repeated] = [new Set<string>(), new Set<string>()];
  let unread = found.unread;
  queriesOfCalls(workbook, found.calls, context, CELLS_AT_ONCE).forEach((queries, index) => {
    const { isConditional } = found.calls[index]!;
    if (!queries || isConditional) unread++;
    for (const query of queries ?? []) {
      if (all.has(query.key)) repeated.add(query.key);
      all.set(query.key, merged(all.get(query.key), query));
      if (!isConditional && isShared(query, context.owner)) worthwhile.add(query.key);
    }
  });
  const queries = [...all.values()].filter(({ key }) => worthwhile.has(key));
  const others = [...all.values()].filter(({ key }) => !worthwhile.has(key));
  return { queries, others, repeated, unread, isWhole: found.isWhole };
}

/** Maximum number of cells that *Refresh now* reads. Reading that many takes about 30 seconds. */
const MOST_CELLS = 10 * CELLS_AT_ONCE;

/** Returns the calls in all formulas, on any connection. */
export function readCalls(workbook: Workbook): readonly CellCall[] {
  return findCalls(workbook, MOST_CELLS).calls;
}

/** Returns distinct queries of formulas on the context's connection. */
export function needsOf(workbook: Workbook, calls: readonly CellCall[], context: Context): readonly Query[] {
  const needed = new Map<string, Query>();
  queriesOfCalls(workbook, calls, context, MOST_CELLS).forEach((queries = [], index) => {
    // A formula inside IF may never run, so it is not worth a separate call.
    const isWanted = !calls[index]!.isConditional || queries.every((query) => isShared(query, context.owner));
    for (const query of isWanted ? queries : []) needed.set(query.key, merged(needed.get(query.key), query));
  });
  return [...needed.values()];
}

interface CellCall {
  readonly sheet: SheetView;
  readonly call: CallText;
  /** Whether the call is inside a function such as IF, which may not evaluate it. */
  readonly isConditional: boolean;
}

/** Reads at least the formula's own column, and other sheets as far as `mayRead` and `mostCells` allow. */
function findCalls(
  workbook: Workbook,
  mostCells: number,
  mayRead?: () => boolean,
): { calls: readonly CellCall[]; unread: number; isWhole: boolean } {
  const calls: CellCall[] = [];
  let unread = 0;
  let isWhole = true;
  let room = mostCells;
  for (const [index, sheet] of workbook.sheets().entries()) {
    const isOwn = index === 0;
    if (!isOwn && mayRead) {
      const isAlone = calls.length + unread < 2;
      if (isAlone) break;
      if (!mayRead()) return { calls, unread, isWhole: false };
    }
    const { rows, columns } = sheet;
    const isTooLarge = rows * columns > room;
    if (isTooLarge) isWhole = false;
    if (rows === 0 || (isTooLarge && !isOwn)) continue;
    const [left, right] = isTooLarge ? [workbook.ownColumn(), workbook.ownColumn()] : [1, columns];
    room -= rows * (right - left + 1);
    for (const text of formulasIn(sheet, { top: 1, left, bottom: rows, right })) {
      const read = callsIn(text);
      unread += read.unread;
      const callOn = (isConditional: boolean) => (call: CallText) => ({ sheet, call, isConditional });
      calls.push(...read.calls.map(callOn(false)), ...read.conditional.map(callOn(true)));
    }
  }
  return { calls, unread, isWhole };
}

/** Yields formulas that contain `MARKET_`. */
function* formulasIn(sheet: SheetView, { top, left, bottom, right }: Area): Iterable<string> {
  const height = Math.max(1, Math.floor(CELLS_AT_ONCE / (right - left + 1)));
  for (let from = top; from <= bottom; from += height) {
    const texts = sheet.formulas({ top: from, left, bottom: Math.min(bottom, from + height - 1), right });
    yield* texts.flat().filter((text) => /MARKET_/i.test(text));
  }
}

/** Whether one call can serve many queries like this one. */
function isShared(query: Query, { settings }: Owner) {
  const { split = [] }: Operation = operations[query.operation];
  const each = split.find((part) => 'each' in part && part.each === query.list);
  return each !== undefined && 'each' in each && settle(each.size, settingsWith(settings)) > 1 && !isSingleCall(query);
}

/**
 * Returns queries per call: undefined if an argument is unknown, empty if one is invalid or uses another connection.
 */
function queriesOfCalls(
  workbook: Workbook,
  calls: readonly CellCall[],
  context: Context,
  mostCells: number,
): readonly (readonly Query[] | undefined)[] {
  const inputOf = readCells(
    workbook,
    calls.flatMap(({ sheet, call }) => call.arguments.map((argument) => ({ sheet, argument }))),
    mostCells,
  );
  return calls.map(({ sheet, call }) =>
    orElse(
      () => queriesOfCall(call, (argument) => inputOf(sheet, argument), context),
      () => [],
    ),
  );
}

/** Returns undefined if an argument is unknown. Throws if an argument is invalid. */
function queriesOfCall(call: CallText, inputOf: (argument: ArgumentText) => Block | undefined, context: Context) {
  const formula = formulas.find(({ name }) => name === call.name);
  if (!formula || formula.gives === 'state' || call.arguments.length > formula.arguments.length) return [];
  const inputs: Input[] = [];
  for (const argument of call.arguments) {
    const block = inputOf(argument);
    if (!block) return undefined;
    inputs.push(block.input);
  }
  const [named, { name, isNamed }] = [connectionNamed(formula, inputs), context.owner];
  const isOn = named === undefined ? !isNamed : named === name;
  return isOn ? prepare(formula, inputs, context).queries : [];
}
