import { findOperation } from '../operations/registry.ts';
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { countText } from '../protocol/lists.ts';
import { asOurs } from '../protocol/market-error.ts';
import { storedList } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import type { Run } from '../pull/run.ts';
import { listOnStatus, recordOf } from '../pull/status-rows.ts';
import { removeRun, restedSince, runsIn, saveRun, wasEnded } from '../pull/stored-run.ts';
import { upsert } from '../tables/apply.ts';
import { addCounts, type Counts, NO_ROWS } from '../tables/diff.ts';
import { killedEntry, type LogEntry, writeLog } from '../tables/log.ts';
import { FRESHNESS, status } from '../tables/status.ts';
import type { Exported } from '../warehouse/export.ts';
import { warehouseDataset } from './datasets.ts';
import type { SchedulePorts } from './ports.ts';

/**
 * Logs runs, except scheduled ones without changes, then updates the insights. Returns messages about failed writes.
 */
export function logRuns(
  ports: SchedulePorts,
  runs: readonly Run[],
  more: readonly LogEntry[] = [],
  wait?: number,
): readonly string[] {
  const now = ports.clock.now();
  const entries = [...entriesByJob(runs, now), ...endedRuns(ports, now), ...more].filter(
    (entry) => !isUnchanged(entry),
  );
  const hasRun = runs.some(({ isPreview }) => !isPreview);
  const left = canceled.read(ports.document);
  // The canceled run's own execution logs the final counts.
  const known = new Set(entries.map(({ run }) => run));
  const all = [...left.filter(({ run }) => !known.has(run)), ...entries];
  if (all.length === 0 && !hasRun) return [];
  const begun = Math.min(now, ...runs.map(({ startedAt }) => startedAt));
  try {
    return ports.exclusively(() => {
      const notes = written(ports, all, begun);
      if (left.length > 0) canceled.remove(ports.document);
      const problems = hasRun ? (ports.afterRun?.() ?? []) : [];
      // No one is watching a scheduled run, so Status shows its problems until the next run.
      const failing = { about: FRESHNESS, subject: 'Today and reports', state: 'failing', detail: problems.join(' ') };
      const records = problems.length > 0 ? [recordOf(failing, now)] : [];
      return [...notes, ...problems, ...listOnStatus(ports.book, records, now).notes];
    }, wait);
  } catch (error) {
    return unlogged(error);
  }
}

export function countUnchanged(runs: readonly Run[], more: readonly LogEntry[], now: number): number {
  return [...entriesByJob(runs, now), ...more].filter(isUnchanged).length;
}

function isUnchanged({ why, state, rows, error }: LogEntry) {
  const isWell = (state === 'done' || state === 'waiting') && error === undefined;
  return why === 'schedule' && isWell && rows.added + rows.changed + rows.gone === 0;
}

/** Logs runs that were canceled or ended by Google. */
export function logLeft(ports: SchedulePorts): void {
  logRuns(ports, [], [], AT_ONCE);
}

/** Maximum wait for the lock while a user is waiting, in milliseconds. */
const AT_ONCE = 500;

/** Canceled runs to log with the next run. */
const canceled = storedList<LogEntry>('canceled', 1, 20);

/** Defers the entry to the next run if the lock is taken, so the user doesn't wait. */
export function logCanceled(ports: SchedulePorts, run: Run): void {
  canceled.add(ports.document, [entryOf(run, ports.clock.now())]);
  logLeft(ports);
}

/** Sets MARKET_TICK and MARKET_NOW, on a new Status sheet if needed. */
export function tickAt({ book, clock, tick }: Pick<SchedulePorts, 'book' | 'clock' | 'tick'>, at: number): void {
  if (tick(at)) return;
  upsert(book, status, [], NONE_PRIVATE, clock.now());
  tick(at);
}

