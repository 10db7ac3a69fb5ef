/** What an export takes: modelled time of the built add-on's in waves of rows, and CPU and heap of a million in its pure part. */
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { parseScenario, runScenario } from '../host/steps/scenario.ts';
import { World } from '../host/steps/world.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { bundled, sample } from './sampling.ts';

const { goals, exports } = model;

export const exporting: Measure = {
  name: 'export',
  about:
    'rows that go to the warehouse: time as it is modelled, calls, and what a million take in the pure part',
  async run({ quick }): Promise<readonly Result[]> {
    const results: Result[] = [];
    const waves = quick ? exports.quickWaves : exports.waves;
    let rows = 0;
    let seconds = 0;
    let calls = 0;
    for (const wave of waves) {
      const exported = await exportedBy(wave);
      rows += exported.rows;
      seconds += exported.seconds;
      calls += exported.calls;
    }
    const workload = `${rows} rows in ${waves.length} waves of two shops, latency 1`;
    const counted = { bench: 'export', kind: 'counted' } as const;
    results.push(
      result({
        ...counted,
        workload: `${workload}: time for each 50,000`,
        ours: (seconds / rows) * 50_000,
        unit: 's',
        // The first export of a workbook makes the tables: of few rows that is most of it.
        limit: quick ? null : goals.exportSeconds,
      }),
      result({
        ...counted,
        workload: `${workload}: calls of the warehouse`,
        ours: calls,
        unit: 'calls',
        limit: null,
      }),
    );
    const many = quick ? exports.quickRows : exports.rows;
    // It fails where it does not get along with that much memory.
    const heap = `--max-old-space-size=${goals.exportHeapMB}`;
    const { cpu, bytes } = await sample(
      await bundled('export-rows'),
      [String(many)],
      [heap],
      exports.patience,
    );
    results.push(
      result({
        bench: 'export',
        workload: `${many} rows through the pure part in ${goals.exportHeapMB} MB of heap: CPU for each 50,000`,
        ours: (cpu! / many) * 50_000,
        unit: 's',
        limit: goals.exportSeconds,
        kind: 'timed',
      }),
      result({
        ...counted,
        workload: `${many} rows: bytes of JSON for each`,
        ours: bytes! / many,
        unit: 'bytes',
        limit: null,
      }),
    );
    return results;
  },
};

interface Wave {
  readonly seed: number;
  readonly orders: number;
}

interface Reply {
  readonly ok: boolean;
  readonly value: never;
  readonly error?: { readonly message: string };
}

/** A wave in a workbook of its own: as if what was before had left it. */
async function exportedBy({ seed, orders }: Wave) {
  const world = new World(readBundle(freshBundle(true)));
  const step = async <T>(line: object): Promise<T> => {
    let reply: Reply | undefined;
    await runScenario(parseScenario(JSON.stringify(line)), world, (text) => {
      reply = JSON.parse(text) as Reply;
    });
    if (!reply?.ok) throw new Error(`A step failed: ${reply?.error?.message}`);
    return reply.value;
  };
  try {
    await step({ open: { latency: 1 } });
    await step({ market: { seed, orders, items: 500 } });
    await step({ warehouse: { latency: exports.latency } });
    await step({ connect: { name: 'Shop', baseUrl: 'https://market.test' } });
    await step({ pull: { operation: 'orders', params: {} } });
    await step({ stats: true });
    await step({ menu: 'Export to the warehouse' });
    const stats = await step<{
      fetches: { total: number };
      executions: { ms: number }[];
    }>({ stats: true });
    const logs = ['orders', 'order_lines', 'packages', 'catalog'];
    let rows = 0;
    for (const log of logs) {
      const [counted] = await step<{ n: number }[]>({
        query: `SELECT count(*) AS n FROM market_for_sheets.${log}_log`,
      });
      rows += Number(counted!.n);
    }
    if (rows < orders) throw new Error(`Only ${rows} rows of ${orders} orders arrived.`);
    const seconds = stats.executions.reduce((sum, { ms }) => sum + ms, 0) / 1000;
    return { rows, seconds, calls: stats.fetches.total };
  } finally {
    await world.close();
  }
}
