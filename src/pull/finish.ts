/** What follows the last rows of an execution: rows that are gone, old data of buyers, lookup requests. */
import { applyPlans } from '../tables/apply.ts';
import { planGone } from '../tables/gone.ts';
import { keepInJournal } from '../tables/journal.ts';
import { planRequests } from '../tables/lookup-requests.ts';
import { countsOf } from '../tables/plan.ts';
import { purge } from '../tables/purge.ts';
import { demandStanding } from '../tables/standing.ts';
import type { RunContext } from './context.ts';
import { byItems } from './identifiers.ts';
import { GONE_UNKNOWN_NOTE, noted, optional } from './report.ts';
import { isThrough, type Run } from './run.ts';
import { headOf, listChanges } from './write-slice.ts';

interface Step {
  isDue(context: RunContext, run: Run): boolean;
  /** Gives what changes about the run. */
  write(context: RunContext, run: Run): Partial<Run>;
  /** How a note begins that a sheet refused: the next run of the same does it. */
  readonly optional: string;
}

const STEPS: readonly Step[] = [
  {
    isDue: ({ operation }, { state }) => state === 'done' && operation.tables.some(({ gone }) => gone),
    write: markGone,
    optional: 'Rows that are gone were not marked',
  },
  {
    isDue: ({ allowed }, { isPreview }) => allowed.since !== undefined && !isPreview,
    write: ({ ports, operation, allowed }) => {
      purge(ports.book, operation, allowed);
      return {};
    },
    optional: 'Old data of buyers was not removed',
  },
  {
    isDue: (_, run) => isThrough(run) && !run.isPreview && typeof run.params.requestId === 'string',
    write: listRequest,
    optional: 'Nothing was listed on Lookup requests',
  },
];

/** The run once the steps that are due have written, all of them under one lock. */
export function finish(context: RunContext, before: Run): Run {
  const due = STEPS.filter((step) => step.isDue(context, before));
  if (due.length === 0) return before;
  const notes: string[] = [];
  const locked = () => {
    let run = before;
    for (const { write, optional: what } of due)
      run = { ...run, ...optional<Partial<Run>>(notes, what, {}, () => write(context, run)) };
    return run;
  };
  const run = optional(notes, due[0]!.optional, before, () => context.ports.exclusively(locked));
  return { ...run, notes: noted(run.notes, notes) };
}

/** Compares rows with what came; only a run that is done knows what is no longer there. */
function markGone(context: RunContext, run: Run): Partial<Run> {
  const { ports, operation, seller, came, question, matches } = context;
  // Rows of a preview bear no time at which they were read.
  if (run.isPreview && run.executions > 1) return { notes: noted(run.notes, [GONE_UNKNOWN_NOTE]) };
  const now = ports.clock.now();
  // Earlier executions left no list of keys; their rows are known by their `As of`.
  const arrived = { keys: came, ...(run.executions > 1 ? { since: run.startedAt } : {}) };
  const units = byItems(operation, question.units, matches);
  const plans = planGone(ports.book, operation, units, seller.sellerId, arrived, now);
  const counts = plans.map(countsOf);
  const tables = run.tables.map((each) => {
    const gone = counts.find(({ table }) => table === each.table)?.gone ?? 0;
    return { ...each, gone: each.gone + gone };
  });
  if (run.isPreview) return { tables };
  const head = headOf(context, run, now);
  const isKept = keepInJournal(ports.book.journal, head, plans);
  demandStanding(plans.filter(({ steps }) => steps.length > 0).map(({ opened }) => opened));
  applyPlans(ports.book, plans);
  return { tables, isKept: run.isKept || isKept, notes: noted(run.notes, listChanges(context, head, plans)) };
}

/** What was asked for by the id of a request is in the list of those that are asked for again. */
function listRequest({ ports, seller }: RunContext, { params, storefront }: Run): Partial<Run> {
  const request = { requestId: String(params.requestId), storefront, sellerId: seller.sellerId };
  const { plans, renewals } = planRequests(ports.book, [request], ports.clock.now());
  applyPlans(ports.book, [...plans, ...renewals]);
  return {};
}
