/** What the sheets Jobs and Status say once an execution is over: what each job did, and when it runs next. */
import type { User } from '../account/users.ts';
import { stored } from '../protocol/stored.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { lastPulls } from '../pull/remembered.ts';
import { wallText } from '../tables/zone.ts';
import { type Job, type JobState, kindOf } from './job.ts';
import type { JobsSheet } from './job-rows.ts';
import type { JobView } from './job-view.ts';
import { areKept, hasDefinitions, updateJobs } from './jobs-sheet.ts';
import type { DispatchTerms, SchedulePorts } from './ports.ts';
import { timeText, writeStatus } from './status-writer.ts';

export interface JobRan {
  readonly job: Job;
  readonly state: JobState;
  readonly note?: string | undefined;
  readonly waitsFor?: string | undefined;
}

/** When the sheets were last brought up to date, and how many runs of that day, in the spreadsheet's zone, changed nothing. */
const written = stored('schedule.written', 1, { at: 0, day: '', unchanged: 0 });

/**
 * What an execution that did nothing would write is what is there already, but for the calls that are left and how long ago
 * schedules came: that has an hour.
 */
export function areWrittenLately({ document, clock }: SchedulePorts, { rows }: JobsSheet): boolean {
  const { at } = written.read(document);
  const pulls = Object.values(lastPulls(document)).flatMap((bySeller) => Object.values(bySeller));
  return clock.now() - at < HOUR && Math.max(0, ...pulls) <= at && areKept(document, rows);
}

/** `unchanged`: so many more runs changed nothing. Sentences for the person. */
export function writeResults(
  ports: SchedulePorts,
  { only }: DispatchTerms,
  person: User,
  ran: readonly JobRan[],
  unchanged = 0,
): readonly string[] {
  return ports.exclusively(() => {
    const { book, clock, document } = ports;
    const now = clock.now();
    const zone = book.timeZone();
    const ends = new Map(ran.map((each) => [each.job.id, each]));
    const { sheet, views } = updateJobs(ports, ({ id, job }) => {
      const end = ends.get(id);
      return (
        end &&
        job && {
          result: (view) => resultOf(end, view, now, zone),
          ...(job.runsNow ? { state: 'active' as const } : {}),
          ...(job.owner === '' && !only ? { owner: person.name } : {}),
        }
      );
    });
    const day = wallText(now, zone).slice(0, 10);
    const before = written.read(document);
    const count = unchanged + (before.day === day ? before.unchanged : 0);
    written.write(document, { at: now, day, unchanged: count });
    return writeStatus(ports, sheet.rows, views, count);
  });
}

/** A wait for calls that is longer than this is told, in milliseconds. */
const TOLD = MINUTE;

function resultOf({ job, state, note, waitsFor }: JobRan, view: JobView, now: number, zone: string): string {
  if (waitsFor !== undefined) return waitText(waitsFor);
  const { restsUntil, nextAt } = view;
  const rests = restsUntil !== undefined && nextAt !== undefined;
  const more = note ? ` ${sentence(rests ? `${note}; next at ${timeText(nextAt, now, zone)}` : note)}` : '';
  const { failures, error, cycleAt, notBefore = now } = state;
  if (failures > 0 && error)
    return `Failed: ${error.message} It is tried again by itself; type "retry" into State to try now.`;
  if (notBefore > now + TOLD) return `Waits for calls until ${wallText(notBefore, zone).slice(11, 16)}.${more}`;
  if (cycleAt !== undefined) return `Under way; it goes on with the next run.${more}`;
  return `Done.${more || (kindOf(job.every) === 'backfill' ? ' All of the past is here.' : '')}`;
}

export function waitText(waitsFor: string): string {
  return `Waits. ${sentence(waitsFor)}`;
}

export function missingSheet({ document }: SchedulePorts): readonly string[] {
  return hasDefinitions(document)
    ? ['The sheet Jobs was deleted, so nothing runs; "Set up standard jobs" in the menu brings your jobs back.']
    : [];
}

function sentence(note: string): string {
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}${/[.!?]$/.test(note) ? '' : '.'}`;
}
