/** One run of an operation into its tables, and how it is stored between executions: no credentials, no records. */
import type { Cost, LastSize } from '../limits/planner.ts';
import type { Replanned } from '../limits/replan.ts';
import type { Cursor } from '../protocol/cursor.ts';
import { unitsOf } from '../protocol/cursor.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Store } from '../protocol/store.ts';
import { asciiJson } from '../protocol/store.ts';
import type { Unclear } from '../tables/catalog/asked-items.ts';
import type { Counts } from '../tables/diff.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { IdentifierNote, IdentifierNotes } from './identifiers.ts';
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

/** A property holds 9 KB. */
const PART = 8000;

/**
 * In one text where there is room. Else parts are written beside those of the version before, and the head, which says
 * which of them count, last: an execution that ends anywhere in between leaves the older version whole. `holder` is the execution that has the
 * run; nothing is saved, and the answer is false, where `mayFollow` refuses the one that had it (blank: none; undefined:
 * nothing is stored).
 */
export function saveRun(
  store: Store,
  run: Run,
  holder = '',
  mayFollow: (holder: string | undefined) => boolean = () => true,
): boolean {
  const before = readHead(store, run.id);
  if (!mayFollow(before && (before.holder ?? ''))) return false;
  const stored = storedRun(run);
  const head: Head = {
    version: before ? 1 - before.version : 0,
    parts: 0,
    ...(holder === '' ? {} : { holder }),
  };
  const whole = asciiJson({ ...head, run: stored } satisfies Head);
  if (whole.length <= PART) store.set(headKey(run.id), whole);
  else {
    const text = asciiJson(stored);
    const parts = Math.ceil(text.length / PART);
    for (let part = 0; part < parts; part++)
      store.set(partKey(run.id, head.version, part), text.slice(part * PART, (part + 1) * PART));
    store.set(headKey(run.id), JSON.stringify({ ...head, parts } satisfies Head));
  }
  if (before) removeParts(store, run.id, before);
  return true;
}

export function loadRun(store: Pick<Store, 'get'>, id: string): Run | undefined {
  const head = readHead(store, id);
  if (!head) return undefined;
  if (head.run) return readRun(head.run);
  let text = '';
  for (let part = 0; part < head.parts; part++) text += store.get(partKey(id, head.version, part)) ?? '';
  const stored = parsed(text);
  return stored && readRun(stored);
}

/**
 * Nothing where pieces are missing, or are of two executions that took the run from each other at the same instant: it is
 * begun anew, and keeps no other from going on.
 */
function parsed(text: string): AnyStoredRun | undefined {
  try {
    return JSON.parse(text) as AnyStoredRun;
  } catch {
    return undefined;
  }
}

/** Of a `holder`, only what it still has. */
export function removeRun(store: Store, id: string, holder?: string): void {
  const head = readHead(store, id);
  if (!head || (holder !== undefined && head.holder !== holder)) return;
  store.remove(headKey(id));
  removeParts(store, id, head);
}

/** All that are there, given all that is stored. */
export function runsIn(all: Readonly<Record<string, string>>): readonly Run[] {
  return Object.keys(all).flatMap((key) => {
    const [, id] = /^run\.([^.]+)$/.exec(key) ?? [];
    const run = id === undefined ? undefined : loadRun({ get: (name) => all[name] ?? null }, id);
    return run ? [run] : [];
  });
}

/** Version 4, of all that is stored of a run. */
function storedRun({ identifiers, cursor, came: _, ...run }: Run): StoredRun {
  return { version: 4, ...run, cursor: storable(cursor), identifiers: [...identifiers] };
}

/**
 * Records that are told from those that came before, in a later execution: pages that overlap are neighbours, so that
 * the latest are enough.
 */
const MOST_TEXTS = 400;

function storable(cursor: Cursor): Cursor {
  let room = MOST_TEXTS;
  const progress = cursor.progress.map((each) => {
    const texts = room > 0 ? each.texts.slice(-room) : [];
    room -= texts.length;
    return { ...each, texts };
  });
  return { ...cursor, progress };
}

type AnyStoredRun = StoredRun | ThirdRun | FirstRun;

function readRun(stored: AnyStoredRun): Run {
  const third = 'version' in stored ? stored : secondOf(stored);
  const { version: _, identifiers, ...run } = third.version === 4 ? third : fourthOf(third);
  return { ...run, identifiers: new Map(identifiers) };
}

interface StoredRun extends Omit<Run, 'identifiers'> {
  readonly version: 4;
  readonly identifiers: readonly (readonly [identifier: string, note: IdentifierNote])[];
}

/** Version 3 had nothing of what was announced, version 2 no seller either. */
interface ThirdRun extends Omit<StoredRun, 'version' | 'cursor' | 'fellShort' | 'sellerId'> {
  readonly version: 2 | 3;
  readonly sellerId?: string;
  readonly cursor: Omit<Cursor, 'progress'>;
}

function fourthOf(run: ThirdRun): StoredRun {
  return {
    ...run,
    version: 4,
    sellerId: run.sellerId ?? '',
    cursor: { ...run.cursor, progress: [] },
    fellShort: 0,
  };
}

/** Version 1 had no number: a list for each reason, and other names of two members. */
interface FirstRun extends Omit<ThirdRun, 'version' | 'identifiers' | 'emptyStreak' | 'purpose'> {
  readonly apart: readonly string[];
  readonly suspected: readonly string[];
  readonly alone: readonly string[];
  readonly refused: readonly string[];
  readonly suspects: readonly string[];
  readonly barren: number;
  readonly errand?: Omit<RunPurpose, 'strategyState'> & { readonly memory: RunPurpose['strategyState'] };
}

function secondOf({
  apart,
  suspected,
  alone,
  refused,
  suspects,
  barren,
  errand,
  ...run
}: FirstRun): ThirdRun {
  const notes = new Map<string, IdentifierNote>();
  const note = (list: readonly string[], more: IdentifierNote) => {
    for (const each of list) notes.set(each, { ...notes.get(each), ...more });
  };
  note(alone, { apart: 'single-call' });
  note(suspected, { apart: 'suspected' });
  note(apart, { apart: 'isolated' });
  note(suspects, { found: 'suspect' });
  note(refused, { found: 'refused' });
  const { memory = {}, ...purpose } = errand ?? {};
  return {
    ...run,
    version: 2,
    identifiers: [...notes],
    emptyStreak: barren,
    ...(errand ? { purpose: { ...purpose, strategyState: memory } as RunPurpose } : {}),
  };
}

/** Which of two versions counts, of how many parts it is made, and which execution has the run. */
interface Head {
  readonly version: number;
  readonly parts: number;
  /** All of it where there is room. */
  readonly run?: AnyStoredRun;
  readonly holder?: string;
}

function readHead(store: Pick<Store, 'get'>, id: string): Head | undefined {
  const text = store.get(headKey(id));
  return text === null ? undefined : (JSON.parse(text) as Head);
}

function removeParts(store: Store, id: string, { version, parts }: Head): void {
  for (let part = 0; part < parts; part++) store.remove(partKey(id, version, part));
}

function headKey(id: string): string {
  return `run.${id}`;
}

function partKey(id: string, version: number, part: number): string {
  return `run.${id}.${version}.${part}`;
}
