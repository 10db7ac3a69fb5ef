import type { Frame, Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { MARKET } from './demo-shop.ts';
import { visit } from './visit.ts';
import { Visitor } from './visitor.ts';

const here = visit();

test('shows grid, menu, and sidebar', async () => {
  await here.visitor.sidebar.getByRole('button', { name: 'Connect your shop' }).waitFor();
  await here.visitor.screenshot('first-visit');
  const { page } = here.visitor;
  const grid = await page.locator('.o-grid canvas').boundingBox();
  expect(grid?.width).toBeGreaterThan(800);
  expect(grid?.height).toBeGreaterThan(400);
  expect((await page.locator('#sidebar').boundingBox())?.width).toBe(300);
  expect(await here.visitor.tabs()).toEqual(['Sheet1']);
  expect(await page.locator('.o-topbar-menu').allTextContents()).toContain('Extensions');
  expect(await page.title()).toBe('Untitled spreadsheet – Market for Sheets workbench');
  expect(await page.locator('#account').textContent()).toBe('you@example.com');
  expect(here.visitor.errors).toEqual([]);
});

test('has accessible tabs, including open help, before a shop is connected', async () => {
  const { visitor } = here;
  await visitor.examineSidebar();
  for (const name of ['Today', 'Pull', 'Schedule', 'Activity']) {
    await visitor.sidebar.getByRole('tab', { name }).click();
    await visitor.examineSidebar();
  }
  await visitor.sidebar.getByRole('tab', { name: 'Help' }).click();
  for (const part of [/^Formulas/, /^Error codes/, /^Tables and columns/, /^Columns/])
    await visitor.sidebar.getByText(part).first().click();
  await visitor.examineSidebar();
  await visitor.sidebar.getByRole('tab', { name: 'Connect' }).click();
});

test('isolates the sidebar from the surrounding page', async () => {
  const frame = sidebarFrame();
  expect(await frame.evaluate('origin')).toBe('null');
  const reached = await frame.evaluate(() => {
    try {
      return parent.document.title;
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(reached).toBe('SecurityError');
});

test('google.script.run accepts plain values, returns user objects, and fails as on Google', async () => {
  const said = await sidebarFrame().evaluate(async () => {
    interface Runner {
      withSuccessHandler(handler: (value: unknown, user: unknown) => void): Runner;
      withFailureHandler(handler: (error: Error, user: unknown) => void): Runner;
      withUserObject(user: unknown): Runner;
      [name: string]: (...args: never[]) => Runner;
    }
    const { run } = (globalThis as unknown as { google: { script: { run: Runner } } }).google.script;
    const token = document.getElementById('app')!.dataset.token;
    const asked = (name: string, ...args: unknown[]) =>
      new Promise((resolve) => {
        const told = (what: string) => (value: unknown, user: unknown) => resolve([what, value, user]);
        const failed = (error: Error, user: unknown) => resolve(['failure', error.message, user]);
        run.withSuccessHandler(told('success')).withFailureHandler(failed).withUserObject({ own: name })[name]!(
          ...(args as never[]),
        );
      });
    const thrown = (value: unknown) => {
      try {
        run.sidebarCall!(...(['state', [value], token] as never[]));
        return 'nothing';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const many = await Promise.all(Array.from({ length: 25 }, () => asked('sidebarCall', 'state', [], token)));
    return {
      known: await asked('sidebarCall', 'state', [], token),
      unknown: await asked('noSuchFunction'),
      many: many.filter((each) => (each as unknown[])[0] === 'success').length,
      date: thrown({ at: new Date(0) }),
      method: thrown([() => 1]),
      map: thrown(new Map()),
      node: thrown({ body: document.body }),
      vanishing: thrown({ date__: new Date(0) }),
    };
  });
  expect(said.known).toEqual(['success', expect.objectContaining({ ok: true }), { own: 'sidebarCall' }]);
  expect(said.unknown).toEqual(['failure', expect.any(String), { own: 'noSuchFunction' }]);
  expect(said.many).toBe(25);
  expect(said.date).toContain('illegal value in property');
  expect(said.method).toContain('illegal value in property');
  expect(said.map).toContain('illegal value in property');
  expect(said.node).toContain('illegal value in property');
  expect(said.vanishing).toBe('nothing');
});

test('closes the sidebar with its button and opens it from the menu; it stays closed on a phone', async () => {
  await here.visitor.page.getByRole('button', { name: 'Close sidebar' }).click();
  expect(await here.visitor.page.locator('#sidebar').isVisible()).toBe(false);
  await here.visitor.menuItem('Open sidebar');
  await here.visitor.page.locator('#sidebar').waitFor();
  await here.visitor.sidebar.getByRole('button', { name: 'Connect your shop' }).waitFor();
  const phone = await here.browser.newContext({ viewport: { width: 390, height: 844 } });
  const onPhone = await Visitor.arrive(here.workbench.url, phone);
  // The page would have stored that it had opened the sidebar.
  expect(await onPhone.page.evaluate(() => localStorage.length)).toBe(0);
  await phone.close();
});

test('a formula without a connection shows an error and its reason', async () => {
  await here.visitor.type('J1', '=MARKET_STOCK("9SIA")');
  await expect.poll(() => here.visitor.text('J1')).toBe('#ERROR!');
  await here.visitor.pointAt('J1');
  const note = here.visitor.page.locator('.o-error-tooltip');
  await note.waitFor();
  expect(await note.textContent()).toContain('MARKET_NO_CONNECTION');
  await here.visitor.screenshot('error-note');
});

test('reports a wrong key', async () => {
  const { sidebar } = here.visitor;
  await here.visitor.saveConnection({ ...here.workbench.market.announcement, apiKey: 'wrong' }, MARKET);
  await sidebar.getByText('"My shop" was saved, but the test failed.').first().waitFor();
  await sidebar.getByText('The API key was not accepted').first().waitFor();
  // The form shows only the invalid field.
  expect(await sidebar.getByRole('tabpanel').locator('label').allTextContents()).toEqual(['API key']);
  await here.visitor.screenshot('wrong-key');
  await sidebar.getByRole('button', { name: 'Show all fields' }).click();
  await sidebar.getByLabel('API address').waitFor();
  await sidebar.getByRole('button', { name: 'Close', exact: true }).click();
  await sidebar.getByRole('button', { name: /^Remove / }).click();
  await sidebar.getByText('Its keys will be deleted. Tables in this spreadsheet will be kept.').waitFor();
  await sidebar.getByRole('button', { name: 'Remove', exact: true }).click();
  await sidebar.getByRole('button', { name: 'Connect your shop' }).waitFor();
});

test('connects a shop, pulls orders, and selects the new rows, all by keyboard', async () => {
  const { visitor, workbench } = here;
  const { page, sidebar } = visitor;
  const { sellerId, apiKey, secretKey } = workbench.market.announcement;
  const button = (name: string) => sidebar.getByRole('button', { name, exact: true });
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  await sidebar.getByRole('tab', { name: 'Connect' }).focus();
  await visitor.pressOn(button('Connect your shop'));
  for (const [label, text] of [
    ['API address', MARKET],
    ['Seller ID', sellerId],
    ['API key', apiKey],
    ['Secret key', secretKey],
  ] as const) {
    await visitor.tabTo(sidebar.getByLabel(label));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await sidebar.getByText(`was saved. Connected as seller ${sellerId}.`).first().waitFor();
  await sidebar.locator('.answers .mark.good').first().waitFor();
  await visitor.screenshot('connected-by-keyboard');
  await visitor.pressOn(button('Pull data'));
  await expect.poll(() => isFocused(sidebar.getByRole('tab', { name: 'Pull' }))).toBe(true);
  await visitor.pressOn(button('Pull'));
  await sidebar.getByRole('heading', { name: 'Orders: done' }).waitFor();
  await sidebar.getByText('Your sheet is up to date.').first().waitFor();
  await visitor.pressOn(button('Show these 30: Orders'));
  await expect.poll(() => page.locator('.o-sheet.active').textContent()).toBe('Orders');
  const { workbook } = workbench.host;
  const { sheetId } = workbook.sheetByName('Orders')!;
  await expect.poll(() => workbook.selection(sheetId).rects).toMatchObject([{ row: 2, rows: 30 }]);
  await visitor.screenshot('first-own-table');
  await page.keyboard.press('Control+Alt+.');
  await visitor.pressOn(button('Undo this pull'));
  await sidebar
    .getByText(/was undone: [\d,]+ new rows/)
    .first()
    .waitFor();
  const done = sidebar.locator('[tabindex="-1"]', { hasText: 'was undone' });
  await expect.poll(() => isFocused(done)).toBe(true);
  await visitor.goTo('A1');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => page.locator('.o-sheet.active').textContent()).toBe('Findings');
  await page.keyboard.press('Alt+n');
  await page.locator('.o-menu-item', { hasText: 'Market for Sheets' }).waitFor();
});

test('on a second visit, the sidebar stays closed and formulas use the new connection', async () => {
  const { visitor } = here;
  await visitor.page.keyboard.press('Escape');
  await visitor.page.getByRole('button', { name: 'Close sidebar' }).click();
  await visitor.load();
  expect(await visitor.page.locator('#sidebar').isVisible()).toBe(false);
  await visitor.showTab('Sheet1');
  await expect.poll(() => visitor.text('J1')).toBe('#ERROR!');
  await expect.poll(() => here.workbench.host.workbook.errorMessage(0, 1, 10)).toContain('MARKET_NOT_FOUND');
  expect(visitor.errors).toEqual([]);
});

test('makes no outside requests and blocks attempts', async () => {
  expect(here.visitor.outside).toEqual([]);
  const refused = await here.visitor.page.evaluate(() =>
    fetch('https://example.com/').then(
      () => 'answered',
      () => 'refused',
    ),
  );
  expect(refused).toBe('refused');
  // The page's content policy blocks the request.
  expect(here.visitor.outside).toEqual([]);
});

test("rejects requests from another site's page", async () => {
  const { url } = here.workbench;
  const plain = await fetch(`${url}/api/edit`, { method: 'POST', body: '[]' });
  expect(plain.status).toBe(400);
});

function sidebarFrame(): Frame {
  const frame = here.visitor.page.frames().find((each) => each.parentFrame() !== null);
  if (!frame) throw new Error('The sidebar has no frame');
  return frame;
}
