/** What has been going on: unfinished pulls, what is left of the caps and of the day, and the last runs. */
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
  /** Pulls that wait, or that an execution is running; `id` continues one. */
  readonly open: readonly {
    readonly id: string;
    readonly operation: string;
    readonly who: string;
    readonly why: string;
    readonly isMine: boolean;
    /** The job that it is a part of, which goes on with it. */
    readonly job: string | null;
    readonly state: 'waiting' | 'running' | 'ended';
    /** Of one that was ended: what happened, and what to do. */
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
  /** Calls that Google gives for a day, those that are left of them for pulls, and those that pulls leave to formulas. */
  readonly fetchesADay: number;
  readonly fetchesLeft: number;
  readonly fetchesKept: number;
  /** The last runs and those that can be taken back, newest first: runs of jobs do not push a person's own out. */
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
  // The person who began them may never come back.
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
