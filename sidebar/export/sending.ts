/** Runs an export, one server call at a time, until it is complete or stopped. */
import { useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../live.tsx';
import { type Task, useTask } from '../task.ts';
import { server } from '../transport.ts';

export interface Sending extends Pick<Task, 'busy' | 'failure'> {
  readonly message: string;
  /** Number of ended exports. */
  readonly ended: number;
  start(): void;
  /** Stops after the current call. */
  stop(): void;
  clear(): void;
}

/** Stops after this many calls without progress. The schedule continues the export. */
const MOST_IDLE = 2;

export function useSending(): Sending {
  const task = useTask();
  const [message, setMessage] = useState('');
  const [ended, setEnded] = useState(0);
  const isStopped = useRef(false);
  const announce = useAnnounce();
  async function go() {
    let run: string | undefined;
    let rows = 0;
    for (let idle = 0; ; ) {
      const sent = await server.exportRows(run);
      setMessage(sent.message);
      idle = sent.rows > rows ? 0 : idle + 1;
      rows = sent.rows;
      run = sent.run;
      if (sent.state !== 'waiting' || isStopped.current || idle === MOST_IDLE) {
        announce(sent.message);
        return;
      }
    }
  }
  return {
    busy: task.busy,
    failure: task.failure,
    message,
    ended,
    start: () => {
      isStopped.current = false;
      setMessage('Sending…');
      task.run(go).then(() => setEnded((count) => count + 1));
    },
    stop: () => {
      isStopped.current = true;
      setMessage('Stopping after the current batch…');
    },
    clear: () => {
      task.clear();
      setMessage('');
    },
  };
}
