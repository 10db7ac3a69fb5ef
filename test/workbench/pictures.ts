/**
 * `npm run pictures`: saves screenshots of the demo shop to `dist/addon/listing`, and the icon and card next to the
 * icon's SVG, where add-on builds find them.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { closePages, startBrowser } from './browser.ts';
import { startWorkbench } from './workbench.ts';

const SOURCES = fileURLToPath(new URL('../../src/build/listing/', import.meta.url));
const LISTING = fileURLToPath(new URL('../../dist/addon/listing/', import.meta.url));

/** Sizes required by the store's form. */
const ICONS = [32, 48, 96, 128];
const SCREEN = { width: 1280, height: 800 };
const CARD = { width: 220, height: 140 };

async function drawIcons(): Promise<void> {
  const svg = readFileSync(`${SOURCES}icon.svg`, 'utf8');
  const page = await (await startBrowser()).newPage();
  for (const size of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    await page.screenshot({ path: `${SOURCES}icon-${size}.png`, omitBackground: true });
  }
  await page.setViewportSize(CARD);
  await page.setContent(`<style>body { margin: 0; height: 140px; display: grid; place-content: center; justify-items: center;
    gap: 10px; background: #e8f0fe; color: #1f1f1f; font: bold 18px Roboto, Arial, sans-serif } svg { width: 64px }</style>
    ${svg}Market for Sheets`);
  await page.screenshot({ path: `${SOURCES}card.png` });
}

async function showSheet(page: Page, name: string, cell: string): Promise<void> {
  await page.locator('.o-sheet', { hasText: new RegExp(`^\\s*${name}\\s*$`) }).click();
  const box = page.locator('.o-named-range-selector-container input').first();
  await box.fill(cell);
  await box.press('Enter');
}

async function takeScreenshots(): Promise<void> {
  const workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 60, orders: 120 });
  const page = await (await startBrowser()).newPage({ viewport: SCREEN });
  await page.goto(workbench.url);
  // Hide the workbench's own controls, which sellers never see.
  await page.addStyleTag({ content: 'header h1 span, header p, header button { visibility: hidden }' });
  const sidebar = page.frameLocator('#sidebar iframe');
  const openTab = (name: string) => sidebar.getByRole('tab', { name }).click();
  const take = async (name: string) => {
    await sidebar.locator('[role=tabpanel]:not([hidden]) :is(h2, h3)').first().waitFor();
    for (const spinner of await sidebar.locator('.spinner').all()) await spinner.waitFor({ state: 'hidden' });
    await page.screenshot({ path: `${LISTING}${name}.png` });
  };
  await sidebar.getByRole('button', { name: 'Try with the demo shop' }).click();
  await sidebar.getByRole('heading', { name: 'Take a look around' }).waitFor({ timeout: 120_000 });
  await openTab('Today');
  await showSheet(page, 'Today', 'A1');
  await take('screenshot-1-today');
  await showSheet(page, 'Orders', 'A2');
  await openTab('Pull');
  await sidebar.getByRole('button', { name: 'Estimate' }).click();
  await sidebar.getByRole('heading', { name: 'Estimate' }).waitFor();
  await take('screenshot-2-estimate');
  await showSheet(page, 'Findings', 'A1');
  await openTab('Today');
  await take('screenshot-3-findings');
  await showSheet(page, 'Packages', 'A2');
  await openTab('Activity');
  await take('screenshot-4-activity');
  await showSheet(page, 'Price log', 'A2');
  await openTab('Help');
  await take('screenshot-5-help');
  await page.close();
  await workbench.close();
}

mkdirSync(LISTING, { recursive: true });
await drawIcons();
await takeScreenshots();
await closePages();
process.exit(0);
