/** One run of an operation into its tables: no credentials, no records. */
import type { Cost } from '../limits/planner.ts';
import { type Cursor, unitsOf } from '../protocol/cursor.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Unclear } from '../tables/catalog/item-keys.ts';
import type { Counts } from '../tables/diff.ts';
import type { TabledOperation } from '../tables/table.ts';

/** Keys of the rows of a table that came; null where they are more than somebody wants to see selected. */
export interface CameRows {
  readonly table: string;
  readonly keys: readonly string[] | null;
}

/** Somebody could not look through a selection of more rows. */
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

/** Why an identifier has no part in the usual calls, and what the run found of it. */
export interface IdentifierNote {
  /**
   * `isolated`: refused before. `suspected`: among some of which one was refused. `single-call`: unknown to the Catalog,
   * and answers would not repeat it. Never changes while the run lasts: its cursor counts on it.
   */
  readonly apart?: 'isolated' | 'suspected' | 'single-call';
  /** `refused`, or `suspect`: among some of which one is refused, and which one is not known yet. */
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
  /** The params as given, without lists: the size of the run is remembered by them. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
  /** By table: columns to show where its sheet is made; a table without an entry shows those of its declaration. */
  readonly chosen?: Readonly<Record<string, readonly string[]>>;
  /** What was typed, by the identifier that is asked for instead. */
  readonly typed: Readonly<Record<string, string>>;
  /** Identifiers for which the Catalog has several items, or another spelling. */
  readonly unclear: readonly Unclear[];
  /** Version and settings of the connection when the run began: the cursor counts units that depend on them. */
  readonly terms: Terms;
  readonly identifiers: IdentifierNotes;
  /** Counts what a pull would change and writes nothing. */
  readonly isPreview: boolean;
  readonly state: RunState;
  readonly cursor: Cursor;
  /** The plan when the first row was written; until then the latest one. */
  readonly planned: Cost;
  /** How the work turned out different from the plan, for the person. */
  readonly replanNote?: string | undefined;
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
  /** Something was changed that can be undone. */
  readonly isKept: boolean;
  /** Cells by which the workbook grew, or would grow. */
  readonly grown: number;
  readonly tables: readonly (Counts & { readonly table: string })[];
  /** Rows that the last execution wrote or found unchanged; not stored. */
  readonly came?: readonly CameRows[] | undefined;
  readonly notFound: readonly string[];
  /** Identifiers without records, which the service may know all the same. */
  readonly without: readonly string[];
  /** Number of identifiers without an answer, where answers do not say which. */
  readonly unnamed: number;
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
  /** Since when Google has refused what the run needs, in epoch milliseconds; undefined once it goes on. */
  readonly refusedSince?: number | undefined;
  /** Id and name of the person whose connection it uses, and what began it. */
  readonly by: string;
  readonly who: string;
  readonly why: Why;
  readonly purpose?: RunPurpose | undefined;
  /** The execution that has the run, and until when, in epoch milliseconds: one that was killed leaves it so. */
  readonly holder?: string | undefined;
  readonly heldUntil: number | null;
  /** When the execution that had the run was found killed, in epoch milliseconds; undefined once it goes on. */
  readonly endedAt?: number | undefined;
}

export type Why = 'schedule' | 'sidebar' | 'menu' | 'demo';

/** What a run is for: the job that it is a part of, and what is true of that job once the run is through. */
export interface RunPurpose {
  readonly job: string;
  /** The first pull of the job in this execution, by which all of them are known; without, the pull itself. */
  readonly run?: string | undefined;
  /** No other pull follows before the strategy is asked again. */
  readonly isLast: boolean;
  readonly endsCycle: boolean;
  readonly strategyState: Readonly<Record<string, string | number>>;
  /** It counts only with all that it asked for. */
  readonly inFull: boolean;
}

export function isThrough({ state }: Pick<Run, 'state'>): boolean {
  return state === 'done' || state === 'partial';
}

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

export function apartAs(notes: IdentifierNotes, why: NonNullable<IdentifierNote['apart']>): readonly string[] {
  return [...notes].flatMap(([identifier, { apart }]) => (apart === why ? [identifier] : []));
}

export function foundAs(notes: IdentifierNotes, what: NonNullable<IdentifierNote['found']>): readonly string[] {
  return [...notes].flatMap(([identifier, { found }]) => (found === what ? [identifier] : []));
}

export function callsOf({ calls }: Cost): number {
  return Object.values(calls.byOperation).reduce((sum, count) => sum + count, 0);
}
