/** What became of a run since it was reported, and which one somebody stands on in the Log. */
import { keptRuns, undoable } from '../tables/journal.ts';
import { isTakenBack, type LogLine, log, readLog, runAt } from '../tables/log.ts';
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

/** The run on whose row of the Log somebody stands, where it can be taken back. */
export function runInFront({ book }: Ports): LogLine | undefined {
  const [table] = log.tables;
  const row = book.activeRow(table.name);
  if (row === undefined) return undefined;
  const run = runAt(book, row);
  if (!undoable(keptRuns(book.journal)).some((kept) => kept.run === run)) return undefined;
  return readLog(book, 0, new Set([run]))[0];
}
