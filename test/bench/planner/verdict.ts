/** Whether a plan kept its word: it is compared with the same work carried out. */
import type { Cost } from '../../../src/limits/planner.ts';
import { type BatchTime, carryOut, type Outcome } from './carry-out.ts';
import { type Lifted, planOf, settingOf } from './setting.ts';
import type { Workload } from './workload.ts';

export interface Verdict {
  readonly plan: Cost;
  /** Calls that were made and not planned, or planned and not made. */
  readonly callsOff: number;
  /** How much later than planned the last call was over, in milliseconds; less than nothing when earlier. */
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

/** With batches that take more or less time than planned. */
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
 * Without the limit that is named the work is done earlier; or, where no single one makes a difference,
 * that limit alone holds it up. Where none is named, nothing was waited for, from the first batch to the last.
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
