/**
 * Workbooks stored by earlier releases work in the current version. `test/scenarios/stored-workbook.jsonl` created the
 * one from 1.0. Add a workbook for each release that changes stored data.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { World } from '../host/steps/world.ts';
import { newWorld, type Reply, valuesOf } from './scenario.ts';
import { TABLES } from './shop.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/stored/', import.meta.url));
const SHOP = { market: { seed: 31, items: 4, orders: 10 } };

describe.each(readdirSync(FOLDER))('stored workbook %s', (file) => {
  async function opened(look: (world: World, go: (...steps: object[]) => Promise<Reply['value'][]>) => Promise<void>) {
    const world = newWorld();
    try {
      await valuesOf(world, [{ open: { document: `${FOLDER}${file}` } }, { grant: ['email'] }, SHOP]);
      await look(world, (...steps) => valuesOf(world, steps));
    } finally {
      await world.close();
    }
  }

  test('pulling again changes nothing', () =>
    opened(async (_, go) => {
      // Later versions may have more tables.
      const [sheets] = await go({ sheets: true });
      const tables = TABLES.filter((table) => sheets.some(({ name }: { name: string }) => name === table));
      expect(tables.length).toBeGreaterThan(8);
      const before = await go(...tables.map(rowsOf));
      const pulls = await go(
        { pull: { operation: 'orders', params: {} } },
        { pull: { operation: 'inventory', params: { items: 'catalog' } } },
        { pull: { operation: 'price-history', params: { items: 'catalog' } } },
        { pull: { operation: 'keywords', params: { campaigns: 'all' } } },
        { pull: { operation: 'lookup-report', params: { requestId: '2XKN1IS1SBWK5' } } },
        {
          pull: { operation: 'ad-performance', params: { fromDate: '2025-06-01', toDate: '2025-06-10', by: 'range' } },
        },
        { pull: { operation: 'ad-performance', params: { fromDate: '2025-06-13', toDate: '2025-06-15' } } },
      );
      for (const { operation, state, rows } of pulls) {
        expect({ operation, state, ...rows }).toMatchObject({ state: 'done', added: 0, changed: 0, gone: 0 });
        expect(rows.unchanged, operation).toBeGreaterThan(0);
      }
      expect(before.map((rows) => rows.length > 1)).toEqual(tables.map(() => true));
      expect(await go(...tables.map(rowsOf))).toEqual(before);
    }));

  test('connections, choices, and typed cells are kept', () =>
    opened(async (_, go) => {
      const [connections, state, schedule, note, rules, findings, quota] = await go(
        { sidebar: ['listConnections'] },
        { sidebar: ['state'] },
        { sidebar: ['schedule'] },
        { get: 'Orders!AR1:AR2', as: 'values' },
        { eval: "return ss.getSheetByName('Rules').getDataRange().getValues().map((row) => row.slice(0, 2))" },
        { eval: "return ss.getSheetByName('Findings').getDataRange().getValues().map((row) => row.slice(7, 11))" },
        { sidebar: ['activity'] },
      );
      expect(connections.value).toMatchObject([
        { name: 'My shop', format: 'json', version: '314', settings: { caps: 'orders 900' }, isDefault: true },
        { name: 'My shop in XML', format: 'xml', version: '304', isDefault: false },
      ]);
      expect(state.value.consents).toMatchObject([
        { connection: 'My shop', buyerData: true, retentionDays: 45 },
        { connection: 'My shop in XML', buyerData: false },
      ]);
      expect(schedule.value).toMatchObject({ me: { name: 'Ana' }, email: { daily: true, hour: 7, alerts: true } });
      const jobs = schedule.value.jobs.map(({ name, every, isMine }: Record<string, unknown>) => [name, every, isMine]);
      expect(jobs).toContainEqual([expect.stringContaining('Keywords'), 'weekly', true]);
      expect(jobs).toContainEqual([expect.stringContaining('Unshipped'), 'hourly', true]);
      expect(note).toEqual([['My note'], ['call back']]);
      expect(rules).toContainEqual(['mismatch', 'off']);
      expect(findings).toContainEqual(['void-soon, overdue', 'A19Z', 'explained', 'agreed']);
      const { cap, left } = quota.value.gauges.find(({ operation }: { operation: string }) => operation === 'orders');
      expect([cap, left < cap]).toEqual([900, true]);
    }));

  test('the unfinished import completes and every job runs', () =>
    opened(async (_, go) => {
      const [before, kept] = await go({ sidebar: ['state'] }, { sidebar: ['schedule'] });
      expect(before.value.import.state).toBe('running');
      const [fired, after, schedule] = await go(
        { advance: isLong ? 'PT3H30M' : 'PT1H20M' },
        { sidebar: ['state'] },
        { sidebar: ['schedule'] },
      );
      expect(fired.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
      expect(after.value.import.state).toBe('done');
      const { jobs } = schedule.value;
      expect(jobs.map(({ id }: { id: string }) => id)).toEqual(kept.value.jobs.map(({ id }: { id: string }) => id));
      const often = isLong ? /^(10 minutes|hourly|4 hours)$/ : /^(10 minutes|hourly)$/;
      const again = jobs.filter(({ every }: { every: string }) => often.test(every));
      expect(again.length).toBeGreaterThan(2);
      for (const { name, lastRun } of again) expect(lastRun > kept.value.now, name).toBe(true);
      for (const { name, state, lastRun, result } of isLong ? jobs : again)
        expect([name, state, lastRun, result]).toEqual([
          name,
          'active',
          expect.any(String),
          expect.stringMatching(/^Done\./),
        ]);
    }));

  test('an earlier run can be undone', () =>
    opened(async (_, go) => {
      const [activity] = await go({ sidebar: ['activity'] });
      const run = activity.value.runs.find(({ what }: { what: string }) => what === 'Lookup report');
      const [undone, rows] = await go({ sidebar: ['undoRun', run.run] }, rowsOf('Lookup report'));
      expect(undone).toMatchObject({ ok: true });
      expect(rows).toHaveLength(1);
    }));
});

/** Includes the header row, excludes `As of`. */
function rowsOf(table: string): object {
  return {
    eval: `const values = ss.getSheetByName('${table}').getDataRange().getValues();
      const asOf = values[0].indexOf('As of');
      return values.map((row) => row.filter((_, column) => column !== asOf));`,
  };
}
