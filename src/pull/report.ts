/** The report of a run and its notes, for the sidebar and the log. */
import type { Cost } from '../limits/planner.ts';
import type { Slice } from '../protocol/client.ts';
import { asOurs, type MarketError } from '../protocol/market-error.ts';
import { MOST_CELLS } from '../tables/apply.ts';
import { MOST_CHANGES } from '../tables/changes.ts';
import { columnsBeyond } from '../tables/columns.ts';
import type { Counts } from '../tables/diff.ts';
import type { Purge } from '../tables/purge.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { CameRows, ReportedError, Run } from './run.ts';

type Shown = 'id' | 'operation' | 'state' | 'planned' | 'callsLeft' | 'tables' | 'notFound' | 'unclear' | 'ignored';

export interface Report extends Pick<Run, Shown | 'notes' | 'errors'> {
  readonly actual: Cost;
  readonly rows: Counts;
  /** Keys of the rows of the last execution, by which they are found after sorting. */
  readonly came: readonly CameRows[];
  /** ISO instant, or nothing. */
  readonly resumeAt: string | null;
  readonly canUndo: boolean;
  /** Cells of the workbook with what is planned, and their share of what Google allows; given with plans. */
  readonly workbook: { readonly cells: number; readonly share: number } | null;
}

export function reportError({ code, message, details }: MarketError): ReportedError {
  return {
    code,
    message,
    serviceCode: details.serviceCode ?? null,
    httpStatus: details.httpStatus ?? null,
  };
}

export const NO_ROWS: Counts = { added: 0, changed: 0, unchanged: 0, gone: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    gone: one.gone + other.gone,
  };
}

/** `now` in epoch milliseconds; `cells` are those of the workbook as it is, where they were counted. */
export function reportOf(run: Run, now: number, cells?: number): Report {
  const { id, operation, planned, callsLeft, tables, ignored, unclear } = run;
  const total = cells === undefined ? undefined : cells + run.grown;
  return {
    ...{ id, operation, planned, callsLeft, tables, ignored, unclear },
    state: run.isPreview && run.state === 'done' ? 'planned' : run.state,
    actual: {
      calls: { byOperation: { [operation]: run.calls } },
      executions: run.executions,
      minutes: Math.round(run.workedFor / 600) / 100,
      cells: run.cells,
      finishAt: new Date(run.resumeAt ?? now).toISOString(),
      binding: run.stoppedBy?.code === 'MARKET_CAP' ? `${operation} cap` : null,
    },
    rows: tables.reduce(addCounts, NO_ROWS),
    came: run.came ?? [],
    notFound: asTyped(run, run.notFound),
    notes: [...firstPullNote(run), ...notesOf(run)],
    resumeAt: run.resumeAt === null ? null : new Date(run.resumeAt).toISOString(),
    errors: [...run.errors, ...(run.stoppedBy ? [run.stoppedBy] : [])],
    canUndo: run.isKept,
    workbook: total === undefined ? null : { cells: total, share: Math.round((1000 * total) / MOST_CELLS) / 1000 },
  };
}

export function noted(notes: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...notes, ...more])];
}

/** Turns the refusal of a sheet beside the tables into a note: the tables lose no row for it. */
export function optional<T>(notes: string[], what: string, otherwise: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    notes.push(`${what}: ${asOurs(error).message}`);
    return otherwise;
  }
}

export function notesOf(
  run: Pick<Run, 'state' | 'tally' | 'without' | 'unnamed' | 'notes' | 'replanNote' | 'typed'>,
): readonly string[] {
  const tally = Object.entries(run.tally).map(([name, count]) => `${name} ${count}`);
  return [
    ...(tally.length > 0 ? [`By status: ${tally.join(', ')}.`] : []),
    ...withoutNote(asTyped(run, run.without)),
    ...unnamedNote(run.unnamed),
    ...run.notes,
    // Whoever ended it has no use for when it would have been done.
    ...(run.replanNote && run.state !== 'canceled' ? [run.replanNote] : []),
  ];
}

