/** The report of a run, for the sidebar and the log. */
import type { Cost } from '../limits/planner.ts';
import type { MarketError } from '../protocol/market-error.ts';
import { MOST_CELLS } from '../tables/apply.ts';
import type { Unclear } from '../tables/catalog/asked-items.ts';
import type { Counts } from '../tables/diff.ts';
import { asTyped, firstPullNote, notesOf } from './notes.ts';
import type { CameRows, ReportedError, Run, RunState } from './run.ts';

export interface Report {
  readonly id: string;
  readonly operation: string;
  readonly state: RunState;
  readonly planned: Cost;
  readonly actual: Cost;
  /** As far as is known. */
  readonly callsLeft: number;
  readonly rows: Counts;
  readonly tables: readonly (Counts & { readonly table: string })[];
  /** Keys of the rows of the last execution, by which they are found after sorting. */
  readonly came: readonly CameRows[];
  /** Identifiers that the marketplace does not know. */
  readonly notFound: readonly string[];
  /** Identifiers for which the Catalog has several items, or another spelling. */
  readonly unclear: readonly Unclear[];
  /** Params that were given and had no effect. */
  readonly ignored: readonly string[];
  /** Sentences for the person. */
  readonly notes: readonly string[];
  /** ISO instant, or nothing. */
  readonly resumeAt: string | null;
  readonly errors: readonly ReportedError[];
  /** Whether the run changed something that can be undone. */
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
  const { id, operation, planned, tables, ignored, unclear } = run;
  const state = run.isPreview && run.state === 'done' ? 'planned' : run.state;
  const errors = [...run.errors, ...(run.stoppedBy ? [run.stoppedBy] : [])];
  const actual: Cost = {
    calls: { byOperation: { [operation]: run.calls } },
    executions: run.executions,
    minutes: Math.round(run.workedFor / 600) / 100,
    cells: run.cells,
    finishAt: new Date(run.resumeAt ?? now).toISOString(),
    binding: run.stoppedBy?.code === 'MARKET_CAP' ? `${operation} cap` : null,
  };
  const rows = tables.reduce(addCounts, NO_ROWS);
  const notes = [...firstPullNote(run), ...notesOf(run)];
  const resumeAt = run.resumeAt === null ? null : new Date(run.resumeAt).toISOString();
  return {
    id,
    operation,
    state,
    planned,
    actual,
    callsLeft: run.callsLeft,
    rows,
    tables,
    came: run.came ?? [],
    notFound: asTyped(run, run.notFound),
    unclear,
    ignored,
    notes,
    resumeAt,
    errors,
    canUndo: run.isKept,
    workbook: cells === undefined ? null : roomOf(cells + run.grown),
  };
}

function roomOf(cells: number): Report['workbook'] {
  return { cells, share: Math.round((1000 * cells) / MOST_CELLS) / 1000 };
}
