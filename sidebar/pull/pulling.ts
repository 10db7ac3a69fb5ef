/** A pull as the page drives it: started, continued a few seconds at a time, cancelled in between. */
import { useRef, useState } from 'preact/hooks';
import type { Report } from '../../src/pull/report.ts';
import type { Failure } from '../call.ts';
import { call, failureOf } from '../call.ts';
import type { Ask } from '../server.ts';
import { callsOf } from './measure.ts';

/** After so many seconds the server hands an unfinished run back, so that its progress can be shown. */
const SECONDS = 5;

interface View {
  readonly operation: string;
  /** What was asked, where the page began it. */
  readonly ask?: Ask | undefined;
  readonly busy: boolean;
  readonly report?: Report | undefined;
  readonly failure?: Failure;
  /** When the page began to follow, in epoch milliseconds, and the calls made before. */
  readonly since: { readonly at: number; readonly calls: number };
}

export interface Pulling extends View {
  readonly stopping: boolean;
  start(ask: Ask): void;
  /** Goes on with a run that waits. */
  goOn(operation: string, run: string): void;
  /** Pulls what was only previewed. */
  pullPreviewed(): void;
  /** Goes on with the run of the last report. */
  resume(): void;
  /** Ends the run as soon as the step that is under way is over. */
  cancel(): void;
  clear(): void;
}

const IDLE: View = { operation: '', busy: false, since: { at: 0, calls: 0 } };

export function usePulling(): Pulling {
  const [view, setView] = useState(IDLE);
  const [stopping, setStopping] = useState(false);
  const wanted = useRef(true);

  async function follow(operation: string, first: Promise<Report>, ask?: Ask, before?: Report) {
    const since = { at: Date.now(), calls: before ? callsOf(before.actual) : 0 };
    let report = before;
    wanted.current = true;
    setStopping(false);
    setView({ operation, ask, busy: true, report, since });
    try {
      report = await first;
      while (report.state === 'running' || (report.state === 'waiting' && !wanted.current)) {
        setView({ operation, ask, busy: true, report, since });
        report = await (wanted.current
          ? call('continuePull', report.id, SECONDS)
          : call('cancelPull', report.id));
      }
      setView({ operation, ask, busy: false, report, since });
    } catch (error) {
      setView({ operation, ask, busy: false, report, since, failure: failureOf(error) });
    }
  }

  function start(ask: Ask) {
    follow(ask.operation, call('startPull', { ...ask, seconds: SECONDS }), ask);
  }

  return {
    ...view,
    stopping,
    start,
    goOn: (operation, run) => follow(operation, call('continuePull', run, SECONDS)),
    pullPreviewed() {
      if (!view.ask) return;
      const { preview: _, ...ask } = view.ask;
      start(ask);
    },
    resume() {
      const { report } = view;
      if (report) follow(report.operation, call('continuePull', report.id, SECONDS), view.ask, report);
    },
    cancel() {
      const { report } = view;
      wanted.current = false;
      setStopping(true);
      if (!view.busy && report) follow(report.operation, call('cancelPull', report.id), view.ask, report);
    },
    clear: () => setView(IDLE),
  };
}
