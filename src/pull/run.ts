/** A run of an operation into its tables, without credentials or records. */
import type { Cost } from '../limits/planner.ts';
import { type Cursor, unitsOf } from '../protocol/cursor.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Unclear } from '../tables/catalog/item-keys.ts';
import type { Counts } from '../tables/diff.ts';
import type { TabledOperation } from '../tables/table.ts';

/** `keys` is null if they are too many to select. */
export interface CameRows {
  readonly table: string;
  readonly keys: readonly string[] | null;
}

/** More rows are not worth selecting. */
const MOST_SHOWN = 2000;

export function cameRows(came: ReadonlyMap<string, ReadonlySet<string>>): readonly CameRows[] {
  return [...came].map(([table, keys]) => ({ table, keys: keys.size > MOST_SHOWN ? null : [...keys] }));
}

/** `running`: more to do at once; `waiting`: more to do from `resumeAt` on; `partial`: finished with errors. */
export type RunState = 'planned' | 'running' | 'done' | 'partial' | 'waiting' | 'canceled' | 'failed';

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly serviceCode: string | null;
  readonly httpStatus: number | null;
}

/** Why an identifier needs a call of its own, and what the run found. */
export interface IdentifierNote {
  /**
   * `isolated`: refused before. `suspected`: possibly refused. `single-call`: unknown to the Catalog and not repeated in
   * answers. Never changes during a run: its cursor depends on it.
   */
  readonly apart?: 'isolated' | 'suspected' | 'single-call';
  /** `suspect`: one of several, of which some are refused. */
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
  /** Params as given, without lists: key of the remembered size. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
  /** By table: columns to show in a new sheet; by default the declaration's. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>;
  /** Typed identifiers, by the identifier asked for instead. */
  readonly typed: Readonly<Record<string, string>>;
  /** Ambiguous or misspelled identifiers. */
  readonly unclear: readonly Unclear[];
  /** The connection's version and settings when the run began: the cursor depends on them. */
  readonly terms: Terms;
  readonly identifiers: IdentifierNotes;
  /** Counts changes without writing. */
  readonly isPreview: boolean;
  readonly state: RunState;
  readonly cursor: Cursor;
  /** The plan as of the first written row, until then the latest. */
  readonly planned: Cost;
  /** How the work differs from the plan. */
  readonly replanNote?: string | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly workedFor: number;
  readonly executions: number;
  readonly calls: number;
  /** Calls that brought a page, and their records. */
  readonly pages: number;
  readonly records: number;
  readonly callsLeft: number;
  readonly cells: number;
  /** There are changes to undo. */
  readonly isKept: boolean;
  readonly grown: number;
  readonly tables: readonly (Counts & { readonly table: string })[];
  /** Rows of the last execution, even unchanged; not stored. */
  readonly came?: readonly CameRows[] | undefined;
  readonly notFound: readonly string[];
  /** Identifiers without records; the service may know them. */
  readonly without: readonly string[];
  /** Identifiers without an answer, if answers do not say which. */
  readonly unnamed: number;
  readonly fellShort: number;
  /** Slices in a row with only errors. */
  readonly emptyStreak: number;
  readonly notes: readonly string[];
  /** Records by the counted field's value, in words. */
  readonly tally: Readonly<Record<string, number>>;
  /** Errors of single calls. */
  readonly errors: readonly ReportedError[];
  /** Ended or holds the run. */
  readonly stoppedBy: ReportedError | null;
  readonly resumeAt: number | null;
  /** Since when Google has refused, in epoch milliseconds; undefined once the run continues. */
  readonly refusedSince?: number | undefined;
  /** The person whose connection it uses, and what started it. */
  readonly by: string;
  readonly who: string;
  readonly why: Why;
  readonly purpose?: RunPurpose | undefined;
  /** The execution that has the run, and until when; a killed one leaves both. */
  readonly holder?: string | undefined;
  readonly heldUntil: number | null;
  /** When its execution was found killed; undefined once the run continues. */
  readonly endedAt?: number | undefined;
}

export type Why = 'schedule' | 'sidebar' | 'menu' | 'demo';

/** A run's job, and what is true of the job once the run is through. */
export interface RunPurpose {
  readonly job: string;
  /** The job's first pull in this execution, which names all of them; absent for that pull. */
  readonly run?: string | undefined;
  /** The strategy is asked again after this pull. */
  readonly isLast: boolean;
  readonly endsCycle: boolean;
  readonly strategyState: Readonly<Record<string, string | number>>;
  /** Counts only if complete. */
  readonly inFull: boolean;
}

export function isThrough({ state }: Pick<Run, 'state'>): boolean {
  return state === 'done' || state === 'partial';
}

export function isOpen({ state }: Pick<Run, 'state'>): boolean {
  return state === 'running' || state === 'waiting';
}

/** In the order of the run's cursor. */
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
