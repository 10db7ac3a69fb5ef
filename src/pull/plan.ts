/** Plans a run at the start and after its first pages, and compares the plan with the actual work. */
import { type Cost, type LastSize, type PlanInput, type Precision, planWork, type Work } from '../limits/planner.ts';
import { fromPacific, pacificText, readWall } from '../protocol/dates.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import { DAY, MINUTE, SECOND } from '../protocol/time.ts';
import type { Period, RememberedSize } from './remembered.ts';
import { callsOf, isOpen, isThrough, type Run } from './run.ts';

type Done = Pick<Run, 'calls' | 'executions' | 'workedFor' | 'cells'>;

const NOTHING_DONE: Done = { calls: 0, executions: 0, workedFor: 0, cells: 0 };

/** Adds the remaining work to the work done. `isRunning`: whether the current execution continues with the rest. */
export function costOf(left: Work, input: PlanInput, done = NOTHING_DONE, isRunning = false): Cost {
  const rest = planWork([left], input);
  const over = done.executions - (isRunning ? 1 : 0);
  return {
    ...rest,
    calls: { byOperation: { [left.operation]: done.calls + left.calls } },
    executions: Math.max(done.executions, over + rest.executions),
    minutes: Math.round((done.workedFor / MINUTE + rest.minutes) * 100) / 100,
    cells: done.cells + rest.cells,
  };
}

export interface PlannedQuestion {
  readonly units: number;
  readonly days?: number | undefined;
  readonly pageSize: number;
}

type Expected = Required<Pick<Work, 'calls' | 'cells'>> & Pick<Work, 'precision'>;

export function expectedSize(asked: PlannedQuestion, last: RememberedSize | undefined): Expected {
  const { units, days } = asked;
  if (!last) return { calls: units, cells: 0, precision: 'at least' };
  const { size, isOtherPeriod } = last;
  const isSameSpan = days === size.days;
  if (units === size.units && isSameSpan && !isOtherPeriod) return { calls: size.calls, cells: size.cells };
  const growth = isSameSpan || !days || !size.days ? units / size.units : days / size.days;
  const calls = units === size.units ? pagesOf(asked, size, growth) : Math.round((size.calls * units) / size.units);
  return { calls: Math.max(units, calls), cells: Math.round(size.cells * growth), precision: 'about' };
}

/** Estimates the number of pages for `growth` times the records of the last run. */
function pagesOf({ units, pageSize }: PlannedQuestion, { records, calls }: LastSize, growth: number) {
  if (records === undefined) return Math.round(calls * growth);
  return units * Math.max(1, Math.ceil((records * growth) / units / pageSize));
}

type Asked = Pick<Operation, 'period'>;

/** Returns the period's length in days; undefined without a start date. The end defaults to `now`. */
export function daysOf({ period }: Asked, params: Params, now: number): number | undefined {
  if (!period || params[period[0]] === undefined) return undefined;
  const [from, to] = wallsOf(period, params, now);
  const days = (to - from) / DAY;
  return days > 0 ? Math.round(days * 1000) / 1000 : undefined;
}

/** Returns the period in epoch milliseconds. It begins in 1970 without a start date, and ends at `now` at the latest. */
export function periodOf({ period }: Asked, params: Params, now: number): Period | undefined {
  if (!period) return undefined;
  const [from, to] = wallsOf(period, params, now).map((wall) => fromPacific(wall).at);
  return [from!, Math.min(to!, now)];
}

/** Returns Pacific wall times, expressed as UTC milliseconds. */
function wallsOf([from, to]: NonNullable<Asked['period']>, params: Params, now: number): Period {
  const [begin, end] = [params[from] ?? '1970-01-01', params[to] ?? pacificText(now)].map((day) =>
    readWall(String(day)),
  );
  // A date without a time includes the entire day.
  return [begin?.wall ?? Number.NaN, end ? end.wall + (end.hasTime ? SECOND : DAY) : Number.NaN];
}

export interface Projection {
  readonly callsLeft: number;
  /** Expected number of records, as a multiple of those received. */
  readonly times: number;
  /** Undefined if all records were received. */
  readonly precision?: Precision;
}

/** Undefined for jobs, whose plan isn't shown, and after the first rows are written, when the plan is final. */
export function projectionOf(run: Run, units: number): Projection | undefined {
  const { cursor, records, pages, callsLeft: left } = run;
  if (run.purpose || run.tables.length > 0 || cursor.unit === 0) return undefined;
  const unasked = units - cursor.unit;
  const missing = cursor.progress.reduce((sum, { total, came }) => sum + Math.max(0, (total ?? 0) - came), 0);
  const perUnit = (pages + left - unasked) / cursor.unit;
  const projection = {
    callsLeft: left + Math.max(0, Math.round(unasked * (perUnit - 1))),
    times: (records === 0 ? 1 : (records + missing) / records) * (units / cursor.unit),
  };
  if (cursor.spans.some(({ to }) => to === null)) return { ...projection, precision: 'at least' };
  return unasked > 0 || missing > 0 ? { ...projection, precision: 'about' } : projection;
}

/** Updates the plan before the first row is written. Keeps an exact plan, because the report shows any difference. */
export function planByFirstPages(run: Run, { times, callsLeft, precision }: Projection, input: () => PlanInput): Cost {
  const { operation, planned, cells } = run;
  if (planned.precision === undefined && run.calls + callsLeft !== callsOf(planned)) return planned;
  const left: Work = { operation, calls: callsLeft, cells: Math.round(cells * times), precision };
  return costOf(left, input(), { ...run, cells: 0 }, true);
}

/** Describes how the work differs from the plan; undefined if it doesn't. `timeOf` formats epoch milliseconds. */
export function replanNote(run: Run, input: () => PlanInput, timeOf: (at: number) => string): string | undefined {
  const { planned, stoppedBy } = run;
  const isAsPlanned = planned.precision !== undefined || run.calls === callsOf(planned);
  if (!isOpen(run) && (!isThrough(run) || isAsPlanned)) return undefined;
  const cost = costOf({ operation: run.operation, calls: isOpen(run) ? run.callsLeft : 0 }, input(), run);
  const more = callsOf(cost) - callsOf(planned);
  const [before, now] = [planned, cost].map(({ finishAt }) => timeOf(Date.parse(finishAt)));
  const isRefused = stoppedBy?.code === 'MARKET_CAP' && stoppedBy.httpStatus !== null;
  const reasons = [
    ...(isRefused ? ['the marketplace allows fewer calls per hour than planned'] : []),
    ...(more === 0 ? [] : [moreCalls(more)]),
  ];
  if (reasons.length === 0 && before === now) return undefined;
  const time = before === now ? `still finishing around ${now}` : `now finishing around ${now} instead of ${before}`;
  return `Updated plan: ${[...reasons, time].join('; ')}.`;
}

function moreCalls(more: number) {
  const count = Math.abs(more);
  return `${count} ${more > 0 ? 'more' : 'fewer'} ${count === 1 ? 'call' : 'calls'} than planned`;
}
