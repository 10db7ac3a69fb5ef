/** Carries a run out for one execution, and keeps what later ones need of it. */

import { findConnection } from '../account/connections.ts';
import { allowedIn } from '../account/consent.ts';
import { LEASE } from '../limits/pacing.ts';
import { replanned } from '../limits/replan.ts';
import { findOperation } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { MINUTE } from '../protocol/time.ts';
import { applyPlans } from '../tables/apply.ts';
import { planRequests } from '../tables/lookup-requests.ts';
import { purge } from '../tables/purge.ts';
import type { TabledOperation } from '../tables/table.ts';
import { wallText } from '../tables/zone.ts';
import { noteCompleteness } from './complete-since.ts';
import { earlyStopFor } from './early-stop.ts';
import { apartAs, foundAs } from './identifiers.ts';
import { notePulled } from './last-pulls.ts';
import { advanceRun } from './loop.ts';
import type { PullPorts } from './ports.ts';
import { rememberRefused } from './remembered-identifiers.ts';
import type { Run } from './run.ts';
import { callsOf, isOpen, isThrough, sizeOf } from './run.ts';
import { removeRun, saveRun } from './run-store.ts';
import { rememberSize } from './sizes.ts';

/**
 * `until` is when it stops by itself, in epoch milliseconds. `beforeGone` is called with a run that is through, right
 * before its stored state is removed.
 */
export function execute(ports: PullPorts, before: Run, until: number, beforeGone?: (run: Run) => void): Run {
  const { document } = ports;
  const operation = findOperation(before.operation);
  const connection = findConnection(ports.user, before.connection);
  const allowed = allowedIn(ports, before.isPreview);
  const now = ports.clock.now();
  const held = { ...before, heldUntil: now + LEASE };
  // A job's pull is begun anew when it is ended within its first slice; one of a person has to be found again.
  let isStored = before.executions > 0;
  const keep = (run: Run) => {
    isStored = true;
    saveRun(document, run);
  };
  if (!held.isPreview && !held.purpose) keep(held);
  if (!held.isPreview) noteCompleteness(document, operation, held.params, now);
  // A person who pulls wants every page, whatever is known.
  const earlyStop = held.purpose && earlyStopFor(operation, ports.book);
  const working = { ...ports, keep, ...(earlyStop ? { earlyStop } : {}) };
  const advanced = { ...advanceRun(working, held, operation, connection, allowed, until), heldUntil: null };
  const run = advanced.purpose ? advanced : replan(ports, advanced, operation, connection);
  if (allowed.since !== undefined && !run.isPreview)
    ports.exclusively(() => purge(ports.book, operation, allowed));
  rememberIdentifiers(ports, run, now);
  if (isOpen(run)) keep(run);
  else if (isStored) {
    if (isThrough(run)) beforeGone?.(run);
    removeRun(document, run.id);
  }
  if (run.state === 'done' && !run.purpose) {
    if (run.calls > 0) rememberSize(document, operation, run.input, sizeOf(run, operation));
    const tables = operation.tables.map(({ name }) => name);
    if (!run.isPreview) notePulled(document, tables, ports.clock.now());
  }
  if (isThrough(run)) listRequest(ports, run);
  return run;
}

/** Suspects are taken apart once a run is through. */
function rememberIdentifiers({ document }: PullPorts, run: Run, now: number): void {
  const { identifiers, operation, connection } = run;
  const found = { refused: foundAs(identifiers, 'refused'), suspects: foundAs(identifiers, 'suspect') };
  const asked = isThrough(run) ? apartAs(identifiers, 'suspected') : [];
  rememberRefused(document, operation, connection, found, asked, now);
}

/** The plan as it looks now, where more or less is left to do than it said, or it takes longer. */
function replan(ports: PullPorts, run: Run, operation: TabledOperation, connection: Connection): Run {
  const isAsPlanned = run.planned.precision !== undefined || run.calls === callsOf(run.planned);
  if (!isOpen(run) && (!isThrough(run) || isAsPlanned)) return run;
  const zone = ports.book.timeZone();
  const done = {
    calls: { byOperation: { [run.operation]: run.calls } },
    executions: run.executions,
    minutes: run.workedFor / MINUTE,
    cells: run.cells,
  };
  const left = isOpen(run) ? [{ operation: run.operation, calls: run.callsLeft }] : [];
  const timeOf = (at: number) => wallText(at, zone).slice(11, 16);
  const isRefused = run.stoppedBy?.code === 'MARKET_CAP' && run.stoppedBy.httpStatus !== null;
  const planInput = ports.planInput(cappedBy(operation, connection));
  return { ...run, replanned: replanned(run.planned, done, left, planInput, timeOf, isRefused) };
}

/** What was asked for by the id of a request is in the list of those that are asked for again. */
function listRequest({ book, clock, exclusively }: PullPorts, { params, storefront, isPreview }: Run): void {
  const { requestId } = params;
  if (typeof requestId !== 'string' || isPreview) return;
  exclusively(() => {
    const { plans, renewals } = planRequests(book, [{ requestId, storefront }], clock.now());
    applyPlans(book, [...plans, ...renewals]);
  });
}
