/** A run as people see it. */
import type { Cost } from '../limits/planner.ts';
import { MOST_CELLS } from '../tables/apply.ts';
import { notesOf } from './notes.ts';
import type { Report } from './report.ts';
import { addCounts, NO_ROWS } from './report.ts';
import type { Run } from './run.ts';

/** `now` in epoch milliseconds; `cells` are those of the workbook as it is, where they were counted. */
export function reportOf(run: Run, now: number, cells?: number): Report {
  const { id, operation, planned, tables, notFound, ignored } = run;
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
  const notes = notesOf(run);
  const resumeAt = run.resumeAt === null ? null : new Date(run.resumeAt).toISOString();
  return {
    id,
    operation,
    state,
    planned,
    replanned: run.replanned?.cost ?? null,
    actual,
    callsLeft: run.callsLeft,
    rows,
    tables,
    notFound,
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
