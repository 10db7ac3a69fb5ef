import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import { callOfPage } from '../host/steps/product.ts';
import { startMarketplace } from '../marketplace/server.ts';
import { closePages, startBrowser } from './browser.ts';
import { MARKET } from './demo-shop.ts';
import { connectShop } from './visit.ts';
import { Visitor } from './visitor.ts';
import type { WireTools } from './wire-tools.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

const EDITOR = 'editor@shop.example';

let workbench: Workbench;
let browser: Browser;
let owner: Visitor;
let editor: Visitor;

beforeAll(async () => {
  workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 40, orders: 30 });
  browser = await startBrowser();
  owner = await Visitor.arrive(workbench.url, browser);
  editor = await Visitor.arrive(workbench.url, browser);
}, 600_000);

afterAll(async () => {
  await closePages();
  await workbench?.close();
});

test('the account menu switches to another user', async () => {
  expect(await editor.page.locator('#account').textContent()).toBe('you@example.com');
  await editor.page.locator('#account').click();
  await editor.screenshot('users');
  await editor.page
    .locator('#people')
    .getByRole('link', { name: `${EDITOR} can edit` })
    .click();
  await expect.poll(() => editor.page.locator('#account').textContent()).toBe(EDITOR);
  await editor.page.locator('body[data-state=ready] .o-sheet.active').waitFor();
  expect(new URL(editor.page.url()).searchParams.get('as')).toBe(EDITOR);
  await editor.sidebar.getByRole('button', { name: 'Connect your shop' }).waitFor();
});

test("typing in one user's tab shows in the other's", async () => {
  await editor.type('B2', 'from the editor');
  await expect.poll(() => owner.text('B2')).toBe('from the editor');
  await owner.type('B3', 'from the owner');
  await expect.poll(() => editor.text('B3')).toBe('from the owner');
});

longTest("each script sees its own user's active sheet", async () => {
  await owner.page.locator('.o-add-sheet').click();
  await expect.poll(() => owner.page.locator('.o-sheet.active').textContent()).toBe('Sheet2');
  await expect.poll(() => editor.tabs()).toEqual(['Sheet1', 'Sheet2']);
  await Promise.all([owner.openSidebar(), editor.openSidebar()]);
  await owner.page.waitForTimeout(300);
  expect(await owner.page.locator('.o-sheet.active').textContent()).toBe('Sheet2');
  expect(await editor.page.locator('.o-sheet.active').textContent()).toBe('Sheet1');
});

test('a first call that fails twice can be retried without an account error', async () => {
  const { page, sidebar } = editor;
  await page.route('**/api/run*', (route) => route.fulfill({ json: { ok: false, message: 'Exception', sheet: 0 } }));
  await editor.openSidebar();
  await sidebar.getByText('Google asked for permission or had a hiccup.').first().waitFor();
  expect(await sidebar.getByText('Several Google accounts?').count()).toBe(0);
  await editor.screenshot('hiccup');
  await page.unroute('**/api/run*');
  await sidebar.getByRole('button', { name: 'Try again' }).click();
  await sidebar.getByRole('tab', { name: 'Today' }).waitFor();
});

test('a sidebar whose calls Google runs as another account, or blocks, saves nothing and says what to do', async () => {
  const { page, sidebar } = owner;
  const stored = () =>
    [...workbench.host.stores.user].flatMap(([who, kept]) => [...kept].map((each) => [who, ...each]));
  await owner.openSidebar();
  await sidebar.getByRole('button', { name: 'Connect your shop' }).waitFor();
  const before = stored();
  await page.route('**/api/run*', (route) =>
    route.continue({ url: `${workbench.url}/api/run?as=${encodeURIComponent('another@shop.example')}` }),
  );
  await sidebar.getByRole('button', { name: 'Connect your shop' }).click();
  const stopped = sidebar.getByRole('alert').filter({ hasText: 'Several Google accounts?' });
  await stopped.getByText(/opened by another Google account.* Nothing was saved/).waitFor();
  await stopped.getByText(/private window/).waitFor();
  await owner.screenshot('several-accounts');
  expect(stored()).toEqual(before);
  await page.unroute('**/api/run*');
  await page.route('**/api/run*', (route) =>
    route.fulfill({ json: { ok: false, message: '権限がありません: PERMISSION_DENIED', sheet: 0 } }),
  );
  await sidebar.getByRole('button', { name: 'Try again' }).click();
  await stopped.getByText(/blocked this sidebar.*PERMISSION_DENIED/).waitFor();
  await page.unroute('**/api/run*');
  await sidebar.getByRole('button', { name: 'Try again' }).click();
  await sidebar.getByRole('button', { name: 'Connect your shop' }).waitFor();
});

