import { SOFT_STOP } from '../limits/pacing.ts';
import { argumentError, orElse } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { SECOND } from '../protocol/time.ts';
import { begin } from '../pull/begin.ts';
import { execute } from '../pull/pull.ts';
import { noted, type Report, reportError, reportOf } from '../pull/report.ts';
import type { Run, Why } from '../pull/run.ts';
import {
  askToStop,
  followed,
  loadRun,
  type Progress,
  progressOf,
  readProgress,
  removeRun,
  unfinishedLike,
  writeProgress,
} from '../pull/stored-run.ts';
import { showPulls } from '../schedule/dispatcher.ts';
import { logCanceled, logRuns } from '../schedule/run-log.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import type { Ports } from './ports.ts';

export interface PullInput {
  readonly operation: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** `preview`, `columns`: see `PullRequest`. */
  readonly preview?: boolean;
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  readonly dryRun?: boolean;
  /** Pauses after this many seconds so the page can show progress. */
  readonly seconds?: number;
  /** ID that the page chooses and uses to request `progress`. */
  readonly watch?: string;
  readonly why?: Why;
}

export function planPull(ports: Ports, input: PullInput): Report {
  return reportOf(begin(ports, asObject(input)), ports.clock.now(), ports.book.cells());
}

/** Runs a pull until it is done, rejected, or out of time, as the report's state shows. */
export function startPull(ports: Ports, input: PullInput): Report {
  const { dryRun, seconds, watch, ...request } = asObject(input);
  const run = begin(ports, request);
  if (dryRun === true) return reportOf(run, ports.clock.now(), ports.book.cells());
  const unfinished = unfinishedLike(ports, run);
  const options = { seconds, watch };
  if (!unfinished) return resume(ports, run, options);
  // After a Google error, the user can retry without waiting.
  return resumeWhenDue(ports, unfinished, unfinished.refusedSince === undefined ? unfinished.resumeAt : null, options);
}

export function continuePull(ports: Ports, id: string, seconds?: number, watch?: string): Report {
  const run = findRun(ports.document, id);
  // Waits while another execution may be running the pull.
  return resumeWhenDue(ports, run, Math.max(run.resumeAt ?? 0, run.heldUntil ?? 0), { seconds, watch });
}

interface RunOptions {
  readonly seconds?: number | undefined;
  readonly watch?: string | undefined;
}

/** Doesn't resume before `resumeAt`, because the service would reject the calls. */
function resumeWhenDue(ports: Ports, run: Run, resumeAt: number | null, options: RunOptions) {
  const now = ports.clock.now();
  if (resumeAt === null || resumeAt <= now) return resume(ports, run, options);
  return reportOf({ ...run, state: 'waiting', resumeAt }, now);
}

export function progress(ports: Ports, watch: string): Progress | null {
  return readProgress(ports, String(watch));
}

/** Ends a run but keeps its rows. An execution that is running it makes no more calls and logs the outcome. */
export function cancelPull(ports: Ports, id: string): Report {
  askToStop(ports, String(id));
  const run: Run = { ...findRun(ports.document, id), state: 'canceled', resumeAt: null };
  removeRun(ports.document, run.id);
  logCanceled(ports, run);
  return reportOf(run, ports.clock.now());
}

/** Runs pulls in sequence and writes the log once. If a pull fails, the others still run. */
export function pullAll(ports: Ports, inputs: readonly PullInput[]): readonly Report[] {
  const until = stopAt(ports);
  const runs = inputs.map((input): Run => {
    const run = begin(ports, input);
    return orElse(
      () => executeRun(ports, unfinishedLike(ports, run) ?? run, until),
      (error): Run => ({ ...run, state: 'failed', stoppedBy: reportError(error) }),
    );
  });
  const notes = logRuns(ports, runs);
  return runs.map((run) => reportOf({ ...run, notes: noted(run.notes, notes) }, ports.clock.now()));
}

function resume(ports: Ports, before: Run, { seconds, watch }: RunOptions) {
  const run = executeRun(ports, before, stopAt(ports, seconds), watch);
  if (run.isPreview) return reportOf(run, ports.clock.now(), ports.book.cells());
  // Don't log the run yet, because the page continues it.
  if (run.state === 'running') return reportOf(run, ports.clock.now());
  const isScheduled = ports.book.tables().includes(jobsTable.name);
  const notes = [...(isScheduled ? showPulls(ports) : []), ...logRuns(ports, [run])];
  return reportOf({ ...run, notes: noted(run.notes, notes) }, ports.clock.now());
}

/** Returns when the execution must stop. `seconds`: the page's limit. */
export function stopAt({ clock }: Ports, seconds = 0): number {
  return clock.now() + (seconds > 0 ? seconds * SECOND : SOFT_STOP);
}

export function executeRun(ports: Ports, before: Run, until: number, watch?: string): Run {
  // Save the progress before the first call so that the page can cancel the run.
  if (watch !== undefined) writeProgress(ports, watch, progressOf(before));
  return execute({ ...ports, isStopped: followed(ports, watch) }, before, until);
}

function findRun(store: Store, id: string) {
  const run = loadRun(store, String(id));
  if (!run) throw argumentError('This pull has ended. Start it again.');
  return run;
}

/** Page input is untrusted. Each field is validated where it is used. */
function asObject(input: PullInput): Partial<PullInput> {
  return typeof input === 'object' && input !== null ? input : {};
}
