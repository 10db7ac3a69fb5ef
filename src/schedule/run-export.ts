/** Runs a leased job that exports to the warehouse, for one execution. */
import { userOf } from '../account/users.ts';
import type { LogEntry } from '../tables/log.ts';
import type { Choice, Exported } from '../warehouse/export.ts';
import { warehouseDataset } from './datasets.ts';
import type { Job, JobState } from './job.ts';
import { failed, held, succeeded, waiting } from './job-state.ts';
import type { DispatchTerms, JobEnd, SchedulePorts } from './ports.ts';

export function runExport(ports: SchedulePorts, terms: DispatchTerms, job: Job, leased: JobState): JobEnd {
  const waitsFor = ports.warehouse.waitsFor();
  const started = ports.clock.now();
  if (waitsFor !== undefined) return { state: waiting(leased, started), waitsFor, runs: [] };
  const sent = ports.warehouse.send(choiceOf(job), terms.until);
  const now = ports.clock.now();
  const entry = exportEntry(sent, {
    run: leased.lease?.holder ?? ports.unique(),
    started,
    ended: now,
    why: terms.why,
    who: userOf(ports).name,
    job: job.id,
  });
  return { state: stateAfter(job, leased, sent, now), note: sentWords(sent), runs: [], entries: [entry] };
}

/** A run of the export as a row of the Log. */
export function exportEntry(
  { state, rows, calls, error }: Exported,
  about: Pick<LogEntry, 'run' | 'started' | 'ended' | 'why' | 'who' | 'job'>,
): LogEntry {
  return {
    ...about,
    what: warehouseDataset.title,
    state,
    calls,
    rows: { added: total(rows), changed: 0, unchanged: 0, gone: 0 },
    ...(error ? { error: { code: error.code, message: error.message } } : {}),
  };
}

/** Rows that left their sheets after the warehouse confirmed them, by table, as a row of the Log. */
export function forgottenEntry(
  { clock, unique }: Pick<SchedulePorts, 'clock' | 'unique'>,
  rows: ReadonlyMap<string, number>,
  about: Pick<LogEntry, 'started' | 'why' | 'who'>,
): LogEntry {
  const each = [...rows].map(([table, count]) => `${table} ${count.toLocaleString('en-US')}`);
  return {
    ...about,
    run: unique(),
    ended: clock.now(),
    what: warehouseDataset.title,
    state: 'done',
    calls: 0,
    rows: { added: 0, changed: 0, unchanged: 0, gone: 0 },
    error: {
      code: '',
      message: `No action needed. Rows older than the age on Rules left their sheets after the warehouse confirmed them: ${each.join(', ')}.`,
    },
  };
}

function stateAfter(job: Job, leased: JobState, { state, error, resumeAt }: Exported, now: number): JobState {
  if (state === 'done') return succeeded(leased, true, {}, now);
  return state === 'waiting' || !error ? held(leased, resumeAt ?? now, now) : failed(job, leased, error, now);
}

/** What was sent, and what stopped the rest. */
export function sentWords({ rows, error, state }: Exported): string {
  const count = total(rows);
  const words =
    count === 0 && state === 'done'
      ? 'Everything was sent already.'
      : `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'} sent to the warehouse.${state === 'done' ? '' : ' The next run continues.'}`;
  return error ? `${words} ${error.message}` : words;
}

function total(rows: Exported['rows']): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

function choiceOf({ filter: { tables, ownColumns } }: Job): Choice {
  return {
    ...(Array.isArray(tables) ? { tables: tables.map(String) } : {}),
    ...(Array.isArray(ownColumns) ? { ownColumns: ownColumns.map(String) } : {}),
  };
}
