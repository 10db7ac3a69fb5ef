/** Brings the sheet of a table to the front. */
import { useAnnounce } from './live.tsx';
import type { Task } from './task.ts';
import { useTask } from './task.ts';
import { server } from './transport.ts';

interface ShowSheet extends Pick<Task, 'failure'> {
  show(table: string): Promise<void>;
}

export function useShowSheet(): ShowSheet {
  const task = useTask();
  const announce = useAnnounce();
  return {
    failure: task.failure,
    async show(table) {
      const there = await task.run(() => server.showTable(table));
      if (there) announce(`The sheet ${table} is in front.`);
      if (there === false) task.fail({ code: 'SIDEBAR', message: `There is no sheet ${table} now.` });
    },
  };
}
