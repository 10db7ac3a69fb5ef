/** A plan that turned out otherwise, made anew from where the work stands. */
import { type Cost, type PlanInput, planWork, type Work } from './planner.ts';

/** What was done of it. */
interface Progress {
  readonly calls: { readonly byOperation: Readonly<Record<string, number>> };
  /** Those that are over. */
  readonly executions: number;
  readonly minutes: number;
  readonly cells: number;
}

export interface Replanned {
  /** Of all the work, what is done included. */
  readonly cost: Cost;
  /** A sentence for the person; nothing where calls and time are as planned. */
  readonly note: string | null;
}

/** `isRefused`: the service refused calls because of its cap. `timeOf` shows an instant as a person reads it. */
export function replanned(
  planned: Cost,
  done: Progress,
  left: readonly Work[],
  planInput: PlanInput,
  timeOf: (at: number) => string,
  isRefused = false,
): Replanned {
  const rest = planWork(left, planInput);
  const byOperation = { ...done.calls.byOperation };
  for (const [operation, calls] of Object.entries(rest.calls.byOperation))
    byOperation[operation] = (byOperation[operation] ?? 0) + calls;
  const cost = {
    ...rest,
    calls: { byOperation },
    executions: done.executions + rest.executions,
    minutes: Math.round((done.minutes + rest.minutes) * 100) / 100,
    cells: done.cells + rest.cells,
  };
  return { cost, note: noteOn(planned, cost, timeOf, isRefused) };
}

function noteOn(planned: Cost, cost: Cost, timeOf: (at: number) => string, isRefused: boolean): string | null {
  const more = callsIn(cost) - callsIn(planned);
  const [before, now] = [planned, cost].map(({ finishAt }) => timeOf(Date.parse(finishAt)));
  const reasons = [
    ...(isRefused ? ['the marketplace allows fewer calls an hour than planned'] : []),
    ...(more !== 0 ? [moreCalls(more)] : []),
  ];
  if (reasons.length === 0 && before === now) return null;
  const time = before === now ? `done about ${now} all the same` : `done about ${now} instead of ${before}`;
  return `Replanned: ${[...reasons, time].join('; ')}.`;
}

function moreCalls(more: number): string {
  const count = Math.abs(more);
  return `${count} ${more > 0 ? 'more' : 'fewer'} ${count === 1 ? 'call' : 'calls'} than planned`;
}

function callsIn({ calls: { byOperation } }: Cost): number {
  return Object.values(byOperation).reduce((sum, calls) => sum + calls, 0);
}
