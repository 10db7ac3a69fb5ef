/** Accuracy of plans: random workloads are planned, then carried out on a simulated clock. */
import fc from 'fast-check';
import { chanceOf } from './caps/chance.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { latenessOf, verdictOn } from './planner/verdict.ts';
import { type Workload, workloads } from './planner/workload.ts';
import { bundled, medians, sample } from './sampling.ts';

const { goals, planner: given } = model;
const HOUR = 3_600_000;

export const planner: Measure = {
  name: 'planner',
  about: 'planned calls, finish, and binding limit of random workloads, compared with the outcome',
  async run({ quick }): Promise<readonly Result[]> {
    const numRuns = quick ? given.workloads : given.manyWorkloads;
    const all = fc.sample(workloads, { seed: given.seed, numRuns });
    const program = await bundled('planner');
    const { plan } = await medians({ plan: () => sample(program, []) }, model.rounds);
    return [...kept(all), ...disturbed(all), ...timed(plan.first!, plan.next!)];
  },
};

function counted(workload: string, unit: string, limit: number | null, ours: number): Result {
  return result({ bench: 'planner', workload, ours, unit, limit, kind: 'counted' });
}

function kept(all: readonly Workload[]): Result[] {
  const verdicts = all.map((workload) => ({ workload, ...verdictOn(workload) }));
  const name = `${all.length} random workloads, batches as planned`;
  return [
    counted(`${name}: error in calls`, 'calls', 0, Math.max(...verdicts.map(({ callsOff }) => callsOff))),
    counted(
      `${name}: maximum error in finish`,
      'slots',
      goals.plannedSlotsOff,
      Math.max(...verdicts.map(({ workload, late }) => Math.abs(late) / slotOf(workload))),
    ),
    counted(
      `${name}: wrong binding limits`,
      'plans',
      0,
      verdicts.filter(({ isBindingRight }) => !isBindingRight).length,
    ),
    ...bindings(verdicts.map(({ plan }) => plan.binding)),
  ];
}

/** Counts plans by the limit that constrained them, to verify that the planner reports every kind of limit. */
function bindings(all: readonly (string | null)[]): Result[] {
  const kindOf = (binding: string | null) => (binding?.endsWith(' cap') ? 'a cap' : (binding ?? 'no limit'));
  const kinds = [...new Set(all.map(kindOf))].sort();
  return kinds.map((kind) =>
    counted(`plans bound by ${kind}`, 'plans', null, all.filter((each) => kindOf(each) === kind).length),
  );
}

function disturbed(all: readonly Workload[]): Result[] {
  const [least, most] = given.slower;
  const off = all.map((workload, index) => {
    const chance = chanceOf(index + 1);
    return Math.abs(latenessOf(workload, (planned) => Math.round(planned * chance.between(least, most))));
  });
  const name = `batches of ${100 * least} to ${100 * most} % of planned duration`;
  return [
    counted(
      `${name}: error in finish, 95th percentile`,
      's',
      null,
      percentile(
        off.map((late) => late / 1000),
        0.95,
      ),
    ),
  ];
}

function timed(first: number, next: number): Result[] {
  const name = `planning ${given.calls} calls with a cap of ${given.cap}`;
  const common = { bench: 'planner', unit: 'ms', kind: 'timed' } as const;
  return [
    result({ ...common, workload: `${name}, first in a process`, ours: first, limit: goals.planMs }),
    result({ ...common, workload: `${name}, later`, ours: next, limit: goals.planMs }),
  ];
}

/** Milliseconds between call slots of the largest cap. */
function slotOf({ tasks }: Workload): number {
  return HOUR / Math.max(...tasks.map(({ cap }) => cap));
}

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1]!;
}
