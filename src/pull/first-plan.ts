/** The plan of a person's run once its first pages are there, before its first row is written. */
import { type Precision, planWork } from '../limits/planner.ts';
import { cappedBy } from '../protocol/caps.ts';
import { MINUTE } from '../protocol/time.ts';
import type { RunContext } from './ports.ts';
import { callsOf, type Run } from './run.ts';

/** What the first pages say of all of them. */
export interface Projection {
  /** Calls still to be made. */
  readonly callsLeft: number;
  /** How many times as much as has come there will be. */
  readonly times: number;
  /** Undefined where everything has come. */
  readonly precision?: Precision;
}

/** Undefined where there is nothing new to plan by: a job asks nobody, and what was written was planned before. */
export function projectionOf({ question: { units } }: Pick<RunContext, 'question'>, run: Run): Projection | undefined {
  const { cursor, records, pages, callsLeft: left } = run;
  if (run.purpose || run.tables.length > 0 || cursor.unit === 0) return undefined;
  const unasked = units.length - cursor.unit;
  const missing = cursor.progress.reduce((sum, { total, came }) => sum + Math.max(0, (total ?? 0) - came), 0);
  const perUnit = (pages + left - unasked) / cursor.unit;
  const projection = {
    callsLeft: left + Math.max(0, Math.round(unasked * (perUnit - 1))),
    times: (records === 0 ? 1 : (records + missing) / records) * (units.length / cursor.unit),
  };
  if (cursor.spans.some(({ to }) => to === null)) return { ...projection, precision: 'at least' };
  return unasked > 0 || missing > 0 ? { ...projection, precision: 'about' } : projection;
}

/** `cells` are those that are about to be written. A plan that was exact and proves wrong stays, and is said to be. */
export function planned(context: RunContext, run: Run, projection: Projection, cells: number): Run['planned'] {
  const { ports, operation, connection, startedAt } = context;
  const { callsLeft, times, precision } = projection;
  const calls = run.calls + callsLeft;
  const isExact = run.planned.precision === undefined;
  if (!ports.planInput || (isExact && calls !== callsOf(run.planned))) return run.planned;
  const rest = planWork(
    [{ operation: operation.id, calls: callsLeft }],
    ports.planInput(cappedBy(operation, connection)),
  );
  const minutes = (run.workedFor + ports.clock.now() - startedAt) / MINUTE + rest.minutes;
  return {
    ...rest,
    calls: { byOperation: { [operation.id]: calls } },
    // This one goes on.
    executions: run.executions - 1 + Math.max(1, rest.executions),
    minutes: Math.round(minutes * 100) / 100,
    cells: Math.round(cells * times),
    ...(precision === undefined ? {} : { precision }),
  };
}
