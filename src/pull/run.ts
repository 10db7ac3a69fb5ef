/** The state of a run. Excludes credentials and records. */
import type { Cost } from '../limits/planner.ts';
import { type Cursor, unitsOf } from '../protocol/cursor.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Counts } from '../tables/diff.ts';
import type { TabledOperation } from '../tables/table.ts';

/** Rows that a table received. `keys` is null if there are too many to select. */
export interface ReceivedRows {
  readonly table: string;
  readonly keys: readonly string[] | null;
}

const MOST_SHOWN = 2000;

export function receivedRows(received: ReadonlyMap<string, ReadonlySet<string>>): readonly ReceivedRows[] {
  return [...received].map(([table, keys]) => ({ table, keys: keys.size > MOST_SHOWN ? null : [...keys] }));
}

/** `running`: can continue immediately. `waiting`: can continue at `resumeAt`. `partial`: finished with errors. */
export type RunState = 'planned' | 'running' | 'done' | 'partial' | 'waiting' | 'canceled' | 'failed';

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly serviceCode: string | null;
  readonly httpStatus: number | null;
}

export interface IdentifierNote {
  /**
   * Why the identifier gets its own call. `isolated`: rejected before. `suspected`: possibly rejected. `single-call`:
   * missing from the Catalog and responses. Constant, because the cursor depends on it.
   */
  readonly apart?: 'isolated' | 'suspected' | 'single-call';
  /** The result of this run. `suspect`: shared a call with rejected identifiers. */
  readonly found?: 'refused' | 'suspect';
}

export type IdentifierNotes = ReadonlyMap<string, IdentifierNote>;

export interface Run {
  readonly id: string;
  readonly operation: string;
  readonly connection: string;
  readonly sellerId: string;
  readonly storefront: Storefront;
  readonly params: Params;
  /** The list param, if the Catalog has more items than fit in a run. */
  readonly cut?: string | undefined;
  /** The request's params except lists. They identify the stored size. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
  /** Columns to show in a new sheet, by table. Defaults to the declaration's. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>;
  /** See `AskedItems.typed`. */
  readonly typed: Readonly<Record<string, string>>;
  /** The connection's version and settings at the start. The cursor depends on them. */
  readonly terms: Terms;
  readonly identifiers: IdentifierNotes;
  readonly isPreview: boolean;
  readonly state: RunState;
  readonly cursor: Cursor;
  /** The last plan before the first row was written. */
  readonly planned: Cost;
  readonly replanNote?: string | undefined;
  readonly startedAt: number;
  /** Total execution time in milliseconds. */
  readonly workedFor: number;
  readonly executions: number;
  /** Includes repeated and failed calls. */
  readonly calls: number;
  readonly pages: number;
  readonly records: number;
  readonly callsLeft: number;
  /** Cells written, or, in a preview, cells that would be written. */
  readonly cells: number;
  /** True if the journal contains the run's changes, so that they can be undone. */
  readonly isKept: boolean;
  /** Cells added to the workbook. */
  readonly grown: number;
  readonly tables: readonly (Counts & { readonly table: string })[];
  /** Rows received in the last execution, including unchanged ones. Not stored. */
  readonly received?: readonly ReceivedRows[] | undefined;
  readonly notFound: readonly string[];
  /** Identifiers without records, possibly unknown to the service. */
  readonly without: readonly string[];
  /** Number of other identifiers without data. */
  readonly unnamed: number;
  readonly fellShort: number;
  /** Consecutive slices with only errors. */
  readonly emptyStreak: number;
  readonly notes: readonly string[];
  /** Record counts by status name. */
  readonly tally: Readonly<Record<string, number>>;
  /** Errors from individual calls. */
  readonly errors: readonly ReportedError[];
  /** The error that ended or paused the run. */
  readonly stoppedBy: ReportedError | null;
  readonly resumeAt: number | null;
  /** When Google first rejected calls or one timed out. Cleared when the run continues. */
  readonly refusedSince?: number | undefined;
  /** ID of the user whose connection is used. `who` is the user's name. */
  readonly by: string;
  readonly who: string;
  readonly why: Why;
  readonly purpose?: RunPurpose | undefined;
  /** The execution that owns the run. A killed execution doesn't clear it. */
  readonly holder?: string | undefined;
  /** The latest time at which `holder` can still be running. */
  readonly heldUntil: number | null;
  /** When the schedule detected a killed execution. Cleared when the run continues. */
  readonly endedAt?: number | undefined;
}

export type Why = 'schedule' | 'sidebar' | 'menu' | 'demo';

export interface RunPurpose {
  readonly job: string;
  /** ID of the job's first pull in this execution, under which later pulls are logged. Absent for the first pull. */
  readonly run?: string | undefined;
  /** True for the last pull that the strategy chose. */
  readonly isLast: boolean;
  /** True if these pulls complete the job's cycle. */
  readonly endsCycle: boolean;
  readonly strategyState: Readonly<Record<string, string | number>>;
  /** True if the run must be complete. If it is only partial, it is repeated. */
  readonly inFull: boolean;
}

export function isThrough({ state }: Pick<Run, 'state'>): boolean {
  return state === 'done' || state === 'partial';
}

export function isOpen({ state }: Pick<Run, 'state'>): boolean {
  return state === 'running' || state === 'waiting';
}

/** Returns a run's units in cursor order. */
export function unitsOfRun(
  operation: TabledOperation,
  { params, terms, identifiers }: Pick<Run, 'params' | 'terms' | 'identifiers'>,
): readonly Params[] {
  return unitsOf(operation, params, terms, (value) => identifiers.get(value)?.apart ?? 'shared');
}

export function notedAs(notes: IdentifierNotes, what: IdentifierNote['apart' | 'found']): readonly string[] {
  return [...notes].flatMap(([identifier, { apart, found }]) => (apart === what || found === what ? [identifier] : []));
}

export function callsOf({ calls }: Cost): number {
  return Object.values(calls.byOperation).reduce((sum, count) => sum + count, 0);
}
