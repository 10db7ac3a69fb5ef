/** What other formulas of the workbook will ask, read from their texts and from the cells that they refer to. */
import { operations } from '../../operations/registry.ts';
import type { Operation } from '../../protocol/operation.ts';
import { settingsWith, settle } from '../../protocol/settings.ts';
import { isAlone } from '../answered.ts';
import type { Owner } from '../answers.ts';
import type { Surroundings } from '../prepare.ts';
import type { Query } from '../query.ts';
import { forBoth } from '../query.ts';
import { callsIn } from './call-text.ts';
import type { Placed } from './queries-of-calls.ts';
import { queriesOfCalls } from './queries-of-calls.ts';
import type { Area, SheetView, Workbook } from './workbook.ts';
import { CELLS_AT_ONCE } from './workbook.ts';

export interface Ahead {
  /** What is worth asking for before it is asked. */
  readonly queries: readonly Query[];
  /** What else formulas may ask. */
  readonly others: readonly Query[];
  /** Calls whose arguments could not be told, or that may never be computed. */
  readonly unread: number;
}

/** Only what shares a call with others is asked for ahead: of the rest that would save nothing, and it may never be asked. */
export function readAhead(workbook: Workbook, around: Surroundings): Ahead {
  const found = findCalls(workbook);
  const all = new Map<string, Query>();
  const worthwhile = new Set<string>();
  let unread = found.unread;
  queriesOfCalls(workbook, found.calls, around, CELLS_AT_ONCE).forEach((wanted, index) => {
    const { isConditional } = found.calls[index]!;
    if (!wanted || isConditional) unread++;
    for (const item of wanted ?? []) {
      all.set(item.key, forBoth(all.get(item.key), item));
      if (!isConditional && isShared(item, around.owner)) worthwhile.add(item.key);
    }
  });
  const those = (areWorthwhile: boolean) =>
    [...all.values()].filter(({ key }) => worthwhile.has(key) === areWorthwhile);
  return { queries: those(true), others: those(false), unread };
}

/** The sheet of the formula comes first; of one that is too large the formula's own column is read. */
function findCalls(workbook: Workbook): { calls: readonly Placed[]; unread: number } {
  const { sheet: own, column } = workbook.place();
  const sheets = [...workbook.sheets()].sort((a, b) => Number(b.name === own) - Number(a.name === own));
  const calls: Placed[] = [];
  let unread = 0;
  let room = CELLS_AT_ONCE;
  for (const sheet of sheets) {
    const { name, rows, columns } = sheet;
    const isTooLarge = rows * columns > room;
    if (rows === 0 || (isTooLarge && name !== own)) continue;
    const [left, right] = isTooLarge ? [column, column] : [1, columns];
    room -= rows * (right - left + 1);
    for (const text of formulasIn(sheet, { top: 1, left, bottom: rows, right })) {
      const read = callsIn(text);
      unread += read.unread;
      for (const call of read.calls) calls.push({ sheet: name, call, isConditional: false });
      for (const call of read.conditional) calls.push({ sheet: name, call, isConditional: true });
    }
  }
  return { calls, unread };
}

/** Texts of formulas that seem to call one of ours. */
export function formulasIn(sheet: SheetView, area: Area): readonly string[] {
  return sheet
    .formulas(area)
    .flat()
    .filter((text) => /MARKET_/i.test(text));
}

/** One call answers many such items. */
export function isShared(item: Query, { settings }: Owner): boolean {
  const { split = [] }: Operation = operations[item.operation];
  const each = split.find((part) => 'each' in part && part.each === item.list);
  return (
    each !== undefined && 'each' in each && settle(each.size, settingsWith(settings)) > 1 && !isAlone(item)
  );
}
