/** Pulls of a user: planned, started, continued, cancelled. */
import { SOFT_STOP } from '../limits/pacing.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { begin } from '../pull/begin.ts';
import { execute } from '../pull/pull.ts';
import type { Report } from '../pull/report.ts';
import { reportOf } from '../pull/report.ts';
import { unfinishedLike } from '../pull/resume.ts';
import type { Run, Why } from '../pull/run.ts';
import { loadRun, removeRun } from '../pull/run.ts';
import { logRuns } from '../schedule/run-log.ts';
import type { Ports } from './ports.ts';

/** An operation and its params; `storefront` and `connection` are params too. */
export interface PullInput {
  readonly operation: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Changes are counted and not made. */
  readonly preview?: boolean;
  /** By table: ids of the columns to be seen where its sheet is made. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** Only plans. */
  readonly dryRun?: boolean;
  /** Seconds after which the run is handed back unfinished, so that its progress can be shown. */
  readonly seconds?: number;
  readonly why?: Why;
}

/** What the pull would cost; no call is made. */
export function planPull(ports: Ports, input: PullInput): Report {
  return reportOf(begin(ports, asObject(input)), ports.clock.now(), ports.book.cells());
}

/** Runs a pull until it is done, refused, or out of time; then the report's state says what comes next. */
export function startPull(ports: Ports, input: PullInput): Report {
  const { dryRun, seconds, ...request } = asObject(input);
  const run = begin(ports, request);
  if (dryRun === true) return reportOf(run, ports.clock.now(), ports.book.cells());
  const unfinished = unfinishedLike(ports, run);
  return unfinished ? goOn(ports, unfinished, unfinished.resumeAt, seconds) : resume(ports, run, seconds);
}

export function continuePull(ports: Ports, id: string, seconds?: number): Report {
  const run = findRun(ports.document, id);
  // One that another execution holds may still be going on.
  return goOn(ports, run, Math.max(run.resumeAt ?? 0, run.heldUntil ?? 0), seconds);
}

/** Resumed too early, a waiting run would only be refused again. */
function goOn(ports: Ports, run: Run, resumeAt: number | null, seconds: number | undefined): Report {
  const now = ports.clock.now();
  if (resumeAt === null || resumeAt <= now) return resume(ports, run, seconds);
  return reportOf({ ...run, state: 'waiting', resumeAt }, now);
}

/** Ends a run that waits; its rows stay. */
export function cancelPull(ports: Ports, id: string): Report {
  const run: Run = { ...findRun(ports.document, id), state: 'cancelled', resumeAt: null };
  removeRun(ports.document, run.id);
  logRuns(ports, [run]);
  return reportOf(run, ports.clock.now());
}

function resume(ports: Ports, before: Run, seconds: number | undefined): Report {
  const budget = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : SOFT_STOP;
  const run = execute(ports, before, ports.clock.now() + budget);
  // A run that is handed back for its progress to be shown goes on at once.
  if (run.state !== 'running' && !run.isPreview) logRuns(ports, [run]);
  return reportOf(run, ports.clock.now(), run.isPreview ? ports.book.cells() : undefined);
}

function findRun(store: Store, id: string): Run {
  const run = loadRun(store, String(id));
  if (!run) throw new MarketError('MARKET_ARGUMENT', 'This pull is over; start it again.');
  return run;
}

/** The page is not to be trusted; members are checked where they are read. */
function asObject(input: PullInput): Partial<PullInput> {
  return typeof input === 'object' && input !== null ? input : {};
}
