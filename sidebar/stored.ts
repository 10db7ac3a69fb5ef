/** What is stored, as the page knows it: looked up at first, and again when somebody comes back to the page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from './call.ts';
import { useComingBack } from './coming-back.ts';
import type { State } from './server.ts';
import type { Task } from './task.ts';
import { useTask } from './task.ts';
import { tellTimesIn } from './words.ts';

export interface Stored {
  readonly state: State | undefined;
  readonly loading: Task;
  /** How often something else than this page was found to have changed it, such as an item of the menu. */
  readonly surprises: number;
  load(): Promise<void>;
  keep(state: State): void;
}

export function useStored(): Stored {
  const [state, setState] = useState<State>();
  const [surprises, setSurprises] = useState(0);
  const loading = useTask();
  const known = useRef<State | undefined>(undefined);
  // An answer to a question that was asked before the page changed something itself is out of date.
  const changes = useRef(0);

  function keep(fresh: State) {
    changes.current++;
    known.current = fresh;
    tellTimesIn(fresh.timeZone);
    setState(fresh);
  }
  async function load() {
    changes.current++;
    const loaded = await loading.run(() => call('state'));
    if (loaded) keep(loaded);
  }
  useEffect(() => {
    load();
  }, []);
  useComingBack(async () => {
    if (!known.current) return;
    const before = changes.current;
    // Nobody has asked for it: when it fails, what is shown stays.
    const fresh = await call('state').catch(() => undefined);
    if (!fresh || before !== changes.current) return;
    loading.clear();
    if (JSON.stringify(fresh) === JSON.stringify(known.current)) return;
    keep(fresh);
    setSurprises((count) => count + 1);
  });
  return { state, loading, surprises, load, keep };
}
