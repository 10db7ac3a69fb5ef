/** When work will be done: it is carried out on paper, one execution after another. */
import type { Budget } from './day.ts';
import { openAt } from './day.ts';
import type { Limit, Task } from './execution.ts';
import { execute, firstSlot } from './execution.ts';
import type { Pace } from './pacing.ts';

export interface Forecast {
  /** Those in which calls are made. */
  readonly executions: number;
  /** Milliseconds that these last. */
  readonly running: number;
  /** When the last call is over, in epoch milliseconds. */
  readonly finishAt: number;
  /** Whether there is any time until the last call in which none is made. */
  readonly waits: boolean;
  /** Limits that calls have to wait for, or for whose sake they go few at a time. */
  readonly met: ReadonlySet<Limit>;
}

/** What takes more executions is foreseen no further: the rest is taken to go as fast. */
const MOST_EXECUTIONS = 2000;

/** `now` is when the first execution begins, in epoch milliseconds. */
export function forecast(work: readonly Task[], planInput: Budget, pace: Pace, now: number): Forecast {
  let [tasks, budget] = [work, planInput];
  let [executions, running, asleep, finishAt] = [0, 0, 0, now];
  const met = new Set<Limit>();
  for (let at = now; tasks.length > 0; ) {
    const done = execute(tasks, budget, pace, at);
    ({ tasks, budget } = done);
    for (const limit of done.met) met.add(limit);
    if (done.made > 0) {
      executions++;
      running += done.end - at;
      asleep += done.asleep;
      finishAt = done.end;
    }
    if (tasks.length === 0) break;
    const slots = tasks.map((task) => firstSlot(task, done.end));
    tasks.forEach(({ operation }, index) => {
      if (slots[index]! > done.end) met.add(`${operation} cap`);
    });
    at = nextStart(Math.min(...slots), budget, pace, now, done.end);
    if (executions < MOST_EXECUTIONS && at < Number.POSITIVE_INFINITY) continue;
    const slower = callsIn(work) / Math.max(1, callsIn(work) - callsIn(tasks));
    return {
      executions: Math.ceil(executions * slower),
      running: running * slower,
      finishAt: now + (finishAt - now) * slower,
      waits: true,
      met,
    };
  }
  return { executions, running, finishAt, waits: finishAt - now > running - asleep, met };
}

function callsIn(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { calls }) => sum + calls, 0);
}

/** When the next execution begins that may have something to do; the next slot is free at `slot`. */
function nextStart(
  slot: number,
  { day, limits }: Budget,
  { asleep, restart, every }: Pace,
  first: number,
  end: number,
): number {
  const fetch = openAt(day, 'fetches', limits.fetches, end);
  if (every === undefined) return Math.max(end + restart, slot, fetch);
  const ready = Math.max(end + 1, slot - asleep, fetch, openAt(day, 'running', limits.running, end));
  return first + Math.ceil((ready - first) / every) * every;
}
