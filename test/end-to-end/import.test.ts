import { beforeAll, describe, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import { newWorld, type Reply, repliesOf, valuesOf } from './scenario.ts';

const STEPS = ['orders', 'ad-performance', 'inventory', 'keywords', 'price-history'];
const TABLES = ['Orders', 'Order lines', 'Packages', 'Inventory', 'Price log', 'Ad performance', 'Keywords'];
const START = { sidebar: ['startImport'] };

const KEYS = TABLES.map((table) => ({
  eval: `const values = ss.getSheetByName('${table}').getDataRange().getValues();
    const column = values[0].indexOf('Row key');
    return values.slice(1).map((row) => row[column]).filter(String).sort();`,
}));

/** Runs steps in a workbook connected to a small shop. */
async function inShop(
  read: (world: ReturnType<typeof newWorld>) => Promise<void>,
  open: object = {},
  market: object = {},
): Promise<void> {
  const world = newWorld();
  try {
    const [, shop] = await valuesOf(world, [{ open }, { market: { seed: 31, items: 12, orders: 20, ...market } }]);
    await valuesOf(world, [{ connect: { ...shop, name: 'My shop', baseUrl: shop.url } }]);
    await read(world);
  } finally {
    await world.close();
  }
}

const names = (report: Reply['value']) => report.steps.map(({ operation }: { operation: string }) => operation);

describe('of the whole shop', () => {
  let replies: readonly Reply['value'][];
  let keys: readonly Reply['value'][];
  beforeAll(() =>
    inShop(async (world) => {
      const steps = [
        { sidebar: ['planImport'] },
        START,
        { sheets: true },
        { sidebar: ['state'] },
        { sidebar: ['schedule'] },
      ];
      replies = await valuesOf(world, steps);
      keys = await valuesOf(world, KEYS);
    }),
  );

  test('an import fills every table, turns the schedule on, and shows Today', () => {
    const [plan, report, sheets, state, { value: schedule }] = replies;
    expect(plan.value).toMatchObject({ state: 'planned', planned: { precision: 'at least' } });
    expect(names(plan.value)).toEqual(STEPS);
    expect(report.value.state).toBe('done');
    for (const { operation, rows } of report.value.steps) expect(rows.added, operation).toBeGreaterThan(0);
    const visible = (sheets as { name: string; hidden: boolean }[]).filter(({ hidden }) => !hidden);
    expect(visible.map(({ name }) => name)).toEqual(['Today', 'Findings', ...TABLES, 'Catalog', 'Sheet1']);
    expect(state.value).toMatchObject({ toImport: [], import: { state: 'done' } });
    // No job has run, because the import filled its table.
    const results = schedule.jobs.map(({ result }: { result: string }) => result);
    expect(new Set(results)).toEqual(new Set(['']));
  });

  test.each(isLong ? [200, 640] : [640])(
    'an import killed at service call %i resumes automatically and completes the same rows',
    async (call) => {
      await inShop(async (world) => {
        const [, killed] = await repliesOf(world, [{ fault: { killAtServiceCall: call } }, START]);
        expect(killed!.ok).toBe(false);
        await valuesOf(world, [{ fault: null }, { advance: 'PT25M' }]);
        const [state, ...found] = await valuesOf(world, [{ sidebar: ['state'] }, ...KEYS]);
        expect(state.value.import.state).toBe('done');
        // Scheduled jobs may have added rows.
        found.forEach((rows, at) => {
          expect(rows, TABLES[at]).toEqual(expect.arrayContaining(keys[at]));
        });
      });
    },
  );
});

longTest('a canceled import keeps its rows and reads the rest when resumed', () =>
  inShop(
    async (world) => {
      const [begun, canceled, advanced, resumed] = await valuesOf(world, [
        { sidebar: ['startImport', null, 1] },
        { sidebar: ['cancelImport'] },
        { sidebar: ['state'] },
        { sidebar: ['continueImport'] },
      ]);
      expect(begun.value.state).toBe('running');
      expect(canceled.value.state).toBe('canceled');
      expect(advanced.value.import.rows).toEqual(begun.value.rows);
      expect(resumed.value.state).toBe('done');
      expect(resumed.value.steps[0]).toEqual(begun.value.steps[0]);
    },
    { latency: 1 },
  ),
);

longTest('prices beyond the cap are imported in the background', () =>
  inShop(
    async (world) => {
      const [report, , state] = await valuesOf(world, [START, { advance: 'PT75M' }, { sidebar: ['state'] }]);
      expect(report.value.state).toBe('done');
      expect(report.value.callsLeft).toBeGreaterThan(0);
      expect(report.value.resumeAt).toMatch(/^\d{4}-\d\d-\d\dT/);
      expect(state.value.import.steps.at(-1)).toMatchObject({ operation: 'price-history', state: 'done' });
    },
    {},
    { caps: 32, items: 40 },
  ),
);

test('keywords cover all campaigns of Ad performance; the pull asks for that table if it is empty', () =>
  inShop(async (world) => {
    const pull = { operation: 'keywords', params: { campaigns: 'all' } };
    const [early] = await repliesOf(world, [{ pull }]);
    expect(early!.error?.message ?? early!.value.errors[0].message).toContain(
      'Ad performance has no campaigns for this shop yet',
    );
    const ads = { operation: 'ad-performance', params: { fromDate: '2025-06-10', toDate: '2025-06-12' } };
    const [, keywords] = await valuesOf(world, [{ pull: ads }, { pull }]);
    expect(keywords.state).toBe('done');
    expect(keywords.actual.calls.byOperation.keywords).toBeGreaterThan(1);
  }));

test("Cancel stops a step's first slice, and the schedule resumes nothing", () =>
  inShop(
    async (world) => {
      const cancel = `
        const [, token] = JSON.stringify(PropertiesService.getUserProperties().getProperties()).match(/token[\\\\":]+([0-9a-f-]{36})/);
        const { fetchAll } = UrlFetchApp;
        let rounds = 0;
        UrlFetchApp.fetchAll = (requests) => {
          const answers = fetchAll.call(UrlFetchApp, requests);
          if (++rounds === 2) sidebarCall('cancelImport', [], token);
          return answers;
        };
        sidebarCall('startImport', ['My shop', 5], token);
        UrlFetchApp.fetchAll = fetchAll;
        return rounds;`;
      const [, , , statistics] = await valuesOf(world, [
        { eval: cancel },
        { sidebar: ['pauseAll', true] },
        { stats: true },
        { advance: 'PT25M' },
        { stats: true },
      ]).then(([first, paused, , ...others]) => [first, paused, undefined, others.at(-1)]);
      expect(statistics.fetches.total).toBe(0);
    },
    { latency: 1 },
    { orders: 6000, items: 300, caps: 'none', latency: 2500 },
  ));
