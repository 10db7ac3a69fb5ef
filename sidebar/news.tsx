/** Polls one value to learn of changes by the menu, jobs, or other windows, and notifies the views. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { server } from './transport.ts';

/** Milliseconds between checks. Each uses execution time, so an idle page checks less often. */
const PAUSE = 7000;
const IDLE_PAUSE = 30_000;
/** The page counts as active for this long after an action. */
const IN_USE = 60_000;

type Listener = () => Promise<void> | void;

const Listeners = createContext<Set<Listener>>(new Set());

/** Polls while visible. Becoming visible notifies all views, because people also edit sheets by hand. */
export function News({ children }: { readonly children: ComponentChildren }) {
  const { current: listeners } = useRef(new Set<Listener>());
  useEffect(() => {
    let known: string | undefined;
    let isNotifying = false;
    let timer = 0;
    let usedAt = Date.now();
    const used = () => {
      // Brings the next check forward.
      if (Date.now() - usedAt > IN_USE) {
        clearTimeout(timer);
        timer = setTimeout(look, PAUSE);
      }
      usedAt = Date.now();
    };
    /** False while views are still loading for an earlier change. */
    async function notify(): Promise<boolean> {
      if (isNotifying || document.hidden) return false;
      isNotifying = true;
      await Promise.all([...listeners].map((listen) => listen()));
      isNotifying = false;
      return true;
    }
    async function look() {
      // Background checks may fail; the next one is soon.
      const revision = document.hidden ? known : await server.revision().catch(() => known);
      const isNew = known !== undefined && revision !== known;
      if (isNew) usedAt = Date.now();
      if (!isNew || (await notify())) known = revision;
      timer = setTimeout(look, Date.now() - usedAt < IN_USE ? PAUSE : IDLE_PAUSE);
    }
    look();
    addEventListener('focus', notify);
    addEventListener('click', used);
    addEventListener('keydown', used);
    document.addEventListener('visibilitychange', notify);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', notify);
      removeEventListener('click', used);
      removeEventListener('keydown', used);
      document.removeEventListener('visibilitychange', notify);
    };
  }, []);
  return <Listeners.Provider value={listeners}>{children}</Listeners.Provider>;
}

/** `listen` never rejects and is never called concurrently. */
export function useNews(listen: Listener): void {
  const listeners = useContext(Listeners);
  const latest = useRef(listen);
  latest.current = listen;
  useEffect(() => {
    const listener = () => latest.current();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listeners]);
}
