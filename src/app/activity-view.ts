/** Unfinished pulls, remaining calls, and recent runs for the Activity tab. */

import { listConnections } from '../account/connections.ts';
import { UNNAMED, userOf } from '../account/person.ts';
import { QUOTAS_OF, SHARES } from '../limits/quotas.ts';
import { isoText } from '../protocol/dates.ts';
import type { Run } from '../pull/run.ts';
import { runsIn } from '../pull/stored-run.ts';
import { warehouseDataset } from '../schedule/datasets.ts';
import { logLeft } from '../schedule/run-log.ts';
import { gaugesOf } from '../schedule/status-writer.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { keptRuns, undoable } from '../tables/journal.ts';
import { endedMessage, isUndone, log, readLog } from '../tables/log.ts';
import { statusTable } from '../tables/status.ts';
import { hasSheet } from './copies.ts';
import type { Ports } from './ports.ts';

export type ActivityView = ReturnType<typeof activity>;

export function activity(ports: Ports) {
  const now = ports.clock.now();
  const me = userOf(ports);
  const isConnected = listConnections(ports).length > 0;
  const kept = new Set(undoable(keptRuns(ports.book.journal)).map(({ run }) => run));
  const { fetches } = QUOTAS_OF[me.account];
  // Logs abandoned pulls of all users, because the user who started one may never return.
  logLeft(ports);
  return {
    now: isoText(now),
    open: runsIn(ports.document.all()).map((run) => ({
      id: run.id,
      operation: run.operation,
      who: run.by === me.id ? 'you' : run.who,
      why: run.why,
      isMine: run.by === me.id,
      // To resume a job's pull, the sidebar runs the job.
      job: run.purpose?.job ?? null,
      state: stateOf(run),
      whatToDo: run.endedAt === undefined ? null : endedMessage(run.calls, run.purpose !== undefined),
      callsLeft: run.callsLeft,
      resumeAt: isoText(run.resumeAt),
    })),
    gauges: gaugesOf(ports).map(({ operation, title, cap, left, freeAt }) => ({
      ...{ operation, title, cap, left },
      freeAt: isoText(freeAt),
    })),
    // Google's daily quota, the calls left for pulls, and the calls reserved for formulas.
    fetchesADay: fetches,
    fetchesLeft: ports.fetchesLeft(),
    fetchesKept: fetches - Math.floor(fetches * SHARES.person.fetches),
    // Includes every run that can be undone; otherwise job runs would crowd out the user's own.
    runs: readLog(ports.book, MOST_RUNS, kept).map((line) => ({
      ...line,
      // Unnamed users are indistinguishable in the log.
      who: line.who === UNNAMED && isConnected ? '' : line.who,
      canUndo: kept.has(line.run),
      isUndone: isUndone(line),
      isExport: line.what === warehouseDataset.title,
    })),
    sheets: DETAILED.filter((table) => hasSheet(ports.book, table)),
  };
}

function stateOf({ heldUntil, endedAt }: Run): 'waiting' | 'running' | 'ended' {
  if (heldUntil !== null) return 'running';
  return endedAt === undefined ? 'waiting' : 'ended';
}

const MOST_RUNS = 20;

const DETAILED = [...log.tables, statusTable, jobsTable].map(({ name }) => name);
