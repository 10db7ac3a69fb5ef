/** A run of an operation into its tables, without credentials or records. */
import type { Cost } from '../limits/planner.ts';
import { type Cursor, unitsOf } from '../protocol/cursor.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Unclear } from '../tables/catalog/item-keys.ts';
import type { Counts } from '../tables/diff.ts';
import type { TabledOperation } from '../tables/table.ts';

/** The rows that came into a table. `keys` is null if they are too many to select. */
export interface CameRows {
  readonly table: string;
  readonly keys: readonly string[] | null;
}

/** A selection of more rows would be of no use. */
const MOST_SHOWN = 2000;

export function cameRows(came: ReadonlyMap<string, ReadonlySet<string>>): readonly CameRows[] {
  return [...came].map(([table, keys]) => ({ table, keys: keys.size > MOST_SHOWN ? null : [...keys] }));
}

/** `running`: can continue at once. `waiting`: continues from `resumeAt` on. `partial`: finished with errors. */
export type RunState = 'planned' | 'running' | 'done' | 'partial' | 'waiting' | 'canceled' | 'failed';

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly serviceCode: string | null;
  readonly httpStatus: number | null;
}

/** The reason why an identifier shares no call, and the finding of the run. */
export interface IdentifierNote {
  /**
   * `isolated`: refused before. `suspected`: possibly refused. `single-call`: unknown to the Catalog and not repeated in
   * answers. It cannot change during a run, whose cursor depends on it.
   */
  readonly apart?: 'isolated' | 'suspected' | 'single-call';
  /** `suspect`: one of several identifiers, of which some are refused. */
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
  /** The request's params without lists, by which the size of the run is remembered. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
  /** The columns to show in a new sheet, by table; by default those of the declaration. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>;
  /** Identifiers as typed, by the identifier that is requested instead. */
  readonly typed: Readonly<Record<string, string>>;
  /** Identifiers that are ambiguous or misspelled. */
  readonly unclear: readonly Unclear[];
  /** The connection's version and settings when the run began, on which its cursor depends. */
  readonly terms: Terms;
  readonly identifiers: IdentifierNotes;
  /** The run counts changes without writing them. */
  readonly isPreview: boolean;
  readonly state: RunState;
  readonly cursor: Cursor;
  /** The latest plan before the first row was written. */
  readonly planned: Cost;
  /** Says how the work differs from the plan. */
  readonly replanNote?: string | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Milliseconds that executions have run. */
  readonly workedFor: number;
  readonly executions: number;
  /** Includes repeated and failed calls. */
  readonly calls: number;
  readonly pages: number;
  readonly records: number;
  readonly callsLeft: number;
  /** The number of cells that were written, or counted by a preview. */
  readonly cells: number;
  /** The journal has changes of the run, so it can be undone. */
  readonly isKept: boolean;
  /** The number of cells by which the workbook grew. */
  readonly grown: number;
  readonly tables: readonly (Counts & { readonly table: string })[];
  /** The rows that came in the last execution, even if unchanged. Not stored. */
  readonly came?: readonly CameRows[] | undefined;
  readonly notFound: readonly string[];
  /** Identifiers without records. The service may or may not know them. */
  readonly without: readonly string[];
  /** The number of identifiers without data, where answers do not say which. */
  readonly unnamed: number;
  /** The number of units with fewer records than announced. */
  readonly fellShort: number;
  /** The number of slices in a row with only errors. */
  readonly emptyStreak: number;
  readonly notes: readonly string[];
  /** The number of records by status, in words. */
  readonly tally: Readonly<Record<string, number>>;
  /** Errors of single calls. */
  readonly errors: readonly ReportedError[];
  /** The error that ended the run, or makes it wait. */
  readonly stoppedBy: ReportedError | null;
  /** When the run may continue, in epoch milliseconds. */
  readonly resumeAt: number | null;
  /** When Google began to refuse calls, in epoch milliseconds; undefined once the run continues. */
  readonly refusedSince?: number | undefined;
  /** ID and name of the person whose connection the run uses. */
  readonly by: string;
  readonly who: string;
  readonly why: Why;
  readonly purpose?: RunPurpose | undefined;
  /** The execution that has the run. A killed one does not clear this. */
  readonly holder?: string | undefined;
  /** When that execution has surely ended, in epoch milliseconds. */
  readonly heldUntil: number | null;
  /** When the schedule found that Google had ended the execution; undefined once the run continues. */
  readonly endedAt?: number | undefined;
}

export type Why = 'schedule' | 'sidebar' | 'menu' | 'demo';

/** The job that a run belongs to, and the state of the job once the run has finished. */
export interface RunPurpose {
  readonly job: string;
  /** ID of the job's first pull in this execution, under which all of them are listed; absent for that pull. */
  readonly run?: string | undefined;
  /** The last of the pulls that the strategy chose; the next run asks it for others. */
  readonly isLast: boolean;
  /** After these pulls the job has read all that its cycle covers. */
  readonly endsCycle: boolean;
  readonly strategyState: Readonly<Record<string, string | number>>;
  /** A partial run does not count. */
  readonly inFull: boolean;
}

export function isThrough({ state }: Pick<Run, 'state'>): boolean {
  return state === 'done' || state === 'partial';
}

export function isOpen({ state }: Pick<Run, 'state'>): boolean {
  return state === 'running' || state === 'waiting';
}

/** The units of a run, in the order of its cursor. */
export function unitsOfRun(
  operation: TabledOperation,
  { params, terms, identifiers }: Pick<Run, 'params' | 'terms' | 'identifiers'>,
): readonly Params[] {
  return unitsOf(operation, params, terms, (value) => identifiers.get(value)?.apart ?? 'shared');
}

export function apartAs(notes: IdentifierNotes, why: NonNullable<IdentifierNote['apart']>): readonly string[] {
  return [...notes].flatMap(([identifier, { apart }]) => (apart === why ? [identifier] : []));
}

export function foundAs(notes: IdentifierNotes, what: NonNullable<IdentifierNote['found']>): readonly string[] {
  return [...notes].flatMap(([identifier, { found }]) => (found === what ? [identifier] : []));
}

export function callsOf({ calls }: Cost): number {
  return Object.values(calls.byOperation).reduce((sum, count) => sum + count, 0);
}
