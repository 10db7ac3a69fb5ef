/** Polls the server for changes made by the menu, jobs, or other windows, and notifies the views. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { server } from './transport.ts';

/** Milliseconds between checks. Checks use execution time, so an idle page checks less often. */
const PAUSE = 7000;
const IDLE_PAUSE = 30_000;
/** Milliseconds after an action during which the page is treated as active. */
const IN_USE = 60_000;

type Listener = () => Promise<void> | void;

const Listeners = createContext<Set<Listener>>(new Set());

/** Polls while visible. Returning to the page notifies all views, because users also edit sheets directly. */
export function News({ children }: { readonly children: ComponentChildren }) {
  const { current: listeners } = useRef(new Set<Listener>());
  useEffect(() => {
    let known: string | undefined;
    let isNotifying = false;
    let timer = 0;
    let usedAt = Date.now();
    const used = () => {
      if (Date.now() - usedAt > IN_USE) {
        clearTimeout(timer);
        timer = setTimeout(look, PAUSE);
      }
      usedAt = Date.now();
    };
    /** Returns false while hidden or while views are loading an earlier change. */
    async function notify(): Promise<boolean> {
      if (isNotifying || document.hidden) return false;
      isNotifying = true;
      await Promise.all([...listeners].map((listen) => listen()));
      isNotifying = false;
      return true;
    }
    async function look() {
      // Ignore failures: another check follows soon.
      const revision = document.hidden ? known : await server.revision().catch(() => known);
      const isNew = known !== undefined && revision !== known;
      if (isNew) usedAt = Date.now();
      if (!isNew || (await notify())) known = revision;
      // A click during the call has set it, too.
      clearTimeout(timer);
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

/** Calls `listen` after each change, one call at a time. `listen` must not reject. */
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
