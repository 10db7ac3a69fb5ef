/** Markup in names, errors, rows, and jobs stays text on every sidebar tab and in dialogs, and runs no script. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOfPage } from '../host/steps/product.ts';
import { visit } from '../workbench/visit.ts';

const here = visit();

/** Each sets `window.ran` if a page treats it as markup. */
const MARKUP = [
  '<img src=x onerror="window.ran=1">',
  '</script><script>window.ran=1</script>',
  '</textarea><svg onload="window.ran=1">',
  '"><iframe srcdoc="<script>parent.ran=1">',
] as const;
const [NAME, OTHER] = MARKUP;

let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const isOrders = request.url!.includes('orderinfo');
    response.writeHead(isOrders ? 200 : 400, { 'Content-Type': 'application/json' });
    const order = { SellerID: NAME, OrderNumber: 1, ShipService: OTHER, OrderStatusDescription: OTHER, [NAME]: OTHER };
    const page = { TotalCount: 1, TotalPageCount: 1, PageIndex: 1, PageSize: 100 };
    const answer = { IsSuccess: true, ResponseBody: { PageInfo: page, OrderInfoList: [order] } };
    response.end(JSON.stringify(isOrders ? answer : [{ Code: 'CE1', Message: MARKUP.join(' ') }]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { host } = here.workbench;
  host.router.add('https://hostile.test', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const call = async (name: string, ...args: unknown[]) => {
    expect([name, await callOfPage(host, name, args)]).toMatchObject([name, { ok: true, value: { ok: true } }]);
  };
  const keys = { apiKey: 'api-key-0123456789', secretKey: 'secret-key-9876543210' };
  await call('saveConnection', { name: NAME.slice(0, 40), baseUrl: 'https://hostile.test', sellerId: NAME, ...keys });
  await call('describeMe', { name: NAME });
  await call('startPull', { operation: 'orders', params: {} });
  await call('startPull', { operation: 'keywords', params: { campaignNumber: 1 } });
  await call('setUpJobs');
  const { sheetId } = host.workbook.sheetByName('Jobs')!;
  for (const [at, text] of MARKUP.entries()) host.workbook.type(sheetId, 2 + at, 3, text);
  host.workbook.renameSheet(host.workbook.sheetByName('Packages')!.sheetId, OTHER);
  await here.visitor.openSidebar();
}, 600_000);
afterAll(() => server.close());

const frame = () => here.visitor.page.frames().find((each) => each.parentFrame() !== null)!;

/**
 * Elements created from the markup, and whether a script ran. `scripts` is the number of scripts on the page, which
 * the markup must not change.
 */
const HARM = `({
  ran: 'ran' in window,
  elements: document.querySelectorAll('img, iframe iframe, svg[onload], [onerror]').length,
  scripts: document.scripts.length,
})`;

test('shows markup as text on every tab', async () => {
  const { sidebar } = here.visitor;
  await sidebar.getByRole('tab', { name: 'Pull' }).waitFor();
  const before = await frame().evaluate(HARM);
  expect(before).toMatchObject({ ran: false, elements: 0 });
  const shown: string[] = [];
  for (const name of await sidebar.getByRole('tab').allTextContents()) {
    await sidebar.getByRole('tab', { name, exact: true }).click();
    const panel = sidebar.getByRole('tabpanel');
    await expect.poll(async () => (await panel.textContent())!.length).toBeGreaterThan(20);
    await expect.poll(() => panel.locator('.loading').count()).toBe(0);
    await panel.locator('summary').evaluateAll((all) => {
      for (const each of all as { checkVisibility(): boolean; click(): void }[])
        if (each.checkVisibility()) each.click();
    });
    shown.push((await panel.textContent())!);
    expect([name, await frame().evaluate(HARM)]).toEqual([name, before]);
  }
  // Opened folds load their content, and an image fails to load a moment later.
  await here.visitor.page.waitForTimeout(500);
  await expect.poll(() => sidebar.locator('.loading').count()).toBe(0);
  expect(await frame().evaluate(HARM)).toEqual(before);
  // Checks that the markup was displayed.
  expect(shown.filter((text) => text.includes('<img src=x')).length).toBeGreaterThanOrEqual(3);
});

/** Checks that the dialog can still call the server, by downloading a file. */
async function saves(dialog: Frame): Promise<void> {
  const download = here.visitor.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'CSV: Orders' }).dispatchEvent('click');
  expect((await download).suggestedFilename()).toBe('orders.csv');
  await dialog.getByText('1 row in orders.csv.').waitFor();
}

test("shows markup as text in the menu's dialogs", async () => {
  for (const [item, marker] of [
    ['Export a file', 'button[data-form="csv"]'],
    ['Help and support', 'textarea#text'],
  ] as const) {
    await here.visitor.menuItem(item);
    const frames = () => here.visitor.page.frames().filter((each) => each.parentFrame() !== null);
    const dialog = async () => {
      const counts = await Promise.all(frames().map((each) => each.locator(marker).count()));
      return frames()[counts.findIndex((count) => count > 0)];
    };
    await expect.poll(dialog).toBeDefined();
    for (const each of frames()) expect(await each.evaluate(HARM)).toMatchObject({ ran: false, elements: 0 });
    if (item === 'Export a file') await saves((await dialog())!);
    await here.visitor.page.keyboard.press('Escape');
  }
});

test('shows a new sheet whose name the grid refuses', async () => {
  const { workbook } = here.workbench.host;
  const name = `${OTHER} 2`;
  workbook.type(workbook.insertSheet({ name }), 1, 1, 'seen');
  await expect.poll(() => here.visitor.text('A1', name)).toBe('seen');
});

test('causes no page errors and no outside requests', () => {
  expect([here.visitor.errors, here.visitor.outside]).toEqual([[], []]);
});
