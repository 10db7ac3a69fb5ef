/** Pulls of a user: planned, started, continued, canceled. */
import { SOFT_STOP } from '../limits/pacing.ts';
import { argumentError, orElse } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
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
import { logCanceled, logRuns } from '../schedule/run-log.ts';
import type { Ports } from './ports.ts';

/** An operation and its params; `storefront` and `connection` are params too. */
export interface PullInput {
  readonly operation: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Counts changes and writes nothing. */
  readonly preview?: boolean;
  /** By table: ids of the columns to be seen where its sheet is made. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  readonly dryRun?: boolean;
  /** Seconds after which the run is handed back unfinished, so that its progress can be shown. */
  readonly seconds?: number;
  /** What the page calls the pull: under this name it asks for its `progress`. */
  readonly watch?: string;
  readonly why?: Why;
}

/** Makes no call. */
export function planPull(ports: Ports, input: PullInput): Report {
  return reportOf(begin(ports, asObject(input)), ports.clock.now(), ports.book.cells());
}

/** Runs a pull until it is done, refused, or out of time; then the report's state says what comes next. */
export function startPull(ports: Ports, input: PullInput): Report {
  const { dryRun, seconds, watch, ...request } = asObject(input);
  const run = begin(ports, request);
  if (dryRun === true) return reportOf(run, ports.clock.now(), ports.book.cells());
  const unfinished = unfinishedLike(ports, run);
  const how = { seconds, watch };
  if (!unfinished) return resume(ports, run, how);
  // A person who pulls again tries at once what Google refused.
  return goOn(ports, unfinished, unfinished.refusedSince === undefined ? unfinished.resumeAt : null, how);
}

export function continuePull(ports: Ports, id: string, seconds?: number, watch?: string): Report {
  const run = findRun(ports.document, id);
  // Another execution may still hold it.
  return goOn(ports, run, Math.max(run.resumeAt ?? 0, run.heldUntil ?? 0), { seconds, watch });
}

interface How {
  readonly seconds?: number | undefined;
  readonly watch?: string | undefined;
}

/** A run resumed too early would be refused again. */
function goOn(ports: Ports, run: Run, resumeAt: number | null, how: How): Report {
  const now = ports.clock.now();
  if (resumeAt === null || resumeAt <= now) return resume(ports, run, how);
  return reportOf({ ...run, state: 'waiting', resumeAt }, now);
}

export function progress(ports: Ports, watch: string): Progress | null {
  return readProgress(ports, String(watch));
}

/** Ends a run; its rows stay. An execution that has it makes no further calls, and then logs what came of it. */
export function cancelPull(ports: Ports, id: string): Report {
  askToStop(ports, String(id));
  const run: Run = { ...findRun(ports.document, id), state: 'canceled', resumeAt: null };
  removeRun(ports.document, run.id);
  logCanceled(ports, run);
  return reportOf(run, ports.clock.now());
}

/** One after the other in one execution, which writes the log once. One that is refused keeps no other from its turn. */
export function pullAll(ports: Ports, inputs: readonly PullInput[]): readonly Report[] {
  const runs = inputs.map((input): Run => {
    const run = begin(ports, input);
    return orElse(
      () => executed(ports, unfinishedLike(ports, run) ?? run, {}),
      (error): Run => ({ ...run, state: 'failed', stoppedBy: reportError(error) }),
    );
  });
  const notes = logRuns(ports, runs);
  return runs.map((run) => reportOf({ ...run, notes: noted(run.notes, notes) }, ports.clock.now()));
}

function resume(ports: Ports, before: Run, how: How): Report {
  const run = executed(ports, before, how);
  if (run.isPreview) return reportOf(run, ports.clock.now(), ports.book.cells());
  // A run that is handed back for its progress to be shown goes on at once.
  if (run.state === 'running') return reportOf(run, ports.clock.now());
  const notes = logRuns(ports, [run]);
  return reportOf({ ...run, notes: noted(run.notes, notes) }, ports.clock.now());
}

export function executed(ports: Ports, before: Run, { seconds, watch }: How): Run {
  const budget = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : SOFT_STOP;
  const name = typeof watch === 'string' && watch !== '' ? watch : undefined;
  // At once, so that the page can cancel.
  if (name !== undefined) writeProgress(ports, name, progressOf(before));
  return execute({ ...ports, isStopped: followed(ports, name) }, before, ports.clock.now() + budget);
}

function findRun(store: Store, id: string): Run {
  const run = loadRun(store, String(id));
  if (!run) throw argumentError('This pull has ended. Start it again.');
  return run;
}

/** The page is not trusted; members are checked where they are read. */
function asObject(input: PullInput): Partial<PullInput> {
  return typeof input === 'object' && input !== null ? input : {};
}
