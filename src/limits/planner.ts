/** Estimates the cost and finish time of work by simulating its executions. */
import { BY_PERSON, type CallSlot, type CallSlots, inEach, type Pacing, total, without, worthwhile } from './pacing.ts';
import { adding, type Budget, CONSUMER, leftOf, openAt, UNTOUCHED } from './quotas.ts';
import { backAfter, capOf, freeBetween, type Usage, usedSlots } from './usage.ts';

export interface Cost {
  readonly calls: { readonly byOperation: Readonly<Record<string, number>> };
  /** Number of executions that make calls. */
  readonly executions: number;
  /** Total run time of scripts. */
  readonly minutes: number;
  readonly cells: number;
  /** ISO timestamp. */
  readonly finishAt: string;
  /** The `Limit` that delays the work, if any. */
  readonly binding: string | null;
  /** Set if the calls and cells are estimates. */
  readonly precision?: Precision;
}

export type Precision = 'at least' | 'about';

export interface Work {
  readonly operation: string;
  readonly calls: number;
  readonly cells?: number;
  readonly precision?: Precision | undefined;
}

export interface PlanInput {
  /** The start of the first execution. */
  readonly now: number;
  usages(operation: string): readonly Usage[];
  /** The account's daily usage and limits; defaults to an unused consumer account. */
  readonly budget?: Budget;
}

const FRESH_DAY: Budget = { day: UNTOUCHED, limits: CONSUMER };

