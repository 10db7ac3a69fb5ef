/** Workbook size after simulated days of standard jobs, with the real age limits. */
import { MOST_CELLS } from '../../src/tables/apply.ts';
import { type Grown, grow } from './growth/simulate.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';

const { goals } = model;
const { month, long, quickMonth, ...shop } = model.growing;

export const growth: Measure = {
  name: 'growth',
  about: 'cells in a workbook after days of standard jobs, and growth after rows reach their age limit',
  async run({ quick }): Promise<readonly Result[]> {
    const usual = quick ? quickMonth : month;
    const grown = grow({ ...shop, ...usual });
    const results = [filled(usual, grown)];
    return quick ? results : [...results, flat(long, grow({ ...shop, ...long }))];
  },
};

interface Workload {
  readonly items: number;
  readonly days: number;
}

function filled({ items, days }: Workload, { byDay, bySheet }: Grown): Result {
  const largest = Object.entries(bySheet).sort(([, one], [, other]) => other - one);
  const said = largest.slice(0, 3).map(([name, cells]) => `${name} ${cells}`);
  return result({
    bench: 'growth',
    workload: `${items} items, ${days} days: cells (${said.join(', ')})`,
    ours: byDay[byDay.length - 1]!,
    unit: 'cells',
    limit: goals.filledShare * MOST_CELLS,
    kind: 'counted',
  });
}

/** Compares maximums, because removing old rows makes sizes fluctuate. */
function flat({ items, days }: Workload, { byDay }: Grown): Result {
  const window = Math.floor(days / 5);
  const last = Math.max(...byDay.slice(-window));
  const before = Math.max(...byDay.slice(-2 * window, -window));
  return result({
    bench: 'growth',
    workload: `${items} items, ${days} days: last ${window} days vs. the ${window} before`,
    ours: last,
    peer: before,
    peerName: 'before',
    unit: 'cells',
    limit: goals.flat * before,
    kind: 'counted',
  });
}
