/** What Google may lack on some platform or day, and what stands in for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, wholeCodeOf } from '../../src/build/code.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { newWorld, repliesOf, runScenario, valuesOf } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

/** As `npm run build` makes it. */
const KIND = {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  folder: 'dist',
  hasWarehouse: false,
  isMinified: true,
};

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a time zone that Intl does not know is asked of Google', async () => {
  const seenWith = async (fault: object | null) => {
    const replies = await runScenario([
      { open: { timeZone: 'Asia/Kathmandu' } },
      { market: { orders: 8, items: 5 } },
      { fault },
      { connect: connectionTo(shop) },
      { pull: { operation: 'orders', params: {} } },
      { cells: { 'Sheet1!A1': '=MARKET_ORDERS("2025-06-10","2025-06-16")' } },
      { get: 'Orders!A1:AZ12' },
      { get: 'Sheet1!A1:AZ12' },
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    return replies.slice(6).map(({ value }) => value);
  };
  const known = await seenWith(null);
  expect(JSON.stringify(known)).toMatch(/2025-06-1\dT/);
  expect(await seenWith({ missingZone: 'Asia/Kathmandu' })).toEqual(known);
});

test('a schedule that Google starts without its spreadsheet says so where the person looks', async () => {
  const world = newWorld();
  try {
    const replies = await repliesOf(world, [
      { open: { mode: 'addon', triggerDocument: false } },
      { market: { orders: 5, items: 5 } },
      { connect: connectionTo(shop) },
      { menu: 'Set up standard jobs' },
      { advance: 'PT70M' },
      { sidebar: ['schedule'] },
    ]);
    const said = expect.stringContaining('Google starts your schedule without its spreadsheet');
    expect(replies.at(-1)!.value.value.advice).toMatchObject({ text: said });
    const host = await world.host();
    expect((await host.open())!.shown).toMatchObject([{ what: 'toast', text: said }]);
    // It has one again.
    Object.assign(host.options, { triggerDocument: true });
    await repliesOf(world, [{ advance: 'PT70M' }]);
    expect((await host.open())!.shown).toEqual([]);
  } finally {
    await world.close();
  }
});

describe('where a script may run no text', () => {
  const refusing = (code: string) =>
    `${code}\nFunction = function () { throw new EvalError('Code generation from strings disallowed') };`;
  const steps = () => [
    { open: {} },
    { market: { orders: 8, items: 5 } },
    { connect: connectionTo(shop, { format: 'xml' }) },
    { pull: { operation: 'orders', params: {} } },
    { cells: { 'Sheet1!A1': '=MARKET_ORDERS("2025-06-10","2025-06-16")' } },
    { get: 'Orders!A1:AZ12' },
    { get: 'Sheet1!A1:AZ12' },
    { menu: 'Undo last run' },
  ];

  test('the build of which all is code does what the usual one does', async () => {
    const [usual, whole] = [newWorld(), newWorld(refusing((await wholeCodeOf(KIND)).text))];
    try {
      const seen = await valuesOf(usual, steps());
      expect(JSON.stringify(seen[6])).toMatch(/2025-06-1\dT/);
      expect((await valuesOf(whole, steps())).slice(5)).toEqual(seen.slice(5));
    } finally {
      await usual.close();
      await whole.close();
    }
  });

  test('the usual one says which to install: in cells, and where something is pulled', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'degraded-'));
    const document = join(folder, 'book.json');
    const [connected, refused] = [newWorld(), newWorld(refusing((await codeOf(KIND)).text))];
    try {
      await valuesOf(connected, [...steps().slice(0, 3), { keep: document }]);
      const [, , , notes, pulled] = await repliesOf(refused, [
        { open: { document } },
        steps()[1]!,
        {
          cells: { 'Sheet1!A1': '=MARKET_ORDERS("2025-06-10","2025-06-16")', 'Sheet1!B1': '=MARKET_CHECK()' },
        },
        { get: 'Sheet1!A1:B1', as: 'notes' },
        steps()[3]!,
      ]);
      const said = expect.stringContaining('npm run build -- --whole --release');
      expect(notes!.value).toEqual([[said, said]]);
      expect(pulled).toMatchObject({ ok: false, error: { message: said } });
    } finally {
      await connected.close();
      await refused.close();
      rmSync(folder, { recursive: true });
    }
  });
});
