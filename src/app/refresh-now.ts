/** Runs jobs because a person asks for it. */

import { userOf } from '../account/users.ts';
import { SOFT_STOP } from '../limits/pacing.ts';
import { MarketError } from '../protocol/market-error.ts';
import { HOUR } from '../protocol/time.ts';
import { dispatch } from '../schedule/dispatcher.ts';
import type { JobRow, JobsSheet } from '../schedule/job-rows.ts';
import { knownJobs } from '../schedule/jobs-sheet.ts';
import type { JobRan } from '../schedule/result-writer.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { findRow } from './job-actions.ts';
import type { Ports } from './ports.ts';
import type { ScheduleView } from './schedule-view.ts';
import { schedule } from './schedule-view.ts';

export interface Refreshed {
  readonly message: string;
  readonly schedule: ScheduleView;
}

/** Runs one job now, or all of this person's that are not paused. */
export function refreshNow(ports: Ports, id?: unknown): Refreshed {
  if (!ports.book.find(jobsTable.name))
    throw argument('There are no jobs yet; "Set up standard jobs" in the menu makes some.');
  const chosen = chosenRows(ports, knownJobs(ports), id);
  const { ran, notes } = dispatch(ports, {
    why: id === undefined ? 'menu' : 'sidebar',
    until: ports.clock.now() + SOFT_STOP,
    interval: ports.trigger.interval() ?? HOUR,
    asleep: 0,
    only: new Set(chosen.map((row) => row.id)),
  });
  return { message: [became(ran, chosen.length), ...notes].join(' '), schedule: schedule(ports) };
}

function chosenRows(ports: Ports, sheet: JobsSheet, id: unknown): readonly JobRow[] {
  const me = userOf(ports);
  const chosen =
    id === undefined
      ? sheet.rows.filter(({ job }) => job && !job.isPaused && (job.owner === '' || job.owner === me.name))
      : [findRow(sheet, id)];
  const odd = chosen.find(({ problem }) => problem !== undefined);
  if (odd) throw argument(odd.problem!);
  const others = chosen.find(({ job }) => job && job.owner !== '' && job.owner !== me.name);
  if (others)
    throw argument(
      `This job is run by the schedule of ${others.typed.owner}; take it over to run it yourself.`,
    );
  if (chosen.length === 0)
    throw argument('None of your jobs is to run: all are paused, or run by the schedules of others.');
  return chosen;
}

/** What became of so many jobs, in a sentence. */
function became(ran: readonly JobRan[], asked: number): string {
  const failed = ran.filter(({ state }) => state.failures > 0).length;
  const open = ran.filter(({ state }) => state.failures === 0 && state.cycleAt !== undefined).length;
  const parts = [
    `${ran.length - failed - open} of ${asked} jobs are done`,
    ...(open > 0 ? [`${open} ${open === 1 ? 'goes' : 'go'} on with the next run`] : []),
    ...(failed > 0 ? [`${failed} failed (the sheet Jobs says why)`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function argument(message: string): MarketError {
  return new MarketError('MARKET_ARGUMENT', message);
}
