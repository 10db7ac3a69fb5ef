/** Hooks that load server data for a view and reload it after changes elsewhere. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { State } from '../src/app/state-view.ts';
import { showFormulasWith, showTimesIn } from './format.ts';
import { useNews } from './news.tsx';
import { type Task, useTask } from './task.ts';
import { server } from './transport.ts';

/** `now` is the server's time as an ISO timestamp. */
interface Dated {
  readonly now: string;
}

export interface ServerView<T extends Dated> {
  readonly view: T | undefined;
  readonly loading: Task;
  reload(): Promise<void>;
  /** Replaces the view unless `fresh` is older. */
  keep(fresh: T): void;
}

/** Loads a tab's data each time the tab opens. */
export function useServerView<T extends Dated>(isOpen: boolean, fetchView: () => Promise<T>): ServerView<T> {
  const [view, setView] = useState<T>();
  const loading = useTask();

  function keep(fresh: T) {
    setView((before) => (before && before.now > fresh.now ? before : fresh));
  }
  async function reload() {
    const fresh = await loading.run(fetchView);
    if (fresh) keep(fresh);
  }
  useEffect(() => {
    if (isOpen) reload();
  }, [isOpen]);
  useNews(async () => {
    const fresh = isOpen ? await fetchView().catch(() => undefined) : undefined;
    if (!fresh) return;
    loading.clear();
    keep(fresh);
  });
  return { view, loading, reload, keep };
}

export interface ServerState {
  readonly state: State | undefined;
  readonly loading: Task;
  /** Number of changes made elsewhere, such as from the menu. */
  readonly outsideChanges: number;
  load(): Promise<void>;
}

/** Loads the connections and consent shared by all tabs. */
export function useServerState(): ServerState {
  const [state, setState] = useState<State>();
  const [outsideChanges, setOutsideChanges] = useState(0);
  const loading = useTask();
  const known = useRef<State | undefined>(undefined);
  // Detects replies to requests sent before the page's own change.
  const changes = useRef(0);

  function keep(fresh: State) {
    changes.current++;
    known.current = fresh;
    showTimesIn(fresh.timeZone);
    showFormulasWith(fresh.separator);
    setState(fresh);
  }
  async function load() {
    changes.current++;
    const loaded = await loading.run(server.state);
    if (loaded) keep(loaded);
  }
  useEffect(() => {
    load();
  }, []);
  useNews(async () => {
    if (!known.current) return;
    const before = changes.current;
    // Keep the current view if a background load fails.
    const fresh = await server.state().catch(() => undefined);
    if (!fresh || before !== changes.current) return;
    loading.clear();
    if (JSON.stringify(fresh) === JSON.stringify(known.current)) return;
    keep(fresh);
    setOutsideChanges((count) => count + 1);
  });
  return { state, loading, outsideChanges, load };
}