export function planWork(work: readonly Work[], { now, usages, budget = FRESH_DAY }: PlanInput): Cost {
  const byOperation: Record<string, number> = {};
  for (const { operation, calls } of work) byOperation[operation] = (byOperation[operation] ?? 0) + calls;
  const tasks = Object.entries(byOperation)
    .filter(([, calls]) => calls > 0)
    .map(([operation, calls]): Task => ({ operation, calls, usages: usages(operation) }));
  const course = { tasks, budget, pacing: BY_PERSON, now };
  const expected = walk(course);
  const precision = (['at least', 'about'] as const).find((each) => work.some((some) => some.precision === each));
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

/** Size of the last complete run, which predicts the next one. */
export interface LastSize {
  readonly units: number;
  /** Number of calls without retries. */
  readonly calls: number;
  readonly cells: number;
  readonly records?: number;
  /** Length of the queried period, if it has one. */
  readonly days?: number;
}

export type Limit = `${string} cap` | 'daily fetches' | 'execution time';

/** The calls of one operation. If `usages` is empty, it has no cap. */
interface Task {
  readonly operation: string;
  readonly calls: number;
  readonly usages: readonly Usage[];
}

interface Walk {
  readonly executions: number;
  /** Run time of these executions, in milliseconds. */
  readonly running: number;
  /** When the last call ends. */
  readonly finishAt: number;
  readonly waits: boolean;
}

interface Course {
  readonly tasks: readonly Task[];
  readonly budget: Budget;
  readonly pacing: Pacing;
  readonly now: number;
}

/** After this many executions, the simulation extrapolates. */
const MOST_EXECUTIONS = 500;

const PLENTY = 1e9;

/** Simulates executions, ignoring retries and probes. */
function walk({ tasks, budget, pacing, now }: Course): Walk {
  const { limits } = budget;
  const { softStop, asleep, atOnce, batch, restart } = pacing;
  let { day } = budget;
  let open = tasks.map(openTask);
  const calls = callsIn(open);
  let [executions, running, batches, finishAt] = [0, 0, 0, now];

  /** Simulates one execution, taking tasks in the order of their first free slots. Returns its end. */
  const execute = (start: number): number => {
    const until = start + softStop;
    let [clock, slept] = [start, 0];
    const ordered = open.map((task) => ({ task, at: firstFree(task, start) })).sort((a, b) => a.at - b.at);
    for (const { task } of ordered) {
      const policy = { until, asleep, atOnce, batch };
      let slots: CallSlots = [];
      while (task.calls > 0 && clock < until) {
        if (slots.length === 0) {
          const wanted = Math.min(task.calls, leftOf({ day, limits }, 'fetches', clock));
          slots = worthwhile(freeOf(task, clock), wanted, task.cap, clock, policy);
        }
        const next = slots[0]?.at;
        if (next === undefined || next >= until || slept + Math.max(0, next - clock) > asleep) break;
        if (next > clock) {
          slept += next - clock;
          clock = next;
        }
        const sent = Math.min(atOnce, total(slots.filter(({ at }) => at <= clock)));
        clock += batch;
        batches++;
        slots = without(slots, sent);
        task.calls -= sent;
        for (const { used } of task.stores) insert(used, { at: backAfter(clock), count: sent });
        day = adding(day, { fetches: sent, running: 0 }, clock);
        finishAt = clock;
      }
    }
    if (finishAt === clock && clock > start) {
      executions++;
      running += clock - start;
    }
    return clock;
  };

  /** Returns the start of the next execution that can make a call. */
  const nextStart = (end: number) => {
    const slot = Math.min(...open.map((task) => firstFree(task, end)));
    return Math.max(end + restart, slot, openAt({ day, limits }, end));
  };

  for (let [at, walked] = [now, 0]; open.length > 0; walked++) {
    const end = execute(at);
    open = open.filter((task) => task.calls > 0);
    if (open.length === 0) break;
    at = nextStart(end);
    if (walked < MOST_EXECUTIONS && at < Number.POSITIVE_INFINITY) continue;
    const slower = calls / Math.max(1, calls - callsIn(open));
    return {
      executions: Math.ceil(executions * slower),
      running: running * slower,
      finishAt: now + (finishAt - now) * slower,
      waits: true,
    };
  }
  return { executions, running, finishAt, waits: finishAt - now > batches * batch };
}

interface OpenTask {
  calls: number;
  readonly cap: number;
  readonly stores: readonly { readonly cap: number; readonly closed: number; readonly used: CallSlot[] }[];
}

function openTask({ calls, usages }: Task): OpenTask {
  const stores = usages.map((usage) => ({
    cap: capOf(usage),
    closed: usage.closed,
    used: [...usedSlots(usage, 0)],
  }));
  return { calls, cap: Math.min(PLENTY, ...stores.map(({ cap }) => cap)), stores };
}

function freeOf({ stores }: OpenTask, at: number) {
  const free = stores.map(({ cap, closed, used }) => {
    const from = Math.max(at, closed);
    const later = used.findIndex((slot) => slot.at > from);
    used.splice(0, later < 0 ? used.length : later);
    return freeBetween(used, cap, from);
  });
  return free.length > 0 ? free.reduce(inEach) : [{ at, count: PLENTY }];
}

function firstFree(task: OpenTask, at: number) {
  return freeOf(task, at)[0]?.at ?? Number.POSITIVE_INFINITY;
}

/** Inserts a slot in time order, usually at the end. */
function insert(slots: CallSlot[], slot: CallSlot) {
  let index = slots.length;
  while (index > 0 && slots[index - 1]!.at > slot.at) index--;
  slots.splice(index, 0, slot);
}

function callsIn(tasks: readonly { readonly calls: number }[]) {
  return tasks.reduce((sum, { calls }) => sum + calls, 0);
}

/** Finds the limit whose removal saves the most time, or else the limit that takes longest on its own. */
function bindingOf(course: Course, { waits, finishAt }: Walk): Limit | null {
  if (!waits) return null;
  const limits: readonly Limit[] = [
    ...course.tasks.filter(({ usages }) => usages.length > 0).map(({ operation }): Limit => `${operation} cap`),
    'daily fetches',
    'execution time',
  ];
  const finishWith = (isInForce: (limit: Limit) => boolean) =>
    walk(limits.filter((limit) => !isInForce(limit)).reduce(lifted, course)).finishAt;
  let [binding, earliest]: [Limit | null, number] = [null, finishAt];
  for (const limit of limits) {
    const finish = finishWith((other) => other !== limit);
    if (finish < earliest) [binding, earliest] = [limit, finish];
  }
  if (binding !== null) return binding;
  let latest = finishWith(() => false);
  for (const limit of limits) {
    const alone = finishWith((other) => other === limit);
    if (alone > latest) [binding, latest] = [limit, alone];
  }
  return binding;
}

function lifted(course: Course, limit: Limit): Course {
  const { tasks, budget, pacing } = course;
  const { day, limits } = budget;
  switch (limit) {
    case 'daily fetches':
      return { ...course, budget: { day: { ...day, closed: 0 }, limits: { ...limits, fetches: PLENTY } } };
    case 'execution time':
      return { ...course, pacing: { ...pacing, softStop: PLENTY } };
    default:
      return {
        ...course,
        tasks: tasks.map((task) => (limit === `${task.operation} cap` ? { ...task, usages: [] } : task)),
      };
  }
}
