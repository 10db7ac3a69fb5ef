import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject, projectFiles } from '../../src/build/build.ts';
import { manifestWith } from '../../src/build/manifest.ts';
import { release } from '../../src/build/release.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { World } from '../host/steps/world.ts';
import { closePages, startBrowser } from '../workbench/browser.ts';
import { repliesOf } from './scenario.ts';
import { actsOf, Person } from './script-editor.ts';
import { connectionTo, pullsFrom, SMALL, TABLES } from './shop.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'release-'));
const folder = join(scratch, 'release');
let page: string;

beforeAll(() => {
  freshBundle();
  release(ROOT, folder);
  page = readFileSync(join(folder, 'INSTALL.html'), 'utf8');
});
afterAll(async () => {
  await closePages();
  rmSync(scratch, { recursive: true });
  rmSync(join(ROOT, 'dist', CLASP), { recursive: true, force: true });
});

/** A separate folder, so that this test doesn't overwrite the files of `npm run deploy`. */
const CLASP = 'deploy-compared';
const CHOICE = { timeZone: 'Europe/Paris', permissions: ['email'] } as const;

/** Opens the page, selects a check box, and returns a function that clicks a copy button and pastes the result. */
async function copiesOfPage(): Promise<(name: string) => Promise<string>> {
  const context = await (await startBrowser()).newContext({ timezoneId: CHOICE.timeZone });
  const page = await context.newPage();
  await page.goto(`file://${folder}/INSTALL.html`);
  await page.getByLabel('Daily email').check();
  const editor = await context.newPage();
  await editor.setContent('<textarea></textarea>');
  return async (name) => {
    await page.bringToFront();
    await page.click(`[data-copy="${name}"]`);
    await editor.bringToFront();
    await editor.focus('textarea');
    await editor.keyboard.press('Control+A');
    await editor.keyboard.press('Control+V');
    return await editor.inputValue('textarea');
  };
}

test('following the page in a browser installs the same files as clasp, and demo, connection, pulls, and formulas work', async () => {
  const person = new Person(await copiesOfPage(), join(scratch, 'script'));
  const see = async (...steps: object[]) => {
    const replies = await repliesOf(person.world!, steps);
    for (const { ok, error } of replies) expect(ok, error?.message).toBe(true);
    return replies.map(({ value }) => value);
  };
  try {
    const acts = actsOf(page);
    const last = acts.findIndex(({ text }) => text.endsWith('Remove the demo shop'));
    for (const act of acts.slice(0, last)) await person.do(act);
    copyProject(ROOT, CLASP, CHOICE);
    for (const file of projectFiles(ROOT)) {
      const pushed = readFileSync(join(ROOT, 'dist', CLASP, file), 'utf8');
      expect([file, readFileSync(join(scratch, 'script', file), 'utf8') === pushed]).toEqual([file, true]);
    }
    const [ads, tables] = await see({ get: 'New!A1:B3', as: 'values' }, { sheets: true });
    const day = expect.stringMatching(/^2025-06-1/);
    expect(ads).toEqual([
      ['Seller ID', 'From date'],
      ['DEMOSHOP', day],
      ['DEMOSHOP', day],
    ]);
    expect(namesOf(tables)).toEqual(expect.arrayContaining([...TABLES]));
    for (const act of acts.slice(last)) await person.do(act);
    const [left, shop] = await see({ sheets: true }, { market: { items: 20, orders: 20 } });
    expect(namesOf(left).filter((name) => TABLES.includes(name))).toEqual([]);
    const [, ...pulls] = await see(
      { connect: connectionTo({ announcement: shop }) },
      ...pullsFrom({ announcement: shop }),
    );
    expect(pulls.map(({ state }) => state)).toEqual(pulls.map(() => 'done'));
    const stock = `=MARKET_STOCK("${shop.itemNumbers[0]}")`;
    const [, cells, filled] = await see(
      { cells: { 'Sheet1!A1': stock } },
      { get: 'Sheet1!A1', as: 'values' },
      { sheets: true },
    );
    expect(cells).toEqual([[expect.any(Number)]]);
    expect(namesOf(filled)).toEqual(expect.arrayContaining([...TABLES]));
  } finally {
    await person.close();
  }
});

function namesOf(sheets: readonly { readonly name: string }[]): readonly string[] {
  return sheets.map(({ name }) => name);
}

test('instructions with a wrong name or a missing click cannot be followed', async () => {
  const acts = actsOf(page);
  const without = (text: string) => acts.filter((act) => act.text !== text);
  const wrong = [
    acts.map((act) => (act.text === 'Sidebar' ? { ...act, text: 'Side' } : act)),
    without('Show "appsscript.json" manifest file in editor'),
    without('Save project'),
    without('Advanced'),
  ];
  for (const [index, each] of wrong.entries()) {
    const person = new Person((name) => readFileSync(join(folder, name), 'utf8'), join(scratch, `wrong${index}`));
    const follow = async () => {
      for (const act of each) await person.do(act);
    };
    await expect(follow(), String(index)).rejects.toThrow();
    await person.close();
  }
});

test('copy buttons copy the files of the release folder', () => {
  const texts = [...page.matchAll(/<textarea id="([^"]+)"[^>]*>\n(.*?)<\/textarea>/gs)];
  const copied = texts.map(([, name, text]) => [name, text!.replace(/&lt;/g, '<').replace(/&amp;/g, '&')]);
  const files = readdirSync(folder).filter((name) => !['INSTALL.html', 'THIRD-PARTY.txt'].includes(name));
  expect(copied.map(([name]) => name).sort()).toEqual(files.sort());
  for (const [name, text] of copied) expect(text === readFileSync(join(folder, name!), 'utf8')).toBe(true);
});

test('the add-on build calls only the addresses that it was built for', async () => {
  const bundle = readBundle(freshBundle());
  const manifest = readFileSync(join(freshBundle(), 'appsscript.json'), 'utf8');
  expect(() => manifestWith(manifest, { hosts: [] })).toThrow('--hosts');
  for (const host of ['http://a.example', 'a.example', 'https://a.example/?x', 'https://u@a.example'])
    expect(() => manifestWith(manifest, { hosts: [host] }), host).toThrow('https://api.example.com');
  const world = new World({
    ...bundle,
    manifest: JSON.parse(manifestWith(manifest, { hosts: ['https://market.test'] })),
  });
  try {
    const [, shop] = await repliesOf(world, [{ open: { mode: 'addon' } }, SMALL]);
    const to = (name: string, baseUrl: string) => connectionTo({ announcement: shop!.value }, { name, baseUrl });
    const replies = await repliesOf(world, [
      { market: { origin: 'https://market.test.example' } },
      { connect: to('Shop', 'https://market.test') },
      { connect: to('Other', 'https://market.test.example') },
      { test: 'Shop' },
      { test: 'Other' },
    ]);
    expect(replies[3]).toMatchObject({ ok: true, value: { message: expect.stringContaining('Connected') } });
    expect(replies[4]).toMatchObject({ ok: false, error: { name: 'MARKET_UNREACHABLE' } });
  } finally {
    await world.close();
  }
});
