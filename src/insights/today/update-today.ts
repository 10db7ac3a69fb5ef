/** Keeps Today: made once with its charts, then only the cells behind it that are otherwise are written. */
import { asciiJson, type Store } from '../../protocol/store.ts';
import { sameCell } from '../../tables/cells.ts';
import { columnNumber } from '../../tables/formula-text.ts';
import { type FindingsPlace, standingOf } from './data-formulas.ts';
import { dataLayout, formulaCells, voidCells } from './data-layout.ts';
import { dataColumn, FORMULAS_AT, factRow, TODAY, TODAY_DATA, VALUE_COLUMNS, VOIDS_AT } from './data-places.ts';
import { type DataValues, valueCells } from './data-values.ts';
import type { Content, LaidSheets } from './laid-sheets.ts';
import type { News } from './news.ts';
import { todayLayout } from './today-layout.ts';

export interface TodayPorts {
  readonly laid: LaidSheets;
  readonly document: Store;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly zone: string;
}

/** What a run has found out. */
export interface TodayFacts extends Omit<DataValues, 'seen' | 'news' | 'standing'> {
  readonly findings: FindingsPlace;
  /** What has changed since an instant, in epoch milliseconds. */
  newsSince(seen: number): News;
}

/** That it was made: one that is not there any more was deleted by a person. */
const KEY = 'today';
const MADE = asciiJson({ version: 1 });

/** Until when it tells what has changed: whoever ticks has seen no more than that. Version 1. */
const SHOWN = 'today.shown';

/** At the end of a run. */
export function updateToday(ports: TodayPorts, facts: TodayFacts): void {
  const { laid, document } = ports;
  if (document.get(KEY) === null) {
    makeToday(ports, facts);
    return;
  }
  if (laid.idOf(TODAY) === undefined || laid.idOf(TODAY_DATA) === undefined) return;
  renewData(ports, facts);
  keepShown(ports);
}

/** What is left of a former one goes. */
export function makeToday(ports: TodayPorts, facts: TodayFacts): void {
  const { laid, document, now, zone } = ports;
  for (const tab of [TODAY, TODAY_DATA]) if (laid.idOf(tab) !== undefined) laid.remove(tab);
  const values = valuesAt(facts, now);
  const today = todayLayout(
    values.tables.map(({ label }) => label),
    values.kinds,
  );
  // A formula that is written before the sheet that it refers to is there stays an error. Google shows the last one made.
  for (const tab of [TODAY_DATA, TODAY]) laid.lay(tab, { cells: [], widths: [] });
  const { row, column } = today.checkbox!;
  const tick = `='${TODAY}'!$${'ABC'[column - 1]}$${row}`;
  laid.lay(TODAY_DATA, dataLayout(values, facts.findings, tick, zone));
  laid.lay(TODAY, today);
  document.set(KEY, MADE);
  keepShown(ports);
}

function keepShown({ document, now }: TodayPorts): void {
  document.set(SHOWN, asciiJson({ version: 1, at: now }));
}

/** In epoch milliseconds; undefined where a former version kept nothing. */
function readShown(document: Store): number | undefined {
  const text = document.get(SHOWN);
  return text === null ? undefined : (JSON.parse(text) as { readonly at: number }).at;
}

/** The next run makes it where it is missing. */
export function forgetToday(document: Store): void {
  for (const key of [KEY, SHOWN]) document.remove(key);
}

function valuesAt(facts: TodayFacts, seen: number): DataValues {
  return { ...facts, seen, news: facts.newsSince(seen), standing: standingOf(facts.findings) };
}

function renewData({ laid, document, now, zone }: TodayPorts, facts: TodayFacts): void {
  const before = laid.read(TODAY_DATA);
  const at = (row: number, column: number) => before[row - 1]?.[column - 1] ?? '';
  const amount = dataColumn('amount');
  const known = at(factRow('Seen'), amount);
  const isSeen = at(2, dataColumn('tick')) === true;
  const seen = isSeen || !(known instanceof Date) ? (readShown(document) ?? now) : known.getTime();
  const values = valuesAt(facts, seen);
  const isOther = (row: number, column: number, content: Content) => !sameCell(at(row, column), content, zone);

  const cells = valueCells(values, zone);
  const others = VALUE_COLUMNS.flatMap((_, index) =>
    cells.some((line, row) => isOther(row + 1, index + 1, line[index]!)) ? [index] : [],
  );
  // One write, of the columns from the first to the last that differ.
  if (others.length > 0) {
    const [first, last] = [others[0]!, others[others.length - 1]!];
    laid.write(
      TODAY_DATA,
      1,
      first + 1,
      cells.map((line) => line.slice(first, last + 1)),
    );
  }
  renewVoids(laid, before, voidCells(values), isOther);
  if (isOther(factRow('Findings stand'), amount, values.standing)) {
    const tick = laid.formulaOf(TODAY_DATA, 2, dataColumn('tick'));
    laid.write(TODAY_DATA, 1, FORMULAS_AT, formulaCells(values, facts.findings, tick));
  }
  if (isSeen) untick(laid);
}

function renewVoids(
  laid: LaidSheets,
  before: readonly (readonly Content[])[],
  voids: readonly (readonly Content[])[],
  isOther: (row: number, column: number, content: Content) => boolean,
): void {
  const column = dataColumn(VOIDS_AT);
  const rows = Math.max(voids.length, before.length);
  const cells = Array.from({ length: rows }, (_, row) => voids[row] ?? ['']);
  const last = cells.reduce((found, [content], row) => (isOther(row + 1, column, content!) ? row : found), -1);
  if (last < 0) return;
  const first = cells.findIndex(([content], row) => isOther(row + 1, column, content!));
  laid.write(TODAY_DATA, first + 1, column, cells.slice(first, last + 1));
}

/** The formula behind follows the box wherever the person moved it. */
function untick(laid: LaidSheets): void {
  const formula = laid.formulaOf(TODAY_DATA, 2, dataColumn('tick'));
  const [, letters, row] = /!\$?([A-Z]+)\$?(\d+)$/.exec(formula) ?? [];
  if (letters && row) laid.write(TODAY, Number(row), columnNumber(letters), [[false]]);
}
