/** Brings the sheet of a table to the front. */
import { call } from './call.ts';
import { useSay } from './live.tsx';
import type { Task } from './task.ts';
import { useTask } from './task.ts';

interface Showing extends Pick<Task, 'failure'> {
  show(table: string): Promise<void>;
}

export function useShowing(): Showing {
  const showing = useTask();
  const say = useSay();
  return {
    failure: showing.failure,
    async show(table) {
      const there = await showing.run(() => call('showTable', table));
      if (there) say(`The sheet ${table} is in front.`);
      if (there === false) showing.fail({ code: 'SIDEBAR', message: `There is no sheet ${table} now.` });
    },
  };
}
