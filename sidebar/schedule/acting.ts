/** What one part of the tab does to the schedule: which of its buttons is busy, and why one was refused. */
import { useState } from 'preact/hooks';
import type { Refreshed } from '../../src/app/refresh-now.ts';
import type { ScheduleView } from '../../src/app/schedule-view.ts';
import type { Failure } from '../call.ts';
import { useTask } from '../task.ts';

/** Whom the parts of the tab tell what they do. */
export interface Teller {
  /** What was told before is out of date. */
  begin(): void;
  /** The schedule as it is then, and what was done. */
  tell(schedule: ScheduleView, said: string): void;
}

export interface Acting {
  readonly busy: string | undefined;
  readonly failure: Failure | undefined;
  /** `said` is what was done, where the server does not say. Resolves to whether it was. */
  act(button: string, work: () => Promise<ScheduleView | Refreshed>, said?: string): Promise<boolean>;
}

export function useActing({ begin, tell }: Teller): Acting {
  const [button, setButton] = useState('');
  const task = useTask();
  return {
    busy: task.busy ? button : undefined,
    failure: task.failure,
    async act(pressed, work, said = '') {
      // The others of its buttons wait for this one.
      if (task.busy) return false;
      setButton(pressed);
      begin();
      const done = await task.run(work);
      if (!done) return false;
      if ('schedule' in done) tell(done.schedule, done.message);
      else tell(done, said);
      return true;
    },
  };
}