async function comeBack(visitor: Visitor): Promise<void> {
  await visitor.openSidebar();
  await visitor.sidebar.getByRole('tab', { name: 'Today' }).waitFor();
}

describe('with tables filled by the owner', () => {
  const card = () => editor.sidebar.locator('#panel-today .card');

  beforeAll(async () => {
    await connectShop(workbench);
    const pull = { operation: 'orders', params: {} };
    for (const [name, ...args] of [['startPull', pull], ['setUpJobs']] as const)
      expect(await callOfPage(workbench.host, name, args)).toMatchObject({ ok: true, value: { ok: true } });
    await comeBack(editor);
  }, 300_000);

  test('an editor without a connection sees Today and who refreshes it, not the welcome page', async () => {
    const { sidebar } = editor;
    expect(await sidebar.getByRole('tab', { selected: true }).textContent()).toBe('Today');
    await card()
      .getByText(/^Refreshed by the shop's owner every 10 minutes\. First run (today|tomorrow) at/)
      .waitFor();
    await sidebar.getByRole('list', { name: 'Needs attention' }).waitFor();
    await editor.examineSidebar();
    await editor.screenshot('shared-today');
    for (const [tab, role] of [
      ['Connect', 'button'],
      ['Pull', 'button'],
      ['Schedule', 'heading'],
      ['Activity', 'listitem'],
    ] as const) {
      await sidebar.getByRole('tab', { name: tab }).click();
      const panel = sidebar.locator(`#panel-${tab.toLowerCase()}`);
      await panel.getByRole(role).first().waitFor();
      await expect.poll(() => panel.locator('.loading').count()).toBe(0);
      const text = await panel.innerText();
      expect(text).not.toMatch(/\bMe\b|Person [0-9a-f]{4}|Your shop, in this spreadsheet|Try with the demo shop/);
      // Other tests check each tab's accessibility.
      if (isLong) await editor.examineSidebar();
      await editor.screenshot(`shared-${tab.toLowerCase()}`);
    }
  });

  test('the owner sees their own view', async () => {
    await comeBack(owner);
    await owner.sidebar.getByRole('tab', { name: 'Today' }).click();
    await owner.sidebar.getByRole('list', { name: 'Needs attention' }).waitFor();
    expect(await owner.sidebar.getByText('Shared with you').count()).toBe(0);
    await owner.screenshot('shared-owner');
  });

  test("an editor is asked before the owner's buyer data is deleted", async () => {
    const isOn = async () => {
      const reply = await callOfPage(workbench.host, 'state', []);
      return (reply as { value: { value: { consents: { buyerData: boolean }[] } } }).value.value.consents[0]!.buyerData;
    };
    await callOfPage(workbench.host, 'setConsent', [{ buyerData: true }]);
    await comeBack(editor);
    const { sidebar } = editor;
    await sidebar.getByRole('tab', { name: 'Connect' }).click();
    await sidebar.getByRole('button', { name: 'Turn off and delete for everyone' }).click();
    await sidebar.getByText("Delete everyone's buyer data?").waitFor();
    await editor.examineSidebar();
    await editor.screenshot('shared-buyer-data');
    expect(await isOn()).toBe(true);
    await sidebar.getByRole('button', { name: 'Turn off', exact: true }).click();
    await sidebar.getByText("Delete everyone's buyer data?").waitFor({ state: 'detached' });
    expect(await isOn()).toBe(false);
  });

  longTest('an editor with another shop sees no shared view', async () => {
    const other = await startMarketplace({ items: 20, orders: 10, sellerId: 'B777', seed: 7 });
    workbench.host.router.add('https://other.test', other.announcement.url);
    const partner = await Visitor.arrive(workbench.url, browser, 'partner@shop.example');
    await comeBack(partner);
    await partner.sidebar.getByRole('tab', { name: 'Connect' }).click();
    await partner.connect(other.announcement, 'https://other.test');
    await partner.sidebar.getByRole('button', { name: 'Import my shop', exact: true }).waitFor();
    await partner.sidebar.getByRole('tab', { name: 'Schedule' }).click();
    await partner.sidebar.getByText(/^The shop's owner: Runs every 10 minutes/).waitFor();
    await partner.examineSidebar();
    await partner.screenshot('shared-partner');
    await partner.page.close();
    await other.close();
  });

  test("an editor takes over once the owner's schedule is off", async () => {
    await owner.sidebar.getByRole('tab', { name: 'Schedule' }).click();
    await owner.sidebar.getByRole('button', { name: 'Turn off' }).click();
    await owner.sidebar
      .getByText(/^The schedule is off/)
      .first()
      .waitFor();
    await comeBack(editor);
    await card().getByText("The schedule that the shop's owner set up is off.").waitFor();
    await editor.screenshot('shared-off');
    await editor.sidebar.getByRole('tab', { name: 'Today' }).click();
    await editor.pressOn(card().getByRole('button', { name: 'Connect and take over' }));
    await editor.fillConnection(workbench.market.announcement, MARKET);
    await editor.sidebar.getByRole('heading', { name: 'Connections' }).waitFor();
    await editor.sidebar.getByRole('tab', { name: 'Schedule' }).click();
    await editor.sidebar.getByRole('button', { name: /^Take over \d+ jobs$/ }).click();
    await editor.sidebar
      .getByText(/jobs taken over\.$/)
      .first()
      .waitFor();
  });
});

test('toasts appear only for the user who runs the script, and never for scheduled runs', async () => {
  const { host } = workbench;
  const run = (body: string, kind: 'menu' | 'trigger', user = host.owner) =>
    host.execute({ kind, name: 'eval', invocation: { type: 'eval', body, sheetId: null, base: '' }, user });
  const notes = ({ page }: Visitor) => page.locator('.toast-note');
  await run("ss.toast('by the clock')", 'trigger');
  await run("ss.toast('for you', '', -1)", 'menu', EDITOR);
  await notes(editor).filter({ hasText: 'for you' }).waitFor();
  await run("ss.toast('for the owner', '', -1)", 'menu');
  await notes(owner).filter({ hasText: 'for the owner' }).waitFor();
  expect(await notes(editor).allTextContents()).toEqual(['for you×']);
  expect(await notes(owner).allTextContents()).toEqual(['for the owner×']);
  for (const each of [editor, owner]) await notes(each).getByRole('button', { name: 'Dismiss' }).click();
});

test("protected cells reject an editor's manual edits, but not the owner's", async () => {
  const { workbook } = workbench.host;
  const rect = { row: 5, column: 1, rows: 1, columns: 3 };
  const spec = { description: '', warningOnly: false, sheet: false, unprotected: [], editors: [] };
  workbook.attach('protection', 0, [rect], spec);
  await editor.type('A5', 'mine');
  await editor.page.locator('.toast-note', { hasText: 'You are trying to edit a protected cell' }).waitFor();
  expect(await editor.text('A5')).toBe('');
  await owner.showTab('Sheet1');
  await owner.type('A5', 'ours');
  await expect.poll(() => editor.text('A5')).toBe('ours');
  await editor.screenshot('protected');
});

longTest("an editor's trigger runs as the editor, regardless of who edits", async () => {
  const { host } = workbench;
  host.triggers.add(EDITOR, 'removeDemo', 'ON_EDIT', {});
  await owner.type('C1', 'watched');
  const ran = async () => {
    const { executions } = (await (await fetch(`${workbench.url}/api/tools`)).json()) as WireTools;
    return executions
      .filter(({ kind, name }) => kind === 'trigger' && name !== 'eval')
      .map(({ name, user }) => [name, user]);
  };
  await expect.poll(ran).toEqual([['removeDemo', EDITOR]]);
  host.triggers.remove(EDITOR, host.triggers.all()[0]!.id);
});

test('viewers see everything and change nothing', async () => {
  const viewer = await Visitor.arrive(workbench.url, browser, 'viewer@shop.example');
  expect(await viewer.text('A5')).toBe('ours');
  expect(await viewer.page.locator('.o-topbar-menu').allTextContents()).not.toContain('Extensions');
  await viewer.type('A6', '=MARKET_STOCK(A1)');
  await viewer.page.locator('.toast-note', { hasText: 'You can only view this spreadsheet' }).waitFor();
  expect(await owner.text('A6')).toBe('');
  const refused = await viewer.page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'sidebarCall', args: ['state', []], sheet: 0 });
    const address = '/api/run?as=viewer%40shop.example';
    return (await fetch(address, { method: 'POST', headers, body })).status;
  });
  expect(refused).toBe(400);
  await viewer.screenshot('viewer');
  await viewer.page.close();
});

test('the pages make no outside requests and cause no errors', () => {
  expect([...owner.outside, ...editor.outside]).toEqual([]);
  expect([...owner.errors, ...editor.errors]).toEqual([]);
});
