/** The release folder: whoever follows its page, click by click, has an add-on that works. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addonManifest } from '../../src/build/addon.ts';
import { release } from '../../src/build/release.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { World } from '../host/steps/world.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { repliesOf } from './scenario.ts';
import { actsOf, Person } from './script-editor.ts';
import { connectionTo, openShop, pullsFrom, TABLES } from './shop.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'release-'));
const folder = join(scratch, 'release');
let shop: RunningMarketplace;
let page: string;

beforeAll(async () => {
  release(ROOT, freshBundle(), folder);
  page = readFileSync(join(folder, 'INSTALL.html'), 'utf8');
  shop = await openShop();
});
afterAll(async () => {
  rmSync(scratch, { recursive: true });
  await shop.close();
});

test('its page, followed literally, leads to an add-on that checks, connects, pulls and answers formulas', async () => {
  const person = new Person(folder, join(scratch, 'script'));
  try {
    for (const act of actsOf(page)) await person.do(act);
    const [results, , , ...rest] = await repliesOf(person.world!, [
      { get: 'Installation check!A1:A100', as: 'display' },
      { market: {} },
      { connect: connectionTo(shop) },
      ...pullsFrom(shop),
      { cells: { 'Sheet1!A1': `=MARKET_STOCK("${shop.announcement.itemNumbers[0]}")` } },
      { get: 'Sheet1!A1', as: 'values' },
      { sheets: true },
    ]);
    const [sheets, [stock], , ...pulls] = rest.reverse().map(({ value }) => value);
    const answers = results!.value.flat().filter((result: string) => result !== '');
    expect(answers.length).toBeGreaterThan(20);
    expect(answers).not.toContain('otherwise');
    expect(pulls.map(({ state }: { state: string }) => state)).toEqual(pulls.map(() => 'done'));
    expect(stock).toEqual([expect.any(Number)]);
    expect(sheets.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining([...TABLES]));
  } finally {
    await person.close();
  }
});

test('a page that says another name or leaves a click out leads nowhere', async () => {
  const acts = actsOf(page);
  const without = (text: string) => acts.filter((act) => act.text !== text);
  const wrong = [
    acts.map((act) => (act.text === 'Sidebar' ? { ...act, text: 'Side' } : act)),
    without('Show "appsscript.json" manifest file in editor'),
    without('Save project'),
    without('Advanced'),
  ];
  for (const [index, each] of wrong.entries()) {
    const person = new Person(folder, join(scratch, `wrong${index}`));
    const follow = async () => {
      for (const act of each) await person.do(act);
    };
    await expect(follow(), String(index)).rejects.toThrow();
    await person.close();
  }
});

test('its buttons copy what lies beside the page', () => {
  const texts = [...page.matchAll(/<textarea id="([^"]+)"[^>]*>\n(.*?)<\/textarea>/gs)];
  const copied = texts.map(([, name, text]) => [name, text!.replace(/&lt;/g, '<').replace(/&amp;/g, '&')]);
  const files = readdirSync(folder).filter((name) => name !== 'INSTALL.html');
  expect(copied.map(([name]) => name).sort()).toEqual(files.sort());
  for (const [name, text] of copied) expect(text === readFileSync(join(folder, name!), 'utf8')).toBe(true);
});

test('the add-on build calls the addresses that it was built for, and no other', async () => {
  const bundle = readBundle(freshBundle());
  const manifest = readFileSync(join(freshBundle(), 'appsscript.json'), 'utf8');
  expect(() => addonManifest(manifest, [])).toThrow('--hosts');
  for (const host of ['http://a.example', 'a.example', 'https://a.example/?x', 'https://u@a.example'])
    expect(() => addonManifest(manifest, [host]), host).toThrow('https://api.example.com');
  const world = new World({
    ...bundle,
    manifest: JSON.parse(addonManifest(manifest, ['https://market.test'])),
  });
  try {
    const replies = await repliesOf(world, [
      { open: { mode: 'addon' } },
      { market: {} },
      { market: { origin: 'https://market.test.example' } },
      { connect: connectionTo(shop) },
      { connect: connectionTo(shop, { name: 'Other', baseUrl: 'https://market.test.example' }) },
      { test: 'Shop' },
      { test: 'Other' },
    ]);
    expect(replies[5]).toMatchObject({ ok: true, value: { message: expect.stringContaining('Connected') } });
    expect(replies[6]).toMatchObject({ ok: false, error: { name: 'MARKET_UNREACHABLE' } });
  } finally {
    await world.close();
  }
});
