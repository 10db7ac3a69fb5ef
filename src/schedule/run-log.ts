/** Runs in the sheet Log, those included that were ended before they could say so. */
import { findOperation } from '../operations/registry.ts';
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { asciiJson } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { addCounts, NO_ROWS } from '../pull/report.ts';
import type { Run } from '../pull/run.ts';
import { removeRun, restedSince, runsIn, saveRun, wasEnded } from '../pull/stored-run.ts';
import { upsert } from '../tables/apply.ts';
import type { Counts } from '../tables/diff.ts';
import { killedEntry, type LogEntry, writeLog } from '../tables/log.ts';
import { status } from '../tables/status.ts';
import type { SchedulePorts } from './ports.ts';

/** And what follows from what they read. Sentences for the person where a sheet refused. */
export function logRuns(
  ports: SchedulePorts,
  runs: readonly Run[],
  more: readonly LogEntry[] = [],
  wait?: number,
): readonly string[] {
  const now = ports.clock.now();
  const entries = [...together(runs.map((run) => entryOf(run, now))), ...endedRuns(ports, now), ...more];
  const hasRun = runs.some(({ isPreview }) => !isPreview);
  const write = (all: readonly LogEntry[]) => [
    ...written(ports, all, Math.min(now, ...runs.map(({ startedAt }) => startedAt))),
    ...(hasRun ? (ports.afterRun?.() ?? []) : []),
  ];
  return loggedWith(ports, entries, write, wait);
}

/** What others left unlogged, for somebody who only looks. */
export function logLeft(ports: SchedulePorts): void {
  logRuns(ports, [], [], AT_ONCE);
}

/**
 * A run that a person ends, who is not kept waiting for what others write: where the sheets are not free at once, whoever
 * logs next writes its row.
 */
export function logCanceled(ports: SchedulePorts, run: Run): void {
  const { clock, document } = ports;
  const now = clock.now();
  document.set(canceledKey(run.id), asciiJson({ version: 1, ...entryOf(run, now) }));
  loggedWith(ports, [], (all) => written(ports, all, run.startedAt), AT_ONCE);
}

/** A person waits for the sheets no longer, in milliseconds. */
const AT_ONCE = 500;

const CANCELED = 'canceled.';
const canceledKey = (run: string) => `${CANCELED}${run}`;

/** Together with canceled runs that have no row yet; an execution that had such a run knows more of it. */
function loggedWith(
  ports: SchedulePorts,
  entries: readonly LogEntry[],
  write: (all: readonly LogEntry[]) => readonly string[],
  wait?: number,
): readonly string[] {
  const { document } = ports;
  const own = entries.filter(({ state }) => state === 'canceled').map(({ run }) => canceledKey(run));
  const left = Object.entries(document.all()).filter(([key]) => key.startsWith(CANCELED) && !own.includes(key));
  const all = [...left.map(([, text]) => JSON.parse(text) as LogEntry), ...entries];
  if (all.length === 0) return [];
  try {
    return ports.exclusively(() => {
      const notes = write(all);
      for (const key of [...own, ...left.map(([key]) => key)]) document.remove(key);
      return notes;
    }, wait);
  } catch (error) {
    return unlogged(error);
  }
}

/** What a run brought is older than its end: formulas that asked for newer values would ask for all of it again. */
function written(ports: SchedulePorts, entries: readonly LogEntry[], begun: number): readonly string[] {
  try {
    writeLog(ports.book, entries);
    if (ports.tick(begun)) return [];
    upsert(ports.book, status, [], NONE_PRIVATE, ports.clock.now());
    ports.tick(begun);
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
    return [{ ...entryOf({ ...run, state: 'canceled' }, now), error: FORGOTTEN }];
  });
}

const FORGOTTEN = {
  code: 'MARKET_TIMEOUT',
  message: 'Nobody went on with this pull for a day. What it had brought is in the tables; pull again for the rest.',
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
