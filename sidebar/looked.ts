/** What a tab shows of the server: looked up when the tab is opened, and again when somebody comes back to it. */
import { useEffect, useState } from 'preact/hooks';
import { useComingBack } from './coming-back.ts';
import type { Task } from './task.ts';
import { useTask } from './task.ts';

/** The server says when it was so, as an ISO text. */
interface Dated {
  readonly now: string;
}

export interface Looked<T extends Dated> {
  readonly shown: T | undefined;
  readonly looking: Task;
  look(): Promise<void>;
  /** Shows this, unless it is older than what is shown. */
  keep(fresh: T): void;
}

export function useLooked<T extends Dated>(isOpen: boolean, ask: () => Promise<T>): Looked<T> {
  const [shown, setShown] = useState<T>();
  const looking = useTask();

  function keep(fresh: T) {
    setShown((before) => (before && before.now > fresh.now ? before : fresh));
  }
  async function look() {
    const fresh = await looking.run(ask);
    if (fresh) keep(fresh);
  }
  useEffect(() => {
    if (isOpen) look();
  }, [isOpen]);
  useComingBack(async () => {
    const fresh = isOpen ? await ask().catch(() => undefined) : undefined;
    if (!fresh) return;
    looking.clear();
    keep(fresh);
  });
  return { shown, looking, look, keep };
}
