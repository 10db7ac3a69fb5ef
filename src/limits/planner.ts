/** What work will cost and when it will be done, told before it starts. */
import type { Pacing } from './pacing.ts';
import { type Budget, CONSUMER, UNTOUCHED } from './quotas.ts';
import type { Usage } from './usage.ts';
import { bindingOf, type Task, walk } from './walk.ts';

export interface Cost {
  readonly calls: { readonly byOperation: Readonly<Record<string, number>> };
  /** Script executions in which calls are made. */
  readonly executions: number;
  /** Minutes of script time. */
  readonly minutes: number;
  /** Cells written. */
  readonly cells: number;
  /** ISO instant. */
  readonly finishAt: string;
  /** The limit that decides when it is done, a `Limit`; nothing when none does. */
  readonly binding: string | null;
  /** Where calls and cells are not known exactly: nobody asked this before, or only something like it. */
  readonly precision?: Precision;
}

export type Precision = 'at least' | 'about';

/** What is to be done. */
export interface Work {
  readonly operation: string;
  readonly calls: number;
  /** Cells that they write. */
  readonly cells?: number;
  readonly precision?: Precision;
}

/** What is known when work begins. */
export interface PlanInput {
  /** When the first execution begins, in epoch milliseconds. */
  readonly now: number;
  /** What each store of the ledger knows of an operation. */
  usages(operation: string): readonly Usage[];
  /** What the account has of its day; by default nothing was taken yet. */
  readonly budget?: Budget;
  readonly pacing: Pacing;
}

const FRESH_DAY: Budget = { day: UNTOUCHED, limits: CONSUMER };

export function planWork(work: readonly Work[], { now, usages, budget = FRESH_DAY, pacing }: PlanInput): Cost {
  const byOperation: Record<string, number> = {};
  for (const { operation, calls } of work) byOperation[operation] = (byOperation[operation] ?? 0) + calls;
  const tasks = Object.entries(byOperation)
    .filter(([, calls]) => calls > 0)
    .map(([operation, calls]): Task => ({ operation, calls, usages: usages(operation) }));
  const course = { tasks, budget, pacing, now };
  const expected = walk(course);
  const precision = precisionOf(work);
  return {
    calls: { byOperation },
    executions: expected.executions,
    minutes: Math.round(expected.running / 600) / 100,
    cells: work.reduce((sum, { cells = 0 }) => sum + cells, 0),
    finishAt: new Date(expected.finishAt).toISOString(),
    binding: bindingOf(course, expected),
    ...(precision === undefined ? {} : { precision }),
  };
}

function precisionOf(work: readonly Work[]): Precision | undefined {
  const known = new Set(work.map(({ precision }) => precision));
  return (['at least', 'about'] as const).find((each) => known.has(each));
}

/** What the last complete run of an operation took; the best guess at the next one. */
export interface LastSize {
  readonly units: number;
  /** Those that brought a page: repeated ones do not count. */
  readonly calls: number;
  readonly cells: number;
  readonly records?: number;
  /** Length of the period that was asked for, where there was one. */
  readonly days?: number;
}
