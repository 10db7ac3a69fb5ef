/** Pulls: planned, started, continued in later executions, cancelled. */
import { SOFT_STOP_MINUTES } from '../limits/plan.ts';
import { isOperationId, operations } from '../operations/registry.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { reportOf } from '../refresh/account.ts';
import { advanceRun } from '../refresh/advance.ts';
import { recallRefused, rememberRefused } from '../refresh/refused.ts';
import type { Report } from '../refresh/report.ts';
import type { Run } from '../refresh/run.ts';
import { beginRun, sizeOf } from '../refresh/run.ts';
import { loadRun, removeRun, saveRun } from '../refresh/run-store.ts';
import { recallSize, rememberSize } from '../refresh/sizes.ts';
import { readCatalog } from '../tables/catalog/sheet.ts';
import { purge } from '../tables/purge.ts';
import type { TabledOperation } from '../tables/table.ts';
import { findConnection } from './connections.ts';
import { clearWithheld, readConsent, retainedSince, withheldBy } from './consent.ts';
import type { Ports } from './ports.ts';

interface Ask {
  readonly operation?: unknown;
  readonly params?: unknown;
  readonly dryRun?: unknown;
  /** Asks the marketplace and counts what would change in the sheets, but writes nothing. */
  readonly preview?: unknown;
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
  const run = stored(ports.document, id);
  removeRun(ports.document, run.id);
  return reportOf({ ...run, state: 'cancelled', resumeAt: null }, ports.clock.now());
}

function begin(ports: Ports, { operation, params, preview }: Ask): Run {
  const input = (params ?? {}) as Record<string, unknown>;
  const declared = findOperation(operation);
  const connection = findConnection(ports.user, input.connection);
  const last = recallSize(ports.document, declared.id, input);
  const now = ports.clock.now();
  const refused = recallRefused(ports.document, declared.id, connection.name, now);
  const catalog = () => readCatalog(ports.book);
  return beginRun({
    id: ports.unique(),
    operation: declared,
    connection,
    input,
    now,
    last,
    before: refused,
    isPreview: preview === true,
    catalog,
  });
}

function goOn(ports: Ports, before: Run, seconds: unknown): Report {
  const operation = findOperation(before.operation);
  const connection = findConnection(ports.user, before.connection);
  if (!before.isPreview) clearWithheld(ports);
  const consent = readConsent(ports.document);
  const now = ports.clock.now();
  const since = retainedSince(ports.document, now);
  const allowed = { withheld: withheldBy(consent), ...(since === undefined ? {} : { since }) };
  const budget = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : SOFT_STOP_MINUTES * 60_000;
  const held = { ...before, heldUntil: now + HELD };
  // A preview changes nothing: when its execution is ended, nothing of it is missed.
  if (!held.isPreview) saveRun(ports.document, held);
  const keep = (run: Run) => saveRun(ports.document, run);
  const run = {
    ...advanceRun({ ...ports, keep }, held, operation, connection, allowed, now + budget),
    heldUntil: null,
  };
  if (since !== undefined && !before.isPreview)
    ports.exclusively(() => purge(ports.book, operation, allowed));
  const suspected = isOver(run) ? run.suspected : [];
  rememberRefused(ports.document, operation.id, connection.name, run, suspected, now);
  if (run.state === 'running' || run.state === 'waiting') saveRun(ports.document, run);
  else removeRun(ports.document, run.id);
  if (run.state === 'done' && run.calls > 0)
    rememberSize(ports.document, operation.id, run.input, sizeOf(run, operation));
  return reportOf(run, ports.clock.now(), run.isPreview ? ports.book.cells() : undefined);
}

/** An execution is ended after six minutes; after seven nobody holds a run any more. */
const HELD = 7 * 60_000;

function isOver({ state }: Run): boolean {
  return state === 'done' || state === 'partial';
}

function stored(store: Store, id: unknown): Run {
  const run = loadRun(store, String(id));
  if (!run) throw new MarketError('MARKET_ARGUMENT', 'This pull is over; start it again.');
  return run;
}

function findOperation(id: unknown): TabledOperation {
  const name = String(id ?? '');
  if (isOperationId(name)) return operations[name];
  throw new MarketError(
    'MARKET_ARGUMENT',
    `There is no operation "${name}"; choose from ${Object.keys(operations).join(', ')}.`,
  );
}

function readAsk(ask: unknown): Ask {
  return (typeof ask === 'object' && ask !== null ? ask : {}) as Ask;
}
