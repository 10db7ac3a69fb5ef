/** In a browser, the installation page copies a manifest with the selected permissions. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { manifestWith } from '../../src/build/manifest.ts';
import { release } from '../../src/build/release.ts';
import { closePages, startBrowser } from '../workbench/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLAIN = readFileSync(join(ROOT, 'appsscript.json'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'install-'));
afterAll(async () => {
  await closePages();
  rmSync(folder, { recursive: true });
});

test("copies a manifest with the checked permissions and the browser's time zone", async () => {
  release(ROOT, join(folder, 'release'));
  const context = await (await startBrowser()).newContext({ timezoneId: 'Europe/Paris' });
  const page = await context.newPage();
  await page.goto(`file://${folder}/release/INSTALL.html`);
  const copied = async () => {
    await page.click('[data-copy="appsscript.txt"]');
    return await page.inputValue('textarea[id="appsscript.txt"]');
  };
  const timeZone = 'Europe/Paris';
  expect(await copied()).toBe(manifestWith(PLAIN, { timeZone }));
  await page.getByLabel('Daily email').check();
  await page.getByLabel('BigQuery').check();
  expect(await copied()).toBe(manifestWith(PLAIN, { timeZone, permissions: ['email', 'bigquery'] }));
  await page.getByLabel('Daily email').uncheck();
  expect(await copied()).toBe(manifestWith(PLAIN, { timeZone, permissions: ['bigquery'] }));
});
