/** Pulls of a person: planned, started, continued, cancelled. */
import { SOFT_STOP } from '../limits/pace.ts';
import { planWork } from '../limits/plan.ts';
import { findOperation } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Store } from '../protocol/store.ts';
import { reportOf } from '../refresh/account.ts';
import type { Errand } from '../refresh/jobs/run-job.ts';
import { NOBODY, recallRefused } from '../refresh/refused.ts';
import type { Report } from '../refresh/report.ts';
import type { Run, Why } from '../refresh/run.ts';
import { beginRun } from '../refresh/run.ts';
import { loadRun, removeRun } from '../refresh/run-store.ts';
import { recallSize } from '../refresh/sizes.ts';
import { readCatalog } from '../tables/catalog/sheet.ts';
import { findConnection } from './connections.ts';
import { execute } from './execute.ts';
import { logRuns } from './logbook.ts';
import { personOf } from './people.ts';
import type { Ports } from './ports.ts';

interface Ask {
  readonly operation?: unknown;
  readonly params?: unknown;
  readonly dryRun?: unknown;
  /** Asks the marketplace and counts what would change in the sheets, but writes nothing. */
  readonly preview?: unknown;
  /** Seconds after which the run is handed back unfinished, so that its progress can be shown. */
  readonly seconds?: unknown;
  readonly why?: Why;
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

/** Nothing is sent yet. `errand` says of which job it is a part. */
export function begin(ports: Ports, ask: Ask, errand?: Errand): Run {
  const operation = findOperation(ask.operation);
  const params = (ask.params ?? {}) as Record<string, unknown>;
  const connection = findConnection(ports.user, params.connection);
  // What is remembered by the question must not depend on whether the default connection was named.
  const input = { ...params, connection: connection.name };
  const now = ports.clock.now();
  const { id: by, name: who } = personOf(ports);
  return beginRun({
    id: ports.unique(),
    operation,
    connection,
    input,
    now,
    last: errand ? undefined : recallSize(ports.document, operation, input),
    before: sharesCalls(operation, input)
      ? recallRefused(ports.document, operation.id, connection.name, now)
      : NOBODY,
    isPreview: ask.preview === true,
    catalog: () => readCatalog(ports.book),
    by,
    who,
    ...(ask.why ? { why: ask.why } : {}),
    errand,
    ...(errand ? {} : { plan: (work) => planWork([work], ports.outset(cappedBy(operation, connection))) }),
  });
}

/** Whether identifiers that are asked for share calls: only then one that was refused spoils others. */
function sharesCalls({ split = [] }: Operation, input: Readonly<Record<string, unknown>>): boolean {
  return split.some((part) => 'each' in part && part.size !== 1 && input[part.each] !== undefined);
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
