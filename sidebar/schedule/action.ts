/** Actions of one part of the tab: the busy button and any failure. */
import { useState } from 'preact/hooks';
import type { ScheduleResult, ScheduleView } from '../../src/app/schedule-view.ts';
import { useTask } from '../task.ts';
import type { Failure } from '../transport.ts';

/** Callbacks for actions. */
export interface ActionListener {
  /** Clears the previous message. */
  onStart(): void;
  /** The new schedule and the message. */
  onDone(schedule: ScheduleView, message: string): void;
}

export interface Action {
  readonly busy: string | undefined;
  readonly failure: Failure | undefined;
  /** `message` is used if the server sends none. Resolves to false after a failure. */
  run(button: string, work: () => Promise<ScheduleView | ScheduleResult>, message?: string): Promise<boolean>;
}

export function useAction({ onStart, onDone }: ActionListener): Action {
  const [button, setButton] = useState('');
  const task = useTask();
  return {
    busy: task.busy ? button : undefined,
    failure: task.failure,
    async run(pressed, work, message = '') {
      // Other buttons wait for this one.
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
