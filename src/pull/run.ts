/** One run of an operation into its tables: no credentials, no records. */
import type { Cost, LastSize } from '../limits/planner.ts';
import type { Replanned } from '../limits/replan.ts';
import { type Cursor, unitsOf } from '../protocol/cursor.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Unclear } from '../tables/catalog/asked-items.ts';
import type { Counts } from '../tables/diff.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { IdentifierNotes } from './identifiers.ts';
import { daysOf } from './sizes.ts';

/** Keys of the rows of a table that came; nothing where they are more than somebody wants to see selected. */
export interface CameRows {
  readonly table: string;
  readonly keys: readonly string[] | null;
}

/** Somebody could not look through a selection of more rows. */
const MOST_SHOWN = 2000;

/** Given the keys by table. */
export function cameRows(came: ReadonlyMap<string, ReadonlySet<string>>): readonly CameRows[] {
  return [...came].map(([table, keys]) => ({ table, keys: keys.size > MOST_SHOWN ? null : [...keys] }));
}

/** `running`: more to do at once; `waiting`: more to do from `resumeAt` on; `partial`: finished with errors. */
export type RunState = 'planned' | 'running' | 'done' | 'partial' | 'waiting' | 'cancelled' | 'failed';

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly serviceCode: string | null;
  readonly httpStatus: number | null;
}

export interface Run {
  readonly id: string;
  readonly operation: string;
  readonly connection: string;
  /** Whose shop it is; blank in a run that a former version began. */
  readonly sellerId: string;
  readonly storefront: Storefront;
  readonly params: Params;
  /** What was asked, without lists: by it the size of the run is remembered. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
  /** By table: columns that are to be seen where its sheet is made; of a table that is not named those that its declaration says. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>;
  /** What was typed, by the identifier that is asked for instead; runs of a former version have none. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Identifiers that may mean something else of the Catalog. */
  readonly unclear?: readonly Unclear[];
  /** Version and settings of the connection as they were at the start: the cursor counts units that depend on them. */
  readonly terms: Terms;
  /** Identifiers that are asked for apart, and those of which the run found something. */
  readonly identifiers: IdentifierNotes;
  /** Nothing is written: what a pull would change is counted. */
  readonly isPreview: boolean;
  readonly state: RunState;
  readonly cursor: Cursor;
  readonly planned: Cost;
  /** The plan made anew, where the work differs from the first one. */
  readonly replanned?: Replanned | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly workedFor: number;
  readonly executions: number;
  readonly calls: number;
  /** Calls that brought a page, and the records on these. */
  readonly pages: number;
  readonly records: number;
  readonly callsLeft: number;
  readonly cells: number;
  /** Something was changed that can be taken back. */
  readonly isKept: boolean;
  /** Cells by which the workbook grew, or would grow. */
  readonly grown: number;
  readonly tables: readonly (Counts & { readonly table: string })[];
  /** Rows that the last execution wrote or found as they were; not stored. */
  readonly came?: readonly CameRows[] | undefined;
  readonly notFound: readonly string[];
  /** Identifiers without records, which the service may know all the same. */
  readonly without: readonly string[];
  /** Number of identifiers without an answer, where answers do not say which. */
  readonly unnamed: number;
  /** Units of which fewer records came than were announced. */
  readonly fellShort: number;
  /** Slices in a row that had only errors. */
  readonly emptyStreak: number;
  readonly notes: readonly string[];
  /** Records by the value of the field that the operation counts, in words. */
  readonly tally: Readonly<Record<string, number>>;
  /** Errors of single calls; the others went on. */
  readonly errors: readonly ReportedError[];
  /** What ended or holds the run. */
  readonly stoppedBy: ReportedError | null;
  readonly resumeAt: number | null;
  /** Id and name of the person whose connection it uses, and what began it. */
  readonly by: string;
  readonly who: string;
  readonly why: Why;
  /** Undefined for a run of a person. */
  readonly purpose?: RunPurpose | undefined;
  /** Until when an execution has it, in epoch milliseconds: one that was ended leaves it so. */
  readonly heldUntil: number | null;
  /** When an execution that had it was found to have been ended, in epoch milliseconds; gone once it goes on. */
  readonly endedAt?: number | undefined;
}

/** What begins runs. */
export type Why = 'schedule' | 'sidebar' | 'menu' | 'demo';

/** What a run is for: the job that it is a part of, and what is true of that job once the run is through. */
export interface RunPurpose {
  readonly job: string;
  /** The first pull of the job in this execution, by which all of them are known; without, the pull itself. */
  readonly run?: string | undefined;
  /** No other pull follows before the strategy is asked again. */
  readonly isLast: boolean;
  /** Whether the cycle is complete with these pulls. */
  readonly endsCycle: boolean;
  /** What the strategy keeps then. */
  readonly strategyState: Readonly<Record<string, string | number>>;
  /** It counts only with all that it asked for. */
  readonly inFull: boolean;
}

/** Whether everything was asked for. */
export function isThrough({ state }: Pick<Run, 'state'>): boolean {
  return state === 'done' || state === 'partial';
}

/** Whether there is more to do, at once or later. */
export function isOpen({ state }: Pick<Run, 'state'>): boolean {
  return state === 'running' || state === 'waiting';
}

/** The units of a run in the order in which its cursor counts them. */
export function unitsOfRun(
  operation: TabledOperation,
  { params, terms, identifiers }: Pick<Run, 'params' | 'terms' | 'identifiers'>,
): readonly Params[] {
  return unitsOf(operation, params, terms, (value) => identifiers.get(value)?.apart ?? 'shared');
}

/** What to remember of a complete run for the next plan. */
export function sizeOf(run: Run, operation: TabledOperation): LastSize {
  const units = unitsOfRun(operation, run);
  const days = daysOf(operation, run.params, run.startedAt);
  return {
    units: units.length,
    calls: run.pages,
    cells: run.cells,
    records: run.records,
    ...(days === undefined ? {} : { days }),
  };
}

/** Calls that a plan says, of whatever operation. */
export function callsOf({ calls }: Cost): number {
  return Object.values(calls.byOperation).reduce((sum, count) => sum + count, 0);
}
