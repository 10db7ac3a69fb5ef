/**
 * Cost of exports: modeled time of the built add-on, including removal of old rows; CPU and heap for a million rows.
 */
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
  about: 'exports to the warehouse: modeled time, calls, and CPU and heap for a million rows',
  async run({ quick }): Promise<readonly Result[]> {
    const counted = { bench: 'export', kind: 'counted' } as const;
    const waves = quick ? exports.quickWaves : exports.waves;
    const { rows, seconds, forgetting, calls, wrong } = await exportedIn(waves);
    const workload = `${rows} rows from two shops in ${waves.length} waves, removed after each wave, one killed export, latency 1`;
    const each = { ...counted, unit: 's' } as const;
    const results: Result[] = [
      result({
        ...each,
        workload: `${workload}: time per 50,000`,
        ours: (seconds / rows) * 50_000,
        // One-time work such as creating tables dominates small exports.
        limit: quick ? null : goals.exportSeconds,
      }),
      result({
        ...each,
        workload: `${workload}: removal time per 50,000`,
        ours: (forgetting / rows) * 50_000,
        limit: quick ? null : goals.forgetSeconds,
      }),
      result({ ...counted, workload: `${workload}: calls`, ours: calls, unit: 'calls', limit: null }),
      result({
        ...counted,
        workload: `${workload}: rows lost or duplicated`,
        ours: wrong,
        unit: 'rows',
        limit: 0,
      }),
    ];
    const many = quick ? exports.quickRows : exports.rows;
    const heap = `--max-old-space-size=${goals.exportHeapMB}`;
    const { cpu, bytes } = await sample(await bundled('export-rows'), [String(many)], [heap], exports.patience);
    results.push(
      result({
        bench: 'export',
        workload: `${many} rows in load jobs, ${goals.exportHeapMB} MB heap: CPU per 50,000`,
        ours: (cpu! / many) * 50_000,
        unit: 's',
        limit: goals.exportSeconds,
        kind: 'timed',
      }),
      result({
        ...counted,
        workload: `${many} rows: bytes of JSON per row`,
        ours: bytes! / many,
        unit: 'bytes',
        limit: null,
      }),
    );
    return results;
  },
};

interface Reply {
  readonly ok: boolean;
  readonly value: never;
  readonly error?: { readonly message: string };
}

const EXPORT = { menu: 'Export to BigQuery' };
const LOGS = ['orders', 'order_lines', 'packages'];

/** `seconds` and `forgetting` are modeled by the host. */
async function exportedIn(waves: readonly { readonly seed: number; readonly orders: number }[]) {
  const world = new World(readBundle(freshBundle()));
  world.grant(['bigquery']);
  const attempt = async (line: object): Promise<Reply> => {
    let reply: Reply | undefined;
    await runScenario(parseScenario(JSON.stringify(line)), world, (text) => {
      reply = JSON.parse(text) as Reply;
    });
    return reply!;
  };
  const step = async <T>(line: object): Promise<T> => {
    const reply = await attempt(line);
    if (!reply.ok) throw new Error(`Step failed: ${reply.error?.message}`);
    return reply.value;
  };
  const spent = async () => {
    const { fetches, executions } = await step<{
      fetches: { total: number };
      executions: { ms: number }[];
    }>({ stats: true });
    return { calls: fetches.total, seconds: executions.reduce((sum, { ms }) => sum + ms, 0) / 1000 };
  };
  const isClosedLeft = async () => {
    const [rows] = await step<[number]>({
      eval: `const rows = ss.getSheetByName('Orders').getDataRange().getValues(); const [at, status] = ['Order date', 'Order status'].map((name) => rows[0].indexOf(name));
        return [rows.filter((row) => ['2', '3', '4'].includes(String(row[status])) && row[at] < Date.now() - (180 * 24 + 2) * 3600000).length]`,
    });
    return rows > 0;
  };
  const total = { rows: 0, seconds: 0, forgetting: 0, calls: 0, wrong: 0 };
  try {
    await step({ open: { latency: 1, mode: 'addon' } });
    await step({ market: { items: 10, orders: 1 } });
    await step({ warehouse: { latency: exports.latency } });
    await step({ connect: { name: 'First', baseUrl: 'https://market.test' } });
    await step({ sidebar: ['addJob', { dataset: 'Warehouse', filter: '', every: 'daily' }] });
    // No rows are removed on the first day.
    await step({ sidebar: ['turnOn'] });
    await step({ advance: 'P1DT3H' });
    for (const [index, { seed, orders }] of waves.entries()) {
      const shop = index % 2;
      const baseUrl = `https://shop${shop}.test`;
      await step({
        market: { seed, orders, items: 500, origin: baseUrl, sellerId: `A0S${shop}`, caps: 'none' },
      });
      await step({ connect: { name: `Shop ${shop}`, baseUrl } });
      await step({ sidebar: ['turnOff'] });
      const pulled = await step<{ rows: { added: number } }>({
        pull: { operation: 'orders', params: { connection: `Shop ${shop}` } },
      });
      total.rows += pulled.rows.added;
      await spent();
      if (index === 0) {
        await step({ fault: { killAtFetch: exports.endedAt } });
        if ((await attempt(EXPORT)).ok) throw new Error('The export was not killed.');
        await step({ fault: null });
      }
      await step(EXPORT);
      const exported = await spent();
      total.seconds += exported.seconds;
      total.calls += exported.calls;
      // Advance until closed orders reach their age limit.
      await step({ advance: 'P181D' });
      await step({ sidebar: ['turnOn'] });
      await spent();
      for (let hours = 0; hours < 6 && (hours < 2 || (await isClosedLeft())); hours++) await step({ advance: 'PT1H' });
      if (await isClosedLeft()) throw new Error("The wave's rows were not removed from the workbook.");
      const forgotten = await spent();
      total.forgetting += forgotten.seconds;
      total.calls += forgotten.calls;
    }
    let held = 0;
    for (const log of LOGS) {
      const [counted] = await step<{ n: number; keys: number }[]>({
        query: `SELECT count(*) AS n, count(DISTINCT row_key) AS keys FROM market_for_sheets.${log}_log`,
      });
      held += Number(counted!.keys);
      total.wrong += Number(counted!.n) - Number(counted!.keys);
    }
    total.wrong += Math.abs(total.rows - held);
    return total;
  } finally {
    await world.close();
  }
}
