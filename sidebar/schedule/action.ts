/** Tracks which button's action runs and whether it failed. Disable the other buttons meanwhile. */
import { useState } from 'preact/hooks';
import type { ScheduleResult, ScheduleView } from '../../src/app/schedule-view.ts';
import { useTask } from '../task.ts';
import type { Failure } from '../transport.ts';

export interface ActionListener {
  onStart(): void;
  onDone(schedule: ScheduleView, message: string, hasFailed?: boolean): void;
}

export interface Action {
  readonly busy: string | undefined;
  readonly failure: Failure | undefined;
  /** Resolves to false after a failure. `message` is the fallback if the server sends none. */
  run(button: string, work: () => Promise<ScheduleView | ScheduleResult>, message?: string): Promise<boolean>;
}

export function useAction({ onStart, onDone }: ActionListener): Action {
  const [button, setButton] = useState('');
  const task = useTask();
  return {
    busy: task.busy ? button : undefined,
    failure: task.failure,
    async run(pressed, work, message = '') {
      setButton(pressed);
      onStart();
      const result = await task.run(work);
      if (!result) return false;
      if ('schedule' in result) onDone(result.schedule, result.message, result.hasFailed);
      else onDone(result, message);
      return true;
    },
  };
}
