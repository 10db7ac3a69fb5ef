/** Hooks that open a table's sheet or select rows on it. */
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
      if (there) announce(`Opened ${table}.`);
      if (there === false) task.fail({ code: 'SIDEBAR', message: `The ${table} sheet does not exist.` });
    },
  };
}

interface ShowRows extends Pick<Task, 'busy' | 'failure'> {
  /** A note that rows are missing. Empty if none are. */
  readonly note: string;
  showRows(table: string, keys: readonly string[]): Promise<void>;
  /** Selects the findings behind a Today tile. */
  showFindings(tile: string, label: string): Promise<void>;
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
    announce(said || `${counted(found, 'row')} selected on ${table}.`);
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
            : `Selected ${count(found)} of ${counted(keys.length, 'row')}. The rest are no longer on the sheet.`,
      ),
    showFindings: (tile, label) =>
      select(
        'Findings',
        () => server.showFindings(tile),
        (found) => (found > 0 ? '' : `No open findings for "${label}".`),
      ),
    showChanges: (run) =>
      select(
        'Changes',
        () => server.showChanges(run),
        (found) => (found > 0 ? '' : 'This run is no longer on the Changes sheet.'),
      ),
  };
}
