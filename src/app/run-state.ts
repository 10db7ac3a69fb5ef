/** What became of a run since it was reported: somebody may have taken it back elsewhere. */
import { keptRuns, undoable } from '../tables/journal.ts';
import { isTakenBack, readLog } from '../tables/log.ts';
import type { Ports } from './ports.ts';

export interface RunState {
  readonly canUndo: boolean;
  readonly isTakenBack: boolean;
}

export function runState({ book }: Ports, id: string): RunState {
  const run = String(id);
  const [line] = readLog(book, 0, new Set([run]));
  return {
    canUndo: undoable(keptRuns(book.journal)).some((kept) => kept.run === run),
    isTakenBack: line !== undefined && isTakenBack(line),
  };
}
