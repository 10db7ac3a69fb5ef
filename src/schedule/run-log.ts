/** Runs in the sheet Log, those included that were ended before they could say so. */
import { findOperation } from '../operations/registry.ts';
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { DAY } from '../protocol/time.ts';
import { addCounts, NO_ROWS } from '../pull/report.ts';
import { restedSince, wasEnded } from '../pull/resume.ts';
import type { Run } from '../pull/run.ts';
import { removeRun, runsIn, saveRun } from '../pull/run.ts';
import { upsert } from '../tables/apply.ts';
import type { Counts } from '../tables/diff.ts';
import type { LogEntry } from '../tables/log.ts';
import { killedEntry, writeLog } from '../tables/log.ts';
import { status } from '../tables/status.ts';
import type { SchedulePorts } from './ports.ts';

/** And what follows from what they read. Sentences for the person where a sheet refused. */
export function logRuns(
  ports: SchedulePorts,
  runs: readonly Run[],
  more: readonly LogEntry[] = [],
): readonly string[] {
  const now = ports.clock.now();
  const entries = [...together(runs.map((run) => entryOf(run, now))), ...endedRuns(ports, now), ...more];
  if (entries.length === 0) return [];
  const hasRun = runs.some(({ isPreview }) => !isPreview);
  try {
    return ports.exclusively(() => [
      ...written(ports, runs, entries, now),
      ...(hasRun ? (ports.afterRun?.() ?? []) : []),
    ]);
  } catch (error) {
    return unlogged(error);
  }
}

function written(
  ports: SchedulePorts,
  runs: readonly Run[],
  entries: readonly LogEntry[],
  now: number,
): readonly string[] {
  try {
    writeLog(ports.book, entries);
    // What a run brought is older than its end: formulas that asked for newer values would ask for all of it again.
    const at = Math.min(now, ...runs.map(({ startedAt }) => startedAt));
    if (ports.tick(at)) return [];
    upsert(ports.book, status, [], NONE_PRIVATE, now);
    ports.tick(at);
    return [];
  } catch (error) {
    return unlogged(error);
  }
}

/** No run is lost for its line. */
function unlogged(error: unknown): readonly string[] {
  if (!(error instanceof MarketError)) throw error;
  return [`Nothing was written into the log: ${error.message}`];
}

/** The pulls of a job in one execution are one run: a row each would crowd the others out. */
function together(entries: readonly LogEntry[]): readonly LogEntry[] {
  const byRun = new Map<string, LogEntry>();
  for (const entry of entries) {
    const key = entry.job ?? entry.run;
    const before = byRun.get(key);
    byRun.set(key, before ? sum(before, entry) : entry);
  }
  return [...byRun.values()];
}

/** The end is that of the last one, but for what failed before. */
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

/** They are as if they had stopped in time: whoever asks for the same goes on, for a day. */
function endedRuns({ document }: SchedulePorts, now: number): readonly LogEntry[] {
  return runsIn(document.all()).flatMap((run) => {
    if (wasEnded(run, now)) {
      saveRun(document, { ...run, state: 'waiting', resumeAt: now, heldUntil: null, endedAt: now });
      return [killedEntry(aboutRun(run), run.calls, rowsOf(run))];
    }
    if (run.purpose || restedSince(run) > now - DAY) return [];
    removeRun(document, run.id);
    return [{ ...entryOf({ ...run, state: 'cancelled' }, now), error: FORGOTTEN }];
  });
}

const FORGOTTEN = {
  code: 'MARKET_TIMEOUT',
  message:
    'Nobody went on with this pull for a day. What it had brought is in the tables; pull again for the rest.',
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

function rowsOf({ tables }: Run): Counts {
  return tables.reduce<Counts>(addCounts, NO_ROWS);
}
