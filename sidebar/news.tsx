/** What the menu, a job or another window changed: the page looks at one text now and then, and whoever shows something hears. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { server } from './transport.ts';

/** Milliseconds between two checks: each is an execution of the person's day, so an idle page checks less often. */
const PAUSE = 7000;
const IDLE_PAUSE = 30_000;
/** So long after a click, a key or a change the page is in use. */
const IN_USE = 60_000;

type Hearer = () => Promise<void> | void;

const Hearers = createContext<Set<Hearer>>(new Set());

/** Looks while the page can be seen; on coming back to it everybody hears at once, since people change sheets by hand too. */
export function News({ children }: { readonly children: ComponentChildren }) {
  const { current: hearers } = useRef(new Set<Hearer>());
  useEffect(() => {
    let known: string | undefined;
    let isTelling = false;
    let timer = 0;
    let usedAt = Date.now();
    const used = () => {
      // A check that is far off comes soon instead.
      if (Date.now() - usedAt > IN_USE) {
        clearTimeout(timer);
        timer = setTimeout(look, PAUSE);
      }
      usedAt = Date.now();
    };
    /** False where those who were told before are not done with it: they may have looked before this change. */
    async function tell(): Promise<boolean> {
      if (isTelling || document.hidden) return false;
      isTelling = true;
      await Promise.all([...hearers].map((hear) => hear()));
      isTelling = false;
      return true;
    }
    async function look() {
      // What nobody asked for may fail; the next look is soon.
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

/** `hear` never rejects; it is called once at a time. */
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
