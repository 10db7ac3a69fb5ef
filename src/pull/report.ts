import type { Cost } from '../limits/planner.ts';
import type { Slice } from '../protocol/client.ts';
import { isoText } from '../protocol/dates.ts';
import { plural, someOf } from '../protocol/lists.ts';
import { asOurs, type MarketError } from '../protocol/market-error.ts';
import { MOST_CELLS } from '../tables/apply.ts';
import { MOST_CHANGES } from '../tables/changes.ts';
import { columnsBeyond } from '../tables/columns.ts';
import { addCounts, type Counts, NO_ROWS } from '../tables/diff.ts';
import type { Purge } from '../tables/purge.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { ReceivedRows, ReportedError, Run } from './run.ts';

type Shown = 'id' | 'operation' | 'state' | 'planned' | 'callsLeft' | 'tables' | 'notFound' | 'ignored';

export interface Report extends Pick<Run, Shown | 'notes' | 'errors'> {
  readonly actual: Cost;
  readonly rows: Counts;
  /** Keys of rows received in the last execution. They identify the rows even after sorting. */
  readonly received: readonly ReceivedRows[];
  /** ISO timestamp. */
  readonly resumeAt: string | null;
  readonly canUndo: boolean;
  /** The workbook's expected size after a planned run, and its share of Google's limit. */
  readonly workbook: { readonly cells: number; readonly share: number } | null;
}

export function reportError({ code, message, details }: MarketError): ReportedError {
  return { code, message, serviceCode: details.serviceCode ?? null, httpStatus: details.httpStatus ?? null };
}

/** `cells` is the workbook's current size, if known. */
export function reportOf(run: Run, now: number, cells?: number): Report {
  const { id, operation, planned, callsLeft, tables, ignored } = run;
  const total = cells === undefined ? undefined : cells + run.grown;
  return {
    ...{ id, operation, planned, callsLeft, tables, ignored },
    state: run.isPreview && run.state === 'done' ? 'planned' : run.state,
    actual: {
      calls: { byOperation: { [operation]: run.calls } },
      executions: run.executions,
      minutes: Math.round(run.workedFor / 600) / 100,
      cells: run.cells,
      finishAt: isoText(run.resumeAt ?? now),
      binding: run.stoppedBy?.code === 'MARKET_CAP' ? `${operation} cap` : null,
    },
    rows: tables.reduce(addCounts, NO_ROWS),
    received: run.received ?? [],
    notFound: asTyped(run, run.notFound),
    notes: [...firstPullNote(run), ...notesOf(run)],
    resumeAt: isoText(run.resumeAt),
    errors: [...run.errors, ...(run.stoppedBy ? [run.stoppedBy] : [])],
    canUndo: run.isKept,
    workbook: total === undefined ? null : { cells: total, share: Math.round((1000 * total) / MOST_CELLS) / 1000 },
  };
}

export function noted(notes: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...notes, ...more])];
}

/** Runs `work`. On an error, adds a note that begins with `what` and returns `otherwise`. */
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
    ...(run.replanNote && run.state !== 'canceled' ? [run.replanNote] : []),
  ];
}

export function firstPullNote({ state, planned }: Pick<Run, 'state' | 'planned'>): readonly string[] {
  if (state !== 'planned' || planned.precision !== 'at least') return [];
  return ['Size unknown until the first page loads.'];
}

export const DEMO_NOTE =
  "The demo shop's data is built into the add-on. Its calls count toward the hourly cap, not Google's daily quota.";

export function asTyped({ typed }: Pick<Run, 'typed'>, identifiers: readonly string[]): readonly string[] {
  return identifiers.map((each) => typed[each] ?? each);
}

export const UNKNOWN_NOTE = 'The marketplace sent undocumented or unreadable values. See the Status sheet.';

export const CONFLICT_NOTE = 'The Catalog has conflicting item data. Nothing was overwritten. See the Status sheet.';

export const CHANGES_CUT_NOTE = `The Changes sheet shows only this run's first ${MOST_CHANGES} changes.`;

export const AMBIGUOUS_NOTE =
  'Some times fall in the repeated hour when daylight saving time ends. The earlier time is used. For the original times, see the hidden "Raw dates" column.';

export const GONE_UNKNOWN_NOTE = "This preview can't count the rows that the pull will mark as gone.";

export function headerAdvice(header: string): string {
  return `"${header}" looks like a header and was skipped.`;
}

export function isolatedNote(count: number): readonly string[] {
  if (count === 0) return [];
  const which = plural(count, 'identifier was', 'identifiers were');
  return [`${which} rejected before and ${count === 1 ? 'gets its own call' : 'get their own calls'}.`];
}

export function versionNotes(operation: TabledOperation, withheld: Purge['withheld'], version: number): string[] {
  const beyond = columnsBeyond(operation, withheld, version);
  if (beyond.length === 0) return [];
  const named = beyond.map(({ header, since }) => `${header} (${since})`).join(', ');
  return [`Order version ${version} doesn't include ${named}. Choose a higher version in the connection.`];
}

/** Adds a slice's records to the run's counts by status name. */
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
  const which = plural(count, "identifier isn't", "identifiers aren't");
  return [`${which} in the Catalog yet, so this pull uses ${count === 1 ? 'a separate call' : 'separate calls'}.`];
}

function unnamedNote(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `No data for ${plural(count, 'identifier')}. The marketplace doesn't say ${count === 1 ? 'which one' : 'which ones'}.`,
  ];
}

function withoutNote(identifiers: readonly string[]): readonly string[] {
  if (identifiers.length === 0) return [];
  const [items, they] = identifiers.length === 1 ? ['1 item', 'It'] : [`${identifiers.length} items`, 'They'];
  return [`No data for ${items}: ${someOf(identifiers)}. ${they} may be unknown to the marketplace.`];
}
