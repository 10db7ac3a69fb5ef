/** Compares a plan with the actual outcome. */
import type { Cost } from '../../../src/limits/planner.ts';
import { type BatchTime, carryOut, type Outcome } from './carry-out.ts';
import { type Lifted, planOf, settingOf } from './setting.ts';
import type { Workload } from './workload.ts';

export interface Verdict {
  readonly plan: Cost;
  /** Unplanned calls plus planned calls that weren't made. */
  readonly callsOff: number;
  /** Milliseconds between the planned and actual end of the last call; negative if earlier. */
  readonly late: number;
  readonly isBindingRight: boolean;
}

const NONE: Lifted = () => false;
const ALL: Lifted = () => true;

export function verdictOn(workload: Workload): Verdict {
  const setting = settingOf(workload, NONE);
  const plan = planOf(workload, setting);
  const outcome = carryOut(workload, setting, AS_PLANNED);
  return {
    plan,
    callsOff: callsOff(plan, outcome),
    late: outcome.finishedAt - Date.parse(plan.finishAt),
    isBindingRight: isRight(workload, plan.binding, outcome, setting.pacing.batch),
  };
}

/** Milliseconds between the planned and actual end if batch durations differ from the plan. */
export function latenessOf(workload: Workload, batchTime: BatchTime): number {
  const setting = settingOf(workload, NONE);
  const { finishAt } = planOf(workload, setting);
  return carryOut(workload, setting, batchTime).finishedAt - Date.parse(finishAt);
}

const AS_PLANNED: BatchTime = (planned) => planned;

function callsOff({ calls: { byOperation } }: Cost, { calls }: Outcome): number {
  const operations = [...new Set([...Object.keys(byOperation), ...Object.keys(calls)])];
  return operations.reduce((sum, each) => sum + Math.abs((byOperation[each] ?? 0) - (calls[each] ?? 0)), 0);
}

/**
 * A binding limit is right if work ends earlier without it or, if no single limit matters, if it alone delays the work.
 * Naming no limit is right only if no batch waited.
 */
function isRight(workload: Workload, binding: string | null, { finishedAt, batches }: Outcome, batch: number): boolean {
  if (binding === null) return finishedAt - workload.now === batches * batch;
  const finishWithout = (isLifted: Lifted) => carryOut(workload, settingOf(workload, isLifted), AS_PLANNED).finishedAt;
  if (finishWithout((limit) => limit === binding) < finishedAt) return true;
  const limits = [...workload.tasks.map(({ operation }) => `${operation} cap`), 'daily fetches', 'execution time'];
  return (
    limits.every((one) => finishWithout((limit) => limit === one) >= finishedAt) &&
    finishWithout((limit) => limit !== binding) > finishWithout(ALL)
  );
}