/** Sets MARKET_TICK to the run's start time. With its end time, formulas would request all of the run's data again. */
function written(ports: SchedulePorts, entries: readonly LogEntry[], begun: number): readonly string[] {
  try {
    writeLog(ports.book, entries);
    tickAt(ports, begun);
    return [];
  } catch (error) {
    return unlogged(error);
  }
}

function unlogged(error: unknown): readonly string[] {
  return [`The log could not be written: ${asOurs(error).message}`];
}

function entriesByJob(runs: readonly Run[], now: number): readonly LogEntry[] {
  const byRun = new Map<string, LogEntry>();
  for (const run of runs) {
    const entry = entryOf(run, now);
    const key = entry.job ?? entry.run;
    const before = byRun.get(key);
    byRun.set(key, before ? sum(before, entry) : entry);
  }
  return [...byRun.values()];
}

/** Uses the later state, unless that would turn `partial` into `done`. */
function sum(one: LogEntry, other: LogEntry): LogEntry {
  const isWorse = one.state === 'partial' && other.state === 'done';
  const error = other.error ?? one.error;
  return {
    ...one,
    ended: other.ended,
    state: isWorse ? one.state : other.state,
    calls: one.calls + other.calls,
    rows: addCounts(one.rows, other.rows),
    ...(error ? { error } : {}),
  };
}

/** Returns entries for runs ended by Google or inactive for a day. */
function endedRuns({ document }: SchedulePorts, now: number): readonly LogEntry[] {
  return runsIn(document.all()).flatMap((run) => {
    if (wasEnded(run, now)) {
      saveRun(document, { ...run, state: 'waiting', resumeAt: now, heldUntil: null, endedAt: now });
      return [killedEntry(aboutRun(run), run.calls, rowsOf(run))];
    }
    if (run.purpose || restedSince(run) > now - DAY) return [];
    removeRun(document, run.id);
    return [{ ...entryOf({ ...run, state: 'canceled' }, now), error: FORGOTTEN }];
  });
}

const FORGOTTEN = {
  code: 'MARKET_TIMEOUT',
  message: 'This pull was canceled after waiting a day. Rows received so far are kept; pull again for the rest.',
};

function aboutRun({ id, startedAt, operation, why, who, purpose }: Run) {
  return {
    run: id,
    started: startedAt,
    what: findOperation(operation).title,
    why,
    who,
    ...(purpose ? { job: purpose.job } : {}),
  };
}

function entryOf(run: Run, now: number): LogEntry {
  const error = run.stoppedBy ?? run.errors[0];
  return {
    ...aboutRun(run),
    ended: now,
    state: run.state === 'running' || run.state === 'planned' ? 'waiting' : run.state,
    calls: run.calls,
    rows: rowsOf(run),
    ...(error ? { error: { code: error.code, message: error.message } } : {}),
  };
}

function rowsOf({ tables }: Run) {
  return tables.reduce<Counts>(addCounts, NO_ROWS);
}

export function exportEntry(
  { state, rows, calls, error }: Exported,
  about: Pick<LogEntry, 'run' | 'started' | 'ended' | 'why' | 'who' | 'job'>,
): LogEntry {
  return {
    ...about,
    what: warehouseDataset.title,
    state,
    calls,
    rows: { ...NO_ROWS, added: rowsSent(rows) },
    ...(error ? { error: { code: error.code, message: error.message } } : {}),
  };
}

export function forgottenEntry(
  { clock, unique }: Pick<SchedulePorts, 'clock' | 'unique'>,
  rows: ReadonlyMap<string, number>,
  about: Pick<LogEntry, 'started' | 'why' | 'who'>,
): LogEntry {
  const each = [...rows].map(([table, count]) => `${table} ${countText(count)}`);
  return {
    ...about,
    run: unique(),
    ended: clock.now(),
    what: warehouseDataset.title,
    state: 'done',
    calls: 0,
    rows: NO_ROWS,
    error: {
      code: '',
      message: `No action needed. Old rows were removed after the warehouse confirmed them: ${each.join(', ')}.`,
    },
  };
}

export function rowsSent(rows: Exported['rows']): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
