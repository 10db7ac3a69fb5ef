/** What the add-on writes into the sheet Jobs: its own cells, and the cells of people only where a change says so. */
import type { Cell } from '../tables/cells.ts';
import { applyEdits, type CellEdit, planEdits, withoutFormulas } from '../tables/edits.ts';
import type { JobsColumn } from '../tables/jobs-table.ts';
import type { TablePlan } from '../tables/plan.ts';
import type { Book } from '../tables/sheet.ts';
import { type Moved, movedOf } from '../tables/standing.ts';
import type { JobRow, JobsSheet } from './job-rows.ts';

/** What becomes of a row; what is left out stays. Times in epoch milliseconds, nothing (`null`) where there is none. */
export interface JobChange {
  readonly id: string;
  readonly nextRun?: number | null | undefined;
  readonly lastRun?: number | null | undefined;
  /** One sentence. */
  readonly result?: string | undefined;
  /** Of what people type: "run now" has been done, a job or all are paused. */
  readonly state?: 'active' | 'paused';
  /** Of what people type: somebody took it over, or ran it as the first one. */
  readonly owner?: string;
}

/**
 * Under the lock, with the sheet as it was read just before; nothing is written where somebody has changed it since then.
 * `names` are those of rows, by id, as they are to be.
 */
export function writeJobs(
  book: Book,
  sheet: JobsSheet,
  changes: readonly JobChange[],
  names: ReadonlyMap<string, string> = new Map(),
): Moved | undefined {
  const plan = planJobs(sheet, changes, names, book.timeZone());
  const moved = movedOf([plan]);
  if (!moved) applyEdits(book, plan);
  return moved;
}

/** Before the sentence that says what to type instead; when a row is in order again, it goes. */
const NOT_RUN = 'Not run. ';

/**
 * Every row gets its target and, where it is not run, the reason; changes of rows that are not there any more
 * are left out. Cells that are as they should be are not written, and neither are formulas of the person.
 */
function planJobs(
  sheet: JobsSheet,
  changes: readonly JobChange[],
  names: ReadonlyMap<string, string>,
  zone: string,
): TablePlan {
  const { opened, rows, keys } = sheet;
  const byId = new Map(changes.map((change) => [change.id, change]));
  const own: CellEdit<JobsColumn>[] = [];
  const typed: CellEdit<JobsColumn>[] = [];
  for (const row of rows) {
    const edit = (into: CellEdit<JobsColumn>[], column: JobsColumn, cell: Cell | undefined) => {
      if (cell !== undefined) into.push({ row: row.row, column, cell });
    };
    const { nextRun, lastRun, state, owner, result } = byId.get(row.id) ?? { id: row.id };
    edit(own, 'target', row.target.join(', '));
    edit(own, 'nextRun', row.job ? instantCell(nextRun) : '');
    edit(own, 'lastRun', instantCell(lastRun));
    edit(own, 'result', resultOf(row, result));
    const name = names.get(row.id);
    edit(typed, 'name', name !== row.typed.name ? name : undefined);
    edit(typed, 'state', state !== undefined && state !== stateOf(row) ? state : undefined);
    edit(typed, 'owner', owner === row.typed.owner ? undefined : owner);
  }
  return planEdits(opened, [...own, ...withoutFormulas(opened, typed)], keys, [], zone);
}

function instantCell(at: number | null | undefined): Cell | undefined {
  return at === null ? '' : at === undefined ? undefined : new Date(at);
}

function resultOf({ problem, result }: JobRow, message: string | undefined): Cell | undefined {
  if (problem !== undefined) return `${NOT_RUN}${problem}`;
  return message ?? (result.startsWith(NOT_RUN) ? '' : undefined);
}

/** What is blank is active. */
function stateOf({ job }: JobRow): JobChange['state'] | undefined {
  if (job?.runsNow !== false) return undefined;
  return job.isPaused ? 'paused' : 'active';
}
