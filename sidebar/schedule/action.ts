/** What one part of the tab does to the schedule: which of its buttons is busy, and why one was refused. */
import { useState } from 'preact/hooks';
import type { ScheduleResult, ScheduleView } from '../../src/app/schedule-view.ts';
import { useTask } from '../task.ts';
import type { Failure } from '../transport.ts';

/** What hears of the actions of a part of the tab. */
export interface ActionListener {
  /** The message of the action before is out of date. */
  onStart(): void;
  /** The schedule as it is then, and what was done. */
  onDone(schedule: ScheduleView, message: string): void;
}

export interface Action {
  readonly busy: string | undefined;
  readonly failure: Failure | undefined;
  /** `message` is what was done, where the server does not say. Resolves to whether it was. */
  run(button: string, work: () => Promise<ScheduleView | ScheduleResult>, message?: string): Promise<boolean>;
}

export function useAction({ onStart, onDone }: ActionListener): Action {
  const [button, setButton] = useState('');
  const task = useTask();
  return {
    busy: task.busy ? button : undefined,
    failure: task.failure,
    async run(pressed, work, message = '') {
      // The others of its buttons wait for this one.
      if (task.busy) return false;
      setButton(pressed);
      onStart();
      const result = await task.run(work);
      if (!result) return false;
      if ('schedule' in result) onDone(result.schedule, result.message);
      else onDone(result, message);
      return true;
    },
  };
}
