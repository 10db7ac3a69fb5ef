/** Pulls of a person: planned, started, continued, cancelled. */

import { SOFT_STOP } from '../limits/pacing.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import type { PullRequest } from '../pull/begin.ts';
import { begin } from '../pull/begin.ts';
import { execute } from '../pull/execute.ts';
import type { Report } from '../pull/report.ts';
import { reportOf } from '../pull/report.ts';
import type { Run } from '../pull/run.ts';
import { loadRun, removeRun } from '../pull/run-store.ts';
import { logRuns } from '../schedule/run-log.ts';
import type { Ports } from './ports.ts';

interface Ask extends PullRequest {
  /** Only plans. */
  readonly dryRun?: unknown;
  /** Seconds after which the run is handed back unfinished, so that its progress can be shown. */
  readonly seconds?: unknown;
}

/** What the pull would cost; no call is made. */
export function planPull(ports: Ports, ask: unknown): Report {
  return reportOf(begin(ports, readAsk(ask)), ports.clock.now(), ports.book.cells());
}

/** Runs a pull until it is done, refused, or out of time; then the report's state says what comes next. */
export function startPull(ports: Ports, ask: unknown): Report {
  const asked = readAsk(ask);
  const run = begin(ports, asked);
  return asked.dryRun === true
    ? reportOf(run, ports.clock.now(), ports.book.cells())
    : goOn(ports, run, asked.seconds);
}

export function continuePull(ports: Ports, id: unknown, seconds?: unknown): Report {
  const run = stored(ports.document, id);
  const now = ports.clock.now();
  // Asked too early, a waiting run would only be refused again; one that another execution holds may still be going on.
  const resumeAt = Math.max(run.resumeAt ?? 0, run.heldUntil ?? 0);
  return resumeAt > now ? reportOf({ ...run, state: 'waiting', resumeAt }, now) : goOn(ports, run, seconds);
}

/** Ends a run that waits; its rows stay. */
export function cancelPull(ports: Ports, id: unknown): Report {
  const run: Run = { ...stored(ports.document, id), state: 'cancelled', resumeAt: null };
  removeRun(ports.document, run.id);
  logRuns(ports, [run]);
  return reportOf(run, ports.clock.now());
}

function goOn(ports: Ports, before: Run, seconds: unknown): Report {
  const budget = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : SOFT_STOP;
  const run = execute(ports, before, ports.clock.now() + budget);
  // A run that is handed back for its progress to be shown goes on at once.
  if (run.state !== 'running' && !run.isPreview) logRuns(ports, [run]);
  return reportOf(run, ports.clock.now(), run.isPreview ? ports.book.cells() : undefined);
}

function stored(store: Store, id: unknown): Run {
  const run = loadRun(store, String(id));
  if (!run) throw new MarketError('MARKET_ARGUMENT', 'This pull is over; start it again.');
  return run;
}

function readAsk(ask: unknown): Ask {
  return (typeof ask === 'object' && ask !== null ? ask : {}) as Ask;
}
