/** Brings the sheet of a table to the front, or rows of it. */
import { useState } from 'preact/hooks';
import { count, counted } from './format.ts';
import { useAnnounce } from './live.tsx';
import { type Task, useTask } from './task.ts';
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

interface ShowRows extends Pick<Task, 'busy' | 'failure'> {
  /** Where not all of them are there any more. */
  readonly note: string;
  /** Selects the rows of a table that have these keys. */
  showRows(table: string, keys: readonly string[]): Promise<void>;
  /** Selects what a tile of Today counts. */
  showFindings(tile: string, label: string): Promise<void>;
  /** Selects what the sheet Changes tells of a run. */
  showChanges(run: string): Promise<void>;
}

export function useShowRows(): ShowRows {
  const task = useTask();
  const [note, setNote] = useState('');
  const announce = useAnnounce();
  async function select(table: string, work: () => Promise<number>, noteOn: (found: number) => string) {
    setNote('');
    const found = await task.run(work);
    if (found === undefined) return;
    const said = noteOn(found);
    setNote(said);
    announce(said || `${counted(found, 'row')} selected in the sheet ${table}.`);
  }
  return {
    busy: task.busy,
    failure: task.failure,
    note,
    showRows: (table, keys) =>
      select(
        table,
        () => server.showRows(table, keys),
        (found) =>
          found === keys.length
            ? ''
            : `${count(found)} of ${counted(keys.length, 'row')} are selected; the others are not in the sheet any more.`,
      ),
    showFindings: (tile, label) =>
      select(
        'Findings',
        () => server.showFindings(tile),
        (found) => (found > 0 ? '' : `Nothing of "${label}" is open any more.`),
      ),
    showChanges: (run) =>
      select(
        'Changes',
        () => server.showChanges(run),
        (found) => (found > 0 ? '' : 'The sheet Changes does not tell of this run any more.'),
      ),
  };
}
