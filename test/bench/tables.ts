/** Cost of pulls into sheets: service calls, cells, script time, and memory. */

import { type Measure, type Options, type Result, result } from './measure.ts';
import { median } from './median.ts';
import { model } from './model.ts';
import type { Way } from './programs/table-script.ts';
import type { Workload } from './programs/table-workloads.ts';
import { asIs, type Sample, sample } from './sampling.ts';
import { tableCode } from './table-code.ts';

const bench = 'tables';
const changedEach = model.tableChangedEach;
const share = `${100 / changedEach}% changed and ${50 / changedEach}% new`;
const slice = model.tableSlice;
const everyWay = ['ours', 'rewrite', 'rowByRow'] as const;

const workloads: Readonly<Record<string, readonly [about: string, workload: Workload, ways: readonly Way[]]>> = {
  first: ['new sheet', { first: true }, ['ours']],
  same: ['unchanged', {}, everyWay],
  clustered: [`${share}, adjacent`, { changedEach, clustered: true }, everyWay],
  scattered: [`${share}, scattered`, { changedEach }, everyWay],
  ownClustered: [`${share}, adjacent, with a user column`, { changedEach, clustered: true, own: true }, ['ours']],
  ownScattered: [`${share}, scattered, with a user column`, { changedEach, own: true }, ['ours']],
  sliced: [`${share}, scattered, in slices of ${slice}`, { changedEach, slice }, ['ours']],
};

const peers = { rewrite: 'clear and rewrite (stand-in)', rowByRow: 'one call per row (stand-in)' } as const;

const growing: Readonly<Record<string, readonly [about: string, workload: Workload]>> = {
  first: ['first load', { first: true }],
  same: ['unchanged', {}],
  changed: [`${share}, scattered`, { changedEach }],
};

/** In milliseconds. */
const LONGEST = 300_000;

export const tables: Measure = {
  name: 'tables',
  about: 'pulls of orders into a sheet: calls, cells, modeled time, and growth by row count',
  async run(options): Promise<readonly Result[]> {
    const code = await tableCode();
    return [...(await counted(code, options)), ...(await growth(code, options))];
  },
};

async function counted(code: string, { quick }: Options): Promise<readonly Result[]> {
  const rows = quick ? model.quickTableRows : model.tableRows;
  const asked = Object.fromEntries(
    Object.entries(workloads).map(([name, [, workload, ways]]) => [name, [workload, ways]]),
  );
  const args = ['count', code, String(rows), JSON.stringify(asked)];
  const numbers = await sample(asIs('tables'), args, [], LONGEST);
  return Object.entries(workloads).flatMap(([name, [about, workload, ways]]) => {
    const of = (what: string, way: Way = 'ours') => numbers[`${name}/${way}/${what}`]!;
    const seconds = (way: Way) => modeledSeconds(of('writeCalls', way), of('cellsSent', way), of('cellsRead', way));
    const slices = workload.slice ? Math.ceil((rows * (1 + 0.5 / changedEach)) / workload.slice) : 1;
    const common = { bench, kind: 'counted' } as const;
    const whole = `${rows} rows × ${of('columns')} columns, ${about}`;
    const { goals } = model;
    const others = ways.filter((way) => way !== 'ours');
    return [
      result({
        ...common,
        workload: `${whole}: block reads`,
        ours: of('reads'),
        unit: 'reads',
        limit: goals.blockReads * slices,
      }),
      ...(workload.first
        ? []
        : [
            result({
              ...common,
              workload: `${whole}: cells read`,
              ours: of('cellsRead'),
              peer: of('block'),
              peerName: 'cells in the block',
              unit: 'cells',
              limit: null,
            }),
          ]),
      result({
        ...common,
        workload: `${whole}: write calls`,
        ours: of('writeCalls'),
        unit: 'calls',
        // Creating the sheet is one-time work without a limit.
        limit: workload.first ? null : goals.tableWriteCalls * slices,
      }),
      ...(of('dirty') === 0
        ? [
            result({
              ...common,
              workload: `${whole}: ranges written`,
              ours: of('ranges'),
              unit: 'ranges',
              limit: 1,
            }),
          ]
        : []),
      result({
        ...common,
        workload: `${whole}: cells written, excluding As of`,
        ours: of('cellsWritten'),
        peer: of('dirty'),
        peerName: 'changed cells',
        unit: 'cells',
        limit: workload.clustered || of('dirty') === 0 ? goals.cellsTimesDirty * of('dirty') : null,
      }),
      ...(others.length === 0
        ? [
            result({
              ...common,
              workload: `${whole}: modeled time`,
              ours: seconds('ours'),
              unit: 's',
              limit: null,
            }),
          ]
        : others.map((way) =>
            result({
              ...common,
              workload: `${whole}: modeled time`,
              ours: seconds('ours'),
              peer: seconds(way),
              peerName: peers[way as keyof typeof peers],
              unit: 's',
              limit: null,
            }),
          )),
    ];
  });
}

function modeledSeconds(calls: number, written: number, read: number): number {
  return (calls * model.writeCallMs + written * model.writtenCellMs + read * model.readCellMs) / 1000;
}

/** Measures script heap, and CPU outside the services. Real spreadsheet time can't be measured here. */
async function growth(code: string, { quick }: Options): Promise<readonly Result[]> {
  const sizes = quick ? model.quickGrowth : model.growth;
  const taken = await samples(code, sizes);
  const smallest = sizes[0][0];
  return Object.entries(growing).flatMap(([name, [about]]) => {
    const of = (rows: number, what: string) => median(taken.get(rows)!.map((each) => each[`${name}/${what}`]!));
    return sizes.flatMap(([rows], index) => {
      const common = { bench, workload: `${about}, ${rows} rows`, kind: 'timed' } as const;
      const smaller = [...new Set([smallest, sizes[index - 1]?.[0] ?? smallest])].filter((each) => each < rows);
      const ours = of(rows, 'microseconds');
      const against = smaller.map((each) => {
        const peer = of(each, 'microseconds');
        const limit = model.goals.growth * peer;
        return result({ ...common, ours, peer, peerName: `${each} rows`, unit: 'µs of CPU per row', limit });
      });
      return [
        ...(against.length > 0 ? against : [result({ ...common, ours, unit: 'µs of CPU per row', limit: null })]),
        result({
          ...common,
          workload: `${common.workload}: heap in use`,
          ours: of(rows, 'MB'),
          unit: 'MB',
          limit: null,
        }),
      ];
    });
  });
}

/** Runs each sample in its own process, alternating sizes. */
async function samples(
  code: string,
  sizes: typeof model.growth | typeof model.quickGrowth,
): Promise<ReadonlyMap<number, readonly Sample[]>> {
  const pulls = JSON.stringify(
    Object.fromEntries(Object.entries(growing).map(([name, [, workload]]) => [name, workload])),
  );
  const flags = ['--expose-gc', `--max-old-space-size=${model.growthHeapMB}`];
  const taken = new Map<number, Sample[]>(sizes.map(([rows]) => [rows, []]));
  for (let round = 0; round < Math.max(...sizes.map(([, rounds]) => rounds)); round++) {
    for (const [rows, rounds] of sizes) {
      if (round < rounds)
        taken.get(rows)!.push(await sample(asIs('tables'), ['grow', code, String(rows), pulls], flags, LONGEST));
    }
  }
  return taken;
}
