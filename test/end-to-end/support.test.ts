import { afterAll, expect, test } from 'vitest';
import { newWorld, repliesOf } from './scenario.ts';

const world = newWorld();
afterAll(() => world.close());

async function run(...steps: readonly object[]) {
  return (await repliesOf(world, steps)).map(({ value }) => value);
}

test('the menu shows a report with the failed call', async () => {
  const requestId = 'PrivateRequest77';
  const [, , , failed, shown, first, reply] = await run(
    { open: { mode: 'bound', account: 'workspace', timeZone: 'Europe/Paris' } },
    { market: { items: 3, orders: 3 } },
    { connect: { name: 'Wolpertinger', baseUrl: 'https://market.test', format: 'xml' } },
    { pull: { operation: 'lookup-report', params: { requestId } } },
    { menu: 'Help and support' },
    { sidebar: ['installation'] },
    { sidebar: ['supportReport'] },
  );
  expect(shown.shown[0]).toMatchObject({ what: 'dialog', title: 'Help and support' });
  expect(failed.state).toBe('failed');
  const report: string = reply.value;
  expect(report).toContain(`Version ${first.value.version}, in this spreadsheet since 2025-06-16.`);
  expect(report).not.toContain(requestId);
  expect(report).not.toContain('Wolpertinger');
  expect(report).toMatch(/lookup-report on main, page 1: \d{3} /);
});

test('a copied spreadsheet reports the time of the copy', async () => {
  const [, before, , , , after] = await run(
    { open: {} },
    { sidebar: ['installation'] },
    { advance: 'P2D' },
    { copy: true },
    { menu: 'Open sidebar' },
    { sidebar: ['installation'] },
  );
  expect(before.value.since).toBe('2025-06-16T18:00:00.000Z');
  expect(after.value).toEqual({ ...before.value, since: '2025-06-18T18:00:00.000Z' });
});
