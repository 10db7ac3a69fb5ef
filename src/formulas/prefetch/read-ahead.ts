/** What other formulas of the workbook will ask, read from their texts and from the cells that they refer to. */
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
  /** What is worth asking for before it is asked. */
  readonly queries: readonly Query[];
  /** What else formulas may ask. */
  readonly others: readonly Query[];
  /** Keys of queries that more than one call makes. */
  readonly repeated: ReadonlySet<string>;
  /** Calls whose arguments are not known, or that may never be computed. */
  readonly unread: number;
  /** No sheet was left out. */
  readonly isWhole: boolean;
}

/**
 * Only what shares a call with others is asked for ahead: of the rest that would save nothing, and it may never be asked.
 * `mayRead`: whether there is time for one more sheet.
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
  const those = (areWorthwhile: boolean) =>
    [...all.values()].filter(({ key }) => worthwhile.has(key) === areWorthwhile);
  return { queries: those(true), others: those(false), repeated, unread, isWhole: found.isWhole };
}

/** Reading so many cells takes about half a minute, which a person waits who refreshes everything. */
const MOST_CELLS = 10 * CELLS_AT_ONCE;

/** All calls of the workbook, on whatever connection they run. */
export function readCalls(workbook: Workbook): readonly CellCall[] {
  return findCalls(workbook, MOST_CELLS, () => true).calls;
}

/** What those need that run on the connection of the context, each query once. */
export function needsOf(workbook: Workbook, calls: readonly CellCall[], context: Context): readonly Query[] {
  const needed = new Map<string, Query>();
  queriesOfCalls(workbook, calls, context, MOST_CELLS).forEach((queries = [], index) => {
    // A formula inside IF may never be computed: it may share a call, but is not worth one of its own.
    const isWanted = !calls[index]!.isConditional || queries.every((query) => isShared(query, context.owner));
    for (const query of isWanted ? queries : []) needed.set(query.key, merged(needed.get(query.key), query));
  });
  return [...needed.values()];
}

/** A call, and the sheet on which it stands. */
interface CellCall {
  readonly sheet: SheetView;
  readonly call: CallText;
  /** It may never be computed. */
  readonly isConditional: boolean;
}

/** Of the formula's own sheet its column is read at least, of the others those for which there is time and room. */
function findCalls(
  workbook: Workbook,
  mostCells: number,
  mayRead: () => boolean,
): { calls: readonly CellCall[]; unread: number; isWhole: boolean } {
  const calls: CellCall[] = [];
  let unread = 0;
  let isWhole = true;
  let room = mostCells;
  for (const [index, sheet] of workbook.sheets().entries()) {
    const isOwn = index === 0;
    if (!isOwn && !mayRead()) return { calls, unread, isWhole: false };
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

/** Texts of formulas that seem to call one of ours, read in bands. */
function* formulasIn(sheet: SheetView, { top, left, bottom, right }: Area): Iterable<string> {
  const height = Math.max(1, Math.floor(CELLS_AT_ONCE / (right - left + 1)));
  for (let from = top; from <= bottom; from += height) {
    const texts = sheet.formulas({ top: from, left, bottom: Math.min(bottom, from + height - 1), right });
    yield* texts.flat().filter((text) => /MARKET_/i.test(text));
  }
}

/** One call answers many such queries. */
function isShared(query: Query, { settings }: Owner): boolean {
  const { split = [] }: Operation = operations[query.operation];
  const each = split.find((part) => 'each' in part && part.each === query.list);
  return each !== undefined && 'each' in each && settle(each.size, settingsWith(settings)) > 1 && !isSingleCall(query);
}

/** Of each call its queries: nothing when an argument is not known yet, none when it will be refused or runs on another connection. */
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

/** Nothing when an argument is not known yet; throws what the formula will say when it refuses them. */
function queriesOfCall(
  call: CallText,
  inputOf: (argument: ArgumentText) => Block | undefined,
  context: Context,
): readonly Query[] | undefined {
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
