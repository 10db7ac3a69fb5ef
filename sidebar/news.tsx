/** Polls one value to learn of changes by the menu, jobs, or other windows, and notifies the views. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { server } from './transport.ts';

/** Milliseconds between checks. Each uses execution time, so an idle page checks less often. */
const PAUSE = 7000;
const IDLE_PAUSE = 30_000;
/** The page counts as active for this long after an action. */
const IN_USE = 60_000;

type Hearer = () => Promise<void> | void;

const Hearers = createContext<Set<Hearer>>(new Set());

/** Polls while visible. Becoming visible notifies all views, because people also edit sheets by hand. */
export function News({ children }: { readonly children: ComponentChildren }) {
  const { current: hearers } = useRef(new Set<Hearer>());
  useEffect(() => {
    let known: string | undefined;
    let isTelling = false;
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
    async function tell(): Promise<boolean> {
      if (isTelling || document.hidden) return false;
      isTelling = true;
      await Promise.all([...hearers].map((hear) => hear()));
      isTelling = false;
      return true;
    }
    async function look() {
      // Background checks may fail; the next one is soon.
      const revision = document.hidden ? known : await server.revision().catch(() => known);
      const isNew = known !== undefined && revision !== known;
      if (isNew) usedAt = Date.now();
      if (!isNew || (await tell())) known = revision;
      timer = setTimeout(look, Date.now() - usedAt < IN_USE ? PAUSE : IDLE_PAUSE);
    }
    look();
    addEventListener('focus', tell);
    addEventListener('click', used);
    addEventListener('keydown', used);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', tell);
      removeEventListener('click', used);
      removeEventListener('keydown', used);
      document.removeEventListener('visibilitychange', tell);
    };
  }, []);
  return <Hearers.Provider value={hearers}>{children}</Hearers.Provider>;
}

/** `hear` never rejects and is never called concurrently. */
export function useNews(hear: Hearer): void {
  const hearers = useContext(Hearers);
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    const hearer = () => latest.current();
    hearers.add(hearer);
    return () => {
      hearers.delete(hearer);
    };
  }, [hearers]);
}
