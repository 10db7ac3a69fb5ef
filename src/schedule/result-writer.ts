/** What the sheet Jobs says once an execution is over: what each job did, and when it runs next. */
import type { User } from '../account/users.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { lastPulls } from '../pull/remembered.ts';
import { wallText } from '../tables/zone.ts';
import { nextRunAt, restsUntil } from './due.ts';
import { intervalsIn } from './heartbeats.ts';
import { type Job, type JobState, kindOf, NEVER_RUN } from './job.ts';
import type { JobChange } from './job-changes.ts';
import type { JobRow, JobsSheet } from './job-rows.ts';
import { statesIn } from './job-state.ts';
import { areKept, readDefinitions, updateSheet } from './jobs-sheet.ts';
import type { SchedulePorts } from './ports.ts';
import { timeText, writeStatus } from './status-writer.ts';
import type { DispatchTerms } from './terms.ts';

/** A job that ran, and what became of it. */
export interface JobRan {
  readonly job: Job;
  readonly state: JobState;
  readonly note?: string | undefined;
  readonly waitsFor?: string | undefined;
}

const TOLD_AT = 'schedule.told';

/**
 * What an execution that did nothing would write is what stands there, but for the calls that are left and how long ago
 * schedules came: that has an hour.
 */
export function areToldLately({ document, clock }: SchedulePorts, { rows }: JobsSheet): boolean {
  const told = Number(document.get(TOLD_AT) ?? 0);
  const pulls = Object.values(lastPulls(document)).flatMap((bySeller) => Object.values(bySeller));
  return clock.now() - told < HOUR && Math.max(0, ...pulls) <= told && areKept(document, rows);
}

/** Sentences for the person. */
export function writeResults(
  ports: SchedulePorts,
  { interval, only }: DispatchTerms,
  person: User,
  ran: readonly JobRan[],
): readonly string[] {
  return ports.exclusively(() => {
    const { book } = ports;
    const now = ports.clock.now();
    const stored = ports.document.all();
    const states = statesIn(stored);
    const intervals = intervalsIn(stored, now);
    const ends = new Map(ran.map((each) => [each.job.id, each]));
    const changeOf = (row: JobRow): JobChange[] => {
      if (!row.job) return [];
      const state = states[row.id] ?? NEVER_RUN;
      const end = ends.get(row.id);
      const wasAsked = end !== undefined && row.job.runsNow;
      // Nothing runs by itself where no schedule comes.
      const comes = intervals.get(row.job.owner || person.name);
      const job = wasAsked ? { ...row.job, runsNow: false } : row.job;
      const next = comes && nextRunAt(job, state, now, comes);
      return [
        {
          id: row.id,
          nextRun: next ?? null,
          ...(state.startedAt === undefined ? {} : { lastRun: state.startedAt }),
          ...(end ? { result: resultOf(end, next, now, book.timeZone()) } : {}),
          ...(wasAsked ? { state: 'active' as const } : {}),
          ...(end && row.job.owner === '' && !only ? { owner: person.name } : {}),
        },
      ];
    };
    const { rows } = updateSheet(ports, (rows) => rows.flatMap(changeOf));
    ports.document.set(TOLD_AT, String(now));
    return writeStatus(ports, rows, states, interval);
  });
}

/** A wait for calls that is longer than this is told, in milliseconds. */
const TOLD = MINUTE;

/** `next`: when the job runs next. */
function resultOf({ job, state, note, waitsFor }: JobRan, next: number | undefined, now: number, zone: string): string {
  if (waitsFor !== undefined) return waitText(waitsFor);
  const rests = restsUntil(job, state) !== undefined && next !== undefined;
  const more = note ? ` ${sentence(rests ? `${note}; next at ${timeText(next, now, zone)}` : note)}` : '';
  const { failures, error, cycleAt, notBefore = now } = state;
  if (failures > 0 && error)
    return `Failed: ${error.message} It is tried again by itself; type "retry" into State to try now.`;
  if (notBefore > now + TOLD) return `Waits for calls until ${wallText(notBefore, zone).slice(11, 16)}.${more}`;
  if (cycleAt !== undefined) return `Under way; it goes on with the next run.${more}`;
  return `Done.${more || (kindOf(job.every) === 'backfill' ? ' All of the past is here.' : '')}`;
}

/** Of a job that has nothing to pull yet. */
export function waitText(waitsFor: string): string {
  return `Waits. ${sentence(waitsFor)}`;
}

export function missingSheet({ document }: SchedulePorts): readonly string[] {
  return readDefinitions(document) === undefined
    ? []
    : ['The sheet Jobs was deleted, so nothing runs; "Set up standard jobs" in the menu brings your jobs back.'];
}

function sentence(note: string): string {
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}${/[.!?]$/.test(note) ? '' : '.'}`;
}
