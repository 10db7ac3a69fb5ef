/** What has been going on: pulls that are not through, what is left of the caps and of the day. */
import { runsIn } from '../refresh/run-store.ts';
import type { LogLine } from '../tables/log.ts';
import { readLog } from '../tables/log.ts';
import type { Ports } from './ports.ts';
import { gaugesOf } from './standing.ts';

/** Instants as ISO texts. */
export interface Activity {
  /** Pulls that wait, or that an execution has at this moment; `id` goes on with one. */
  readonly open: readonly {
    readonly id: string;
    readonly operation: string;
    readonly who: string;
    readonly why: string;
    readonly state: 'waiting' | 'running';
    readonly callsLeft: number;
    readonly resumeAt: string | null;
  }[];
  /** Calls of this hour, by operation. */
  readonly gauges: readonly {
    readonly operation: string;
    readonly title: string;
    readonly cap: number;
    readonly left: number;
    readonly freeAt: string | null;
  }[];
  /** Calls that Google leaves of this day. */
  readonly fetchesLeft: number;
  /** The last runs, newest first. */
  readonly runs: readonly LogLine[];
}

export function activity(ports: Ports): Activity {
  const now = ports.clock.now();
  return {
    open: runsIn(ports.document.all()).map(({ id, operation, who, why, callsLeft, resumeAt, heldUntil }) => ({
      id,
      operation,
      who,
      why,
      state: heldUntil !== null && heldUntil > now ? 'running' : 'waiting',
      callsLeft,
      resumeAt: resumeAt === null ? null : new Date(resumeAt).toISOString(),
    })),
    gauges: gaugesOf(ports).map(({ operation, title, cap, left, freeAt }) => ({
      operation,
      title,
      cap,
      left,
      freeAt: freeAt === undefined ? null : new Date(freeAt).toISOString(),
    })),
    fetchesLeft: ports.fetchesLeft(),
    runs: readLog(ports.book, MOST_RUNS),
  };
}

const MOST_RUNS = 20;
