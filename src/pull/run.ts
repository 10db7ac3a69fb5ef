/** One run of an operation into its tables, as it is begun and as it is stored between executions. */

import { BY_PERSON } from '../limits/pacing.ts';
import type { Cost, LastSize, Work } from '../limits/planner.ts';
import { planWork } from '../limits/planner.ts';
import type { Replanned } from '../limits/replan.ts';
import { freshUsage } from '../limits/usage.ts';
import { cappedBy } from '../protocol/caps.ts';
import { pageSizesOf } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { chooseStorefront } from '../protocol/connection.ts';
import type { Cursor } from '../protocol/cursor.ts';
import { START, unitsOf } from '../protocol/cursor.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import { readParams } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import type { TabledOperation } from '../tables/table.ts';
import { daysOf, expectedSize } from './expected-size.ts';
import type { Apart } from './isolated.ts';
import { NOBODY } from './isolated.ts';
import { apartNote } from './notes.ts';
import type { Report, ReportedError, RunState } from './report.ts';
import type { Remembered } from './sizes.ts';
import type { Catalog } from './unechoed.ts';
import { aloneIn, aloneNote, tiesFor } from './unechoed.ts';

/** A run as it is stored between executions: no credentials, no records. */
export interface Run {
  readonly id: string;
  readonly operation: string;
  readonly connection: string;
  readonly storefront: Storefront;
  readonly params: Params;
  /** What was asked, without lists: by it the size of the run is remembered. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
  /** Version and settings of the connection as they were at the start: the cursor counts units that depend on them. */
  readonly terms: Terms;
  /** Identifiers that were refused before, asked for in calls of their own. */
  readonly apart: readonly string[];
  /** Identifiers among which some were refused before, likewise. */
  readonly suspected: readonly string[];
  /** Identifiers that answers do not repeat and the Catalog did not know: each has a call of its own. */
  readonly alone: readonly string[];
  /** Nothing is written: what a pull would change is counted. */
  readonly isPreview: boolean;
  readonly state: RunState;
  readonly cursor: Cursor;
  readonly planned: Cost;
  /** The plan as it was made anew, where things turned out otherwise. */
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
  readonly tables: Report['tables'];
  readonly notFound: readonly string[];
  /** Identifiers of which nothing came, though they may be known. */
  readonly without: readonly string[];
  /** How many identifiers brought nothing, where answers do not say which. */
  readonly unnamed: number;
  /** Identifiers that this run found to be refused. */
  readonly refused: readonly string[];
  /** Identifiers among which it found some to be refused. */
  readonly suspects: readonly string[];
  /** Slices in a row that brought nothing but errors. */
  readonly barren: number;
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
  /** The job that it is a part of. */
  readonly purpose?: RunPurpose | undefined;
  /** Until when an execution has it, in epoch milliseconds: one that was ended leaves it so. */
  readonly heldUntil: number | null;
}

/** What has to be known of a pull to go on with its job, whoever carries it out. */
export interface RunPurpose {
  readonly job: string;
  /** No other pull of the turn follows. */
  readonly isLast: boolean;
  /** Whether the cycle is complete with the turn. */
  readonly endsCycle: boolean;
  /** What is to be remembered once this pull is through. */
  readonly strategyState: Readonly<Record<string, string | number>>;
  /** It counts only with all that it asked for. */
  readonly inFull: boolean;
}

/** Whether what a pull was for has been done. */
export function isThrough(state: RunState, { inFull }: RunPurpose): boolean {
  return state === 'done' || (state === 'partial' && !inFull);
}

/** What is asked, and what is known before. */
export interface Asking {
  /** The id of the run. */
  readonly id: string;
  readonly operation: TabledOperation;
  readonly connection: Connection;
  /** Params by name, as a person or a job gives them. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** What the last run of the same question took. */
  readonly last?: Remembered | undefined;
  /** Identifiers that were refused before. */
  readonly before?: Apart;
  readonly isPreview?: boolean;
  readonly catalog?: Catalog;
  readonly by?: string;
  readonly who?: string;
  readonly why?: Why;
  readonly purpose?: RunPurpose | undefined;
  /** What it will cost, by what is known of caps and quotas; without, as if nothing had been spent. */
  readonly plan?: (work: Work) => Cost;
}

/** What begins runs. */
export type Why = 'schedule' | 'sidebar' | 'menu' | 'demo';

/** Checks what was asked and plans it; nothing is sent yet. */
export function beginRun(asking: Asking): Run {
  const { id, operation, connection, input, now, last, before = NOBODY, isPreview = false, catalog } = asking;
  const { by = '', who = '', why = 'sidebar', purpose } = asking;
  const { version, settings = {} } = connection;
  const terms = { version, settings };
  const { params, ignored } = readParams(operation, input, terms);
  const asked = Object.values(params).flat();
  const apart = asked.filter((value) => before.refused.has(value));
  const suspected = asked.filter((value) => before.suspects.has(value));
  const ties = tiesFor(operation, params, catalog);
  const alone = aloneIn(operation, params, ties, [...apart, ...suspected], now);
  const units = unitsOfRun(operation, { params, terms, apart, suspected, alone }).length;
  const { calls, cells, precision } = expectedSize(
    { units, days: daysOf(operation, params, now), ...pageSizesOf(operation, settings) },
    last,
  );
  const work = { operation: operation.id, calls, cells, ...(precision ? { precision } : {}) };
  const { plan = unspent(cappedBy(operation, connection).cap, now) } = asking;
  return {
    id,
    operation: operation.id,
    connection: connection.name,
    storefront: chooseStorefront(operation, connection, text(input.storefront)),
    params,
    input: Object.fromEntries(Object.entries(input).filter(([, value]) => !Array.isArray(value))),
    ignored,
    terms,
    apart,
    suspected,
    alone,
    isPreview,
    state: 'planned',
    cursor: START,
    planned: plan(work),
    startedAt: now,
    workedFor: 0,
    executions: 0,
    calls: 0,
    pages: 0,
    records: 0,
    callsLeft: units,
    cells: 0,
    isKept: false,
    grown: 0,
    tables: [],
    notFound: [],
    without: [],
    unnamed: 0,
    refused: [],
    suspects: [],
    barren: 0,
    notes: [...(apart.length > 0 ? [apartNote(apart.length)] : []), ...aloneNote(alone.length)],
    tally: {},
    errors: [],
    stoppedBy: null,
    resumeAt: null,
    heldUntil: null,
    by,
    who,
    why,
    purpose,
  };
}

function unspent(cap: number, now: number): (work: Work) => Cost {
  return (work) => planWork([work], { now, usages: () => [freshUsage(cap, now)], pace: BY_PERSON });
}

/** The questions of a run; those that were refused before and those that nobody knows have calls of their own. */
export function unitsOfRun(
  operation: TabledOperation,
  { params, terms, apart, suspected, alone }: Pick<Run, 'params' | 'terms' | 'apart' | 'suspected' | 'alone'>,
): readonly Params[] {
  return unitsOf(operation, params, terms, [new Set(suspected), new Set(apart)], new Set(alone));
}

function text(input: unknown): string | undefined {
  return input === undefined || input === null || input === '' ? undefined : String(input);
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
