/** The Activity tab: unfinished pulls, calls left this hour and today, and the last runs. */
import { listConnections } from '../account/connections.ts';
import { UNNAMED, userOf } from '../account/person.ts';
import { QUOTAS_OF, SHARES } from '../limits/quotas.ts';
import { isoText } from '../protocol/time.ts';
import { runsIn } from '../pull/stored-run.ts';
import { warehouseDataset } from '../schedule/datasets.ts';
import { logLeft } from '../schedule/run-log.ts';
import { gaugesOf } from '../schedule/status-writer.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { keptRuns, undoable } from '../tables/journal.ts';
import { endedMessage, isUndone, type LogLine, log, readLog } from '../tables/log.ts';
import { statusTable } from '../tables/status.ts';
import { hasSheet } from './copies.ts';
import type { Ports } from './ports.ts';

/** Instants as ISO texts. */
export interface ActivityView {
  readonly now: string;
  /** Pulls that wait or run; continue one by its `id`. */
  readonly open: readonly {
    readonly id: string;
    readonly operation: string;
    readonly who: string;
    readonly why: string;
    readonly isMine: boolean;
    /** The job that the pull belongs to. Resuming goes through the job. */
    readonly job: string | null;
    readonly state: 'waiting' | 'running' | 'ended';
    /** For an ended pull: what happened and what to do. */
    readonly whatToDo: string | null;
    readonly callsLeft: number;
    readonly resumeAt: string | null;
  }[];
  /** Calls this hour, by operation. */
  readonly gauges: readonly {
    readonly operation: string;
    readonly title: string;
    readonly cap: number;
    readonly left: number;
    readonly freeAt: string | null;
  }[];
  /** Google's calls per day, the calls left for pulls, and the calls reserved for formulas. */
  readonly fetchesADay: number;
  readonly fetchesLeft: number;
  readonly fetchesKept: number;
  /** The last runs and all that can be undone, newest first. Job runs do not push out a person's own runs. */
  readonly runs: readonly (LogLine & {
    readonly canUndo: boolean;
    readonly isUndone: boolean;
    readonly isExport: boolean;
  })[];
  readonly sheets: readonly string[];
}

export function activity(ports: Ports): ActivityView {
  const now = ports.clock.now();
  const me = userOf(ports);
  const isConnected = listConnections(ports).length > 0;
  const kept = new Set(undoable(keptRuns(ports.book.journal)).map(({ run }) => run));
  const { fetches } = QUOTAS_OF[me.account];
  // Logs abandoned pulls of everyone: the person who started one may never return.
  logLeft(ports);
  return {
    now: isoText(now),
    open: runsIn(ports.document.all()).map((run) => ({
      id: run.id,
      operation: run.operation,
      who: run.by === me.id ? 'you' : run.who,
      why: run.why,
      isMine: run.by === me.id,
      job: run.purpose?.job ?? null,
      state: run.heldUntil !== null ? 'running' : run.endedAt === undefined ? 'waiting' : 'ended',
      whatToDo: run.endedAt === undefined ? null : endedMessage(run.calls, run.purpose !== undefined),
      callsLeft: run.callsLeft,
      resumeAt: isoText(run.resumeAt),
    })),
    gauges: gaugesOf(ports).map(({ operation, title, cap, left, freeAt }) => ({
      ...{ operation, title, cap, left },
      freeAt: isoText(freeAt),
    })),
    fetchesADay: fetches,
    fetchesLeft: ports.fetchesLeft(),
    fetchesKept: fetches - Math.floor(fetches * SHARES.person.fetches),
    runs: readLog(ports.book, MOST_RUNS, kept).map((line) => ({
      ...line,
      // The Log does not tell unnamed people apart.
      who: line.who === UNNAMED && isConnected ? '' : line.who,
      canUndo: kept.has(line.run),
      isUndone: isUndone(line),
      isExport: line.what === warehouseDataset.title,
    })),
    sheets: DETAILED.filter((table) => hasSheet(ports.book, table)),
  };
}

const MOST_RUNS = 20;

const DETAILED = [...log.tables, statusTable, jobsTable].map(({ name }) => name);
