/** Cost of thousands of one-cell formulas, 30 at a time, each in its own execution. */
import type { Spent } from '../host/storm-book.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { asIs, sample } from './sampling.ts';

const { goals, storm: assumed } = model;

/** Minimum time to start this many executions, in seconds. */
const starts = (executions: number) => (Math.ceil(executions / assumed.atOnce) * assumed.start) / 1000;
const calls = (requests: number) => (Math.ceil(requests / model.caps.callsAtOnce) * assumed.latency) / 1000;

export const storm: Measure = {
  name: 'storm',
  about: 'calls, locks, property operations, and time of thousands of one-cell formulas in the local host',
  async run({ quick }): Promise<readonly Result[]> {
    if (quick) return await stormOf(assumed.quick, 1);
    const few = await stormOf(assumed.few, assumed.recalculations);
    return [...few, ...(await stormOf(assumed.many, 0))];
  },
};

/** The program fails if a value differs from the range formula's. */
async function stormOf(cells: number, recalculations: number): Promise<readonly Result[]> {
  const args = [String(cells), String(recalculations), String(assumed.latency)];
  const taken = await sample(asIs('storm'), args, [], model.storm.patience);
  const of = (phase: string) => (name: keyof Spent) => taken[`${phase}.${name}`]!;
  const counted = (what: string, unit: string, limit: number | null, ours: number, peer?: readonly [number, string]) =>
    result({
      bench: 'storm',
      workload: `${cells.toLocaleString('en')} cells on three sheets, ${what}`,
      ours,
      ...(peer ? { peer: peer[0], peerName: peer[1] } : {}),
      unit,
      limit,
      kind: 'counted',
    });
  const cold = of('cold');
  const distinct = taken.distinct!;
  const rows = [
    counted('cold: requests', 'requests', Math.ceil(distinct / 100), cold('requests'), [
      distinct,
      'one request per formula',
    ]),
    counted('cold: lock attempts', 'tries', goals.lockTries, cold('lockTries'), [
      cold('executions'),
      'one lock per formula',
    ]),
    counted('cold: property operations', 'operations', null, cold('propertyCalls')),
    counted('cold: slowest formula', 's', goals.formulaSeconds, cold('longest') / 1000),
    counted(
      'cold: modeled time',
      's',
      cells < assumed.few ? null : goals.wallTimesLeast * (starts(cold('executions')) + calls(cold('requests'))),
      cold('wall') / 1000 + starts(cold('executions')),
    ),
  ];
  const range = of('range');
  rows.push(
    counted('as one range formula: requests', 'requests', Math.ceil(distinct / 100), range('requests')),
    counted('as one range formula: time', 's', goals.rangeSeconds, range('longest') / 1000),
  );
  if (recalculations === 0) return rows;
  const [warm, more, evicted] = [of('warm'), of('more'), of('evicted')];
  const again = `recalculated ${recalculations === 1 ? 'once' : `${recalculations} times`}`;
  return [
    ...rows,
    counted(`${again}: requests`, 'requests', 0, warm('requests')),
    counted(`${again}: property operations`, 'operations', 0, warm('propertyCalls')),
    counted(`${again}: lock attempts`, 'tries', 0, warm('lockTries')),
    counted('ten more formulas: requests', 'requests', 1, more('requests')),
    counted(
      'cache losing half its entries every 200 calls: slowest formula',
      's',
      goals.formulaSeconds,
      evicted('longest') / 1000,
    ),
    counted('cache losing half its entries: cells with wrong values', 'cells', 0, taken.wrong!),
  ];
}
