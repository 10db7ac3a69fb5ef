/** Load jobs of the day: Google carries out 1,500 a table, failed ones included. */
import { MarketError } from '../protocol/market-error.ts';
import { DAY } from '../protocol/time.ts';
import type { ExportState, InFlight } from './state.ts';

export const MOST_JOBS = 1450;

/** Throws MARKET_QUOTA where one of these tables has no room for so many more today. `now` in epoch milliseconds. */
export function demandJobs({ jobs }: ExportState, tables: readonly string[], more: number, now: number): void {
  if (jobs.day !== dayOf(now)) return;
  const full = tables.find((table) => (jobs.byTable[table] ?? 0) + more > MOST_JOBS);
  if (full === undefined) return;
  throw new MarketError(
    'MARKET_QUOTA',
    `BigQuery takes 1,500 load jobs a table and day, and ${full} has had as many; the export goes on tomorrow. Let the job run less often.`,
    { retryAt: (Math.floor(now / DAY) + 1) * DAY },
  );
}

/** The state with jobs that are about to be asked for, of which some are new. */
export function withJobs(
  state: ExportState,
  jobs: readonly InFlight[],
  isNew: readonly InFlight[],
  now: number,
): ExportState {
  const day = dayOf(now);
  const byTable = { ...(state.jobs.day === day ? state.jobs.byTable : {}) };
  for (const { table } of isNew) byTable[table] = (byTable[table] ?? 0) + 1;
  return { ...state, inFlight: jobs, jobs: { day, byTable } };
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
