/** A pull as the page drives it: started, continued a few seconds at a time, cancelled in between. */
import { useRef, useState } from 'preact/hooks';
import type { PullInput } from '../../src/app/pulls.ts';
import type { Report } from '../../src/pull/report.ts';
import type { Failure } from '../transport.ts';
import { failureOf, server } from '../transport.ts';
import { callsOf } from './measure.ts';

/** After so many seconds the server hands an unfinished run back, so that its progress can be shown. */
const SECONDS = 5;

interface View {
  readonly operation: string;
  /** What was asked for, where the page started it. */
  readonly request?: PullInput | undefined;
  readonly busy: boolean;
  readonly report?: Report | undefined;
  readonly failure?: Failure;
  /** When the page started to follow, in epoch milliseconds, and the calls made before. */
  readonly since: { readonly at: number; readonly calls: number };
}

export interface PullSession extends View {
  readonly stopping: boolean;
  start(request: PullInput): void;
  /** Resumes a run that waits. */
  resume(operation: string, run: string): void;
  /** Pulls what was only previewed. */
  pullPreviewed(): void;
  /** Resumes the run of the last report. */
  resumeLast(): void;
  /** Ends the run as soon as the step that is under way is over. */
  cancel(): void;
  clear(): void;
}

const IDLE: View = { operation: '', busy: false, since: { at: 0, calls: 0 } };

export function usePullSession(): PullSession {
  const [view, setView] = useState(IDLE);
  const [stopping, setStopping] = useState(false);
  const wanted = useRef(true);

  async function follow(operation: string, first: Promise<Report>, request?: PullInput, before?: Report) {
    const since = { at: Date.now(), calls: before ? callsOf(before.actual) : 0 };
    let report = before;
    wanted.current = true;
    setStopping(false);
    setView({ operation, request, busy: true, report, since });
    try {
      report = await first;
      while (report.state === 'running' || (report.state === 'waiting' && !wanted.current)) {
        setView({ operation, request, busy: true, report, since });
        report = await (wanted.current
          ? server.continuePull(report.id, SECONDS)
          : server.cancelPull(report.id));
      }
      setView({ operation, request, busy: false, report, since });
    } catch (error) {
      setView({ operation, request, busy: false, report, since, failure: failureOf(error) });
    }
  }

  function start(request: PullInput) {
    follow(request.operation, server.startPull({ ...request, seconds: SECONDS }), request);
  }

  return {
    ...view,
    stopping,
    start,
    resume: (operation, run) => follow(operation, server.continuePull(run, SECONDS)),
    pullPreviewed() {
      if (!view.request) return;
      const { preview: _, ...request } = view.request;
      start(request);
    },
    resumeLast() {
      const { report } = view;
      if (report) follow(report.operation, server.continuePull(report.id, SECONDS), view.request, report);
    },
    cancel() {
      const { report } = view;
      wanted.current = false;
      setStopping(true);
      if (!view.busy && report) follow(report.operation, server.cancelPull(report.id), view.request, report);
    },
    clear: () => setView(IDLE),
  };
}
