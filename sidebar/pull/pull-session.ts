/** Runs a pull from the page, a few seconds per server call. */
import { useRef, useState } from 'preact/hooks';
import type { PullInput } from '../../src/app/pulls.ts';
import type { Report } from '../../src/pull/report.ts';
import type { Progress } from '../../src/pull/stored-run.ts';
import { type Failure, failureOf, server } from '../transport.ts';
import { callsOf } from './measure.ts';

/** Seconds after which the server returns an unfinished run. */
const SECONDS = 5;

/** Milliseconds between progress requests. */
const LOOK = 1500;

interface View {
  readonly operation: string;
  /** The request, if this page started the pull. */
  readonly request?: PullInput | undefined;
  readonly busy: boolean;
  readonly report?: Report | undefined;
  readonly failure?: Failure;
  /** When the page started tracking the pull (epoch milliseconds), and the number of calls made before that. */
  readonly since: { readonly at: number; readonly calls: number };
}

export interface PullSession extends View {
  readonly progress: Omit<Progress, 'id'> | undefined;
  readonly stopping: boolean;
  start(request: PullInput): void;
  resume(operation: string, run: string): void;
  /** Repeats the previewed request as a pull. */
  pullPreviewed(): void;
  resumeLast(): void;
  /** Cancels the run once the calls in flight are done. */
  cancel(): void;
  clear(): void;
}

const IDLE: View = { operation: '', busy: false, since: { at: 0, calls: 0 } };

interface Followed {
  /** The key of the pull's progress in the server's cache. */
  readonly watch: string;
  id?: string;
  isWanted: boolean;
  isOver: boolean;
  /** The cancel request, if sent. The running execution reports the outcome. */
  ending?: Promise<Report | undefined>;
}

export function usePullSession(): PullSession {
  const [view, setView] = useState(IDLE);
  const [progress, setProgress] = useState<PullSession['progress']>();
  const [stopping, setStopping] = useState(false);
  const current = useRef<Followed>(undefined);

  async function follow(
    operation: string,
    begin: (watch: string) => Promise<Report>,
    request?: PullInput,
    before?: Report,
    isStopping = false,
  ) {
    const since = { at: Date.now(), calls: before ? callsOf(before.actual) : 0 };
    const followed: Followed = { watch: `${Date.now()}${Math.random()}`, isWanted: true, isOver: false };
    current.current = followed;
    let report = before;
    if (before) followed.id = before.id;
    const keep = (fresh: Report) => {
      report = withEarlier(furthest(fresh, report), report);
      followed.id = fresh.id;
      setProgress({ calls: callsOf(fresh.actual), callsLeft: fresh.callsLeft, rows: fresh.rows });
    };
    setStopping(isStopping);
    setProgress(undefined);
    setView({ operation, request, busy: true, report, since });
    look(followed);
    try {
      keep(await begin(followed.watch));
      while (report!.state === 'running' || (report!.state === 'waiting' && !followed.isWanted)) {
        setView({ operation, request, busy: true, report, since });
        if (followed.isWanted) keep(await server.continuePull(report!.id, SECONDS, followed.watch));
        else keep((await end(followed)) ?? { ...report!, state: 'canceled' });
      }
      setView({ operation, request, busy: false, report, since });
    } catch (error) {
      setView({ operation, request, busy: false, report, since, failure: failureOf(error) });
    } finally {
      followed.isOver = true;
    }
  }

  /** Polls the progress. Sends a pending cancel request once the run's ID is known. */
  async function look(followed: Followed) {
    while (!followed.isOver) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      if (followed.isOver) return;
      const reported = await server.progress(followed.watch).catch(() => null);
      if (followed.isOver || !reported) continue;
      followed.id = reported.id;
      setProgress((known) => (known && known.calls > reported.calls ? known : reported));
      if (!followed.isWanted) end(followed).catch(() => undefined);
    }
  }

  function start(request: PullInput) {
    const input = { ...request, seconds: SECONDS };
    follow(request.operation, (watch) => server.startPull({ ...input, watch }), request);
  }

  return {
    ...view,
    progress,
    stopping,
    start,
    resume: (operation, run) => follow(operation, (watch) => server.continuePull(run, SECONDS, watch)),
    pullPreviewed() {
      if (!view.request) return;
      const { preview: _, ...request } = view.request;
      start(request);
    },
    resumeLast() {
      const { report, request } = view;
      if (!report) return;
      const goOn = (watch: string) => server.continuePull(report.id, SECONDS, watch);
      follow(report.operation, goOn, request, report);
    },
    cancel() {
      const { report, request, busy } = view;
      const followed = current.current;
      if (busy && followed) {
        setStopping(true);
        followed.isWanted = false;
        // `follow` reports failures.
        end(followed).catch(() => undefined);
      } else if (report) follow(report.operation, () => server.cancelPull(report.id), request, report, true);
    },
    clear: () => setView((now) => (now.busy ? now : IDLE)),
  };
}

/** Prefers the known progress if the stored run lags behind it. */
function furthest(fresh: Report, known: Report | undefined): Report {
  if (!known || known.id !== fresh.id || callsOf(known.actual) <= callsOf(fresh.actual)) return fresh;
  return { ...known, state: fresh.state, resumeAt: fresh.resumeAt, notes: fresh.notes };
}

/** Sends the cancel request once. Resolves to undefined if the run has ended or its ID is unknown. */
function end(followed: Followed): Promise<Report | undefined> {
  const { id } = followed;
  if (id === undefined) return Promise.resolve(undefined);
  followed.ending ??= server.cancelPull(id).catch((error) => {
    if (failureOf(error).code === 'MARKET_ARGUMENT') return undefined;
    throw error;
  });
  return followed.ending;
}

/** Adds the row keys from earlier reports. Tables with too many rows to show have no keys. */
function withEarlier(report: Report, before: Report | undefined): Report {
  if (!before || before.id !== report.id) return report;
  const tables = [...new Set([...before.received, ...report.received].map(({ table }) => table))];
  const keysIn = ({ received }: Report, table: string) => {
    const found = received.find((each) => each.table === table);
    return found ? found.keys : [];
  };
  const received = tables.map((table) => {
    const [earlier, now] = [keysIn(before, table), keysIn(report, table)];
    return { table, keys: earlier && now && [...new Set([...earlier, ...now])] };
  });
  return { ...report, received };
}
