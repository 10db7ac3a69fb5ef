/** Goes on with a run, slice by slice: asks, writes, and says how far it came. */
import { cappedBy } from '../protocol/caps.ts';
import { notYet } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { isDone } from '../protocol/cursor.ts';
import { MarketError } from '../protocol/market-error.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import type { Purge } from '../tables/purge.ts';
import type { TabledOperation } from '../tables/table.ts';
import { gather } from './gather.ts';
import { markGone } from './mark-gone.ts';
import { versionNotes } from './notes.ts';
import type { RunPorts } from './ports.ts';
import { afterSlice, asItLeft, ended, isHopeless, noted, stopped } from './progress.ts';
import type { Run } from './run.ts';
import { callsOf, unitsOfRun } from './run.ts';
import type { RunContext } from './run-context.ts';
import { byItems, tiesFor } from './unechoed.ts';
import { writeSlice } from './write-slice.ts';

/**
 * Goes on until the work is done, an error ends it, or the clock passes `until` (epoch milliseconds).
 * Data of buyers is taken only as far as consent and retention allow.
 */
export function advanceRun(
  ports: RunPorts,
  before: Run,
  operation: TabledOperation,
  connection: Connection,
  allowed: Purge,
  until: number,
): Run {
  const version = operation.query?.version
    ? Number(before.params.version ?? before.terms.version)
    : Number.POSITIVE_INFINITY;
  const stint: RunContext = {
    ports,
    operation,
    connection,
    allowed,
    version,
    came: new Map(),
    told: new Set(),
  };
  const started = ports.clock.now();
  const run = loop(
    stint,
    {
      ...before,
      state: 'running',
      executions: before.executions + 1,
      stoppedBy: null,
      resumeAt: null,
      notes: noted(before.notes, versionNotes(operation, allowed.withheld, version)),
    },
    until,
  );
  return { ...asItLeft(run), workedFor: run.workedFor + ports.clock.now() - started };
}

function loop(stint: RunContext, before: Run, until: number): Run {
  const { ports, operation } = stint;
  const units = unitsOfRun(operation, before);
  const ties = tiesFor(operation, before.params, () => readCatalog(ports.book));
  const connection = { ...stint.connection, ...before.terms };
  const question = {
    operation,
    connection,
    storefront: before.storefront,
    units,
    withheld: stint.allowed.withheld,
    isolated: new Set(before.apart),
    ...(ports.earlyStop ? { earlyStop: ports.earlyStop } : {}),
  };
  const gate = ports.gate(cappedBy(operation, connection), until);
  const network = { ...ports, gate };
  let run = before;
  while (run.state === 'running' && !isDone(run.cursor, units.length)) {
    const unwritten = run;
    const slice = gather(network, question, run.cursor, callsOf(run.planned) - run.calls, until);
    if (!('records' in slice)) {
      run = stopped(run, notYet(question, slice));
      break;
    }
    run = afterSlice(run, operation, slice, ties, units.length);
    try {
      run = writeSlice(stint, run, slice);
    } catch (error) {
      if (!(error instanceof MarketError)) throw error;
      // What could not be written is asked for again, so that no row is lost between two executions.
      run = stopped({ ...unwritten, calls: run.calls }, error);
      break;
    }
    // Where pages were spared, what came is not all that there is.
    if (!run.isPreview && !ports.earlyStop)
      ports.share?.(stint.connection, operation.id, run.storefront, slice.complete);
    if (slice.fatal) run = stopped(run, slice.fatal);
    else if (isHopeless(run, slice)) run = { ...run, state: 'failed' };
    else if (ports.clock.now() >= until) break;
    else if (!isDone(run.cursor, units.length)) ports.keep?.(run);
  }
  gate.close();
  const isAsked = run.state === 'running' && isDone(run.cursor, units.length);
  return isAsked ? markGone(stint, ended(run), byItems(operation, units, ties)) : run;
}