/** For a plan without a size: nobody asked the same before. */
export function firstPullNote({ state, planned }: Pick<Run, 'state' | 'planned'>): readonly string[] {
  if (state !== 'planned' || planned.precision !== 'at least') return [];
  return [
    'Nothing was asked, so how much there is is not known: a first pull asks for one page, then tells, and then writes.',
  ];
}

export const NO_CHANGES = 'Nothing was listed on Changes';

export const DEMO_NOTE =
  "The demo shop answers from a file of this script: its calls count for the hour, and none of them for Google's day.";

/** Identifiers as the person knows them. */
export function asTyped({ typed }: Pick<Run, 'typed'>, identifiers: readonly string[]): readonly string[] {
  return identifiers.map((each) => typed[each] ?? each);
}

export const UNKNOWN_NOTE =
  'The marketplace sent codes or fields that its documentation does not have; the sheet Status lists them.';

export const CONFLICT_NOTE =
  'The Catalog has contradictions; the sheet Status lists them, and nothing was overwritten.';

export const CHANGES_CUT_NOTE = `The sheet Changes lists the first ${MOST_CHANGES} changes of this run; there were more.`;

export const AMBIGUOUS_NOTE =
  'Some dates lie in the hour that comes twice when clocks are set back; they are read as the first of the two. The hidden column "Raw dates" says which.';

export const GONE_UNKNOWN_NOTE = 'How many rows would be marked as gone is not known before the pull itself.';

export function headerNote(header: string): string {
  return `"${header}" was taken for the header of the list, and is not asked for.`;
}

export function isolatedNote(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? 'One identifier was refused before; it was asked for in a call of its own.'
      : `${count} identifiers were refused before; they were asked for in calls of their own.`,
  ];
}

export function versionNotes(operation: TabledOperation, withheld: Purge['withheld'], version: number): string[] {
  const beyond = columnsBeyond(operation, withheld, version);
  if (beyond.length === 0) return [];
  const named = beyond.map(({ header, since }) => `${header} (${since})`).join(', ');
  return [`Order version ${version} does not bring ${named}; a connection with a higher version does.`];
}

/** Records by the value of the field that the operation counts, in words. */
export function tallied(run: Run, operation: TabledOperation, { records }: Slice): Run['tally'] {
  const { tally, record } = operation.answer;
  if (!tally || run.params[tally.param] !== undefined) return run.tally;
  const member = record[tally.field];
  const codes = member && 'codes' in member ? member.codes : undefined;
  const counts = { ...run.tally };
  for (const each of records) {
    const value = String(each[tally.field] ?? '');
    const name = value === '' ? 'blank' : (codes?.[value] ?? `${value} (not documented)`);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export function singleCallNote(count: number): readonly string[] {
  if (count === 0) return [];
  const which = count === 1 ? 'One identifier is' : `${count} identifiers are`;
  const each = `${count === 1 ? 'it' : 'each'} was asked for in a call of its own`;
  return [
    `${which} not in the Catalog, and answers do not repeat such identifiers: ${each}, so that it is known from now on.`,
  ];
}

function unnamedNote(count: number): readonly string[] {
  if (count === 0) return [];
  return [`${count} of the identifiers brought nothing; the marketplace does not say which.`];
}

function withoutNote(identifiers: readonly string[]): readonly string[] {
  if (identifiers.length === 0) return [];
  const named = identifiers.slice(0, MOST_NAMES).join(', ');
  const more = identifiers.length > MOST_NAMES ? ` and ${identifiers.length - MOST_NAMES} more` : '';
  const them = identifiers.length === 1 ? 'it' : 'them';
  return [`Nothing came for ${named}${more}: the marketplace has nothing of ${them}, or does not know ${them}.`];
}

const MOST_NAMES = 10;
