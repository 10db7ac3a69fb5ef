/** Looks again when somebody comes back to the page: in the sheet or elsewhere much may have changed. */
import { useEffect, useRef } from 'preact/hooks';

/** One look at a time; `look` never rejects, because nobody has asked for it. */
export function useComingBack(look: () => Promise<void>): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    let looking = false;
    async function lookAgain() {
      if (looking || document.hidden) return;
      looking = true;
      await latest.current();
      looking = false;
    }
    addEventListener('focus', lookAgain);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      removeEventListener('focus', lookAgain);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, []);
}
