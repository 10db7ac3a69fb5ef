/** Which limit decides when work is done: the one without which it would be done earliest. */
import type { Budget, Kind } from './day.ts';
import { type Forecast, forecast, type Limit, PLENTY, type Task } from './forecast.ts';
import type { Pacing } from './pacing.ts';

/**
 * Where no single one makes a difference, but several together do, the one that would hold the work up longest alone.
 * Nothing when one call follows the other from the first to the last.
 */
export function bindingOf(
  { met, finishAt, waits }: Forecast,
  tasks: readonly Task[],
  budget: Budget,
  pacing: Pacing,
  now: number,
): Limit | null {
  if (!waits) return null;
  const without = (limits: readonly Limit[]) =>
    forecast(...limits.reduce(lifted, [tasks, budget, pacing]), now).finishAt;
  let [binding, earliest]: [Limit | null, number] = [null, finishAt];
  for (const limit of met) {
    const finish = without([limit]);
    if (finish < earliest) [binding, earliest] = [limit, finish];
  }
  if (binding !== null) return binding;
  const limits: readonly Limit[] = [
    'daily fetches',
    'trigger minutes',
    'execution time',
    ...tasks.map(({ operation }): Limit => `${operation} cap`),
  ];
  let latest = without(limits);
  for (const limit of limits) {
    const alone = without(limits.filter((other) => other !== limit));
    if (alone > latest) [binding, latest] = [limit, alone];
  }
  return binding;
}

type Terms = readonly [tasks: readonly Task[], budget: Budget, pacing: Pacing];

function lifted([tasks, budget, pacing]: Terms, limit: Limit): Terms {
  switch (limit) {
    case 'daily fetches':
      return [tasks, untouched(budget, ['fetches']), pacing];
    case 'trigger minutes':
      return [tasks, untouched(budget, ['running', 'asleep']), pacing];
    case 'execution time':
      return [tasks, budget, { ...pacing, softStop: PLENTY }];
    default: {
      const isCapped = ({ operation }: Task) => limit === `${operation} cap`;
      const free = (task: Task) => (isCapped(task) ? { ...task, usages: [] } : task);
      return [tasks.map(free), budget, pacing];
    }
  }
}

function untouched({ day, limits }: Budget, kinds: readonly Kind[]): Budget {
  const all = <T>(value: T) => Object.fromEntries(kinds.map((kind) => [kind, value]));
  return {
    day: { taken: { ...day.taken, ...all([]) }, exhausted: { ...day.exhausted, ...all(0) } },
    limits: { ...limits, ...all(PLENTY) },
  };
}
